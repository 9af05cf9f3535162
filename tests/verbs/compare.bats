#!/usr/bin/env bats
# compare.bats -- two reports of the same jobs: what changed, by how much, and the exit code.

load ../common

# report FILE ARGUMENT...
report() {
    ends 0 "$BIN" --tree=uniform:b=3,range=100 --depth=4 --no-time --reference=none --output="$1" "${@:2}"
}

# compared CODE ARGUMENT...: the comparison is in the file out; stderr says why if the code is 1.
compared() {
    ends "$1" "$BIN" compare "${@:2}"
    [ "$(grep -c '^absbench: ' err)" -eq "$(wc -l <err)" ] && [ "$(wc -l <err)" -$([ "$1" -eq 0 ] && echo eq || echo gt) 0 ]
}

# edited FILTER FILE: work follows the nodes, and what the last iteration and its last pass have of both.
edited() {
    jq "del(.signature) | $1 | .results[] |= (.work = .nodes + .qnodes"'
        | .iterations[-1].nodes += .nodes - ([.iterations[].nodes] | add)
        | (.work - ([.iterations[].work] | add)) as $more | .iterations[-1].work += $more
        | if .iterations[-1].value then .iterations[-1].passes[-1].work += .iterations[-1].work - ([.iterations[-1].passes[].work] | add) else . end)' "$2"
}

# is WANTED FILTER: of the JSON comparison.
is() {
    local got
    got=$(jq -c "$2" out)
    [ "$got" = "$1" ] || { echo "$2 is $got, not $1"; return 1; }
}

@test "ratios are those of the node counts, paired by position" {
    report a.json --seed=1..10 --algo=pvs,mtdf
    edited '(.results[] | select(.algo == "pvs")) |= (.interior += .nodes | .nodes *= 2)' a.json >b.json
    compared 0 a.json b.json
    is '[20,10,[2,"worse",2,0,10,0],[1,"unknown",1,0,0,10]]' '[.common, .changed, (.groups | sort_by(.algo) |
        reverse[] | [.ratio, .verdict, .ratio_median, .ratio_wins, .ratio_losses, .ratio_ties])]'
    compared 1 a.json b.json --fail-above=5
    grep -qx "absbench: 1 of 2 configurations take over 5 % more work: pvs (.*, depth 4), 2 of A's" err
    edited '(.results[] | select(.algo == "mtdf")) |= (.interior += 2 * .nodes | .nodes *= 3)' b.json >c.json
    compared 1 a.json c.json --fail-above=5
    grep -qx "absbench: 2 of 2 configurations take over 5 % more work, most of all mtdf (.*, depth 4), 3 of A's" err
    # another order of rows, and the other way round
    jq 'del(.signature) | .results |= reverse' b.json >c.json
    compared 0 c.json a.json
    is '[10,0.5,10]' '.changed as $changed | .groups[] | select(.algo == "pvs") | [$changed, .ratio, .ratio_wins]'
    # a real difference: the ratio between two cores, as the report itself has it
    report cores.json --seed=1..10 --algo=alphabeta,pvs --plain --reference=alphabeta
    for algo in alphabeta pvs; do
        jq --arg algo $algo 'del(.signature) | .results |= (map(select(.algo == $algo) | .algo = "pvs" | .core = "pvs"
            | .id |= sub("alphabeta"; "pvs")))' cores.json >$algo.json
    done
    compared 0 alphabeta.json pvs.json
    is "$(jq -c '.aggregates[1] | [.ratio_n, .ratio, .ratio_low, .ratio_median, .ratio_wins]' \
        cores.json)" '.groups[0] | [.ratio_n, .ratio, .ratio_low, .ratio_median, .ratio_wins]'
}

