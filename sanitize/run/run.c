#include "sanitize/run/run.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sanitize/run/hang.h"
#include "sanitize/run/still.h"
#include "sanitize/symbolize/live.h"

enum {
	CPU_DEFAULT = 10000,
	WALL_EXTRA = 2000,
	OUTPUT_DEFAULT = 4 << 20,
	LOG_MAX = 8 << 20,
	LOG_FILES_MAX = 4096,
	TEXT_SLACK = 2 * FL_TAIL_MAX,
	RUNS_DEFAULT = 2,
	ENV_MAX = 32, /* beside the program's own */
	SUITE_PROCESSES = 512,
	SUITE_IDLE_MS = 60000, /* its harness may end a test that locks up, and go on */
	GRACE_MS = 2000, /* to look at threads, and for the runtimes to report */
	STUCK_WALL_MS = 2000, /* of further runs of a program that was stuck, */
	STUCK_CPU_TIMES = 10 /* and for what a slower sanitizer makes of its CPU time */
};

#define BINARY "prog"

/* ---- the report channel ---- */

static int by_number(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;
	const char *dx = strrchr(*x, '.'), *dy = strrchr(*y, '.');
	long nx = dx ? strtol(dx + 1, NULL, 10) : 0, ny = dy ? strtol(dy + 1, NULL, 10) : 0;
	return nx != ny ? (nx > ny) - (nx < ny) : strcmp(*x, *y);
}

static void copy_file(int dir, const char *name)
{
	char block[1 << 14];
	struct stat st;
	int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
		ssize_t n;
		while ((n = read(fd, block, sizeof(block))) > 0 &&
			fl_write_all(STDOUT_FILENO, fl_slice(block, (size_t)n), NULL) == 0)
			;
	}
	if (fd >= 0)
		close(fd);
}

/* Runs inside the box: all reports, those of the first process first. */
static int print_logs(struct fl_slice arg)
{
	char *names[LOG_FILES_MAX];
	size_t count = 0;
	(void)arg;
	DIR *d = opendir(SAN_LOG_DIR);
	if (!d)
		return 0; /* the program has removed it: there is no report */
	for (struct dirent *e; count < LOG_FILES_MAX && (e = readdir(d));)
		if (e->d_name[0] != '.' && (names[count] = strdup(e->d_name)))
			count++;
	qsort(names, count, sizeof(*names), by_number);
	for (size_t i = 0; i < count; i++)
		copy_file(dirfd(d), names[i]);
	closedir(d);
	return 0;
}

/* Behind the logs that were caught: those that are files, whoever made them. */
static int read_logs(struct fl_box *box, struct fl_buf *caught, struct fl_arena *a,
	struct fl_slice *ret_log, struct fl_error *err)
{
	struct fl_run_spec spec = {.cpu_ms = 5000, .out_max = LOG_MAX};
	struct fl_process_result result;
	int rc = 0;
	if (!fl_box_is_empty(box, SAN_LOG_DIR)) /* cheaper than a run */
		rc = fl_box_call(
			box, &spec, print_logs, fl_slice(NULL, 0), caught, NULL, &result, err);
	if (rc == 0)
		*ret_log = fl_arena_slice(a, fl_buf_view(caught));
	return rc ? rc : fl_arena_error(a, "the reports of a run", err);
}

/* What the log of a program that is run alone begins with; of suites they are files. */
static const char *log_prefix(const struct san_program *p, const struct fl_box *box)
{
	return p->command             ? NULL
	       : *fl_box_missing(box) ? "./" SAN_LOG_DIR "/"
				      : FL_BOX_DIR "/" SAN_LOG_DIR "/";
}

/* ---- one run ---- */

/* What differs between runs; whatever depends on it is not the fault's own doing. */
struct condition {
	unsigned fill;
	unsigned number; /* of the run */
	bool randomize, no_leaks, no_handlers;
	bool names; /* the runtime names the frames; else we do it */
	const char *padding;
};

