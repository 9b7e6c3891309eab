#include "tracegen/builds/build_priv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/host.h"
#include "sanitize/run/flags.h"
#include "tracegen/builds/made.h"

enum { DIAGNOSTICS_MAX = 1 << 20, OBJECT_MAX = 64 << 20 };

struct toolset {
	const char *driver[2]; /* by enum tg_language */
	const char *debug; /* for the debugger to see whole types of the library, or NULL */
	enum san_compiler sanitizer;
	const char *fast_linker;
};

/*
 * Plain builds say no to what C only warns of in older standards, so that a wrong argument or a
 * missing header is an error for gcc 12 too. Linkers: measured on a 200-line C program, gold takes
 * 40 ms less than bfd after gcc, lld 170 ms less after clang (the runtime is linked statically).
 */
static const struct toolset toolsets[] = {
	[TG_GCC] = {{"gcc-12", "g++-12"}, NULL, SAN_GCC, "-fuse-ld=gold"},
	[TG_CLANG] = {{"clang-19", "clang++-19"}, "-fstandalone-debug", SAN_CLANG, "-fuse-ld=lld"},
};

static const char *const strict_c[] = {"-Werror=implicit-function-declaration",
	"-Werror=int-conversion", "-Werror=incompatible-pointer-types", NULL};

/* Warnings say nothing of a fault that shows at run time. */
static const char *const run_flags[] = {"-pipe", "-w", NULL};
static const char *const plain_flags[] = {"-pipe", "-g", "-O0", NULL};

const char *const tg_build_dirs[TG_BUILD_KINDS] = {
	[TG_SANITIZED] = "san/",
	[TG_PLAIN] = "obj/",
	[TG_THREADED] = "tsan/",
	[TG_LEFT_OPEN] = "watched/",
	[TG_MADE] = "made/",
	[TG_ON_I386] = "i386/",
	[TG_ON_AARCH64] = "aarch64/",
	[TG_ON_S390X] = "s390x/",
};

static const enum san_mode modes[TG_BUILD_KINDS] = {
	[TG_SANITIZED] = SAN_MODE_ADDRESS_UNDEFINED,
	[TG_THREADED] = SAN_MODE_THREAD,
};

const struct tg_target_info *tg_build_target(enum tg_build_kind kind)
{
	return kind >= TG_ON_I386 ? &tg_targets[kind - TG_ON_I386] : NULL;
}

size_t tg_build_wrapper(enum tg_build_kind kind, const char *ret_words[TG_WRAPPER_MAX])
{
	static const char *const watcher[TG_WRAPPER_MAX] = {"valgrind", "--tool=none",
		"--track-fds=yes", "-q", "--vgdb=no", "--fullpath-after=" FL_BOX_DIR "/"};
	const struct tg_target_info *target = tg_build_target(kind);
	if (target)
		ret_words[0] = target->emulator;
	if (kind != TG_LEFT_OPEN)
		return target ? 1 : 0;
	memcpy(ret_words, watcher, sizeof(watcher));
	return TG_WRAPPER_MAX;
}

bool tg_build_watches(void)
{
	return access("/usr/bin/valgrind", X_OK) == 0;
}

bool tg_build_sanitized(enum tg_build_kind kind)
{
	return kind == TG_SANITIZED || kind == TG_THREADED;
}

enum san_mode tg_build_mode(enum tg_build_kind kind)
{
	return modes[kind];
}

/* Texts of an argument vector under construction. */
static void add(struct fl_vec *argv, struct fl_slice text)
{
	struct fl_slice *slot = fl_vec_add(argv);
	if (slot)
		*slot = text;
}

static void add_strings(struct fl_vec *argv, const char *const *strings)
{
	for (size_t i = 0; strings[i]; i++)
		add(argv, fl_slice_str(strings[i]));
}

