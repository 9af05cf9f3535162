# The grid of an experiment: each of its variants on each domain.
#   jq -n --slurpfile domains domains.json --slurpfile experiments experiments.json \
#       --arg name NAME -f grid.jq
# A variant's members are options; "depth" may be the name of a domain's member, {"half_pawns":
# [..]} stands for that many times what half a pawn is in the domain, at least 1, and {"errors":
# [..]} for guesses that far from the true value, above and below. "grids" is one tree with its
# best move first in "first" of 100 cases and else anywhere behind: in the first quarter of 8
# moves, that is second, in one case of seven.
#
# The claims are by nodes, of searches without quiescence and with the ordering of version 0.1.

def scaled($unit): map(. * $unit | round | if . < 1 then 1 else . end) | unique;

def wrong($unit):
  map(if . == 0 then 0 else [. * $unit | round, 1] | max end) | unique
  | map(if . == 0 then "exact" else "exact+\(.)", "exact-\(.)" end);

def pinned: if .plain then . else {quiescence: "off", order: "tt,killer,history"} + . end;

def members($domain):
  map_values(if type != "object" then .
             elif .errors then .errors | wrong($domain.half_pawn)
             else .half_pawns | scaled($domain.half_pawn) end)
  | .depth |= ($domain["\(.)"] // .);

$experiments[0][] | select(.name == $name)
| if .grids then
    .grids as $g | [$g.first[] as $first
                    | $g | del(.first)
                    | .tree |= (sub("FIRST"; "\($first)")
                                | sub("QUARTER"; "\($first + (100 - $first) / 7 | round)"))]
  else
    .domains as $on | [.variants[] as $variant | $domains[0][] as $domain
     | select($on == null or ($on | index([$domain.name])))
     | ($domain | if .tree then {tree, seed} else {game} end)
       + ({depth: "depth"} + ($variant | pinned) | members($domain))]
  end
