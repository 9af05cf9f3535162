#!/usr/bin/env bats
# plugin.bats -- games of one's own: compiled outside the tree, loaded, refused, searched by every verb.

load plugin

setup_file() {
    plugin_install
    export EXAMPLES=$BATS_FILE_TMPDIR/games
    mkdir "$EXAMPLES"
    cp "$ROOT"/games/examples/*.c mine.c "$EXAMPLES"
    cd "$EXAMPLES"
    for file in mine breakthrough notakto kalah; do compile $file.c -O0; done
}

# ---- the examples --------------------------------------------------------------------------------

@test "the flags of pkg-config are all that is needed, headers are all of the tree's, and examples are sound and short" {
    [ "$(flags | tr ' ' '\n' | grep -c '^-I')" -eq 1 ]
    cp mine.c alone.c
    compile alone.c -M -MF deps -E >/dev/null || true
    run ! grep -F "$ROOT" deps
    "$BIN" check --game=./breakthrough.so --game=./notakto.so # kalah: docs/own-game.md
    [ "$(wc -l breakthrough.c notakto.c kalah.c | awk '$1 > 250' | wc -l)" -eq 1 ] # all together
}

# counts NUMBERS ARGUMENT..: so many move sequences.
counts() {
    [ "$("$BIN" perft --format=json "${@:2}" | jq .nodes | xargs)" = "$1" ]
}

@test "breakthrough and kalah: move sequences, as plain programs counted them; all agree where sides move again" {
    local counts words
    while IFS='|' read -r counts words; do
        [ "$(eval "'$BIN' perft --format=json $words" | jq .nodes | xargs)" = "$counts" ] || { echo "$words"; false; }
    done <<'END'
16 256 4308|--game=./breakthrough.so --depth=1..3 --position=start
0|--game=./breakthrough.so --depth=2 --position='-w--b-/b-----/-wb---/--w--b/-b----/w----- b'
6 35 179 826 3349 11792|--game=./kalah.so:seeds=1 --depth=1..6
6 35 185 942 4690 23233|--game=./kalah.so --depth=1..6
END
    "$BIN" --game=./kalah.so --game=./kalah.so:seeds=2 --algo=all,mtd --depth=5 --verify --format=json |
        jq -e '(.verification.mismatches | length) == 0 and (.results | length) > 20
               and any(.results[]; .pv | index("--"))'
}

@test "positions of a plug-in begin with the command that finds them again" {
    "$BIN" positions --game=./kalah.so:seeds=2 --count=5 --output=my.txt
    $(sed -n "2s,^#  *absbench,$BIN,p" my.txt) --output=again.txt
    cmp my.txt again.txt
}

@test "notakto: one board is won, two are lost, as is known" {
    local boards
    for boards in 1 2; do
        "$BIN" --game=./notakto.so:boards=$boards --eval=result --depth=$((9 * boards)) --algo=mtdf --format=json |
            jq '.results[0].value'
    done >values
    [ "$(xargs <values)" = "1 -1" ]
    refused 64 "boards" "$BIN" --game=./notakto.so:boards=4
    refused 64 "board 2: give start, or for each of 3 boards" "$BIN" --game=./notakto.so \
        --position=---------/x/---------
}

# ---- every verb ----------------------------------------------------------------------------------

@test "a plug-in is searched like any game, by all searches, and verified" {
    "$BIN" --game=./mine.so --algo=all,sss,bisect --depth=5 --verify --format=json --no-time | jq -e '
        .verification.mismatches == [] and .verification.checked > 20 and ([.results[].domain] | unique) == ["mine"]
        and ([.results[].position_id] | unique) == ["four", "one", "start"]
        and (.results[0].id | startswith("mine/start/d5/")) and (.context.command | index("--game=./mine.so"))'
}

@test "a plug-in without a suite is searched from its start; a suite can be made" {
    "$BIN" --game=./notakto.so --depth=2 --format=json | jq -e '[.results[].position_id] == ["start"]'
    refused 2 "absbench positions --game=./notakto.so" "$BIN" --game=./notakto.so --suite=large
    "$BIN" positions --game=./breakthrough.so --count=25 --quiet >suite.txt
    [ "$(grep -vc '^#' suite.txt)" -eq 25 ]
    run -0 --separate-stderr "$BIN" tune --game=./breakthrough.so --positions=suite.txt --depth=2 --quiet --format=table
    [[ $output == *"--game=./breakthrough.so"* ]]
}

@test "sweep, resume, merge, compare and the page take rows of a plug-in" {
    for kind in game tree; do
        echo '{"'$kind'": ["chess", "./mine.so"], "algo": ["pvs", "mtdf"]}' >grid.json
        refused 64 "leave out this \"$kind\", and if you trust it, type --$kind=./mine.so" \
            "$BIN" sweep --grid=grid.json --game=./mine.so --output=sweep.json
    done
    echo '{"algo": ["pvs", "mtdf"], "depth": "2..4"}' >grid.json
    "$BIN" sweep --grid=grid.json --game=./mine.so --no-time --quiet --output=sweep.json
    [ "$(jq '.results | length' sweep.json)" -eq 18 ]
    "$BIN" --game=./mine.so --algo=all --depth=4 --no-time --quiet --output=all.jsonl
    head -n 8 all.jsonl >cut.jsonl
    "$BIN" --game=./mine.so --algo=all --depth=4 --no-time --quiet --output=cut.jsonl --resume
    "$BIN" merge all.jsonl --no-time --output=a.json
    "$BIN" merge cut.jsonl --no-time --output=b.json
    [ "$(jq -c .results a.json)" = "$(jq -c .results b.json)" ]
    "$BIN" compare a.json b.json --format=json | jq -e '.schema | startswith("absbench.compare")'
    refused 64 "--game cannot be used with" "$BIN" merge --game=./mine.so a.json
}

@test "shards of a plug-in are told apart, merged, and made by cluster-parallel" {
    local shard stand_ins=$ROOT/tests/scripts/cluster
    for shard in 1 2 3; do
        "$BIN" --game=./mine.so --algo=pvs,mtdf --depth=1..4 --no-time --quiet --shard=$shard/3 --output=$shard.jsonl
    done
    run -1 --separate-stderr "$BIN" merge --output=/dev/null 1.jsonl 3.jsonl
    [[ $stderr == *"of 3 shards, these are missing or not finished: 2" ]]
    "$BIN" merge 1.jsonl 2.jsonl 3.jsonl --no-time --output=whole.json
    echo '{"algo": "pvs,mtdf", "depth": "1..4"}' >grid.json
    for search in "--game ./mine.so --algo=pvs,mtdf --depth=1..4" "--grid=grid.json --game=./mine.so"; do
        # shellcheck disable=SC2086
        PATH=$stand_ins:$PATH BIN=$BIN ABSBENCH=$stand_ins/absbench run -0 "$ROOT/scripts/cluster-parallel" \
            --shards=3 --slots=1 --output=all.json -- sweep $search --no-time
        [ "$(jq -c .results all.json)" = "$(jq -c .results whole.json)" ]
        rm -r all.json all.shards
    done
}

@test "rows of a plug-in that was compiled again do not stand beside those of before" {
    rm bad.so
    cp "$BAD" old.so
    { cat old.so && echo; } >new.so # any other bytes
    cp old.so bad.so
    "$BIN" --game=./bad.so --algo=all --depth=3 --no-time --quiet --output=a.jsonl
    head -n 6 a.jsonl >cut.jsonl
    head -n 1 a.jsonl | jq -e '.context.plugins.mine | test("^0x[0-9a-f]{16}$")'
    cp new.so bad.so
    refused 2 "cut.jsonl: the plug-in mine was compiled again, from 0x" "$BIN" \
        --game=./bad.so --algo=all --depth=3 --no-time --quiet --output=cut.jsonl --resume
    [ "$(wc -l <cut.jsonl)" -eq 6 ]
    "$BIN" --game=./bad.so --algo=all --depth=3 --no-time --quiet --output=b.jsonl
    refused 2 "b.jsonl: the plug-in mine was compiled again" "$BIN" merge a.jsonl b.jsonl --output=c.json
    "$BIN" merge a.jsonl --no-time --output=a.json # the rows are still those of the old file
    [ "$(jq -c .context.plugins a.json)" = "$(head -n 1 a.jsonl | jq -c .context.plugins)" ]
    run --separate-stderr "$BIN" compare a.json b.jsonl --format=table
    [[ $stderr == *"between A and B the plug-in mine was compiled again, from 0x"* ]]
    cp old.so bad.so
    "$BIN" --game=./bad.so --algo=all --depth=3 --no-time --quiet --output=cut.jsonl --resume
    [ "$(sed 1d a.jsonl | sort)" = "$(sed 1d cut.jsonl | sort)" ]
    "$BIN" --game=othello --depth=2 --format=json --no-time | jq -e '.context | has("plugins") | not'
}

@test "a built-in game, in its folder, counts the same as a plug-in, and takes its place in that run" {
    local options=(--position=start --depth=4 --algo=all --no-time --format=csv --quiet)
    compile "$ROOT/games/othello/othello.c" -O0
    run -0 --separate-stderr "$BIN" --game=./othello.so "${options[@]}"
    [ "$stderr" = "absbench: ./othello.so replaces the built-in othello" ]
    diff <("$BIN" --game=othello "${options[@]}") - <<<"$output"
}

# ---- what is refused -----------------------------------------------------------------------------

@test "a file that is no plug-in is refused before anything runs" {
    refused 2 "./none.so: cannot open shared object file" "$BIN" --game=./none.so
    echo text >text.so
    refused 2 "./text.so: " "$BIN" --game=./text.so
    echo 'int other;' >other.c
    # shellcheck disable=SC2086
    ${CC:-gcc} $KIND -shared -fPIC -o other.so other.c
    refused 2 "./other.so: it has no \`abs_plugin\`: compile it with" "$BIN" --game=./other.so
    refused 64 "name a plug-in's folder too, as in ./mine.so" "$BIN" --game=mine.so
    refused 2 "/: " "$BIN" perft --game=/ --depth=1
    refused 64 "it is a game: write --game=./mine.so" "$BIN" --tree=./mine.so
    refused 64 "are both named mine: leave one out" "$BIN" --game=./mine.so --game="$PWD/mine.so"
}

# changed SED: mine.c so changed, with the headers so changed, as bad.so
changed() {
    cp -R "$PREFIX/include/absbench" headers
    sed -i -E "$1" headers/absbench.h headers/search/descriptor.inc
    rm -f bad.so
    cp mine.c bad.c
    # shellcheck disable=SC2046,SC2086
    ${CC:-gcc} $(flags | sed "s,-I[^ ]*,-I$PWD/headers,; ${2-}") $KIND -O0 -o bad.so bad.c
    rm -r headers
}

@test "another version, size or core is refused, and a domain that lacks what it must have" {
    changed 's/(ABS_ABI) [0-9]+u/\1 99u/'
    refused 2 "it was compiled with other headers (ABI 99, core" "$BIN" --game=./bad.so
    changed 's/^    int null_ply;/    char more[64];\n&/'
    refused 2 "it was compiled with other headers (ABI" "$BIN" --game=./bad.so
    changed 's/x/x/' 's,-DABS_PLUGIN=[0-9]*u,-DABS_PLUGIN=7u,'
    refused 2 ", core 7) than this program (" "$BIN" --game=./bad.so
    sed -E "s/\.bound = [^,]*, *//" mine.c >lacks_bound.c
    sed 's/\.name = "mine"/.name = "My Game"/' mine.c >lacks_name.c
    for file in lacks_bound lacks_name; do
        compile $file.c -O0 -w -Wno-error
    done
    refused 2 "its DOMAIN_INFO lacks .bound" "$BIN" --game=./lacks_bound.so
    refused 2 "its DOMAIN_INFO lacks .name, 1 to 40 of a-z, 0-9, - and _" "$BIN" --game=./lacks_name.so
}

