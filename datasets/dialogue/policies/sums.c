#include "datasets/dialogue/policies/sums.h"

#include <stdlib.h>

#include "base/buf.h"

enum { DEPTH = 24, TEXT_MAX = 512 };

struct reader {
	struct fl_slice s;
	size_t pos, depth;
	const struct ds_sum_values *values;
	bool failed;
};

static int64_t read_sum(struct reader *r);

static void skip_blanks(struct reader *r)
{
	while (r->pos < r->s.len && r->s.ptr[r->pos] == ' ')
		r->pos++;
}

static char peek(struct reader *r)
{
	skip_blanks(r);
	return r->pos < r->s.len ? r->s.ptr[r->pos] : '\0';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* A name with its members and indexes, from pos on: its length; 0: there is none. */
static size_t name_len(struct fl_slice s, size_t pos)
{
	size_t at = pos, depth = 0;
	if (at >= s.len || !fl_is_word(s.ptr[at]) || is_digit(s.ptr[at]))
		return 0;
	for (; at < s.len; at++) {
		char c = s.ptr[at];
		bool arrow = c == '-' && at + 1 < s.len && s.ptr[at + 1] == '>';
		depth += c == '[';
		depth -= c == ']' && depth > 0;
		if (!depth && !fl_is_word(c) && c != '.' && c != ']' && !arrow)
			break;
		at += arrow;
	}
	return at - pos;
}

static int64_t read_number(struct reader *r)
{
	int64_t value = 0;
	while (r->pos < r->s.len && is_digit(r->s.ptr[r->pos])) {
		if (value > INT64_MAX / 16)
			r->failed = true;
		value = r->failed ? 0 : value * 10 + (r->s.ptr[r->pos] - '0');
		r->pos++;
	}
	while (r->pos < r->s.len && strchr("uUlL", r->s.ptr[r->pos]))
		r->pos++;
	if (r->pos < r->s.len && (fl_is_word(r->s.ptr[r->pos]) || r->s.ptr[r->pos] == '.'))
		r->failed = true;
	return value;
}

static int64_t read_name(struct reader *r, size_t len)
{
	struct fl_slice name = fl_slice(r->s.ptr + r->pos, len);
	r->pos += len;
	if (peek(r) == '(')
		r->failed = true;
	for (size_t i = 0; i < r->values->count; i++)
		if (fl_slice_eq(r->values->at[i].name, name))
			return r->values->at[i].value;
	r->failed = true;
	return 0;
}

static int64_t read_operand(struct reader *r)
{
	char c = peek(r);
	size_t len = name_len(r->s, r->pos);
	if (++r->depth > DEPTH)
		r->failed = true;
	int64_t value = 0;
	if (r->failed)
		return 0;
	if (c == '(') {
		r->pos++;
		value = read_sum(r);
		if (peek(r) != ')')
			r->failed = true;
		r->pos++;
	} else if (c == '-') {
		r->pos++;
		value = -read_operand(r);
	} else if (is_digit(c)) {
		value = read_number(r);
	} else if (len) {
		value = read_name(r, len);
	} else {
		r->failed = true;
	}
	r->depth--;
	return value;
}

/* Of numbers that are no larger than an int's product: none of it overflows then. */
static int64_t apply(struct reader *r, char op, int64_t x, int64_t y)
{
	int64_t value = 0;
	bool bad = (op == '/' || op == '%') && (y == 0 || (y == -1 && x == INT64_MIN));
	bool over = op == '+'   ? __builtin_add_overflow(x, y, &value)
		    : op == '-' ? __builtin_sub_overflow(x, y, &value)
		    : op == '*' ? __builtin_mul_overflow(x, y, &value)
				: bad;
	r->failed = r->failed || over;
	if (!over && op == '/')
		value = x / y;
	if (!over && op == '%')
		value = x % y;
	return r->failed ? 0 : value;
}

static int64_t read_product(struct reader *r)
{
	int64_t value = read_operand(r);
	for (char c = peek(r); !r->failed && (c == '*' || c == '/' || c == '%'); c = peek(r)) {
		r->pos++;
		value = apply(r, c, value, read_operand(r));
	}
	return value;
}

static int64_t read_sum(struct reader *r)
{
	int64_t value = read_product(r);
	for (char c = peek(r); !r->failed && (c == '+' || c == '-'); c = peek(r)) {
		r->pos++;
		value = apply(r, c, value, read_product(r));
	}
	return value;
}

bool ds_sum(struct fl_slice expression, const struct ds_sum_values *values, int64_t *ret_value)
{
	struct reader r = {.s = expression, .values = values};
	int64_t value = read_sum(&r);
	if (r.failed || peek(&r) != '\0')
		return false;
	*ret_value = value;
	return true;
}

size_t ds_sum_names(struct fl_slice s, struct fl_slice *ret, size_t max)
{
	size_t n = 0;
	for (size_t pos = 0; pos < s.len && n < max;) {
		size_t len = name_len(s, pos);
		bool seen = !len;
		for (size_t i = 0; i < n && !seen; i++)
			seen = fl_slice_eq(ret[i], fl_slice(s.ptr + pos, len));
		if (!seen)
			ret[n++] = fl_slice(s.ptr + pos, len);
		while (!len && pos < s.len && is_digit(s.ptr[pos]))
			len = 1, pos++;
		pos += len ? len : 1;
	}
	return n;
}

/* ---- what would be instead ---- */

struct instead {
	struct fl_slice s;
	const struct ds_sum_values *values;
	int64_t wanted;
	struct fl_arena *a;
	struct fl_slice found;
	size_t count;
};

/* The expression with another text in place of [pos, pos + len). */
static void try_text(struct instead *x, size_t pos, size_t len, const char *text, size_t text_len)
{
	char all[TEXT_MAX];
	int64_t value;
	if (x->s.len - len + text_len > sizeof(all))
		return;
	memcpy(all, x->s.ptr, pos);
	memcpy(all + pos, text, text_len);
	memcpy(all + pos + text_len, x->s.ptr + pos + len, x->s.len - pos - len);
	struct fl_slice other = fl_slice(all, x->s.len - len + text_len);
	if (!ds_sum(other, x->values, &value) || value != x->wanted)
		return;
	if (x->count++ == 0)
		x->found = fl_arena_slice(x->a, other);
}

static void try_operators(struct instead *x, size_t pos)
{
	static const char ops[] = "+-*/%";
	bool binary = false;
	for (size_t i = pos; i > 0 && !binary; i--) {
		char c = x->s.ptr[i - 1];
		if (c != ' ' && !(binary = fl_is_word(c) || c == ')' || c == ']'))
			break;
	}
	bool arrow = pos + 1 < x->s.len && x->s.ptr[pos + 1] == '>';
	for (size_t i = 0; binary && !arrow && ops[i]; i++)
		if (ops[i] != x->s.ptr[pos])
			try_text(x, pos, 1, &ops[i], 1);
}

static void try_numbers(struct instead *x, size_t pos, size_t len)
{
	struct ds_sum_values none = {.count = 0};
	int64_t value;
	if (!ds_sum(fl_slice(x->s.ptr + pos, len), &none, &value))
		return;
	for (int64_t by = -1; by <= 1; by += 2) {
		struct fl_slice text = fl_arena_printf(x->a, "%lld", (long long)(value + by));
		if (value + by >= 0)
			try_text(x, pos, len, text.ptr, text.len);
	}
}

static void try_names(struct instead *x, size_t pos, size_t len)
{
	struct fl_slice own = fl_slice(x->s.ptr + pos, len);
	for (size_t i = 0; i < x->values->count; i++)
		if (!fl_slice_eq(x->values->at[i].name, own))
			try_text(x, pos, len, x->values->at[i].name.ptr, x->values->at[i].name.len);
}

struct fl_slice ds_sum_instead(struct fl_slice expression, const struct ds_sum_values *values,
	int64_t wanted, struct fl_arena *a, size_t *ret_count)
{
	struct instead x = {.s = expression, .values = values, .wanted = wanted, .a = a};
	for (size_t pos = 0; pos < expression.len;) {
		size_t len = name_len(expression, pos), digits = pos;
		while (digits < expression.len && is_digit(expression.ptr[digits]))
			digits++;
		if (len)
			try_names(&x, pos, len);
		else if (digits > pos)
			try_numbers(&x, pos, len = digits - pos);
		else if (strchr("+-*/%", expression.ptr[pos]))
			try_operators(&x, pos);
		pos += len ? len : 1;
	}
	*ret_count = x.count;
	return x.found;
}
