/*
 * MemorySanitizer's reports (compiler-rt lib/msan/msan_report.cpp):
 *
 *	Uninitialized bytes in strlen at offset 3 inside [0x…, 5)	of arguments of the C library
 *	==PID==WARNING: MemorySanitizer: use-of-uninitialized-value
 *	    #0 …
 *
 *	  Uninitialized value was stored to memory at		with track-origins=2; the last first
 *	    #0 …
 *
 *	  Uninitialized value was created by an allocation of 'n' in the stack frame
 *	    #0 …				clang 14 adds "of function 'main'"
 *
 *	SUMMARY: MemorySanitizer: use-of-uninitialized-value file:line:col in function
 *
 * Its deadly signals and allocation errors look like AddressSanitizer's: asan.c.
 */
#include "sanitize/formats/formats.h"
#include "sanitize/report/text.h"

static const char headline[] = "WARNING: MemorySanitizer: "; /* long ago after a blank */
static const char bytes_in[] = "Uninitialized bytes in ";
static const char interceptor[] = "__interceptor_"; /* before the name, in clang 14 */
static const char stack_value[] = "Uninitialized value was created by an allocation of '";

/* What a stack after these words shows; all but the stores tell where it began. */
static const struct {
	const char *words;
	enum san_role role;
} origins[] = {
	{"Uninitialized value was stored to memory", SAN_ROLE_STORE},
	{"Uninitialized value was created", SAN_ROLE_ORIGIN},
	{"Memory was marked as uninitialized", SAN_ROLE_ORIGIN},
	{"Member fields were destroyed", SAN_ROLE_ORIGIN},
	{"Virtual table ptr was destroyed", SAN_ROLE_ORIGIN},
};

/* The line before a headline, which says what was read and how far into it. */
static void keep_lead(struct san_parser *p, struct fl_slice line)
{
	p->lead_len = line.len < sizeof p->lead ? line.len : 0;
	memcpy(p->lead, line.ptr, p->lead_len);
}

/* "Uninitialized bytes in NAME at offset 3 inside [0x…, 5)" */
static void take_lead(struct san_parser *p)
{
	struct fl_slice s = fl_slice(p->lead, p->lead_len);
	struct san_report *r = &p->report;
	uint32_t offset = 0, size = 0;
	if (!s.len)
		return;
	p->lead_len = 0;
	s = fl_slice_skip(s, strlen(bytes_in));
	if (fl_slice_starts(s, interceptor))
		s = fl_slice_skip(s, strlen(interceptor));
	s = san_without_addresses(s, p->arena);
	r->message =
		fl_arena_printf(p->arena, "%.*s; %s%.*s", FL_ARG(r->message), bytes_in, FL_ARG(s));
	r->access.type = SAN_ACCESS_READ;
	if (!san_skip_past(&s, " at offset ") || !fl_slice_uint(s, &offset) ||
		!san_skip_past(&s, ", ") || !fl_slice_uint(s, &size))
		return;
	r->access.region = fl_arena_printf(p->arena, "%u-byte range", size);
	r->access.offset = offset;
}

static bool begin(struct san_parser *p, struct fl_slice line)
{
	if (fl_slice_starts(line, bytes_in)) {
		san_end(p);
		keep_lead(p, line);
		return true;
	}
	if (!p->headline || !san_skip_past(&line, headline))
		return false;
	san_begin(p, &san_format_msan, SAN_TOOL_MSAN);
	san_set_kind(p, san_kind_find(SAN_TOOL_MSAN, line));
	p->report.message = fl_arena_slice(p->arena, line);
	take_lead(p);
	return true;
}

/* "… an allocation of 'n' in the stack frame": its size is not told. */
static void take_stack_value(struct san_parser *p, struct fl_slice text)
{
	if (!fl_slice_starts(text, stack_value))
		return;
	text = fl_slice_skip(text, strlen(stack_value));
	ptrdiff_t end = fl_slice_find(text, "' in the stack frame");
	if (end <= 0)
		return;
	struct fl_slice name = fl_slice_head(text, (size_t)end);
	san_add_variable(p,
		&(struct san_variable){.name = fl_arena_slice(p->arena, name), .accessed = true});
}

static bool take_origin(struct san_parser *p, struct fl_slice line)
{
	struct fl_slice text = fl_slice_trim(line);
	size_t i = 0;
	while (i < sizeof(origins) / sizeof(*origins) && !fl_slice_starts(text, origins[i].words))
		i++;
	if (i == sizeof(origins) / sizeof(*origins))
		return false;
	san_expect(p, origins[i].role, fl_slice(NULL, 0));
	if (origins[i].role == SAN_ROLE_STORE)
		return true;
	san_add_note(p, text);
	san_set_kind(p, san_kind_find(SAN_TOOL_MSAN, text));
	take_stack_value(p, text);
	return true;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	if (!take_origin(p, line) && fl_slice_starts(line, "SUMMARY: MemorySanitizer: "))
		san_end(p);
}

/* clang 14 says "Memory was marked as uninitialized" of destroyed objects, too. */
static void end(struct san_parser *p)
{
	const struct san_stack *last =
		p->stacks.len ? fl_vec_at(&p->stacks, p->stacks.len - 1) : NULL;
	if (!last || last->role != SAN_ROLE_ORIGIN || !last->frames.len)
		return;
	const struct san_frame *f = fl_list_at(&last->frames, &san_frame_shape, 0);
	if (fl_slice_starts(f->function, "__sanitizer_dtor_callback"))
		san_set_kind(p, san_kind_find(SAN_TOOL_MSAN, FL_S("Member fields were destroyed")));
}

const struct san_format san_format_msan = {
	.begin = begin, .line = take_line, .end = end, .may_be_cut = true};
