#!/usr/bin/env bats
# regret.bats -- scripts/regret: its means, intervals, answers and messages. The rows that it reads: find/regret.bats.

load ../find/regret

@test "means, shares, differences, work to the same regret and all intervals follow from the rows" {
    run_it --game=checkers --judge="$JUDGED/checkers.txt" --max-nodes=3e2,3e3 --algo=alphabeta,mtdf --shuffle=0,1 \
        --grain=1,20 --max-positions=20 --output=points.json
    run_it --game=othello --judge="$JUDGED/othello.txt" --max-nodes=1e2,1e3,3e3 --algo=alphabeta,pvs --tt=64K \
        --max-positions=20 --output=results.json
    /usr/bin/python3 "$ROOT/tests/find/regret.py" points.json 50 results.json 1
    # What merely differs in the reference's settings is held against the first of them.
    regret points.json --format=json | jq -e '[.regret[] | select(.config | test("grain|g20"))
        | select(.config | test("/alphabeta/")) | .reference_config] | length == 2 and all(. != null and (test("g20") | not))'
    regret results.json --format=json | jq -e '[.regret[] | select(.unit != "results")] == []'
}

@test "searches deeper than their judge are reported" {
    local how=(--game=connectfour --algo=pvs --depth=4,6)
    run_it "${how[@]}" --position=4455 --position=44 --judge=depth:5 --reference=none --output=deeper.json
    "$BIN" positions --game=connectfour --position=4455 --position=44 --judge=depth:6 --quiet --output=six.txt
    run_it "${how[@]}" --judge=six.txt --reference=none --output=six.json
    run_it "${how[@]}" --judge="$JUDGED/connectfour.txt" --max-positions=3 --output=solved.json
    run_it "${how[@]}" --position=4455 --judge=depth:2 --max-nodes=200 --depth=42 --reference=none --output=stopped.json
    run --separate-stderr -0 regret deeper.json
    [[ $stderr == "regret: 2 of 4 searches went deeper than their judge, depth:5, which saw 5 plies: "* ]]
    run --separate-stderr -0 regret six.json
    [ -z "$stderr" ]
    sed -i 's/--judge=depth:6/--depth=5/' six.txt # as scripts/judge writes it
    run --separate-stderr -0 regret six.json
    [[ $stderr == "regret: 2 of 4 searches "*", six.txt, which saw 5 plies: "* ]]
    # A name that is none of the run's inputs, or no plain file, is not opened.
    mkfifo fifo
    for to in /dev/zero fifo; do
        jq --arg to $to '.context.options.judge = $to | .context.inputs = {($to): "0x0"}' six.json >device.json
        run --separate-stderr -0 timeout 60 "$ROOT/scripts/regret" device.json
        [ -z "$stderr" ]
    done
    jq '.context.inputs = {}' six.json >unnamed.json
    run --separate-stderr -0 regret unnamed.json
    [ -z "$stderr" ]
    run --separate-stderr -0 regret solved.json
    [ -z "$stderr" ]
    run --separate-stderr -0 regret stopped.json # by the depth that it finished
    [[ $stderr == "regret: 1 of 1 "* ]]
}

@test "searches without a position in common are not compared" {
    run_it --game=connectfour --max-positions=6 --judge=depth:3 --algo=alphabeta,pvs --depth=2 --output=all.json
    jq '.results |= [.[] | select((.algo == "pvs") == (.position_id < "c4-2"))]' all.json >apart.json
    regret apart.json | tr -s ' \n' ' ' | grep -q "in the mean over 3 positions; nothing is compared[.]"
}

