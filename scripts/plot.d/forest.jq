# P: ratio, lower and upper end of its interval ("" without one), n, wins, ties, losses; a series
# has one, and they are sorted by it. The reference is marked by an M row with its series.
include "select";

def rows($domain; $only):
    . as $report
    | (chosen($domain; $only) | one_depth) as $mine
    | ($mine | series | compared | sort_by(.rows[0].ratio.point_estimate)) as $series
    | ($mine[0].ratio.reference) as $reference
    | ($report | about("\($mine[0].by.spec), depth \($mine[0].by.depth): nodes per node of "
                       + $reference; $mine)),
      ["M", "reference", $reference],
      ($series | series_rows),
      (range($series | length) as $i | $series[$i].rows[0]
       | (if is_reference then ["M", "reference_series", $i + 1] else empty end),
         (.ratio | ["P", $i + 1, .point_estimate,
                  (.confidence_interval | .lower_bound // "", .upper_bound // ""),
                  .n, .wins, .ties, .losses]));
