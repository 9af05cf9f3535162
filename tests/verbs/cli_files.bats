#!/usr/bin/env bats
# cli_files.bats -- files that cannot be read or written, and memory that is not there: exit code, one
# line on stderr, nothing half done. What else is refused is in cli.bats.

load cli_refuse

@test "explicit trees: files that are missing or malformed" { # more of them: tests/trees/unit_explicit.c
    refuse 2 "nope.json: cannot be opened: No such file" --tree=explicit:file=nope.json
    mkdir directory
    refuse 2 "directory: cannot be read: Is a directory" --tree=explicit:file=directory
    refuse 2 "line 1, column 1: malformed JSON: the text ends" --tree=explicit:file=/dev/null
    printf '[1,\n2,\nx]' >tree.json
    refuse 2 "tree.json.*line 3, column 1: malformed JSON: this is not a JSON value" --tree=explicit:file=tree.json
    printf '[1,[2,"a"]]' >tree.json
    refuse 2 "tree.json.*[$].1..1.: a string; write a whole number" --tree=explicit:file=tree.json
    verdict 10
}

@test "an explicit tree is searched to its height" {
    printf '[[3,12,8],[2,4,6]]' >tree.json
    refuse 64 "--depth=1: .*search its full height, 2, or leave out --depth" --tree=explicit:file=tree.json --depth=1
    refuse 64 "--depth=0: .*full height, 2" --tree=explicit:file=tree.json --depth=0..3
    verdict 4
    "$BIN" --tree=explicit:file=tree.json --depth=2 >out
    [ "$(jq -c '[.results[0].value,.results[0].depth]' out)" = "[3,2]" ]
}

@test "position files: missing, malformed, empty, directory, duplicate ids, NUL bytes" {
    mkdir directory
    refuse 2 "nope.txt: .*No such file" "${C4[@]}" --positions=nope.txt
    refuse 2 "directory: .*directory" "${C4[@]}" --positions=directory
    refuse 2 "/dev/null: no position in it; write one per line" "${C4[@]}" --positions=/dev/null
    refuse 2 "stdin: no position in it" "${C4[@]}" --positions=-
    printf '\n# nothing\n\n' >p.txt
    refuse 2 "p.txt: no position in it" "${C4[@]}" --positions=p.txt
    printf '44\n\n# x\n48\n' >p.txt
    refuse 2 "p.txt:4: .*ply 2 is not a column" "${C4[@]}" --positions=p.txt
    printf '44 ; id a\n45 ; id a\n' >p.txt
    refuse 2 "p.txt:2: the id 'a' appears twice; rename" "${C4[@]}" --positions=p.txt
    printf '44\n4\0005\n' >p.txt
    refuse 2 "p.txt:2: a NUL byte" "${C4[@]}" --positions=p.txt
    printf '12121213\n' >p.txt
    refuse 2 "p.txt:1: the game was over" "${C4[@]}" --positions=p.txt
    printf '; id x\n' >p.txt
    refuse 2 "p.txt:1: " "${C4[@]}" --positions=p.txt
    printf '44\n45 ; id\n' >p.txt
    refuse 2 "p.txt:2: id: write id NAME" "${C4[@]}" --positions=p.txt
    printf '44 ; answer\n' >p.txt
    refuse 2 "p.txt:1: answer: write answer DEPTH VALUE" "${C4[@]}" --positions=p.txt
    printf '44 ; name "44\n' >p.txt
    refuse 2 "p.txt:1: a quote is left open after name; close it" "${C4[@]}" --positions=p.txt
    printf '%s\n' "$(printf '4%.0s' $(seq 5000))" >p.txt
    refuse 2 "p.txt:1: ply 7: column 4 is full" "${C4[@]}" --positions=p.txt
    printf 'XX-OO---- X\nXXX------ X\n' >p.txt
    refuse 2 "p.txt:2: X has three" --game=ttt --depth=1 --positions=p.txt
    printf 'f5\nf5a1\n' >p.txt
    refuse 2 "p.txt:2: move 2" --game=othello --depth=1 --positions=p.txt
    verdict 32
}

@test "an empty --positions is wrong usage" {
    refuse 64 "--positions is empty; write --positions=FILE" "${C4[@]}" --positions=
    verdict 1
}

