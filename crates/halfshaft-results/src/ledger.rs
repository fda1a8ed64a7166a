//! Energy account of each item: `energy.csv` in a run folder.

use crate::atomic;
use crate::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;

/// The name of the file.
pub const FILE: &str = "energy.csv";

/// The energy account of one item, in joules.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// The item.
    pub name: String,
    /// Kinetic energy at the end.
    pub kinetic: f64,
    /// Potential energy at the end.
    pub potential: f64,
    /// Dissipated since the start.
    pub dissipated: f64,
    /// Supplied since the start.
    pub supplied: f64,
}

impl Account {
    fn numbers(&self) -> [f64; 4] {
        [self.kinetic, self.potential, self.dissipated, self.supplied]
    }

    /// Returns whether any energy is nonzero.
    fn is_nonzero(&self) -> bool {
        self.numbers().iter().any(|number| *number != 0.0)
    }
}

/// Writes the accounts of a run, summed by item, without those that are zero.
pub fn write(folder: &Path, accounts: &[Account]) -> Result<(), Error> {
    let mut items: Vec<Account> = Vec::new();
    for account in accounts.iter().filter(|account| account.is_nonzero()) {
        match items.iter_mut().find(|item| item.name == account.name) {
            None => items.push(account.clone()),
            Some(item) => {
                item.kinetic += account.kinetic;
                item.potential += account.potential;
                item.dissipated += account.dissipated;
                item.supplied += account.supplied;
            }
        }
    }
    atomic::write(&folder.join(FILE), |file| {
        let mut text = String::from("item,kinetic [J],potential [J],dissipated [J],supplied [J]\n");
        for item in &items {
            let numbers: Vec<String> = item.numbers().iter().map(f64::to_string).collect();
            text += &format!("\"{}\",{}\n", item.name.replace('"', "\"\""), numbers.join(","));
        }
        file.write_all(text.as_bytes())
    })
}

/// The accounts of a run; empty without such a file.
pub fn read(folder: &Path) -> Result<Vec<Account>, Error> {
    let path = folder.join(FILE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::file(&path, "read", error)),
    };
    let damaged = || Error::file(&path, "read", "it is not a table of energies");
    text.lines().skip(1).map(|line| account(line).ok_or_else(damaged)).collect()
}

fn account(line: &str) -> Option<Account> {
    let (name, numbers) = line.strip_prefix('"')?.rsplit_once("\",")?;
    let numbers: Vec<f64> = numbers.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let [kinetic, potential, dissipated, supplied] = numbers.try_into().ok()?;
    Some(Account { name: name.replace("\"\"", "\""), kinetic, potential, dissipated, supplied })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn of(name: &str, numbers: [f64; 4]) -> Account {
        let [kinetic, potential, dissipated, supplied] = numbers;
        Account { name: name.into(), kinetic, potential, dissipated, supplied }
    }

    #[test]
    fn accounts_of_one_item_come_back_together() {
        let folder = Scratch::new("ledger");
        let given = [
            of("a \"quoted\", name", [1.5, 0.0, 0.0, 0.0]),
            of("still", [0.0; 4]),
            of("a \"quoted\", name", [0.0, -2.0, 0.25, 1e-7]),
        ];
        write(folder.path(), &given).unwrap();
        assert_eq!(read(folder.path()).unwrap(), [of("a \"quoted\", name", [1.5, -2.0, 0.25, 1e-7])]);
    }

    #[test]
    fn a_run_without_the_file_has_no_accounts() {
        let folder = Scratch::new("ledger-none");
        assert_eq!(read(folder.path()).unwrap(), []);
    }
}
