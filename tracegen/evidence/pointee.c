/* What a pointer points to, and whether that may be looked at. */
#include <stdlib.h>

#include "tracegen/evidence/priv.h"
#include "tracegen/evidence/value.h"

enum { OBJECT_ALIGN = 4 };

/* How AddressSanitizer's shadow marks memory that a program has no business in. */
static const struct {
	unsigned mark;
	const char *word;
} marks[] = {{0xfd, "<freed>"}, {0xf5, "<out of scope>"}, {0xf8, "<out of scope>"}};

int tg_shadow_find(struct tg_recorder *r)
{
	bool instrumented;
	if (r->shadow_known)
		return 0;
	r->shadow = fl_slice(NULL, 0);
	r->shadow_known = true;
	return tg_trace_ask(r, 0, FL_S("(unsigned long)__asan_shadow_memory_dynamic_address"),
		&r->shadow, &instrumented);
}

int tg_shadow_mark(struct tg_recorder *r, const struct dbg_frame *frame, struct fl_slice address,
	unsigned long *ret_mark)
{
	struct fl_slice byte;
	*ret_mark = 0;
	int rc = tg_shadow_find(r);
	if (rc || !r->shadow.len)
		return rc;
	struct fl_slice expression =
		fl_arena_printf(r->a, "*(unsigned char *)((((unsigned long)%.*s) >> 3) + %.*sUL)",
			FL_ARG(address), FL_ARG(r->shadow));
	rc = tg_trace_value(r, frame, expression, &byte);
	if (rc == 0)
		*ret_mark = strtoul(byte.ptr, NULL, 10);
	return rc;
}

int tg_shadow_word(struct tg_recorder *r, const struct dbg_frame *frame, struct fl_slice address,
	const char **ret_word)
{
	unsigned long mark;
	*ret_word = NULL;
	int rc = tg_shadow_mark(r, frame, address, &mark);
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (marks[i].mark == mark)
			*ret_word = marks[i].word;
	return rc;
}

static bool is_object_pointer(struct fl_slice type)
{
	ptrdiff_t star = fl_slice_chr(type, '*');
	return star > 0 && (size_t)star + 1 == type.len && fl_slice_chr(type, '(') < 0 &&
	       !fl_slice_ends(type, "void *") && !fl_slice_ends(type, "char *") &&
	       !fl_slice_ends(type, "FILE *");
}

int tg_pointee(struct tg_recorder *r, const struct dbg_frame *frame, const struct dbg_variable *raw,
	size_t max, struct dbg_variable *out)
{
	const char *word;
	struct fl_slice value, object, address = tg_trace_address(raw->value);
	bool pointer = fl_slice_starts(raw->value, "0x") && fl_slice_ends(raw->type, "*") &&
		       !fl_slice_eqs(out->value, "<uninitialized>") &&
		       !fl_slice_eqs(out->value, "0x0");
	if (!pointer || fl_slice_eqs(raw->name, "this"))
		return 0;
	int rc = tg_shadow_word(r, frame, address, &word);
	if (rc)
		return rc;
	if (word)
		out->value = fl_slice_str(word);
	/* Without a shadow nobody knows what is left of what a pointer points to; and none that was
	   never set points to an object. */
	bool odd = strtoull(address.ptr, NULL, 16) % OBJECT_ALIGN != 0;
	if (word || odd || !r->shadow.len || !is_object_pointer(raw->type))
		return 0;
	object = fl_arena_printf(r->a, "*%.*s", FL_ARG(raw->name));
	rc = tg_trace_value(r, frame, object, &value);
	value = rc ? value : tg_value_clean(r->a, value, max);
	if (rc || !(fl_slice_starts(value, "{") || fl_slice_starts(value, "std::")))
		return rc;
	out->name = object;
	out->type = fl_slice_trim(fl_slice_head(out->type, out->type.len - 1));
	out->value = value;
	return 0;
}
