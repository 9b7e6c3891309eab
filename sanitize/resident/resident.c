#include "sanitize/resident/resident.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/embed.h"
#include "sanitize/resident/wire.h"

FL_EMBED(san_resident_inside, FL_RESIDENT_INSIDE);

#define LIBRARY ".resident.so"

enum {
	PROGRAMS = 4, /* two drivers of a compiler, its linker, and one to spare */
	NAME_MAX_LEN = 256,
	CLEAR_MS = 10000,
	HELLO_MS = 20000,
	FAILURES_MAX = 8,
	RETRY_MS = 60000,
	ODD_ENDS_MAX = 3
};

/* A program that stays. */
struct program {
	char name[NAME_MAX_LEN]; /* "": none */
	struct fl_child child;
};

struct san_resident {
	struct fl_box_opts opts;
	struct fl_box *box; /* NULL: it is made when needed */
	struct program programs[PROGRAMS];
	size_t next;
	unsigned failures; /* to start or answer, since it last did something */
	unsigned odd_ends; /* commands, one behind the other, that did not end as they should */
	int64_t retry; /* when it is tried again after too many failures */
};

int san_resident_new(
	const struct fl_box_opts *opts, struct san_resident **ret_resident, struct fl_error *err)
{
	struct san_resident *r = calloc(1, sizeof(*r));
	if (!r)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a resident compiler");
	r->opts = *opts;
	*ret_resident = r;
	return 0;
}

static void end(struct program *p)
{
	struct fl_error ignored;
	if (*p->name)
		fl_child_end(&p->child, NULL, &ignored);
	*p->name = '\0';
}

/* All is made anew when it is needed again. */
static void reset(struct san_resident *r)
{
	for (size_t i = 0; i < PROGRAMS; i++)
		end(&r->programs[i]);
	fl_box_free(r->box);
	r->box = NULL;
}

void san_resident_free(struct san_resident *r)
{
	if (r)
		reset(r);
	free(r);
}

struct fl_box *san_resident_box(struct san_resident *r)
{
	return r->box;
}

static int open_box(struct san_resident *r, struct fl_error *err)
{
	if (r->box)
		return 0;
	if (r->failures >= FAILURES_MAX && fl_clock_ms() < r->retry)
		return fl_error_set(err, FL_EHOST, "no compiler stays here");
	int rc = fl_box_new(&r->opts, &r->box, err);
	if (rc == 0 && *fl_box_missing(r->box)) {
		r->failures = FAILURES_MAX;
		r->retry = INT64_MAX;
		rc = fl_error_set(err, FL_EMISSING, "no resident compiler in a degraded sandbox");
	}
	return rc;
}

/* ---- asking ---- */

/* False at the deadline. */
static bool await(int fd, short events, int64_t deadline)
{
	struct pollfd p = {.fd = fd, .events = events};
	int n;
	do {
		int64_t left = deadline - fl_clock_ms();
		n = poll(&p, 1, left > 0 ? (int)left : 0);
	} while (n < 0 && errno == EINTR);
	return n > 0;
}

static bool send_all(int fd, struct fl_slice bytes, int64_t deadline)
{
	while (bytes.len && await(fd, POLLOUT, deadline)) {
		ssize_t n = fl_write_quiet(fd, bytes);
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return false;
		bytes = fl_slice_skip(bytes, n > 0 ? (size_t)n : 0);
	}
	return !bytes.len;
}

