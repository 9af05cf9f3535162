/* interrupt.c -- see interrupt.h. */
#include "base/interrupt.h"

volatile int abs_interrupted;
