# A figure of the claims as a gnuplot program: panels side by side, a line for each domain or
# algorithm.
#   jq -r -L . --arg figure NAME --arg file FILE.svg -f figure.jq claims.json
# A panel: {title, x, y, log, line, range, tics, bars, arrows, lines: [{name, points}]}. x and y
# say what the axes are; log is "x" or ""; line is drawn across; range and tics are x's; points
# are [x, y, low, high], with bars for the interval, or with arrows [x, y, dx, dy].

# Okabe and Ito's colours (wine for their yellow, which white paper swallows), and markers;
# algorithms look as in the other figures.
def look:
  {"uniform trees": ["#7F7F7F", 4], "incremental trees": ["#000000", 6],
   "ordered trees": ["#882255", 8],
   "tic-tac-toe": ["#56B4E9", 5], "connect four": ["#E69F00", 7], "Othello": ["#009E73", 9],
   "checkers": ["#D55E00", 11], "chess": ["#0072B2", 13], "xiangqi": ["#CC79A7", 15],
   "pvs": ["#0072B2", 13], "negascout": ["#009E73", 11], "scout": ["#882255", 3]}[.]
  // error("there is no colour for \(.)");
def quoted: "'" + gsub("'"; "''") + "'";

[.[].statements[].figure // empty | select(.file == $figure)][0]
| .panels as $panels
| if any($panels[].lines[]; .points | length == 0) then error("empty line") else . end
| ($panels | length) as $count
| (0.83 - 0.075 * ($count - 1)) as $edge
| (($edge - 0.06 - 0.075 * ($count - 1)) / $count) as $width
| "set terminal svg size \(if $count == 1 then 900 else 1250 end),520 font 'sans,14' "
  + "background 'white' noenhanced",
  "set output \($file | quoted)", "set encoding utf8", "set datafile missing '?'",
  (range($count) as $i | $panels[$i].lines | range(length) as $j
   | "$d\($i)_\($j) << EOD", (.[$j].points[] | map(. // "?" | tostring) | join(" ")), "EOD"),
  "set multiplot", "set border 3", "set tics nomirror", "set grid y lc rgb '#DDDDDD' lt 1",
  "set pointsize 0.8", "set tmargin at screen 0.88", "set bmargin at screen 0.14",
  (range($count) as $i | $panels[$i]
   | (0.07 + $i * ($width + 0.075)) as $left
   | "set lmargin at screen \($left)", "set rmargin at screen \($left + $width)",
     (if .log == "x" then "set logscale x" else "unset logscale" end),
     "set xlabel \(.x | quoted)",
     "set label 1 \(.title + ": " + .y | quoted) at graph 0, graph 1.07 left",
     "set format '%g'", "set autoscale", "set xrange \(.range // "[*:*]")",
     "set offsets graph 0.02, graph 0.02, 0, 0",
     (if .tics then "set xtics (" + ([.tics[] | "\(.[1] | quoted) \(.[0])"] | join(", ")) + ")"
      else "set xtics auto" end),
     (if $i == $count - 1
      then "set key at screen \($edge + 0.015), 0.88 left top Left reverse samplen 2"
      elif (.lines | map(.name)) != ($panels[-1].lines | map(.name))
      then "set key at graph 0.98, 0.98 right top Left reverse samplen 2"
      else "unset key" end),
     "plot " + ([
       (if .line then "\(.line) with lines lc rgb '#888888' dt 2 lw 1 notitle" else empty end),
       (range(.lines | length) as $j | "$d\($i)_\($j)" as $data | .lines[$j].name
        | look as [$colour, $marker] | "lc rgb '\($colour)'" as $colour
        | if $panels[$i].arrows then
            "\($data) using 1:2:3:4 with vectors head filled lw 2 \($colour) title \(quoted)"
          else
            (if $panels[$i].bars
             then "\($data) using 1:2:3:4 with yerrorbars ps 0 lw 1 \($colour) notitle"
             else empty end),
            "\($data) using 1:2 with linespoints lw 1.5 \($colour) pt \($marker) title \(quoted)"
          end)] | join(", "))),
  "unset multiplot", "set output"
