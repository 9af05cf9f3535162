# How to widen, and where the guess comes from.
include "lib";

def aspiration($d; $widen; $width):
  rows("windows"; $d) | map(select(.algo == "aspiration" and .widen == $widen
                                   and .window == $width));
def policies: ["bound", "gradual", "both", "recentre"];
# The width of $factor half pawns among those searched.
def width($d; $factor): [half_pawn($d) * $factor | round, 1] | max;
def against_full($d; $factor; $policy):
  width($d; $factor) as $w | paired(aspiration($d; $policy; $w); aspiration($d; "full"; $w));

def guessed($d; $algo; $guess):
  rows("guesses"; $d) | map(select(.algo == $algo and .guess == $guess and .deepening));
# How far the value is from the one $back iterations before: the median over depths from 3 on.
def swing($d; $back):
  [guessed($d; "aspiration"; "previous")[].steps
   | range(2; length) as $i | .[$i].value - .[$i - $back].value | fabs] | median;

def claim: {
  letter: "d", title: "Widening, and the guess",
  statements: [
    ({"gradual": ["d1", "growing the failed side step by step"],
      "recentre": ["d2", "a new window around the failed score"]}
     | to_entries[] | .key as $policy
     | {id: .value[0], uses: ["windows"],
        text: "After a fail, \(.value[1]) takes fewer nodes than opening the side to infinity",
        source: "folklore of chess programs; the policies are docs/algorithms.md's.",
        rule: ("nodes with widening `\($policy)` / nodes with `full`, window a quarter of half a "
               + "pawn (where fails are common), below 1."),
        columns: [(policies[] | "\(.) / full"), "half a pawn: \($policy) / full", "n"],
        rows: [names[] as $d | against_full($d; 0.25; $policy) as $r
          | row($d; $r | below(1); (policies[] as $p | against_full($d; 0.25; $p) | interval),
                (against_full($d; 1; $policy) | interval), ($r | n))],
        then: {"holds": "Widen with `--widen=\($policy)`.",
               "holds for some": ("Try `--widen=\($policy)` where the window is narrow; in the "
                                  + "other domains it does not matter, or costs."),
               "not settled": "How to widen matters little: choose the simplest, `full`.",
               "does not hold": ("Open the failed side at once: each step that fails again is a "
                                 + "wasted search.")}}),
    {id: "d3", uses: ["guesses"],
     text: "Where values swing with parity, the value two iterations ago is the better guess",
     source: "folklore of chess programs; descriptions of MTD(f).",
     rule: ("only domains whose values are, in the median, nearer to those two iterations ago "
            + "than to the last ones: nodes of MTD(f) with `--guess=parity` / nodes with "
            + "`--guess=previous`, below 1."),
     columns: ["median change from the last value", "from two ago", "MTD(f): parity / previous",
               "aspiration: parity / previous", "MTD(f): static / previous",
               "aspiration: static / previous", "n"],
     rows: [names[] as $d | swing($d; 1) as $one | swing($d; 2) as $two
       | def to_previous($algo; $guess):
           paired(guessed($d; $algo; $guess); guessed($d; $algo; "previous"));
         to_previous("mtdf"; "parity") as $m
       | row($d; if $two < $one then $m | below(1) else "-" end; ($one, $two | number),
             ($m, to_previous("aspiration"; "parity"), to_previous("mtdf", "aspiration"; "static")
              | interval), ($m | n))],
     then: {"holds": "Where odd and even depths disagree, use `--guess=parity`.",
            "holds for some": "Where odd and even depths disagree, try `--guess=parity`.",
            "not settled": "Try both: they differ by less than these positions show.",
            "does not hold": ("Keep the last value: parity gains nothing, even where values "
                              + "swing.")}}]};