@test "scripts/regret prints losses and the work they are worth; pages name the command" {
    local xiangqi="--game=xiangqi --judge=$JUDGED/xiangqi.txt --max-positions=398 --max-nodes=3e2,1e3" options words
    while IFS='|' read -r words options; do
        # shellcheck disable=SC2086
        run_it $options --output=run.json
        regret run.json | tr -s ' \n' ' ' >page
        grep -qE "$words" page && ! grep -qe '-0\.00' page || { echo "$options"; cat page; false; }
        "$BIN" show run.json --format=table | grep -qF "what the moves lose: \`absbench regret FILE\` compares it"
        rm run.json
    done <<END
xiangqi, 1000 of work: undecided: alphabeta: its moves lose [0-9.]+ .* centipawns in the mean over 398 positions; or pvs, which loses .* centipawns more a move than alphabeta; about [0-9]+ positions would settle it[.]|$xiangqi --algo=pvs,alphabeta
xiangqi, 1000 of work: use alphabeta: its moves lose .*, [0-9.]+ .[0-9.]+, [0-9.]+. centipawns less a move than minimax; what work that is worth is unknown: with every budget|$xiangqi --algo=alphabeta,minimax --reference=minimax
xiangqi, 1000 of work: use alphabeta, the reference: its moves lose .* which show that no other loses less[.]|$xiangqi --algo=alphabeta,minimax
chess, depth 2: pvs: its moves lose 0.00 .*centipawns in the mean over 3 positions; nothing is compared[.]|--game=chess --suite=large --max-positions=3 --judge=depth:2 --depth=2 --algo=pvs --reference=none
too few positions to tell: alphabeta: .*in the mean over 1 position; or pvs, which loses as much a move as alphabeta[.]|--game=connectfour --max-positions=1 --judge=depth:2 --algo=pvs,mtdf --depth=1
undecided: pvs: .*; or alphabeta, which loses 0.00 \[-[0-9.]*, [0-9.]*\] of a draw more a move than pvs|--game=othello --judge=$JUDGED/othello.txt --algo=alphabeta,pvs --reference=pvs --max-nodes=1e5 --max-positions=12
 0.000 \+0.00 too_few|--game=connectfour --max-positions=6 --judge=solved --shuffle=0..2 --eval=material+noise:3+turn:-5 --depth=2 --algo=mtdf-printed
END
    # With its largest budget it has no rival; with the smaller one it may.
    # shellcheck disable=SC2086
    run_it $xiangqi --algo=alphabeta,minimax --reference=minimax --output=against.json
    regret against.json --format=json | jq -e '(.regret_answers | length == 1 and .[0].budget == 1000
            and .[0].kind == "better" and .[0].use == .[0].least and (.[0].use | test("alphabeta")))
        and all(.regret[] | select(.budget == 1000 and .reference_config); .work_ratio == null and (.missing | test("loses more")))'
}

@test "scripts/regret names the packages that it needs" {
    mkdir without
    echo 'raise ModuleNotFoundError(name="numpy.core")' >without/numpy.py
    run_it --game=tictactoe --judge=depth:1 --algo=pvs --depth=2 --max-positions=1 --output=run.json
    PYTHONPATH=without refused 2 "numpy is missing; run scripts/bootstrap claims" regret run.json
    local raised
    for raised in 'ImportError("\n\nIMPORTANT: it was built for another\nmachine")' \
        'ValueError("IMPORTANT: it was built for another")'; do
        echo "raise $raised" >without/numpy.py
        PYTHONPATH=without refused 2 "numpy or scipy cannot be used: IMPORTANT: it was built for another; install it anew" \
            regret run.json
        PYTHONPATH=without refused 2 "cannot be used: IMPORTANT: it was built for another; install it anew" \
            "$ROOT/scripts/plot" regret run.json
    done
}

@test "searches are named as in tables, not by members of rows" {
    run_it --game=connectfour --suite=large --max-positions=6 --judge=depth:4 --algo=alphabeta --depth=3 \
        --tt-mode=exact,deeper --tt-replace=depth,always --output=tables.json
    regret tables.json >page
    grep -qE 'alphabeta (exact|deeper) replace=(depth|always)' <(tr -s '\n ' ' ' <page)
    run ! grep -E '[a-z]_[a-z]+=' page
    run_it --game=chess --suite=large --max-positions=3 --judge=depth:2 --algo=pvs --select=null --depth=2 --tt=0,64M \
        --output=sizes.json
    regret sizes.json >page
    grep -qE '^ *pvs table 64M +3 ' page
    run ! grep -qE 'tt-' page
}
