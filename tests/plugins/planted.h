/*
 * planted.h -- mistakes that planted.sed plants in the game that new-game writes: PLANT in the environment names
 * those that the plug-in makes, "key,bound" for two. Compiled once, it can make each of them.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static char plants[120];
#define PLANTED(name) (strstr(plants, "," #name ",") != NULL)

static int asked;

static bool plant_ends; /* a plant is PLACE-HOW, or PLACE-HOW@N after N calls: there the game ends so */

static unsigned plant_deep(unsigned n)
{
    volatile char room[4096] = {(char)n};
    return n == 0 ? 0 : plant_deep(n + 1) + (unsigned)room[n % 7];
}

/* Ends at that place as the plants say, if they do. */
static __attribute__((unused)) void plant_end(const char *place)
{
    static int calls;
    int after = 0;
    char begin[20], how[20] = "";
    snprintf(begin, sizeof begin, ",%s-", place);
    const char *const found = strstr(plants, begin);
    if (found == NULL)
        return;
    sscanf(found + strlen(begin), "%19[^,@]@%d", how, &after);
    if (__atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED) < after)
        return;
#define HOW(name) (strcmp(how, name) == 0)
    if (HOW("segv"))
        *(volatile int *)(uintptr_t)(strlen(how) * 2) = 1;
    if (HOW("overflow"))
        asked += (int)plant_deep(1);
    if (HOW("fpe"))
        raise(SIGFPE);
    if (HOW("abort"))
        abort();
    if (HOW("exit"))
        exit(0);
    if (HOW("_exit"))
        _exit(0);
    if (HOW("quick"))
        quick_exit(0);
    if (HOW("thread"))
        pthread_exit(NULL);
    if (HOW("fork") && fork() == 0)
        _exit(0);
    if (HOW("pause") || HOW("loop"))
        close(open("in", O_CREAT | O_WRONLY, 0666)); /* as the test waits for it */
    while (HOW("pause"))
        pause();
    while (HOW("loop"))
        ;
#undef HOW
}

/* Where X has the squares 1 and 4 alone. */
#define PLANT_END(place, p)                                                                        \
    ((void)(plant_ends && ((p)->o_moves ? (p)->theirs : (p)->mine) == 9 && (plant_end(place), 0)))

static __attribute__((constructor)) void plant_read(void)
{
    const char *const names = getenv("PLANT");
    snprintf(plants, sizeof plants, ",%s,", names != NULL ? names : "");
    plant_ends = strchr(plants, '-') != NULL;
    plant_end("constructor");
}

/* Ends where less than a mebibyte is kept free below the stack of a worker. */
static inline void plant_guard(void)
{
    extern int pthread_getattr_np(pthread_t, pthread_attr_t *);
    extern pid_t gettid(void);
    size_t size = 0;
    pthread_attr_t of;
    if (!PLANTED(guard) || gettid() == getpid() || pthread_getattr_np(pthread_self(), &of) != 0)
        return;
    if (pthread_attr_getguardsize(&of, &size) == 0 && size < 1 << 20)
        abort();
    pthread_attr_destroy(&of);
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
    if (plant_ends && *text == 's')
        plant_end("parse");
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