static bool receive(int fd, void *bytes, size_t len, int64_t deadline)
{
	char *at = bytes;
	while (len && await(fd, POLLIN, deadline)) {
		ssize_t n = read(fd, at, len);
		if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
			return false;
		at += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	return !len;
}

static int exchange(const struct program *p, struct san_resident_ask *head,
	const struct fl_buf *words, unsigned wall_ms, int *ret_status, struct fl_error *err)
{
	struct san_resident_answer answer;
	int64_t deadline = fl_clock_ms() + wall_ms;
	head->len = (uint32_t)words->len;
	if (!send_all(p->child.in, fl_slice((const char *)head, sizeof(*head)), deadline) ||
		!send_all(p->child.in, fl_buf_view(words), deadline) ||
		!receive(p->child.out, &answer, sizeof(answer), deadline))
		return fl_error_set(err, FL_EHOST, "a resident %s does not answer", p->name);
	*ret_status = answer.status;
	return 0;
}

/* Wait until it is loaded. */
static int hello(const struct program *p, struct fl_error *err)
{
	struct san_resident_ask head = {.act = SAN_RESIDENT_HELLO};
	struct fl_buf words;
	int status = 0;
	fl_buf_init(&words, SAN_RESIDENT_WORDS_MAX);
	fl_buf_add(&words, "hello", sizeof("hello"));
	int rc = exchange(p, &head, &words, HELLO_MS, &status, err);
	fl_buf_release(&words);
	return rc;
}

/* What a fork would do anew each time is done before: symbols are bound, and pages are large. */
static int start(struct san_resident *r, struct program *p, const char *name, struct fl_error *err)
{
	static const char *const env[] = {"PATH=/usr/bin:/bin", "HOME=" FL_BOX_DIR, "LANG=C.UTF-8",
		"LD_PRELOAD=" FL_BOX_DIR "/" LIBRARY, "LD_BIND_NOW=1",
		"GLIBC_TUNABLES=glibc.malloc.hugetlb=1", NULL};
	const char *const argv[] = {name, NULL};
	const struct fl_run_spec spec = {.argv = argv,
		.env = env,
		.cpu_ms = UINT32_MAX,
		.wall_ms = UINT32_MAX,
		.waits = true};
	if (snprintf(p->name, sizeof(p->name), "%s", name) >= (int)sizeof(p->name)) {
		*p->name = '\0';
		return fl_error_set(err, FL_ELIMIT, "a compiler's name is too long");
	}
	int rc = fl_box_put(r->box, LIBRARY, FL_EMBEDDED(san_resident_inside), 0755, err);
	rc = rc ? rc : fl_box_spawn(r->box, &spec, false, &p->child, err);
	if (rc) {
		*p->name = '\0';
		return rc;
	}
	/* Once it is loaded it goes: whoever writes to it writes to the code of who has loaded it. */
	rc = hello(p, err);
	return rc ? rc : fl_box_remove(r->box, LIBRARY, err);
}

/* The program of this name, which is started if it is not there; the oldest goes if it must. */
static int find(
	struct san_resident *r, const char *name, struct program **ret, struct fl_error *err)
{
	for (size_t i = 0; i < PROGRAMS; i++) {
		*ret = &r->programs[i];
		if (strcmp((*ret)->name, name) != 0)
			continue;
		if (!fl_child_ended(&(*ret)->child, NULL))
			return 0;
		end(*ret);
		return start(r, *ret, name, err);
	}
	*ret = &r->programs[r->next++ % PROGRAMS];
	end(*ret);
	return start(r, *ret, name, err);
}

static size_t count_of(const struct fl_buf *words)
{
	size_t n = 0;
	for (size_t i = 0; i < words->len; i++)
		n += words->data[i] == '\0';
	return n;
}

static int ask(struct san_resident *r, const char *name, struct san_resident_ask *head,
	const struct fl_buf *words, unsigned wall_ms, int *ret_status, struct fl_error *err)
{
	struct program *p;
	int rc = 0;
	if (words->failed || count_of(words) > SAN_RESIDENT_COUNT_MAX)
		return fl_error_set(err, FL_ELIMIT, "a compiler's command is too long");
	rc = open_box(r, err);
	rc = rc ? rc : find(r, name, &p, err);
	rc = rc ? rc : exchange(p, head, words, wall_ms, ret_status, err);
	if (rc) {
		r->failures++;
		r->retry = fl_clock_ms() + RETRY_MS;
		reset(r);
	}
	return rc;
}

/* What ends so again and again may be of what a command has left to those behind it. */
static void count_odd_end(struct san_resident *r)
{
	if (++r->odd_ends < ODD_ENDS_MAX)
		return;
	r->odd_ends = 0;
	reset(r);
}

int san_resident_clear(struct san_resident *r, const char *program, struct fl_error *err)
{
	static const char directories[] = FL_BOX_DIR "\0/tmp\0/dev/shm";
	struct san_resident_ask head = {.act = SAN_RESIDENT_CLEAR};
	struct fl_buf words;
	int status = 0;
	fl_buf_init(&words, SAN_RESIDENT_WORDS_MAX);
	fl_buf_add(&words, directories, sizeof(directories));
	int rc = ask(r, program, &head, &words, CLEAR_MS, &status, err);
	fl_buf_release(&words);
	if (rc == 0 && status) {
		reset(r);
		rc = fl_error_sys(err, FL_EIO, status, "the files of a program cannot be removed");
	}
	return rc;
}

int san_resident_run(struct san_resident *r, struct fl_slice command, const char *said,
	unsigned cpu_ms, int *ret_status, struct fl_error *err)
{
	struct san_resident_ask head = {.act = SAN_RESIDENT_RUN,
		.cpu_s = (cpu_ms + 999) / 1000,
		.memory = r->opts.memory_max};
	struct fl_buf words;
	int status = 0;
	fl_buf_init(&words, SAN_RESIDENT_WORDS_MAX);
	fl_buf_add(&words, said, strlen(said) + 1);
	fl_buf_slice(&words, command);
	int rc = ask(r, command.ptr, &head, &words, 4 * cpu_ms, &status, err);
	fl_buf_release(&words);
	if (rc)
		return rc;
	bool limit = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
	if (!limit && (!WIFEXITED(status) || WEXITSTATUS(status) > 1)) {
		count_odd_end(r);
		return fl_error_set(err, FL_EHOST, "a resident %s ended with status %#x",
			command.ptr, (unsigned)status);
	}
	r->failures = r->odd_ends = 0;
	*ret_status = limit ? 128 + SIGXCPU : WEXITSTATUS(status);
	return 0;
}
