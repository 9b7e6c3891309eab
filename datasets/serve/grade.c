#include <stdlib.h>

#include "base/path.h"
#include "base/source_name.h"
#include "datasets/reward/compare.h"
#include "datasets/serve/piston_priv.h"

enum { CHECKER_CPU_MS = 10000, CHECKER_WALL_MS = 30000, WALL_MORE_MS = 2000 };

/* What grader_config says. */
struct config {
	double seconds, megabytes; /* 0: not said */
	bool by_file; /* the program reads input.txt and writes output.txt */
};

static const struct san_file *find(const struct ds_piston *p, const char *name)
{
	for (size_t i = 0; i < p->file_count; i++)
		if (fl_slice_eqs(p->files[i].file.path, name))
			return &p->files[i].file;
	return NULL;
}

static double number(struct fl_slice text, struct fl_arena *a)
{
	double value = strtod(fl_arena_slice(a, text).ptr, NULL);
	return value > 0 && value < 1e6 ? value : 0;
}

static struct config read_config(const struct ds_piston *p, struct fl_arena *a)
{
	const struct san_file *file = find(p, "grader_config");
	struct fl_slice rest = file ? file->content : (struct fl_slice){0}, line;
	struct config c = {0};
	while (fl_slice_line(&rest, &line)) {
		ptrdiff_t at = fl_slice_chr(line, '=');
		if (at < 0)
			continue;
		struct fl_slice key = fl_slice_trim(fl_slice_head(line, (size_t)at));
		struct fl_slice value = fl_slice_trim(fl_slice_skip(line, (size_t)at + 1));
		if (fl_slice_eqs(key, "TIME_LIMIT"))
			c.seconds = number(value, a);
		else if (fl_slice_eqs(key, "MEMORY_LIMIT"))
			c.megabytes = number(value, a);
		else if (fl_slice_eqs(key, "INPUT_MODE"))
			c.by_file = value.len && !fl_slice_eqs(value, "stdio") &&
				    !fl_slice_eqs(value, "None");
	}
	return c;
}

/* Sources and headers; nothing of what the program is held against. */
static int set_sources(struct ds_foreign *f, struct ds_piston *p)
{
	size_t n = 0;
	bool cxx;
	for (size_t i = 0; i < p->file_count; i++) {
		struct fl_slice path = p->files[i].file.path;
		bool header = fl_slice_ends(path, ".h") || fl_slice_ends(path, ".hpp");
		if (header || fl_source_is_unit(path, &cxx))
			n++;
	}
	struct ds_piston own = {
		.files = fl_arena_array(f->a, n + 1, sizeof(*own.files)), .task = p->task};
	if (!own.files)
		return fl_arena_error(f->a, "files", f->err);
	for (size_t i = 0; i < p->file_count; i++) {
		struct fl_slice path = p->files[i].file.path;
		bool header = fl_slice_ends(path, ".h") || fl_slice_ends(path, ".hpp");
		if (header || fl_source_is_unit(path, &cxx))
			own.files[own.file_count++] = p->files[i];
	}
	int rc = ds_piston_sources(f, &own);
	p->task = own.task;
	return rc;
}

/* ---- the grade ---- */

static void set_grade(struct ds_exec_result *r, const char *points, struct fl_slice why)
{
	struct fl_process_result *end = &r->run.result;
	end->end = FL_END_EXIT;
	end->exit_status = 0;
	end->signal = -1;
	r->run.out = fl_slice_str(points);
	r->run.err = why;
}

/* "0" with what became of the program, when it did not end well. */
static bool grade_end(struct ds_foreign *f, struct ds_exec_result *r)
{
	static const char *const words[FL_END_COUNT] = {[FL_END_EXIT] = "Runtime error",
		[FL_END_SIGNAL] = "Runtime error",
		[FL_END_CPU] = "Time limit exceeded",
		[FL_END_WALL] = "Time limit exceeded",
		[FL_END_OUTPUT] = "Output limit exceeded",
		[FL_END_MEMORY] = "Memory limit exceeded"};
	const struct fl_process_result *end = &r->run.result;
	if (end->end == FL_END_EXIT && end->exit_status == 0)
		return false;
	struct fl_slice why =
		end->end == FL_END_EXIT ? fl_arena_printf(f->a, "%s: exit status %d\n",
						  words[end->end], end->exit_status)
		: end->end == FL_END_SIGNAL
			? fl_arena_printf(f->a, "%s: signal %d\n", words[end->end], end->signal)
			: fl_arena_printf(f->a, "%s\n", words[end->end]);
	set_grade(r, "0\n", why);
	return true;
}

