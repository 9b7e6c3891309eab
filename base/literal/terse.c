/*
 * The terse style of literal.h: error("a.cpp",3,9,"no","","",{{"In function 'f'"}}). A line an
 * item: the type's name, or the word of its kind, then the values by their place, in the order of
 * fl_shape_terse(); what is left out before a value that is there stands as its unset value.
 */
#include "base/literal/priv.h"

enum { ONCE_MAX = 4 };

struct terse {
	struct fl_buf *out;
	bool source;
	struct {
		const char *field;
		struct fl_slice text;
	} said[ONCE_MAX]; /* of each FL_ONCE name what it said last in this item */
};

/* An object, and the one that it is in. */
struct place {
	const struct fl_shape *shape;
	const void *object;
	const struct place *in;
};

/* Does the field say again what the last one of its name said? Remembers what it says. */
static bool said_before(struct terse *t, const struct fl_field *f, struct fl_slice text)
{
	for (size_t i = 0; i < ONCE_MAX; i++) {
		if (t->said[i].field && strcmp(t->said[i].field, f->name) != 0)
			continue;
		bool same = t->said[i].field && fl_slice_eq(t->said[i].text, text);
		t->said[i].field = f->name;
		t->said[i].text = text;
		return same;
	}
	return false;
}

static bool equals_other(const struct place *p, const struct fl_field *f)
{
	const struct place *with = f->same[0] == '^' ? p->in : p;
	struct fl_slice name = fl_slice_str(f->same + (with != p));
	const struct fl_field *other = with ? fl_shape_field(with->shape, name) : NULL;
	if (!other)
		return false;
	const void *mine = fl_member(f, p->object), *its = fl_member(other, with->object);
	return f->kind == FL_TEXT
		       ? fl_slice_eq(*(const struct fl_slice *)mine, *(const struct fl_slice *)its)
		       : *(const int64_t *)mine == *(const int64_t *)its;
}

static bool is_shown(struct terse *t, const struct place *p, const struct fl_field *f)
{
	const void *object = p->object;
	if (fl_field_unset(f, object) || (f->flags & FL_SOURCE && !t->source))
		return false;
	if (f->flags & FL_ONCE)
		return !said_before(t, f, *(const struct fl_slice *)fl_member(f, object));
	return !f->same || !equals_other(p, f);
}

static void put_unset(struct fl_buf *out, const struct fl_field *f)
{
	static const uint64_t zero[4];
	if (f->kind == FL_OBJECT || f->kind == FL_LIST || f->kind == FL_TEXTS)
		fl_buf_str(out, "{}");
	else
		fl_literal_scalar(out, f, f->kind == FL_INT ? (const void *)&f->unset : zero);
}

static void put_object(struct terse *t, const struct place *p);

static void put_value(struct terse *t, const struct place *p, const struct fl_field *f)
{
	const void *m = fl_member(f, p->object);
	const struct fl_list *list = m;
	if (f->kind == FL_TEXTS) {
		fl_literal_texts(t->out, list, ",");
		return;
	}
	if (f->kind == FL_ENUM && f->flags & FL_CXX_ENUM)
		fl_buf_printf(t->out, "faultline::%s::", f->names->name);
	if (f->kind != FL_OBJECT && f->kind != FL_LIST) {
		fl_literal_scalar(t->out, f, m);
		return;
	}
	size_t count = f->kind == FL_LIST ? list->len : 1;
	fl_buf_char(t->out, '{');
	for (size_t i = 0; i < count; i++) {
		fl_buf_str(t->out, i ? "},{" : f->kind == FL_LIST ? "{" : "");
		put_object(t, &(struct place){f->shape,
				      f->kind == FL_LIST ? fl_list_at(list, f->shape, i) : m, p});
	}
	fl_buf_str(t->out, f->kind == FL_LIST && count ? "}}" : "}");
}