@test "the largest changes come first, 20 in the table and all in JSON" {
    report a.json --seed=1..30 --algo=pvs
    edited '.results |= (to_entries | map(.key as $k | .value | .interior += $k | .nodes += $k
        | if $k == 7 then .value += 1 else . end))' a.json >b.json
    compared 1 a.json b.json
    grep -q '^absbench: 1 of 30 rows differ in value or status (if that is meant: --values=differ)$' err
    is '[29,1,29,["value","iterations","nodes","interior"],["1 of 30 rows differ in value or status (if that is meant: --values=differ)"],true]' '
        [.changed, .values_differ, (.changes | map(.id) | unique | length), [.changes[:4][].field],
         [.failures[].sentence],
         ([.changes[4:][] | select(.field == "nodes") | .b / .a] | . == (sort | reverse))]'
    compared 1 a.json b.json --format=table
    grep -q '^30 rows in both, 29 changed, 1 IN VALUE OR STATUS; 0 only in A, 0 only in B.$' out
    grep -q '^The largest changes, A -> B$' out
    [ "$(grep -c 'uniform:b=3,range=100#' out)" -eq 20 ]
    grep -qE "value (-?[0-9]+) -> -?[0-9]+, .*nodes" out
    compared 1 a.json b.json --format=markdown
    [ "$(grep -c '^| 1\..* nodes .* uniform' out)" -eq 20 ]
}

@test "an evaluation that was changed: --values=differ counts values, and work alone decides" {
    report a.json --seed=1..10 --algo=pvs,mtdf
    edited '(.results[] | select(.algo == "pvs")) |= (.value += 7 | .interior += 1 | .nodes += 1)' a.json >b.json
    compared 1 a.json b.json
    grep -qF 'absbench: 10 of 20 rows differ in value or status (if that is meant: --values=differ)' err
    local match
    for match in id position; do
        compared 1 a.json b.json --match=$match
        compared 0 a.json b.json --match=$match --values=differ
        is '[20,10,10,0,"Values may differ: only work is compared",[]]' \
            '[.common, .changed, .values_differ, .values_compared, .values_sentence, .failures]'
        is 10 '[.changes[] | select(.field == "value" and .b == .a + 7)] | length'
        # the largest change of work, not of a value, comes first
        is true '[.changes[] | select(.field == "nodes") | .b / .a] | . == (sort | reverse)'
        COLUMNS=200 compared 0 a.json b.json --match=$match --values=differ --format=table
        grep -q 'Values may differ: only work is compared\.$' out
        grep -q '^20 rows in both, 10 changed, 10 of them in value; 0 only in A, 0 only in B\.$' out
        compared 1 a.json b.json --match=$match --values=differ --fail-above=0.001
        grep -q '^absbench: 1 of 2 configurations take over 0.001 % more work: ' err
    done
}

@test "every field that a row has is compared" {
    report a.json --seed=1 --algo=aspiration --window=1 --max-nodes=1000000
    local field change code n=0
    while IFS='|' read -r field change; do
        edited ".results[0] |= ($change)" a.json >b.json
        code=0
        [ "$field" != value ] && [ "$field" != status ] || code=1
        compared $code a.json b.json
        is 1 "[.changes[] | select(.field == \"$field\" and .a != .b)] | length"
        n=$((n + 1))
    done <<'END'
value|.value += 1
status|.status = "timeout" | .value = null | .value_bound = null
pv|.pv += ["2"]
iterations|.iterations[0].passes[0].nodes += 1
iterations|.iterations[1].guess = true
nodes|.nodes += 1 | .leaves += 1
leaves|.nodes += 1 | .leaves += 1
qnodes|.qnodes += 1
first_move_cutoffs|.first_move_cutoffs += 1
passes|.passes += 1 | .root_researches += 1 | .iterations[0].passes += [.iterations[0].passes[0] | .work = 0]
fail_high|.fail_high += 1
research_work|.research_work += 1
tt_probes|.tt.probes += 1
tt_answers|.tt.answers += 1 | .leaves -= 1
tt_contradictions|.tt.contradictions += 1
END
    [ "$n" -eq 15 ]
    # evaluations are a measurement of the program, which may make fewer of them
    edited '.results[0].evaluations += 1' a.json >b.json
    compared 0 a.json b.json
    is 0 .changed
    edited '.results[0] |= (.evaluations += 1 | .nodes += 1 | .leaves += 1)' a.json >b.json
    compared 0 a.json b.json
    is '[1,["iterations","nodes","leaves","work"]]' '[.changed, [.changes[].field]]'
}

@test "a closed pipe leaves compare's exit code" {
    report a.jsonl --seed=1..400 --algo=pvs --format=jsonl # more than a pipe holds
    report b.jsonl --seed=1..400 --algo=pvs --format=jsonl --plain
    local code=0
    (set -o pipefail
     "$BIN" compare b.jsonl a.jsonl --match=position --metric=nodes --fail-above=0 2>err | true) || code=$?
    [ "$code" -eq 1 ]
    grep -qx 'absbench: 1 of 1 configurations take over 0 % more nodes: pvs .*' err
}

