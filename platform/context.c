#include "platform/context.h"

#define ROW(m, ...) FL_ROW(struct plat_context, m, __VA_ARGS__)
static const struct fl_field fields[] = {
	ROW(platform, FL_TEXT, .doc = "target triple without the vendor"),
	ROW(compiler, FL_TEXT, .doc = "compiler and its version"),
	ROW(standard, FL_TEXT, .doc = "language standard"),
	ROW(mode, FL_TEXT, .doc = "user, kernel or firmware"),
	ROW(os, FL_TEXT, .doc = "operating system"),
	ROW(arch, FL_TEXT, .doc = "processor architecture"),
	ROW(features, FL_TEXTS, .doc = "instruction sets asked for by flags"),
	ROW(libs, FL_TEXTS, .doc = "libraries whose headers are included"),
	ROW(sanitizers, FL_TEXTS, .doc = "sanitizers compiled in"),
	ROW(debug, FL_BOOL, .doc = "compiled with debug information"),
};
#undef ROW

enum { FIELDS = sizeof(fields) / sizeof(*fields) };

const struct fl_shape plat_context_shape = {
	.name = "platform_context",
	.size = sizeof(struct plat_context),
	FL_SHAPE_FIELDS(fields),
	.doc = "What a piece of C or C++ is written for.",
};

/* Sanitizers are written as the compilers take them. */
static char separator(const struct fl_field *f)
{
	return strcmp(f->name, "sanitizers") ? ' ' : ',';
}

/* Values come from command lines: none may end its comment or go on behind it. */
static void write_text(struct fl_slice s, struct fl_buf *out)
{
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];
		bool plain = c >= ' ' && c != 0x7f && c != '\\' && c != '?'; /* trigraphs */
		fl_buf_char(out, plain ? (char)c : '_');
	}
}

static void write_value(const struct fl_field *f, const void *m, struct fl_buf *out)
{
	const struct fl_list *list = m;
	const struct fl_slice *texts = list->items;
	if (f->kind == FL_TEXT) {
		write_text(*(const struct fl_slice *)m, out);
	} else if (f->kind == FL_BOOL) {
		fl_buf_str(out, "true");
	} else {
		for (size_t i = 0; i < list->len; i++) {
			if (i)
				fl_buf_char(out, separator(f));
			write_text(texts[i], out);
		}
	}
}

void plat_header_write(const struct plat_context *context, struct fl_buf *out)
{
	for (size_t i = 0; i < FIELDS; i++) {
		if (fl_field_unset(&fields[i], context))
			continue;
		fl_buf_printf(out, "// %s: ", fields[i].name);
		write_value(&fields[i], fl_member(&fields[i], context), out);
		fl_buf_char(out, '\n');
	}
}

static struct fl_list split(struct fl_slice value, char by, struct fl_arena *a)
{
	struct fl_list list = {0};
	size_t count = 1;
	for (size_t i = 0; i < value.len; i++)
		count += value.ptr[i] == by;
	struct fl_slice *texts = fl_arena_array(a, count, sizeof *texts);
	while (texts && value.len) {
		ptrdiff_t end = fl_slice_chr(value, by);
		struct fl_slice word = fl_slice_head(value, end < 0 ? value.len : (size_t)end);
		value = fl_slice_skip(value, end < 0 ? value.len : (size_t)end + 1);
		word = fl_slice_trim(word);
		if (word.len)
			texts[list.len++] = fl_arena_slice(a, word);
	}
	list.items = list.len ? texts : NULL;
	return list;
}

static int read_value(const struct fl_field *f, struct fl_slice value, struct fl_arena *a,
	struct plat_context *c, unsigned line, struct fl_error *err)
{
	void *m = (char *)c + f->offset;
	if (!fl_field_unset(f, c))
		return fl_error_at(err, FL_EPARSE, line, 0, 0, "\"%s\" comes twice", f->name);
	if (f->kind == FL_TEXT)
		*(struct fl_slice *)m = fl_arena_slice(a, value);
	else if (f->kind == FL_BOOL)
		*(bool *)m = fl_slice_eqs(value, "true");
	else
		*(struct fl_list *)m = split(value, separator(f), a);
	return 0;
}

/* "// key: value  // remark"; false when the line is no header line. */
static bool read_line(struct fl_slice line, struct fl_slice *ret_key, struct fl_slice *ret_value)
{
	if (!fl_slice_starts(line, "// "))
		return false;
	line = fl_slice_skip(line, 3);
	ptrdiff_t colon = fl_slice_find(line, ": ");
	if (colon <= 0)
		return false;
	struct fl_slice key = fl_slice_head(line, (size_t)colon);
	for (size_t i = 0; i < key.len; i++)
		if (key.ptr[i] < 'a' || key.ptr[i] > 'z')
			return false;
	struct fl_slice value = fl_slice_skip(line, (size_t)colon + 2);
	ptrdiff_t remark = fl_slice_find(value, " //");
	*ret_key = key;
	*ret_value = fl_slice_trim(fl_slice_head(value, remark < 0 ? value.len : (size_t)remark));
	return true;
}

int plat_header_read(struct fl_slice text, struct fl_arena *a, struct plat_context *ret_context,
	size_t *ret_len, struct fl_error *err)
{
	struct plat_context c;
	struct fl_slice rest = text, line, key, value;
	size_t len = 0;
	fl_object_reset(&plat_context_shape, &c);
	for (unsigned n = 1; fl_slice_line(&rest, &line) && read_line(line, &key, &value); n++) {
		const struct fl_field *f = fl_shape_field(&plat_context_shape, key);
		if (!f && n == 1)
			break; /* some other comment */
		if (!f)
			return fl_error_at(err, FL_EPARSE, n, 4, 0,
				"a platform header has no \"%.*s\"", FL_ARG(key));
		int rc = read_value(f, value, a, &c, n, err);
		if (rc)
			return rc;
		len = text.len - rest.len;
	}
	int rc = fl_arena_error(a, "the platform header", err);
	if (rc)
		return rc;
	*ret_context = c;
	*ret_len = len;
	return 0;
}
