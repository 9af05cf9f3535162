/* journal.c -- see journal.h. */
#include "log/journal.h"
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define SYNC_S 5.0

/* Makes a line. Each thread that is adding a row has its own, so that none waits. */
typedef struct line_maker {
    row_texts texts;
    abs_buffer line;
    struct line_maker *next;
} line_maker;

struct abs_journal {
    int fd;
    abs_journal_options o;   /* head and plan are valid only in journal_open() */
    abs_reader *earlier;     /* the rows of earlier runs, or NULL */
    abs_row row;             /* what journal_row() returned last; its vectors are the reader's */
    pthread_mutex_t lock;    /* protects the file and the following members */
    off_t length;            /* of the complete lines in the file */
    line_maker *free, *made; /* those not in use, and those whose line is still to be written */
    bool writing;            /* a thread is writing the lines of `made` */
    abs_error failure;       /* why nothing more is written */
    bool unsynced, unsafe;
    double synced; /* seconds */
};

static bool fail(const abs_journal *j, abs_error *error, const char *what)
{
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: %s: %s", j->o.path, what, strerror(errno));
}

static bool refuse(const abs_journal *j, abs_error *error, const char *why)
{
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: %s", j->o.path, why);
}

/* ---- opening ------------------------------------------------------------------------------- */

/* Whether the path still names the open file, which another process may remove before the lock. */
static bool is_still_there(const abs_journal *j)
{
    struct stat own, named;
    return fstat(j->fd, &own) == 0 && stat(j->o.path, &named) == 0 && own.st_dev == named.st_dev &&
           own.st_ino == named.st_ino;
}

/* Opens and locks the file. The lock is the open file's, and so ends however the process ends. */
static bool open_locked(abs_journal *j, abs_error *error)
{
    const int made_up = j->o.made_up ? O_NOFOLLOW : 0;
    do {
        if (j->fd >= 0)
            close(j->fd);
        j->fd = open(j->o.path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | made_up, 0666);
        if (j->fd < 0)
            return fail(j, error, "cannot be written");
        if (flock(j->fd, LOCK_EX | LOCK_NB) == 0)
            continue;
        if (errno == EWOULDBLOCK)
            return refuse(j, error,
                          "another absbench is writing to it; wait for its end, or name another "
                          "file");
        fprintf(
            stderr,
            "absbench: %s: it cannot be locked (%s): make sure that no other run writes to it\n",
            j->o.path, strerror(errno));
    } while (!is_still_there(j));
    return true;
}

static const char *member(const cJSON *context, const char *name)
{
    const char *text = json_text(context, name);
    return text != NULL ? text : "";
}

/* Checks that this run would make the rows of the file: with the same version, files and plan. A
   plug-in that was compiled again has changed. */
static bool check_context(const abs_journal *j, const cJSON *own, abs_error *error)
{
    static const char *const names[] = {"version", "git"};
    const cJSON *context = j->earlier->context;
    const abs_plan *theirs = &j->earlier->plan, *ours = j->o.plan;
    abs_buffer changes = {0};
    context_changes(&changes, context, own);
    const bool is_same =
        changes.length == 0 ||
        abs_fail(error, ABS_CANNOT_RUN,
                 "%.300s: %.300s; name another file with --output=, or put the one "
                 "back that began it",
                 j->o.path, buffer_end(&changes));
    buffer_free(&changes);
    if (!is_same)
        return false;
    if (!plan_is_same(theirs, ours))
        return refuse(j, error,
                      "it belongs to other searches than those asked for; name another file, or "
                      "repeat the command that began it");
    if (theirs->shard != ours->shard || theirs->shards != ours->shards)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%.300s: it belongs to another shard, %u of %u; give each a file of its "
                        "own",
                        j->o.path, theirs->shard, theirs->shards);
    for (size_t i = 0; i < 2; i++)
        if (strcmp(member(context, names[i]), member(own, names[i])) != 0)
            return abs_fail(error, ABS_CANNOT_RUN,
                            "%.300s: it belongs to another program: %s %.80s, not %.80s; continue "
                            "with that one, or name another file",
                            j->o.path, names[i], member(context, names[i]), member(own, names[i]));
    return true;
}

