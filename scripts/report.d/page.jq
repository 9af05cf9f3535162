# page.jq -- the page, from the line that model.jq makes. Everything from the report passes esc.
#
# Files: $style, $script, $policy (hashes for the content security policy), $download (a data: URI,
# or nothing). Arguments: $file (name of the download); $report, $output, $rows as they were given.

include "text";
include "figures";
include "verdicts";

def most_in_table: 5000;
def most_figures: 24;

def title:
    ([.groups[].spec | cut(60)] | reduce .[] as $s ([]; if index([$s]) then . else .
        + [$s] end)) as $specs
    | "absbench: \(if ($specs | length) == 0 then "no finished searches" else $specs
        | listed(4) end)";

def run: [.groups[].aggregates[].by] as $bys
    | [([$bys[].algo] | unique | length | plural("algorithm")),
       ([$bys[].depth] | unique | if length == 0 then empty elif length == 1 then "depth \(.[0])"
           else "depths \(span)" end),
       (.positions | plural("position")), (.rows | plural("search"; "searches")),
       "signature \(.signature)"] | join(" · ");

# ---- the table -----------------------------------------------------------------------------------

# Columns: [heading, what it sorts by: "text" or "number", note].
def columns($times; $wrong): [
    ["Domain", "text", "spec, and the setting where the run has several"], ["Depth", "number",
        "plies"],
    ["Algorithm", "text", "and what differs between its configurations"], ["n", "number",
        "positions searched to the end"],
    ["Nodes", "number", "sum over positions"], ["Ratio", "number", "geometric mean of nodes over "
        + "the reference's nodes"],
    ["Interval", "number", "95 % interval of the ratio; sorts by its lower end"], ["Median",
        "number", "of the paired ratios"],
    ["Wins", "number", "positions with fewer nodes than the reference"], ["Ties", "number",
        "with as many"], ["Losses", "number", "with more"],
    ["Root re-searches", "number", "passes after an iteration's first"], ["Interior re-searches",
        "number", "moves searched again"],
    ["Re-search nodes", "number", "share of all nodes"], ["First-move cutoffs", "number",
        "share of all cutoffs"]]
    + (if $wrong then [["Wrong values", "number", "of those judged; only for unsound searches"],
        ["Wrong moves", "number", "best moves that are not best, of those judged"]] else [] end)
    + (if $times then [["Time", "number", "in all, on the clock"]] else [] end);

def cell($value; $text): "<td\(if $value == null then "" else " data-v=\"\($value)\"" end)>\($text
    | esc)</td>";
def wrong_cell: if . == null or .judged == 0 then cell(null; "–") else cell(.count; "\(.count) of "
    + "\(.judged)") end;

def table_row($group; $times; $wrong): .ratio as $r | $r.confidence_interval as $i
    | "<tr><td class=\"s\"\($group | if length > 36 then " title=\"\(esc)\"" else "" end)>\($group
        | cut(36) | esc)</td><td>\(.by.depth)</td>"
      + "<th scope=\"row\">\(.label | esc)\(if .sound then "" else " †" end)</th>"
      + cell(.n; (.n | whole) + (if .left_out > 0 then " (\(.left_out) left out)" else "" end))
      + cell(.nodes.sum; .nodes.sum | whole)
      + cell($r.point_estimate; $r.point_estimate | fixed(3))
      + (if is_reference then cell(1; "reference")
         elif $i then cell($i.lower_bound; "\($i.lower_bound | fixed(3)) to \(if $i.upper_bound
             then $i.upper_bound | fixed(3) else "∞" end)")
         else cell(null; "–") end)
      + cell($r.median; $r.median | fixed(3))
      + (if $r.point_estimate == null then cell(null; "–") * 3
         else cell($r.wins; $r.wins | whole) + cell($r.ties; $r.ties | whole) + cell($r.losses;
             $r.losses | whole) end)
      + cell(.root_researches; .root_researches | whole) + cell(.interior_researches;
          .interior_researches | whole)
      + cell(.research_share; .research_share | percent(1))
      + cell(.first_move_cutoff_share; .first_move_cutoff_share | percent(1))
      + (if $wrong then (.wrong_values | wrong_cell) + (.wrong_best_moves | wrong_cell) else "" end)
      + (if $times then (.time.real_s as $t | cell($t; $t | seconds)) else "" end)
      + "</tr>";

