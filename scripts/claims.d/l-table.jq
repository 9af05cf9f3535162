# The table: its size, and what it may answer.
include "lib";

def sized($d; $algo; $bytes): rows("tables"; $d) | map(select(.algo == $algo and .tt == $bytes));
def largest: 67108864;
def to_largest($d; $algo; $bytes): paired(sized($d; $algo; $bytes); sized($d; $algo; largest));
# Only here can a position be reached in different numbers of plies, so that deeper entries arise.
def concerned: "checkers", "chess", "xiangqi";
def depth($d): domains[] | select(.name == $d) | "\(.deep)";
# All of them: a search whose bounds cross has no value, and that is a change too.
def answering($d; $algo; $mode):
  facts("deeper"; "alphabeta").rows[$d] // [] | map(select(.algo == $algo and .mode == $mode));
def deeper($d; $algo):
  def finished($mode): answering($d; $algo; $mode) | map(select(.status == "ok"));
  paired(finished("deeper"); finished("exact"));
def changed($d; $algo):
  (answering($d; $algo; "exact") | map({key: .p, value: .}) | from_entries) as $exact
  | answering($d; $algo; "deeper") | map(select($exact[.p]))
  | {n: length, none: (map(select(.status != "ok")) | length),
     values: (map(select(.value != $exact[.p].value)) | length),
     moves: (map(select(.move != $exact[.p].move)) | length)};

def claim: {
  letter: "l", title: "The table",
  statements: [
    {id: "l1", uses: ["tables"],
     text: "A large table takes fewer nodes than a small one",
     source: "Slate and Atkin 1977; Marsland 1986; Breuker 1998.",
     rule: "nodes of alpha-beta with 4K / nodes with 64M, above 1.",
     columns: ["no table / 64M", "1K / 64M", "4K / 64M", "16K / 64M", "64K / 64M",
               "MTD(f): 4K / 64M", "n"],
     rows: [names[] as $d | to_largest($d; "alphabeta"; 4096) as $r
       | row($d; $r | above(1); (0, 1024, 4096, 16384, 65536 | to_largest($d; "alphabeta"; .)
                                 | interval),
             (to_largest($d; "mtdf"; 4096) | interval), ($r | n))],
     figure: {
       file: "tables", caption: ("Nodes by size of the table, relative to 64 MB, with ordering "
                                 + "and deepening."),
       panels: [("alphabeta", "mtdf") as $algo
         | {title: $algo, x: "bytes of table", y: "nodes / nodes with 64M", log: "x", line: 1,
            tics: [[1024, "1K"], [4096, "4K"], [16384, "16K"], [65536, "64K"]],
            lines: [names[] | . as $d | {name: ., points: [
              (1024, 4096, 16384, 65536) | [., to_largest($d; $algo; .)]] | points}]}]},
     then: {"holds": ("Give the table what memory there is; the table above shows when more is "
                      + "of no use."),
            "holds for some": ("A table larger than the tree is of no use: at these depths a "
                               + "small one is enough in the other domains."),
            "not settled": "At these depths even 4K holds most of what is worth keeping.",
            "does not hold": "At these depths even 4K holds all that is worth keeping."}},
    {id: "l2", uses: ["deeper"],
     text: "Answers from deeper entries save nodes",
     source: "what playing programs do; Breuker 1998.",
     rule: ("nodes of alpha-beta with `--tt-mode=deeper` / nodes with `exact`, below 1, in "
            + "games where one position can be reached in different numbers of plies; elsewhere "
            + "there are no deeper entries to answer (but for passes in Othello)."),
     columns: ["depth", "alpha-beta: deeper / exact", "n", "MTD(f): deeper / exact", "n"],
     rows: [concerned as $d | deeper($d; "alphabeta") as $r | deeper($d; "mtdf") as $m
       | row($d; $r | below(1); depth($d), ($r, $m | interval, n))],
     then: {"holds": "A playing program may take deeper answers; l3 says what that changes.",
            "holds for some": ("Deeper answers save nodes where there are transpositions "
                               + "between different plies; l3 says what that changes."),
            "not settled": "Deeper answers save too little to be seen here.",
            "does not hold": "Deeper answers save nothing here."}},
    {id: "l3", uses: ["deeper"],
     text: "Answers from deeper entries change values",
     source: "what playing programs do; Breuker 1998.",
     rule: ("for, if a value of alpha-beta or MTD(f) differs from that with `exact`, or is "
            + "missing because the bounds of MTD(f) crossed; against, if all of at least ten are "
            + "the same."),
     columns: ["depth", "alpha-beta: values changed", "moves changed",
               "MTD(f): values changed", "moves changed", "of these without a value", "n"],
     rows: [concerned as $d | changed($d; "alphabeta") as $a | changed($d; "mtdf") as $m
       | row($d; if $a.values + $m.values > 0 then "yes" elif $a.n >= 10 then "no" else "open" end;
             depth($d),
             (share($a.values, $a.moves; $a.n), share($m.values, $m.moves; $m.n) | percents),
             "\($m.none)", "\([$a.n, $m.n] | min)")],
     then: {"holds": ("Do not compare searches with `deeper`: they compute a different function, "
                      + "and bounds on it may contradict each other."),
            "holds for some": ("Do not compare searches with `deeper` in the domains named: "
                               + "they compute a different function."),
            "does not hold": "On these positions deeper answers changed nothing."}}]};
