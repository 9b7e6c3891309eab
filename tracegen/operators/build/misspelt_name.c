/*
 * misspelt-name: a name is not written where it is used as where it is declared: another word for
 * the same (len, length), one or many, other capitals or underscores, a variable of another
 * function, a member without its object; else two letters change places, or one is lost.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"
#include "tracegen/operators/spelling.h"

#include <ctype.h>

/* Shorter names do not lose a letter: many would be another name of the library (cos, open). */
enum { DROP_MIN = 6 };

/* The slip at letter `at`: with the next one swapped, or dropped. The length, 0 when it is none. */
static size_t slip(struct fl_slice name, size_t at, bool swap, char *ret_word)
{
	memcpy(ret_word, name.ptr, name.len);
	if (!swap && name.len < DROP_MIN)
		return 0;
	if (!swap) {
		memmove(ret_word + at, ret_word + at + 1, name.len - at - 1);
		return name.len - 1;
	}
	if (name.ptr[at] == name.ptr[at + 1] || name.ptr[at] == '_' || name.ptr[at + 1] == '_')
		return 0;
	ret_word[at] = name.ptr[at + 1];
	ret_word[at + 1] = name.ptr[at];
	return name.len;
}

/* A slip of letters that the file does not have, by the place as the seed. Empty: none found. */
static struct fl_slice letters(
	const struct fl_vec *words, struct tg_sink *sink, struct fl_slice name, size_t seed)
{
	char word[TG_NAME_MAX];
	for (size_t i = 0; i < 2 * name.len; i++) {
		size_t at = 1 + (seed + i) % (name.len - 2);
		size_t len = slip(name, at, (seed + i) % 3 != 0, word);
		struct fl_slice found = fl_slice(word, len);
		if (len && !tg_words_have(words, found))
			return fl_arena_slice(sink->arena, found);
	}
	return fl_slice(NULL, 0);
}

/* ---- other words ---- */

/* One for many, or many for one; many only of what can be many. */
static struct fl_slice other_count(struct fl_arena *a, const struct tg_node *n)
{
	struct fl_slice name = n->name;
	enum tg_type_class cls = n->type.cls;
	bool holds = cls == TG_T_ARRAY ||
		     (cls == TG_T_RECORD && (fl_slice_find(n->type.text, "vector") >= 0 ||
						    fl_slice_find(n->type.text, "map") >= 0));
	char last = name.ptr[name.len - 1];
	bool called = n->role == TG_R_NONE && n->parent->kind == TG_N_CALL;
	if (called)
		return fl_slice(NULL, 0);
	if (last == 's' && name.ptr[name.len - 2] != 's' && name.ptr[name.len - 2] != 'u')
		return fl_slice_head(name, name.len - 1);
	return holds && islower((unsigned char)last) && last != 's'
		       ? fl_arena_printf(a, "%.*ss", FL_ARG(name))
		       : fl_slice(NULL, 0);
}

/* ---- names that are elsewhere ---- */

/* Whether anything but locals of functions and members has that name. */
static bool is_known(const struct tg_unit *u, struct fl_slice name)
{
	TG_EACH(n, u)
	{
		bool local = n->flags & TG_F_LOCAL || n->kind == TG_N_PARAM ||
			     n->kind == TG_N_FIELD || n->kind == TG_N_MEMBER ||
			     (n->kind == TG_N_VAR && tg_node_function(n));
		if (!local && n->kind != TG_N_REF && fl_slice_eq(n->name, name))
			return true;
	}
	return false;
}

static bool declares(const struct tg_node *function, struct fl_slice name)
{
	for (const struct tg_node *n = function; n; n = tg_node_after(n, function))
		if ((n->kind == TG_N_VAR || n->kind == TG_N_PARAM) && fl_slice_eq(n->name, name))
			return true;
	return false;
}

