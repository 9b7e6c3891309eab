#include "tracegen/operators/alike_names.h"

#include <ctype.h>

enum { ALIKE = 3 };

/* What stands side by side in programs, and is mixed up. */
static const char *const pairs[][2] = {{"width", "height"}, {"src", "dst"}, {"src", "dest"},
	{"source", "target"}, {"from", "to"}, {"first", "last"}, {"begin", "end"}, {"start", "end"},
	{"head", "tail"}, {"row", "col"}, {"rows", "cols"}, {"row", "column"}, {"low", "high"},
	{"lo", "hi"}, {"min", "max"}, {"left", "right"}, {"key", "value"}, {"len", "size"},
	{"length", "size"}, {"count", "size"}, {"count", "len"}, {"n", "count"}, {"n", "len"},
	{"i", "n"}, {"next", "prev"}, {"old", "new"}, {"in", "out"}, {"input", "output"},
	{"used", "size"}, {"used", "capacity"}, {"size", "capacity"}, {"offset", "length"},
	{"read", "written"}, {"parent", "child"}, {"left", "rest"}, {"top", "bottom"},
	{"lines", "words"}, {"lines", "columns"}, {"name", "path"}, {"dir", "file"}, {"w", "h"},
	{"head", "last"}, {"found", "count"}, {"len", "pos"}, {"pos", "end"}, {"ch", "next"}};

static bool is_pair(struct fl_slice a, struct fl_slice b)
{
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if ((fl_slice_eqs(a, pairs[i][0]) && fl_slice_eqs(b, pairs[i][1])) ||
			(fl_slice_eqs(b, pairs[i][0]) && fl_slice_eqs(a, pairs[i][1])))
			return true;
	return false;
}

static bool are_letters(struct fl_slice a, struct fl_slice b)
{
	if (a.len != 1 || b.len != 1 || !isalpha((unsigned char)a.ptr[0]))
		return false;
	int apart = a.ptr[0] - b.ptr[0];
	return apart == 1 || apart == -1 || apart == 2 || apart == -2;
}

bool tg_alike_names(struct fl_slice a, struct fl_slice b)
{
	if (fl_slice_eq(a, b))
		return false;
	size_t head = fl_slice_common_head(a, b);
	size_t tail = fl_slice_common_tail(fl_slice_skip(a, head), fl_slice_skip(b, head));
	bool but_one = a.len == b.len && a.len > 1 && head + 1 == a.len;
	if (are_letters(a, b) || but_one || head >= ALIKE || tail >= ALIKE || is_pair(a, b))
		return true;
	struct fl_slice x = fl_slice(a.ptr + head, a.len - head - tail);
	struct fl_slice y = fl_slice(b.ptr + head, b.len - head - tail);
	return is_pair(x, y);
}
