//! The contract through its API, on the SDK's own host: errors and their order, authorisation, time to
//! live, what is stored, recorded games and real matches.

mod support;

use checkers::errors::CheckersError::{self, *};
use checkers::views::GameStatus;
use checkers::CheckersContract;
use soroban_sdk::testutils::{
    Address as _, AuthorizedFunction, AuthorizedInvocation, MockAuth, MockAuthInvoke,
};
use soroban_sdk::xdr::{
    InvokeContractArgs, ScVal, SorobanAuthorizationEntry, SorobanAuthorizedFunction,
    SorobanAuthorizedInvocation, SorobanCredentials, VecM,
};
use soroban_sdk::{symbol_short, Address, Bytes, Env, IntoVal, Map, Symbol, TryFromVal, Val};
use support::naive::{cells, Naive, Status};
use support::{real_matches, recorded_games, set_public_network_lifetimes, Table, CONSTRUCTOR};

const BLACK: usize = 1;
const WHITE: usize = 2;
const STRANGER: usize = 3;

// Recorded games and real matches.

#[cfg(not(feature = "official-rules"))] // By the rules of the core.
#[test]
fn recorded_games_are_played_call_by_call() {
    for file in ["transitional.jsonl", "chain-step.jsonl"] {
        for game in recorded_games(file) {
            Table::native().play(&game);
        }
    }
}

#[test]
fn real_matches_are_played_to_the_number_of_moves_given() {
    // The numbers are those of the core's rules. By the official ones all are played: official_rules.rs.
    if cfg!(feature = "official-rules") {
        return;
    }
    let matches = real_matches();
    assert_eq!(matches.len(), 67);
    for (i, game) in matches.iter().enumerate() {
        let table = Table::quiet().started();
        assert_eq!(table.play_match(game), game.accepted, "match {i}");
        let turn = table.client.get_state().turn;
        if game.accepted == game.turns.len() {
            // No match stops inside a chain, and none is lost on the board before its last move.
            let finished = table.client.get_state().status.status == GameStatus::Finished;
            let expected = 1 + game.accepted as u32 - u32::from(finished);
            assert_eq!(turn.move_number, expected, "match {i}");
        } else {
            // The piece crowned by the last jump can jump on: its player is to move still.
            assert_eq!(turn.move_number, game.accepted as u32, "match {i}");
            assert_eq!(
                turn.current_player as usize,
                1 + (game.accepted - 1) % 2,
                "match {i}"
            );
        }
    }
}

// Errors and their order.

fn game(picture: &str) -> Naive {
    Naive::with(cells(picture), 1)
}

/// Black has a man that can jump, from (2, 1), and others; a man of White is on (3, 2).
fn capture() -> Naive {
    game(
        "...o.o..
         o.......
         .o......
         ..x.....
         ........
         ........
         .x...x..
         x.......",
    )
}

/// Black has jumped to (4, 3) and must go on over (5, 4).
fn chain() -> Naive {
    Naive {
        chain: Some((4, 3)),
        ..game(
            ".....o..
             ......o.
             ........
             ..o.....
             ...o....
             ....x...
             ........
             x.......",
        )
    }
}

fn finished() -> Naive {
    Naive {
        status: Status::Finished,
        winner: 1,
        ..game(
            "........
             ........
             .o......
             ........
             ........
             ........
             ........
             ........",
        )
    }
}

/// A call that must be refused, and must change nothing: no stored byte, no time to live.
#[track_caller]
fn refused(table: &Table, player: usize, squares: [u32; 4]) -> CheckersError {
    // So long that a write would extend the life.
    table.wait(table.lifetime().saturating_sub(1_000));
    let before = (table.stored(), table.lifetime());
    let error = table.submit(player, squares).expect_err("refused");
    assert!(
        before == (table.stored(), table.lifetime()),
        "{error:?} to {squares:?} has changed something"
    );
    error
}