def table: (.context.options.no_time != true) as $times
    | any(.groups[].aggregates[];
        .wrong_values != null or (.wrong_best_moves.count // 0) > 0) as $wrong
    | columns($times; $wrong) as $columns
    | [.groups[] | .name as $name | .aggregates[] | [$name, .]] as $all
    | ($all | length) as $n
    | if $n == 0 then "<p>There are no rows to show: no search was finished.</p>" else
    "<p class=\"more\">\(if $n > most_in_table then "The first \(most_in_table | whole) of \($n
        | whole) lines; <code>\($report | esc)</code> has the others." else "" end) \(
        if (.common | length) > 0 then "In all: \(.common | map(esc) | join(", "))." else "" end)\(
        if any($all[]; .[1].sound | not) then " † unsound: it may return wrong values or moves."
            else "" end) “–”: not defined, or nothing to compare with.</p>",
    "<div class=\"scroll wide\" role=\"group\" tabindex=\"0\" aria-label=\"Table of results\">",
    "<table id=\"results\">",
    "<caption>\($n | plural("line")); ratios are to \([$all[][1].ratio.reference] | unique
        | map(esc) | listed(3))</caption>",
    "<thead><tr>\([$columns[] | "<th scope=\"col\" data-sort=\"\(.[1])\" title=\"\(.[2]
        | esc)\">\(.[0])</th>"] | join(""))</tr></thead>",
    "<tbody>",
    ($all[:most_in_table][] | .[0] as $name | .[1] | table_row($name; $times; $wrong)),
    "</tbody>", "</table>", "</div>" end;

# ---- the rest ------------------------------------------------------------------------------------

def figures: .signature as $signature | (.groups | length) as $n
    | [.groups[:most_figures] | to_entries[] | "f\(.key)" as $id | .value
       | [forest("\($id)r"), by_depth("\($id)d"; $signature), window_curve("\($id)w")] as $drawn
       | if ($drawn | length) == 0 then
             "<p class=\"flag warn\">No figure for \(.name | cut(120) | esc): \([.aggregates[]
                 | .ratio.missing // .missing | select(. != null)] | unique | map(esc) | listed(3)
                 | if . == "" then "no numbers" else . end).</p>"
         else "<h3>\(.name | cut(120) | esc)</h3>", $drawn[] end]
    | if length == 0 then "<p class=\"flag warn\">There are no figures: no search was "
        + "finished.</p>" else .[] end,
      (if $n > most_figures then "<p>Figures of \($n - most_figures) more are left out; the table "
          + "has their numbers.</p>" else empty end);

def download:
    if .embedded == 0 then "<p>The \(.rows | plural("row")) of single searches \(if .rows == 0
        then "are none" else "are not in this page; they are in <code>\(.name
        | esc)</code>" end).</p>"
    else "<p><a class=\"button\" download=\"\($file | esc)\" href=\"\($download
        | rtrimstr("\n"))\">Download \(.embedded | plural("row")) as CSV\(if $file
        | endswith(".gz") then ", gzipped" else "" end)</a></p>",
         "<p class=\"more\">One row a search: its position, configuration, value, counts and "
             + "times.\(
             if .embedded < .rows then " These are the first \(.embedded | whole) of \(.rows
                 | whole); <code>\(.name | esc)</code> has all." else "" end)</p>" end;

def fact($name): if . == null or . == "" then empty
    else "<div><dt>\($name)</dt><dd>\(esc)</dd></div>" end;

def this_command: ["scripts/report", $report, "--output=\($output)"]
    + (if $rows == "20000" then [] else ["--rows=\($rows)"] end) | map(shell_word) | join(" ");

