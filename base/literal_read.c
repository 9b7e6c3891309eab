/*
 * The reader of base/literal.h: the small part of C++ that fl_literal_write() uses, guided by the
 * shapes, so that anything else is an error with its place.
 */
#include "base/literal.h"

#include <errno.h>
#include <stdlib.h>

enum token_kind { T_END, T_NAME, T_NUMBER, T_TEXT, T_PUNCT, T_BAD };

struct token {
	enum token_kind kind;
	struct fl_slice s; /* T_TEXT: the bytes it stands for */
};

struct lexer {
	struct fl_slice all, rest;
	struct fl_arena *a;
	struct fl_error *err;
	const struct fl_registry *registry;
	struct token t; /* the current token */
};

static size_t lexer_offset(const struct lexer *x)
{
	return x->all.len - x->rest.len;
}

static int lexer_fail(struct lexer *x, const char *wanted)
{
	unsigned line = 1, col = 1;
	size_t offset = lexer_offset(x) - (x->t.kind == T_TEXT ? 0 : x->t.s.len);
	for (size_t i = 0; i < offset; i++) {
		col = x->all.ptr[i] == '\n' ? 1 : col + 1;
		line += x->all.ptr[i] == '\n';
	}
	if (x->t.kind == T_END)
		return fl_error_at(x->err, FL_EPARSE, line, col, offset,
			"line %u, column %u: expected %s, the input ends", line, col, wanted);
	return fl_error_at(x->err, FL_EPARSE, line, col, offset,
		"line %u, column %u: expected %s, found \"%.*s\"", line, col, wanted,
		(int)(x->t.s.len < 40 ? x->t.s.len : 40), x->t.s.ptr ? x->t.s.ptr : "");
}

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static bool is_line_start(const struct lexer *x)
{
	size_t o = lexer_offset(x);
	return o == 0 || x->all.ptr[o - 1] == '\n';
}

/* Blanks, line comments (markers among them), preprocessor lines and bare marker lines. */
static void skip_blank(struct lexer *x)
{
	while (x->rest.len) {
		char c = x->rest.ptr[0];
		struct fl_slice line;
		if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
			x->rest = fl_slice_skip(x->rest, 1);
		else if (fl_slice_starts(x->rest, "//") ||
			 (is_line_start(x) && (c == '#' || c == '<')))
			fl_slice_line(&x->rest, &line);
		else
			return;
	}
}

static char simple_escape(char c)
{
	switch (c) {
	case 'n': return '\n';
	case 't': return '\t';
	case 'r': return '\r';
	case '"':
	case '\\':
	case '?': return c;
	default: return 0;
	}
}

/* The escape at the start of s (behind the backslash); its length, 0 when it is not one of ours. */
static size_t read_escape(struct fl_slice s, char *ret_c)
{
	if (s.len && simple_escape(s.ptr[0])) {
		*ret_c = simple_escape(s.ptr[0]);
		return 1;
	}
	if (s.len < 3)
		return 0;
	unsigned v = 0;
	for (size_t i = 0; i < 3; i++) {
		if (s.ptr[i] < '0' || s.ptr[i] > '7')
			return 0;
		v = v * 8 + (unsigned)(s.ptr[i] - '0');
	}
	if (v > 255)
		return 0;
	*ret_c = (char)v;
	return 3;
}

static struct token read_text(struct lexer *x)
{
	const struct token bad = {.kind = T_BAD, .s = fl_slice_head(x->rest, 1)};
	struct fl_slice s = fl_slice_skip(x->rest, 1);
	/* No escape makes its text longer, so what is left of the line bounds the result. */
	size_t end = 0;
	while (end < s.len && s.ptr[end] != '"' && s.ptr[end] != '\n')
		end += s.ptr[end] == '\\' ? 2 : 1;
	char *out = end < s.len ? fl_arena_alloc(x->a, end + 1) : NULL;
	if (!out || s.ptr[end] != '"')
		return bad;
	size_t n = 0;
	for (size_t i = 0; i < end;) {
		char c = s.ptr[i++];
		if (c == '\\') {
			size_t used = read_escape(fl_slice(s.ptr + i, end - i), &c);
			if (used == 0)
				return bad;
			i += used;
		}
		out[n++] = c;
	}
	x->rest = fl_slice_skip(s, end + 1);
	return (struct token){.kind = T_TEXT, .s = fl_slice(out, n)};
}

