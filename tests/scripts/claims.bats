#!/usr/bin/env bats
# scripts/claims: what it says follows from the rows, and from nothing else. From the top.

load ../common
load python
STORED=results/reference/claims
ROWS=tests/scripts/claims_rows.py

# Usage: copied FOLDER : a copy of what searches, which keeps its rows to itself.
copied() {
    mkdir -p "$1/docs" "$1/games" "$1/$STORED"
    cp -R scripts "$1"
    cp docs/{report.schema.json,claims.md,which-search.md} "$1/docs"
    mkdir "$1/results/claims"
    cp results/reference/duel.csv "$1/results/reference"
    cp results/claims/statements.md "$1/results/claims"
    cp -R games/positions "$1/games"
}

# The stored rows of twelve positions of each domain: enough for verdicts, in little time. `ordering` is searched anew,
# is cut short by a limit on the size of files, and goes on; the rows of all others are taken only if they are of the same grids.
setup_file() {
    quick_python
    warm
    export ABSBENCH=$(realpath "${ABSBENCH:-absbench}")
    export SMALL=$BATS_FILE_TMPDIR/$STORED VERDICTS=$BATS_FILE_TMPDIR/verdicts
    copied "$BATS_FILE_TMPDIR"
    $ROWS few $STORED "$SMALL" 12
    cp $STORED/*.json "$SMALL"
    cd "$BATS_FILE_TMPDIR" || return 1
    local told=(scripts/claims --full --only=ordering --to=$STORED --jobs=1) journal=$SMALL/unfinished/ordering.jsonl
    ! (ulimit -f 1000 && command "${told[@]}") >verdicts 2>said || return 1 # KiB of five times as many
    cp "$journal" cut
    command "${told[@]}" >verdicts
    cd "$OLDPWD" || return 1
}

teardown_file() { cool; }

setup() { out=$BATS_TEST_TMPDIR; }

# Usage: altered EXPERIMENT PYTHON .. : verdicts and page, altered.txt and altered.md, when each row
# of these experiments went through that.
altered() {
    cp -R "$SMALL" "$out/rows"
    while [ $# -gt 0 ]; do
        $ROWS alter "$out/rows" "$1" "$2"
        shift 2
    done
    PYTHONPATH=tests/scripts/undrawn command scripts/claims --from="$out/rows" -o "$out/altered.md" >"$out/altered.txt"
}

# Usage: verdict ID FILE : which that statement has.
verdict() { awk -F '\t' -v id="$1" '$1 == id {print $2}' "$2"; }

# Usage: told VERDICT ID.. : of the altered rows, for each of these statements.
told() {
    local id
    for id in "${@:2}"; do
        [ "$(verdict "$id" "$out/altered.txt")" = "$1" ] || { echo "$id is not: $1"; return 1; }
    done
}

# Usage: as_before ID.. : these statements have the verdicts of the rows that were not altered.
as_before() {
    local id
    for id; do told "$(verdict "$id" "$VERDICTS")" "$id"; done
}

# Usage: says WORDS DOMAIN ID.. : the line of the domain in the statement's table ends so.
says() {
    local id
    for id in "${@:3}"; do
        sed -n "/^### $id)/,/^\*\*Verdict/p" "$out/altered.md" | grep "^| $2 |" | grep -qF "| $1 |" ||
            { echo "$id does not say: $1"; return 1; }
    done
}

# Work of a row times a number; times 1, one node more.
TIMES='
def times(x):
    for one in worked: one[1] = one[1] + 1 if x == 1 else max(1, int(one[1] * x))
'

# ---- what is kept --------------------------------------------------------------------------------

@test "the stored grids, rows and pages are made anew from the experiments, after a search was cut short too" {
    local file about='.[2:] | fromjson | del(.git, .version)'
    for file in "$SMALL"/*.json; do cmp "$file" "$STORED/${file##*/}"; done
    PYTHONPATH=scripts command python3 -c '
