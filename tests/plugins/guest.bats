#!/usr/bin/env bats
# guest.bats -- what a plug-in does to the program that calls it: it ends, changes state that belongs to all, or never
# returns. A message says where, rows that are finished stay in a journal, and reports are what they would be.

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
_exit _exit() was called
_Exit _exit() was called
thread pthread_exit() was called'

setup_file() {
    plugin_install
    "$BIN" "${RUNS[@]}" --no-time --format=json | jq -S 'del(.context)' >sound.json
}

# Those that a sanitizer does not tell itself.
ways() { if [[ $KIND == *sanitize* ]]; then grep called <<<"$WAYS"; else echo "$WAYS"; fi; }

IN="in or through a function of the plug-in ./bad.so"
SHOWS="; \`absbench check\` shows where"
NONE="absbench: no rows were kept; --output=FILE.jsonl keeps each row as soon as its search ends, for --resume"

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

@test "however and wherever a plug-in ends: exit code 2, where, and what goes on from the rows that are kept" {
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

@test "a journal is kept beside the report of a sweep, and nothing of a file that is none" {
    local how what
    while read -r how what; do
        planted evaluate-"$how" 2 sweep "${RUNS[@]}" --no-time --output=rows.json --jobs=1
        says_kept "$what" rows.json.journal
        [ "$(ls -A | xargs)" = "bad.so rows.json.journal" ]
        "$BIN" sweep "${RUNS[@]}" --no-time --output=rows.json --jobs=1 --resume
        diff <(jq -S .results rows.json) <(jq -S .results "$BATS_FILE_TMPDIR/sound.json")
        rm rows.json
        planted evaluate-"$how" 2 "${RUNS[@]}" --output=rows.json --jobs=2
        [[ $stderr == "absbench: $what, $IN, in the search mine/start/d"*$'\n'"$NONE" ]]
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

@test "while it is loaded or a position is read, every verb ends so" {
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

@test "what is no fault: a process that a plug-in forks may end; a reader who has gone is none of its calls" {
    planted evaluate-fork 0 "${RUNS[@]}" --no-time --format=json
    diff <(jq -S .results <<<"$output") <(jq -S .results "$BATS_FILE_TMPDIR/sound.json")
    [ -z "$stderr" ]
    "$BIN" "${RUNS[@]}" --algo=all --depth=1..6 --format=csv 2>err | head -n 1 >first && status=("${PIPESTATUS[@]}")
    [ "${status[0]}" -eq 0 ] && [ ! -s err ]
}

# harmless MISTAKE WHAT: reports are those of the sound game, and check names what changes.
harmless() {
    PLANT=$1 "$BIN" "${RUNS[@]}" --jobs=2 --no-time --output=rows.json
    jq -S 'del(.context)' rows.json | diff - "$BATS_FILE_TMPDIR/sound.json"
    planted "$1" 1 check --game=./bad.so
    [[ $output == *"./bad.so: state: $2 is changed, and not restored, in "*", at or after position '"* ]] ||
        { echo "$1 gave: $output"; return 1; }
}

@test "what is changed and not put back changes no rows: the working directory, the signal mask, the locale" {
    harmless directory "the working directory"
    harmless signals "the signal mask"
    mkdir "$PWD/locales"
    localedef -i de_DE -f UTF-8 "$PWD/locales/de_DE.UTF-8" || skip "no locale of decimal commas can be made"
    LOCPATH=$PWD/locales harmless locale "the locale"
}

@test "rounding, numbers near zero, and what MMX leaves behind" {
    [[ $(uname -m) == x86_64 ]] || skip "instructions of another processor"
    harmless rounding "the rounding mode"
    harmless small "the treatment of small numbers (FTZ, DAZ)"
    harmless mmx "the MMX state (emms is missing)"
}

# hangs NAME MISTAKE CODE ARGUMENT..: in a folder of that name, and where the code is 130 sent SIGTERM when it hangs and
# another worker has had time to go on; in the background, since each waits for some seconds.
hangs() {
    mkdir "$1" && ln -s "$BAD" "$1/bad.so"
    # shellcheck disable=SC2086
    (cd "$1"; PLANT=$2 timeout --kill-after=20 --foreground --preserve-status 60 $UNDER "$BIN" "${@:4}" >out 2>err & PID=$!
        [ "$3" -eq 2 ] || { soon test -e in; sleep 0.5; kill $PID; }
        wait $PID && echo 0 >code || echo $? >code) 3>&- &
}

# hung NAME CODE WHERE FILES: how that ended.
hung() {
    local text="a call did not return within 3 s"
    [ "$2" -ne 2 ] || text="a search did not end within 3 s of --timeout"
    [ "$(cat "$1/code")" -eq "$2" ] && [[ $(head -n 1 "$1/err") == "absbench: $text, "$3"$SHOWS" ]] &&
        [ "$(ls "$1" | grep -vxE 'code|err|in|out|bad.so' | xargs)" = "$4" ] || { cat "$1/code" "$1/err"; ls "$1"; return 1; }
}

@test "what never returns does not outlive a signal or a limit, and what is finished is kept" {
    faults_are_ours
    local name
    for name in 1 2; do
        hangs loop-$name evaluate-loop 130 "${RUNS[@]}" --output=rows.jsonl --jobs=$name
        hangs pause-$name moves-pause 130 "${RUNS[@]}" --output=rows.jsonl --jobs=$name
        hangs limit-$name evaluate-pause 2 "${RUNS[@]}" --output=rows.jsonl --timeout=0.2 --jobs=$name
    done
    # The second worker takes the longest search, and the first goes on with those of trees.
    echo '[{"tree": "uniform:b=3", "seed": "1..300", "depth": 5}, {"game": "./bad.so", "position": "start", "depth": 12}]' \
        >grid.json
    hangs other evaluate-pause 130 sweep --grid=../grid.json --game=./bad.so --reference=none --quiet --output=rows.jsonl --jobs=2
    hangs sweep apply-pause 130 sweep "${RUNS[@]}" --output=rows.csv --jobs=1
    hangs json evaluate-pause 130 "${RUNS[@]}" --output=rows.json
    hangs stdout key-pause 130 "${RUNS[@]}" --format=jsonl
    hangs trace evaluate-pause 130 trace --game=./bad.so --position=start --depth=4 --format=jsonl --output=steps.jsonl
    hangs perft moves-pause 130 perft --game=./bad.so --position=start --depth=1..5 --output=counts
    hangs positions evaluate-pause 130 positions --game=./bad.so --count=400 --output=made
    hangs loading constructor-pause 130 "${RUNS[@]}"
    hangs reading parse-pause 130 perft --game=./bad.so --depth=2
    wait
    for name in loop-1 loop-2 pause-1 pause-2; do
        hung $name 130 "$IN, in the search mine/start/d*" rows.jsonl
        [ "$(grep -c '"id":' $name/rows.jsonl)" -ge 12 ]
        tail -n 1 $name/err | grep -q '^absbench: to continue: .* --resume$'
    done
    for name in 1 2; do hung limit-$name 2 "$IN, in the search mine/start/d*" rows.jsonl; done
    hung other 130 "$IN, in the search mine/start/d12/*" rows.jsonl
    [ "$(grep -c '"id":' other/rows.jsonl)" -eq 300 ]
    hung sweep 130 "$IN, in the search mine/start/d*" rows.csv.journal
    [ "$(grep -c '"id":' sweep/rows.csv.journal)" -ge 12 ]
    hung json 130 "$IN, in the search mine/start/d*" ""
    [ "$(tail -n 1 json/err)" = "$NONE" ]
    hung stdout 130 "$IN, in the search mine/start/d*" ""
    [ "$(grep -c '"id":' stdout/out)" -ge 12 ]
    hung trace 130 "$IN, in the search mine/start/d*" ""
    hung perft 130 "$IN, in perft to depth 4 of start" ""
    hung positions 130 "$IN, in seeded play" ""
    hung loading 130 "while loading ./bad.so" ""
    hung reading 130 "$IN" ""
}

@test "workers that end the process at the same time end it as one does" {
    local how
    mkfifo full
    for how in exit quick _exit; do
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

@test "a move that cannot be written: where, with one worker or three, whatever is written" {
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

@test "what is called of a game between searches: where, and not for ever" {
    faults_are_ours
    local calls run=(--game=./bad.so --position=start --algo=pvs --depth=2 --no-time --quiet)
    "$BIN" sweep "${run[@]}" --output=rows.jsonl
    # Each time a position is read: for the plan, the columns, a search, and a row of the journal.
    for calls in 0 1 2 3; do
        planted parse-segv@$calls 2 sweep "${run[@]}" --output=rows.jsonl --resume
        cp rows.jsonl rows-$calls.jsonl
        hangs resumed-$calls parse-pause@$calls 130 sweep "${run[@]}" --output=../rows-$calls.jsonl --resume
    done
    [[ $stderr == "absbench: Segmentation fault, $IN, in search number 2$SHOWS"* ]]
    for calls in 0 1 2 3 4 5; do hangs columns-$calls parse-pause@$calls 130 "${run[@]}" --format=csv; done
    hangs judged move_text-pause 130 positions "${TEXT[@]:0:2}" --judge=depth:2 --output=made
    for calls in 1 3; do
        hangs text-$calls move_text-pause 130 "${TEXT[@]}" --format=jsonl --jobs=$calls
        hangs rows-$calls move_text-pause 130 "${TEXT[@]}" --output=rows.jsonl --jobs=$calls
    done
    wait
    for calls in 0 1 2 3 4 5; do hung columns-$calls 130 "$IN*" ""; done
    for calls in 0 1 2 3; do hung resumed-$calls 130 "$IN*" ""; done
    hung judged 130 "$IN, in the * of position 'X--XO------- O'" ""
    for calls in 1 3; do
        hung text-$calls 130 "$IN, in the search mine/* of position 'X--XO------- O'" ""
        hung rows-$calls 130 "$IN, in the search mine/* of position 'X--XO------- O'" rows.jsonl
    done
}

# stopped NAME SIGNAL ARGUMENT..: in a folder of that name, within a call sent that signal and stopped for longer than
# any grace. The call returns when the process goes on.
stopped() {
    mkdir "$1" && ln -s "$BAD" "$1/bad.so"
    (cd "$1"; PLANT=evaluate-wait "$BIN" "${@:3}" >out 2>err & PID=$!
        soon test -e in; kill -"$2" $PID; kill -STOP $PID; sleep 5; touch go; kill -CONT $PID
        wait $PID && echo 0 >code || echo $? >code) 3>&- &
}

@test "a process that is stopped for longer than a grace is not blamed on a plug-in" {
    local jobs long=(--game=./bad.so --position=start --algo=minimax --tt=0 --no-time --reference=none --quiet)
    for jobs in 1 2; do
        stopped limit-$jobs CONT run "${long[@]}" --depth=11,12 --timeout=1.2 --jobs=$jobs --format=jsonl
        stopped signal-$jobs TERM run "${long[@]}" --depth=11,12 --jobs=$jobs --format=jsonl
    done
    wait
    for jobs in 1 2; do
        [ "$(cat limit-$jobs/code)" -eq 0 ] && [ ! -s limit-$jobs/err ]
        [ "$(grep -c '"status":"timeout"' limit-$jobs/out)" -eq 2 ]
        [ "$(cat signal-$jobs/code)" -eq 130 ]
        [[ $(cat signal-$jobs/err) == "absbench: interrupted; 0 of 2 searches were finished"* ]]
    done
}

@test "a grace ends also where a parent ignores or blocks its signal" {
    faults_are_ours
    local how
    for how in ignore block; do
        UNDER="env --$how-signal=ALRM" hangs $how evaluate-pause 130 "${RUNS[@]}" --output=rows.jsonl
    done
    wait
    for how in ignore block; do hung $how 130 "$IN, in the search mine/start/d*" rows.jsonl; done
}
