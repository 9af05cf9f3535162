#!/usr/bin/env bats
# plugin.bats -- games of one's own: compiled outside the tree, loaded, refused, searched by every verb.

bats_require_minimum_version 1.5.0

load plugin

setup_file() {
    plugin_install
    export GAMES=$BATS_FILE_TMPDIR/games
    mkdir "$GAMES"
    cp games/examples/*.c "$BATS_FILE_TMPDIR/mine.c" "$GAMES"
    cd "$GAMES"
    for file in mine breakthrough notakto kalah; do
        compile $file.c -O0
    done
}

setup() {
    plugin_here
    ln -s "$GAMES"/*.so "$GAMES"/*.c .
}

# refused CODE TEXT ARGUMENT..: one line on stderr says so.
refused() {
    local code=$1 text=$2
    shift 2
    run "-$code" --separate-stderr "$BUILT" "$@"
    [ "$output" = "" ] && [[ $stderr == "absbench: "*"$text"* ]] && [ "$(wc -l <<<"$stderr")" -eq 1 ] ||
        { echo "$* gave $output, $stderr"; return 1; }
}

# ---- the examples --------------------------------------------------------------------------------

@test "the flags of pkg-config are all that is needed, headers are all of the tree's, and examples are sound and short" {
    [ "$(flags | tr ' ' '\n' | grep -c '^-I')" -eq 1 ]
    cp mine.c alone.c
    compile alone.c -M -MF deps -E >/dev/null || true
    run ! grep -F "$ROOT" deps
    "$BUILT" check --game=./breakthrough.so --game=./notakto.so # kalah: docs/own-game.md
    [ "$(wc -l breakthrough.c notakto.c kalah.c | awk '$1 > 250' | wc -l)" -eq 1 ] # all together
}

# counts NUMBERS ARGUMENT..: so many move sequences.
counts() {
    [ "$("$BUILT" perft --format=json "${@:2}" | jq .nodes | xargs)" = "$1" ]
}

@test "breakthrough and kalah: move sequences, as plain programs counted them; all agree where sides move again" {
    counts "16 256 4308" --game=./breakthrough.so --depth=1..3 --position=start
    counts 0 --game=./breakthrough.so --depth=2 --position='-w--b-/b-----/-wb---/--w--b/-b----/w----- b'
    counts "6 31 135 564 1935 6490" --game=./kalah.so:seeds=1 --depth=1..6
    counts "6 31 136 623 2630 11662" --game=./kalah.so --depth=1..6
    "$BUILT" --game=./kalah.so --game=./kalah.so:seeds=2 --algo=all,mtd --depth=5 --verify --format=json |
        jq -e '(.verification.mismatches | length) == 0 and (.results | length) > 20
               and any(.results[]; .pv | index("--"))'
}

@test "positions of a plug-in begin with the command that finds them again" {
    "$BUILT" positions --game=./kalah.so:seeds=2 --count=5 --output=my.txt
    $(sed -n "2s,^#  *absbench,$BUILT,p" my.txt) --output=again.txt
    cmp my.txt again.txt
}

@test "notakto: one board is won, two are lost, as is known" {
    local boards
    for boards in 1 2; do
        "$BUILT" --game=./notakto.so:boards=$boards --eval=result --depth=$((9 * boards)) --algo=mtdf --format=json |
            jq '.results[0].value'
    done >values
    [ "$(xargs <values)" = "1 -1" ]
    refused 64 "boards" --game=./notakto.so:boards=4
    refused 64 "board 2: give start, or for each of 3 boards" --game=./notakto.so --position=---------/x/---------
}

# ---- every verb ----------------------------------------------------------------------------------

@test "a plug-in is searched like any game, by all searches, and verified" {
    run -0 "$BUILT" --game=./mine.so --algo=all,sss,bisect --depth=5 --verify --format=json --no-time
    jq -e '.verification.mismatches == [] and .verification.checked > 20' <<<"$output"
    [ "$(jq -r '[.results[].domain] | unique[]' <<<"$output")" = mine ]
    [ "$(jq -r '[.results[].position_id] | unique | join(" ")' <<<"$output")" = "four one start" ]
    jq -e '.results[0].id | startswith("mine/start/d5/")' <<<"$output"
    jq -e '.context.command | index("--game=./mine.so")' <<<"$output"
}

@test "a plug-in without a suite is searched from its start; a suite can be made" {
    "$BUILT" --game=./notakto.so --depth=2 --format=json | jq -e '[.results[].position_id] == ["start"]'
    refused 2 "absbench positions --game=./notakto.so" --game=./notakto.so --suite=large
    "$BUILT" positions --game=./breakthrough.so --count=25 --quiet >suite.txt
    [ "$(grep -vc '^#' suite.txt)" -eq 25 ]
    run -0 --separate-stderr "$BUILT" tune --game=./breakthrough.so --positions=suite.txt --depth=2 --quiet --format=table
    [[ $output == *"--game=./breakthrough.so"* ]]
}

@test "sweep, resume, merge, compare and the page take rows of a plug-in" {
    echo '{"game": "./mine.so", "algo": ["pvs", "mtdf"], "depth": "2..4"}' >grid.json
    "$BUILT" sweep --grid=grid.json --no-time --quiet --output=sweep.json
    [ "$(jq '.results | length' sweep.json)" -eq 18 ]
    "$BUILT" --game=./mine.so --algo=all --depth=4 --no-time --quiet --output=all.jsonl
    head -n 8 all.jsonl >cut.jsonl
    "$BUILT" --game=./mine.so --algo=all --depth=4 --no-time --quiet --output=cut.jsonl --resume
    "$BUILT" merge all.jsonl --game=./mine.so --no-time --output=a.json
    "$BUILT" merge cut.jsonl --game=./mine.so --no-time --output=b.json
    [ "$(jq -c .results a.json)" = "$(jq -c .results b.json)" ]
    "$BUILT" compare --game=./mine.so a.json b.json --format=json | jq -e '.schema | startswith("absbench.compare")'
    refused 2 "there is no game 'mine'; if it is a plug-in, name its file, as in --game=./mine.so" merge all.jsonl --output=c.json
    refused 2 "if it is a plug-in, name its file" compare a.json b.json
    refused 64 "takes only the files of others" merge --game=chess a.json
}

@test "shards of a plug-in are told apart, merged, and made by cluster-parallel" {
    local shard stand_ins=$ROOT/tests/scripts/cluster
    for shard in 1 2 3; do
        "$BUILT" --game=./mine.so --algo=pvs,mtdf --depth=1..4 --no-time --quiet --shard=$shard/3 --output=$shard.jsonl
    done
    run -1 --separate-stderr "$BUILT" merge --missing-shards --game=./mine.so 1.jsonl 3.jsonl
    [ "$output" = 2 ] && [ -z "$stderr" ]
    run -0 "$BUILT" merge --missing-shards --game=./mine.so 1.jsonl 2.jsonl 3.jsonl
    "$BUILT" merge --game=./mine.so 1.jsonl 2.jsonl 3.jsonl --no-time --output=whole.json
    echo '{"game": ["./mine.so"], "algo": "pvs,mtdf", "depth": "1..4"}' >grid.json
    for search in "--game ./mine.so --algo=pvs,mtdf --depth=1..4" --grid=grid.json; do
        # shellcheck disable=SC2086
        PATH=$stand_ins:$PATH BIN=$BUILT ABSBENCH=$stand_ins/absbench run -0 "$ROOT/scripts/cluster-parallel" --shards=3 --slots=1 \
            --output=all.json -- sweep $search --no-time
        [ "$(jq -c .results all.json)" = "$(jq -c .results whole.json)" ]
        rm -r all.json all.shards
    done
}

@test "rows of a plug-in that was compiled anew do not stand beside those of before" {
    rm bad.so
    cp "$BAD" old.so
    { cat old.so && echo; } >new.so # any other bytes
    cp old.so bad.so
    "$BUILT" --game=./bad.so --algo=all --depth=3 --no-time --quiet --output=a.jsonl
    head -n 6 a.jsonl >cut.jsonl
    head -n 1 a.jsonl | jq -e '.context.plugins.mine | test("^0x[0-9a-f]{16}$")'
    cp new.so bad.so
    refused 2 "cut.jsonl: the plug-in mine was compiled anew, from 0x" \
        --game=./bad.so --algo=all --depth=3 --no-time --quiet --output=cut.jsonl --resume
    [ "$(wc -l <cut.jsonl)" -eq 6 ]
    "$BUILT" --game=./bad.so --algo=all --depth=3 --no-time --quiet --output=b.jsonl
    refused 2 "b.jsonl: the plug-in mine was compiled anew" merge a.jsonl b.jsonl --game=./bad.so --output=c.json
    "$BUILT" merge a.jsonl --game=./bad.so --no-time --output=a.json # the rows are still those of the old file
    [ "$(jq -c .context.plugins a.json)" = "$(head -n 1 a.jsonl | jq -c .context.plugins)" ]
    run --separate-stderr "$BUILT" compare --game=./bad.so a.json b.jsonl --format=table
    [[ $stderr == *"between A and B the plug-in mine was compiled anew, from 0x"* ]]
    cp old.so bad.so
    "$BUILT" --game=./bad.so --algo=all --depth=3 --no-time --quiet --output=cut.jsonl --resume
    [ "$(sed 1d a.jsonl | sort)" = "$(sed 1d cut.jsonl | sort)" ]
    "$BUILT" --game=othello --depth=2 --format=json --no-time | jq -e '.context | has("plugins") | not'
}

@test "report and plot read JSON Lines of a plug-in that they are given" {
    /usr/bin/python3 -c 'import matplotlib' 2>/dev/null || skip "matplotlib is not installed"
    "$BUILT" --game=./mine.so --algo=all --depth=3,4 --no-time --quiet --output=a.jsonl
    export ABSBENCH=$BUILT
    run -2 "$ROOT/scripts/report" a.jsonl -o a.x.html
    [[ $output == *"there is no game 'mine'; if it is a plug-in, name its file, as in --game=./mine.so" ]]
    "$ROOT/scripts/plot" depth a.jsonl --game=./mine.so -o a.x.svg
    [ -s a.x.svg ]
}

@test "a built-in game as a plug-in counts the same, and takes its place in that run" {
    sed 's,#include "symmetry.h",#include "'"$ROOT"'/games/symmetry.h",' "$ROOT/games/tictactoe.c" >tictactoe.c
    compile tictactoe.c -O0
    run -0 --separate-stderr "$BUILT" --game=./tictactoe.so --position=start --algo=all --no-time --format=csv --quiet
    [ "$stderr" = "absbench: ./tictactoe.so takes the place of the built-in tictactoe" ]
    diff <("$BUILT" --game=tictactoe --position=start --algo=all --no-time --format=csv --quiet) - <<<"$output"
}

# ---- what is refused -----------------------------------------------------------------------------

@test "what is no plug-in is refused before anything runs" {
    refused 2 "./none.so: cannot open shared object file" --game=./none.so
    echo text >text.so
    refused 2 "./text.so: " --game=./text.so
    echo 'int other;' >other.c
    # shellcheck disable=SC2086
    ${CC:-gcc} $KIND -shared -fPIC -o other.so other.c
    refused 2 "./other.so: it has no \`abs_plugin\`: compile it with" --game=./other.so
    refused 64 "a plug-in needs its folder, as in ./mygame.so" --game=mine.so
    refused 2 "/: " perft --game=/ --depth=1
    refused 64 "it is a game: write --game=./mine.so" --tree=./mine.so
    refused 64 "are both named mine: leave one out" --game=./mine.so --game="$PWD/mine.so"
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

@test "another version, size or core is refused" {
    changed 's/(ABS_ABI) [0-9]+u/\1 99u/'
    refused 2 "it was compiled with other headers (ABI 99, core" --game=./bad.so
    changed 's/^    int null_ply;/    char more[64];\n&/'
    refused 2 "it was compiled with other headers (ABI" --game=./bad.so
    changed 's/x/x/' 's,-DABS_PLUGIN=[0-9]*u,-DABS_PLUGIN=7u,'
    refused 2 ", core 7) than this program (" --game=./bad.so
}

@test "a domain that lacks what it must have is refused" {
    rm bad.so
    sed -E "s/\.bound = [^,]*, *//" mine.c >bad.c
    # shellcheck disable=SC2046,SC2086
    ${CC:-gcc} $(flags) $KIND -O0 -w -o bad.so bad.c
    refused 2 "its DOMAIN_INFO lacks .bound" --game=./bad.so
    sed 's/\.name = "mine"/.name = "My Game"/' mine.c >bad.c
    compile bad.c -O0
    refused 2 "its DOMAIN_INFO lacks .name, 1 to 40 of a-z, 0-9, - and _" --game=./bad.so
}

