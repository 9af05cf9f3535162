#!/usr/bin/env bats
# scripts/plot: the numbers it draws are the report's. From the top: bats tests/scripts/plot.bats

bats_require_minimum_version 1.5.0

load refused
load python

setup_file() {
    quick_python
    warm
    export ABSBENCH=${ABSBENCH:-./absbench}
    export TREE=uniform:b=4,range=1000
    export KINDS="depth ratio forest scatter heatmap window regret speedup"
    "$ABSBENCH" --tree=$TREE --seed=1..9 --depth=2..4 --algo=all,mtd --quiet \
        --output="$BATS_FILE_TMPDIR/depths.json"
    "$ABSBENCH" --tree=incremental:b=4,step=100 --seed=1..9 --depth=3..5 --algo=alphabeta,aspiration \
        --window=10,100:300,800 --widen=full,gradual --quiet --output="$BATS_FILE_TMPDIR/windows.json"
    "$ABSBENCH" --game=othello --judge=games/positions/judged/othello.txt --algo=alphabeta,pvs --max-nodes=1e2,1e3,1e4 \
        --quiet --output="$BATS_FILE_TMPDIR/judged.json"
    "$ABSBENCH" --tree=$TREE --seed=1..9 --depth=5 --algo=pvs --parallel=root,ybw --procs=1,4 --quiet \
        --output="$BATS_FILE_TMPDIR/parallel.json"
    names
    mkdir "$drawn"
    for kind in $KINDS; do plot $kind -o "$drawn/$kind" >"$drawn/$kind.said"; done
}

teardown_file() { cool; }

