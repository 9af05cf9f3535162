#!/usr/bin/env bats
# list.bats -- `absbench list --format=json`: it says what `absbench list` prints, and fits its schema.

load ../common

setup() {
    here || return 1
    "$BIN" list --format=json >all.json
}

@test "the sections make the whole, which has every game and tree" {
    local section
    for section in algos games trees policies guesses orderings tables formats algorithms domains; do
        "$BIN" list $section --format=json >$section.json
    done
    jq -s 'map(.choices) | add' {algos,games,trees,policies,guesses,orderings,tables,formats}.json |
        diff - <(jq .choices all.json)
    diff algos.json algorithms.json
    jq -s 'map(.choices) | add' games.json trees.json | diff - <(jq .choices domains.json)
    diff <(jq -r '.choices[] | select(.kind == "game").name' games.json) \
        <(sed -n 's/^ABS_GAME(\(.*\))/\1/p' "$ROOT/games/games.def")
    diff <(jq -r '.choices[].name' trees.json) <(sed -n 's/^ABS_TREE(\(.*\))/\1/p' "$ROOT/trees/trees.def")
    jq -e '([.choices[] | select(.kind | startswith("tt_")).kind] | unique) == ["tt_mode", "tt_replacement"]
        and [.choices[] | select(.name == "alphabeta" or .name == "minimal").kind] == ["core", "limit"]
        and any(.choices[]; .kind == "game" and .aliases == "connect-four connect4 c4")' all.json
    "$BIN" schema list | cmp - "$ROOT/docs/list.schema.json"
}

@test "list --format=json keeps to its schema; a changed list does not" {
    /usr/bin/python3 -c 'import jsonschema' 2>/dev/null || skip "python3-jsonschema is not installed"
    valid() { jq "$1" all.json >spoilt &&
        /usr/bin/python3 -W ignore -m jsonschema -i spoilt "$ROOT/docs/list.schema.json"; }
    valid .
    for filter in 'del(.schema)' '.surprise = []' '.choices[0].help = 1' '.choices[0].default_window = 0.5'; do
        run -1 valid "$filter"
    done
}

# Both as one word after the other, whatever the lines.
words() { tr -s ' \n' '\n' | grep .; }

@test "text and JSON say the same, and CSV and JSON Lines" {
    jq -r '.choices[] | if .kind == "position" then
            .help, "--game=\(.name) --position=" + if .example == "start" then .example else "'"'\(.example)'"'" end
        else .name, .help, .source // empty, (.aliases // empty | "also: " + .),
            (.name as $name | .options // empty | "options: \($name):" + .),
            if .unit then "unit: \(.unit) default window: \(.default_window // "by the file") default depth: \(.default_depth)"
            else empty end, (.example // empty | "--tree=" + .) end' all.json | words >from-json
    COLUMNS=200 "$BIN" list | grep -vE '^[A-Z]' | words | diff - from-json
    "$BIN" list --format=jsonl | sed 1d | jq -c .choices | diff - <(jq -c '.choices[]' all.json)
    "$BIN" list --format=csv >all.csv
    /usr/bin/python3 -c 'import csv, json; rows = list(csv.DictReader(open("all.csv"))); print(json.dumps([{k: v.removeprefix(chr(39)) for k, v in r.items()} for r in rows]))' |
        jq -S . | diff - <(jq -S '.choices | map(map_values(if . == null then "" else tostring end))' all.json)
    "$BIN" list formats --format=markdown | grep -q '^| csv | '
}

@test "windows and depths are those that a search takes" {
    local spec
    for spec in --game=chess --game=tictactoe --tree=ordered:gap=100 --tree=uniform:range=100; do
        [ "$(jq -c --arg name "$(sed "s/--[a-z]*=//; s/:.*//" <<<"$spec")" '.choices[] | select(.unit and .name == $name) | .default_window' all.json)" = \
            "$("$BIN" $spec --algo=aspiration --depth=1 --max-positions=1 --plain | jq '.results[0].window_low')" ]
    done
    [ "$(jq -c '[.choices[] | select(.unit and .default_window == null) | .name]' all.json)" = '["explicit"]' ]
    [ "$(jq '.choices[] | select(.kind == "game" and .name == "chess") | .default_depth' all.json)" -eq \
        "$("$BIN" --game=chess --position='4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' | jq '.results[0].depth')" ]
}
