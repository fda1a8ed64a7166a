//! Typographic units.

/// The unit with typographic powers, products and prefixes: `kg m^2` becomes `kg·m²`, and `um` becomes `µm`.
pub fn typeset(unit: &str) -> String {
    let mut text = String::with_capacity(unit.len());
    let mut power = false;
    let words = unit.split_inclusive([' ', '/', '^']).map(|word| match word.strip_prefix('u') {
        // A model file may be written without the Greek letter.
        Some(rest) if ["m", "s", "N", "J", "W", "rad"].contains(&rest.trim_end_matches([' ', '/', '^'])) => {
            format!("µ{rest}")
        }
        _ => word.to_owned(),
    });
    for letter in words.collect::<String>().chars() {
        match letter {
            '^' => power = true,
            ' ' => {
                power = false;
                text.push('·');
            }
            '0'..='9' | '-' if power => text.push(superscript(letter)),
            _ => {
                power = false;
                text.push(letter);
            }
        }
    }
    text
}

/// The superscript of a digit or a minus sign.
pub(super) fn superscript(letter: char) -> char {
    match letter {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' | '4'..='9' => char::from_u32('⁰' as u32 + letter as u32 - '0' as u32).unwrap_or(letter),
        other => other,
    }
}

/// A unit with the prefix that suits values up to `largest`, and the factor for the values. Stiffnesses are in N/µm from 0.1 N/µm on.
///
/// Only for units that begin with a symbol that engineers use with prefixes, not with a power of it.
pub fn prefixed(unit: &str, largest: f64) -> (String, f64) {
    if unit == "N/m" && largest >= 1e5 {
        return ("N/um".into(), 1e-6);
    }
    const PREFIXES: [(&str, f64); 6] = [("M", 1e6), ("k", 1e3), ("", 1.0), ("m", 1e-3), ("µ", 1e-6), ("n", 1e-9)];
    let end = unit.find([' ', '/', '^']).unwrap_or(unit.len());
    let (symbol, rest) = unit.split_at(end);
    let limits = match symbol {
        "N" | "J" | "W" | "Pa" => PREFIXES.as_slice(),
        "m" | "rad" | "s" => &PREFIXES[2..],
        _ => &[],
    };
    let fits = limits.iter().find(|(_, size)| largest >= *size).or(limits.last());
    match fits {
        Some((prefix, size)) if largest > 0.0 && !rest.starts_with('^') => (format!("{prefix}{unit}"), 1.0 / size),
        _ => (unit.into(), 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_spelled_as_in_print() {
        assert_eq!(typeset("kg m^2"), "kg·m²");
        assert_eq!(typeset("N m s/rad"), "N·m·s/rad");
        assert_eq!(typeset("s^-1"), "s⁻¹");
        assert_eq!(typeset("um"), "µm");
        assert_eq!(typeset("N/um"), "N/µm");
        assert_eq!(typeset("um^2/us"), "µm²/µs");
    }

    #[test]
    fn a_prefix_suits_the_largest_value() {
        let unit = |unit: &str, largest| prefixed(unit, largest).0;
        assert_eq!(unit("m", 0.02), "mm");
        assert_eq!(unit("m", 3000.0), "m");
        assert_eq!(unit("N m", 3000.0), "kN m");
        assert_eq!(unit("m/s^2", 0.5), "mm/s^2");
        assert_eq!(unit("m^2", 1e-6), "m^2");
        assert_eq!(unit("1", 1e-6), "1");
        assert_eq!(unit("rad", 0.0), "rad");
        assert_eq!(unit("J", 1e-20), "nJ");
        assert_eq!(prefixed("N", 5e8), ("MN".into(), 1e-6));
    }
}
