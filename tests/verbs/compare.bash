# compare.bash -- for the tests of `absbench compare`: making reports, and looking at comparisons.
# shellcheck shell=bash

setup() {
    BIN=${ABSBENCH:-./absbench}
    case $BIN in /*) ;; *) BIN=$PWD/$BIN ;; esac
    export ROOT=$PWD
    cd "$BATS_TEST_TMPDIR" || return 1
}

# report FILE ARGUMENT...
report() {
    local file=$1
    shift
    "$BIN" --tree=uniform:b=3,range=100 --depth=4 --no-time --reference=none --output="$file" "$@" 2>err </dev/null ||
        { cat err; return 1; }
}

# compared CODE ARGUMENT...: the comparison is in the file out; stderr says why if the code is 1.
compared() {
    local wanted=$1 code=0
    shift
    "$BIN" compare "$@" >out 2>err </dev/null || code=$?
    [ "$code" -eq "$wanted" ] && [ "$(grep -c '^absbench: ' err)" -eq "$(wc -l <err)" ] &&
        [ "$([ -s err ] && echo no || echo yes)" = "$([ "$code" -eq 0 ] && echo yes || echo no)" ] && return
    echo "exit $code, not $wanted, of: compare $*"
    cat err
    return 1
}

# refused CODE TEXT ARGUMENT...: one message on stderr, nothing on stdout.
refused() {
    local code=$1 text=$2
    shift 2
    compared "$code" "$@" && [ "$(wc -l <err)" -eq 1 ] && [ ! -s out ] && grep -Fq -- "$text" err && return
    cat err
    return 1
}

# edited FILTER FILE: work follows the nodes.
edited() {
    jq "del(.signature) | $1 | .results[] |= (.work = .nodes + .qnodes)" "$2"
}

# is WANTED FILTER: of the JSON comparison.
is() {
    local got
    got=$(jq -c "$2" out)
    [ "$got" = "$1" ] || { echo "$2 is $got, not $1"; return 1; }
}
