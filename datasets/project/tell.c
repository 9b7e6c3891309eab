/* From what was seen to programs. */
#include <fnmatch.h>

#include "base/path.h"
#include "base/source_name.h"
#include "datasets/project/runs.h"
#include "datasets/project/units.h"
#include "datasets/project/written.h"

enum { DEPTH_MAX = 8, BOX_BYTES = 1 << 30, LIST_MAX = 4096 };
#define BOX_MEMORY ((size_t)4 << 30)

struct teller {
	struct fl_box *box;
	const struct ds_project *project;
	struct ds_watched w;
	struct ds_units units;
	struct fl_arena *a;
	struct fl_vec programs, untold;
	unsigned *turns; /* by the place in w.sources: programs in which it may get faults */
	struct fl_error *err;
};

/* A program that is being told. */
struct sketch {
	struct fl_slice name;
	struct fl_vec units; /* const struct ds_unit * */
	struct fl_vec libs, flags, sources; /* texts */
	struct fl_vec files; /* struct tg_file */
	struct fl_slice why; /* why it cannot be told, or "" */
};

static void add_text(struct fl_vec *texts, struct fl_slice s)
{
	const struct fl_list there = {.items = texts->data, .len = texts->len};
	struct fl_slice *to = fl_texts_have(&there, s) ? NULL : fl_vec_add(texts);
	if (to)
		*to = s;
}

static void drop_text(struct fl_vec *texts, struct fl_slice s)
{
	size_t n = 0;
	for (size_t i = 0; i < texts->len; i++) {
		struct fl_slice text = *(struct fl_slice *)fl_vec_at(texts, i);
		if (!fl_slice_eq(text, s))
			*(struct fl_slice *)fl_vec_at(texts, n++) = text;
	}
	texts->len = n;
}

static int untold(
	struct teller *t, struct fl_slice name, enum ds_untold_why why, struct fl_slice detail)
{
	struct ds_untold *u = fl_vec_add(&t->untold);
	if (u)
		*u = (struct ds_untold){name, (int)why, detail};
	return 0;
}

/* ---- what a program is linked of ---- */

static void add_unit(struct sketch *s, const struct ds_unit *u)
{
	for (size_t i = 0; i < s->units.len; i++)
		if (fl_slice_eq(
			    (*(const struct ds_unit **)fl_vec_at(&s->units, i))->source, u->source))
			return; /* with and without -fPIC */
	const struct ds_unit **to = fl_vec_add(&s->units);
	if (to)
		*to = u;
}

/* The unit that made an object; of several the last. By its name alone where it was moved. */
static const struct ds_unit *unit_of(const struct teller *t, struct fl_slice object)
{
	const struct ds_unit *units = t->units.units.items, *moved = NULL;
	for (size_t i = t->units.units.len; i-- > 0;) {
		if (units[i].object.len == 0)
			continue;
		if (fl_slice_eq(units[i].object, object))
			return &units[i];
		if (!moved && fl_slice_eq(fl_path_name(units[i].object), fl_path_name(object)))
			moved = &units[i];
	}
	return moved;
}

static void add_object(const struct teller *t, struct sketch *s, struct fl_slice object)
{
	const struct ds_unit *u = unit_of(t, object);
	if (u)
		add_unit(s, u);
	else if (s->why.len == 0)
		s->why = fl_arena_printf(t->a, "nobody saw how %.*s was made", FL_ARG(object));
}

/* A member of an archive: the object of that name that was put into it. */
static void add_member(
	const struct teller *t, struct sketch *s, struct fl_slice archive, struct fl_slice member)
{
	const struct ds_archive *archives = t->units.archives.items;
	for (size_t i = t->units.archives.len; i-- > 0;) {
		if (!fl_slice_eq(archives[i].path, archive))
			continue;
		for (size_t m = 0; m < archives[i].members.len; m++) {
			struct fl_slice object = tg_text_at(&archives[i].members, m);
			if (fl_slice_eq(fl_path_name(object), member)) {
				add_object(t, s, object);
				return;
			}
		}
	}
	add_object(t, s, member);
}

