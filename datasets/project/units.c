#include "datasets/project/units.h"

#include "base/path.h"
#include "base/source_name.h"

enum { UNITS_MAX = 20000, TEXTS_MAX = 20000 };

/* Options whose value is the next word, where it does not stand behind them. */
static bool takes_word(struct fl_slice arg)
{
	static const char *const options[] = {"-o", "-I", "-D", "-U", "-include", "-imacros",
		"-isystem", "-iquote", "-idirafter", "-x", "-MF", "-MT", "-MQ", "-L", "-l", "-u",
		"-T", "-z", "-Xlinker", "-Xassembler", "-Xpreprocessor", "--param", "-aux-info"};
	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
		if (fl_slice_eqs(arg, options[i]))
			return true;
	return false;
}

struct fl_slice ds_path_at(
	struct fl_arena *a, struct fl_slice cwd, struct fl_slice path, bool *ret_inside)
{
	struct fl_slice root = fl_slice_skip(FL_S(FL_BOX_DIR), 1), whole = path;
	if (!fl_slice_starts(path, "/"))
		whole = fl_arena_printf(a, FL_BOX_DIR "/%.*s/%.*s", FL_ARG(cwd), FL_ARG(path));
	struct fl_slice at = fl_path_straight(a, whole, NULL);
	struct fl_slice below = fl_slice_skip(at, root.len + 1);
	*ret_inside = fl_slice_starts_with(at, root) &&
		      (at.len == root.len || at.ptr[root.len] == '/') &&
		      !fl_slice_starts(below, DS_WATCH_DIR);
	return *ret_inside ? below : FL_S("");
}

static struct fl_slice inside(struct fl_arena *a, struct fl_slice cwd, struct fl_slice path)
{
	bool is_inside;
	return ds_path_at(a, cwd, path, &is_inside);
}

struct lists {
	struct fl_arena *a;
	struct fl_vec units, links, archives;
};

/* "ar crs lib.a x.o y.o": what it adds. */
static void read_ar(struct lists *l, const struct ds_call *c, struct fl_slice cwd)
{
	struct fl_slice op = c->argv.len > 2 ? tg_text_at(&c->argv, 2) : FL_S("");
	if (c->argv.len < 5 || (fl_slice_chr(op, 'r') < 0 && fl_slice_chr(op, 'q') < 0))
		return;
	struct fl_slice *members = fl_arena_array(l->a, c->argv.len, sizeof(*members));
	struct ds_archive *to = fl_vec_add(&l->archives);
	size_t n = 0;
	if (!members || !to)
		return;
	for (size_t i = 4; i < c->argv.len; i++)
		members[n++] = inside(l->a, cwd, tg_text_at(&c->argv, i));
	*to = (struct ds_archive){inside(l->a, cwd, tg_text_at(&c->argv, 3)), {members, n}};
}

/* "dir/x.c" without -o gives "x.o" where the compiler stands. */
static struct fl_slice object_of(struct lists *l, struct fl_slice cwd, struct fl_slice source)
{
	struct fl_slice name = fl_path_name(source);
	ptrdiff_t dot = fl_slice_rchr(name, '.');
	name = fl_slice_head(name, dot < 0 ? name.len : (size_t)dot);
	return inside(l->a, cwd, fl_arena_printf(l->a, "%.*s.o", FL_ARG(name)));
}

static void add_unit(struct lists *l, const struct ds_call *c, struct fl_slice cwd,
	struct fl_slice source, bool links, struct fl_slice out)
{
	struct ds_unit *u = fl_vec_add(&l->units);
	if (!u)
		return;
	*u = (struct ds_unit){inside(l->a, cwd, source), FL_S(""), cwd, c};
	if (!links)
		u->object = out.len ? out : object_of(l, cwd, source);
}

static bool is_source(struct fl_slice arg)
{
	const struct fl_source_name *n = fl_source_name(arg);
	return n && n->role != FL_SOURCE_HEADER && n->language != FL_SOURCE_OTHER;
}

static void read_compiler(struct lists *l, const struct ds_call *c, struct fl_slice cwd)
{
	struct fl_slice out = FL_S("");
	bool links = true;
	for (size_t i = 2; i < c->argv.len; i++) {
		struct fl_slice arg = tg_text_at(&c->argv, i);
		if (fl_slice_eqs(arg, "-c"))
			links = false;
		else if (fl_slice_eqs(arg, "-o") && i + 1 < c->argv.len)
			out = inside(l->a, cwd, tg_text_at(&c->argv, i + 1));
		else if (fl_slice_starts(arg, "-o"))
			out = inside(l->a, cwd, fl_slice_skip(arg, 2));
		i += takes_word(arg);
	}
	for (size_t i = 2; i < c->argv.len; i++) {
		struct fl_slice arg = tg_text_at(&c->argv, i);
		if (!fl_slice_starts(arg, "-") && is_source(arg))
			add_unit(l, c, cwd, arg, links, out);
		i += takes_word(arg);
	}
	struct ds_link *link = links ? fl_vec_add(&l->links) : NULL;
	if (link)
		*link = (struct ds_link){out.len ? out : inside(l->a, cwd, FL_S("a.out")), cwd, c};
}

