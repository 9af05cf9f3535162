# MTD(f): table, guess, coarse evaluation, passes.
include "lib";

def sized($d; $algo; $bytes):
  rows("tables"; $d) | map(select(.algo == $algo and .tt == $bytes));
def table_ratio($d; $bytes):
  ratio("tables"; "alphabeta"; $d; .algo == "mtdf" and .tt == $bytes);

def exact($d; $guess):
  rows("guesses"; $d) | map(select(.algo == "mtdf" and .guess == $guess));
# How much an error of $factor half pawns, to both sides, costs over a right guess.
def error_cost($d; $factor):
  ([half_pawn($d) * $factor | round, 1] | max) as $k
  | (exact($d; "exact") | map({key: .p, value: .nodes}) | from_entries) as $right
  | exact($d; "exact+\($k)") as $high | exact($d; "exact-\($k)")
  | map({key: .p, value: .nodes}) | from_entries as $low
  | [$high[] | select($low[.p] and $right[.p]) | (.nodes * $low[.p] | sqrt) / $right[.p]]
    | geometric;

def grains($d): rows("grains"; $d) | map(.grain) | unique;
def grained($d; $algo; $grain): rows("grains"; $d) | map(select(.algo == $algo
      and .grain == $grain));
def grain_ratio($d; $grain): ratio("grains"; "alphabeta"; $d; .algo == "mtdf" and .grain == $grain);
# MTD(f) by alpha-beta at the coarsest grain, by the same at grain 1.
def gain($d; $grain):
  def by($algo; $g): grained($d; $algo; $g) | map({key: .p, value: .nodes}) | from_entries;
  by("mtdf"; $grain) as $m | by("alphabeta"; $grain) as $a | by("mtdf"; 1) as $m1 | by("alphabeta";
        1) as $a1
  | [$m | keys[] | select($a[.] and $m1[.] and $a1[.]) | $m[.] / $a[.] * $a1[.] / $m1[.]]
    | geometric;
# Positions whose best move is another one than at grain 1, and how far values are off.
def moved($d; $grain):
  (grained($d; "alphabeta"; 1) | map({key: .p, value: .}) | from_entries) as $fine
  | grained($d; "alphabeta"; $grain) | map(select($fine[.p]))
  | {moves: share(map(select(.move != $fine[.p].move)) | length; length),
     off: (map(.value - $fine[.p].value | fabs) | mean)};

def steps($d): [rows("cores"; $d)[] | select(.algo == "mtdf" and full) | .steps[].passes];
def passes($d):
  [rows("cores"; $d)[] | select(.algo == "mtdf" and full) | [.steps[].passes] | mean] | geometric;

