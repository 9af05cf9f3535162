#!/usr/bin/env bats
# scripts/plot: the numbers it draws are the report's. From the top: bats tests/scripts/plot.bats

bats_require_minimum_version 1.5.0

load refused
load python

setup_file() {
    quick_python
    warm
    export ABSBENCH=$(realpath "${ABSBENCH:-./absbench}")
    export TREE=uniform:b=4,range=1000
    export KINDS="depth ratio forest scatter heatmap window regret speedup"
    "$ABSBENCH" --tree=$TREE --seed=1..9 --depth=2..4 --algo=alphabeta,failsoft,pvs,sss,mtdf,aspiration+pvs --quiet \
        --output="$BATS_FILE_TMPDIR/depths.json"
    "$ABSBENCH" --tree=$TREE --seed=1..3 --depth=2,3 --algo=alphabeta,pvs --quiet --output="$BATS_FILE_TMPDIR/few.json"
    "$ABSBENCH" --tree=incremental:b=4,step=100 --seed=1..9 --depth=3..5 --algo=alphabeta,aspiration \
        --window=10,100:300,800 --widen=full,gradual --quiet --output="$BATS_FILE_TMPDIR/windows.json"
    "$ABSBENCH" --game=othello --judge=games/positions/judged/othello.txt --algo=alphabeta,pvs --max-nodes=1e2,1e3,1e4 \
        --quiet --output="$BATS_FILE_TMPDIR/judged.json"
    "$ABSBENCH" --tree=$TREE --seed=1..9 --depth=5 --algo=pvs --parallel=root,ybw --procs=1,4 --quiet \
        --output="$BATS_FILE_TMPDIR/parallel.json"
    names
    mkdir "$drawn"
    for kind in $KINDS; do plot $kind -o "$drawn/$kind.svg" --data="$drawn/$kind.tsv" >/dev/null; done
}

teardown_file() { cool; }

names() {
    depths=$BATS_FILE_TMPDIR/depths.json
    few=$BATS_FILE_TMPDIR/few.json # of two searches, which is soon drawn
    windows=$BATS_FILE_TMPDIR/windows.json
    judged=$BATS_FILE_TMPDIR/judged.json
    parallel=$BATS_FILE_TMPDIR/parallel.json
    drawn=$BATS_FILE_TMPDIR/drawn # every kind, once: KIND.svg, and KIND.tsv
}

setup() {
    names
    out=$BATS_TEST_TMPDIR/out
    mkdir "$out"
}

# Usage: plot KIND [ARGUMENT..] : of the report that has such figures.
plot() {
    local kind=$1
    shift
    case $kind in
    scatter) scripts/plot scatter "$depths" --algo=pvs "$@" ;;
    heatmap) scripts/plot heatmap "$windows" --only=widen=full "$@" ;;
    window) scripts/plot window "$windows" "$@" ;;
    regret) scripts/plot regret "$judged" "$@" ;;
    speedup) scripts/plot speedup "$parallel" "$@" ;;
    *) scripts/plot "$kind" "$depths" "$@" ;;
    esac
}

# Usage: points DATA : the points of a figure, the series' number replaced by the series' name.
points() {
    awk -F '\t' -v OFS='\t' '$1 == "S" {name[$2] = $3} $1 == "P" {$2 = name[$2]; print}' "$1" | cut -f 2-
}

# Numbers of two tables agree, to the precision that jq prints.
same() { cmp <(sort "$1") <(sort "$2"); }

# ---- what is drawn -------------------------------------------------------------------------------

