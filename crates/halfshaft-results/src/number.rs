//! Formatting of numbers with few digits, identical on every machine.

/// A value with a number of significant digits, without trailing zeros.
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".into() } else { "-".into() };
    }
    let text = rounded(value, digits);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, ""));
    let mantissa = if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
    if exponent.is_empty() { mantissa.into() } else { format!("{mantissa}e{exponent}") }
}

/// A value rounded to the decade of a resolution; `0` if it is below.
///
/// Twelve digits at most: further digits are round-off and differ between machines.
pub fn to_resolution(value: f64, resolution: f64) -> String {
    if value == 0.0 || !value.is_finite() || resolution.is_nan() {
        return significant(value, 6);
    }
    let digits = decade(value) - decade(resolution) + 1;
    if digits < 1 { "0".into() } else { rounded(value, digits.min(12) as usize) }
}

fn decade(value: f64) -> i32 {
    if value == 0.0 { i32::MIN / 4 } else { value.abs().log10().floor() as i32 }
}

/// Exactly `digits` digits; in scientific notation if plain notation would need many zeros.
fn rounded(value: f64, digits: usize) -> String {
    let scientific = format!("{:.*e}", digits.saturating_sub(1), value);
    let exponent: i32 = scientific.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    if !(-4..=5.max(digits as i32 - 1)).contains(&exponent) {
        return scientific;
    }
    // Rounding before printing keeps the digits of the scientific notation (999 to two digits is 1000, not 999).
    let value: f64 = scientific.parse().unwrap_or(value);
    let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn significant_digits_lose_their_trailing_zeros() {
        assert_eq!(significant(1234.5678, 6), "1234.57");
        assert_eq!(significant(4.0, 6), "4");
        assert_eq!(significant(100.0, 2), "100");
        assert_eq!(significant(999.0, 2), "1000");
        assert_eq!(significant(-0.000_012_345, 3), "-1.23e-5");
        assert_eq!(significant(5.58e8, 6), "5.58e8");
        assert_eq!(significant(0.0, 6), "0");
    }

    #[test]
    fn a_resolution_sets_the_last_decimal() {
        assert_eq!(to_resolution(4.0519, 0.02), "4.05");
        assert_eq!(to_resolution(4.0, 0.02), "4.00");
        assert_eq!(to_resolution(9.996, 0.01), "10.0");
        assert_eq!(to_resolution(3.2e-16, 1e-12), "0");
        assert_eq!(to_resolution(123.0, 0.0), "123.000000000");
        assert_eq!(to_resolution(1.0 / 3.0, 1e-20), "0.333333333333");
    }
}
