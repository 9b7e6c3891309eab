/* What the tests of operators share: the sites of a small source. */
#ifndef FL_TESTS_TRACEGEN_OPS_WORLD_H
#define FL_TESTS_TRACEGEN_OPS_WORLD_H

#include "tracegen/sites.h"

struct fixture {
	struct fl_arena arena;
	struct tg_program program;
	struct fl_list sites;
};

static inline void find(struct fixture *f, const char *path, const char *text)
{
	struct fl_error err = {0};
	fl_arena_init(&f->arena, 256 << 20);
	int rc = tg_program_single(
		fl_slice_str(path), fl_slice_str(text), TG_GCC, &f->arena, &f->program, &err);
	assert_int_equal(rc, 0);
	if (tg_sites_here(&f->program, &f->arena, &f->sites, &err))
		fail_msg("%s:%u: %s", path, err.line, err.message);
}

/* The sites of one operator as "line:col original>replacement" lines. */
static inline void check(const char *path, const char *text, const char *op, const char *expected)
{
	struct fixture f;
	struct fl_buf got;
	find(&f, path, text);
	fl_buf_init(&got, 1 << 20);
	for (size_t i = 0; i < f.sites.len; i++) {
		const struct tg_site *s = (const struct tg_site *)f.sites.items + i;
		if (fl_slice_eqs(s->op, op))
			fl_buf_printf(&got, "%d:%d %.*s>%.*s\n", (int)s->line, (int)s->col,
				FL_ARG(s->original), FL_ARG(s->replacement));
	}
	assert_string_equal(got.data, expected);
	fl_buf_release(&got);
	fl_arena_release(&f.arena);
}

#endif