@test "plot: every kind as SVG, and as PNG and PDF; the same report gives the same bytes" {
    for kind in $KINDS; do
        head -n 1 "$drawn/$kind.svg" | grep -q '^<?xml'
        tail -n 2 "$drawn/$kind.svg" | grep -q '</svg>'
    done
    [ "$(ls -A "$drawn" | wc -l)" -eq 16 ]
    for name in one two; do
        [ "$(plot scatter -o "$out/$name" | xargs)" = "$out/$name.svg $out/$name.png" ]
        [ "$(scripts/plot forest "$few" -o "$out/$name.pdf")" = "$out/$name.pdf" ]
    done
    cmp "$drawn/scatter.svg" "$out/one.svg"
    for form in svg png pdf; do cmp "$out/one.$form" "$out/two.$form"; done
    [ "$(head -c 8 "$out/one.png" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ]
    [ "$(stat -c %s "$out/one.png")" -gt 15000 ]
    [ "$(head -c 5 "$out/one.pdf")" = %PDF- ]
    tail -n 1 "$out/one.pdf" | grep -qx %%EOF
    [ "$(ls -A "$out" | wc -l)" -eq 6 ]
}

@test "plot: names, n, signature and command stand in the figure" {
    for kind in depth ratio forest; do
        for algo in $(jq -r '[.results[].algo] | unique[]' "$depths"); do
            grep -qE ">${algo/+/[+]}( |,|<)" "$drawn/$kind.svg"
        done
        grep -qF "n = 9 trees; signature $(jq -r .signature "$depths")" "$drawn/$kind.svg"
        grep -qF "\$ absbench --tree=$TREE --seed=1..9" "$drawn/$kind.svg"
    done
    jq '.context.command = ["./absbench", "--position=a b", "--positions=p'"'"'.txt"]' "$few" >"$out/quoted.json"
    scripts/plot forest "$out/quoted.json" -o "$out/quoted.svg"
    grep -qF "\$ absbench '--position=a b'" "$out/quoted.svg"
    grep -qF "p'" "$out/quoted.svg"
}

@test "plot: ratio axes hold 1, and logarithmic axes say so; librsvg draws every kind, and each says what it is" {
    for kind in ratio forest window; do
        grep -q '>1</text>' "$drawn/$kind.svg"
        grep -qE 'work / work of [a-z]+ \(log axis' "$drawn/$kind.svg"
    done
    # Ratios far from it, and beyond the axis, which have arrows.
    jq '(.aggregates[] | select(.algo == "pvs")) |= (.ratio /= 10 | .ratio_low /= 10 | .ratio_high /= 10)
        | (.aggregates[] | select(.algo == "sss")) |= (.ratio *= 90 | .ratio_high = null)' "$depths" >"$out/far.json"
    for kind in forest ratio; do scripts/plot $kind "$out/far.json" -o "$out/far-$kind.svg"; done
    grep -q '>1</text>' "$out/far-forest.svg"
    command -v rsvg-convert >/dev/null || skip "rsvg-convert is not installed"
    for picture in "$drawn"/*.svg "$out"/*.svg; do
        tests/scripts/check_svg "$picture"
    done
}

# Where the labels to the right of the panel stand: x, y, text.
labels() {
    sed -nE 's,^<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>(.*)</text>$,\1 \2 \3,p' "$1"
}

@test "plot: labels at the ends of lines do not overlap, and stand in the order of the values" {
    for kind in depth ratio window; do
        labels "$drawn/$kind.svg" | grep -E '(pvs|full|failsoft)[ ,]' >"$out/one"
        x=$(head -n 1 "$out/one" | cut -d ' ' -f 1)
        labels "$drawn/$kind.svg" | awk -v x="$x" '$1 == x {print $2}' | sort -n >"$out/heights"
        [ "$(wc -l <"$out/heights")" -gt 2 ]
        awk 'NR > 1 && $1 - last < 12 {exit 1} {last = $1}' "$out/heights"
    done
    x=$(labels "$drawn/depth.svg" | awk '$3 == "sss" {print $1}')
    labels "$drawn/depth.svg" | awk -v x="$x" '$1 == x' | sort -n -k 2 | awk '{print $3}' >"$out/order"
    jq -r '[.aggregates[] | select(.depth == 4)] | sort_by(-.measure_geomean)[] | .algo' \
        "$depths" >"$out/by_nodes"
    [ "$(grep -v minimal "$out/order" | head -n 4)" = "$(head -n 4 "$out/by_nodes")" ]
}

@test "plot: an algorithm looks the same in every figure, and like no other" {
    # The marker and its colour, by the text of each point.
    ink() { tr -d '\n' <"$1" | grep -oE '<use [^>]*><title>[^<]*</title>' | sed -E \
        's/.* fill="([^"]*)" stroke="([^"]*)".*href="#([^"]*)"><title>(depth [0-9]+, )?([a-z+-]+).*/\5 \1 \2 \3/' |
        grep -E '^(pvs|sss|mtdf|aspiration\+pvs) ' | sort -u; }
    for kind in depth ratio forest; do
        ink "$drawn/$kind.svg" >"$out/$kind.ink"
        [ "$(wc -l <"$out/$kind.ink")" -eq 4 ]
        cmp "$out/$kind.ink" "$out/depth.ink"
    done
    [ "$(cut -d ' ' -f 2- "$out/depth.ink" | sort -u | wc -l)" -eq 4 ]
    plot ratio --algo=pvs,sss,alphabeta -o "$out/few.svg"
    [ "$(ink "$out/few.svg" | wc -l)" -eq 2 ]
    [ -z "$(ink "$out/few.svg" | comm -23 - "$out/depth.ink")" ]
}

