/* Which line to blame, and the hash that tells faults apart (sanitize/report/reports.h). */
#include "sanitize/report/reports.h"

#include "base/hash.h"
#include "sanitize/report/frame.h"

static const struct san_stack *stack_at(const struct san_report *r, size_t i)
{
	return fl_list_at(&r->stacks, &san_stack_shape, i);
}

static const struct san_frame *frame_at(const struct san_stack *s, size_t i)
{
	return fl_list_at(&s->frames, &san_frame_shape, i);
}

static const struct san_frame *user_frame(const struct san_stack *s, size_t from)
{
	for (size_t i = from; i < s->frames.len; i++)
		if (frame_at(s, i)->user)
			return frame_at(s, i);
	return NULL;
}

/*
 * A stack overflow happens anywhere in a recursive function; what is always the same is the call by
 * which it recurses. So the innermost frame does not count when its function comes again.
 */
static const struct san_frame *overflow_frame(const struct san_stack *s)
{
	const struct san_frame *first = user_frame(s, 0);
	if (!first)
		return NULL;
	size_t at = (size_t)(first - frame_at(s, 0)) + 1;
	const struct san_frame *next = user_frame(s, at);
	for (size_t i = at; i < s->frames.len; i++)
		if (fl_slice_eq(frame_at(s, i)->function, first->function))
			return next;
	return first;
}

/* Without debug information: the first function that is no part of a library or a runtime. */
static bool is_named(const struct san_frame *f)
{
	return f->function.len && !f->line && !f->library &&
	       !san_function_is_runtime(f->function) && !san_function_is_libc(f->function);
}

enum level { LEVEL_OWN, LEVEL_SOURCE, LEVEL_NAME, LEVEL_LINE, LEVEL_COUNT };

static bool is_of_level(const struct san_frame *f, enum level level)
{
	switch (level) {
	case LEVEL_OWN: return f->user;
	case LEVEL_SOURCE: return f->source;
	case LEVEL_NAME: return is_named(f);
	default: return f->line > 0;
	}
}

static const struct san_frame *frame_of(const struct san_stack *s, enum level level)
{
	for (size_t i = 0; i < s->frames.len; i++)
		if (is_of_level(frame_at(s, i), level))
			return frame_at(s, i);
	return NULL;
}

void san_report_blame(struct san_report *r, struct fl_arena *a)
{
	bool recursion = fl_slice_eqs(r->kind, "stack-overflow");
	for (int level = LEVEL_OWN; level < LEVEL_COUNT; level++)
		for (size_t i = 0; i < r->stacks.len; i++) {
			const struct san_stack *s = stack_at(r, i);
			const struct san_frame *f = recursion && level == LEVEL_OWN
							    ? overflow_frame(s)
							    : frame_of(s, (enum level)level);
			if (!f)
				continue;
			r->function = san_function_bare(f->function, a);
			if (!r->placed && f->line) {
				r->file = f->file;
				r->line = f->line;
				r->col = f->col;
			}
			return;
		}
}

/* ---- the hash ---- */

struct parts {
	struct fl_slice *at;
	size_t len, max;
	struct fl_arena *arena;
};

static struct fl_slice base_name(struct fl_slice path)
{
	size_t start = path.len;
	while (start && path.ptr[start - 1] != '/' && path.ptr[start - 1] != '\\')
		start--;
	return fl_slice_skip(path, start);
}

/* As printf() writes it, whose price is ten times as high. */
static struct fl_slice decimal(int64_t n, struct fl_arena *a)
{
	char digits[24];
	size_t at = sizeof(digits);
	uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
	do
		digits[--at] = (char)('0' + left % 10);
	while (left /= 10);
	if (n < 0)
		digits[--at] = '-';
	return fl_arena_slice(a, fl_slice(digits + at, sizeof(digits) - at));
}

static void add_place(struct parts *p, struct fl_slice function, struct fl_slice file, int64_t line)
{
	if (p->max - p->len < 3)
		return;
	p->at[p->len++] = function;
	p->at[p->len++] = base_name(file);
	p->at[p->len++] = decimal(line, p->arena);
}

static bool same_place(const struct san_frame *f, const struct san_frame *g)
{
	return f->line == g->line && fl_slice_eq(f->function, g->function) &&
	       fl_slice_eq(f->file, g->file);
}

