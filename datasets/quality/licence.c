#include "datasets/quality/licence.h"

/* Other names of licences, whatever their case. */
static const struct {
	const char *name, *id;
} names[] = {
	{"expat", "MIT"},
	{"mit/x11", "MIT"},
	{"gpl-1", "GPL-1.0-only"},
	{"gpl-1.0", "GPL-1.0-only"},
	{"gpl-1+", "GPL-1.0-or-later"},
	{"gpl-1.0+", "GPL-1.0-or-later"},
	{"gpl-2", "GPL-2.0-only"},
	{"gpl-2.0", "GPL-2.0-only"},
	{"gpl-2+", "GPL-2.0-or-later"},
	{"gpl-2.0+", "GPL-2.0-or-later"},
	{"gpl-3", "GPL-3.0-only"},
	{"gpl-3.0", "GPL-3.0-only"},
	{"gpl-3+", "GPL-3.0-or-later"},
	{"gpl-3.0+", "GPL-3.0-or-later"},
	{"lgpl-2", "LGPL-2.0-only"},
	{"lgpl-2.0", "LGPL-2.0-only"},
	{"lgpl-2+", "LGPL-2.0-or-later"},
	{"lgpl-2.0+", "LGPL-2.0-or-later"},
	{"lgpl-2.1", "LGPL-2.1-only"},
	{"lgpl-2.1+", "LGPL-2.1-or-later"},
	{"lgpl-3", "LGPL-3.0-only"},
	{"lgpl-3.0", "LGPL-3.0-only"},
	{"lgpl-3+", "LGPL-3.0-or-later"},
	{"lgpl-3.0+", "LGPL-3.0-or-later"},
	{"agpl-3", "AGPL-3.0-only"},
	{"agpl-3+", "AGPL-3.0-or-later"},
	{"apache-2", "Apache-2.0"},
	{"bsd-2-clause", "BSD-2-Clause"},
	{"bsd-3-clause", "BSD-3-Clause"},
	{"bsd-4-clause", "BSD-4-Clause"},
	{"cc0", "CC0-1.0"},
	{"mpl-1.1", "MPL-1.1"},
	{"mpl-2", "MPL-2.0"},
	{"isc", "ISC"},
	{"zlib", "Zlib"},
	{"pd", "public-domain"},
};

struct fl_slice ds_licence_id(struct fl_slice name)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (fl_slice_eq_nocase(name, fl_slice_str(names[i].name)))
			return fl_slice_str(names[i].id);
	return name;
}

static bool is_listed(struct fl_slice name, struct fl_slice list)
{
	struct fl_slice id = ds_licence_id(fl_slice_trim(name));
	while (list.len) {
		ptrdiff_t comma = fl_slice_chr(list, ',');
		struct fl_slice item = fl_slice_head(list, comma < 0 ? list.len : (size_t)comma);
		if (fl_slice_eq_nocase(id, ds_licence_id(fl_slice_trim(item))))
			return true;
		list = fl_slice_skip(list, item.len + 1);
	}
	return false;
}

/* Where the word stands outside of parentheses, or -1. */
static ptrdiff_t word_at(struct fl_slice s, const char *word)
{
	size_t len = strlen(word);
	int depth = 0;
	for (size_t i = 0; i + len <= s.len; i++) {
		depth += s.ptr[i] == '(' ? 1 : s.ptr[i] == ')' ? -1 : 0;
		if (depth == 0 && fl_slice_eq_nocase(fl_slice(s.ptr + i, len), fl_slice_str(word)))
			return (ptrdiff_t)i;
	}
	return -1;
}

/* Levels of parentheses, and words, that are gone into. */
enum { DEEPEST = 32 };

static bool is_allowed(struct fl_slice s, struct fl_slice list, int depth)
{
	static const char *const joins[] = {" or ", " and ", " with "}; /* the weakest first */
	s = fl_slice_trim(s);
	for (size_t i = 0; i < sizeof(joins) / sizeof(joins[0]) && depth < DEEPEST; i++) {
		ptrdiff_t at = word_at(s, joins[i]);
		if (at < 0)
			continue;
		struct fl_slice rest = fl_slice_skip(s, (size_t)at + strlen(joins[i]));
		bool first = is_allowed(fl_slice_head(s, (size_t)at), list, depth + 1);
		if (i == 2)
			return first;
		return i == 0 ? first || is_allowed(rest, list, depth + 1)
			      : first && is_allowed(rest, list, depth + 1);
	}
	if (depth < DEEPEST && fl_slice_starts(s, "(") && fl_slice_ends(s, ")"))
		return is_allowed(fl_slice(s.ptr + 1, s.len - 2), list, depth + 1);
	return is_listed(s, list);
}

bool ds_licence_allowed(struct fl_slice expression, struct fl_slice list)
{
	if (!fl_slice_trim(expression).len)
		return is_listed(FL_S("unknown"), list);
	return is_listed(expression, list) || is_allowed(expression, list, 0);
}
