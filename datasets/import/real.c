#include "datasets/import/real.h"

#include <errno.h>
#include <stdio.h>

#include "base/hash.h"
#include "base/path.h"
#include "base/source_name.h"
#include "datasets/compose.h"
#include "datasets/import/finding.h"
#include "datasets/import/mend/hunks.h"
#include "datasets/import/pair.h"
#include "datasets/record/edits.h"
#include "datasets/record/instruct.h"
#include "datasets/record/prompt.h"
#include "diag/model/class.h"

enum { DIAGNOSTICS_MAX = 2 << 20, PATH_BYTES = 1024 };

/* ---- compiling ---- */

/* Flags by which a driver takes a file for what its name does not say. */
static const char *const takes[][2] = {[TG_C] = {"-x", "c"}, [TG_CXX] = {"-x", "c++"}};

static const char include_flag[] = "-I";

const struct ds_lenient ds_lenient[] = {
	{"format", "-Wno-format"},
	{"implicit-function-declaration", "-Wno-error=implicit-function-declaration"},
	{"int-conversion", "-Wno-error=int-conversion"},
	{"incompatible-pointer-types", "-Wno-error=incompatible-pointer-types"},
	{NULL, NULL},
};

static bool says_language(struct fl_slice name, int language)
{
	bool cxx;
	return fl_source_is_unit(name, &cxx) && cxx == (language == TG_CXX);
}

/* What says the language, where the name does not, what is let pass, and where headers are. */
static struct fl_list flags_of(const struct ds_unit *unit, struct fl_arena *a)
{
	const size_t most = sizeof(ds_lenient) / sizeof(ds_lenient[0]) + 2 + unit->dirs.len;
	struct fl_slice *flags = fl_arena_array(a, most, sizeof(*flags));
	size_t n = 0;
	if (!flags)
		return (struct fl_list){0};
	for (int i = 0; i < 2 && !says_language(unit->name, unit->language); i++)
		flags[n++] = fl_slice_str(takes[unit->language][i]);
	for (size_t i = 0; ds_lenient[i].flag; i++)
		if (unit->lenient >> i & 1)
			flags[n++] = fl_slice_str(ds_lenient[i].flag);
	for (size_t i = 0; i < unit->dirs.len; i++)
		flags[n++] = fl_arena_printf(
			a, "%s%.*s", include_flag, FL_ARG(tg_text_at(&unit->dirs, i)));
	return (struct fl_list){flags, n};
}

int ds_real_program(const struct ds_unit *unit, struct fl_slice text, int compiler,
	struct fl_slice std, struct fl_arena *a, struct tg_program *ret_program,
	struct fl_error *err)
{
	struct tg_file *files = fl_arena_array(a, 1 + unit->headers.len, sizeof(*files));
	struct fl_slice *source = fl_arena_alloc(a, sizeof(*source));
	if (!files || !source)
		return fl_arena_error(a, "a pair", err);
	files[0] = (struct tg_file){fl_arena_slice(a, unit->name), text};
	if (unit->headers.len)
		memcpy(files + 1, unit->headers.items, unit->headers.len * sizeof(*files));
	*source = files[0].path;
	const struct tg_program program = {.name = files[0].path,
		.language = unit->language,
		.compiler = compiler,
		.std = std,
		.files = {files, 1 + unit->headers.len},
		.sources = {source, 1},
		.mutate = {source, 1},
		.flags = flags_of(unit, a)};
	int rc = fl_arena_error(a, "a pair", err);
	rc = rc ? rc : tg_program_check(&program, err);
	if (rc == 0)
		*ret_program = program;
	return rc;
}

int ds_real_setup(
	const struct ds_real_bench *b, const struct fl_list *headers, struct fl_error *err)
{
	const struct tg_file *f = headers->items;
	int rc = fl_box_clear(b->box, err);
	for (size_t i = 0; rc == 0 && i < headers->len; i++) {
		char path[PATH_BYTES];
		snprintf(path, sizeof(path), "%.*s", FL_ARG(f[i].path));
		rc = fl_box_put(b->box, path, f[i].content, 0644, err);
	}
	return rc;
}

/* The one command of the build. */
static struct fl_list command_of(
	const struct tg_program *program, struct fl_slice check, struct fl_arena *a)
{
	return check.len ? ds_finding_argv(program, check, a)
			 : tg_build_compile_argv(program, TG_PLAIN, 0, true, a);
}