static void next(struct lexer *x)
{
	skip_blank(x);
	struct fl_slice s = x->rest;
	if (s.len == 0) {
		x->t = (struct token){.kind = T_END};
		return;
	}
	if (s.ptr[0] == '"') {
		x->t = read_text(x);
		return;
	}
	size_t n = 0;
	enum token_kind kind = T_PUNCT;
	bool digit = s.ptr[0] >= '0' && s.ptr[0] <= '9';
	if (is_name_char(s.ptr[0])) {
		kind = digit ? T_NUMBER : T_NAME;
		while (n < s.len && (is_name_char(s.ptr[n]) || (digit && s.ptr[n] == '.')))
			n++;
	} else {
		n = fl_slice_starts(s, "::") ? 2 : 1;
	}
	x->t = (struct token){.kind = kind, .s = fl_slice_head(s, n)};
	x->rest = fl_slice_skip(s, n);
}

static bool at(const struct lexer *x, const char *word)
{
	return x->t.kind != T_TEXT && fl_slice_eqs(x->t.s, word);
}

static bool take(struct lexer *x, const char *word)
{
	if (!at(x, word))
		return false;
	next(x);
	return true;
}

static int want(struct lexer *x, const char *word)
{
	return take(x, word) ? 0 : lexer_fail(x, word);
}

static int want_name(struct lexer *x, struct fl_slice *ret_name)
{
	if (x->t.kind != T_NAME)
		return lexer_fail(x, "a name");
	*ret_name = x->t.s;
	next(x);
	return 0;
}

static int want_text(struct lexer *x, struct fl_slice *ret_text)
{
	if (x->t.kind != T_TEXT)
		return lexer_fail(x, "a string literal");
	*ret_text = x->t.s;
	next(x);
	return 0;
}

/* A name without its numbers: "note" of "note_1_2". */
static struct fl_slice base_name(struct fl_slice s)
{
	for (;;) {
		size_t n = s.len;
		while (n && s.ptr[n - 1] >= '0' && s.ptr[n - 1] <= '9')
			n--;
		if (n == s.len || n == 0 || s.ptr[n - 1] != '_')
			return s;
		s.len = n - 1;
	}
}

static int read_number(struct lexer *x, const struct fl_field *f, void *m)
{
	bool minus = take(x, "-");
	if (x->t.kind != T_NUMBER)
		return lexer_fail(x, "a number");
	char digits[40];
	if (x->t.s.len >= sizeof(digits))
		return lexer_fail(x, "a number in range");
	memcpy(digits, x->t.s.ptr, x->t.s.len);
	digits[x->t.s.len] = '\0';
	char *end;
	errno = 0;
	if (f->kind == FL_HEX) {
		*(uint64_t *)m = strtoull(digits, &end, 16);
	} else if (f->kind == FL_RATIO) {
		double v = strtod(digits, &end) * 10000.0;
		*(int64_t *)m = (int64_t)(v + 0.5) * (minus ? -1 : 1);
	} else {
		long long v = strtoll(digits, &end, 10);
		*(int64_t *)m = minus ? -v : v;
	}
	if (*end || errno)
		return lexer_fail(x, "a number in range");
	next(x);
	if (f->kind == FL_INT && take(x, "-")) { /* INT64_MIN is written as a difference */
		*(int64_t *)m -= 1;
		return want(x, "1");
	}
	return 0;
}

static int read_enum(struct lexer *x, const struct fl_field *f, int *m)
{
	if (f->flags & FL_CXX_ENUM && take(x, "faultline")) {
		if (want(x, "::") || want(x, f->names->name) || want(x, "::"))
			return FL_EPARSE;
	}
	int v = fl_names_find(f->names, x->t.s);
	if (v < 0)
		return lexer_fail(x, f->names->name);
	*m = v;
	next(x);
	return 0;
}

