/* sanrun -C DIR: a project, built by its own build system. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/show.h"
#include "sanitize/cmd/sanrun/tool.h"
#include "sanitize/project/cargo.h"
#include "sanitize/project/project.h"

enum {
	BUILD_MEMORY_MB = 4096,
	SUITE_CPU_MS = 900000,
	SHOWN_MAX = 5,
	TAIL_LINES = 30,
	TAIL_BYTES = 6000
};

/* ---- what builds it ---- */

/* By what stands in its directory; how many jobs comes last. The first that is there. */
static const struct {
	const char *file, *build, *run;
} systems[] = {
	{"CMakeLists.txt", "cmake -S . -B sanrun-build && cmake --build sanrun-build --parallel ",
		"ctest --test-dir sanrun-build --output-on-failure"},
	{"meson.build", "meson setup sanrun-build && ninja -C sanrun-build -j ",
		"meson test -C sanrun-build --print-errorlogs"},
	{"configure", "./configure && make -j", "make check"},
	{"configure.ac", "autoreconf -fi && ./configure && make -j", "make check"},
	{"GNUmakefile", "make -j", "make check"},
	{"Makefile", "make -j", "make check"},
	{"makefile", "make -j", "make check"},
};

static unsigned jobs_of(const struct sanrun *s)
{
	long jobs = fl_opt_given(s->o, OPT_JOBS) ? (long)fl_opt_number(s->o, OPT_JOBS)
						 : sysconf(_SC_NPROCESSORS_ONLN);
	return jobs > 0 ? (unsigned)jobs : 1;
}

/* What stands behind "--", as a command line for the shell. */
static const char *command_after_dash(struct sanrun *s)
{
	struct fl_buf text;
	if (!s->o->has_dash || s->o->dash == s->o->operand_count)
		return NULL;
	fl_buf_init(&text, 1 << 20);
	for (size_t i = s->o->dash; i < s->o->operand_count; i++) {
		if (i > s->o->dash)
			fl_buf_char(&text, ' ');
		fl_shell_quote(&text, s->o->operands[i]);
	}
	const char *command = fl_arena_slice(&s->arena, fl_buf_view(&text)).ptr;
	fl_buf_release(&text);
	return command;
}

static int choose_commands(struct sanrun *s, int dir, struct san_project *project)
{
	size_t i = 0, count = sizeof(systems) / sizeof(*systems);
	struct stat st;
	while (i < count && fstatat(dir, systems[i].file, &st, 0))
		i++;
	project->build = fl_opt_text(s->o, OPT_BUILD);
	s->program.command = fl_opt_text(s->o, OPT_RUN);
	if (!s->program.command)
		s->program.command = command_after_dash(s);
	if (i == count && (!project->build || !s->program.command))
		return fl_error_set(s->err, FL_EINVAL,
			"nothing in the directory tells how it is built and tested: say it by "
			"--build and --run");
	if (!project->build) {
		project->build =
			fl_arena_printf(&s->arena, "%s%u", systems[i].build, project->jobs).ptr;
		sanrun_say(s, "builds it with: %s", project->build ? project->build : "");
	}
	if (!s->program.command) {
		s->program.command = systems[i].run;
		sanrun_say(s, "runs: %s", systems[i].run);
	}
	return fl_arena_error(&s->arena, "the commands", s->err);
}

/* ---- what goes into the box ---- */

/* What was taken and what was not, as much of it as was asked for. */
static void show_cargo(const struct sanrun *s, const struct fl_carry *c)
{
	bool all = fl_opt_given(s->o, OPT_FILES);
	size_t shown = 0;
	for (size_t i = 0; i < c->entries.len; i++) {
		const struct fl_carried *e = fl_vec_at(&c->entries, i);
		bool refused = e->how != FL_CARRY_TAKEN && e->how != FL_CARRY_LINK;
		if (all || (refused && shown < SHOWN_MAX))
			sanrun_say(s, "%s%.*s: %s", refused ? "left out " : "", FL_ARG(e->path),
				fl_carry_words[e->how]);
		shown += refused;
	}
	if (!all && shown > SHOWN_MAX)
		sanrun_say(s, "left out %zu more (--files lists them)", shown - SHOWN_MAX);
	sanrun_say(s, "took %zu files, %llu KiB%s", c->files,
		(unsigned long long)((c->bytes + 1023) / 1024),
		shown ? "; --take=PATH takes what was left out for its name or permissions" : "");
}

/* All of the directory by the rule, and what was named by --take whatever it is. */
static int carry(struct sanrun *s, struct fl_carry *c)
{
	int rc = fl_carry_tree(c, "", 0, s->err);
	for (size_t i = 0; rc == 0 && i < fl_opt_count(s->o, OPT_TAKE); i++) {
		const char *path = fl_opt_text_at(s->o, OPT_TAKE, i);
		struct stat st;
		unsigned all = FL_CARRY_DOTFILES | FL_CARRY_PRIVATES;
		bool tree = fstatat(c->root, path, &st, 0) == 0 && S_ISDIR(st.st_mode);
		rc = tree ? fl_carry_tree(c, strcmp(path, ".") ? path : "", all, s->err)
			  : fl_carry_file(c, path, NULL, all, s->err);
	}
	return rc;
}

static int fill_box(struct sanrun *s, struct fl_box *box, const char *dir, bool show)
{
	struct san_cargo cargo;
	int rc = fl_box_clear(box, s->err);
	if (rc)
		return rc;
	rc = san_cargo_open(&cargo, box, dir, SAN_PROJECT_DIR, &s->arena, s->err);
	if (rc == 0)
		rc = carry(s, &cargo.carry);
	if (rc == 0 && show)
		show_cargo(s, &cargo.carry);
	return san_cargo_close(&cargo, rc, s->err);
}