/* The same of a contrast, too, whose machine may be another one. */
static struct fl_list build_of(const struct ds_real *real, struct fl_arena *a)
{
	return real->contrast ? tg_build_compile_argv(&real->program, real->on, 0, true, a)
			      : command_of(&real->program, real->check, a);
}

/* "./x.h" of -I. is "x.h", as the file is called among the record's. */
static struct fl_slice with_names(struct fl_slice said, struct fl_arena *a)
{
	static const char mark[] = "./";
	struct fl_buf out;
	fl_buf_init(&out, DIAGNOSTICS_MAX);
	for (size_t i = 0; i < said.len; i++) {
		struct fl_slice rest = fl_slice_skip(said, i), before = fl_slice_head(said, i);
		bool begins = i == 0 || said.ptr[i - 1] == '\n' || fl_slice_ends(before, " from ");
		if (begins && fl_slice_starts(rest, mark))
			i += strlen(mark);
		if (i < said.len)
			fl_buf_char(&out, said.ptr[i]);
	}
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return text;
}

static int run_compiler(const struct ds_real_bench *b, const struct fl_list *argv,
	struct fl_arena *a, struct tg_build *ret_build, struct fl_error *err)
{
	struct tg_build build = {0};
	struct fl_buf said;
	fl_buf_init(&said, DIAGNOSTICS_MAX);
	int rc = tg_build_step(b->box, argv, a, &said, &build, err);
	build.diagnostics = with_names(fl_buf_view(&said), a);
	fl_buf_release(&said);
	rc = rc ? rc : fl_arena_error(a, "the diagnostics", err);
	if (rc == 0)
		*ret_build = build;
	return rc;
}

int ds_real_compile(const struct ds_real_bench *b, const struct tg_program *program,
	struct fl_slice check, struct fl_slice text, struct fl_arena *a, struct tg_build *ret_build,
	struct fl_error *err)
{
	struct fl_list argv = command_of(program, check, a);
	int rc = fl_box_put(b->box, tg_program_at(program, 0)->path.ptr, text, 0644, err);
	if (rc)
		return rc;
	return check.len ? ds_finding_run(b->box, &argv, a, ret_build, err)
			 : run_compiler(b, &argv, a, ret_build, err);
}

int ds_real_compile_on(const struct ds_real_bench *b, const struct tg_program *program,
	enum tg_build_kind on, struct fl_slice text, struct fl_arena *a, struct tg_build *ret_build,
	struct fl_error *err)
{
	struct fl_list argv = tg_build_compile_argv(program, on, 0, true, a);
	int rc = fl_box_put(b->box, tg_program_at(program, 0)->path.ptr, text, 0644, err);
	return rc ? rc : run_compiler(b, &argv, a, ret_build, err);
}

int ds_real_look(const struct ds_real_bench *b, const struct tg_program *program,
	struct fl_slice text, struct fl_arena *a, struct tg_build *ret_build, struct fl_error *err)
{
	struct fl_list whole = command_of(program, fl_slice(NULL, 0), a);
	struct fl_slice *argv = fl_arena_array(a, whole.len + 2, sizeof(*argv));
	if (!argv)
		return fl_arena_error(a, "a command line", err);
	memcpy(argv, whole.items, whole.len * sizeof(*argv));
	argv[whole.len] = FL_S("-fsyntax-only");
	argv[whole.len + 1] = FL_S("-Wfatal-errors");
	const struct fl_list looking = {argv, whole.len + 2};
	int rc = fl_box_put(b->box, tg_program_at(program, 0)->path.ptr, text, 0644, err);
	return rc ? rc : run_compiler(b, &looking, a, ret_build, err);
}

/* ---- the record ---- */

struct fl_slice ds_real_program_id(const struct tg_program *p, struct fl_arena *a)
{
	struct fl_slice *parts = fl_arena_array(a, 1 + 2 * p->files.len, sizeof(*parts));
	size_t n = 0;
	char hex[65];
	if (!parts)
		return fl_slice(NULL, 0);
	parts[n++] = FL_S("pair");
	for (size_t i = 0; i < p->files.len; i++) {
		parts[n++] = tg_program_at(p, i)->path;
		parts[n++] = tg_program_at(p, i)->content;
	}
	fl_sha256_parts(parts, n, hex);
	return fl_arena_slice(a, fl_slice_str(hex));
}

