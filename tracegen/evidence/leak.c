/*
 * Memory that leaked. Whoever used it last had a pointer to it: hardware watchpoints on its first
 * bytes count the accesses in one run, and stop at the last ones in the next. What pointed to it
 * there is looked for among the variables of the program's own frames, and one step behind them;
 * that pointer is then watched itself.
 */
#include <inttypes.h>

#include "debugsession/watches.h"
#include "tracegen/evidence/priv.h"
#include "tracegen/evidence/value.h"
#include "tracegen/evidence/views.h"

enum { WATCHES = 4, ACCESSES = 2000, FRAMES = 4, VARS = 64, WORD = 8, EXITS = 8 };

struct leak {
	struct tg_recorder *r;
	int64_t ids[WATCHES];
	size_t watches;
	int64_t hits[WATCHES];
	struct dbg_frame holder; /* whose variable the pointer is, with its depth there */
	uint64_t sp; /* tells this activation of its function from others */
	uint64_t at; /* where the pointer lies; 0: not known */
};

/* Run to main, with accesses to the memory watched from there on. */
static int begin(struct leak *l, enum tg_trace_condition condition)
{
	struct tg_recorder *r = l->r;
	struct dbg_break at_main = {.function = "main", .temporary = true};
	struct dbg_stop stop;
	uint64_t words = ((uint64_t)r->spec->leaked_size + WORD - 1) / WORD;
	int rc = dbg_break_clear(r->e, 0, r->err);
	rc = rc ? rc : dbg_break_add(r->e, &at_main, NULL, r->err);
	rc = rc ? rc : tg_trace_start(r, condition);
	rc = rc ? rc : tg_trace_wait(r, &stop);
	if (rc == 0 && stop.reason != DBG_BREAKPOINT)
		rc = fl_error_set(r->err, FL_EREFUSED, "the program does not come to main");
	l->watches = words < WATCHES ? (size_t)words : WATCHES;
	for (size_t i = 0; rc == 0 && i < l->watches; i++) {
		struct dbg_break_info info;
		int64_t left = l->hits[i] ? l->hits[i] - 1 : ACCESSES;
		rc = dbg_watch_access(r->e, r->spec->leaked + i * WORD, WORD, &info, r->err);
		l->ids[i] = info.id;
		rc = rc ? rc : dbg_break_ignore(r->e, info.id, (uint32_t)left, r->err);
	}
	return rc;
}

static int go_on(struct leak *l, struct dbg_stop *ret_stop)
{
	int rc = tg_trace_resume(l->r);
	return rc ? rc : tg_trace_wait(l->r, ret_stop);
}

/* How often each word is accessed, to the end of the program. */
static int count(struct leak *l)
{
	struct dbg_stop stop;
	bool any = false;
	int rc = begin(l, TG_TRACE_PLAIN);
	rc = rc ? rc : go_on(l, &stop);
	if (rc == 0 && stop.alive)
		rc = fl_error_set(
			l->r->err, FL_EREFUSED, "it is used too often, or the end is another");
	for (size_t i = 0; rc == 0 && i < l->watches; i++) {
		rc = dbg_break_hits(l->r->e, l->ids[i], &l->hits[i], l->r->err);
		any = any || l->hits[i] > 0;
	}
	if (rc == 0 && !any)
		rc = fl_error_set(l->r->err, FL_ENOTFOUND, "nothing uses what leaks");
	return rc;
}

/* ---- the pointer ---- */

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* Where the address stands in a value; -1: nowhere. */
static ptrdiff_t find_address(struct fl_slice value, struct fl_slice address)
{
	ptrdiff_t at = fl_slice_search(value, address);
	size_t end = at < 0 ? 0 : (size_t)at + address.len;
	return at < 0 || (end < value.len && is_hex(value.ptr[end])) ? -1 : at;
}

/* The member "name = " that ends at `at` of "{…}", when it is one of the outermost; or "". */
static struct fl_slice member_at(struct fl_slice value, ptrdiff_t at)
{
	size_t depth = 0, end = (size_t)at < 3 ? 0 : (size_t)at - 3, start = end;
	for (size_t i = 0; i < (size_t)at; i++) {
		depth += value.ptr[i] == '{';
		depth -= depth && value.ptr[i] == '}';
	}
	if (depth != 1 || !fl_slice_starts(fl_slice_skip(value, end), " = "))
		return fl_slice(NULL, 0);
	while (start && fl_is_word(value.ptr[start - 1]))
		start--;
	return fl_slice(value.ptr + start, end - start);
}

