#!/usr/bin/env bats
# verdicts.bats -- what every report says of ratios: the options of an answer repeat its experiment, and its reasons are
# true. On random command lines: drawn.bats.
load ../common

repeats() { # WORD..: the options under its answer find the same configuration, positions and ratio
    "$BIN" "$@" --no-time --quiet --output=report.json && "$BIN" show report.json --format=markdown >page
    grep -E '^ *`?(sweep )?--(game|tree|grid)=' page | tr -d '`' >options
    [ -s options ] || return 0
    (eval "$BIN $(cat options) --no-time --quiet --output=again.json") &&
        jq -n -e --slurpfile a report.json --slurpfile b again.json '([$a[0].answers[] | select(.kind == "better" or .kind == "best").use][0]) as $use
            | [$a[0], $b[0] | .aggregates[] | select(.config == $use) | [.n, .ratio, .ratio_n]]
            | length == 2 and .[0] == .[1]' ||
        { echo "$*: $(cat options)"; return 1; }
}

@test "the options under an answer find the same configuration, positions and ratio" {
    local line
    "$ROOT/tests/find/lines.py" 5 22 >lines
    while read -r line; do
        # shellcheck disable=SC2086
        repeats $line
    done <lines
}

@test "the printed command repeats the experiment: its settings, and the seeds that were searched" {
    local words U="--tree=uniform:b=3,range=10"
    cp "$ROOT/games/positions/judged/connectfour.txt" judged.txt
    { "$BIN" positions --game=connectfour --count=60; echo bad; } >some.txt
    echo '{"tree": "uniform:b=3,range=10", "algo": "pvs,alphabeta", "depth": [3, 4], "seed": "2..30,50"}' >grid.json
    echo '[{"tree": "uniform:b=3,range=10", "depth": 2}, {"game": ["c4"], "positions": ["some.txt"],
        "skip-bad": true, "algo": ["pvs", "mtdf"], "depth": 3, "shuffle": [0, 3]}]' >game.json
    echo '[{"tree": "uniform:b=3,range=10", "algo": "pvs,alphabeta", "depth": 3, "seed": "1..20"},
        {"tree": "uniform:b=3,range=10", "algo": "pvs,alphabeta", "depth": 3, "seed": "21..40"}]' >seeds.json
    while read -r words; do
        rm -f options
        # shellcheck disable=SC2086
        repeats $words && [ -s options ] || { echo "$words"; cat page; false; }
    done <<EOF
$U --depth=4 --seed=1..70 --algo=mtdf --metric=distinct_leaves --distinct
$U --depth=4 --seed=1..30 --algo=mtdf+alphabeta,mtdf+failsoft-low --allow-fail-hard
--game=connectfour --positions=some.txt --skip-bad --algo=mtdf,minimax --depth=3
sweep --game=othello --algo=scout --depth=3 --max-positions=30
--game=connectfour --judge=judged.txt --algo=alphabeta,pvs --depth=3
sweep --grid=game.json
sweep --grid=seeds.json
sweep --grid=grid.json --tt=1M --timeout=60 --distinct
EOF
    [ "$(sed 's/^ *//' options)" = "sweep --grid=grid.json --tt=1M --timeout=60 --distinct" ] # once
    # Whose positions are these? Trees have none, and a report that is read back is as one that is written.
    "$BIN" $U --seed=1..20 --game=othello --game=connectfour --position=4 --position=5 --algo=pvs --depth=3 --quiet --output=games.json
    "$BIN" $U --seed=21..29,40 --algo=pvs --depth=3 --quiet --output=more.json
    "$BIN" merge games.json more.json --format=table >page
    grep -q -- '^  --tree=.* --seed=1..29,40$' page
    run ! grep -e --game= page
}