/* One command, which compiles. */
static int take_build(
	struct ds_record *r, const struct ds_real *real, struct fl_arena *a, struct fl_error *err)
{
	struct ds_command *command = fl_arena_alloc(a, sizeof(*command));
	struct fl_slice *argv = fl_arena_alloc(a, sizeof(*argv));
	struct ds_test *test = fl_arena_alloc(a, sizeof(*test));
	if (!command || !argv || !test)
		return fl_arena_error(a, "a record", err);
	command->argv = build_of(real, a);
	*argv = FL_S("./" TG_BINARY);
	r->build = (struct fl_list){command, 1};
	r->run.argv = (struct fl_list){argv, 1};
	/* Nothing was run; a list is never empty. */
	*test = (struct ds_test){.argv = r->run.argv, .exit_status = -1};
	r->tests = (struct fl_list){test, 1};
	ds_record_count_hidden(r);
	return fl_arena_error(a, "a record", err);
}

static int take_files(
	struct ds_record *r, const struct ds_real *real, struct fl_arena *a, struct fl_error *err)
{
	const struct fl_list *all = &real->program.files;
	struct tg_file *files = fl_arena_array(a, all->len, sizeof(*files));
	if (!files)
		return fl_arena_error(a, "a record", err);
	memcpy(files, all->items, all->len * sizeof(*files));
	r->fixed = files[0].content;
	r->buggy = files[0].content = real->before;
	r->files = (struct fl_list){files, all->len};
	r->edits = real->edits;
	return ds_edits_sum(r, a, err);
}

/* Of gcc each machine has its own. */
static struct fl_slice compiler_of(const struct ds_real_bench *b, const struct ds_real *real)
{
	bool cross =
		real->contrast && tg_build_target(real->on) && real->program.compiler == TG_GCC;
	return cross ? b->toolchain->targets[real->on - TG_ON_I386]
		     : b->toolchain->compilers[real->program.compiler].version;
}

static struct ds_provenance provenance_of(
	const struct ds_real_bench *b, const struct ds_real *real, struct fl_arena *a)
{
	return (struct ds_provenance){.origin = real->contrast ? DS_CONTRAST : DS_REAL,
		.source = real->source,
		.sha256 = ds_hash_text(tg_program_at(&real->program, 0)->content, a),
		.licence = real->licence,
		.faultline = FL_S(FL_VERSION),
		.compiler = compiler_of(b, real),
		.seed = (int64_t)b->seed};
}

/* What follows from the columns that are filled, in the order in which it does. */
static int derive(struct ds_record *r, const struct ds_real *real, const struct ds_confidence *sure,
	struct fl_arena *a, struct fl_error *err)
{
	int rc = ds_record_fault(r, a, &r->fault, err);
	if (rc)
		return rc;
	r->instruction = ds_instruction(r, a);
	rc = ds_prompt_make(r, a, &r->prompt, err);
	rc = rc ? rc : ds_reason_make(r, sure, a, &r->reasoning, err);
	if (rc)
		return rc;
	r->reasoning = ds_reason_with_author(r->reasoning, real->message, a);
	rc = fl_arena_error(a, "the reasoning", err);
	rc = rc ? rc : ds_record_seal(r, a, err);
	return rc ? rc : ds_record_check(r, err);
}

/*
 * Which of two that differ is the fault's. A parser that stumbles over a name that it does not know
 * tells of the token behind it; who names what is wrong knows more. Else who is surer.
 */
static int class_of_both(const enum diag_class cls[2], const struct ds_confidence sure[2])
{
	if (cls[0] == DIAG_CLASS_SYNTAX || cls[1] == DIAG_CLASS_SYNTAX)
		return (int)cls[cls[0] == DIAG_CLASS_SYNTAX ? 1 : 0];
	return (int)cls[sure[1].ratio > sure[0].ratio ? 1 : 0];
}

int ds_real_class(struct fl_slice one, struct fl_slice other, struct fl_arena *a, int *ret_class,
	struct fl_error *err)
{
	const struct fl_slice said[] = {one, other};
	enum diag_class cls[2] = {DIAG_CLASS_NONE, DIAG_CLASS_NONE};
	struct ds_confidence sure[2] = {{0}, {0}};
	struct fl_items items;
	*ret_class = DIAG_CLASS_NONE;
	for (int i = 0; one.len && other.len && i < 2; i++) {
		int rc = ds_diagnostics_context(said[i], a, &items, &cls[i], &sure[i], err);
		if (rc && rc != FL_EREFUSED)
			return rc;
	}
	bool both = cls[0] != DIAG_CLASS_NONE && cls[1] != DIAG_CLASS_NONE;
	if (both && cls[0] != cls[1])
		*ret_class = class_of_both(cls, sure);
	return 0;
}

