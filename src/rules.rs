//! The rules of draughts on three bitboards: no `Env`, no allocation.
//!
//! A [`Square`] is one of the 32 dark squares, numbered row by row from Black's side; bit *n* of a
//! bitboard is square *n*. Black (player one) starts on rows 0 to 2 and moves toward row 7. This is
//! the standard notation's board: index *n* is its square *n* + 1.
//!
//! ```
//! use checkers::rules::{English, Position, Rules, Side, Square};
//!
//! let mut position = Position::START;
//! let mut moves = English::legal_moves(position, Side::Black, None);
//! let first = moves.next().unwrap();
//! assert_eq!((first.from.number(), first.to.number()), (9, 13));
//! assert_eq!(moves.count(), 6); // Black has seven first moves
//!
//! // 11-15, 22-18, and Black must capture: 15x22 over the man on 18.
//! let mut play = |side, from, to| {
//!     let [from, to] = [from, to].map(|number| Square::of_number(number).unwrap());
//!     let played = English::resolve(&position, side, from, to).unwrap();
//!     position.play(side, played);
//!     played
//! };
//! play(Side::Black, 11, 15);
//! play(Side::White, 22, 18);
//! let jump = play(Side::Black, 15, 22);
//! assert_eq!(jump.captured.map(Square::number), Some(18));
//! assert_eq!(position.white.count_ones(), 11);
//! ```

#![deny(missing_docs)]

/// Rows and columns of the board.
pub const SIZE: u32 = 8;

/// A side of the game, by its player in the contract's API. Black moves first.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Side {
    /// Player one. Starts on rows 0 to 2, moves toward row 7.
    Black = 1,
    /// Player two. Starts on rows 5 to 7, moves toward row 0.
    White = 2,
}

impl Side {
    /// Black, who moves first, and White.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    /// Of what belongs to Black and what belongs to White, the side's own.
    pub fn own<T>(self, of_black: T, of_white: T) -> T {
        match self {
            Side::Black => of_black,
            Side::White => of_white,
        }
    }

    /// The other side.
    pub fn opponent(self) -> Side {
        self.own(Side::White, Side::Black)
    }

    /// The player of this side in the contract's API: 1 or 2.
    pub const fn player(self) -> u32 {
        self as u32
    }

    /// The side of player 1 or 2.
    pub const fn of_player(player: u32) -> Option<Side> {
        match player {
            1 => Some(Side::Black),
            2 => Some(Side::White),
            _ => None,
        }
    }

    /// The row on which a man of this side is crowned, as a bitboard.
    fn far_row(self) -> u32 {
        self.own(0xF000_0000, 0x0000_000F)
    }
}

/// A dark square, by its index 0 to 31.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 32;

    /// The square of an index 0 to 31.
    pub fn new(index: u8) -> Option<Square> {
        (usize::from(index) < Square::COUNT).then_some(Square(index))
    }

    /// The square of a number 1 to 32 of standard notation.
    pub fn of_number(number: u8) -> Option<Square> {
        Square::new(number.wrapping_sub(1))
    }

    /// The dark square in a row and column (0 to 7 each); `None` for a light one and beyond the board.
    pub fn at(row: u32, col: u32) -> Option<Square> {
        let is_dark = row < SIZE && col < SIZE && (row + col) % 2 == 1;
        is_dark.then(|| Square((row * 4 + col / 2) as u8))
    }

    /// All 32 squares in order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Square::COUNT as u8).map(Square)
    }

    /// The index, 0 to 31.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The number in standard notation, 1 to 32.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The row, 0 to 7.
    pub const fn row(self) -> u32 {
        (self.0 / 4) as u32
    }

    /// The column, 0 to 7.
    pub const fn col(self) -> u32 {
        (self.0 % 4) as u32 * 2 + 1 - self.row() % 2
    }

    /// The index in the 64 cells of the whole board, row by row.
    pub const fn cell(self) -> usize {
        (self.row() * SIZE + self.col()) as usize
    }

    const fn bit(self) -> u32 {
        1 << self.0
    }

    /// The square between two that lie two apart on a diagonal.
    fn between(self, other: Square) -> Option<Square> {
        Square::at(
            (self.row() + other.row()) / 2,
            (self.col() + other.col()) / 2,
        )
    }

    /// How far away a square on a common diagonal is; `None` for any other square.
    pub fn diagonal_distance(self, other: Square) -> Option<u32> {
        let rows = self.row().abs_diff(other.row());
        (rows == self.col().abs_diff(other.col())).then_some(rows)
    }
}

