//! The rules. No `Env` in here, so that rules can be tested without a host.

/// The sides, by the numbers that are stored and shown. X moves first.
pub const X: u32 = 1;
pub const O: u32 = 2;
pub const NOBODY: u32 = 0;

/// Cells are numbered row by row, 0 to 8.
pub const CELLS: u32 = 9;
/// A set of cells: bit n stands for cell n. In octal, a digit is a row.
pub type CellSet = u16;
pub const ALL_CELLS: CellSet = 0o777;
const LINES: [CellSet; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

/// Do these cells hold three in a line?
pub fn has_line(cells: CellSet) -> bool {
    LINES.iter().any(|line| cells & line == *line)
}