def claim: {
  letter: "f", title: "MTD(f)",
  statements: [
    {id: "f1", uses: ["tables"],
     text: "Without a table MTD(f) takes more nodes than alpha-beta",
     source: "Plaat, Schaeffer, Pijls and de Bruin 1995, 1996.",
     rule: "ratio to alpha-beta without a table, above 1.",
     columns: ["without a table", "4K", "64K", "64M", "n"],
     rows: [names[] as $d | table_ratio($d; 0) as $r
       | row($d; $r | above(1); ($r | interval),
             (4096, 65536, 67108864 | table_ratio($d; .) | interval), ($r | n))],
     then: {"holds": "Do not use MTD(f) without a table.",
            "holds for some": "Do not use MTD(f) without a table.",
            "not settled": "Do not use MTD(f) without a table.",
            "does not hold": "MTD(f) gets on without a table here: few passes are needed."}},
    {id: "f2", uses: ["cores", "guesses"],
     text: "With a table MTD(f) takes fewer nodes than alpha-beta",
     source: "Plaat et al. 1995, 1996.",
     rule: ("ratio to alpha-beta with everything switched on, from the last iteration's value, "
            + "below 1."),
     columns: ["MTD(f) / alpha-beta", "MTD(f) from two iterations ago / alpha-beta", "n"],
     rows: [names[] as $d | ratio("cores"; "alphabeta"; $d; .algo == "mtdf" and full) as $r
       | row($d; $r | below(1); ($r | interval),
             (ratio("guesses"; "alphabeta"; $d; .algo == "mtdf" and .guess == "parity") | interval),
             ($r | n))],
     then: {"holds": "With a table, MTD(f) is worth using.",
            "holds for some": ("MTD(f) wins where one depth's value predicts the next; see "
                               + "whether it does in your game."),
            "not settled": "MTD(f) and alpha-beta are too close to tell on these positions.",
            "does not hold": "The table alone does not make MTD(f) better than alpha-beta."}},
    {id: "f3", uses: ["guesses"],
     text: "The further the first guess is off, the more MTD(f) costs",
     source: "Plaat et al. 1996. The figure is with b1.",
     rule: ("nodes from a guess that is four half pawns off, to either side (geometric mean of "
            + "both) / nodes from the true value, above 1."),
     columns: ["half off", "1 off", "2 off", "4 off", "8 off", "n"],
     rows: [names[] as $d | error_cost($d; 4) as $r
       | row($d; $r | above(1); (0.5, 1, 2, 4, 8 | error_cost($d; .) | interval), ($r | n))],
     then: {"holds": "A better first guess means a cheaper search: give MTD(f) the best there is.",
            "holds for some": "A better first guess means a cheaper search in the domains named.",
            "not settled": "What a guess is worth cannot be seen on so few positions.",
            "does not hold": "MTD(f) hardly minds where it starts."}},
    {id: "f4", uses: ["grains"],
     text: "A coarser evaluation helps MTD(f) more than alpha-beta",
     source: "Plaat et al. 1996 on fine-grained evaluations.",
     rule: ("nodes of MTD(f) / nodes of alpha-beta at the coarsest grain, divided by the same at "
            + "grain 1: below 1. Where half a pawn is 1 there is nothing coarser."),
     columns: ["grain", "MTD(f) / alpha-beta at grain 1", "at that grain", "gain",
               "other best move",
               "value off, in half pawns", "n"],
     rows: [names[] as $d | (grains($d) | max) as $g | gain($d; $g) as $r | moved($d; $g) as $cost
       | row($d; if half_pawn($d) < 2 then "-" else $r | below(1) end; "\($g)",
             (1, $g | grain_ratio($d; .) | interval), ($r | interval), ($cost.moves | percents),
             ($cost.off / half_pawn($d) | number), ($r | n))],
     figure: {
       file: "grains", caption: ("Coarser evaluations. Left: MTD(f) / alpha-beta with the same "
                                 + "grain. Right: the share of positions whose best move "
                                 + "differs from that with the finest grain."),
       panels: [
         {title: "nodes", x: "grain / half a pawn", y: "MTD(f) / alphabeta", log: "x", line: 1,
          tics: halves,
          lines: [names[] | select(half_pawn(.) > 1) | . as $d
                  | {name: ., points: (grains(.) | map([. / half_pawn($d), grain_ratio($d; .)])
                                       | points)}]},
         {title: "moves", x: "grain / half a pawn", y: "other best move, %", log: "x", tics: halves,
          lines: [names[] | select(half_pawn(.) > 1) | . as $d
                  | {name: ., points: (grains(.) | map([. / half_pawn($d), (moved($d; .).moves
                        | map_values(100 * .))]) | points)}]}]},
     then: {"holds": ("A coarse evaluation makes MTD(f) cheap; the moves it chooses are not "
                      + "always the same, as the table says."),
            "holds for some": ("In some domains a coarse evaluation makes MTD(f) cheaper; the "
                               + "moves it chooses are not always the same, as the table says."),
            "not settled": ("What a coarse evaluation is worth to MTD(f) cannot be seen on so "
                            + "few positions, and it changes moves."),
            "does not hold": "Do not round evaluations for MTD(f)'s sake."}},
    {id: "f5", uses: ["cores"],
     text: "MTD(f) takes 3 to 6 passes an iteration",
     source: "descriptions after Plaat et al. 1995.",
     rule: ("mean passes of an iteration (geometric mean over positions), with everything "
            + "switched on, between 3 and 6; against, if the whole interval is outside."),
     columns: ["mean passes", "up to 2", "3 to 6", "more", "most", "n", "n (iterations)"],
     rows: [names[] as $d | passes($d) as $r | steps($d) as $all
       | def part($low; $high): share($all | map(select(. >= $low and . <= $high)) | length; $all
                                      | length)
           | .point | percent;
         row($d; $r | within(3; 6); ($r | interval), part(0; 2), part(3; 6), part(7; 1e9),
             "\($all | max)", ($r | n), "\($all | length)")],
     then: {"holds": "Expect three to six null-window searches an iteration.",
            "holds for some": ("How many passes there are depends on how fine the evaluation is "
                               + "and how much values change from depth to depth."),
            "not settled": "The number of passes varies too much for these positions.",
            "does not hold": "The number of passes is different: see the table."}}]};
