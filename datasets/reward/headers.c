#include "datasets/reward/headers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/arena.h"

/* It has the others of the library: those behind it cost little, and make no set of their own. */
#define ALL "bits/stdc++.h"

enum { SEEN = 256, LINES_MAX = 64, NAME_MAX_LEN = 64, NOTED = 48, NOTED_LEN = 160 };

/* A line that programs would have had in theirs, and how many of them. */
struct noted {
	char line[NOTED_LEN]; /* "": free */
	unsigned count;
};

struct slot {
	char key[DS_HEADERS_KEY + 1]; /* "": free */
	bool ready;
	size_t size; /* 0: the compiler refuses them */
	uint64_t used; /* when, by the count of questions */
	uint64_t uses; /* how often */
	struct noted noted[NOTED];
};

/* Seen by all workers; changed by who has the lock of the table. */
struct table {
	uint64_t questions;
	char seen[SEEN][DS_HEADERS_KEY]; /* asked for once */
	size_t next_seen;
	struct slot slots[DS_HEADERS_KEPT];
};

/*
 * Locks are fcntl's, which a worker loses when it dies: byte TABLE of a file in memory, and behind
 * it one for each slot: for writing by who makes it, for reading by who uses it.
 */
struct ds_headers {
	struct table *table;
	int locks;
	int fds[DS_HEADERS_KEPT];
	unsigned held[DS_HEADERS_KEPT]; /* by this process, which its own locks do not keep out */
};

enum { TABLE = 0, FIRST_SLOT = 1 };

static bool lock(const struct ds_headers *h, short how, size_t byte, bool wait)
{
	struct flock l = {.l_type = how, .l_whence = SEEK_SET, .l_start = (off_t)byte, .l_len = 1};
	int rc;
	do
		rc = fcntl(h->locks, wait ? F_SETLKW : F_SETLK, &l);
	while (rc && errno == EINTR);
	return rc == 0;
}

