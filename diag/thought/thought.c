#include "diag/thought/thought.h"

#include <inttypes.h>

#include "base/literal/literal.h"
#include "base/show.h"
#include "base/utf8.h"
#include "diag/thought/summary.h"
#include "diag/thought/thought_impl.h"

enum { FIXITS_TOLD = 3, CAUSE_MAX = 2000 };

static void put_place(struct fl_buf *out, struct fl_slice file, int64_t line, int64_t col)
{
	fl_buf_slice(out, file);
	if (line)
		fl_buf_printf(out, ":%" PRId64, line);
	if (line && col)
		fl_buf_printf(out, ":%" PRId64, col);
}

/* The note nearest to the diagnostic that is in the user's own code, for what is not. */
static const struct diag_note *entry_find(const struct diag_diagnostic *d)
{
	const struct diag_note *n = d->notes.items;
	if (!diag_path_is_system(d->file))
		return NULL;
	for (size_t i = 0; i < d->notes.len; i++)
		if (n[i].kind == DIAG_NOTE_TEMPLATE && n[i].parent < 0 && n[i].line &&
			!diag_path_is_system(n[i].file))
			return &n[i];
	return NULL;
}

/* What the tool says, and where. */
static void put_cause(struct fl_buf *out, const struct diag_diagnostic *d)
{
	const struct diag_note *entry = entry_find(d);
	fl_buf_slice(out, fl_slice_head(d->message, CAUSE_MAX));
	if (d->file.len) {
		fl_buf_str(out, ", at ");
		put_place(out, d->file, d->line, d->col);
	}
	if (entry) {
		fl_buf_str(out, ", reached from ");
		put_place(out, entry->file, entry->line, entry->col);
	}
}

/* Linkers: the symbol that is missing, or there twice. */
static bool put_linker_cause(struct fl_buf *out, const struct diag_diagnostic *d)
{
	const struct diag_note *n = d->notes.items;
	struct fl_slice where = d->line || !d->object.len ? d->file : d->object;
	if (!d->symbol.len || d->error_class != DIAG_CLASS_LINKER)
		return false;
	if (fl_slice_find(d->message, "undefined ") >= 0) {
		fl_buf_slice(out, d->symbol);
		fl_buf_str(out, " is used");
		if (where.len)
			fl_buf_str(out, " at ");
		put_place(out, where, d->line, 0);
		fl_buf_str(out, ", and nothing that is linked defines it");
		return true;
	}
	if (fl_slice_find(d->message, "multiple definition") < 0)
		return false;
	fl_buf_slice(out, d->symbol);
	fl_buf_str(out, " is defined at ");
	put_place(out, where, d->line, 0);
	for (size_t i = 0; i < d->notes.len; i++)
		if (fl_slice_eqs(n[i].message, "first defined here")) {
			fl_buf_str(out, " and before that at ");
			put_place(out, n[i].file, n[i].line, 0);
		}
	return true;
}

static void put_fixit(struct fl_buf *out, const struct diag_fixit *f)
{
	bool inserts = f->line == f->end_line && f->col == f->end_col;
	if (!f->text.len) {
		fl_buf_str(out, "remove what stands at ");
	} else {
		fl_buf_str(out, inserts ? "insert '" : "put '");
		fl_buf_slice(out, f->text);
		fl_buf_str(out, inserts ? "' at " : "' for what stands at ");
	}
	if (f->file.len) {
		fl_buf_slice(out, f->file);
		fl_buf_char(out, ':');
	}
	fl_buf_printf(out, "%" PRId64 ":%" PRId64, f->line, f->col);
	if (!inserts)
		fl_buf_printf(out, " to %" PRId64 ":%" PRId64, f->end_line, f->end_col);
}

/* How what these say is mended, where that is not how their whole class is. */
static const struct {
	const char *id, *fix;
} strategies[] = {
	{"unused_variable", "use it where it was meant to be used, or remove it"},
	{"unused_but_set", "use the value where it was meant to be used, or remove the variable"},
	{"unused_parameter", "use it, or leave its name out of the definition"},
	{"unused_function", "call it where it was meant to be called, or remove it"},
	{"unused_label", "jump to it where that was meant, or remove it"},
	{"unused_type", "use it where it was meant to be used, or remove it"},
	{"unused_value", "use the value, or remove the expression"},
	{"unused_result", "look at what it returns, and act on a failure"},
	{"hidden_virtual", "give it the signature of the base's function and mark it override, or "
			   "bring the base's in with a using declaration"},
	{"no_operator", "define that operator for the operand types, or convert an operand to a "
			"type that has it"},
};

static const char *strategy_of(const struct diag_diagnostic *d)
{
	for (size_t i = 0; i < sizeof(strategies) / sizeof(strategies[0]); i++)
		if (fl_slice_eqs(d->id, strategies[i].id))
			return strategies[i].fix;
	return d->error_class != DIAG_CLASS_NONE ? diag_class_table[d->error_class].fix
						 : "not known";
}

