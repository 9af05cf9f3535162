/* An infinity that leaves can reach. */
#include "tree.h"

static int search(const node *n, int alpha, int beta, int sign)
{
    if (n->children == 0)
        return sign * leaf(n);
    int best = -1000;
    for (int i = 0; i < n->children; i++) {
        int score = -search(n->child[i], -beta, -alpha, -sign);
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
        answer(search(n, -1000, 1000, 1));
}