@test "plot: intervals are drawn wherever the report, or a claim, has them" {
    # Bars are lines, bands are pale areas.
    bars() { grep -c "<path " "$1"; }
    jq '(.aggregates[] | .ratio_low, .ratio_high) = null
        | .aggregates[].ratio_missing = "none"' "$depths" >"$out/none.json"
    scripts/plot ratio "$out/none.json" -o "$out/none.svg"
    [ "$(bars "$drawn/ratio.svg")" -gt $(($(bars "$out/none.svg") + 8)) ]
    [ "$(grep -c 'fill-opacity="0.15"\|opacity="0.15"' "$drawn/window.svg")" -ge 2 ]
    for figure in docs/claims/*.svg; do
        grep -q '<title>[^<]*: [0-9.e+-]*, [0-9.e+-]* to [0-9.e+-]* at ' "$figure"
        ! grep -E '<title>[^<]*: [0-9.e+-]* at ' "$figure"
        grep -q 'opacity="0.45"' "$figure" # pale bars, as there are many
    done
}

@test "plot: quotes and other signs in names are drawn as they are" {
    local folder="$out/it's \"here\" & \$(there) \\n \`x\`"$'\n\t'"; done"
    mkdir "$folder"
    cp "$few" "$folder/o'neill.json"
    jq --arg name "tree:file=it's<b>%d.json" '(.aggregates[], .results[]) |=
        (.spec = $name | .domain = $name) | .best[].spec = $name' "$few" >"$folder/p'.json"
    scripts/plot depth "$folder/p'.json" -o "$folder/'depth.svg"
    grep -qF "tree:file=it's&lt;b&gt;%d.json" "$folder/'depth.svg"
    scripts/report "$folder/o'neill.json" >/dev/null
    python3 tests/scripts/check_page.py "$folder/o'neill.html"
    # Names that look like options, and one that is not even text.
    local odd=$'-x\377.json'
    cd "$folder"
    cp "$few" "./$odd"
    warmed "$TOP/scripts/plot" scatter --algo=pvs --output=-o.svg -- "$odd"
    ls -A | grep -c '^-[ox]' | grep -qx 2
    refused 2 warmed "$TOP/scripts/plot" depth -- $'-no such\nfile.json'
}

@test "plot, report: nothing is written through a link that was put where they write" {
    cp "$few" "$out/run.json"
    echo precious >"$out/precious"
    for name in run-depth.svg run-depth.png run.html; do ln -s precious "$out/$name"; done
    [ "$(scripts/plot depth "$out/run.json" | xargs)" = "$out/run-depth.svg $out/run-depth.png" ] # beside its report
    scripts/report "$out/run.json"
    [ "$(cat "$out/precious")" = precious ]
    for name in run-depth.svg run-depth.png run.html; do [ ! -L "$out/$name" ]; done
    # A name that the user wrote is meant: its link stays (and so does a device).
    ln -s precious "$out/asked.svg"
    scripts/plot depth "$out/run.json" -o "$out/asked.svg"
    [ -L "$out/asked.svg" ]
    head -n 1 "$out/precious" | grep -q '^<?xml'
    [ -z "$(find "$out" -name '.absbench*')" ]
}

@test "plot: a setting nobody has told them of keeps what is unlike apart" {
    mkdir "$out/docs"
    cp -R scripts "$out"
    jq '(.["$defs"].row, .properties.aggregates.items).properties.patience = {type: "integer", "x-level": "frame"}' \
        docs/report.schema.json >"$out/docs/report.schema.json"
    jq '(.results, .aggregates) |= map(select(.depth == 3)) | (.results, .aggregates) |= (map(.patience = 1)
            + map(.patience = 2 | if .nodes then .nodes *= 2 | .work *= 2 else . end))' "$few" >"$out/two.json"
    warmed "$out/scripts/plot" forest "$out/two.json" -o "$out/two.svg"
    grep -qF '>pvs patience=1<' "$out/two.svg"
    grep -qF '>pvs patience=2<' "$out/two.svg"
}

# ---- the numbers ---------------------------------------------------------------------------------

@test "plot depth: geometric means of nodes" {
    points "$drawn/depth.tsv" | grep -v ^minimal >"$out/drawn"
    jq -r '.aggregates[] | [.algo, .depth, .measure_geomean, .n] | @tsv' "$depths" >"$out/report"
    same "$out/drawn" "$out/report"
}

@test "plot ratio, forest: the report's ratios and intervals" {
    points "$drawn/ratio.tsv" >"$out/drawn"
    jq -r '.aggregates[] | select(.algo != "alphabeta") | [.algo, .depth, .ratio, .ratio_low, .ratio_high, .ratio_n]
        | @tsv' "$depths" >"$out/report"
    same "$out/drawn" "$out/report"
    points "$drawn/forest.tsv" >"$out/drawn"
    jq -r '[.aggregates[] | select(.depth == 4)] | sort_by(.ratio)[] | [.algo, .ratio, .ratio_low, .ratio_high,
        .ratio_n, .ratio_wins, .ratio_ties, .ratio_losses] | @tsv' "$depths" | cmp - "$out/drawn"
    awk '{printf "%.3f [%.3f, %.3f]\n", $2, $3, $4}' "$out/drawn" | while read -r value; do
        [ "$value" = "1.000 [1.000, 1.000]" ] || grep -qF ">$value<" "$drawn/forest.svg"
    done
}

@test "plot scatter: a point for each position, with the nodes of both" {
    points "$drawn/scatter.tsv" >"$out/drawn"
    jq -r '[.results[] | select(.depth == 4)] | group_by(.position_id)[]
        | (.[] | select(.algo == "alphabeta").nodes) as $other
        | .[] | select(.algo == "pvs") | ["pvs", $other, .nodes, .position_id] | @tsv' "$depths" \
        >"$out/report"
    same "$out/drawn" "$out/report"
    [ "$(wc -l <"$out/drawn")" -eq 9 ]
    # Their geometric mean is the report's ratio.
    awk '{sum += log($3 / $2)} END {printf "%.6f\n", exp(sum / NR)}' "$out/drawn" >"$out/mean"
    jq '.aggregates[] | select(.algo == "pvs" and .depth == 4) | .ratio' "$depths" |
        awk '{printf "%.6f\n", $1}' | cmp - "$out/mean"
}

@test "plot heatmap: a cell for each depth and window, the best of each depth marked" {
    awk -F '\t' '$1 == "P" {print $3, $4, $5, ($6 == "*" ? "*" : "-")}' "$drawn/heatmap.tsv" >"$out/drawn"
    jq -r '[.aggregates[] | select(.widen == "full")] | group_by(.depth)[]
        | (map(.ratio) | min) as $best | .[]
        | "\(.depth) \(.window | if .[0] == .[1] then .[0] else "\(.[0]):\(.[1])" end) \(
           .ratio) \(if .ratio == $best then "*" else "-" end)"' "$windows" >"$out/report"
    same "$out/drawn" "$out/report"
    [ "$(wc -l <"$out/drawn")" -eq 9 ]
    grep -qF ">$(awk '$4 == "*" {printf "%.3f*", $3; exit}' "$out/drawn")<" "$drawn/heatmap.svg"
    # A cell that was not searched is empty.
    jq '.aggregates |= map(select(.window != [800, 800] or .depth != 4))' "$windows" >"$out/less.json"
    scripts/plot heatmap "$out/less.json" --only=widen=full --data="$out/less" -o "$out/less.svg"
    [ "$(grep -c ^P "$out/less")" -eq 8 ]
}

@test "plot window: ratios, fails and re-searches; marks are the report's best" {
    points "$drawn/window.tsv" >"$out/drawn"
    jq -r '.aggregates[] | select(.driver == "aspiration" and .depth == 5) | . as $r
        | [.widen, (.window | add / 2), $r.ratio, $r.ratio_low,
           $r.ratio_high] | @tsv' "$windows" >"$out/report"
    same <(cut -f 1-5 "$out/drawn") "$out/report"
    [ "$(wc -l <"$out/drawn")" -eq 6 ]
    jq -r '.aggregates[] | select(.driver == "aspiration" and .depth == 5)
        | [.widen, (.window | add / 2), .fail_low / .iterations, .fail_high / .iterations, .research_share] | @tsv' \
        "$windows" | awk '{printf "%s %s %.9f %.9f %.9f\n", $1, $2, $3, $4, $5}' >"$out/report"
    awk -F '\t' '{printf "%s %s %.9f %.9f %.9f\n", $1, $2, $6, $7, $8}' "$out/drawn" >"$out/shares"
    same "$out/shares" "$out/report"
    awk '$3 > 0 {some = 1} END {exit !some}' "$out/shares"
    # What counts the same as another has the other's mark.
    jq -r '([.best[] | select(.config | startswith("d5/"))
        | [({best: "*", worse: "-"}[.verdict] // "~"), .config]]) as $best | $best[],
        (.aggregates[] | select(.depth == 5 and .driver == "aspiration") | . as $a
            | $best[] | select(.[1] == $a.same_as)
            | [.[0], "/w\($a.window | unique | map("\(.)") | join(":"))/\($a.widen)"]) | @tsv' "$windows" |
        sed -E 's,^(.)\t.*/w([0-9:]+)/([a-z]+).*,\3 \2 \1,' >"$out/report"
    awk -F '\t' '{print $1, $9, $10}' "$out/drawn" >"$out/marks"
    same "$out/marks" "$out/report"
}

