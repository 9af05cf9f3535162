#!/usr/bin/env bats
# theory.bats -- --theory: closed forms beside the means. The forms themselves: unit_theory.c; pages: golden.

load ../common

setup() {
    here || return 1
    TREES=150 # and of make check-long
    [ "${ABS_TESTS:-}" != long ] || TREES=2000
}

# run_theory ARGUMENT...: the report in `out`, stderr in `err`
run_theory() {
    "$BIN" --theory --quiet --no-check-moves --no-time --output=out.json "$@" 2>err || { cat err; return 1; }
}

@test "means of many trees are within 4 standard errors of the closed forms" {
    local z count options
    while IFS='|' read -r z count options; do
        # shellcheck disable=SC2086
        run_theory --seed=1..$TREES $options
        jq -e "[.theory[].$z | numbers | fabs] | length == $count and all(. <= 4)" out.json ||
            { echo "$options"; jq -c '.theory[]' out.json; false; }
    done <<'END'
measured_z|6|--plain --depth=2,4 --algo=minimax,alphabeta --tree=uniform:b=3,range=1000 --tree=uniform:b=2..5,range=10 --tree=uniform:range=0,b=5
measured_z|2|--depth=0,1,5 --algo=alphabeta --order=none --tt=0,64K --tree=uniform:b=3,range=5
measured_z|2|--depth=5 --algo=alphabeta --order=tt,killer,eval,history --tt=0,64K --tree=uniform:b=4,range=9
measured_z|1|--depth=5 --algo=alphabeta --order=killer --tt=0 --tree=uniform:b=4,range=9
measured_z|1|--depth=5 --algo=alphabeta --order=none --tt=64K --tree=uniform:b=2..5
measured_z|1|--depth=5 --algo=alphabeta --order=killer,history,eval --deepening=off --tree=uniform:b=2..5
measured_z|8|--depth=2,5 --algo=sss,dual --tt=1M --order=none --deepening=off --tree=uniform:b=3,range=10 --tree=uniform:b=1..4,range=2
first_z|10|--plain --depth=3 --algo=bisect,step,mtdf,aspiration,sss,dual,mtdf+pvs --guess=7 --tree=uniform:b=3,range=40 --tree=uniform:b=1..4,range=9
END
    # The last ones: with pvs a node is not visited as often. Of fixed widths sss asks for one child each, dual for all.
    jq -e '[.theory[] | select((.first_expected_nodes == null) != (.algo == "mtdf+pvs"))] == []
        and ([.theory[] | select(.first_z == null and .first_expected_nodes != null)
            | .first_error == 0 and .first_mean == .first_expected_nodes] | length == 2 and all)
        and all(.theory[] | select(.algo == "bisect"); [.first_alpha, .first_beta] == [0, 1])' out.json
    # Where all trees have as many leaves there is no z, and the mean is what is expected.
    run_theory --plain --seed=1..9 --depth=2,4 --algo=minimax --tree=uniform:b=3,range=1000
    jq -e '.theory | length == 2 and all(.[]; .measured_n == 9 and .measured_z == null and .measured_error == 0
        and .measured_mean == .expected_leaves and (.missing | startswith("all trees")))' out.json
}

@test "means and expectations are those of the rows" {
    run_theory --plain --seed=1..50 --depth=4 --algo=alphabeta,failsoft --tree=uniform:b=3,range=5
    jq -e 'def near($b): . - $b | fabs < 1e-6;
        ([.results[] | select(.algo == "alphabeta") | .leaves] | (add / 50) as $m
            | {m: $m, e: ((map((. - $m) * (. - $m)) | add) / 49 / 50 | sqrt)}) as $own
        | (.theory | length == 2) and .theory[0].expected_leaves == .theory[1].expected_leaves and (.theory[0]
            | .least_leaves == 17 and (.measured_mean | near($own.m)) and (.measured_error | near($own.e))
            and (.measured_z * .measured_error + .expected_leaves | near($own.m)))' out.json
    # Deepening is the sum over depths, and a table of a tree without transpositions never answers.
    run_theory --seed=1 --depth=0,1,5 --algo=alphabeta --order=none --tt=0,64K --tree=uniform:b=3,range=5
    cp out.json deep.json
    run_theory --plain --seed=1 --depth=1..5 --algo=alphabeta --tree=uniform:b=3,range=5
    jq -e --slurpfile deep deep.json '[$deep[0].theory[].expected_leaves] as $deep
        | $deep[0] == 1 and $deep[2] == 3 and $deep[4] == $deep[5]
        and ([.theory[].expected_leaves] | add - $deep[4] | fabs < 1e-6)' out.json
}

