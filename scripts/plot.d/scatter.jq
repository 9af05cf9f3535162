# P: nodes of the reference, nodes of the algorithm, position; a point for each position.
include "select";

def rows($domain; $only):
    . as $report
    | (chosen($domain; $only) | one_depth) as $mine
    | ($mine | series | compared | map(select(.rows[0] | is_reference | not))) as $series
    | if ($series | length) == 0 then fail("has only the reference, \($mine[0].by.algo)")
      elif ($series | length) > 1 then
          fail("has several to compare with \($mine[0].ratio.reference); choose one with "
               + "--algo=NAME or --only=KEY=VALUE: \($series | map(.label) | listed)")
      else . end
    | $series[0].rows[0] as $row
    | ($report | about("\($row.by.spec), depth \($row.by.depth): nodes of \($series[0].label) "
                       + "against " + $row.ratio.reference; [$row])),
      ["M", "reference", $row.ratio.reference],
      ($row.ratio | ["M", "fewer", .wins], ["M", "same", .ties], ["M", "more", .losses],
       ["M", "ratio", .point_estimate], ["M", "low", .confidence_interval.lower_bound // ""],
     ["M", "high", .confidence_interval.upper_bound // ""]),
      ($series | series_rows),
      (pairs($report.results; $row)[] | ["P", 1, .other, .own, .id]);
