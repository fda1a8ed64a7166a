//! From the text of an expression to its instructions, by recursive descent of bounded depth.

use std::ops::Range;

use super::{CONNECTIVES, Comparison, Connective, FUNCTIONS, MAX_DEPTH, Step};
use crate::diagnostic::Fault;
use crate::suggest::nearest;
use crate::units::{self, Amount};

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) depth: usize,
    pub(super) steps: Vec<(Step, Range<usize>)>,
    pub(super) is_parameter: &'a dyn Fn(&str) -> bool,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Consumes one of the characters, if it comes next.
    fn take(&mut self, any: &[char]) -> Option<char> {
        self.skip_spaces();
        let next = self.rest().chars().next().filter(|c| any.contains(c))?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn unexpected(&self, label: &str) -> Fault {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        Fault::new("bad-expression", self.at..self.at + length, "the expression cannot be read").label(label)
    }

    fn enter(&mut self) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Fault::new("bad-expression", self.at..self.at, "the expression is nested too deeply")
                .help("split it with parameters"));
        }
        Ok(())
    }

    /// The fault of a text that goes on after a whole expression.
    pub(super) fn no_operator(&self) -> Fault {
        let fault = self.unexpected("an operator was expected here");
        match self.rest().chars().next() {
            Some('=') => fault.help("write `==` to compare"),
            Some('<' | '>' | '!') => fault.help("compare two values at a time, as in `a < b and b < c`"),
            _ => fault,
        }
    }

    /// Conditions connected by `or`, which binds less than `and`, which binds less than `not`.
    pub(super) fn condition(&mut self) -> Result<(), Fault> {
        self.conjunction()?;
        while let Some(at) = self.connective("or") {
            self.conjunction()?;
            self.steps.push((Step::Connect(Connective::Or), at));
        }
        Ok(())
    }

    fn conjunction(&mut self) -> Result<(), Fault> {
        self.negation()?;
        while let Some(at) = self.connective("and") {
            self.negation()?;
            self.steps.push((Step::Connect(Connective::And), at));
        }
        Ok(())
    }

    fn negation(&mut self) -> Result<(), Fault> {
        let Some(at) = self.connective("not") else { return self.comparison() };
        self.enter()?;
        self.negation()?;
        self.depth -= 1;
        self.steps.push((Step::Not, at));
        Ok(())
    }

    /// Consumes a connective, if it comes next.
    fn connective(&mut self, word: &str) -> Option<Range<usize>> {
        self.skip_spaces();
        let start = self.at;
        (self.word() == word).then(|| {
            self.at += word.len();
            start..self.at
        })
    }

    /// An arithmetic expression, or two of them compared.
    fn comparison(&mut self) -> Result<(), Fault> {
        let first = self.steps.len();
        self.sum()?;
        self.skip_spaces();
        let operator = Comparison::ALL.into_iter().find(|(symbol, _)| self.rest().starts_with(symbol));
        let Some((symbol, comparison)) = operator else { return Ok(()) };
        let at = self.at..self.at + symbol.len();
        self.at = at.end;
        let second = self.steps.len();
        self.sum()?;
        let ends = [(first, second), (second, self.steps.len())];
        for (from, _) in ends.into_iter().filter(|(from, to)| from + 1 == *to) {
            if let Step::Quoted(text) = &self.steps[from].0 {
                self.steps[from].0 = Step::Word(text.as_str().into());
            }
        }
        self.steps.push((Step::Compare(comparison), at));
        Ok(())
    }

    fn sum(&mut self) -> Result<(), Fault> {
        self.enter()?;
        self.product()?;
        while let Some(operator) = self.take(&['+', '-']) {
            let at = self.at - 1..self.at;
            self.product()?;
            self.steps.push((Step::Operate(operator), at));
        }
        self.depth -= 1;
        Ok(())
    }

    fn product(&mut self) -> Result<(), Fault> {
        self.signed()?;
        while let Some(operator) = self.take(&['*', '·', '/']) {
            let at = self.at - 1..self.at;
            self.signed()?;
            self.steps.push((Step::Operate(if operator == '/' { '/' } else { '*' }), at));
        }
        Ok(())
    }

    /// A sign binds less than a power: `-2^2` is −4.
    fn signed(&mut self) -> Result<(), Fault> {
        self.enter()?;
        match self.take(&['-', '+']) {
            Some('-') => {
                let at = self.at - 1..self.at;
                self.signed()?;
                self.steps.push((Step::Negate, at));
            }
            Some(_) => self.signed()?,
            None => {
                self.atom()?;
                if self.take(&['^']).is_some() {
                    let at = self.at - 1..self.at;
                    self.signed()?;
                    self.steps.push((Step::Operate('^'), at));
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn atom(&mut self) -> Result<(), Fault> {
        if self.take(&['(']).is_some() {
            self.condition()?;
            return self.close();
        }
        let start = self.at;
        if self.take(&['\'']).is_some() {
            let Some(end) = self.rest().find('\'') else {
                return Err(self.unexpected("`'` was expected after the name"));
            };
            let name = self.rest()[..end].to_owned();
            self.at += end + 1;
            self.steps.push((Step::Quoted(name), start..self.at));
            return Ok(());
        }
        let length = units::number_length(self.rest());
        if length > 0 {
            self.at += length;
            self.unit()?;
            let amount = units::scaled(&self.text[start..self.at], length).map_err(|fault| fault.moved(start))?;
            self.steps.push((Step::Push(amount), start..self.at));
            return Ok(());
        }
        let word = self.word();
        if word.is_empty() || CONNECTIVES.contains(&word) {
            let fault = self.unexpected("a number, a name or `(` was expected here");
            return Err(if self.rest().starts_with('"') { fault.help("write it in single quotes") } else { fault });
        }
        self.at += word.len();
        if !self.rest().trim_start().starts_with('(') {
            let step = match word {
                "pi" => Step::Push(Amount::number(std::f64::consts::PI)),
                _ => Step::Name(word.to_owned()),
            };
            self.steps.push((step, start..self.at));
            return Ok(());
        }
        let Some(function) = FUNCTIONS.iter().find(|f| **f == word) else {
            let fault = Fault::new("unknown-function", start..self.at, format!("there is no function `{word}`"));
            return Err(match nearest(word, FUNCTIONS.iter().copied()) {
                Some(near) => fault.help(format!("did you mean `{near}`?")),
                None => fault.help(format!("the functions are {}", FUNCTIONS.join(", "))),
            });
        };
        self.take(&['(']);
        let mut count = 0;
        if !self.rest().trim_start().starts_with(')') {
            self.condition()?;
            count = 1;
            while self.take(&[',']).is_some() {
                self.condition()?;
                count += 1;
            }
        }
        self.close()?;
        self.steps.push((Step::Call(function, count), start..self.at));
        Ok(())
    }

    fn close(&mut self) -> Result<(), Fault> {
        match self.take(&[')']) {
            Some(_) => Ok(()),
            None => Err(self.unexpected("`)` was expected here")),
        }
    }

    fn word(&self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Consumes the unit after a number: words with their powers, and divisors written without spaces.
    fn unit(&mut self) -> Result<(), Fault> {
        let mut end = self.at;
        loop {
            self.skip_spaces();
            let at = self.at;
            let symbol = &self.rest()[..symbol_length(self.rest())];
            if symbol.is_empty() || CONNECTIVES.contains(&symbol) {
                break;
            }
            if !units::is_unit(symbol) {
                let word = self.word();
                let known = (self.is_parameter)(word) || FUNCTIONS.contains(&word) || word == "pi";
                let fault = units::unknown(if known { word } else { symbol }, at);
                return Err(if known { fault.help("write `*` between a number and a name") } else { fault });
            }
            self.at += symbol.len();
            self.unit_power()?;
            end = self.at;
            while let Some(length) = self.divisor()? {
                self.at += length;
                self.unit_power()?;
                end = self.at;
            }
        }
        self.at = end;
        Ok(())
    }

    fn unit_power(&mut self) -> Result<(), Fault> {
        self.at += units::power(self.rest()).1;
        if self.rest().starts_with('^') {
            return Err(self
                .unexpected("the power of a unit is one digit")
                .help("to raise the whole amount, put it in parentheses: `(5 mm)^x`"));
        }
        Ok(())
    }

    /// The length of `/unit` or `/(unit unit)`, if that is what comes next.
    fn divisor(&self) -> Result<Option<usize>, Fault> {
        let Some(rest) = self.rest().strip_prefix('/') else { return Ok(None) };
        let group = rest.strip_prefix('(').and_then(|inside| inside.split_once(')')).map(|(inside, _)| inside);
        let body = group.unwrap_or(&rest[..symbol_length(rest)]);
        let words = || body.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '%' || c == '°'));
        let symbols: Vec<&str> = words().filter(|w| !w.is_empty() && w.parse::<u8>().is_err()).collect();
        if symbols.is_empty() || body.contains(['+', '(']) || !symbols.iter().all(|s| units::is_unit(s)) {
            return Ok(None);
        }
        if let Some(both) = symbols.iter().find(|s| (self.is_parameter)(s)) {
            let end = self.at + 1 + body.len();
            return Err(Fault::new("ambiguous-unit", self.at..end, format!("`{both}` is a unit and a parameter"))
                .label("which of the two is meant?")
                .help("put spaces around `/` to divide by the parameter, or rename it"));
        }
        Ok(Some(1 + body.len() + if group.is_some() { 2 } else { 0 }))
    }
}

/// As in units, except for the digit 1, which starts a number here.
fn symbol_length(text: &str) -> usize {
    if text.starts_with('1') { 0 } else { units::symbol_length(text) }
}