/* gcc has a compiler for each machine; clang is one for all. */
static void add_driver(struct fl_vec *argv, const struct tg_program *p, enum tg_build_kind kind,
	enum tg_language language)
{
	const struct tg_target_info *target = tg_build_target(kind);
	if (target && p->compiler == TG_GCC)
		add(argv, fl_slice_str(language == TG_CXX ? target->gxx : target->gcc));
	else
		add(argv, fl_slice_str(toolsets[p->compiler].driver[language]));
}

/* The flags that compiling and linking share. */
static void add_kind_flags(struct fl_vec *argv, const struct tg_program *p, enum tg_build_kind kind,
	enum tg_language language, struct fl_arena *a)
{
	enum san_language dialect = language == TG_CXX ? SAN_CXX : SAN_C;
	const struct tg_target_info *target = tg_build_target(kind);
	add_strings(argv, tg_build_sanitized(kind) ? run_flags : plain_flags);
	if (tg_build_sanitized(kind))
		add_strings(argv,
			san_mode_flags(modes[kind], toolsets[p->compiler].sanitizer, dialect));
	if (target && p->compiler == TG_CLANG)
		add(argv, fl_arena_printf(a, "--target=%s", target->triple));
}

static void add_texts(struct fl_vec *argv, const struct fl_list *texts)
{
	for (size_t i = 0; i < texts->len; i++)
		add(argv, tg_text_at(texts, i));
}

/* The object of a source: its path with '/' flattened, in the directory of kept ones or above. */
struct fl_slice tg_build_object(const struct tg_program *p, enum tg_build_kind kind, size_t source,
	bool changed, struct fl_arena *a)
{
	struct fl_slice path = tg_text_at(&p->sources, source);
	ptrdiff_t dot = fl_slice_rchr(path, '.');
	struct fl_slice stem = dot > 0 ? fl_slice_head(path, (size_t)dot) : path;
	struct fl_slice name =
		fl_arena_printf(a, "%s%.*s.o", changed ? "" : tg_build_dirs[kind], FL_ARG(stem));
	char *bytes = fl_arena_alloc(a, name.len + 1);
	if (!bytes)
		return name;
	size_t from = name.len - stem.len - 2;
	memcpy(bytes, name.ptr, name.len);
	for (size_t i = from; i < name.len; i++) {
		if (bytes[i] == '/')
			bytes[i] = '_';
	}
	return fl_slice(bytes, name.len);
}

const struct fl_list tg_all_changed = {0};

bool tg_build_renews(const struct tg_program *p, const struct fl_list *changed, size_t source)
{
	if (changed && changed->len == 0)
		return true;
	for (size_t i = 0; changed && i < changed->len; i++) {
		struct fl_slice path = ((const struct tg_file *)changed->items)[i].path;
		if (fl_slice_eq(tg_text_at(&p->sources, source), path) ||
			!fl_texts_have(&p->sources, path))
			return true;
	}
	return false;
}

static struct fl_list freeze(struct fl_vec *argv, struct fl_arena *a)
{
	if (argv->failed)
		a->failed = argv->failed;
	struct fl_list list = fl_vec_freeze(argv, a);
	fl_vec_release(argv);
	return list;
}

struct fl_list tg_build_compile_argv(const struct tg_program *p, enum tg_build_kind kind,
	size_t source, bool changed, struct fl_arena *a)
{
	const struct toolset *t = &toolsets[p->compiler];
	struct fl_slice path = tg_text_at(&p->sources, source);
	enum tg_language language = tg_source_language(p, path);
	struct fl_vec argv;
	fl_vec_init(&argv, sizeof(struct fl_slice), 4096);
	add_driver(&argv, p, kind, language);
	add(&argv, fl_arena_printf(a, "-std=%.*s", FL_ARG(tg_source_std(p, path))));
	add_kind_flags(&argv, p, kind, language, a);
	if (tg_build_sanitized(kind) && t->debug)
		add(&argv, fl_slice_str(t->debug));
	if (!tg_build_sanitized(kind) && language == TG_C)
		add_strings(&argv, strict_c);
	if (kind == TG_PLAIN || kind == TG_MADE)
		add(&argv, FL_S("-Werror=format"));
	add_texts(&argv, &p->flags);
	add(&argv, FL_S("-c"));
	add(&argv, path);
	add(&argv, FL_S("-o"));
	add(&argv, tg_build_object(p, kind, source, changed, a));
	return freeze(&argv, a);
}

