# From which depth on aspiration pays, in the laboratory and in games.
include "lib";

def by_depth($d; pass):
  aggregates("depths"; "alphabeta"; $d) | map(select(.algo == "aspiration" and pass))
    | sort_by(.depth)
  | map([.depth, .ratio]);
def deepest($d; pass): by_depth($d; pass) | last;
# The first depth from which on all intervals lie below 1.
def pays_from: . as $all | [range(length) | select(. as $i | all($all[$i:][]; .[1]
      | below(1) == "yes"))]
  | if length == 0 then "none" else "\($all[.[0]][0])" end;

def figure: {
  file: "depths", caption: ("Aspiration by half a pawn, by depth. Left: with table, ordering "
                            + "and deepening, from the last iteration's value. Right: in the "
                            + "laboratory, the textbook form, from the true value."),
  panels: [
    {title: "everything", x: "depth", y: "nodes / nodes of alphabeta", log: "", line: 1,
     lines: [names[] | {name: ., points: (by_depth(.; full) | points)}]},
    {title: "laboratory", x: "depth", y: "nodes / nodes of alphabeta", log: "", line: 1,
     lines: [names[] | {name: ., points: (by_depth(.; plain) | points)}]}]};

def claim: {
  letter: "c", title: "From which depth aspiration pays",
  statements: [
    {id: "c1", uses: ["depths"],
     text: "Aspiration by half a pawn pays from depth 4 on",
     source: "lecture notes and folklore of chess programs.",
     rule: ("with everything switched on, by half a pawn: for, if the interval lies below 1 at "
            + "every depth from 4 on; against, if it lies above 1 at one of them."),
     columns: ["pays from depth", "depth 2", "depth 3", "depth 4", "depth 5", "deepest",
               "at depth", "n"],
     rows: [names[] as $d | by_depth($d; full) as $all
       | ($all | map(select(.[0] >= 4) | .[1] | below(1))) as $says
       | (by_depth($d; full) | map({key: "\(.[0])", value: .[1]}) | from_entries) as $at
       | row($d; if any($says[]; . == "no") then "no" elif all($says[]; . == "yes") then "yes"
                 else "open" end;
             ($all | pays_from), ($at["2", "3", "4", "5"] | interval), ($all | last | .[1]
                   | interval),
             ($all | last | "\(.[0])"), ($all | last | .[1] | n))],
     figure: figure,
     then: {"holds": "Use the open window up to depth 3, aspiration beyond.",
            "holds for some": ("Depth alone does not decide: see whether it pays in your game "
                               + "at your depth."),
            "not settled": ("The saving is too small to be seen at these depths on so few "
                            + "positions."),
            "does not hold": ("With table and ordering, half a pawn around the last value costs "
                              + "more in re-searches than it saves, at these depths; try a wider "
                              + "window (b2).")}},
    {id: "c2", uses: ["depths"],
     text: ("In games with table and ordering half a pawn saves little: at most a tenth of the "
            + "nodes"),
     source: "Schaeffer 1989 (History heuristic and others); the bound of a tenth is ours.",
     rule: ("the ratio at the greatest depth, with everything switched on, by half a pawn, "
            + "above 0.9. (The best window of nine may save more: b2.)"),
     columns: ["depth", "nodes / open window", "n"],
     rows: [games[] as $d | deepest($d; full) as [$depth, $r]
       | row($d; $r | above(0.9); "\($depth)", ($r | interval), ($r | n))],
     then: {"holds": ("Do not expect much of half a pawn in a program that has a table and orders "
                      + "its moves."),
            "holds for some": ("In some games the window saves more than a tenth, even with "
                               + "table and ordering."),
            "not settled": ("Whether it saves less than a tenth cannot be told from these "
                            + "positions."),
            "does not hold": "A window saves more than a tenth in games too."}},
    {id: "c3", uses: ["depths"],
     text: ("In the laboratory, that is in the textbook form and from a right guess, it saves "
            + "much: at least a fifth"),
     source: ("Schaeffer 1989; Marsland and Campbell 1982; Muszycka and Shinghal 1985. The "
              + "bound of a fifth is ours."),
     rule: ("the ratio at the greatest depth in the textbook form with guess = the true value, "
            + "below 0.8."),
     columns: ["depth", "from the true value", "with deepening, from the last value", "n"],
     rows: [names[] as $d | deepest($d; plain) as [$depth, $r] | deepest($d;
           deepening_only)[1] as $last
       | row($d; $r | below(0.8); "\($depth)",
             ($r, $last | interval), ($r | n))],
     then: {"holds": ("Measurements without table and ordering, from guesses nobody has, "
                      + "promise more than games deliver."),
            "holds for some": ("Measurements without table and ordering, from guesses nobody "
                               + "has, promise more than games deliver: from the last "
                               + "iteration's value most of the saving is gone."),
            "not settled": "The saving is near a fifth.",
            "does not hold": "Not even a right guess saves that much."}}]};