int ds_headers_new(struct ds_headers **ret_headers, struct fl_error *err)
{
	struct ds_headers *h = calloc(1, sizeof(*h));
	if (!h)
		return fl_error_set(err, FL_ENOMEM, "out of memory for headers");
	bool ok = (h->locks = memfd_create("locks", MFD_CLOEXEC)) >= 0;
	for (size_t i = 0; i < DS_HEADERS_KEPT; i++)
		ok = (h->fds[i] = memfd_create("headers", MFD_CLOEXEC)) >= 0 && ok;
	h->table = mmap(
		NULL, sizeof(*h->table), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (!ok || h->table == MAP_FAILED) {
		int rc = fl_error_sys(err, FL_EIO, errno, "no memory that workers can share");
		ds_headers_free(h);
		return rc;
	}
	*ret_headers = h;
	return 0;
}

void ds_headers_free(struct ds_headers *h)
{
	if (!h)
		return;
	for (size_t i = 0; i < DS_HEADERS_KEPT; i++)
		if (h->fds[i] >= 0)
			close(h->fds[i]);
	if (h->locks >= 0)
		close(h->locks);
	if (h->table != MAP_FAILED)
		munmap(h->table, sizeof(*h->table));
	free(h);
}

void ds_headers_join(struct ds_headers *h)
{
	madvise(h->table, sizeof(*h->table), MADV_DONTFORK);
}

/* ---- what a source begins with ---- */

static bool is_blank_or_comment(struct fl_slice rest)
{
	rest = fl_slice_trim(rest);
	bool goes_on = rest.len && rest.ptr[rest.len - 1] == '\\';
	return !rest.len || (fl_slice_starts(rest, "//") && !goes_on);
}

/* Below the system's directories, and nowhere else. */
static bool is_name(struct fl_slice name)
{
	static const char others[] = "_./+-";
	for (size_t i = 0; i < name.len; i++) {
		char c = name.ptr[i];
		bool letter =
			(c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
		if (!letter && !memchr(others, c, sizeof(others) - 1))
			return false;
	}
	return name.len && name.len <= NAME_MAX_LEN && name.ptr[0] != '/' &&
	       fl_slice_find(name, "..") < 0;
}

/* "#include <name>" and no more than a comment behind it. */
static bool read_include(struct fl_slice line, struct fl_slice *ret_name)
{
	static const char word[] = "include";
	if (!fl_slice_starts(line, "#"))
		return false;
	line = fl_slice_trim(fl_slice_skip(line, 1));
	if (!fl_slice_starts(line, word))
		return false;
	line = fl_slice_trim(fl_slice_skip(line, sizeof(word) - 1));
	ptrdiff_t end = fl_slice_chr(line, '>');
	if (!fl_slice_starts(line, "<") || end < 0)
		return false;
	*ret_name = fl_slice_head(fl_slice_skip(line, 1), (size_t)end - 1);
	return is_name(*ret_name) && is_blank_or_comment(fl_slice_skip(line, (size_t)end + 1));
}

/* Pass over a comment in the manner of C that stands alone; false: something else is there. */
static bool skip_comment(struct fl_slice *rest)
{
	ptrdiff_t end = fl_slice_find(*rest, "*/");
	struct fl_slice line = {0};
	if (end < 0)
		return false;
	*rest = fl_slice_skip(*rest, (size_t)end + 2);
	return !rest->len || (fl_slice_line(rest, &line) && is_blank_or_comment(line));
}

struct fl_slice ds_headers_of(struct fl_slice source, struct fl_arena *a)
{
	struct fl_slice rest = source, line = {0}, before = source;
	struct fl_buf text;
	fl_buf_init(&text, (size_t)LINES_MAX * (NAME_MAX_LEN + 16));
	for (; fl_slice_line(&rest, &line); before = rest) {
		struct fl_slice name;
		line = fl_slice_trim(line);
		if (is_blank_or_comment(line))
			continue;
		if (fl_slice_starts(line, "/*")) {
			rest = fl_slice_skip(before, (size_t)fl_slice_find(before, "/*") + 2);
			if (skip_comment(&rest))
				continue;
			break;
		}
		if (!read_include(line, &name))
			break;
		fl_buf_printf(&text, "#include <%.*s>\n", FL_ARG(name));
		if (fl_slice_eqs(name, ALL))
			break;
	}
	struct fl_slice made = text.failed ? FL_S("") : fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	return made;
}

/* ---- those that are kept ---- */

static bool was_seen(struct table *t, const char *key)
{
	for (size_t i = 0; i < SEEN; i++)
		if (memcmp(t->seen[i], key, DS_HEADERS_KEY) == 0)
			return true;
	memcpy(t->seen[t->next_seen++ % SEEN], key, DS_HEADERS_KEY);
	return false;
}

/* A place for new ones, that nobody uses, locked; DS_HEADERS_KEPT: none. */
static size_t free_slot(const struct ds_headers *h)
{
	const struct slot *s = h->table->slots;
	bool tried[DS_HEADERS_KEPT] = {false};
	for (size_t n = 0; n < DS_HEADERS_KEPT; n++) {
		size_t oldest = DS_HEADERS_KEPT;
		for (size_t i = 0; i < DS_HEADERS_KEPT; i++)
			if (!tried[i] && (oldest == DS_HEADERS_KEPT || s[i].used < s[oldest].used))
				oldest = i;
		tried[oldest] = true;
		if (!h->held[oldest] && lock(h, F_WRLCK, FIRST_SLOT + oldest, false))
			return oldest;
	}
	return DS_HEADERS_KEPT;
}

static bool map(const struct ds_headers *h, size_t i, struct fl_slice *ret_made)
{
	size_t size = h->table->slots[i].size;
	void *at = size ? mmap(NULL, size, PROT_READ, MAP_SHARED, h->fds[i], 0) : MAP_FAILED;
	if (at == MAP_FAILED)
		return false;
	*ret_made = fl_slice(at, size);
	return true;
}

static void ask_locked(
	struct ds_headers *h, const char *key, bool make, struct ds_headers_hold *hold)
{
	struct table *t = h->table;
	size_t i = 0;
	t->questions++;
	while (i < DS_HEADERS_KEPT && strcmp(t->slots[i].key, key) != 0)
		i++;
	if (i < DS_HEADERS_KEPT && t->slots[i].ready) {
		t->slots[i].used = t->questions;
		t->slots[i].uses++;
		if (t->slots[i].size && lock(h, F_RDLCK, FIRST_SLOT + i, false))
			*hold = (struct ds_headers_hold){
				.state = DS_HEADERS_READY, .slot = i, .uses = t->slots[i].uses};
		return;
	}
	if (!make)
		return;
	if (i < DS_HEADERS_KEPT) { /* being made, unless who made it has died */
		if (lock(h, F_WRLCK, FIRST_SLOT + i, false))
			*hold = (struct ds_headers_hold){.state = DS_HEADERS_MAKE, .slot = i};
		return;
	}
	/* what pays only for the second program must not push out what is used */
	bool again = was_seen(t, key);
	i = free_slot(h);
	if (i == DS_HEADERS_KEPT)
		return;
	if (!again && t->slots[i].key[0]) {
		lock(h, F_UNLCK, FIRST_SLOT + i, false);
		return;
	}
	t->slots[i] = (struct slot){.used = t->questions};
	memcpy(t->slots[i].key, key, DS_HEADERS_KEY);
	*hold = (struct ds_headers_hold){.state = DS_HEADERS_MAKE, .slot = i};
}

void ds_headers_ask(
	struct ds_headers *h, const char *key, bool make, struct ds_headers_hold *ret_hold)
{
	*ret_hold = (struct ds_headers_hold){.state = DS_HEADERS_NONE};
	if (!lock(h, F_WRLCK, TABLE, true))
		return;
	ask_locked(h, key, make, ret_hold);
	if (ret_hold->state != DS_HEADERS_NONE)
		h->held[ret_hold->slot]++;
	lock(h, F_UNLCK, TABLE, false);
	if (ret_hold->state == DS_HEADERS_READY && !map(h, ret_hold->slot, &ret_hold->made))
		ds_headers_done(h, ret_hold);
}

static void set_slot(struct ds_headers *h, size_t i, bool ready, size_t size)
{
	if (!lock(h, F_WRLCK, TABLE, true))
		return; /* it stays as one that is being made, and is made again */
	h->table->slots[i].ready = ready;
	h->table->slots[i].size = size;
	if (!ready) /* the first one to be taken */
		h->table->slots[i] = (struct slot){0};
	lock(h, F_UNLCK, TABLE, false);
}

void ds_headers_keep(struct ds_headers *h, struct ds_headers_hold *hold, struct fl_slice made)
{
	int fd = h->fds[hold->slot];
	if (hold->state != DS_HEADERS_MAKE)
		return;
	bool ok = ftruncate(fd, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0 &&
		  fl_write_all(fd, made, NULL) == 0;
	if (!ok) {
		ds_headers_done(h, hold);
		return;
	}
	set_slot(h, hold->slot, true, made.len);
	if (made.len && map(h, hold->slot, &hold->made) &&
		lock(h, F_RDLCK, FIRST_SLOT + hold->slot, false)) {
		hold->state = DS_HEADERS_READY;
		return;
	}
	hold->state = DS_HEADERS_READY; /* to let go of it as of one that is there */
	ds_headers_done(h, hold);
}

static void note(struct noted *all, struct fl_slice line)
{
	size_t i = 0;
	while (i < NOTED && all[i].line[0] && !fl_slice_eqs(line, all[i].line))
		i++;
	if (i == NOTED || !line.len || line.len >= NOTED_LEN)
		return;
	memcpy(all[i].line, line.ptr, line.len);
	all[i].line[line.len] = '\0';
	all[i].count++;
}

void ds_headers_note(
	struct ds_headers *h, const struct ds_headers_hold *hold, struct fl_slice lines)
{
	struct fl_slice line;
	if (hold->state != DS_HEADERS_READY || !lock(h, F_WRLCK, TABLE, true))
		return;
	while (fl_slice_line(&lines, &line))
		note(h->table->slots[hold->slot].noted, line);
	lock(h, F_UNLCK, TABLE, false);
}

/* The commonest that is not taken yet; NOTED: no more that two programs would have had. */
static size_t commonest(const struct noted *all, const bool *taken)
{
	size_t best = NOTED;
	for (size_t i = 0; i < NOTED; i++)
		if (!taken[i] && all[i].count >= 2 &&
			(best == NOTED || all[i].count > all[best].count))
			best = i;
	return best;
}

struct fl_slice ds_headers_noted(
	struct ds_headers *h, const struct ds_headers_hold *hold, struct fl_arena *a)
{
	bool taken[NOTED] = {false};
	struct fl_buf text;
	size_t i;
	fl_buf_init(&text, (size_t)DS_HEADERS_LINES * (NOTED_LEN + 1));
	if (hold->state == DS_HEADERS_READY && lock(h, F_WRLCK, TABLE, true)) {
		const struct noted *all = h->table->slots[hold->slot].noted;
		for (int n = 0; n < DS_HEADERS_LINES && (i = commonest(all, taken)) < NOTED; n++) {
			fl_buf_printf(&text, "%s\n", all[i].line);
			taken[i] = true;
		}
		lock(h, F_UNLCK, TABLE, false);
	}
	struct fl_slice made = text.failed ? FL_S("") : fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	return made;
}

void ds_headers_done(struct ds_headers *h, struct ds_headers_hold *hold)
{
	if (hold->state == DS_HEADERS_NONE)
		return;
	if (hold->state == DS_HEADERS_MAKE)
		set_slot(h, hold->slot, false, 0);
	if (hold->made.len)
		munmap((void *)(uintptr_t)hold->made.ptr, hold->made.len);
	if (--h->held[hold->slot] == 0)
		lock(h, F_UNLCK, FIRST_SLOT + hold->slot, false);
	*hold = (struct ds_headers_hold){.state = DS_HEADERS_NONE};
}