/// For each two neighbours in the order of the checks: a call that both would refuse, and the error.
#[test]
fn the_first_check_that_fails_gives_the_error() {
    let start = Naive::start;
    #[rustfmt::skip]
    let calls = [
        // Finished, and not a player; the one to move and everything else is wrong as well.
        (finished(), STRANGER, [2, 1, 3, 0], GameOver),
        (finished(), WHITE, [9, 9, 9, 9], GameOver),
        // A stranger is never the one to move.
        (start(), STRANGER, [2, 1, 3, 0], NotAPlayer),
        (start(), STRANGER, [9, 9, 9, 9], NotAPlayer),
        // Not to move, and beyond the board.
        (start(), WHITE, [8, 1, 3, 0], WrongTurn),
        // Beyond the board, where the landing square would be a light one.
        (start(), BLACK, [2, 1, 8, 8], OutOfBounds),
        (start(), BLACK, [8, 1, 3, 1], OutOfBounds),
        // A light landing square, and not the piece of the chain.
        (chain(), BLACK, [3, 2, 4, 2], NotDarkSquare),
        // Not the piece of the chain, and an empty, a light, and an opponent's square.
        (chain(), BLACK, [3, 4, 4, 5], ChainCapturePieceMismatch),
        (chain(), BLACK, [3, 3, 4, 5], ChainCapturePieceMismatch),
        (chain(), BLACK, [5, 4, 6, 5], ChainCapturePieceMismatch),
        // An empty, a light, and an opponent's square, and not a diagonal of one or two.
        (start(), BLACK, [3, 0, 4, 7], NotYourPiece),
        (start(), BLACK, [2, 2, 4, 7], NotYourPiece),
        (start(), BLACK, [5, 0, 4, 7], NotYourPiece),
        // Not a diagonal of one or two, and a taken landing square.
        (start(), BLACK, [1, 0, 1, 2], IllegalMove),
        (start(), BLACK, [1, 0, 5, 4], IllegalMove),
        (start(), BLACK, [2, 1, 2, 1], IllegalMove),
        // A taken landing square, and not the way of a man.
        (start(), BLACK, [2, 1, 1, 2], DestinationOccupied),
        (start(), BLACK, [2, 1, 0, 3], DestinationOccupied),
        // Not the way of a man, and a capture elsewhere.
        (capture(), BLACK, [1, 0, 0, 1], IllegalMove),
        (capture(), BLACK, [0, 5, 2, 7], IllegalMove),
    ];
    let table = Table::native().started();
    for (game, player, squares, error) in calls {
        table.store(&game);
        assert_eq!(refused(&table, player, squares), error, "{squares:?}");
    }
}

/// The same checks one by one, with as little else wrong as can be.
#[test]
fn each_check_gives_its_error() {
    let start = Naive::start;
    #[rustfmt::skip]
    let calls = [
        (finished(), BLACK, [2, 1, 3, 0], GameOver),
        (start(), STRANGER, [2, 1, 3, 0], NotAPlayer),
        (start(), WHITE, [2, 1, 3, 0], WrongTurn),
        (start(), BLACK, [2, 1, 3, 8], OutOfBounds),
        (start(), BLACK, [2, 1, 3, 1], NotDarkSquare),
        (chain(), BLACK, [3, 2, 4, 1], ChainCapturePieceMismatch),
        (start(), BLACK, [3, 2, 4, 1], NotYourPiece),
        (start(), BLACK, [5, 2, 4, 1], NotYourPiece),
        (start(), BLACK, [2, 1, 4, 1], IllegalMove),
        (start(), BLACK, [1, 2, 2, 1], DestinationOccupied),
        (start(), BLACK, [2, 1, 4, 3], IllegalMove),
        (capture(), BLACK, [0, 3, 1, 2], MustCapture),
        // The piece of the chain itself must not step.
        (chain(), BLACK, [4, 3, 5, 2], MustCapture),
    ];
    let table = Table::native().started();
    for (game, player, squares, error) in calls {
        table.store(&game);
        assert_eq!(refused(&table, player, squares), error, "{squares:?}");
    }
}

#[test]
fn without_a_game_every_call_but_init_game_is_refused() {
    let table = Table::native();
    let before = table.stored();
    for (player, squares) in [
        (BLACK, [2, 1, 3, 0]),
        (STRANGER, [2, 1, 3, 0]),
        (WHITE, [u32::MAX; 4]),
    ] {
        assert_eq!(table.submit(player, squares), Err(NotInitialised));
    }
    let client = &table.client;
    assert_eq!(client.try_get_state(), Err(Ok(NotInitialised)));
    assert_eq!(client.try_get_board(), Err(Ok(NotInitialised)));
    assert_eq!(client.try_get_current_player(), Err(Ok(NotInitialised)));
    assert_eq!(before, table.stored());
}