#define PAD32 "................................"
#define PAD256 PAD32 PAD32 PAD32 PAD32 PAD32 PAD32 PAD32 PAD32

static struct condition condition_of(unsigned run, enum san_mode mode)
{
	static const unsigned fills[] = {0, 0x41, 0xff, 0x01};
	return (struct condition){.fill = fills[run % 4],
		.number = run,
		.randomize = run % 2 && !san_modes[mode].fixed,
		.padding = run % 2 ? "PADDING=" PAD256 PAD256 PAD256 PAD256 : NULL};
}

static size_t length_of(const char *const *words)
{
	size_t n = 0;
	while (words && words[n])
		n++;
	return n;
}

/* A project's command speaks with one voice, as on a terminal. */
static const char *const suite_argv[] = {
	"sh", "-c", "cd " SAN_PROJECT_DIR " && exec 2>&1 && eval \"$1\"", "run", NULL};

static const char **run_argv(const struct san_program *p, enum san_mode mode, struct fl_arena *a)
{
	static const char *const program[] = {"./" BINARY, NULL};
	const char *const command[] = {p->command, NULL};
	const char *const *parts[] = {p->command ? san_suite_wrapper(mode) : san_mode_wrapper(mode),
		p->command ? suite_argv : program, p->command ? command : p->args};
	enum { PARTS = sizeof(parts) / sizeof(*parts) };
	size_t count = 0;
	for (size_t i = 0; i < PARTS; i++)
		count += length_of(parts[i]);
	const char **argv = fl_arena_array(a, count + 1, sizeof(*argv)), **at = argv;
	for (size_t i = 0; argv && i < PARTS; i++)
		for (const char *const *word = parts[i]; word && *word; word++)
			*at++ = *word;
	return argv;
}

static const struct san_toolchain *toolchain(const struct san_program *p, enum san_mode mode)
{
	return san_modes[mode].clang ? &p->clang : &p->tools;
}

size_t san_project_environment(const struct san_program *program, enum san_mode mode,
	const char **env, size_t max, struct fl_arena *a)
{
	static const char *const ours[] = {"PATH=" FL_BOX_DIR "/.tools:/usr/bin:/bin",
		"LANG=C.UTF-8", "HOME=" FL_BOX_DIR "/.home", "TMPDIR=/tmp", "USER=box",
		/* what failed is told, not only that something did */
		"CTEST_OUTPUT_ON_FAILURE=1", "VERBOSE=1"};
	bool clang = toolchain(program, mode)->family == SAN_CLANG;
	size_t n = 0;
	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours) && n < max; i++)
		env[n++] = ours[i];
	if (n + 2 <= max) {
		env[n++] = clang ? "CC=clang" : "CC=gcc";
		env[n++] = clang ? "CXX=clang++" : "CXX=g++";
	}
	for (const char *const *more = program->env; more && *more && n < max; more++)
		env[n++] = *more;
	(void)a;
	return n;
}

static size_t program_environment(const struct san_program *p, enum san_mode mode,
	const struct condition *c, const char **env, struct fl_arena *a)
{
	size_t n = 0;
	env[n++] = "PATH=/usr/bin:/bin";
	env[n++] = "LANG=C.UTF-8";
	env[n++] = "HOME=" FL_BOX_DIR;
	if (mode == SAN_MODE_NONE && c->fill)
		env[n++] = fl_arena_printf(a, "MALLOC_PERTURB_=%u", c->fill).ptr;
	for (const char *const *more = p->env; more && *more; more++)
		env[n++] = *more;
	return n;
}

