#include "diag/thought/summary.h"

enum { CHAIN_WHOLE = 5, CANDIDATES = 5 };

bool diag_path_is_system(struct fl_slice path)
{
	static const char *const starts[] = {"/usr/", "/opt/", "<"};
	static const char *const parts[] = {
		"/include/c++/", "/lib/gcc/", "/lib/clang/", "\\VC\\Tools\\"};
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (fl_slice_starts(path, starts[i]))
			return !fl_slice_starts(path, "/usr/src/");
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (fl_slice_find(path, parts[i]) >= 0)
			return true;
	return false;
}

static bool is_step(const struct diag_note *n)
{
	return n->kind == DIAG_NOTE_TEMPLATE || n->kind == DIAG_NOTE_INCLUDE ||
	       n->kind == DIAG_NOTE_MACRO;
}

/* The end of the chain that starts at notes[i]: steps of one kind that explain the same. */
static size_t chain_end(const struct fl_list *l, size_t i)
{
	const struct diag_note *n = l->items;
	size_t end = i + 1;
	if (!is_step(&n[i]))
		return end;
	while (end < l->len && n[end].kind == n[i].kind && n[end].parent == n[i].parent)
		end++;
	return end;
}

/* All but gcc print includes, and the definitions of nested macros, from the outermost on. */
static bool root_first(const struct diag_diagnostic *d, const struct diag_note *step)
{
	return !fl_slice_eqs(d->tool, "gcc") && step->kind != DIAG_NOTE_TEMPLATE;
}

/* The index of the turn in the chain notes[from] .. notes[end - 1], between its first and last. */
static size_t turn_find(const struct diag_diagnostic *d, size_t from, size_t end)
{
	const struct diag_note *n = d->notes.items;
	bool down = root_first(d, &n[from]);
	for (size_t i = 1; i + 1 < end - from; i++) {
		size_t at = down ? end - 1 - i : from + i;
		if (!diag_path_is_system(n[at].file))
			return at;
	}
	return down ? from + 1 : end - 2;
}

/* Not a note that goes on about one, as "candidate expects 2 arguments". */
static bool is_candidate(const struct diag_note *notes, size_t i)
{
	int64_t parent = notes[i].parent;
	return notes[i].kind == DIAG_NOTE_CANDIDATE &&
	       (parent < 0 || notes[parent].kind != DIAG_NOTE_CANDIDATE);
}

static size_t candidates_count(const struct diag_diagnostic *d)
{
	size_t count = 0;
	for (size_t i = 0; i < d->notes.len; i++)
		count += is_candidate(d->notes.items, i);
	return count;
}

/* Mark the candidates that are too many, and what explains them. */
static void candidates_drop(const struct diag_diagnostic *d, bool *drop)
{
	const struct diag_note *n = d->notes.items;
	size_t own = 0, others = 0, count = candidates_count(d);
	if (count <= CANDIDATES)
		return;
	for (size_t i = 0; i < d->notes.len; i++)
		own += is_candidate(n, i) && !diag_path_is_system(n[i].file);
	size_t room = own < CANDIDATES ? CANDIDATES - own : 0;
	own = 0;
	for (size_t i = 0; i < d->notes.len; i++)
		if (is_candidate(n, i))
			drop[i] = diag_path_is_system(n[i].file) ? others++ >= room
								 : own++ >= CANDIDATES;
		else
			drop[i] = n[i].parent >= 0 && n[i].parent < (int64_t)i && drop[n[i].parent];
	for (size_t i = 0; i < d->notes.len; i++) /* includes stand before what they lead to */
		if (n[i].parent > (int64_t)i)
			drop[i] = drop[n[i].parent];
}

