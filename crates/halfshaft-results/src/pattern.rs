//! Patterns for the names of channels.

/// Returns whether a name matches a pattern in which `*` matches any characters.
pub fn matches_pattern(pattern: &str, name: &str) -> bool {
    let Some((before, mut rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(before) else { return false };
    while let Some((piece, after)) = rest.split_once('*') {
        let Some(at) = name.find(piece) else { return false };
        (name, rest) = (&name[at + piece.len()..], after);
    }
    name.ends_with(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_any_characters() {
        assert!(
            matches_pattern("bob.position_*", "bob.position_x") && !matches_pattern("bob.position_*", "bob.velocity_x")
        );
        assert!(
            matches_pattern("*.angle", "pivot.angle")
                && matches_pattern("p*t.a*e", "pivot.angle")
                && matches_pattern("*", "anything")
        );
        assert!(!matches_pattern("pivot", "pivot.angle") && !matches_pattern("a*a", "a"));
    }
}