/* Takes over the rows of earlier runs. Removes a line that the last run did not finish, and also
   the end line if some searches will be repeated. */
static bool take_over(abs_journal *j, abs_error *error)
{
    const abs_reader *r = j->earlier = reader_open(j->o.path, error);
    if (r == NULL)
        return false;
    cJSON *head = cJSON_ParseWithLength(j->o.head->data, j->o.head->length);
    const bool same = check_context(j, json_find(head, "context"), error);
    cJSON_Delete(head);
    if (!same)
        return false;
    if (r->count > 0 && r->rows[0].job == ABS_NO_JOB)
        return refuse(j, error,
                      "it is a report, not a journal: its rows do not say which searches they "
                      "belong to; name another file");
    if (!reader_verify(j->earlier, error))
        return false;
    const bool goes_on =
        r->is_whole && r->failed > 0; /* rows follow to replace the failed ones */
    j->earlier->is_whole &= !goes_on;
    j->length = (off_t)(goes_on ? r->end_at : r->whole);
    return !(r->torn || goes_on) || ftruncate(j->fd, j->length) == 0 ||
           fail(j, error, "its torn last line cannot be removed");
}

/* Appends a line, usually by one write. If it is not written in full, it is removed, now or by the
   next run; after that nothing is written, and every caller gets the error. */
static bool append(abs_journal *j, const abs_buffer *line, abs_error *error)
{
    if (j->failure.code == ABS_OK && !file_write(j->fd, line->data, line->length)) {
        fail(j, &j->failure, "a row could not be written");
        const bool cut = ftruncate(j->fd, j->length) == 0;
        (void)cut;
    }
    if (j->failure.code != ABS_OK) {
        *error = j->failure;
        return false;
    }
    j->length += (off_t)line->length;
    return true;
}

/* Begins with what the file holds. An incomplete first line, without a newline and not much longer
   than this run's, counts as an empty file. */
static bool begin(abs_journal *j, abs_error *error)
{
    static const char beginning[] = "{\"schema\":\"absbench.report/";
    const size_t room = 2 * j->o.head->length, longest = sizeof beginning - 1;
    char *part = memory_zeros(room, 1);
    const ssize_t got = pread(j->fd, part, room, 0);
    const size_t length = got > 0 ? (size_t)got : 0;
    const bool begins = strncmp(part, beginning, length < longest ? length : longest) == 0;
    const char *const end = memchr(part, '\n', length);
    const size_t first = end != NULL ? (size_t)(end - part) + 1 : room; /* the first line */
    const bool whole = length == room || end != NULL;
    /* A run that was ended before its first row leaves only that. */
    const bool bare = j->o.made_up && begins && length == first && first < room;
    free(part);
    if (got < 0)
        return fail(j, error, "cannot be read");
    if (length > 0 && !j->o.resume && !bare)
        return refuse(j, error,
                      "it already exists; add --resume to continue it, or name another file");
    if (!begins)
        return refuse(j, error,
                      "it contains something other than rows, and is left as it is; name another "
                      "file");
    return whole && j->o.resume
               ? take_over(j, error)
               : (ftruncate(j->fd, 0) == 0 || fail(j, error, "cannot be written")) &&
                       append(j, j->o.head, error);
}

abs_journal *journal_open(const abs_journal_options *options, abs_error *error)
{
    abs_journal *j = memory_zeros(1, sizeof *j);
    j->fd = -1;
    j->o = *options;
    j->synced = clock_now();
    pthread_mutex_init(&j->lock, NULL);
    if (open_locked(j, error) && begin(j, error))
        return j;
    journal_close(j, j->failure.code != ABS_OK && j->length == 0); /* not even the head */
    return NULL;
}

/* ---- earlier rows -------------------------------------------------------------------------- */

const abs_reader *journal_earlier(const abs_journal *j)
{
    return j->earlier;
}

