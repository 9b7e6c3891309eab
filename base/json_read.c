/* Reading JSON: the jansson gateway, and the reader of shaped objects on top of it. */
#include "base/json.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>

#include "base/json_escape.h"
#include "base/json_shaped.h"
#include "base/utf8.h"

size_t fl_json_unescape(char *bytes, size_t len)
{
	struct fl_slice s = fl_slice(bytes, len);
	size_t n = 0;
	/* Most texts hold no such character. */
	char *first = len ? memchr(bytes, '\xf4', len) : NULL;
	if (!first)
		return len;
	n = (size_t)(first - bytes);
	s = fl_slice_skip(s, n);
	while (s.len) {
		uint32_t c;
		size_t step = fl_utf8_decode(s, &c);
		if (step == 4 && fl_is_escape(c)) {
			bytes[n++] = (char)(c - FL_ESCAPE_BASE);
		} else {
			step = step ? step : 1;
			memmove(bytes + n, s.ptr, step);
			n += step;
		}
		s = fl_slice_skip(s, step);
	}
	return n;
}

/* A copy of the text without the escape. */
static struct fl_slice text_unescape(struct fl_arena *a, const char *ptr, size_t len)
{
	char *out = fl_arena_alloc(a, len + 1);
	if (!out)
		return fl_slice(NULL, 0);
	memcpy(out, ptr, len);
	len = fl_json_unescape(out, len);
	out[len] = '\0'; /* numbers in texts are read by strtoull() */
	return fl_slice(out, len);
}

static struct fl_json *tree_copy(const json_t *v, struct fl_arena *a);

static struct fl_json *copy_members(json_t *v, struct fl_arena *a)
{
	struct fl_json *first = NULL, **tail = &first;
	const char *key;
	size_t len;
	json_t *member;
	json_object_keylen_foreach(v, key, len, member)
	{
		struct fl_json *copy = tree_copy(member, a);
		if (!copy)
			return NULL;
		copy->key = text_unescape(a, key, len);
		*tail = copy;
		tail = &copy->next;
	}
	return first;
}

static struct fl_json *copy_elements(const json_t *v, struct fl_arena *a)
{
	struct fl_json *first = NULL, **tail = &first;
	for (size_t i = 0; i < json_array_size(v); i++) {
		struct fl_json *copy = tree_copy(json_array_get(v, i), a);
		if (!copy)
			return NULL;
		*tail = copy;
		tail = &copy->next;
	}
	return first;
}

/* Recursion is bounded: jansson refuses more than 2048 levels. */
static struct fl_json *tree_copy(const json_t *v, struct fl_arena *a)
{
	struct fl_json *copy = fl_arena_alloc(a, sizeof(*copy));
	if (!copy)
		return NULL;
	switch (json_typeof(v)) {
	case JSON_OBJECT: {
		json_t *mutable_v;
		memcpy(&mutable_v, &v,
			sizeof(v)); /* the iterator wants non-const, but only reads */
		copy->type = FL_JOBJECT;
		copy->child = copy_members(mutable_v, a);
		break;
	}
	case JSON_ARRAY:
		copy->type = FL_JARRAY;
		copy->child = copy_elements(v, a);
		break;
	case JSON_STRING:
		copy->type = FL_JTEXT;
		copy->text = text_unescape(a, json_string_value(v), json_string_length(v));
		break;
	case JSON_INTEGER:
		copy->type = FL_JINT;
		copy->num = json_integer_value(v);
		break;
	case JSON_REAL:
		copy->type = FL_JREAL;
		copy->real = json_real_value(v);
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		copy->type = FL_JBOOL;
		copy->num = json_is_true(v);
		break;
	case JSON_NULL: copy->type = FL_JNULL; break;
	}
	return a->failed ? NULL : copy;
}

/* No more values than this are in the text: one behind each bracket, brace and comma, and one. */
static size_t values_at_most(struct fl_slice text)
{
	size_t n = 1;
	bool quoted = false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		if (c == '"')
			quoted = !quoted;
		else if (c == '\\' && quoted)
			i++;
		else if (!quoted && (c == ',' || c == '[' || c == '{'))
			n++;
	}
	return n;
}

/* A NUL byte is no JSON; jansson passes over one that follows a number. */
static int refuse_nul(struct fl_slice text, struct fl_error *err)
{
	ptrdiff_t at = fl_slice_chr(text, '\0');
	if (at < 0)
		return 0;
	struct fl_slice before = fl_slice_head(text, (size_t)at);
	unsigned line = 1;
	for (size_t i = 0; i < before.len; i++)
		line += before.ptr[i] == '\n';
	ptrdiff_t start = fl_slice_rchr(before, '\n') + 1;
	return fl_error_at(err, FL_EPARSE, line, (unsigned)(at - start) + 1, (size_t)at,
		"not JSON: a NUL byte");
}

