# P: depth, geometric mean of nodes, n. The minimal tree is the report's own, where it has rows of
# that algorithm, else the closed form where it holds.
include "select";

# Leaves of a minimal tree are b^ceil(d/2) + b^floor(d/2) - 1 (Knuth & Moore 1975), and its nodes at
# ply k are as many as the leaves at depth k. With deepening each iteration has one.
def power($b; $n): reduce range($n) as $i (1; . * $b);
def minimal_nodes($b; $d):
    reduce range($d + 1) as $k (0;
        . + power($b; ($k + 1) / 2 | floor) + power($b; $k / 2 | floor) - 1);
def minimal_count($b; $d; $deepening):
    reduce (if $deepening then range(1; $d + 1) else $d end) as $i (0; . + minimal_nodes($b; $i));

def rows($domain; $only):
    . as $report
    | chosen($domain; $only) as $mine
    | ($mine | map(.by.depth) | distinct) as $depths
    | if ($depths | length) < 2 then
          fail("has a single depth, \($depths[0]); make one with several, such as --depth=3..8")
      else . end
    | ($mine | series) as $series
    | ($mine[0].by) as $by
    | ([$mine[].by | [.deepening, .quiescence]] | distinct) as $ways
    | ($by.spec | select(test("^uniform:")) | select(test("commute=1") | not)
       | capture("[:,]b=(?<b>[0-9]+)(,|$)") | .b | tonumber) // null
    | . as $b
    | ($series | any(.algo == "minimal")) as $measured
    | ($b != null and ($measured | not) and ($ways | length) == 1
       and $ways[0][1] == false) as $closed
    | ($report | about("\($by.spec): nodes by depth"; $mine)),
      ($series | map(if .algo == "minimal" then .label = "minimal tree (measured)" else . end)
       | series_rows),
      (if $closed then ["S", ($series | length) + 1, "minimal tree (closed form)", "minimal", 0],
          ["M", "note", "Minimal tree: Knuth & Moore's b^ceil(d/2) + b^floor(d/2) - 1 summed over "
              + "plies" + (if $ways[0][0] then " and iterations." else "." end)]
       else empty end),
      (range($series | length) as $i | $series[$i].rows[] | select(.n > 0)
       | ["P", $i + 1, .by.depth, .nodes.geomean, .n]),
      (if $closed then $depths | sort[] | . as $d
          | ["P", ($series | length) + 1, ., minimal_count($b; $d; $ways[0][0]), ""]
       else empty end);
