#include "tracegen/operators/pairs.h"

#include <stdlib.h>

enum { BYTES_MAX = 2000 };

bool tg_op_pairs(int op)
{
	static const bool pairs[TG_OP_COUNT] = {[TG_OP_caller_and_callee] = true,
		[TG_OP_missing_on_both_sides] = true,
		[TG_OP_value_on_both_sides] = true,
		[TG_OP_condition_on_both_sides] = true,
		[TG_OP_same_slip] = true,
		[TG_OP_missing_ends] = true};
	return pairs[op];
}

bool tg_op_of_halves(int op)
{
	return tg_op_pairs(op) || op == TG_OP_two_faults;
}

static int by_place(const void *x, const void *y)
{
	const struct tg_site *a = ((const struct tg_half *)x)->site;
	const struct tg_site *b = ((const struct tg_half *)y)->site;
	int c = fl_slice_cmp(a->file, b->file);
	if (c == 0)
		c = (a->start > b->start) - (a->start < b->start);
	if (c == 0)
		c = (a->end > b->end) - (a->end < b->end);
	if (c == 0)
		c = fl_slice_cmp(a->op, b->op);
	return c ? c : fl_slice_cmp(a->replacement, b->replacement);
}

static const struct tg_unit *unit_of(const struct tg_unit *u, struct fl_slice file)
{
	for (size_t i = 0; i < tg_unit_count(u); i++)
		if (fl_slice_eq(tg_unit_at(u, i)->file, file))
			return tg_unit_at(u, i);
	return NULL;
}

struct fl_list tg_halves(const struct tg_unit *unit, struct tg_sink *sink,
	bool (*may)(const struct tg_op *op, const struct tg_site *site))
{
	struct tg_half *halves = fl_arena_array(sink->arena, sink->sites.len + 1, sizeof(*halves));
	struct tg_site *sites = fl_arena_array(sink->arena, sink->sites.len + 1, sizeof(*sites));
	const struct tg_unit *last = NULL;
	size_t n = 0;
	for (size_t i = 0; halves && sites && i < sink->sites.len; i++) {
		const struct tg_site *s = fl_vec_at(&sink->sites, i);
		const struct tg_op *op = &tg_ops[tg_op_find(s->op)];
		if (s->slips.len || s->function_line == 0 || s->end - s->start > BYTES_MAX ||
			!may(op, s))
			continue;
		if (!last || !fl_slice_eq(last->file, s->file))
			last = unit_of(unit, s->file);
		if (!last || tg_is_header(last))
			continue;
		sites[n] = *s;
		halves[n] = (struct tg_half){.unit = last, .site = &sites[n]};
		halves[n++].draw = tg_place_id(s->op, (size_t)s->start) ^
				   tg_place_id(s->replacement, s->replacement.len);
	}
	if (n)
		qsort(halves, n, sizeof(*halves), by_place);
	return (struct fl_list){halves, n};
}

static struct tg_slip slip_of(const struct tg_site *s)
{
	return (struct tg_slip){.op = s->op,
		.file = s->file,
		.start = s->start,
		.end = s->end,
		.original = s->original,
		.replacement = s->replacement,
		.function = s->function};
}

static uint64_t mixed(uint64_t x)
{
	x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
	return x ^ (x >> 29);
}

static void put(struct tg_sink *sink, const struct tg_site *a, const struct tg_half *b)
{
	struct tg_slip *slips = fl_arena_array(sink->arena, 2, sizeof(*slips));
	struct tg_site *site = slips ? fl_vec_add(&sink->sites) : NULL;
	if (!site)
		return; /* the arena or the sites say so at the end */
	slips[0] = slip_of(a);
	slips[1] = slip_of(b->site);
	*site = *a;
	site->op = fl_slice_str(sink->op);
	site->variant = (int64_t)(mixed(b->draw ^ tg_place_id(b->site->file, 0)) >> 1);
	site->slips = (struct fl_list){slips, 2};
}

/* ---- who calls whom, in a program that is too large to be read whole ---- */

enum { LARGE = 60000, CALLS_MAX = 1 << 18 };

struct call {
	struct fl_slice from, to;
};

static int by_called(const void *x, const void *y)
{
	const struct call *a = x, *b = y;
	int c = fl_slice_cmp(a->to, b->to);
	return c ? c : fl_slice_cmp(a->from, b->from);
}

static bool is_large(const struct tg_program *p)
{
	size_t all = 0;
	for (size_t i = 0; i < p->files.len; i++)
		all += tg_program_at(p, i)->content.len;
	return all > LARGE;
}

/* All calls of the program's functions (struct call, by who is called); len 0 where it is small. */
static struct fl_list calls_of(const struct tg_unit *unit, struct fl_arena *a)
{
	struct fl_vec calls;
	struct fl_list ret = {0};
	fl_vec_init(&calls, sizeof(struct call), CALLS_MAX);
	for (size_t i = 0; is_large(unit->program) && i < tg_unit_count(unit); i++) {
		const struct tg_unit *u = tg_unit_at(unit, i);
		TG_EACH(n, u)
		{
			const struct tg_node *f =
				n->kind == TG_N_CALL && n->name.len ? tg_node_function(n) : NULL;
			struct call *c = f && calls.len < CALLS_MAX ? fl_vec_add(&calls) : NULL;
			if (c)
				*c = (struct call){f->name, n->name};
		}
	}
	if (calls.len)
		qsort(calls.data, calls.len, sizeof(struct call), by_called);
	ret = fl_vec_freeze(&calls, a);
	fl_vec_release(&calls);
	return ret;
}

