/* The names that messages quote: what tells which diagnostic a line of source or a note is for. */
#include "diag/report/route.h"
#include "base/lanes.h"

/* Too common to tell one place from another. */
static bool is_common(struct fl_slice name)
{
	static const struct fl_slice words[] = {FL_LIT("int"), FL_LIT("char"), FL_LIT("const"),
		FL_LIT("void"), FL_LIT("bool"), FL_LIT("long"), FL_LIT("float"), FL_LIT("double"),
		FL_LIT("unsigned"), FL_LIT("struct"), FL_LIT("class"), FL_LIT("template"),
		FL_LIT("std")};
	enum { SHORTEST = sizeof("int") - 1, LONGEST = sizeof("unsigned") - 1 };
	if (name.len < SHORTEST || name.len > LONGEST)
		return name.len < 2;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (name.len == words[i].len && name.ptr[0] == words[i].ptr[0] &&
			fl_slice_eq(name, words[i]))
			return true;
	return false;
}

/* What ends a name: its quote, or what stands behind it. */
static const bool ends_name[256] = {
	['\''] = true, [0xe2] = true, ['('] = true, ['<'] = true, ['['] = true, [' '] = true};

/* Cut the next quoted name off *s: without the arguments behind it and the scopes before it. */
static bool name_cut(struct fl_slice *s, struct fl_slice *ret_name)
{
	size_t at = fl_either(*s, '\'', '\xe2');
	if (at == s->len)
		return false;
	struct fl_slice rest = fl_slice_skip(*s, at + (s->ptr[at] == '\'' ? 1 : 3));
	size_t end = 0, start = 0;
	while (end < rest.len && !ends_name[(unsigned char)rest.ptr[end]]) {
		end++;
		if (rest.ptr[end - 1] == ':')
			start = end;
	}
	*ret_name = fl_slice(rest.ptr + start, end - start);
	ptrdiff_t close = fl_slice_chr(rest, '\'');
	*s = fl_slice_skip(rest, close < 0 ? end : (size_t)close + 1);
	return true;
}

void diag_names_add(struct diag_names *names, struct fl_slice message)
{
	struct fl_slice name;
	for (int i = 0; i < DIAG_QUOTES_MAX && name_cut(&message, &name); i++)
		if (!is_common(name))
			names->at[names->count++] = name;
}

bool diag_names_in(const struct diag_names *names, size_t count, struct fl_slice text)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_search(text, names->at[i]) >= 0)
			return true;
	return false;
}
