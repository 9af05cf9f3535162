# Which aggregates of a report a figure shows, what they are called, and what stands under it.
# A figure's data are rows: ["M", KEY, TEXT] about all, ["S", SERIES, LABEL, STYLE, VARIANT], and
# ["P", SERIES, NUMBER..]. Every kind of figure says in its own file what the numbers are.

def fail($text): error({says: $text});
def listed: map(tostring) | join(", ");
def distinct: reduce .[] as $x ([]; if any(.[]; . == $x) then . else . + [$x] end);
def span: if min == max then "\(min)" else "\(min) to \(max)" end;

# What differs between two configurations of one algorithm at one depth.
def settings: del(.domain, .spec, .depth, .driver, .core);

def window_text: if .[0] == .[1] then "\(.[0])" else "\(.[0]):\(.[1])" end;
def value_text: if type == "array" then window_text elif . == null then "none" else tostring end;
def bytes_text:
    if . == 0 then "none" elif . % 1048576 == 0 then "\(. / 1048576)M"
    elif . % 1024 == 0 then "\(. / 1024)K" else tostring end;

def setting_text($key):
    .[$key] as $v
    | if $v == null then empty
      elif $key == "window" then "w=\($v | window_text)"
      elif $key == "widen_factor" then "x\($v)"
      elif $key == "tt_bytes" then "tt=\($v | bytes_text)"
      elif $key == "deepening" or $key == "quiescence" then (if $v then "" else "no " end) + $key
      elif $key == "widen" or $key == "tt_mode" or $key == "tt_replace" then $v
      else "\($key)=\($v)" end;

# The selection. $only: {KEY: [VALUE..]}, values as text; $domain: a domain or a spec, or "".
def chosen($domain; $only):
    .aggregates as $all
    # A domain with one spec goes by its name; of several, each goes by its spec.
    | ([$all[].by | {domain, spec}] | unique | group_by(.domain)
       | map(if length == 1 then .[0].domain else .[].spec end)) as $choices
    | if ($all | length) == 0 then fail("holds no finished searches") else . end
    | ($all | map(select($domain == "" or .by.domain == $domain or .by.spec == $domain))) as $mine
    | if ($mine | length) == 0 then
          fail("has no domain \($domain); it has \($choices | listed)")
      elif ($mine | map(.by.spec) | unique | length) > 1 then
          fail("has several domains; choose one with --domain=NAME: \($choices | listed)")
      else . end
    | reduce ($only | to_entries[]) as $o ($mine;
          . as $before
          | (map(.by[$o.key] | value_text) | distinct) as $there
          | (if all($before[]; .by | has($o.key) | not) then
                 fail("has no field \($o.key) to choose by; it has "
                      + ($before[0].by | keys_unsorted | listed)) else . end)
          | ($o.value - $there) as $strange
          | (if ($strange | length) > 0 then
                 fail("has no \($o.key) \($strange | listed); it has \($there | listed)")
             else . end)
          | map(select(.by[$o.key] | value_text | IN($o.value[]))));

# Aggregates at the one depth that was chosen, else at the greatest.
def one_depth: (map(.by.depth) | max) as $d | map(select(.by.depth == $d));

# Series, in the order of the report: [{label, algo, variant, settings, rows: [by depth]}].
def series:
    . as $mine
    | (map(.by | settings) | distinct) as $configs
    | [range($configs | length) as $i | $configs[$i] as $c
       | ($configs | map(select(.algo == $c.algo))) as $kin
       | [$c | keys_unsorted[] | select(. != "algo") | . as $k
          | select([$kin[] | .[$k] | values] | distinct | length > 1 or
                   (length == 1 and $k != "widen_factor" and any($kin[]; .[$k] == null)))]
         as $differ
       | {algo: $c.algo, settings: $c,
          label: ([$c.algo, ($differ[] as $k | $c | setting_text($k))] | join(" ")),
          variant: ($kin | map(. == $c) | index(true)),
          rows: ($mine | map(select((.by | settings) == $c)) | sort_by(.by.depth))}]
    | (map(select(all(.rows[]; .n == 0)) | .label)) as $empty
    | if ($empty | length) > 0 then fail("has no finished searches by \($empty | listed)")
      elif any(.[].rows[]; .n > 0 and .nodes.geomean == null) then error("no nodes")
      else . end;

# Of series, those that have ratios to the reference; a series without any is an error.
def is_reference: .by.algo == .ratio.reference and .ratio.standard_error == 0;
def compared:
    map(select(any(.rows[]; .ratio.point_estimate != null) | not)) as $bare
    | if ($bare | length) == length then
          fail("has no ratios: \($bare[0].rows[0].ratio.missing // "no reference")")
      elif ($bare | length) > 0 then
          fail("has no ratio of \($bare | map(.label) | listed): "
               + "\($bare[0].rows[0].ratio.missing // "no reference")")
      else . end;

