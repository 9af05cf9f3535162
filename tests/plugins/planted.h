/*
 * planted.h -- mistakes that planted.sed plants in the game that new-game writes: PLANT in the environment names
 * those that the plug-in makes, "key,bound" for two. Compiled once, it can make each of them.
 */
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static char plants[120];
#define PLANTED(name) (strstr(plants, "," #name ",") != NULL)

static int asked;

static __attribute__((constructor)) void plant_read(void)
{
    const char *const names = getenv("PLANT");
    snprintf(plants, sizeof plants, ",%s,", names != NULL ? names : "");
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

/* How a move is written, and a position. */
#define PLANT_ODD "\"\\\033[31m\n%u"

static inline const char *plant_form(void)
{
    return PLANTED(comment)  ? "#%s %c"
           : PLANTED(end)    ? "%s;%c"
           : PLANTED(line)   ? "%s\n%c"
           : PLANTED(escape) ? "%s\033[m%c"
           : PLANTED(space)  ? "%s %c "
                               : "%s %c";
}
