/* new_game.c -- `absbench new-game NAME`: writes a small game in one file, for users to change. */
#include "base/buffer.h"
#include "base/file.h"
#include "search/registry.h"
#include "verbs/commands.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

extern const char newgame_template[]; /* games/newgame.template; @NAME@ is the game's name */

enum { NAME_BYTES = 30 };

/* Checks a name, which becomes a part of C names in the file. */
static bool check_name(const char *name, abs_error *error)
{
    static const char bytes[] = "0123456789_abcdefghijklmnopqrstuvwxyz";
    abs_error ignored;
    const size_t length = strlen(name);
    if (length > NAME_BYTES || name[0] < 'a' || strspn(name, bytes) != length)
        return abs_fail(error, ABS_USAGE,
                        "new-game: '%.60s' is not a name: use 1 to %d of a-z, 0-9 and _, a letter "
                        "first, as in `absbench new-game mygame`",
                        name, NAME_BYTES);
    return abs_registry_find("game", name, &ignored) == NULL ||
           abs_fail(error, ABS_USAGE, "new-game: %s is a built-in game; choose another name",
                    name);
}

/* Prints the flags that a game is compiled with: where pkg-config does not look, those of its file,
   since a shell would split its answer at a folder's blanks. */
static void print_flags(void)
{
    static const char mark[] = "\nCflags: ";
    char folder[PATH_MAX], file[PATH_MAX + 64], *text = NULL;
    file_program(folder, sizeof folder);
    char *bin = strstr(folder, "/bin/absbench");
    if (bin != NULL)
        *bin = '\0';
    snprintf(file, sizeof file, "%s/share/pkgconfig/absbench.pc", folder);
    if (bin != NULL && strcmp(folder, "/usr") != 0 && strcmp(folder, "/usr/local") != 0)
        text = file_read(file, SIZE_MAX, &(size_t){0}, &(abs_error){0});
    const char *flags = text != NULL ? strstr(text, mark) : NULL;
    const char *end = flags != NULL ? strstr(flags, "-I") : NULL;
    if (end != NULL) {
        abs_buffer include = {0};
        snprintf(file, sizeof file, "%s/include/absbench", folder);
        buffer_word(&include, file);
        flags += strlen(mark);
        printf("%.*s-I%s", (int)(end - flags), flags, buffer_end(&include));
        buffer_free(&include);
    } else {
        printf("$(pkg-config --cflags absbench)");
    }
    free(text);
}

bool command_new_game(abs_options *o, abs_error *error)
{
    static const char mark[] = "@NAME@";
    char path[NAME_BYTES + 3];
    const char *name = o->operand != NULL ? o->operand : "", *rest = newgame_template;
    if (!check_name(name, error))
        return false;
    snprintf(path, sizeof path, "%s.c", name);
    FILE *out = fopen(path, "wx"); /* fails if the file exists */
    for (const char *at; out != NULL && (at = strstr(rest, mark)) != NULL; rest = at + strlen(mark))
        fprintf(out, "%.*s%s", (int)(at - rest), rest, name);
    const bool written = out != NULL && fputs(rest, out) != EOF && !ferror(out);
    if (out == NULL || fclose(out) != 0 || !written) {
        abs_fail(error, ABS_CANNOT_RUN, "%s: cannot be written: %s", path, strerror(errno));
        if (out != NULL)
            unlink(path);
        return false;
    }
    printf("%s is a complete game to change into your own. Compile it:\n    cc ", path);
    print_flags();
    printf(" -o %s.so %s\n(in absbench's own source: make plugin GAME=%s), and then\n"
           "    absbench check --game=./%s.so\n    absbench --game=./%s.so --algo=all\n"
           "docs/own-game.md, installed in share/doc/absbench, describes each function.\n",
           name, path, path, name, name);
    return true;
}
