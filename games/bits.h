/* bits.h -- functions that the games on bitboards share. */
#ifndef ABS_BITS_H
#define ABS_BITS_H

#include <stdint.h>

/* How many bits are set. */
static inline int bits_count(uint64_t squares)
{
#if defined __POPCNT__ || !defined __x86_64__
    return __builtin_popcountll(squares);
#else /* without the instruction the builtin would call a library */
    squares -= squares >> 1 & UINT64_C(0x5555555555555555);
    squares =
        (squares & UINT64_C(0x3333333333333333)) + (squares >> 2 & UINT64_C(0x3333333333333333));
    squares = (squares + (squares >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(squares * UINT64_C(0x0101010101010101) >> 56);
#endif
}

#endif
