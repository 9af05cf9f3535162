#!/usr/bin/env bats
# scripts/sweep-window and scripts/plot-nodes. From the top: bats tests/scripts.bats

bats_require_minimum_version 1.5.0

setup_file() {
    export ABSBENCH=${ABSBENCH:-./absbench}
    export TREE=uniform:b=4,range=1000
    scripts/sweep-window --tree=$TREE --seed=1..8 --depth=5 --windows=50,100:300,800 \
        --output="$BATS_FILE_TMPDIR/sweep.json" >"$BATS_FILE_TMPDIR/sweep.txt"
    "$ABSBENCH" --tree=$TREE --seed=1..5 --depth=2..4 --algo=all,mtd --quiet \
        --output="$BATS_FILE_TMPDIR/depths.json"
}

setup() {
    sweep=$BATS_FILE_TMPDIR/sweep.json
    table=$BATS_FILE_TMPDIR/sweep.txt
    depths=$BATS_FILE_TMPDIR/depths.json
    out=$BATS_TEST_TMPDIR/out
    mkdir "$out"
}

# The windows of the table's rows; or field N of them, marks taken off.
column() { sed 's/^[*~]/ /' "$1" | awk -v n="$2" '$1 ~ /^[0-9:]+$/ && $2 ~ /^[0-9]+$/ {print $n}'; }

# Usage: refused CODE COMMAND.. : that code, one line on stderr, nothing on stdout.
refused() {
    local code=$1
    shift
    run --separate-stderr -"$code" "$@"
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
}

# ---- sweep-window --------------------------------------------------------------------------------

@test "sweep-window: a row per window, in order of width" {
    [ "$(column "$table" 1 | xargs)" = "50 100:300 800" ]
    [ "$(column "$table" 2 | xargs)" = "8 8 8" ]
}

