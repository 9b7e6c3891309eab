#include "platform/detect.h"

#include <stdlib.h>

#include "base/process.h"
#include "base/source_name.h"
#include "platform/tables.h"

enum { WORDS_MAX = 64 };

/* A small ordered set of texts. */
struct words {
	struct fl_slice at[WORDS_MAX];
	size_t len;
};

static void words_remove(struct words *w, struct fl_slice word)
{
	for (size_t i = 0; i < w->len; i++)
		if (fl_slice_eq(w->at[i], word)) {
			memmove(&w->at[i], &w->at[i + 1], (w->len - i - 1) * sizeof w->at[0]);
			w->len--;
			return;
		}
}

/* At the end; a word that is there already moves there. What does not fit any more is left out. */
static void words_add(struct words *w, struct fl_slice word)
{
	words_remove(w, word);
	if (word.len && w->len < WORDS_MAX)
		w->at[w->len++] = word;
}

static int compare(const void *a, const void *b)
{
	return fl_slice_cmp(*(const struct fl_slice *)a, *(const struct fl_slice *)b);
}

static struct fl_list words_list(const struct words *w, struct fl_arena *a)
{
	struct fl_list list = {0};
	struct fl_slice *texts = w->len ? fl_arena_array(a, w->len, sizeof *texts) : NULL;
	for (size_t i = 0; texts && i < w->len; i++)
		texts[i] = fl_arena_slice(a, w->at[i]);
	list.items = texts;
	list.len = texts ? w->len : 0;
	return list;
}

static size_t version_number(struct fl_slice s, struct plat_compiler *c)
{
	size_t n = fl_slice_uint(s, &c->major);
	if (n && fl_slice_starts(fl_slice_skip(s, n), "."))
		fl_slice_uint(fl_slice_skip(s, n + 1), &c->minor);
	return n;
}

int plat_compiler_parse(
	struct fl_slice text, struct plat_compiler *ret_compiler, struct fl_error *err)
{
	static const char *const words[] = {
		[PLAT_GCC] = "gcc version ", [PLAT_CLANG] = "clang version "};
	struct plat_compiler c = {0};
	bool found = false;
	struct fl_slice rest = text, line;
	while (fl_slice_line(&rest, &line)) {
		for (int f = PLAT_GCC; f <= PLAT_CLANG && !found; f++) {
			ptrdiff_t at = fl_slice_find(line, words[f]);
			if (at < 0)
				continue;
			c.family = (enum plat_family)f;
			found = version_number(
					fl_slice_skip(line, (size_t)at + strlen(words[f])), &c) > 0;
		}
		if (fl_slice_starts(line, "Target: ") && !c.target.len)
			c.target = fl_slice_trim(fl_slice_skip(line, strlen("Target: ")));
	}
	if (!found)
		return fl_error_set(err, FL_EPARSE, "this is no gcc and no clang");
	*ret_compiler = c;
	return 0;
}

int plat_compiler_query(const char *command, struct fl_arena *a, struct plat_compiler *ret_compiler,
	struct fl_error *err)
{
	const char *const argv[] = {command, "-v", NULL};
	struct fl_process_spec spec = {.argv = argv, .wall_ms = 20000};
	struct fl_process_result result;
	struct plat_compiler c;
	struct fl_buf text;
	fl_buf_init(&text, 1 << 20);
	int rc = fl_process_run(&spec, NULL, &text, &result, err);
	if (!rc)
		rc = plat_compiler_parse(fl_buf_view(&text), &c, err);
	if (!rc) {
		c.target = fl_arena_slice(a, c.target);
		rc = fl_arena_error(a, "the compiler's description", err);
	}
	fl_buf_release(&text);
	if (rc) {
		fl_error_wrap(err, "%s -v", command);
		return rc;
	}
	*ret_compiler = c;
	return 0;
}

enum plat_language plat_language_of(struct fl_slice file_name)
{
	const struct fl_source_name *name = fl_source_name(file_name);
	return name && name->language == FL_SOURCE_CXX ? PLAT_CXX : PLAT_C;
}

