// The second search is made in null windows too.
const moves = function* (node) { for (const child of node) yield child; };
let seen;
const search = (node, alpha, beta, colour) => {
  if (!Array.isArray(node)) { seen.push(node); return colour * node; }
  let best = -Infinity;
  for (const child of moves(node)) {
    let score;
    if (best === -Infinity) score = -search(child, -beta, -alpha, -colour);
    else {
      score = -search(child, -alpha - 1, -alpha, -colour);
      if (score > alpha) score = -search(child, -beta, -alpha, -colour);
    }
    best = Math.max(best, score);
    alpha = Math.max(alpha, best);
    if (alpha >= beta) break;
  }
  return best;
};
for (const line of require('fs').readFileSync(0, 'utf8').trim().split('\n')) {
  seen = [];
  console.log([search(JSON.parse(line), -Infinity, Infinity, 1), ...seen].join(' '));
}