@test "where widths vary, deepening shows them to the order: there is no form, and the mean is another" {
    run_theory --seed=1..$TREES --depth=5 --algo=alphabeta --tree=uniform:b=2..5 --tt=64K --order=tt
    jq -e '.theory[0] | .expected_leaves == null and (.missing | startswith("where widths vary"))' out.json
    jq '[.results[].leaves] | add' out.json >with
    run_theory --seed=1..$TREES --depth=5 --algo=alphabeta --tree=uniform:b=2..5 --tt=64K --order=none
    jq -e --slurpfile with with '$with[0] < 0.95 * ([.results[].leaves] | add)' out.json
}

@test "sss and dual have leaves as rows count them, and each once; with their settings alone" {
    run_theory --seed=1..5 --depth=6 --algo=alphabeta,sss,dual --tt=1M --order=none --deepening=off \
        --tree=uniform:b=3,range=10
    jq -e '.theory | .[0].expected_distinct_leaves as $ab | .[0].expected_leaves == $ab
           and (.[1:] | all(.expected_distinct_leaves < $ab and .expected_leaves > .expected_distinct_leaves))' out.json
    run_theory --seed=1..5 --depth=6 --algo=sss --tt=1K --order=none --deepening=off --tree=uniform:b=4,range=10
    jq -e '.theory[0] | .expected_leaves > 1 and .measured_mean == null and (.missing | contains("larger --tt"))' out.json
    for other in --tt=0 --tt-mode=deeper --deepening=on --order=tt; do
        run_theory --seed=1 --depth=3 --algo=sss --tt=1M --order=none --deepening=off $other --tree=uniform:b=3,range=10
        jq -e '.theory[0] | .expected_leaves == null and (.missing | contains("--order=none"))' out.json
    done
}

@test "what no closed form covers is said, and is no error" {
    run_theory --game=ttt --position=start --depth=3 --algo=pvs,alphabeta
    [ ! -s err ]
    jq -e '[.theory[] | .expected_leaves == null and .missing == "closed forms are for uniform trees"] == [true, true]' out.json
    run_theory --plain --depth=3 --algo=alphabeta,aspiration --grain=1,2 --tree=uniform:b=2,range=9 --tree=uniform:commute=1
    [ ! -s err ]
    [ "$(jq -c '[.theory[] | .expected_leaves != null]' out.json)" = "[true,false,false,false,false,false,false,false]" ]
    run_theory --plain --depth=5 --algo=alphabeta --tree=uniform:b=4,range=500000000
    jq -e '.theory[0].missing | startswith("too many")' out.json
    run_theory --plain --depth=5 --algo=alphabeta --tree=uniform:b=4 --max-nodes=9
    jq -e '.theory[0] | .expected_leaves > 1 and .measured_mean == null and (.missing | contains("stopped"))' out.json
    "$BIN" --theory --depth=2 --format=csv --quiet >out 2>err
    grep -q 'rows alone' err
}

@test "the minimal tree has its own form, the minimal graph none; both have a ratio" {
    "$BIN" --tree=uniform:b=3,range=20 --tree=uniform:b=1..3,range=20 --seed=1..20 --depth=5 --theory \
        --algo=alphabeta,limits --order=none --deepening=off --no-time >out.json
    jq -e '[.theory[] | select(.algo == "minimal") | .expected_leaves] == [35, null]' out.json
    jq -e '[.theory[] | select(.algo == "minimal-graph") | .expected_leaves] == [null, null]
        and ([.theory[] | select(.algo == "minimal") | .measured_mean] | .[0] == 35)
        and all(.aggregates[] | select(.algo == "minimal"); .ratio < 1)' out.json
}