/* "libz.so" of "/usr/lib/x86_64-linux-gnu/libz.so.1": -lz, unless every program has it. */
static void add_library(const struct teller *t, struct sketch *s, struct fl_slice path)
{
	static const char *const always[] = {
		"c", "c_nonshared", "gcc", "gcc_s", "gcc_eh", "mvec", "stdc++"};
	struct fl_slice name = fl_path_name(path);
	ptrdiff_t dot = fl_slice_chr(name, '.');
	if (!fl_slice_starts(name, "lib") || dot < 0)
		return;
	name = fl_slice_skip(fl_slice_head(name, (size_t)dot), 3);
	for (size_t i = 0; i < sizeof(always) / sizeof(*always); i++)
		if (fl_slice_eqs(name, always[i]))
			return;
	add_text(&s->libs, fl_arena_printf(t->a, "-l%.*s", FL_ARG(name)));
}

static void gather(
	const struct teller *t, struct sketch *s, const struct ds_link *link, unsigned depth);

/* A shared library of the project's: its name begins as that which was linked, behind links. */
static void add_shared(
	const struct teller *t, struct sketch *s, struct fl_slice path, unsigned depth)
{
	const struct ds_link *links = t->units.links.items;
	struct fl_slice name = fl_path_name(path);
	ptrdiff_t so = fl_slice_find(name, ".so");
	struct fl_slice stem = fl_slice_head(name, (size_t)so + 3);
	for (size_t i = t->units.links.len; i-- > 0;)
		if (fl_slice_starts_with(fl_path_name(links[i].output), stem)) {
			gather(t, s, &links[i], depth + 1);
			return;
		}
	if (s->why.len == 0)
		s->why = fl_arena_printf(t->a, "nobody saw how %.*s was made", FL_ARG(path));
}

/* A line of the linker: "x.o", "libx.a", "(libx.a)x.o", "/usr/lib/libz.so.1". */
static void add_traced(const struct teller *t, struct sketch *s, const struct ds_link *link,
	struct fl_slice line, unsigned depth)
{
	ptrdiff_t close = fl_slice_starts(line, "(") ? fl_slice_chr(line, ')') : -1;
	struct fl_slice archive =
		close > 0 ? fl_slice_skip(fl_slice_head(line, (size_t)close), 1) : line;
	bool ours;
	struct fl_slice path = ds_path_at(t->a, link->cwd, archive, &ours);
	if (!ours) {
		if (fl_slice_starts(line, "/usr/lib/") || fl_slice_starts(line, "/lib"))
			add_library(t, s, line);
	} else if (close > 0) {
		add_member(t, s, path, fl_slice_skip(line, (size_t)close + 1));
	} else if (fl_slice_find(fl_path_name(path), ".so") >= 0) {
		add_shared(t, s, path, depth);
	} else if (fl_slice_ends(path, ".o") || fl_slice_ends(path, ".lo")) {
		add_object(t, s, path); /* what else there is tells the linker something */
	}
}

static void gather(
	const struct teller *t, struct sketch *s, const struct ds_link *link, unsigned depth)
{
	const struct ds_unit *units = t->units.units.items;
	struct fl_slice rest = link->call->trace, line;
	for (size_t i = 0; i < t->units.units.len; i++)
		if (units[i].call == link->call)
			add_unit(s, &units[i]);
	while (depth < DEPTH_MAX && fl_slice_line(&rest, &line))
		if (line.len)
			add_traced(t, s, link, line, depth);
}

/* ---- its sources, flags and files ---- */

static struct fl_slice macro_of(struct fl_slice flag)
{
	ptrdiff_t equals = fl_slice_chr(flag, '=');
	return equals < 0 ? flag : fl_slice_head(flag, (size_t)equals);
}