names() {
    depths=$BATS_FILE_TMPDIR/depths.json
    windows=$BATS_FILE_TMPDIR/windows.json
    judged=$BATS_FILE_TMPDIR/judged.json
    parallel=$BATS_FILE_TMPDIR/parallel.json
    drawn=$BATS_FILE_TMPDIR/drawn # every kind, once: KIND.svg, KIND.png, and what plot printed
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

# Usage: points KIND [ARGUMENT..] : its points, the series' number replaced by the series' name.
points() {
    plot "$@" --data="$out/points.tsv" -o "$out/points.svg" >/dev/null
    awk -F '\t' -v OFS='\t' '$1 == "S" {name[$2] = $3} $1 == "P" {$2 = name[$2]; print}' \
        "$out/points.tsv" | cut -f 2-
}

# Numbers of two tables agree, to the precision that jq prints.
same() { cmp <(sort "$1") <(sort "$2"); }

# ---- what is drawn -------------------------------------------------------------------------------

@test "plot: every kind as SVG and PNG, and as PDF" {
    for kind in $KINDS; do
        [ "$(xargs <"$drawn/$kind.said")" = "$drawn/$kind.svg $drawn/$kind.png" ]
        head -n 1 "$drawn/$kind.svg" | grep -q '^<?xml'
        tail -n 2 "$drawn/$kind.svg" | grep -q '</svg>'
        [ "$(head -c 8 "$drawn/$kind.png" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ]
        [ "$(stat -c %s "$drawn/$kind.png")" -gt 20000 ]
    done
    for kind in forest heatmap; do
        [ "$(plot $kind -o "$out/$kind.pdf")" = "$out/$kind.pdf" ]
        [ "$(head -c 5 "$out/$kind.pdf")" = %PDF- ]
        tail -n 1 "$out/$kind.pdf" | grep -qx %%EOF
    done
    [ "$(ls -A "$drawn" | wc -l)" -eq 24 ]
}

@test "plot: the same report gives the same bytes, whatever else is drawn" {
    for kind in scatter forest window; do # the others are drawn by the same few functions
        plot $kind -o "$out/$kind"
        cmp "$drawn/$kind.svg" "$out/$kind.svg"
        cmp "$drawn/$kind.png" "$out/$kind.png"
    done
    plot forest -o "$out/one.pdf"
    plot forest -o "$out/two.pdf"
    cmp "$out/one.pdf" "$out/two.pdf"
    [ "$(ls -A "$out" | wc -l)" -eq 8 ]
}

@test "plot: names, n, signature and command stand in the figure" {
    for kind in depth ratio forest; do
        for algo in $(jq -r '[.results[].algo] | unique[]' "$depths"); do
            grep -qE ">${algo/+/[+]}( |,|<)" "$drawn/$kind.svg"
        done
        grep -qF "n = 9 trees; signature $(jq -r .signature "$depths")" "$drawn/$kind.svg"
        grep -qF "\$ absbench --tree=$TREE --seed=1..9" "$drawn/$kind.svg"
    done
    jq '.context.command = ["./absbench", "--position=a b"]' "$depths" >"$out/quoted.json"
    scripts/plot forest "$out/quoted.json" -o "$out/quoted.svg"
    grep -qF "\$ absbench '--position=a b'" "$out/quoted.svg"
}

@test "plot: ratio axes hold 1, and logarithmic axes say so" {
    for kind in ratio forest window; do
        grep -q '>1</text>' "$drawn/$kind.svg"
        grep -qE 'work / work of [a-z]+ \(log axis' "$drawn/$kind.svg"
    done
    jq '.aggregates |= map(if .ratio_error > 0 then .ratio /= 10 | .ratio_low /= 10 | .ratio_high /= 10 else . end)' \
        "$depths" >"$out/small.json"
    scripts/plot forest "$out/small.json" -o "$out/small.svg"
    grep -q '>1</text>' "$out/small.svg"
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
    jq -r '.["$defs"].driver.enum[], .["$defs"].core.enum[]' docs/report.schema.json | grep -v 'open\|engine' |
        sort >"$out/algorithms"
    PYTHONPATH=scripts python3 -c 'from figures.looks import LOOKS
for name, look in LOOKS.items(): print(name, look.hue, look.marker, look.dash)' | sort >"$out/looks"
    [ "$(join "$out/algorithms" "$out/looks" | wc -l)" -eq "$(wc -l <"$out/algorithms")" ]
    [ "$(cut -d ' ' -f 2-4 "$out/looks" | sort -u | wc -l)" -eq "$(wc -l <"$out/looks")" ]
    # The marker and its colour, by the text of each point.
    ink() { tr -d '\n' <"$1" | grep -oE '<use [^>]*><title>[^<]*</title>' | sed -E \
        's/.* fill="([^"]*)" stroke="([^"]*)".*href="#([^"]*)"><title>(depth [0-9]+, )?([a-z+-]+).*/\5 \1 \2 \3/' |
        grep -E '^(pvs|sss|mtdf|aspiration\+pvs) ' | sort -u; }
    for kind in depth ratio forest; do
        ink "$drawn/$kind.svg" >"$out/$kind.ink"
        [ "$(wc -l <"$out/$kind.ink")" -eq 4 ]
        cmp "$out/$kind.ink" "$out/depth.ink"
        plot $kind --algo=pvs,sss,alphabeta -o "$out/few.svg"
        [ "$(ink "$out/few.svg" | wc -l)" -eq 2 ]
        [ -z "$(ink "$out/few.svg" | comm -23 - "$out/depth.ink")" ]
    done
}

@test "plot: librsvg draws every kind, and each says what it is" {
    command -v rsvg-convert >/dev/null || skip "rsvg-convert is not installed"
    # Ratios beyond the axis have arrows.
    jq '(.aggregates[] | select(.algo == "sss")) |= (.ratio *= 90
        | .ratio_high = null)' "$depths" >"$out/far.json"
    for kind in forest ratio; do scripts/plot $kind "$out/far.json" -o "$out/far-$kind.svg"; done
    for picture in "$drawn"/*.svg "$out"/*.svg; do
        tests/scripts/check_svg "$picture"
    done
}

@test "plot: intervals are drawn wherever the report, or a claim, has them" {
    # Bars are lines, bands are pale areas.
    bars() { grep -c "<path " "$1"; }
    jq '(.aggregates[] | .ratio_low, .ratio_high) = null
        | .aggregates[].ratio_missing = "none"' "$depths" >"$out/none.json"
    for kind in ratio forest; do
        scripts/plot $kind "$out/none.json" -o "$out/none.svg"
        [ "$(bars "$drawn/$kind.svg")" -gt $(($(bars "$out/none.svg") + 8)) ]
    done
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
    jq --arg name "tree:file=it's<b>%d.json" '(.aggregates[], .results[]) |=
        (.spec = $name | .domain = $name) | .best[].spec = $name' "$depths" >"$folder/o'neill.json"
    for kind in depth forest scatter; do
        scripts/plot $kind "$folder/o'neill.json" -o "$folder/'$kind" $([ $kind = scatter ] && echo --algo=pvs)
        [ -s "$folder/'$kind.png" ]
        grep -qF "tree:file=it's&lt;b&gt;%d.json" "$folder/'$kind.svg"
    done
    for report in depths windows judged parallel; do
        jq '.context.command += ["--positions=p'"'"'.txt"]' "${!report}" >"$out/$report.json"
    done
    for kind in $KINDS; do
        depths=$out/depths.json windows=$out/windows.json judged=$out/judged.json parallel=$out/parallel.json plot $kind -o "$out/positions.svg"
        grep -qF "p'" "$out/positions.svg"
    done
    scripts/report "$folder/o'neill.json" >/dev/null
    python3 tests/scripts/check_page.py "$folder/o'neill.html"
    # Names that look like options, and one that is not even text.
    local odd=$'-x\377.json'
    cd "$folder"
    cp "$depths" "./$odd"
    warmed "$TOP/scripts/plot" depth --output=-o.svg -- "$odd"
    warmed "$TOP/scripts/plot" depth "$depths" -o there.svg
    cmp ./-o.svg there.svg
    warmed "$TOP/scripts/plot" depth -- "$odd"
    warmed "$TOP/scripts/report" -- "$odd"
    ls -A | grep -c '^-[ox]' | grep -qx 5
    refused 2 warmed "$TOP/scripts/plot" depth -- $'-no such\nfile.json'
}

@test "plot, report: nothing is written through a link that was put where they write" {
    cp "$depths" "$out/run.json"
    echo precious >"$out/precious"
    for name in run-depth.svg run-depth.png run.html mine.svg mine.png; do ln -s precious "$out/$name"; done
    scripts/plot depth "$out/run.json"
    scripts/plot depth "$out/run.json" -o "$out/mine"
    scripts/report "$out/run.json"
    [ "$(cat "$out/precious")" = precious ]
    for name in run-depth.svg run-depth.png run.html mine.svg mine.png; do [ ! -L "$out/$name" ]; done
    # A name that the user wrote is meant: its link stays (and so does a device).
    ln -s precious "$out/asked.svg"
    scripts/plot depth "$out/run.json" -o "$out/asked.svg"
    [ -L "$out/asked.svg" ]
    head -n 1 "$out/precious" | grep -q '^<?xml'
    [ -z "$(find "$out" -name '.absbench*')" ]
}

@test "plot, report: a setting nobody has told them of keeps what is unlike apart" {
    mkdir "$out/docs"
    cp -R scripts "$out"
    jq '(.["$defs"].row, .properties.aggregates.items).properties.patience = {type: "integer", "x-level": "frame"}' \
        docs/report.schema.json >"$out/docs/report.schema.json"
    jq '(.results, .aggregates) |= (map(.patience = 1)
            + map(.patience = 2 | if .nodes then .nodes *= 2 | .work *= 2 else . end))' "$depths" >"$out/two.json"
    warmed "$out/scripts/plot" forest "$out/two.json" -o "$out/two.svg"
    grep -qF '>pvs patience=1<' "$out/two.svg"
    grep -qF '>pvs patience=2<' "$out/two.svg"
    warmed "$out/scripts/report" "$out/two.json" >/dev/null
    for half in 1 2; do
        python3 tests/scripts/check_page.py "$out/two.html" text | grep -qxF "$TREE (patience=$half)"
    done
}

# ---- the numbers ---------------------------------------------------------------------------------

@test "plot depth: geometric means of nodes" {
    points depth | grep -v ^minimal >"$out/drawn"
    jq -r '.aggregates[] | [.algo, .depth, .measure_geomean, .n] | @tsv' "$depths" >"$out/report"
    same "$out/drawn" "$out/report"
}

@test "plot depth: where the greater depths were not finished, the last that was is spoken of" {
    "$ABSBENCH" --tree=$TREE --seed=1..9 --depth=2..7 --algo=alphabeta,pvs --max-nodes=300 --quiet --output="$out/limited.json"
    scripts/plot depth "$out/limited.json" -o "$out/limited.svg"
    last=$(jq '[.aggregates[] | select(.n > 0).depth] | max' "$out/limited.json")
    [ "$last" -lt 7 ]
    grep -q "<title>Work per position of 2 searches .* at depth $last, [0-9]*[.]<" "$out/limited.svg"
}

@test "plot ratio, forest: the report's ratios and intervals" {
    points ratio >"$out/drawn"
    jq -r '.aggregates[] | select(.algo != "alphabeta") | . as $r | [.algo, .depth,
        $r.ratio, $r.ratio_low, $r.ratio_high, $r.ratio_n]
        | @tsv' "$depths" >"$out/report"
    same "$out/drawn" "$out/report"
    for depth in 4 3; do
        points forest --depth=$depth >"$out/drawn"
        jq -r --argjson d $depth '[.aggregates[] | select(.depth == $d)]
            | sort_by(.ratio)[] | . as $r | [.algo, $r.ratio,
              $r.ratio_low, $r.ratio_high,
              $r.ratio_n, $r.ratio_wins, $r.ratio_ties, $r.ratio_losses] | @tsv' "$depths" | cmp - "$out/drawn"
    done
    points forest >"$out/greatest"
    points forest --depth=4 | cmp - "$out/greatest"
    plot forest --depth=3 -o "$out/forest.svg"
    awk '{printf "%.3f [%.3f, %.3f]\n", $2, $3, $4}' "$out/drawn" | while read -r value; do
        [ "$value" = "1.000 [1.000, 1.000]" ] || grep -qF ">$value<" "$out/forest.svg"
    done
}

@test "plot scatter: a point for each position, with the nodes of both" {
    points scatter >"$out/drawn"
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
    plot heatmap --data="$out/data" -o "$out/heatmap.svg" >/dev/null
    awk -F '\t' '$1 == "M" {name[$2] = $3} $1 == "P" {
        print name["depth " $3], name["window " $4], $5, ($6 == "*" ? "*" : "-")}' "$out/data" >"$out/drawn"
    jq -r '[.aggregates[] | select(.widen == "full")] | group_by(.depth)[]
        | (map(.ratio) | min) as $best | .[]
        | "\(.depth) \(.window | if .[0] == .[1] then .[0] else "\(.[0]):\(.[1])" end) \(
           .ratio) \(if .ratio == $best then "*" else "-" end)"' "$windows" >"$out/report"
    same "$out/drawn" "$out/report"
    [ "$(wc -l <"$out/drawn")" -eq 9 ]
    grep -qF ">$(awk '$4 == "*" {printf "%.3f*", $3; exit}' "$out/drawn")<" "$out/heatmap.svg"
}

@test "plot window: ratios, fails and re-searches; marks are the report's best" {
    points window >"$out/drawn"
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

@test "plot: several configurations of an algorithm are told apart" {
    scripts/plot forest "$windows" -o "$out/forest.svg"
    for name in "aspiration w=10 full" "aspiration w=100:300 gradual" alphabeta; do
        grep -qF ">$name<" "$out/forest.svg"
    done
    scripts/plot forest "$windows" -o "$out/one.svg" --only=widen=full,none --only=window=10,none
    grep -qF ">aspiration<" "$out/one.svg"
    ! grep -q gradual "$out/one.svg" || grep -q -- "--widen=full,gradual" "$out/one.svg"
}

@test "plot: searches that did not finish are said to be left out" {
    jq '(.aggregates[] | select(.algo == "pvs" and .depth == 4)) |= (.n = 7 | .left_out = 2)' \
        "$depths" >"$out/left.json"
    scripts/plot depth "$out/left.json" -o "$out/left.svg"
    grep -qF "n = 7 to 9 trees" "$out/left.svg"
    grep -qF "pvs: 2 searches did not finish and are left out (depth 4)." "$out/left.svg"
}

@test "plot: the figure is put beside its report" {
    cp "$depths" "$out/some.json"
    [ "$(scripts/plot depth "$out/some.json" | xargs)" = "$out/some-depth.svg $out/some-depth.png" ]
    [ "$(ls -A "$out" | xargs)" = "some-depth.png some-depth.svg some.json" ]
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
    for kind in depth ratio forest; do
        refused 2 scripts/plot $kind "$out/series.json"
        [[ $stderr == *"no finished searches by pvs" ]]
    done
    refused 2 scripts/plot scatter "$out/series.json" --algo=pvs
    jq '.aggregates |= map(if .algo == "pvs" then .ratio = null
        | .ratio_missing = "none at all" else . end)' "$depths" >"$out/series.json"
    for kind in ratio forest; do
        refused 2 scripts/plot $kind "$out/series.json"
        [[ $stderr == *"no ratio of pvs: none at all" ]]
    done
    jq '.aggregates |= map(select(.window != [800, 800] or .depth != 4))' "$windows" >"$out/series.json"
    refused 2 scripts/plot heatmap "$out/series.json" --only=widen=full
    [[ $stderr == *"window 800, depth 4"* ]]
    [ "$(ls -A "$out")" = series.json ]
}

@test "plot: no figure of what makes none" {
    refused 2 scripts/plot depth "$depths" --depth=3
    [[ $stderr == *"single depth, 3"* ]]
    refused 2 scripts/plot ratio "$depths" --depth=3
    refused 2 scripts/plot scatter "$depths"
    [[ $stderr == *"choose one with --algo=NAME"* ]]
    refused 2 scripts/plot scatter "$depths" --algo=alphabeta
    refused 2 scripts/plot heatmap "$depths" --algo=pvs
    refused 2 scripts/plot heatmap "$windows"
    [[ $stderr == *"widen is full or gradual"* ]]
    refused 2 scripts/plot window "$depths"
    refused 2 scripts/plot window "$windows" --only=window=10
    refused 2 scripts/plot depth "$depths" --algo=pvs,quickest
    [[ $stderr == *"no algo quickest; it has alphabeta, "* ]]
    refused 2 scripts/plot depth "$depths" --only=colour=red
    "$ABSBENCH" --tree=$TREE --depth=2,3 --algo=pvs --reference=none --quiet --output="$BATS_FILE_TMPDIR/alone.json"
    refused 2 scripts/plot ratio "$BATS_FILE_TMPDIR/alone.json"
    [[ $stderr == *"no ratios were asked for"* ]]
    jq '.results = [] | .aggregates = []' "$depths" >"$BATS_FILE_TMPDIR/empty.json"
    refused 2 scripts/plot depth "$BATS_FILE_TMPDIR/empty.json"
    refused 2 scripts/plot scatter "$BATS_FILE_TMPDIR/empty.json"
    refused 2 scripts/plot window "$out/nonexistent.json"
    refused 2 scripts/plot forest Makefile
    refused 2 scripts/plot forest "$out"
    jq 'del(.aggregates[].nodes_sum)' "$depths" >"$BATS_FILE_TMPDIR/lacking.json"
    refused 2 scripts/plot depth "$BATS_FILE_TMPDIR/lacking.json"
    refused 2 scripts/plot depth "$depths" -o "$out/no/folder.svg"
    [ -z "$(ls -A "$out")" ]
}

@test "plot: without a kind, that which suits the report" {
    cp "$windows" "$out/windows.json"
    cp "$depths" "$out/depths.json"
    cd "$out" || return 1
    kind() { warmed "$TOP/scripts/plot" "$@" | head -1; }
    [ "$(kind windows.json --only=widen=full)" = windows-heatmap.svg ]
    [ "$(kind windows.json --only=widen=full --depth=5)" = windows-window.svg ]
    [ "$(kind depths.json)" = depths-ratio.svg ]
    [ "$(kind depths.json --depth=4)" = depths-forest.svg ]
    [ "$(kind --depth=4 depths.json -o chosen.svg)" = chosen.svg ]
}

@test "plot: wrong usage is 64 and one line" {
    refused 64 scripts/plot
    refused 64 scripts/plot pie "$depths"
    refused 64 scripts/plot depth
    refused 64 scripts/plot depth --nonsense
    refused 64 scripts/plot depth "$depths" "$depths"
    refused 64 scripts/plot depth "$depths" -o
    refused 64 scripts/plot depth "$depths" -o "$out/figure.txt"
    refused 64 scripts/plot depth "$depths" --domain=
    refused 64 scripts/plot depth "$depths" --only=pvs
    refused 64 scripts/plot depth "$depths" --term
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
    points regret | cut -f 1-3,6 | sort >"$out/drawn"
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

@test "plot: speedups by processors are those of the report; what is left of the ticks is work or waiting" {
    points speedup | sed 's/^pvs parallel=//' | sort >"$out/drawn"
    jq -r '.aggregates[] | select(.parallel != "none")
        | [.parallel, .procs, 1 / .ratio, 1 / .ratio_high, 1 / .ratio_low, .ratio_n] | @tsv' "$parallel" | sort >"$out/report"
    python3 - "$out/drawn" "$out/report" <<'PYTHON'
import sys
drawn, report = ([line.split("\t") for line in open(name)] for name in sys.argv[1:])
assert len(drawn) == 4
for a, b in zip(drawn, report):
    assert a[0] == b[0] and all(abs(float(x) / float(y) - 1) < 1e-8 for x, y in zip(a[1:], b[1:])), (a, b)
PYTHON
    python3 - "$parallel" <<'PYTHON'
import json, sys
sys.path.insert(0, "scripts")
from figures.kinds import spent
report = json.load(open(sys.argv[1]))
for a, more, waiting in spent(report, report["aggregates"]):
    rows = [r for r in report["results"] if (r["parallel"], r["procs"]) == (a["parallel"], a["procs"])]
    ticks = a["procs"] * sum(r["ticks"] for r in rows)
    assert abs(waiting - sum(r["idle_ticks"] for r in rows) / ticks) < 1e-9 and len(rows) == 9
    assert abs(more + waiting + 1 / (a["ratio"] * a["procs"]) - 1) < 1e-9 or more == 0
PYTHON
    run -2 scripts/plot speedup "$depths" -o "$out/none.svg"
    [[ $output == *"has no"*"--parallel="* || $output == *"compares no ticks"*"--parallel="* ]]
}