int fl_json_parse(struct fl_slice text, struct fl_arena *a, const struct fl_json **ret_value,
	struct fl_error *err)
{
	if (text.len > FL_JSON_MAX)
		return fl_error_set(err, FL_ELIMIT, "the JSON text passes its maximum of %d bytes",
			FL_JSON_MAX);
	/* The tree of jansson is as large as ours and has no limit: refuse what ours cannot hold. */
	if (!a->failed && values_at_most(text) > (a->max - a->used) / sizeof(struct fl_json))
		a->failed = FL_ELIMIT;
	if (a->failed)
		return fl_arena_error(a, "the JSON value", err);
	json_error_t je;
	json_t *root = json_loadb(text.ptr ? text.ptr : "", text.len,
		JSON_ALLOW_NUL | JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &je);
	if (!root)
		return fl_error_at(err, FL_EPARSE, je.line > 0 ? (unsigned)je.line : 0,
			je.column > 0 ? (unsigned)je.column : 0,
			je.position > 0 ? (size_t)je.position : 0, "not JSON: %s", je.text);
	int rc = refuse_nul(text, err);
	const struct fl_json *copy = rc ? NULL : tree_copy(root, a);
	json_decref(root);
	if (rc)
		return rc;
	if (!copy)
		return fl_arena_error(a, "the JSON value", err);
	*ret_value = copy;
	return 0;
}

const struct fl_json *fl_json_find(const struct fl_json *v, struct fl_slice key)
{
	if (!v || v->type != FL_JOBJECT)
		return NULL;
	for (const struct fl_json *m = v->child; m; m = m->next)
		if (fl_slice_eq(m->key, key))
			return m;
	return NULL;
}

struct fl_slice fl_json_str(const struct fl_json *v)
{
	return v && v->type == FL_JTEXT ? v->text : fl_slice(NULL, 0);
}

int64_t fl_json_int(const struct fl_json *v, int64_t otherwise)
{
	return v && v->type == FL_JINT ? v->num : otherwise;
}

/* What a shaped read carries along. */
struct reader {
	struct fl_arena *a;
	struct fl_error *err;
};

static int read_object(
	struct reader *r, const struct fl_json *v, const struct fl_shape *shape, void *object);

static int read_wrong(struct reader *r, const struct fl_field *f, const char *wanted)
{
	return fl_error_set(r->err, FL_EPARSE, "%s: not %s", f->name, wanted);
}

static size_t json_count(const struct fl_json *v)
{
	size_t n = 0;
	for (const struct fl_json *c = v->child; c; c = c->next)
		n++;
	return n;
}

static int read_hex(
	struct reader *r, const struct fl_json *v, const struct fl_field *f, uint64_t *m)
{
	struct fl_slice s = fl_json_str(v);
	if (!fl_slice_starts(s, "0x") || s.len > 18 || s.len < 3)
		return read_wrong(r, f, "an address as \"0x…\" text");
	char *end;
	*m = strtoull(s.ptr, &end, 16);
	return end == s.ptr + s.len ? 0 : read_wrong(r, f, "an address as \"0x…\" text");
}

static int read_ratio(
	struct reader *r, const struct fl_json *v, const struct fl_field *f, int64_t *m)
{
	if (v->type != FL_JREAL && v->type != FL_JINT)
		return read_wrong(r, f, "a number");
	double scaled = (v->type == FL_JREAL ? v->real : (double)v->num) * 10000.0;
	if (!(scaled > -9e17 && scaled < 9e17))
		return read_wrong(r, f, "a number in range");
	*m = (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
	return 0;
}

static int read_enum(struct reader *r, const struct fl_json *v, const struct fl_field *f, int *m)
{
	int value = v->type == FL_JTEXT ? fl_names_find(f->names, v->text) : -1;
	if (value < 0)
		return read_wrong(r, f, "one of its words");
	*m = value;
	return 0;
}

static int read_texts(
	struct reader *r, const struct fl_json *v, const struct fl_field *f, struct fl_list *m)
{
	if (v->type != FL_JARRAY)
		return read_wrong(r, f, "an array");
	size_t n = json_count(v);
	struct fl_slice *texts = fl_arena_array(r->a, n, sizeof(*texts));
	if (!texts)
		return fl_arena_error(r->a, f->name, r->err);
	size_t i = 0;
	for (const struct fl_json *c = v->child; c; c = c->next) {
		if (c->type != FL_JTEXT)
			return read_wrong(r, f, "an array of strings");
		texts[i++] = c->text;
	}
	*m = (struct fl_list){.items = texts, .len = n};
	return 0;
}

static int read_list(
	struct reader *r, const struct fl_json *v, const struct fl_field *f, struct fl_list *m)
{
	if (v->type != FL_JARRAY)
		return read_wrong(r, f, "an array");
	size_t n = json_count(v);
	char *items = fl_arena_array(r->a, n, f->shape->size);
	if (!items)
		return fl_arena_error(r->a, f->name, r->err);
	char *at = items;
	for (const struct fl_json *c = v->child; c; c = c->next, at += f->shape->size) {
		int rc = read_object(r, c, f->shape, at);
		if (rc) {
			fl_error_wrap(r->err, "%s", f->name);
			return rc;
		}
	}
	*m = (struct fl_list){.items = items, .len = n};
	return 0;
}

static int read_value(struct reader *r, const struct fl_json *v, const struct fl_field *f, void *m)
{
	switch (f->kind) {
	case FL_TEXT:
		if (v->type != FL_JTEXT)
			return read_wrong(r, f, "a string");
		*(struct fl_slice *)m = v->text;
		return 0;
	case FL_INT:
		if (v->type != FL_JINT)
			return read_wrong(r, f, "an integer");
		*(int64_t *)m = v->num;
		return 0;
	case FL_BOOL:
		if (v->type != FL_JBOOL)
			return read_wrong(r, f, "true or false");
		*(bool *)m = v->num != 0;
		return 0;
	case FL_HEX: return read_hex(r, v, f, m);
	case FL_RATIO: return read_ratio(r, v, f, m);
	case FL_ENUM: return read_enum(r, v, f, m);
	case FL_OBJECT: return read_object(r, v, f->shape, m);
	case FL_LIST: return read_list(r, v, f, m);
	case FL_TEXTS: return read_texts(r, v, f, m);
	}
	return FL_EINTERNAL;
}

static int read_object(
	struct reader *r, const struct fl_json *v, const struct fl_shape *shape, void *object)
{
	if (v->type != FL_JOBJECT)
		return fl_error_set(r->err, FL_EPARSE, "%s: not an object", shape->name);
	fl_object_reset(shape, object);
	/* Canonical JSON has the table's order: the field looked for is nearly always the next. */
	const struct fl_json *m = v->child;
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		const struct fl_json *hit =
			m && fl_slice_eqs(m->key, f->name) ? m : fl_json_get(v, f->name);
		if (!hit)
			return fl_error_set(r->err, FL_EPARSE, "%s: key \"%s\" is missing",
				shape->name, f->name);
		int rc = read_value(r, hit, f, (char *)object + f->offset);
		if (rc)
			return rc;
		m = hit->next;
	}
	if (json_count(v) == shape->count)
		return 0;
	for (m = v->child; m; m = m->next)
		if (!fl_shape_field(shape, m->key))
			return fl_error_set(r->err, FL_EPARSE, "%s: unknown key \"%.*s\"",
				shape->name, FL_ARG(m->key));
	/* Keys that differ only in how they are escaped are one and the same. */
	return fl_error_set(r->err, FL_EPARSE, "%s: a key stands twice", shape->name);
}

