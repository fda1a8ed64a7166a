//! Parameter studies: the plan, the cases that have ended, and one table of all of them.
//!
//! A study has a folder. `plan.json` holds the model's text and the values of every case, so that it can be run in
//! pieces and elsewhere; `cases/000001/case.json` appears, complete, when a case has ended; `cases.csv` is the table.
//! Nothing but the plan and the model decides what a case gives, so the table is the same for any number of threads,
//! machines and attempts.

pub mod case;
pub mod fit;
pub mod plan;
pub mod table;

pub use case::CaseEnd;
pub use fit::Fit;
pub use plan::{Design, Plan};
pub use table::CaseTable;
