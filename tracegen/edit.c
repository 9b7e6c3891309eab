#include "tracegen/edit.h"

static bool touches_macro(const struct tg_unit *u, size_t start, size_t end)
{
	const struct tg_range *macros = u->macros.items;
	for (size_t i = 0; i < u->macros.len && macros[i].start < end; i++) {
		bool apart = macros[i].end <= start;
		bool within = start <= macros[i].start && macros[i].end <= end;
		if (!apart && !within)
			return true;
	}
	return false;
}

/* Whether a line that begins within the bytes is a preprocessor line. */
static bool holds_directive(struct fl_slice bytes)
{
	struct fl_slice line;
	for (bool first = true; fl_slice_line(&bytes, &line); first = false) {
		line = fl_slice_trim(line);
		if (!first && line.len && line.ptr[0] == '#')
			return true;
	}
	return false;
}

static size_t line_start(const struct tg_unit *u, size_t offset)
{
	return ((const size_t *)u->lines.items)[tg_line_of(u, offset) - 1];
}

static struct fl_slice with_newlines(struct tg_sink *sink, struct fl_slice text, size_t missing)
{
	struct fl_buf buf;
	fl_buf_init(&buf, FL_TEXT_MAX);
	fl_buf_slice(&buf, text);
	fl_buf_fill(&buf, '\n', missing);
	struct fl_slice whole = fl_arena_slice(sink->arena, fl_buf_view(&buf));
	if (buf.failed)
		sink->arena->failed = buf.failed;
	fl_buf_release(&buf);
	return whole;
}

void tg_yield(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_edit *edit,
	struct fl_slice replacement)
{
	if (edit->end <= edit->start || edit->end > unit->text.len)
		return;
	struct fl_slice original = fl_slice(unit->text.ptr + edit->start, edit->end - edit->start);
	size_t have = tg_newlines(replacement), want = tg_newlines(original);
	if (have > want || fl_slice_eq(original, replacement) || holds_directive(original) ||
		touches_macro(unit, edit->start, edit->end))
		return;
	struct tg_site *site = fl_vec_add(&sink->sites);
	if (!site)
		return;
	*site = (struct tg_site){.op = fl_slice_str(sink->op),
		.variant = edit->variant,
		.kind = (int)edit->kind,
		.file = unit->file,
		.start = (int64_t)edit->start,
		.end = (int64_t)edit->end,
		.line = tg_line_of(unit, edit->start),
		.end_line = tg_line_of(unit, edit->end - 1),
		.original = original,
		.replacement = with_newlines(sink, replacement, want - have),
		.symbol = edit->symbol,
		.symbol_line = edit->symbol_line};
	site->col = (int64_t)(edit->start - line_start(unit, edit->start)) + 1;
	const struct tg_node *function = edit->at ? tg_node_function(edit->at) : NULL;
	if (function) {
		site->function = function->name;
		site->function_line = tg_line_of(unit, function->start);
		site->function_end = tg_line_of(unit, function->end - 1);
	}
}

void tg_yield_str(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_edit *edit,
	const char *replacement)
{
	tg_yield(unit, sink, edit, fl_slice_str(replacement));
}

void tg_yield_removal(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *n,
	struct tg_edit *edit)
{
	bool in_block = n->parent && n->parent->kind == TG_N_COMPOUND;
	edit->kind = TG_STATEMENT;
	edit->start = n->start;
	edit->end = tg_statement_end(unit, n);
	edit->at = n;
	if (in_block) { /* no blanks are left where a whole line was */
		size_t start = line_start(unit, n->start);
		struct fl_slice before = fl_slice(unit->text.ptr + start, n->start - start);
		bool ends_line = edit->end >= unit->text.len || unit->text.ptr[edit->end] == '\n';
		if (ends_line && fl_slice_trim(before).len == 0)
			edit->start = start;
	}
	tg_yield_str(unit, sink, edit, in_block ? "" : ";");
}

int tg_apply(struct fl_slice text, const struct tg_site *site, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	size_t start = (size_t)site->start, end = (size_t)site->end;
	if (site->start < 0 || site->end < site->start || end > text.len ||
		!fl_slice_eq(fl_slice(text.ptr + start, end - start), site->original))
		return fl_error_set(err, FL_EINVAL,
			"the site %.*s:%lld does not fit the file's text", FL_ARG(site->file),
			(long long)site->line);
	struct fl_buf buf;
	fl_buf_init(&buf, FL_TEXT_MAX);
	fl_buf_slice(&buf, fl_slice_head(text, start));
	fl_buf_slice(&buf, site->replacement);
	fl_buf_slice(&buf, fl_slice_skip(text, end));
	int rc = fl_buf_error(&buf, "the changed file", err);
	struct fl_slice whole = rc ? (struct fl_slice){0} : fl_arena_slice(a, fl_buf_view(&buf));
	fl_buf_release(&buf);
	if (rc == 0)
		rc = fl_arena_error(a, "the changed file", err);
	if (rc == 0)
		*ret_text = whole;
	return rc;
}