struct fl_list tg_build_link_argv(const struct tg_program *p, enum tg_build_kind kind,
	const struct fl_list *changed, struct fl_arena *a)
{
	if (kind == TG_MADE)
		return tg_make_argv(p, a);
	const struct toolset *t = &toolsets[p->compiler];
	struct fl_vec argv;
	fl_vec_init(&argv, sizeof(struct fl_slice), 4096);
	add_driver(&argv, p, kind, (enum tg_language)p->language);
	add_kind_flags(&argv, p, kind, (enum tg_language)p->language, a);
	if (tg_build_sanitized(kind))
		add(&argv, fl_slice_str(t->fast_linker));
	if (tg_build_target(kind))
		add(&argv, FL_S("-static")); /* its libraries are not where it would look */
	for (size_t i = 0; i < p->sources.len; i++)
		add(&argv, tg_build_object(p, kind, i, tg_build_renews(p, changed, i), a));
	add(&argv, FL_S("-o"));
	add(&argv, FL_S(TG_BINARY));
	add_texts(&argv, &p->libs);
	return freeze(&argv, a);
}

int tg_build_setup(struct fl_box *box, const struct tg_program *program, struct fl_error *err)
{
	int rc = tg_program_check(program, err);
	for (int i = 0; i < TG_BUILD_KINDS && rc == 0; i++) { /* makes the directories */
		char name[16];
		snprintf(name, sizeof(name), "%s.keep", tg_build_dirs[i]);
		rc = fl_box_put(box, name, FL_S(""), 0644, err);
	}
	for (size_t i = 0; i < program->files.len && rc == 0; i++) {
		const struct tg_file *f = tg_program_at(program, i);
		rc = fl_box_put(box, f->path.ptr, f->content, 0644, err);
	}
	return rc;
}

int tg_build_step(struct fl_box *box, const struct fl_list *argv, struct fl_arena *a,
	struct fl_buf *text, struct tg_build *build, struct fl_error *err)
{
	/* gcc and clang take __DATE__ and __TIME__ from there: no build may differ by its time. */
	static const char *const env[] = {"PATH=/usr/bin:/bin", "HOME=" FL_BOX_DIR, "LANG=C.UTF-8",
		"SOURCE_DATE_EPOCH=" TG_BUILD_EPOCH, NULL};
	const char **strings = tg_texts_argv(argv, 0, a);
	if (fl_arena_error(a, "a command line", err))
		return err ? err->code : FL_ENOMEM;
	struct fl_run_spec spec = {.argv = strings,
		.env = env,
		.cpu_ms = fl_box_compile_ms(box),
		.wall_ms = 4 * fl_box_compile_ms(box),
		.err_max = DIAGNOSTICS_MAX};
	struct fl_process_result result;
	struct fl_patience patience = {0};
	size_t before = text->len;
	bool again = true;
	/* A compiler that cannot start its own parts says nothing of the program. */
	while (again) {
		fl_buf_truncate(text, before);
		int rc = fl_box_run(box, &spec, NULL, text, &result, err);
		if (rc)
			return rc;
		again = result.exit_status > 0 &&
			fl_host_short_said(fl_slice_skip(fl_buf_view(text), before));
		if (again && !fl_patience_wait(&patience, EAGAIN)) {
			struct fl_error e;
			fl_error_sys(&e, FL_EIO, EAGAIN, "%s cannot start its parts", strings[0]);
			rc = fl_host_error(&e);
			if (err)
				*err = e;
			return rc;
		}
	}
	build->end = result.end;
	build->cpu_ms += result.cpu_ms;
	build->ok = result.end == FL_END_EXIT && result.exit_status == 0;
	return 0;
}

/*
 * Compile a source for a changed file with what is kept of its headers. *ret_done: it compiled; if
 * not, what the compiler says without them counts.
 */