def repeat: .context as $c
    | "<p>The searches:</p>", "<pre><code>\([$c.command[] | shell_word] | join(" ")
        | esc)</code></pre>",
      "<p>This page:</p>", "<pre><code>\(this_command | esc)</code></pre>",
      "<dl>", (.signature | fact("Signature")), ("absbench \($c.version), commit \($c.git)"
          | fact("Version")),
      ("\($c.compiler), \($c.cflags) (\($c.build_type))" | fact("Compiler")),
      ($c.cpu_model | if . then "\(.), \($c.num_cpus // "?") of them" else null end
          | fact("Processor")),
      ($c.os | fact("System")), ($c.date | fact("Date")),
      (if $c.date == null then "not recorded (--no-time)" | fact("Date, machine, times")
          else empty end), "</dl>",
      "<details><summary>Every option in effect</summary><dl>",
      ($c.options | to_entries[] | .key as $k | .value
       | (if type == "array" then join(" ") elif . == null then "none" else tostring end)
           | fact($k | esc)), "</dl></details>",
      "<p class=\"more\">The same command gives the same counts and the same signature on every "
          + "machine; only times differ.</p>";

def glossary: [
    ["Node", "one entry into the search at a position: root, interior, leaf, and every repeat of "
        + "them."],
    ["Ratio", "nodes of a search over nodes of the reference on the same position at the same "
        + "depth; over several positions their geometric mean. Below 1: fewer nodes."],
    ["Interval", "where the true ratio lies in 95 % of cases, for positions drawn like these. It "
        + "speaks of one comparison at a time: the best of many looks a little better than it is."],
    ["n", "positions that count: both the search and the reference finished them."],
    ["Wins, ties, losses", "positions with fewer, as many, and more nodes than the reference."],
    ["Window", "aspiration’s first bounds, in points either side of the guess. What a point is, "
        + "<code>absbench list</code> says."],
    ["Iteration, pass", "the work for one depth; one call of the search from the root within it. A "
        + "window that failed costs another pass."],
    ["Root re-search", "every pass after an iteration’s first."],
    ["Interior re-search", "a move inside the tree searched again with a wider window (PVS and its "
        + "kin)."],
    ["First-move cutoffs", "share of cutoffs made by the first move tried: how good the move "
        + "ordering is."],
    ["Sound, unsound", "a sound search always returns the minimax value. The printed forms, and "
        + "tables in <code>deeper</code> mode, may not; they are here to show what that costs."],
    ["Cannot be told apart", "a paired t test on the logarithms of node counts, with Holm’s "
        + "correction for the number of comparisons, finds no difference at the 0.05 level."],
    ["Signature", "one number over all values, best moves and counts, never times: equal "
        + "signatures, equal results."]]
    | "<dl>", (.[] | "<div><dt>\(.[0])</dt><dd>\(.[1])</dd></div>"), "</dl>";

def section($id; $heading; body): "<section id=\"\($id)\">", "<h2>\($heading)</h2>", body,
    "</section>";

title as $title
| "<!DOCTYPE html>",
  "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \($policy)\">",
  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
  "<meta name=\"color-scheme\" content=\"light dark\">",
  "<title>\($title | esc)</title>",
  "<style>\($style)</style>", "</head>", "<body>",
  "<header>", "<h1>\($title | esc)</h1>", "<p>\(run | esc)</p>",
  "<nav aria-label=\"Parts of this page\"><a href=\"#verdict\">What it says</a> <a "
      + "href=\"#figures\">Figures</a> <a href=\"#table\">Table</a> <a href=\"#rows\">Rows</a> <a "
      + "href=\"#repeat\">How to repeat it</a> <a href=\"#words\">What the words mean</a></nav>",
  "</header>", "<main>",
  section("verdict"; "What it says"; verdicts),
  section("figures"; "Figures"; figures),
  section("table"; "Table"; table),
  section("rows"; "Rows"; download),
  section("repeat"; "How to repeat it"; repeat),
  section("words"; "What the words mean"; glossary),
  "</main>", "<script>\($script)</script>", "</body>", "</html>"
