#!/usr/bin/env bats
# tables.bats -- tables fit the terminal, and say what their words mean; what is only said there.

load ../common

setup() {
    here || return 1
    unset COLUMNS NO_COLOR ABSBENCH_FORMAT
    export TERM=dumb
}

# on_terminal WIDTH WORD..: what stdout shows on a terminal so wide, in `out`.
on_terminal() {
    local width=$1
    shift
    script -qec "stty cols $width <&1; '$BIN' ${*@Q} 2>/dev/null" /dev/null </dev/null >raw
    tr -d '\r' <raw >out
}

# fits WIDTH WHAT: no line of `out` is wider, but options that are to be copied.
fits() {
    [ -s out ] || return 1
    ! grep -v '^  --' out | LC_ALL=C.UTF-8 grep -E "^.{$(($1 + 1))}" | sed "s/^/$2, $1 columns: /" | grep .
}

# drawn LOCALE: the table of a.json, on a page that is wide enough, in `out`.
drawn() {
    LC_ALL=$1 COLUMNS=120 "$BIN" show a.json --format=table >out
    grep -qF "0.67       1        1.5" out
}

@test "a column draws each interval against 1, where there are 100 columns, in UTF-8 or ASCII" {
    "$BIN" --game=othello --depth=4 --algo=alphabeta,pvs,mtdf,minimal,minimax --max-positions=12 --no-time --quiet --output=a.json
    drawn C.UTF-8
    grep -qE '^  pvs .*\] +[├●┼─│┤]+ +' out
    grep -qE '^  mtdf .*\] +├─+┼─●─+┤ +' out
    grep -qE '^  min(imal|imax) ' out && ! grep -E '^  min(imal|imax) ' out | grep -q '[│●]' # no verdict, no interval
    ! grep -E '^  alphabeta' out | grep -q '│'
    drawn C
    LC_ALL=C run ! grep -q '[^ -~]' out
    grep -qE '^  pvs .*\] +[][o+|-]+ +' out
    COLUMNS=99 "$BIN" show a.json --format=table >out
    run ! grep -F '0.67   ' out
    COLUMNS=200 "$BIN" show a.json --format=markdown >out
    run ! grep -F '0.67   ' out
}

@test "the bar drawn beside an interval shows that interval" {
    "$BIN" --game=connectfour --depth=5 --algo=all --max-positions=40 --no-time --quiet --output=a.json
    drawn C
    /usr/bin/python3 - out <<'END'
import math, re, sys
rows = 0
for line in open(sys.argv[1]):
    row = re.match(r".*? ([0-9.]+) \[([0-9.]+), ([0-9.]+)\]  (.{23})", line)
    if not row:
        continue
    point, low, high = (11 + 11 * math.log(float(x)) / math.log(1.5) for x in row.groups()[:3])
    marks = row[4]
    first = min(i for i, mark in enumerate(marks) if mark in "[o<") if "o" in marks or "<" in marks else 0
    assert abs(max(low, 0) - first) <= 0.52 or marks[first] == "o", line
    assert "o" not in marks or abs(point - marks.index("o")) <= 0.52, line
    assert "]" not in marks or abs(high - marks.index("]")) <= 0.52, line
    rows += 1
assert rows >= 5, rows
END
}

@test "no line is wider than the terminal, whatever is shown" {
    local words width long="ordered:b=3,range=100,gap=20,first=70,quarter=90,noise=5"
    "$BIN" --game=othello --depth=3 --algo=all,printed --max-positions=9 --no-time --output=a.json
    jq 'del(.signature) | (.results[] | select(.algo | startswith("pvs")) | .nodes, .interior, .work, (.iterations[-1] | .nodes, .work, .passes[-1].work)) += 100
        | del(.results[0, 1])' a.json >b.json
    "$BIN" --tree=$long --seed=1..9 --depth=3 --algo=pvs,mtdf --no-time --output=c.json
    jq 'del(.signature) | (.results[] | select(.seed < 4) | .value) += 1' c.json >d.json
    while read -r words; do
        for width in 60 100; do
            on_terminal $width $words || [ $? -eq 1 ] # of what differs
            fits $width "$words"
        done
    done <<END
--game=othello --depth=3 --algo=all,printed --max-positions=9
--game=chess --depth=2 --algo=all,mtd,printed --max-positions=3 --max-nodes=300
--tree=$long --tree=uniform:b=2..3,range=1000,commute=1 --seed=1..9 --depth=3 --algo=all --tt=0,64K
--tree=incremental:b=4,step=10 --seed=1..5 --depth=4 --algo=all,aspiration --window=1,7,90 --widen=gradual,both --guess=previous,exact+100 --order=tt,killer --reference=aspiration+pvs-value:tt=0;order=none;widen=full
--tree=uniform:b=3,range=50 --tree=$long --seed=1..20 --plain --depth=4 --algo=alphabeta,sss,dual,bisect
merge a.json c.json
--game=connectfour --position=4455 --depth=6 --algo=aspiration,sss --passes
compare a.json b.json
compare c.json d.json
perft --tree=$long --seed=1..3 --depth=1..4
list algos
END
}

