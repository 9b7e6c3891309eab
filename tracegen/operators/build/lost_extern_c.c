/*
 * lost-extern-c: C++ takes functions of C sources for C++ ones: their header has no extern "C", or
 * the place that includes it.
 */
#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

static const char mark[] = "extern \"C\"";

/* The program has sources of both languages. */
static bool is_mixed(const struct tg_program *p)
{
	bool c = false, cxx = false;
	for (size_t i = 0; i < p->sources.len; i++) {
		bool is_c = tg_source_language(p, tg_text_at(&p->sources, i)) == TG_C;
		c |= is_c;
		cxx |= !is_c;
	}
	return c && cxx;
}

/* Widen the line at [*start, *end) to the #ifdef __cplusplus and #endif around it, if they are. */
static bool widen_group(const struct tg_unit *u, size_t *start, size_t *end)
{
	if (*start == 0 || *end >= u->text.len)
		return false;
	size_t before = tg_line_begin(u, *start - 1), behind = tg_line_end(u, *end);
	struct fl_slice first = fl_slice(u->text.ptr + before, *start - before);
	struct fl_slice last = fl_slice(u->text.ptr + *end, behind - *end);
	if (!fl_slice_starts(first, "#ifdef __cplusplus") || !fl_slice_starts(last, "#endif"))
		return false;
	*start = before;
	*end = behind + (behind < u->text.len);
	return true;
}

/* Whole lines from `at` to `to`, with one of the blank lines that would meet. */
static struct tg_file_part lines(const struct tg_unit *u, size_t at, size_t to)
{
	size_t start = tg_line_begin(u, at), end = tg_line_end(u, to);
	end += end < u->text.len;
	bool group = widen_group(u, &start, &end);
	bool blank = start > 1 && u->text.ptr[start - 2] == '\n';
	if (blank && end < u->text.len && u->text.ptr[end] == '\n')
		end++;
	return (struct tg_file_part){.unit = u, .part = {start, end, {0}}, .directives = group};
}

/* A block: its first line and the one that closes it go. */
static void lose_block(const struct tg_unit *u, struct tg_sink *sink, size_t at, size_t open)
{
	size_t close = tg_word_close(u, open);
	if (!close)
		return;
	struct tg_file_part parts[] = {lines(u, at, open), lines(u, close - 1, close - 1)};
	/* What is between them may be directives: it stays. */
	parts[0].directives = parts[1].directives = true;
	tg_put_file_parts(u, sink, parts, 2);
}

void tg_op_lost_extern_c(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (!is_mixed(unit->program) || !tg_is_first_unit(unit))
		return;
	for (size_t pos = 0; pos < unit->text.len;) {
		ptrdiff_t found = fl_slice_find(fl_slice_skip(unit->text, pos), mark);
		if (found < 0)
			return;
		size_t at = pos + (size_t)found,
		       next = tg_text_solid(unit->text, at + strlen(mark));
		pos = at + strlen(mark);
		if (next >= unit->text.len || tg_line_begin(unit, at) != at)
			continue;
		const struct tg_file_part one = {.unit = unit, .part = {at, next, {0}}};
		if (unit->text.ptr[next] == '{')
			lose_block(unit, sink, at, next);
		else
			tg_put_file_parts(unit, sink, &one, 1);
	}
}
