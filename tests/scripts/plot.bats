#!/usr/bin/env bats
# scripts/plot: the numbers it draws are the report's. From the top: bats tests/scripts/plot.bats

load ../common
load python

# Reports, and of each kind of figure KIND.svg and KIND.tsv in $drawn.
setup_file() {
    quick_python
    warm
    export ABSBENCH=$(realpath "${ABSBENCH:-./absbench}")
    export TREE=uniform:b=4,range=1000 drawn=$BATS_FILE_TMPDIR/drawn
    export KINDS="depth ratio forest scatter heatmap window regret"
    search() { # NAME OPTION.. : the report is $NAME
        export "$1=$BATS_FILE_TMPDIR/$1.json"
        "$ABSBENCH" "${@:2}" --quiet --output="${!1}"
    }
    search depths --tree=$TREE --seed=1..9 --depth=2..4 --algo=alphabeta,failsoft,pvs,sss,mtdf,aspiration+pvs
    search few --tree=$TREE --seed=1..3 --depth=2,3 --algo=alphabeta,pvs
    search alone --tree=$TREE --depth=2,3 --algo=pvs --reference=none
    search windows --tree=incremental:b=4,step=100 --seed=1..9 --depth=3..5 --algo=alphabeta,aspiration \
        --window=10,100:300,800 --widen=full,gradual
    search judged --game=othello --judge=games/positions/judged/othello.txt --max-positions=93 --algo=alphabeta,pvs --max-nodes=1e2,1e3,1e4
    mkdir "$drawn"
    for kind in $KINDS; do plot $kind -o "$drawn/$kind.svg" --data="$drawn/$kind.tsv" >/dev/null; done
}

teardown_file() { cool; }

setup() {
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
    *) scripts/plot "$kind" "$depths" "$@" ;;
    esac
}

# ---- what is drawn -------------------------------------------------------------------------------

@test "plot: every kind as SVG, and as PNG and PDF; the same report gives the same bytes" {
    for kind in $KINDS; do
        head -n 1 "$drawn/$kind.svg" | grep -q '^<?xml'
        tail -n 2 "$drawn/$kind.svg" | grep -q '</svg>'
    done
    [ "$(ls -A "$drawn" | wc -l)" -eq 14 ]
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

@test "plot: ratio axes include 1, logarithmic axes are labelled so, and librsvg draws every kind" {
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
    for picture in "$drawn"/*.svg "$out"/*.svg; do tests/scripts/check_svg "$picture"; done
}

# Usage: labels KIND : height and text of the labels that stand right of all others, from the top.
labels() {
    sed -nE 's,^<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>(.*)</text>$,\1 \2 \3,p' "$drawn/$1.svg" |
        sort -n -k 1,1 -k 2,2 >"$out/texts"
    grep "^$(tail -n 1 "$out/texts" | cut -d ' ' -f 1) " "$out/texts" | cut -d ' ' -f 2-
}

@test "plot: labels at the ends of lines do not overlap, and stand in the order of the values" {
    for kind in depth ratio window; do
        labels $kind >"$out/labels"
        [ "$(wc -l <"$out/labels")" -gt 2 ]
        awk 'NR > 1 && $1 - last < 12 {exit 1} {last = $1}' "$out/labels"
    done
    labels depth | cut -d ' ' -f 2 | head -n 4 >"$out/order"
    jq -r '[.aggregates[] | select(.depth == 4)] | sort_by(-.measure_geomean)[:4][] | .algo' "$depths" |
        cmp - "$out/order"
}

@test "plot: an algorithm looks the same in every figure, and like no other" {
    # The marker and its colour, by the text of each point.
    ink() { tr -d '\n' <"$1" | grep -oE '<use [^>]*><title>[^<]*</title>' | sed -E \
        's/.* fill="([^"]*)" stroke="([^"]*)".*href="#([^"]*)"><title>(depth [0-9]+, )?([a-z+-]+).*/\5 \1 \2 \3/' |
        grep -E '^(pvs|sss|mtdf|aspiration\+pvs) ' | sort -u; }
    for kind in depth ratio forest; do
        ink "$drawn/$kind.svg" >"$out/$kind.ink"
        # Ends of intervals beyond the axis are arrows, with the same text.
        [ "$(grep -cxFf "$out/depth.ink" "$out/$kind.ink")" -eq 4 ]
    done
    [ "$(cut -d ' ' -f 2- "$out/depth.ink" | sort -u | wc -l)" -eq 4 ]
    plot ratio --algo=pvs,sss,alphabeta -o "$out/few.svg"
    ink "$out/few.svg" >"$out/few.ink"
    [ "$(grep -cxFf "$out/depth.ink" "$out/few.ink")" -eq 2 ] && [ "$(cut -d ' ' -f 1 "$out/few.ink" | sort -u | wc -l)" -eq 2 ]
}

