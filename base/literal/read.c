/*
 * The reader of literal.h: the small part of C++ that fl_literal_write() uses, guided by the
 * shapes, so that anything else is an error with its place.
 */
#include "base/literal/priv.h"

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

/* Compact style: {.field = value, …} */

static int compact_object(struct fl_lexer *x, const struct fl_shape *shape, void *object);

static int compact_list(struct fl_lexer *x, const struct fl_field *f, struct fl_list *m)
{
	struct fl_vec v;
	fl_vec_init(&v, f->shape->size, f->max ? f->max : FL_LIST_MAX);
	int rc = fl_lex_want(x, "{");
	while (!rc && !fl_lex_at(x, "}")) {
		void *item = fl_vec_add(&v);
		rc = item ? compact_object(x, f->shape, item) : fl_lex_fail(x, "fewer items");
		if (!rc && !fl_lex_take(x, ","))
			break;
	}
	rc = rc ? rc : fl_lex_want(x, "}");
	*m = fl_vec_freeze(&v, x->a);
	return rc;
}

static int compact_object(struct fl_lexer *x, const struct fl_shape *shape, void *object)
{
	fl_object_reset(shape, object);
	/* C++ wants designators in the members' order, each at most once. */
	const struct fl_field *least = shape->fields;
	int rc = fl_lex_want(x, "{");
	while (!rc && !fl_lex_at(x, "}")) {
		rc = fl_lex_want(x, ".");
		const struct fl_field *f =
			rc || x->t.kind != T_NAME ? NULL : fl_shape_field(shape, x->t.s);
		if (!f)
			return rc ? rc : fl_lex_fail(x, "a field of this type");
		if (f < least)
			return fl_lex_fail(x, "a later field of this type");
		least = f + 1;
		fl_lex_next(x);
		void *m = (char *)object + f->offset;
		rc = fl_lex_want(x, "=");
		if (!rc && f->kind == FL_OBJECT)
			rc = compact_object(x, f->shape, m);
		else if (!rc && f->kind == FL_LIST)
			rc = compact_list(x, f, m);
		else if (!rc)
			rc = fl_literal_read_scalar(x, f, m);
		if (!rc && !fl_lex_take(x, ","))
			break;
	}
	return rc ? rc : fl_lex_want(x, "}");
}

/* Full style: struct members with default initialisers. */

enum { FIELDS_MAX = 128 };

/* Which fields of an object were there already. A list of one item counts as there, too. */
struct seen {
	bool at[FIELDS_MAX];
};

static int full_body(struct fl_lexer *x, const struct fl_shape *shape, void *object);

/* The member of the shape that a nested struct of this type name is, by field or item name. */
static const struct fl_field *nested_field(const struct fl_shape *shape, struct fl_slice type)
{
	struct fl_slice base = base_name(type);
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		if ((f->kind == FL_LIST && fl_slice_eqs(base, f->item)) ||
			(f->kind == FL_OBJECT && fl_slice_eqs(type, f->name)))
			return f;
	}
	return NULL;
}