static const char **run_env(const struct san_program *p, const struct fl_box *box,
	enum san_mode mode, const struct condition *c, struct fl_arena *a)
{
	const struct san_toolchain *t = toolchain(p, mode);
	struct san_env how = {.use = c->names ? SAN_RUN : SAN_CONFIRM,
		.fill = c->fill,
		.mode = mode,
		.no_leaks = c->no_leaks,
		.no_handlers = c->no_handlers,
		.suite = p->command != NULL,
		.symbolizer = t->family == SAN_CLANG ? t->symbolizer : NULL,
		.log = *fl_box_missing(box) ? "." : FL_BOX_DIR};
	const char *const *san = san_environment(&how, a);
	size_t more = length_of(p->env);
	const char **env = fl_arena_array(a, ENV_MAX + more, sizeof(*env));
	if (!env || !san)
		return NULL;
	size_t n = p->command ? san_project_environment(p, mode, env, ENV_MAX / 2 + more, a)
			      : program_environment(p, mode, c, env, a);
	for (size_t i = 0; san[i] && n < ENV_MAX + more - 2; i++)
		env[n++] = san[i];
	env[n] = c->padding;
	return env;
}

static int put_program(struct fl_box *box, const struct san_program *p,
	const struct san_build *build, struct fl_error *err)
{
	int rc = fl_box_clear(box, err);
	for (size_t i = 0; i < p->files.len && rc == 0; i++) {
		const struct san_file *f = (const struct san_file *)p->files.items + i;
		rc = fl_box_put(box, f->path.ptr, f->content, 0644, err);
	}
	if (rc == 0)
		rc = fl_box_put(box, BINARY, build->binary, 0755, err);
	if (rc == 0)
		rc = fl_box_put(box, SAN_LOG_DIR "/.keep", FL_S(""), 0644, err);
	return rc;
}

/*
 * A project as it was built: what a run leaves must not be there for the next. Its copy is made
 * only for more runs than one.
 */
static int put_project(struct fl_box *box, unsigned number, unsigned runs, struct fl_error *err)
{
	static const char *const steps[] = {
		"rm -rf " SAN_LIVE_FILE " " SAN_LOG_DIR " && mkdir " SAN_LOG_DIR,
		"rm -rf " SAN_LIVE_FILE " " SAN_LOG_DIR " " SAN_PROJECT_AS_BUILT
		" && mkdir " SAN_LOG_DIR " && cp -a " SAN_PROJECT_DIR " " SAN_PROJECT_AS_BUILT,
		"rm -rf " SAN_LIVE_FILE " " SAN_LOG_DIR " " SAN_PROJECT_DIR " && mkdir " SAN_LOG_DIR
		" && cp -a " SAN_PROJECT_AS_BUILT " " SAN_PROJECT_DIR,
	};
	const char *const argv[] = {"sh", "-c", steps[runs < 2 ? 0 : number ? 2 : 1], NULL};
	struct fl_run_spec spec = {.argv = argv, .cpu_ms = 60000};
	struct fl_process_result result;
	int rc = fl_box_run(box, &spec, NULL, NULL, &result, err);
	if (rc == 0 && (result.end != FL_END_EXIT || result.exit_status))
		rc = fl_error_set(err, FL_EIO, "the sandbox has no room for a copy of the project");
	return rc;
}

/* A tool that runs the program greets in its log; without that it has not begun. */
static bool never_began(struct san_run *r, enum san_mode mode, struct fl_arena *a)
{
	ptrdiff_t at = fl_slice_find(r->err, "valgrind: ");
	if (!san_modes[mode].tool || r->log.len || at < 0)
		return false;
	struct fl_slice rest = fl_slice_skip(r->err, (size_t)at), line = {0};
	fl_slice_line(&rest, &line);
	r->outcome = SAN_INFRA;
	r->infra = fl_arena_slice(a, line);
	return true;
}

/* TSan names modules without their directories, and a program's is known. */
static struct san_symbolize_opts symbolize_opts(bool suite)
{
	return (struct san_symbolize_opts){
		.inside = true, .program = suite ? NULL : FL_BOX_DIR "/" BINARY};
}

