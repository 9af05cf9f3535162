// Moves come from an iterator; arrow functions; fails soft.
const moves = function* (node) { for (const child of node) yield child; };
let seen;
const search = (node, alpha, beta, colour) => {
  if (!Array.isArray(node)) { seen.push(node); return colour * node; }
  let best = -Infinity;
  for (const child of moves(node)) {
    best = Math.max(best, -search(child, -beta, -alpha, -colour));
    alpha = Math.max(alpha, best);
    if (alpha >= beta) break;
  }
  return best;
};
for (const line of require('fs').readFileSync(0, 'utf8').trim().split('\n')) {
  seen = [];
  console.log([search(JSON.parse(line), -Infinity, Infinity, 1), ...seen].join(' '));
}