@test "plot: searches that did not finish are said to be left out" {
    jq '(.aggregates[] | select(.algo == "pvs" and .depth == 3)) |= (.n = 1 | .left_out = 2)' \
        "$few" >"$out/left.json"
    scripts/plot depth "$out/left.json" -o "$out/left.svg"
    grep -qF "n = 1 to 3 trees" "$out/left.svg"
    grep -qF "pvs: 2 searches did not finish and are left out (depth 3)." "$out/left.svg"
}

# ---- what is refused -----------------------------------------------------------------------------

@test "plot: of several domains, one is to be chosen" {
    "$ABSBENCH" --tree=$TREE --tree=pgame:b=3,win=500 --game=tictactoe --position=51 --depth=2,3 \
        --algo=alphabeta,pvs --quiet --output="$out/several.json"
    refused 2 scripts/plot depth "$out/several.json"
    [[ $stderr == *"--domain=NAME: pgame, tictactoe, uniform" ]]
    refused 2 scripts/plot scatter "$out/several.json" --domain=chess
    [ "$(ls -A "$out")" = several.json ]
    scripts/plot ratio "$out/several.json" --domain=tictactoe -o "$out/one.svg"
    grep -q "tictactoe: work" "$out/one.svg"
    grep -q "n = 1 " "$out/one.svg"
    grep -q "no intervals" "$out/one.svg"
}

