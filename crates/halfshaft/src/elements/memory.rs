//! What elements remember between steps, by name.

/// Declares what an element remembers: the list of its names, and where each field stands in it.
///
/// A field of one number is an index, a field of several numbers is a range.
macro_rules! memory {
    (@names [$($names:literal)*]) => {
        &[$($names),*]
    };
    (@names [$($names:literal)*] $field:ident: $name:literal, $($rest:tt)*) => {
        memory!(@names [$($names)* $name] $($rest)*)
    };
    (@names [$($names:literal)*] $field:ident: [$($name:literal),*], $($rest:tt)*) => {
        memory!(@names [$($names)* $($name)*] $($rest)*)
    };
    (@places $place:expr;) => {};
    (@places $place:expr; $field:ident: $name:literal, $($rest:tt)*) => {
        pub(super) const $field: usize = $place;
        memory!(@places $field + 1; $($rest)*);
    };
    (@places $place:expr; $field:ident: [$($name:literal),*], $($rest:tt)*) => {
        pub(super) const $field: std::ops::Range<usize> = $place..$place + [$($name),*].len();
        memory!(@places $field.end; $($rest)*);
    };
    ($(#[$doc:meta])* $visibility:vis $list:ident { $($fields:tt)* }) => {
        $(#[$doc])*
        $visibility const $list: &[&str] = memory!(@names [] $($fields)*);
        memory!(@places 0; $($fields)*);
    };
}
pub(crate) use memory;

/// Two lists of names, one behind the other.
pub(crate) const fn joined<const N: usize>(first: &[&'static str], second: &[&'static str]) -> [&'static str; N] {
    assert!(first.len() + second.len() == N, "as many names as both lists have");
    let mut names = [""; N];
    let mut k = 0;
    while k < N {
        names[k] = if k < first.len() { first[k] } else { second[k - first.len()] };
        k += 1;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    memory! { LIST { ANGLE: "angle", DIRECTION: ["x", "y", "z"], SPEED: "speed", } }

    #[test]
    fn fields_stand_in_the_order_of_their_names() {
        assert_eq!(LIST, ["angle", "x", "y", "z", "speed"]);
        assert_eq!((ANGLE, DIRECTION, SPEED), (0, 1..4, 4));
        assert_eq!(LIST[DIRECTION], ["x", "y", "z"]);
    }

    #[test]
    fn one_list_stands_behind_the_other() {
        assert_eq!(joined::<3>(&["a"], &["b", "c"]), ["a", "b", "c"]);
    }
}
