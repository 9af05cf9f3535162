# What the claims share: reading facts, statistics beyond a report's own, and verdicts.

def domains: $ARGS.named.domains[0];
def names: domains | map(.name);
def games: domains | map(select(.game) | .name);
def trees: domains | map(select(.tree) | .name);
def half_pawn($domain): domains[] | select(.name == $domain) | .half_pawn;

# ---- reading -------------------------------------------------------------------------------------

def facts($name; $reference):
  $ARGS.named.facts | map(select(.name == $name and .reference == $reference)) | .[0];
def rows($name; $domain):
  facts($name; "alphabeta").rows[$domain] // [] | map(select(.status == "ok"));
def aggregates($name; $reference; $domain): facts($name; $reference).aggregates[$domain] // [];

# The textbook form; deepening alone; everything.
def plain: .tt == 0 and .order == "none" and (.deepening | not);
def deepening_only: .tt == 0 and .order == "none" and .deepening;
def full: .tt > 0 and .order != "none" and .deepening;

# The ratio to the reference of the first aggregate that passes.
def ratio($name; $reference; $domain; pass):
  aggregates($name; $reference; $domain) | map(select(pass)) | .[0].ratio;

# ---- statistics ----------------------------------------------------------------------------------

def mean: add / length;
def median: sort | (.[(length - 1) / 2 | floor] + .[length / 2 | floor]) / 2;

# The 97.5 % point of Student's t, by Cornish and Fisher's series: within 0.004 from 3 degrees on.
def student($v):
  1.959964 as $z | pow($z; 3) as $z3 | pow($z; 5) as $z5 | pow($z; 7) as $z7 | pow($z; 9) as $z9
  | $z + ($z3 + $z) / (4 * $v) + (5 * $z5 + 16 * $z3 + 3 * $z) / (96 * $v * $v)
    + (3 * $z7 + 19 * $z5 + 17 * $z3 - 15 * $z) / (384 * pow($v; 3))
    + (79 * $z9 + 776 * $z7 + 1482 * $z5 - 1920 * $z3 - 945 * $z) / (92160 * pow($v; 4));

# Numbers -> their mean with its 95 % interval; null for fewer than 4.
def spread:
  if length < 4 then null else
    mean as $mean | length as $n
    | (map((. - $mean) * (. - $mean)) | add / ($n - 1) / $n | sqrt * student($n - 1)) as $half
    | {$n, point: $mean, low: ($mean - $half), high: ($mean + $half)}
  end;

# Ratios -> their geometric mean with its interval.
def geometric: map(select(. != null) | log) | spread
  | if . == null then . else .point |= exp | .low |= exp | .high |= exp end;

# Nodes of $a by nodes of $b, position by position.
def paired($a; $b):
  ($b | map({key: .p, value: .nodes}) | from_entries) as $by
  | [$a[] | select($by[.p]) | .nodes / $by[.p]] | geometric;

# $hits of $n -> the share with Wilson's interval; null for none.
def share($hits; $n):
  if $n == 0 then null else
    ($hits / $n) as $p | 3.841459 as $zz
    | (($p + $zz / (2 * $n)) / (1 + $zz / $n)) as $middle
    | ((($p * (1 - $p) + $zz / (4 * $n)) * $zz / $n | sqrt) / (1 + $zz / $n)) as $half
    | {$n, point: $p, low: ([$middle - $half, 0] | max), high: ([$middle + $half, 1] | min)}
  end;

# ---- what an interval says -----------------------------------------------------------------------

def below($limit):
  if . == null then "open" elif .high < $limit then "yes" elif .low > $limit then "no"
    else "open" end;
def above($limit):
  below($limit) | if . == "yes" then "no" elif . == "no" then "yes" else . end;
def within($low; $high):
  if . == null then "open"
  elif .low >= $low and .high <= $high then "yes"
  elif .high < $low or .low > $high then "no"
  else "open" end;
def exactly(condition): if condition then "yes" else "no" end;

# Rows of a statement -> {word, yes, no, open}: the domains on each side, and the verdict.
def verdict:
  def side($says): map(select(.says == $says) | .domain);
  {yes: side("yes"), no: side("no"), open: side("open")}
  | .word = if (.yes | length) > 0 then
              if (.no | length) == 0 and (.yes | length) >= (.open | length) then "holds"
              else "holds for some" end
            elif (.no | length) > 0 and (.no | length) >= (.open | length) then "does not hold"
            else "not settled" end;

# ---- words ---------------------------------------------------------------------------------------

def fixed($places):
  pow(10; $places) as $p | (. * $p | round) as $n | ($n | fabs) as $m
  | (if $n < 0 then "-" else "" end) + ($m / $p | floor | tostring)
    + if $places == 0 then "" else "." + ($p + $m % $p | tostring | .[1:]) end;
def number:
  if . == null then "-" elif fabs >= 100 then fixed(0) elif fabs >= 10 then fixed(1)
    else fixed(2) end;
def percent: if . == null then "-" else 100 * . | fixed(if . < 10 then 1 else 0 end) + " %" end;
# Two decimals, or three where the interval is narrower than 0.03.
def interval:
  if . == null then "-" else
    (.high - .low < 0.03) as $narrow
    | def shown: if $narrow then fixed(3) else number end;
      "\(.point | shown) [\(.low | shown), \(.high | shown)]" end;
def percents:
  if . == null then "-" else
    "\(.point | percent) [\(100 * .low | fixed(1)), \(100 * .high | fixed(1))]" end;
def n: if . == null then "-" else "\(.n)" end;

# A row of a statement's table, for one ratio and what else is to be shown.
def row($domain; $says; cells): {$domain, $says, cells: [cells]};

# Tics of an axis in half pawns.
def halves: [[0.0078125, "1/128"], [0.03125, "1/32"], [0.125, "1/8"], [0.5, "1/2"], [2, "2"],
             [8, "8"]];

# Points of a figure's line, from a list of [x, ratio or share], with the interval of x behind if it
# has one: [x, y, low, high, x's low, x's high].
def points: map(select(.[1] != null) | [.[0], .[1].point, .[1].low, .[1].high] + .[2:]);
