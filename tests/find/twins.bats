#!/usr/bin/env bats
# twins.bats -- configurations that count the same at every position are told of once. Pages: golden.

load ../common

search() {
    "$BIN" --game=chess --max-positions=4 --depth=3 --no-time --quiet "$@"
}

@test "pvs-value and negascout are twins with quiescence, and not without" {
    search --algo=pvs,pvs-value,negascout --quiescence=on >report.json
    jq -e '(.results | length) == 12 and [.aggregates[] | [.algo, (.same_as // "" | contains("/pvs-value/"))]]
        == [["pvs", false], ["pvs-value", false], ["negascout", true], ["alphabeta", false]]' report.json
    search --algo=pvs,pvs-value,negascout --quiescence=off --plain | jq -e 'all(.aggregates[]; .same_as == null)'
}

@test "an answer about twins alone says so, and asks for no further search" {
    search --algo=alphabeta,failsoft --plain --max-positions=12 --format=table >out
    tail -2 out | tr -s ' \n' ' ' | grep -F 'nothing is compared, since only alphabeta (= failsoft) was searched;'
}

@test "windows that never fail are one comparison" {
    search --algo=aspiration --window=1,300000,400000,500000 >report.json
    jq -e '([.aggregates[].same_as | . != null] == [false, true, true, true, false])
        and ([.aggregates[] | .comparisons, (.same_as // "" | split("/")[1])] == [1, null, null, "alphabeta", null, "alphabeta",
            null, "alphabeta", null, null]) and ([.aggregates[].verdict | . != null] == [true, false, false, false, false])' report.json
    search --algo=aspiration --window=1,300000,400000,500000 --reference=scout | jq -e '[.aggregates[] | .comparisons] == [2, 2, 2, 2, null]'
}

@test "a search of equal counts is no twin if it found another best move or has another row" {
    "$BIN" --tree=uniform:b=4,range=10 --seed=1..20 --depth=4 --plain --algo=alphabeta,failsoft,alphabeta-printed \
        --no-time >report.json
    jq -e '[.aggregates[] | [.algo, .nodes_sum == 1, .same_as != null]] | map(.[2]) == [false, true, false]' report.json
    jq -e '.aggregates[0].nodes == .aggregates[2].nodes' report.json
    jq -c 'del(.signature) | .results |= map(select(.algo != "failsoft" or .seed < 20))' report.json >part.json
    "$BIN" merge part.json --no-time >again.json
    jq -e 'all(.aggregates[]; .same_as == null)' again.json
    jq -c 'del(.signature) | .results |= reverse' report.json >turned.json
    "$BIN" merge turned.json --no-time >again.json
    jq -e '[.aggregates[].same_as | . != null] | length == 3 and map(select(.)) == [true]' again.json
}

@test "a search with the same counts under another table is a twin, which the page says once" {
    search --algo=alphabeta,pvs --tt=32M,64M --tt-replace=depth,always >report.json
    jq -e '(.answers | length == 1) and (.aggregates | length == 8 and (map(select(.same_as == null).algo) == ["alphabeta", "pvs"])
        and all(.[]; .reference_config | contains("/tt32M/exact/depth/")) and ([.[].comparisons] | max == 1))' report.json
    "$BIN" show report.json --format=markdown >page
    [ "$(grep -c ': the same counts at every position\.$' page)" -eq 2 ]
    grep -qx -- '--tt=32M,64M: the same counts at every position\.' page
    # what counts otherwise has its own reference
    search --algo=alphabeta,pvs --tt=1K,64M | jq -e '(.answers | length == 2) and all(.aggregates[]; .same_as == null)'
    search --algo=alphabeta,pvs --tt=1K,32M,64M --format=markdown >page
    run ! grep 'the same counts at every position' page
    # the same counts in another order are another search
    echo '[{"order": "none"}, {"order": "tt"}]' >grid.json
    "$BIN" sweep --grid=grid.json --game=connectfour --position=4 --depth=1 --algo=pvs --reference=none --no-time --quiet --format=json |
        jq -e '.aggregates | length == 2 and .[0].work_sum == .[1].work_sum and all(.[]; .same_as == null)'
}

@test "--metric=time has no twins" {
    "$BIN" --game=chess --max-positions=2 --depth=3 --algo=pvs-value,negascout --quiescence=on --metric=time --quiet |
        jq -e 'all(.aggregates[]; .same_as == null)'
}
