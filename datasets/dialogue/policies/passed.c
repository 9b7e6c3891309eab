#include "datasets/dialogue/policies/passed.h"

#include "tracegen/evidence/operands.h"
#include "tracegen/node.h"

enum { PARTS = 16 };

/* What stands between the brackets behind that name, parted by commas; how many, -1: no call. */
static int parts_of(struct fl_slice text, struct fl_slice name, struct fl_slice *ret)
{
	for (size_t pos = 0; pos < text.len; pos = tg_text_token(text, pos)) {
		size_t end = tg_text_token(text, pos), open = tg_text_solid(text, end);
		if (!fl_slice_eq(fl_slice(text.ptr + pos, end - pos), name) || open >= text.len ||
			text.ptr[open] != '(')
			continue;
		size_t close = tg_text_find(text, open + 1, text.len, ')'), at = open + 1;
		int n = 0;
		while (at < close && n < PARTS) {
			size_t comma = tg_text_find(text, at, close, ',');
			ret[n++] = fl_slice_trim(fl_slice(text.ptr + at, comma - at));
			at = comma + 1;
		}
		return close < text.len ? n : -1;
	}
	return -1;
}

/* From the head of the function to its body. */
static struct fl_slice head_of(struct fl_slice text, const struct ds_block *function)
{
	struct fl_slice first = fl_slice_line_at(text, function->head);
	struct fl_slice last = fl_slice_line_at(text, function->first);
	return fl_slice(first.ptr, (size_t)(last.ptr + last.len - first.ptr));
}

/* The name that a parameter is declared with is the last word of it. */
static bool declares(struct fl_slice parameter, struct fl_slice name)
{
	ptrdiff_t bracket = fl_slice_chr(parameter, '[');
	struct fl_slice p = fl_slice_trim(
		fl_slice_head(parameter, bracket < 0 ? parameter.len : (size_t)bracket));
	return fl_slice_ends_with(p, name) &&
	       (p.len == name.len || !fl_is_word(p.ptr[p.len - name.len - 1]));
}

static int index_of(struct fl_slice head, struct fl_slice called, struct fl_slice name)
{
	struct fl_slice parts[PARTS];
	int n = parts_of(head, called, parts);
	for (int i = 0; i < n; i++)
		if (declares(parts[i], name))
			return i;
	return -1;
}

bool ds_passed_is_parameter(
	struct fl_slice text, const struct ds_block *function, struct fl_slice name)
{
	struct fl_slice head = head_of(text, function);
	ptrdiff_t open = fl_slice_chr(head, '(');
	size_t close = open < 0 ? 0 : tg_text_find(head, (size_t)open + 1, head.len, ')');
	return open >= 0 && tg_mentions(fl_slice(head.ptr + open, close - (size_t)open), name);
}

bool ds_passed(struct fl_slice text, const struct ds_block *function, struct fl_slice called,
	struct fl_slice parameter, struct fl_slice statement, struct fl_slice *ret_argument)
{
	struct fl_slice parts[PARTS];
	int index = index_of(head_of(text, function), called, parameter);
	int n = index < 0 ? -1 : parts_of(statement, called, parts);
	if (n <= index || n < 0)
		return false;
	*ret_argument = parts[index];
	return true;
}

bool ds_passed_null(struct fl_slice argument)
{
	static const char *const words[] = {"NULL", "nullptr", "0"};
	return fl_slice_is_one(argument, words, sizeof(words) / sizeof(words[0]));
}