/* Mark what stays of what is not dropped; the count of it. */
static size_t mark(const struct diag_diagnostic *d, size_t most, const bool *drop, bool *keep)
{
	size_t kept = 0, end;
	for (size_t i = 0; i < d->notes.len; i = end) {
		end = chain_end(&d->notes, i);
		bool all = end - i <= CHAIN_WHOLE;
		size_t turn = all ? i : turn_find(d, i, end);
		for (size_t k = i; k < end && kept < most; k++) {
			keep[k] = !drop[k] && (all || k == i || k == turn || k == end - 1);
			kept += keep[k];
		}
	}
	return kept;
}

static bool has_long_chain(const struct diag_diagnostic *d)
{
	size_t end;
	for (size_t i = 0; i < d->notes.len; i = end) {
		end = chain_end(&d->notes, i);
		if (end - i > CHAIN_WHOLE)
			return true;
	}
	return false;
}

/* The new index of the next one up from `self` that stays, or -1. Parents precede. */
static int64_t parent_of(
	const struct diag_note *notes, const bool *keep, const int64_t *moved, int64_t self)
{
	for (int64_t p = notes[self].parent; p >= 0 && p < self; p = notes[self].parent) {
		if (keep[p])
			return moved[p];
		self = p;
	}
	return -1;
}

/* The edits of notes that stay. */
static void fixits_keep(
	struct diag_diagnostic *d, const bool *keep, const int64_t *moved, struct diag_fixit *to)
{
	const struct diag_fixit *from = d->fixits.items;
	size_t len = 0;
	for (size_t i = 0; i < d->fixits.len; i++) {
		if (from[i].note >= 0 && !keep[from[i].note])
			continue;
		to[len] = from[i];
		if (to[len].note >= 0)
			to[len].note = moved[to[len].note];
		len++;
	}
	d->omitted += (int64_t)(d->fixits.len - len);
	d->fixits = (struct fl_list){.items = to, .len = len};
}

int diag_summarise(
	struct diag_diagnostic *d, int64_t notes, struct fl_arena *a, struct fl_error *err)
{
	size_t len = d->notes.len, most = notes < 0 ? SIZE_MAX : (size_t)notes;
	if (notes == DIAG_NOTES_FULL)
		return 0;
	if (len <= most && !has_long_chain(d) && candidates_count(d) <= CANDIDATES)
		return 0;
	const struct diag_note *from = d->notes.items;
	bool *keep = fl_arena_array(a, len, sizeof(*keep));
	bool *drop = fl_arena_array(a, len, sizeof(*drop));
	int64_t *moved = fl_arena_array(a, len, sizeof(*moved));
	struct diag_fixit *fixits = fl_arena_array(a, d->fixits.len + 1, sizeof(*fixits));
	size_t kept = 0, at = 0;
	if (keep && drop) {
		candidates_drop(d, drop);
		kept = mark(d, most, drop, keep);
	}
	struct diag_note *to = fl_arena_array(a, kept + 1, sizeof(*to));
	if (a->failed)
		return fl_arena_error(a, "the notes", err);
	for (size_t i = 0; i < len; i++) {
		if (!keep[i])
			continue;
		moved[i] = (int64_t)at;
		to[at] = from[i];
		to[at++].parent = parent_of(from, keep, moved, (int64_t)i);
	}
	d->notes = (struct fl_list){.items = to, .len = at};
	d->omitted += (int64_t)(len - at);
	fixits_keep(d, keep, moved, fixits);
	return 0;
}

int diag_notes_parse(struct fl_slice text, int64_t *ret_notes, struct fl_error *err)
{
	uint32_t count;
	if (fl_slice_eqs(text, "full"))
		*ret_notes = DIAG_NOTES_FULL;
	else if (fl_slice_eqs(text, "summary"))
		*ret_notes = DIAG_NOTES_SUMMARY;
	else if (fl_slice_eqs(text, "none"))
		*ret_notes = 0;
	else if (text.len && fl_slice_uint(text, &count) == text.len)
		*ret_notes = count;
	else
		return fl_error_set(err, FL_EINVAL,
			"notes are full, summary, none or a number, not \"%.*s\"", FL_ARG(text));
	return 0;
}
