#!/usr/bin/env bats
# scripts/sweep-window. From the top: bats tests/scripts/scripts.bats

load ../common
load python

setup_file() {
    quick_python
    warm
    export ABSBENCH=$(realpath "${ABSBENCH:-./absbench}")
    export TREE=uniform:b=4,range=1000 COLUMNS=200
    scripts/sweep-window --tree=$TREE --seed=1..8 --depth=5 --windows=50,100:300,800 \
        --output="$BATS_FILE_TMPDIR/sweep.json" >"$BATS_FILE_TMPDIR/sweep.txt"
}

teardown_file() { cool; }

setup() {
    sweep=$BATS_FILE_TMPDIR/sweep.json
    table=$BATS_FILE_TMPDIR/sweep.txt
    out=$BATS_TEST_TMPDIR/out
    mkdir "$out"
}

# The windows that were searched.
windows() {
    jq -r '[.aggregates[] | [.window_low, .window_high] | select(.[0])] | unique[] | if .[0] == .[1] then .[0] else "\(.[0]):\(.[1])" end' "$1" |
        sort -n
}

# ---- sweep-window --------------------------------------------------------------------------------

@test "sweep-window: the table is that of absbench show, of all windows and policies; a figure for each depth" {
    "$ABSBENCH" show "$sweep" --format=table | cmp - <(head -n -2 "$table")
    [ "$(windows "$sweep" | xargs)" = "50 100:300 800" ]
    [ "$(tail -n 2 "$table" | xargs -n 1 basename | xargs)" = "sweep-window.svg sweep-window.png" ]
    jq -er ".answers[].sentence" "$sweep" >"$out/answer"
    grep -F -m 1 "<title>" "$BATS_FILE_TMPDIR/sweep-window.svg" | grep -qF "$(cat "$out/answer")"
    grep -q "signature $(jq -r .signature "$sweep")" "$BATS_FILE_TMPDIR/sweep-window.svg"
    scripts/sweep-window --tree=$TREE --seed=1..3 --depth=3,4 --windows=50,800 --widen=full,gradual \
        --output="$out/two.json" >"$out/said"
    "$ABSBENCH" show "$out/two.json" --format=table | cmp - <(head -n -4 "$out/said")
    grep -q 'w=50 widen=gradual' "$out/said"
    [ "$(cd "$out" && echo two-*)" = "two-window-d3.png two-window-d3.svg two-window-d4.png two-window-d4.svg" ]
    grep -qF "$out/two-window-d4.svg" "$out/said"
}

@test "sweep-window prints as show does where no locale is set" {
    local words="--tree=$TREE --seed=1..8 --depth=3 --windows=50,100"
    env -u LC_ALL -u LC_CTYPE -u LANG scripts/sweep-window $words --no-plot --output="$out/w.json" >"$out/said"
    env -u LC_ALL -u LC_CTYPE -u LANG "$ABSBENCH" show "$out/w.json" --format=table | diff - "$out/said"
    run ! LC_ALL=C grep -q '[^ -~]' "$out/said"
}

@test "sweep-window: the reference is the open search with the same core; other options pass" {
    scripts/sweep-window --tree=$TREE --seed=1..3 --depth=4 --windows=200 --algo=pvs --no-plot --tt=0 \
        --output="$out/pvs.json"
    scripts/sweep-window --tree=$TREE --seed=1..3 --depth=4 --windows=200 --algo=aspiration+pvs --no-plot --tt=0 --output="$out/same.json"
    diff <(jq .signature "$out/pvs.json") <(jq .signature "$out/same.json")
    jq -e '([.aggregates[].reference] | unique) == ["pvs"] and ([.results[].tt_bytes] | unique) == [0]
        and ([.results[].algo] | unique) == ["aspiration+pvs", "pvs"]' "$out/pvs.json"
}

@test "sweep-window: without --windows, seven around the domain's own" {
    scripts/sweep-window --game=tictactoe --depth=3 --no-plot --output="$out/own.json" --position=51
    own=$("$ABSBENCH" --game=tictactoe --position=51 --depth=1 --algo=aspiration --format=json |
        jq '.results[0].window_low')
    [ "$(windows "$out/own.json" | grep -cx -e "$own" -e $((own * 8)))" -eq 2 ]
}

@test "sweep-window widens the range while the best window is at its edge" {
    sweep() {
        COLUMNS=72 scripts/sweep-window --game=othello --depth=5 --algo=pvs --no-plot --output="$out/far.json" "$@" \
            >"$out/far"
    }
    sweep -- --guess=exact --max-positions=8
    [ "$(windows "$out/far.json" | head -1)" -eq 1 ]
    [ "$(windows "$out/far.json" | wc -l)" -gt 8 ]
    [ "$(wc -L <"$out/far")" -le 72 ]
    cp "$out/far" "$out/first"
    sweep -- --guess=exact --max-positions=8
    cmp "$out/far" "$out/first"
    sweep --windows=19,38 -- --guess=exact --max-positions=8
    [ "$(windows "$out/far.json" | xargs)" = "19 38" ]
}

@test "sweep-window: wrong usage is 64 and one line; 2 when absbench is not built" {
    for words in --nonsense=1 connectfour --windows "--windows=0 --tree=$TREE" --algo=scout \
        "--tree=$TREE --core=pvs"; do
        refused 64 "" scripts/sweep-window $words
    done
    ABSBENCH=/nonexistent refused 2 "run make" scripts/sweep-window
}

@test "sweep-window: Ctrl-C ends it soon, with 130 and what was finished" {
    # Background commands of a shell start with SIGINT ignored; Ctrl-C finds it at its default.
    env --default-signal=INT scripts/sweep-window --tree=uniform:b=8,range=1000 --seed=1 --depth=30 \
        --windows=10 --output="$out/cut.json" -- --quiet >"$out/said" 2>&1 3>&- &
    until [ -e "$out/cut.json.journal" ]; do sleep 0.1; done
    kill -INT $!
    status=0
    wait $! || status=$?
    [ "$status" -eq 130 ]
    [[ $(head -n 1 "$out/said") == "absbench: interrupted; 0 of 2 searches were finished"* ]]
    [[ $(tail -n 1 "$out/said") == "absbench: to continue: "*" --resume" ]]
    [ "$(jq .interrupted "$out/cut.json")" = true ]
    [ "$(ls -A "$out" | xargs)" = "cut.json cut.json.journal said" ]
}

@test "sweep-window continues when it is started again after a kill" {
    local sweep=(scripts/sweep-window --tree=$TREE --seed=1..160 --depth=8 --windows=50,800 --no-plot
        --output="$out/two.json" -- --quiet --no-time)
    "${sweep[@]}" >"$out/whole"
    rm "$out/two.json"
    setsid "${sweep[@]}" >/dev/null 2>&1 3>&- &
    rows_in "$out/two.json.journal"
    kill -KILL -- -$!
    wait $! || true
    flock -w 10 "$out/two.json.journal" true # what the script had started dies, too
    [ ! -e "$out/two.json" ]
    cp "$out/two.json.journal" "$out/journal"
    "${sweep[@]}" | cmp - "$out/whole"
    [ "$(grep -c '"id"' "$out/journal")" -lt 480 ]
    [ ! -e "$out/two.json.journal" ]
}