/// The squares of a bitboard, lowest first.
fn squares(mut bits: u32) -> impl Iterator<Item = Square> {
    core::iter::from_fn(move || {
        let square = Square::new(bits.trailing_zeros() as u8)?;
        bits &= bits - 1;
        Some(square)
    })
}

/// Rows 0, 2, 4, 6: their dark squares have odd columns. Column 7 is theirs alone.
const EVEN_ROWS: u32 = 0x0F0F_0F0F;
/// Rows 1, 3, 5, 7: their dark squares have even columns. Column 0 is theirs alone.
const ODD_ROWS: u32 = 0xF0F0_F0F0;
const COLUMN_0: u32 = 0x1010_1010;
const COLUMN_7: u32 = 0x0808_0808;

/// A diagonal direction: whose men go this way, and how every square of a bitboard moves one square on;
/// what would leave the board is gone.
type Direction = (Side, fn(u32) -> u32);

/// Down is toward row 7, right toward column 7.
#[rustfmt::skip]
const DIRECTIONS: [Direction; 4] = [
    // Down left and down right, up left and up right.
    (Side::Black, |bits| (bits & EVEN_ROWS) << 4 | (bits & ODD_ROWS & !COLUMN_0) << 3),
    (Side::Black, |bits| (bits & EVEN_ROWS & !COLUMN_7) << 5 | (bits & ODD_ROWS) << 4),
    (Side::White, |bits| (bits & EVEN_ROWS) >> 4 | (bits & ODD_ROWS & !COLUMN_0) >> 5),
    (Side::White, |bits| (bits & EVEN_ROWS & !COLUMN_7) >> 3 | (bits & ODD_ROWS) >> 4),
];

/// One step or one jump of one piece: what one call of the contract plays.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it lands.
    pub to: Square,
    /// The square of the piece that a jump captures; `None` for a step.
    pub captured: Option<Square>,
}

/// A man or a king.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Rank {
    /// Goes forward.
    Man,
    /// Goes in all four directions.
    King,
}

/// Where the pieces stand: three bitboards.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Position {
    /// The pieces of Black, men and kings.
    pub black: u32,
    /// The pieces of White, men and kings.
    pub white: u32,
    /// The kings of both sides.
    pub kings: u32,
}

impl Position {
    /// The start of a game: twelve men on the three rows nearest to each player.
    pub const START: Position = Position {
        black: 0x0000_0FFF,
        white: 0xFFF0_0000,
        kings: 0,
    };

    /// Puts a man on an empty square.
    pub fn place(&mut self, square: Square, side: Side) {
        *self.pieces_mut(side) |= square.bit();
    }

    /// The pieces of a side as a bitboard.
    pub fn pieces(&self, side: Side) -> u32 {
        side.own(self.black, self.white)
    }

    fn pieces_mut(&mut self, side: Side) -> &mut u32 {
        side.own(&mut self.black, &mut self.white)
    }

    /// The pieces of both sides as a bitboard.
    pub const fn pieces_of_both(&self) -> u32 {
        self.black | self.white
    }

    const fn empty(&self) -> u32 {
        !self.pieces_of_both()
    }

    /// Whose piece stands on a square, if any.
    pub fn side_at(&self, square: Square) -> Option<Side> {
        let stands = |side: &Side| self.pieces(*side) & square.bit() != 0;
        Side::BOTH.into_iter().find(stands)
    }

    /// Does a king stand on the square?
    pub const fn is_king(&self, square: Square) -> bool {
        self.kings & square.bit() != 0
    }

    /// Moves the piece and takes the captured one off the board. Crowning is [`Position::crown`].
    pub fn play(&mut self, side: Side, step_or_jump: Move) {
        let Move { from, to, captured } = step_or_jump;
        let path = from.bit() | to.bit();
        *self.pieces_mut(side) ^= path;
        if self.is_king(from) {
            self.kings ^= path;
        }
        if let Some(square) = captured {
            *self.pieces_mut(side.opponent()) &= !square.bit();
            self.kings &= !square.bit();
        }
    }

