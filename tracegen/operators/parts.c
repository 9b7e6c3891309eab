#include "tracegen/operators/parts.h"

/* What the parts, all of one file, make of what is from the first to the last of them. */
static void join_parts(
	const struct tg_unit *u, const struct tg_file_part *parts, size_t count, struct fl_buf *out)
{
	for (size_t i = 0; i < count; i++) {
		size_t from = i ? parts[i - 1].part.end : parts[i].part.start;
		fl_buf_slice(out, fl_slice(u->text.ptr + from, parts[i].part.start - from));
		fl_buf_slice(out, parts[i].part.text);
	}
}

static bool changes_nothing(const struct tg_file_part *p)
{
	const char *text = p->unit->text.ptr + p->part.start;
	return fl_slice_eq(fl_slice(text, p->part.end - p->part.start), p->part.text);
}

static bool may_all(const struct tg_file_part *parts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct tg_file_part *p = &parts[i];
		bool behind = i && fl_slice_eq(p->unit->file, parts[i - 1].unit->file) &&
			      p->part.start < parts[i - 1].part.end;
		const struct tg_edit edit = {.start = p->part.start,
			.end = p->part.end,
			.at = p->at,
			.directives = p->directives};
		if (behind || !tg_may_edit(p->unit, &edit) || changes_nothing(p))
			return false;
	}
	return count > 0;
}

static struct tg_slip slip_of(const struct tg_file_part *p, struct fl_slice op, struct fl_arena *a)
{
	const struct tg_node *f = p->at ? tg_node_function(p->at) : NULL;
	return (struct tg_slip){.op = op,
		.file = p->unit->file,
		.start = (int64_t)p->part.start,
		.end = (int64_t)p->part.end,
		.original =
			fl_slice(p->unit->text.ptr + p->part.start, p->part.end - p->part.start),
		.replacement = fl_arena_slice(a, p->part.text),
		.function = f ? f->name : fl_slice(NULL, 0),
		.runs = (int)p->runs};
}

/* What was yielded last tells its parts apart. */
static void tell_slips(struct tg_sink *sink, const struct tg_file_part *parts, size_t count)
{
	struct tg_slip *slips = fl_arena_array(sink->arena, count, sizeof(*slips));
	struct tg_site *site = fl_vec_at(&sink->sites, sink->sites.len - 1);
	if (!slips)
		return; /* the arena says so at the end */
	for (size_t i = 0; i < count; i++)
		slips[i] = slip_of(&parts[i], site->op, sink->arena);
	site->slips = (struct fl_list){slips, count};
}

/* The edit of the first `own` parts, which are of the unit's file, as a site that has them all. */
static void put_joined(const struct tg_unit *unit, struct tg_sink *sink, struct tg_edit edit,
	const struct tg_file_part *parts, size_t own, size_t count)
{
	size_t before = sink->sites.len;
	struct fl_buf text;
	fl_buf_init(&text, FL_TEXT_MAX);
	join_parts(unit, parts, own, &text);
	edit.start = parts[0].part.start;
	edit.end = parts[own - 1].part.end;
	/* What begins with the same edit differs in the others. */
	for (size_t i = own; i < count; i++)
		edit.variant ^=
			(int64_t)(tg_place_id(parts[i].unit->file, parts[i].part.start) >> 1);
	if (text.failed)
		sink->arena->failed = text.failed;
	else
		tg_yield(unit, sink, &edit, fl_arena_slice(sink->arena, fl_buf_view(&text)));
	fl_buf_release(&text);
	if (count > 1 && sink->sites.len > before)
		tell_slips(sink, parts, count);
}

void tg_put_parts(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *at,
	const struct tg_part *parts, size_t count)
{
	struct tg_file_part all[TG_PARTS_MAX];
	const struct tg_edit edit = {
		.kind = tg_node_is_statement(at) ? TG_STATEMENT : TG_EXPRESSION,
		.at = at,
		.symbol = at->name,
		.symbol_line = at->decl_line};
	if (count > TG_PARTS_MAX)
		return;
	for (size_t i = 0; i < count; i++) {
		if (i && parts[i].start < parts[i - 1].end)
			return;
		all[i] = (struct tg_file_part){.unit = unit, .part = parts[i], .at = at};
	}
	if (count)
		put_joined(unit, sink, edit, all, count, count);
}

void tg_sort_parts(struct tg_file_part *parts, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		const struct tg_file_part p = parts[i];
		size_t k = i;
		for (; k > 0 && parts[k - 1].part.start > p.part.start; k--)
			parts[k] = parts[k - 1];
		parts[k] = p;
	}
}

void tg_put_file_parts(const struct tg_unit *unit, struct tg_sink *sink,
	const struct tg_file_part *parts, size_t count)
{
	size_t own = 0;
	if (!may_all(parts, count))
		return;
	while (own < count && fl_slice_eq(parts[own].unit->file, unit->file))
		own++;
	const struct tg_edit edit = {.kind = TG_DECLARATION,
		.at = parts[0].at,
		.symbol = parts[0].at ? parts[0].at->name : fl_slice(NULL, 0),
		.directives = parts[0].directives};
	if (own)
		put_joined(unit, sink, edit, parts, own, count);
}

bool tg_part_without(
	const struct tg_unit *u, const struct tg_node *statement, struct tg_part *ret_part)
{
	ret_part->text = fl_slice(NULL, 0);
	return tg_cut_statement(u, statement, &ret_part->start, &ret_part->end);
}

void tg_put_exchanged(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *a,
	const struct tg_node *b)
{
	size_t a_end = tg_statement_end(unit, a), b_end = tg_statement_end(unit, b);
	if (a->in_macro || b->in_macro || a_end > b->start ||
		tg_text_solid(unit->text, a_end) != b->start)
		return;
	tg_put(unit, sink, a, a->start, b_end, "%.*s%.*s%.*s", (int)(b_end - b->start),
		unit->text.ptr + b->start, (int)(b->start - a_end), unit->text.ptr + a_end,
		(int)(a_end - a->start), unit->text.ptr + a->start);
}
