//! Dates for people, in Coordinated Universal Time.

use std::time::{SystemTime, UNIX_EPOCH};

/// A time as `2026-11-16 12:03 UTC`; `None` before 1970.
pub fn utc(time: SystemTime) -> Option<String> {
    let minutes = time.duration_since(UNIX_EPOCH).ok()?.as_secs() / 60;
    let (days, minute) = (minutes / 1440, minutes % 1440);
    let [year, month, day] = civil(days);
    Some(format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", minute / 60, minute % 60))
}

/// Year, month and day of the Gregorian calendar, so many days after 1 January 1970.
///
/// Years are counted from March in eras of 400 years, which have 146 097 days each; then leap days come last (Richards, in
/// Explanatory Supplement to the Astronomical Almanac, 3rd ed., sec. 15.11).
fn civil(days: u64) -> [u64; 3] {
    // 1 March 0000 is 719 468 days before 1970.
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    [400 * era + year + later, month, day]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_of_the_calendar() {
        let at = |seconds: u64| utc(UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
        assert_eq!(at(0), "1970-01-01 00:00 UTC");
        assert_eq!(at(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(at(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(at(1_709_251_199), "2024-02-29 23:59 UTC");
        assert_eq!(at(4_107_542_400), "2100-03-01 00:00 UTC");
        // Every day of a century is the one after the day before.
        let mut last = civil(0);
        for day in 1..36_525 {
            let next = civil(day);
            assert!(next > last && (next[2] == last[2] + 1 || next[2] == 1), "{last:?} {next:?}");
            last = next;
        }
        assert_eq!(last, [2069, 12, 31]);
    }
}