@test "plot: an empty series is an error that names it" {
    jq '.aggregates |= map(if .algo == "pvs" then .n = 0 | .measure_geomean = null | .work_geomean = null | .nodes_geomean = null
        | .ratio = null else . end)' "$depths" >"$out/series.json"
    for kind in depth forest; do
        refused 2 scripts/plot $kind "$out/series.json"
        [[ $stderr == *"no finished searches by pvs" ]]
    done
    jq '.aggregates |= map(if .algo == "pvs" then .ratio = null
        | .ratio_missing = "none at all" else . end)' "$depths" >"$out/series.json"
    refused 2 scripts/plot ratio "$out/series.json"
    [[ $stderr == *"no ratio of pvs: none at all" ]]
    [ "$(ls -A "$out")" = series.json ]
}

@test "plot: no figure of what makes none" {
    refused 2 scripts/plot depth "$depths" --depth=3
    [[ $stderr == *"single depth, 3"* ]]
    refused 2 scripts/plot scatter "$depths"
    [[ $stderr == *"choose one with --algo=NAME"* ]]
    refused 2 scripts/plot heatmap "$windows"
    [[ $stderr == *"choose one with --only=KEY=VALUE: aspiration full, aspiration gradual"* ]]
    refused 2 scripts/plot window "$depths"
    refused 2 scripts/plot depth "$depths" --algo=pvs,quickest
    [[ $stderr == *"no algo quickest; it has alphabeta, "* ]]
    refused 2 scripts/plot depth "$depths" --only=colour=red
    "$ABSBENCH" --tree=$TREE --depth=2,3 --algo=pvs --reference=none --quiet --output="$BATS_FILE_TMPDIR/alone.json"
    refused 2 scripts/plot ratio "$BATS_FILE_TMPDIR/alone.json"
    [[ $stderr == *"no ratios were asked for"* ]]
    jq '.results = [] | .aggregates = []' "$depths" >"$BATS_FILE_TMPDIR/empty.json"
    refused 2 scripts/plot depth "$BATS_FILE_TMPDIR/empty.json"
    refused 2 scripts/plot forest Makefile
    refused 2 scripts/plot forest "$out"
    refused 2 scripts/plot depth "$depths" -o "$out/no/folder.svg"
    [ -z "$(ls -A "$out")" ]
}

