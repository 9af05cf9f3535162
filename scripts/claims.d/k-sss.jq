# SSS* and DUAL* against MTD(f).
include "lib";

def mebi: 1048576;
def versus($d; $reference; $algo; $bytes):
  ratio("tables"; $reference; $d; .algo == $algo and .tt == $bytes);
def nodes_of($d; $algo; $bytes):
  rows("tables"; $d) | map(select(.algo == $algo and .tt == $bytes)
                           | {key: .p, value: .nodes}) | from_entries;
# How much more a table of 4K costs $algo than MTD(f).
def harm($d; $algo):
  nodes_of($d; $algo; 4096) as $small | nodes_of($d; $algo; 64 * mebi) as $large
  | nodes_of($d; "mtdf"; 4096) as $m_small | nodes_of($d; "mtdf"; 64 * mebi) as $m_large
  | [$small | keys[] | select($large[.] and $m_small[.] and $m_large[.])
     | $small[.] / $large[.] / ($m_small[.] / $m_large[.])] | geometric;
# Leaves of SSS* by those of alpha-beta, each as often as it is visited.
def leaves($d):
  def of($algo): rows("tables"; $d) | map(select(.algo == $algo and .tt == 64 * mebi))
      | map({key: .p, value: .leaves}) | from_entries;
  of("alphabeta") as $a | of("sss") | [to_entries[] | select($a[.key]) | .value / $a[.key]]
  | geometric;
def stars: {algo: "sss", name: "SSS*", large: "k1", small: "k3"},
           {algo: "dual", name: "DUAL*", large: "k2", small: "k4"};

def claim: {
  letter: "k", title: "SSS* and DUAL*",
  statements: [
    (stars as $star
     | {id: $star.large, uses: ["tables"],
        text: "With a large table MTD(f) takes fewer nodes than \($star.name)",
        source: "Plaat et al. 1995, 1996.",
        rule: "nodes of \($star.name) / nodes of MTD(f), 64M, above 1.",
        columns: ["\($star.name) / MTD(f)", "n"],
        rows: [names[] as $d | versus($d; "mtdf"; $star.algo; 64 * mebi) as $r
          | row($d; $r | above(1); ($r | interval, n))],
        then: {"holds": "Start from a guess, not from infinity: MTD(f) instead of \($star.name).",
               "holds for some": ("Starting from a guess is better than from infinity in the "
                                  + "domains named; where one depth does not predict the next, "
                                  + "it may not be."),
               "not settled": "These positions cannot tell them apart.",
               "does not hold": ("The guess is not worth much here: starting from infinity is as "
                                 + "good.")}}),
    (stars as $star
     | {id: $star.small, uses: ["tables"],
        text: "A small table harms \($star.name) more than MTD(f)",
        source: "Plaat et al. 1995 on how much memory SSS* needs; Roizen and Pearl 1983.",
        rule: "nodes with 4K / nodes with 64M, divided by the same for MTD(f), above 1.",
        columns: ["\($star.name): harm / MTD(f)'s", "\($star.name) / MTD(f) at 4K", "n"],
        rows: [names[] as $d | harm($d; $star.algo) as $r
          | row($d; $r | above(1); ($r | interval),
                (versus($d; "mtdf"; $star.algo; 4096) | interval), ($r | n))],
        then: {"holds": "Where memory is short, stay away from \($star.name).",
               "holds for some": ("Where memory is short, \($star.name) suffers more in the "
                                  + "domains named."),
               "not settled": ("At these depths most intervals span 1: the harm is too "
                               + "similar to tell."),
               "does not hold": ("A small table does not harm \($star.name) more than MTD(f) "
                                 + "here.")}}),
    {id: "k5", uses: ["tables"],
     text: ("With a large table, deepening and ordering SSS* takes fewer nodes than "
            + "alpha-beta"),
     source: ("Stockman 1979 (never more leaves, without deepening and ordering); Plaat et al. "
              + "1995."),
     rule: ("nodes of SSS* / nodes of alpha-beta, 64M, ordering and deepening on, below 1. (The "
            + "theorem, which is about distinct leaves, is not tested; leaves here count as often "
            + "as they are visited.)"),
     columns: ["SSS* / alpha-beta", "leaves of SSS* / of alpha-beta", "DUAL* / alpha-beta", "n"],
     rows: [names[] as $d
       | versus($d; "alphabeta"; "sss"; 64 * mebi) as $s
       | row($d; $s | below(1); ($s, leaves($d), versus($d; "alphabeta"; "dual"; 64 * mebi)
                                 | interval), ($s | n))],
     then: {"holds": "Best-first search saves nodes; MTD(f) saves them more simply.",
            "holds for some": ("Fewer distinct leaves do not mean fewer nodes: each pass walks again "
                               + "through what earlier ones left in the table."),
            "not settled": ("Fewer distinct leaves do not mean fewer nodes: each pass walks again "
                            + "through what earlier ones left in the table."),
            "does not hold": ("Fewer distinct leaves do not mean fewer nodes: each pass walks again "
                              + "through what earlier ones left in the table.")}}]};
