/* mix.h -- the hash function of the synthetic trees, good enough for any key. */
#ifndef ABS_MIX_H
#define ABS_MIX_H

#include <stdint.h>
#include <string.h>

static inline uint64_t abs_mix64(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xBF58476D1CE4E5B9);
    x ^= x >> 27;
    x *= UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* 2^64 divided by the golden ratio: its multiples spread evenly. */
#define ABS_G UINT64_C(0x9E3779B97F4A7C15)

/* The key of child i, from 0, of the node with this key; also of step i of a path. */
static inline uint64_t abs_mix_child(uint64_t key, uint64_t i)
{
    return abs_mix64(key + (i + 1) * ABS_G);
}

/* A whole number in [0, n), n < 2^31, drawn by a key. Draws of other salts are independent. */
static inline int abs_draw(uint64_t key, uint64_t salt, int n)
{
    return (int)((abs_mix64(key ^ abs_mix64(salt)) >> 32) * (uint64_t)n >> 32);
}

/* Takes one more byte into a hash: FNV-1a's step. */
static inline uint64_t abs_mix_byte(uint64_t hash, char byte)
{
    return (hash ^ (unsigned char)byte) * UINT64_C(0x100000001B3);
}

/* The key of these bytes. */
static inline uint64_t abs_mix_bytes(const char *bytes, size_t count)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < count; i++)
        hash = abs_mix_byte(hash, bytes[i]);
    return abs_mix64(hash);
}

/* Reads up to eight bytes as a number, the first as its lowest byte on every machine. */
static inline uint64_t abs_mix_word(const char *bytes, size_t count)
{
    uint64_t word = 0;
    memcpy(&word, bytes, count);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word) : word;
}

/* Hashes eight bytes at a time. The key differs from abs_mix_bytes(). */
static inline uint64_t abs_mix_words(const void *bytes, size_t count)
{
    uint64_t hash = count;
    const char *at = bytes;
    for (; count >= sizeof hash; at += sizeof hash, count -= sizeof hash) {
        hash = (hash ^ abs_mix_word(at, sizeof hash)) * ABS_G;
        hash ^= hash >> 32;
    }
    return abs_mix64((hash ^ abs_mix_word(at, count)) * ABS_G);
}

static inline uint64_t abs_mix_text(const char *text)
{
    return abs_mix_bytes(text, strlen(text));
}

#endif