@test "too few slots or moves end the searches that meet them, and not the run" {
    [[ $KIND != *sanitize* ]] || skip "a sanitizer ends the program"
    planted slots 2 --game=./bad.so --depth=4 --order=killer,history --format=json --quiet
    [[ $stderr == *"mine: DOMAIN_SLOTS is 12, but must be at least 13 in position "* ]]
    planted many_moves 2 --game=./bad.so --position=start --depth=4 --shuffle=1 --format=json --quiet
    [[ $stderr == *"mine: DOMAIN_MAX_MOVES is 12, but must be at least 13 "* ]]
}

@test "a search that counts otherwise each time ends a run with --repeat" {
    local search=(--game=./bad.so --depth=4 --algo=alphabeta --plain --format=json --quiet --no-check-moves)
    planted counts 0 "${search[@]}"
    planted counts 2 "${search[@]}" --repeat=3
    [[ $stderr == *"--repeat: a search counted otherwise when it was repeated: "* ]]
}

@test "positions writes no line that a file of positions cannot hold" {
    local form
    for form in line escape end space; do
        PLANT=$form refused 2 "print() gives '" positions --game=./bad.so --count=5 --quiet --output=made
        [ ! -e made ]
    done
    "$BUILT" positions --game=./breakthrough.so --count=5 --quiet >made
    [ "$(grep -c '^[^#]' made)" -eq 5 ]
}

