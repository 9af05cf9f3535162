# P: ratio, share of positions with that ratio or a smaller one; in rising order.
# An M row has each series' median, as the report has it.
include "select";

def rows($domain; $only):
    . as $report
    | (chosen($domain; $only) | one_depth) as $mine
    | ($mine | series | compared | map(select(.rows[0] | is_reference | not))) as $series
    | if ($series | length) == 0 then fail("has only the reference, \($mine[0].by.algo)") else . end
    | ($mine[0].ratio.reference) as $reference
    | ($report | about("\($mine[0].by.spec), depth \($mine[0].by.depth): how the ratio to "
                       + "\($reference) is distributed"; $series | map(.rows[0]))),
      ["M", "reference", $reference],
      ($series | series_rows),
      (range($series | length) as $i | $series[$i].rows[0]
       | ["M", "median \($i + 1)", .ratio.median],
         (pairs($report.results; .) | map(.own / .other) | sort | length as $n
          | to_entries | group_by(.value)[] | .[-1] | ["P", $i + 1, .value, (.key + 1) / $n]));
