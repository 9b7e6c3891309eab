/*
 * The unified diff that gcc's -fdiagnostics-generate-patch prints below the diagnostics of a file:
 *
 *	--- a.c
 *	+++ a.c
 *	@@ -3,6 +3,6 @@
 *	 …			as many lines as the numbers say
 *
 * It repeats the fix-its of all of them in one, so it has nothing to add.
 */
#include "diag/text/text.h"
#include "diag/report/build.h"
#include "diag/report/snippet.h"

enum { PATCH_NO, PATCH_OLD, PATCH_NEW, PATCH_HUNK };

/* "-3,6" or "+3": how many lines of that side; *s goes on behind it. */
static bool side_cut(struct fl_slice *s, char sign, uint32_t *ret_count)
{
	uint32_t line, count = 1;
	size_t n = s->len && s->ptr[0] == sign ? fl_slice_uint(fl_slice_skip(*s, 1), &line) : 0;
	if (!n)
		return false;
	*s = fl_slice_skip(*s, n + 1);
	if (fl_slice_starts(*s, ",")) {
		n = fl_slice_uint(fl_slice_skip(*s, 1), &count);
		*s = fl_slice_skip(*s, n + 1);
	}
	*ret_count = count;
	return n != 0;
}

static bool hunk_start(struct diag_patch *patch, struct fl_slice line)
{
	uint32_t before, after;
	if (!fl_slice_starts(line, "@@ "))
		return false;
	line = fl_slice_skip(line, 3);
	if (!side_cut(&line, '-', &before) || !fl_slice_starts(line, " "))
		return false;
	line = fl_slice_skip(line, 1);
	if (!side_cut(&line, '+', &after) || !fl_slice_starts(line, " @@"))
		return false;
	patch->before = before;
	patch->after = after;
	return true;
}

/* A line of the hunk; false when it is none. */
static bool hunk_line(struct diag_patch *patch, struct fl_slice line)
{
	char c = line.len ? line.ptr[0] : ' ';
	uint32_t before = c == ' ' || c == '-', after = c == ' ' || c == '+';
	if (!before && !after)
		return c == '\\'; /* "\ No newline at end of file" */
	if (before > patch->before || after > patch->after)
		return false;
	patch->before -= before;
	patch->after -= after;
	return true;
}

static bool spoken(const struct diag_parser *p)
{
	uint64_t n = p->lane->open;
	for (int i = 0; i < DIAG_LEVEL_COUNT; i++)
		n += p->stats.levels[i];
	return n != 0;
}

/* A headline of the diff waits for the next line, which tells whether it was one. */
static void held_release(struct diag_parser *p)
{
	p->patch->state = PATCH_NO;
	diag_build_rest(p, fl_buf_view(&p->patch->held));
}

void diag_patch_init(struct diag_patch *patch)
{
	fl_buf_init(&patch->held, DIAG_LINE_MAX);
}

void diag_patch_release(struct diag_patch *patch)
{
	fl_buf_release(&patch->held);
}

bool diag_patch_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_patch *patch = p->patch;
	if (patch->state == PATCH_OLD) {
		if (fl_slice_starts(line, "+++ ")) {
			patch->state = PATCH_NEW;
			diag_build_trailer(p);
			diag_build_trailer(p);
			return true;
		}
		held_release(p);
	}
	if (patch->state >= PATCH_NEW) {
		bool taken = hunk_start(patch, line) ||
			     (patch->state == PATCH_HUNK && hunk_line(patch, line));
		patch->state = taken ? PATCH_HUNK : PATCH_NO;
		if (taken) {
			diag_build_trailer(p);
			return true;
		}
	}
	if (!fl_slice_starts(line, "--- ") || !spoken(p))
		return false;
	diag_snippet_stop(p);
	patch->state = PATCH_OLD;
	fl_buf_clear(&patch->held);
	fl_buf_slice(&patch->held, line);
	if (patch->held.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	return true;
}

void diag_patch_finish(struct diag_parser *p)
{
	if (p->patch->state == PATCH_OLD)
		held_release(p);
}
