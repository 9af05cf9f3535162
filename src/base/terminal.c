/* terminal.c -- see terminal.h. */
#define _GNU_SOURCE /* TIOCGWINSZ */
#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* What COLUMNS says; 0: nothing that makes sense. */
static size_t columns_asked(void)
{
    const char *const text = getenv("COLUMNS");
    const size_t digits = text != NULL ? strspn(text, "0123456789") : 0;
    return digits > 0 && digits < 6 && text[digits] == '\0' ? strtoul(text, NULL, 10) : 0;
}

static size_t columns_there(int fd)
{
    struct winsize size = {0};
    return isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t terminal_width(int fd)
{
    size_t width = columns_asked();
    width = width > 0 ? width : columns_there(fd);
    width = width > 0 ? width : TERMINAL_WIDTH;
    return width < TERMINAL_NARROWEST ? TERMINAL_NARROWEST
           : width > TERMINAL_WIDEST  ? TERMINAL_WIDEST
                                      : width;
}

bool terminal_has_colours(int fd)
{
    const char *const none = getenv("NO_COLOR"), *const kind = getenv("TERM");
    return isatty(fd) && (none == NULL || *none == '\0') && kind != NULL && *kind != '\0' &&
           strcmp(kind, "dumb") != 0;
}
