# Iterative deepening: what it costs, what it pays.
include "lib";

def on_off($d; $algo; pass):
  rows("deepening"; $d) | map(select(.algo == $algo and pass))
  | paired(map(select(.deepening)); map(select(.deepening | not)));

def claim: {
  letter: "j", title: "Iterative deepening",
  statements: [
    {id: "j1", uses: ["deepening"],
     text: "Without table and ordering, deepening costs at most a quarter more nodes",
     source: ("Slate and Atkin 1977; Korf 1985. If each iteration costs a fifth of the next, "
              + "all but the last cost a quarter of it."),
     rule: "nodes with deepening / nodes without, no table and no ordering, below 1.25.",
     columns: ["alpha-beta: with / without", "PVS: with / without", "n"],
     rows: [names[] as $d | on_off($d; "alphabeta"; .tt == 0) as $r
       | row($d; $r | below(1.25); ($r | interval), (on_off($d; "pvs"; .tt == 0) | interval),
             ($r | n))],
     then: {"holds": "Deepening is cheap insurance: use it to stop when time is up.",
            "holds for some": ("Where few moves make a ply cheap, deepening costs more than "
                               + "claimed; see e1."),
            "not settled": "What deepening costs is near a quarter.",
            "does not hold": ("Deepening without a table costs more than claimed: the cost of "
                              + "an iteration grows less from one to the next (e1).")}},
    {id: "j2", uses: ["deepening"],
     text: ("With table and ordering, deepening takes fewer nodes than searching to the full "
            + "depth at once"),
     source: "Slate and Atkin 1977; Marsland 1986.",
     rule: "nodes with deepening / nodes without, table and ordering on, below 1.",
     columns: ["alpha-beta: with / without", "PVS: with / without", "n"],
     rows: [names[] as $d | on_off($d; "alphabeta"; .tt > 0) as $r
       | row($d; $r | below(1); ($r | interval), (on_off($d; "pvs"; .tt > 0) | interval),
             ($r | n))],
     then: {"holds": "Deepen: the moves that the last depth found best more than pay for it.",
            "holds for some": ("Deepen: where one depth predicts the next it more than pays, "
                               + "and it always lets a program stop in time."),
            "not settled": "Deepening about pays for itself.",
            "does not hold": ("Deepening does not pay for itself in ordering at these depths; "
                              + "it still lets a program stop in time.")}}]};