def quoted_word:
    if test("^[A-Za-z0-9_@%+=:,./*-]+$") then . else "'" + gsub("'"; "'\\''") + "'" end;

# What every figure says of itself: M rows, from the aggregates shown ($mine).
def about($title; $mine):
    ([$mine[].n | select(. > 0)] | span) as $n
    | ["M", "title", $title],
      ["M", "n", "n = \($n) \(if .results[0].kind == "tree" then "trees" else "positions" end)"],
      ["M", "signature", "signature \(.signature)"],
      ["M", "command", (.context.command
          | [(.[0] | split("/") | .[-1]), .[1:][]] | map(quoted_word) | join(" "))],
      (if .interrupted then ["M", "note", "The report was interrupted; searches are missing."]
       else empty end),
      (if .verification.agree == false then
           ["M", "note", "Beware: values of sound searches disagree."] else empty end),
      ([$mine[] | select(.left_out > 0)] | group_by(.by.algo)[]
       | ["M", "note", "\(.[0].by.algo): \(map(.left_out) | add) searches did not finish and are "
          + "left out (depth \([.[].by.depth] | span))."]);

def series_rows: to_entries[] | ["S", .key + 1, .value.label, .value.algo, .value.variant];

# Positions that both an aggregate's configuration and its reference finished: [{id, own, other}].
def pairs($results; $agg):
    def alike: {spec, depth, eval, grain, tt_bytes, tt_mode, tt_replace, order, deepening,
                quiescence};
    ($agg.by | alike) as $common
    | [$results[] | select(.status == "ok" and alike == $common)] as $near
    | ($agg.ratio | .reference_config as $c
       | [$near[] | select(.id | endswith("/" + $c))]) as $others
    | (reduce $others[] as $r ({}; .[$r.position_id] = $r.nodes)) as $other
    | [$near[] | . as $r
       | select(all($agg.by | keys_unsorted[]; . as $k | $r[$k] == $agg.by[$k]))
       | select($other[$r.position_id])
       | {id: $r.position_id, own: $r.nodes, other: $other[$r.position_id]}]
    | if length != $agg.ratio.n then
          fail("pairs \(length) positions of \($agg.by.algo), but its ratio has n = "
               + "\($agg.ratio.n)")
      else . end;

# What a row or a `by` is a search of, as one text; the same for both.
def search_key($keys): . as $r | [$keys[] as $k | $r[$k]] | tojson;

# {search_key: what the reduction makes of its rows}; `row` is given a row and what there was.
def by_search($results; $keys; step): reduce $results[] as $r ({};
    .[$r | search_key($keys)] |= ([., $r] | step));

# Of the report's `best`, how each of these aggregates stands: "*" is best, "~" may be as good, "-"
# is worse, "" is not spoken of.
def marks($report; $mine):
    ($mine[0].by | keys) as $keys
    | ($mine | map(.by.algo) | unique) as $algos
    | by_search([$report.results[] | select(.algo | IN($algos[]))]; $keys; .[1].id) as $ids
    | [$mine[] | . as $agg | $ids[.by | search_key($keys)] as $id
       | def among(names): any(names; . as $c | $id // "" | endswith("/" + $c));
         [$report.best[] | select(.by.spec == $agg.by.spec and .by.depth == $agg.by.depth
                                  and .by.algo == $agg.by.algo)]
         | if any(.[]; .by == $agg.by) then "*"
           elif among(.[].not_distinguished[].config) then "~"
           elif among(.[].worse[].config) then "-"
           else "" end];

# The windows among [[aggregate, mark]..] that cannot be told from the best, as text: neighbours
# with the same policies as a range, which the best may be within, but neither begin nor end.
def tied_names($policies):
    group_by(.[0].by.window | [add, .[0]])
    | map({text: (.[0][0].by.window | window_text),
           tied: [.[] | select(.[1] == "~") | .[0].by.widen] | distinct,
           near: [.[] | select(.[1] == "~" or .[1] == "*") | .[0].by.widen] | distinct})
    | reduce .[] as $w ([];
          if length == 0 or .[-1].near != $w.near or (.[-1].tied | length) == 0 then
              . + [$w + {last: $w.text}]
          elif ($w.tied | length) == 0 then .
          else .[-1] |= (.last = $w.text | .tied += $w.tied) end)
    | map(select(.tied | length > 0)
          | (if .text == .last then .text else "\(.text) to \(.last)" end)
            + (if ($policies | length) == 1 then ""
               elif (.near | length) == ($policies | length) and .text != .last then " (all)"
               else " (\(.tied | distinct | listed))" end))
    | listed;