static int compile_quickly(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	size_t source, const struct fl_list *changed, struct fl_arena *a, struct tg_build *build,
	bool *ret_done, struct fl_error *err)
{
	struct fl_list argv;
	struct fl_buf ignored;
	int rc = tg_pch_argv(box, p, kind, source, changed, a, build, &argv, err);
	if (rc || argv.len == 0)
		return rc;
	fl_buf_init(&ignored, DIAGNOSTICS_MAX);
	rc = tg_build_step(box, &argv, a, &ignored, build, err);
	fl_buf_release(&ignored);
	if (rc == 0)
		*ret_done = build->ok;
	return rc;
}

static int compile(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	bool quick, size_t source, const struct fl_list *changed, struct fl_arena *a,
	struct fl_buf *text, struct tg_build *build, struct fl_error *err)
{
	bool done = false;
	int rc = 0;
	if (changed && quick)
		rc = compile_quickly(box, p, kind, source, changed, a, build, &done, err);
	if (rc || done)
		return rc;
	struct fl_list argv = tg_build_compile_argv(p, kind, source, changed != NULL, a);
	return tg_build_step(box, &argv, a, text, build, err);
}

static int all_steps(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	bool quick, const struct fl_list *changed, struct fl_arena *a, struct fl_buf *text,
	struct tg_build *build, struct fl_error *err)
{
	int rc = 0;
	build->ok = true;
	if (kind == TG_MADE)
		changed = &tg_all_changed; /* make looks for the objects beside the sources */
	for (size_t i = 0; i < p->sources.len && rc == 0 && build->ok; i++) {
		if (!changed || tg_build_renews(p, changed, i))
			rc = compile(box, p, kind, quick, i, changed, a, text, build, err);
	}
	if (rc || !build->ok)
		return rc;
	build->linking = true;
	struct fl_list argv = tg_build_link_argv(p, kind, changed, a);
	return tg_build_step(box, &argv, a, text, build, err);
}

/* What is to be run may be made with precompiled headers; what a plain build says, at first not. */
static int steps(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	const struct fl_list *changed, struct fl_arena *a, struct fl_buf *text,
	struct tg_build *build, struct fl_error *err)
{
	bool quick = kind != TG_PLAIN && kind != TG_MADE;
	return all_steps(box, p, kind, quick, changed, a, text, build, err);
}

static int steps_to_run(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	const struct fl_list *changed, struct fl_arena *a, struct fl_buf *text,
	struct tg_build *build, struct fl_error *err)
{
	return all_steps(box, p, kind, true, changed, a, text, build, err);
}

/* How to make the binary once the changed file is in place. */
typedef int (*build_steps)(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	const struct fl_list *changed, struct fl_arena *a, struct fl_buf *text,
	struct tg_build *build, struct fl_error *err);

/* Put the changed files into the box, or the program's own in their place. */
static int put_files(struct fl_box *box, const struct tg_program *p, const struct fl_list *changed,
	bool own, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; changed && i < changed->len && rc == 0; i++) {
		const struct tg_file *f = (const struct tg_file *)changed->items + i;
		const struct tg_file *original = tg_program_file(p, f->path);
		if (!original)
			return fl_error_set(err, FL_EINVAL, "\"%.*s\" is no file of the program",
				FL_ARG(f->path));
		rc = fl_box_put(
			box, original->path.ptr, own ? original->content : f->content, 0644, err);
	}
	return rc;
}

static int build_by(build_steps make, struct fl_box *box, const struct tg_program *program,
	enum tg_build_kind kind, const struct fl_list *changed, struct fl_arena *a,
	struct tg_build *ret_build, struct fl_error *err)
{
	struct tg_build build = {0};
	struct fl_buf text;
	int rc = put_files(box, program, changed, false, err);
	if (rc)
		return rc;
	fl_buf_init(&text, DIAGNOSTICS_MAX * 2);
	rc = make(box, program, kind, changed, a, &text, &build, err);
	if (rc == 0)
		rc = put_files(box, program, changed, true, err);
	build.diagnostics = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	if (rc == 0)
		rc = fl_arena_error(a, "the diagnostics", err);
	if (rc == 0)
		*ret_build = build;
	return rc;
}