/* Does the variable, or a member of what it is or points to, point there? */
static int points_there(struct leak *l, const struct dbg_frame *f, const struct dbg_variable *v,
	struct fl_slice address, struct fl_slice *ret_pointer)
{
	struct tg_recorder *r = l->r;
	struct fl_slice value = v->value, object = v->name;
	bool pointer = fl_slice_starts(value, "0x") && !fl_slice_starts(value, "0x0");
	if (!v->compound && find_address(value, address) == 0) {
		*ret_pointer = v->name;
		return 0;
	}
	if (!v->compound && (!pointer || fl_slice_find(v->type, "char *") >= 0))
		return 0;
	if (!v->compound)
		object = fl_arena_printf(r->a, "*%.*s", FL_ARG(v->name));
	int rc = tg_trace_value(r, f, object, &value);
	ptrdiff_t at = rc ? -1 : find_address(value, address);
	struct fl_slice member = at < 0 ? fl_slice(NULL, 0) : member_at(value, at);
	if (member.len)
		*ret_pointer = fl_arena_printf(r->a, "%.*s%s%.*s", FL_ARG(v->name),
			v->compound ? "." : "->", FL_ARG(member));
	return rc;
}

static int find_pointer(struct leak *l, const struct fl_list *frames, struct fl_slice *ret_pointer)
{
	struct tg_recorder *r = l->r;
	const struct dbg_frame *f = frames->items;
	struct fl_slice address = fl_arena_printf(r->a, "0x%" PRIx64, r->spec->leaked);
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < frames->len && i < FRAMES && !ret_pointer->len; i++) {
		struct fl_list vars;
		rc = dbg_variables(r->e, f[i].depth, VARS, r->a, &vars, r->err);
		const struct dbg_variable *v = rc ? NULL : vars.items;
		for (size_t k = 0; rc == 0 && k < vars.len && !ret_pointer->len; k++)
			rc = points_there(l, &f[i], &v[k], address, ret_pointer);
		if (ret_pointer->len)
			l->holder = f[i];
	}
	l->at = 0;
	if (rc || !ret_pointer->len)
		return rc;
	rc = tg_trace_number(r, l->holder.depth, "", FL_S("$sp"), &l->sp);
	return rc ? rc : tg_trace_number(r, l->holder.depth, "&", *ret_pointer, &l->at);
}

/* ---- the last use ---- */

static int read_use(struct leak *l, struct tg_last_use *use)
{
	struct tg_recorder *r = l->r;
	struct fl_list frames;
	int rc = tg_trace_frames(r, &frames);
	if (rc)
		return rc;
	*use = (struct tg_last_use){0};
	rc = find_pointer(l, &frames, &use->pointer);
	rc = rc ? rc : tg_trace_line_before(r, frames.items);
	use->frames = tg_trace_shown(r, &frames, &use->omitted);
	return rc ? rc : fl_arena_error(r->a, "a leak", r->err);
}

/* Is the variable gone with its activation, or the write that of no function of the program's? */
static int is_gone(struct leak *l, const struct tg_last_use *use, bool written, bool *ret_gone)
{
	struct fl_list frames;
	uint64_t sp;
	bool object = fl_slice_chr(use->pointer, '>') > 0, there = false;
	int rc = tg_trace_frames(l->r, &frames);
	bool nobody = rc == FL_ENOTFOUND;
	const struct dbg_frame *f = rc ? NULL : frames.items;
	for (size_t i = 0; rc == 0 && i < frames.len && !there; i++) {
		if (!fl_slice_eq(f[i].function, l->holder.function))
			continue;
		rc = tg_trace_number(l->r, f[i].depth, "", FL_S("$sp"), &sp);
		there = rc == 0 && sp == l->sp;
	}
	/* Nothing sets `this`: what is written there is of another call. */
	bool fixed = fl_slice_eqs(use->pointer, "this");
	*ret_gone = object ? nobody && written : !there || (written && fixed);
	return nobody ? 0 : rc;
}

/*
 * Is the write at the line that declares the variable? Then it is of the next time that its block
 * is come to, by chance at the same place: the one that pointed there is gone.
 */
