#include "datasets/reward/checker.h"

#include <stdlib.h>

#include "base/source_name.h"
#include "tracegen/program.h"

enum { FAILED = 3, SAID_MAX = 500 };

#define INPUT "input.txt"
#define OUTPUT "output.txt"
#define ANSWER "answer.txt"

static const struct ds_exec_limits limits = {
	.cpu_ms = DS_CHECKER_CPU_MS, .wall_ms = DS_CHECKER_WALL_MS};

static struct fl_list list(void *items, size_t len)
{
	return (struct fl_list){.items = items, .len = len};
}

static struct fl_slice first_line(struct fl_slice text)
{
	struct fl_slice rest = fl_slice_trim(text), line = {0};
	fl_slice_line(&rest, &line);
	return fl_slice_head(line, line.len < SAID_MAX ? line.len : SAID_MAX);
}

/* Its own words, or how it ended. */
static struct fl_slice said_by(
	const struct ds_exec_step *s, struct fl_slice words, struct fl_arena *a)
{
	const struct fl_process_result *r = &s->result;
	if (r->end == FL_END_EXIT && fl_slice_trim(words).len)
		return first_line(words);
	if (r->end == FL_END_EXIT)
		return fl_arena_printf(a, "the checker ends with status %d", r->exit_status);
	return fl_arena_printf(a, "the checker is ended: %s", fl_end_names[r->end]);
}

/* Of a traceback, what went wrong. */
static struct fl_slice last_line(struct fl_slice text)
{
	text = fl_slice_trim(text);
	return first_line(fl_slice_skip(text, (size_t)(fl_slice_rchr(text, '\n') + 1)));
}

/* It is the script that is wrong, whatever the program printed. */
static bool is_broken(struct fl_slice words)
{
	static const char *const loading[] = {"ModuleNotFoundError:", "ImportError:"};
	static const char *const reading[] = {"SyntaxError:", "IndentationError:", "TabError:"};
	struct fl_slice last = last_line(words);
	bool running = fl_slice_starts(fl_slice_trim(words), "Traceback");
	for (size_t i = 0; i < sizeof(loading) / sizeof(loading[0]); i++)
		if (running && fl_slice_starts(last, loading[i]))
			return true;
	for (size_t i = 0; i < sizeof(reading) / sizeof(reading[0]); i++)
		if (!running && fl_slice_starts(last, reading[i]))
			return true;
	return false;
}

static int check_python(struct ds_executor *x, struct fl_slice script, const struct fl_list *beside,
	struct fl_arena *a, bool *ret_right, struct fl_slice *ret_said, struct fl_error *err)
{
	struct fl_slice names[] = {FL_S(INPUT), FL_S(ANSWER), FL_S(OUTPUT)};
	struct fl_list args = list(names, 3);
	struct ds_exec_step s = {0};
	int rc = ds_execute_python(x, script, beside, &args, &limits, a, &s, err);
	if (rc == 0 && s.starved)
		return fl_error_set(err, FL_EHOST, "the host is too busy to run the checker");
	if (rc)
		return rc;
	struct fl_slice points = fl_arena_slice(a, fl_slice_trim(s.out));
	bool ended = s.result.end == FL_END_EXIT && s.result.exit_status == 0;
	if (!ended && is_broken(s.err))
		return fl_error_set(err, FL_EPARSE, "the checker cannot be run: %.*s",
			FL_ARG(last_line(s.err)));
	*ret_right = ended && points.len && strtod(points.ptr, NULL) >= 1;
	*ret_said = said_by(&s, ended ? s.out : last_line(s.err), a);
	return fl_arena_error(a, "what a checker said", err);
}

/* Sources are compiled, all else is beside them. */
static int set_task(const struct ds_checking *c, struct fl_arena *a, struct ds_exec_task *t,
	struct fl_error *err)
{
	static const char *const flags[] = {"-O1", "-w", NULL};
	const struct tg_file *f = c->checker->items;
	struct san_file *sources = fl_arena_array(a, c->checker->len, sizeof(*sources));
	struct san_file *headers = fl_arena_array(a, c->checker->len, sizeof(*headers));
	size_t n = 0, m = 0;
	bool cxx;
	if (!sources || !headers)
		return fl_arena_error(a, "a checker", err);
	for (size_t i = 0; i < c->checker->len; i++) {
		struct san_file file = {
			.path = fl_arena_slice(a, f[i].path), .content = f[i].content};
		if (fl_source_is_unit(file.path, &cxx))
			sources[n++] = file;
		else
			headers[m++] = file;
	}
	t->language = SAN_CXX;
	t->std = "c++17";
	t->flags = flags;
	t->sources = list(sources, n);
	t->files = list(headers, m);
	t->compile =
		(struct ds_exec_limits){.cpu_ms = FL_COMPILE_CPU_MS, .wall_ms = FL_COMPILE_WALL_MS};
	t->run = limits;
	return 0;
}

static int check_cxx(struct ds_executor *x, const struct ds_checking *c,
	const struct fl_list *beside, struct fl_arena *a, bool *ret_right,
	struct fl_slice *ret_said, struct fl_error *err)
{
	struct fl_slice names[] = {FL_S(INPUT), FL_S(OUTPUT), FL_S(ANSWER)};
	struct ds_exec_task t = {.run_files = *beside, .args = list(names, 3)};
	struct ds_exec_result r;
	int rc = set_task(c, a, &t, err);
	rc = rc ? rc : ds_execute(x, &t, a, &r, err);
	if (rc)
		return rc;
	if (r.compile.starved || r.run.starved)
		return fl_error_set(err, FL_EHOST, "the host is too busy to run the checker");
	if (!r.run.ran)
		return fl_error_set(err, FL_EPARSE, "the checker does not compile: %.*s",
			FL_ARG(first_line(r.compile.err)));
	struct fl_slice words = fl_slice_trim(r.run.err).len ? r.run.err : r.run.out;
	bool ended = r.run.result.end == FL_END_EXIT;
	if (ended && r.run.result.exit_status == FAILED)
		return fl_error_set(err, FL_EPARSE, "the checker says that the task is wrong%s%.*s",
			words.len ? ": " : "", FL_ARG(first_line(words)));
	*ret_right = ended && r.run.result.exit_status == 0;
	*ret_said = said_by(&r.run, words, a);
	return fl_arena_error(a, "what a checker said", err);
}

int ds_check_output(struct ds_executor *x, const struct ds_checking *c, struct fl_arena *a,
	bool *ret_right, struct fl_slice *ret_said, struct fl_error *err)
{
	const struct tg_file *f = c->checker->items;
	struct san_file files[] = {{.path = FL_S(INPUT), .content = c->input},
		{.path = FL_S(OUTPUT), .content = c->output},
		{.path = FL_S(ANSWER), .content = c->answer}};
	struct fl_list beside = list(files, 3);
	for (size_t i = 0; i < c->checker->len; i++)
		if (fl_slice_eqs(f[i].path, "checker.py"))
			return check_python(x, f[i].content, &beside, a, ret_right, ret_said, err);
	return check_cxx(x, c, &beside, a, ret_right, ret_said, err);
}