static int read_texts(struct lexer *x, const struct fl_field *f, struct fl_list *m)
{
	struct fl_vec v;
	fl_vec_init(&v, sizeof(struct fl_slice), f->max ? f->max : FL_LIST_MAX);
	int rc = want(x, "{");
	while (!rc && !at(x, "}")) {
		struct fl_slice *s = fl_vec_add(&v);
		rc = s ? want_text(x, s) : lexer_fail(x, "fewer strings");
		if (!rc && !take(x, ","))
			break;
	}
	rc = rc ? rc : want(x, "}");
	*m = fl_vec_freeze(&v, x->a);
	return rc;
}

static int read_scalar(struct lexer *x, const struct fl_field *f, void *m)
{
	switch (f->kind) {
	case FL_TEXT: return want_text(x, m);
	case FL_ENUM: return read_enum(x, f, m);
	case FL_TEXTS: return read_texts(x, f, m);
	case FL_BOOL:
		*(bool *)m = at(x, "true");
		return at(x, "true") || at(x, "false") ? (next(x), 0)
						       : lexer_fail(x, "true or false");
	default: return read_number(x, f, m);
	}
}

/* Compact style: {.field = value, …} */

static int compact_object(struct lexer *x, const struct fl_shape *shape, void *object);

static int compact_list(struct lexer *x, const struct fl_field *f, struct fl_list *m)
{
	struct fl_vec v;
	fl_vec_init(&v, f->shape->size, f->max ? f->max : FL_LIST_MAX);
	int rc = want(x, "{");
	while (!rc && !at(x, "}")) {
		void *item = fl_vec_add(&v);
		rc = item ? compact_object(x, f->shape, item) : lexer_fail(x, "fewer items");
		if (!rc && !take(x, ","))
			break;
	}
	rc = rc ? rc : want(x, "}");
	*m = fl_vec_freeze(&v, x->a);
	return rc;
}

static int compact_object(struct lexer *x, const struct fl_shape *shape, void *object)
{
	fl_object_reset(shape, object);
	int rc = want(x, "{");
	while (!rc && !at(x, "}")) {
		rc = want(x, ".");
		const struct fl_field *f = rc ? NULL : fl_shape_field(shape, x->t.s);
		if (!f)
			return rc ? rc : lexer_fail(x, "a field of this type");
		next(x);
		void *m = (char *)object + f->offset;
		rc = want(x, "=");
		if (!rc && f->kind == FL_OBJECT)
			rc = compact_object(x, f->shape, m);
		else if (!rc && f->kind == FL_LIST)
			rc = compact_list(x, f, m);
		else if (!rc)
			rc = read_scalar(x, f, m);
		if (!rc && !take(x, ","))
			break;
	}
	return rc ? rc : want(x, "}");
}

/* Full style: struct members with default initialisers. */

static int full_body(struct lexer *x, const struct fl_shape *shape, void *object);

/* The member of the shape that a nested struct of this type name is, by field or item name. */
static const struct fl_field *nested_field(const struct fl_shape *shape, struct fl_slice type)
{
	struct fl_slice base = base_name(type);
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		if ((f->kind == FL_LIST && fl_slice_eqs(base, f->item)) ||
			(f->kind == FL_OBJECT && fl_slice_eqs(base, f->name)))
			return f;
	}
	return NULL;
}

static int list_append(struct lexer *x, const struct fl_field *f, struct fl_list *list, void *item)
{
	/* Lists grow by doubling inside the arena: room is there unless len is a power of two. */
	if ((list->len & (list->len - 1)) == 0) {
		void *items = fl_arena_array(x->a, list->len ? list->len * 2 : 1, f->shape->size);
		if (!items)
			return fl_arena_error(x->a, f->name, x->err);
		if (list->len)
			memcpy(items, list->items, list->len * f->shape->size);
		list->items = items;
	}
	memcpy((char *)list->items + list->len++ * f->shape->size, item, f->shape->size);
	return 0;
}

