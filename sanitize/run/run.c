#include "sanitize/run/run.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sanitize/symbolize/symbolize.h"

enum {
	CPU_DEFAULT = 10000,
	WALL_EXTRA = 2000,
	OUTPUT_DEFAULT = 4 << 20,
	LOG_MAX = 8 << 20,
	LOG_FILES_MAX = 256,
	TEXT_SLACK = 4096,
	RUNS_DEFAULT = 2,
	ENV_MAX = 16
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

static int read_logs(
	struct fl_box *box, struct fl_arena *a, struct fl_slice *ret_log, struct fl_error *err)
{
	struct fl_run_spec spec = {.cpu_ms = 5000, .out_max = LOG_MAX};
	struct fl_process_result result;
	struct fl_buf text;
	fl_buf_init(&text, LOG_MAX + TEXT_SLACK);
	int rc = fl_box_call(box, &spec, print_logs, fl_slice(NULL, 0), &text, NULL, &result, err);
	if (rc == 0)
		*ret_log = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(a, "the reports of a run", err);
}

/* ---- one run ---- */

/* What differs between runs; whatever depends on it is not the fault's own doing. */
struct condition {
	unsigned fill;
	bool randomize, no_leaks;
	bool names; /* the runtime names the frames; else we do it */
	const char *padding;
};

#define PAD32 "................................"
#define PAD256 PAD32 PAD32 PAD32 PAD32 PAD32 PAD32 PAD32 PAD32

static struct condition condition_of(unsigned run, enum san_mode mode)
{
	static const unsigned fills[] = {0, 0x41, 0xff, 0x01};
	return (struct condition){.fill = fills[run % 4],
		.randomize = run % 2 && !san_modes[mode].fixed,
		.padding = run % 2 ? "PADDING=" PAD256 PAD256 PAD256 PAD256 : NULL};
}

static const char **run_argv(const struct san_program *p, enum san_mode mode, struct fl_arena *a)
{
	const char *const *wrapper = san_mode_wrapper(mode);
	size_t before = 0, args = 0, n = 0;
	while (wrapper[before])
		before++;
	while (p->args && p->args[args])
		args++;
	const char **argv = fl_arena_array(a, before + args + 2, sizeof(*argv));
	for (size_t i = 0; argv && i < before; i++)
		argv[n++] = wrapper[i];
	if (argv)
		argv[n++] = "./" BINARY;
	for (size_t i = 0; argv && i < args; i++)
		argv[n++] = p->args[i];
	return argv;
}

static const char **run_env(const struct san_program *p, const struct fl_box *box,
	enum san_mode mode, const struct condition *c, struct fl_arena *a)
{
	const struct san_toolchain *t = san_modes[mode].clang ? &p->clang : &p->tools;
	struct san_env how = {.use = c->names ? SAN_RUN : SAN_CONFIRM,
		.fill = c->fill,
		.mode = mode,
		.no_leaks = c->no_leaks,
		.symbolizer = t->family == SAN_CLANG ? t->symbolizer : NULL,
		.log = *fl_box_missing(box) ? "." : FL_BOX_DIR};
	const char *const *san = san_environment(&how, a);
	const char **env = fl_arena_array(a, ENV_MAX, sizeof(*env));
	size_t n = 0;
	if (!env || !san)
		return NULL;
	env[n++] = "PATH=/usr/bin:/bin";
	env[n++] = "LANG=C.UTF-8";
	env[n++] = "HOME=" FL_BOX_DIR;
	if (mode == SAN_MODE_NONE && c->fill)
		env[n++] = fl_arena_printf(a, "MALLOC_PERTURB_=%u", c->fill).ptr;
	for (size_t i = 0; san[i] && n < ENV_MAX - 2; i++)
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

struct run {
	struct fl_process_result result;
	struct fl_slice out, err, log;
	enum san_outcome outcome;
	struct fl_list reports; /* of struct san_report; the best first; none when it passed */
	struct fl_slice infra;
};

/* A tool that runs the program greets in its log; without that it has not begun. */
static bool never_began(struct run *r, enum san_mode mode, struct fl_arena *a)
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

/* Name the frames ourselves, which the runtimes would do at many times the cost. */
static int name_frames(struct fl_box *box, struct san_reports *reports,
	const struct san_parse_opts *opts, struct fl_arena *a, struct fl_error *err)
{
	/* TSan names modules without their directories */
	const struct san_symbolize_opts how = {.inside = true, .program = FL_BOX_DIR "/" BINARY};
	if (reports->list.len == 0)
		return 0;
	return san_symbolize_boxed(box, &how, reports, opts, a, NULL, err);
}

static int judge(struct fl_box *box, struct run *r, const struct condition *c,
	const struct san_run_opts *o, struct fl_arena *a, struct fl_error *err)
{
	struct san_parse_opts opts = {.strip = FL_S(FL_BOX_DIR "/"),
		.addresses = o->addresses,
		.unresolved = !c->names,
		.owners = o->owners};
	struct san_texts texts = {.err = r->err, .log = r->log, .apart = true};
	struct san_reports reports;
	int rc = san_parse(r->log, &opts, a, &reports, err);
	if (rc == 0 && !c->names)
		rc = name_frames(box, &reports, &opts, a, err);
	struct san_report *first = rc ? NULL : fl_arena_alloc(a, sizeof(*first));
	if (!first)
		return rc ? rc : fl_arena_error(a, "the reports", err);
	r->outcome = san_evidence(
		&r->result, reports.list.len ? reports.list.items : NULL, &texts, a, first);
	if (r->outcome == SAN_INFRA)
		r->infra = first->message;
	if (r->outcome != SAN_FAILED)
		return 0;
	r->reports = reports.list.len ? reports.list : (struct fl_list){first, 1};
	if (reports.list.len)
		memcpy(reports.list.items, first, sizeof(*first));
	return 0;
}

static int run_once(struct fl_box *box, const struct san_program *p, const struct san_build *build,
	struct condition c, const struct san_run_opts *o, struct fl_arena *a, struct run *r,
	struct fl_error *err)
{
	size_t most = o->output_max ? o->output_max : OUTPUT_DEFAULT;
	unsigned cpu = o->cpu_ms ? o->cpu_ms : CPU_DEFAULT;
	struct fl_run_spec spec = {.argv = run_argv(p, build->mode, a),
		.env = run_env(p, box, build->mode, &c, a),
		.input = p->input,
		.out_max = most,
		.err_max = most,
		.cpu_ms = cpu,
		.wall_ms = o->wall_ms ? o->wall_ms : 3 * cpu + WALL_EXTRA,
		.randomize = c.randomize,
		.stop_signal = SIGABRT};
	struct fl_buf out, text;
	int rc = fl_arena_error(a, "a command line", err);
	if (rc == 0)
		rc = put_program(box, p, build, err);
	if (rc)
		return rc;
	fl_buf_init(&out, most + TEXT_SLACK);
	fl_buf_init(&text, most + TEXT_SLACK);
	rc = fl_box_run(box, &spec, &out, &text, &r->result, err);
	r->out = fl_arena_slice(a, fl_buf_view(&out));
	r->err = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&out);
	fl_buf_release(&text);
	if (rc == 0)
		rc = read_logs(box, a, &r->log, err);
	if (rc || never_began(r, build->mode, a))
		return rc;
	return judge(box, r, &c, o, a, err);
}

/*
 * One run, and where the search for leaks failed another one without it: a program that has used up
 * its processes leaves none for that search.
 */
static int run_whole(struct fl_box *box, const struct san_program *p, const struct san_build *build,
	unsigned number, const struct san_run_opts *o, struct fl_arena *a, struct run *r,
	struct fl_error *err)
{
	struct condition c = condition_of(number, build->mode);
	c.names = *fl_box_missing(box); /* its programs are not at FL_BOX_DIR */
	int rc = run_once(box, p, build, c, o, a, r, err);
	if (rc == FL_EMISSING && !c.names) {
		c.names = true; /* no libdw here: the runtimes do it */
		*r = (struct run){0};
		rc = run_once(box, p, build, c, o, a, r, err);
	}
	if (rc || r->outcome != SAN_INFRA || fl_slice_find(r->infra, "LeakSanitizer") < 0)
		return rc;
	c.no_leaks = true;
	*r = (struct run){0};
	return run_once(box, p, build, c, o, a, r, err);
}

/* ---- what the runs say together ---- */

void san_findings_init(struct san_findings *f)
{
	*f = (struct san_findings){0};
	fl_vec_init(&f->found, sizeof(struct san_finding), SAN_FINDINGS_MAX);
	fl_vec_init(&f->infra, sizeof(struct san_infra), SAN_MODE_COUNT * SAN_RUNS_MAX);
}

void san_findings_release(struct san_findings *f)
{
	fl_vec_release(&f->found);
	fl_vec_release(&f->infra);
}

static bool same_fault(const struct san_report *a, const struct san_report *b)
{
	return fl_slice_eq(a->hash, b->hash) ||
	       (a->line > 0 && a->line == b->line && a->error_class == b->error_class &&
		       fl_slice_eq(a->file, b->file));
}

/*
 * Add a run's reports. `seen` has a flag for each finding, so that several reports of one run that
 * are the same fault count once.
 */
static int add_reports(struct san_findings *f, const struct run *r, enum san_mode mode,
	unsigned runs, struct fl_error *err)
{
	bool seen[SAN_FINDINGS_MAX] = {false};
	for (size_t i = 0; i < r->reports.len; i++) {
		const struct san_report *report = fl_list_at(&r->reports, &san_report_shape, i);
		struct san_finding *at = NULL;
		size_t k = 0;
		for (; k < f->found.len && !at; k++) {
			struct san_finding *known = fl_vec_at(&f->found, k);
			if (same_fault(&known->report, report))
				at = known;
		}
		if (at) {
			if (at->mode == mode && !seen[k - 1])
				at->seen++;
			seen[k - 1] = true;
			continue;
		}
		if (f->found.len == SAN_FINDINGS_MAX)
			break;
		at = fl_vec_add(&f->found);
		if (!at)
			return fl_error_set(err, FL_ENOMEM, "out of memory for the findings");
		seen[f->found.len - 1] = true;
		*at = (struct san_finding){
			.report = *report, .mode = mode, .seen = 1, .runs = runs};
	}
	return 0;
}

int san_run_all(struct fl_box *box, const struct san_program *program,
	const struct san_build *build, const struct san_run_opts *opts, struct fl_arena *a,
	struct san_findings *findings, struct fl_error *err)
{
	unsigned runs = opts->runs ? opts->runs : RUNS_DEFAULT;
	int rc = 0;
	for (unsigned i = 0; i < runs && rc == 0; i++) {
		struct run r = {0};
		rc = run_whole(box, program, build, i, opts, a, &r, err);
		if (rc)
			break;
		findings->cpu_ms += r.result.cpu_ms;
		if (!findings->any_run)
			findings->output = r.out;
		findings->any_run = true;
		if (r.outcome == SAN_INFRA) {
			struct san_infra *note = fl_vec_add(&findings->infra);
			if (note)
				*note = (struct san_infra){build->mode, r.infra};
			break;
		}
		rc = add_reports(findings, &r, build->mode, runs, err);
		if (rc == 0)
			rc = fl_arena_error(a, "the findings", err);
	}
	return rc;
}
