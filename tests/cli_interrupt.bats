#!/usr/bin/env bats
# cli_interrupt.bats -- a run that is interrupted ends soon, says so, and keeps what was finished.

setup() {
    BIN=${ABSBENCH:-./absbench}
    case $BIN in /*) ;; *) BIN=$PWD/$BIN ;; esac
    cd "$BATS_TEST_TMPDIR" || return 1
}

teardown() {
    [ -z "${PID:-}" ] || kill -KILL "$PID" 2>/dev/null || true
    PID=
}

# Starts the program with signals as at a terminal: what a shell starts in the background ignores SIGINT.
start() {
    env --default-signal=INT,TERM "$BIN" "$@" >out 2>err </dev/null 3>&- &
    PID=$!
}

# rows_written N: waits until the temporary file holds N rows.
rows_written() {
    local i
    for i in $(seq 100); do
        [ "$(cat .absbench-*.tmp 2>/dev/null | grep -c '"id":')" -lt "$1" ] || return 0
        sleep 0.1
    done
    return 1
}

# interrupted SIGNAL: it ends within two seconds, with 130.
interrupted() {
    local code=0 i
    kill -"$1" "$PID"
    for i in $(seq 20); do
        kill -0 "$PID" 2>/dev/null || break
        sleep 0.1
    done
    if kill -0 "$PID" 2>/dev/null; then
        echo "still running two seconds after SIG$1"
        return 1
    fi
    wait "$PID" || code=$?
    PID=
    [ "$code" -eq 130 ]
}

# kept N: the report is valid JSON with N whole rows, and says that it was interrupted.
kept() {
    jq -e --argjson n "$1" '.interrupted and (.results | length) == $n and all(.results[]; .status == "ok")
        and .schema == "absbench.report/1" and (.signature | startswith("0x"))' kept.json
    [ "$(ls -A | grep -c tmp)" -eq 0 ]
}

LONG="--game=connectfour --position=start --depth=1,30 --algo=all --plain --tt=1M"

@test "SIGINT: exit 130, and the finished rows are kept" {
    start $LONG --output=kept.json
    rows_written 9
    sleep 0.2
    interrupted INT
    kept 9
}

@test "SIGTERM does the same" {
    start $LONG --output=kept.json
    rows_written 9
    interrupted TERM
    kept 9
}

@test "SIGINT with two workers" {
    start $LONG --output=kept.json --jobs=2
    rows_written 9
    sleep 0.2
    interrupted INT
    kept 9
}

@test "SIGINT with a report on stdout" {
    start $LONG
    for i in $(seq 100); do [ "$(grep -c '"id":' out)" -lt 9 ] || break; sleep 0.1; done
    interrupted INT
    mv out kept.json
    kept 9
}

@test "SIGINT with JSON Lines: every line is whole" {
    start $LONG --format=jsonl
    for i in $(seq 100); do [ "$(wc -l <out)" -lt 10 ] || break; sleep 0.1; done
    interrupted INT
    [ "$(jq -s 'length' out)" -eq 10 ]
}

@test "SIGINT before any row: a valid, empty report" {
    start --game=connectfour --position=start --depth=30 --algo=minimax --plain --output=kept.json
    for i in $(seq 100); do [ -e .absbench-*.tmp ] && break; sleep 0.1; done
    sleep 0.2
    interrupted INT
    kept 0
}

@test "SIGINT while the exact guess is being found: no row is made up" {
    start --game=connectfour --position=start --depth=1,30 --algo=aspiration --guess=exact --deepening=off --output=kept.json
    rows_written 1
    sleep 0.3
    interrupted INT
    kept 1
}

@test "SIGINT during perft" {
    start perft --game=connectfour --position=start --depth=25
    sleep 0.5
    interrupted INT
}

@test "an interrupted run says at most one line on stderr" {
    start $LONG --output=kept.json
    rows_written 9
    interrupted INT
    [ "$(wc -l <err)" -le 1 ]
    [ "$(grep -vc '^absbench: ' err)" -eq 0 ]
}

@test "a command that waits for standard input is interrupted like any other" {
    mkfifo pipe
    echo '{"schema": "absbench.report/1", "context": {"options": {}}, "results": []}' >empty.json
    local arguments
    for arguments in "merge -" "compare empty.json -" "sweep --grid=-" "--game=chess --positions=-"; do
        # shellcheck disable=SC2086
        env --default-signal=INT,TERM "$BIN" $arguments >out 2>err <pipe 3>&- &
        PID=$!
        exec 4>pipe # a writer who writes nothing
        sleep 0.3
        interrupted INT
        exec 4>&-
        cat err
        [ ! -s out ]
        [ ! -s err ]
    done
}
