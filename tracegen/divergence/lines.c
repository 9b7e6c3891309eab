#include "tracegen/divergence/lines.h"

/* The edits of one file, in their order. */
struct edits {
	struct tg_slip *at;
	size_t len;
};

/* Without what stays as it is at its ends. */
static struct tg_slip trimmed(struct tg_slip s)
{
	struct fl_slice from = s.original, to = s.replacement;
	size_t head = fl_slice_common_head(from, to);
	size_t tail = fl_slice_common_tail(fl_slice_skip(from, head), fl_slice_skip(to, head));
	s.original = fl_slice_skip(fl_slice_head(from, from.len - tail), head);
	s.replacement = fl_slice_skip(fl_slice_head(to, to.len - tail), head);
	s.start += (int64_t)head;
	s.end -= (int64_t)tail;
	return s;
}

static bool edits_of(
	const struct tg_site *site, struct fl_slice file, struct fl_arena *a, struct edits *ret)
{
	const struct tg_slip whole = {.file = site->file,
		.start = site->start,
		.end = site->end,
		.original = site->original,
		.replacement = site->replacement};
	const struct tg_slip *slips = site->slips.len ? site->slips.items : &whole;
	size_t count = site->slips.len ? site->slips.len : 1;
	*ret = (struct edits){.at = fl_arena_array(a, count, sizeof(*ret->at))};
	for (size_t i = 0; ret->at && i < count; i++)
		if (fl_slice_eq(slips[i].file, file))
			ret->at[ret->len++] = trimmed(slips[i]);
	return ret->at != NULL;
}

static int64_t line_breaks(struct fl_slice s)
{
	return (int64_t)fl_slice_count(s, '\n');
}

static bool has_code(struct fl_slice text, int64_t from, int64_t to)
{
	return from < to &&
	       fl_slice_trim(fl_slice_head(fl_slice_skip(text, (size_t)from), (size_t)(to - from)))
		       .len;
}

/* Where the line [begin, end) of the text stands; 0: nowhere. */
static int64_t place(
	const struct edits *e, struct fl_slice text, int64_t begin, int64_t end, int64_t line)
{
	const struct tg_slip *first = NULL, *last = NULL;
	for (size_t i = 0; i < e->len; i++) {
		const struct tg_slip *s = &e->at[i];
		if (s->end <= begin) { /* before it */
			line += line_breaks(s->replacement) - line_breaks(s->original);
		} else if (s->start < end) {
			first = first ? first : s;
			last = s;
		}
	}
	if (!first || has_code(text, begin, first->start))
		return line;
	int64_t moved = line_breaks(first->replacement) - line_breaks(first->original);
	if (moved == 0)
		return line;
	return has_code(text, last->end, end) ? line + moved : 0;
}

int tg_line_map_make(const struct tg_site *site, struct fl_slice file, struct fl_slice text,
	struct fl_arena *a, struct tg_line_map *ret_map, struct fl_error *err)
{
	struct edits e;
	int64_t *to = fl_arena_array(a, fl_slice_count(text, '\n') + 2, sizeof(*to));
	if (!to || !edits_of(site, file, a, &e))
		return fl_arena_error(a, "a line map", err);
	int64_t begin = 0, line = 1;
	for (struct fl_slice rest = text, one; fl_slice_line(&rest, &one); line++) {
		int64_t end = (int64_t)(text.len - rest.len);
		to[line] = place(&e, text, begin, end, line);
		begin = end;
	}
	*ret_map = (struct tg_line_map){.to = to, .len = (size_t)line};
	return 0;
}

int64_t tg_line_map_at(const struct tg_line_map *map, int64_t line)
{
	return line > 0 && (size_t)line < map->len ? map->to[line] : 0;
}

bool tg_line_map_has(const struct tg_line_map *map, int64_t faulty_line)
{
	for (size_t i = 1; i < map->len; i++)
		if (map->to[i] == faulty_line)
			return true;
	return false;
}