@test "rows without a value have no part in ratios" {
    report a.json --seed=1..10 --algo=all,printed --max-nodes=120
    report b.json --seed=1..10 --algo=all,printed --max-nodes=120 --no-check-moves
    jq -e '.errors | length > 5' a.json
    compared 0 a.json b.json
    is '[0,140,true,true]' '[.changed, .common, ([.groups[].ratio_n] | min < 10),
        all(.groups[]; (.missing == null) == (.ratio_low != null))]'
    jq 'del(.signature) | .results[] |= (.value = null | .value_bound = null | .status = "timeout")' b.json >c.json
    compared 0 c.json c.json
    is '[["no position has a measure and status ok in both"],0,null]' \
        '[([.groups[].missing] | unique), .n, .measure_ratio]'
}

@test "counters are exact to 2^64 - 1" {
    report a.json --seed=1 --algo=pvs --tt=0
    sed -E 's/"cutoffs":[0-9]+,"f/"cutoffs":18446744073709551615,"f/; /^"signature"/d' a.json >b.json
    sed -E 's/"cutoffs":[0-9]+,"f/"cutoffs":18446744073709551614,"f/; /^"signature"/d' a.json >c.json
    compared 0 b.json c.json
    grep -Fq '"field":"cutoffs","a":18446744073709551615,"b":18446744073709551614}' out
    jq . b.json >d.json # jq 1.6 rounds to a double beyond them
    grep -q 18446744073709551615 d.json || refused 2 "d.json: row 1: it was edited or damaged" "$BIN" compare d.json c.json
}

@test "compare reads any format from files and standard input, and compares times" {
    report a.json --seed=1..3 --algo=pvs,mtdf
    report b.jsonl --seed=1..3 --algo=pvs,mtdf
    compared 0 a.json b.jsonl
    is '["a.json","b.jsonl",6,6,"absbench.compare/3",true]' \
        '[.file_a, .file_b, .rows_a, .rows_b, .schema, (.context | has("date"))]'
    "$BIN" compare - b.jsonl <a.json >out
    is '"stdin"' .file_a
    compared 0 a.json b.jsonl --no-time
    is false '.context | has("date")'
    is '{"format":"json","output":null,"metric":"work","no_time":true,"match":"id","values":"agree","fail_above":null}' .context.options
    cp out first
    compared 0 a.json b.jsonl --no-time
    cmp first out
    compared 0 a.json b.jsonl --output=c.md
    [ ! -s out ] && grep -q '^A: a.json, 6 rows$' c.md
}

@test "compare's JSON Lines are the members of its JSON" {
    report a.json --seed=1..10 --algo=pvs,mtdf
    edited 'del(.results[3]) | .results[0].nodes += 5 | .results[0].interior += 5' a.json >b.json
    compared 0 a.json b.json --output=c.jsonl
    head -1 c.jsonl | jq -e '.schema == "absbench.compare/3" and (.context | type) == "object"'
    compared 0 a.json b.json
    diff <(jq -c '.groups[], .changes[], .only[], .failures[], .settings_differ[]' out | sort) \
        <(sed 1,2d c.jsonl | jq -c '.groups, .changes, .only, .failures, .settings_differ | values' | sort)
    diff <(jq -c 'del(.schema, .context) | map_values(select(type != "array"))' out) <(sed -n 2p c.jsonl | jq -c .compare)
}

