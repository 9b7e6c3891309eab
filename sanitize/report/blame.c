/* Which line to blame, and the hash that tells faults apart (sanitize/report/reports.h). */
#include "sanitize/report/reports.h"

#include <inttypes.h>

#include "base/hash.h"
#include "sanitize/report/frame.h"

enum { HASH_FRAMES = 5 };

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

/* A runtime's own versions of these stand in the program when it is linked to it. */
static bool is_allocator(struct fl_slice function)
{
	static const char *const names[] = {"malloc", "calloc", "realloc", "reallocarray", "free",
		"cfree", "memalign", "aligned_alloc", "posix_memalign", "valloc", "pvalloc",
		"strdup", "__strdup", "strndup"};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (fl_slice_eqs(function, names[i]))
			return true;
	return false;
}

/* Without debug information: the first function that is no part of a runtime. */
static struct fl_slice named_function(const struct san_stack *s)
{
	for (size_t i = 0; i < s->frames.len; i++) {
		const struct san_frame *f = frame_at(s, i);
		if (f->function.len && !f->line && !f->library &&
			!san_function_is_runtime(f->function) && !is_allocator(f->function))
			return f->function;
	}
	return fl_slice(NULL, 0);
}

void san_report_blame(struct san_report *r, struct fl_arena *a)
{
	bool recursion = fl_slice_eqs(r->kind, "stack-overflow");
	bool placed = r->line > 0 && san_path_is_user(r->file);
	for (size_t i = 0; i < r->stacks.len; i++) {
		const struct san_stack *s = stack_at(r, i);
		const struct san_frame *f = recursion ? overflow_frame(s) : user_frame(s, 0);
		if (!f)
			continue;
		r->function = san_function_bare(f->function, a);
		if (!placed) {
			r->file = f->file;
			r->line = f->line;
			r->col = f->col;
		}
		return;
	}
	for (size_t i = 0; i < r->stacks.len && !r->function.len; i++)
		r->function = san_function_bare(named_function(stack_at(r, i)), a);
}

void san_report_hash(struct san_report *r, struct fl_arena *a)
{
	struct fl_slice parts[4 + HASH_FRAMES];
	ptrdiff_t slash = fl_slice_rchr(r->file, '/');
	/* Where in its loop a run is when its time is up is chance. */
	bool sampled = fl_slice_eqs(r->kind, "timeout") || fl_slice_eqs(r->kind, "hang");
	size_t n = 0;
	parts[n++] = r->kind;
	parts[n++] = fl_slice_skip(r->file, (size_t)(slash + 1));
	parts[n++] = fl_arena_printf(a, "%lld", sampled ? 0 : (long long)r->line);
	parts[n++] = r->function;
	size_t frames = sampled || !r->stacks.len ? 0 : stack_at(r, 0)->frames.len;
	for (size_t i = 0; i < frames; i++) {
		const struct san_frame *f = frame_at(stack_at(r, 0), i);
		if (f->user && n < 4 + HASH_FRAMES)
			parts[n++] = san_function_bare(f->function, a);
	}
	r->hash = fl_arena_printf(a, "%016" PRIx64, fl_hash64_parts(parts, n));
}
