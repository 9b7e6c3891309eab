/*
 * Which forms a text can have, from a few of its bytes. Most lines of a log have the shape of lines
 * before them, so what was found for a shape is kept.
 */
#include "base/prefix/prefix_priv.h"

#include "base/lanes.h"

static uint64_t byte_of(struct fl_slice text, size_t at)
{
	return at < text.len ? (unsigned char)text.ptr[at] + UINT64_C(1) : 0;
}

/* All that fl_prefix_fits() and fl_prefix_may_start() look at; never 0. */
static uint64_t shape_of(struct fl_slice text, size_t name_len)
{
	enum { BYTE = 9 }; /* bits; there may be none */
	return byte_of(text, 0) | byte_of(text, 1) << BYTE |
	       byte_of(text, fl_blanks(text)) << 2 * BYTE | byte_of(text, name_len) << 3 * BYTE |
	       byte_of(text, name_len + 1) << 4 * BYTE;
}

static const struct fl_prefix_forms_set *starting(struct fl_prefix *p, char first)
{
	unsigned char byte = (unsigned char)first;
	struct fl_prefix_forms_set *set = &p->starts[byte];
	if (p->starts_known[byte])
		return set;
	p->starts_known[byte] = true;
	for (size_t form = 0; form < fl_prefix_forms_count; form++)
		if (fl_prefix_may_start(&fl_prefix_forms[form], first))
			set->bits[form / 64] |= UINT64_C(1) << form % 64;
	return set;
}

struct fl_prefix_forms_set fl_prefix_fitting(struct fl_prefix *p, struct fl_slice text)
{
	size_t name_len = fl_prefix_name_len(text);
	uint64_t key = shape_of(text, name_len);
	struct shape *shape = &p->shapes[key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SHAPE_BITS)];
	if (shape->key == key)
		return shape->set;
	const struct fl_prefix_forms_set *set = starting(p, text.ptr[0]);
	*shape = (struct shape){.key = key};
	for (int form = fl_prefix_next(set, 0); form < FL_PREFIX_FORMS_MAX;
		form = fl_prefix_next(set, form + 1))
		if (fl_prefix_fits(&fl_prefix_forms[form], text, name_len))
			shape->set.bits[form / 64] |= UINT64_C(1) << form % 64;
	return shape->set;
}