/* The calls of a function stand together: from *ret_first, as many as the result. */
static size_t calls_to(const struct fl_list *calls, struct fl_slice name, const struct call **ret)
{
	const struct call *c = calls->items;
	size_t low = 0, high = calls->len, n = 0;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (fl_slice_cmp(c[middle].to, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	while (low + n < calls->len && fl_slice_eq(c[low + n].to, name))
		n++;
	*ret = n ? c + low : NULL;
	return n;
}

/* Does one of them call the other, or a third one both? Who follows the calls reads both then. */
static bool are_near(const struct fl_list *calls, struct fl_slice a, struct fl_slice b)
{
	const struct call *x, *y;
	size_t n = calls_to(calls, a, &x), m = calls_to(calls, b, &y);
	bool near = calls->len == 0;
	for (size_t i = 0; i < n && !near; i++)
		near = fl_slice_eq(x[i].from, b);
	for (size_t k = 0; k < m && !near; k++)
		near = fl_slice_eq(y[k].from, a);
	for (size_t i = 0, k = 0; i < n && k < m && !near;) {
		int c = fl_slice_cmp(x[i].from, y[k].from);
		near = c == 0;
		i += c < 0;
		k += c > 0;
	}
	return near;
}

/* ---- pairs ---- */

static void put_best(struct tg_sink *sink, const struct fl_list *a, const struct fl_list *b,
	unsigned nth, const struct fl_list *calls,
	bool (*fits)(const struct tg_half *a, const struct tg_half *b))
{
	const struct tg_half *x = a->items, *y = b->items, *best_x = NULL, *best_y = NULL;
	uint64_t least = 0;
	for (size_t i = 0; i < a->len; i++) {
		for (size_t k = 0; k < b->len; k++) {
			uint64_t draw = mixed(mixed(x[i].draw + nth) ^ y[k].draw);
			if ((best_x && draw >= least) || (fits && !fits(&x[i], &y[k])) ||
				!are_near(calls, x[i].site->function, y[k].site->function))
				continue;
			least = draw;
			best_x = &x[i];
			best_y = &y[k];
		}
	}
	if (best_x)
		put(sink, best_x->site, best_y);
}

void tg_put_pair(struct tg_sink *sink, const struct fl_list *a, const struct fl_list *b,
	unsigned nth, bool (*fits)(const struct tg_half *a, const struct tg_half *b))
{
	put_best(sink, a, b, nth, &(struct fl_list){0}, fits);
}

/* What everybody has to do with, and no two places have in common. */
static bool is_plain_word(struct fl_slice name)
{
	static const char *const words[] = {"true", "false", "TRUE", "FALSE", "True", "False"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_eqs(name, words[i]))
			return true;
	return false;
}

bool tg_is_shared(const struct tg_node *n)
{
	bool named = n->kind == TG_N_MEMBER || (n->kind == TG_N_REF && !(n->flags & TG_F_LOCAL));
	return named && n->decl && (n->flags & TG_F_IN_PROGRAM) && !n->in_macro && n->parent &&
	       !is_plain_word(n->name);
}

size_t tg_half_abouts(const struct tg_half *half, size_t start, size_t end,
	bool (*is)(const struct tg_node *n), struct tg_half *to)
{
	const struct tg_node *root = half->unit->root;
	size_t n = 0;
	for (const struct tg_node *x = root; x && n < TG_ABOUTS_MAX;) {
		bool apart = x != root && (x->end <= start || x->start >= end);
		bool known = !is(x) || x->start < start || x->end > end;
		for (size_t i = 0; i < n && !known; i++)
			known = to[i].about == x->decl;
		if (!known) {
			to[n] = *half;
			to[n++].about = x->decl;
		}
		x = apart ? tg_node_skip(x, root) : tg_node_after(x, root);
	}
	return n;
}

static int by_about(const void *x, const void *y)
{
	const struct tg_half *a = x, *b = y;
	if (a->about != b->about)
		return a->about < b->about ? -1 : 1;
	int c = fl_slice_cmp(a->site->file, b->site->file);
	if (c == 0)
		c = (a->site->start > b->site->start) - (a->site->start < b->site->start);
	return c ? c : (a->draw > b->draw) - (a->draw < b->draw);
}

/* The end of those from i on that are about the same, in the same file. */
static size_t run_end(const struct tg_half *h, size_t len, size_t i)
{
	size_t end = i + 1;
	while (end < len && h[end].about == h[i].about &&
		fl_slice_eq(h[end].site->file, h[i].site->file))
		end++;
	return end;
}

void tg_put_pairs(const struct tg_unit *unit, struct tg_sink *sink, struct tg_half *h, size_t len,
	bool (*takes)(const struct tg_unit *u, const struct tg_half *a, const struct tg_half *b))
{
	const struct fl_list calls = calls_of(unit, sink->arena);
	if (len)
		qsort(h, len, sizeof(*h), by_about);
	for (size_t i = 0, end; i < len; i = end) {
		end = run_end(h, len, i);
		struct fl_list a = {&h[i], end - i};
		for (size_t k = end, next; k < len && h[k].about == h[i].about; k = next) {
			next = run_end(h, len, k);
			struct fl_list b = {&h[k], next - k};
			if (!takes || takes(unit, &h[i], &h[k]))
				put_best(sink, &a, &b, 0, &calls, NULL);
		}
	}
}