/* Name the frames ourselves, which the runtimes would do at many times the cost. */
static int name_frames(struct fl_box *box, bool suite, struct san_reports *reports,
	const struct san_parse_opts *opts, struct fl_arena *a, struct fl_error *err)
{
	const struct san_symbolize_opts how = symbolize_opts(suite);
	if (reports->list.len == 0)
		return 0;
	return san_symbolize_boxed(box, &how, reports, opts, a, NULL, err);
}

/* Of a suite that passed: it has tested that something aborts. */
static void drop_aborts(struct san_reports *reports)
{
	struct san_report *items = (struct san_report *)reports->list.items;
	size_t kept = 0;
	for (size_t i = 0; i < reports->list.len; i++)
		if (!fl_slice_eqs(items[i].kind, "abrt"))
			items[kept++] = items[i];
	reports->list.len = kept;
}

static int judge(struct fl_box *box, struct san_run *r, const struct san_program *p,
	const struct condition *c, const struct san_run_opts *o, struct fl_arena *a,
	struct fl_error *err)
{
	struct san_parse_opts opts = {.strip = p->command ? FL_S(FL_BOX_DIR "/" SAN_PROJECT_DIR "/")
							  : FL_S(FL_BOX_DIR "/"),
		.addresses = o->addresses,
		.unresolved = !c->names,
		.owners = o->owners};
	struct san_texts texts = {.err = r->err, .log = r->log, .apart = true};
	struct san_reports reports;
	int rc = san_parse(r->log, &opts, a, &reports, err);
	if (rc == 0 && !c->names)
		rc = name_frames(box, p->command != NULL, &reports, &opts, a, err);
	struct san_report *first = rc ? NULL : fl_arena_alloc(a, sizeof(*first));
	if (!first)
		return rc ? rc : fl_arena_error(a, "the reports", err);
	if (p->command && r->result.end == FL_END_EXIT && r->result.exit_status == 0)
		drop_aborts(&reports);
	r->outcome = san_evidence(
		&r->result, reports.list.len ? reports.list.items : NULL, &texts, a, first);
	if (r->outcome == SAN_INFRA)
		r->infra = first->message;
	if (r->result.log_lost && !reports.list.len && r->result.end == FL_END_EXIT) {
		san_evidence_lost(first, a);
		r->outcome = SAN_FAILED;
	}
	if (r->outcome != SAN_FAILED)
		return 0;
	if (fl_slice_eqs(first->kind, "hang") || fl_slice_eqs(first->kind, "timeout")) {
		const struct san_symbolize_opts how = symbolize_opts(p->command != NULL);
		bool seen = san_hang_report(box, &how, &opts, a, first, NULL);
		if (seen && fl_slice_eqs(first->kind, "hang") && san_hang_is_alone(first)) {
			first->error_class = DIAG_CLASS_LOGIC;
			first->cwe = FL_S("");
		}
	}
	bool bare = fl_slice_eqs(first->kind, "exit-status") || fl_slice_eqs(first->kind, "abrt");
	if (bare && !p->command)
		san_add_last_words(first, r->err, a);
	r->reports = reports.list.len ? reports.list : (struct fl_list){first, 1};
	if (reports.list.len)
		memcpy(reports.list.items, first, sizeof(*first));
	return 0;
}

/* What of the run is the caller's wish, and of how much it may use. */
static struct fl_run_spec spec_of(const struct san_program *p, const struct fl_box *box,
	enum san_mode mode, const struct condition *c, const struct san_run_opts *o,
	struct fl_arena *a)
{
	unsigned cpu = o->cpu_ms ? o->cpu_ms : CPU_DEFAULT;
	size_t most = o->output_max ? o->output_max : OUTPUT_DEFAULT;
	return (struct fl_run_spec){.argv = run_argv(p, mode, a),
		.env = run_env(p, box, mode, c, a),
		.input = p->input,
		.out_max = most,
		.err_max = most,
		.keep_tail = !o->output_max,
		.cpu_ms = cpu,
		.wall_ms = o->wall_ms ? o->wall_ms : 3 * cpu + WALL_EXTRA,
		.processes = p->command ? SUITE_PROCESSES : 0,
		.randomize = c->randomize,
		.stop_signal = SIGABRT,
		.grace_ms = GRACE_MS,
		.stop_fn = san_modes[mode].tool ? NULL : san_live_look,
		.idle_fn = san_modes[mode].tool ? NULL : san_is_still,
		.idle_ms = p->command ? SUITE_IDLE_MS : 0,
		.log_prefix = log_prefix(p, box)};
}

