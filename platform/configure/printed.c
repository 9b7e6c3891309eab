#include "platform/configure/printed.h"

#include <stdlib.h>

#include "base/path.h"
#include "platform/configure/grow.h"
#include "platform/configure/words.h"

enum { WORDS_MAX = 1 << 15, INPUTS_MAX = 1 << 16 };

/* One compiled file. */
struct compile {
	struct fl_slice object; /* the whole path without its ending */
	struct fl_slice source; /* relative to the project */
	struct fl_list settings;
	size_t order;
	bool used;
};

/* One program, library or archive. */
struct link {
	struct fl_slice output; /* the whole path */
	enum plat_target_kind kind;
	struct plat_place at;
	struct fl_list inputs; /* struct fl_slice: objects as struct compile has them */
	struct fl_list settings;
	size_t order;
};

struct reader {
	struct fl_arena *arena;
	struct plat_grow grow;
	struct fl_slice
		directories[PLAT_DIRECTORIES_MAX]; /* whole paths; the last is where make is */
	size_t depth;
	struct fl_slice here; /* where the line's shell is */
	struct plat_place at; /* the recipe that is printed */
	struct fl_vec words; /* struct fl_slice: of a command */
	struct fl_vec compiles, links;
};

/* ---- words ---- */

static bool is_one(struct fl_slice word, const char *const *of)
{
	for (; *of; of++)
		if (fl_slice_eqs(word, *of))
			return true;
	return false;
}

/* What stands before a command without being one, and who runs another command. */
static bool is_prefix(struct fl_slice word)
{
	static const char *const words[] = {"if", "then", "else", "do", "{", "!", "time", "exec",
		"env", "ccache", "nice", "sh", "bash", "depcomp", "compile", NULL};
	struct fl_slice name = fl_path_name(word);
	size_t i = 0;
	while (i < word.len && fl_is_word(word.ptr[i]))
		i++;
	bool assignment = i && i < word.len && word.ptr[i] == '=';
	return !word.len || assignment || fl_slice_starts(word, "-") || is_one(name, words) ||
	       fl_slice_ends(name, "libtool");
}

/* "gcc", "arm-none-eabi-g++", "clang-19". */
static bool is_compiler(struct fl_slice name)
{
	static const char *const words[] = {
		"gcc", "g++", "cc", "c++", "clang", "clang++", "c89", "c99", NULL};
	ptrdiff_t dash = fl_slice_rchr(name, '-');
	if (dash > 0 && (size_t)dash + 1 < name.len && name.ptr[dash + 1] >= '0' &&
		name.ptr[dash + 1] <= '9') {
		name = fl_slice_head(name, (size_t)dash);
		dash = fl_slice_rchr(name, '-');
	}
	return is_one(fl_slice_skip(name, (size_t)(dash + 1)), words);
}

static enum plat_languages source_language(struct fl_slice path)
{
	static const char *const cxx[] = {"cc", "cpp", "cxx", "C", "c++", "cp", "CPP", NULL};
	ptrdiff_t dot = fl_slice_rchr(path, '.');
	struct fl_slice ending = fl_slice_skip(path, (size_t)(dot + 1));
	if (dot <= 0)
		return (enum plat_languages)0;
	if (fl_slice_eqs(ending, "c"))
		return PLAT_FOR_C;
	return is_one(ending, cxx) ? PLAT_FOR_CXX : (enum plat_languages)0;
}

static bool takes_value(struct fl_slice word)
{
	static const char *const words[] = {"-MT", "-MF", "-MQ", "-include", "-imacros", "-I",
		"-isystem", "-iquote", "-idirafter", "-x", "-Xlinker", "-T", "-D", "-U", "-L",
		"-rpath", "-version-info", "-version-number", "-release", "-export-symbols",
		"-export-symbols-regex", ">", ">>", "<", "2>", "-arch", "-u", "-z", NULL};
	return is_one(word, words);
}

/* Is it a flag that says how a file is compiled? */
static bool is_flag(struct fl_slice word)
{
	static const char *const others[] = {
		"-c", "-S", "-o", "-shared", "-module", "-static", NULL};
	return fl_slice_starts(word, "-") && !is_one(word, others) && !takes_value(word) &&
	       !(word.len > 1 && strchr("IMlL", word.ptr[1]));
}

