# One value, whatever the search.
include "lib";

def sound: (.algo | endswith("printed") | not) and (.tt == 0 or .mode == "exact");
# The searches of rows that must agree, in groups: one position, depth and grain.
def groups:
  map(select(sound)) | group_by([.p, .depth, .grain])
  | {searches: (map(length) | add), groups: length,
     differ: (map(select(map(.value) | unique | length > 1)) | length),
     unfinished: (map(map(select(.status != "ok")) | length) | add),
     configurations: (map(map([.algo, .window, .widen, .guess, .tt, .order, .deepening]) | unique
                          | length) | max)};

def claim: {
  letter: "m", title: "One value",
  statements: [
    {id: "m1",
     uses: ["cores", "windows", "guesses", "depths", "grains", "printed", "ordering", "deepening",
            "tables", "deeper"],
     text: "All sound searches return one value",
     source: "Knuth and Moore 1975 and the papers of all other searches.",
     rule: ("for, if all searches of every position, depth and grain, of all experiments "
            + "together, have one value, whatever the algorithm, window, widening, guess, table "
            + "(`exact`), ordering and deepening; against, if one differs or has none."),
     columns: ["searches", "positions, depths and grains", "searches of one, at most",
               "with different values",
               "without a value"],
     rows: [({domain: names[]} | .domain as $d
              | .rows = [$ARGS.named.facts[] | select(.rows) | .rows[$d] // [] | .[]]),
             {domain: "trees of `ordering`", rows: [facts("ordering"; "alphabeta").rows[][]]}
       | .domain as $d | (.rows | groups) as $g
       | row($d; exactly($g.differ == 0 and $g.unfinished == 0); "\($g.searches)", "\($g.groups)",
             "\($g.configurations)", "\($g.differ)", "\($g.unfinished)")],
     then: {"holds": "Choose by cost alone: the value is the same.",
            "holds for some": "Values differ, which must not happen: one of the searches is wrong.",
            "does not hold": "Values differ, which must not happen: one of the searches is wrong."}}]};
