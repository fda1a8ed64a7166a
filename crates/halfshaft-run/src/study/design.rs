//! The parameter values of all cases of a study.

use super::MOST_CASES;
use super::random::{Random, latin_hypercube};
use super::vary::{OPTION, Vary};
use halfshaft_model::diagnostic::{Diagnostic, Diagnostics};
use halfshaft_model::source::Source;
use halfshaft_results::study::Design;
use std::sync::Arc;

/// The values of each case, one for each parameter.
///
/// `cases` is the number of cases of a Latin hypercube or random plan; other plans follow from the parameters.
pub fn cases(design: Design, vary: &[Vary], cases: Option<usize>, seed: u64) -> Result<Vec<Vec<String>>, Diagnostics> {
    match design {
        Design::Grid | Design::List => {
            let values: Vec<Result<Vec<String>, Diagnostic>> = vary.iter().map(Vary::values).collect();
            let errors: Vec<Diagnostic> = values.iter().filter_map(|values| values.as_ref().err().cloned()).collect();
            let values: Vec<Vec<String>> = values.into_iter().flatten().collect();
            match Diagnostics::of(errors) {
                Some(errors) => Err(errors),
                None if design == Design::Grid => Ok(grid(&values)?),
                None => Ok(paired(vary, &values)?),
            }
        }
        Design::Lhs | Design::Random => {
            let Some(cases) = cases else {
                let error = plain("missing-cases", "this plan needs a number of cases");
                return Err(error.help("add --cases N").into());
            };
            let mut random = Random::new(seed);
            let points = match design {
                Design::Lhs => latin_hypercube(cases, vary.len(), &mut random),
                _ => (0..cases).map(|_| vary.iter().map(|_| random.unit()).collect()).collect(),
            };
            let row = |point: Vec<f64>| vary.iter().zip(point).map(|(vary, place)| vary.at(place)).collect();
            Ok(points.into_iter().map(row).collect())
        }
    }
}

/// A diagnostic without a position in a text.
pub fn plain(code: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code, &Arc::new(Source::new(OPTION, "")), 0..0, message)
}

/// All combinations; the last parameter changes fastest.
fn grid(values: &[Vec<String>]) -> Result<Vec<Vec<String>>, Diagnostic> {
    let count = values.iter().try_fold(1_usize, |product, values| product.checked_mul(values.len()));
    if count.is_none_or(|count| count > MOST_CASES) {
        let error = plain("too-many-cases", format!("the grid has more than {MOST_CASES} cases"));
        return Err(error.help("reduce the number of values, or use --plan lhs with --cases N"));
    }
    let mut cases = vec![vec![]];
    for values in values {
        let with = |case: &Vec<String>, value: &String| [case.as_slice(), std::slice::from_ref(value)].concat();
        cases = cases.iter().flat_map(|case| values.iter().map(move |value| with(case, value))).collect();
    }
    Ok(cases)
}

/// Pairs the first values of all parameters, then the second ones, and so on.
fn paired(vary: &[Vary], values: &[Vec<String>]) -> Result<Vec<Vec<String>>, Diagnostic> {
    let count = values.first().map_or(0, Vec::len);
    if let Some(i) = values.iter().position(|values| values.len() != count) {
        let message = format!("`{}` has {} values, but `{}` has {count}", vary[i].name, values[i].len(), vary[0].name);
        return Err(vary[i]
            .error("unequal-lists", message)
            .help("--plan list needs the same number of values for each parameter"));
    }
    Ok((0..count).map(|i| values.iter().map(|values| values[i].clone()).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vary(texts: &[(&str, &str)]) -> Vec<Vary> {
        texts.iter().map(|(name, text)| Vary::parse(name, text).unwrap()).collect()
    }

    #[test]
    fn a_grid_has_every_combination_and_a_list_goes_along() {
        let vary = vary(&[("a", "1,2"), ("b", "3:5 mm:3")]);
        let grid = cases(Design::Grid, &vary, None, 1).unwrap();
        assert_eq!(grid.len(), 6);
        assert_eq!((grid[0].join("|"), grid[5].join("|")), ("1|3 mm".into(), "2|5 mm".into()));
        let errors = cases(Design::List, &vary, None, 1).unwrap_err();
        assert_eq!(errors.as_slice()[0].code, "unequal-lists");
        assert_eq!(cases(Design::List, &vary[..1], None, 1).unwrap(), [["1"], ["2"]]);
    }

    #[test]
    fn a_seed_gives_the_same_plan_again_and_another_seed_another() {
        let vary = vary(&[("a", "0:1"), ("b", "x,y,z")]);
        for design in [Design::Lhs, Design::Random] {
            let plan = |seed| cases(design, &vary, Some(30), seed).unwrap();
            assert_eq!(plan(5), plan(5));
            assert_ne!(plan(5), plan(6));
        }
        let lhs = cases(Design::Lhs, &vary, Some(30), 5).unwrap();
        assert_eq!(
            lhs.iter().filter(|case| case[1] == "y").count(),
            10,
            "one third of the values has one third of the cases"
        );
        assert_eq!(cases(Design::Random, &vary, None, 1).unwrap_err().as_slice()[0].code, "missing-cases");
    }
}
