//! "Did you mean": the word closest to a misspelt one.

/// Maximum number of candidates, to limit the time for files with thousands of names.
const MAX_CANDIDATES: usize = 10_000;

/// The candidate closest to `word`, if it is close enough.
///
/// Up to a third of the letters may differ, at least one; case is ignored, so that `NAME` finds `name`.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |s: &str| s.chars().flat_map(char::to_lowercase).take(65).collect::<Vec<_>>();
    let word = letters(word);
    // Longer words are not typing errors, and the cost is quadratic.
    if word.is_empty() || word.len() > 64 {
        return None;
    }
    let limit = (word.len() / 3).max(1);
    candidates
        .into_iter()
        .take(MAX_CANDIDATES)
        .map(|candidate| (distance(&word, &letters(candidate)), candidate))
        .filter(|(distance, candidate)| *distance <= limit && *distance < candidate.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The advice for a word that is none of the candidates: the closest one, or all of them.
pub(crate) fn did_you_mean<'a>(word: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, candidates.clone()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("write {}", candidates.map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ")),
    }
}

/// The edit distance of two words (insert, delete, replace, swap of neighbours).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before = vec![0; b.len() + 1];
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            next[j] = replace.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                next[j] = next[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word_and_a_stranger_finds_none() {
        let keys = ["mass", "inertia", "position"];
        assert_eq!(nearest("mas", keys), Some("mass"));
        assert_eq!(nearest("postiion", keys), Some("position"));
        assert_eq!(nearest("Mass", keys), Some("mass"));
        assert_eq!(nearest("colour", keys), None);
        assert_eq!(nearest("", keys), None);
    }

    #[test]
    fn a_swap_of_neighbours_is_one_edit() {
        let letters = |s: &str| s.chars().collect::<Vec<_>>();
        assert_eq!(distance(&letters("mass"), &letters("msas")), 1);
        assert_eq!(distance(&letters("kitten"), &letters("sitting")), 3);
    }
}
