#include "sanitize/run/build_priv.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/host.h"
#include "base/source_name.h"
#include "sanitize/resident/resident.h"

enum { SCRIPT_MAX = 16 << 20, EXTRA_MS = 5000 };

bool san_source_language(struct fl_slice path, enum san_language *ret_language)
{
	bool cxx;
	if (!fl_source_is_unit(path, &cxx))
		return false;
	*ret_language = cxx ? SAN_CXX : SAN_C;
	return true;
}

bool san_file_language(const struct san_file *f, enum san_language *ret_language)
{
	return !f->data && san_source_language(f->path, ret_language);
}

/* ---- the script ---- */

static void put_step(struct san_job *j, size_t step, size_t *running)
{
	fl_buf_printf(&j->script,
		" >/dev/null 2>" SAN_STEP_DIR "/%zu.txt; echo $? >" SAN_STEP_DIR
		"/%zu.status; } &\n",
		step, step);
	if (++*running % j->jobs == 0)
		fl_buf_str(&j->script, "wait\n");
}

static void put_compile(struct san_job *j, size_t mode, size_t source, size_t *running)
{
	struct fl_buf words;
	fl_buf_init(&words, SCRIPT_MAX);
	san_job_compile(j, mode, source, &words);
	fl_buf_str(&j->script, "{ ");
	san_put_run(&j->script, &words);
	put_step(j, san_job_step(j, mode, source), running);
	fl_buf_release(&words);
}

static void put_link(struct san_job *j, size_t mode, size_t *running)
{
	const struct san_toolchain *t = san_job_toolchain(j->program, j->modes[mode]);
	bool fast = j->program->linker && t->family == SAN_CLANG;
	struct fl_buf words;
	fl_buf_init(&words, SCRIPT_MAX);
	fl_buf_str(&j->script, "{ ");
	if (fast) {
		fl_buf_str(&j->script, "{ ");
		if (j->program->link)
			san_job_known_link(j, mode, &words);
		else
			san_job_link(j, mode, j->program->linker, &words);
		san_put_run(&j->script, &words);
		fl_buf_str(&j->script, " 2>/dev/null || ");
	}
	fl_buf_clear(&words);
	san_job_link(j, mode, NULL, &words);
	san_put_run(&j->script, &words);
	if (fast)
		fl_buf_str(&j->script, "; }");
	put_step(j, san_job_step(j, mode, j->source_count), running);
	fl_buf_release(&words);
}

static void write_script(struct san_job *j)
{
	size_t running = 0;
	san_put_limits(&j->script, j->cpu_ms);
	for (size_t m = 0; m < j->mode_count; m++)
		for (size_t s = 0; s < j->source_count; s++)
			put_compile(j, m, s, &running);
	fl_buf_str(&j->script, "wait\n");
	for (size_t m = 0; m < j->mode_count; m++)
		put_link(j, m, &running);
	fl_buf_str(&j->script, "wait\n");
}

/* What a step left in a file of its own. */
static int step_file(struct fl_box *box, size_t step, const char *suffix, size_t max,
	struct fl_arena *a, struct fl_slice *ret_text, struct fl_error *err)
{
	char name[64];
	struct fl_buf text;
	snprintf(name, sizeof(name), SAN_STEP_DIR "/%zu%s", step, suffix);
	fl_buf_init(&text, max);
	int rc = fl_box_get(box, name, &text, err);
	if (rc == 0)
		*ret_text = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(a, "what a compiler made", err);
}

/* The exit status of a step; a missing one is that of a step that was ended with all: -1. */
static int step_status(struct fl_box *box, size_t step, struct fl_arena *a)
{
	struct fl_error ignored;
	struct fl_slice text = {0};
	uint32_t status;
	step_file(box, step, ".status", 16, a, &text, &ignored);
	return fl_slice_uint(fl_slice_trim(text), &status) ? (int)status : -1;
}

/* The limit that a step passed: as timeout(1) and the shell say it, or the driver of its parts. */
static enum fl_end step_end(int status, struct fl_slice text)
{
	enum { TIMED_OUT = 124, KILLED = 128 + SIGKILL, OUT_OF_CPU = 128 + SIGXCPU };
	if (status == TIMED_OUT || status == KILLED)
		return FL_END_WALL;
	return status == OUT_OF_CPU || fl_host_cpu_said(text) ? FL_END_CPU : FL_END_EXIT;
}

