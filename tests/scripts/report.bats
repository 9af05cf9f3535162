#!/usr/bin/env bats
# scripts/report: the HTML page of a report. From the top: bats tests/scripts/report.bats

load ../common
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
    run_absbench limited --tree=$TREE --seed=1..8 --game=xiangqi --position=start --depth=3..5 --algo=alphabeta,pvs --max-nodes=310
    run_absbench settings --tree=$TREE --seed=1..3 --depth=3 --algo=alphabeta,pvs --tt=0,1M --tt-pv=on,off
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
    /usr/bin/python3 tests/scripts/check_page.py --parts "$reports"/*.html || touch "$reports/faulty"
}

teardown_file() { cool; }

setup() {
    reports=$BATS_FILE_TMPDIR
    out=$BATS_TEST_TMPDIR/out
    mkdir "$out"
}

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
    # Without --output it is put beside its report.
    cp "$reports/one.json" "$out/a b.json"
    run -0 scripts/report "$out/a b.json"
    [ "$output" = "$out/a b.html" ]
}

@test "report: - is standard input; a device or a link stays what it is" {
    scripts/report - -o "$out/input.html" <"$reports/one.json"
    scripts/report "$reports/one.json" -o /dev/stdout | cat >"$out/piped.html"
    scripts/report "$reports/one.json" -o /dev/stdout >"$out/redirected.html"
    [ -L /dev/stdout ]
    echo older >"$out/older.html"
    ln -s older.html "$out/link.html"
    scripts/report "$reports/one.json" -o "$out/link.html"
    [ -L "$out/link.html" ]
    for page in input piped redirected older; do [ "$(tail -n 1 "$out/$page.html")" = "</html>" ]; done
}

@test "report: tables and sentences are those of absbench show" {
    local name
    for name in depths windows printed limited; do
        "$ABSBENCH" show "$reports/$name.json" --format=markdown >"$out/shown"
        grep '^|' "$out/shown" | grep -v '^| :--' |
            sed 's/^| //; s/ |$//; s/ | /\t/g; s/ | /\t/g; s/\\//g' | cmp - "$reports/$name.table"
        [ "$(wc -l <"$reports/$name.table")" -ge 7 ]
        sed 's/\\//g' "$out/shown" | grep -E '^(All|Known|Without|n:|to the best:) ' >"$out/said"
        [ "$(wc -l <"$out/said")" -ge 2 ]
        while read -r line; do grep -qxF -- "$line" "$reports/$name.text"; done <"$out/said"
    done
    grep -q "signature $(jq -r .signature "$reports/depths.json")" "$reports/depths.text"
    # What to use is a sound search, however few nodes an unsound one takes.
    ! grep -E "use (any of )?(mtdf|pvs|alphabeta|failsoft)-printed" "$reports/printed.text"
}

# ---- the figures ---------------------------------------------------------------------------------

@test "report: a forest and a figure by depth for each domain; their numbers, and where these stand, are the report's" {
    [ "$(wc -l <"$reports/depths.figures")" -eq 4 ]
    /usr/bin/python3 - "$reports/depths" <<'END'
import json, math, re, statistics, sys

rows = {(row["spec"], row["depth"], row["algo"]): row for row in json.load(open(sys.argv[1] + ".json"))["aggregates"]}
panels = {}  # of each panel the numbers and places
for line in open(sys.argv[1] + ".markers"):
    figure, title, x, y = line.split("\t")
    said = re.match(r"(?:depth (\d), )?([a-z+]+): (?:ratio )?([0-9.]+)( work)?, .*n = ", title)
    depth, algo, shown, work = said.groups()
    row = rows[re.search(r"searches of (\S+)", figure)[1], int(depth or 4), algo]
    number = row["measure_geomean" if work else "ratio"]
    assert abs(float(shown) - number) <= (1 if work else 0.0005), title
    panels.setdefault((figure, work), []).append((math.log(number), float(y if depth else x)))
assert [len(points) for points in panels.values()] == 2 * [5, 15, 15]  # forest, work, ratios
for points in panels.values():
    slope, start = statistics.linear_regression(*zip(*points))
    assert slope and all(abs(start + slope * number - place) <= 0.5 for number, place in points), points
END
}

@test "report: a window curve with a line for each way to widen" {
    grep "by window (points)" "$reports/windows.figures" | tr '\t' '\n' | sort -u >"$out/points"
    for widen in full gradual; do
        for window in 20 100:300 800; do
            [ "$(grep -c "^window $window, .*$widen" "$out/points")" -eq 2 ]
        done
    done
    ! grep "by window" "$reports/printed.figures"
}

# Of the greatest depth that has answers; too few positions are an answer if there is no other.
ANSWERS='.answers | if all(.kind == "too_few") then . else map(select(.kind != "too_few")) end
    | max_by(.depth).depth as $most | .[] | select(.depth == $most)'

@test "report: the answers stand on top, with what to type, unless values disagree" {
    place() { grep -n -m 1 "$@" "$reports/$name.text" | cut -d : -f 1; }
    for name in depths settings wrong; do
        jq -r "$ANSWERS | .sentence" "$reports/$name.json" >"$out/expected"
        [ -s "$out/expected" ]
        "$ABSBENCH" show "$reports/$name.json" --format=markdown | sed -n 's/^    --/absbench --/p' >>"$out/expected"
        while read -r line; do grep -qxF -- "$line" "$reports/$name.text"; done <"$out/expected"
        first=$(place -xF -- "$(head -n 1 "$out/expected")")
        if [ $name = wrong ]; then [ "$(place '^SEARCHES ARE WRONG, 1 time: values disagree on')" -lt "$first" ]
        else [ "$first" -lt "$(place '^All [0-9]* values agree')" ]; fi
    done
    grep -q '^absbench .*--seed=' "$reports/depths.text" && ! grep -q '^Its positions' "$reports/depths.text"
    echo '{"tree": "'$TREE'", "seed": "1..40", "depth": 4, "algo": "alphabeta,sss"}' >"$out/grid"
    "$ABSBENCH" sweep --grid="$out/grid" --quiet --output="$out/s.json"
    scripts/report "$out/s.json" -o "$out/s.html"
    /usr/bin/python3 tests/scripts/check_page.py --parts "$out/s.html"
    grep -A 1 "^absbench $(jq -r '.answers[0].options' "$out/s.json")$" "$out/s.text" | grep -q '^Its positions: see the command'
}

@test "report: windows are in what the game evaluates in, long specs are shortened, and what is missing is said" {
    [ -z "$(cat "$reports/one.figures" "$reports/empty.table")" ]
    [ "$(wc -l <"$reports/settings.figures")" -eq 3 ] # each table size for itself
    local page text
    while read -r page text; do
        grep -q -- "$(eval "echo \"$text\"")" "$reports/$page" || { echo "$page has no $text"; return 1; }
    done <<'END'
chess.text ^Work of aspiration on chess at depth 2 by window (centipawns), relative to
chess.html window (centipawns): half of its width, log axis
chess.figures ^Work of aspiration on chess at depth 2 by window (centipawns), relative to
long.text ^absbench: ordered:b=5,noise=50 …, ordered:b=5,noise=20 …$
long.text ^$LONG=50, depth 3
long.figures ^Work of 2 searches of ordered:b=5,noise=20 … relative to alphabeta
one.text ^No figure for $TREE: it has no ratios: no ratios were asked for (--reference=none)
one.text ^No values were compared
limited.text ^Without a value, and left out of every mean: $(jq '.errors | length' "$reports/limited.json") node_limit
limited.text pvs: 1 searches did not finish and are left out (depth 4)[.]
limited.text ^No figure for xiangqi .*: it has no finished searches by alphabeta, pvs
empty.text ^Interrupted: this is what was finished
empty.text ^There are no rows to show
empty.text ^There are no figures
settings.text ^$TREE (no table)$
settings.text ^$TREE (table 1M, tt-pv)$
settings.text ^$TREE (table 1M, no tt-pv)$
END
}

# ---- the rows ------------------------------------------------------------------------------------

@test "report: the rows it holds are those of --format=csv, byte for byte, with times as the program writes them" {
    "$ABSBENCH" --tree=$TREE --seed=1..8 --game=tictactoe --depth=2..4 --algo=$ALGOS --no-time --quiet \
        --format=csv | cmp - "$reports/depths.rows"
    "$ABSBENCH" merge "$reports/windows.json" --format=csv | cmp - "$reports/windows.rows"
}

@test "report: many rows are gzipped" {
    "$ABSBENCH" --tree=$TREE --seed=1..3000 --depth=1 --algo=pvs --reference=none --quiet --output="$reports/many.json"
    scripts/report "$reports/many.json" -o "$reports/many.html"
    /usr/bin/python3 tests/scripts/check_page.py --parts "$reports/many.html"
    grep -q 'download="many-rows.csv.gz"' "$reports/many.html"
    [ "$(wc -l <"$reports/many.rows")" -eq 3001 ]
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
    /usr/bin/python3 tests/scripts/check_page.py --parts "$out/evil.html"
    [ "$(grep -c '<script' "$out/evil.html")" -eq 1 ]
    grep -qF '<script>alert(1)</script><img src=x onerror="alert(2)">&lt;' "$out/evil.text"
}

@test "report: texts in place of numbers never reach the page" {
    for member in n depth nodes_sum ratio_wins ratio; do
        jq --arg member $member '.aggregates[-1][$member] = "<img src=x>"' "$reports/limited.json" >"$out/text.json"
        scripts/report "$out/text.json" -o "$out/text.html" || [ $? -eq 2 ]
    done
    [ ! -e "$out/text.html" ] || ! grep -q '<img' "$out/text.html"
}

# ---- the end -------------------------------------------------------------------------------------

@test "report: 1 when the values disagree, and the page says so first" {
    run -1 scripts/report "$reports/wrong.json" -o "$out/wrong.html"
    sed -n 4p "$reports/wrong.text" | grep -qE "^SEARCHES ARE WRONG, 1 time: values disagree on .*: alphabeta -?[0-9]+, .*[.]$"
}

@test "report: wrong usage is 64, failures are 2, in one line; an older page stays" {
    echo older >"$out/page.html"
    head -c 3000 "$reports/depths.json" >"$out/cut"
    cat "$reports/one.json" "$reports/one.json" >"$out/two"
    echo '{"schema": "absbench.report/4", "aggregates": [{}]}' >"$out/poor"
    : >"$out/nothing"
    local words said
    for words in "" "''" - "$reports/one.json -o" "$reports/one.json --output="; do
        eval "refused 64 '' scripts/report $words"
    done
    while read -r words said; do
        refused 2 "$said" scripts/report "$words" -o "$out/page.html"
    done <<END
$out/nonexistent
$out/cut
$out/two
$out/poor lacks fields
$out/nothing
Makefile
END
    refused 2 "" scripts/report "$reports/one.json" -o "$out/no/folder.html"
    [ "$(cat "$out/page.html")" = older ]
    [ "$(ls -A "$out" | xargs)" = "cut nothing page.html poor two" ]
}

@test "report: a signal ends it, with nothing left" {
    mkdir "$out/tmp"
    mkfifo "$out/pipe"
    sleep 20 >"$out/pipe" 3>&- &
    sleeper=$!
    TMPDIR=$out/tmp command scripts/report - -o "$out/page.html" <"$out/pipe" >/dev/null 2>&1 3>&- &
    sleep 1
    kill -TERM $!
    status=0
    wait $! || status=$?
    kill $sleeper
    [ "$status" -eq 143 ]
    [ -z "$(ls -A "$out/tmp")" ]
    [ ! -e "$out/page.html" ]
}
