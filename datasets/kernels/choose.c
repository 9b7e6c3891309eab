#include "datasets/kernels/choose.h"

#include <stdlib.h>

#include "base/hash.h"

enum { SCALE = 1 << 20 };

/* A site in its turn. */
struct turn {
	const struct tg_site *site;
	int op;
	uint64_t draw; /* orders the sites of an operator */
	uint64_t at; /* its turn: lower comes first */
};

static int by_draw(const void *a, const void *b)
{
	const struct turn *x = a, *y = b;
	if (x->op != y->op)
		return x->op < y->op ? -1 : 1;
	return x->draw < y->draw ? -1 : x->draw > y->draw;
}

static int by_turn(const void *a, const void *b)
{
	const struct turn *x = a, *y = b;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return by_draw(a, b);
}

static unsigned root(unsigned n)
{
	unsigned r = 1;
	while ((r + 1) * (r + 1) <= n)
		r++;
	return r;
}

/* What ends in an exception of the processor is what a kernel is looked at for. */
static unsigned share(int op)
{
	enum { MEMORY = 16 };
	return root(tg_ops[op].weight * (tg_ops[op].cls == DIAG_CLASS_LOGIC ? 1 : MEMORY));
}

static uint64_t draw_of(const struct tg_site *s, struct fl_slice key)
{
	const struct fl_slice parts[] = {key, s->op, s->file,
		fl_slice((const char *)&s->start, sizeof(s->start)),
		fl_slice((const char *)&s->variant, sizeof(s->variant)), s->replacement};
	return fl_hash64_parts(parts, sizeof(parts) / sizeof(parts[0]));
}

static bool can_show(int op)
{
	return op >= 0 && tg_ops[op].phase == TG_RUNTIME && tg_ops[op].cls != DIAG_CLASS_PLATFORM;
}

int ds_kernel_choose(const struct fl_list *sites, const bool *only, struct fl_slice key,
	struct fl_arena *a, struct fl_list *ret_sites, struct fl_error *err)
{
	const struct tg_site *s = sites->items;
	struct turn *turns = fl_arena_array(a, sites->len, sizeof(*turns));
	struct tg_site *out = fl_arena_array(a, sites->len, sizeof(*out));
	size_t n = 0;
	if (!turns || !out)
		return fl_arena_error(a, "the sites", err);
	for (size_t i = 0; i < sites->len; i++) {
		int op = tg_op_find(s[i].op);
		if (can_show(op) && (!only || only[op]))
			turns[n++] = (struct turn){&s[i], op, draw_of(&s[i], key), 0};
	}
	qsort(turns, n, sizeof(*turns), by_draw);
	for (size_t i = 0, first = 0; i < n; i++) {
		first = turns[i].op == turns[first].op ? first : i;
		/* the first turns of light operators lie anywhere among those of others */
		turns[i].at = ((uint64_t)(i - first) * SCALE + turns[i].draw % SCALE) /
			      share(turns[i].op);
	}
	qsort(turns, n, sizeof(*turns), by_turn);
	for (size_t i = 0; i < n; i++)
		out[i] = *turns[i].site;
	*ret_sites = (struct fl_list){out, n};
	return 0;
}
