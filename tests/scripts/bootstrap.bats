#!/usr/bin/env bats
# scripts/bootstrap, with stand-ins for dpkg-query, apt-get, sudo and id.

setup() {
    bin=$BATS_TEST_TMPDIR/bin
    mkdir "$bin"
    for tool in sh mktemp rm tail dirname; do ln -s "$(command -v $tool)" "$bin/$tool"; done
    printf '#!/bin/sh\nexit 1\n' >"$bin/dpkg-query" # nothing is installed
    printf '#!/bin/sh\necho 0\n' >"$bin/id"
    chmod +x "$bin"/dpkg-query "$bin"/id
}

stand_in() { # NAME SCRIPT
    printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}

@test "nothing is done, and nothing said, when all is there" {
    stand_in dpkg-query 'echo installed'
    stand_in apt-get 'touch '"$BATS_TEST_TMPDIR/called"
    PATH=$bin run scripts/bootstrap build test plots claims shots clang m32 valgrind speed engines cluster cluster-tests
    [ "$status" -eq 0 ] && [ -z "$output" ] && [ ! -e "$BATS_TEST_TMPDIR/called" ]
}

@test "what works is there, whoever installed it: neither dpkg nor apt-get is needed" {
    rm "$bin/dpkg-query"
    stand_in make 'exit 0'
    stand_in mycc 'exit 0'
    CC=mycc PATH=$bin run scripts/bootstrap build
    [ "$status" -eq 0 ] && [ -z "$output" ]
    stand_in mycc 'case "$*" in *-lcjson*) exit 1 ;; esac'
    CC=mycc PATH=$bin run scripts/bootstrap build
    [ "$status" -eq 2 ]
    [[ "$output" == *"no apt-get"*": libcjson-dev" ]]
}

@test "a package that is there for two kinds of processors is there" {
    stand_in dpkg-query 'case $4 in libcjson-dev) printf "installed installed " ;; *) echo installed ;; esac'
    stand_in apt-get 'touch '"$BATS_TEST_TMPDIR/called"
    PATH=$bin run scripts/bootstrap build
    [ "$status" -eq 0 ] && [ -z "$output" ] && [ ! -e "$BATS_TEST_TMPDIR/called" ]
}

@test "a list of packages that cannot be fetched does not keep the others from being installed" {
    stand_in apt-get 'echo "$1" >>'"$BATS_TEST_TMPDIR/called"'
        [ "$1" = install ] && [ -e '"$BATS_TEST_TMPDIR/updated"' ] && exit 0
        touch '"$BATS_TEST_TMPDIR/updated"'; exit 100'
    PATH=$bin:$PATH run scripts/bootstrap valgrind
    [ "$status" -eq 0 ]
    [ "$(tr '\n' ' ' <"$BATS_TEST_TMPDIR/called")" = "install update install " ]
}

@test "without apt-get: one line, exit 2" {
    PATH=$bin run scripts/bootstrap build
    [ "$status" -eq 2 ] && [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == *"no apt-get"*"libcjson-dev"* ]]
}

@test "neither root nor sudo: one line, exit 2" {
    stand_in apt-get 'exit 0'
    stand_in id 'echo 1000'
    PATH=$bin run scripts/bootstrap build
    [ "$status" -eq 2 ] && [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == *"neither root nor sudo"*"libcjson-dev"* ]]
}

@test "not root: sudo installs what is missing, and only that" {
    stand_in id 'echo 1000'
    stand_in apt-get 'exit 1'
    stand_in sudo 'echo "$@" >>'"$BATS_TEST_TMPDIR/called"
    stand_in dpkg-query 'case $4 in libcjson-dev) exit 1 ;; *) echo installed ;; esac'
    PATH=$bin run scripts/bootstrap build
    [ "$status" -eq 0 ]
    [[ "$(cat "$BATS_TEST_TMPDIR/called")" == *"apt-get install -y --no-remove --no-install-recommends libcjson-dev" ]]
}

@test "m32: libraries of another kind of processor are asked for first" {
    stand_in dpkg 'echo dpkg "$@" >>'"$BATS_TEST_TMPDIR/called"
    stand_in apt-get 'echo apt-get "$@" >>'"$BATS_TEST_TMPDIR/called"
    stand_in dpkg-query 'case $4 in *:i386) exit 1 ;; *) echo installed ;; esac'
    PATH=$bin run scripts/bootstrap build m32
    [ "$status" -eq 0 ]
    [ "$(head -n 1 "$BATS_TEST_TMPDIR/called")" = "dpkg --add-architecture i386" ]
    [[ "$(tail -n 1 "$BATS_TEST_TMPDIR/called")" == *" libcjson-dev:i386 libgsl27:i386 libcmocka-dev:i386" ]]
}

@test "a failing apt-get is tried once more after an update, then said, exit 2" {
    stand_in apt-get 'echo "$1" >>'"$BATS_TEST_TMPDIR/called"'; echo "E: no such package"; exit 100'
    PATH=$bin run scripts/bootstrap build
    [ "$status" -eq 2 ]
    [[ "$output" == *"could not install"* ]]
    grep -q update "$BATS_TEST_TMPDIR/called"
}

@test "an unknown name is wrong usage" {
    PATH=$bin run scripts/bootstrap games
    [ "$status" -eq 64 ]
}
