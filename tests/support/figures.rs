//! A table of figures as a text file: one row a line, so that a change shows in a diff.

use std::fmt::Write;

/// More than this above its budget, and a figure is refused.
const TOLERANCE_ABOVE: f64 = 0.02;
/// More than this below its budget, and the budget must be tightened.
const TOLERANCE_BELOW: f64 = 0.05;

/// Named rows of numbers.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Where the figures come from: a line.
    pub origin: String,
    /// What the numbers of a row are.
    pub columns: Vec<String>,
    /// The rows, in order. A row may be shorter than the columns.
    pub rows: Vec<(String, Vec<f64>)>,
}

impl Figures {
    /// A table without rows.
    pub fn new(origin: &str, columns: &[&str]) -> Figures {
        Figures {
            origin: origin.into(),
            columns: columns.iter().map(|&column| column.into()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn push(&mut self, name: &str, numbers: &[f64]) {
        assert!(numbers.len() <= self.columns.len(), "{name}");
        self.rows.push((name.into(), numbers.into()));
    }

    /// A number by its row and its column.
    pub fn get(&self, row: &str, column: &str) -> f64 {
        self.find(row, column).unwrap()
    }

    /// The same, where there may be no such row.
    pub fn find(&self, row: &str, column: &str) -> Option<f64> {
        let (_, numbers) = self.rows.iter().find(|(name, _)| name == row)?;
        Some(numbers[self.columns.iter().position(|c| c == column).unwrap()])
    }

    /// Reads what [`Figures::text`] has written.
    pub fn parse(text: &str) -> Figures {
        let mut lines = text.lines();
        let origin = lines.next().unwrap().trim_start_matches("# ");
        let columns: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
        let mut figures = Figures::new(origin, &columns);
        for line in lines {
            let mut words = line.split_whitespace();
            let name = words.next().unwrap();
            let numbers: Vec<f64> = words.map(|word| word.parse().unwrap()).collect();
            figures.push(name, &numbers);
        }
        figures
    }

    /// The origin, the columns, the rows.
    pub fn text(&self) -> String {
        format!("# {}\n{}", self.origin, self.table())
    }

    /// The columns and the rows.
    pub fn table(&self) -> String {
        let width = self.rows.iter().map(|(name, _)| name.len()).max();
        let width = width.unwrap_or_default();
        let mut text = " ".repeat(width);
        for column in &self.columns {
            write!(text, " {column:>15}").unwrap();
        }
        text.push('\n');
        for (name, numbers) in &self.rows {
            write!(text, "{name:<width$}").unwrap();
            for number in numbers {
                write!(text, " {:>15}", shown(*number)).unwrap();
            }
            text.push('\n');
        }
        text
    }

    /// Each number over that of the other table; 1 where both are nothing.
    pub fn over(&self, other: &Figures) -> Figures {
        let mut quotients = self.clone();
        for ((_, numbers), (_, others)) in quotients.rows.iter_mut().zip(&other.rows) {
            for (number, other) in numbers.iter_mut().zip(others) {
                *number = if number == other { 1. } else { *number / other };
            }
        }
        quotients
    }

    /// Where these figures, as measured, part from their budgets. Nothing else than the tolerances
    /// is forgiven: a row or a column too many or too few is told as well.
    pub fn against(&self, budgets: &Figures) -> Vec<String> {
        let names = |figures: &Figures| -> Vec<String> {
            figures.rows.iter().map(|(name, _)| name.clone()).collect()
        };
        if self.columns != budgets.columns || names(self) != names(budgets) {
            return vec!["the rows and columns are not those of the budgets".into()];
        }
        let mut complaints = Vec::new();
        for ((name, numbers), (_, limits)) in self.rows.iter().zip(&budgets.rows) {
            for ((column, number), limit) in self.columns.iter().zip(numbers).zip(limits) {
                let (above, below) = (
                    number > &(limit * (1. + TOLERANCE_ABOVE)),
                    number < &(limit * (1. - TOLERANCE_BELOW)),
                );
                let verdict = match (above, below) {
                    (true, _) => "over its budget of",
                    (_, true) => "far under its budget, to be tightened, of",
                    _ => continue,
                };
                complaints.push(format!(
                    "{name}, {column}: {} is {verdict} {}",
                    shown(*number),
                    shown(*limit)
                ));
            }
        }
        complaints
    }
}

/// A whole number, or one with three decimals if it is small and not whole.
pub fn shown(number: f64) -> String {
    if number < 100. && (number - number.round()).abs() >= 0.0005 {
        format!("{number:.3}")
    } else {
        format!("{number:.0}")
    }
}