@test "comparisons are valid by their schema" {
    /usr/bin/python3 -c 'import jsonschema' 2>/dev/null || skip "python3-jsonschema is not installed"
    report a.json --seed=1..2 --algo=all,mtd,printed --max-nodes=80
    report b.json --seed=2..3 --algo=all,printed --max-nodes=80
    edited '(.results[] | select(.iterations[-1].passes != [])) |= (.interior += .depth | .nodes += .depth | .pv = [])
        | .results[3].best_move = null | .results[3].best_move_optimal = null' b.json >c.json
    report d.json --seed=2..3 --algo=all --max-nodes=80 --tt=0
    ends 1 "$BIN" compare a.json c.json --fail-above=1 --output=changed
    ends 0 "$BIN" compare a.json a.json --no-time --output=same
    ends 0 "$BIN" compare a.json d.json --match=position --output=settings
    "$ROOT/tests/log/validate_report.py" changed same settings
    local of filter
    while read -r of filter; do jq -c "$filter" $of; done >bad <<'END'
changed del(.measure_a)
changed .common = "1"
changed .groups[0].ratio_n = 0.5
changed del(.changes[0].field)
changed .groups[0].depth = "4"
changed .failures = {}
changed .changes[0].a = []
changed .surprise = 1
settings .match = 1
settings .settings_differ = {}
settings del(.settings_differ[0].sentence)
settings del(.values_sentence)
settings .groups[0].config_b = {}
settings del(.changes[0].id_b)
END
    "$ROOT/tests/log/validate_report.py" --bad bad
    [ "$(wc -l <bad)" -eq 14 ]
}

@test "compare by position pairs no setting of several values, and pairs one of each side" {
    report b.json --seed=1..2 --algo=aspiration --window=100
    for windows in 25,50 1..9; do
        report a.json --seed=1..2 --algo=aspiration --window=$windows
        refused 2 "no row in common: compare reports of the same positions and depths; a setting with several values" \
            "$BIN" compare a.json b.json --match=position
    done
    # one is left on each side
    jq 'del(.signature) | .results |= map(select(.window_low == 9))' a.json >one.json
    compared 0 one.json b.json --match=position
    is '["A has w=9, B w=100"]' '[.settings_differ[].sentence]'
}

@test "compare's JSON is whole for 500 changed rows" {
    report a.json --seed=1..500 --algo=pvs
    edited '.results[] |= (.interior += 1 | .nodes += 1)' a.json >b.json
    compared 0 a.json b.json
    [ "$(wc -c <out)" -gt 80000 ] # more than is kept before some of it is written
    is '[500,2000]' '[.changed, (.changes | length)]'
    report c.json --seed=500..1400 --algo=pvs
    compared 0 a.json c.json
    is '[499,900]' '[(.only | map(select(.side == "a", .side == "b").side) | map(select(. == "a")) | length), .only_b]'
}

@test "sums beyond 2^64 - 1 have no ratio" {
    report a.json --seed=1..2 --algo=pvs --deepening=off
    local many=9223372036854775808
    for file in b.json c.json; do
        sed -E "s/\"(nodes|work|interior)\":[0-9]+/\"\1\":$many/g; s/(\"interior\":[0-9]+,\"leaves\":)[0-9]+/\10/
            s/\"answers\":[0-9]+/\"answers\":0/; /^\"signature\"/d" a.json >$file
        many=18446744073709551615
    done
    for format in table markdown; do
        "$BIN" compare b.json c.json --format=$format >out
        grep -Eq '^[| ]*pvs .* 0/0/2[ |]*$' out
        grep -q 'In all, n = 2: - work in A, - in B\.' out
    done
    "$BIN" compare b.json c.json --format=json >out
    is '[null,null,null]' '.groups[0] | [.measure_a, .measure_b, .measure_ratio]'
}

@test "compare has no ratio for rows without nodes, and escapes ids" {
    report a.json --seed=1..2 --algo=pvs
    edited '.results[0] |= (.nodes = 0 | .interior = 0 | .leaves = 0 | .tt.answers = 0
        | .iterations[] |= (.nodes = 0 | .work = 0 | .passes[].work = 0))' a.json >none.json
    compared 0 none.json a.json --format=table
    grep -q '^        -  nodes 0 -> ' out
    run ! grep -wE 'inf|nan' out
    compared 0 none.json none.json --format=table
    echo '159 ; id first' >positions.txt
    "$BIN" --game=ttt --positions=positions.txt --depth=2 --algo=pvs,mtdf --no-time >b.json
    jq 'del(.signature) | (.results[] | .id, .position_id) |= sub("first"; "\u001b[31m|red")' b.json >red.json
    jq 'del(.results[0])' red.json >part.json
    for format in table markdown; do
        compared 0 red.json part.json --format=$format
        grep -q '?\[31m\\\{0,1\}|red' out
        LC_ALL=C run ! grep '[^ -~]' out
    done
}