/* ---- building and running ---- */

/* Why a build may have failed here that works outside. */
static void hint(const struct sanrun *s, const struct san_project_built *built)
{
	static const char *const words[] = {"Could not resolve host", "Temporary failure in name",
		"Network is unreachable", "Failed to clone", "unable to access '"};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (fl_slice_find(built->said, words[i]) >= 0) {
			sanrun_say(s, "there is no network in the sandbox: what the build loads "
				      "has to be there before");
			return;
		}
}

/* Compilers that were stopped, though the build may have gone on without what they made. */
static void tell_limited(
	const struct sanrun *s, const struct san_project *project, struct fl_slice files)
{
	struct fl_slice file;
	for (size_t i = 0; i < SHOWN_MAX && fl_slice_line(&files, &file); i++)
		sanrun_say(s,
			"compiler_limit: %.*s: a compiler was stopped: it may use %u s of CPU time "
			"and %u s of the clock",
			FL_ARG(file), project->compilers.cpu_ms / 1000,
			project->compilers.wall_ms / 1000);
}

/* The build failed: what the compilers said, and how it ended. The exit status. */
static int not_built(
	struct sanrun *s, const struct san_build *b, const struct san_project_built *built)
{
	int rc = sanrun_write_diagnostics(s, b);
	char intro[128];
	if (built->running.len)
		fl_tell_lines(
			s->o->tool->name, "when the build was stopped, it ran:", built->running);
	if (built->result.end == FL_END_EXIT)
		snprintf(intro, sizeof(intro), "the build failed (exit status %d); its last lines:",
			built->result.exit_status);
	else
		snprintf(intro, sizeof(intro), "the build was stopped (limit: %s); its last lines:",
			fl_end_names[built->result.end]);
	fl_tell_lines(s->o->tool->name, intro, san_tail(built->said, TAIL_LINES, TAIL_BYTES));
	hint(s, built);
	return rc ? FL_RUN_FAILED : 1;
}

/* Build for one mode, and run. *ret_status: -1 to go on, else the exit status. */
static int one_mode(struct sanrun *s, struct fl_box *box, const struct san_project *project,
	size_t number, struct san_findings *findings, int *ret_status)
{
	enum san_mode mode = s->modes[number];
	struct san_build build;
	struct san_project_built built;
	struct san_run_opts opts = sanrun_limits(s, SUITE_CPU_MS);
	opts.runs = opts.runs ? opts.runs : 1;
	int rc = fill_box(s, box, fl_opt_text(s->o, OPT_DIRECTORY), number == 0);
	if (rc == 0)
		rc = san_project_build(
			box, &s->program, project, mode, &s->arena, &build, &built, s->err);
	if (rc)
		return rc;
	tell_limited(s, project, built.limited);
	if (!build.ok && number == 0) {
		*ret_status = not_built(s, &build, &built);
		return 0;
	}
	if (!build.ok) {
		sanrun_say(s, "%s: left out, it does not compile for it", san_modes[mode].word);
		return 0;
	}
	if (!built.linked && mode != SAN_MODE_NONE)
		sanrun_say(s,
			"%s: the build linked nothing by the name of a compiler (cc, gcc, clang, "
			"…): "
			"nothing is watched. Does it name one by its path, or was all built before "
			"(make clean)?",
			san_modes[mode].word);
	return san_run_all(box, &s->program, &build, &opts, &s->arena, findings, s->err);
}

static int all_modes(struct sanrun *s, const struct san_project *project)
{
	struct san_findings findings;
	struct fl_box *box;
	int64_t memory = fl_opt_number(s->o, OPT_MEM);
	int status = -1;
	int rc = sanrun_box(s, memory > BUILD_MEMORY_MB ? memory : BUILD_MEMORY_MB, &box);
	if (rc)
		return FL_RUN_FAILED;
	san_findings_init(&findings);
	if (*fl_box_missing(box))
		rc = fl_error_set(s->err, FL_EMISSING,
			"a project needs the whole sandbox, which here lacks %s",
			fl_box_missing(box));
	for (size_t i = 0; i < s->mode_count && rc == 0 && status < 0; i++)
		rc = one_mode(s, box, project, i, &findings, &status);
	if (rc == 0 && status < 0)
		status = sanrun_conclude(s, &findings);
	san_findings_release(&findings);
	fl_box_free(box);
	return rc ? FL_RUN_FAILED : status;
}

int sanrun_project(struct sanrun *s)
{
	struct san_project project = {
		.wall_ms = (unsigned)fl_opt_number(s->o, OPT_BUILD_LIMIT) * 60000,
		.jobs = jobs_of(s),
		.compilers = {.force = fl_opt_given(s->o, OPT_COMPILER),
			.cpu_ms = SAN_PROJECT_COMPILE_CPU_MS,
			.wall_ms = SAN_PROJECT_COMPILE_WALL_MS}};
	const char *name = fl_opt_text(s->o, OPT_DIRECTORY);
	if (s->o->dash) {
		fl_error_set(s->err, FL_EINVAL, "with -C, FILE operands have no meaning: %s",
			s->o->operands[0]);
		return FL_RUN_FAILED;
	}
	int dir = open(name, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0) {
		fl_error_set(s->err, FL_EMISSING, "there is no directory %s", name);
		return FL_RUN_FAILED;
	}
	int rc = choose_commands(s, dir, &project);
	close(dir);
	return rc ? FL_RUN_FAILED : all_modes(s, &project);
}