#[test]
fn a_game_is_set_up_once() {
    let table = Table::native().started();
    table.submit(BLACK, [2, 1, 3, 0]).unwrap();
    for game in [None, Some(finished())] {
        if let Some(game) = game {
            table.store(&game);
        }
        table.wait(table.lifetime() - 1_000);
        let before = (table.stored(), table.lifetime());
        let again = table
            .client
            .try_init_game(table.player(WHITE), table.player(STRANGER));
        assert_eq!(again, Err(Ok(AlreadyInitialised)));
        assert!(before == (table.stored(), table.lifetime()));
    }
}

#[test]
fn indexes_beyond_the_board_are_refused_in_each_place() {
    let table = Table::native().started();
    let beyond = [
        8,
        9,
        10,
        15,
        16,
        255,
        256,
        257,
        258,
        65_535,
        65_536,
        65_538,
        i32::MAX as u32,
        1 << 31,
        (1 << 31) + 2,
        u32::MAX - 1,
        u32::MAX,
    ];
    for index in beyond {
        // Every choice of the four places but none.
        for places in 1..16 {
            let mut squares = [2, 1, 3, 0];
            for place in (0..4).filter(|place| places >> place & 1 == 1) {
                squares[place] = index;
            }
            assert_eq!(
                table.submit(BLACK, squares),
                Err(OutOfBounds),
                "{squares:?}"
            );
        }
    }
    assert_eq!(refused(&table, BLACK, [u32::MAX; 4]), OutOfBounds);
    table.submit(BLACK, [2, 1, 3, 0]).unwrap();
}

// Authorisation. The host is told who signs what, and mocks nothing.

/// A call of `submit_move` as it is signed.
fn signed(table: &Table, player: &Address, squares: [u32; 4]) -> SorobanAuthorizedInvocation {
    let [from_row, from_col, to_row, to_col] = squares;
    let mut args = vec![ScVal::Address(player.into())];
    args.extend([from_row, from_col, to_row, to_col].map(ScVal::U32));
    SorobanAuthorizedInvocation {
        function: SorobanAuthorizedFunction::ContractFn(InvokeContractArgs {
            contract_address: (&table.contract).into(),
            function_name: "submit_move".try_into().unwrap(),
            args: args.try_into().unwrap(),
        }),
        sub_invocations: VecM::default(),
    }
}

/// Has the source account of the transaction sign a call, and nobody else anything.
fn source_signs(table: &Table, source: usize, invocation: SorobanAuthorizedInvocation) {
    table.send_from(source);
    table.env.set_auths(&[SorobanAuthorizationEntry {
        credentials: SorobanCredentials::SourceAccount,
        root_invocation: invocation,
    }]);
}

/// Submits a move of a player as things are signed. `None` if it is refused for want of authorisation.
fn submit(table: &Table, player: &Address, squares: [u32; 4]) -> Option<Result<(), CheckersError>> {
    let [from_row, from_col, to_row, to_col] = squares;
    let client = &table.client;
    match client.try_submit_move(player, &from_row, &from_col, &to_row, &to_col) {
        Ok(Ok(())) => Some(Ok(())),
        Err(Ok(error)) => Some(Err(error)),
        // The host stops a call without authorisation: no answer of the contract.
        Err(Err(_)) => None,
        Ok(Err(error)) => panic!("not an answer of the contract: {error:?}"),
    }
}

const STEP: [u32; 4] = [2, 1, 3, 0];

#[test]
fn only_the_player_who_moves_can_authorise_the_move() {
    let table = Table::native().started();
    let before = table.stored();
    let black = table.player(BLACK).clone();

    // Nobody signs, not even the player who sends the transaction.
    table.env.set_auths(&[]);
    table.send_from(BLACK);
    assert_eq!(submit(&table, &black, STEP), None);
    // Opponent and stranger sign: the player's call, then one in their own name.
    for other in [WHITE, STRANGER] {
        source_signs(&table, other, signed(&table, &black, STEP));
        assert_eq!(submit(&table, &black, STEP), None);
        let own = signed(&table, table.player(other), STEP);
        source_signs(&table, other, own);
        assert_eq!(submit(&table, &black, STEP), None);
    }
    // The player signs another move.
    source_signs(&table, BLACK, signed(&table, &black, [2, 1, 3, 2]));
    assert_eq!(submit(&table, &black, STEP), None);
    assert_eq!(before, table.stored());

    source_signs(&table, BLACK, signed(&table, &black, STEP));
    assert_eq!(submit(&table, &black, STEP), Some(Ok(())));
    assert_ne!(before, table.stored());
}

