/* Places in frames, and the brackets of values. */
#include <ctype.h>

#include "debugsession/transcript/priv.h"

enum { VALUE_MAX = 65536 }; /* as the model has it */

size_t dbg_digits(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && isdigit((unsigned char)s.ptr[n]))
		n++;
	return n;
}

int64_t dbg_number(struct fl_slice s)
{
	uint32_t value = 0;
	if (fl_slice_uint(s, &value))
		return (int64_t)value;
	return dbg_digits(s) ? (int64_t)UINT32_MAX : 0; /* no file has such a line: 0 is one */
}

size_t dbg_name_len(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len &&
		(fl_is_word(s.ptr[n]) || s.ptr[n] == '$' || (unsigned char)s.ptr[n] >= 0x80))
		n++;
	return n && !isdigit((unsigned char)*s.ptr) ? n : 0;
}

bool dbg_cut(
	struct fl_slice s, const char *at, struct fl_slice *ret_left, struct fl_slice *ret_right)
{
	ptrdiff_t i = fl_slice_find(s, at);
	if (i < 0)
		return false;
	if (ret_left)
		*ret_left = fl_slice_head(s, (size_t)i);
	if (ret_right)
		*ret_right = fl_slice_skip(s, (size_t)i + strlen(at));
	return true;
}

/* Where a text stands in its brackets and quotes. */
struct nesting {
	int depth;
	char quote;
};

static size_t step(struct nesting *n, struct fl_slice s, size_t i)
{
	char c = s.ptr[i];
	if (n->quote) {
		if (c == '\\')
			return i + 2;
		if (c == n->quote)
			n->quote = 0;
	} else if (c == '"' || (c == '\'' && (i == 0 || !isalnum((unsigned char)s.ptr[i - 1])))) {
		n->quote = c;
	} else if (strchr("({", c)) {
		n->depth++;
	} else if (strchr(")}", c) && n->depth) {
		n->depth--;
	}
	return i + 1;
}

bool dbg_text_open(struct fl_slice text, struct fl_slice next)
{
	struct nesting n = {0};
	(void)next;
	for (size_t i = 0; i < text.len;)
		i = step(&n, text, i);
	return n.depth || n.quote;
}

struct fl_slice dbg_text_flat(struct fl_arena *a, struct fl_slice s)
{
	s = fl_slice_head(fl_slice_trim(s), VALUE_MAX);
	char *out = fl_arena_alloc(a, s.len + 1);
	size_t n = 0;
	for (size_t i = 0; out && i < s.len; i++) {
		bool blank = isspace((unsigned char)s.ptr[i]);
		if (!blank || out[n - 1] != ' ')
			out[n++] = blank ? ' ' : s.ptr[i];
	}
	return fl_slice(out, n);
}

/* "f.c:29", "f.c:29:13": the name and the line. False when there is no number. */
static bool file_line(struct fl_slice s, struct dbg_frame *f)
{
	struct fl_slice name = fl_slice_trim(s);
	int64_t numbers[2] = {0, 0};
	int found = 0;
	while (found < 2) {
		ptrdiff_t colon = fl_slice_rchr(name, ':');
		struct fl_slice tail = fl_slice_skip(name, (size_t)(colon + 1));
		if (colon <= 0 || !tail.len || dbg_digits(tail) != tail.len)
			break;
		numbers[found++] = dbg_number(tail);
		name = fl_slice_head(name, (size_t)colon);
	}
	if (!found || !name.len)
		return false;
	f->file = name;
	f->line = numbers[found - 1];
	return true;
}

/* The last group of brackets on the outermost level that ends the text: its start, or -1. */
static ptrdiff_t last_group(struct fl_slice s)
{
	struct nesting n = {0};
	ptrdiff_t start = -1;
	if (!s.len || s.ptr[s.len - 1] != ')')
		return -1;
	for (size_t i = 0; i < s.len;) {
		if (!n.depth) {
			n.quote = 0;
			if (s.ptr[i] == '(')
				start = (ptrdiff_t)i;
			if (s.ptr[i] != '(') { /* quotes in names are no quotes */
				i++;
				continue;
			}
		}
		i = step(&n, s, i);
	}
	return n.depth || n.quote ? -1 : start;
}

/* Cut at the last `word` outside brackets. */
static bool cut_last(
	struct fl_slice s, const char *word, struct fl_slice *left, struct fl_slice *right)
{
	struct nesting n = {0};
	ptrdiff_t at = -1;
	for (size_t i = 0; i < s.len;) {
		if (!n.depth) {
			n.quote = 0;
			if (fl_slice_starts(fl_slice_skip(s, i), word))
				at = (ptrdiff_t)i;
			if (s.ptr[i] != '(') {
				i++;
				continue;
			}
		}
		i = step(&n, s, i);
	}
	if (at < 0)
		return false;
	*left = fl_slice_head(s, (size_t)at);
	*right = fl_slice_skip(s, (size_t)at + strlen(word));
	return true;
}