/* The triple without "pc", "unknown" or "none" in the vendor's place. */
static struct fl_slice without_vendor(struct fl_slice triple, struct fl_arena *a)
{
	ptrdiff_t first = fl_slice_chr(triple, '-');
	if (first < 0)
		return fl_arena_slice(a, triple);
	struct fl_slice rest = fl_slice_skip(triple, (size_t)first + 1);
	ptrdiff_t second = fl_slice_chr(rest, '-');
	if (second < 0)
		return fl_arena_slice(a, triple);
	struct fl_slice vendor = fl_slice_head(rest, (size_t)second);
	if (!fl_slice_eqs(vendor, "pc") && !fl_slice_eqs(vendor, "unknown"))
		return fl_arena_slice(a, triple);
	return fl_arena_printf(a, "%.*s%.*s", FL_ARG(fl_slice_head(triple, (size_t)first)),
		FL_ARG(fl_slice_skip(rest, (size_t)second)));
}

static void from_target(struct fl_slice target, struct plat_context *c, struct fl_arena *a)
{
	ptrdiff_t dash = fl_slice_chr(target, '-');
	if (!target.len)
		return;
	c->platform = without_vendor(target, a);
	c->arch = fl_arena_slice(a, fl_slice_head(target, dash < 0 ? target.len : (size_t)dash));
	for (const struct plat_os *s = plat_systems; s->part && !c->os.len; s++)
		if (fl_slice_find(target, s->part) >= 0)
			c->os = fl_slice_str(s->os);
}

static void from_compiler(const struct plat_compiler *compiler, enum plat_language language,
	struct plat_context *c, struct fl_arena *a)
{
	static const char *const names[2][2] = {{"gcc", "g++"}, {"clang", "clang++"}};
	if (compiler->major)
		c->compiler = fl_arena_printf(a, "%s %u.%u", names[compiler->family][language],
			compiler->major, compiler->minor);
	from_target(compiler->target, c, a);
	for (const struct plat_default *d = plat_defaults; d->standard && compiler->major; d++)
		if (d->family == compiler->family && d->language == language &&
			compiler->major >= d->since) {
			c->standard = fl_slice_str(d->standard);
			return;
		}
}

/* What flags say that is more than one word. */
struct flag_words {
	struct words features, sanitizers;
	bool freestanding, kernel;
};

static void each_sanitizer(
	struct words *w, struct fl_slice list, void (*change)(struct words *, struct fl_slice))
{
	while (list.len) {
		ptrdiff_t comma = fl_slice_chr(list, ',');
		size_t n = comma < 0 ? list.len : (size_t)comma;
		struct fl_slice word = fl_slice_head(list, n);
		if (fl_slice_eqs(word, "all"))
			w->len = 0; /* only -fno-sanitize= takes "all" */
		else
			change(w, word);
		list = fl_slice_skip(list, n + 1);
	}
}

static bool is_feature(struct fl_slice word)
{
	for (const char *const *f = plat_features; *f; f++)
		if (fl_slice_eqs(word, *f))
			return true;
	return false;
}