static int list_append(
	struct fl_lexer *x, const struct fl_field *f, struct fl_list *list, void *item)
{
	if (list->len == (f->max ? f->max : FL_LIST_MAX))
		return fl_lex_fail(x, "fewer items before this");
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

/* "[" bound "]", where the bound must be this one. */
static int want_bound(struct fl_lexer *x, size_t bound)
{
	uint32_t n;
	int rc = fl_lex_want(x, "[");
	if (rc)
		return rc;
	if (x->t.kind != T_NUMBER || x->t.s.ptr[0] == '0' ||
		fl_slice_uint(x->t.s, &n) != x->t.s.len || n != bound)
		return fl_lex_fail(x, "the bound that its value has");
	fl_lex_next(x);
	return fl_lex_want(x, "]");
}

/* True for "note_1_2" when number is 2. */
static bool has_number(struct fl_slice name, size_t number)
{
	uint32_t n;
	struct fl_slice digits = fl_slice_skip(name, (size_t)(fl_slice_rchr(name, '_') + 1));
	return digits.len < name.len && fl_slice_uint(digits, &n) == digits.len && n == number;
}

/* "name[1]" of a list's only item, "item_1" and so on of several, the name of an object. */
static int full_declarator(struct fl_lexer *x, const struct fl_field *f, struct fl_slice type,
	const struct fl_list *list, bool *seen)
{
	if (*seen)
		return fl_lex_fail(x, "a member that was not there before");
	if (f->kind == FL_OBJECT || fl_slice_eqs(type, f->item)) {
		*seen = true;
		if (f->kind == FL_LIST && list->len)
			return fl_lex_fail(x, "a numbered member");
		int rc = fl_lex_want(x, f->name);
		return rc || f->kind == FL_OBJECT ? rc : want_bound(x, 1);
	}
	if (x->t.kind != T_NAME || !fl_slice_eq(x->t.s, type) || !has_number(type, list->len + 1))
		return fl_lex_fail(x, "the type's name, with the next number");
	fl_lex_next(x);
	return 0;
}

static int full_nested(
	struct fl_lexer *x, const struct fl_shape *shape, void *object, struct seen *seen)
{
	struct fl_slice type;
	int rc = fl_lex_name(x, &type);
	const struct fl_field *f = rc ? NULL : nested_field(shape, type);
	if (!f)
		return rc ? rc : fl_lex_fail(x, "a nested type of this struct");
	void *m = (char *)object + f->offset;
	void *item = f->kind == FL_LIST ? fl_arena_alloc(x->a, f->shape->size) : m;
	if (!item)
		return fl_arena_error(x->a, f->name, x->err);
	rc = full_body(x, f->shape, item);
	rc = rc ? rc : full_declarator(x, f, type, m, &seen->at[f - shape->fields]);
	rc = rc ? rc : fl_lex_want(x, ";");
	return rc || f->kind == FL_OBJECT ? rc : list_append(x, f, m, item);
}

/* The types that the writer gives each kind of field. */
static const struct {
	enum fl_kind kind;
	bool array;
	const char *type;
} member_types[] = {
	{FL_TEXT, false, "const char *"},
	{FL_TEXT, true, "const char"},
	{FL_TEXTS, true, "const char *"},
	{FL_ENUM, false, "const char *"},
	{FL_INT, false, "int"},
	{FL_INT, false, "long"},
	{FL_HEX, false, "unsigned long"},
	{FL_BOOL, false, "bool"},
	{FL_RATIO, false, "double"},
};

enum { TYPE_MAX = 40 };

static const char *type_word(const struct fl_lexer *x)
{
	static const char *const words[] = {
		"const", "char", "unsigned", "int", "long", "bool", "double", "*"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_lex_at(x, words[i]))
			return words[i];
	return NULL;
}

/* The words of a type, or only "enum" for one with its words in braces. */
static int full_type(struct fl_lexer *x, char type[static TYPE_MAX])
{
	type[0] = '\0';
	if (fl_lex_take(x, "enum")) {
		strcpy(type, "enum");
		while (x->t.kind != T_END && x->t.kind != T_BAD && !fl_lex_at(x, "}"))
			fl_lex_next(x);
		return fl_lex_want(x, "}");
	}
	for (const char *word; (word = type_word(x));) {
		if (strlen(type) + strlen(word) + 2 > TYPE_MAX)
			return fl_lex_fail(x, "a type of a field");
		strcat(strcat(type, *type ? " " : ""), word);
		fl_lex_next(x);
	}
	return *type ? 0 : fl_lex_fail(x, "a member");
}

/* The words between the braces must be all of the field's, in their order. */
static int full_enum(struct fl_lexer *x, const struct fl_names *names)
{
	int rc = fl_lex_want(x, "enum");
	rc = rc ? rc : fl_lex_want(x, names->name);
	for (int i = 0; i < names->count && !rc; i++) {
		rc = fl_lex_want(x, i ? "," : "{");
		rc = rc ? rc : fl_lex_want(x, names->words[i]);
	}
	return rc ? rc : fl_lex_want(x, "}");
}

static bool type_fits(const struct fl_field *f, const char *type, bool array)
{
	if (f->kind == FL_ENUM && f->flags & FL_CXX_ENUM)
		return strcmp(type, "enum") == 0 && !array;
	for (size_t i = 0; i < sizeof(member_types) / sizeof(member_types[0]); i++) {
		if (member_types[i].kind == f->kind && member_types[i].array == array &&
			strcmp(member_types[i].type, type) == 0)
			return true;
	}
	return false;
}

/* What only the value tells: an array's bound, which stood before it, and that an int holds it. */
static int full_value_fits(struct fl_lexer *x, struct fl_lexer *bound, const struct fl_field *f,
	const char *type, void *m)
{
	if (strcmp(type, "int") == 0 && (*(int64_t *)m < INT32_MIN || *(int64_t *)m > INT32_MAX))
		return fl_lex_fail(x, "an int before this");
	if (f->kind == FL_TEXTS)
		return want_bound(bound, ((struct fl_list *)m)->len);
	return strcmp(type, "const char") ? 0 : want_bound(bound, ((struct fl_slice *)m)->len + 1);
}

static int full_member(
	struct fl_lexer *x, const struct fl_shape *shape, void *object, struct seen *seen)
{
	char type[TYPE_MAX];
	if (fl_lex_take(x, "struct"))
		return full_nested(x, shape, object, seen);
	struct fl_lexer start = *x, bound;
	int rc = full_type(x, type);
	const struct fl_field *f = rc || x->t.kind != T_NAME ? NULL : fl_shape_field(shape, x->t.s);
	if (!f || f->kind == FL_LIST || f->kind == FL_OBJECT)
		return rc ? rc : fl_lex_fail(x, "a field of this type");
	if (seen->at[f - shape->fields])
		return fl_lex_fail(x, "a field that was not there before");
	seen->at[f - shape->fields] = true;
	fl_lex_next(x);
	bound = *x;
	bool array = fl_lex_at(x, "[");
	if (!type_fits(f, type, array))
		return fl_lex_fail(&start, "the type of this field");
	rc = strcmp(type, "enum") ? 0 : full_enum(&start, f->names);
	for (int i = 0; array && i < 3; i++)
		fl_lex_next(x);
	void *m = (char *)object + f->offset;
	rc = rc ? rc : fl_lex_want(x, "=");
	rc = rc ? rc : fl_literal_read_scalar(x, f, m);
	rc = rc ? rc : full_value_fits(x, &bound, f, type, m);
	return rc ? rc : fl_lex_want(x, ";");
}

static int full_body(struct fl_lexer *x, const struct fl_shape *shape, void *object)
{
	struct seen seen = {0};
	if (shape->count > FIELDS_MAX)
		return fl_error_set(x->err, FL_EINTERNAL, "%s has too many fields", shape->name);
	fl_object_reset(shape, object);
	int rc = fl_lex_want(x, "{");
	while (!rc && !fl_lex_at(x, "}"))
		rc = full_member(x, shape, object, &seen);
	return rc ? rc : fl_lex_want(x, "}");
}

static int read_item(struct fl_lexer *x, struct fl_item *item)
{
	if (x->t.kind == T_NAME && !fl_lex_at(x, "struct") && !fl_lex_at(x, "faultline"))
		return fl_terse_read(x, item);
	bool full = fl_lex_take(x, "struct");
	struct fl_slice type = {0}, name = {0};
	int rc = 0;
	if (!full) {
		rc = fl_lex_want(x, "faultline");
		rc = rc ? rc : fl_lex_want(x, "::");
	}
	rc = rc ? rc : fl_lex_name(x, &type);
	if (rc)
		return rc;
	item->shape = fl_registry_find(x->registry, full ? base_name(type) : type);
	if (!item->shape)
		return fl_lex_fail(x, "the name of a known type before this");
	void *object = fl_arena_alloc(x->a, item->shape->size);
	if (!object)
		return fl_arena_error(x->a, item->shape->name, x->err);
	item->object = object;
	if (full) {
		rc = full_body(x, item->shape, object);
		if (!rc && x->t.kind == T_NAME)
			rc = fl_lex_name(x, &name);
	} else {
		rc = fl_lex_name(x, &name);
		rc = rc ? rc : fl_lex_want(x, "=");
		rc = rc ? rc : compact_object(x, item->shape, object);
	}
	name = fl_arena_slice(x->a, base_name(name));
	item->name = name.len && !fl_slice_eqs(name, item->shape->name) ? name.ptr : NULL;
	return rc ? rc : fl_lex_want(x, ";");
}

int fl_literal_read(struct fl_slice text, const struct fl_registry *registry, struct fl_arena *a,
	struct fl_items *ret_items, struct fl_error *err)
{
	struct fl_error local;
	struct fl_lexer x = {
		.all = text, .rest = text, .a = a, .err = err ? err : &local, .registry = registry};
	struct fl_vec v;
	fl_vec_init(&v, sizeof(struct fl_item), FL_LIST_MAX);
	int rc = 0;
	fl_lex_next(&x);
	while (!rc && x.t.kind != T_END) {
		struct fl_item *item = fl_vec_add(&v);
		rc = item ? read_item(&x, item) : fl_lex_fail(&x, "fewer items");
	}
	struct fl_list list = fl_vec_freeze(&v, a);
	if (!rc && a->failed)
		rc = fl_arena_error(a, "the literals", err);
	if (!rc)
		*ret_items = (struct fl_items){.at = list.items, .len = list.len};
	return rc;
}
