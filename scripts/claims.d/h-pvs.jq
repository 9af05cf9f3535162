# PVS, NegaScout and SCOUT, and the order of moves.
include "lib";

def cored($d; $algo; pass): ratio("cores"; "alphabeta"; $d; .algo == $algo and pass);
def first_moves($d; pass):
  aggregates("cores"; "alphabeta"; $d) | map(select(.algo == "alphabeta" and pass))
    | .[0].first_move;
# Against PVS, which NegaScout and SCOUT are variants of.
def to_pvs($d; $algo; pass): ratio("cores"; "pvs"; $d; .algo == $algo and pass);

# [best move first in so many of 100 nodes, ratio], along the ordered trees.
def along($algo):
  [facts("ordering"; "alphabeta").aggregates | to_entries[]
   | (.key | capture("first=(?<p>[0-9]+)").p
     | tonumber) as $p
   | .value[] | select(.algo == $algo) | [$p, .ratio]] | sort_by(.[0]);
# Where a line falls below 1, between the first point below it and the one before.
def crossing(f):
  map([.[0], (.[1] | f | log)]) as $line
  | first(range(1; $line | length) | select($line[.][1] < 0) | [$line[. - 1], $line[.]]) // null
  | if . == null then null else
      if .[0][1] <= 0 then .[0][0]
      else .[0][0] + .[0][1] / (.[0][1] - .[1][1]) * (.[1][0] - .[0][0]) end end;
# A line below 1 from the start crosses before it, if at all.
def crossing_text:
  .[0][0] as $first
  | def to_text: if . == null then "-" elif . <= $first then "< \($first)" else fixed(0) end;
  "\(crossing(.point) | to_text) % [\(crossing(.low) | to_text), \(crossing(.high) | to_text)]";

