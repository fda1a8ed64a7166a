//! Scripts and style sheets without what a browser does not need: comments, indentation, and spaces beside punctuation.

/// A script. Lines stay, so that it needs no more semicolons than before; strings, templates and regular expressions stay as they are.
/// A comment must have a line of its own.
pub(super) fn script(text: &str) -> String {
    let letters: Vec<char> = lines(text, "//").chars().collect();
    let mut out = String::with_capacity(letters.len());
    let mut i = 0;
    while i < letters.len() {
        let last = out.chars().next_back().unwrap_or('\n');
        match letters[i] {
            quote @ ('\'' | '`') => i = copied(&letters, i, quote, &mut out),
            // After a name or a closed bracket it divides.
            '/' if "(,=:[!&|?{};\n".contains(last) => i = copied(&letters, i, '/', &mut out),
            ' ' => {
                let next = letters.get(i + 1).copied().unwrap_or('\n');
                let is_needed = is_word(last) && is_word(next) || last == next && "+-".contains(last);
                out.extend(is_needed.then_some(' '));
                i += 1;
            }
            letter => {
                out.push(letter);
                i += 1;
            }
        }
    }
    out
}

/// A style sheet. It must have spaces beside colons and commas only where they mean nothing.
pub(super) fn style(text: &str) -> String {
    let mut text = lines(text, "/*");
    for (long, short) in
        [(" { ", "{"), ("; }", "}"), (" }", "}"), (" {", "{"), ("; ", ";"), (": ", ":"), (", ", ","), ("\n", "")]
    {
        text = text.replace(long, short);
    }
    text
}

/// The lines without indentation, and without those that are comments.
fn lines(text: &str, comment: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with(comment) && !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || "_$#".contains(letter)
}

/// Copies what a quote opens at `start`, with what is nested in a template, and returns the place behind it.
fn copied(letters: &[char], start: usize, quote: char, out: &mut String) -> usize {
    out.push(quote);
    let mut i = start + 1;
    while i < letters.len() {
        let letter = letters[i];
        out.push(letter);
        i += 1;
        match letter {
            '\\' => {
                out.extend(letters.get(i));
                i += 1;
            }
            '$' if quote == '`' && letters.get(i) == Some(&'{') => i = expression(letters, i, out),
            _ if letter == quote => break,
            _ => {}
        }
    }
    i
}

/// Copies the expression in braces of a template.
fn expression(letters: &[char], start: usize, out: &mut String) -> usize {
    let (mut i, mut depth) = (start, 0);
    while i < letters.len() {
        match letters[i] {
            quote @ ('\'' | '`') => {
                i = copied(letters, i, quote, out);
                continue;
            }
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        out.push(letters[i]);
        i += 1;
        if depth == 0 {
            break;
        }
    }
    i
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_keeps_its_strings_templates_and_expressions() {
        let long = "// Why.\n  const a = (b) => b + 'x y' + `c ${ d ? `e  f` : '}' } g`;\n\n  return a - -1 / 2 / h.replace(/[ '] +/g, ' ');\n";
        let short = "const a=(b)=>b+'x y'+`c ${ d ? `e  f` : '}' } g`;\nreturn a- -1/2/h.replace(/[ '] +/g,' ');";
        assert_eq!(script(long), short);
    }

    #[test]
    fn a_style_sheet_keeps_its_selectors() {
        let long = "/* Why. */\n.a .b:not(.c, d) { color: #fff; margin: 0 1px; }\n@media (max-width: 9px) {\n  svg > .e { fill: none; } }\n";
        assert_eq!(style(long), ".a .b:not(.c,d){color:#fff;margin:0 1px}@media (max-width:9px){svg > .e{fill:none}}");
    }
}
