//! No text makes the reader panic, and every refusal can be shown.

use halfshaft_model::{Source, Style, expression, read, units};
use proptest::prelude::*;

const PENDULUM: &str = include_str!("pendulum.toml");

fn survives(text: &str, overrides: &[(String, String)]) {
    if let Err(diagnostics) = read(&Source::new("model.toml", text), overrides) {
        for diagnostic in diagnostics.as_slice() {
            assert!(diagnostic.line() > 0 && diagnostic.column() > 0);
        }
        diagnostics.render(Style::Plain);
        diagnostics.render(Style::Coloured);
    }
}

/// Pieces a slip of the hand might leave in a model.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("\"= ".to_owned()),
        Just("[[body]]\n".to_owned()),
        Just("[".to_owned()),
        Just("{ axis = \"x\" }".to_owned()),
        Just("1e999".to_owned()),
        Just("nan".to_owned()),
        Just("true".to_owned()),
        Just("\"= 'a' == length and not pi > 3 or\"".to_owned()),
        Just("\nwhen = \"= length > 1 m\"\n".to_owned()),
        Just("{ choice = \"a\", of = [\"a\", \"b\"] }".to_owned()),
        Just("°µ²\u{301}\t\r".to_owned()),
        Just("1979-05-27".to_owned()),
        Just("\"\"\"".to_owned()),
        Just("\\u0000".to_owned()),
        "\\PC{0,8}",
        "[-+*/^() =<>!'.0-9a-zN\"]{0,12}",
    ]
}

/// The pendulum with a stretch of it replaced.
fn mutated() -> impl Strategy<Value = String> {
    (any::<prop::sample::Index>(), 0..24_usize, piece()).prop_map(|(at, length, piece)| {
        let start = at.index(PENDULUM.len());
        let end = (start + length).min(PENDULUM.len());
        format!("{}{piece}{}", &PENDULUM[..start], &PENDULUM[end..])
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in "(?s).{0,200}") {
        survives(&text, &[]);
    }

    #[test]
    fn any_slip_in_a_valid_model_is_read_or_refused(text in mutated()) {
        survives(&text, &[]);
    }

    #[test]
    fn any_value_of_any_key_is_read_or_refused(value in piece(), line in 0..50_usize) {
        let text: Vec<String> = PENDULUM
            .lines()
            .enumerate()
            .map(|(i, l)| match l.split_once('=') {
                Some((key, _)) if i == line => format!("{key} = {value}"),
                _ => l.to_owned(),
            })
            .collect();
        survives(&text.join("\n"), &[]);
    }

    #[test]
    fn any_override_is_read_or_refused(name in "(length|solver.step|\\PC{0,10})", value in "(= )?[-+*/^() ,.0-9a-zN%°²=<>!']{0,20}") {
        survives(PENDULUM, &[(name, value)]);
    }

    #[test]
    fn any_amount_and_any_expression_have_a_value_or_a_fault(text in "([-+*/^() ,.0-9a-zN%°²·<>=!']| and | or |not ){0,30}") {
        if let Err(fault) = units::parse(&text) {
            prop_assert!(text.get(fault.span).is_some(), "a span on borders of characters");
        }
        match expression::Expression::parse(&text, &|name| name == "m") {
            Ok(expression) => {
                let of = ["a", "b"].map(String::from);
                let word = expression::Word { text: "a".into(), of: of.into() };
                let value = |name: &str| match name {
                    "m" => expression::Operand::Word(word.clone()),
                    _ => units::Amount::number(2.0).into(),
                };
                if let Err(fault) = expression.evaluate(&value) {
                    prop_assert!(text.get(fault.span).is_some(), "a span on borders of characters");
                }
            }
            Err(fault) => prop_assert!(text.get(fault.span).is_some(), "a span on borders of characters"),
        }
    }
}
