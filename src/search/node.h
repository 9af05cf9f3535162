/*
 * node.h -- a node of a search that is taken step by step, from outside (src/parallel): what is
 * asked of it and what is found so far. The domain keeps its position and moves behind it
 * (node.inc); whoever searches it sets the windows, counts scores and says when it has ended.
 *
 * Included by absbench.h.
 */
#ifndef ABS_NODE_H
#define ABS_NODE_H

typedef struct {
    int alpha0, alpha, beta; /* as asked; alpha as raised since */
    int depth, ply;
    uint64_t key;    /* of the position, where there is a table */
    unsigned index;  /* of the move that leads to it, in the generator's order */
    unsigned number; /* of its own next move, in the order of search */
    bool dressed;    /* it does more than the bare search */
    int best;
    unsigned best_index;
    uint16_t pv_length, pv[ABS_MAX_PLY + 1];
} abs_node;

/* The best line is this move, followed by the child's line; NULL: it ends there. */
static inline void abs_node_line(abs_node *n, unsigned move, const abs_node *child)
{
    const unsigned length = child != NULL ? child->pv_length : 0;
    n->pv[0] = (uint16_t)move;
    if (length > 0)
        memcpy(n->pv + 1, child->pv, length * sizeof n->pv[0]);
    n->pv_length = (uint16_t)(length + 1);
}

#endif