int fl_json_read_value(const struct fl_json *v, const struct fl_shape *shape, struct fl_arena *a,
	void **ret_object, struct fl_error *err)
{
	void *object = fl_arena_alloc(a, shape->size);
	if (!object)
		return fl_arena_error(a, shape->name, err);
	struct fl_error local;
	struct reader r = {.a = a, .err = err ? err : &local};
	int rc = read_object(&r, v, shape, object);
	if (rc == 0)
		*ret_object = object;
	return rc;
}

int fl_json_read(struct fl_slice text, const struct fl_shape *shape, struct fl_arena *a,
	void **ret_object, struct fl_error *err)
{
	const struct fl_json *v = NULL;
	bool canonical;
	void *object = fl_json_read_shaped(text, shape, a, &canonical);
	if (object) {
		*ret_object = object;
		return 0;
	}
	int rc = fl_json_parse(text, a, &v, err);
	return rc ? rc : fl_json_read_value(v, shape, a, ret_object, err);
}

static int read_item(struct reader *r, const struct fl_json *v, const struct fl_registry *registry,
	const struct fl_shape *plain, struct fl_item *item)
{
	const struct fl_shape *shape = plain;
	if (v->type == FL_JOBJECT && v->child && !v->child->next && v->child->type == FL_JOBJECT) {
		const struct fl_shape *tagged = fl_registry_find(registry, v->child->key);
		if (tagged && tagged->tagged) {
			shape = tagged;
			v = v->child;
		}
	}
	if (!shape)
		return fl_error_set(r->err, FL_EPARSE, "an object of no known shape");
	void *object = fl_arena_alloc(r->a, shape->size);
	if (!object)
		return fl_arena_error(r->a, shape->name, r->err);
	*item = (struct fl_item){.shape = shape, .object = object};
	return read_object(r, v, shape, object);
}

int fl_json_read_items(struct fl_slice text, const struct fl_registry *registry,
	const struct fl_shape *plain, struct fl_arena *a, struct fl_items *ret_items,
	struct fl_error *err)
{
	const struct fl_json *v = NULL;
	int rc = fl_json_parse(text, a, &v, err);
	if (rc)
		return rc;
	if (v->type != FL_JARRAY)
		return fl_error_set(err, FL_EPARSE, "the document is not a JSON array");
	struct fl_items items = {.len = json_count(v)};
	items.at = fl_arena_array(a, items.len, sizeof(*items.at));
	if (!items.at)
		return fl_arena_error(a, "the document", err);
	struct fl_error local;
	struct reader r = {.a = a, .err = err ? err : &local};
	size_t i = 0;
	for (const struct fl_json *c = v->child; c; c = c->next) {
		rc = read_item(&r, c, registry, plain, &items.at[i++]);
		if (rc)
			return rc;
	}
	*ret_items = items;
	return 0;
}