/* "0.o" of the step directory is the object of a source: its path, ending in ".o" instead. */
static size_t put_object(struct fl_buf *out, const struct san_job *j, struct fl_slice name)
{
	uint32_t step;
	size_t len = fl_slice_uint(name, &step);
	size_t source = len ? step % (j->source_count + 1) : j->source_count;
	if (source == j->source_count || !fl_slice_starts(fl_slice_skip(name, len), ".o"))
		return 0;
	struct fl_slice path = j->sources[source]->path;
	fl_buf_slice(out, fl_slice_head(path, (size_t)fl_slice_rchr(path, '.')));
	return len;
}

/* What a compiler said, without the box and our names for its objects and for files outside. */
static void put_said(struct fl_buf *out, const struct san_job *j, struct fl_slice text)
{
	static const struct fl_slice ours[] = {
		FL_LIT(FL_BOX_DIR "/"), FL_LIT(SAN_STEP_DIR "/"), FL_LIT(SAN_OUTER "/")};
	enum { BOX, STEPS, OUTER, COUNT };
	while (text.len) {
		size_t which = COUNT, at = text.len;
		for (size_t i = 0; i < COUNT; i++) {
			ptrdiff_t found = fl_slice_search(text, ours[i]);
			if (found >= 0 && (size_t)found < at) {
				at = (size_t)found;
				which = i;
			}
		}
		fl_buf_slice(out, fl_slice_head(text, at));
		text = fl_slice_skip(text, which == COUNT ? at : at + ours[which].len);
		if (which == OUTER)
			fl_buf_char(out, '/');
		if (which == STEPS)
			text = fl_slice_skip(text, put_object(out, j, text));
	}
}

/* The words of the steps that failed; of the link only when all compiled. */
static int read_build(struct fl_box *box, const struct san_job *j, size_t mode, struct fl_arena *a,
	struct san_build *b, struct fl_error *err)
{
	struct fl_buf said;
	int rc = 0;
	fl_buf_init(&said, SAN_DIAGNOSTICS_MAX * 2);
	b->ok = true;
	for (size_t s = 0; s <= j->source_count && rc == 0 && (b->ok || s < j->source_count); s++) {
		size_t step = san_job_step(j, mode, s);
		struct fl_slice text = {0};
		struct fl_error none;
		int status = step_status(box, step, a);
		if (status == 0)
			continue;
		b->ok = false;
		int got = step_file(box, step, ".txt", SAN_DIAGNOSTICS_MAX, a, &text, &none);
		if (b->end == FL_END_EXIT)
			b->end = step_end(status, text);
		if (fl_host_short_said(text))
			b->host = true;
		if (got == FL_ELIMIT)
			text = FL_S("error: the compiler wrote more than 1 MiB of messages\n");
		put_said(&said, j, fl_slice_head(text, SAN_DIAGNOSTICS_MAX * 2 - said.len));
	}
	b->diagnostics = fl_arena_slice(a, fl_buf_view(&said));
	fl_buf_release(&said);
	if (rc == 0 && b->ok)
		rc = step_file(box, san_job_step(j, mode, j->source_count), ".bin", SAN_BINARY_MAX,
			a, &b->binary, err);
	if (rc == FL_ENOTFOUND)
		rc = fl_error_set(err, FL_EINVAL,
			"the compiler made no program: one of the flags "
			"keeps it from linking");
	return rc ? rc : fl_arena_error(a, "the diagnostics", err);
}

int san_job_put_files(struct fl_box *box, const struct san_job *j, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; i < j->program->files.len && rc == 0; i++) {
		const struct san_file *f = (const struct san_file *)j->program->files.items + i;
		rc = fl_box_put(box, f->path.ptr, f->content, 0644, err);
	}
	if (rc == 0)
		rc = fl_box_put(box, SAN_STEP_DIR "/build.sh", fl_buf_view(&j->script), 0644, err);
	return rc;
}