@test "plot: without a kind, that which suits the report" {
    cp "$windows" "$out/windows.json"
    cp "$few" "$out/few.json"
    cd "$out" || return 1
    kind() { warmed "$TOP/scripts/plot" "$@" | head -1; }
    [ "$(kind windows.json --only=widen=full)" = windows-heatmap.svg ]
    [ "$(kind windows.json --only=widen=full --depth=5)" = windows-window.svg ]
    [ "$(kind few.json)" = few-ratio.svg ]
    [ "$(kind few.json --depth=3)" = few-forest.svg ]
}

@test "plot: wrong usage is 64 and one line" {
    refused 64 scripts/plot
    refused 64 scripts/plot pie "$depths"
    refused 64 scripts/plot depth
    refused 64 scripts/plot depth "$depths" -o "$out/figure.txt"
    refused 64 scripts/plot depth "$depths" --only=pvs
}

@test "plot, report: 2 when matplotlib is missing" {
    mkdir "$out/lib"
    echo 'raise ImportError' >"$out/lib/matplotlib.py"
    for script in "plot depth" report; do
        refused 2 env PYTHONPATH="$out/lib" scripts/$script "$depths" -o "$out/figure.svg"
        [[ $stderr == *"scripts/bootstrap plots" ]]
    done
}

@test "plot: regret by work is that of the report, and needs a judge and budgets" {
    points "$drawn/regret.tsv" | cut -f 1-3,6 | sort >"$out/drawn"
    jq -r '.regret[] | [(.config | test("alphabeta") | if . then "alphabeta" else "pvs" end), .budget, .mean, .n] | @tsv' "$judged" |
        sort >"$out/reported"
    join -t "$(printf '\t')" <(awk -v OFS='\t' '{print $1 "/" $2, $3, $4}' "$out/drawn") \
        <(awk -v OFS='\t' '{print $1 "/" $2, $3, $4}' "$out/reported") |
        awk -F '\t' '{if (($2 - $4) ^ 2 > 1e-12 || $3 != $5) exit 1; n++} END {exit n != 6}'
    grep -q 'n = 93 positions' "$drawn/regret.svg"
    run scripts/plot regret "$depths" -o "$out/none.svg"
    [ "$status" -eq 2 ]
    [[ $output == *"--judge and --max-nodes"* ]]
}

@test "plot: speedups by processors are those of the report" {
    points "$drawn/speedup.tsv" | sed 's/^pvs parallel=//' | sort >"$out/drawn"
    jq -r '.aggregates[] | select(.parallel != "none")
        | [.parallel, .procs, 1 / .ratio, 1 / .ratio_high, 1 / .ratio_low, .ratio_n] | @tsv' "$parallel" | sort >"$out/report"
    python3 - "$out/drawn" "$out/report" <<'PYTHON'
import sys
drawn, report = ([line.split("\t") for line in open(name)] for name in sys.argv[1:])
assert len(drawn) == 4
for a, b in zip(drawn, report):
    assert a[0] == b[0] and all(abs(float(x) / float(y) - 1) < 1e-8 for x, y in zip(a[1:], b[1:])), (a, b)
PYTHON
    run -2 scripts/plot speedup "$depths" -o "$out/none.svg"
    [[ $output == *"has no"*"--parallel="* || $output == *"compares no ticks"*"--parallel="* ]]
}