@test "outputs that cannot be written" {
    mkdir directory
    FORMS=pipe
    refuse 2 "--output=no/dir.json: .*No such file" "${C4[@]}" --output=no/dir.json
    refuse 2 "--output=directory: this is a directory; name a file" "${C4[@]}" --output=directory
    refuse 2 "--output=directory/: " "${C4[@]}" --output=directory/
    refuse 2 "--output=directory/x/: " "${C4[@]}" --output=directory/x/
    for format in table json jsonl csv markdown; do
        refuse 2 "--output=/dev/full: .*No space left" "${C4[@]}" --format=$format --output=/dev/full
    done
    refuse 2 "--output=no/dir.json" perft --game=ttt --depth=2 --output=no/dir.json
    refuse 2 "--output=directory" perft --game=ttt --depth=2 --output=directory
    refuse 2 "--output=/dev/full" perft --game=ttt --depth=2 --output=/dev/full
    refuse 2 "--output=no/dir.json" bench --output=no/dir.json
    verdict 13
}

@test "stdout closed or full" {
    local words code
    for words in "${C4[*]}" "${C4[*]} --format=table" "${C4[*]} --format=csv" "${C4[*]} --format=jsonl" \
        "${C4[*]} --format=markdown" "perft --game=ttt --depth=2" list help version man --help; do
        code=0
        "$BIN" $words >/dev/full 2>err || code=$?
        [ "$code" -eq 2 ] || { echo "$words >/dev/full: exit $code"; BAD=1; }
        [ "$(grep -c '^absbench: st.*out' err)" -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] || { cat err; BAD=1; }
        code=0
        "$BIN" $words >&- 2>err || code=$?
        [ "$code" -eq 2 ] || { echo "$words >&-: exit $code"; BAD=1; }
        [ "$(grep -c '^absbench: st.*out' err)" -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] || { cat err; BAD=1; }
        CASES=$((CASES + 2))
    done
    verdict 22
}

# A file that is opened takes the lowest free number: with 1 or 2 closed the report would be standard
# output or standard error, and hold all that is said there.
@test "closed descriptors: nothing but the report is in the report" {
    local with
    # The first says something on stderr, the second prints a table too.
    printf '[[3,12,8],[2,4,6],[14,5,2]]' >tree.json
    set -- sweep --tree=explicit:file=tree.json --algo=alphabeta,pvs --until-ci=3 --no-time --output=r.json
    "$BIN" "$@" 2>err
    [ -s err ]
    mv r.json whole.json
    for with in '>&-' '2>&-' '>&- 2>&-' '<&-' '<&- 2>&-' '<&- >&- 2>&-'; do
        eval '"$BIN" "$@" '"$with" || { echo "$with: exit $?"; BAD=1; }
        cmp r.json whole.json || BAD=1
        rm -f r.json
        CASES=$((CASES + 1))
    done
    "$BIN" "${C4[@]}" --no-time --output=r.json --show >table
    mv r.json whole.json
    for with in '2>&-' '<&-' '<&- 2>&-'; do
        eval '"$BIN" "${C4[@]}" --no-time --output=r.json --show >out '"$with" || { echo "$with: exit $?"; BAD=1; }
        cmp out table && cmp <(jq .results r.json) <(jq .results whole.json) || BAD=1
        rm -f r.json
        CASES=$((CASES + 1))
    done
    verdict 9
}

@test "closed descriptors: what was to be written there is not said to be" {
    local with
    for with in "--show --output=r.json >&-" "--show --output=r.json <&- >&-" "--output=/proc/self/fd/1 >&-" \
        "-o /proc/self/fd/1 <&- >&-" "--output=- <&- >&-"; do
        code=0
        eval '"$BIN" "${C4[@]}" '"$with" 2>err || code=$?
        [ "$code" -eq 2 ] && [ ! -e r.json ] && [ "$(grep -c ^absbench: err)" -eq 1 ] ||
            { echo "$with: exit $code"; cat err; BAD=1; }
        CASES=$((CASES + 1))
    done
    for with in "--output=/proc/self/fd/2 2>&-" "--output=/proc/self/fd/2 <&- 2>&-" "<&- >&- 2>&-" "--show -o r.json >&- 2>&-"; do
        code=0
        eval '"$BIN" "${C4[@]}" '"$with" || code=$?
        [ "$code" -eq 2 ] && [ ! -e r.json ] || { echo "$with: exit $code"; BAD=1; }
        CASES=$((CASES + 1))
    done
    for with in "--output=/dev/null >&-" "--output=/dev/null >&- 2>&-"; do
        eval '"$BIN" "${C4[@]}" '"$with" || { echo "$with: exit $?"; BAD=1; }
        CASES=$((CASES + 1))
    done
    code=0
    "$BIN" "${C4[@]}" --positions=- <&- 2>err || code=$?
    [ "$code" -eq 2 ]
    grep -q "^absbench: standard input: cannot be read: Bad file" err
    verdict 11
}

# On a machine that promises memory it does not have, a huge table would be granted; so the memory
# is limited. An address sanitizer cannot start under such a limit.
limited() {
    (ulimit -v 2000000 && "$BIN" version >/dev/null 2>&1) || skip "this build needs more address space"
    ulimit -v 2000000
}