static int run_once(struct fl_box *box, const struct san_program *p, const struct san_build *build,
	const struct condition *c, const struct san_run_opts *o, struct fl_arena *a,
	struct san_run *r, struct fl_error *err)
{
	struct fl_run_spec spec = spec_of(p, box, build->mode, c, o, a);
	struct fl_buf out, text, log;
	int rc = fl_arena_error(a, "a command line", err);
	if (rc == 0)
		rc = p->command ? put_project(box, c->number, o->runs, err)
				: put_program(box, p, build, err);
	if (rc)
		return rc;
	fl_buf_init(&out, spec.out_max + TEXT_SLACK);
	fl_buf_init(&text, spec.err_max + TEXT_SLACK);
	fl_buf_init(&log, FL_LOG_MAX + LOG_MAX + TEXT_SLACK);
	spec.log = spec.log_prefix ? &log : NULL;
	rc = fl_box_run(box, &spec, &out, &text, &r->result, err);
	r->out = fl_arena_slice(a, fl_buf_view(&out));
	r->err = p->command ? r->out : fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&out);
	fl_buf_release(&text);
	if (rc == 0)
		rc = read_logs(box, &log, a, &r->log, err);
	fl_buf_release(&log);
	if (rc || never_began(r, build->mode, a))
		return rc;
	return judge(box, r, p, c, o, a, err);
}

/*
 * One run, and where the search for leaks failed another one without it: a program that has used up
 * its processes leaves none for that search.
 */
int san_run_one(struct fl_box *box, const struct san_program *program,
	const struct san_build *build, const struct san_run_opts *opts, unsigned number,
	struct fl_arena *a, struct san_run *ret_run, struct fl_error *err)
{
	struct condition c = condition_of(number, build->mode);
	struct san_run r = {0};
	c.no_leaks = opts->no_leaks;
	c.no_handlers = opts->no_handlers;
	/* its programs are not at FL_BOX_DIR; TSan says of a suite's programs only their last name */
	c.names = *fl_box_missing(box) || (program->command && build->mode == SAN_MODE_THREAD);
	int rc = run_once(box, program, build, &c, opts, a, &r, err);
	if (rc == FL_EMISSING && !c.names) {
		c.names = true; /* no libdw here: the runtimes do it */
		r = (struct san_run){0};
		rc = run_once(box, program, build, &c, opts, a, &r, err);
	}
	if (rc == 0 && r.outcome == SAN_INFRA && !c.no_leaks &&
		fl_slice_find(r.infra, "LeakSanitizer") >= 0) {
		c.no_leaks = true;
		r = (struct san_run){0};
		rc = run_once(box, program, build, &c, opts, a, &r, err);
	}
	if (rc == 0)
		*ret_run = r;
	return rc;
}

/* ---- all runs ---- */

/* What the caller is told of a run besides its reports. */
static void keep_output(struct san_findings *f, const struct san_run *r, enum san_mode mode)
{
	bool failed = r->result.end != FL_END_EXIT || r->result.exit_status != 0;
	f->cpu_ms += r->result.cpu_ms;
	if (!f->any_run)
		f->output = r->out;
	f->any_run = true;
	if (failed && !f->failure.any)
		f->failure = (struct san_failure){.any = true,
			.mode = mode,
			.result = r->result,
			.said = san_without_runtime(r->err)};
}

static bool waited(const struct san_run *r)
{
	return r->result.end == FL_END_WALL && san_was_waiting(&r->result);
}