/* All sources are compiled with the same flags: one that has another value is in the way. */
static void merge_flag(const struct teller *t, struct sketch *s, struct fl_slice flag)
{
	bool std = fl_slice_starts(flag, "-std="), macro = fl_slice_starts(flag, "-D");
	for (size_t i = 0; (std || macro) && i < s->flags.len; i++) {
		struct fl_slice old = *(struct fl_slice *)fl_vec_at(&s->flags, i);
		if (std && fl_slice_starts(old, "-std="))
			return; /* the first decides; the build tells whether that will do */
		if (macro && fl_slice_eq(macro_of(old), macro_of(flag)) &&
			!fl_slice_eq(old, flag) && s->why.len == 0)
			s->why = fl_arena_printf(t->a, "its sources differ in %.*s", FL_ARG(flag));
	}
	add_text(&s->flags, flag);
}

static void put_file(const struct teller *t, struct sketch *s, struct fl_slice path)
{
	struct fl_buf text;
	struct tg_file *f;
	for (size_t i = 0; i < s->files.len; i++)
		if (fl_slice_eq(((struct tg_file *)fl_vec_at(&s->files, i))->path, path))
			return;
	fl_buf_init(&text, TG_BYTES_MAX);
	if (fl_box_get(t->box, fl_arena_slice(t->a, path).ptr, &text, NULL) == 0) {
		f = fl_vec_add(&s->files);
		if (f)
			*f = (struct tg_file){path, fl_arena_slice(t->a, fl_buf_view(&text))};
	} else if (s->why.len == 0) {
		s->why = fl_arena_printf(t->a, "%.*s cannot be read", FL_ARG(path));
	}
	fl_buf_release(&text);
}

static void add_sources(const struct teller *t, struct sketch *s, bool *ret_cxx)
{
	bool cxx, first = true, std = false;
	for (size_t i = 0; i < s->units.len; i++) {
		const struct ds_unit *u = *(const struct ds_unit **)fl_vec_at(&s->units, i);
		if (u->source.len == 0 || !fl_source_is_unit(u->source, &cxx)) {
			s->why = fl_arena_printf(t->a, "%.*s is no source of C or C++ of its own",
				FL_ARG(u->source));
			return;
		}
		cxx = cxx || fl_slice_ends(tg_text_at(&u->call->argv, 0), "g++-12");
		if (!first && cxx != *ret_cxx)
			s->why = FL_S("it has sources in C and in C++");
		*ret_cxx = cxx;
		first = false;
		add_text(&s->sources, u->source);
		struct fl_list flags = ds_unit_flags(u, t->a), deps = ds_call_deps(u, t->a);
		for (size_t k = 0; k < flags.len; k++) {
			merge_flag(t, s, tg_text_at(&flags, k));
			std = std || fl_slice_starts(tg_text_at(&flags, k), "-std=");
		}
		put_file(t, s, u->source);
		for (size_t k = 0; k < deps.len; k++)
			put_file(t, s, tg_text_at(&deps, k));
	}
	if (*ret_cxx)
		drop_text(&s->libs, FL_S("-lm")); /* g++ links it always */
	if (!std && *ret_cxx)
		add_text(&s->flags, FL_S("-std=gnu++17")); /* what g++ takes by itself */
}

/* ---- who may get faults ---- */

static bool is_generated(const struct sketch *s, struct fl_slice path)
{
	const struct fl_list files = {s->files.data, s->files.len};
	for (size_t i = 0; i < files.len; i++) {
		const struct tg_file *f = (const struct tg_file *)files.items + i;
		if (fl_slice_eq(f->path, path))
			return ds_is_generated(f->content);
	}
	return false;
}

