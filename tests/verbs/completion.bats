#!/usr/bin/env bats
# completion.bats -- what bash completes: its functions are called as bash calls them, and bash itself
# is driven on a terminal.

load ../common

setup() {
    here || return 1
    mkdir "$BATS_TEST_TMPDIR/work"
    "$BIN" completion bash >completion
    . ./completion
    export BIN
    absbench() { "$BIN" "$@"; }
}

# offered LINE: what the line, with the cursor at its end, may go on with, sorted, in one line.
offered() {
    COMP_LINE=$1 COMP_POINT=${#1}
    _absbench
    printf '%s\n' "${COMPREPLY[@]}" | sort | xargs
}

# gives LINE WORD..: these are offered, whatever their order.
gives() {
    local got=$(offered "$1") wanted=$(printf '%s\n' "${@:2}" | sort | xargs)
    [ "$got" = "$wanted" ] || { echo "$1 is offered: $got, not $wanted"; return 1; }
}

@test "completion offers every verb and script, and commands in PATH" {
    mkdir path
    printf '#!/bin/sh\n' >path/absbench-weigh
    chmod +x path/absbench-weigh
    PATH=$PWD/path:$PATH
    gives 'absbench ' weigh $(sed -n 's/^\(VERB([A-Z]*, \|SCRIPT(\)"\([a-z-]*\)".*/\2/p' "$ROOT/src/suite/verbs.def")
    gives 'absbench we' weigh
}

@test "completion offers the options of a verb's help, with = before a value" {
    local verb
    for verb in run list perft merge help; do
        gives "absbench $verb --" $("$BIN" help $verb | sed -nE 's/^  (--[a-z-]+=?).*/\1/p')
    done
    gives 'absbench --dee' --deepening=
    gives 'absbench --algo=pvs --ver' --verify --version
    gives 'absbench perft --div' --divide
    gives 'absbench merge --div'
}

@test "every name that is offered is taken" {
    local word option
    for option in algo widen order tt-replace eval guess format metric; do
        for word in $(offered "absbench --$option=") $(offered "absbench --$option=mtdf+"); do
            case $word in html) # of trace alone
                "$BIN" trace --game=chess --position=start --depth=1 --format=$word >out
                continue ;;
            esac
            "$BIN" --game=chess --max-positions=1 --depth=1 --"$option=$word" --distinct --allow-fail-hard \
                >out 2>err || { echo "--$option=$word"; cat err; return 1; }
        done
    done
    for option in game tree; do
        for word in $(offered "absbench --$option="); do
            [ "$word" = explicit ] || "$BIN" --"$option=$word" --depth=1 --max-positions=1 --plain >out
        done
    done
    for word in $(offered 'absbench list '); do
        "$BIN" list "$word" >out
    done
    [ "$(offered 'absbench schema ')" = 'compare list tune' ]
    [ "$(offered 'absbench --algo=pvs,aspiration+s')" = '' ]
}

@test "completion offers files for options, merge, compare and scripts that take them" {
    touch report.json 'a file.json'
    mkdir folder
    gives 'absbench --output=rep' report.json
    gives 'absbench sweep --grid=f' folder
    gives 'absbench compare report.json r' report.json
    gives 'absbench plot depth re' report.json
    gives 'absbench sweep re'
    gives 'absbench bench re'
    COMP_LINE='absbench merge a' COMP_POINT=16
    _absbench || true # compopt is for bash's own calls
    [ "${#COMPREPLY[@]}" -eq 1 ] && [ "${COMPREPLY[0]}" = 'a file.json' ]
}

@test "completion offers the options of a script's help" {
    mkdir bin
    printf '#!/bin/sh\n[ "$*" = "probe --help" ] && cat help\n' >bin/absbench
    chmod +x bin/absbench
    printf 'probe -- tries\n\n  absbench probe --not-one\n  -o, --output=FILE    where --to no one goes\n  --wide=N, --high=N   how\n  --help\n' >help
    gives 'bin/absbench probe --' --help --high= --output= --wide=
    gives 'bin/absbench probe --hi' --high=
}

@test "completion works whether = and : break words or not" {
    local COMP_WORDBREAKS=$' \t\n"'"'"'><;|&('
    touch a:b.json
    gives 'absbench --algo=neg' --algo=negascout
    gives 'absbench --algo=pvs,neg' --algo=pvs,negascout
    COMP_WORDBREAKS+=:
    gives 'absbench --algo=neg' --algo=negascout
    gives 'absbench --output=a:b' b.json
    COMP_WORDBREAKS+==
    gives 'absbench --output=a:b' b.json
    gives 'absbench --algo=neg' negascout
    COMP_LINE='absbench --algo=neg --depth=3' COMP_POINT=19
    _absbench
    [ "${COMPREPLY[*]}" = negascout ]
}

# typed KEYS: the line that bash has made of them.
typed() {
    /usr/bin/python3 - "$1" <<'END'
import os, pty, re, select, sys, time
pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(PS1="", TERM="dumb", INPUTRC="/dev/null", HISTFILE="/dev/null")
    os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
shown = b""
def read_until(mark):
    global shown
    end = time.monotonic() + 30 * float(os.environ.get("PATIENCE", 1))
    while mark not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                shown += os.read(terminal, 4096)
            except OSError:
                break
    if mark not in shown:
        sys.exit(f"bash shows {shown!r}")
os.write(terminal, b". ./completion; absbench() { [[ $2 != absbench* ]] || { \"$BIN\" \"$@\"; return; }; printf '<%s>' \"$@\"; echo END; }; echo RE''ADY\n")
read_until(b"READY")
shown = b""
os.write(terminal, sys.argv[1].encode() + b"\n")
read_until(b"END")
os.write(terminal, b"exit\n")
print(re.findall(rb"(<[^\r\n]*>)END", shown)[-1].decode())
END
}

@test "bash completes a command with these functions" {
    /usr/bin/python3 -c 'import pty; pty.openpty()' 2>/dev/null || skip "no pseudo-terminal can be opened here"
    touch 'a file.json'
    [ "$(typed $'absbench sw\tx')" = "<sweepx>" ] # sweep and sweep-window begin alike
    [ "$(typed $'absbench --algo=pvs,aspiration+negas\t--gam\toth\t')" = \
        "<--algo=pvs,aspiration+negascout><--game=othello>" ]
    [ "$(typed $'absbench merge a\t--output=a\t')" = "<merge><a file.json><--output=a file.json>" ]
    [ "$(typed $'FOO=1 absbench --widen full,gr\t')" = "<--widen><full,gradual>" ]
}

@test "the functions are sound sh, as far as a checker knows; zsh's file begins as compinit asks" {
    bash -n completion
    "$BIN" completion zsh >_absbench
    [ "$(head -1 _absbench)" = "#compdef absbench" ]
    if command -v zsh >/dev/null; then zsh -n _absbench; fi
    [ "$("$BIN" completion "absbench --algo=pvs,neg")" = --algo=pvs,negascout ] # what both ask for: whole words
    refused 64 'for bash or zsh' "$BIN" completion fish
    refused 64 "" "$BIN" completion
    refused 64 "" "$BIN" completion bash zsh
}
