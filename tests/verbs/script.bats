#!/usr/bin/env bats
# script.bats -- `absbench NAME ..` where NAME is no verb: which program is run, and what it is given.

load ../common

setup() {
    here || return 1
    WORK=$PWD
    mkdir -p "$WORK/bin" "$WORK/libexec/absbench" "$WORK/path"
    cp "$BIN" "$WORK/bin/absbench"
    unset ABSBENCH
    PATH=$WORK/path:$PATH
}

# program FILE LINE..: a script of sh
program() {
    local file=$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" >"$file"
    chmod +x "$file"
}

# Under valgrind the program is a script of another name, which nothing can lie beside.
beside() {
    cmp -s -n 4 "$BIN" <(printf '\177ELF') || skip "the program is started by a script"
}

@test "beside the program, before PATH; arguments, ABSBENCH and the exit code pass through" {
    beside
    program libexec/absbench/absbench-probe 'echo "libexec $# $1|$2|$3"; echo "$ABSBENCH"; exit 7'
    program path/absbench-probe 'echo path'
    run -7 bin/absbench probe --depth=x 'a  b' --help
    [ "${lines[0]}" = "libexec 3 --depth=x|a  b|--help" ]
    [ "${lines[1]}" = "$(realpath bin/absbench)" ]
    run -7 bin/absbench help probe
    [ "${lines[0]}" = "libexec 1 --help||" ]
    ln -s "$WORK/bin/absbench" path/linked
    run -7 linked probe
    [ "${lines[1]}" = "$(realpath bin/absbench)" ]
    ABSBENCH=/another run -7 bin/absbench probe
    [ "${lines[1]}" = "$(realpath bin/absbench)" ]
    rm libexec/absbench/absbench-probe
    run -0 bin/absbench probe
    [ "$output" = path ]
}

@test "in PATH, where folders have full names; what cannot be run is passed over" {
    program path/absbench-probe 'echo "path $*"'
    run -0 "$BIN" probe 1
    [ "$output" = "path 1" ]
    mkdir early path/absbench-folder
    echo text >early/absbench-probe
    PATH=early:$WORK/early:$PATH run -0 "$BIN" probe 2
    [ "$output" = "path 2" ]
    program early/absbench-probe 'echo early'
    PATH=early:.:$PATH run -0 "$BIN" probe 3
    [ "$output" = "path 3" ]
    PATH=$WORK/early:$PATH run -0 "$BIN" probe 4
    [ "$output" = early ]
    run -64 "$BIN" folder
}

@test "a verb is never looked for" {
    local verb
    for verb in run list help; do
        program "path/absbench-$verb" 'echo shadowed'
        program "libexec/absbench/absbench-$verb" 'echo shadowed'
        [[ $(bin/absbench "$verb" --help) != shadowed ]]
        [[ $(bin/absbench help "$verb") != shadowed ]]
    done
}

@test "in a checkout, its scripts, at the top and in build/; nothing else of scripts/" {
    beside
    mkdir -p checkout/scripts checkout/build/debug checkout/other/debug
    program checkout/scripts/plot 'echo "plot $*"; echo "$ABSBENCH"'
    program checkout/scripts/embed 'echo embedded'
    cp "$BIN" checkout/absbench
    cp "$BIN" checkout/build/debug/absbench
    cp "$BIN" checkout/other/debug/absbench
    run -0 checkout/absbench plot depth
    [ "${lines[0]}" = "plot depth" ] && [ "${lines[1]}" = "$(realpath checkout/absbench)" ]
    run -0 checkout/build/debug/absbench plot depth
    [ "${lines[0]}" = "plot depth" ] && [ "${lines[1]}" = "$(realpath checkout/build/debug/absbench)" ]
    run -0 checkout/absbench help plot
    [ "${lines[0]}" = "plot --help" ]
    run -64 checkout/absbench embed
    run -2 checkout/other/debug/absbench plot
    mkdir -p libexec/absbench checkout/libexec/absbench
    program libexec/absbench/absbench-probe 'echo beside a folder that is not bin'
    run -64 checkout/absbench probe
}

@test "names are letters, digits and dashes" {
    local name
    mkdir -p "path/absbench-x" libexec/absbench/absbench-x
    program path/probe 'echo ran'
    program path/absbench-a_b 'echo ran'
    program "path/absbench-a b" 'echo ran'
    program path/absbench-.. 'echo ran'
    program path/absbench-x/probe 'echo ran'
    for name in x/probe a_b 'a b' .. "$WORK/path/probe" '' 'é'; do
        run -64 --separate-stderr "$BIN" "$name"
        [ -z "$output" ]
        [[ $stderr == "absbench: there is no command '"* ]]
    done
    program path/absbench-X-9z 'echo ran'
    run -0 "$BIN" X-9z
    [ "$output" = ran ]
}

@test "a script that is not there, or named after an option" {
    beside
    run -2 --separate-stderr bin/absbench plot x.json
    [ "$stderr" = 'absbench: the script absbench-plot is neither beside this program nor in PATH; `make install` brings both' ]
    run -2 --separate-stderr bin/absbench help report
    [[ $stderr == *absbench-report* ]]
    printf '#!/nonexistent/interpreter\n' >path/absbench-probe
    chmod +x path/absbench-probe
    run -2 --separate-stderr bin/absbench probe
    [ "$stderr" = "absbench: $WORK/path/absbench-probe cannot be run: No such file or directory" ]
}

@test "a script finds signals as they were" {
    program path/absbench-probe 'grep -E "^Sig(Ign|Blk)" /proc/self/status'
    env --default-signal bin/absbench probe >default
    env --default-signal sh -c 'grep -E "^Sig(Ign|Blk)" /proc/self/status' | cmp - default
    env --default-signal --ignore-signal=INT,TERM,HUP bin/absbench probe >ignored
    env --default-signal --ignore-signal=INT,TERM,HUP sh -c 'grep -E "^Sig(Ign|Blk)" /proc/self/status' |
        cmp - ignored
    run ! cmp -s default ignored
}

@test "every script of the list is there, and its help begins with the same words" {
    local name help n=0
    "$BIN" --help=all >all
    while IFS='|' read -r name help; do
        [ "$("$ROOT/scripts/$name" --help | head -1)" = "$name -- $help" ]
        grep -q "^  $name .* $help" all
        n=$((n + 1))
    done < <(sed -n 's/^SCRIPT("\([a-z-]*\)", "\(.*\)")$/\1|\2/p' "$ROOT/src/suite/verbs.def")
    [ "$n" -eq "$(grep -c '^SCRIPT(' "$ROOT/src/suite/verbs.def")" ] && [ "$n" -ge 6 ]
}
