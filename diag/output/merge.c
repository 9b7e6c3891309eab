#include "diag/output/merge.h"

/* How far ahead in the text a serialized diagnostic is looked for. */
enum { WINDOW = 4096 };

static const struct diag_diagnostic *at(const struct fl_list *l, size_t i)
{
	return (const struct diag_diagnostic *)l->items + i;
}

/* A message of several lines stands in the text with its first one. */
static bool says(struct fl_slice whole, struct fl_slice printed)
{
	return fl_slice_eq(fl_slice_head(whole, printed.len), printed);
}

static bool same(const struct diag_diagnostic *text, const struct diag_diagnostic *dia)
{
	return text->level == dia->level && text->line == dia->line && text->col == dia->col &&
	       says(dia->message, text->message);
}

static bool comes(const struct fl_list *text, size_t from, const struct diag_diagnostic *dia)
{
	for (size_t i = from; i < text->len && i - from < WINDOW; i++)
		if (same(at(text, i), dia))
			return true;
	return false;
}

/* The driver's own: where the text has not the same, it has what a linker said in more words. */
static bool drivers(const struct diag_diagnostic *dia)
{
	return !dia->line && !dia->file.len;
}

/* The serialized notes with what was printed below them; false when the text has others. */
static bool notes_merge(struct diag_diagnostic *to, const struct diag_diagnostic *text,
	const struct diag_diagnostic *dia, struct fl_arena *a)
{
	const struct diag_note *printed = text->notes.items;
	struct diag_note *n = dia->notes.len ? fl_arena_array(a, dia->notes.len, sizeof(*n)) : NULL;
	size_t next = 0;
	for (size_t i = 0; i < dia->notes.len && n; i++) {
		n[i] = ((const struct diag_note *)dia->notes.items)[i];
		if (next == text->notes.len || printed[next].line != n[i].line ||
			!says(n[i].message, printed[next].message))
			continue;
		n[i].source_line = printed[next].source_line;
		n[i].caret = printed[next++].caret;
	}
	if (next < text->notes.len)
		return false;
	to->notes = (struct fl_list){.items = n, .len = n ? dia->notes.len : 0};
	return true;
}

static void one_merge(struct diag_diagnostic *to, const struct diag_diagnostic *text,
	const struct diag_diagnostic *dia, struct fl_arena *a)
{
	*to = *dia;
	to->source_line = text->source_line;
	to->caret = text->caret;
	if (!to->file.len)
		to->file = text->file; /* "<command-line>" */
	if (text->code.len)
		to->code = text->code; /* with the value that "-Rpass=" has */
	if (notes_merge(to, text, dia, a))
		return;
	to->notes = text->notes;
	to->fixits = text->fixits;
}

int diag_merge(const struct fl_list *text, const struct fl_list *dia, struct fl_arena *a,
	struct fl_list *ret_list, struct fl_error *err)
{
	struct fl_vec found;
	fl_vec_init(&found, sizeof(struct diag_diagnostic), FL_LIST_MAX);
	for (size_t t = 0, d = 0; t < text->len || d < dia->len;) {
		if (d < dia->len && drivers(at(dia, d)) && !comes(text, t, at(dia, d))) {
			d++;
			continue;
		}
		struct diag_diagnostic *to = fl_vec_add(&found);
		if (!to)
			break;
		if (t < text->len && d < dia->len && same(at(text, t), at(dia, d)))
			one_merge(to, at(text, t++), at(dia, d++), a);
		else if (d < dia->len && !comes(text, t, at(dia, d)))
			*to = *at(dia, d++);
		else
			*to = *at(text, t++);
	}
	int rc = found.failed;
	struct fl_list list = rc ? (struct fl_list){0} : fl_vec_freeze(&found, a);
	fl_vec_release(&found);
	if (rc)
		return fl_error_set(err, (enum fl_code)rc, "too many diagnostics to merge");
	rc = fl_arena_error(a, "the diagnostics", err);
	if (!rc)
		*ret_list = list;
	return rc;
}
