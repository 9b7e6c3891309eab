#include "base/utf8.h"
#include "datasets/transcribed/pasted.h"
#include "tracegen/evidence/value.h"

static struct fl_slice base_name(struct fl_slice path)
{
	ptrdiff_t slash = fl_slice_rchr(path, '/');
	return slash < 0 ? path : fl_slice_skip(path, (size_t)slash + 1);
}

bool ds_pasted_is_own(const struct ds_pasted *t, struct fl_slice file)
{
	struct fl_slice name = base_name(file);
	return name.len &&
	       (fl_slice_eq(name, base_name(t->file)) || fl_slice_eq(name, base_name(t->said)));
}

struct fl_slice ds_pasted_said(const struct ds_pasted *t)
{
	return t->said.len ? base_name(t->said) : t->file;
}

struct fl_slice ds_pasted_file(const struct ds_pasted *t, struct fl_slice file)
{
	if (ds_pasted_is_own(t, file))
		return t->file;
	if (fl_slice_starts(file, "/"))
		return base_name(file);
	for (bool more = true; more;) {
		more = false;
		if (fl_slice_starts(file, "./"))
			more = true, file = fl_slice_skip(file, 2);
		if (fl_slice_starts(file, "../"))
			more = true, file = fl_slice_skip(file, 3);
	}
	return file;
}

/* ---- what is the machine's ---- */

static bool is_of_path(char c)
{
	return fl_is_word(c) || (c && strchr("/.+-@~", c));
}

/* The length of a path of the machine at the start, 0: there is none. */
static size_t path_len(struct fl_slice s)
{
	static const char *const roots[] = {
		"/home/", "/root/", "/tmp/", "/proc/", "/box/", "/Users/", "/build/", "/mnt/"};
	size_t n = 0;
	for (size_t i = 0; i < sizeof(roots) / sizeof(roots[0]); i++)
		if (fl_slice_starts(s, roots[i]))
			n = strlen(roots[i]);
	while (n && n < s.len && is_of_path(s.ptr[n]))
		n++;
	return n;
}

/* The length of an address at the start: more digits than numbers of programs have. */
static size_t address_len(struct fl_slice s)
{
	enum { DIGITS = 6 };
	size_t n = 2;
	if (!fl_slice_starts(s, "0x"))
		return 0;
	while (n < s.len && fl_hex_value(s.ptr[n]) >= 0)
		n++;
	return n >= DIGITS + 2 ? n : 0;
}

static size_t id_len(struct fl_slice s)
{
	static const char *const words[] = {"process ", "LWP ", "pid "};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t n = strlen(words[i]);
		if (!fl_slice_starts(s, words[i]))
			continue;
		size_t start = n;
		while (n < s.len && s.ptr[n] >= '0' && s.ptr[n] <= '9')
			n++;
		return n > start ? n : 0;
	}
	return 0;
}

/* Does the program itself hold it? */
static bool is_given(const struct ds_pasted *t, struct fl_slice s)
{
	return t->text.len && memmem(t->text.ptr, t->text.len, s.ptr, s.len);
}

static struct fl_slice cleaned(const struct ds_pasted *t, struct fl_slice text, size_t max)
{
	bool longer = text.len > 2 * max;
	struct fl_buf out;
	bool word = false; /* what stands before belongs to it */
	text = fl_slice_head(text, 2 * max);
	fl_buf_init(&out, text.len * 2 + 64);
	for (size_t n; text.len; text = fl_slice_skip(text, n)) {
		uint32_t c = 0;
		size_t path = word ? 0 : path_len(text), address = word ? 0 : address_len(text);
		size_t id = word ? 0 : id_len(text);
		struct fl_slice whole = fl_slice_head(text, path);
		if (path && !is_given(t, whole)) {
			n = path;
			fl_buf_slice(&out, base_name(whole));
		} else if (address && !is_given(t, fl_slice_head(text, address))) {
			n = address;
			fl_buf_str(&out, "<ptr>");
		} else if (id) {
			n = id;
			fl_buf_add(&out, text.ptr, (size_t)fl_slice_chr(text, ' ') + 1);
			fl_buf_char(&out, 'N');
		} else {
			n = fl_utf8_decode(text, &c);
			if (n == 0 || (c < ' ' && c != '\t' && c != '\n')) {
				fl_buf_char(&out, '?');
				n = n ? n : 1;
			} else {
				fl_buf_add(&out, text.ptr, n);
			}
		}
		word = fl_is_word(text.ptr[n - 1]);
	}
	struct fl_slice made = fl_utf8_head(fl_buf_view(&out), max);
	made = longer || made.len < out.len ? fl_arena_printf(t->a, "%.*s...", FL_ARG(made))
					    : fl_arena_slice(t->a, made);
	fl_buf_release(&out);
	return made;
}

struct fl_slice ds_pasted_value(const struct ds_pasted *t, struct fl_slice value, size_t max)
{
	enum { MOST = 16 << 10 };
	struct fl_slice clean = tg_value_clean(t->a, fl_slice_head(value, MOST), max);
	return cleaned(t, clean, clean.len);
}

struct fl_slice ds_pasted_text(const struct ds_pasted *t, struct fl_slice text, size_t max)
{
	return cleaned(t, text, max);
}
