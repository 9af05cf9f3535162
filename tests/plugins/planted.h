/*
 * planted.h -- mistakes that planted.sed plants in the game that new-game writes: PLANT in the environment names
 * those that the plug-in makes, "key,bound" for two. Compiled once, it can make each of them.
 */
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define PLANTS \
    X(rounding) X(small) X(mmx) X(exit) X(abort) X(directory) X(signals) X(locale) X(pause) \
    X(trap) X(loop) X(parse_exit) X(parse_abort) X(parse_directory) X(parse_trap) X(parse_loop) \
    X(comment) X(end) X(line) X(escape) X(space) X(path) X(many_moves) X(endless) \
    X(endless_later) X(next_loop) X(slot_loop) X(slots) X(odd) X(move_text) X(plies) \
    X(loop_later) X(counts) X(early) X(result) X(evaluation) X(bound) X(half) X(key) \
    X(other_key) X(side) X(refused)

#define X(name) static bool planted_##name;
PLANTS
#undef X
#define PLANTED(name) planted_##name

static int asked;

static __attribute__((constructor)) void plant_read(void)
{
    const char *const names = getenv("PLANT");
    char all[120];
    snprintf(all, sizeof all, ",%s,", names != NULL ? names : "");
#define X(name) planted_##name = strstr(all, "," #name ",") != NULL;
    PLANTS
#undef X
}

static inline void plant_floating_point(void)
{
#if defined __x86_64__ || defined __i386__
    if (PLANTED(rounding)) {
        __builtin_ia32_ldmxcsr(0x7F80);
        __asm__ volatile("fldcw %0" : : "m"((unsigned short){0x0F7F}));
    } else if (PLANTED(small)) {
        __builtin_ia32_ldmxcsr(0x9FC0);
    } else if (PLANTED(mmx)) {
        __asm__ volatile("pxor %%mm0, %%mm0" : : : "mm0");
    }
#endif
}

/* In evaluate(), where X has the squares 1 and 4 alone. */
static inline void plant_evaluate(void)
{
    sigset_t all;
    sigfillset(&all);
    if (PLANTED(exit))
        exit(0);
    if (PLANTED(abort) || (PLANTED(directory) && chdir("/") != 0))
        abort();
    if (PLANTED(signals))
        sigprocmask(SIG_SETMASK, &all, NULL);
    if (PLANTED(locale))
        setlocale(LC_ALL, "de_DE.UTF-8");
    while (PLANTED(pause))
        pause();
    plant_floating_point();
}

/* In evaluate(), where the side to move has them alone. */
static inline void plant_trap(void)
{
    if (PLANTED(trap))
        __builtin_trap();
    while (PLANTED(loop))
        ;
}

/* In parse(), before there is a position. */
static inline void plant_parse(const char *text)
{
    if (PLANTED(parse_exit))
        exit(0);
    if (PLANTED(parse_abort) || (PLANTED(parse_directory) && chdir("/") != 0))
        abort();
    if (PLANTED(parse_trap) && *text == 's')
        __builtin_trap();
    while (PLANTED(parse_loop) && *text == 's')
        ;
}

static inline void plant_slot(unsigned move)
{
    while (PLANTED(slot_loop) && move == 8)
        ;
}

/* How a move is written, and a position. */
#define PLANT_ODD "\"\\\033[31m\n%u"

static inline unsigned plant_number(unsigned slot)
{
    return PLANTED(move_text) ? slot / 2 : slot + 1;
}

static inline const char *plant_form(void)
{
    return PLANTED(comment)  ? "#%s %c"
           : PLANTED(end)    ? "%s;%c"
           : PLANTED(line)   ? "%s\n%c"
           : PLANTED(escape) ? "%s\033[m%c"
           : PLANTED(space)  ? "%s %c "
                               : "%s %c";
}
