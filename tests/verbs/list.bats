#!/usr/bin/env bats
# list.bats -- `absbench list --format=json`: it says what `absbench list` prints, and fits its schema.
bats_require_minimum_version 1.5.0

setup() {
    BIN=$(realpath "${ABSBENCH:-./absbench}")
    ROOT=$PWD
    cd "$BATS_TEST_TMPDIR" || return 1
    "$BIN" list --format=json >all.json
}

# fits FILE..: each is valid by docs/list.schema.json.
fits() {
    /usr/bin/python3 -c 'import jsonschema' 2>/dev/null || skip "python3-jsonschema is not installed"
    /usr/bin/python3 - "$ROOT/docs/list.schema.json" "$@" <<'END'
import json, sys
import jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
checker = jsonschema.Draft202012Validator(schema)
wrong = [name for name in sys.argv[2:] if not checker.is_valid(json.load(open(name)))]
sys.exit(f"not valid: {wrong}" if wrong else 0)
END
}

@test "the whole and each section are valid, and the sections make the whole" {
    local section n=0
    for section in algos games trees policies guesses orderings tables formats algorithms domains; do
        "$BIN" list $section --format=json >$section.json
        n=$((n + 1))
    done
    fits *.json
    [ "$n" -eq 10 ]
    jq -s add algos.json games.json trees.json policies.json guesses.json orderings.json tables.json formats.json |
        diff - <(jq . all.json)
    diff algos.json algorithms.json
    jq -s '.[0] + .[1]' games.json trees.json | diff - <(jq . domains.json)
    [ "$(jq -c 'keys_unsorted' tables.json)" = '["schema","tt_modes","tt_replacements"]' ]
}

@test "what is spoilt is not valid" {
    local filter n=0
    while read -r filter; do
        jq -c "$filter" all.json >"bad-$n.json"
        run fits "bad-$n.json"
        [ "$status" -eq 1 ] && [[ $output == *"not valid"* ]] || { echo "valid: $filter"; return 1; }
        n=$((n + 1))
    done <<'END'
.schema = "absbench.list/2"
{schema}
del(.schema)
del(.drivers)
.surprise = []
.cores = []
.cores[0].help = null
del(.cores[0].source)
.games[0].default_window = 0
del(.games[1].unit)
.games[0].example = "x"
del(.trees[0].example)
.trees[0].parameters[0] = "b"
.groups[0].members = "all"
del(.tt_modes)
END
    [ "$n" -eq 15 ]
}

# Both as one word after the other, whatever the lines.
words() { tr -s ' \n' '\n' | grep .; }

@test "text and JSON say the same" {
    jq -r '
        def named: .[] | .name, .help, .source // empty;
        def domain: .name, .summary, (if .aliases == [] then empty else "also: " + (.aliases | join(" ")) end),
            (.name as $name | if .parameters == [] then empty
                else "options: \($name):" + (.parameters | map("\(.name)=\(.values)") | join(",")) end),
            "unit: \(.unit); default window \(.default_window // "by the file"), depth \(.default_depth)";
        "Cores (--algo=CORE)", (.cores | named),
        "Limits (--algo=NAME, --reference=NAME)", (.limits | named),
        "Root drivers (--algo=DRIVER, around failsoft, or --algo=DRIVER+CORE)", (.drivers | named),
        "Groups", (.groups[] | .name, (.members | join(","))),
        "Games (--game=NAME), and how their positions are written (--position=TEXT)",
        (.games[] | .name as $name | domain, (.positions[] | .form + ":", "--game=\($name) --position="
            + if .example == "start" then "start" else "'"'\(.example)'"'" end)),
        "Trees (--tree=SPEC --seed=LIST)", (.trees[] | domain, "--tree=" + .example),
        "Widening policies of aspiration (--widen=LIST)", (.policies | named),
        "Guesses of aspiration and MTD(f) (--guess=LIST)", (.guesses | named),
        "Move orderings, in order of precedence (--order=none or a combination)", (.orderings | named),
        "Transposition table (--tt-mode=LIST)", (.tt_modes | named),
        "Replacement (--tt-replace=LIST)", (.tt_replacements | named),
        "Formats of the report (--format=NAME)", (.formats | named)' all.json | words >from-json
    COLUMNS=200 "$BIN" list | words | diff - from-json
}

@test "it is the same in any folder" {
    (cd "$ROOT" && "$BIN" list --format=json) | cmp - all.json
    (cd "$ROOT" && "$BIN" list) >there
    "$BIN" list | cmp - there
}

@test "windows and depths are those that a search takes" {
    local spec
    for spec in --game=chess --game=tictactoe --tree=ordered:gap=100 --tree=uniform:range=100; do
        [ "$(jq -c --arg name "$(sed "s/--[a-z]*=//; s/:.*//" <<<"$spec")" '.games + .trees | .[] | select(.name == $name) | .default_window' all.json)" = \
            "$("$BIN" $spec --algo=aspiration --depth=1 --max-positions=1 --plain | jq '.results[0].window[0]')" ]
    done
    [ "$(jq -c '[.trees[] | select(.default_window == null) | .name]' all.json)" = '["explicit"]' ]
    [ "$(jq '.games[] | select(.name == "chess") | .default_depth' all.json)" -eq \
        "$("$BIN" --game=chess --position='4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' | jq '.results[0].depth')" ]
}

@test "in a pipe too it is text, unless JSON is asked for" {
    "$BIN" list >text
    "$BIN" list --format=table | cmp - text
    [ "$(head -1 text)" = "Cores (--algo=CORE)" ]
    local format
    for format in csv jsonl markdown; do
        run -64 --separate-stderr "$BIN" list --format=$format
        [ -z "$output" ] && [ "$stderr" = "absbench: list prints --format=table or json" ]
    done
    run -64 --separate-stderr "$BIN" list algoritms --format=json
    [ -z "$output" ] && [[ $stderr == *"did you mean 'algorithms'"* ]]
}
