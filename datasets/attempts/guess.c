#include "datasets/attempts/guess.h"

#include "datasets/attempts/words.h"
#include "datasets/record/edits.h"
#include "tracegen/node.h"
#include "tracegen/program.h"

/* The next number, character or text in it, from *pos on, which is behind that then. */
static bool next_value(struct fl_slice s, size_t *pos, struct fl_slice *ret_value)
{
	for (size_t start = *pos, end; start < s.len; start = end) {
		char c = s.ptr[start];
		bool number = c >= '0' && c <= '9' && (!start || !fl_is_name(s.ptr[start - 1]));
		end = tg_text_token(s, start);
		while (number && end < s.len && fl_is_name(s.ptr[end]))
			end++;
		*pos = end;
		*ret_value = fl_slice(s.ptr + start, end - start);
		if (number || c == '\'' || c == '"')
			return true;
	}
	return false;
}

/* Does the line have a number, or with `texts` a text, that the program has nowhere? */
static bool has_unseen(const struct fl_list *files, struct fl_slice s, bool texts)
{
	struct fl_slice value;
	for (size_t pos = 0; next_value(s, &pos, &value);) {
		bool number = value.ptr[0] >= '2' && value.ptr[0] <= '9';
		bool text = texts && value.len > 3 && value.ptr[0] == '"';
		if ((number || text) && !ds_words_stand(files, value))
			return true;
	}
	return false;
}

/* Has the line a value, other than 0 and 1, that none of those lines has? */
static bool has_new_value(
	struct fl_slice s, struct fl_slice was, int64_t from, int64_t count, bool texts)
{
	struct fl_slice value;
	for (size_t pos = 0; next_value(s, &pos, &value);) {
		bool there = fl_slice_eqs(value, "0") || fl_slice_eqs(value, "1") ||
			     (!texts && value.ptr[0] == '"');
		for (int64_t line = from; line < from + count && !there; line++)
			there = fl_slice_search(fl_slice_line_at(was, line), value) >= 0;
		if (!there)
			return true;
	}
	return false;
}

/* Does it give a variable what is computed or called for? */
static bool computes(struct fl_slice s)
{
	ptrdiff_t equal = fl_slice_find(s, " = ");
	struct fl_slice value = fl_slice_skip(s, equal < 0 ? s.len : (size_t)equal + 3);
	for (size_t i = 0; i < value.len; i++)
		if (strchr("(+-*/&|<>?[", value.ptr[i]))
			return true;
	return false;
}

/* Is it a line of what the edit has in the faulty program? */
static bool stands_in(struct fl_slice was, const struct ds_edit *e, struct fl_slice s)
{
	for (int64_t line = e->buggy_line; line < e->buggy_line + e->buggy_lines; line++)
		if (fl_slice_eq(fl_slice_trim(fl_slice_line_at(was, line)), fl_slice_trim(s)))
			return true;
	return false;
}

bool ds_guess_is(const struct fl_list *files, const struct ds_edit *e, const struct fl_list *next)
{
	struct fl_slice text = tg_files_text(next, e->file);
	struct fl_slice was = tg_files_text(files, e->file);
	bool worded = false; /* a text gives way to another: a format */
	for (int64_t line = e->buggy_line; line < e->buggy_line + e->buggy_lines; line++)
		worded = worded || fl_slice_chr(fl_slice_line_at(was, line), '"') >= 0;
	for (int64_t line = e->line; line < e->line + e->lines; line++) {
		struct fl_slice s = fl_slice_line_at(text, line);
		bool more = e->lines > e->buggy_lines && !stands_in(was, e, s);
		if (has_unseen(files, s, !worded) || (more && computes(s)) ||
			(e->buggy_lines &&
				has_new_value(s, was, e->buggy_line, e->buggy_lines, !worded)))
			return true;
	}
	return false;
}
