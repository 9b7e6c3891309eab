#include "tracegen/evidence/operands.h"

#include "debugsession/model.h"
#include "tracegen/node.h"

enum { LINES = 6 };

#define ROW(m, k, ...) FL_ROW(struct tg_write, m, k, __VA_ARGS__)
static const struct fl_field write_fields[] = {
	ROW(function, FL_TEXT, .max = 4096, .doc = "function that wrote it"),
	ROW(file, FL_TEXT, .flags = FL_WHOLE | FL_ONCE, .max = 4096, .doc = "its file"),
	ROW(line, FL_INT, .doc = "the line that wrote it, or called what did"),
	ROW(value, FL_TEXT, .flags = FL_KEEP, .max = 4096, .doc = "what was written"),
	ROW(caller, FL_TEXT, .max = 4096, .doc = "function that called it for that"),
	ROW(caller_file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "the caller's file, where it is another one"),
	ROW(called_at, FL_INT, .doc = "the line of that call"),
};
#undef ROW

static const struct fl_shape write_shape = {.name = "operand_write",
	.size = sizeof(struct tg_write),
	FL_SHAPE_FIELDS(write_fields),
	.doc = "A write to an operand."};

#define ROW(m, k, ...) FL_ROW(struct tg_operand, m, k, __VA_ARGS__)
static const struct fl_field operand_fields[] = {
	ROW(expression, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 4096,
		.doc = "as the statement writes it"),
	ROW(value, FL_TEXT, .flags = FL_KEEP, .max = 4096, .doc = "its value there"),
	ROW(writes, FL_LIST, .flags = FL_CUT_HEAD, .shape = &write_shape, .item = "write",
		.max = 64, .doc = "the last writes to it, oldest first"),
	ROW(omitted, FL_INT, .doc = "earlier writes"),
};
#undef ROW

static const struct fl_shape operand_shape = {.name = "operand",
	.size = sizeof(struct tg_operand),
	FL_SHAPE_FIELDS(operand_fields),
	.doc = "What a statement works on.",
	.omitted = "omitted"};

static const struct fl_field operands_fields[] = {
	FL_ROW(struct tg_operands, operands, FL_LIST, .flags = FL_CUT_TAIL, .shape = &operand_shape,
		.item = "operand", .max = 64, .doc = "in the order of the statement"),
	FL_ROW(struct tg_operands, omitted, FL_INT, .doc = "operands left out"),
};

const struct fl_shape tg_operands_shape = {.name = "operands",
	.size = sizeof(struct tg_operands),
	FL_SHAPE_FIELDS(operands_fields),
	.doc = "what the statement that went wrong works on",
	.omitted = "omitted",
	.tagged = true};

static bool is_name_start(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name(char c)
{
	return is_name_start(c) || (c >= '0' && c <= '9');
}

static bool is_local(const struct fl_list *locals, struct fl_slice name)
{
	const struct dbg_variable *v = locals->items;
	for (size_t i = 0; i < locals->len; i++)
		if (fl_slice_eq(v[i].name, name))
			return true;
	return false;
}

static bool is_keyword(struct fl_slice s)
{
	static const char *const words[] = {"if", "for", "while", "return", "sizeof", "const",
		"int", "char", "long", "auto", "else", "do", "switch", "case", "unsigned", "struct",
		"void", "double", "float", "bool", "new", "delete", "this", "static", "short",
		"nullptr", "NULL", "std", "throw", "using", "typename", "size_t"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_eqs(s, words[i]))
			return true;
	return false;
}

static size_t name_len(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && is_name(s.ptr[n]))
		n++;
	return s.len && is_name_start(s.ptr[0]) ? n : 0;
}

