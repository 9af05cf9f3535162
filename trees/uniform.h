/* uniform.h -- the rules of a uniform tree, for code that computes with them. */
#ifndef ABS_UNIFORM_H
#define ABS_UNIFORM_H

#include "tree.h"

typedef struct {
    abs_rules base;
    tree_width width;
    int range;   /* values are -range..range */
    int commute; /* 1: moves of one side commute */
} uniform_rules;

extern const abs_domain uniform_domain;

#endif