@test "sweep-window: exactly one best, and it has the smallest ratio" {
    [ "$(grep -c '^\*' "$table")" -eq 1 ]
    best=$(jq -r '[.aggregates[] | select(.by.driver == "aspiration")] | min_by(.ratio.point_estimate)
        | .by.window | if .[0] == .[1] then .[0] else "\(.[0]):\(.[1])" end' "$sweep")
    [ "$(awk '/^\*/ {print $2}' "$table")" = "$best" ]
    tail -n 1 "$table" | grep -q " ${best}[, ].*\.$"
}

@test "sweep-window: ~ stands where the ratio is within the interval of the best" {
    jq -r '[.aggregates[] | select(.by.driver == "aspiration")] | min_by(.ratio.point_estimate) as $best
        | .[] | if . == $best then "*"
                elif .ratio.point_estimate <= $best.ratio.confidence_interval.upper_bound then "~"
                else "." end' "$sweep" >"$out/marks"
    awk '/^[*~ ] +[0-9:]+ +[0-9]+ / {print substr($0, 1, 1) == " " ? "." : substr($0, 1, 1)}' \
        "$table" | cmp - "$out/marks"
}

@test "sweep-window: ratios and intervals are the report's" {
    jq -r '.aggregates[] | select(.by.driver == "aspiration") | .ratio
        | [.point_estimate, .confidence_interval.lower_bound, .confidence_interval.upper_bound]
        | @tsv' "$sweep" | awk '{printf "%.3f [%.3f, %.3f]\n", $1, $2, $3}' >"$out/report"
    [ "$(wc -l <"$out/report")" -eq 3 ]
    grep -oE '[0-9.]+ \[[0-9.]+, [0-9.]+\]  ' "$table" | sed 's/  $//' | cmp - "$out/report"
}

@test "sweep-window: re-searches and fails are the rows' sums" {
    jq -r '[.results[] | select(.driver == "aspiration")] | group_by(.window | add)[]
        | [100 * (map(.root_researches) | add) / (map(.iterations | length) | add),
           (map(.fail_low) | add), (map(.fail_high) | add),
           100 * (map(.research_nodes) | add) / (map(.nodes) | add)] | @tsv' "$sweep" |
        awk '{printf "%.1f %d %d %.1f\n", $1, $2, $3, $4}' >"$out/report"
    paste -d ' ' <(column "$table" 6) <(column "$table" 7) <(column "$table" 8) \
        <(column "$table" 9) | cmp - "$out/report"
}

@test "sweep-window: the reference is the open search with the same core" {
    run -0 scripts/sweep-window --tree=$TREE --seed=1..3 --depth=4 --windows=200 --core=pvs \
        --output="$out/pvs.json"
    [ "$(jq -r '[.aggregates[].ratio.reference] | unique[]' "$out/pvs.json")" = pvs ]
    [ "$(jq -r '[.results[].algo] | unique | join(" ")' "$out/pvs.json")" = "aspiration+pvs pvs" ]
    [[ $output != *Beware* ]]
}

@test "sweep-window: without --windows, seven around the domain's own; options after -- pass" {
    run -0 scripts/sweep-window --game=tictactoe --depth=3 --output="$out/own.json" -- \
        --position=51 --tt=0
    own=$("$ABSBENCH" --game=tictactoe --position=51 --depth=1 --algo=aspiration --quiet \
        --format=json | jq '.results[0].window[0]')
    [ "$(jq '[.aggregates[].by.window | select(. == ['"$own,$own"'])] | length' "$out/own.json")" -eq 1 ]
    [ "$(jq '[.aggregates[].by.window | select(. == ['$((own * 8)),$((own * 8))'])] | length' \
        "$out/own.json")" -eq 1 ]
    [ "$(jq '[.results[].tt_bytes] | unique == [0]' "$out/own.json")" = true ]
    [[ $output == *"nothing to trust it by (n = 1"* ]]
}

@test "sweep-window: --from prints the same table and searches nothing" {
    ABSBENCH=/nonexistent scripts/sweep-window --from="$sweep" | cmp - "$table"
}

@test "sweep-window: --from says what is wrong with the report" {
    jq '.interrupted = true' "$sweep" >"$out/cut.json"
    scripts/sweep-window --from="$out/cut.json" | grep -q "^Beware: the report was interrupted"
    "$ABSBENCH" --tree=$TREE --depth=3 --algo=aspiration --quiet --output="$out/alone.json"
    run -0 scripts/sweep-window --from="$out/alone.json"
    [[ $output == *"No window can be called best: no alphabeta row"* ]]
    refused 2 scripts/sweep-window --from="$out/nonexistent.json"
    echo '{"schema": "absbench.report/1", "aggreg' >"$out/broken.json"
    refused 2 scripts/sweep-window --from="$out/broken.json"
    jq '.results = [] | .aggregates = []' "$sweep" >"$out/empty.json"
    refused 2 scripts/sweep-window --from="$out/empty.json"
}

@test "sweep-window: wrong usage is 64 and one line" {
    refused 64 scripts/sweep-window --nonsense=1
    refused 64 scripts/sweep-window connectfour
    refused 64 scripts/sweep-window --windows
    refused 64 scripts/sweep-window --windows=
    refused 64 scripts/sweep-window --windows=0 --tree=$TREE
    refused 64 scripts/sweep-window --core=scout
    refused 64 scripts/sweep-window --game=nonsense
    refused 64 scripts/sweep-window --game=connectfour --tree=$TREE
    refused 64 scripts/sweep-window --seed=1..3
    refused 64 scripts/sweep-window --from="$sweep" --depth=3
    refused 64 scripts/sweep-window --tree=$TREE -- --algo=pvs
}

@test "sweep-window: 2 when absbench is not built" {
    ABSBENCH=/nonexistent refused 2 scripts/sweep-window
    [[ $stderr == *"run make" ]]
}

@test "sweep-window: Ctrl-C ends it soon, with 130 and what was finished" {
    # Background commands of a shell start with SIGINT ignored; Ctrl-C finds it at its default.
    env --default-signal=INT scripts/sweep-window --tree=uniform:b=8,range=1000 --seed=1 --depth=30 \
        --windows=10 --output="$out/cut.json" -- --quiet >"$out/said" 2>&1 3>&- &
    sleep 1
    kill -INT $!
    status=0
    wait $! || status=$?
    [ "$status" -eq 130 ]
    [ "$(head -n 1 "$out/said")" = "absbench: interrupted; 0 of 2 searches were finished" ]
    [ "$(tail -n +2 "$out/said")" = "sweep-window: interrupted; what was finished is in $out/cut.json" ]
    [ "$(jq .interrupted "$out/cut.json")" = true ]
    [ "$(ls -A "$out" | xargs)" = "cut.json said" ]
}

# ---- plot-nodes ----------------------------------------------------------------------------------

@test "plot-nodes: an SVG with a line and a name for every algorithm" {
    run -0 scripts/plot-nodes "$depths" -o "$out/figure.svg"
    [ "$output" = "$out/figure.svg" ]
    [ "$(ls -A "$out")" = figure.svg ]
    head -n 1 "$out/figure.svg" | grep -q '^<?xml'
    tail -n 2 "$out/figure.svg" | grep -q '</svg>'
    [ "$(stat -c %s "$out/figure.svg")" -gt 20000 ]
    for algo in $(jq -r '[.results[].algo] | unique[]' "$depths"); do
        grep -qF ">$algo<" "$out/figure.svg"
    done
    grep -qF "$TREE: nodes by depth, n = 5, signature $(jq -r .signature "$depths")" "$out/figure.svg"
}

@test "plot-nodes: every algorithm of a figure has a look of its own, the same in every figure" {
    looks() { # of the key's entries: name, colour, marker
        awk '/<text>/ {name = ""} match($0, />[a-z+-]+</) {name = substr($0, RSTART + 1, RLENGTH - 2)}
             name != "" && match($0, /#gpPt[0-9]+/) {
                 marker = substr($0, RSTART, RLENGTH)
                 match($0, /color=.[^ ]*|rgb\([^)]*\)/)
                 print name, substr($0, RSTART, RLENGTH), marker
                 name = "" }' "$1" | grep -v ^depth
    }
    scripts/plot-nodes "$depths" -o "$out/all.svg"
    looks "$out/all.svg" >"$out/all"
    cat "$out/all"
    [ "$(wc -l <"$out/all")" -eq 13 ]
    [ "$(cut -d ' ' -f 2- "$out/all" | sort -u | wc -l)" -eq 13 ]
    "$ABSBENCH" --tree=$TREE --seed=1..5 --depth=2..4 --algo=pvs,dual,alphabeta,mtdf --quiet \
        --output="$out/few.json"
    scripts/plot-nodes "$out/few.json" -o "$out/few.svg"
    looks "$out/few.svg" >"$out/few"
    [ "$(wc -l <"$out/few")" -eq 4 ]
    while read -r look; do grep -qxF "$look" "$out/all"; done <"$out/few"
}