static bool is_wanted(const struct teller *t, const struct sketch *s, struct fl_slice path)
{
	const struct fl_list *patterns = &t->project->mutate;
	for (size_t i = 0; i < patterns->len; i++)
		if (fnmatch(tg_text_at(patterns, i).ptr, path.ptr, FNM_PATHNAME) == 0)
			return true;
	return patterns->len == 0 && !ds_is_test(path) && !is_generated(s, path);
}

/* The place of a file among those that the project has by itself, or -1. */
static ptrdiff_t own_source(const struct teller *t, struct fl_slice path)
{
	for (size_t i = 0; i < t->w.sources.len; i++)
		if (fl_slice_eq(tg_text_at(&t->w.sources, i), path))
			return (ptrdiff_t)i;
	return -1;
}

/* The project's own headers, which get faults with the sources that include them. */
static size_t add_headers(
	const struct teller *t, const struct sketch *s, struct fl_slice *chosen, size_t n)
{
	for (size_t i = 0; i < s->files.len; i++) {
		struct fl_slice path = ((const struct tg_file *)fl_vec_at(&s->files, i))->path;
		const struct fl_list sources = {s->sources.data, s->sources.len};
		if (fl_source_name(path) && !fl_texts_have(&sources, path) &&
			own_source(t, path) >= 0 && is_wanted(t, s, fl_arena_slice(t->a, path)))
			chosen[n++] = path;
	}
	return n;
}

/* *ret_any: there is a source at all, though its turns may be over. */
static struct fl_list choose_mutable(const struct teller *t, const struct sketch *s, bool *ret_any)
{
	struct fl_slice *chosen =
		fl_arena_array(t->a, s->sources.len + s->files.len, sizeof(*chosen));
	size_t n = 0;
	for (size_t i = 0; chosen && i < s->sources.len; i++) {
		struct fl_slice path = *(struct fl_slice *)fl_vec_at(&s->sources, i);
		ptrdiff_t own = own_source(t, path);
		if (own < 0 || !is_wanted(t, s, fl_arena_slice(t->a, path)))
			continue;
		*ret_any = true;
		if (t->turns[own] < DS_PROJECT_TURNS) {
			t->turns[own]++;
			chosen[n++] = path;
		}
	}
	n = n ? add_headers(t, s, chosen, n) : 0;
	return (struct fl_list){chosen, n};
}

/* ---- programs ---- */

static int tell_sketch(struct teller *t, struct sketch *s, const struct ds_link *link)
{
	bool cxx = false, any = false;
	struct fl_list runs;
	gather(t, s, link, 0);
	if (s->units.len == 0 && s->why.len == 0)
		s->why = FL_S("it is linked of nothing that was compiled");
	if (s->why.len == 0)
		add_sources(t, s, &cxx);
	if (s->why.len)
		return untold(t, link->output, DS_UNTOLD_NOT_PLAIN, s->why);
	int rc = ds_runs_of(&t->w, link->output, &s->files, t->a, &runs, t->err);
	if (rc)
		return rc;
	if (runs.len == 0)
		return untold(t, link->output, DS_UNTOLD_NOT_RUN,
			FL_S("no run ended well, or all were silent"));
	struct fl_list chosen = choose_mutable(t, s, &any);
	if (chosen.len == 0)
		return any ? 0 : untold(t, link->output, DS_UNTOLD_ALL_TESTS, FL_S(""));
	struct tg_program *p = fl_vec_add(&t->programs);
	if (p)
		*p = (struct tg_program){.name = link->output,
			.language = cxx ? TG_CXX : TG_C,
			.files = fl_vec_freeze(&s->files, t->a),
			.sources = fl_vec_freeze(&s->sources, t->a),
			.mutate = chosen,
			.flags = fl_vec_freeze(&s->flags, t->a),
			.libs = fl_vec_freeze(&s->libs, t->a),
			.inputs = runs};
	if (p)
		*p = tg_program_with(p, 0);
	return 0;
}

