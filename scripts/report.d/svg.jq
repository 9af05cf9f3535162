# svg.jq -- drawing: scales with their ticks, the look of each algorithm, panels with lines.
#
# Colours are classes (style.css has them for light and dark); text has the colour of the page. A
# number is a length in px of the figure unless it says otherwise.

include "text";

def px: . * 10 | round / 10 | tostring;

def line($class; $x1; $y1; $x2; $y2):
    "<line class=\"\($class)\" x1=\"\($x1 | px)\" y1=\"\($y1 | px)\" x2=\"\($x2 | px)\" y2=\"\($y2
        | px)\"/>";

# `.` is foreign: it is escaped here.
def words($class; $x; $y):
    "<text class=\"\($class)\" x=\"\($x | px)\" y=\"\($y | px)\">\(esc)</text>";

# Okabe and Ito's colours (wine for their yellow, which white paper swallows), by class h0..h8.
def looks: {
    "alphabeta": ["h0", "square", false, ""],       "failsoft": ["h1", "circle", true, ""],
    "aspiration": ["h2", "square", true, ""],       "aspiration+pvs": ["h3", "circle", false, ""],
    "mtdf": ["h4", "up", true, ""],                 "pvs": ["h5", "diamond", true, ""],
    "pvs-value": ["h6", "diamond", false, ""],      "negascout": ["h7", "down", true, ""],
    "scout": ["h8", "star", false, ""],             "minimax": ["h0", "cross", false, "dash"],
    "bisect": ["h5", "pentagon", false, "dash"],    "step": ["h7", "down", false, "dash"],
    "sss": ["h3", "up", false, "dash"],             "dual": ["h2", "pentagon", true, "dash"],
    "alphabeta-printed": ["h6", "square", false, "dot"],
    "failsoft-printed": ["h8", "circle", true, "dot"],
    "pvs-printed": ["h5", "diamond", true, "dot"],  "mtdf-printed": ["h4", "up", true, "dot"]};

# The look of an algorithm: [colour, marker, filled, dash]; DRIVER+CORE has the driver's colour.
def look: . as $name
    | looks as $looks
    | $looks[$name]
    // (split("+") as $parts
        | if ($parts | length) == 2 and $looks[$parts[0]] and $looks[$parts[1]]
          then $looks[$parts[0]][:1] + $looks[$parts[1]][1:3] + ["mixed"]
          else ["h9", "plus", false, "dot"] end);

def outline: {
    square: "M-4,-4H4V4H-4Z", circle: "M-4.5,0A4.5,4.5 0 1 1 4.5,0A4.5,4.5 0 1 1 -4.5,0Z",
    up: "M0,-5L5,4H-5Z", down: "M0,5L5,-4H-5Z", diamond: "M0,-5.5L5,0L0,5.5L-5,0Z",
    pentagon: "M0,-5L5,-1.5L3,4.5H-3L-5,-1.5Z", star: "M-4,-4L4,4M-4,4L4,-4M0,-5V5",
    cross: "M-4,-4L4,4M-4,4L4,-4", plus: "M-5,0H5M0,-5V5"}[.];

def marker($l; $x; $y):
    "<path class=\"m \($l[0]) \(if $l[2] then "f" else "o" end)\" transform=\"translate(\($x | px) "
        + "\($y | px))\" d=\"\($l[1] | outline)\"/>";

# ---- scales --------------------------------------------------------------------------------------

# From {min, max, log} to what `at` and `ticks` take.
def nice_step($n): (. / $n) as $raw | pow(10; $raw | log10 | floor) as $p
    | ($raw / $p) | (if . <= 1 then 1 elif . <= 2 then 2 elif . <= 5 then 5 else 10 end) * $p;

def steps($min; $max; $n): (($max - $min) | nice_step($n)) as $s
    | [range(($min / $s - 1e-9) | ceil; (($max / $s + 1e-9) | floor) + 1) * $s];

# About $n ticks within min and max: even steps; on a wide log axis the densest of these that fits.
def ticks($n): . as $s
    | def within($digits; $every):
          [range(.min | log10 | floor; (.max | log10 | ceil) + 1) | select(. % $every == 0)
           | pow(10; .) * $digits[] | select(. >= $s.min * 0.9999 and . <= $s.max * 1.0001)];
      if .log and .max / .min > 6 then
          first(within([1, 1.5, 2, 3, 5, 7]; 1), within([1, 2, 5]; 1), within([1]; range(1; 400))
                | select(length <= $n * 1.3))
      else steps(.min; .max; $n) end;

# Where value $v lies between $from and $to; what lies outside lands on the edge.
def at($v; $from; $to):
    (if .log then (if $v == null or $v <= 0 then null else ($v / .min | log) / (.max / .min
        | log) end)
     elif $v == null then null else ($v - .min) / (.max - .min) end)
    | if . == null then null else $from + ([[., 0] | max, 1] | min) * ($to - $from) end;