/* Does the frame come again in the stack, and is this the first time that it does? */
static bool recurs(const struct san_stack *s, size_t i)
{
	size_t times = 0;
	for (size_t k = 0; k < s->frames.len; k++) {
		if (k < i && same_place(frame_at(s, k), frame_at(s, i)))
			return false;
		times += same_place(frame_at(s, k), frame_at(s, i));
	}
	return times > 1;
}

static int compare_frames(const struct san_frame *f, const struct san_frame *g)
{
	int order = fl_slice_cmp(f->function, g->function);
	if (!order && !fl_slice_eq(f->file, g->file))
		order = fl_slice_cmp(base_name(f->file), base_name(g->file));
	return order ? order : (f->line > g->line) - (f->line < g->line);
}

/* Where a recursion happens to end is chance: what it runs through, sorted. */
static void add_cycle(struct parts *p, const struct san_stack *s)
{
	const struct san_frame *last = NULL;
	for (;;) {
		const struct san_frame *next = NULL;
		for (size_t i = 0; i < s->frames.len; i++) {
			const struct san_frame *f = frame_at(s, i);
			if (f->user && (!last || compare_frames(f, last) > 0) &&
				(!next || compare_frames(f, next) < 0) && recurs(s, i))
				next = f;
		}
		if (!next)
			return;
		add_place(p, san_function_bare(next->function, p->arena), next->file, next->line);
		last = next;
	}
}

/* The program's own, but the first `skip`; false when there is none. */
static bool add_frames(struct parts *p, const struct san_stack *s, size_t skip)
{
	size_t own = 0;
	for (size_t i = 0; i < s->frames.len; i++) {
		const struct san_frame *f = frame_at(s, i);
		if (f->user && own++ >= skip)
			add_place(p, san_function_bare(f->function, p->arena), f->file, f->line);
	}
	return own > 0;
}

/* Nothing has a line: functions, or places in modules, tell the faults apart. */
static void add_nameless(struct parts *p, const struct san_stack *s)
{
	for (size_t i = 0; i < s->frames.len; i++) {
		const struct san_frame *f = frame_at(s, i);
		if (is_named(f))
			add_place(
				p, san_function_bare(f->function, p->arena), fl_slice(NULL, 0), 0);
		else if (!f->function.len && !f->file.len && !f->library)
			add_place(p, fl_slice(NULL, 0), f->module, (int64_t)f->spot);
	}
}

static bool is_faulty_action(const struct san_stack *s)
{
	return s->role == SAN_ROLE_ACCESS || s->role == SAN_ROLE_PREVIOUS_ACCESS ||
	       (s->role == SAN_ROLE_MUTEX_ACQUIRE && s->head);
}

/* The tool's own words for the innermost place are better than the frame, whose line may differ. */
static void add_stacks(struct parts *p, const struct san_report *r)
{
	bool found = false;
	size_t skip = r->placed;
	for (size_t i = 0; i < r->stacks.len; i++)
		if (is_faulty_action(stack_at(r, i)) && add_frames(p, stack_at(r, i), skip)) {
			found = true;
			skip = 0;
		}
	for (size_t i = 0; !found && i < r->stacks.len; i++)
		found = add_frames(p, stack_at(r, i), skip);
	if (!found && r->stacks.len)
		add_nameless(p, stack_at(r, 0));
}

void san_report_hash(struct san_report *r, struct fl_arena *a)
{
	/* Where in its loop a run is when its time is up is chance. */
	bool sampled = fl_slice_eqs(r->kind, "timeout") || fl_slice_eqs(r->kind, "hang");
	struct parts p = {.max = 4, .arena = a};
	for (size_t i = 0; i < r->stacks.len; i++)
		p.max += 3 * stack_at(r, i)->frames.len;
	p.at = fl_arena_array(a, p.max, sizeof *p.at);
	if (!p.at)
		return;
	p.at[p.len++] = r->kind;
	bool recursion = fl_slice_eqs(r->kind, "stack-overflow");
	if (recursion && r->stacks.len)
		add_cycle(&p, stack_at(r, 0));
	if (p.len == 1)
		add_place(&p, r->function, r->file, sampled ? 0 : r->line);
	if (!sampled && !recursion)
		add_stacks(&p, r);
	char hash[16];
	uint64_t left = fl_hash64_parts(p.at, p.len);
	for (size_t i = sizeof(hash); i-- > 0; left >>= 4)
		hash[i] = "0123456789abcdef"[left & 15];
	r->hash = fl_arena_slice(a, fl_slice(hash, sizeof(hash)));
}
