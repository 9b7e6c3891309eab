#include "datasets/reward/candidate_priv.h"

#include "base/path.h"
#include "base/source_name.h"
#include "datasets/reward/patch.h"
#include "tracegen/builds/build_read.h"
#include "tracegen/builds/made.h"

static void refuse(struct ds_reader *r, enum ds_refusal how, struct fl_slice why)
{
	r->c->refusal = how;
	r->c->why = why;
}

static int only_file(struct ds_reader *r, struct fl_slice code)
{
	struct tg_file *f = fl_arena_alloc(r->a, sizeof(*f));
	if (!f)
		return fl_arena_error(r->a, "a candidate", r->err);
	if (r->function.name.len)
		f->path = FL_S(DS_FUNCTION_FILE);
	else
		f->path = r->language_given && r->c->language == SAN_C ? FL_S("main.c")
								       : FL_S("main.cpp");
	f->content = code;
	r->c->files = (struct fl_list){.items = f, .len = 1};
	return 0;
}

void ds_candidate_add_flags(struct ds_reader *r, const struct fl_list *more)
{
	size_t before = r->c->flags.len;
	struct fl_slice *flags = fl_arena_array(r->a, before + more->len + 1, sizeof(*flags));
	if (!flags)
		return; /* the arena says so */
	if (before)
		memcpy(flags, r->c->flags.items, before * sizeof(*flags));
	if (more->len)
		memcpy(flags + before, more->items, more->len * sizeof(*flags));
	r->c->flags = (struct fl_list){.items = flags, .len = before + more->len};
}

/*
 * The libraries that the build file links with, as the answer leaves it, and no other of its words.
 * One that is broken fails to build.
 */
static void take_made(struct ds_reader *r)
{
	struct tg_program p = {.files = r->c->files};
	if (tg_made_read(&p, r->a, NULL))
		return;
	struct fl_slice *libs = p.libs.items;
	size_t n = 0;
	for (size_t i = 0; i < p.libs.len; i++)
		if (fl_slice_starts(libs[i], "-l"))
			libs[n++] = libs[i];
	ds_candidate_add_flags(r, &(struct fl_list){.items = libs, .len = n});
}

/* Files that look like sources and are input, or parts of others: its build does not name them. */
static void take_data(struct ds_reader *r, const struct tg_program *p)
{
	const struct tg_file *f = r->record->files.items;
	size_t n = 0, count = r->record->files.len;
	struct fl_slice *data = fl_arena_array(r->a, count + 1, sizeof(*data));
	bool cxx;
	for (size_t i = 0; data && i < count; i++)
		if (fl_source_is_unit(f[i].path, &cxx) && !fl_texts_have(&p->sources, f[i].path))
			data[n++] = f[i].path;
	r->c->data = (struct fl_list){.items = data, .len = n};
}

/* What is wrong with a record's files is no fault of an answer. */
static int check_record_files(struct ds_reader *r)
{
	const struct tg_file *f = r->record->files.items;
	for (size_t i = 0; i < r->record->files.len; i++)
		if (!fl_path_is_straight(f[i].path))
			return BAD(r, "record: the path \"%.*s\" is none below a program",
				FL_ARG(f[i].path));
	if (!tg_files_find(&r->record->files, r->record->mutation.file))
		return BAD(r, "record: \"%.*s\", which has the fault, is not among its files",
			FL_ARG(r->record->mutation.file));
	return 0;
}

/* The program of a record, and what it is held to. */
static int take_record(struct ds_reader *r)
{
	const struct ds_record *record = r->record;
	const struct ds_command *commands = record->build.items;
	struct fl_list *argvs = fl_arena_array(r->a, record->build.len + 1, sizeof(*argvs));
	struct tg_program program;
	enum tg_build_kind kind;
	for (size_t i = 0; argvs && i < record->build.len; i++)
		argvs[i] = commands[i].argv;
	int rc = fl_arena_error(r->a, "a record", r->err);
	rc = rc ? rc : check_record_files(r);
	rc = rc ? rc
		: tg_build_read(argvs, record->build.len,
			  record->language == DS_LANG_C ? TG_C : TG_CXX, r->a, &program, &kind,
			  r->err);
	if (rc)
		return rc;
	if (tg_build_target(kind))
		return BAD(r, "the record is of another machine, for which nothing is run here");
	if (record->run.argv.len && !fl_slice_eqs(tg_text_at(&record->run.argv, 0), "./" TG_BINARY))
		return BAD(r,
			"the record's program is run by %.*s (as by Valgrind), which is not done "
			"here",
			FL_ARG(tg_text_at(&record->run.argv, 0)));
	r->c->language = record->language == DS_LANG_C ? SAN_C : SAN_CXX;
	r->language_given = true;
	r->c->std = program.std;
	/* What one compiler refuses another may take, or the same under other flags. */
	if (ds_kind_is(record->kind, DS_KIND_BUILDS))
		r->c->commands = record->build;
	if (record->build.len && commands[0].argv.len)
		r->c->driver = tg_text_at(&commands[0].argv, 0);
	r->c->mode = tg_build_mode(kind);
	r->c->record = record;
	if (r->c->fault_class < 0)
		r->c->fault_class = record->error_class;
	r->c->leaks_off = ds_record_leaks_off(record);
	r->made = kind == TG_MADE;
	if (!r->made)
		take_data(r, &program);
	ds_candidate_add_flags(r, &program.flags);
	ds_candidate_add_flags(r, &program.libs);
	r->c->files = record->files;
	if (record->cpu_ms > 0)
		r->c->limits.cpu_ms = (unsigned)record->cpu_ms;
	return fl_arena_error(r->a, "a record", r->err);
}