static bool is_object(struct fl_slice word)
{
	return fl_slice_ends(word, ".o") || fl_slice_ends(word, ".lo");
}

/* automake writes "`test -f 'a.c' || echo './'`a.c", for a source tree elsewhere. */
static struct fl_slice without_test(struct fl_slice word)
{
	ptrdiff_t end = fl_slice_starts(word, "`test -f ") ? fl_slice_rchr(word, '`') : 0;
	return end > 0 ? fl_slice_skip(word, (size_t)end + 1) : word;
}

/* ---- paths ---- */

static struct fl_slice whole_path(const struct reader *r, struct fl_slice path)
{
	if (!fl_slice_starts(path, "/"))
		path = fl_arena_printf(r->arena, "%.*s/%.*s", FL_ARG(r->here), FL_ARG(path));
	path = fl_path_straight(r->arena, path, NULL);
	return fl_arena_printf(r->arena, "/%.*s", FL_ARG(path));
}

/* An object by what its two forms have in common: "a/b.o", "a/b.lo" and "a/.libs/b.o". */
static struct fl_slice object_of(const struct reader *r, struct fl_slice path)
{
	struct fl_slice whole = whole_path(r, path);
	struct fl_slice name = fl_path_name(whole), directory = fl_path_directory(whole);
	ptrdiff_t dot = fl_slice_rchr(name, '.');
	if (dot > 0)
		name = fl_slice_head(name, (size_t)dot);
	if (fl_slice_ends(directory, "/.libs"))
		directory = fl_slice_head(directory, directory.len - strlen("/.libs"));
	return fl_arena_printf(r->arena, "%.*s/%.*s", FL_ARG(directory), FL_ARG(name));
}

/* ---- commands ---- */

/* A call of a compiler, taken apart. */
struct call {
	struct fl_slice compiler, output;
	const struct fl_slice *arguments;
	size_t count;
	bool compiles, shared, installed, other;
	struct fl_vec sources, inputs; /* struct fl_slice */
};

static int add_text(struct fl_vec *to, struct fl_slice text)
{
	struct fl_slice *t = fl_vec_add(to);
	if (t)
		*t = text;
	return t ? 0 : to->failed;
}

static int call_read(struct call *c)
{
	static const char *const others[] = {"-E", "-M", "-MM", "-fsyntax-only", NULL};
	int rc = 0;
	for (size_t i = 0; i < c->count && rc == 0; i++) {
		struct fl_slice word = without_test(c->arguments[i]);
		c->compiles |= fl_slice_eqs(word, "-c") || fl_slice_eqs(word, "-S");
		c->shared |= fl_slice_eqs(word, "-shared");
		c->installed |= fl_slice_eqs(word, "-rpath");
		c->other |= is_one(word, others);
		if (fl_slice_eqs(word, "-o") && i + 1 < c->count)
			c->output = c->arguments[++i];
		else if (takes_value(word))
			i++;
		else if (fl_slice_starts(word, "-") || fl_slice_chr(word, '`') >= 0 ||
			 fl_slice_chr(word, '$') >= 0)
			continue;
		else if (source_language(word))
			rc = add_text(&c->sources, word);
		else if (is_object(word))
			rc = add_text(&c->inputs, word);
	}
	return rc;
}

