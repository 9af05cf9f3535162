# What one ply less costs.
include "lib";

def runs($d; pass):
  (rows("depths"; $d) | map(select(.algo == "alphabeta" and pass))) as $all
  | ($all | map(.depth) | max) as $depth | $all | map(select(.depth == $depth));
# Nodes of the iteration $back before the last by those of the last, per depth.
def less($d; pass; $back):
  [runs($d; pass)[].steps | .[-1 - $back].nodes / .[-1].nodes | pow(.; 1 / $back)] | geometric;

def claim: {
  letter: "e", title: "What one ply less costs",
  statements: [
    {id: "e1", uses: ["depths"],
     text: "A search to depth d-1 costs a fifteenth to a fifth of one to depth d",
     source: "lecture notes and folklore of chess programs.",
     rule: ("nodes of the last iteration but two / nodes of the last, per ply (the square "
            + "root), with everything switched on, at the greatest depth: between 1/15 and 1/5; "
            + "against, if the whole interval is outside."),
     columns: ["depth", "per ply, over two", "last ply only",
               "without table and ordering, over two", "n"],
     rows: [names[] as $d | less($d; full; 2) as $r
       | row($d; $r | within(1 / 15; 1 / 5); "\(runs($d; full)[0].depth)", ($r | interval),
             (less($d; full; 1) | interval), (less($d; deepening_only; 2) | interval), ($r | n))],
     then: {"holds": "Expect one ply less to take a tenth of the time.",
            "holds for some": ("The rule is about chess without good ordering: the better the "
                               + "ordering and the smaller the branching, the nearer d-1 comes to "
                               + "d. Odd and even depths differ a lot: look at two plies at a "
                               + "time."),
            "not settled": "Odd and even depths differ too much for these positions to tell.",
            "does not hold": ("With table and ordering, and in games with fewer moves than "
                              + "chess, one ply less saves much less than that.")}}]};
