#!/usr/bin/env bats
# script.bats -- `absbench NAME ..` where NAME is no verb: which program is run, and what it is given.

load ../common

setup() {
    here || return 1
    WORK=$PWD
    mkdir -p bin libexec/absbench path checkout/scripts checkout/build/debug checkout/other/debug
    for copy in bin checkout checkout/build/debug checkout/other/debug; do cp "$BIN" $copy/absbench; done
    unset ABSBENCH
    PATH=$WORK/path:$PATH
}

# program FILE LINE..: a script of sh
program() {
    printf '%s\n' '#!/bin/sh' "${@:2}" >"$1"
    chmod +x "$1"
}

# says CODE LINE COMMAND..: that code, and a last line.
says() {
    run -"$1" "${@:3}"
    [ "${lines[-1]}" = "$2" ] || { echo "${*:3}: $output"; return 1; }
}

# Under valgrind the program is a script of another name, which nothing can lie beside.
beside() {
    cmp -s -n 4 "$BIN" <(printf '\177ELF') || skip "the program is started by a script"
}

@test "a script beside the program runs before one in PATH, with its arguments, ABSBENCH and exit code" {
    beside
    program libexec/absbench/absbench-probe 'echo "libexec $# $1|$2|$3"; echo "$ABSBENCH"; exit 7'
    program path/absbench-probe 'echo path'
    ln -s "$WORK/bin/absbench" path/another
    says 7 "$WORK/bin/absbench" bin/absbench probe --depth=x 'a  b' --help
    [ "${lines[0]}" = "libexec 3 --depth=x|a  b|--help" ]
    says 7 "$WORK/bin/absbench" bin/absbench help probe
    [ "${lines[0]}" = "libexec 1 --help||" ]
    says 7 "$WORK/bin/absbench" another probe
    ABSBENCH=/another says 7 "$WORK/bin/absbench" bin/absbench probe
    rm libexec/absbench/absbench-probe
    says 0 path bin/absbench probe
}

@test "a script is looked for in PATH's absolute folders; files that cannot run are passed over" {
    program path/absbench-probe 'echo "path $*"'
    says 0 "path 1" "$BIN" probe 1
    mkdir early path/absbench-folder
    echo text >early/absbench-probe
    PATH=early:$WORK/early:$PATH says 0 "path 2" "$BIN" probe 2
    program early/absbench-probe 'echo early'
    PATH=early:.:$PATH says 0 "path 3" "$BIN" probe 3
    PATH=$WORK/early:$PATH says 0 early "$BIN" probe 4
    run -64 "$BIN" folder
}

@test "streams that are closed are closed for the script too" {
    # shellcheck disable=SC2016 # the dollars are the script's
    program path/absbench-probe 'for n in 0 2; do [ ! -e /proc/$$/fd/$n ] || echo "$n is open"; done; echo end'
    "$BIN" probe <&- 2>&- >out
    [ "$(cat out)" = end ]
}

@test "a verb never runs a script of its name" {
    local verb
    for verb in run list help; do
        program "path/absbench-$verb" 'echo shadowed'
        program "libexec/absbench/absbench-$verb" 'echo shadowed'
        [[ $(bin/absbench "$verb" --help) != shadowed ]]
        [[ $(bin/absbench help "$verb") != shadowed ]]
    done
}

@test "a checkout's program runs the listed scripts, and nothing else of scripts/" {
    beside
    program checkout/scripts/plot 'echo "$ABSBENCH"; echo "plot $*"'
    program checkout/scripts/embed 'echo embedded'
    for program in checkout/absbench checkout/build/debug/absbench; do
        says 0 "plot depth" $program plot depth
        [ "${lines[0]}" = "$WORK/$program" ]
    done
    says 0 "plot --help" checkout/absbench help plot
    run -64 checkout/absbench embed
    run -2 checkout/other/debug/absbench plot
    mkdir -p checkout/libexec/absbench
    program libexec/absbench/absbench-probe 'echo beside a folder that is not bin'
    run -64 checkout/absbench probe
}

@test "a script's name has letters, digits and dashes only" {
    local name
    mkdir -p path/absbench-x libexec/absbench/absbench-x
    for name in probe absbench-a_b "absbench-a b" absbench-.. absbench-x/probe absbench-X-9z; do
        program "path/$name" 'echo ran'
    done
    for name in x/probe a_b 'a b' .. "$WORK/path/probe" '' 'é'; do
        refused 64 "absbench: there is no command '" "$BIN" "$name"
    done
    says 0 ran "$BIN" X-9z
}

@test "a missing script, or one whose interpreter is missing, is exit 2" {
    beside
    refused 2 'the script absbench-plot is neither beside this program nor in PATH; `make install` brings both' \
        bin/absbench plot x.json
    refused 2 absbench-report bin/absbench help report
    printf '#!/nonexistent/interpreter\n' >path/absbench-probe
    chmod +x path/absbench-probe
    refused 2 "absbench: $WORK/path/absbench-probe cannot be run: python3 is missing; install it" bin/absbench probe
}

@test "a script inherits signals as the program found them" {
    local state='grep -E "^Sig(Ign|Blk)" /proc/self/status' ignored
    program path/absbench-probe "$state"
    for ignored in "" --ignore-signal=INT,TERM,HUP; do
        env --default-signal $ignored bin/absbench probe >"as$ignored"
        env --default-signal $ignored sh -c "$state" | cmp - "as$ignored"
    done
    run ! cmp -s as as--ignore-signal=INT,TERM,HUP
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
