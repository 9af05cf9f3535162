# P: window (half its width), ratio, lower and upper end of its interval, share of iterations whose
# first search failed low, failed high, share of nodes in re-searches, the window as text, mark ("*"
# the best of the report's family, "~" not to be told from it), n.
include "select";

def rows($domain; $only):
    . as $report
    | (chosen($domain; $only) | map(select(.by.driver == "aspiration")) | one_depth) as $mine
    | if ($mine | length) == 0 then
          fail("holds no aspiration rows; sweep with scripts/sweep-window") else . end
    | ($mine | map(.by.algo) | distinct) as $algos
    | if ($algos | length) > 1 then
          fail("has several algorithms with windows; choose one with --algo=NAME: "
               + ($algos | listed))
      else . end
    | if ($mine | map(.by.window) | distinct | length) < 2 then
          fail("has a single window, \($mine[0].by.window | window_text); make one with several, "
               + "such as --window=1..400*2") else . end
    # A line is what is alike in all but the window.
    | ($mine | map(.by | settings | del(.window)) | distinct) as $configs
    | [$configs[0] | keys_unsorted[] | . as $k
       | select($k != "widen" and ([$configs[] | .[$k] | values] | distinct | length > 1))
      ] as $differ
    | [$configs[] as $c
       | {label: ([$c.widen, ($differ[] as $k | $c | setting_text($k))] | join(" ")),
          algo: $c.widen,
          variant: ($configs | map(select(.widen == $c.widen)) | map(. == $c) | index(true)),
          rows: ($mine | map(select((.by | settings | del(.window)) == $c))
                 | sort_by([(.by.window | add), .by.window[0]]))}] as $series
    | ($series | map(select(any(.rows[]; .n > 0) | not) | .label)) as $empty
    | if ($empty | length) > 0 then fail("has no finished searches by \($empty | listed)")
      else . end
    | ($series | compared) as $series
    | ($mine[0].by | keys) as $keys
    # An iteration failed when it took more than one pass; the first pass says on which side.
    | by_search([$report.results[] | select(.algo == $algos[0] and .status == "ok"
                                            and .depth == $mine[0].by.depth)]; $keys;
          .[0] as $old | .[1].iterations
          | [.[] | select(.guess | not) | .passes | select(length > 1) | .[0]] as $failed
          | ([$failed[] | select(.alpha != null and .value <= .alpha)] | length) as $low
          | {low: ($old.low + $low), high: ($old.high + ($failed | length) - $low)}) as $fails
    | marks($report; $mine) as $marks
    | ([$mine, $marks] | transpose) as $marked
    | ([$marked[] | select(.[1] == "*") | .[0]] | .[0]) as $best
    | ([$report.best[] | select($best != null and .by == $best.by)] | .[0]) as $family
    | (($configs | length) > 1) as $several
    | ($report | about("\($mine[0].by.spec), depth \($mine[0].by.depth), \($algos[0]): which "
                       + "window?"; $mine)),
      ["M", "reference", $mine[0].ratio.reference],
      (if $best then
           ["M", "best", "Best of \($family.among): window "
            + ($best.by | (.window | window_text) + if $several then " \(.widen)" else "" end)],
           ["M", "best_low", ($best.ratio.confidence_interval.lower_bound // "")],
           ["M", "best_high", ($best.ratio.confidence_interval.upper_bound // "")],
           ["M", "best_ratio", $best.ratio.point_estimate],
           ["M", "tied", ($family.not_distinguished | length)],
           ["M", "worse", ($family.worse | length)],
           ["M", "tied_names", ($marked | tied_names($series | map(.label)))]
       else empty end),
      ($series | series_rows),
      (range($series | length) as $i | $series[$i].rows[] | select(.ratio.point_estimate != null)
       | . as $row | ($fails[.by | search_key($keys)]) as $f
       | ["P", $i + 1, (.by.window | add / 2), .ratio.point_estimate,
          (.ratio.confidence_interval | .lower_bound // "", .upper_bound // ""),
          $f.low / .iterations, $f.high / .iterations, .research_share, (.by.window | window_text),
          first($marked[] | select(.[0].by == $row.by) | .[1]), .ratio.n]);
