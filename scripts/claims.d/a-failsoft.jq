# Fail-soft against fail-hard.
include "lib";

# Whether two lists of rows have the same counts, position by position.
def same($a; $b):
  ($b | map({key: .p, value: [.nodes, .leaves, .cutoffs]}) | from_entries) as $by
  | [$a[] | select($by[.p])] as $both
  | {n: ($both | length), differ: ($both | map(select($by[.p] != [.nodes, .leaves, .cutoffs]))
                                   | length)};

def claim: {
  letter: "a", title: "Fail-soft and fail-hard",
  statements: [
    {id: "a1", uses: ["cores"],
     text: "Without a table, fail-soft visits the same nodes as fail-hard, one for one",
     source: "Knuth and Moore 1975 (fail-hard, F2), Fishburn 1983 (fail-soft).",
     rule: ("for, if nodes, leaves and cutoffs are equal in every pair of searches; against, if "
            + "one differs."),
     columns: ["textbook form: pairs", "differ", "no table: pairs", "differ",
               "aspiration, no table: pairs",
               "differ"],
     rows: [names[] as $d | rows("cores"; $d) as $rows
       | def pick($algo; pass): $rows | map(select(.algo == $algo and pass));
         same(pick("failsoft"; plain); pick("alphabeta"; plain)) as $plain
       | same(pick("failsoft"; .tt == 0 and .deepening); pick("alphabeta"; .tt == 0 and .deepening))
         as $open
       | same(pick("aspiration"; .tt == 0); pick("aspiration+alphabeta"; .tt == 0)) as $window
       | row($d; [$plain, $open, $window]
                 | if all(.[]; .n > 0) then exactly(all(.[]; .differ == 0)) else "open" end;
             $plain, $open, $window | "\(.n)", "\(.differ)")],
     then: {"holds": "Without a table it does not matter which of the two a program uses.",
            "holds for some": ("The two differ somewhere, which must not happen: one of them "
                               + "is wrong."),
            "does not hold": "The two differ, which must not happen: one of them is wrong."}},
    {id: "a2", uses: ["cores"],
     text: ("With a table, fail-soft takes fewer nodes than fail-hard under aspiration, as it "
            + "stores tighter bounds"),
     source: "Fishburn 1983; Plaat et al. 1996 on what stored bounds are worth.",
     rule: "nodes of aspiration with fail-soft / nodes of aspiration with fail-hard, below 1.",
     columns: ["open window", "aspiration", "n"],
     rows: [names[] as $d
       | ratio("cores"; "alphabeta"; $d; .algo == "failsoft" and full) as $open
       | ratio("cores"; "aspiration+alphabeta"; $d; .algo == "aspiration" and full) as $window
       | row($d; $window | below(1); ($open | interval), ($window | interval), ($window | n))],
     then: {"holds": ("Return the best score, not the bound: re-searches profit from it. With an "
                      + "open window it makes little difference."),
            "holds for some": ("Return the best score, not the bound: it saves nodes in some "
                               + "domains."),
            "not settled": ("Return the best score, not the bound: with these windows few nodes "
                            + "depend on it, but null-window drivers (MTD(f)) cannot do "
                            + "without."),
            "does not hold": ("With wide windows the tighter bounds save no nodes; null-window "
                              + "drivers (MTD(f)) still need them.")}}]};
