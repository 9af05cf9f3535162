# What the claims read of a report: its ratios, and the counts of its rows, by domain.
#   jq --slurpfile domains domains.json --arg name EXPERIMENT --arg reference ALGO \
#       --arg run COMMAND -f facts.jq
# Rows are only in the facts whose reference is the experiment's first, alphabeta.

($domains[0] | map({key: (.tree // .game), value: .name}) | from_entries) as $names
| def named: $names[.spec] // .spec;
  def config: {algo, window: (.window // [null] | .[0]), widen, guess, depth, grain, tt: .tt_bytes,
               mode: .tt_mode, order, deepening};
  def by_domain(f): map({domain: named, as: f}) | group_by(.domain)
      | map({key: .[0].domain, value: map(.as)}) | from_entries;

{name: $name, reference: $reference, run: $run, version: .context.version, git: .context.git,
 signature, checked: .verification.checked, agree: .verification.agree,
 mismatches: (.verification.mismatches | length),
 aggregates: (.aggregates | map(. + {spec: .by.spec}) | by_domain(
     (.by | config) + {n, same_as, failed: .failed_iterations, iterations, nodes: .nodes.sum,
      first_move: .first_move_cutoff_share, wrong_values, wrong_moves: .wrong_best_moves,
      ratio: (if .ratio.confidence_interval == null then null else
              {n: .ratio.n, point: .ratio.point_estimate,
               low: .ratio.confidence_interval.lower_bound,
               high: .ratio.confidence_interval.upper_bound} end)})),
 best: (.best | map(. + {spec: .by.spec}) | by_domain(
     (.by | config) + {n, among, id: .config, near: [.not_distinguished[].config],
                            worse: [.worse[].config]}))}
+ if $reference != "alphabeta" then {} else
  {rows: (.results | by_domain(
     {p: .position_id, status, value, move: .best_move, optimal: .best_move_optimal, nodes, leaves,
      cutoffs, passes}
     + config
     + {steps: [.iterations[] | select(.guess | not)
                | {depth, value, nodes, passes: (.passes | length)}]}))}
  end