static int tell_program(struct teller *t, const struct ds_link *link)
{
	struct sketch s = {.name = link->output};
	fl_vec_init(&s.units, sizeof(const struct ds_unit *), LIST_MAX);
	fl_vec_init(&s.libs, sizeof(struct fl_slice), LIST_MAX);
	fl_vec_init(&s.flags, sizeof(struct fl_slice), LIST_MAX);
	fl_vec_init(&s.sources, sizeof(struct fl_slice), LIST_MAX);
	fl_vec_init(&s.files, sizeof(struct tg_file), TG_FILES_MAX);
	int rc = tell_sketch(t, &s, link);
	fl_vec_release(&s.units);
	fl_vec_release(&s.libs);
	fl_vec_release(&s.flags);
	fl_vec_release(&s.sources);
	fl_vec_release(&s.files);
	return rc;
}

/* The last link that made the program of a run. */
static const struct ds_link *link_of(const struct teller *t, const struct ds_run *run)
{
	const struct ds_link *links = t->units.links.items;
	for (size_t i = t->units.links.len; i-- > 0;)
		if (links[i].output.len && ds_run_is_of(run, links[i].output))
			return &links[i];
	return NULL;
}

static int tell_all(struct teller *t)
{
	const struct ds_link *seen[256];
	size_t n = 0;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < t->w.runs.len; i++) {
		const struct ds_link *link = link_of(t, (const struct ds_run *)t->w.runs.items + i);
		bool again = !link || n == sizeof(seen) / sizeof(*seen) ||
			     t->programs.len == DS_PROJECT_PROGRAMS_MAX;
		for (size_t k = 0; k < n && !again; k++)
			again = fl_slice_eq(seen[k]->output, link->output);
		if (again)
			continue;
		seen[n++] = link;
		rc = tell_program(t, link);
	}
	if (rc == 0 && n == 0)
		untold(t, FL_S(""), DS_UNTOLD_NOT_RUN, FL_S(""));
	return rc;
}

static int tell_in_box(struct teller *t)
{
	int rc = ds_watch(t->box, t->project, t->a, &t->w, t->err);
	if (rc)
		return rc;
	if (!t->w.built)
		return untold(t, FL_S(""), DS_UNTOLD_NOT_BUILT, t->w.said);
	t->turns = fl_arena_array(t->a, t->w.sources.len + 1, sizeof(*t->turns));
	if (!t->turns)
		return fl_arena_error(t->a, "the project", t->err);
	memset(t->turns, 0, (t->w.sources.len + 1) * sizeof(*t->turns));
	rc = ds_units_of(&t->w, t->a, &t->units, t->err);
	return rc ? rc : tell_all(t);
}

int ds_project_tell(const struct ds_project *project, struct fl_arena *a, struct ds_told *ret_told,
	struct fl_error *err)
{
	struct fl_box_opts opts = {
		.disk_max = BOX_BYTES, .memory_max = BOX_MEMORY, .degraded = project->degraded};
	struct teller t = {.project = project, .a = a, .err = err};
	int rc = fl_box_new(&opts, &t.box, err);
	if (rc)
		return rc;
	fl_vec_init(&t.programs, sizeof(struct tg_program), DS_PROJECT_PROGRAMS_MAX);
	fl_vec_init(&t.untold, sizeof(struct ds_untold), LIST_MAX);
	if (*fl_box_missing(t.box))
		rc = fl_error_set(err, FL_EMISSING,
			"a project needs the whole sandbox, which here lacks %s",
			fl_box_missing(t.box));
	rc = rc ? rc : tell_in_box(&t);
	if (rc == 0) {
		*ret_told = (struct ds_told){
			fl_vec_freeze(&t.programs, a), fl_vec_freeze(&t.untold, a)};
		rc = fl_arena_error(a, "the project", err);
	}
	fl_vec_release(&t.programs);
	fl_vec_release(&t.untold);
	fl_box_free(t.box);
	return rc;
}
