#!/usr/bin/env bats
# guest.bats -- how a plug-in ends the program that calls it: a message says where, and rows that are finished stay in
# a journal. What never returns is ended by a second signal.

load plugin
load ../work/waits

# Searches of a position that never meets it, then of one that does, then of the first one again.
RUNS=(--game=./bad.so "--position=XXO-------O- X" --position=start --algo=pvs,alphabeta,mtdf --depth=1..4 --quiet)

# Each way to end, and what the message says of it.
WAYS='segv Segmentation fault
overflow Segmentation fault
abort Aborted
fpe Floating point exception
exit exit() was called
quick exit() was called
thread pthread_exit() was called'

setup_file() {
    plugin_install
    "$BIN" "${RUNS[@]}" --no-time --format=json | jq -S 'del(.context)' >sound.json
}

# Those that a sanitizer does not tell itself.
ways() { if [[ $KIND == *sanitize* ]]; then grep called <<<"$WAYS"; else echo "$WAYS"; fi; }

IN="in or through a function of the plug-in ./bad.so"
SHOWS="; \`absbench check\` shows where"
NONE="absbench: no rows were kept; --output=FILE keeps each row as soon as its search ends, for --resume"

# says TEXT: the message is these lines.
says() { [ "$stderr" = "$1" ] || { printf 'it said: %s\nnot: %s\n' "$stderr" "$1"; return 1; }; }

# says_kept WHAT JOURNAL: the message names a search of the position that meets the mistake, the journal, and the
# command that goes on; the journal has the rows of the position before.
says_kept() {
    [ "${#stderr_lines[@]}" -eq 3 ]
    [[ ${stderr_lines[0]} == "absbench: $1, $IN, in the search mine/start/d"*" of position 'start'$SHOWS" ]] &&
        [ "${stderr_lines[1]}" = "absbench: $2 has every search that was finished; a plug-in that is compiled \
again needs a new one" ] && [[ ${stderr_lines[2]} == "absbench: to continue: "*" --output="*" --resume" ]] ||
        { echo "it said: $stderr"; return 1; }
    [ "$(grep -c '"id":' "$2" || true)" -ge "${3:-12}" ]
}

@test "a plug-in that ends the process is exit 2, its place, and the command that continues" {
    local how what place jobs=1
    while read -r how what; do
        for place in moves apply evaluate key; do
            planted $place-"$how" 2 "${RUNS[@]}" --no-time --output=rows.jsonl --jobs=$jobs
            says_kept "$what" rows.jsonl $((jobs == 1 ? 12 : 0)) || { echo "$place-$how"; return 1; }
            [ -z "$output" ]
            jobs=$((3 - jobs))
            [ $place = key ] || rm rows.jsonl
        done
        eval "${stderr_lines[2]#absbench: to continue: }" # the mistake is not made again
        "$BIN" merge rows.jsonl --no-time --output=rows.json
        diff <(jq -S .results rows.json) <(jq -S .results "$BATS_FILE_TMPDIR/sound.json")
        rm rows.json rows.jsonl
    done < <(ways)
    [ "$(ls -A | xargs)" = bad.so ]
}

@test "a journal is kept beside a report that goes to a file, and nothing of one that does not" {
    local how what
    while read -r how what; do
        planted evaluate-"$how" 2 sweep "${RUNS[@]}" --no-time --output=rows.json --jobs=1
        says_kept "$what" rows.json.journal
        [ "$(ls -A | xargs)" = "bad.so rows.json.journal" ]
        "$BIN" sweep "${RUNS[@]}" --no-time --output=rows.json --jobs=1 --resume
        diff <(jq -S .results rows.json) <(jq -S .results "$BATS_FILE_TMPDIR/sound.json")
        rm rows.json
        planted evaluate-"$how" 2 "${RUNS[@]}" --no-time --output=rows.json --jobs=1
        says_kept "$what" rows.json.journal
        rm rows.json.journal
        planted evaluate-"$how" 2 "${RUNS[@]}" --format=json
        [[ $stderr == "absbench: $what, $IN, in the search mine/start/d"*$'\n'"$NONE" ]]
        run ! jq -e . <<<"$output" # it is cut
    done < <(ways)
    [ "$(ls -A | xargs)" = bad.so ]
}