static void take_flag(
	struct fl_slice flag, struct plat_context *c, struct flag_words *w, struct fl_arena *a)
{
	bool cxx;
	if (fl_slice_starts(flag, "-std=")) {
		if (fl_source_standard(fl_slice_skip(flag, 5), &cxx))
			c->standard = fl_arena_slice(a, fl_slice_skip(flag, 5));
	} else if (fl_slice_starts(flag, "-fsanitize=")) {
		each_sanitizer(&w->sanitizers, fl_slice_skip(flag, 11), words_add);
	} else if (fl_slice_starts(flag, "-fno-sanitize=")) {
		each_sanitizer(&w->sanitizers, fl_slice_skip(flag, 14), words_remove);
	} else if (fl_slice_starts(flag, "--target=")) {
		c->os = fl_slice(NULL, 0);
		from_target(fl_slice_skip(flag, 9), c, a);
	} else if (fl_slice_starts(flag, "-mno-")) {
		words_remove(&w->features, fl_slice_skip(flag, 5));
	} else if (fl_slice_starts(flag, "-m") && is_feature(fl_slice_skip(flag, 2))) {
		words_add(&w->features, fl_slice_skip(flag, 2));
	} else if (fl_slice_eqs(flag, "-g0")) {
		c->debug = false;
	} else if (fl_slice_eqs(flag, "-g") || fl_slice_eqs(flag, "-g1") ||
		   fl_slice_eqs(flag, "-g2") || fl_slice_eqs(flag, "-g3") ||
		   fl_slice_starts(flag, "-ggdb") || fl_slice_starts(flag, "-gdwarf")) {
		c->debug = true;
	} else if (fl_slice_eqs(flag, "-ffreestanding")) {
		w->freestanding = true;
	} else if (fl_slice_eqs(flag, "-D__KERNEL__")) {
		w->kernel = true;
	}
}

static bool header_is(const char *pattern, struct fl_slice name)
{
	size_t n = strlen(pattern);
	if (pattern[n - 1] == '/')
		return fl_slice_starts(name, pattern);
	if (pattern[n - 1] == '*')
		return name.len >= n - 1 && !memcmp(name.ptr, pattern, n - 1);
	return fl_slice_eqs(name, pattern);
}

static const char *meaning(const struct plat_header *table, struct fl_slice name)
{
	for (; table->name; table++)
		if (header_is(table->name, name))
			return table->means;
	return NULL;
}

/* Is the start of the next line in a block comment? Strings with comment signs do not matter. */
static bool in_comment_after(struct fl_slice line, bool in_comment)
{
	for (size_t i = 0; i + 1 < line.len; i++) {
		if (!in_comment && !memcmp(line.ptr + i, "//", 2))
			return false;
		if (!in_comment && !memcmp(line.ptr + i, "/*", 2)) {
			in_comment = true;
			i++;
		} else if (in_comment && !memcmp(line.ptr + i, "*/", 2)) {
			in_comment = false;
			i++;
		}
	}
	return in_comment;
}

static void from_text(struct fl_slice text, struct words *libs, const char **mode)
{
	struct fl_slice line;
	bool in_comment = false;
	while (fl_slice_line(&text, &line)) {
		bool quoted;
		struct fl_slice name =
			in_comment ? fl_slice(NULL, 0) : fl_source_included(line, &quoted);
		const char *lib = name.len ? meaning(plat_libs, name) : NULL;
		const char *found = name.len ? meaning(plat_modes, name) : NULL;
		if (lib)
			words_add(libs, fl_slice_str(lib));
		if (found && !*mode)
			*mode = found;
		in_comment = in_comment_after(line, in_comment);
	}
	qsort(libs->at, libs->len, sizeof libs->at[0], compare);
}

int plat_detect(struct fl_slice text, enum plat_language language,
	const struct plat_compiler *compiler, const char *const *flags, struct fl_arena *a,
	struct plat_context *ret_context, struct fl_error *err)
{
	struct plat_context c;
	struct flag_words w = {0};
	struct words libs = {0};
	const char *mode = NULL;
	fl_object_reset(&plat_context_shape, &c);
	if (compiler)
		from_compiler(compiler, language, &c, a);
	for (; flags && *flags; flags++)
		take_flag(fl_slice_str(*flags), &c, &w, a);
	from_text(text, &libs, &mode);
	if (!mode && w.kernel)
		mode = "kernel";
	/* freestanding code may be either of the two others */
	if (!mode && !w.freestanding && c.os.len)
		mode = "user";
	c.mode = fl_slice_str(mode);
	c.features = words_list(&w.features, a);
	c.sanitizers = words_list(&w.sanitizers, a);
	c.libs = words_list(&libs, a);
	int rc = fl_arena_error(a, "the platform context", err);
	if (rc)
		return rc;
	*ret_context = c;
	return 0;
}
