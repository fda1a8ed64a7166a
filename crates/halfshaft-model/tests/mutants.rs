//! Every example file, changed in ten thousand small ways: each mutant is read and assembled, or refused with a message.
//!
//! This is what `halfshaft check` does with a file, without the process around it. The mutants are the same in each run.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use halfshaft::analysis::initial_state;
use halfshaft_model::source::Disk;
use halfshaft_model::{Source, Style, read_with};

const MUTANTS: usize = 10_000;

/// Marsaglia's xorshift: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn examples(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(examples(&path));
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
    found
}

/// One to three slips of the hand.
fn mutant(text: &str, random: &mut Random) -> String {
    const PIECES: &[&str] = &[
        "-",
        "0",
        "\"",
        "[",
        "]]",
        "= ",
        "1e300",
        "nan",
        "mm",
        "{i}",
        "\n[[body]]\n",
        "°",
        "/",
        "true",
        " == ",
        "'",
        " and not ",
        "\nwhen = false\n",
    ];
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        let mut letters: Vec<char> = text.chars().collect();
        let mut lines: Vec<&str> = text.lines().collect();
        let (letter, line) = (random.below(letters.len()), random.below(lines.len()));
        text = match random.below(8) {
            0..3 => {
                // Another digit in the place of one.
                let digits: Vec<usize> = (0..letters.len()).filter(|k| letters[*k].is_ascii_digit()).collect();
                if let Some(place) = digits.get(random.below(digits.len())) {
                    letters[*place] = char::from(b'0' + random.below(10) as u8);
                }
                letters.into_iter().collect()
            }
            3 if !letters.is_empty() => {
                letters.remove(letter);
                letters.into_iter().collect()
            }
            4 => {
                let piece = PIECES[random.below(PIECES.len())];
                letters.splice(letter..letter, piece.chars());
                letters.into_iter().collect()
            }
            5 if !lines.is_empty() => {
                lines.remove(line);
                lines.join("\n")
            }
            6 if !lines.is_empty() => {
                lines.insert(random.below(lines.len()), lines[line]);
                lines.join("\n")
            }
            _ if !lines.is_empty() => {
                let other = random.below(lines.len());
                lines.swap(line, other);
                lines.join("\n")
            }
            _ => text,
        };
    }
    text
}

/// Whether the text is a model; one that cannot be assembled is a model all the same.
fn accepted(path: &Path, text: &str) -> bool {
    match read_with(&Source::new(path.to_string_lossy(), text), &[], &Disk::anywhere()) {
        Ok(model) => {
            let system = model.build();
            // A slip may ask for thousands of copies; that they are assembled too is no matter of reading.
            if system.unknowns() < 1000 {
                let _ = initial_state(&system);
            }
            true
        }
        Err(diagnostics) => {
            assert!(diagnostics.as_slice().iter().all(|d| d.line() > 0 && !d.message.is_empty()));
            diagnostics.render(Style::Plain);
            false
        }
    }
}

#[test]
fn every_mutant_of_every_example_is_accepted_or_refused_and_a_tenth_are_accepted() {
    let examples = examples(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"));
    assert!(!examples.is_empty());
    let texts: Vec<String> = examples.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for (path, text) in examples.iter().zip(&texts) {
        assert!(accepted(path, text), "{} is refused", path.display());
    }
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut count = 0;
    for k in 0..MUTANTS {
        let (path, text) = (&examples[k % examples.len()], &texts[k % examples.len()]);
        let mutant = mutant(text, &mut random);
        match catch_unwind(AssertUnwindSafe(|| accepted(path, &mutant))) {
            Ok(accepted) => count += usize::from(accepted),
            Err(_) => panic!("mutant {k} of {} broke the reader:\n{mutant}", path.display()),
        }
    }
    println!("{count} of {MUTANTS} mutants of {} examples are accepted", examples.len());
    assert!(count >= MUTANTS / 10, "{count} of {MUTANTS} mutants are accepted");
}