@test "plot-nodes: a PNG" {
    run -0 scripts/plot-nodes --output="$out/figure.png" "$depths"
    [ "$(head -c 8 "$out/figure.png" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ]
    [ "$(stat -c %s "$out/figure.png")" -gt 20000 ]
}

@test "plot-nodes: the figure is put beside its report" {
    cp "$depths" "$out/some.json"
    run -0 scripts/plot-nodes "$out/some.json"
    [ "$output" = "$out/some.svg" ]
    [ -s "$out/some.svg" ]
}

@test "plot-nodes: of several domains, one is to be chosen" {
    "$ABSBENCH" --tree=$TREE --tree=pgame:b=3,win=500 --game=tictactoe --position=51 --depth=2,3 \
        --algo=alphabeta,pvs --quiet --output="$out/several.json"
    refused 2 scripts/plot-nodes "$out/several.json"
    [[ $stderr == *"--domain=NAME: pgame, tictactoe, uniform" ]]
    refused 2 scripts/plot-nodes "$out/several.json" --domain=chess
    [ "$(ls -A "$out")" = several.json ]
    run -0 scripts/plot-nodes "$out/several.json" --domain=tictactoe -o "$out/one.svg"
    grep -q "tictactoe: nodes by depth, n = 1," "$out/one.svg"
    grep -q "no intervals" "$out/one.svg"
}

@test "plot-nodes: no figure of what makes none" {
    refused 2 scripts/plot-nodes "$sweep" -o "$out/figure.svg"
    jq '.aggregates |= map(select(.by.depth == 3))' "$depths" >"$BATS_FILE_TMPDIR/single.json"
    refused 2 scripts/plot-nodes "$BATS_FILE_TMPDIR/single.json" -o "$out/figure.svg"
    [[ $stderr == *"single depth, 3"* ]]
    jq '.results = [] | .aggregates = []' "$depths" >"$BATS_FILE_TMPDIR/empty.json"
    refused 2 scripts/plot-nodes "$BATS_FILE_TMPDIR/empty.json" -o "$out/figure.png"
    jq '.aggregates |= map(if .by.algo == "pvs" then .n = 0 | .nodes.geomean = null else . end)' \
        "$depths" >"$BATS_FILE_TMPDIR/series.json"
    refused 2 scripts/plot-nodes "$BATS_FILE_TMPDIR/series.json" -o "$out/figure.svg"
    [[ $stderr == *"no finished searches by pvs" ]]
    refused 2 scripts/plot-nodes "$out/nonexistent.json"
    refused 2 scripts/plot-nodes Makefile -o "$out/figure.svg"
    refused 2 scripts/plot-nodes "$depths" -o "$out/no/folder.svg"
    [ -z "$(ls -A "$out")" ]
}

@test "plot-nodes: wrong usage is 64 and one line" {
    refused 64 scripts/plot-nodes --nonsense
    refused 64 scripts/plot-nodes "$depths" "$depths"
    refused 64 scripts/plot-nodes "$depths" -o
    refused 64 scripts/plot-nodes "$depths" -o "$out/figure.pdf"
    refused 64 scripts/plot-nodes "$depths" --domain=
}

@test "plot-nodes: 2 when absbench is not built or gnuplot is missing" {
    ABSBENCH=/nonexistent refused 2 scripts/plot-nodes
    [[ $stderr == *"run make" ]]
    mkdir "$out/bin"
    for tool in sh env dirname jq cat; do ln -s "$(command -v $tool)" "$out/bin"; done
    refused 2 env PATH="$out/bin" scripts/plot-nodes "$depths" -o "$out/figure.svg"
    [[ $stderr == *"scripts/bootstrap plots" ]]
}

@test "scripts: --help is on stdout" {
    for script in sweep-window plot-nodes; do
        run -0 --separate-stderr scripts/$script --help
        [[ ${lines[0]} == "$script -- "* ]]
        [ -z "$stderr" ]
    done
}
