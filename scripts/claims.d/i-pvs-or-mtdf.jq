# Aspiration with PVS against MTD(f).
include "lib";

# Across experiments: the same positions, depth and settings but for where MTD(f) starts.
def from_two_ago($d):
  paired(rows("guesses"; $d) | map(select(.algo == "mtdf" and .guess == "parity"));
         rows("cores"; $d) | map(select(.algo == "aspiration+pvs" and full)));
def to_recommended($d; $algo): ratio("cores"; "aspiration+pvs"; $d; .algo == $algo and full);

def claim: {
  letter: "i", title: "Aspiration with PVS, or MTD(f)",
  statements: [
    {id: "i1", uses: ["cores", "guesses"],
     text: ("From the last iteration's value, aspiration with PVS takes fewer nodes than "
            + "MTD(f)"),
     source: "lecture notes (Eppstein 1999) recommend it; Plaat et al. 1996 found MTD(f) better.",
     rule: ("nodes of MTD(f) / nodes of aspiration with PVS (half a pawn), with everything "
            + "switched on, above 1."),
     columns: ["MTD(f) / aspiration+PVS", "alpha-beta / aspiration+PVS", "PVS / aspiration+PVS",
               "aspiration+PVS / alpha-beta", "n",
               "MTD(f) from two iterations ago / aspiration+PVS", "n"],
     rows: [names[] as $d | to_recommended($d; "mtdf") as $r
       | row($d; $r | above(1); ($r | interval), (to_recommended($d; "alphabeta") | interval),
             (to_recommended($d; "pvs") | interval),
             (ratio("cores"; "alphabeta"; $d; .algo == "aspiration+pvs" and full) | interval),
             ($r | n), (from_two_ago($d) | interval, n))],
     then: {"holds": "Take aspiration with PVS, and MTD(f) only with a coarse evaluation.",
            "holds for some": ("Measure both in your own game, and MTD(f) from two iterations ago "
                               + "too: neither is better everywhere."),
            "not settled": ("Neither is better by enough to be seen; take the simpler one to "
                            + "write, which is aspiration."),
            "does not hold": "MTD(f) is at least as good here."}}]};
