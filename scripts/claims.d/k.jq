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
def both(f; g): [f, g] | if any(.[]; . == "no") then "no" elif all(.[]; . == "yes") then "yes"
  else "open" end;

def claim: {
  letter: "k", title: "SSS* and DUAL*",
  statements: [
    {id: "k1", uses: ["tables"],
     text: "With a large table MTD(f) takes fewer nodes than SSS* and DUAL*",
     source: "Plaat et al. 1995, 1996.",
     rule: ("nodes of SSS* and of DUAL* by nodes of MTD(f), 64M: for, if both are above 1; "
            + "against, if one is below."),
     columns: ["SSS* / MTD(f)", "DUAL* / MTD(f)", "n"],
     rows: [names[] as $d
       | versus($d; "mtdf"; "sss"; 64 * mebi) as $s | versus($d; "mtdf"; "dual"; 64 * mebi) as $u
       | row($d; both($s | above(1); $u | above(1)); ($s, $u | interval), ($s | n))],
     then: {"holds": "There is no reason left to use SSS* or DUAL*: start from a guess.",
            "holds for some": ("Starting from a guess is better than from infinity in the "
                               + "domains named; where one depth does not foretell the next, it "
                               + "may not be."),
            "not settled": "These positions cannot tell them apart.",
            "does not hold": ("The guess is not worth much here: starting from infinity is as "
                              + "good.")}},
    {id: "k2", uses: ["tables"],
     text: "A small table harms SSS* and DUAL* more than MTD(f)",
     source: "Plaat et al. 1995 on how much memory SSS* needs; Roizen and Pearl 1983.",
     rule: ("nodes with 4K by nodes with 64M, in proportion to the same of MTD(f): for, if "
            + "above 1 for both; against, if one is below."),
     columns: ["SSS*: harm / MTD(f)'s", "DUAL*: harm / MTD(f)'s", "SSS* / MTD(f) at 4K",
               "DUAL* / MTD(f) at 4K", "n"],
     rows: [names[] as $d | harm($d; "sss") as $s | harm($d; "dual") as $u
       | row($d; both($s | above(1); $u | above(1)); ($s, $u | interval),
             (("sss", "dual") as $a | versus($d; "mtdf"; $a; 4096) | interval), ($s | n))],
     then: {"holds": "Where memory is short, stay away from SSS* and DUAL*.",
            "holds for some": ("Where memory is short, SSS* and DUAL* suffer first in the "
                               + "domains named."),
            "not settled": "At these depths a small table harms all of them alike.",
            "does not hold": "A small table does not harm them more than MTD(f) here."}},
    {id: "k3", uses: ["tables"],
     text: "With a large table SSS* takes fewer nodes than alpha-beta",
     source: ("Stockman 1979 (never more leaves, without deepening and ordering); Plaat et al. "
              + "1995."),
     rule: "nodes of SSS* by nodes of alpha-beta, 64M, ordering and deepening on, below 1.",
     columns: ["SSS* / alpha-beta", "DUAL* / alpha-beta", "n"],
     rows: [names[] as $d
       | versus($d; "alphabeta"; "sss"; 64 * mebi) as $s | versus($d; "alphabeta"; "dual";
             64 * mebi) as $u
       | row($d; $s | below(1); ($s, $u | interval), ($s | n))],
     then: {"holds": "Best-first search saves nodes; MTD(f) saves them more simply.",
            "holds for some": ("That SSS* visits fewer leaves is a theorem about distinct "
                               + "leaves of one search; nodes visited again count here, and they "
                               + "eat it up in the other domains."),
            "not settled": "Nodes visited again eat up what SSS* saves in distinct leaves.",
            "does not hold": ("That SSS* visits fewer leaves is a theorem about distinct leaves "
                              + "of one search; nodes visited again count here, and eat it up.")}}]};
