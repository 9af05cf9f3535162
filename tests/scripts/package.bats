#!/usr/bin/env bats
# package.bats -- the tarball, and the versions: what --version says, what the changelogs say. `make check-package`
# builds and installs.

bats_require_minimum_version 1.5.0

setup() {
    unset MAKEFLAGS MAKELEVEL M32 BUILD
    BIN=${ABSBENCH:-./absbench}
    VERSION=$(sed -n 's/^VERSION *:= *//p' Makefile)
    SCHEMA=$(sed -n 's/^#define ABS_REPORT_SCHEMA "\(.*\)"$/\1/p' src/log/row.h)
    ABI=$(sed -n 's/^#define ABS_ABI \([0-9]*\)u .*/\1/p' src/absbench.h)
    cd "$BATS_TEST_DIRNAME/../.." || return 1
}

@test "make dist packs all that git has, in the same bytes from any clone" {
    git ls-files --error-unmatch Makefile >/dev/null 2>&1 || skip "there is no history here, as in a tarball"
    local commit clone=$BATS_TEST_TMPDIR/clone made=absbench-$VERSION
    commit=$(git rev-parse HEAD)
    make -s dist
    git clone -q . "$clone"
    git -C "$clone" config core.abbrev 20
    (umask 077 && TZ=Asia/Tokyo make -s -C "$clone" dist)
    cmp "build/$made.tar.gz" "$clone/build/$made.tar.gz"
    tar -xzf "build/$made.tar.gz" -C "$BATS_TEST_TMPDIR"
    git ls-tree -r --name-only HEAD | sort | diff - <(cd "$BATS_TEST_TMPDIR/$made" && find . -type f -printf '%P\n' | sort)
    cd "$BATS_TEST_TMPDIR/$made"
    [ "$(scripts/commit)" = "${commit:0:12}" ]
    make -n build/release/src/log/context.o | grep -qF -- "-DABS_GIT='\"${commit:0:12}\"'"
    [ "$("$clone/scripts/commit")" = "${commit:0:12}" ]
    echo more >>"$clone/README.md"
    [ "$("$clone/scripts/commit")" = "${commit:0:12}-dirty" ]
    # in a folder that is somebody else's repository, too
    cp -R . "$clone/within"
    [ "$("$clone/within/scripts/commit")" = "${commit:0:12}" ]
}

@test "--version prints the program, report schema and ABI that reports and plug-ins have" {
    "$BIN" --version >"$BATS_TEST_TMPDIR/said"
    "$BIN" --tree=uniform:b=2 --depth=1 --no-time --format=json --quiet | jq -r '.schema as $schema | .context |
        "absbench \(.version) (\(.git), \(.build_type): \(.cflags))", "compiler: \(.compiler)", "reports: \($schema)"' \
        >"$BATS_TEST_TMPDIR/wanted"
    echo "plug-ins: ABI $ABI, core $(scripts/core id)" >>"$BATS_TEST_TMPDIR/wanted"
    diff "$BATS_TEST_TMPDIR/wanted" "$BATS_TEST_TMPDIR/said"
    grep -qE "^absbench $VERSION \(([0-9a-f]{12}(-dirty)?|unknown), " "$BATS_TEST_TMPDIR/said"
    grep -qx "reports: $SCHEMA" "$BATS_TEST_TMPDIR/said"
    "$BIN" version | cmp - "$BATS_TEST_TMPDIR/said"
}

@test "the changelog begins with this version, its reports and its ABI; the package has it, too" {
    [ "$(grep -m 1 '^## ' docs/CHANGELOG.md | cut -d ' ' -f 2 | tr -d ,)" = "$VERSION" ]
    grep -m 1 -A 2 '^## ' docs/CHANGELOG.md | tail -n 1 >"$BATS_TEST_TMPDIR/first"
    grep -qF "\`$SCHEMA\`" "$BATS_TEST_TMPDIR/first"
    grep -qF "ABI $ABI" "$BATS_TEST_TMPDIR/first"
    [ "$(sed -n '1s/^absbench (\(.*\)) .*/\1/p' debian/changelog)" = "$VERSION" ]
}