@test "the command under an undecided answer searches as many positions as it says" {
    local words more
    "$BIN" positions --game=othello --count=400 >some.txt
    while IFS='|' read -r more words; do
        # shellcheck disable=SC2086
        "$BIN" $words --no-time --quiet --output=report.json
        jq -r '.answers[0] | select(.kind == "undecided").sentence' report.json >said
        grep -qE "$more" said || { cat said; false; }
        # the rest of the sentence, without its full stop
        sed -nE 's/.* settle it: (.*[^.])\.( Worse.*)?$/\1/p' said >told
        [[ $(<told) != absbench* ]] || { (eval "'$BIN' $(sed 's/^absbench //; s/, then .*//' told)"); sed -i 's/.*, then //' told; }
        # shellcheck disable=SC2046
        "$BIN" $(sed 's/--\(max-positions\|seed\)=[^ ]*//g' <<<"$words") $(<told) --no-time --quiet --output=again.json
        jq -n -e --slurpfile a report.json --slurpfile b again.json '$a[0].answers[0].positions_needed as $n
            | $b[0].answers[0] | if $n then .n == $n else .n > 300 end' || { cat said told; false; }
    done <<'END'
about [0-9]+ positions would settle it: --seed=1\.\.|--tree=uniform:b=4,range=100 --depth=3 --seed=5..14 --algo=pvs
about [0-9]+ positions would settle it: --suite=large --max-positions=|--game=othello --depth=3 --max-positions=12 --algo=pvs
many more positions might settle it: --suite=large\.$|--game=chess --depth=1 --max-positions=8 --algo=pvs
settle it: absbench positions --game=othello --count=|--game=othello --depth=4 --suite=large --algo=mtdf
settle it: --max-positions=[0-9]+\.$|--game=othello --depth=3 --positions=some.txt --max-positions=12 --algo=pvs
END
    "$BIN" --game=ttt --algo=pvs --depth=4 --no-time --quiet --format=json |
        jq -e '.answers[0].sentence | test("about [0-9]+ positions would settle it, but there are no more\\.$")'
    "$BIN" --game=ttt --algo=pvs --depth=4 --max-positions=30 --no-time --quiet --format=json |
        jq -e '.answers[0].sentence | test("settle it: --suite=large( --max-positions=[0-9]+)?\\.$")'
    "$BIN" --game=othello --depth=3 --positions=some.txt --algo=pvs-value --no-time --quiet --format=json >all.json
    jq -e '.answers[0] | .kind == "best" or (.sentence | contains("but no more are given"))' all.json
}

@test "printed options are quoted for a shell, whatever a file is called" {
    "$BIN" positions --game=connectfour --count=60 >"p's \$x.txt"
    "$BIN" --game=connectfour --positions="p's \$x.txt" --algo=mtdf,alphabeta --depth=3 --no-time --quiet --format=table >page
    tail -3 page | tr -s ' \n' ' ' | grep -oE -- '--game=.*' >options
    grep -qF -- "--positions='p'\\''s \$x.txt'" options
    (eval "$BIN $(cat options) --no-time --quiet --format=json") | jq -e '.results | length == 60'
}

@test "the minimax that --verify adds is not compared, not answered with and not in labels, also in a report read back" {
    "$BIN" --tree=uniform:b=3,range=10 --depth=3 --algo=pvs,mtdf --verify --seed=1..25 --no-time --quiet --output=verified.json
    "$BIN" show verified.json --format=table >page
    "$BIN" merge verified.json --output=merged.json
    jq -e '(.answers | map(del(.sentence)) | tostring | contains("minimax") | not) and .aggregates[0].comparisons == 2
        and any(.aggregates[]; .algo == "minimax")' verified.json merged.json
    grep -qE '^  minimax +25 ' page
    run ! grep -E 'limit=|node:|use minimax' page
    "$BIN" --tree=uniform:b=3 --depth=3 --algo=pvs --max-nodes=1e3,2e3 --verify --seed=1..9 --no-time --quiet --output=limits.json
    jq -e '(.answers | length == 2) and ([.aggregates[].algo] == ["pvs", "minimax", "pvs", "alphabeta", "alphabeta"])
        and (.aggregates[1] | .ratio > 0 and (.reference_config | endswith("/limit1000")))' limits.json
    "$BIN" show limits.json --format=markdown >page
    [ "$(grep -c '^\*\*' page)" -eq 2 ] && grep -q '^| minimax | 9 | ' page
}

