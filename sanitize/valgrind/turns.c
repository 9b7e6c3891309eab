/*
 * Several processes under Valgrind write to one log: while the report of one is open, the lines of
 * the others wait, each process's in their order, until it is their turn.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "sanitize/valgrind/sentences.h"

enum { PROCESSES_MAX = 16, LINES_MAX = 64 << 10 };

struct san_valgrind_turns {
	struct {
		uint32_t pid;
		struct fl_buf lines;
	} waiting[PROCESSES_MAX];
	size_t count;
};

static struct fl_buf *lines_of(struct san_valgrind_turns *t, uint32_t pid)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->waiting[i].pid == pid)
			return &t->waiting[i].lines;
	if (t->count == PROCESSES_MAX)
		return NULL;
	t->waiting[t->count].pid = pid;
	fl_buf_init(&t->waiting[t->count].lines, LINES_MAX);
	return &t->waiting[t->count++].lines;
}

bool san_valgrind_wait(struct san_parser *p, uint32_t pid, struct fl_slice line)
{
	if (!p->turns)
		p->turns = calloc(1, sizeof *p->turns);
	if (!p->turns) {
		p->arena->failed = FL_ENOMEM;
		return false;
	}
	struct fl_buf *lines = lines_of(p->turns, pid);
	if (!lines || line.len + 1 > LINES_MAX - lines->len)
		return false;
	fl_buf_slice(lines, line);
	fl_buf_char(lines, '\n');
	if (lines->failed)
		p->arena->failed = lines->failed;
	return true;
}

bool san_valgrind_waits(const struct san_parser *p)
{
	return p->turns && p->turns->count > 0;
}

bool san_valgrind_next(struct san_parser *p, struct fl_buf *ret_lines)
{
	struct san_valgrind_turns *t = p->turns;
	if (!san_valgrind_waits(p))
		return false;
	*ret_lines = t->waiting[0].lines;
	t->count--;
	memmove(t->waiting, t->waiting + 1, t->count * sizeof(*t->waiting));
	return true;
}

void san_valgrind_turns_free(struct san_valgrind_turns *t)
{
	for (size_t i = 0; t && i < t->count; i++)
		fl_buf_release(&t->waiting[i].lines);
	free(t);
}