/*
 * The tests of a record: those decide whose output its prompt does not show, where there are any.
 * The others are tests, too, without weight then; the one that is shown has to pass, as the faulty
 * code may do well on all others.
 */
static int record_tests(struct ds_reader *r)
{
	const struct ds_record *record = r->record;
	const struct ds_test *from = record->tests.items;
	struct ds_trial *to = fl_arena_array(r->a, record->tests.len + 1, sizeof(*to));
	if (!to)
		return fl_arena_error(r->a, "the tests of a record", r->err);
	for (size_t i = 0; i < record->tests.len; i++)
		to[i] = (struct ds_trial){.name = fl_arena_printf(r->a, "%zu", i + 1),
			.input = from[i].input,
			.args = tg_args_read(&from[i].argv),
			.expected = from[i].output,
			.expected_hash = from[i].output_hash,
			.has_expected = true,
			.shown = from[i].shown,
			.exit_status = from[i].exit_status,
			.compare = {.how = DS_COMPARE_EXACT},
			.needed = from[i].shown,
			.weight = record->hidden > 0 && ds_record_is_told(record, &from[i])
					  ? 0
					  : DS_WEIGHT};
	if (!record->tests.len && record->verification.fixed.exit_status >= 0)
		/* Of an older record: what it was run with, by the hash of what it prints. */
		to[0] = (struct ds_trial){.name = FL_S("1"),
			.input = record->run.input,
			.args = tg_args_read(&record->run.argv),
			.expected_hash = record->verification.fixed.output_hash,
			.has_expected = true,
			.exit_status = record->verification.fixed.exit_status,
			.compare = {.how = DS_COMPARE_EXACT},
			.weight = DS_WEIGHT};
	r->c->tests = (struct fl_list){
		.items = to, .len = record->tests.len ? record->tests.len : to[0].name.len > 0};
	return fl_arena_error(r->a, "the tests of a record", r->err);
}

static int apply(struct ds_reader *r, struct fl_slice code)
{
	struct fl_error why;
	struct ds_patch task = {.files = r->c->files, .main = r->record->mutation.file};
	int rc = ds_patch_apply(&task, code, r->a, &r->c->files, &why);
	if (rc == FL_EREFUSED) {
		refuse(r, DS_REFUSED_APPLY,
			why.line ? fl_arena_printf(
					   r->a, "line %u of the answer: %s", why.line, why.message)
				 : fl_arena_slice(r->a, fl_slice_str(why.message)));
		return 0;
	}
	return rc ? fl_error_set(r->err, rc, "%s", why.message) : 0;
}

static int take_completion(struct ds_reader *r)
{
	struct fl_slice code = {0};
	int rc =
		ds_extract_code(r->completion, r->a, &r->c->extract, &code, &r->c->thought, r->err);
	r->c->answer = r->completion;
	if (rc)
		return rc;
	if (r->c->extract == DS_EXTRACT_NONE) {
		refuse(r, DS_REFUSED_EXTRACT, FL_S("the answer holds no code"));
		return 0;
	}
	return r->record ? apply(r, code) : only_file(r, code);
}

/* There is a source; where nobody said it, the language is that of the sources. */
static int check_files(struct ds_reader *r)
{
	const struct tg_file *f = r->c->files.items;
	bool cxx, any = r->function.name.len > 0, any_cxx = any;
	for (size_t i = 0; i < r->c->files.len; i++) {
		if (!fl_source_is_unit(f[i].path, &cxx))
			continue;
		any = true;
		any_cxx = any_cxx || cxx;
	}
	if (!r->language_given)
		r->c->language = any_cxx ? SAN_CXX : SAN_C;
	return any ? 0 : BAD(r, "none of the files is a source: .c .cc .cpp .cxx");
}

static int check_members(struct ds_reader *r)
{
	int given = (r->code.ptr != NULL) + (r->completion.ptr != NULL) + (r->c->files.len > 0);
	if (r->record && !r->completion.ptr && !r->task)
		return BAD(r, "a record without a \"completion\": there is nothing to apply to it");
	if (r->function.name.len && (r->record || r->c->files.len))
		return BAD(r, "a \"function\" is of a \"code\" or a \"completion\"");
	if (r->function.name.len && r->language_given && r->c->language == SAN_C)
		return BAD(r, "a \"function\" is of C++");
	if (r->record && r->c->files.len)
		return BAD(r, "a record has its own files");
	if (given > 1 || (given == 0 && !r->task))
		return BAD(r, "a candidate has one of \"code\", \"files\" and \"completion\"");
	return 0;
}

/* What a task has become, or what it begins with. */
static int take_task(struct ds_reader *r)
{
	if (r->written)
		r->c->files = *r->written;
	else if (!r->record && !r->c->files.len)
		return only_file(r, FL_S(""));
	return 0;
}

/* The file that an answer means which does not say. */
static void set_main(struct ds_reader *r)
{
	const struct tg_file *f = r->c->files.items;
	r->c->main = r->record              ? r->record->mutation.file
		     : r->c->files.len == 1 ? f->path
					    : FL_S("");
}

int ds_candidate_take_code(struct ds_reader *r)
{
	int rc = check_members(r);
	if (rc == 0 && r->record)
		rc = take_record(r);
	if (rc == 0 && r->record && !r->c->tests.len)
		rc = record_tests(r);
	if (rc == 0 && r->completion.ptr)
		rc = take_completion(r);
	if (rc == 0 && r->code.ptr)
		rc = only_file(r, r->code);
	if (rc == 0 && r->task && !r->c->refusal)
		rc = take_task(r);
	if (rc == 0 && r->made && !r->c->refusal)
		take_made(r);
	if (rc == 0)
		set_main(r);
	return rc || r->c->refusal ? rc : check_files(r);
}
