/* sanrun: compile a program, run it under sanitizers in a sandbox, say what is wrong with it. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/show.h"
#include "base/source_name.h"
#include "diag/parse.h"
#include "sanitize/cmd/sanrun/tool.h"
#include "sanitize/project/project.h"
#include "sanitize/write/write.h"

enum {
	MIB = 1 << 20,
	ARENA_MAX = 1 << 30,
	OUTPUT_MAX = 256 << 20,
	STDIN_MAX = 64 << 20,
	COMPILE_MEMORY_MB = 4096
};

void sanrun_say(const struct sanrun *s, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	fl_vtell(s->o->tool->name, fmt, args);
	va_end(args);
}

int sanrun_box(const struct sanrun *s, int64_t memory_mb, struct fl_box **ret_box)
{
	struct fl_box_opts opts = {.memory_max = (size_t)memory_mb * MIB,
		.disk_max = (size_t)memory_mb * MIB,
		.degraded = fl_opt_word(s->o, OPT_SANDBOX) == 1};
	for (size_t i = 0; i < s->mode_count; i++)
		opts.debug_symbols = opts.debug_symbols || san_modes[s->modes[i]].tool;
	return fl_box_new(&opts, ret_box, s->err);
}

/* ---- the command line ---- */

/* --std=c++20 is for C++ sources, --std=c17 for those in C. */
static int take_standards(struct sanrun *s)
{
	for (size_t i = 0; i < fl_opt_count(s->o, OPT_STD); i++) {
		const char *std = fl_opt_text_at(s->o, OPT_STD, i);
		bool cxx;
		if (!fl_source_standard(fl_slice_str(std), &cxx))
			return fl_error_set(
				s->err, FL_EINVAL, "\"%s\" is no language standard", std);
		s->program.std[cxx ? SAN_CXX : SAN_C] = std;
	}
	return 0;
}

/* As env(1) takes them; the sanitizers' own options are ours to set. */
static int take_environment(struct sanrun *s)
{
	size_t count = fl_opt_count(s->o, OPT_ENV);
	const char **env = fl_arena_array(&s->arena, count + 1, sizeof(*env));
	for (size_t i = 0; env && i < count; i++) {
		env[i] = fl_opt_text_at(s->o, OPT_ENV, i);
		const char *equals = strchr(env[i], '=');
		if (!equals || equals == env[i])
			return fl_error_set(
				s->err, FL_EINVAL, "--env takes NAME=VALUE, not \"%s\"", env[i]);
	}
	s->program.env = env;
	return fl_arena_error(&s->arena, "the options", s->err);
}

/* The values of an option that may be repeated, NULL-terminated. */
static const char *const *globs(struct sanrun *s, size_t option)
{
	size_t count = fl_opt_count(s->o, option);
	const char **list = fl_arena_array(&s->arena, count + 1, sizeof(*list));
	for (size_t i = 0; list && i < count; i++)
		list[i] = fl_opt_text_at(s->o, option, i);
	return list;
}

/* Has whoever called given an input on standard input? */
static bool is_input_waiting(void)
{
	struct stat st;
	int ready = 0;
	if (fstat(STDIN_FILENO, &st))
		return false;
	if (S_ISREG(st.st_mode))
		return lseek(STDIN_FILENO, 0, SEEK_CUR) < st.st_size;
	return S_ISFIFO(st.st_mode) && ioctl(STDIN_FILENO, FIONREAD, &ready) == 0 && ready > 0;
}

static int take_input(struct sanrun *s)
{
	const char *name = fl_opt_text(s->o, OPT_STDIN);
	struct fl_buf text;
	if (!name && is_input_waiting())
		sanrun_say(s, "standard input is not given to the program: --stdin=- gives it");
	if (!name)
		return 0;
	fl_buf_init(&text, STDIN_MAX);
	int rc = strcmp(name, "-") ? fl_buf_read_file(&text, name, s->err)
				   : fl_buf_read_fd(&text, STDIN_FILENO, s->err);
	if (rc == 0)
		s->program.input = fl_arena_slice(&s->arena, fl_buf_view(&text));
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(&s->arena, "the program's input", s->err);
}

/* ---- what is written ---- */

static int write_items(const struct sanrun *s, struct fl_items *items, bool compiling)
{
	struct san_write_opts opts = {.form = (enum san_form)fl_opt_word(s->o, OPT_TO),
		.style = (enum fl_style)fl_opt_word(s->o, OPT_STYLE),
		.marker = fl_opt_word(s->o, OPT_MARKERS) ? FL_MARK_NONE
			  : compiling                    ? FL_MARK_COMPILE
							 : FL_MARK_DEBUG,
		.thought = fl_opt_given(s->o, OPT_THOUGHT) && !compiling};
	struct fl_arena a;
	struct fl_buf out;
	int rc = 0;
	fl_arena_init(&a, ARENA_MAX);
	fl_buf_init(&out, OUTPUT_MAX);
	if (fl_opt_given(s->o, OPT_MAX_BYTES))
		rc = fl_items_fit(items, (size_t)fl_opt_number(s->o, OPT_MAX_BYTES), &a, s->err);
	if (rc == 0) {
		san_reports_write(&out, items, &opts);
		rc = fl_buf_error(&out, "the output", s->err);
	}
	if (rc == 0)
		rc = fl_write_all(STDOUT_FILENO, fl_buf_view(&out), s->err);
	fl_buf_release(&out);
	fl_arena_release(&a);
	return rc;
}