# ---- new-game, make plugin -----------------------------------------------------------------------

@test "new-game writes a file that works, and overwrites none" {
    grep -qx 'mine.c is a whole game, to be changed into yours. Compile it:' "$BATS_FILE_TMPDIR/said"
    rm mine.c
    "$BUILT" new-game mine >/dev/null
    cmp mine.c "$GAMES/mine.c"
    run ! grep -n '@' mine.c
    refused 2 "mine.c: cannot be written: File exists" new-game mine
    refused 64 "'My' is no name" new-game My
    refused 64 "chess is a game that is built in" new-game chess
    refused 64 "'' is no name" new-game
}

@test "make plugin wants to know which file; compiled by it, a search can be watched: trace.bats" {
    unset MAKEFLAGS MAKELEVEL
    run -2 make -s -C "$ROOT" plugin
    [[ $output == *"make plugin: which file? make plugin GAME=mygame.c"* ]]
}

@test "perft: moves with quotes, backslashes and control characters are escaped" {
    export PLANT=odd
    "$BUILT" perft --game=./bad.so --position=start --depth=1 --divide --no-time --format=json >out
    [ "$(jq -s 'map(select(.move)) | length' out)" -eq "$(jq -s '.[-1].nodes' out)" ]
    [ "$(jq -sr '.[0].move' out)" = $'"\\\e[31m\n1' ]
    "$BUILT" perft --game=./bad.so --position=start --depth=1 --divide --no-time --format=table >out
    if LC_ALL=C grep -q $'\e' out; then return 1; fi
    [ "$(wc -l <out)" -eq "$(jq -n --argjson n "$("$BUILT" perft --game=./mine.so --position=start --depth=1 | jq .nodes)" '$n + 2')" ]
}
