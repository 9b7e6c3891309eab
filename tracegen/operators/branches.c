#include "tracegen/operators/branches.h"

static const char *const marks[] = {"BYTE_ORDER", "ENDIAN", "__s390", "__i386", "__aarch64",
	"__arm", "__x86_64", "__LP64__", "LONG_MAX", "LONG_WIDTH", "LONG_BIT", "SIZEOF_",
	"CHAR_UNSIGNED", "CHAR_MIN", "CHAR_MAX", "WORDSIZE", "UINTPTR_MAX", "SIZE_MAX"};

static struct fl_slice line_of(const struct tg_unit *u, size_t at)
{
	size_t end = tg_line_end(u, at);
	return fl_slice_trim(fl_slice(u->text.ptr + at, end - at));
}

static size_t next_line(const struct tg_unit *u, size_t at)
{
	size_t end = tg_line_end(u, at);
	return end < u->text.len ? end + 1 : u->text.len;
}

static bool names_machine(struct fl_slice condition)
{
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (fl_slice_find(condition, marks[i]) >= 0)
			return true;
	return false;
}

/* Read the group that begins at `at`. False: nested, too long, or about something else. */
static bool read_group(const struct tg_unit *u, size_t at, struct tg_branches *g)
{
	bool machine = false;
	*g = (struct tg_branches){0};
	for (; at < u->text.len; at = next_line(u, at)) {
		struct fl_slice line = line_of(u, at);
		bool opens = fl_slice_starts(line, "#if");
		bool ends = fl_slice_starts(line, "#endif");
		bool other = fl_slice_starts(line, "#el");
		if (g->count && (ends || other))
			g->at[g->count - 1].end = at;
		if (ends) {
			g->end = next_line(u, at);
			return machine && g->count > 0;
		}
		if (opens && g->count)
			return false;
		if (opens || other) {
			if (g->count == TG_BRANCHES)
				return false;
			machine = machine || names_machine(line);
			g->at[g->count++] = (struct tg_branch){.start = at,
				.body = next_line(u, at),
				.is_else = fl_slice_starts(line, "#else")};
		} else if (g->count && fl_slice_starts(line, "#error")) {
			g->at[g->count - 1].gives_up = true;
		}
	}
	return false;
}

bool tg_branches_next(const struct tg_unit *unit, size_t *pos, struct tg_branches *ret_branches)
{
	for (size_t at = *pos; at < unit->text.len; at = next_line(unit, at)) {
		if (fl_slice_starts(line_of(unit, at), "#if") &&
			read_group(unit, at, ret_branches)) {
			*pos = ret_branches->end;
			return true;
		}
	}
	return false;
}

void tg_put_lines(const struct tg_unit *unit, struct tg_sink *sink, size_t start, size_t end,
	int64_t variant, struct fl_slice text)
{
	const struct tg_node *at = tg_node_around(unit, start, end);
	struct tg_edit edit = {.kind = TG_DECLARATION,
		.start = start,
		.end = end,
		.at = at,
		.variant = variant,
		.directives = true};
	tg_yield(unit, sink, &edit, text);
}
