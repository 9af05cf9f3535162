/* unit_output.c -- a report is whole or not there at all. */
#define _GNU_SOURCE
#include "tests/find/report_fixture.h"

#include <sys/wait.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

static void write_old(void)
{
    FILE *out = fopen(fixture_path, "w");
    assert_non_null(out);
    fputs("old", out);
    assert_int_equal(fclose(out), 0);
}

static void assert_content(const char *wanted)
{
    char *text = fixture_read(fixture_path);
    assert_string_equal(text, wanted);
    free(text);
}

static int files(void)
{
    int count = 0;
    DIR *directory = opendir(fixture_directory);
    assert_non_null(directory);
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count - 2;
}

static abs_report *open_report(const char *path, abs_error *error)
{
    abs_report_options options = fixture_options(ABS_FORMAT_JSON);
    options.path = path;
    return abs_report_open(&options, error);
}

/* Until it is closed, a report is not seen; then it is, whole. */
static void appears_when_whole(void **state)
{
    (void)state;
    sample s;
    abs_error error;
    write_old();
    abs_report *report = open_report(fixture_path, &error);
    assert_non_null(report);
    assert_true(abs_report_row(report, sample_row(sample_make(&s, "pvs", 1, 5)), &error));
    assert_content("old");
    assert_int_equal(files(), 2);
    assert_int_equal(abs_report_close(report, false, &error), ABS_OK);
    assert_int_equal(files(), 1);
    char *text = fixture_read(fixture_path);
    cJSON *json = cJSON_ParseWithOpts(text, NULL, true);
    assert_non_null(json);
    cJSON_Delete(json);
    free(text);
    unlink(fixture_path);
}

static void abandoned_leaves_nothing(void **state)
{
    (void)state;
    abs_error error;
    write_old();
    abs_report *report = open_report(fixture_path, &error);
    assert_non_null(report);
    abs_report_abandon(report);
    assert_content("old");
    assert_int_equal(files(), 1);
    unlink(fixture_path);
    abs_report_abandon(NULL);
}

/* The mode of the one file there is. */
static mode_t write_over(void)
{
    abs_error error;
    struct stat st;
    const mode_t mask = umask(027);
    abs_report *report = open_report(fixture_path, &error);
    umask(mask);
    assert_non_null(report);
    assert_int_equal(abs_report_close(report, false, &error), ABS_OK);
    assert_int_equal(files(), 1);
    assert_int_equal(stat(fixture_path, &st), 0);
    return st.st_mode & 07777;
}

/* A new file has the mode of any new file; one that is written over keeps its mode and owner. */
static void keeps_mode_and_owner(void **state)
{
    (void)state;
    static const mode_t modes[] = {0600, 0640, 0666, 0755};
    assert_int_equal(write_over(), 0640);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        assert_int_equal(chmod(fixture_path, modes[i]), 0);
        assert_int_equal(write_over(), modes[i]);
    }
    if (geteuid() == 0) {
        struct stat st;
        assert_int_equal(chown(fixture_path, 12345, 54321), 0);
        assert_int_equal(chmod(fixture_path, 0660), 0);
        assert_int_equal(write_over(), 0660);
        assert_int_equal(stat(fixture_path, &st), 0);
        assert_true(st.st_uid == 12345 && st.st_gid == 54321);
    }
    unlink(fixture_path);
}

/* The other names of a file keep the old one, and that is said. */
static void other_names_keep_the_old_file(void **state)
{
    (void)state;
    char other[128];
    abs_error error;
    write_old();
    snprintf(other, sizeof other, "%s/other", fixture_directory);
    assert_int_equal(link(fixture_path, other), 0);
    fixture_hush();
    abs_report *report = open_report(fixture_path, &error);
    char *heard = fixture_heard();
    assert_non_null(report);
    assert_non_null(strstr(heard, "has 2 names (hard links)"));
    free(heard);
    assert_int_equal(abs_report_close(report, false, &error), ABS_OK);
    assert_int_equal(unlink(fixture_path), 0);
    assert_int_equal(rename(other, fixture_path), 0);
    assert_content("old");
    unlink(fixture_path);
}

