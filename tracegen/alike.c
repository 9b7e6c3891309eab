#include "tracegen/alike.h"

#include "base/sandbox/sandbox.h"
#include "sanitize/parse.h"
#include "tracegen/builds/build.h"

/*
 * Where Linux maps a position-independent program without randomisation: ELF_ET_DYN_BASE, two
 * thirds of the address space, rounded to a page. Elsewhere nothing is alike, which only costs
 * time.
 */
#if defined(__aarch64__)
#define PROGRAM_BASE 0xaaaaaaaaa000u
#else
#define PROGRAM_BASE 0x555555554000u
#endif

enum { ARENA_MAX = 64 << 20, PROGRAM_MAX = 1 << 30 };

static bool is_program(const struct san_frame *f, bool named, uint64_t *ret_offset)
{
	*ret_offset = named ? f->address - PROGRAM_BASE : f->offset;
	if (named)
		return f->address >= PROGRAM_BASE && *ret_offset < PROGRAM_MAX;
	return !f->library && fl_slice_eqs(f->module, TG_BINARY);
}

/*
 * The next frame of the program behind *at that is not at the same place as the one before: a
 * function that was inlined has its caller's address and shows only with names.
 */
static bool next_offset(const struct san_stack *s, bool named, size_t *at, uint64_t *last)
{
	uint64_t offset;
	while (*at < s->frames.len) {
		const struct san_frame *f = fl_list_at(&s->frames, &san_frame_shape, (*at)++);
		if (!is_program(f, named, &offset) || offset == *last)
			continue;
		*last = offset;
		return true;
	}
	return false;
}

static bool same_stack(const struct san_stack *named, const struct san_stack *bare)
{
	size_t i = 0, j = 0;
	uint64_t x = 0, y = 0;
	bool more = true;
	if (named->role != bare->role)
		return false;
	while (more) {
		more = next_offset(named, true, &i, &x);
		if (more != next_offset(bare, false, &j, &y) || (more && x != y))
			return false;
	}
	return true;
}

static bool same_report(const struct san_report *named, const struct san_report *bare)
{
	if (!fl_slice_eq(named->kind, bare->kind) || named->tool != bare->tool ||
		named->stacks.len != bare->stacks.len)
		return false;
	for (size_t i = 0; i < named->stacks.len; i++)
		if (!same_stack(fl_list_at(&named->stacks, &san_stack_shape, i),
			    fl_list_at(&bare->stacks, &san_stack_shape, i)))
			return false;
	return true;
}

int tg_stacks_alike(
	struct fl_slice named, struct fl_slice bare, bool *ret_alike, struct fl_error *err)
{
	const struct san_parse_opts opts = {
		.strip = FL_S(FL_BOX_DIR "/"), .startup = true, .addresses = true};
	struct san_reports x, y;
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	int rc = san_parse(named, &opts, &a, &x, err);
	if (rc == 0)
		rc = san_parse(bare, &opts, &a, &y, err);
	if (rc == 0)
		*ret_alike = x.list.len && y.list.len &&
			     same_report(fl_list_at(&x.list, &san_report_shape, 0),
				     fl_list_at(&y.list, &san_report_shape, 0));
	fl_arena_release(&a);
	return rc;
}
