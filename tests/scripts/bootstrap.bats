#!/usr/bin/env bats
# scripts/bootstrap, with stand-ins for dpkg-query, apt-get, sudo and id. What these are called with is in $called.

bats_require_minimum_version 1.5.0

stand_in() { # NAME SCRIPT
    printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}

setup() {
    bin=$BATS_TEST_TMPDIR/bin
    export called=$BATS_TEST_TMPDIR/called
    mkdir "$bin"
    for tool in sh mktemp rm tail dirname; do ln -s "$(command -v $tool)" "$bin/$tool"; done
    stand_in dpkg-query 'exit 1' # nothing is installed
    stand_in id 'echo 0'
}

# bootstrap CODE TEXT WHAT..: it ends so, and says what has the text, or nothing.
bootstrap() {
    PATH=$bin run -"$1" scripts/bootstrap "${@:3}"
    if [ -n "$2" ]; then [[ $output == *$2* ]]; else [ -z "$output" ]; fi
}

@test "bootstrap does and prints nothing where all is installed" {
    stand_in apt-get 'touch $called'
    stand_in dpkg-query 'echo installed'
    bootstrap 0 "" build test plots claims shots clang m32 valgrind speed engines cluster cluster-tests
    stand_in dpkg-query 'case $4 in libcjson-dev) printf "installed installed " ;; *) echo installed ;; esac'
    bootstrap 0 "" build
    [ ! -e "$called" ]
}

@test "bootstrap counts what works as installed, without dpkg and apt-get" {
    rm "$bin/dpkg-query"
    stand_in make 'exit 0'
    stand_in mycc 'exit 0'
    CC=mycc bootstrap 0 "" build
    stand_in mycc 'case "$*" in *-lcjson*) exit 1 ;; esac'
    CC=mycc bootstrap 2 'no apt-get*: libcjson-dev' build
}

@test "a list of packages that cannot be fetched does not keep the others from being installed" {
    stand_in apt-get 'echo "$1" >>$called
        [ "$1" = install ] && [ -e $called.update ] && exit 0
        touch $called.update; exit 100'
    PATH=$bin:$PATH run -0 scripts/bootstrap valgrind
    [ "$(xargs <"$called")" = "install update install" ]
}

@test "a package that cannot be installed is one line and exit 2" {
    bootstrap 2 'no apt-get*libcjson-dev' build
    [ "${#lines[@]}" -eq 1 ]
    stand_in apt-get 'exit 0'
    stand_in id 'echo 1000'
    bootstrap 2 'neither root nor sudo*libcjson-dev' build
    [ "${#lines[@]}" -eq 1 ]
    stand_in id 'echo 0' # once more after an update
    stand_in apt-get 'echo "$1" >>$called; echo "E: no such package"; exit 100'
    bootstrap 2 'could not install' build
    grep -q update "$called"
}

@test "not root: sudo installs what is missing, and only that" {
    stand_in id 'echo 1000'
    stand_in apt-get 'exit 1'
    stand_in sudo 'echo "$@" >>$called'
    stand_in dpkg-query 'case $4 in libcjson-dev) exit 1 ;; *) echo installed ;; esac'
    PATH=$bin run -0 scripts/bootstrap build
    [[ $(cat "$called") == *"apt-get install -y --no-remove --no-install-recommends libcjson-dev" ]]
}

@test "bootstrap m32 adds the architecture first" {
    stand_in dpkg 'echo dpkg "$@" >>$called'
    stand_in apt-get 'echo apt-get "$@" >>$called'
    stand_in dpkg-query 'case $4 in *:i386) exit 1 ;; *) echo installed ;; esac'
    PATH=$bin run -0 scripts/bootstrap build m32
    [ "$(head -n 1 "$called")" = "dpkg --add-architecture i386" ]
    [[ $(tail -n 1 "$called") == *" libcjson-dev:i386 libcmocka-dev:i386" ]]
}

@test "an unknown name is wrong usage" {
    PATH=$bin run -64 scripts/bootstrap games
}

@test "--missing prints the command for this system's packages, and installs nothing" {
    stand_in apt-get 'touch $called'
    PATH=$bin run -2 scripts/bootstrap --missing build
    [ "$output" = "bootstrap: missing: gcc make libc6-dev libcjson-dev; this installs them: scripts/bootstrap build" ]
    [ ! -e "$called" ]
    rm "$bin/apt-get"
    local manager
    while read -r manager wanted; do
        stand_in $manager 'touch $called'
        bootstrap 2 "there is no apt-get here; install by hand: $manager $wanted" build test
        rm "$bin/$manager"
    done <<'END'
dnf install gcc make glibc-devel cjson-devel libcmocka-devel bats perl-Test-Harness jq
pacman -S gcc make glibc cjson cmocka bash-bats perl jq
apk add gcc make musl-dev cjson-dev cmocka-dev bats perl-utils jq
END
    [ ! -e "$called" ]
}

@test "--programs lists every program, installed or not" {
    PATH=$bin run -0 scripts/bootstrap --programs judges web m32
    [ "$(xargs <<<"$output")" = "python3 stockfish fairy-stockfish emcc node dpkg-source" ]
}
