# model.jq -- from [report] to what the page needs: one line of JSON, then the rows as CSV.
#
# The line holds the aggregates with their labels, sorted into groups that can be compared (one
# spec, one setting: all that the reference shares), and counts of whatever may be long.
# Arguments: $name of the report, $rows to embed at the most (text of a number).

include "text";

def config_fields: ["window", "widen", "widen_factor", "guess", "step"];
def setting_fields: ["eval", "grain", "tt_bytes", "tt_mode", "tt_replace", "order", "deepening",
    "quiescence"];

# Which of $fields have more than one value (null is none).
def varying($fields): . as $bys
    | $fields | map(select(. as $f | [$bys[][$f] | select(. != null)] | unique | length > 1));

def field_text($f): .[$f]
    | if $f == "window" then "w=" + window_text
      elif $f == "widen_factor" then "×\(.)"
      elif $f == "step" then "step=\(.)"
      elif $f == "eval" then "eval=\(.)"
      elif $f == "grain" then "grain=\(.)"
      elif $f == "tt_bytes" then if . == 0 then "no table" else "table " + bytes end
      elif $f == "tt_mode" then "mode=\(.)"
      elif $f == "tt_replace" then "replace=\(.)"
      elif $f == "order" then "order=\(.)"
      elif $f == "deepening" then if . then "deepening" else "no deepening" end
      elif $f == "quiescence" then if . then "quiescence" else "no quiescence" end
      else tostring end;

def texts($fields): . as $by | $fields | map(select($by[.] != null) | . as $f | $by
    | field_text($f));

def place: [.spec, .eval, .grain, .quiescence] | tojson;

# In the order of first appearance.
def groups_of(key): reduce .[] as $a ({order: [], at: {}};
        ($a | key) as $k
        | if .at[$k] then . else .order += [$k] end
        | .at[$k] += [$a])
    | .at as $at | [.order[] | $at[.]];

def csv_cell:
    if . == null then ""
    elif type != "string" then tostring
    elif test("[\",\n\r]") then "\"" + gsub("\""; "\"\"") + "\""
    else . end;

def csv_columns($times):
    ["id", "kind", "domain", "spec", "position", "position_id", "seed", "algo", "driver", "core",
     "window_low", "window_high", "widen", "widen_factor", "guess", "step", "depth", "eval",
     "grain", "tt_bytes", "tt_mode", "tt_replace", "order", "deepening", "quiescence", "value", "best_move",
     "best_move_san", "best_move_optimal", "pv", "pv_san", "nodes", "interior", "leaves", "qnodes", "cutoffs",
     "first_move_cutoffs", "passes", "root_researches", "fail_low", "fail_high",
     "interior_researches", "research_nodes", "tt_probes", "tt_hits", "tt_answers", "tt_stores",
     "tt_replaced", "tt_contradictions"]
    + (if $times then ["real_s", "cpu_s", "nodes_per_s"] else [] end) + ["status"];

def csv_row($columns):
    (. + {window_low: .window[0], window_high: .window[1], pv: (.pv | join(" ")),
          pv_san: (.pv_san // [] | join(" "))}
       + ((.tt // {}) | with_entries(.key |= "tt_" + .)) + (.time // {})) as $row
    | [$columns[] | $row[.] | csv_cell] | join(",");

# Texts stand only where they are escaped later; a text in a number's place, or an object with keys
# of its own, is no report.
def only_known: [paths as $p | $p[-1] | select(type == "string")] as $keys
    | [paths(strings) | last(.[] | strings)] as $texts
    | (($texts | unique) - ["domain", "spec", "algo", "driver", "core", "widen", "guess", "eval",
        "tt_mode", "tt_replace", "order", "reference", "reference_config", "method", "missing",
        "config", "message", "kind", "position_id", "id"] | length == 0)
      and all($keys | unique[]; test("^[a-z_]+$"));

if length == 1 and (.[0] | type == "object" and .schema == "absbench.report/1"
    and has("aggregates"))
then .[0] else error("not whole") end
| if {aggregates, best, verification} | only_known then . else error("unknown fields") end
| . as $report
| (.aggregates | map(.by)) as $bys
| ($bys | map(select(.core != "minimax"))
   | if length == 0 then $bys else . end) as $searches
| ($searches | varying(config_fields)) as $config
| ($searches | varying(setting_fields)) as $setting
# The naive minimax has neither table nor ordering; it stands beside the searches it checks.
| (reduce ($searches[]) as $b ({}; ($b | place) as $k
      | if has($k) then . else .[$k] = ($b | texts($setting)) end)) as $beside
| (reduce .results[] as $r ({}; .[$r.spec][$r.position_id] = true)
   | with_entries(.value |= length)) as $positions
| [.aggregates[]
   | . + {label: ([.by.algo] + (.by | texts($config)) | join(" ")),
          setting: ((if .by.core == "minimax" then
                         $beside[.by | place] else null end)
                    // (.by | texts($setting)) | join(", ")),
          sound: (.wrong_values == null)}] as $aggregates
| (try ($rows | tonumber) catch 0) as $most
| {name: $name, signature, interrupted, context,
   rows: (.results | length), embedded: ([(.results | length), $most] | min),
   domains: ([.results[].domain] | unique | length),
   kinds: ([.results[].kind] | unique),
   positions: ($positions | map(.) | add // 0),
   common: [((config_fields + setting_fields) - $config - $setting)[] as $f
            | first($searches[] | select(.[$f] != null)) | field_text($f) as $text
            | {widen: "widen=", widen_factor: "widen-factor ", guess: "guess="}[$f] // "" | .
                + $text],
   verification: (.verification | {checked, agree, values_may_differ,
       mismatches: .mismatches[:10], mismatch_count: (.mismatches | length),
       unsound_count: (.known_unsound | length)}),
   errors: {count: (.errors | length), first: .errors[:10],
            by_status: (.errors | group_by(.status) | map([(.[0].status // "other"), length]))},
   best: .best,
   groups: [$aggregates | groups_of([.by.spec, .setting] | tojson)[]
       | {spec: .[0].by.spec, domain: .[0].by.domain, setting: .[0].setting,
          name: (.[0].by.spec + (if .[0].setting == "" then "" else " (\(.[0].setting))" end)),
          positions: ($positions[.[0].by.spec] // 0), depths: (map(.by.depth) | unique),
          aggregates: .}]}
| tojson,
  (if $most > 0 then
       csv_columns($report.context.options.no_time != true) as $columns
       | ($columns | join(",")), ($report.results[:$most][] | csv_row($columns))
   else empty end)
