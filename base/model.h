/*
 * The data model: every thing that leaves a tool is described once, by a table of fields, and all
 * its renderings come from that table: JSON (base/json.h), all styles of C++ struct literal and
 * their inverse (base/literal/literal.h), and JSON Schema, literals.hpp and the field reference
 * (base/schema.h).
 *
 * A shape describes one C struct. The member a field names must have the C type of its kind:
 *
 *   kind      C member             JSON                     C++ literal
 *   FL_TEXT   struct fl_slice      string (any bytes)       const char *
 *   FL_INT    int64_t              integer                  long / int
 *   FL_HEX    uint64_t             "0x1f" text              unsigned long
 *   FL_BOOL   bool                 true / false             bool
 *   FL_RATIO  int64_t, 1/10000ths  number, four decimals    double
 *   FL_ENUM   int, an index        string                   const char *, or an enum (FL_CXX_ENUM)
 *   FL_OBJECT the struct itself    object                   nested struct
 *   FL_LIST   struct fl_list       array of objects         numbered members / list
 *   FL_TEXTS  struct fl_list       array of strings         array of const char *
 *
 * There are no nulls: unknown text is "", an unknown line or column 0, an unknown exit status -1
 * (its field's `unset` is -1). A literal leaves out a field that has its unset value, unless the
 * field says FL_KEEP; JSON always has every key (but for FL_OPTIONAL). So both hold the same and
 * each can be made from the other; what a reader must not see (an address in a record) is cleared
 * in the object itself. The terse style alone holds less: FL_NOT_TERSE, FL_SOURCE, FL_ONCE and
 * `same` say what it leaves out. Shapes never contain themselves.
 */
#ifndef FL_BASE_MODEL_H
#define FL_BASE_MODEL_H

#include "base/arena.h"

/* count items of the shape of the field (FL_LIST) or struct fl_slice (FL_TEXTS), in an arena. */
struct fl_list {
	void *items;
	size_t len;
};

enum fl_kind { FL_TEXT, FL_INT, FL_HEX, FL_BOOL, FL_RATIO, FL_ENUM, FL_OBJECT, FL_LIST, FL_TEXTS };

enum {
	FL_KEEP = 1, /* literals show the field even when it has its unset value */
	FL_CXX_ENUM = 2, /* an FL_ENUM that literals show as a C++ enum, as seed 004's level */
	FL_CUT_TAIL =
		4, /* fitting may drop this list's last items (the default drops the middle) */
	FL_CUT_HEAD = 8, /* fitting may drop this list's first items */
	FL_WHOLE = 16, /* fitting never shortens this field */
	/* The terse style (base/literal/literal.h) leaves out: */
	FL_NOT_TERSE = 32, /* the field */
	FL_SOURCE = 64, /* the field, but for its form with source lines */
	FL_ONCE = 128, /* an FL_TEXT that says what the field of this name in the item said last */
	FL_OPTIONAL = 256 /* JSON may be without it: who writes it has two shapes */
};

/* The words of an FL_ENUM, in the order of the C enum. */
struct fl_names {
	const char *name; /* of the C++ enum type */
	const char *const *words;
	int count;
};

struct fl_shape;

enum { FL_KEY_MAX = 32 };

struct fl_field {
	const char *name;
	char key[FL_KEY_MAX]; /* JSON's: ,"name": */
	size_t key_len; /* without the NUL */
	enum fl_kind kind;
	unsigned flags;
	size_t offset;
	const struct fl_shape *shape; /* FL_OBJECT, FL_LIST */
	const struct fl_names *names; /* FL_ENUM */
	const char *item; /* FL_LIST: name of one item in literals ("note" of "notes") */
	int64_t unset; /* FL_INT: the value that means "not known" */
	size_t max; /* bytes of an FL_TEXT, items of a list; 0: the defaults below */
	/* Terse style: the place from 1; those without one follow in the table's order. */
	int terse;
	/* FL_INT, FL_TEXT, terse style: left out where it equals this field of the object, "^line": of the
	   object that holds its list. */
	const char *same;
	const char *doc; /* one sentence, for the schema and the reference */
};

enum { FL_TEXT_MAX = 64 << 20, FL_LIST_MAX = 1 << 20 };

struct fl_shape {
	const char *name; /* the C++ type's name, and the JSON Schema's title */
	size_t size; /* of the C struct */
	const struct fl_field *fields;
	size_t count;
	const char *doc;
	const char
		*omitted; /* name of the FL_INT field that counts what fitting dropped, or NULL */
	bool tagged; /* in a document's JSON each object stands as {"name": {…}} */
	const char *
		kind; /* name of the FL_ENUM field whose word the terse style says first, or NULL */
};

