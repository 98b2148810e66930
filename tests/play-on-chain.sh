#!/usr/bin/env bash
# Plays the game of docs/play-on-chain.md with the commands that stand there.
#
#   NETWORK=testnet tests/play-on-chain.sh    on a network that the Stellar CLI knows by this name;
#                                             the identities black and white exist and are funded
#   tests/play-on-chain.sh                    what can be checked without a network
#
# The guide's shell blocks say in their first line what to do with them:
#   ```sh run          run it; a ```text block right after it is what it must print
#   ```sh refused 8    run it; the contract must refuse it with this error
#   ```sh setup, ```sh for the reader; not run here
set -euo pipefail
cd "$(dirname "$0")/.."
guide=docs/play-on-chain.md
blocks=$(mktemp -d)
: >"$blocks/messages"
current=
finish() {
    status=$?
    if [ "$status" != 0 ] && [ -n "$current" ]; then
        cat "$blocks/messages" >&2
        echo "FAILED: $(line "$current"): $(head -n 1 "$current") (status $status)" >&2
    fi
    rm -rf "$blocks"
}
trap finish EXIT

fail() {
    current=
    echo "FAILED: $*" >&2
    exit 1
}

# Writes each shell block of the guide to a file named after its line and its kind, and the text
# block that follows it, if any, to a file of the same name with .expected after it.
awk -v dir="$blocks" '
    /^```sh/ { kind = substr($0, 7); sub(" ", "-", kind); if (kind == "") kind = "reader"
               file = sprintf("%s/%04d.%s", dir, NR, kind); last = file; next }
    /^```text/ { if (last != "") file = last ".expected"; next }
    /^```/ { if (file ~ /expected$/) last = ""; file = ""; next }
    file != "" { print > file; next }
    /./ { last = "" }
' "$guide"

# The line of the guide on which the commands of a block begin.
line() {
    local name=${1##*/}
    echo "$guide:$((10#${name%%.*} + 1))"
}

run() {
    # Sourced, so that a variable or function of one block is there in the next.
    . "$1" >"$blocks/printed" 2>"$blocks/messages"
    if [ -e "$1.expected" ]; then
        diff "$1.expected" "$blocks/printed" >&2 || fail "$(line "$1"): this is not what the guide shows (<)"
    fi
    echo "ok       $(line "$1"): $(head -n 1 "$1")"
}

state() {
    stellar contract invoke --id checkers --source black -- get_state 2>"$blocks/messages"
}

refused() {
    number=${1##*-}
    before=$(state)
    if (. "$1") >"$blocks/printed" 2>&1; then
        fail "$(line "$1"): this should have been refused"
    fi
    grep -q "Error(Contract, #$number)" "$blocks/printed" || {
        cat "$blocks/printed" >&2
        fail "$(line "$1"): this is not a refusal with error $number"
    }
    [ "$(state)" = "$before" ] || fail "$(line "$1"): the refused call has changed the game"
    echo "refused  $(line "$1"): $(head -n 1 "$1") (error $number)"
}

skipped() {
    echo "skipped  $(line "$1"): $(head -n 1 "$1") ($2)"
}

missing=
for tool in stellar jq; do
    command -v "$tool" >/dev/null || missing="$missing $tool"
done

if [ -n "${NETWORK:-}" ]; then
    [ -z "$missing" ] || fail "not installed:$missing"
    export STELLAR_NETWORK=$NETWORK
    for identity in black white; do
        stellar keys address "$identity" >/dev/null || fail "no identity $identity: see $guide"
    done
    for current in "$blocks"/[0-9]*; do
        case $current in
            *.expected) ;;
            *.run) run "$current" ;;
            *.refused-*) refused "$current" ;;
            *) skipped "$current" "for the reader" ;;
        esac
    done
    echo "The game has been played on $NETWORK as the guide shows it."
    exit
fi

echo "NETWORK is not set: no call of the contract is made. Checking what needs no network."
for current in "$blocks"/[0-9]*; do
    case $current in
        *.expected) ;;
        *) bash -n "$current" ;;
    esac
done
current=
echo "ok       the guide's commands are shell"

if command -v jq >/dev/null; then
    for json in tests/data/json/*.json; do
        jq -rf docs/board.jq "$json" | diff "${json%.json}.txt" - >&2 || fail "docs/board.jq draws $json otherwise"
    done
    echo "ok       docs/board.jq draws the recorded games"
else
    echo "skipped  docs/board.jq: jq is not installed"
fi

if ! command -v stellar >/dev/null; then
    echo "skipped  everything else: the Stellar CLI is not installed"
    exit
fi

# A command line that the CLI does not take ends with status 2. These are taken, and then find no
# network at the address given to them; only building needs none.
export STELLAR_CONFIG_HOME=$blocks/config STELLAR_RPC_URL=http://127.0.0.1:1
export STELLAR_NETWORK_PASSPHRASE="No network"
unset STELLAR_NETWORK
accepted() {
    set +e
    (set -e; . "$1") >"$blocks/printed" 2>&1
    status=$?
    set -e
    if [ "$status" = 2 ]; then
        cat "$blocks/printed" >&2
        fail "$(line "$1"): the CLI does not take this"
    fi
}
for current in "$blocks"/[0-9]*; do
    case $current in
        *.expected) ;;
        *.setup)
            accepted "$current"
            stellar contract alias add --quiet checkers --id "$(stellar contract id wasm --salt 0 --source black)"
            echo "ok       $(line "$current"): $(head -n 1 "$current") (but no account is funded)"
            ;;
        *) case $(cat "$current") in
            "stellar contract build") run "$current" ;;
            *"() {"*) . "$current" ;;
            stellar* | play* | board*) accepted "$current"; skipped "$current" "taken by the CLI, but no network" ;;
            *) skipped "$current" "for the reader" ;;
        esac ;;
    esac
done
current=

stellar contract info interface --wasm target/wasm32v1-none/release/checkers.wasm >"$blocks/interface" 2>/dev/null
for entry in init_game submit_move get_state get_board get_current_player; do
    grep -q "fn $entry(" "$blocks/interface" || fail "the wasm has no function $entry"
done
errors=$(sed -n 's/^| \([0-9]*\) | `\([A-Za-z]*\)` |.*/\2 = \1,/p' "$guide")
echo "$errors" | while read -r error; do
    grep -q "$error" "$blocks/interface" || fail "the wasm has no error $error"
done
echo "ok       the wasm has the functions, and the errors of the guide's table"
