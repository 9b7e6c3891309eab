#include "tracegen/edit.h"

#include "tracegen/checks.h"
#include "tracegen/cut.h"

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

void tg_yield(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_edit *edit,
	struct fl_slice replacement)
{
	if (edit->end <= edit->start || edit->end > unit->text.len)
		return;
	struct fl_slice original = fl_slice(unit->text.ptr + edit->start, edit->end - edit->start);
	if (fl_slice_eq(original, replacement) ||
		(!edit->directives && holds_directive(original)) ||
		touches_macro(unit, edit->start, edit->end) ||
		(edit->at && tg_in_check(unit, edit->at)))
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
		.replacement = replacement,
		.symbol = edit->symbol,
		.symbol_line = edit->symbol_line};
	site->col = (int64_t)(edit->start - tg_line_begin(unit, edit->start)) + 1;
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
	edit->kind = TG_STATEMENT;
	edit->at = n;
	if (tg_cut_statement(unit, n, &edit->start, &edit->end))
		tg_yield_str(unit, sink, edit, "");
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
