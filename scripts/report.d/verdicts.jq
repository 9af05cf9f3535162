# verdicts.jq -- what a person should take home, in sentences made from the report's numbers alone.

include "text";
include "figures";

def most_groups: 24;

# "2.6 % fewer nodes than alphabeta"
def difference($reference):
    if . < 0.9995 then "\(1 - . | percent(1)) fewer nodes than \($reference)"
    elif . <= 1.0005 then "as many nodes as \($reference)"
    elif . < 2 then "\(. - 1 | percent(1)) more nodes than \($reference)"
    else "\(fixed(1)) times the nodes of \($reference)" end;

def brackets: .ratio | "ratio \(.point_estimate | fixed(3))"
    + (.confidence_interval | if . == null then "" else
        ", \(.confidence_level * 100 | round)\u00a0% interval \(.lower_bound | fixed(3)) to "
            + "\(if .upper_bound then .upper_bound | fixed(3) else "infinity" end)" end)
    + ", n = \(.n)";

def significance: .ratio | .confidence_interval as $i
    | if $i == null then "Without an interval (\(.missing // "none given")), chance cannot be "
        + "ruled out."
      elif $i.upper_bound != null and $i.upper_bound < 1 then "The whole interval lies below 1: "
          + "fewer nodes, on positions like these."
      elif $i.lower_bound > 1 then "The whole interval lies above 1: more nodes, on positions like "
          + "these."
      else "The interval holds 1: the difference may be chance." end;

# The searches of one depth that can be ranked, fewest nodes first: sound ones, if there are any.
def ranked($depth):
    [.aggregates[] | select(.by.depth == $depth and .ratio.point_estimate != null)]
    | (map(select(.sound)) | if length > 0 then . else null end) // .
    | sort_by(.ratio.point_estimate);

def tied: .[0].ratio.point_estimate as $p
    | map(select((.ratio.point_estimate - $p | fabs) <= 1e-9 * $p));

# Those whose interval overlaps the one of the first.
def near: .[0] as $first | tied as $tied | ($first | interval) as $i
    | if $i == null or $i[1] == null then []
      else .[($tied | length):] | map(select(interval as $j
          | (if $j then $j[0] else .ratio.point_estimate end) <= $i[1])) end;

def strong: "<strong>\(esc)</strong>";
def labels($most): map(.label | esc) | listed($most);
def paragraph: "<p>\(.)</p>";

def best_at($depth): ranked($depth) as $all
    | if ($all | length) == 0 then
          "At depth \($depth) nothing can be compared: \(
              [.aggregates[] | select(.by.depth == $depth) | .ratio.missing // .missing
                  | select(. != null)] | unique
              | map(esc) | listed(3) | if . == "" then "no search finished" else . end)."
      else ($all[0]) as $first | ($all | tied) as $tied | ($first.ratio.reference
          | esc) as $reference
      | if ($all | length) == 1 then
          "At depth \($depth) only \($first.label | strong) was searched, so there is nothing to "
              + "compare it with (n = \($first.ratio.n))."
      elif any($tied[]; is_reference) then
          "At depth \($depth) nothing needs fewer nodes than the reference, \($reference
              | "<strong>\(.)</strong>")"
          + ([$tied[] | select(is_reference | not)] | if length > 0 then "; \(labels(4)) "
              + "\(if length > 1 then "need" else "needs" end) as many" else "" end)
          + ($all[($tied | length)] | if . then ". Next is \(.label | esc), with "
              + "\(.ratio.point_estimate | difference($reference)) (\(brackets)). \(significance)"
                                       else " (n = \($first.ratio.n))." end)
      else
          "At depth \($depth) \([$tied[].label | strong] | listed(4)) \(if ($tied | length) > 1
              then "need" else "needs" end) the fewest nodes: "
          + "\($first.ratio.point_estimate | difference($reference)) (\($first | brackets)). "
              + "\($first | significance)"
          + ($all | near | if length == 0 then "" else " Close to it, with \(if length > 1
              then "intervals that overlap" else "an interval that overlaps" end): \(
                [.[] | "\(.label | esc) \(.ratio.point_estimate | fixed(3))"] | listed(5))." end)
      end
      end;

def best_elsewhere($depths): . as $group
    | if ($depths | length) == 0 then empty else
      "Fewest nodes at other depths: " + ([$depths[] as $d | $group | ranked($d)
          | select(length > 0)
          | "\($d): \(.[0].label | esc) \(.[0].ratio.point_estimate | fixed(3))"
            + (.[0] | if is_reference then null else interval end | if .
                then " [\(.[0] | fixed(3)), \(if .[1] then .[1] | fixed(3) else "∞" end)]"
                else "" end)]
          | if length > 0 then join("; ") else "nothing to compare" end) + "."
      end;

def researches($depth):
    [.aggregates[] | select(.by.depth == $depth and .research_share != null)] as $all
    | ($all | map(select(.research_share > 0)) | sort_by(-.research_share)) as $some
    | if ($all | length) == 0 then empty
      elif ($some | length) == 0 then "No search at depth \($depth) searched anything again."
      else "Share of nodes inside re-searches at depth \($depth): \([$some[]
               | "\(.label | esc) \(.research_share | percent(1))"] | listed(8))"
           + (if ($some | length) < ($all | length) then "; the others none." else "." end) end;

def of_group: (.depths | max) as $deepest
    | "<h3>\(.name | cut(120) | esc)</h3>",
      (best_at($deepest) | paragraph),
      ([best_elsewhere(.depths - [$deepest] | reverse), researches($deepest)]
          | map(select(. != null)) | join(" ")
       | select(. != "") | "<p class=\"more\">\(.)</p>");

