# P: series 1, number of the depth's column, of the window's row, ratio, mark ("*" the smallest at
# its depth, "~" not to be told from it, as the report's `best` has it).
include "select";

def rows($domain; $only):
    . as $report
    | (chosen($domain; $only) | map(select(.by.window != null))) as $mine
    | if ($mine | length) == 0 then fail("has no searches with a window, such as aspiration")
      else . end
    | ($mine | map(.by | settings | del(.window)) | distinct) as $configs
    | if ($configs | length) > 1 then
          ([$configs[0] | keys_unsorted[] | . as $k
            | select(. != "widen_factor" and ($configs | map(.[$k]) | distinct | length > 1))]
          ) as $differ
          | fail("has several searches with windows; choose one with --only=KEY=VALUE: "
                 + ($differ | map(. as $k | $configs | map(.[$k] | value_text) | distinct
                                  | "\($k) is \(join(" or "))") | join("; ")))
      else . end
    | ($mine | map(.by.depth) | unique) as $depths
    | ($mine | map(.by.window) | unique | sort_by([add, .[0]])) as $windows
    | if ($windows | length) < 2 then
          fail("has a single window, \($windows[0] | window_text); make one with several, such as "
               + "--window=1..400*2") else . end
    | [$depths[] as $d | $windows[] as $w
       | ($mine | map(select(.by.depth == $d and .by.window == $w)) | .[0])
       | if .ratio.point_estimate == null then
             fail("has no ratio at window \($w | window_text), depth \($d): "
                  + (.ratio.missing // "no such search")) else . end] as $cells
    | marks($report; $cells) as $marks
    | ($report | about("\($mine[0].by.spec), \($mine[0].by.algo) (\($mine[0].by.widen)): nodes per "
                       + "node of \($mine[0].ratio.reference), by depth and window"; $mine)),
      ["M", "reference", $mine[0].ratio.reference],
      ["S", 1, $mine[0].by.algo, $mine[0].by.algo, 0],
      ($depths | to_entries[] | ["M", "depth \(.key + 1)", .value]),
      ($windows | to_entries[] | ["M", "window \(.key + 1)", (.value | window_text)]),
      (range($cells | length) as $i | $cells[$i] | .by as $by | .ratio.point_estimate as $r
       | ($cells | map(select(.by.depth == $by.depth).ratio.point_estimate) | min) as $least
       | ["P", 1, ($depths | index($by.depth) + 1),
          ($windows | map(. == $by.window) | index(true) + 1), $r,
          (if $r == $least then "*" elif $marks[$i] == "~" then "~" else "" end)]);