/* "0x0000555555555131 " at the start; its length, or 0. */
static size_t address_len(struct fl_slice s)
{
	size_t n = 2;
	if (!fl_slice_starts(s, "0x"))
		return 0;
	while (n < s.len && fl_hex_value(s.ptr[n]) >= 0)
		n++;
	return n > 2 && n < s.len && s.ptr[n] == ' ' ? n + 1 : 0;
}

bool dbg_place_gdb(struct fl_slice text, bool sure, struct dbg_frame *f)
{
	struct dbg_frame found = {.depth = f->depth};
	struct fl_slice s = fl_slice_trim(text), left = s, right = {0};
	size_t address = address_len(s);
	if (address && fl_slice_starts(fl_slice_skip(s, address), "in "))
		s = left = fl_slice_skip(s, address + 3);
	else
		address = 0;
	if (fl_slice_starts(s, "<signal handler called>")) {
		f->function = fl_slice_head(s, 23);
		f->file = fl_slice(NULL, 0);
		f->line = 0;
		return true;
	}
	bool placed = cut_last(s, " at ", &left, &right) && file_line(right, &found);
	bool from = !placed && cut_last(s, " from ", &left, &right);
	if (!placed && !from)
		left = s;
	left = fl_slice_trim(left);
	ptrdiff_t group = last_group(left);
	if (group < 0 || (sure && !placed && !from && !address))
		return false;
	found.function = fl_slice_trim(fl_slice_head(left, (size_t)group));
	if (!found.function.len || (sure && left.ptr[group - 1] != ' '))
		return false;
	*f = found;
	return true;
}

static bool is_operator(struct fl_slice s, size_t end)
{
	static const char word[] = "operator";
	size_t n = sizeof(word) - 1;
	return end >= n && !memcmp(s.ptr + end - n, word, n);
}

/* "int geo::sum_of<int, 3>": the name without what the function returns. */
static struct fl_slice without_type(struct fl_slice s)
{
	int depth = 0;
	size_t start = 0;
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		if (is_operator(s, i) && !isalnum((unsigned char)c))
			break;
		if (strchr("<({[", c))
			depth++;
		else if (strchr(">)}]", c) && depth)
			depth--;
		else if (c == ' ' && !depth)
			start = i + 1;
	}
	return fl_slice_skip(s, start);
}

/* "f(a=1) const", "f", "_start + 33", "operator new(unsigned long)" */
static struct fl_slice name_lldb(struct fl_arena *a, struct fl_slice s)
{
	struct fl_slice left, right;
	s = fl_slice_trim(s);
	if (cut_last(s, " + ", &left, &right) && right.len && dbg_digits(right) == right.len)
		s = fl_slice_trim(left);
	if (fl_slice_ends(s, " const"))
		s = fl_slice_trim(fl_slice_head(s, s.len - 6));
	/* "f(int)", and of "operator()(int)" what lldb shows: "operator(this=…)(int)" */
	for (int i = 0; i < 2; i++) {
		ptrdiff_t group = last_group(s);
		bool call = group > 0 && is_operator(s, (size_t)group);
		if (call && (size_t)group + 2 < s.len)
			s = fl_arena_printf(a, "%.*s()", (int)group, s.ptr);
		else if (group > 0 && !call && i == 0)
			s = fl_slice_trim(fl_slice_head(s, (size_t)group));
	}
	s = without_type(s);
	return fl_slice_starts(s, "::") ? fl_slice_skip(s, 2) : s;
}

bool dbg_place_lldb(struct fl_arena *a, struct fl_slice text, struct dbg_frame *f)
{
	struct dbg_frame found = {.depth = f->depth};
	struct fl_slice s = fl_slice_trim(text), left, right;
	if (fl_slice_starts(s, "frame #")) {
		s = fl_slice_skip(s, 7);
		found.depth = dbg_number(s);
		if (!dbg_cut(s, ": ", NULL, &s))
			return false;
	}
	s = fl_slice_skip(s, address_len(s));
	while (fl_slice_ends(s, "]") && cut_last(s, " [", &left, &right))
		s = fl_slice_trim(left);
	if (!dbg_cut(s, "`", NULL, &right))
		return false;
	s = right;
	if (dbg_cut(s, " [inlined] ", NULL, &right))
		s = right;
	if (cut_last(s, " at ", &left, &right) && file_line(right, &found))
		s = left;
	found.function = name_lldb(a, s);
	if (!found.function.len)
		return false;
	*f = found;
	return true;
}
