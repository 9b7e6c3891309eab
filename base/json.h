/*
 * JSON, both ways. Writing is canonical: keys in the table's order, no blanks, four decimals for
 * ratios, addresses as hex text, so the same object always gives the same bytes. Reading is done by
 * jansson; this is its only gateway.
 *
 * Text is bytes. Bytes that are not UTF-8, and NUL, are written as U+10F000 + byte (a private-use
 * character); a real character of U+10F000..U+10F0FF is written as its four bytes in that form.
 * Reading maps them back, so any bytes survive, and no lone surrogate is ever written. U+0085,
 * U+2028 and U+2029, which readers of lines may take for the end of one, are written as \u escapes.
 */
#ifndef FL_BASE_JSON_H
#define FL_BASE_JSON_H

#include "base/model.h"

/* The bytes of s as a JSON string with its quotes. */
void fl_json_text(struct fl_buf *out, struct fl_slice s);

/*
 * JSON that becomes a text in other JSON: the characters that stand for bytes are written as \u
 * escapes, or else fl_json_text() would take them for characters of the text and escape each again.
 */
void fl_json_inner(struct fl_buf *out, struct fl_slice json);

/* One object, on one line, without a newline. */
void fl_json_object(struct fl_buf *out, const struct fl_shape *shape, const void *object);

/* A document: `[` newline, an object a line, `]` newline; "[]\n" when empty. */
void fl_json_items(struct fl_buf *out, const struct fl_items *items);

/*
 * Read one JSON object of the given shape. Every key of the shape must be there and no other, each
 * of its type. The object and all it refers to live in the arena. On failure err has the place.
 */
int fl_json_read(struct fl_slice text, const struct fl_shape *shape, struct fl_arena *a,
	void **ret_object, struct fl_error *err);

/* Read a document that fl_json_items() wrote; untagged objects are of the shape `plain`. */
int fl_json_read_items(struct fl_slice text, const struct fl_registry *registry,
	const struct fl_shape *plain, struct fl_arena *a, struct fl_items *ret_items,
	struct fl_error *err);

/*
 * Foreign JSON (gcc's, SARIF, a corpus manifest): a tree of values in an arena. Numbers keep their
 * integer value; objects keep their keys' order. Limits: 64 MiB of text, 2048 levels.
 */
enum { FL_JSON_MAX = 64 << 20 };
enum fl_json_type { FL_JNULL, FL_JBOOL, FL_JINT, FL_JREAL, FL_JTEXT, FL_JARRAY, FL_JOBJECT };

struct fl_json {
	enum fl_json_type type;
	int64_t num; /* FL_JINT, FL_JBOOL */
	double real; /* FL_JREAL */
	struct fl_slice text; /* FL_JTEXT */
	struct fl_slice key; /* when this is a member of an object */
	struct fl_json *child, *next; /* first element or member; next sibling */
};

int fl_json_parse(struct fl_slice text, struct fl_arena *a, const struct fl_json **ret_value,
	struct fl_error *err);

/* fl_json_read() of a value that is parsed already and lives at least as long as the arena. */
int fl_json_read_value(const struct fl_json *v, const struct fl_shape *shape, struct fl_arena *a,
	void **ret_object, struct fl_error *err);

/* Member of an object, or NULL (also when v is NULL or no object): chains without checks. */
const struct fl_json *fl_json_find(const struct fl_json *v, struct fl_slice key);

static inline const struct fl_json *fl_json_get(const struct fl_json *v, const char *key)
{
	return fl_json_find(v, fl_slice_str(key));
}

/* The text, or the empty slice; the integer, or otherwise. */
struct fl_slice fl_json_str(const struct fl_json *v);
int64_t fl_json_int(const struct fl_json *v, int64_t otherwise);

#endif