@test "a domain with too few slots or moves is reported" {
    faults_are_ours
    planted slots 2 --game=./bad.so --depth=4 --order=killer,history --format=json --quiet
    [[ $stderr == *"mine: DOMAIN_SLOTS is 12, but must be at least 13 in position "* ]]
    planted many_moves 2 --game=./bad.so --position=start --depth=4 --shuffle=1 --format=json --quiet
    [[ $stderr == *"mine: DOMAIN_MAX_MOVES is 12, but must be at least 13 "* ]]
}

@test "a search that counts otherwise each time ends a run with --repeat" {
    local search=(--game=./bad.so --depth=4 --algo=alphabeta --plain --format=json --quiet --no-check-moves)
    planted counts 0 "${search[@]}"
    planted counts 2 "${search[@]}" --repeat=3
    [[ $stderr == *"--repeat: a search counted differently when it was repeated: "* ]]
}

@test "positions writes no line that a file of positions cannot hold" {
    local form
    for form in line escape end space; do
        PLANT=$form refused 2 "print() gives '" "$BIN" positions --game=./bad.so --count=5 --quiet --output=made
        [ ! -e made ]
    done
    "$BIN" positions --game=./breakthrough.so --count=5 --quiet >made
    [ "$(grep -c '^[^#]' made)" -eq 5 ]
}

