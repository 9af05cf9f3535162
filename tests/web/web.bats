#!/usr/bin/env bats
# web.bats -- the program in a page. `make check-web` builds the page and does the rest; this is what needs no compiler.

load ../common

setup() { here || return 1; }

@test "the page asks nothing of a network, and its script is small" {
    local page=$ROOT/scripts/web/page.html
    tr '\n' ' ' <"$page" | grep -Eq "Content-Security-Policy\" content=\"default-src 'none'; [^\"]*connect-src 'none'"
    ! grep -Eq 'https?://|src="|@import' "$page" "$ROOT"/scripts/web/*.css "$ROOT"/scripts/web/*.js
    [ "$(cat "$page" "$ROOT"/scripts/web/*.js | wc -l)" -le 380 ]
    ! grep -l cJSON_Parse "$ROOT"/scripts/web/* # the library comes with its source
}

@test "a few rows, words by the keyboard, refusals and the policy, in the page that make web has written" {
    local tool page=$ROOT/build/web/absbench.html
    for tool in emcc chromium node; do command -v $tool >/dev/null || skip "$tool is missing"; done
    [ -e "$page" ] || skip "make web has not written it"
    [ -z "$(cd "$ROOT" && find src games trees scripts/web -newer "$page" -type f -print -quit)" ] || skip "it is older than the source: make web"
    cd "$ROOT"
    QUICK=1 ABSBENCH=$BIN run -0 node tests/web/check.mjs
    [ "$(grep -c '^ok' <<<"$output")" -eq 7 ]
}