int ds_units_of(const struct ds_watched *w, struct fl_arena *a, struct ds_units *ret_units,
	struct fl_error *err)
{
	struct lists l = {.a = a};
	fl_vec_init(&l.units, sizeof(struct ds_unit), UNITS_MAX);
	fl_vec_init(&l.links, sizeof(struct ds_link), UNITS_MAX);
	fl_vec_init(&l.archives, sizeof(struct ds_archive), UNITS_MAX);
	for (size_t i = 0; i < w->calls.len; i++) {
		const struct ds_call *c = (const struct ds_call *)w->calls.items + i;
		struct fl_slice cwd = inside(a, FL_S(""), tg_text_at(&c->argv, 1));
		if (fl_slice_eqs(tg_text_at(&c->argv, 0), "ar"))
			read_ar(&l, c, cwd);
		else
			read_compiler(&l, c, cwd);
	}
	bool much = l.units.failed || l.links.failed || l.archives.failed;
	*ret_units = (struct ds_units){fl_vec_freeze(&l.units, a), fl_vec_freeze(&l.links, a),
		fl_vec_freeze(&l.archives, a)};
	fl_vec_release(&l.units);
	fl_vec_release(&l.links);
	fl_vec_release(&l.archives);
	return much ? fl_error_set(err, FL_ELIMIT, "the build makes too many things")
		    : fl_arena_error(a, "what the build made", err);
}

/* ---- dependencies, as make wants them: "x.o: a.c \" ---- */

struct fl_list ds_call_deps(const struct ds_unit *u, struct fl_arena *a)
{
	struct fl_vec v;
	struct fl_slice rest = u->call->deps;
	fl_vec_init(&v, sizeof(struct fl_slice), TEXTS_MAX);
	while (rest.len) {
		size_t n = 0;
		while (n < rest.len && !strchr(" \t\r\n", rest.ptr[n]))
			n++;
		struct fl_slice word = fl_slice_head(rest, n);
		rest = fl_slice_skip(rest, n ? n : 1);
		if (word.len == 0 || fl_slice_eqs(word, "\\") || fl_slice_ends(word, ":"))
			continue;
		struct fl_slice path = inside(a, u->cwd, word);
		struct fl_slice *to = path.len ? fl_vec_add(&v) : NULL;
		if (to)
			*to = path;
	}
	struct fl_list list = fl_vec_freeze(&v, a);
	fl_vec_release(&v);
	return list;
}

/* ---- flags ---- */

/* Options with a value, in one word or two. */
static const struct {
	const char *name;
	bool is_path;
} valued[] = {
	{"-include", true},
	{"-imacros", true},
	{"-isystem", true},
	{"-iquote", true},
	{"-idirafter", true},
	{"-I", true},
	{"-D", false},
	{"-U", false},
};

/* Those that change what the code means, and that both compilers know. */
static const char *const meaning[] = {"-pthread", "-fsigned-char", "-funsigned-char", "-fwrapv",
	"-fno-strict-aliasing", "-fcommon", "-fno-common", "-fshort-enums", "-fexceptions",
	"-fno-exceptions", "-fno-rtti", "-fms-extensions", "-fgnu89-inline", "-fpermissive",
	"-trigraphs", "-fno-builtin", "-fopenmp"};

static bool is_meaning(struct fl_slice arg)
{
	for (size_t i = 0; i < sizeof(meaning) / sizeof(*meaning); i++)
		if (fl_slice_eqs(arg, meaning[i]))
			return true;
	return fl_slice_starts(arg, "-std=");
}

/* A path that an option names, as seen from the project; elsewhere it stays. */
static struct fl_slice seen_from_project(
	const struct ds_unit *u, struct fl_slice path, struct fl_arena *a)
{
	bool is_inside;
	struct fl_slice below = ds_path_at(a, u->cwd, path, &is_inside);
	return !is_inside ? path : below.len ? below : FL_S(".");
}

struct fl_list ds_unit_flags(const struct ds_unit *u, struct fl_arena *a)
{
	const struct fl_list *argv = &u->call->argv;
	struct fl_slice *flags = fl_arena_array(a, argv->len, sizeof(*flags));
	size_t n = 0;
	for (size_t i = 2; flags && i < argv->len; i++) {
		struct fl_slice arg = tg_text_at(argv, i), value;
		size_t kinds = sizeof(valued) / sizeof(*valued), k = 0;
		while (k < kinds && !fl_slice_starts(arg, valued[k].name))
			k++;
		if (k == kinds) {
			bool cxx = fl_slice_find(tg_text_at(argv, 0), "g++") >= 0;
			if (fl_slice_eqs(arg, "-ansi"))
				flags[n++] = cxx ? FL_S("-std=c++98") : FL_S("-std=c90");
			else if (is_meaning(arg))
				flags[n++] = arg;
			i += takes_word(arg);
			continue;
		}
		value = fl_slice_skip(arg, strlen(valued[k].name));
		if (value.len == 0 && i + 1 < argv->len)
			value = tg_text_at(argv, ++i);
		/* Both compilers take all of them in one word. */
		if (valued[k].is_path)
			value = seen_from_project(u, value, a);
		flags[n++] = fl_arena_printf(a, "%s%.*s", valued[k].name, FL_ARG(value));
	}
	return (struct fl_list){flags, n};
}