def claim: {
  letter: "h", title: "PVS, NegaScout, SCOUT, and the order of moves",
  statements: [
    {id: "h1", uses: ["cores"],
     text: "Without move ordering PVS takes more nodes than alpha-beta",
     source: "Marsland and Campbell 1982; lecture notes.",
     rule: ("ratio to alpha-beta in the textbook form, above 1. What a domain's generator "
            + "happens to put first counts as no ordering."),
     columns: ["PVS / alpha-beta", "NegaScout / alpha-beta", "SCOUT / alpha-beta",
               "cutoffs at the first move", "n"],
     rows: [names[] as $d | cored($d; "pvs"; plain) as $r
       | row($d; $r | above(1); (("pvs", "negascout", "scout") as $a | cored($d; $a; plain)
                                 | interval),
             (first_moves($d; plain) | percent), ($r | n))],
     then: {"holds": "Without ordering, use alpha-beta.",
            "holds for some": "Without ordering PVS is a risk: it loses in some domains.",
            "not settled": ("Without ordering, PVS and alpha-beta are too close to tell on "
                            + "these positions."),
            "does not hold": ("PVS does not need good ordering to win: what the generator puts "
                              + "first is enough.")}},
    {id: "h2", uses: ["cores"],
     text: "With move ordering PVS takes fewer nodes than alpha-beta",
     source: "Marsland and Campbell 1982; Reinefeld 1983.",
     rule: "ratio to alpha-beta with everything switched on, below 1.",
     columns: ["PVS / alpha-beta", "NegaScout / alpha-beta", "SCOUT / alpha-beta",
               "cutoffs at the first move", "n"],
     rows: [names[] as $d | cored($d; "pvs"; full) as $r
       | row($d; $r | below(1); (("pvs", "negascout", "scout") as $a | cored($d; $a; full)
                                 | interval),
             (first_moves($d; full) | percent), ($r | n))],
     then: {"holds": "With ordering, use PVS or NegaScout.",
            "holds for some": ("With ordering, PVS wins in some domains and costs little in the "
                               + "others."),
            "not settled": ("With ordering, PVS and alpha-beta are too close to tell on these "
                            + "positions."),
            "does not hold": "Even with ordering PVS does not win here."}},
    {id: "h3", uses: ["ordering", "cores"],
     text: ("On ordered trees PVS and its kin lose to alpha-beta without order and beat it with "
            + "a good one"),
     source: "Marsland and Campbell 1982 (strongly ordered trees).",
     rule: ("for, if the interval of the ratio is above 1 where the best move is anywhere "
            + "(first in 13 of 100 nodes) and below 1 where it is first in 70, as in strongly "
            + "ordered trees; against, if it is below 1 in the first case, or above 1 in "
            + "the second. The crossing is interpolated between the logarithms of ratios, its "
            + "interval between those of their bounds."),
     columns: ["best move anywhere", "first in 50 %", "in 70 %", "in 90 %", "always",
               "crosses 1 at", "n"],
     rows: [("pvs", "negascout", "scout") as $algo | along($algo) as $all
       | ($all | map({key: "\(.[0])", value: .[1]}) | from_entries) as $at
       | row($algo; [($at["13"] | above(1)), ($at["70"] | below(1))]
                    | if any(.[]; . == "no") then "no" elif all(.[]; . == "yes") then "yes"
                      else "open" end;
             ($at["13", "50", "70", "90", "100"] | interval), ($all | crossing_text),
             ($at["13"] | n))],
     figure: {
       file: "ordering", caption: ("PVS and its kin by the order of moves. Left: ordered trees, "
                                   + "by how often the best move is first, with 95 % intervals. "
                                   + "Right: PVS in each domain, an arrow from the textbook form "
                                   + "(no ordering) to everything switched on, by cutoffs at the "
                                   + "first move."),
       panels: [
         {title: "ordered trees",
          x: "best move first, % of nodes", y: "nodes / nodes of alphabeta", log: "", line: 1,
          range: [0, 100],
          lines: [("pvs", "negascout", "scout") | {name: ., points: (along(.) | points)}]},
         {title: "all domains, pvs",
          x: "cutoffs at the first move, %", y: "nodes / nodes of alphabeta", log: "",
          line: 1, range: [0, 100], arrows: true,
          lines: [names[] | . as $d | {name: ., points: (
            [[100 * first_moves($d; plain), cored($d; "pvs"; plain)],
             [100 * first_moves($d; full), cored($d; "pvs"; full)]] | points)}]}]},
     then: {"holds": ("Measure the order of moves first: a report's `first_move_cutoff_share` "
                      + "says how good it is. Where the best move always comes first there is "
                      + "nothing left to gain."),
            "holds for some": ("Measure the order of moves first: a report's "
                               + "`first_move_cutoff_share` says how good it is. Where the "
                               + "best move always comes first there is nothing left to gain."),
            "not settled": "Too few trees to say.",
            "does not hold": "The order of moves does not decide between them on these trees."}},
    {id: "h4", uses: ["cores"],
     text: "NegaScout takes fewer nodes than PVS",
     source: "Reinefeld 1983.",
     rule: "nodes of NegaScout / nodes of PVS, with everything switched on, below 1.",
     columns: ["everything", "textbook form", "n"],
     rows: [names[] as $d | to_pvs($d; "negascout"; full) as $r
       | row($d; $r | below(1); ($r | interval), (to_pvs($d; "negascout"; plain) | interval),
             ($r | n))],
     then: {"holds": "Search again from the score, not from alpha, and not at all near the leaves.",
            "holds for some": ("NegaScout's second search is cheaper where it is made at all; "
                               + "with good ordering it seldom is."),
            "not settled": ("With table and ordering, so few moves are searched again that it "
                            + "does not matter how."),
            "does not hold": "NegaScout's second search saves nothing here."}},
    {id: "h5", uses: ["cores"],
     text: "SCOUT, which passes no bounds down, takes more nodes than PVS",
     source: "Pearl 1980; Marsland and Campbell 1982; Reinefeld 1983.",
     rule: "nodes of SCOUT / nodes of PVS, with everything switched on, above 1.",
     columns: ["everything", "textbook form", "n"],
     rows: [names[] as $d | to_pvs($d; "scout"; full) as $r
       | row($d; $r | above(1); ($r | interval), (to_pvs($d; "scout"; plain) | interval),
             ($r | n))],
     then: {"holds": ("Pass the window down: PVS and NegaScout are SCOUT done better, though with "
                      + "table and ordering it matters little."),
            "holds for some": ("Pass the window down: it never costs, and saves nodes in some "
                               + "domains."),
            "not settled": ("With table and ordering, SCOUT searches too little again for a "
                            + "difference to be seen."),
            "does not hold": "SCOUT does as well as PVS here."}}]};
