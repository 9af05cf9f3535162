# figures.jq -- the figures of a group: forest of ratios, nodes by depth, window curve.
#
# Each is a <figure> with a caption that says n, the axis, and what could not be drawn and why.

include "text";
include "svg";

def interval: .ratio.confidence_interval | if . == null then null else [.lower_bound,
    .upper_bound] end;
def bar: [.ratio.point_estimate] + (interval // []);
def interval_text: interval | if . == null then "no interval"
    else "\(.[0] | fixed(3)) to \(if .[1] == null then "infinity" else .[1] | fixed(3) end)" end;
def is_reference: .ratio.reference_config != null and .by.algo == .ratio.reference
    and .ratio.point_estimate == 1 and .ratio.ties == .ratio.n;

# An SVG with a name and a description, scrolled sideways where the screen is narrow.
def figure($id; $width; $height; $title; $desc; $body; $caption):
    "<figure>",
    "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"\($title | esc)\">",
    "<svg role=\"img\" viewBox=\"0 0 \($width) \($height)\" width=\"\($width)\" "
        + "height=\"\($height)\" aria-labelledby=\"\($id)-t \($id)-d\">",
    "<title id=\"\($id)-t\">\($title | esc)</title>",
    "<desc id=\"\($id)-d\">\($desc | esc)</desc>",
    $body[],
    "</svg>", "</div>",
    "<figcaption>\($caption | esc)</figcaption>",
    "</figure>";

def sentence: if . == "" then empty else . end;
def sentences: map(select(. != null and . != "")) | join(" ");

# ---- ratios at one depth -------------------------------------------------------------------------

def most_in_forest: 40;

# `.` is a group. The deepest depth that has ratios.
def forest($id): . as $group
    | ([.aggregates[] | select(.ratio.point_estimate != null) | .by.depth] | max) as $depth
    | [.aggregates[] | select(.by.depth == $depth)] as $here
    | [$here[] | select(.ratio.point_estimate == null)] as $without
    | ([$here[] | select(.ratio.point_estimate != null)] | sort_by(.ratio.point_estimate)) as $all
    | $all[:most_in_forest] as $drawn
    | if ($drawn | length) == 0 then empty else
      ($drawn[0].ratio.reference) as $reference
    | ($drawn | map(.ratio.n) | unique) as $ns
    | ([$drawn[].label | cut(42) | length] | max * 7 + 34 | [., 90] | max) as $left
    | 860 as $width | ($width - 190) as $right
    | ($drawn | length * 22 + 34) as $bottom
    | ratio_scale([$drawn[] | bar]) as $scale
    | def place($v): $scale | at($v; $left; $right);
      def beyond: . < $scale.min or . > $scale.max;
      def arrow($hue; $low; $y):
          "<path class=\"arrow \($hue)\" d=\"M\(if $low then $left else $right end | px),\($y | px)"
          + "l\(if $low then 8 else -8 end),-5v10z\"/>";
      ("\($group.name), depth \($depth): nodes relative to \($reference)") as $title
    | ([$drawn[] | interval | select(. != null)
        | select(.[0] < $scale.min or .[1] == null or .[1] > $scale.max)] | length) as $clipped
    | [("ratio [95 % interval]" + (if ($ns | length) > 1 then ", n" else "" end) | words("h";
        $right + 14; 20)),
       ($scale | ticks(7)[] | . as $v
        | line("g"; place($v); 30; place($v); $bottom), ($v | short | words("c"; place($v);
            $bottom + 18))),
       line("a"; $left; $bottom; $right; $bottom),
       line("one"; place(1); 30; place(1); $bottom),
       ("nodes / nodes of \($reference) (log axis); left of 1: fewer" | words("c";
           ($left + $right) / 2; $bottom + 38)),
       ($drawn | to_entries[] | (.key * 22 + 46) as $y | .value as $a
        | ($a.by.algo | look) as $l | ($a | interval) as $i
        | "<g><title>\($a.label | esc): ratio \($a.ratio.point_estimate | fixed(3)), \($a
            | interval_text), n = \($a.ratio.n)</title>",
          (($a.label | cut(42)) + (if $a.sound then "" else " †" end) | words("e"; $left - 14; $y
              + 4)),
          (if $i and ($a.ratio.point_estimate | beyond | not) then
               line("i thick \($l[0])"; place($i[0]) // $left; $y; place($i[1]) // $right; $y),
               (if $i[0] < $scale.min then arrow($l[0]; true; $y) else empty end),
               (if $i[1] == null or $i[1] > $scale.max then arrow($l[0]; false; $y) else empty end)
           else empty end),
          (if ($a.ratio.point_estimate | beyond) then arrow($l[0]; $a.ratio.point_estimate < 1; $y)
           else marker($l; place($a.ratio.point_estimate); $y) end),
          (($a.ratio.point_estimate | fixed(3))
           + (if ($a | is_reference) then " (reference)"
              elif $i then " [\($i[0] | fixed(3)), \($i[1] | if . == null then "∞"
                  else fixed(3) end)]"
              else "" end)
           + (if ($ns | length) > 1 then ", \($a.ratio.n)" else "" end)
           | words("n"; $right + 14; $y + 4)),
          "</g>")] as $body
    | [("Nodes per node of \($reference) at depth \($depth), position by position: geometric means "
        + "with 95 % intervals, fewest nodes on top."),
       (if ($ns | length) == 1 then "n = \($ns[0])." else "n differs: \($ns[0]) to "
           + "\($ns[-1])." end),
       (if ($group.depths | length) > 1 then "The other depths are in the table." else "" end),
       (if ($all | length) > ($drawn | length) then
            "Drawn are the \($drawn | length) smallest of \($all | length) ratios; the others are "
                + "in the table." else "" end),
       (if $clipped > 0 then "An arrow: the ratio or its interval lies beyond the axis."
           else "" end),
       (if any($drawn[]; .sound | not) then "† unsound: it may return wrong values or moves."
           else "" end),
       (if ($without | length) > 0 then
            "Without a ratio: \($without | map("\(.label) (\(.ratio.missing // .missing // "no "
                + "reason given"))") | listed(5))." else "" end)] as $caption
    | figure($id; $width; $bottom + 52; $title;
          ([$drawn[:12][] | "\(.label) \(.ratio.point_estimate | fixed(3))"] | join(", ")); $body;
              $caption | sentences)
    end;

