/* The writer of base/literal/literal.h. */
#include "base/literal/literal.h"

#include <stdio.h>

#include "base/literal/priv.h"

const char *const fl_style_words[] = {"full", "compact", "terse", "terse-source", NULL};
const char fl_style_help[] = "style of the struct literals; terse is for few tokens, "
			     "terse-source the same with source lines";

int fl_style_find(struct fl_slice word)
{
	for (int i = 0; fl_style_words[i]; i++)
		if (fl_slice_eqs(word, fl_style_words[i]))
			return i;
	return -1;
}

static bool is_shown(const struct fl_field *f, const void *object)
{
	return (f->flags & FL_KEEP && f->kind != FL_LIST && f->kind != FL_TEXTS) ||
	       !fl_field_unset(f, object);
}

/* Most of a document are these: without a format to be read. */
static void put_words(
	struct fl_buf *out, const char *a, const char *b, const char *c, const char *d)
{
	fl_buf_str(out, a);
	fl_buf_str(out, b);
	fl_buf_str(out, c);
	fl_buf_str(out, d);
}

/* Compact style. */

static void compact_object(struct fl_buf *out, const struct fl_shape *shape, const void *object);

static void compact_value(struct fl_buf *out, const struct fl_field *f, const void *m)
{
	const struct fl_list *list = m;
	switch (f->kind) {
	case FL_OBJECT: compact_object(out, f->shape, m); break;
	case FL_TEXTS: fl_literal_texts(out, list, ", "); break;
	case FL_LIST:
		fl_buf_char(out, '{');
		for (size_t i = 0; i < list->len; i++) {
			if (i)
				fl_buf_str(out, ", ");
			compact_object(out, f->shape, fl_list_at(list, f->shape, i));
		}
		fl_buf_char(out, '}');
		break;
	case FL_ENUM:
		if (f->flags & FL_CXX_ENUM)
			put_words(out, "faultline::", f->names->name, "::", "");
		fl_literal_scalar(out, f, m);
		break;
	default: fl_literal_scalar(out, f, m);
	}
}

/* ".name = ", behind others ", .name = ". */
static void compact_name(struct fl_buf *out, bool first, const struct fl_field *f)
{
	char words[FL_KEY_MAX + 8] = ", .";
	const size_t len = f->key_len - strlen(",\"\":"); /* of the name, which is in the key */
	memcpy(words + 3, f->name, len);
	memcpy(words + 3 + len, " = ", 3);
	fl_buf_add(out, words + (first ? 2 : 0), len + (first ? 4 : 6));
}

static void compact_object(struct fl_buf *out, const struct fl_shape *shape, const void *object)
{
	bool first = true;
	fl_buf_char(out, '{');
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		if (!is_shown(f, object))
			continue;
		compact_name(out, first, f);
		compact_value(out, f, fl_member(f, object));
		first = false;
	}
	fl_buf_char(out, '}');
}

/* Full style. */

struct full {
	struct fl_buf *out;
	unsigned depth;
};

static void full_object(
	struct full *w, const struct fl_shape *shape, const void *object, const char *suffix);

static void full_indent(struct full *w)
{
	fl_buf_fill(w->out, ' ', (size_t)w->depth * 4);
}

/* "struct TYPE SUFFIX {" members "} DECLARATOR;" */
static void full_struct(struct full *w, const struct fl_shape *shape, const void *object,
	const char *type, const char *suffix, const char *declarator)
{
	full_indent(w);
	put_words(w->out, "struct ", type, suffix, " {\n");
	w->depth++;
	full_object(w, shape, object, suffix);
	w->depth--;
	full_indent(w);
	put_words(w->out, "}", *declarator ? " " : "", declarator, ";\n");
}

static void full_list(
	struct full *w, const struct fl_field *f, const struct fl_list *list, const char *suffix)
{
	char numbered[96], declarator[160];
	if (list->len == 1) {
		snprintf(declarator, sizeof(declarator), "%s[1]", f->name);
		full_struct(w, f->shape, list->items, f->item, "", declarator);
		return;
	}
	for (size_t i = 0; i < list->len; i++) {
		snprintf(numbered, sizeof(numbered), "%.40s_%zu", suffix, i + 1);
		snprintf(declarator, sizeof(declarator), "%s%s", f->item, numbered);
		full_struct(
			w, f->shape, fl_list_at(list, f->shape, i), f->item, numbered, declarator);
	}
}

