# The page: claims with their verdicts, as Markdown.
#   jq -r -L . --slurpfile facts .. --slurpfile experiments .. --slurpfile domains .. \
#       --arg folder DIR -f page.jq
include "lib";

def cells: "| " + join(" | ") + " |";
def ruler: "|" + (map("---|") | join(""));
def sides:
  length as $count | verdict
  | if (.yes | length) == $count then "for: all" elif (.no | length) == $count then "against: all"
    else [(select(.yes | length > 0) | "for: " + (.yes | join(", "))),
     (select(.no | length > 0) | "against: " + (.no | join(", "))),
     (select(.open | length > 0) | "cannot tell: " + (.open | join(", ")))]
  | join("; ") end;

def shown_says: {yes: "for", no: "against", open: "cannot tell", "-": "-"}[.];

def statement($folder):
  (.rows | verdict) as $verdict
  | "### \(.id)) \(.text)", "",
    "Source: \(.source)", "",
    "Rule: \(.rule)", "",
    (["domain"] + .columns + ["says"] | cells), (["domain"] + .columns + ["says"] | ruler),
    (.rows[] | [.domain] + .cells + [.says | shown_says] | cells), "",
    (.figure // empty | "![\(.caption)](\($folder)/\(.file).svg)", "", "*\(.caption)*", ""),
    "**Verdict: \($verdict.word)** (\(.rows | sides)).", "",
    (.then[$verdict.word] // empty | ., "");

def claim($folder):
  "## \(.letter). \(.title)", "",
  "```sh",
  (([.statements[].uses[]] | unique)[] as $name
   | $ARGS.named.facts | map(select(.name == $name)) | .[0].run),
  "```", "",
  (.statements[] | statement($folder));

"# What textbooks say, and what the counts say", "",
"Made by `scripts/claims`, by no hand. `scripts/claims --full` searches (`make claims` does so with",
"fewer positions, in about a minute); `scripts/claims --from=results/reference/claims -o",
"docs/claims.md` makes this page of the rows that are kept there. Every number is a count of nodes or",
"comes from one (docs/algorithms.md says what is counted), so all of it can be had again on any",
"machine.", "",
"Each statement is tried on \(trees | length) kinds of synthetic trees and \(games | length)"
+ " games:", "",
(["domain", "command line", "depth", "half a pawn"] | cells, ruler),
(domains[] | [.name, "`" + (if .tree then "--tree=\(.tree)" else "--game=\(.game)" end) + "`",
              "\(.depth)", "\(.half_pawn)"] | cells), "",
"Half a pawn is the window every domain has of its own: what that much is worth there. Unless a",
"command line says something else, searches use iterative deepening, a table of 64 MB that answers",
"at equal depth only, and ordering by table, killers and history; \"textbook form\" is none of them",
"(`--plain`).", "",
"Ratios are of nodes, position by position: their geometric mean with its 95 % interval,",
"bootstrapped from 12 positions on (docs/report.md), or Student's t on the logarithms where the two",
"searches differ in what a report does not pair: table, deepening, grain, widening or guess.",
"Shares have Wilson's interval, which is too narrow for shares of iterations, as those of one search",
"are not independent. `n` is the number of positions, or of iterations where the column says so. The intervals speak for positions like these, and one in twenty misses by chance.", "",
"A domain speaks **for** a statement if the whole interval lies on the statement's side, **against** it",
"if the whole interval lies on the other, and else **cannot tell**. The statement **holds** if no",
"domain is against it and at least as many are for it as cannot tell; **holds for some** if others are",
"for it; **does not hold** if none is for it and at least as many are against it as cannot tell; else it",
"is **not settled**.", "",
([.[].statements[]] as $all
 | "\($all | length) statements, \([domains[].name] | length) domains, "
   + "\([$ARGS.named.facts[] | select(.rows) | .rows[] | length] | add) searches.", "",
   (["", "statement", "verdict"] | cells, ruler),
   ($all[] | [.id, .text, (.rows | verdict | .word)] | cells)), "",
(.[] | claim($folder)),
"## The searches", "",
(["experiment", "what", "signature"] | cells, ruler),
($ARGS.named.experiments[0][] as $e | $ARGS.named.facts | map(select(.name == $e.name)) | .[0]
 | [$e.name, $e.about, "`\(.signature)`"] | cells), "",
"Searched by absbench \($ARGS.named.facts[0] | .version)."