const abs_row *journal_row(abs_journal *j, uint64_t job, const abs_root *root,
                           const abs_config *config, abs_error *error)
{
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX], wanted[sizeof id];
    const row_place *place = reader_find(j->earlier, job);
    const abs_row *row = reader_row(j->earlier, (size_t)(place - j->earlier->rows), error);
    if (row == NULL)
        return NULL;
    abs_row_id(row, id, sizeof id);
    j->row = *row;
    j->row.root = root;
    j->row.config = config;
    abs_row_id(&j->row, wanted, sizeof wanted);
    if (strcmp(id, wanted) == 0)
        return &j->row;
    abs_fail(error, ABS_CANNOT_RUN, "%.300s: job %" PRIu64 " is %.300s there, but should be %.300s",
             j->o.path, job, id, wanted);
    return NULL;
}

/* ---- adding rows --------------------------------------------------------------------------- */

static line_maker *take_maker(abs_journal *j)
{
    pthread_mutex_lock(&j->lock);
    line_maker *m = j->free;
    if (m != NULL)
        j->free = m->next;
    pthread_mutex_unlock(&j->lock);
    if (m == NULL)
        m = memory_zeros(1, sizeof *m);
    buffer_clear(&m->line);
    return m;
}

static void push(line_maker **list, line_maker *m)
{
    m->next = *list;
    *list = m;
}

/* Writes all finished lines, unless another thread is doing so, which then writes this one too. */
static bool append_made(abs_journal *j, line_maker *m, abs_error *error)
{
    bool ok = true;
    pthread_mutex_lock(&j->lock);
    push(&j->made, m);
    while (!j->writing && (m = j->made) != NULL) {
        j->made = m->next;
        j->writing = true;
        pthread_mutex_unlock(&j->lock);
        ok = append(j, &m->line, error) && ok;
        pthread_mutex_lock(&j->lock);
        j->writing = false;
        j->unsynced = true;
        push(&j->free, m);
    }
    pthread_mutex_unlock(&j->lock);
    return ok;
}

bool journal_add(abs_journal *j, abs_row *row, abs_error *error)
{
    const bool aside = row->config->for_reference;
    line_maker *m = take_maker(j);
    fields_make_json(row, &m->texts, j->o.times, true);
    buffer_text(&m->line, aside ? "{\"reference_result\":" : "");
    buffer_bytes(&m->line, row->json.text.data, row->json.text.length);
    buffer_text(&m->line, aside ? "}\n" : "\n");
    return append_made(j, m, error);
}

bool journal_leave_out(abs_journal *j, uint64_t job, abs_error *error)
{
    line_maker *m = take_maker(j);
    buffer_format(&m->line, LEFT_OUT_LINE, job);
    context_seal(&m->line, 0);
    return append_made(j, m, error);
}

/* ---- the end ------------------------------------------------------------------------------- */

void journal_sync(abs_journal *j)
{
    const double now = clock_now();
    if (now - j->synced < SYNC_S)
        return;
    j->synced = now;
    pthread_mutex_lock(&j->lock);
    const bool wanted = j->unsynced;
    j->unsynced = false;
    pthread_mutex_unlock(&j->lock);
    if (wanted && fdatasync(j->fd) != 0) /* workers go on meanwhile */
        j->unsafe = true;                /* fsync() may succeed later although rows are lost */
}

bool journal_end(abs_journal *j, const abs_end *end, abs_error *error)
{
    if (j->earlier != NULL && j->earlier->is_whole)
        return true;
    line_maker *m = take_maker(j);
    context_end_line(&m->line, end);
    context_seal(&m->line, 0);
    if (!append_made(j, m, error))
        return false;
    if (fsync(j->fd) != 0 || j->unsafe) {
        errno = j->unsafe ? EIO : errno;
        return fail(j, error, "the rows could not be written");
    }
    if (!j->o.made_up) /* else the report beside it syncs it, and then takes its place */
        output_sync_directory(j->o.path);
    return true;
}

void journal_close(abs_journal *j, bool take_away)
{
    if (j == NULL)
        return;
    if (take_away && is_still_there(j))
        unlink(j->o.path);
    else if (j->fd >= 0 && j->unsynced)
        fsync(j->fd);
    if (j->fd >= 0)
        close(j->fd);
    reader_close(j->earlier);
    for (line_maker *m; (m = j->free) != NULL;) {
        j->free = m->next;
        texts_free(&m->texts);
        buffer_free(&m->line);
        free(m);
    }
    pthread_mutex_destroy(&j->lock);
    free(j);
}
