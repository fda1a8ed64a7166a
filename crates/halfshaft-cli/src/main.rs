//! The `halfshaft` command.
fn main() {}
