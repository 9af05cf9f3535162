# The grid of an experiment: each of its variants on each domain.
#   jq -n --slurpfile domains domains.json --slurpfile experiments experiments.json --arg name NAME -f grid.jq
# A variant's members are options; "depth" may be the name of a domain's member, and {"half_pawns": [..]}
# stands for that many times what half a pawn is in the domain, at least 1.

def scaled($unit): map(. * $unit | round | if . < 1 then 1 else . end) | unique;

def members($domain):
  with_entries(.value |= if type == "object" then .half_pawns | scaled($domain.half_pawn) else . end)
  | if (.depth | type) == "string" and $domain[.depth] != null then .depth = $domain[.depth] else . end;

$experiments[0][] | select(.name == $name) as $experiment
| [$domains[0][] as $domain
   | select($experiment.domains == null or ([$domain.name] | inside($experiment.domains)))
   | $experiment.variants[]
   | ($domain | if .tree then {tree, seed} else {game} end) + ({depth: "depth"} + . | members($domain))]
  + ($experiment.grids // [])
