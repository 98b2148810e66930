//! Match play once more, the slow and obvious way, on top of the naive rules: every position since
//! the start is kept, and every question answered by looking at them. Shares nothing with the crate.

use super::naive::{Hop, Naive, Status, GAME_OVER, NOT_A_PLAYER, WRONG_TURN};

pub const YOUR_TURN: u32 = 20;
pub const NO_CLOCK: u32 = 21;
pub const TIME_NOT_UP: u32 = 22;
pub const NO_DRAW_TO_CLAIM: u32 = 23;
pub const DRAW_OFFER_STANDS: u32 = 24;

/// A match between players 1 and 2; any other number is a stranger.
#[derive(Clone, Debug)]
pub struct Referee {
    pub game: Naive,
    /// By the official rules?
    pub official: bool,
    /// Who has offered a draw, 0 for nobody.
    pub offer: u32,
    /// Seconds for a move, 0 for no clock.
    pub move_seconds: u64,
    /// When the turn was passed.
    pub turn_passed: u64,
    /// The cells and the player to move each time the turn was passed, and at the start.
    positions: Vec<([i32; 64], u32)>,
    /// Moves since the last capture or move of a man.
    pub quiet_moves: u32,
}

impl Referee {
    pub fn new(game: Naive, official: bool, move_seconds: u64, now: u64) -> Referee {
        Referee {
            positions: vec![(game.cells, game.player_to_move)],
            game,
            official,
            offer: 0,
            move_seconds,
            turn_passed: now,
            quiet_moves: 0,
        }
    }

    fn check(&self, player: u32) -> Result<(), u32> {
        if self.game.status == Status::Finished {
            Err(GAME_OVER)
        } else if player != 1 && player != 2 {
            Err(NOT_A_PLAYER)
        } else {
            Ok(())
        }
    }

    fn end(&mut self, winner: u32) -> Result<(), u32> {
        self.game.status = Status::Finished;
        self.game.winner = winner;
        self.game.chain = None;
        self.offer = 0;
        Ok(())
    }

    pub fn submit(&mut self, player: u32, [a, b, c, d]: [u32; 4], now: u64) -> Result<(), u32> {
        let before = self.game.clone();
        if self.official {
            self.game.submit_official(player, a, b, c, d)?;
        } else {
            self.game.submit(player, a, b, c, d)?;
        }
        let is_king = before.cell((a, b)).abs() == 2;
        let captures = a.abs_diff(c) == 2;
        self.quiet_moves = if is_king && !captures {
            self.quiet_moves + 1
        } else {
            0
        };
        let is_over = self.game.status == Status::Finished;
        if is_over || self.offer != player {
            self.offer = 0;
        }
        if self.game.move_number > before.move_number {
            self.turn_passed = now;
            let position = (self.game.cells, self.game.player_to_move);
            self.positions.push(position);
        }
        Ok(())
    }

    pub fn resign(&mut self, player: u32) -> Result<(), u32> {
        self.check(player)?;
        self.end(3 - player)
    }

    pub fn agree_draw(&mut self, player: u32) -> Result<(), u32> {
        self.check(player)?;
        if self.offer == player {
            return Err(DRAW_OFFER_STANDS);
        }
        if self.offer == 3 - player {
            return self.end(0);
        }
        self.offer = player;
        Ok(())
    }

    /// How often the game has stood as it does.
    pub fn standings(&self) -> usize {
        let now = (self.game.cells, self.game.player_to_move);
        let same = self.positions.iter().filter(|&&position| position == now);
        same.count()
    }

    pub fn claim_draw(&mut self, player: u32) -> Result<(), u32> {
        self.check(player)?;
        if player != self.game.player_to_move {
            return Err(WRONG_TURN);
        }
        let stands = self.game.chain.is_none() && self.standings() >= 3;
        if self.quiet_moves < 80 && !stands {
            return Err(NO_DRAW_TO_CLAIM);
        }
        self.end(0)
    }

    pub fn claim_win(&mut self, player: u32, now: u64) -> Result<(), u32> {
        self.check(player)?;
        if player == self.game.player_to_move {
            return Err(YOUR_TURN);
        }
        if self.move_seconds == 0 {
            return Err(NO_CLOCK);
        }
        if now < self.turn_passed + self.move_seconds {
            return Err(TIME_NOT_UP);
        }
        self.end(player)
    }

    pub fn legal_moves(&self) -> Vec<Hop> {
        if self.game.status == Status::Finished {
            return Vec::new();
        }
        self.game.legal_hops()
    }
}