static int full_nested(struct lexer *x, const struct fl_shape *shape, void *object)
{
	struct fl_slice type = {0}, name;
	int rc = want_name(x, &type);
	const struct fl_field *f = rc ? NULL : nested_field(shape, type);
	if (!f)
		return rc ? rc : lexer_fail(x, "a nested type of this struct");
	void *m = (char *)object + f->offset;
	void *item = f->kind == FL_LIST ? fl_arena_alloc(x->a, f->shape->size) : m;
	if (!item)
		return fl_arena_error(x->a, f->name, x->err);
	rc = full_body(x, f->shape, item);
	rc = rc ? rc : want_name(x, &name);
	if (!rc && take(x, "[") && (rc = want(x, "1")) == 0)
		rc = want(x, "]");
	rc = rc ? rc : want(x, ";");
	return rc || f->kind == FL_OBJECT ? rc : list_append(x, f, m, item);
}

/* A type of our own writing; what it is follows from the field, so it is only skipped. */
static int full_skip_type(struct lexer *x)
{
	static const char *const words[] = {
		"const", "char", "unsigned", "int", "long", "bool", "double", "*"};
	bool any = false;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		while (take(x, words[i]))
			any = true;
	if (!any && take(x, "enum")) {
		next(x);
		while (x->t.kind != T_END && !at(x, "}"))
			next(x);
		return want(x, "}");
	}
	return any ? 0 : lexer_fail(x, "a member");
}

static int full_member(struct lexer *x, const struct fl_shape *shape, void *object)
{
	if (take(x, "struct"))
		return full_nested(x, shape, object);
	int rc = full_skip_type(x);
	const struct fl_field *f = rc ? NULL : fl_shape_field(shape, x->t.s);
	if (!f || f->kind == FL_LIST || f->kind == FL_OBJECT)
		return rc ? rc : lexer_fail(x, "a field of this type");
	next(x);
	if (take(x, "[")) {
		next(x);
		rc = want(x, "]");
	}
	rc = rc ? rc : want(x, "=");
	rc = rc ? rc : read_scalar(x, f, (char *)object + f->offset);
	return rc ? rc : want(x, ";");
}

static int full_body(struct lexer *x, const struct fl_shape *shape, void *object)
{
	fl_object_reset(shape, object);
	int rc = want(x, "{");
	while (!rc && !at(x, "}"))
		rc = full_member(x, shape, object);
	return rc ? rc : want(x, "}");
}

static int read_item(struct lexer *x, struct fl_item *item)
{
	bool full = take(x, "struct");
	struct fl_slice type = {0}, name = {0};
	int rc = 0;
	if (!full) {
		rc = want(x, "faultline");
		rc = rc ? rc : want(x, "::");
	}
	rc = rc ? rc : want_name(x, &type);
	if (rc)
		return rc;
	item->shape = fl_registry_find(x->registry, full ? base_name(type) : type);
	if (!item->shape)
		return lexer_fail(x, "the name of a known type before this");
	void *object = fl_arena_alloc(x->a, item->shape->size);
	if (!object)
		return fl_arena_error(x->a, item->shape->name, x->err);
	item->object = object;
	if (full) {
		rc = full_body(x, item->shape, object);
		if (!rc && x->t.kind == T_NAME)
			rc = want_name(x, &name);
	} else {
		rc = want_name(x, &name);
		rc = rc ? rc : want(x, "=");
		rc = rc ? rc : compact_object(x, item->shape, object);
	}
	name = fl_arena_slice(x->a, base_name(name));
	item->name = name.len && !fl_slice_eqs(name, item->shape->name) ? name.ptr : NULL;
	return rc ? rc : want(x, ";");
}

int fl_literal_read(struct fl_slice text, const struct fl_registry *registry, struct fl_arena *a,
	struct fl_items *ret_items, struct fl_error *err)
{
	struct fl_error local;
	struct lexer x = {
		.all = text, .rest = text, .a = a, .err = err ? err : &local, .registry = registry};
	struct fl_vec v;
	fl_vec_init(&v, sizeof(struct fl_item), FL_LIST_MAX);
	int rc = 0;
	next(&x);
	while (!rc && x.t.kind != T_END) {
		struct fl_item *item = fl_vec_add(&v);
		rc = item ? read_item(&x, item) : lexer_fail(&x, "fewer items");
	}
	struct fl_list list = fl_vec_freeze(&v, a);
	if (!rc && a->failed)
		rc = fl_arena_error(a, "the literals", err);
	if (!rc)
		*ret_items = (struct fl_items){.at = list.items, .len = list.len};
	return rc;
}