/* A local of the next functions that fits here but is not known here. */
static struct fl_slice of_neighbour(const struct tg_unit *u, const struct tg_node *n)
{
	const struct tg_node *here = tg_node_function(n);
	if (n->kind != TG_N_REF || here->parent != u->root)
		return fl_slice(NULL, 0);
	for (const struct tg_node *f = here->prev; f; f = f->prev) {
		if (f->kind != TG_N_FUNCTION || !(f->flags & TG_F_DEFINITION))
			continue;
		for (const struct tg_node *v = f; v; v = tg_node_after(v, f)) {
			bool local = v->kind == TG_N_VAR || v->kind == TG_N_PARAM;
			if (local && v->name.len >= TG_NAME_MIN &&
				tg_same_type(&v->type, &n->type) && !declares(here, v->name) &&
				!is_known(u, v->name))
				return v->name;
		}
		return fl_slice(NULL, 0); /* further away nobody mixes them up */
	}
	return fl_slice(NULL, 0);
}

/* Whether n is p->m or r.m, and m alone is not known there. */
static bool may_lack_object(const struct tg_unit *u, const struct tg_node *n)
{
	const struct tg_node *here = tg_node_function(n);
	return n->kind == TG_N_MEMBER && n->first && n->first->kind == TG_N_REF &&
	       u->program->language == TG_C && !n->first->in_macro && n->first->end < n->name_at &&
	       n->end == n->name_at + n->name.len && !declares(here, n->name) &&
	       !is_known(u, n->name);
}

/* Slips of letters are one kind; where no other can be made, some of the places have one. */
enum { SLIPS = 8, LETTERS_ONE_IN = 6 };

/* The nth kind of slip; ret_start: where it begins. Empty: none of that kind there. */
static struct fl_slice nth_slip(const struct tg_unit *u, const struct fl_vec *words,
	struct tg_sink *sink, const struct tg_node *n, unsigned nth, size_t *ret_start)
{
	struct fl_arena *a = sink->arena;
	struct fl_slice found = {0};
	*ret_start = n->name_at;
	switch (nth % SLIPS) {
	case 0: return letters(words, sink, n->name, n->name_at);
	case 1: *ret_start = n->start; return may_lack_object(u, n) ? n->name : found;
	case 2: return of_neighbour(u, n);
	case 3: found = other_count(a, n); break;
	case 4: found = tg_other_style(a, n->name, false); break;
	case 5: found = tg_other_style(a, n->name, true); break;
	default: found = tg_other_word(a, n->name, n->name_at); break;
	}
	return tg_words_have(words, found) ? fl_slice(NULL, 0) : found;
}

/* The kind of slip that the place draws, or the next one that can be made there. */
static void put_slip(const struct tg_unit *u, const struct fl_vec *words, struct tg_sink *sink,
	const struct tg_node *n)
{
	unsigned first = tg_draw(u, n, SLIPS);
	bool own = n->flags & TG_F_IN_PROGRAM; /* what the library has people know the name of */
	struct fl_slice word = {0};
	size_t start = n->name_at;
	for (unsigned i = 0; i < SLIPS && !word.len && own; i++)
		if ((first + i) % SLIPS || i == 0)
			word = nth_slip(u, words, sink, n, first + i, &start);
	if (!word.len && n->name_at % LETTERS_ONE_IN == 0)
		word = nth_slip(u, words, sink, n, 0, &start);
	struct tg_edit edit = {.kind = TG_EXPRESSION,
		.start = start,
		.end = n->name_at + n->name.len,
		.at = n,
		.symbol = n->name,
		.symbol_line = n->decl_line};
	if (word.len)
		tg_yield(u, sink, &edit, word);
}

void tg_op_misspelt_name(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct fl_vec words;
	fl_vec_init(&words, sizeof(struct fl_slice), TG_NODES_MAX);
	tg_words_of(unit->text, &words);
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		if (words.failed || n->in_macro ||
			(n->kind != TG_N_REF && n->kind != TG_N_MEMBER) || !n->decl ||
			!tg_may_misspell(unit, n) || !tg_node_function(n))
			continue;
		put_slip(unit, &words, sink, n);
	}
	if (words.failed)
		sink->sites.failed = words.failed;
	fl_vec_release(&words);
}