static const char *full_type(const struct fl_field *f, const void *m)
{
	switch (f->kind) {
	case FL_INT: {
		int64_t v = *(const int64_t *)m;
		return v >= INT32_MIN && v <= INT32_MAX ? "int" : "long";
	}
	case FL_HEX: return "unsigned long";
	case FL_BOOL: return "bool";
	case FL_RATIO: return "double";
	default: return "const char*";
	}
}

static void full_enum(struct full *w, const struct fl_field *f)
{
	put_words(w->out, "enum ", f->names->name, " {", "");
	for (int i = 0; i < f->names->count; i++)
		put_words(w->out, i ? ", " : " ", f->names->words[i], "", "");
	put_words(w->out, " } ", f->name, " = ", "");
}

static void full_member(struct full *w, const struct fl_field *f, const void *m)
{
	const struct fl_slice *text = m;
	const struct fl_list *list = m;
	full_indent(w);
	if (f->kind == FL_TEXT && fl_slice_chr(*text, '\0') >= 0) {
		/* A pointer would end at the first NUL: an array keeps its length. */
		fl_buf_printf(w->out, "const char %s[%zu] = ", f->name, text->len + 1);
	} else if (f->kind == FL_TEXTS) {
		fl_buf_printf(w->out, "const char* %s[%zu] = ", f->name, list->len);
		fl_literal_texts(w->out, list, ", ");
	} else if (f->kind == FL_ENUM && f->flags & FL_CXX_ENUM) {
		full_enum(w, f);
	} else {
		put_words(w->out, full_type(f, m), " ", f->name, " = ");
	}
	fl_literal_scalar(w->out, f, m);
	fl_buf_str(w->out, ";\n");
}

static void full_object(
	struct full *w, const struct fl_shape *shape, const void *object, const char *suffix)
{
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		const void *m = fl_member(f, object);
		if (!is_shown(f, object))
			continue;
		if (f->kind == FL_LIST)
			full_list(w, f, m, suffix);
		else if (f->kind == FL_OBJECT)
			full_struct(w, f->shape, m, f->name, "", f->name);
		else
			full_member(w, f, m);
	}
}

/* How many items of a shape there are, and how many of them were written. */
struct tally {
	const struct fl_shape *shape;
	size_t all, done;
};

static struct tally *tally_of(struct fl_vec *tallies, const struct fl_shape *shape)
{
	for (size_t i = 0; i < tallies->len; i++) {
		struct tally *t = fl_vec_at(tallies, i);
		if (t->shape == shape)
			return t;
	}
	struct tally *t = fl_vec_add(tallies);
	if (t)
		t->shape = shape;
	return t;
}

static void write_item(
	struct fl_buf *out, const struct fl_item *item, enum fl_style style, struct tally *tally)
{
	struct full w = {.out = out};
	char suffix[32] = "", object[96] = "";
	tally->done++;
	if (tally->all > 1)
		snprintf(suffix, sizeof(suffix), "_%zu", tally->done);
	if (item->name || style == FL_COMPACT)
		snprintf(object, sizeof(object), "%s%s",
			item->name ? item->name : item->shape->name, suffix);
	if (style == FL_FULL) {
		full_struct(&w, item->shape, item->object, item->shape->name, suffix, object);
		return;
	}
	fl_buf_printf(out, "faultline::%s %s = ", item->shape->name, object);
	compact_object(out, item->shape, item->object);
	fl_buf_str(out, ";\n");
}

void fl_literal_write(struct fl_buf *out, const struct fl_items *items, enum fl_style style,
	enum fl_marker marker)
{
	if (items->len == 0)
		return;
	if (marker != FL_MARK_NONE)
		fl_buf_printf(out, "%s\n", fl_marker(marker)->open);
	if (style == FL_COMPACT)
		fl_buf_str(out, "#include <faultline/literals.hpp>\n");
	struct fl_vec tallies;
	fl_vec_init(&tallies, sizeof(struct tally), FL_LIST_MAX);
	for (size_t i = 0; i < items->len; i++) {
		struct tally *t = tally_of(&tallies, items->at[i].shape);
		if (t)
			t->all++;
	}
	for (size_t i = 0; i < items->len && style >= FL_TERSE; i++)
		fl_terse_write(out, &items->at[i], style == FL_TERSE_SOURCE);
	for (size_t i = 0; i < items->len && style < FL_TERSE && !tallies.failed; i++)
		write_item(out, &items->at[i], style, tally_of(&tallies, items->at[i].shape));
	if (tallies.failed && !out->failed)
		out->failed = tallies.failed;
	fl_vec_release(&tallies);
	if (marker != FL_MARK_NONE)
		fl_buf_printf(out, "%s\n", fl_marker(marker)->close);
}
