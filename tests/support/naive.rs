//! The rules of draughts once more, the slow and obvious way: 64 cells, and every question answered
//! by looking at pairs of cells. It shares nothing with the crate, so that each can find the other's
//! mistakes.

/// A row and a column.
pub type Cell = (u32, u32);

pub const NOT_A_PLAYER: u32 = 3;
pub const WRONG_TURN: u32 = 4;
pub const NOT_YOUR_PIECE: u32 = 5;
pub const DESTINATION_OCCUPIED: u32 = 6;
pub const ILLEGAL_MOVE: u32 = 7;
pub const MUST_CAPTURE: u32 = 8;
pub const GAME_OVER: u32 = 9;
pub const OUT_OF_BOUNDS: u32 = 10;
pub const CHAIN_CAPTURE_PIECE_MISMATCH: u32 = 11;
pub const NOT_DARK_SQUARE: u32 = 12;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Status {
    Active,
    Finished,
}

/// One step, or one jump over a cell.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Hop {
    pub from: Cell,
    pub to: Cell,
    pub over: Option<Cell>,
}

/// A game: what the contract shows of one, and the open chain.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Naive {
    /// Row by row: 0 empty, 1 and 2 man and king of player one, -1 and -2 of player two.
    pub cells: [i32; 64],
    pub player_to_move: u32,
    pub move_number: u32,
    /// Where the piece stands that must jump on.
    pub chain: Option<Cell>,
    pub status: Status,
    /// 0 while there is none.
    pub winner: u32,
}

/// The 64 cells of a picture: `.` empty, `o` and `O` man and king of player one, `x` and `X` of
/// player two. Row 0 is on top. White space does not count.
pub fn cells(picture: &str) -> [i32; 64] {
    let marks = picture.chars().filter(|mark| !mark.is_whitespace());
    let cells: Vec<i32> = marks
        .map(|mark| match mark {
            '.' => 0,
            'o' => 1,
            'O' => 2,
            'x' => -1,
            'X' => -2,
            _ => panic!("{mark:?} in a picture"),
        })
        .collect();
    cells.try_into().expect("a picture of 64 cells")
}

/// The picture of 64 cells, a line a row.
pub fn picture(cells: &[i32; 64]) -> String {
    let mark = |cell: &i32| match cell {
        0 => '.',
        1 => 'o',
        2 => 'O',
        -1 => 'x',
        -2 => 'X',
        _ => panic!("a cell of {cell}"),
    };
    let row = |row: &[i32]| row.iter().map(mark).chain(['\n']).collect::<String>();
    cells.chunks(8).map(row).collect()
}

fn other(player: u32) -> u32 {
    3 - player
}

fn is_dark((row, col): Cell) -> bool {
    (row + col) % 2 == 1
}

fn all_cells() -> impl Iterator<Item = Cell> {
    (0..8).flat_map(|row| (0..8).map(move |col| (row, col)))
}

/// The cells at most two rows and two columns away: nothing goes further in one hop.
fn around((row, col): Cell) -> impl Iterator<Item = Cell> {
    let near = |middle: u32| middle.saturating_sub(2)..=(middle + 2).min(7);
    near(row).flat_map(move |row| near(col).map(move |col| (row, col)))
}

impl Naive {
    /// A new game.
    pub fn start() -> Naive {
        let mut cells = [0; 64];
        for (row, col) in all_cells().filter(|&cell| is_dark(cell)) {
            cells[(row * 8 + col) as usize] = match row {
                0..=2 => 1,
                5..=7 => -1,
                _ => 0,
            };
        }
        Naive::with(cells, 1)
    }

    /// A game that stands like this, at move 1 and with no chain open.
    pub fn with(cells: [i32; 64], player_to_move: u32) -> Naive {
        Naive {
            cells,
            player_to_move,
            move_number: 1,
            chain: None,
            status: Status::Active,
            winner: 0,
        }
    }

    /// What stands on a cell.
    pub fn cell(&self, (row, col): Cell) -> i32 {
        self.cells[(row * 8 + col) as usize]
    }

    fn set(&mut self, (row, col): Cell, piece: i32) {
        self.cells[(row * 8 + col) as usize] = piece;
    }

    /// Whose piece stands on a cell: 0 for nobody's.
    pub fn owner(&self, cell: Cell) -> u32 {
        match self.cell(cell) {
            0 => 0,
            piece if piece > 0 => 1,
            _ => 2,
        }
    }

    /// The hop of this player's piece between two cells, if the piece can make it. Whether a capture
    /// elsewhere forbids it is not looked at.
    pub fn hop(&self, player: u32, from: Cell, to: Cell) -> Option<Hop> {
        if self.owner(from) != player || self.cell(to) != 0 {
            return None;
        }
        let is_king = self.cell(from).abs() == 2;
        let goes_forward = if player == 1 {
            to.0 > from.0
        } else {
            to.0 < from.0
        };
        if !is_king && !goes_forward {
            return None;
        }
        match (from.0.abs_diff(to.0), from.1.abs_diff(to.1)) {
            (1, 1) => Some(Hop {
                from,
                to,
                over: None,
            }),
            (2, 2) => {
                let between = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
                let over = Some(between);
                (self.owner(between) == other(player)).then_some(Hop { from, to, over })
            }
            _ => None,
        }
    }