/* Its flags as settings of a language; of the linker's words, the libraries alone. */
static int call_settings(
	const struct reader *r, const struct call *c, enum plat_languages l, struct fl_list *ret)
{
	struct fl_vec v;
	struct plat_place at = r->at;
	fl_vec_init(&v, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	int rc = plat_grow_setting(&v, PLAT_COMPILER, l, fl_path_name(c->compiler), at);
	for (size_t i = 0; i < c->count && rc == 0; i++) {
		struct fl_slice word = c->arguments[i];
		if (fl_slice_eqs(word, "-D") && i + 1 < c->count) {
			word = c->arguments[++i];
			word = fl_arena_printf(r->arena, "-D%.*s", FL_ARG(word));
		} else if (fl_slice_eqs(word, "-o") || takes_value(word)) {
			i++;
		}
		if (is_flag(word))
			rc = plat_grow_setting(&v, PLAT_FLAG, l, word, at);
	}
	if (rc == 0)
		*ret = fl_vec_freeze(&v, r->arena);
	fl_vec_release(&v);
	return rc;
}

static int link_settings(const struct reader *r, const struct call *c, struct fl_list *ret)
{
	struct fl_vec v;
	struct plat_place at = r->at;
	fl_vec_init(&v, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	int rc = 0;
	for (size_t i = 0; i < c->count && rc == 0; i++) {
		struct fl_slice word = c->arguments[i];
		struct fl_slice library = plat_word_library(word, r->arena);
		if (library.len || fl_slice_starts(word, "-f") || fl_slice_starts(word, "-Wl,") ||
			fl_slice_starts(word, "-pthread") || fl_slice_starts(word, "-nost"))
			rc = plat_grow_setting(
				&v, PLAT_LINK, PLAT_FOR_ALL, library.len ? library : word, at);
	}
	if (rc == 0)
		*ret = fl_vec_freeze(&v, r->arena);
	fl_vec_release(&v);
	return rc;
}

/* One source of a call; object: what it becomes. */
static int add_compile(
	struct reader *r, const struct call *c, struct fl_slice source, struct fl_slice object)
{
	struct fl_slice path;
	enum plat_languages l = source_language(source);
	if (fl_slice_find(fl_path_name(c->compiler), "++") >= 0)
		l = PLAT_FOR_CXX;
	if (!plat_grow_path(r->arena, r->here, source, &path))
		return 0;
	struct compile *to = fl_vec_add(&r->compiles);
	if (!to)
		return r->compiles.failed;
	*to = (struct compile){.object = object, .source = path, .order = r->compiles.len};
	return call_settings(r, c, l, &to->settings);
}

static int add_link(struct reader *r, struct fl_slice output, enum plat_target_kind kind,
	struct fl_vec *inputs, const struct call *c)
{
	struct link *to = fl_vec_add(&r->links);
	if (!to)
		return r->links.failed;
	*to = (struct link){
		.output = whole_path(r, output), .kind = kind, .at = r->at, .order = r->links.len};
	to->inputs = fl_vec_freeze(inputs, r->arena);
	return c ? link_settings(r, c, &to->settings) : 0;
}

static enum plat_target_kind kind_of(const struct call *c)
{
	if (fl_slice_ends(c->output, ".la"))
		return c->installed ? PLAT_SHARED_LIBRARY : PLAT_STATIC_LIBRARY;
	return c->shared || fl_slice_ends(c->output, ".so") || fl_slice_find(c->output, ".so.") >= 0
		       ? PLAT_SHARED_LIBRARY
		       : PLAT_PROGRAM;
}

/* Objects as paths; and the sources of a call that links at once, as objects of that name. */
static int call_take(struct reader *r, struct call *c)
{
	struct fl_slice *inputs = (struct fl_slice *)(void *)c->inputs.data;
	const struct fl_slice *sources = (const struct fl_slice *)(const void *)c->sources.data;
	int rc = 0;
	for (size_t i = 0; i < c->inputs.len; i++)
		inputs[i] = object_of(r, inputs[i]);
	for (size_t i = 0; i < c->sources.len && rc == 0; i++) {
		struct fl_slice object =
			c->compiles
				? object_of(r, c->output.len ? c->output : fl_path_name(sources[i]))
				: fl_arena_printf(r->arena, "%.*s:%.*s",
					  FL_ARG(whole_path(r, c->output)), FL_ARG(sources[i]));
		rc = add_compile(r, c, sources[i], object);
		if (rc == 0 && !c->compiles)
			rc = add_text(&c->inputs, object);
	}
	if (rc == 0 && !c->compiles && c->inputs.len)
		rc = add_link(
			r, c->output.len ? c->output : FL_S("a.out"), kind_of(c), &c->inputs, c);
	return rc;
}

static int run_compiler(struct reader *r, const struct fl_slice *words, size_t count)
{
	struct call c = {.compiler = words[0], .arguments = words + 1, .count = count - 1};
	fl_vec_init(&c.sources, sizeof(struct fl_slice), INPUTS_MAX);
	fl_vec_init(&c.inputs, sizeof(struct fl_slice), INPUTS_MAX);
	int rc = call_read(&c);
	if (rc == 0 && !c.other)
		rc = call_take(r, &c);
	fl_vec_release(&c.sources);
	fl_vec_release(&c.inputs);
	return rc;
}

static int run_ar(struct reader *r, const struct fl_slice *words, size_t count)
{
	struct fl_vec inputs;
	struct fl_slice output = {0};
	int rc = 0;
	fl_vec_init(&inputs, sizeof(struct fl_slice), INPUTS_MAX);
	for (size_t i = 1; i < count && rc == 0; i++) {
		if (!output.len && fl_slice_ends(words[i], ".a"))
			output = words[i];
		else if (output.len && is_object(words[i]))
			rc = add_text(&inputs, object_of(r, words[i]));
	}
	if (rc == 0 && output.len && inputs.len)
		rc = add_link(r, output, PLAT_STATIC_LIBRARY, &inputs, NULL);
	fl_vec_release(&inputs);
	return rc;
}

/* The command whose words were collected. */
static int run_command(struct reader *r)
{
	const struct fl_slice *words = (const struct fl_slice *)(const void *)r->words.data;
	size_t count = r->words.len;
	r->words.len = 0;
	while (count && is_prefix(*words)) {
		words++;
		count--;
	}
	struct fl_slice name = count ? fl_path_name(*words) : (struct fl_slice){0};
	if (count > 1 && fl_slice_eqs(name, "cd"))
		r->here = whole_path(r, words[1]);
	else if (count > 1 && is_compiler(name))
		return run_compiler(r, words, count);
	else if (count > 2 && (fl_slice_eqs(name, "ar") || fl_slice_ends(name, "-ar")))
		return run_ar(r, words, count);
	return 0;
}

/* ---- lines ---- */

/* "make[1]: Entering directory '/box/src/lib'": the directory. */
static bool directory_line(struct reader *r, struct fl_slice line)
{
	ptrdiff_t start = fl_slice_find(line, " directory '");
	if (!fl_slice_starts(line, "make") || start < 0 || !fl_slice_ends(line, "'"))
		return false;
	bool enters = fl_slice_find(fl_slice_head(line, (size_t)start), ": Entering") >= 0;
	struct fl_slice path = fl_slice_skip(line, (size_t)start + strlen(" directory '"));
	path = fl_slice_head(path, path.len - 1);
	if (!enters && r->depth > 1)
		r->depth--;
	else if (enters && r->depth < PLAT_DIRECTORIES_MAX)
		r->directories[r->depth++] = path;
	return true;
}

/* "Makefile:5: target 'x' does not exist", "sub.mk:2: update target 'x' due to: y". */
static bool recipe_line(struct reader *r, struct fl_slice line)
{
	ptrdiff_t end = fl_slice_find(line, ": target '");
	if (end < 0)
		end = fl_slice_find(line, ": update target '");
	struct fl_slice head = fl_slice_head(line, end < 0 ? 0 : (size_t)end);
	ptrdiff_t colon = fl_slice_rchr(head, ':');
	struct fl_slice number = fl_slice_skip(head, (size_t)(colon + 1));
	uint32_t value = 0;
	r->at = end < 0 ? r->at : (struct plat_place){0};
	if (colon <= 0 || fl_slice_uint(number, &value) != number.len)
		return end > 0 && fl_slice_eqs(head, "<builtin>");
	if (plat_grow_path(r->arena, r->directories[r->depth - 1],
		    fl_slice_head(head, (size_t)colon), &r->at.file))
		r->at.line = value;
	return true;
}

/* A line with those that a backslash continues. */
static bool next_line(struct fl_slice *rest, struct fl_slice *ret_line)
{
	size_t i = 0;
	if (!rest->len)
		return false;
	while (i < rest->len && !(rest->ptr[i] == '\n' && !(i && rest->ptr[i - 1] == '\\')))
		i++;
	*ret_line = fl_slice_head(*rest, i);
	*rest = fl_slice_skip(*rest, i + 1);
	return true;
}

static int read_line(struct reader *r, struct fl_slice line)
{
	struct fl_slice word;
	enum plat_word kind;
	int rc = 0;
	if (directory_line(r, line) || recipe_line(r, line))
		return 0;
	r->here = r->directories[r->depth - 1];
	r->words.len = 0;
	while (rc == 0 && (kind = plat_word_next(&line, r->arena, &word)) != PLAT_WORD_END)
		rc = kind == PLAT_WORD_TEXT ? add_text(&r->words, word) : run_command(r);
	return rc ? rc : run_command(r);
}

/* ---- what was found ---- */

static int by_object(const void *a, const void *b)
{
	const struct compile *x = a, *y = b;
	int order = fl_slice_cmp(x->object, y->object);
	return order ? order : (x->order > y->order) - (x->order < y->order);
}

static int by_output(const void *a, const void *b)
{
	const struct link *x = a, *y = b;
	int order = fl_slice_cmp(x->output, y->output);
	return order ? order : (x->order > y->order) - (x->order < y->order);
}

/* The first that was compiled to this object. */
static struct compile *compile_find(const struct reader *r, struct fl_slice object)
{
	struct compile *at = (struct compile *)(void *)r->compiles.data;
	size_t low = 0, high = r->compiles.len;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (fl_slice_cmp(at[middle].object, object) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < r->compiles.len && fl_slice_eq(at[low].object, object) ? &at[low] : NULL;
}

static struct fl_slice target_name(struct fl_slice output)
{
	struct fl_slice name = fl_path_name(output);
	ptrdiff_t so = fl_slice_find(name, ".so");
	if (fl_slice_ends(name, ".la") || fl_slice_ends(name, ".a"))
		return fl_slice_head(name, (size_t)fl_slice_rchr(name, '.'));
	return so > 0 ? fl_slice_head(name, (size_t)so) : name;
}

static int make_target(struct reader *r, const struct link *l)
{
	const struct fl_slice *inputs = l->inputs.items;
	const struct plat_setting *s = l->settings.items;
	int rc = 0;
	for (size_t i = 0; i < l->inputs.len && rc == 0; i++) {
		struct compile *c = compile_find(r, inputs[i]);
		if (!c)
			continue;
		c->used = true;
		rc = plat_grow_source(&r->grow, c->source, c->settings);
	}
	for (size_t i = 0; i < l->settings.len && rc == 0; i++)
		rc = plat_grow_setting(
			&r->grow.settings, s[i].what, s[i].languages, s[i].value, s[i].at);
	return rc ? rc : plat_grow_target(&r->grow, target_name(l->output), l->kind, l->at);
}

static int make_targets(struct reader *r)
{
	struct compile *c = (struct compile *)(void *)r->compiles.data;
	const struct link *l = (const struct link *)(const void *)r->links.data;
	int rc = 0;
	if (r->compiles.len)
		qsort(c, r->compiles.len, sizeof(*c), by_object);
	if (r->links.len)
		qsort(r->links.data, r->links.len, sizeof(*l), by_output);
	for (size_t i = 0; i < r->links.len && rc == 0; i++)
		if (!i || !fl_slice_eq(l[i].output, l[i - 1].output))
			rc = make_target(r, &l[i]);
	for (size_t i = 0; i < r->compiles.len && rc == 0; i++) {
		bool again = i && fl_slice_eq(c[i].object, c[i - 1].object);
		if (c[i].used || again)
			continue;
		rc = plat_grow_source(&r->grow, c[i].source, c[i].settings);
		rc = rc ? rc
			: plat_grow_target(&r->grow, fl_path_name(c[i].object), PLAT_OBJECTS,
				  (struct plat_place){0});
	}
	return rc;
}

int plat_printed_read(struct fl_slice text, struct fl_arena *a, struct plat_project *ret_project,
	struct fl_error *err)
{
	struct reader r = {.arena = a, .depth = 1};
	struct fl_slice line;
	r.directories[0] = FL_S(PLAT_BOX_SOURCE);
	plat_grow_init(&r.grow, a);
	fl_vec_init(&r.words, sizeof(struct fl_slice), WORDS_MAX);
	fl_vec_init(&r.compiles, sizeof(struct compile), PLAT_COMPILES_MAX);
	fl_vec_init(&r.links, sizeof(struct link), PLAT_LINKS_MAX);
	int rc = plat_grow_setting(
		&r.grow.own, PLAT_BUILD, PLAT_FOR_ALL, FL_S("make"), (struct plat_place){0});
	while (rc == 0 && a->failed == 0 && next_line(&text, &line))
		rc = read_line(&r, line);
	rc = rc ? rc : a->failed;
	rc = rc ? rc : make_targets(&r);
	fl_vec_release(&r.words);
	fl_vec_release(&r.compiles);
	fl_vec_release(&r.links);
	return plat_grow_finish(&r.grow, rc, "what make prints", ret_project, err);
}