# ---- lines ---------------------------------------------------------------------------------------

def most_lines: 14;

# Of aggregates, one configuration for each algorithm: the one that is best where it is deepest.
def one_each: group_by(.by.algo)
    | map(group_by(.label)
          | min_by((max_by(.by.depth) | [-(.by.depth),
              .ratio.point_estimate // .nodes.geomean // 1e300])))
    | sort_by(max_by(.by.depth) | .nodes.geomean // 0);

# Points that one panel shows of a search at several depths; the first is drawn first, below others.
def series(points): [reverse[] | {look: (.[0].by.algo | look), label: .[0].label, points: points}];

def depth_scale: {log: false, min: (.[0] - 0.4), max: (.[-1] + 0.4)};
def depth_ticks: . as $d | (($d[-1] - $d[0]) / 12 | floor + 1) as $every
    | [$d[] | select((. - $d[0]) % $every == 0) | [., tostring]];

def by_depth($id; $signature): . as $group
    | (reduce .aggregates[] as $a ({}; ($a.by.depth | tostring) as $d | .[$d] = ([.[$d] // 0,
        $a.n] | max))) as $most
    | [.aggregates[] | select(.n > 0 and .nodes.geomean != null)] as $counted
    | [$counted[] | select(.n == $most[.by.depth | tostring])] as $whole
    | ($counted | map(select(.n != $most[.by.depth | tostring]))) as $fewer
    | ($whole | map(.by.depth) | unique) as $depths
    | if ($depths | length) < 2 then empty else
      ($whole | one_each) as $configs
    | $configs[:most_lines] as $drawn
    | ([$drawn[][].ratio.point_estimate | select(. != null)]) as $ratios
    | ($ratios | length > 0) as $compared
    | ([$drawn[][0].label | cut(30) | length] | max * 7 + 60) as $names
    | ([$names, 110] | max) as $names
    | ratio_scale([$drawn[][] | bar | select(.[0] != null)]) as $ratio_axis
    | 860 as $width
    | (if $compared then ($width - 54 - 62 - $names) / 2 else $width - 54 - $names end) as $panel
    | ([$drawn[][].nodes.geomean] | {log: true, min: (min / 1.15), max: (max * 1.15)}) as $scale
    | (if $scale.max / $scale.min < 2 then $scale | .min /= 1.4 | .max *= 1.4
        else $scale end) as $scale
    | {y: 44, height: 290, width: $panel, x_scale: ($depths | depth_scale), x_ticks: ($depths
        | depth_ticks),
       x_title: "depth (plies)"} as $common
    | ([$drawn[][].ratio.reference] | unique | .[0]) as $reference
    | [($common + {x: 54, title: "nodes (geometric mean, log axis)", y_scale: $scale,
        names: ($compared | not),
         series: ($drawn | series(sort_by(.by.depth) | map({x: .by.depth, y: .nodes.geomean,
             text: ("depth \(.by.depth), \(.label): "
                 + "\(.nodes.geomean | whole) nodes, n = \(.n)")})))} | panel),
       (if $compared then $common + {x: (54 + $panel + 62), names: true, baseline: 1,
            title: "nodes / nodes of \($reference) (log axis)",
            dodge: ($panel / ($depths | length) * 0.45),
            y_scale: $ratio_axis,
            series: ($drawn | series(sort_by(.by.depth) | map({x: .by.depth,
                y: .ratio.point_estimate,
                low: (interval | .[0]?), high: (interval | .[1]?),
                text: ("depth \(.by.depth), \(.label): \(.ratio.point_estimate | fixed(3)), "
                    + "\(interval_text), n = \(.ratio.n)")})))} | panel
        else empty end)] as $body
    | ($whole | map(.n) | unique) as $ns
    | [("Nodes a position, in all iterations\(if $compared then ", and the ratio to \($reference) "
        + "with 95 % intervals (cut where they leave the axis; points stand a little apart)"
        else "" end)."),
       "n = \($ns | if length == 1 then "\(.[0])" else "\(.[0]) to \(.[-1])" end), signature "
           + "\($signature).",
       (if any($counted | group_by([.by.algo, .by.depth])[]; length > 1) then
            "Of each algorithm the configuration with the smallest ratio at its deepest depth."
                else "" end),
       (if $compared and any($ratios[]; . < $ratio_axis.min or . > $ratio_axis.max) then
            "Arrows: ratios beyond the axis." else "" end),
       (if ($configs | length) > ($drawn | length) then "Drawn are \($drawn | length) of "
           + "\($configs | length) algorithms, those with the fewest nodes." else "" end),
       (if ($compared | not) then "No ratios: \($whole[0].ratio.missing // "no reference")."
           else "" end),
       (if ($fewer | length) > 0 then
            "Not drawn, because they stand for fewer positions than the others: \($fewer
                | map("\(.label) at depth \(.by.depth) (n = \(.n))") | listed(6))." else "" end),
       ([$group.aggregates[] | select(.n == 0)] | if length > 0 then
            "No finished search: \(map("\(.label) at depth \(.by.depth)") | listed(6))."
                else "" end)] as $caption
    | figure($id; $width; 390; "\($group.name): nodes by depth";
          ([$drawn[] | max_by(.by.depth) | "\(.label): \(.nodes.geomean | whole) nodes at depth "
              + "\(.by.depth)"] | join(", "));
          $body; $caption | sentences)
    end;

# ---- windows -------------------------------------------------------------------------------------

def most_windows: 8;
def most_barred: 4;

# Points either side of the guess; the mean where the sides differ.
def half_width: .by.window | (.[0] + .[1]) / 2;

# Lines of one algorithm differ by how they widen.
def policy_look: {full: ["square", true], bound: ["circle", true], gradual: ["up", false],
                  both: ["down", false], recentre: ["diamond", true]}[.] // ["plus", false];
def policy_dash: [{bound: "dash", gradual: "dot", both: "mixed", recentre: "dash"}[.] // ""];

# A line for each way to widen and to guess; the x axis is the window.
def window_curve($id): . as $group
    | ([.aggregates[] | select(.by.window != null and .ratio.point_estimate != null) | .by.depth]
        | max) as $depth
    | [.aggregates[] | select(.by.depth == $depth and .by.window != null and .n > 0)] as $windowed
    | ($windowed | map(select(.ratio.point_estimate != null)) | group_by([.by.algo, .by.widen,
        .by.widen_factor, .by.guess])
       | map(sort_by(half_width)) | map(select(map(.by.window) | unique | length > 1))
       | sort_by(map(.ratio.point_estimate) | min)) as $all
    | if ($all | length) == 0 then empty else
      $all[:most_windows] as $drawn
    | ([$drawn[][] | half_width] | unique) as $xs
    | ($drawn | map(.[0].by | [.widen, .widen_factor]) | unique | length > 1) as $widens
    | ($drawn | map(.[0].by.guess) | unique | length > 1) as $guesses
    | def name: [.by.algo, (if $widens then .by.widen + (if .by.widen_factor
        then "×\(.by.widen_factor)" else "" end) else empty end),
                 (if $guesses then .by.guess else empty end)] | join(" ");
      ([$drawn[][0] | name | cut(30) | length] | max * 7 + 60 | [., 110] | max) as $names
    | 860 as $width | (($width - 54 - 62 - $names) / 2) as $panel
    | {y: 44, height: 290, width: $panel, x_title: "window (points either side, log axis)",
       x_scale: {log: true, min: ($xs[0] / 1.15), max: ($xs[-1] * 1.15)}} as $common
    | ($common + {x_ticks: (if ($xs | length) <= 7 and ([range(1; $xs | length)
        | $xs[.] / $xs[. - 1]] | min > 1.35)
          then $xs else ($common.x_scale | ticks(5)) end | map([., short]))}) as $common
    | def lines(value; low; high; text): [$drawn[] | {label: (.[0] | name),
          look: (.[0].by | (.algo | look)[:1] + (.widen | policy_look + policy_dash)),
          points: map({x: half_width, y: value, low: low, high: high,
                       text: "window \(.by.window | window_text), \(name): \(text)"})}];
      def barred: if ($drawn | length) <= most_barred then interval else null end;
      def failed: if .iterations > 0 then .failed_iterations / .iterations else null end;
      ([$drawn[][] | failed | select(. != null)] | max // 0) as $worst
    | ($drawn[0][0].ratio.reference) as $reference
    | [($common + {x: 54, title: "iterations whose window failed", y_unit: "%",
            y_scale: {log: false, min: 0, max: ([$worst * 1.05, 0.01] | max)},
            series: lines(failed; null; null; "\(failed | percent(1)) of \(.iterations) iterations "
                + "failed")} | panel),
       ($common + {x: (54 + $panel + 62), names: true, baseline: 1,
            title: "nodes / nodes of \($reference) (log axis)",
            y_scale: ratio_scale([$drawn[][] | [.ratio.point_estimate] + (barred // [])]),
            dodge: (if ($drawn | length) > 1 then 10 else 0 end),
            series: lines(.ratio.point_estimate; (barred | .[0]?); (barred | .[1]?);
                          "\(.ratio.point_estimate | fixed(3)), \(interval_text), n = "
                              + "\(.ratio.n)")} | panel)] as $body
    | ($drawn | map(.[] | {name: name, window: .by.window, ratio: .ratio.point_estimate})
        | min_by(.ratio)) as $best
    | [("The window's cost at depth \($depth): ratio of nodes\(if ($drawn | length) <= most_barred
        then " with 95 % intervals" else "" end), and how many iterations took a second pass."),
       "n = \([$drawn[][].ratio.n] | unique | span).",
       (if any($drawn[][]; .by.window | .[0] != .[1]) then "Windows with unlike sides stand at "
           + "their mean." else "" end),
       (if ($all | length) > ($drawn | length) then "Drawn are the best \($drawn | length) of "
           + "\($all | length) lines." else "" end),
       (if ($drawn | length) > most_barred then "Their intervals are in the table." else "" end),
       "Smallest ratio: \($best.ratio | fixed(3)), \($best.name) with window \($best.window
           | window_text)."] as $caption
    | figure($id; $width; 390; "\($group.name), depth \($depth): the window";
          ([$drawn[][] | "\(.label) \(.ratio.point_estimate | fixed(3))"][:20] | join(", "));
              $body; $caption | sentences)
    end;