static unsigned shorter(unsigned limit, unsigned other)
{
	return limit && limit < other ? limit : other;
}

/* That a shortened time was used up tells nothing; what else was seen in it does. */
static void drop_limit(struct san_run *r)
{
	const struct san_report *first = r->reports.items;
	if (!r->reports.len || r->result.end != FL_END_WALL || first->tool != SAN_TOOL_SYSTEM ||
		fl_slice_eqs(first->kind, "deadlock"))
		return;
	r->reports.len--;
	r->reports.items = (struct san_report *)r->reports.items + 1;
}

/* Nothing is known but that the clock ended it, and that the host kept it from the processor. */
static bool starved(const struct san_run *r)
{
	const struct san_report *first = r->reports.items;
	return r->outcome == SAN_FAILED && san_was_starved(&r->result) &&
	       (!r->reports.len ||
		       (first->tool == SAN_TOOL_SYSTEM && !fl_slice_eqs(first->kind, "deadlock")));
}

/* One run, and again with more time where the host had none for it; a suite takes too long. */
static int run_fed(struct fl_box *box, const struct san_program *program,
	const struct san_build *build, const struct san_run_opts *opts, unsigned number,
	struct fl_arena *a, struct san_run *ret_run, struct fl_error *err)
{
	struct san_run_opts o = *opts;
	int tries = program->command ? 1 : SAN_STARVED_TRIES;
	for (int i = 0; i < tries; i++) {
		int rc = san_run_one(box, program, build, &o, number, a, ret_run, err);
		if (rc || !starved(ret_run))
			return rc;
		o.wall_ms = SAN_STARVED_TIMES * ret_run->result.wall_ms;
	}
	ret_run->outcome = SAN_INFRA;
	ret_run->infra = FL_S("the host was too busy: the program got no processor to run on");
	ret_run->reports.len = 0;
	return 0;
}

/* One run and what it adds; *ret_last when another one in this mode would tell no more. */
static int run_and_add(struct fl_box *box, const struct san_program *program,
	const struct san_build *build, const struct san_run_opts *o, unsigned number,
	struct fl_arena *a, struct san_findings *findings, bool *ret_last, struct fl_error *err)
{
	struct san_run r = {0};
	unsigned runs = o->runs;
	int rc = findings->stuck_ms ? san_run_one(box, program, build, o, number, a, &r, err)
				    : run_fed(box, program, build, o, number, a, &r, err);
	if (rc)
		return rc;
	if (r.outcome == SAN_INFRA) {
		struct san_infra *note = fl_vec_add(&findings->infra);
		if (note)
			*note = (struct san_infra){build->mode, r.infra};
		*ret_last = true;
	} else if (findings->stuck_ms) {
		drop_limit(&r);
	} else if (!program->command && waited(&r)) {
		findings->stuck_ms = STUCK_WALL_MS + STUCK_CPU_TIMES * (unsigned)r.result.cpu_ms;
		runs = number + 1;
		*ret_last = true;
	}
	keep_output(findings, &r, build->mode);
	if (r.outcome != SAN_INFRA)
		rc = san_findings_add(findings, &r.reports, build->mode, runs, err);
	return rc ? rc : fl_arena_error(a, "the findings", err);
}

int san_run_all(struct fl_box *box, const struct san_program *program,
	const struct san_build *build, const struct san_run_opts *opts, struct fl_arena *a,
	struct san_findings *findings, struct fl_error *err)
{
	struct san_run_opts o = *opts;
	bool last = false;
	o.runs = findings->stuck_ms ? 1 : o.runs ? o.runs : RUNS_DEFAULT;
	if (findings->stuck_ms)
		o.wall_ms = shorter(o.wall_ms, findings->stuck_ms);
	int rc = 0;
	for (unsigned i = 0; i < o.runs && rc == 0 && !last; i++)
		rc = run_and_add(box, program, build, &o, i, a, findings, &last, err);
	return rc;
}