/* A program that cannot be built: what the compiler says, or that it did not come to an end. */
int sanrun_write_diagnostics(struct sanrun *s, const struct san_build *b)
{
	struct fl_list list;
	int rc = diag_parse(b->diagnostics, DIAG_FROM_AUTO, &s->arena, &list, s->err);
	if (rc)
		return rc;
	struct fl_items items = {
		.at = fl_arena_array(&s->arena, list.len + 1, sizeof(struct fl_item))};
	for (size_t i = 0; items.at && i < list.len; i++)
		items.at[items.len++] = (struct fl_item){.shape = &diag_diagnostic_shape,
			.object = fl_list_at(&list, &diag_diagnostic_shape, i)};
	/* what a project's build said, and how it ended, is told by who ran it */
	if (b->end != FL_END_EXIT && !s->program.command)
		sanrun_say(s,
			"compiler_limit: a compiler was stopped (%s): it may use %d s of CPU time, "
			"%d s of the clock and %d MiB",
			fl_end_names[b->end], FL_COMPILE_CPU_MS / 1000, FL_COMPILE_WALL_MS / 1000,
			(int)COMPILE_MEMORY_MB);
	if (!list.len && b->diagnostics.len && !s->program.command)
		fl_tell_lines(s->o->tool->name,
			"the compiler says:", fl_slice_head(b->diagnostics, 4096));
	if (!s->program.command)
		sanrun_say(s, "it does not compile (%s)", san_modes[b->mode].word);
	rc = fl_arena_error(&s->arena, "the diagnostics", s->err);
	return rc ? rc : write_items(s, &items, true);
}

static int write_findings(struct sanrun *s, struct san_findings *f)
{
	struct fl_items items = {
		.at = fl_arena_array(&s->arena, f->found.len + 1, sizeof(struct fl_item))};
	for (size_t i = 0; items.at && i < f->found.len; i++) {
		struct san_finding *at = fl_vec_at(&f->found, i);
		items.at[items.len++] =
			(struct fl_item){.shape = &san_report_shape, .object = &at->report};
		if (at->seen < at->runs)
			sanrun_say(s, "flaky: %.*s in %u of %u runs (%s)", FL_ARG(at->report.kind),
				at->seen, at->runs, san_modes[at->mode].word);
	}
	int rc = fl_arena_error(&s->arena, "the reports", s->err);
	return rc ? rc : write_items(s, &items, false);
}

static int write_output(const struct sanrun *s, struct fl_slice output)
{
	const char *name = fl_opt_text(s->o, OPT_OUTPUT);
	if (!name)
		return 0;
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return fl_error_sys(s->err, FL_EIO, errno, "cannot write %s", name);
	int rc = fl_write_all(fd, output, s->err);
	if (close(fd) && rc == 0)
		rc = fl_error_sys(s->err, FL_EIO, errno, "cannot write %s", name);
	return rc;
}

/* ---- building and running ---- */

struct san_run_opts sanrun_limits(struct sanrun *s, unsigned cpu_ms)
{
	if (fl_opt_given(s->o, OPT_TIMEOUT))
		cpu_ms = (unsigned)fl_opt_number(s->o, OPT_TIMEOUT) * 1000;
	return (struct san_run_opts){.cpu_ms = cpu_ms,
		.wall_ms = (unsigned)fl_opt_number(s->o, OPT_WALL) * 1000,
		.output_max = (size_t)fl_opt_number(s->o, OPT_OUTPUT_MAX),
		.runs = (unsigned)fl_opt_number(s->o, OPT_RUNS),
		.addresses = fl_opt_given(s->o, OPT_ADDRESSES),
		.owners = {globs(s, OPT_OWN), globs(s, OPT_SYSTEM)}};
}

static int build(struct sanrun *s, struct san_build *builds)
{
	struct fl_box *box;
	int64_t jobs = fl_opt_number(s->o, OPT_JOBS);
	if (!fl_opt_given(s->o, OPT_JOBS))
		jobs = sysconf(_SC_NPROCESSORS_ONLN);
	int rc = sanrun_box(s, COMPILE_MEMORY_MB, &box);
	if (rc)
		return rc;
	rc = san_build_all(box, &s->program, s->modes, s->mode_count, jobs > 0 ? (unsigned)jobs : 1,
		FL_COMPILE_CPU_MS, &s->arena, builds, s->err);
	fl_box_free(box);
	return rc;
}

