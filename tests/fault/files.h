/* files.h -- the files of a run that is made to fail: what they hold, and what may not be left. */
#ifndef TEST_FAULT_FILES_H
#define TEST_FAULT_FILES_H

#include "test.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file's text, which is to be freed; "" if there is none. */
static char *read_all(const char *path, size_t *length)
{
    char *text = NULL;
    struct stat st;
    const int fd = open(path, O_RDONLY);
    *length = fd >= 0 && fstat(fd, &st) == 0 ? (size_t)st.st_size : 0;
    text = calloc(1, *length + 1);
    if (fd >= 0) {
        *length = (size_t)read(fd, text, *length);
        close(fd);
    }
    return text;
}

static bool is_text(const char *path, const char *expected)
{
    size_t length;
    char *text = read_all(path, &length);
    const bool same = strcmp(text, expected) == 0;
    free(text);
    return same;
}

static void write_all(const char *path, const char *text)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const size_t length = strlen(text);
    assert_true(fd >= 0 && write(fd, text, length) == (ssize_t)length && close(fd) == 0);
}

/* Whether a file is there that no run may leave, and its name. */
static bool leaves_file(char *name, size_t size)
{
    bool found = false;
    DIR *directory = opendir(".");
    for (const struct dirent *file; (file = readdir(directory)) != NULL;)
        if (strstr(file->d_name, ".tmp") != NULL || strstr(file->d_name, ".partial") != NULL) {
            snprintf(name, size, "left behind: %.200s", file->d_name);
            found = true;
        }
    closedir(directory);
    return found;
}

static void copy(const char *from, const char *to, size_t most)
{
    size_t length;
    char *text = read_all(from, &length);
    text[length < most ? length : most] = '\0';
    write_all(to, text);
    free(text);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Takes out of the text what is between the two, if it is there. */
static void cut_out(char *text, const char *from, char to)
{
    char *start = strstr(text, from);
    char *end = start != NULL ? strchr(start, to) : NULL;
    if (end != NULL)
        memmove(start, end, strlen(end) + 1);
}

/* What a journal, or a report made from one, says whatever the command and the order of rows. */
static void normalise(char *text)
{
    char *lines[200];
    size_t count = 0;
    cut_out(text, "\"command\":[", ']');
    cut_out(text, "\"resume\":", ',');
    char *rest = strdup(text), *line = rest;
    for (char *end; (end = strchr(line, '\n')) != NULL && count < 200; line = end + 1) {
        *end = '\0';
        lines[count++] = line;
    }
    qsort(lines, count, sizeof *lines, by_text);
    for (size_t i = 0; i < count; i++)
        text = stpcpy(stpcpy(text, lines[i]), "\n");
    strcpy(text, line); /* a line that was cut */
    free(rest);
}

#endif
