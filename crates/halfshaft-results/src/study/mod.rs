//! Parameter studies: the plan, the finished cases, and a table of all cases.
//!
//! A study has a folder. `plan.json` has the text of the model and the values of every case, so that it can be run in parts
//! and on other machines; `cases/000001/case.json` is written atomically when a case finishes; `cases.csv` is the table.
//! The result of a case depends only on the plan, so the table is the same for any number of threads, machines and
//! attempts.

pub mod case;
pub mod fit;
pub mod plan;
pub mod table;

pub use case::CaseEnd;
pub use fit::Fit;
pub use plan::{Design, Plan};
pub use table::CaseTable;
