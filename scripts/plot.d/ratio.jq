# P: depth, ratio, lower and upper end of its interval ("" without one), n.
include "select";

def rows($domain; $only):
    . as $report
    | chosen($domain; $only) as $mine
    | ($mine | map(.by.depth) | distinct) as $depths
    | if ($depths | length) < 2 then
          fail("has a single depth, \($depths[0]); make one with several, such as --depth=3..8")
      else . end
    | ($mine | series | compared | map(select(any(.rows[]; is_reference | not)))) as $series
    | if ($series | length) == 0 then fail("has only the reference, \($mine[0].by.algo)") else . end
    | ($mine[0].ratio.reference) as $reference
    | ($report | about("\($mine[0].by.spec): nodes per node of \($reference), by depth"; $mine)),
      ["M", "reference", $reference],
      ($series | series_rows),
      (range($series | length) as $i | $series[$i].rows[] | select(.ratio.point_estimate != null)
       | ["P", $i + 1, .by.depth, .ratio.point_estimate,
          (.ratio.confidence_interval | .lower_bound // "", .upper_bound // ""), .ratio.n]);
