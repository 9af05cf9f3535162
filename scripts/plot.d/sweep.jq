# The tables of scripts/sweep-window, as rows. B: a warning. G: a table's heading. R: a row of it.
# F: what a family of tables (alike in all but window, widening, guess) comes to. P: what to draw.
# All numbers are the report's own.
include "select";

def shown: if . == null then "-" else tostring end;
def family: [.spec, .depth, .algo, .eval, .grain, .tt_bytes, .tt_mode, .tt_replace, .order,
             .deepening, .quiescence];
def table: family + [.widen, .widen_factor, .guess];
def heading: "\(.spec), depth \(.depth), \(.driver)+\(.core), widen \(.widen)"
    + (if .widen_factor then " by \(.widen_factor)" else "" end);
def how: "guess \(.guess), "
    + (if .tt_bytes == 0 then "no table"
       else "\(.tt_bytes | bytes_text) table (\(.tt_mode), \(.tt_replace))" end)
    + ", order \(.order)"
    + (if .deepening then "" else ", no deepening" end)
    + (if .eval == "heuristic" then "" else ", eval \(.eval)" end)
    + (if .grain == 1 then "" else ", grain \(.grain)" end);
def ratio_fields: .ratio | (.point_estimate | shown),
    (.confidence_interval | .lower_bound, .upper_bound | shown);

def call($several): "\(.window | window_text)" + (if $several then " (\(.widen))" else "" end);

# What is said of a family, whose aggregates and marks are given as [[aggregate, mark]..].
def verdict:
    ([.[][0]] | map(.by | table[-3:]) | unique | length > 1) as $several
    | (if length == 1 then .[0][0] else [.[] | select(.[1] == "*") | .[0]][0] end) as $best
    | (map(.[0].by.widen) | distinct) as $policies
    | [.[] | select(.[0].ratio.missing) | .[0].ratio.missing][0] as $missing
    | if $best.ratio.point_estimate == null then
          ["F", "-", "-", "-", "-", .[0][0].ratio.reference, "", 0, ($missing | shown)]
      else ["F", ($best.by | call($several)), ($best | ratio_fields), $best.ratio.reference,
            tied_names($policies), ([.[] | select(.[1] == "-")] | length), ($missing | shown),
            ([.[] | select(.[1] == "~")] | length)]
      end;

def rows($domain; $only):
    . as $report
    | [.aggregates[] | select(.by.driver == "aspiration")] as $mine
    | if ($mine | length) == 0 then
          fail("holds no aspiration rows; sweep with scripts/sweep-window") else . end
    | ([$mine, ($mine | marks($report; .))] | transpose | group_by(.[0].by | family)) as $families
    | (if .interrupted then ["B", "the report was interrupted; searches are missing"]
       else empty end),
      (if .verification.agree == false then ["B", "values of sound searches disagree"]
       else empty end),
      ($families[] | . as $family
       | (group_by(.[0].by | table)[]
          | ["G", (.[0][0].by | heading, how), .[0][0].ratio.reference, .[0][0].by.core],
            (sort_by([(.[0].by.window | add), .[0].by.window[0]])[]
             | .[1] as $mark | .[0]
             | ["R", (.by.window | window_text), .n, ratio_fields,
                (if .iterations > 0 then 100 * .root_researches / .iterations else "-" end),
                .fail_low, .fail_high, (.research_share | shown), .left_out,
                (if $family | length == 1 then "*" else $mark end)])),
         ($family | verdict),
         (if (map(.[0].by.window) | unique | length) > 1
             and any(.[][0]; .ratio.point_estimate != null) then
              ["P", .[0][0].by.spec, .[0][0].by.depth, .[0][0].by.algo] else empty end));