static int check(struct san_job *j, struct fl_error *err)
{
	const struct san_program *p = j->program;
	enum san_language language;
	for (size_t i = 0; i < p->files.len; i++) {
		const struct san_file *f = (const struct san_file *)p->files.items + i;
		if (!san_file_language(f, &language))
			continue;
		if (j->source_count == SAN_SOURCES_MAX)
			return fl_error_set(
				err, FL_ELIMIT, "more than %d sources", (int)SAN_SOURCES_MAX);
		j->sources[j->source_count++] = f;
	}
	if (!j->source_count)
		return fl_error_set(err, FL_EINVAL, "no C or C++ source");
	for (size_t m = 0; m < j->mode_count; m++) {
		const char *driver = san_job_toolchain(p, j->modes[m])->driver[p->language];
		if (!driver)
			return fl_error_set(err, FL_EMISSING, "--sanitize=%s needs clang",
				san_modes[j->modes[m]].word);
	}
	return 0;
}

static int short_host(struct fl_error *err)
{
	struct fl_error e;
	fl_error_sys(&e, FL_EIO, EAGAIN, "the compilers cannot start their parts");
	int rc = fl_host_error(&e);
	if (err)
		*err = e;
	return rc;
}

/* What the steps left, and whether one of them was short of something of the host's. */
static int read_builds(struct fl_box *box, const struct san_job *j, enum fl_end end,
	struct fl_arena *a, struct san_build *ret_builds, bool *ret_host, struct fl_error *err)
{
	int rc = 0;
	*ret_host = false;
	for (size_t m = 0; m < j->mode_count && rc == 0; m++) {
		ret_builds[m] = (struct san_build){.mode = j->modes[m], .end = end};
		rc = read_build(box, j, m, a, &ret_builds[m], err);
		*ret_host = *ret_host || ret_builds[m].host;
	}
	return rc;
}

/* By a shell that starts every compiler. */
static int run_script(struct fl_box *box, struct san_job *j, struct fl_arena *a,
	struct san_build *ret_builds, struct fl_error *err)
{
	static const char *const argv[] = {"sh", SAN_STEP_DIR "/build.sh", NULL};
	unsigned steps = (unsigned)(j->mode_count * (j->source_count + 1));
	unsigned rounds = (steps + j->jobs - 1) / j->jobs;
	struct fl_run_spec spec = {.argv = argv,
		.cpu_ms = j->cpu_ms * steps,
		.wall_ms = rounds * (4 * j->cpu_ms + EXTRA_MS),
		.err_max = 1 << 16};
	struct fl_patience patience = {0};
	bool host = false;
	int rc = fl_box_clear(box, err);
	rc = rc ? rc : san_job_put_files(box, j, err);
	do {
		struct fl_process_result result = {0};
		rc = rc ? rc : fl_box_run(box, &spec, NULL, NULL, &result, err);
		rc = rc ? rc : read_builds(box, j, result.end, a, ret_builds, &host, err);
	} while (rc == 0 && host && fl_patience_wait(&patience, EAGAIN));
	return rc == 0 && host ? short_host(err) : rc;
}

int san_build_all(struct fl_box *box, const struct san_program *program, const enum san_mode *modes,
	size_t count, unsigned jobs, unsigned cpu_ms, struct fl_arena *a,
	struct san_build *ret_builds, struct fl_error *err)
{
	struct san_job j = {.program = program,
		.modes = modes,
		.mode_count = count,
		.jobs = jobs ? jobs : 1,
		.cpu_ms = cpu_ms};
	bool host = false;
	int rc = check(&j, err);
	if (rc)
		return rc;
	fl_buf_init(&j.script, SCRIPT_MAX);
	write_script(&j);
	rc = fl_buf_error(&j.script, "the build", err);
	bool done = rc == 0 && san_job_run_resident(&j);
	if (done)
		rc = read_builds(san_resident_box(program->resident), &j, FL_END_EXIT, a,
			ret_builds, &host, err);
	if (rc == 0 && (!done || host))
		rc = run_script(box, &j, a, ret_builds, err);
	fl_buf_release(&j.script);
	return rc;
}