    /// Is the piece on this square, of `side`, a man on its far row?
    pub fn must_be_crowned(&self, side: Side, square: Square) -> bool {
        self.pieces(side) & !self.kings & side.far_row() & square.bit() != 0
    }

    /// Makes the piece on the square a king.
    pub fn crown(&mut self, square: Square) {
        self.kings |= square.bit();
    }
}

/// The rules of a game on this board. A variant of draughts implements them anew where it differs: one
/// that changes what may be captured has changed everything that follows from it.
pub trait Rules {
    /// Those pieces of the opponent that the men, or the kings, of a side may capture, as a bitboard:
    /// all of them.
    fn prey(position: &Position, side: Side, _by: Rank) -> u32 {
        position.pieces(side.opponent())
    }

    /// Where the pieces in `pieces`, all of `side`, can step to.
    fn step_landings(position: &Position, side: Side, pieces: u32) -> u32 {
        DIRECTIONS.iter().fold(0, |landings, (forward_for, shift)| {
            let movers = match *forward_for == side {
                true => pieces,
                false => pieces & position.kings,
            };
            landings | shift(movers) & position.empty()
        })
    }

    /// Where the pieces in `pieces`, all of `side`, can land with a jump.
    fn jump_landings(position: &Position, side: Side, pieces: u32) -> u32 {
        let (men, kings) = (pieces & !position.kings, pieces & position.kings);
        let [prey_of_men, prey_of_kings] =
            [Rank::Man, Rank::King].map(|by| Self::prey(position, side, by));
        DIRECTIONS.iter().fold(0, |landings, (forward_for, shift)| {
            let mut over = shift(kings) & prey_of_kings;
            if *forward_for == side {
                over |= shift(men) & prey_of_men;
            }
            landings | shift(over) & position.empty()
        })
    }

    /// Can any piece of the side capture?
    fn can_capture(position: &Position, side: Side) -> bool {
        Self::jump_landings(position, side, position.pieces(side)) != 0
    }

    /// Can the piece on this square, of `side`, capture?
    fn can_capture_from(position: &Position, side: Side, square: Square) -> bool {
        Self::jump_landings(position, side, position.pieces(side) & square.bit()) != 0
    }

    /// Has the side a step or a capture?
    fn can_move(position: &Position, side: Side) -> bool {
        Self::step_landings(position, side, position.pieces(side)) != 0
            || Self::can_capture(position, side)
    }

    /// The step or jump of the side's piece on `from` that lands on `to`, if the piece can do that.
    /// Whether a capture elsewhere forbids the step is not looked at.
    fn resolve(position: &Position, side: Side, from: Square, to: Square) -> Option<Move> {
        let piece = position.pieces(side) & from.bit();
        let captured = if Self::step_landings(position, side, piece) & to.bit() != 0 {
            None
        } else if Self::jump_landings(position, side, piece) & to.bit() != 0 {
            from.between(to)
        } else {
            return None;
        };
        Some(Move { from, to, captured })
    }

    /// Every step and jump that the rules allow a side: captures only where there is one, and of the
    /// piece in `chain` only while a chain is open.
    fn legal_moves(
        position: Position,
        side: Side,
        chain: Option<Square>,
    ) -> impl Iterator<Item = Move> {
        let movers = position.pieces(side) & chain.map_or(u32::MAX, Square::bit);
        let landings = match Self::can_capture(&position, side) {
            true => Self::jump_landings,
            false => Self::step_landings,
        };
        squares(movers).flat_map(move |from| {
            let landings = landings(&position, side, from.bit());
            squares(landings).filter_map(move |to| Self::resolve(&position, side, from, to))
        })
    }

    /// Who has won: a side with no pieces has lost, White looked at first; else a side that can
    /// neither step nor capture has, Black looked at first. Whose turn it is does not matter.
    fn winner(position: &Position) -> Option<Side> {
        if position.white == 0 {
            Some(Side::Black)
        } else if position.black == 0 || !Self::can_move(position, Side::Black) {
            Some(Side::White)
        } else if !Self::can_move(position, Side::White) {
            Some(Side::Black)
        } else {
            None
        }
    }
}

/// English draughts, as the contract plays it: the rules as they stand above.
pub struct English;

impl Rules for English {}