#[test]
fn a_contract_as_a_player_authorises_its_moves() {
    let mut table = Table::native();
    let black = Address::generate(&table.env);
    assert!(black.to_string().to_bytes().get(0) == Some(b'C'));
    table.seat(BLACK, black.clone());
    table.init();
    let white = Address::generate(&table.env);
    let sign = |address: &Address| {
        let args = (&black, 2u32, 1u32, 3u32, 0u32).into_val(&table.env);
        table.env.mock_auths(&[MockAuth {
            address,
            invoke: &MockAuthInvoke {
                contract: &table.contract,
                fn_name: "submit_move",
                args,
                sub_invokes: &[],
            },
        }]);
    };
    sign(&white);
    assert_eq!(submit(&table, &black, STEP), None);
    sign(&black);
    assert_eq!(submit(&table, &black, STEP), Some(Ok(())));
}

#[test]
fn a_move_asks_for_the_authorisation_of_the_player_alone() {
    let table = Table::native().started();
    assert_eq!(table.env.auths(), [], "init_game needs none");
    for (player, squares) in [(BLACK, [2, 1, 3, 0]), (WHITE, [5, 0, 4, 1])] {
        table.submit(player, squares).unwrap();
        let [from_row, from_col, to_row, to_col] = squares;
        let address = table.player(player);
        let args = (address, from_row, from_col, to_row, to_col).into_val(&table.env);
        let invocation = AuthorizedInvocation {
            function: AuthorizedFunction::Contract((
                table.contract.clone(),
                Symbol::new(&table.env, "submit_move"),
                args,
            )),
            sub_invocations: vec![],
        };
        assert_eq!(table.env.auths(), [(address.clone(), invocation)]);
    }
    table.client.get_state();
    assert_eq!(table.env.auths(), [], "a getter needs none");
}

#[test]
fn init_game_and_the_getters_need_no_authorisation() {
    let table = Table::native();
    table.env.set_auths(&[]);
    table
        .client
        .init_game(table.player(BLACK), table.player(WHITE));
    table.client.get_state();
    table.client.get_board();
    table.client.get_current_player();
}

// Who plays.

#[test]
fn accounts_and_contracts_can_play() {
    let games = recorded_games("transitional.jsonl");
    let contract = |table: &Table| Address::generate(&table.env);
    for kinds in [[false, true], [true, false], [true, true]] {
        let mut table = Table::native();
        for (player, is_contract) in [BLACK, WHITE].into_iter().zip(kinds) {
            if is_contract {
                table.seat(player, contract(&table));
            }
        }
        table.play(&games[0]);
        let state = table.client.get_state();
        assert_eq!(&state.player_one, table.player(BLACK));
        assert_eq!(&state.player_two, table.player(WHITE));
    }
}

#[test]
fn the_current_player_is_the_one_whose_turn_it_is() {
    let table = Table::native().started();
    let current = || table.client.get_current_player();
    assert_eq!(&current(), table.player(BLACK));
    table.submit(BLACK, [2, 1, 3, 0]).unwrap();
    assert_eq!(&current(), table.player(WHITE));
    table.submit(WHITE, [5, 0, 4, 1]).unwrap();
    assert_eq!(&current(), table.player(BLACK));
    table.store(&Naive {
        player_to_move: 2,
        ..finished()
    });
    assert_eq!(&current(), table.player(WHITE));
}

#[test]
fn one_address_on_both_sides_plays_whole_games() {
    for mut game in recorded_games("transitional.jsonl").into_iter().take(4) {
        let mut table = Table::native();
        table.seat(WHITE, table.player(BLACK).clone());
        // The address that calls is always the one to move.
        game.calls.retain(|call| call.result != WrongTurn as u32);
        assert!(game.calls.iter().filter(|call| call.result == 0).count() > 20);
        table.play(&game);
    }
}

// Time to live.

/// 30 days at one ledger every five seconds.
const THIRTY_DAYS: u32 = 518_400;

/// Tables with the lifetimes of the test host and of the public network.
fn tables() -> [Table; 2] {
    let public = Env::default();
    set_public_network_lifetimes(&public);
    [
        Table::native(),
        Table::deploy(public, |env| env.register(CheckersContract, CONSTRUCTOR)),
    ]
}