/* The compiler's own edits, else how what it says is mended. */
static void put_strategy(struct fl_buf *out, const struct diag_diagnostic *d)
{
	const struct diag_fixit *f = d->fixits.items;
	if (!d->fixits.len) {
		fl_buf_str(out, strategy_of(d));
		return;
	}
	for (size_t i = 0; i < d->fixits.len && i < FIXITS_TOLD; i++) {
		if (i)
			fl_buf_str(out, "; ");
		put_fixit(out, &f[i]);
	}
	fl_buf_str(out, " (the compiler's suggestion)");
}

int diag_think(struct diag_diagnostic *d, const struct plat_context *platform, struct fl_arena *a,
	struct fl_error *err)
{
	struct fl_buf cause, fix;
	if (d->level == DIAG_NOTE || d->level == DIAG_REMARK)
		return 0;
	if (diag_think_std(d, platform, a, &d->root_cause, &d->fix_strategy))
		return fl_arena_error(a, "the reasoning", err);
	fl_buf_init(&cause, FL_TEXT_MAX);
	fl_buf_init(&fix, FL_TEXT_MAX);
	if (!put_linker_cause(&cause, d))
		put_cause(&cause, d);
	put_strategy(&fix, d);
	int rc = fl_buf_error(&cause, "the reasoning", err);
	if (!rc)
		rc = fl_buf_error(&fix, "the reasoning", err);
	struct fl_slice root_cause = fl_arena_slice(a, fl_buf_view(&cause));
	struct fl_slice fix_strategy = fl_arena_slice(a, fl_buf_view(&fix));
	fl_buf_release(&cause);
	fl_buf_release(&fix);
	if (!rc)
		rc = fl_arena_error(a, "the reasoning", err);
	if (rc)
		return rc;
	d->root_cause = root_cause;
	d->fix_strategy = fix_strategy;
	return 0;
}

/*
 * On one line, and nothing in it ends or opens a comment, is a marker, or is what compilers warn
 * about in comments (bytes that are not UTF-8, characters that turn the text around).
 */
static void put_text(struct fl_buf *out, struct fl_slice s)
{
	while (s.len) {
		uint32_t c = 0;
		size_t n = fl_utf8_decode(s, &c);
		bool hidden = c < 0x20 || c == 0x7f || fl_show_hides(c);
		if (n == 0 || hidden)
			fl_buf_char(out, n ? ' ' : '?');
		else
			fl_buf_add(out, s.ptr, n);
		if (fl_slice_starts(s, "*/") || fl_slice_starts(s, "/*") || fl_marker_len(s))
			fl_buf_char(out, ' ');
		s = fl_slice_skip(s, n ? n : 1);
	}
	fl_buf_char(out, '\n');
}

static void put_observed(struct fl_buf *out, struct fl_slice lines)
{
	struct fl_slice line;
	for (const char *lead = "/* "; fl_slice_line(&lines, &line); lead = " * ") {
		fl_buf_str(out, lead);
		put_text(out, line);
	}
}

void diag_thought_block(struct fl_buf *out, const struct diag_thought *t, bool marked)
{
	const struct fl_marker_pair *marker = fl_marker(marked ? FL_MARK_THOUGHT : FL_MARK_NONE);
	if (!t->root_cause.len)
		return;
	if (marked)
		fl_buf_printf(out, "%s\n", marker->open);
	put_observed(out, t->observed);
	fl_buf_printf(out, "%s ERROR_CLASS: %s\n", t->observed.len ? " *" : "/*",
		diag_class_table[t->error_class].name);
	fl_buf_printf(out, " * SEVERITY: %s\n", t->severity);
	fl_buf_str(out, " * ROOT_CAUSE: ");
	put_text(out, t->root_cause);
	fl_buf_str(out, " * FIX_STRATEGY: ");
	put_text(out, t->fix_strategy);
	if (t->confidence)
		fl_buf_printf(out, " * CONFIDENCE: %" PRId64 ".%04" PRId64 "\n",
			t->confidence / 10000, t->confidence % 10000);
	else
		fl_buf_str(out, " * CONFIDENCE: not measured\n");
	fl_buf_str(out, " */\n");
	if (marked)
		fl_buf_printf(out, "%s\n", marker->close);
}

void diag_thought_write(struct fl_buf *out, const struct diag_diagnostic *d, bool marked)
{
	struct diag_thought t = {.error_class = d->error_class,
		.severity = diag_level_names.words[d->level],
		.root_cause = d->root_cause,
		.fix_strategy = d->fix_strategy,
		.confidence = d->confidence};
	diag_thought_block(out, &t, marked);
}