#define FL_KEY(word) .name = (word), .key = ",\"" word "\":", .key_len = sizeof(word) + 3

/* A row of a field table: S is the C struct, m its member and the field's name, then the kind. */
#define FL_ROW(S, m, ...)                                                 \
	{                                                                 \
		FL_KEY(#m), .offset = offsetof(S, m), .kind = __VA_ARGS__ \
	}
#define FL_SHAPE_FIELDS(table) .fields = (table), .count = sizeof(table) / sizeof((table)[0])

/* One object of a document: what it is, what to call it in a literal (NULL: the shape's name). */
struct fl_item {
	const struct fl_shape *shape;
	const void *object;
	const char *name;
};

struct fl_items {
	struct fl_item *at;
	size_t len;
};

/* All shapes that a reader of literals or a generator knows. */
struct fl_registry {
	const struct fl_shape *const *shapes;
	size_t count;
};

/* A zeroed object of the shape with every field at its unset value, or NULL. */
void *fl_object_new(struct fl_arena *a, const struct fl_shape *shape);

/* Set every field of the object to its unset value. */
void fl_object_reset(const struct fl_shape *shape, void *object);

/* True when the field of the object has its unset value (an object: when all its fields have). */
bool fl_field_unset(const struct fl_field *f, const void *object);

const struct fl_field *fl_shape_field(const struct fl_shape *shape, struct fl_slice name);
const struct fl_shape *fl_registry_find(const struct fl_registry *r, struct fl_slice name);

/*
 * The fields that terse literals can show, in their order, at most FL_TERSE_MAX; without those
 * that they never do and the shape's kind. Returns how many.
 */
enum { FL_TERSE_MAX = 64 };
size_t fl_shape_terse(
	const struct fl_shape *shape, const struct fl_field *ret[static FL_TERSE_MAX]);

/* The field that is the shape's kind, or NULL. */
const struct fl_field *fl_shape_kind(const struct fl_shape *shape);

/* Same content, field by field. */
bool fl_object_eq(const struct fl_shape *shape, const void *a, const void *b);

/*
 * A copy of the object in the arena, with all that it refers to: its texts, and its lists with
 * theirs. What no field names is copied as it is. NULL when there is no room (the arena says why).
 */
void *fl_object_copy(const struct fl_shape *shape, const void *object, struct fl_arena *a);

/* The value of an FL_ENUM for a word, or -1. */
int fl_names_find(const struct fl_names *names, struct fl_slice word);

static inline const void *fl_member(const struct fl_field *f, const void *object)
{
	return (const char *)object + f->offset;
}

static inline const void *fl_list_at(const struct fl_list *l, const struct fl_shape *s, size_t i)
{
	return (const char *)l->items + i * s->size;
}

/*
 * A list under construction. Add items while parsing, then freeze it into an arena-held list.
 * Its memory is its own until then; fl_vec_release() frees it and is allowed at any time.
 */
struct fl_vec {
	char *data;
	size_t len, cap, size, max;
	int failed;
};

/* Is the text one of a list of texts (FL_TEXTS)? */
bool fl_texts_have(const struct fl_list *texts, struct fl_slice text);

/* Items of size bytes, at most max of them. */
void fl_vec_init(struct fl_vec *v, size_t size, size_t max);
void fl_vec_release(struct fl_vec *v);

/* A new zeroed item at the end, or NULL (v->failed says why). Pointers to older items die. */
void *fl_vec_add(struct fl_vec *v);

static inline void *fl_vec_at(const struct fl_vec *v, size_t i)
{
	return v->data ? v->data + i * v->size : NULL; /* NULL + 0 is undefined */
}

/* Copy the items into the arena; v is then empty again. An empty list on failure. */
struct fl_list fl_vec_freeze(struct fl_vec *v, struct fl_arena *a);

/*
 * Cut the items until their compact literals take at most budget bytes: long lists first (from the
 * middle, or as their flags say), then long texts, whose cut is marked in place. What was dropped
 * is counted in each object's `omitted` field. Items are changed in place; everything new lives in
 * the arena. Returns 0, or FL_ELIMIT when even the cut items do not fit.
 */
int fl_items_fit(struct fl_items *items, size_t budget, struct fl_arena *a, struct fl_error *err);

#endif