import json
from claiming import searches
for one in searches.CHOICE_EXPERIMENTS:
    assert json.load(open(f"'"$STORED"'/{one.name}.grid.json")) == searches.grid(one, True), one.name'
    [ "$(xz -dc $STORED/ordering.csv.xz | wc -c)" -gt 100000 ]
    cmp <(xz -dc $STORED/ordering.csv.xz | tail -n +2) <(xz -dc "$SMALL/ordering.csv.xz" | tail -n +2)
    cmp <(xz -dc $STORED/ordering.csv.xz | head -n 1 | jq -R "$about") \
        <(xz -dc "$SMALL/ordering.csv.xz" | head -n 1 | jq -R "$about")
    for file in docs/claims.md docs/which-search.md results/claims/statements.md; do
        diff <(grep '^#' $file) <(grep '^#' "$SMALL/${file##*/}")
    done
    # Not all of them were there when the search was cut short.
    [ "$(grep -c '"id"' "$BATS_FILE_TMPDIR/cut")" -lt \
        "$(xz -dc "$SMALL/ordering.csv.xz" | sed -n 's/^domain,//p' | tr , '\n' | wc -l)" ]
    [ ! -e "$SMALL/unfinished" ]
    [ "${ABS_TESTS:-}" = long ] || return 0 # which takes all rows, byte for byte
    copied "$out"
    cp $STORED/* "$out/$STORED"
    cd "$out"
    PYTHONPATH=$OLDPWD/tests/scripts/undrawn scripts/claims --full --only=ordering --to=$STORED \
        -o results/claims/statements.md --pages=docs >verdicts
    for file in docs/claims.md docs/which-search.md results/claims/statements.md; do cmp $file "$OLDPWD/$file"; done
}

# Of the few rows, which draws faster; the page in results/claims shows the same figures.
@test "every figure of the page is drawn, and no other" {
    figures() { sed -n "s,^!\\[.*](\(.*\))\$,\1,p" "$1" | sed 's,.*/,,' | sort; }
    local page=results/claims/statements
    [ "$(figures $page.md | wc -l)" -ge 6 ]
    figures $page.md | diff - <(figures "$SMALL/statements.md")
    figures $page.md | diff - <(ls $page)
    figures $page.md | diff - <(ls "$SMALL/statements")
    for figure in "$SMALL"/statements/*.svg; do tests/scripts/check_svg "$figure"; done
}

@test "stored rows hold nothing of their machine, and are small" {
    for file in $STORED/*.csv.xz; do
        xz -dc "$file" | head -n 1 | cut -c 3- >>"$out/about"
    done
    jq -c keys "$out/about" | uniq | diff - <(echo '["command","configs","domains","git","signature","version"]')
    run ! grep -F '"/' "$out/about"
    [ "$(cat $STORED/* | wc -c)" -lt 6000000 ]
}

@test "a search one ply less deep is the iterations before the last" {
    for depth in 4 3; do
        "$ABSBENCH" --game=chess --game=othello --max-positions=3 --depth=$depth --algo=pvs,mtdf,aspiration \
            --format=json --no-time --quiet --no-check-moves |
            jq -c '.results[] | [.spec, .position_id, .algo, .iterations[:3]]' >"$out/$depth"
    done
    [ "$(wc -l <"$out/3")" -eq 18 ]
    cmp "$out/3" "$out/4"
}

@test "each claim has its statements, and each statement one of four verdicts" {
    [ "$(cut -c 1 "$VERDICTS" | uniq | tr -d '\n')" = abcdefghijklmno ]
    [ "$(cut -f 1 "$VERDICTS" | sort | uniq -d)" = "" ]
    run ! grep -vP '\t(holds|holds for some|does not hold|not settled)\t' "$VERDICTS"
    # The table says the same, links to each statement, and keeps the sources that are written by hand.
    sed -nE 's/^\| \[(.*)\]\(statements.md#[^)]*\) \| (.*) \| (.*) \| (.*) \| .* \| .* \|$/\1\t\4\t\2/p' "$SMALL/claims.md" |
        cmp - "$VERDICTS"
    diff <(awk -F ' \\| ' '{ print $2, $3 }' docs/claims.md) <(awk -F ' \\| ' '{ print $2, $3 }' "$SMALL/claims.md")
}

@test "verdicts follow work, at both depths, each of its own experiment" {
    # 0.05 pawns win by far at every second position of the windows, 4 pawns at the others.
    altered cores "$TIMES"'
if c["algo"] == "pvs": times(10)' bare "$TIMES"'
if c["deepening"]: times(1000)' stars "$TIMES"'
if c["algo"] == "sss": times(0.001)' selected "$TIMES"'
if c["algo"] == "mtdf": times(0.001 if "check" not in c.get("select", "") else 1000)' soft "$TIMES"'
if c["algo"] == "pvs-hard": times(0.1 if "select" in c else 10)' asked "$TIMES"'
if "tt_pv" in c or "iir" in c.get("select", ""): times(10)' windows '
if domain == "chess" and c["widen"] == "full" and c["window"] in ([5, 5], [400, 400]):
    good = (c["window"] == [5, 5]) == (index % 2 == 0)
    for one in worked: one[1] = max(1, int(one[1] * (0.5 if good else 20)))'
    told "does not hold" h2 j1 k1 l4 o16 o17
    told holds a3 a4 h4 k6
    as_before h1 f2
    # Selection is judged by its own rows, and never for one value.
    told holds o3 m1 # o3: three for, two that cannot tell, as they have checks
    says "cannot tell" chess o3
    # A window is judged on other positions than those that chose it.
    says against chess b2
}

@test "one wrong value, one node more, or a window that always wins is exit 1" {
    local code=0
    # Bounds that cross are a changed value. Trees and tic-tac-toe count in the textbook form alone.
    altered cores "$TIMES"'
if c["algo"] == "pvs": times(10 if "trees" in domain or domain == "tic-tac-toe" else 0.1)
if c["algo"] == "pvs" and domain == "connect four": steps[-1][0] += 1
if c["algo"] == "aspiration+pvs" and domain == "chess": steps = [one[:3] + [2] for one in steps]' ordering '
if c["algo"] == "scout": steps[-1][0] += 1' deeper '
if domain == "chess" and c["algo"] == "mtdf": status = "inconsistent"' textbook "$TIMES"'
if c["algo"] == "pvs": times(10 if "trees" in domain else 0.1)
if c["algo"] == "failsoft" and domain == "chess" and not c["deepening"]: times(1)' stars '
if c["algo"] == "sss": steps[-1][1] = 1 + steps[-1][1] // 1000' judged-chess '
kept["regret"] = str(0 if "lmr" in (s := c.get("select", "")) and "check" not in s else 1 + index % 3)' windows '
if domain == "chess" and c["widen"] == "full" and c["window"] == [100, 100]:
    for one in worked: one[1] = max(1, one[1] // 100)' || code=$?
    [ "$code" -eq 1 ]
    told "holds for some" a1 b5 h1 m1
    told holds h2
    told "not settled" k1 # as SSS* is better at one of the depths only
    grep -qF 'against: connect four, trees of `ordering`' "$out/altered.md"
    says "(against)" 'uniform trees' h2
    says for chess l3 b2 b5 o14 # o14 and o15: selection, by what moves lose
    says against chess a1 b4 o15
    sed -n '/^### b2)/,/^\*\*Verdict/p' "$out/altered.md" | grep -q '^| chess | 100 | .* | 100 | '
}

# ---- what advice hangs on ------------------------------------------------------------------------

# Usage: shown LINE CHOICE GAME OPTION.. : the ratio of that line and choice is that of the last of two searches to the first.
shown() {
    local own column=$3
    own=$("$ABSBENCH" "${@:4}" --max-positions=8 --no-time --quiet --format=json |
        jq -r '.aggregates[] | select(.ratio_low) | "\(.ratio) \(.ratio_low) \(.ratio_high)"')
    awk -F ' *[|] *' -v line="## $1" -v choice="$2" -v column="$column" -v own="$own" '
        /^## / { here = $0 == line }
        here && $2 == choice {
            split($(column + 2), a, /[^0-9.]+/); split(own, b, " ")
            for (i = 1; i <= 3; i++) if ((d = a[i + 1] - b[i]) > 0.006 || d < -0.006) { print $(column + 2), "not", own; exit 1 }
            found = 1
        }
        END { exit !found }' table
}

@test "a sentence of README is said to hold only where it holds under every choice" {
    local from=$PWD
    copied "$out"
    cd "$out"
    sed -i 's/^QUICK = .*/QUICK = 8/; s/2 if of == DEEP/3 if of == DEEP/' scripts/claiming/searches.py
    command scripts/claims --choices --to=rows >table
    [ "$(grep -c '^## ' table)" -eq "$(sed '/^$/,$d' table | grep -cF ' .. ')" ]
    [ "$(grep -c '^## ' table)" -eq "$(grep -c '^| a second seed |' table)" ]
    shown 'PVS / alpha-beta that fails hard' '`--tt=1M`' 1 --game=connectfour --suite=large --depth=8 --algo=alphabeta,pvs --tt=1M
    shown 'PVS that fails hard / PVS' '`--quiescence=off`' 4 \
        --game=chess --suite=large --depth=3 --algo=pvs,pvs-hard --reference=pvs --quiescence=off
    shown 'with selection, MTD(f) / PVS' '`--tt-null=off`' 4 \
        --game=chess --suite=large --depth=3 --algo=pvs,mtdf --reference=pvs --select=null,lmr --tt-null=off
    shown 'the same / alpha-beta that fails soft' 'a second seed' 3 \
        --game=othello --positions=games/positions/second/othello.txt --depth=6 --algo=failsoft,mtdf --guess=mean --reference=failsoft
    # Rows in which PVS is best by far, but for a small table; alpha-beta worst by far.
    for name in choices second; do
        "$from/$ROWS" alter rows $name "$TIMES"'
