/* A child gets its parent's bound alone. */
#include "tree.h"

#include <limits.h>

static int search(const node *n, int alpha, int beta, int sign)
{
    if (n->children == 0)
        return sign * leaf(n);
    int best = -INT_MAX;
    for (int i = 0; i < n->children; i++) {
        int score = -search(n->child[i], -INT_MAX, -alpha, -sign);
        if (score > best) {
            best = score;
            if (score > alpha)
                alpha = score;
            if (alpha >= beta)
                break;
        }
    }
    return best;
}

int main(void)
{
    for (node *n; (n = next_tree()) != NULL;)
        answer(search(n, -INT_MAX, INT_MAX, 1));
}
