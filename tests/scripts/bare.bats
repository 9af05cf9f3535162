#!/usr/bin/env bats
# bare.bats -- on a machine that has only what `make run` installs, every script's --help and every target's first
# step work, or say what to install; and --help does nothing else.

bats_require_minimum_version 1.5.0

MODULES="numpy scipy matplotlib jsonschema"

setup_file() {
    unset MAKEFLAGS MAKELEVEL M32 BUILD
    export TREE="$BATS_FILE_TMPDIR/its tree's" BIN=$BATS_FILE_TMPDIR/bin STUBS=$BATS_FILE_TMPDIR/stubs
    mkdir "$TREE" "$BIN" "$STUBS"
    cp -R Makefile src scripts docs games trees tests results "$TREE"
    cp "${ABSBENCH:-./absbench}" "$TREE/absbench"
    unset ABSBENCH
    local program module
    for program in /usr/bin/* /bin/*; do
        case ${program##*/} in
        python3* | jq | apt-get | apt | sudo | git) ;;
        *) ln -sf "$program" "$BIN" ;;
        esac
    done
    # cmocka is not found by the compiler, nor known to dpkg, nor is anything else that is not there.
    rm -f "$BIN/dpkg-query" "$BIN/gcc" "$BIN/cc"
    printf '#!/bin/sh\ncase "$*" in *cmocka*) exit 1 ;; esac\nexec %s "$@"\n' "$(command -v gcc)" >"$BIN/gcc"
    chmod +x "$BIN/gcc"
    ln -s gcc "$BIN/cc"
    for module in $MODULES; do echo "raise ImportError(name='$module')" >"$STUBS/$module.py"; done
    firsts
    bare ls -R "$TREE" | sort >"$BATS_FILE_TMPDIR/before"
}

# firsts: the first step of each target, with all that it is made of there.
firsts() {
    cd "$TREE" || return
    mkdir steps
    local target
    for target in $(sed -n 's/^\.PHONY: //p' Makefile | tr ' ' '\n' | grep -vx -e force -e clean); do
        make -sn -o absbench -o all MAKE=: BIN=absbench PORTABLE= DESTDIR="$BATS_FILE_TMPDIR/it's laid" \
            GAME=games/tictactoe.c "$target" | sed -n '/^:/d; :more; /\\$/{N;b more;}; p; q' >"steps/$target"
    done
}

# bare COMMAND..: without python3, jq and cmocka; bare_python: without the modules of python3, and those.
bare() { PATH=$BIN PYTHONDONTWRITEBYTECODE=1 timeout "${PATIENCE:-3}" "$@" </dev/null 2>&1; }
bare_python() {
    mkdir -p "$BIN.python"
    ln -sf "$(command -v python3)" "$BIN.python"
    PYTHONPATH=$STUBS PYTHONDONTWRITEBYTECODE=1 PATH=$BIN.python:$BIN timeout "${PATIENCE:-3}" "$@" </dev/null 2>&1
}

# works WITH WHAT COMMAND..: it ends well, goes on for long, or says what to install.
works() {
    local code=0 said
    said=$("$1" "${@:3}") || code=$?
    case $code in 0 | 124) return ;; esac
    [[ $said == *"install by hand:"* || $said == *python3* ]] || {
        echo "$2 ($1), exit $code: $said"
        return 1
    }
}

@test "--help of every script is its own text, with and without python3, and changes nothing" {
    cd "$TREE"
    local script with wrong=0
    for script in scripts/*; do
        [ -f "$script" ] && [ -x "$script" ] || continue
        for with in bare bare_python; do PATIENCE=120 works $with "$script" "$script" --help || wrong=1; done
        # With python3, nothing is to be installed for it.
        [ "$(PATIENCE=120 bare_python "$script" --help | wc -l)" -ge 1 ] || { echo "$script --help says nothing"; wrong=1; }
    done
    [ "$wrong" -eq 0 ]
    bare ls -R "$TREE" | sort | diff "$BATS_FILE_TMPDIR/before" -
}

@test "the first step of every target works, or says what to install" {
    cd "$TREE"
    local step with wrong=0
    [ "$(find steps -type f -size +0 | wc -l)" -ge 30 ]
    for step in steps/*; do
        for with in bare bare_python; do works $with "make ${step#*/}" sh "$step" || wrong=1; done
    done
    [ "$wrong" -eq 0 ]
}

@test "a missing program is found missing" {
    cd "$TREE"
    PATIENCE=60 run -2 bare scripts/bootstrap test
    [[ $output == *"install by hand:"*libcmocka-dev*jq*python3* ]]
    PATIENCE=60 run -2 bare_python scripts/bootstrap test
    [[ $output == *"install by hand:"*libcmocka-dev*jq*python3-scipy* && $output != *"python3 "* ]]
    run ! works bare "a program" sh -c 'echo "{}" | jq .'
    run ! works bare_python "a module" python3 -c 'raise SystemExit("no module")'
}
