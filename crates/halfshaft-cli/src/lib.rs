//! The command line of halfshaft: arguments in, tables or one JSON object out, and an exit status.
//!
//! What needs no terminal is in `halfshaft-run`; here are the arguments, the tables, the signal handlers and the exit
//! statuses.

mod arguments;
mod assignment;
mod check;
mod demo;
mod exit;
mod fit;
mod gallery;
mod gear;
mod gear_analysis;
mod gear_arguments;
mod gear_mesh;
mod interrupt;
mod job_array;
mod mesh;
mod modes;
mod new;
mod orders;
mod output;
mod plot;
mod progress;
mod reduce;
mod report;
mod run;
mod sweep;
mod tyre;
mod verify;
mod view;

use arguments::{Arguments, Command};
use clap::Parser;
use exit::Exit;
use gear_arguments::GearCommand;
use halfshaft_model::{reference, schema};
use halfshaft_results::summary::{Finding, Summary};
use halfshaft_run::FileAccess;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command that the arguments of this process ask for; never panics on bad input or disk errors.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let done = match Arguments::try_parse_from(&arguments) {
        Ok(parsed) => {
            interrupt::install(parsed.command.json());
            dispatch(parsed.command, &parsed.file_access.into())
        }
        Err(error) => report_argument_error(&error, &arguments),
    };
    let exit = done.unwrap_or_else(|error| {
        output::eprint_line(&format!("error: cannot write to standard output: {error}"));
        Exit::Failed
    });
    exit.into()
}

fn dispatch(command: Command, file_access: &FileAccess) -> std::io::Result<Exit> {
    match command {
        Command::Run(options) => run::run(&options, file_access),
        Command::Resume(options) => run::resume(&options),
        Command::Check(options) => check::check(&options, file_access),
        Command::Modes(options) => modes::modes(&options, file_access),
        Command::Verify(options) => verify::verify(&options, file_access),
        Command::Sweep(options) => sweep::sweep(&options, file_access),
        Command::Fit(options) => fit::fit(&options, file_access),
        Command::Report(options) => report::report(&options),
        Command::Plot(options) => plot::plot(&options),
        Command::Orders(options) => orders::orders(&options),
        Command::View(options) => view::view(&options, file_access),
        Command::New(options) => new::new(&options),
        Command::Demo(options) => demo::demo(&options),
        Command::Gear(options) => match &options.command {
            Some(GearCommand::Mesh(mesh)) => gear_mesh::mesh(mesh, file_access),
            Some(GearCommand::Ltca(ltca)) => gear_analysis::ltca(ltca, file_access),
            None => gear::gear(&options),
        },
        Command::Mesh(options) => mesh::mesh(&options),
        Command::Reduce(options) => reduce::reduce(&options, file_access),
        Command::Tyre(options) => tyre::tyre(&options),
        Command::Schema => output::print_line(&format!("{:#}", schema::schema())).map(|()| Exit::Done),
        Command::Reference => output::print(&reference::markdown()).map(|()| Exit::Done),
    }
}

/// Reports an error in the arguments, or prints the requested help.
fn report_argument_error(error: &clap::Error, arguments: &[OsString]) -> std::io::Result<Exit> {
    if !error.use_stderr() {
        return output::print(&error.to_string()).map(|()| Exit::Done);
    }
    let text = error.to_string();
    if !arguments.iter().take_while(|argument| *argument != "--").any(|argument| argument == "--json") {
        output::eprint_line(text.trim_end());
        return Ok(Exit::BadInput);
    }
    let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string();
    let help = Some("halfshaft --help lists commands and options".into());
    let finding = Finding { code: "bad-arguments".into(), message, file: None, line: None, column: None, help };
    output::print_line(&Summary::invalid("", vec![finding]).json()).map(|()| Exit::BadInput)
}