int ds_real_compose(const struct ds_real_bench *b, const struct ds_real *real,
	struct fl_slice diagnostics, struct fl_arena *a, struct ds_record *ret_record,
	struct fl_error *err)
{
	struct ds_record *r = fl_object_new(a, &ds_record_shape);
	const struct tg_site site = {.file = tg_program_at(&real->program, 0)->path};
	struct ds_confidence sure;
	struct fl_items items;
	enum diag_class cls;
	if (!r)
		return fl_arena_error(a, "a record", err);
	int rc = ds_diagnostics_context(diagnostics, a, &items, &cls, &sure, err);
	if (rc == 0 && cls == DIAG_CLASS_NONE)
		rc = fl_error_set(err, FL_EREFUSED, "the error is of no class");
	if (rc) {
		if (err && rc == FL_EREFUSED)
			err->sys = ENODATA;
		return rc;
	}
	r->kind = DS_KIND_DIAGNOSTIC_FIX;
	r->evidence_class = (int)cls;
	r->error_class = real->error_class == DIAG_CLASS_NONE ? (int)cls : real->error_class;
	r->language = real->program.language == TG_C ? DS_LANG_C : DS_LANG_CXX;
	r->form = (int)b->form;
	r->prompt_bytes = b->prompt_bytes;
	r->program = ds_real_program_id(&real->program, a);
	r->group = real->group.len ? real->group : r->program;
	r->provenance = provenance_of(b, real, a);
	r->verification = (struct ds_verification){.level = DS_COMPILED,
		.buggy = {.status = real->check.len ? FL_S(DS_FINDING) : FL_S("compile_error"),
			.exit_status = -1,
			.signal = -1},
		.fixed = {.same = true, .exit_status = -1}};
	r->context = ds_context_text(&items, DS_KIND_DIAGNOSTIC_FIX, a, err);
	rc = fl_arena_error(a, "the context", err);
	rc = rc ? rc
		: ds_platform_text(&real->program, &site, real->contrast ? real->on : TG_PLAIN,
			  b->compilers, a, &r->platform, err);
	rc = rc ? rc : take_files(r, real, a, err);
	rc = rc ? rc : take_build(r, real, a, err);
	rc = rc ? rc : derive(r, real, &sure, a, err);
	if (rc == 0)
		*ret_record = *r;
	return rc;
}

/* ---- once more ---- */

bool ds_real_is(const struct ds_record *r)
{
	return r->provenance.origin == DS_REAL && r->kind == DS_KIND_DIAGNOSTIC_FIX &&
	       r->build.len == 1;
}

static bool same_texts(const struct fl_list *x, const struct fl_list *y)
{
	for (size_t i = 0; i < x->len && i < y->len; i++)
		if (!fl_slice_eq(tg_text_at(x, i), tg_text_at(y, i)))
			return false;
	return x->len == y->len;
}

/* The standard that a command line names. */
static struct fl_slice standard_of(const struct fl_list *argv)
{
	static const char mark[] = "-std=";
	for (size_t i = 1; i < argv->len; i++)
		if (fl_slice_starts(tg_text_at(argv, i), mark))
			return fl_slice_skip(tg_text_at(argv, i), strlen(mark));
	return (struct fl_slice){0};
}

static struct fl_list behind_first(const struct fl_list *files)
{
	return (struct fl_list){(struct tg_file *)files->items + 1, files->len - 1};
}

/*
 * What the record's file is compiled with. The file stands first, as ds_real_compose() puts it;
 * whether the command line is one of ours is told by making it again.
 */