/* What a killed run has left is named; never what a running one still writes, nor anything else. */
static void what_killed_runs_left_is_said(void **state)
{
    (void)state;
    static const char *const names[] = {".absbench-999999999-0.tmp", ".absbench-1-3.tmp",
                                        ".absbench-1-4.tmp", ".absbench-1.tmp",
                                        ".absbench-2-0.tmp.old"};
    enum { DEAD, OTHER, EMPTY, NAMES = sizeof names / sizeof names[0] };
    char path[160];
    abs_error error;
    abs_report *running = open_report(fixture_path, &error);
    for (size_t i = 0; i < NAMES; i++) {
        snprintf(path, sizeof path, "%s/%s", fixture_directory, names[i]);
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        if (i != EMPTY) /* process 1 may be about to write it */
            fputs("rows", out);
        assert_int_equal(fclose(out), 0);
    }
    fixture_hush();
    abs_report *report = open_report(fixture_path, &error);
    char *heard = fixture_heard();
    assert_true(running != NULL && report != NULL);
    for (size_t i = 0; i < NAMES; i++)
        if ((strstr(heard, names[i]) != NULL) != (i == DEAD || i == OTHER))
            fail_msg("%s: %s", names[i], heard);
    snprintf(path, sizeof path, ".absbench-%ld-", (long)getpid());
    assert_null(strstr(heard, path));
    assert_ptr_equal(strchr(heard, '\n'), heard + strlen(heard) - 1);
    free(heard);
    abs_report_abandon(report);
    abs_report_abandon(running);
    assert_int_equal(files(), NAMES);
    for (size_t i = 0; i < NAMES; i++) {
        snprintf(path, sizeof path, "%s/%s", fixture_directory, names[i]);
        unlink(path);
    }
}

