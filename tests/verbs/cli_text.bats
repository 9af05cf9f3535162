#!/usr/bin/env bats
# cli_text.bats -- what comes from files and the command line goes out as text alone: nothing in it
# is obeyed by a terminal, a page or a spreadsheet; and output that fails says which, and why.

load ../common

# CSI as a control of Latin-1 and as a byte, marks of direction, line ends, a byte order mark
OBEYED=$(printf '\u9b\u80\u202e\u2066\u200e\u061c\u2028\u2069\ufeff')

# shown FILE: it has an x for each that was obeyed, between "a" and "z".
shown() {
    /usr/bin/python3 - "$1" "a${2}z" <<'END'
import sys
text = open(sys.argv[1], "rb").read().decode()
bad = [hex(ord(c)) for c in text if ord(c) in range(0x7f, 0xa0) or ord(c) in range(0x2028, 0x202f)
       or ord(c) in range(0x2066, 0x206a) or ord(c) in (0x200e, 0x200f, 0x61c, 0xfeff, 0x1b)]
assert not bad, bad
assert sys.argv[2] in text, text
END
}

@test "controls of Latin-1 and marks of direction are shown as ?, in messages and in tables" {
    "$BIN" --game="a${OBEYED}z" 2>err || true
    shown err "?????????"
    "$BIN" --game=tictactoe --output="none/a${OBEYED}z" 2>err || true
    shown err "?????????"
    printf '%s id "a%sz\x9b\x1b";\n' "start;" "$OBEYED" >file.txt
    "$BIN" perft --game=tictactoe --positions=file.txt --depth=1 --format=table >out
    shown out "?????????"
    printf '{"players": [1], "a": 1}' >"a${OBEYED}z.json"
    "$BIN" --tree="explicit:file=a${OBEYED}z.json" 2>err || true
    shown err "?????????"
}

@test "JSON escapes control characters and marks of direction, and reads them again" {
    printf 'start; id "a%sz";\n' "$OBEYED" >file.txt
    for format in json jsonl; do
        "$BIN" --game=tictactoe --positions=file.txt --depth=1 --algo=pvs --format=$format >out
        shown out '\u009b\u0080\u202e\u2066\u200e\u061c\u2028\u2069\ufeff'
        [ "$(jq -r '(.results[0]?, .) | .position_id? // empty' out | head -1)" = "a${OBEYED}z" ]
    done
    "$BIN" merge out --format=jsonl | jq -er .position_id? | grep -qxF "a${OBEYED}z"
}

@test "CSV keeps a text that begins as a formula a text" {
    printf 'start; id "%s";\n' '=1+1' '@SUM(1)' '+1' '-1+1' 'a=1' '=a,"b"' >file.txt
    "$BIN" --game=tictactoe --positions=file.txt --depth=2 --algo=mtdf --guess=-7 --format=csv \
        --no-time --grain=1 >out
    /usr/bin/python3 - <<'END'
import csv
rows = [row for row in csv.DictReader(line for line in open("out") if line[0] != "#")]
assert [row["position_id"] for row in rows] == \
    ["'=1+1", "'@SUM(1)", "'+1", "'-1+1", "a=1", "'=a,\"b\""], rows
for row in rows:
    for name, cell in row.items():
        assert cell[:1] not in ("=", "+", "@", "\t", "\r"), (name, cell)
        assert cell[:1] != "-" or float(cell) < 0, (name, cell)
    assert row["guess"] == "-7"
END
}

@test "a closed pipe is no error" {
    local words
    for words in --help list "list --format=json" man schema "schema --format=markdown" "completion zsh" --version; do
        run -0 --separate-stderr /usr/bin/python3 - "$BIN" $words <<'END'
import os, subprocess, sys
reader, writer = os.pipe()
os.close(reader)
sys.exit(subprocess.run(sys.argv[1:], stdout=writer).returncode)
END
        [ -z "$stderr" ]
    done
}
