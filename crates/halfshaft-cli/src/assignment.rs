//! `NAME=VALUE` on the command line.

/// Parses `NAME=VALUE`; the value may contain further equals signs.
pub(crate) fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=').map(|(name, value)| (name.trim(), value.trim())) {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.into(), value.into())),
        _ => Err("write NAME=VALUE".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assignment_splits_at_its_first_equals_sign() {
        assert_eq!(assignment("a = = 2 * b"), Ok(("a".into(), "= 2 * b".into())));
        assert_eq!(assignment("lead=240 mm"), Ok(("lead".into(), "240 mm".into())));
        assert!(assignment("lead").is_err() && assignment("=3").is_err() && assignment("lead=").is_err());
    }
}