static int grade_by_words(struct ds_foreign *f, const struct ds_piston *p, struct fl_slice output,
	struct ds_exec_result *r)
{
	const struct san_file *correct = find(p, "correct_output.txt");
	struct ds_compare how = {.how = DS_COMPARE_TOKENS};
	struct ds_difference d = {0};
	bool same = false;
	int rc = ds_compare_outputs(&how, correct->content, output, f->a, &same, &d, f->err);
	if (rc == 0)
		set_grade(r, same ? "1\n" : "0\n",
			same ? FL_S("")
			     : fl_arena_printf(f->a, "Output isn't correct: line %lld\n",
				       (long long)d.line));
	return rc;
}

/* A checker that fails is nobody's answer: its own words are the run's. */
static int grade_by_checker(struct ds_foreign *f, const struct ds_piston *p,
	const struct san_file *checker, struct fl_slice output, struct ds_exec_result *r)
{
	static struct fl_slice names[] = {
		{"input.txt", 9}, {"correct_output.txt", 18}, {"output.txt", 10}};
	const struct san_file *input = find(p, "input.txt");
	const struct san_file *correct = find(p, "correct_output.txt");
	struct san_file files[] = {{.path = names[0], .content = input->content},
		{.path = names[1], .content = correct ? correct->content : FL_S("")},
		{.path = names[2], .content = output}};
	struct fl_list list = {.items = files, .len = 3}, args = {.items = names, .len = 3};
	struct ds_exec_limits limits = {.cpu_ms = CHECKER_CPU_MS, .wall_ms = CHECKER_WALL_MS};
	struct ds_exec_step step = {0};
	int rc = ds_execute_python(
		f->executor, checker->content, &list, &args, &limits, f->a, &step, f->err);
	if (rc == 0)
		r->run = step;
	return rc;
}

int ds_piston_grade(struct ds_foreign *f, struct ds_piston *p, struct ds_exec_result *ret_result)
{
	const struct san_file *input = find(p, "input.txt"), *checker = find(p, "checker.py");
	struct fl_slice output_name = FL_S("output.txt");
	struct config c = read_config(p, f->a);
	int rc = set_sources(f, p);
	if (rc)
		return rc;
	if (input && c.by_file) {
		struct san_file *beside = fl_arena_alloc(f->a, sizeof(*beside));
		struct fl_slice *wanted = fl_arena_alloc(f->a, sizeof(*wanted));
		if (!beside || !wanted)
			return fl_arena_error(f->a, "files", f->err);
		*beside = *input;
		*wanted = output_name;
		p->task.run_files = (struct fl_list){.items = beside, .len = 1};
		p->task.fetch = (struct fl_list){.items = wanted, .len = 1};
	}
	if (input)
		p->task.input = input->content;
	if (c.seconds > 0)
		p->task.run.cpu_ms = (unsigned)(c.seconds * 1000);
	if (c.seconds > 0)
		p->task.run.wall_ms = p->task.run.cpu_ms + WALL_MORE_MS;
	if (c.megabytes > 0)
		p->task.run.memory_mb = (size_t)c.megabytes;
	rc = ds_execute(f->executor, &p->task, f->a, ret_result, f->err);
	if (rc || !ret_result->run.ran || ret_result->run.starved || grade_end(f, ret_result))
		return rc;
	const struct san_file *fetched = ret_result->fetched.items;
	struct fl_slice output = ret_result->fetched.len ? fetched->content : ret_result->run.out;
	if (checker && input)
		return grade_by_checker(f, p, checker, output, ret_result);
	return find(p, "correct_output.txt") ? grade_by_words(f, p, output, ret_result) : 0;
}