@test "memory that is not there: exit 2, and no file" {
    limited
    FORMS=file
    refuse 2 "no memory for 1 x 8192 MiB of tables.*smaller --tt or --jobs" $T --depth=1 --tt=8G
    refuse 2 "no memory for 2 x 8192 MiB of tables" $T --seed=1..2 --depth=1 --tt=8G --jobs=2
    verdict 1
}

@test "memory that is not there: nothing on stdout" {
    limited
    FORMS=pipe
    refuse 2 "no memory for 1 x 8192 MiB of tables" $T --depth=1 --tt=8G
    refuse 2 "no memory for 1 x 8192" $T --depth=1 --tt=8G --format=csv
    verdict 1
}

# fails_keeping ARGUMENT...: a failing run leaves kept.json as it is, and nothing beside it.
fails_keeping() {
    local code=0
    "$BIN" "$@" >out 2>err || code=$?
    CASES=$((CASES + 1))
    { [ "$code" -eq 2 ] || [ "$code" -eq 64 ]; } && [ "$(cat kept.json)" = "as it was" ] &&
        [ "$(ls -A | grep -c absbench-)" -eq 0 ] && return
    echo "exit $code: $*"
    BAD=1
}

@test "an existing output file survives a run that fails" {
    echo "as it was" >kept.json
    printf '44\n48\n' >p.txt
    fails_keeping $T --depth=x --output=kept.json
    fails_keeping --output=kept.json $T --bogus
    fails_keeping "${C4[@]}" --positions=p.txt --output=kept.json
    fails_keeping "${C4[@]}" --position=48 --output=kept.json
    fails_keeping --tree=explicit:file=nope --output=kept.json
    fails_keeping perft --game=ttt --depth=10 --output=kept.json
    fails_keeping perft --game=ttt --depth=2 --position=55 --output=kept.json
    verdict 7
    limited
    fails_keeping $T --depth=1 --tt=8G --output=kept.json
    fails_keeping $T --depth=1 --tt=8G --output=kept.json --format=csv --jobs=2
    verdict 9
}

@test "a table smaller than one entry is refused or given, but does no harm" {
    local size code
    for size in 1 7 63; do
        code=0
        "$BIN" $T --depth=3 --tt=$size --algo=pvs >out 2>err || code=$?
        if [ "$code" -eq 0 ]; then
            [ "$(jq '.results[0].status' out)" = '"ok"' ]
        else
            [ "$code" -eq 64 ]
            grep -q "^absbench: --tt=$size" err
        fi
    done
}

@test "other names of the output, and of what an interrupted run would leave" {
    echo older >a.json && ln a.json b.json
    "$BIN" "${C4[@]}" --output=a.json
    [ "$(cat b.json)" = older ] && jq -e .results a.json >found
    echo older >c.json && mkdir c.json.partial # an interrupted run would write c.json.partial.2
    "$BIN" "${C4[@]}" --output=c.json 2>err
    [ ! -s err ] && jq -e .results c.json >found && [ -d c.json.partial ]
    ln -s nowhere link
    FORMS=pipe refuse 2 "--output=link: this link leads to no file" "${C4[@]}" --output=link
    [ "$(cat b.json)" = older ]
    verdict 1
}

@test "an output that is written over keeps its mode, its owner and its link; one that may not grow is named" {
    local mode
    echo older >a.json
    ln -s a.json link.json
    for mode in 600 640 666 755; do
        chmod $mode a.json
        [ "$(id -u)" -ne 0 ] || chown 12345:54321 a.json
        "$BIN" "${C4[@]}" --output=link.json
        [ -L link.json ] && jq -e .results a.json >found
        [ "$(stat -c %a a.json)" = $mode ]
        [ "$(id -u)" -ne 0 ] || [ "$(stat -c %u:%g a.json)" = 12345:54321 ]
    done
    cp a.json kept.json
    (ulimit -f 1 && "$BIN" "${C4[@]}" --algo=all --output=a.json 2>err) && false || [ $? -eq 2 ]
    grep -q '^absbench: --output=a.json: cannot be written: File too large' err
    [ ! -e a.json.partial ]
    cmp a.json kept.json
    ln -s loop.json loop.json
    FORMS=pipe refuse 2 "--output=loop.json: .*Too many levels" "${C4[@]}" --output=loop.json
    for mode in "" --output=- --output=/dev/stdout; do # not closed: it is not the report's
        ("$BIN" "${C4[@]}" $mode && echo '!') >found
        [ "$(tail -n 1 found)" = '!' ] && sed '$d' found | jq -e .results >/dev/null
    done
    verdict 1
}
