/* The writer of base/literal.h. */
#include "base/literal.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/json_escape.h"
#include "base/show.h"
#include "base/utf8.h"

static const struct fl_marker_pair markers[FL_MARK_COUNT] = {
	[FL_MARK_NONE] = {"none", "", ""},
	[FL_MARK_COMPILE] = {"compile", "// <COMPILE_START>", "// <COMPILE_END>"},
	[FL_MARK_DEBUG] = {"debug", "<DEBUG_CONTEXT>", "<CODE_END>"},
	[FL_MARK_THOUGHT] = {"thought", "<THOUGHT_START>", "<THOUGHT_END>"},
	[FL_MARK_QUERY] = {"query", "<QUERY_TOOL>", "<CODE_END>"},
	[FL_MARK_RESULT] = {"result", "<TOOL_RESULT>", "<CODE_END>"},
};

const struct fl_marker_pair *fl_marker(enum fl_marker m)
{
	return &markers[m];
}

size_t fl_marker_len(struct fl_slice s)
{
	if (!s.len || s.ptr[0] != '<')
		return 0;
	for (int m = FL_MARK_NONE + 1; m < FL_MARK_COUNT; m++) {
		const char *const words[] = {
			strchr(markers[m].open, '<'), strchr(markers[m].close, '<')};
		for (size_t i = 0; i < 2; i++)
			if (fl_slice_starts(s, words[i]))
				return strlen(words[i]);
	}
	return 0;
}

static void put_octal(struct fl_buf *out, struct fl_slice bytes)
{
	for (size_t i = 0; i < bytes.len; i++)
		fl_buf_printf(out, "\\%03o", (unsigned char)bytes.ptr[i]);
}

static void put_char(struct fl_buf *out, char c, char before)
{
	switch (c) {
	case '"': fl_buf_str(out, "\\\""); break;
	case '\\': fl_buf_str(out, "\\\\"); break;
	case '\n': fl_buf_str(out, "\\n"); break;
	case '\t': fl_buf_str(out, "\\t"); break;
	case '\r': fl_buf_str(out, "\\r"); break;
	case '?': fl_buf_str(out, before == '?' ? "\\?" : "?"); break;
	default:
		if ((unsigned char)c < 0x20 || c == 0x7f)
			put_octal(out, fl_slice(&c, 1));
		else
			fl_buf_char(out, c);
	}
}

void fl_literal_text(struct fl_buf *out, struct fl_slice s)
{
	char before = 0;
	fl_buf_char(out, '"');
	while (s.len) {
		uint32_t c;
		size_t n = fl_utf8_decode(s, &c);
		/* A marker in somebody's text would end ours, for whoever looks for it. */
		if (n == 1 && !fl_marker_len(s))
			put_char(out, s.ptr[0], before);
		/* Compilers warn about some that are valid UTF-8 (-Wbidi-chars). */
		else if (n > 1 && !fl_show_hides(c))
			fl_buf_add(out, s.ptr, n);
		else
			put_octal(out, fl_slice_head(s, n ? n : 1));
		before = s.ptr[0];
		s = fl_slice_skip(s, n ? n : 1);
	}
	fl_buf_char(out, '"');
}

/* INT64_MIN has no literal of its own in C++. */
static void put_int(struct fl_buf *out, int64_t v)
{
	if (v == INT64_MIN)
		fl_buf_str(out, "-9223372036854775807 - 1");
	else
		fl_buf_printf(out, "%" PRId64, v);
}

static void put_scalar(struct fl_buf *out, const struct fl_field *f, const void *m)
{
	switch (f->kind) {
	case FL_TEXT: fl_literal_text(out, *(const struct fl_slice *)m); break;
	case FL_INT: put_int(out, *(const int64_t *)m); break;
	case FL_HEX: fl_buf_printf(out, "0x%" PRIx64, *(const uint64_t *)m); break;
	case FL_BOOL: fl_buf_str(out, *(const bool *)m ? "true" : "false"); break;
	case FL_RATIO: fl_ratio_text(out, *(const int64_t *)m); break;
	case FL_ENUM: {
		const char *word = f->names->words[*(const int *)m];
		if (f->flags & FL_CXX_ENUM)
			fl_buf_str(out, word);
		else
			fl_literal_text(out, fl_slice_str(word));
		break;
	}
	default: break; /* objects and lists have writers of their own, for each style */
	}
}

static void put_texts(struct fl_buf *out, const struct fl_list *list)
{
	const struct fl_slice *texts = list->items;
	fl_buf_char(out, '{');
	for (size_t i = 0; i < list->len; i++) {
		if (i)
			fl_buf_str(out, ", ");
		fl_literal_text(out, texts[i]);
	}
	fl_buf_char(out, '}');
}

static bool is_shown(const struct fl_field *f, const void *object)
{
	return (f->flags & FL_KEEP && f->kind != FL_LIST && f->kind != FL_TEXTS) ||
	       !fl_field_unset(f, object);
}

/* Compact style. */

static void compact_object(struct fl_buf *out, const struct fl_shape *shape, const void *object);

static void compact_value(struct fl_buf *out, const struct fl_field *f, const void *m)
{
	const struct fl_list *list = m;
	switch (f->kind) {
	case FL_OBJECT: compact_object(out, f->shape, m); break;
	case FL_TEXTS: put_texts(out, list); break;
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
			fl_buf_printf(out, "faultline::%s::", f->names->name);
		put_scalar(out, f, m);
		break;
	default: put_scalar(out, f, m);
	}
}

static void compact_object(struct fl_buf *out, const struct fl_shape *shape, const void *object)
{
	const char *between = "";
	fl_buf_char(out, '{');
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		if (!is_shown(f, object))
			continue;
		fl_buf_printf(out, "%s.%s = ", between, f->name);
		compact_value(out, f, fl_member(f, object));
		between = ", ";
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
	fl_buf_printf(w->out, "struct %s%s {\n", type, suffix);
	w->depth++;
	full_object(w, shape, object, suffix);
	w->depth--;
	full_indent(w);
	fl_buf_printf(w->out, "}%s%s;\n", *declarator ? " " : "", declarator);
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
	fl_buf_printf(w->out, "enum %s {", f->names->name);
	for (int i = 0; i < f->names->count; i++)
		fl_buf_printf(w->out, "%s%s", i ? ", " : " ", f->names->words[i]);
	fl_buf_printf(w->out, " } %s = ", f->name);
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
		put_texts(w->out, list);
	} else if (f->kind == FL_ENUM && f->flags & FL_CXX_ENUM) {
		full_enum(w, f);
	} else {
		fl_buf_printf(w->out, "%s %s = ", full_type(f, m), f->name);
	}
	put_scalar(w->out, f, m);
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
		fl_buf_printf(out, "%s\n", markers[marker].open);
	if (style == FL_COMPACT)
		fl_buf_str(out, "#include <faultline/literals.hpp>\n");
	struct fl_vec tallies;
	fl_vec_init(&tallies, sizeof(struct tally), FL_LIST_MAX);
	for (size_t i = 0; i < items->len; i++) {
		struct tally *t = tally_of(&tallies, items->at[i].shape);
		if (t)
			t->all++;
	}
	for (size_t i = 0; i < items->len && !tallies.failed; i++)
		write_item(out, &items->at[i], style, tally_of(&tallies, items->at[i].shape));
	if (tallies.failed && !out->failed)
		out->failed = tallies.failed;
	fl_vec_release(&tallies);
	if (marker != FL_MARK_NONE)
		fl_buf_printf(out, "%s\n", markers[marker].close);
}