#[test]
fn every_call_that_writes_leaves_thirty_days_to_live() {
    let game = &recorded_games("transitional.jsonl")[0];
    for table in tables() {
        table.init();
        assert!(table.lifetime() >= THIRTY_DAYS);
        for call in game.calls.iter().skip(1).filter(|call| call.result == 0) {
            // A day less than what a call must leave.
            table.wait(table.lifetime() - THIRTY_DAYS + 17_280);
            assert!(table.lifetime() < THIRTY_DAYS);
            table.submit(call.player, call.squares).unwrap();
            assert!(table.lifetime() >= THIRTY_DAYS);
        }
    }
}

#[test]
fn a_life_that_is_long_enough_is_left_alone() {
    for table in tables() {
        table.init();
        table.wait(table.lifetime() - THIRTY_DAYS - 1);
        table.submit(BLACK, STEP).unwrap();
        assert_eq!(table.lifetime(), THIRTY_DAYS + 1);
    }
}

#[test]
fn a_game_goes_on_after_months_of_silence() {
    for table in tables() {
        table.init();
        table.submit(BLACK, [2, 1, 3, 0]).unwrap();
        // Half a year: the instance is archived, and the move restores it.
        table.wait(180 * 17_280);
        table.submit(WHITE, [5, 0, 4, 1]).unwrap();
        assert!(table.lifetime() >= THIRTY_DAYS);
        assert_eq!(table.client.get_state().turn.move_number, 3);
    }
}

#[test]
fn getters_extend_nothing() {
    for table in tables() {
        table.init();
        table.wait(table.lifetime() - 1_000);
        table.client.get_state();
        table.client.get_board();
        table.client.get_current_player();
        assert_eq!(table.lifetime(), 1_000);
    }
}

#[test]
fn refused_calls_extend_nothing() {
    for table in tables() {
        table.init();
        table.wait(table.lifetime() - 1_000);
        for (player, squares) in [(WHITE, STEP), (STRANGER, STEP), (BLACK, [2, 1, 4, 3])] {
            table.submit(player, squares).unwrap_err();
        }
        let (one, two) = (table.player(BLACK), table.player(WHITE));
        let again = table.client.try_init_game(one, two);
        assert_eq!(again, Err(Ok(AlreadyInitialised)));
        assert_eq!(table.lifetime(), 1_000);
    }
}

// What is stored.

/// The bytes of the one value in the instance's storage.
fn stored_bytes(table: &Table) -> Vec<u8> {
    let entries: Map<Val, Val> = table.env.as_contract(&table.contract, || {
        use soroban_sdk::testutils::storage::Instance;
        table.env.storage().instance().all()
    });
    assert_eq!(entries.len(), 1);
    let (key, value) = entries.iter().next().unwrap();
    let key = Symbol::try_from_val(&table.env, &key).unwrap();
    assert_eq!(key, symbol_short!("game"));
    let bytes = Bytes::try_from_val(&table.env, &value).unwrap();
    bytes.iter().collect()
}

/// Puts a value where the game is stored.
fn put(table: &Table, value: impl IntoVal<Env, Val>) {
    let value: Val = value.into_val(&table.env);
    table.env.as_contract(&table.contract, || {
        let key = symbol_short!("game");
        table.env.storage().instance().set(&key, &value);
    });
}

/// Bytes of the entry of a new game: `src/storage.rs` says which they are. Match play adds a clock, and
/// a byte each for the offer and the quiet moves that there are not.
const NEW_GAME: usize = if cfg!(feature = "match-play") {
    108 + 13 + 2
} else {
    108
};

#[test]
fn one_entry_holds_the_game_and_hardly_grows() {
    for game in recorded_games("transitional.jsonl") {
        let table = Table::quiet().started();
        let mut size = stored_bytes(&table).len();
        assert_eq!(size, NEW_GAME);
        for call in game.calls.iter().skip(1) {
            let _ = table.submit(call.player, call.squares);
            // The room of captured pieces is left to what comes: kings, a chain, quiet moves.
            let now = stored_bytes(&table).len();
            assert!((size..size + 3).contains(&now), "{size} {now}");
            size = now;
        }
        assert!(size <= NEW_GAME + 3, "{}: {size}", game.name);
        // By the official rules some part from what was recorded.
        let finished = table.client.get_state().status.status == GameStatus::Finished;
        assert!(
            finished || cfg!(feature = "official-rules"),
            "{}",
            game.name
        );
    }
}

