#!/usr/bin/env bats
# scripts/report: the HTML page of a report. From the top: bats tests/scripts/report.bats

bats_require_minimum_version 1.5.0
load refused
load python

setup_file() {
    quick_python
    warm
    export ABSBENCH=${ABSBENCH:-./absbench}
    export TREE=uniform:b=4,range=1000 ALGOS=alphabeta,pvs,sss,mtdf,aspiration+pvs
    export LONG=ordered:b=5,range=1000,gap=100,first=70,quarter=90,noise
    PAGES="depths windows printed limited settings one chess long empty wrong"
    run_absbench() { # NAME OPTIONS..
        "$ABSBENCH" "${@:2}" --quiet --output="$BATS_FILE_TMPDIR/$1.json"
    }
    run_absbench depths --tree=$TREE --seed=1..8 --game=tictactoe --depth=2..4 --algo=$ALGOS --no-time
    run_absbench windows --tree=$TREE --seed=1..8 --depth=4 --algo=alphabeta,aspiration \
        --window=20,100:300,800 --widen=full,gradual
    run_absbench printed --tree=$TREE --seed=1..8 --depth=3 --algo=alphabeta,mtdf,printed --plain
    run_absbench limited --tree=$TREE --seed=1..8 --depth=3..5 --algo=alphabeta,pvs --max-nodes=300
    run_absbench settings --tree=$TREE --seed=1..3 --depth=3 --algo=alphabeta,pvs --tt=0,1M
    run_absbench one --tree=$TREE --depth=3 --algo=pvs --reference=none
    run_absbench chess --game=chess --max-positions=3 --depth=2 --algo=alphabeta,aspiration --window=20,50
    run_absbench long --tree=$LONG=50 --tree=$LONG=20 --seed=1..3 --depth=3 --algo=alphabeta,pvs
    reports=$BATS_FILE_TMPDIR
    again() { # NAME FILTER OF : as absbench has it of rows that were changed
        jq "$2 | del(.signature)" "$reports/$3.json" | "$ABSBENCH" show /dev/stdin --format=json >"$reports/$1.json"
    }
    again empty '.interrupted = true | .results = []' one
    again wrong '.results[0].value += 1' settings || [ $? -eq 1 ]
    for name in $PAGES; do
        scripts/report "$reports/$name.json" -o "$reports/$name.html" >/dev/null || [ $name-$? = wrong-1 ]
    done
    python3 tests/scripts/check_page.py --parts "$reports"/*.html || touch "$reports/faulty"
}

teardown_file() { cool; }

setup() {
    reports=$BATS_FILE_TMPDIR
    out=$BATS_TEST_TMPDIR/out
    mkdir "$out"
}

# Usage: part NAME PART : of a page made at the start, what check_page.py found.
part() { cat "$reports/$1.$2"; }

# ---- the page ------------------------------------------------------------------------------------

@test "report: a page that stands alone, of every kind of report" {
    [ ! -e "$reports/faulty" ]
    [ "$(ls "$reports"/*.text | wc -l)" -eq 10 ]
}

@test "report: prints the page's name, leaves nothing else, twice the same" {
    run -0 scripts/report "$reports/one.json" --output="$out/page.html"
    [ "$output" = "$out/page.html" ]
    [ "$(ls -A "$out")" = page.html ]
    [ "$(stat -c %a "$out/page.html")" = "$(printf '%o' $((0666 & ~$(umask))))" ]
    mv "$reports/settings.html" "$out/first"
    scripts/report "$reports/settings.json" -o "$reports/settings.html"
    cmp "$out/first" "$reports/settings.html"
}

@test "report: without --output the page is put beside its report; - is standard input" {
    cp "$reports/one.json" "$out/a b.json"
    run -0 scripts/report "$out/a b.json"
    [ "$output" = "$out/a b.html" ]
    run -0 scripts/report - -o "$out/input.html" <"$reports/one.json"
    tail -n 1 "$out/input.html" | grep -qx '</html>'
}

@test "report: a device or a link stays what it is" {
    [ "$(scripts/report "$reports/one.json" -o /dev/stdout | tail -n 1)" = "</html>" ]
    scripts/report "$reports/one.json" -o /dev/stdout >"$out/redirected.html"
    [ "$(tail -n 1 "$out/redirected.html")" = "</html>" ]
    [ -L /dev/stdout ]
    mkdir "$out/elsewhere"
    echo older >"$out/elsewhere/page.html"
    ln -s elsewhere/page.html "$out/link.html"
    scripts/report "$reports/one.json" -o "$out/link.html"
    [ -L "$out/link.html" ]
    tail -n 1 "$out/elsewhere/page.html" | grep -qx '</html>'
}

@test "report: tables and sentences are those of absbench show" {
    local name
    for name in depths windows printed limited; do
        "$ABSBENCH" show "$reports/$name.json" --format=markdown >"$out/shown"
        grep '^|' "$out/shown" | grep -v '^| :--' | sed 's/^| //; s/ |$//; s/ | /\t/g; s/ | /\t/g; s/\\//g' | cmp - <(part $name table)
        [ "$(part $name table | wc -l)" -ge 7 ]
        sed 's/\\//g' "$out/shown" | grep -E '^(All|Known|Without|n:|to the best:) ' >"$out/said"
        [ "$(wc -l <"$out/said")" -ge 2 ]
        while read -r line; do part $name text | grep -qxF -- "$line"; done <"$out/said"
    done
    part depths text | grep -q "signature $(jq -r .signature "$reports/depths.json")"
    # What to use is a sound search, however few nodes an unsound one takes.
    part printed text >"$out/text"
    ! grep -E "use (any of )?(mtdf|pvs|alphabeta|failsoft)-printed" "$out/text"
}

# ---- the figures ---------------------------------------------------------------------------------

@test "report: a forest and a figure by depth for each domain; their numbers are the report's" {
    part depths figures >"$out/figures"
    [ "$(wc -l <"$out/figures")" -eq 4 ]
    for spec in $TREE tictactoe; do
        jq -r --arg spec $spec '.aggregates[] | select(.spec == $spec and .depth == 4)
            | [.algo, .ratio] | @tsv' "$reports/depths.json" |
            awk '{printf "%s.*: ratio %.3f,\n", $1, $2}' | sed 's/+/[+]/' >"$out/expected"
        [ "$(wc -l <"$out/expected")" -eq 5 ]
        order="$spec( [(]order=[a-z,]*[)])?"
        grep -E "^Work of 5 searches of $order relative to .* at depth 4, " "$out/figures" |
            tr '\t' '\n' >"$out/forest"
        while read -r item; do grep -q "^$item" "$out/forest"; done <"$out/expected"
        # A point for each algorithm and depth, in both panels.
        grep -E "^Work per position of 5 searches of $order at depths 2 to 4: " "$out/figures" |
            tr '\t' '\n' >"$out/points"
        [ "$(grep -c "^depth .* work, n = " "$out/points")" -eq 15 ]
        [ "$(grep -c "^depth .*: [0-9.]*, .*n = " "$out/points")" -eq 15 ]
    done
}

# Of the lines "number TAB place" that it reads, places are a + b log(number).
on_log_axis() {
    awk -F '\t' '{n++; x = log($1); sx += x; sy += $2; sxx += x * x; sxy += x * $2; xs[n] = x; ys[n] = $2}
        END {b = (n * sxy - sx * sy) / (n * sxx - sx * sx); a = (sy - b * sx) / n
             for (i = 1; i <= n; i++) if ((d = ys[i] - a - b * xs[i]) > 0.5 || d < -0.5) {
                 printf "%g is %g px off\n", exp(xs[i]), d; bad = 1}
             exit bad || n < 4 || b == 0}'
}

@test "report: points stand where their numbers say" {
    part depths markers | grep "^[^:]* searches of $TREE " >"$out/markers"
    jq -r --arg spec $TREE '.aggregates[] | select(.spec == $spec)
        | [.algo, .depth, .ratio, .measure_geomean] | @tsv' \
        "$reports/depths.json" >"$out/all"
    while IFS=$'\t' read -r algo depth ratio nodes; do
        awk -F '\t' -v a="$algo" -v d="$depth" -v r="$ratio" -v n="$nodes" -v out="$out" '
            function named(text) { return index($2, text a) == 1 && substr($2, length(text a) + 1, 1) ~ /[: ]/ }
            $1 ~ /relative to/ && d == 4 && named("") && $2 ~ /: ratio/ {print r "\t" $3 >>(out "/forest")}
            $1 ~ /at depths/ && named("depth " d ", ") {
                print ($2 ~ / work, n = / ? n : r) "\t" $4 >>(out ($2 ~ / work, n = / ? "/nodes" : "/ratios"))
            }' "$out/markers"
    done <"$out/all"
    [ "$(wc -l <"$out/forest")" -ge 4 ] # mtdf is far off: an arrow
    [ "$(wc -l <"$out/nodes")" -eq 15 ]
    on_log_axis <"$out/forest"
    on_log_axis <"$out/nodes"
    on_log_axis <"$out/ratios"
}

@test "report: a window curve with a line for each way to widen" {
    part windows figures | grep "by window (points)" | tr '\t' '\n' >"$out/points"
    for widen in full gradual; do
        for window in 20 100:300 800; do
            [ "$(grep -c "^window $window, .*$widen" "$out/points")" -eq 2 ]
        done
    done
    ! part printed figures | grep "by window"
}

# Of the greatest depth that has answers; too few positions are an answer if there is no other.
ANSWERS='.answers | if all(.kind == "too_few") then . else map(select(.kind != "too_few")) end
    | max_by(.depth).depth as $most | .[] | select(.depth == $most)'

@test "report: the answers stand on top, with what to type, unless values disagree" {
    line() { grep -n -m 1 -- "$1" "$out/text" | cut -d : -f 1; }
    for name in depths settings wrong; do
        part $name text >"$out/text"
        jq -r "$ANSWERS"' | .sentence,
            (select(.kind == "better" or .kind == "reference" or .kind == "best") | "absbench \(.options)")' \
            "$reports/$name.json" >"$out/expected"
        [ -s "$out/expected" ]
        while read -r line; do grep -qxF -- "$line" "$out/text"; done <"$out/expected"
        first=$(grep -nxF -m 1 -- "$(head -n 1 "$out/expected")" "$out/text" | cut -d : -f 1)
        if [ $name = wrong ]; then [ "$(line '^SEARCHES ARE WRONG, 1 time: values disagree on')" -lt "$first" ]
        else [ "$first" -lt "$(line '^All [0-9]* values agree')" ]; fi
    done
}

@test "report: windows are in what the game evaluates in" {
    part chess text >"$out/text"
    grep -q "^Work of aspiration on chess at depth 2 by window (centipawns), relative to" "$out/text"
    grep -q "window (centipawns): half of its width, log axis" "$reports/chess.html"
    part chess figures | grep -q "^Work of aspiration on chess at depth 2 by window (centipawns), relative to"
}

@test "report: long specs of trees are called by model, width and what differs; in full over tables" {
    part long text >"$out/text"
    grep -qx "absbench: ordered:b=5,noise=50 …, ordered:b=5,noise=20 …" "$out/text"
    grep -q "^$LONG=50, depth 3" "$out/text"
    part long figures | grep -q "^Work of 2 searches of ordered:b=5,noise=20 … relative to alphabeta"
}

@test "report: what could not be drawn or compared is said in words" {
    [ -z "$(part one figures)" ]
    part one text >"$out/text"
    grep -q "^No figure for $TREE: it has no ratios: no ratios were asked for (--reference=none)" "$out/text"
    grep -q "^No values were compared" "$out/text"
    part limited text >"$out/text"
    grep -q "^Without a value, and left out of every mean: $(jq '.errors | length' "$reports/limited.json") node_limit" "$out/text"
    grep -q "pvs: 1 searches did not finish and are left out (depth 4)[.]" "$out/text"
}

@test "report: an interrupted one and one without rows" {
    part empty text >"$out/text"
    grep -q "^Interrupted: this is what was finished" "$out/text"
    grep -q "^There are no rows to show" "$out/text"
    grep -q "^There are no figures" "$out/text"
    [ -z "$(part empty table)" ]
}

@test "report: settings are compared each for itself" {
    part settings text >"$out/text"
    grep -qxF "$TREE (no table)" "$out/text"
    grep -qxF "$TREE (table 1M)" "$out/text"
    [ "$(part settings figures | wc -l)" -eq 2 ]
}

# ---- the rows ------------------------------------------------------------------------------------

@test "report: the rows it holds are those of --format=csv, byte for byte" {
    part depths rows >"$out/rows.csv"
    "$ABSBENCH" --tree=$TREE --seed=1..8 --game=tictactoe --depth=2..4 --algo=$ALGOS --no-time --quiet \
        --format=csv | cmp - "$out/rows.csv"
}

@test "report: times in its rows are written as the program writes them" {
    "$ABSBENCH" merge "$reports/windows.json" --format=csv --output="$out/rows.csv"
    part windows rows | cmp - "$out/rows.csv"
}

@test "report: many rows are gzipped" {
    "$ABSBENCH" --tree=$TREE --seed=1..3000 --depth=1 --algo=pvs --reference=none --quiet --output="$reports/many.json"
    scripts/report "$reports/many.json" -o "$reports/many.html"
    python3 tests/scripts/check_page.py --parts "$reports/many.html"
    grep -q 'download="many-rows.csv.gz"' "$reports/many.html"
    [ "$(part many rows | wc -l)" -eq 3001 ]
    [ "$(stat -c %s "$reports/many.html")" -lt 2000000 ]
}

# ---- what is foreign -----------------------------------------------------------------------------

@test "report: nothing in a report becomes part of the page" {
    evil='</script></style></title><script>alert(1)</script><img src=x onerror="alert(2)">&lt;'"\"'"$'\u202e'
    mkdir -p "$out/$evil"
    echo '[[3, 1], [2, 5]]' >"$out/$evil.json"
    "$ABSBENCH" --tree=explicit:file="$out/$evil.json" --algo=alphabeta,pvs --quiet --output="$out/run.json"
    jq --arg evil "$evil" '.context.options[$evil] = $evil | .context.command += [$evil] | .context.compiler = $evil
        | .aggregates[].eval = $evil | .answers[].sentence += $evil | .answers[].options = $evil
        | .aggregates[].ratio_missing = $evil' "$out/run.json" >"$out/<img src=x>&\"'.json"
    scripts/report "$out/<img src=x>&\"'.json" -o "$out/evil.html"
    python3 tests/scripts/check_page.py --parts "$out/evil.html"
    [ "$(grep -c '<script' "$out/evil.html")" -eq 1 ]
    grep -qF '<script>alert(1)</script><img src=x onerror="alert(2)">&lt;' "$out/evil.text"
}

@test "report: texts in place of numbers are no part of the page" {
    for member in n depth nodes_sum ratio_wins ratio; do
        jq --arg member $member '.aggregates[-1][$member] = "<img src=x>"' "$reports/limited.json" >"$out/text.json"
        scripts/report "$out/text.json" -o "$out/text.html" || [ $? -eq 2 ]
    done
    [ ! -e "$out/text.html" ] || ! grep -q '<img' "$out/text.html"
}

# ---- the end -------------------------------------------------------------------------------------

@test "report: 1 when the values disagree, and the page says so first" {
    run -1 scripts/report "$reports/wrong.json" -o "$out/wrong.html"
    part wrong text | sed -n 4p | grep -qE "^SEARCHES ARE WRONG, 1 time: values disagree on .*: alphabeta -?[0-9]+, .*[.]$"
}

@test "report: wrong usage is 64 and one line" {
    refused 64 scripts/report
    refused 64 scripts/report ""
    refused 64 scripts/report -
    refused 64 scripts/report "$reports/one.json" -o
    refused 64 scripts/report "$reports/one.json" --output=
}

@test "report: 2 when it cannot be done, and an older page stays" {
    refused 2 scripts/report "$out/nonexistent.json"
    refused 2 scripts/report "$reports/one.json" -o "$out/no/folder.html"
    echo older >"$out/page.html"
    head -c 3000 "$reports/depths.json" >"$out/cut.json"
    refused 2 scripts/report "$out/cut.json" -o "$out/page.html"
    cat "$reports/one.json" "$reports/one.json" >"$out/two.json"
    refused 2 scripts/report "$out/two.json" -o "$out/page.html"
    echo '{"schema": "absbench.report/3", "aggregates": [{}]}' >"$out/poor.json"
    refused 2 scripts/report "$out/poor.json" -o "$out/page.html"
    [[ $stderr == *"lacks fields"* ]]
    : >"$out/nothing.json"
    refused 2 scripts/report "$out/nothing.json" -o "$out/page.html"
    refused 2 scripts/report Makefile -o "$out/page.html"
    [ "$(cat "$out/page.html")" = older ]
    [ "$(ls -A "$out" | xargs)" = "cut.json nothing.json page.html poor.json two.json" ]
}

@test "report: a signal ends it, with nothing left" {
    mkdir "$out/tmp"
    mkfifo "$out/pipe"
    sleep 20 >"$out/pipe" 3>&- &
    sleeper=$!
    TMPDIR=$out/tmp scripts/report - -o "$out/page.html" <"$out/pipe" >/dev/null 2>&1 3>&- &
    sleep 1
    kill -TERM $!
    status=0
    wait $! || status=$?
    kill $sleeper
    [ "$status" -eq 143 ]
    [ -z "$(ls -A "$out/tmp")" ]
    [ ! -e "$out/page.html" ]
}
