# common.bash -- what most tests begin with (`load ../common`): a folder of the test's own, the program in
# $BIN, the top of the tree in $ROOT.
bats_require_minimum_version 1.5.0
export LC_ALL=C.UTF-8 # now, as bash reads $'\u2026' in the functions below by it; others are named where they matter

# linked FILE: the path of a link to it without blanks or quotes, for words of a shell or of --engine.
linked() {
    local link=$BATS_FILE_TMPDIR/${1##*/}
    [ -L "$link" ] || ln -s "$(realpath "$1")" "$link"
    echo "$link"
}

here() {
    BIN=$(linked "${ABSBENCH:-./absbench}")
    ROOT=$PWD
    cd "$BATS_TEST_TMPDIR" || return 1
}
setup() { here; }

# refused CODE TEXT COMMAND..: that exit code, nothing on stdout, and one line on stderr that has the text.
refused() {
    local code=$1 text=$2
    shift 2
    run -"$code" --separate-stderr "$@"
    [ -z "$output" ] && [ "${#stderr_lines[@]}" -eq 1 ] && [[ $stderr == *"$text"* ]] ||
        { echo "$*: $output$stderr"; return 1; }
}

# ends CODE COMMAND..: it ends with that code; what it prints is in `out` and `err`.
ends() {
    local code=$1 got=0
    shift
    "$@" >out 2>err </dev/null || got=$?
    [ "$got" -eq "$code" ] || { echo "exit $got, not $code: $*"; cat err; return 1; }
}

# start ARGUMENT..: the program in the background, with signals as at a terminal: what a shell starts there ignores
# SIGINT. Its output is in `out` and `err`.
start() {
    env --default-signal=INT,TERM,HUP "$BIN" "$@" >out 2>err </dev/null 3>&- &
    PID=$!
}
teardown() { [ -z "${PID:-}" ] || kill -KILL "$PID" 2>/dev/null || true; }
