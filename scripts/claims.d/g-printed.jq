# The listings of lecture notes, as printed.
include "lib";

def printed($d; $algo): aggregates("printed"; "alphabeta"; $d) | map(select(.algo == $algo)) | .[0];
def wrong_values($d; $algo): printed($d; $algo).wrong_values // {count: 0, judged: 0}
  | share(.count; .judged);
def wrong_moves($d; $algo): printed($d; $algo).wrong_moves // {count: 0, judged: 0} | share(.count;
      .judged);

def claim: {
  letter: "g", title: "The listings as printed",
  statements: [
    {id: "g1", uses: ["printed"],
     text: "The MTD(f) loop as printed, which stops when a score repeats, returns wrong values",
     source: "lecture notes (Eppstein 1999); the claim is ours.",
     rule: ("for, if one of its values is wrong or it gives up after 10 000 passes; against, if "
            + "none of at least ten is."),
     columns: ["wrong values", "n", "no best move", "n", "wrong ones among the rest", "n"],
     rows: [names[] as $d | wrong_values($d; "mtdf-printed") as $r
       | wrong_moves($d; "mtdf-printed") as $moves
       | (rows("printed"; $d) | map(select(.algo == "mtdf-printed"))
          | share(map(select(.move == null)) | length; length)) as $without
       | row($d; if $r.point > 0 then "yes" elif $r.n >= 10 then "no" else "open" end;
             ($r, $without, $moves | percents, n))],
     then: {"holds": ("Do not copy that loop: a score that repeats after a fail-low is only an "
                      + "upper bound. Keep both bounds."),
            "holds for some": ("Do not copy that loop, even where it happened to be right: a "
                               + "score that repeats after a fail-low is only an upper bound."),
            "does not hold": "On these positions the loop was right; it is wrong all the same."}},
    {id: "g2", uses: ["printed"],
     text: "`>=` where `>` is meant makes alpha-beta return a wrong best move in most positions",
     source: "lecture notes (Eppstein 1999); the claim is ours.",
     rule: ("share of wrong best moves of alpha-beta as printed, above half. (Values and nodes "
            + "are right.)"),
     columns: ["alpha-beta: wrong best moves", "fail-soft: wrong best moves",
               "wrong values of both", "n"],
     rows: [names[] as $d | wrong_moves($d; "alphabeta-printed") as $r
       | row($d; $r | above(0.5); ($r | percents), (wrong_moves($d; "failsoft-printed") | percents),
             ([printed($d; "alphabeta-printed", "failsoft-printed").wrong_values.count // 0] | add
              | tostring), ($r | n))],
     then: {"holds": "Compare with `>`: a move that only equals alpha has proved nothing.",
            "holds for some": ("Compare with `>`: a move that only equals alpha has proved "
                               + "nothing; how often it is wrong depends on the domain."),
            "not settled": "Compare with `>`: a move that only equals alpha has proved nothing.",
            "does not hold": ("Compare with `>` all the same: the move is wrong in fewer than "
                              + "half of the positions, but it is wrong.")}},
    {id: "g3", uses: ["printed"],
     text: ("PVS as printed, whose first move neither raises alpha nor cuts off, takes at least "
            + "twice the nodes of alpha-beta"),
     source: "lecture notes (Eppstein 1999); the claim and the bound of 2 are ours.",
     rule: "nodes of PVS as printed / nodes of alpha-beta, both in the textbook form, above 2.",
     columns: ["PVS as printed / alpha-beta", "wrong values", "wrong best moves", "n"],
     rows: [names[] as $d | printed($d; "pvs-printed").ratio as $r
       | row($d; $r | above(2); ($r | interval), (wrong_values($d; "pvs-printed") | percents),
             (wrong_moves($d; "pvs-printed") | percents), ($r | n))],
     then: {"holds": "Let the first move's score raise alpha and cut off.",
            "holds for some": ("Let the first move's score raise alpha and cut off: in some "
                               + "domains it is most of the search."),
            "not settled": "Let the first move's score raise alpha and cut off.",
            "does not hold": ("The slip costs less than twice the nodes here; fix it all the "
                              + "same.")}}]};
