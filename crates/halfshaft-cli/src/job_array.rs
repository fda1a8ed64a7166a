//! Which cases this process runs: those given by options, or those of its task in a job array.

/// The part of the cases that a process runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    All,
    /// One case, counted from 1.
    Case(usize),
    /// Every N-th case: shard and number of shards, counted from 1.
    Shard(usize, usize),
}

impl Share {
    /// Returns the cases of this share out of `count` cases.
    pub(crate) fn cases(self, count: usize) -> Result<Vec<usize>, String> {
        match self {
            Share::All => Ok((1..=count).collect()),
            Share::Case(case) if (1..=count).contains(&case) => Ok(vec![case]),
            Share::Case(case) => Err(format!("case {case} does not exist; the plan has cases 1 to {count}")),
            Share::Shard(shard, of) if (1..=of).contains(&shard) => Ok((shard..=count).step_by(of).collect()),
            Share::Shard(shard, of) => Err(format!("shard {shard} of {of} does not exist; shards are counted from 1")),
        }
    }
}

/// A scheduler's environment variables: index of the task, smallest and largest index, increment, and the offset that
/// makes the index count from 1.
struct Scheduler {
    index: &'static str,
    first: &'static str,
    last: &'static str,
    step: &'static str,
    add: usize,
}

const SCHEDULERS: [Scheduler; 5] = [
    Scheduler {
        index: "SLURM_ARRAY_TASK_ID",
        first: "SLURM_ARRAY_TASK_MIN",
        last: "SLURM_ARRAY_TASK_MAX",
        step: "SLURM_ARRAY_TASK_STEP",
        add: 0,
    },
    Scheduler {
        index: "SGE_TASK_ID",
        first: "SGE_TASK_FIRST",
        last: "SGE_TASK_LAST",
        step: "SGE_TASK_STEPSIZE",
        add: 0,
    },
    Scheduler { index: "LSB_JOBINDEX", first: "", last: "LSB_JOBINDEX_END", step: "LSB_JOBINDEX_STEP", add: 0 },
    Scheduler { index: "PBS_ARRAY_INDEX", first: "", last: "", step: "", add: 0 },
    Scheduler { index: "AWS_BATCH_JOB_ARRAY_INDEX", first: "", last: "", step: "", add: 1 },
];

/// Returns the share of this task of a job array; all cases outside of a job array.
///
/// The array must run from 1 to N without gaps: if only some tasks are resubmitted, the number of shards is not known
/// from the environment. `shards` gives the number if the scheduler does not.
pub(crate) fn from_environment(
    variable: &dyn Fn(&str) -> Option<String>,
    shards: Option<usize>,
) -> Result<Share, String> {
    let number = |name: &str| variable(name).and_then(|text| text.trim().parse::<usize>().ok());
    for scheduler in &SCHEDULERS {
        // Outside of an array, SGE sets "undefined" and LSF 0.
        let Some(index) = number(scheduler.index).map(|index| index + scheduler.add).filter(|index| *index > 0) else {
            continue;
        };
        if let Some(shards) = shards {
            return Ok(Share::Shard(index, shards));
        }
        let first = if scheduler.first.is_empty() { Some(1) } else { number(scheduler.first) };
        let step = if scheduler.step.is_empty() { Some(1) } else { number(scheduler.step) };
        let count = number("SLURM_ARRAY_TASK_COUNT").filter(|_| scheduler.index.starts_with("SLURM"));
        return match number(scheduler.last) {
            Some(last) if first == Some(1) && step.is_none_or(|step| step == 1) && count.is_none_or(|n| n == last) => {
                Ok(Share::Shard(index, last))
            }
            _ => Err(format!("{} is {index}, but the number of shards is not known; add --shards N", scheduler.index)),
        };
    }
    match shards {
        Some(_) => {
            Err("--shards needs a job array index in the environment; outside of a job array use --shard I/N".into())
        }
        None => Ok(Share::All),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(environment: &[(&str, &str)], shards: Option<usize>) -> Result<Share, String> {
        let variable = |name: &str| environment.iter().find(|(known, _)| *known == name).map(|(_, v)| v.to_string());
        from_environment(&variable, shards)
    }

    #[test]
    fn shards_hold_every_case_once() {
        let mut cases: Vec<usize> = (1..=4).flat_map(|i| Share::Shard(i, 4).cases(10).unwrap()).collect();
        cases.sort_unstable();
        assert_eq!(cases, (1..=10).collect::<Vec<_>>());
        assert!(Share::Shard(12, 12).cases(10).unwrap().is_empty());
        assert!(Share::Shard(0, 4).cases(10).is_err() && Share::Shard(5, 4).cases(10).is_err());
        assert!(Share::Case(0).cases(10).is_err() && Share::Case(11).cases(10).is_err());
    }

    #[test]
    fn a_job_array_gives_its_tasks_their_shards() {
        let slurm = |min, max, count| {
            share(
                &[
                    ("SLURM_ARRAY_TASK_ID", "3"),
                    ("SLURM_ARRAY_TASK_MIN", min),
                    ("SLURM_ARRAY_TASK_MAX", max),
                    ("SLURM_ARRAY_TASK_COUNT", count),
                ],
                None,
            )
        };
        assert_eq!(slurm("1", "8", "8"), Ok(Share::Shard(3, 8)));
        assert!(slurm("3", "7", "2").unwrap_err().contains("--shards"), "two tasks submitted again");
        assert!(slurm("1", "8", "2").is_err());
        let sge = [("SGE_TASK_ID", "2"), ("SGE_TASK_FIRST", "1"), ("SGE_TASK_LAST", "5"), ("SGE_TASK_STEPSIZE", "1")];
        assert_eq!(share(&sge, None), Ok(Share::Shard(2, 5)));
        assert_eq!(share(&[("PBS_ARRAY_INDEX", "3")], Some(9)), Ok(Share::Shard(3, 9)));
        assert_eq!(share(&[("AWS_BATCH_JOB_ARRAY_INDEX", "0")], Some(9)), Ok(Share::Shard(1, 9)));
        assert!(share(&[("PBS_ARRAY_INDEX", "3")], None).is_err());
    }

    #[test]
    fn outside_of_an_array_all_cases_are_run() {
        assert_eq!(share(&[("SGE_TASK_ID", "undefined"), ("LSB_JOBINDEX", "0")], None), Ok(Share::All));
        assert!(share(&[], Some(4)).is_err());
    }
}
