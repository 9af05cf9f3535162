/* interrupt.c -- the flag by which a signal stops what is under way. Declared in absbench.h. */
#include "absbench.h"

volatile int abs_interrupted;