if c["algo"] == "alphabeta": times(1000)
if c["algo"] == "pvs" and "select" not in c: times(10 if c["tt_bytes"] == 1 << 20 else 0.001)'
    done
    command scripts/claims --choices --from=rows >table
    said() { sed '/^$/,$d' table | grep -F "| $1 |" | grep -oF "$2" | wc -l; }
    [ "$(said 'the search named above / alpha-beta that fails hard' '; holds, below 1 |')" -eq 5 ]
    [ "$(said 'PVS / alpha-beta that fails soft' '; below 1; above 1 with `--tt=1M` |')" -eq 5 ]
    sed -n '/^## PVS . alpha-beta that fails soft/,/second seed/p' table >one
    [ "$(grep -oE '[|] [<>?] ' one | sort | uniq -c | xargs)" = "50 | < 5 | >" ] || { cat one; return 1; }
}

# ---- what is wrong -------------------------------------------------------------------------------

@test "missing or damaged rows are exit 2" {
    local bad=$out/bad
    mkdir "$bad"
    refused 2 cores.csv.xz scripts/claims --from="$bad"
    cp "$SMALL"/*.xz "$bad"
    head -c 2000 "$SMALL/cores.csv.xz" >"$bad/cores.csv.xz"
    refused 2 damaged scripts/claims --from="$bad"
    xz -dc "$SMALL/cores.csv.xz" | sed '2s/^domain,[0-9]*,/domain,99,/' | xz -0 >"$bad/cores.csv.xz"
    refused 2 damaged scripts/claims --from="$bad"
    xz -dc "$SMALL/hard.csv.xz" | sed '1s/"xiangqi"/"shogi"/' | xz -0 >"$bad/hard.csv.xz"
    cp "$SMALL/cores.csv.xz" "$bad"
    refused 2 'hard.csv.xz is damaged' scripts/claims --from="$bad"
    [ ! -e "$bad/statements.md" ]
}

@test "wrong usage is 64 and one line; a missing program is 2" {
    refused 64 --fall scripts/claims --fall
    refused 64 value scripts/claims --to=
    refused 64 jobs scripts/claims --jobs=two
    refused 64 searches scripts/claims --from=$STORED --full
    refused 64 FILE.md scripts/claims -o page.html
    for name in claims which-search; do refused 64 'another name' scripts/claims -o $name.md; done
    refused 64 'prints its tables' scripts/claims --choices --output=page.md
    refused 64 '--only=cores' scripts/claims --only=cores
    refused 64 'give some of cores, etc, ' scripts/claims --full --only=core
    ABSBENCH=$out/none refused 2 'not built' scripts/claims
}

@test "a signal ends the search with its code; rows of another run are refused" {
    local code=0
    copied "$out"
    cd "$out"
    rm -r results/reference
    mkdir cut
    echo old >cut/cores.csv.xz
    command scripts/claims --to=cut --jobs=1 2>said 3>&- &
    rows_in cut/unfinished/cores.jsonl
    kill -TERM $!
    wait $! || code=$?
    [ "$code" -eq 143 ]
    [[ $(tail -n 1 said) == *"cut/unfinished: the same command goes on" ]]
    [ "$(cat cut/*.csv.xz)" = old ]
    [ ! -e cut/statements.md ]
    sed -i '1s/"hash":"0x[0-9a-f]*"/"hash":"0x0000000000000001"/' cut/unfinished/cores.jsonl
    run -2 scripts/claims --to=cut
    [[ $output == *"if cut/unfinished is of another run, remove it"* ]]
}
