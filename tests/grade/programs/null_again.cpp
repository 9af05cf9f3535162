// The second search has the null window again.
#include "tree.h"

#include <algorithm>

const int INF = 1 << 28;

int pvs(node *n, int alpha, int beta, bool max) {
    if (!n->children) return max ? leaf(n) : -leaf(n);
    int best = -pvs(n->child[0], -beta, -alpha, !max);
    for (int i = 1; i < n->children && best < beta; i++) {
        alpha = std::max(alpha, best);
        int score = -pvs(n->child[i], -alpha - 1, -alpha, !max);
        if (score > alpha && score < beta) score = -pvs(n->child[i], -alpha - 1, -alpha, !max);
        best = std::max(best, score);
    }
    return best;
}

int main() {
    while (node *n = next_tree()) answer(pvs(n, -INF, INF, true));
}