/* A file that may not grow: the message names it and says why, and all is as before. */
static void what_cannot_be_written_is_named(void **state)
{
    (void)state;
    sample s;
    abs_error error = {0};
    struct rlimit before, small = {.rlim_cur = 2000};
    write_old();
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    abs_report *report = open_report(fixture_path, &error);
    assert_non_null(report);
    sample_make(&s, "pvs", 1, 5);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool ok = true;
    for (int i = 0; ok && i < 1000; i++)
        ok = abs_report_row(report, sample_row(&s), &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(ok);
    assert_int_equal(error.code, ABS_CANNOT_RUN);
    assert_non_null(strstr(error.text, "/.absbench-"));
    assert_non_null(strstr(error.text, strerror(EFBIG)));
    abs_report_abandon(report);
    assert_int_equal(files(), 1);
    assert_content("old");
    unlink(fixture_path);
}

static void assert_refused(const char *path, const char *reason)
{
    abs_error error = {0};
    assert_null(open_report(path, &error));
    assert_int_equal(error.code, ABS_CANNOT_RUN);
    assert_non_null(strstr(error.text, "--output="));
    if (strstr(error.text, reason) == NULL)
        fail_msg("'%s' does not say '%s'", error.text, reason);
}

/* What cannot be written is found before any search. */
static void refused_at_open(void **state)
{
    (void)state;
    char path[128], link[128];
    assert_refused(fixture_directory, "directory");
    assert_refused("", "no file");
    snprintf(path, sizeof path, "%s/none/report", fixture_directory);
    assert_refused(path, strerror(ENOENT));
    write_old();
    snprintf(path, sizeof path, "%s/below", fixture_path);
    assert_refused(path, strerror(ENOTDIR));
    snprintf(link, sizeof link, "%s/loop", fixture_directory);
    assert_int_equal(symlink(link, link), 0);
    assert_refused(link, strerror(ELOOP));
    unlink(link);
    assert_int_equal(symlink(path, link), 0); /* below a file there is none */
    assert_refused(link, strerror(ENOTDIR));
    unlink(link);
    assert_int_equal(symlink("nothing", link), 0);
    assert_refused(link, "this link leads to no file"); /* as /dev/stdout is if that is closed */
    assert_int_equal(unlink(link), 0);
    if (geteuid() != 0) {
        assert_int_equal(chmod(fixture_path, 0400), 0);
        assert_refused(fixture_path, strerror(EACCES));
        assert_int_equal(chmod(fixture_directory, 0500), 0);
        snprintf(path, sizeof path, "%s/new", fixture_directory);
        assert_refused(path, strerror(EACCES));
        assert_int_equal(chmod(fixture_directory, 0700), 0);
    }
    assert_int_equal(files(), 1);
    unlink(fixture_path);
}

/* A file that cannot get its name any more: an error, the other file untouched, no leftover. */
static void fails_at_close(void **state)
{
    (void)state;
    abs_error error = {0};
    abs_report *report = open_report(fixture_path, &error);
    assert_non_null(report);
    assert_int_equal(mkdir(fixture_path, 0700), 0);
    assert_int_equal(abs_report_close(report, false, &error), ABS_CANNOT_RUN);
    assert_non_null(strstr(error.text, strerror(EISDIR)));
    assert_int_equal(rmdir(fixture_path), 0);
    assert_int_equal(files(), 0);
}

static void a_full_disk_is_noticed(void **state)
{
    (void)state;
    static const abs_format late[] = {ABS_FORMAT_TABLE, ABS_FORMAT_MARKDOWN};
    abs_error error = {0};
    assert_null(open_report("/dev/full", &error));
    assert_int_equal(error.code, ABS_CANNOT_RUN);
    assert_non_null(strstr(error.text, strerror(ENOSPC)));
    for (size_t i = 0; i < 2; i++) { /* these write only at the end */
        abs_report_options options = fixture_options(late[i]);
        options.path = "/dev/full";
        abs_report *report = abs_report_open(&options, &error);
        assert_non_null(report);
        error.code = ABS_OK;
        assert_int_equal(abs_report_close(report, false, &error), ABS_CANNOT_RUN);
        assert_int_equal(error.code, ABS_CANNOT_RUN);
    }
    struct stat st;
    assert_int_equal(stat("/dev/full", &st), 0);
    assert_true(S_ISCHR(st.st_mode));
}

/* Devices, pipes and standard output are written straight away. */
static void written_straight(void **state)
{
    (void)state;
    abs_error error;
    sample s;
    struct stat st;
    abs_report *report = open_report("/dev/null", &error);
    assert_non_null(report);
    assert_true(abs_report_row(report, sample_row(sample_make(&s, "pvs", 1, 5)), &error));
    assert_int_equal(abs_report_close(report, false, &error), ABS_OK);
    assert_int_equal(stat("/dev/null", &st), 0);
    assert_true(S_ISCHR(st.st_mode));

    assert_int_equal(mkfifo(fixture_path, 0600), 0);
    const int reader = open(fixture_path, O_RDONLY | O_NONBLOCK);
    report = open_report(fixture_path, &error);
    assert_non_null(report);
    char text[16];
    assert_int_equal(read(reader, text, 10), 10); /* the head is there before any row */
    close(reader);
    int status;
    const pid_t child = fork(); /* the reader has gone: the program ends, and quietly */
    if (child == 0) {
        abs_report_row(report, sample_row(&s), &error);
        _exit(7);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    abs_report_abandon(report);
    assert_int_equal(files(), 1);
    unlink(fixture_path);
}

/* Standard output by each of its names, here redirected to a file. */
static void standard_output(void **state)
{
    (void)state;
    static const char *const names[] = {NULL, "-", "/dev/stdout"};
    abs_error error;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fflush(stdout);
        const int saved = dup(STDOUT_FILENO);
        const int file = open(fixture_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        assert_true(saved >= 0 && file >= 0 && dup2(file, STDOUT_FILENO) >= 0);
        abs_report *report = open_report(names[i], &error);
        const bool whole =
            report != NULL && abs_report_close(report, false, &error) == ABS_OK &&
            write(STDOUT_FILENO, "!\n", 2) == 2; /* not closed: it is not the report's */
        dup2(saved, STDOUT_FILENO);
        close(saved);
        close(file);
        assert_true(whole);
        char *text = fixture_read(fixture_path);
        assert_true(text[0] == '{' && strcmp(text + strlen(text) - 4, "}\n!\n") == 0);
        free(text);
    }
    unlink(fixture_path);
    assert_int_equal(files(), 0);
}

/* A link stays a link; the file it names is the one that changes. */
static void links_are_followed(void **state)
{
    (void)state;
    char link[128];
    abs_error error;
    struct stat st;
    write_old();
    snprintf(link, sizeof link, "%s/link", fixture_directory);
    assert_int_equal(symlink("report", link), 0);
    abs_report *report = open_report(link, &error);
    assert_non_null(report);
    assert_int_equal(abs_report_close(report, false, &error), ABS_OK);
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    char *text = fixture_read(fixture_path);
    assert_true(text[0] == '{');
    free(text);
    unlink(link);
    unlink(fixture_path);
    assert_int_equal(files(), 0);
}

/* What an interrupted run has finished stands beside an older file, if it is worth anything. */
static void set_aside(void **state)
{
    (void)state;
    char partial[128], said_beside[512], said_kept[256], said_new[256];
    snprintf(partial, sizeof partial, "%s.partial", fixture_path);
    snprintf(said_beside, sizeof said_beside, "; %s holds them, and %s is as it was", partial,
             fixture_path);
    snprintf(said_kept, sizeof said_kept, "; %s is as it was", fixture_path);
    snprintf(said_new, sizeof said_new, "; %s holds them", fixture_path);
    const struct {
        bool older, row;
        const char *said;
    } cases[] = {{false, true, said_new},
                 {false, false, ""},
                 {true, true, said_beside},
                 {true, false, said_kept}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sample s;
        abs_error error;
        abs_buffer said = {0};
        abs_report *report = open_report(fixture_path, &error);
        assert_non_null(report);
        if (cases[i].older) /* since it was opened */
            write_old();
        if (cases[i].row)
            assert_true(abs_report_row(report, sample_row(sample_make(&s, "pvs", 1, 5)), &error));
        const bool keep = abs_report_set_aside(report, &said);
        assert_int_equal(keep, cases[i].row || !cases[i].older);
        if (keep)
            assert_int_equal(abs_report_close(report, true, &error), ABS_OK);
        else
            abs_report_abandon(report);
        assert_string_equal(buffer_end(&said), cases[i].said);
        buffer_free(&said);
        if (cases[i].older)
            assert_content("old");
        assert_int_equal(unlink(partial), cases[i].older && cases[i].row ? 0 : -1);
        assert_int_equal(unlink(fixture_path), keep || cases[i].older ? 0 : -1);
        assert_int_equal(files(), 0);
    }
}

/* Two reports at once into one directory do not meet. */
static void two_at_once(void **state)
{
    (void)state;
    char other[128];
    abs_error error;
    snprintf(other, sizeof other, "%s/other", fixture_directory);
    abs_report *one = open_report(fixture_path, &error), *two = open_report(other, &error);
    assert_true(one != NULL && two != NULL);
    assert_int_equal(abs_report_close(one, false, &error), ABS_OK);
    assert_int_equal(abs_report_close(two, false, &error), ABS_OK);
    assert_int_equal(files(), 2);
    unlink(other);
    unlink(fixture_path);
}

static int start(void **state)
{
    signal(SIGPIPE, SIG_IGN); /* as interrupt_catch() has it */
    return fixture_start(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appears_when_whole),
        cmocka_unit_test(keeps_mode_and_owner),
        cmocka_unit_test(other_names_keep_the_old_file),
        cmocka_unit_test(what_killed_runs_left_is_said),
        cmocka_unit_test(what_cannot_be_written_is_named),
        cmocka_unit_test(abandoned_leaves_nothing),
        cmocka_unit_test(refused_at_open),
        cmocka_unit_test(fails_at_close),
        cmocka_unit_test(a_full_disk_is_noticed),
        cmocka_unit_test(written_straight),
        cmocka_unit_test(standard_output),
        cmocka_unit_test(links_are_followed),
        cmocka_unit_test(set_aside),
        cmocka_unit_test(two_at_once),
    };
    return cmocka_run_group_tests_name("output", tests, start, fixture_end);
}