# ---- over all groups -----------------------------------------------------------------------------

def agreement: .verification as $v
    | if $v.mismatch_count > 0 then
          "<p class=\"flag bad\"><strong>Values disagree:</strong> \($v.mismatch_count
              | plural("mismatch"; "mismatches")) in \($v.checked | plural("value")) compared. Do "
              + "not trust this report's counts before that is explained.</p>",
          "<ul>\([$v.mismatches[] | "<li>\(.message | esc): \([.values[] | "\(.algo | esc) "
              + "\(.value // "none")"] | listed(6)) (\(.position_id | esc), depth "
              + "\(.depth))</li>"] | join(""))</ul>",
          (if $v.mismatch_count > 10 then "<p>And \($v.mismatch_count - 10) more, in the "
              + "report.</p>" else empty end)
      elif $v.agree == true then
          "<p class=\"flag good\"><strong>All values agree:</strong> \($v.checked
              | plural("value")) compared, each position with one value from every sound "
              + "search.</p>"
      else "<p class=\"flag warn\"><strong>Nothing was checked:</strong> no two sound searches "
          + "share a position.</p>" end,
      (if $v.values_may_differ then "<p class=\"flag warn\">Some searches used a table in "
          + "<code>deeper</code> mode, so their values may differ by design.</p>" else empty end);

def unfinished:
    (if .interrupted then "<p class=\"flag warn\"><strong>The run was interrupted:</strong> this "
        + "is what had been finished by then.</p>" else empty end),
    (if .errors.count > 0 then
         "<p class=\"flag warn\"><strong>\(.errors.count | plural("search"; "searches")) without a "
             + "value</strong> (\([.errors.by_status[] | "\(.[1] | whole) \(.[0] | esc)"]
             | join(", "))): not among the counts.</p>",
         "<details><summary>\(if .errors.count > 10 then "The first ten of them"
             else "Which" end)</summary><ul>\([.errors.first[] | "<li><code>\(.id // "no row"
             | esc)</code>: \(.message | esc)</li>"] | join(""))</ul></details>"
     else empty end);

def winners: [.groups[] | (.depths | max) as $d | ranked($d) | select(length > 1) | tied
    | .[].by.algo]
    | group_by(.) | map([.[0], length]) | sort_by(-.[1]);

def overall: (.groups | length) as $n
    | if $n < 2 then empty else winners as $w
    | if ($w | length) == 0 then empty else
        "Fewest nodes at the deepest depth, ties counted for each: \([$w[] | "\(.[0] | strong) in "
            + "\(.[1]) of \($n)"] | listed(5))."
        | paragraph end end;

# The parts of configurations in which $all differ, from their names ("d4/aspiration/w5/full/..").
def distinct($all): ($all | map(split("/"))) as $parts
    | split("/") | . as $mine
    | [$mine[] | . as $p | select(all($parts[]; index([$p])) | not)] | join(" ")
    | if . == "" then $mine | join("/") else . end;

def family: ([.config] + [(.not_distinguished + .worse)[].config]) as $all
    | def name: distinct($all) | esc;
      def member: "\(.config | name) \(.ratio_to_best | fixed(3)) (p\u00a0\(if .p_value == null
          then "unknown" elif .p_value < 0.001 then "<\u00a00.001" | esc else "=\u00a0\(.p_value
          | fixed(3))" end))";
    "<li>Of \(.among) configurations of \(.by.algo | esc) (\(.by.spec | esc), depth \(.by.depth)), "
        + "\(.config | name | "<strong>\(.)</strong>") has the fewest nodes (n = \(.n)). "
    + (if (.not_distinguished | length) > 0 then "Cannot be told from it: \([.not_distinguished
        | sort_by(.ratio_to_best)[] | member] | listed(6)). "
       else "It stands alone: every other one is worse beyond chance. " end)
    + (if (.worse | length) > 0 then "Worse: \([.worse | sort_by(.ratio_to_best)[] | member]
        | listed(6))." else "" end) + "</li>";

def families: if (.best | length) == 0 then empty else
    "<h3>Which configuration</h3>",
    "<p class=\"more\">Numbers are nodes per node of the best one; p by a \(.best[0].method
        | esc).</p>",
    "<ul>\([.best[:most_groups][] | family] | join("\n"))</ul>",
    (if (.best | length) > most_groups then "<p>And \((.best | length) - most_groups) more, in the "
        + "report.</p>" else empty end) end;

def of_wrong($what):
    if . == null or .judged == 0 then "\($what) could not be judged"
    elif .count == 0 then "all \(.judged | whole) \($what) right"
    else "\(.count | whole) of \(.judged | whole) \($what) wrong" end;

def unsound: [.groups[].aggregates[] | select(.sound | not)] | group_by(.label)
    | if length == 0 then empty else
      "<h3>What unsound searches got wrong</h3>",
      "<ul>\([.[] | . as $rows
          | def total($f): [$rows[][$f] | select(. != null)] | if length == 0 then null
              else {count: (map(.count) | add), judged: (map(.judged) | add)} end;
          "<li>\($rows[0].label | strong): \(total("wrong_values") | of_wrong("values")), "
              + "\(total("wrong_best_moves") | of_wrong("best moves")).</li>"] | join(""))</ul>"
      end;

def verdicts:
    agreement, unfinished,
    (if (.groups | length) == 0 then "<p class=\"flag warn\">No search was finished: there is "
        + "nothing to compare.</p>" else empty end),
    overall, (.groups[:most_groups][] | of_group),
    (if (.groups | length) > most_groups then "<p>And \((.groups | length) - most_groups) more, in "
        + "the table.</p>" else empty end),
    families, unsound;
