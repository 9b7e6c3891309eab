#include "tracegen/edit.h"

#include "tracegen/checks.h"
#include "tracegen/cut.h"
#include "tracegen/twins.h"
#include "tracegen/uses.h"

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

/* Whether n is within the arguments of what takes memory. */
static bool is_size(const struct tg_node *n)
{
	for (const struct tg_node *p = n ? n->parent : NULL; p && p->kind != TG_N_COMPOUND;
		p = p->parent)
		if (p->kind == TG_N_NEW ||
			(p->kind == TG_N_CALL && fl_slice_find(p->name, "alloc") >= 0))
			return true;
	return false;
}

bool tg_may_edit(const struct tg_unit *unit, const struct tg_edit *edit)
{
	if (unit->fixed || edit->end <= edit->start || edit->end > unit->text.len)
		return false;
	struct fl_slice original = fl_slice(unit->text.ptr + edit->start, edit->end - edit->start);
	return (edit->directives || !holds_directive(original)) &&
	       !touches_macro(unit, edit->start, edit->end) &&
	       !(edit->at && tg_in_check(unit, edit->at));
}

void tg_yield(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_edit *edit,
	struct fl_slice replacement)
{
	if (!tg_may_edit(unit, edit))
		return;
	struct fl_slice original = fl_slice(unit->text.ptr + edit->start, edit->end - edit->start);
	bool leaves = sink->runs && tg_leaves_unused(unit, edit->start, edit->end, replacement);
	bool twins =
		sink->runs && tg_makes_twins(unit, edit->at, edit->start, edit->end, replacement);
	if (leaves || twins || (sink->logic && is_size(edit->at)) ||
		fl_slice_eq(original, replacement))
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

/* The slips [from, to), all of one other file, applied to it. */
static int apply_slips(const struct tg_program *p, const struct tg_slip *slips, size_t count,
	struct fl_arena *a, struct tg_file *ret_file, struct fl_error *err)
{
	const struct tg_file *file = tg_program_file(p, slips->file);
	struct tg_file now = {.path = slips->file};
	if (!file)
		return fl_error_set(err, FL_EINVAL, "a site is in \"%.*s\", which is no file",
			FL_ARG(slips->file));
	now.content = file->content;
	for (size_t i = count; i-- > 0;) { /* from the end: places before it stay */
		const struct tg_site one = {.file = slips[i].file,
			.start = slips[i].start,
			.end = slips[i].end,
			.original = slips[i].original,
			.replacement = slips[i].replacement};
		int rc = tg_apply(now.content, &one, a, &now.content, err);
		if (rc)
			return rc;
	}
	*ret_file = now;
	return 0;
}

int tg_apply_all(const struct tg_program *p, const struct tg_site *site, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err)
{
	const struct tg_slip *slips = site->slips.items;
	const struct tg_file *own = tg_program_file(p, site->file);
	struct tg_file *files = fl_arena_array(a, site->slips.len + 1, sizeof(*files));
	size_t count = 0;
	if (!files)
		return fl_arena_error(a, "the changed files", err);
	if (!own)
		return fl_error_set(err, FL_EINVAL, "a site is in \"%.*s\", which is no file",
			FL_ARG(site->file));
	files[count].path = site->file;
	int rc = tg_apply(own->content, site, a, &files[count++].content, err);
	for (size_t i = 0, n; i < site->slips.len && rc == 0; i += n) {
		for (n = 1;
			i + n < site->slips.len && fl_slice_eq(slips[i + n].file, slips[i].file);)
			n++;
		if (!fl_slice_eq(slips[i].file, site->file))
			rc = apply_slips(p, &slips[i], n, a, &files[count++], err);
	}
	if (rc == 0)
		*ret_files = (struct fl_list){files, count};
	return rc;
}