@test "searches that finished no position in common: the answer says so, and prints no nan" {
    local U="--tree=uniform:b=3,range=10 --depth=3 --seed=1..8 --quiet"
    # shellcheck disable=SC2086
    "$BIN" $U --algo=pvs,mtdf --no-time --output=untimed.json && "$BIN" $U --algo=pvs --output=timed.json
    "$BIN" merge timed.json untimed.json --metric=time --format=json >merged.json 2>err
    jq -e '.answers[0].sentence | contains("mtdf (no ratio)") and (contains("nan") | not)' merged.json
}

@test "the reason why an answer is missing is true of what was searched" {
    local U="--tree=uniform:b=3,range=10" why words
    echo '[[3, 2], [1, 4]]' >tree.json
    # shellcheck disable=SC2086
    "$BIN" $U --depth=3 --seed=1..8 --algo=pvs,mtdf --no-time --quiet --output=untimed.json
    while IFS='|' read -r why words; do
        # shellcheck disable=SC2086
        "$BIN" $words --format=json >report.json 2>err || [ $? -eq 1 ]
        jq -r '.answers[0].sentence, .errors[].message' report.json | grep -qE -- ": $why\.?$" || { echo "$words"; cat report.json; false; }
    done <<EOF
of 12 positions none was finished by two searches; a greater limit, or a smaller --depth, finishes more|$U --depth=4 --seed=1..12 --algo=alphabeta,minimal,sss --max-nodes=150 --tt=0
of 4 positions only one was finished by two searches; a .* more|--game=chess --max-positions=4 --depth=3 --algo=pvs --max-nodes=100,500
one position says nothing about others; many more positions might settle it: --suite=large|--game=chess --max-positions=1 --depth=2 --algo=pvs
one position says nothing about others; many more positions might settle it: --seed=1..1000|$U --depth=3 --algo=pvs
one position says nothing about others; many more positions might settle it, but there are no more|--tree=explicit:file=tree.json --algo=pvs
no search finished; .completed. in the rows says how deep each one came|$U --depth=4 --seed=1..3 --algo=pvs --max-nodes=5
no row has the processor time that --metric=time compares|merge untimed.json --metric=time
EOF
}

@test "a search without a reference is in no answer" {
    echo '[{"tree": "uniform:b=3,range=10", "algo": "pvs", "depth": 3, "seed": "1..15", "order": "none"},
        {"tree": "uniform:b=3,range=10", "algo": "mtdf", "depth": 3, "seed": "1..15"}]' >two.json
    "$BIN" sweep --grid=two.json --no-time --quiet --output=two.jsonl
    grep -v -e '^{"end"' -e '"id":"[^"]*/alphabeta/[^"]*/none/' two.jsonl >cut.jsonl # stopped before PVS had its reference
    "$BIN" show cut.jsonl --format=json 2>/dev/null >report.json
    jq -e '(.answers | length == 1 and (tostring | contains("pvs") | not) and (.[0].reference | contains("alphabeta")))
        and any(.aggregates[]; .algo == "pvs" and .ratio == null and .verdict == null)' report.json
}

@test "where values need not agree, nothing is missing in --algo" {
    "$BIN" --tree=uniform:b=3,range=10 --algo=aspiration --fail-high-less --seed=1..3 --depth=3 --quiet --format=table >page
    "$BIN" --game=chess --max-positions=2 --algo=pvs,mtdf --select=null:3 --depth=2 --quiet --format=table >>page
    [ "$(grep -c "has the reference's move at" page)" -eq 3 ]
    run ! grep 'No values were compared' page
}

@test "equal moves and values are counted between copies of one shuffle" {
    "$BIN" --game=othello --max-positions=20 --depth=3 --algo=pvs --select=lmr --plain --shuffle=2,5,7 --no-time --quiet >report.json
    jq -e '([.reference_results[] | select(.shuffle == 2)] | INDEX(.position_id)) as $of
        | ([.results[] | select(.shuffle == 2 and .best_move == $of[.position_id].best_move)] | length) as $same
        | .aggregates[0] | .moves_compared == 20 and .same_moves == $same' report.json
}