@test "plot: no two searches share marker and colour, further ones of an algorithm or other engines neither" {
    PYTHONPATH=scripts /usr/bin/python3 -c 'from figures.looks import LOOKS, looks_of
methods = [*LOOKS][:[*LOOKS].index("full")] + [name for name in LOOKS if "+" in name and name != "aspiration+pvs"]
for names in (methods, ["aspiration", "pvs", *["aspiration+pvs"] * 12, "pvs", "toga2", "mine"]):
    assert len({look[:2] for look in looks_of(names)}) == len(names) > 15'
    jq '(.aggregates[], .results[]) |= if .algo == "pvs" then .algo = "pvs" + "x" * 60 else . end' "$depths" >"$out/long.json"
    scripts/plot ratio "$out/long.json" -o "$out/long.svg" # whose legend ends in the number all the same
    grep -oE '>pvsx*… [0-9.]+<' "$out/long.svg"
    grep -q '>numbers: values at the right end<' "$out/long.svg"
}

@test "plot: intervals are drawn wherever the report, or a claim, has them" {
    bars() { grep -c "<path " "$1"; } # bars are lines, bands are pale areas
    jq '.aggregates[] |= (.ratio_low = null | .ratio_high = null | .ratio_missing = "none")' "$depths" >"$out/none.json"
    scripts/plot ratio "$out/none.json" -o "$out/none.svg"
    [ "$(bars "$drawn/ratio.svg")" -gt $(($(bars "$out/none.svg") + 8)) ]
    [ "$(grep -c 'opacity="0.15"' "$drawn/window.svg")" -ge 2 ]
    for figure in results/claims/statements/*.svg; do
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
        (.spec = $name | .domain = $name)' "$few" >"$folder/p'.json"
    scripts/plot depth "$folder/p'.json" -o "$folder/'depth.svg"
    grep -qF "tree:file=it's&lt;b&gt;%d.json" "$folder/'depth.svg"
    scripts/report "$folder/o'neill.json" >/dev/null
    /usr/bin/python3 tests/scripts/check_page.py "$folder/o'neill.html"
    # Names that look like options, and one that is not even text.
    local odd=$'-x\377.json'
    cd "$folder"
    cp "$few" "./$odd"
    warmed "$TOP/scripts/plot" scatter --algo=pvs --output=-o.svg -- "$odd"
    ls -A | grep -c '^-[ox]' | grep -qx 2
    refused 2 "" warmed "$TOP/scripts/plot" depth -- $'-no such\nfile.json'
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

@test "plot: searches that differ in an unknown setting stay apart" {
    mkdir "$out/docs"
    cp -R scripts "$out"
    jq '(.["$defs"].row, .properties.aggregates.items).properties.patience = {type: "integer", "x-level": "frame"}' \
        docs/report.schema.json >"$out/docs/report.schema.json"
    jq '(.results, .aggregates) |= map(select(.depth == 3)) | (.results, .aggregates) |= (map(.patience = 1)
            + map(.patience = 2 | if .nodes then .nodes *= 2 | .work *= 2 else . end))' "$few" >"$out/two.json"
    warmed "$out/scripts/plot" forest "$out/two.json" -o "$out/two.svg"
    for patience in 1 2; do grep -qF ">pvs patience=$patience<" "$out/two.svg"; done
}

@test "without the schema of reports plot and report end in one line" {
    mkdir "$out/bare"
    cp -R scripts "$out/bare"
    for script in plot report; do
        refused 2 "bare/docs/report.schema.json cannot be read: No such file or directory; git restore" "$out/bare/scripts/$script" "$few"
    done
}

@test "plot: searches that did not finish are said to be left out" {
    jq '(.aggregates[] | select(.algo == "pvs" and .depth == 3)) |= (.n = 1 | .left_out = 2)' "$few" >"$out/left.json"
    scripts/plot depth "$out/left.json" -o "$out/left.svg"
    grep -qF "n = 1 to 3 trees" "$out/left.svg"
    grep -qF "pvs: 2 searches did not finish and are left out (depth 3)." "$out/left.svg"
}

# ---- the numbers ---------------------------------------------------------------------------------

# Lines of cells, each number to eight digits, sorted.
rounded() {
    awk -F '\t' -v OFS='\t' '{for (i = 1; i <= NF; i++) if ($i ~ /^[0-9.e-]+$/) $i = sprintf("%.8g", $i); print}' | sort
}

# Usage: agree KIND CELLS REPORT FILTER : the series' name and first cells of each point are what jq finds.
agree() {
    awk -F '\t' -v OFS='\t' '$1 == "S" {name[$2] = $3} $1 == "P" {$2 = name[$2]; print}' "$drawn/$1.tsv" |
        cut -f "2-$((2 + $2))" | rounded >"$out/drawn"
    [ -s "$out/drawn" ]
    jq -r 'def width: unique | map("\(.)") | join(":"); '"$4 | @tsv" "$3" | rounded | diff "$out/drawn" -
}

@test "plot: the numbers of each kind are those of the report" {
    agree depth 3 "$depths" '.aggregates[] | [.algo, .depth, .measure_geomean, .n]'
    agree ratio 5 "$depths" '.aggregates[] | select(.algo != "alphabeta")
        | [.algo, .depth, .ratio, .ratio_low, .ratio_high, .ratio_n]'
    agree forest 7 "$depths" '.aggregates[] | select(.depth == 4)
        | [.algo, .ratio, .ratio_low, .ratio_high, .ratio_n, .ratio_wins, .ratio_ties, .ratio_losses]'
    agree scatter 3 "$depths" '[.results[] | select(.depth == 4)] | group_by(.position_id)[]
        | INDEX(.algo) | ["pvs", .alphabeta.nodes, .pvs.nodes, .pvs.position_id]'
    agree heatmap 4 "$windows" '[.aggregates[] | select(.widen == "full")] | group_by(.depth)[]
        | (map(select(.verdict == "better").ratio) | min) as $best | .[]
        | ["aspiration", .depth, ([.window_low, .window_high] | width), .ratio, if .ratio == $best then "*" else "" end]'
    agree window 9 "$windows" '([.aggregates[] | select(.driver == "aspiration" and .depth == 5 and .verdict == "better").ratio] | min) as $least | .aggregates[]
        | select(.driver == "aspiration" and .depth == 5)
        | [.widen, ([.window_low, .window_high] | add / 2), .ratio, .ratio_low, .ratio_high,
           .fail_low / .iterations, .fail_high / .iterations, .research_share, ([.window_low, .window_high] | width),
           if .ratio == $least then "*" else "" end]'
    scripts/regret "$judged" --format=json >"$out/regret"
    jq -r '.regret[] | select(.more != null and .more != 0).budget' "$out/regret" | grep -q .
    grep -q "how much more than the reference loses at the same position, mean" "$drawn/regret.svg"
    agree regret 4 "$out/regret" '.regret[] | [(.config | capture("(?<a>alphabeta|pvs)").a), .budget, .mean, .mean_low, .mean_high]'
}

@test "plot: the numbers stand in the figures; a cell that was not searched is empty" {
    grep ^P "$drawn/forest.tsv" | cut -f 3 | sort -gc
    awk '$1 == "P" && $3 != 1 {printf ">%.3f [%.3f, %.3f]<\n", $3, $4, $5}' "$drawn/forest.tsv" >"$out/said"
    [ "$(wc -l <"$out/said")" -eq 4 ] # fail-soft counts as alpha-beta does here
    while read -r value; do grep -qF "$value" "$drawn/forest.svg"; done <"$out/said"
    # None of these windows is shown better, so none is marked; one that is, is, though others have lower ratios.
    ! grep -q '[*]<\|#F5EC9A' "$drawn/heatmap.svg" "$drawn/window.svg"
    jq '(.aggregates[] | select(.window_low == 800)).verdict = "better"' "$windows" >"$out/better.json"
    for kind in heatmap window; do scripts/plot $kind "$out/better.json" --only=widen=full -o "$out/$kind.svg" --data="$out/$kind" >/dev/null; done
    awk '$6 == "*" {print $4}' "$out/heatmap" | sort | uniq -c | grep -qx ' *3 800'
    grep -qF "$(awk '$6 == "*" {printf ">%.3f*<", $5; exit}' "$out/heatmap")" "$out/heatmap.svg"
    grep "^P.*[*]" "$out/window" | grep -q "\b800\b"
    grep -qi '#F5EC9A' "$out/window.svg"
    grep -q 'n = 93 positions' "$drawn/regret.svg"
    jq '.aggregates |= map(select(.window_low != 800 or .depth != 4))' "$windows" >"$out/less.json"
    scripts/plot heatmap "$out/less.json" --only=widen=full --data="$out/less" -o "$out/less.svg"
    [ "$(grep -c ^P "$out/less")" -eq 8 ]
}

# ---- what is refused -----------------------------------------------------------------------------

@test "plot: of more than eight lines a few are named at their ends, in every panel the same" {
    "$ABSBENCH" --tree=$TREE --seed=1..5 --depth=2..4 --algo=all,sss,dual,bisect --quiet --output="$out/many.json"
    jq -e '[.aggregates[].algo] | unique | length > 8' "$out/many.json"
    for kind in depth ratio; do
        scripts/plot $kind "$out/many.json" -o "$out/$kind.svg"
        grep -q 'The 5 searches that end lowest are named; the [0-9]* others are grey[.]' "$out/$kind.svg"
    done
    jq -r '[.aggregates[] | select(.depth == 4)] | sort_by(.measure_geomean)[] | "\(.algo) \(.measure_geomean)"' "$out/many.json" >"$out/order"
    head -n 5 "$out/order" | while read -r algo _; do grep -qE "<text [^>]*>${algo/+/[+]} [0-9.]+<" "$out/depth.svg"; done
    tail -n 1 "$out/order" | { read -r algo _; ! grep -qE "<text [^>]*>${algo/+/[+]} [0-9.]+<" "$out/depth.svg"; }
}

@test "plot: intervals stay in one line" {
    cd scripts && /usr/bin/python3 - <<'END'
from figures.text import NBSP, wrap
text = "chess: undecided: pvs, or aspiration (0.996 [0.973, 1.019]), or mtdf (1.2 [1, ∞])"
for room in range(20, 80):
    lines = wrap(text, room)
    assert " ".join(lines).replace(NBSP, " ") == text
    assert all(line.count("[") == line.count("]") for line in lines), lines
END
}

@test "plot: a report of several domains needs --domain for one figure" {
    "$ABSBENCH" --tree=$TREE --tree=pgame:b=3,win=500 --game=tictactoe --position=51 --depth=2,3 \
        --algo=alphabeta,pvs --quiet --output="$out/several.json"
    refused 2 "--domain=NAME: pgame, tictactoe, uniform" scripts/plot depth "$out/several.json" -o "$out/depth.svg"
    refused 2 "" scripts/plot scatter "$out/several.json" --domain=chess
    [ "$(ls -A "$out")" = several.json ]
    scripts/plot depth "$out/several.json" | xargs -n 1 basename | grep svg >"$out/drawn"
    [ "$(xargs <"$out/drawn")" = "several-depth-uniform_b_4_range_1000.svg several-depth-pgame_b_3_win_500.svg several-depth-tictactoe.svg" ]
    refused 64 "absbench merge $out/several.json $few --output=merged.json" scripts/plot depth "$out/several.json" "$few"
    scripts/plot ratio "$out/several.json" --domain=tictactoe -o "$out/one.svg"
    for said in "tictactoe: work" "n = 1 " "no intervals"; do grep -q "$said" "$out/one.svg"; done
}

@test "plot: a report without a figure, no report, or wrong usage is one line, and writes nothing" {
    local gone=$BATS_TEST_TMPDIR/gone.json code words said
    jq '.results = [] | .aggregates = []' "$depths" >"$gone.empty"
    without() { jq "(.aggregates[] | select(.algo == \"pvs\")) |= ($2)" "$depths" >"$gone.$1"; }
    without n '.n = 0 | (.measure_geomean, .work_geomean, .nodes_geomean, .ratio) = null'
    without ratio '.ratio = null | .ratio_missing = "none at all"'
    while IFS='@' read -r code words said; do
        eval "refused $code '$said' scripts/plot $words"
    done <<'END'
2@depth $depths --depth=3@single depth, 3
2@depth $depths --algo=pvs,quickest@no algo quickest; it has alphabeta,
2@depth $depths --only=colour=red@
2@depth $gone.n@no finished searches by pvs
2@depth $gone.empty@
2@depth $depths -o $out/no/folder.svg@
2@ratio $alone@no ratios were asked for
2@ratio $gone.ratio@no ratio of pvs: none at all
2@forest $gone.n@no finished searches by pvs
2@forest Makefile@
2@forest $out@
2@scatter $depths@choose one with --algo=NAME
2@heatmap $windows@choose one with --only=KEY=VALUE: aspiration full, aspiration gradual
2@window $depths@
2@regret $depths@--judge and --max-nodes
64@@
64@pie $depths@
64@depth@
64@depth $depths -o $out/figure.txt@
64@depth $depths --only=pvs@
END
    [ -z "$(ls -A "$out")" ]
}

@test "plot without a kind draws the one that suits the report" {
    cp "$windows" "$out/windows.json"
    cp "$few" "$out/few.json"
    cd "$out" || return 1
    kind() { warmed "$TOP/scripts/plot" "$@" | head -1; }
    [ "$(kind windows.json --only=widen=full)" = windows-heatmap.svg ]
    [ "$(kind windows.json --only=widen=full --depth=5)" = windows-window.svg ]
    [ "$(kind few.json)" = few-ratio.svg ]
    [ "$(kind few.json --depth=3)" = few-forest.svg ]
}

@test "plot, report: 2 when matplotlib is missing" {
    mkdir "$out/lib"
    echo 'raise ModuleNotFoundError(name="matplotlib")' >"$out/lib/matplotlib.py"
    for script in "plot depth" report; do
        refused 2 "scripts/bootstrap plots" env PYTHONPATH="$out/lib" scripts/$script "$depths" -o "$out/figure.svg"
    done
}