/// With match play moves of kings are written down.
#[cfg(not(feature = "match-play"))]
#[test]
fn five_hundred_king_moves_store_no_more_than_the_first() {
    let table = Table::quiet();
    table.store(&game(
        "...O....
         ........
         ........
         ........
         ........
         ........
         ........
         ..X.....",
    ));
    let size = stored_bytes(&table).len();
    let there_and_back = [
        (BLACK, [0, 3, 1, 4]),
        (WHITE, [7, 2, 6, 3]),
        (BLACK, [1, 4, 0, 3]),
        (WHITE, [6, 3, 7, 2]),
    ];
    for (i, &(player, squares)) in there_and_back.iter().cycle().take(500).enumerate() {
        table.submit(player, squares).unwrap();
        assert_eq!(stored_bytes(&table).len(), size, "move {i}");
    }
    assert_eq!(table.client.get_state().turn.move_number, 501);
}

/// Has every call stopped by the host, or at least changed nothing.
#[track_caller]
fn assert_nothing_is_overwritten(table: &Table, what: &str) {
    let before = table.stored();
    let (one, two) = (table.player(BLACK), table.player(WHITE));
    let again = table.client.try_init_game(one, two);
    assert!(again.is_err(), "{what}: init_game");
    // The player to move asks for a legal move, so only what is stored can stop it.
    let moved = (table.client).try_submit_move(one, &2, &1, &3, &0);
    assert!(matches!(moved, Err(Err(_))), "{what}: {moved:?}");
    assert_eq!(table.stored(), before, "{what}");
}

/// Only where there is no entry at all is there no game.
#[test]
fn an_entry_that_is_no_world_stops_every_call() {
    let table = Table::quiet().started();
    let bytes = stored_bytes(&table);
    let mut entries: Vec<(String, Val)> = vec![
        ("a number".into(), 96u32.into_val(&table.env)),
        ("nothing".into(), ().into_val(&table.env)),
    ];
    for length in 0..bytes.len() {
        let shorter = Bytes::from_slice(&table.env, &bytes[..length]);
        let what = format!("{length} bytes");
        entries.push((what, shorter.into_val(&table.env)));
    }
    let mut longer = bytes.clone();
    longer.push(1);
    let longer = Bytes::from_slice(&table.env, &longer);
    entries.push(("a byte too many".into(), longer.into_val(&table.env)));
    for (what, entry) in entries {
        put(&table, entry);
        assert_nothing_is_overwritten(&table, &what);
        let client = &table.client;
        assert!(matches!(client.try_get_state(), Err(Err(_))), "{what}");
        assert!(matches!(client.try_get_board(), Err(Err(_))), "{what}");
        let current = client.try_get_current_player();
        assert!(matches!(current, Err(Err(_))), "{what}");
    }
}

/// Worlds of the schema, but not of a game: what a byte of the entry of a new one must not be.
#[test]
fn bytes_that_no_game_has_stop_the_move() {
    let table = Table::quiet().started();
    let start = stored_bytes(&table);
    let wrong = [
        ("the next entity is one that there is", 0, 25),
        ("no entity 1 to 24 has a piece", 1, 0),
        ("a piece of player 0", 6, 31),
        ("a piece of player 3", 6, 96),
        ("two pieces of a side on a square", 6, 33),
        ("pieces of both sides on a square", 18, 64),
        ("player one is neither account nor contract", 32, 2),
        ("player two is neither account nor contract", 65, 255),
        ("another entity has the players", 31, 49),
        ("nobody is to move", 99, 0),
        ("player 3 is to move", 99, 3),
        ("the game is on, and won", 106, 1),
        ("player 3 has won", 106, 3),
    ];
    for (what, index, byte) in wrong {
        let mut bytes = start.clone();
        bytes[index] = byte;
        put(&table, Bytes::from_slice(&table.env, &bytes));
        assert_nothing_is_overwritten(&table, what);
    }
    // A chain from a square beyond the board: entity 25, square 32.
    let mut bytes = start.clone();
    bytes.splice(107..108, [51, 32]);
    put(&table, Bytes::from_slice(&table.env, &bytes));
    assert_nothing_is_overwritten(&table, "a chain beyond the board");
    // As it was, it is a game again.
    put(&table, Bytes::from_slice(&table.env, &start));
    table.submit(BLACK, STEP).unwrap();
}