/* Length of "->name", ".name" or "[name]" at the start of s, else 0. */
static size_t step_len(struct fl_slice s, bool cxx)
{
	size_t lead = fl_slice_starts(s, "->") ? 2 : fl_slice_starts(s, ".") ? 1 : 0, n;
	if (lead) {
		n = name_len(fl_slice_skip(s, lead));
		return n ? lead + n : 0;
	}
	/* In C++ an index can be a function. */
	if (cxx || !fl_slice_starts(s, "["))
		return 0;
	for (n = 1; n < s.len && is_name(s.ptr[n]); n++)
		;
	return n > 1 && n < s.len && s.ptr[n] == ']' ? n + 1 : 0;
}

struct found {
	struct fl_slice *at;
	size_t len, max;
};

static void add(struct found *f, struct fl_slice s)
{
	for (size_t i = 0; i < f->len; i++)
		if (fl_slice_eq(f->at[i], s))
			return;
	if (f->len < f->max)
		f->at[f->len++] = s;
}

static bool is_call(struct fl_slice rest)
{
	rest = fl_slice_trim(rest);
	return fl_slice_starts(rest, "(") || fl_slice_starts(rest, "::");
}

/* The lvalue at the start of s and those it goes through; returns the bytes they take. */
static size_t add_path(struct found *f, struct fl_slice s, const struct fl_list *locals, bool cxx)
{
	size_t len = name_len(s), step;
	struct fl_slice name = fl_slice_head(s, len);
	bool alone = true;
	if (is_keyword(name) || is_call(fl_slice_skip(s, len)))
		return len;
	while ((step = step_len(fl_slice_skip(s, len), cxx)) > 0) {
		if (is_call(fl_slice_skip(s, len + step)))
			return len + step;
		len += step;
		add(f, fl_slice_head(s, len));
		alone = false;
	}
	if (alone && !is_local(locals, name))
		add(f, name);
	return len;
}

size_t tg_lvalues(struct fl_slice statement, const struct fl_list *locals, bool cxx,
	struct fl_slice *ret, size_t max)
{
	struct found f = {.at = ret, .max = max};
	for (size_t pos = 0; pos < statement.len;) {
		struct fl_slice s = fl_slice_skip(statement, pos);
		bool member = fl_slice_starts(s, "->") || fl_slice_starts(s, ".");
		if (fl_slice_starts(s, "::")) /* of another scope: none of ours to look up */
			pos += 2 + name_len(fl_slice_skip(s, 2));
		else if (name_len(s))
			pos += add_path(&f, s, locals, cxx);
		else if (member) /* of something that is no lvalue of ours */
			pos += step_len(s, cxx) ? step_len(s, cxx) : 1;
		else
			pos = tg_text_token(statement, pos);
	}
	return f.len;
}

bool tg_mentions(struct fl_slice statement, struct fl_slice name)
{
	for (size_t pos = 0; pos < statement.len;) {
		struct fl_slice s = fl_slice_skip(statement, pos);
		size_t len = name_len(s);
		bool member =
			pos && (statement.ptr[pos - 1] == '.' || statement.ptr[pos - 1] == '>');
		if (len && !member && fl_slice_eq(fl_slice_head(s, len), name))
			return true;
		pos = len ? pos + len : tg_text_token(statement, pos);
	}
	return false;
}

struct fl_slice tg_statement_at(struct fl_slice text, int64_t line)
{
	struct fl_slice first = {0};
	for (int64_t i = 0; i < line; i++)
		if (!fl_slice_line(&text, &first))
			return fl_slice(NULL, 0);
	struct fl_slice all = fl_slice(first.ptr, first.len);
	size_t depth = 0;
	if (text.len)
		all.len = (size_t)(text.ptr + text.len - first.ptr);
	int64_t lines = 0;
	for (size_t pos = 0, next; pos < all.len; pos = next) {
		char c = all.ptr[pos];
		next = tg_text_token(all, pos);
		lines += (int64_t)fl_slice_count(fl_slice(all.ptr + pos, next - pos), '\n');
		depth += c == '(';
		depth -= c == ')' && depth > 0;
		if (lines >= LINES || (depth == 0 && pos > 0 && (c == ';' || c == '{' || c == '}')))
			return fl_slice_head(all, pos);
	}
	return all;
}
