#!/usr/bin/env bats
# run.bats -- tests/run, which runs the .bats files of `make test`: what fails there fails, as in bats.

load ../common

# kept TEXT [OPTION..]: runs that file, whose tests begin with AT.
kept() {
    printf '%s\n' "${1//AT test/@test}" >x.bats
    TMPDIR=$PWD run "$ROOT/tests/run" "${@:2}" x.bats
}

@test "a command that fails ends the test, wherever it stands; the last words and the lines are shown" {
    local body
    for body in 'deep() { [ 1 = 2 ]; echo after; }; echo words; deep; true' '[[ a == b ]]; true' 'x=$(false); true' '(false; true)' \
        'no_such_command; true' 'run -0 false; true' 'run ! true; true' 'exit 0' 'teardown() { false; }' 'cd nowhere; true'; do
        kept "AT test \"it fails\" {
$body
}
AT test \"and the next runs\" { true; }"
        [ "$status" -eq 1 ] && [ "${lines[0]}" = 1..2 ] && [ "${lines[1]}" = "not ok 1 it fails" ] &&
            [ "${lines[-1]}" = "ok 2 and the next runs" ] || { echo "$body: $output"; return 1; }
        case $body in
        deep*) [[ $output == *"# words"*"(x.bats, line 2, in deep)"*"(x.bats, line 2, in "* ]] ;;
        esac
    done
    kept 'AT test "it passes" { if false; then :; fi; ! true || ! false; false || true; run false; [ "$status" -eq 1 ]; }'
    [ "$status" -eq 0 ] && [ "${lines[1]}" = "ok 1 it passes" ]
}

@test "setup, teardown, folders, skipped tests, chosen tests, and a file that cannot begin" {
    kept 'setup_file() { export SHARED=$BATS_FILE_TMPDIR/shared; touch "$SHARED"; }
setup() { cd "$BATS_TEST_TMPDIR" && touch mine; }
teardown() { [ -e mine ] && touch "$BATS_FILE_TMPDIR/over-$BATS_TEST_NUMBER"; }
AT test "a \"first\" { one" { [ -e "$SHARED" ] && [ "$(ls)" = mine ]; A=1; }
AT test "second" { skip "no machine"; false; }
AT test "third" { [ -z "${A:-}" ] && [ -e "$BATS_FILE_TMPDIR/over-2" ]; }'
    [ "$status" -eq 0 ]
    [ "$output" = $'1..3\nok 1 a "first" { one\nok 2 second # skip no machine\nok 3 third' ] || { echo "$output"; false; }
    kept $'AT test "one" { true; }\nAT test "two" { true; }' -f 'w.$'
    [ "$output" = $'1..1\nok 1 two' ]
    kept $'setup_file() { echo why; false; }\nAT test "one" { true; }'
    [ "$status" -eq 1 ] && [[ $output == "Bail out! "*"why"* ]]
    kept $'AT test "one" {\n(\n}'
    [ "$status" -eq 1 ] && [[ $output == "Bail out! "*"syntax error"* ]]
    run ! ls -d absbench-tests-*
}

@test "what stands in the file is done again for each test, after setup_file" {
    kept 'N=0
N=$((N + 1))
[ -z "${EARLIER-}" ] || seen() { echo "$EARLIER"; }
setup_file() { export EARLIER=here; }
AT test "one" { [ "$(seen)" = here ]; N=$((N + 1)); }
AT test "two" { [ "$N" -eq 1 ]; }'
    [ "$status" -eq 0 ] || { echo "$output"; false; }
}

@test "run: output, lines, stderr, exit codes, empty lines" {
    kept 'AT test "run" {
    run sh -c "echo a; echo; echo b >&2; exit 3"
    [ "$status" -eq 3 ] && [ "$output" = "a

b" ] && [ "${#lines[@]}" -eq 2 ] && [ "${lines[1]}" = b ]
    run -3 --separate-stderr sh -c "echo a; echo b >&2; echo c >&2; exit 3"
    [ "$output" = a ] && [ "${stderr_lines[*]}" = "b c" ] && [ "$stderr" = "b
c" ]
    run --keep-empty-lines printf "a\n\n"
    [ "$output" = "a

" ]
    run ! false
    run true
    [ -z "$output" ] && [ "${#lines[@]}" -eq 0 ]
}'
    [ "$status" -eq 0 ] || { echo "$output"; false; }
}