/* The values, without what stands around them. */
static void put_object(struct terse *t, const struct place *p)
{
	const struct fl_field *fields[FL_TERSE_MAX];
	bool shown[FL_TERSE_MAX];
	size_t count = fl_shape_terse(p->shape, fields), end = 0;
	for (size_t i = 0; i < count; i++) {
		shown[i] = is_shown(t, p, fields[i]);
		end = shown[i] ? i + 1 : end;
	}
	for (size_t i = 0; i < end; i++) {
		fl_buf_str(t->out, i ? "," : "");
		if (shown[i])
			put_value(t, p, fields[i]);
		else
			put_unset(t->out, fields[i]);
	}
}

void fl_terse_write(struct fl_buf *out, const struct fl_item *item, bool source)
{
	struct terse t = {.out = out, .source = source};
	const struct fl_field *kind = fl_shape_kind(item->shape);
	const int *word = kind ? fl_member(kind, item->object) : NULL;
	fl_buf_str(out, kind ? kind->names->words[*word] : item->shape->name);
	fl_buf_char(out, '(');
	put_object(&t, &(struct place){item->shape, item->object, NULL});
	fl_buf_str(out, ")\n");
}

static int read_object(
	struct fl_lexer *x, const struct fl_shape *shape, void *object, const char *end);

static int read_list(struct fl_lexer *x, const struct fl_field *f, struct fl_list *m)
{
	struct fl_vec v;
	fl_vec_init(&v, f->shape->size, f->max ? f->max : FL_LIST_MAX);
	int rc = fl_lex_want(x, "{");
	while (!rc && !fl_lex_at(x, "}")) {
		void *item = fl_vec_add(&v);
		rc = item ? fl_lex_want(x, "{") : fl_lex_fail(x, "fewer items");
		if (!rc)
			fl_object_reset(f->shape, item);
		rc = rc ? rc : read_object(x, f->shape, item, "}");
		if (!rc && !fl_lex_take(x, ","))
			break;
	}
	rc = rc ? rc : fl_lex_want(x, "}");
	*m = fl_vec_freeze(&v, x->a);
	return rc;
}

static int read_value(struct fl_lexer *x, const struct fl_field *f, void *m)
{
	if (f->kind == FL_LIST)
		return read_list(x, f, m);
	if (f->kind != FL_OBJECT)
		return fl_literal_read_scalar(x, f, m);
	int rc = fl_lex_want(x, "{");
	return rc ? rc : read_object(x, f->shape, m, "}");
}

/* The values, and what ends them. */
static int read_object(
	struct fl_lexer *x, const struct fl_shape *shape, void *object, const char *end)
{
	const struct fl_field *fields[FL_TERSE_MAX];
	size_t count = fl_shape_terse(shape, fields);
	int rc = 0;
	for (size_t i = 0; !rc && !fl_lex_at(x, end); i++) {
		if (i == count)
			return fl_lex_fail(x, "no more values of this type");
		rc = read_value(x, fields[i], (char *)object + fields[i]->offset);
		if (!rc && !fl_lex_take(x, ","))
			break;
		if (!rc && fl_lex_at(x, end))
			return fl_lex_fail(x, "a value");
	}
	return rc ? rc : fl_lex_want(x, end);
}

/* The shape that a word begins, and of a shape with kinds, which. */
static const struct fl_shape *find_shape(
	const struct fl_registry *r, struct fl_slice word, int *ret_kind)
{
	for (size_t i = 0; i < r->count; i++) {
		const struct fl_field *kind = fl_shape_kind(r->shapes[i]);
		*ret_kind = kind ? fl_names_find(kind->names, word) : 0;
		if (kind ? *ret_kind >= 0 : fl_slice_eqs(word, r->shapes[i]->name))
			return r->shapes[i];
	}
	return NULL;
}

int fl_terse_read(struct fl_lexer *x, struct fl_item *item)
{
	int kind;
	item->shape = find_shape(x->registry, x->t.s, &kind);
	if (!item->shape)
		return fl_lex_fail(x, "the name of a known type");
	void *object = fl_object_new(x->a, item->shape);
	if (!object)
		return fl_arena_error(x->a, item->shape->name, x->err);
	const struct fl_field *f = fl_shape_kind(item->shape);
	if (f)
		*(int *)(void *)((char *)object + f->offset) = kind;
	item->object = object;
	fl_lex_next(x);
	int rc = fl_lex_want(x, "(");
	return rc ? rc : read_object(x, item->shape, object, ")");
}