@test "list at 60 columns has no wider line but those to copy" {
    on_terminal 60 list
    LC_ALL=C.UTF-8 awk 'length > 60 && !/^ *--(game|tree)=/ { print; exit 1 }' out
    grep -q -- "--game=xiangqi --position='.* 1'$" out
}

# as_piped FILE: its words, of which a terminal and a pipe, which cannot be made wider, have others in one place.
as_piped() { tr -s ' \n' ' ' <"$1" | sed 's/make the terminal wider/set COLUMNS/'; }
# shows FILE: what is piped here has the words of FILE.
shows() { cmp <(as_piped /dev/stdin) <(as_piped "$1"); }

@test "COLUMNS overrides the terminal, in a pipe too, unless it makes no sense" {
    local words="--game=othello --depth=2 --algo=all,printed --max-positions=5 --no-time" width
    for width in 60 80 200; do
        on_terminal $width $words
        mv out $width
        COLUMNS=$width on_terminal 77 $words
        cmp out $width
        COLUMNS=$width "$BIN" $words --format=table | shows $width
    done
    run ! cmp -s 60 80
    run ! cmp -s 80 200
    "$BIN" $words --format=table | shows 80
    for width in 0 1e2 ""; do
        COLUMNS=$width "$BIN" $words --format=table | shows 80
    done
    COLUMNS=7 "$BIN" $words --format=table | shows 60
    COLUMNS=5000 "$BIN" $words --format=table | shows 200
    "$BIN" $words --format=markdown >wide
    COLUMNS=60 "$BIN" $words --format=markdown | cmp - wide
}

# codes FILE: the colours in it, each once.
codes() { grep -o $'\033''\[[0-9]*m' "$1" | tr -d '\033[' | sort -u | xargs; }

@test "colours on a terminal alone, and never with NO_COLOR; they take no room" {
    local words="--game=othello --depth=4 --algo=alphabeta,sss,mtdf-printed --reference=scout --max-positions=60 --no-time"
    TERM=xterm on_terminal 80 $words
    [ "$(codes out)" = "0m 1m 2m 31m 32m" ]
    grep -q $'^\033\[1mothello, depth 4\033\[0m$' out
    grep -q $'^\033\[1mothello, depth 4: use ' out
    grep -q $'[0-9k] *\033\[31m[0-9.]* \[[0-9., ]*\]\033\[0m ' out # a ratio above 1
    grep -q $'^  --game=othello --algo=' out
    sed $'s/\033\[[0-9]*m//g' out >bare
    TERM=xterm "$BIN" $words --format=table | shows bare
    for TERM in dumb ''; do on_terminal 80 $words && cmp out bare; done
    TERM=xterm
    NO_COLOR=1 on_terminal 80 $words && cmp out bare
    on_terminal 80 $words --output=file.txt && [ ! -s out ] && shows bare <file.txt
    on_terminal 80 $words --format=markdown && [ -z "$(codes out)" ]
    NO_COLOR='' on_terminal 80 $words --output=file.json --show && [ -n "$(codes out)" ] && [ -z "$(codes file.json)" ]
}

@test "ABSBENCH_FORMAT asks for a format where neither --format nor a file's ending does" {
    local words="--tree=uniform:b=2 --depth=3 --algo=pvs,mtdf --no-time" format name
    "$BIN" $words --output=x.json
    for format in table json jsonl csv markdown; do
        "$BIN" merge x.json --no-time --format=$format | sed '/"context"/d' >wanted
        ABSBENCH_FORMAT=$format "$BIN" merge x.json --no-time | sed '/"context"/d' | cmp - wanted
        ABSBENCH_FORMAT=$format "$BIN" $words >out
        [ "$(head -c 1 out)" = "$("$BIN" $words --format=$format | head -c 1)" ]
    done
    ABSBENCH_FORMAT='' "$BIN" $words | cmp - <("$BIN" $words)
    ABSBENCH_FORMAT='' on_terminal 80 $words && grep -q '^algorithm' out
    for name in list schema "help sweep"; do # not for these
        ABSBENCH_FORMAT=json "$BIN" $name | cmp - <("$BIN" $name)
    done
    export ABSBENCH_FORMAT=markdown
    "$BIN" $words --format=csv | cmp - <(ABSBENCH_FORMAT= "$BIN" $words --format=csv)
    "$BIN" $words --output=y.csv && grep -q '^id,' y.csv
    ABSBENCH_FORMAT=tabel refused 64 "ABSBENCH_FORMAT: there is no 'tabel'; it takes " "$BIN" $words
}

