//! The `halfshaft` command.

fn main() -> std::process::ExitCode {
    halfshaft_cli::main()
}
