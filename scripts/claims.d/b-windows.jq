# Aspiration against the open window: which window, which share of fails.
include "lib";

# The windows of a domain, all fails answered by opening the side: [window in half pawns,
# aggregate].
def windows($d):
  aggregates("windows"; "alphabeta"; $d)
  | map(select(.algo == "aspiration" and .widen == "full")) | sort_by(.window)
  | map([.window / half_pawn($d), .]);
def best_window($d): windows($d) | min_by(.[1].ratio.point);
# The share of iterations that failed; the first of each search has no window and does not count.
def failing: share(.failed; .iterations - .n);
def errors($d; $algo):
  aggregates("guesses"; "alphabeta"; $d) | map(select(.algo == $algo and (.guess | test("^exact"))))
  | map(. + {error: (.guess | ltrimstr("exact") | if . == "" then 0 else tonumber end)});
def error_line($d; $algo):
  errors($d; $algo) | map([.error / half_pawn($d), .ratio]) | sort_by(.[0]);

# Aspiration by half a pawn, and how it fares beside the best configuration $b.
def half($d; $widen):
  aggregates("windows"; "alphabeta"; $d)
  | map(select(.algo == "aspiration" and .widen == $widen and .window == half_pawn($d))) | .[0];
def told($b):
  # What counts the same as another stands there under the other's name.
  (.same_as // "/aspiration/w\(.window)/\(.widen)[*/]") as $id
  | (.same_as != null) as $twin
  | def is_it: if $twin then . == $id else test($id) end;
    if any($b.worse[]; is_it) then "worse"
    elif any($b.near[], $b.id; is_it) then "cannot be told from it"
    else error("no such configuration: \($id)") end;

def claim: {
  letter: "b", title: "Aspiration and the open window",
  statements: [
    {id: "b1", uses: ["guesses"],
     text: ("Aspiration by half a pawn takes fewer nodes than the open window when the guess is "
            + "right"),
     source: "Brudno 1963; Gillogly 1978; Baudet 1978; Marsland and Campbell 1982.",
     rule: ("ratio to alpha-beta with the open window, no deepening, guess = the true value, "
            + "below 1."),
     columns: ["guess right", "half a window too high", "half a window too low",
               "two windows too high",
               "two windows too low", "n"],
     rows: [names[] as $d | half_pawn($d) as $unit
       | (errors($d; "aspiration") | map({key: "\(.error)", value: .ratio}) | from_entries) as $by
       | ([$unit * 0.5 | round, 1] | max) as $half
       | row($d; $by["0"] | below(1);
             ($by["0"], $by["\($half)"], $by["\(-$half)"], $by["\(2 * $unit)"], $by["\(-2 * $unit)"]
              | interval), ($by["0"] | n))],
     figure: {
       file: "guess-error", caption: ("Nodes by the error of the first guess, in half pawns; "
                                      + "guesses are the true value and that error, no deepening, "
                                      + "with table and ordering. Left: aspiration by half a "
                                      + "pawn. Right: MTD(f)."),
       panels: [("aspiration", "mtdf") as $algo
         | {title: $algo, x: "error of the guess / half a pawn", y: "nodes / nodes of alphabeta",
            log: "", line: 1,
            lines: [names[] | {name: ., points: (error_line(.; $algo)
                                | map(select(.[0] | fabs <= 8)) | points)}]}]},
     then: {"holds": ("A right guess is worth a window everywhere; once the value is outside "
                      + "it, a re-search costs what the table says."),
            "holds for some": ("A right guess is worth a window in some domains; once the value "
                               + "is outside it, a re-search costs what the table says."),
            "does not hold": "Even a right guess does not pay for a window here."}},
    {id: "b2", uses: ["windows"],
     text: "With everything switched on, the best of nine windows still beats the open window",
     source: "Brudno 1963; Kaindl 1990 and Schaeffer 1989 on how much is left of it.",
     rule: ("ratio of the best window (least geometric mean of nodes) to alpha-beta, below 1. "
            + "It was chosen among nine, so its interval flatters it a little."),
     columns: ["best window", "in half pawns", "nodes / open window", "failing iterations",
               "half a pawn / open",
               "n"],
     rows: [names[] as $d | best_window($d) as [$width, $best]
       | (windows($d) | map(select(.[0] == 1)) | .[0][1].ratio) as $own
       | row($d; $best.ratio | below(1); "\($best.window)", ($width | number), ($best.ratio
             | interval),
             ($best | failing | percents), ($own | interval),
             ($best.ratio | n))],
     figure: {
       file: "windows", caption: ("Aspiration by width of the window, with everything switched "
                                  + "on. Left: nodes by width. Right: the same points by the "
                                  + "share of iterations that fail."),
       panels: [
         {title: "window", x: "window / half a pawn",
          y: "nodes / nodes of alphabeta", log: "x", line: 1,
          tics: halves,
          lines: [names[] | {name: ., points: (windows(.) | map([.[0], .[1].ratio]) | points)}]},
         {title: "fails", x: "failing iterations, %",
          y: "nodes / nodes of alphabeta", log: "", line: 1,
          range: [0, 100],
          lines: [names[] | {name: ., points: (windows(.)
                    | map((.[1] | failing) as $share
                          | [100 * $share.point, .[1].ratio, 100 * $share.low, 100 * $share.high])
                    | points)}]}]},
     then: {"holds": ("Use a window; the table gives its width for each domain. It saves a few "
                      + "per cent to a fifth, so try other things first."),
            "holds for some": ("A window pays in some domains, as much as the table says; where "
                               + "the interval spans 1, leave it out."),
            "not settled": ("With table and ordering, a window saves too little to be seen on "
                            + "so few positions."),
            "does not hold": "With table and ordering on, no window pays."}},
    {id: "b3", uses: ["windows"],
     text: "At the best window some searches fail: between 2 % and 30 % of iterations",
     source: "folklore of chess programs; the bounds of 2 % and 30 % are ours.",
     rule: ("the share of iterations at the best window that took more than one pass, between 2 "
            + "% and 30 %. (The first "
            + "iteration of a search has no window and is left out.) Where the widest window is "
            + "the best there is no optimum: cannot tell."),
     columns: ["best window", "failing iterations", "n (iterations)", "at a quarter of it",
               "at four times"],
     rows: [names[] as $d | windows($d) as $all | best_window($d) as [$width, $best]
       | ($best | failing) as $failing
       | def near($factor): [$all[] | . + [.[0] / $width / $factor | log | fabs]] | min_by(.[2])
           | if .[2] > 0.5 then "-" else .[1] | failing | .point | percent end;
         row($d; if $width == ($all | last | .[0]) then "open" else $failing | within(0.02;
               0.3) end;
             "\($best.window)", ($failing | percents), ($failing | n), near(0.25), near(4))],
     then: {"holds": "Choose the window so that one search in ten or so fails.",
            "holds for some": ("Watch how many searches fail, but let nodes decide: the best "
                               + "share is not the same everywhere."),
            "not settled": ("These positions do not show how many searches should fail: the "
                            + "curve is flat around its minimum."),
            "does not hold": ("The share of failing searches does not reveal a good window; nodes "
                              + "do.")}},
    {id: "b4", uses: ["windows"],
     text: ("In chess and its like, half a pawn is a good window: better than none and as good "
            + "as any"),
     source: "folklore of chess programs; Marsland 1986.",
     rule: ("for, if the ratio to the open window is below 1, and half a pawn with widening "
            + "`full` is the best of all windows and widening policies tried or cannot be told from "
            + "it (paired t test, Holm's correction over all pairs); against, if the ratio is above 1, or half a "
            + "pawn is worse than the best. Only games in which a man is worth 100."),
     columns: ["best configuration", "cannot be told from it", "worse", "half a pawn / open window",
               "and the best", "half a pawn, gradual / open window", "and the best", "n"],
     rows: [("chess", "xiangqi", "checkers") as $d
       | (facts("windows"; "alphabeta").best[$d] // [] | map(select(.algo == "aspiration"))
          | .[0]) as $b
       | half($d; "full") as $own | half($d; "gradual") as $other
       | row($d; $own.ratio | below(1)
                 | if . == "no" or ($own | told($b)) == "worse" then "no" else . end;
             "\($b.window), \($b.widen)", "\($b.near | length)", "\($b.worse | length)",
             ($own, $other | (.ratio | interval), told($b)), ($own.ratio | n))],
     then: {"holds": "Half a pawn is a safe choice in games counted in pawns.",
            "holds for some": ("Half a pawn is a safe choice in the games named; in the others "
                               + "it gains nothing, and a wider window may (b2)."),
            "not settled": ("Half a pawn is neither better nor worse than no window; try a "
                            + "wider window (b2)."),
            "does not hold": ("Do not take half a pawn on trust: another window or another "
                              + "widening does better.")}}]};