# ---- new-game, make plugin -----------------------------------------------------------------------

@test "new-game writes a file that works, and overwrites none" {
    grep -qx 'mine.c is a complete game to change into your own. Compile it:' "$BATS_FILE_TMPDIR/said"
    rm mine.c
    "$BIN" new-game mine >/dev/null
    cmp mine.c "$EXAMPLES/mine.c"
    run ! grep -n '@' mine.c
    refused 2 "mine.c: cannot be written: File exists" "$BIN" new-game mine
    refused 64 "'My' is not a name" "$BIN" new-game My
    refused 64 "chess is a built-in game" "$BIN" new-game chess
    refused 64 "'' is not a name" "$BIN" new-game
}

@test "make plugin without a file asks for it" {
    unset MAKEFLAGS MAKELEVEL
    run -2 make -s -C "$ROOT" plugin
    [[ $output == *"make plugin: which file? make plugin GAME=mygame.c"* ]]
}

@test "perft: moves with quotes, backslashes and control characters are escaped" {
    export PLANT=odd
    "$BIN" perft --game=./bad.so --position=start --depth=1 --divide --no-time --format=json >out
    [ "$(jq -s 'map(select(.move)) | length' out)" -eq "$(jq -s '.[-1].nodes' out)" ]
    [ "$(jq -sr '.[0].move' out)" = $'"\\\e[31m\n1' ]
    "$BIN" perft --game=./bad.so --position=start --depth=1 --divide --no-time --format=table >out
    if LC_ALL=C grep -q $'\e' out; then return 1; fi
    [ "$(wc -l <out)" -eq "$(jq -n --argjson n "$("$BIN" perft --game=./mine.so --position=start --depth=1 | jq .nodes)" '$n + 2')" ]
}