static int run_builds(
	struct sanrun *s, const struct san_build *builds, struct san_findings *findings)
{
	struct san_run_opts opts = sanrun_limits(s, 0);
	struct fl_box *box;
	int rc = sanrun_box(s, fl_opt_number(s->o, OPT_MEM), &box);
	if (rc)
		return rc;
	for (size_t i = 0; i < s->mode_count && rc == 0; i++) {
		if (builds[i].ok && findings->stuck_ms)
			sanrun_say(s, "%s: one short run, as the program was stuck before",
				san_modes[builds[i].mode].word);
		if (builds[i].ok)
			rc = san_run_all(
				box, &s->program, &builds[i], &opts, &s->arena, findings, s->err);
		else
			sanrun_say(s, "%s: left out, it does not compile for it",
				san_modes[builds[i].mode].word);
	}
	fl_box_free(box);
	return rc;
}

enum { TAIL_LINES = 20, TAIL_BYTES = 4096 };

/* How a run failed, in the program's own words. */
static void tell_failure(const struct sanrun *s, const struct san_failure *f)
{
	char how[64] = "", intro[160];
	struct fl_slice tail = san_tail(f->said, TAIL_LINES, TAIL_BYTES);
	const struct fl_process_result *r = &f->result;
	bool reported = r->exit_status == SAN_EXIT && !s->program.command; /* not its own status */
	if (r->end == FL_END_EXIT && !reported)
		snprintf(how, sizeof(how), " (exit status %d)", r->exit_status);
	else if (r->end == FL_END_SIGNAL)
		snprintf(how, sizeof(how), " (signal %d)", r->signal);
	else if (r->end != FL_END_EXIT)
		snprintf(how, sizeof(how), " (limit: %s)", fl_end_names[r->end]);
	snprintf(intro, sizeof(intro), "%s: it failed%s; the end of %s:", san_modes[f->mode].word,
		how, s->program.command ? "its output" : "its standard error");
	if (tail.len)
		fl_tell_lines(s->o->tool->name, intro, tail);
	else if (s->program.command)
		sanrun_say(s, "%s: it failed%s and printed nothing", san_modes[f->mode].word, how);
}

/* The exit status: a fault counts more than a sanitizer that could not work. */
int sanrun_conclude(struct sanrun *s, struct san_findings *f)
{
	san_findings_settle(f);
	int rc = write_findings(s, f);
	if (f->failure.any)
		tell_failure(s, &f->failure);
	if (rc == 0)
		rc = write_output(s, f->output);
	if (rc)
		return FL_RUN_FAILED;
	for (size_t i = 0; i < f->infra.len; i++) {
		const struct san_infra *note = fl_vec_at(&f->infra, i);
		sanrun_say(s, "%s: the sanitizer could not work: %.*s", san_modes[note->mode].word,
			FL_ARG(note->message));
	}
	if (f->found.len)
		return 1;
	return f->infra.len ? 3 : 0;
}

/* Something failed, and nothing tells why: once more, under what finds other things. */
static int look_for_causes(struct sanrun *s, struct san_findings *findings)
{
	struct san_build builds[SAN_MODE_COUNT] = {0};
	struct san_findings more;
	enum san_mode mode;
	if (!sanrun_fallback(s, findings, &mode))
		return 0;
	s->modes[0] = mode;
	s->mode_count = 1;
	san_findings_init(&more);
	int rc = build(s, builds);
	if (rc == 0)
		rc = run_builds(s, builds, &more);
	if (rc == 0)
		rc = san_findings_add_causes(findings, &more, s->err);
	san_findings_release(&more);
	return rc;
}

static int build_and_run(struct sanrun *s)
{
	struct san_build builds[SAN_MODE_COUNT] = {0};
	struct san_findings findings;
	int rc = build(s, builds);
	if (rc)
		return FL_RUN_FAILED;
	if (builds[0].end == FL_END_MEMORY) {
		fl_error_set(s->err, FL_EMISSING, "the compilers ran out of memory");
		return FL_RUN_FAILED;
	}
	if (!builds[0].ok)
		return sanrun_write_diagnostics(s, &builds[0]) ? FL_RUN_FAILED : 1;
	san_findings_init(&findings);
	rc = run_builds(s, builds, &findings);
	if (rc == 0)
		rc = look_for_causes(s, &findings);
	int status = rc ? FL_RUN_FAILED : sanrun_conclude(s, &findings);
	san_findings_release(&findings);
	return status;
}

static int run(const struct fl_opts *o, struct fl_error *err)
{
	struct sanrun s = {.o = o, .err = err};
	fl_arena_init(&s.arena, ARENA_MAX);
	int rc = take_standards(&s);
	s.program.args = o->operands + o->dash;
	bool project = fl_opt_given(o, OPT_DIRECTORY);
	if (rc == 0)
		rc = take_environment(&s);
	if (rc == 0 && !project)
		rc = sanrun_gather(&s);
	if (rc == 0)
		rc = sanrun_choose(&s);
	if (rc == 0)
		rc = take_input(&s);
	int status = rc ? FL_RUN_FAILED : project ? sanrun_project(&s) : build_and_run(&s);
	fl_arena_release(&s.arena);
	return status;
}

int main(int argc, char **argv)
{
	return fl_opts_main(&sanrun_tool, argc, argv, run);
}