@test "verbs without a journal name the search, the count or the play that ended, and leave no file" {
    local how what place words at
    "$BIN" positions --game=./bad.so --count=20 --quiet --output=lines.txt
    while read -r how what; do
        while IFS='|' read -r place words at; do
            # shellcheck disable=SC2086
            planted "$place-$how" 2 $words --game=./bad.so --output=made
            [[ $stderr == "absbench: $what, $IN, in "$at"$SHOWS" ]] || { echo "$words: $stderr"; return 1; }
        done <<'END'
evaluate|trace --depth=4 --position=start --format=jsonl|the search mine/start/d4/*
moves|perft --depth=1..5 --position=start|perft to depth 4 of start
evaluate|positions --count=400 --quiet|seeded play
print|positions --count=400 --quiet|seeded play
evaluate|tune --depth=4 --positions=lines.txt --quiet|the search mine/*
END
    done < <(ways)
    [ "$(ls -A | xargs)" = "bad.so lines.txt" ]
}

@test "every verb names a plug-in that ends while it is loaded or a position is read" {
    local how what verb
    while read -r how what; do
        for verb in "run --depth=2 --quiet" "sweep --depth=2 --quiet" "tune --depth=2 --suite=small" "trace --depth=2" \
            "perft --depth=2" "positions --count=5"; do
            # shellcheck disable=SC2086
            planted constructor-"$how" 2 $verb --game=./bad.so --output=made
            says "absbench: $what, while loading ./bad.so$SHOWS"
            # shellcheck disable=SC2086
            planted parse-"$how" 2 $verb --game=./bad.so --output=made
            says "absbench: $what, $IN$SHOWS"
        done
    done < <(ways)
    [ "$(ls -A | xargs)" = bad.so ]
}

@test "a child of a plug-in may end; a closed pipe is no fault of a plug-in" {
    planted evaluate-fork 0 "${RUNS[@]}" --no-time --format=json
    diff <(jq -S .results <<<"$output") <(jq -S .results "$BATS_FILE_TMPDIR/sound.json")
    [ -z "$stderr" ]
    "$BIN" "${RUNS[@]}" --algo=all --depth=1..6 --format=csv 2>err | head -n 1 >first && status=("${PIPESTATUS[@]}")
    [ "${status[0]}" -eq 0 ] && [ ! -s err ]
}

@test "a second signal ends a plug-in that never returns, and finished rows are kept" {
    local how jobs pid code
    for how in evaluate-loop moves-pause; do
        for jobs in 1 2; do
            rm -f in
            PLANT=$how "$BIN" "${RUNS[@]}" --no-time --output=rows.jsonl --jobs=$jobs >out 2>err 3>&- &
            pid=$!
            soon test -e in
            sleep 0.5
            kill $pid
            sleep 1
            kill -0 $pid # the first one waits
            kill $pid
            wait $pid && code=0 || code=$?
            [ "$code" -eq 130 ] && [ "$(grep -c '"id":' rows.jsonl)" -ge $((jobs == 1 ? 12 : 1)) ]
            "$BIN" "${RUNS[@]}" --output=rows.jsonl --jobs=$jobs --resume --no-time
            rm rows.jsonl
        done
    done
}

@test "workers that end the process at the same time end it as one does" {
    local how
    mkfifo full
    for how in exit quick; do
        # While nobody reads, the first message waits, and with it the end of the program.
        (sleep 2; cat >err) <full &
        exec 9>full
        head -c 65536 /dev/zero >&9
        PLANT=evaluate-$how run -2 bash -c '"$@" 2>&9 9>&-' - "$BIN" "${RUNS[@]}" --no-time --format=json --jobs=3
        exec 9>&-
        wait
        grep -qF "called, $IN, in the search mine/start/d" <(tr -d '\0' <err)
    done
}

@test "a worker's full stack meets a mebibyte that nothing uses" {
    planted guard 0 "${RUNS[@]}" --no-time --jobs=3
}

# The root itself meets the mistake: the search is good, and its row is written.
TEXT=(--game=./bad.so "--position=X--XO------- O" --algo=pvs,mtdf,alphabeta --depth=2,3 --no-time --quiet)

@test "a move that cannot be written is reported with its position, for any format and number of workers" {
    faults_are_ours
    local how what format jobs
    while read -r how what; do
        for format in table json jsonl csv markdown; do
            for jobs in 1 3; do
                planted move_text-"$how" 2 run "${TEXT[@]}" --format=$format --jobs=$jobs
                [[ $stderr == "absbench: $what, $IN, in the search mine/"*" of position 'X--XO------- O'$SHOWS"$'\n'"$NONE" ]] ||
                    { echo "$how $format: $stderr"; return 1; }
            done
        done
        planted move_text-"$how" 2 positions "${TEXT[@]:0:2}" --judge=depth:2 --output=made
        [[ $stderr == "absbench: $what, $IN, in the "*" of position 'X--XO------- O'$SHOWS" ]]
    done <<<$'segv Segmentation fault\nexit exit() was called'
    [ "$(ls -A | xargs)" = bad.so ]
}

@test "a fault between searches is reported with its function" {
    faults_are_ours
    local calls run=(--game=./bad.so --position=start --algo=pvs --depth=2 --no-time --quiet)
    "$BIN" sweep "${run[@]}" --output=rows.jsonl
    for calls in 0 1 2 3; do # each time a position is read: for the plan, the columns, a search, and a row of the journal
        planted parse-segv@$calls 2 sweep "${run[@]}" --output=rows.jsonl --resume
    done
    [[ $stderr == "absbench: Segmentation fault, $IN"*"$SHOWS"* ]]
}
