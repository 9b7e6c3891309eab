/*
 * pointer-in-int: a pointer is kept in an int, where it fits on machines of 32 bits only. Who takes
 * an int for enough does so wherever it is kept: in all of a function or, where a member or a
 * global variable keeps it, in all of the file. In C++, where casts would not compile, one place.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/parts.h"
#include "tracegen/operators/words.h"

/* The type's words of a file. */
struct kept {
	struct tg_file_part parts[TG_PARTS_MAX];
	const struct tg_node *functions[TG_PARTS_MAX]; /* each stands in, or NULL */
	size_t count;
};

/* What is no pointer keeps its value; of two casts in one statement nobody gets one wrong alone. */
static bool is_slip(const struct tg_unit *unit, const struct tg_node *n)
{
	static const char cast[] = "intptr_t)";
	const struct tg_node *s = tg_node_statement(n);
	const struct tg_node *c = n->kind != TG_N_CAST && n->parent ? n->parent : n;
	if (c->kind == TG_N_CAST && c->last && c->last->type.cls != TG_T_POINTER)
		return false;
	struct fl_slice text = s ? tg_node_text(unit, s) : fl_slice(NULL, 0);
	ptrdiff_t at = fl_slice_find(text, cast);
	return at < 0 || fl_slice_find(fl_slice_skip(text, (size_t)at + strlen(cast)), cast) < 0;
}

/* Functions that are called through a pointer are all of one type. */
static bool is_of_parameter(const struct tg_node *n)
{
	return n->kind == TG_N_PARAM || (n->parent && n->parent->kind == TG_N_PARAM);
}

/* What somebody takes for enough, or NULL: that word is another one. */
static const char *narrow(struct fl_slice word)
{
	return fl_slice_eqs(word, "uintptr_t")  ? "unsigned int"
	       : fl_slice_eqs(word, "intptr_t") ? "int"
						: NULL;
}

/* False: there are more than somebody gets wrong alike. */
static bool find_kept(const struct tg_unit *unit, struct kept *k)
{
	struct tg_word w;
	for (size_t pos = 0; tg_word_next(unit, &pos, &w);) {
		const char *to = narrow(w.text);
		if (!to)
			continue;
		if (k->count == TG_PARTS_MAX)
			return false;
		const struct tg_node *n = tg_node_around(unit, w.start, w.end);
		k->functions[k->count] = tg_node_function(n);
		k->parts[k->count++] = (struct tg_file_part){
			.unit = unit, .part = {w.start, w.end, fl_slice_str(to)}, .at = n};
	}
	return true;
}

/* Those of i's function, or all where it is in none; 0 unless i is the first of them. */
static size_t find_alike(const struct kept *k, size_t i, struct tg_file_part *ret_parts)
{
	size_t count = 0;
	for (size_t j = 0; j < k->count; j++) {
		bool same = k->functions[j] == k->functions[i];
		if (k->functions[i] && !same)
			continue;
		if (is_of_parameter(k->parts[j].at) || (same && j < i))
			return 0;
		ret_parts[count++] = k->parts[j];
	}
	return count;
}

static void put_alike(const struct tg_unit *unit, struct tg_sink *sink, const struct kept *all)
{
	struct tg_file_part alike[TG_PARTS_MAX];
	for (size_t i = 0; i < all->count; i++) {
		size_t count = find_alike(all, i, alike);
		const struct tg_part *p = &all->parts[i].part;
		if (count > 1)
			tg_put_file_parts(unit, sink, alike, count);
		else if (count && is_slip(unit, all->parts[i].at))
			tg_put_words(unit, sink, p->start, p->end, "%.*s", FL_ARG(p->text));
	}
}

void tg_op_pointer_in_int(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct kept all = {0};
	struct tg_word w;
	if (unit->program->language == TG_C && find_kept(unit, &all)) {
		put_alike(unit, sink, &all);
		return;
	}
	for (size_t pos = 0; tg_word_next(unit, &pos, &w);) {
		const char *to = narrow(w.text);
		const struct tg_node *n = to ? tg_node_around(unit, w.start, w.end) : NULL;
		if (n && !is_of_parameter(n) && is_slip(unit, n))
			tg_put_words(unit, sink, w.start, w.end, "%s", to);
	}
}