@test "value, best move and line are shown for a single position, and not for its copies" {
    local one="$BIN --game=ttt --position=15 --depth=3 --algo=pvs,mtdf --no-time --quiet --format=table"
    $one | grep -qF "what each search found"
    ! $one --shuffle=0,1 | grep -F "what each search found" || false
}

# heard ARGUMENT..: what appears on a terminal, in `out`, by lines.
heard() { script -qec "'$BIN' $*" /dev/null </dev/null | tr '\r' '\n' >out; }

@test "a sweep prints its jobs and progress, and nothing with --quiet" {
    local long="sweep --tree=uniform:b=9 --depth=12 --algo=alphabeta --seed=1..2 --timeout=0.6 --jobs=1"
    heard "$long" --tt=1M --output=out.json
    grep -qx 'absbench: 2 searches, 1 at a time, with tables of up to 1 MiB in all' out
    grep -q '0 of 2 searches (0 %), 0:00:00' out
    grep -Eq '1 of 2 searches \(50 %\), [0-9:]+, about [0-9:]+ left' out
    [ "$(jq '.results | length' out.json)" -eq 2 ]
    heard "$long" --tt=0 --output=out.json --quiet
    [ ! -s out ]
    heard sweep --tree=uniform:b=2 --depth=1 --tt=0 --seed=1..4 --shard=1/2 --jobs=1
    grep -qx 'absbench: 4 searches in 2 shards, 1 at a time' out
    heard sweep --tree=uniform:b=2 --depth=1 --tt=0 --seed=1..4 --jobs=9
    grep -qx 'absbench: 4 searches, 4 at a time' out
}

@test "positions says how many it found" {
    heard positions --game=tictactoe --count=2 --output=new
    grep -Eqx '1 of 2 positions, [0-9]+ games' out
    grep -Eqx '2 of 2 positions, [0-9]+ games' out
    heard positions --game=tictactoe --count=2 --output=new --quiet
    [ ! -s out ]
}

@test "perft prints a table on a terminal, JSON elsewhere" {
    heard perft --game=tictactoe --position=start --depth=1,2
    [ "$(grep -Ec '^tictactoe start +[12] +(9|72) ' out)" -eq 2 ]
    "$BIN" perft --game=tictactoe --position=start --depth=1,2 | jq -se 'length == 2'
}

@test "positions that end before the depth: a line under the block, and no answer of their own" {
    cat >p.txt <<'END'
4455
44
4
1
END
    # six columns are full: six plies are left, and five
    local full=121212212121343434434343565656656565
    printf '%s\n' "$full" "${full}7" >>p.txt
    ends 0 "$BIN" --game=connectfour --positions=p.txt --depth=7 --algo=pvs --no-time --output=a.json
    [ "$(jq -c '[.aggregates[] | select(.algo == "pvs") | [.depth, .n]] | sort' a.json)" = '[[5,1],[6,1],[7,4]]' ]
    for format in table markdown; do
        ends 0 "$BIN" show a.json --format=$format
        [ "$(grep -c 'connectfour, depth 7' out)" -ge 1 ]
        run ! grep -E 'connectfour, depth [56]' out
        grep -qE '^ *2 more at depth 5, 6, where games end: see --format=json$' out
    done
    # depths that were asked for have their blocks, however few positions there are
    ends 0 "$BIN" --game=connectfour --positions=p.txt --depth=4,7 --max-positions=3 --algo=pvs --no-time --format=table
    grep -q '^connectfour, depth 4$' out
    grep -q '^connectfour, depth 7$' out
    run ! grep 'where games end' out
}

@test "the share of qnodes stands where quiescence is on" {
    ends 0 "$BIN" --game=chess --position=start --depth=3 --algo=pvs --reference=none --no-time --output=a.json
    ends 0 "$BIN" show a.json --format=markdown
    local share
    share=$(jq '.aggregates[0] | 1000 * (.work_sum - .nodes_sum) / .work_sum | round / 10' a.json)
    [ "$(awk -F' *[|] *' '$2 == "pvs" { print $(NF - 1) + 0 }' out | head -n 1)" = "$share" ]
    ends 0 "$BIN" --game=chess --position=start --depth=3 --algo=pvs --quiescence=off --no-time --format=markdown
    run ! grep 'qnodes %' out
}
