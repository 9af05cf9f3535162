/* NegaScout: the scores of the last two plies are exact. */
#include "tree.h"

#define INFINITE 1000000
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static int height(const node *n)
{
    int most = 0;
    for (int i = 0; i < n->children; i++)
        most = MAX(most, 1 + height(n->child[i]));
    return most;
}

static int negascout(const node *p, int alpha, int beta, int depth, int sign)
{
    if (p->children == 0)
        return sign * leaf(p);
    int m = -INFINITE, n = beta;
    for (int i = 0; i < p->children; i++) {
        int t = -negascout(p->child[i], -n, -MAX(alpha, m), depth - 1, -sign);
        if (t > m)
            m = n == beta || depth <= 2 ? t : -negascout(p->child[i], -beta, -t, depth - 1, -sign);
        if (m >= beta)
            return m;
        n = MAX(alpha, m) + 1;
    }
    return m;
}

int main(void)
{
    for (node *n; (n = next_tree()) != NULL;)
        answer(negascout(n, -INFINITE, INFINITE, height(n), 1));
}
