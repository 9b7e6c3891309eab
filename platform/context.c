#include "platform/context.h"

#define ROW(m, ...) FL_ROW(struct plat_context, m, __VA_ARGS__)
static const struct fl_field fields[] = {
	ROW(platform, FL_TEXT, .doc = "target triple without the vendor"),
	ROW(compiler, FL_TEXT, .doc = "compiler and its version"),
	ROW(standard, FL_TEXT, .doc = "language standard"),
	ROW(mode, FL_TEXT, .doc = "user, kernel or firmware"),
	ROW(os, FL_TEXT, .doc = "operating system"),
	ROW(arch, FL_TEXT, .doc = "processor architecture"),
	ROW(features, FL_TEXTS, .doc = "instruction sets beyond the processor's least"),
	ROW(libs, FL_TEXTS, .doc = "libraries, with the version where one is stated"),
	ROW(sanitizers, FL_TEXTS, .doc = "sanitizers compiled in"),
	ROW(build, FL_TEXT, .doc = "build system, with the version where one is stated"),
	ROW(debug, FL_BOOL, .doc = "compiled with debug information"),
};
#undef ROW

enum { FIELDS = sizeof(fields) / sizeof(*fields) };
_Static_assert((int)FIELDS == (int)PLAT_FIELDS, "a field is missing");

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
static void write_text(struct fl_slice s, unsigned style, struct fl_buf *out)
{
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];
		bool plain = c >= ' ' && c != 0x7f && c != '\\' && c != '?'; /* trigraphs */
		if (c == ',' && style & PLAT_HEADER_ONE_LINE)
			c = ';';
		fl_buf_char(out, plain ? (char)c : '_');
	}
}

static void write_value(const struct fl_field *f, const void *m, unsigned style, struct fl_buf *out)
{
	const struct fl_list *list = m;
	const struct fl_slice *texts = list->items;
	if (f->kind == FL_TEXT) {
		write_text(*(const struct fl_slice *)m, style, out);
	} else if (f->kind == FL_BOOL) {
		fl_buf_str(out, "true");
	} else {
		for (size_t i = 0; i < list->len; i++) {
			if (i)
				fl_buf_char(out, separator(f));
			write_text(texts[i], style, out);
		}
	}
}

static const char bos[] = "// <BOS>\n";

void plat_header_write_as(const struct plat_context *context, unsigned style, struct fl_buf *out)
{
	bool one_line = style & PLAT_HEADER_ONE_LINE, first = true;
	for (size_t i = 0; i < FIELDS; i++) {
		if (fl_field_unset(&fields[i], context))
			continue;
		if (first && style & PLAT_HEADER_BOS)
			fl_buf_str(out, bos);
		fl_buf_str(out, first || !one_line ? "// " : ", ");
		first = false;
		fl_buf_str(out, fields[i].name);
		fl_buf_str(out, ": ");
		write_value(&fields[i], fl_member(&fields[i], context), style, out);
		if (!one_line)
			fl_buf_char(out, '\n');
	}
	if (one_line && !first)
		fl_buf_char(out, '\n');
}

void plat_header_write(const struct plat_context *context, struct fl_buf *out)
{
	plat_header_write_as(context, 0, out);
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

/* The line without the "// " before it and a remark behind it; false: it is no such line. */
static bool read_line(struct fl_slice line, struct fl_slice *ret_pairs)
{
	if (!fl_slice_starts(line, "// "))
		return false;
	line = fl_slice_skip(line, 3);
	ptrdiff_t remark = fl_slice_find(line, " //");
	*ret_pairs = fl_slice_trim(fl_slice_head(line, remark < 0 ? line.len : (size_t)remark));
	return true;
}

/* Cut "key" off "key: …"; false: it starts with none. */
static bool read_key(struct fl_slice *rest, struct fl_slice *ret_key)
{
	size_t n = 0;
	while (n < rest->len && rest->ptr[n] >= 'a' && rest->ptr[n] <= 'z')
		n++;
	if (!n || !fl_slice_starts(fl_slice_skip(*rest, n), ": "))
		return false;
	*ret_key = fl_slice_head(*rest, n);
	*rest = fl_slice_skip(*rest, n + 2);
	return true;
}

/* The value, up to where the next key of a header in one line begins. */
static struct fl_slice cut_value(struct fl_slice *rest)
{
	struct fl_slice key;
	for (size_t i = 0; i + 1 < rest->len; i++) {
		struct fl_slice next = fl_slice_skip(*rest, i + 2);
		if (rest->ptr[i] != ',' || rest->ptr[i + 1] != ' ' || !read_key(&next, &key))
			continue;
		struct fl_slice value = fl_slice_head(*rest, i);
		*rest = fl_slice_skip(*rest, i + 2);
		return fl_slice_trim(value);
	}
	struct fl_slice value = fl_slice_trim(*rest);
	*rest = fl_slice(NULL, 0);
	return value;
}

/* One line of a header, from its first key on. */
static int read_pairs(struct fl_slice pairs, struct fl_arena *a, struct plat_context *c,
	unsigned line, struct fl_error *err)
{
	struct fl_slice key;
	while (read_key(&pairs, &key)) {
		const struct fl_field *f = fl_shape_field(&plat_context_shape, key);
		if (!f)
			return fl_error_at(err, FL_EPARSE, line, 4, 0,
				"a platform header has no \"%.*s\"", FL_ARG(key));
		int rc = read_value(f, cut_value(&pairs), a, c, line, err);
		if (rc)
			return rc;
	}
	return 0;
}

static struct fl_slice without_bos(struct fl_slice text)
{
	return fl_slice_starts(text, bos) ? fl_slice_skip(text, sizeof(bos) - 1) : text;
}

bool plat_header_starts(struct fl_slice text)
{
	struct fl_slice rest = without_bos(text), line, key;
	return fl_slice_line(&rest, &line) && read_line(line, &line) && read_key(&line, &key) &&
	       fl_shape_field(&plat_context_shape, key);
}

int plat_header_read(struct fl_slice text, struct fl_arena *a, struct plat_context *ret_context,
	size_t *ret_len, struct fl_error *err)
{
	struct plat_context c;
	struct fl_slice rest = without_bos(text), line, key;
	size_t len = 0;
	fl_object_reset(&plat_context_shape, &c);
	unsigned n = rest.len < text.len ? 2 : 1;
	for (bool more = plat_header_starts(text);
		more && fl_slice_line(&rest, &line) && read_line(line, &line); n++) {
		struct fl_slice pairs = line;
		if (!read_key(&pairs, &key))
			break;
		int rc = read_pairs(line, a, &c, n, err);
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