static int unit_of(const struct ds_record *r, const struct fl_list *argv, struct fl_arena *a,
	struct ds_unit *ret_unit, struct fl_error *err)
{
	const struct tg_file *f = r->files.items;
	struct fl_slice *dirs = fl_arena_array(a, argv->len, sizeof(*dirs));
	unsigned lenient = 0;
	size_t n = 0;
	if (!dirs)
		return fl_arena_error(a, "a record", err);
	if (!fl_slice_eq(f->path, r->mutation.file))
		return fl_error_set(err, FL_EREFUSED, "the faulty file is not the first one");
	for (size_t i = 1; i < argv->len; i++) {
		struct fl_slice flag = tg_text_at(argv, i);
		for (size_t k = 0; ds_lenient[k].flag; k++)
			lenient |= (unsigned)fl_slice_eqs(flag, ds_lenient[k].flag) << k;
		if (!fl_slice_starts(flag, include_flag))
			continue;
		dirs[n] = fl_slice_skip(flag, strlen(include_flag));
		if (!fl_slice_eqs(dirs[n], ".") && !fl_path_is_straight(dirs[n]))
			return fl_error_set(
				err, FL_EREFUSED, "its build looks outside for headers");
		n++;
	}
	*ret_unit = (struct ds_unit){.name = f->path,
		.language = r->language == DS_LANG_C ? TG_C : TG_CXX,
		.headers = behind_first(&r->files),
		.dirs = {dirs, n},
		.lenient = lenient};
	return 0;
}

/* The program that has the record's command line, by either compiler or by a check. */
static int program_of(
	const struct ds_record *r, struct fl_arena *a, struct ds_real *real, struct fl_error *err)
{
	const struct fl_list *argv = &((const struct ds_command *)r->build.items)->argv;
	struct fl_slice std = standard_of(argv);
	struct ds_unit unit;
	struct fl_error why = {0};
	int rc = unit_of(r, argv, a, &unit, err);
	real->check = ds_finding_check(argv);
	for (int c = real->check.len ? TG_CLANG : TG_GCC; rc == 0 && std.len && c <= TG_CLANG;
		c++) {
		rc = ds_real_program(&unit, r->fixed, c, std, a, &real->program, &why);
		if (rc)
			return fl_error_set(
				err, rc == FL_EINVAL ? FL_EREFUSED : why.code, "%s", why.message);
		struct fl_list made = command_of(&real->program, real->check, a);
		if (same_texts(argv, &made))
			return fl_arena_error(a, "a record", err);
	}
	return rc ? rc : fl_error_set(err, FL_EREFUSED, "its build is not one of ours");
}

static int compile_side(const struct ds_real_bench *b, const struct ds_real *real,
	struct fl_slice text, struct fl_arena *a, struct tg_build *ret_build, struct fl_error *err)
{
	return real->contrast
		       ? ds_real_compile_on(b, &real->program, real->on, text, a, ret_build, err)
		       : ds_real_compile(b, &real->program, real->check, text, a, ret_build, err);
}

static int compile_both(const struct ds_real_bench *b, const struct ds_real *real,
	struct fl_arena *a, struct tg_build *ret_before, struct fl_error *err)
{
	struct fl_slice after = tg_program_at(&real->program, 0)->content;
	struct tg_build built = {0};
	const struct fl_list headers = behind_first(&real->program.files);
	int rc = ds_real_setup(b, &headers, err);
	rc = rc ? rc : compile_side(b, real, real->before, a, ret_before, err);
	rc = rc ? rc : compile_side(b, real, after, a, &built, err);
	if (rc)
		return rc;
	if (ret_before->ok)
		return fl_error_set(err, FL_EREFUSED, "the faulty code compiles");
	return built.ok ? 0 : fl_error_set(err, FL_EREFUSED, "the fixed code does not compile");
}

int ds_real_remake(const struct ds_real_bench *b, struct ds_real *real, const struct ds_record *r,
	struct fl_arena *a, struct ds_record *ret_again, struct fl_error *err)
{
	struct tg_build before;
	int rc = ds_hunks(
		real->program.name, r->fixed, r->buggy, DS_PAIR_LINES_MAX, a, &real->edits, err);
	rc = rc ? rc : compile_both(b, real, a, &before, err);
	return rc ? rc : ds_real_compose(b, real, before.diagnostics, a, ret_again, err);
}

int ds_real_again(const struct ds_real_bench *b, const struct ds_record *r, struct fl_arena *a,
	struct ds_record *ret_again, struct fl_error *err)
{
	struct ds_real real = {.before = r->buggy,
		.source = r->provenance.source,
		.licence = r->provenance.licence,
		.group = fl_slice_eq(r->group, r->program) ? fl_slice(NULL, 0) : r->group,
		.message = ds_reason_author(r),
		.error_class = r->error_class};
	int rc = program_of(r, a, &real, err);
	return rc ? rc : ds_real_remake(b, &real, r, a, ret_again, err);
}