# A scale for ratios, [[point, low, high], ..]: all points and 1, but for what lies far from the
# others (beyond the cube of the quartiles); intervals as far as they keep proportion.
def ratio_scale($ratios):
    ([$ratios[][0]] | sort) as $p | ($p | length) as $n
    | ([0.6, (if $n > 0 then pow($p[$n / 4 | floor]; 3) else 1 end)] | min) as $lowest
    | ([1.6, (if $n > 0 then pow($p[$n * 3 / 4 | floor]; 3) else 1 end)] | max) as $highest
    | [$ratios[] | select(.[0] >= $lowest and .[0] <= $highest)] as $shown
    | ([$shown[][0], 1] | min) as $least | ([$shown[][0], 1] | max) as $most
    | ([$most / $least, 1.1] | max | sqrt) as $room
    | ([$shown[][1] | select(. != null and . > 0)] + [$least] | min) as $low
    | ([$shown[][2] | select(. != null)] + [$most] | max) as $high
    | {log: true, min: ([$low, $least / $room / 1.2] | max / 1.01),
       max: ([$high, $most * $room * 1.2] | min * 1.01)};

# ---- panels --------------------------------------------------------------------------------------

# Names beside the ends of lines, [{y, ..}] sorted by y: 15 px apart at the least.
def spread($top; $bottom):
    length as $n
    | (reduce .[] as $p ([]; . + [$p + {at: ([$p.y, (if length > 0 then .[-1].at + 15
        else $top end)] | max)}]))
    | reduce range($n - 1; -1; -1) as $i (.;
          .[$i].at = ([.[$i].at, (if $i == $n - 1 then $bottom else .[$i + 1].at - 15 end)] | min));

# What lies beyond the axis: an arrow at its edge.
def edge_arrow($l; $x; $y; $up):
    "<path class=\"arrow \($l[0])\" d=\"M\($x | px),\($y | px)l-5,\(if $up then 8
        else -8 end)h10z\"/>";

# A panel with lines: {x, y, width, height, title, x_title, x_scale, y_scale,
# x_ticks: [[value, text]], y_unit, baseline, series: [{look, label, points: [{x, y, low, high, text}]}], dodge: px from the
# first to the last series, names: true to name the lines at the right}. A line with points beyond
# the axis is drawn as points and arrows alone.
def panel: . as $p
    | (.x + .width) as $right | (.y + .height) as $bottom
    | (.series | length) as $n
    | def height_of($v): $p.y_scale | at($v; $bottom; $p.y);
      [.series | to_entries[] | .key as $i | .value
       | (if $p.dodge and $n > 1 then ($i / ($n - 1) - 0.5) * $p.dodge else 0 end) as $shift
       | .places = [.points[] | select(.y != null)
                    | .x as $v
                    | {x: (($p.x_scale | at($v; $p.x; $right)) + $shift), y: height_of(.y),
                       low: height_of(.low), high: height_of(.high), text, value: .y,
                       above: (.y > $p.y_scale.max), below: (.y < $p.y_scale.min),
                       barred: (.low != null or .high != null)}]
       | select(.places | length > 0)] as $series
    | (.title | words("t"; $p.x; $p.y - 14)),
      (.y_scale | ticks($p.height / 45)[] | height_of(.) as $y
       | line("g"; $p.x; $y; $right; $y),
         ((if $p.y_unit == "%" then "\(. * 100 | short)\u00a0%" else short end)
          | words("e"; $p.x - 8; $y + 4))),
      line("a"; .x; $bottom; $right; $bottom),
      (.x_ticks[] | .[0] as $v | ($p.x_scale | at($v; $p.x; $right)) as $x
       | line("a"; $x; $bottom; $x; $bottom + 5), (.[1] | words("c"; $x; $bottom + 19))),
      (.x_title | words("c"; ($p.x + $right) / 2; $bottom + 38)),
      (if .baseline then height_of($p.baseline) as $y | line("one"; $p.x; $y; $right; $y)
       else empty end),
      ($series[] | .look as $l
       | "<g><title>\(.label | esc)</title>",
         (.places[] | select(.barred and (.above or .below | not))
          | line("i \($l[0])"; .x; .low // $bottom; .x; .high // $p.y)),
         (if any(.places[]; .above or .below) then empty else
          "<polyline class=\"l \($l[0]) \($l[3])\" points=\"\([.places[]
              | "\(.x | px),\(.y | px)"] | join(" "))\"/>" end),
         (.places[] | "<g><title>\(.text | esc)</title>" + (
              if .above or .below then edge_arrow($l; .x; .y; .above) else marker($l; .x; .y) end)
              + "</g>"),
         "</g>"),
      (if .names then
           [$series[] | .places[-1] as $last | {label: .label, look, x: $last.x, y: $last.y,
               beyond: (if $last.above then " ↑\u00a0\($last.value | short)"
                        elif $last.below then " ↓\u00a0\($last.value | short)" else "" end)}]
           | sort_by(.y) | spread($p.y; $bottom)[]
           | "<g><title>\(.label | esc)</title>",
             "<path class=\"lead \(.look[0])\" d=\"M\(.x + 7 | px),\(.y | px)L\($right + 22
                 | px),\(.at | px)H\($right + 26 | px)\"/>",
             marker(.look; $right + 34; .at),
             (.at as $at | (.label | cut(30)) + .beyond | words("n"; $right + 44; $at + 4)),
             "</g>"
       else empty end);