static bool is_new(const struct leak *l, const struct tg_last_use *use, const struct tg_write *made)
{
	const struct tg_evidence_spec *spec = l->r->spec;
	struct fl_slice name = use->pointer;
	ptrdiff_t dot = fl_slice_chr(name, '.');
	name = dot < 0 ? name : fl_slice_head(name, (size_t)dot);
	bool found = false;
	for (size_t i = 0; i < spec->decl_count && !found; i++) {
		const struct tg_decl *d = &spec->decls[i];
		found = !d->function && d->line == made->line && fl_slice_eq(d->name, name) &&
			fl_slice_eq(d->file, made->file);
	}
	return found;
}

/*
 * What becomes of the pointer: the next write to it, and whether its function is still there. Where
 * a variable lay that is gone, something is written sooner or later, or never: that is chance, and
 * at the end it is gone all the same.
 */
static int follow_pointer(struct leak *l, struct tg_last_use *use)
{
	struct tg_recorder *r = l->r;
	struct dbg_break at_exit = {.function = "exit"};
	struct dbg_break_info info;
	struct dbg_stop stop;
	struct tg_write made = {0};
	bool written = false, gone = false;
	int rc = dbg_break_clear(r->e, 0, r->err);
	rc = rc ? rc : dbg_watch_add(r->e, l->at, WORD, &info, r->err);
	rc = rc ? rc : dbg_break_add(r->e, &at_exit, NULL, r->err);
	for (int i = 0; rc == 0 && !written && !gone; i++) {
		rc = go_on(l, &stop);
		if (rc || !stop.alive || i == EXITS) /* it has functions of that name */
			return rc;
		written = stop.reason == DBG_WATCHPOINT;
		rc = is_gone(l, use, written, &gone);
	}
	if (rc == 0 && !gone) {
		rc = tg_write_by(r, &made);
		gone = rc == 0 && is_new(l, use, &made);
	}
	if (rc == 0 && gone) {
		use->then = FL_S("left");
		use->function = l->holder.function;
		use->file = l->holder.file;
		return 0;
	}
	use->then = FL_S("overwritten");
	use->function = made.function;
	use->file = made.file;
	use->line = made.line;
	return rc;
}

/* One access may be of several words. */
static int is_last(struct leak *l, bool *ret_last)
{
	int rc = 0;
	*ret_last = true;
	for (size_t i = 0; rc == 0 && *ret_last && i < l->watches; i++) {
		int64_t hits = 0;
		rc = dbg_break_hits(l->r->e, l->ids[i], &hits, l->r->err);
		*ret_last = hits == l->hits[i];
	}
	return rc;
}

/* A run along the last access of each word, to the last of them all and behind. */
static int capture(struct leak *l, enum tg_trace_condition condition, struct tg_last_use *use)
{
	struct dbg_stop stop;
	bool last = false;
	int rc = begin(l, condition);
	rc = rc ? rc : go_on(l, &stop);
	while (rc == 0 && stop.alive && stop.reason == DBG_WATCHPOINT) {
		rc = is_last(l, &last);
		if (rc == 0 && last)
			rc = read_use(l, use);
		if (rc || last)
			return rc || !l->at ? rc : follow_pointer(l, use);
		rc = go_on(l, &stop);
	}
	return rc ? rc : fl_error_set(l->r->err, FL_EREFUSED, "another run uses it otherwise");
}

int tg_leak_add(struct tg_recorder *r, struct fl_items *items)
{
	struct fl_error refused;
	struct tg_recorder mine = *r;
	struct leak l = {.r = &mine};
	struct tg_last_use again, *use = fl_arena_alloc(r->a, sizeof(*use));
	if (!use || !dbg_host_watches()) /* no access would stop it */
		return fl_arena_error(r->a, "a leak", r->err);
	mine.err = &refused;
	int rc = tg_trace_load(&mine);
	rc = rc ? rc : count(&l);
	rc = rc ? rc : capture(&l, TG_TRACE_PLAIN, use);
	rc = rc ? rc : capture(&l, TG_TRACE_OTHER, &again);
	if (rc == 0 && fl_object_eq(&tg_last_use_shape, use, &again))
		return tg_trace_add(r, items, &tg_last_use_shape, use);
	if (rc != FL_ECLOSED)
		return fl_arena_error(r->a, "a leak", r->err);
	*r->err = refused;
	return rc;
}