    fn hops_from(&self, player: u32, from: Cell) -> impl Iterator<Item = Hop> + '_ {
        around(from).filter_map(move |to| self.hop(player, from, to))
    }

    fn hops(&self, player: u32) -> impl Iterator<Item = Hop> + '_ {
        all_cells().flat_map(move |from| self.hops_from(player, from))
    }

    /// Can the player's piece on a cell capture?
    pub fn can_capture_from(&self, player: u32, from: Cell) -> bool {
        self.hops_from(player, from).any(|hop| hop.over.is_some())
    }

    /// Can any piece of the player capture?
    pub fn can_capture(&self, player: u32) -> bool {
        self.hops(player).any(|hop| hop.over.is_some())
    }

    /// Has the player a step or a capture?
    pub fn can_move(&self, player: u32) -> bool {
        self.hops(player).next().is_some()
    }

    /// What the player to move may play, in the order of the cells.
    pub fn legal_hops(&self) -> Vec<Hop> {
        let player = self.player_to_move;
        let must_capture = self.can_capture(player);
        let mut hops: Vec<Hop> = self
            .hops(player)
            .filter(|hop| self.chain.is_none_or(|chain| hop.from == chain))
            .filter(|hop| hop.over.is_some() || !must_capture)
            .collect();
        hops.sort();
        hops
    }

    /// Moves the piece, removes the captured one, and crowns. Tells whether it has crowned.
    pub fn apply(&mut self, hop: Hop) -> bool {
        let piece = self.cell(hop.from);
        self.set(hop.from, 0);
        if let Some(captured) = hop.over {
            self.set(captured, 0);
        }
        let crowned = piece == 1 && hop.to.0 == 7 || piece == -1 && hop.to.0 == 0;
        self.set(hop.to, if crowned { 2 * piece } else { piece });
        crowned
    }

    /// Who has won with the pieces standing like this: 0 for nobody yet.
    pub fn decided(&self) -> u32 {
        let pieces_of = |player| {
            all_cells()
                .filter(|&cell| self.owner(cell) == player)
                .count()
        };
        if pieces_of(2) == 0 {
            1
        } else if pieces_of(1) == 0 || !self.can_move(1) {
            2
        } else if !self.can_move(2) {
            1
        } else {
            0
        }
    }

    /// One call of `submit_move` on a game that has been set up, by player 1, player 2, or a
    /// stranger (any other number). A refusal is the code of the error. That one address may play
    /// both sides is not modelled.
    pub fn submit(
        &mut self,
        player: u32,
        from_row: u32,
        from_col: u32,
        to_row: u32,
        to_col: u32,
    ) -> Result<(), u32> {
        let (from, to) = ((from_row, from_col), (to_row, to_col));
        if self.status == Status::Finished {
            return Err(GAME_OVER);
        }
        if player != 1 && player != 2 {
            return Err(NOT_A_PLAYER);
        }
        if player != self.player_to_move {
            return Err(WRONG_TURN);
        }
        if from_row > 7 || from_col > 7 || to_row > 7 || to_col > 7 {
            return Err(OUT_OF_BOUNDS);
        }
        if !is_dark(to) {
            return Err(NOT_DARK_SQUARE);
        }
        if self.chain.is_some_and(|chain| chain != from) {
            return Err(CHAIN_CAPTURE_PIECE_MISMATCH);
        }
        if self.owner(from) != player {
            return Err(NOT_YOUR_PIECE);
        }
        let distance = from_row.abs_diff(to_row);
        if distance != from_col.abs_diff(to_col) || (distance != 1 && distance != 2) {
            return Err(ILLEGAL_MOVE);
        }
        if self.cell(to) != 0 {
            return Err(DESTINATION_OCCUPIED);
        }
        let Some(hop) = self.hop(player, from, to) else {
            return Err(ILLEGAL_MOVE);
        };
        if hop.over.is_none() && self.can_capture(player) {
            return Err(MUST_CAPTURE);
        }

        self.apply(hop);
        let jumps_on = hop.over.is_some() && self.can_capture_from(player, to);
        self.chain = jumps_on.then_some(to);
        self.winner = self.decided();
        if self.winner != 0 {
            self.status = Status::Finished;
            self.chain = None;
        } else if !jumps_on {
            self.player_to_move = other(player);
            self.move_number += 1;
        }
        Ok(())
    }

    /// One call of `submit_move` by the official rules: the checks are the same, a crowning ends the
    /// move, and only a side that is to move loses.
    pub fn submit_official(
        &mut self,
        player: u32,
        from_row: u32,
        from_col: u32,
        to_row: u32,
        to_col: u32,
    ) -> Result<(), u32> {
        self.clone()
            .submit(player, from_row, from_col, to_row, to_col)?;
        let to = (to_row, to_col);
        let hop = self.hop(player, (from_row, from_col), to).unwrap();
        let crowned = self.apply(hop);
        let jumps_on = hop.over.is_some() && !crowned && self.can_capture_from(player, to);
        self.chain = jumps_on.then_some(to);
        if jumps_on {
            return Ok(());
        }
        if self.can_move(other(player)) {
            self.player_to_move = other(player);
            self.move_number += 1;
        } else {
            self.status = Status::Finished;
            self.winner = player;
        }
        Ok(())
    }

    /// The state as the recorded games write it.
    pub fn notation(&self) -> String {
        let cells = picture(&self.cells).replace('\n', "");
        let status = match self.status {
            Status::Active => 'A',
            Status::Finished => 'F',
        };
        let Naive {
            player_to_move,
            move_number,
            winner,
            ..
        } = self;
        format!("{cells}|{player_to_move}|{move_number}|{status}|{winner}")
    }
}