int tg_build_run(struct fl_box *box, const struct tg_program *program, enum tg_build_kind kind,
	const struct fl_list *changed, struct fl_arena *a, struct tg_build *ret_build,
	struct fl_error *err)
{
	return build_by(steps, box, program, kind, changed, a, ret_build, err);
}

int tg_build_to_run(struct fl_box *box, const struct tg_program *program, enum tg_build_kind kind,
	const struct fl_list *changed, struct fl_arena *a, struct tg_build *ret_build,
	struct fl_error *err)
{
	return build_by(steps_to_run, box, program, kind, changed, a, ret_build, err);
}

/* Compile with precompiled headers only; where there are none, end is FL_END_COUNT. */
static int quick_steps(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	const struct fl_list *changed, struct fl_arena *a, struct fl_buf *text,
	struct tg_build *build, struct fl_error *err)
{
	int rc = 0;
	build->ok = true;
	for (size_t i = 0; i < p->sources.len && rc == 0 && build->ok; i++) {
		struct fl_list argv;
		if (!tg_build_renews(p, changed, i))
			continue;
		rc = tg_pch_argv(box, p, kind, i, changed, a, build, &argv, err);
		if (rc || argv.len == 0) {
			build->ok = false;
			build->end = FL_END_COUNT;
			return rc;
		}
		rc = tg_build_step(box, &argv, a, text, build, err);
	}
	if (rc || !build->ok)
		return rc;
	build->linking = true;
	struct fl_list argv = tg_build_link_argv(p, kind, changed, a);
	return tg_build_step(box, &argv, a, text, build, err);
}

static bool fails_alike(const struct tg_build *x, const struct tg_build *y)
{
	return !x->ok && !y->ok && x->end == y->end && x->linking == y->linking &&
	       fl_slice_eq(x->diagnostics, y->diagnostics);
}

int tg_build_again(struct fl_box *box, const struct tg_program *program, enum tg_build_kind kind,
	const struct fl_list *changed, const struct tg_build *first, struct fl_arena *a,
	struct tg_build *ret_build, struct fl_error *err)
{
	struct tg_build quick;
	if (kind == TG_MADE)
		return tg_build_run(box, program, kind, changed, a, ret_build, err);
	int rc = build_by(quick_steps, box, program, kind, changed, a, &quick, err);
	if (rc || fails_alike(first, &quick)) {
		if (rc == 0)
			*ret_build = quick;
		return rc;
	}
	rc = tg_build_run(box, program, kind, changed, a, ret_build, err);
	if (rc == 0)
		ret_build->cpu_ms += quick.cpu_ms;
	return rc;
}

static bool starts_threads(struct fl_slice object)
{
	static const char *const names[] = {"pthread_create", "thrd_create", "_M_start_thread"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (fl_slice_find(object, names[i]) >= 0)
			return true;
	return false;
}

int tg_build_threads(struct fl_box *box, const struct tg_program *program, enum tg_build_kind kind,
	struct fl_arena *a, bool *ret_threads, struct fl_error *err)
{
	bool threads = false;
	int rc = 0;
	for (size_t i = 0; i < program->sources.len && rc == 0 && !threads; i++) {
		struct fl_buf object;
		fl_buf_init(&object, OBJECT_MAX);
		rc = fl_box_get(box, tg_build_object(program, kind, i, false, a).ptr, &object, err);
		threads = rc == 0 && starts_threads(fl_buf_view(&object));
		fl_buf_release(&object);
	}
	if (rc == 0)
		*ret_threads = threads;
	return rc;
}

int tg_build_litter(struct fl_box *box, struct fl_error *err)
{
	static const char *const names[] = {"litter.o", "made/litter.o"};
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof(names) / sizeof(names[0]); i++)
		rc = fl_box_put(box, names[i], FL_S("litter\n"), 0644, err);
	return rc;
}
