#include "datasets/reward/execute.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/host.h"
#include "base/path.h"
#include "datasets/toolchain.h"
#include "sanitize/run/evidence.h"
#include "sanitize/run/tools.h"

enum {
	ARENA_MAX = 1 << 20,
	MIB = 1 << 20,
	COMPILE_MB = 2048,
	BINARY_MAX = 64 << 20,
	FETCH_MAX = 32 << 20,
	KEPT = 16, /* binaries */
	KEPT_MAX = 64 << 20, /* bytes of all of them */
	TRIES = 3,
	STARVED_SHARE = 10, /* it worked for at least 1/10 of the clock's time */
	ANSWER_MS = 300 /* what is left to be done when a run has ended */
};

#define BINARY "a.out"

/* What a compiler made of something. */
struct kept {
	char key[65];
	struct fl_process_result result;
	struct fl_buf out, err, binary;
};

struct ds_executor {
	struct ds_exec_opts opts;
	struct fl_arena arena;
	struct san_toolchain tools;
	const char *version; /* NULL: nobody asked yet */
	struct fl_box *compile_box, *box;
	size_t memory_mb; /* of box */
	struct kept kept[KEPT];
	size_t next_kept;
};

/* ---- tools ---- */

/* The first number with a point in what the compiler says of itself; "0" where it says none. */
static const char *ask_version(struct ds_executor *x)
{
	struct fl_slice line = {0};
	struct fl_error none;
	if (ds_tool_version(x->tools.driver[SAN_CXX], &x->arena, &line, &none))
		return "0";
	for (size_t at = 0, end; at < line.len; at = end + 1) {
		for (end = at; end < line.len &&
			       (isdigit((unsigned char)line.ptr[end]) || line.ptr[end] == '.');)
			end++;
		struct fl_slice number = fl_slice(line.ptr + at, end - at);
		if (number.len && number.ptr[0] != '.' && fl_slice_chr(number, '.') > 0)
			return fl_arena_slice(&x->arena, number).ptr;
	}
	return "0";
}

int ds_executor_new(
	const struct ds_exec_opts *opts, struct ds_executor **ret_executor, struct fl_error *err)
{
	struct ds_executor *x = calloc(1, sizeof(*x));
	if (!x)
		return fl_error_set(err, FL_ENOMEM, "out of memory for running code");
	x->opts = *opts;
	fl_arena_init(&x->arena, ARENA_MAX);
	for (size_t i = 0; i < KEPT; i++) {
		fl_buf_init(&x->kept[i].out, DS_EXEC_OUTPUT_MAX);
		fl_buf_init(&x->kept[i].err, DS_EXEC_OUTPUT_MAX);
		fl_buf_init(&x->kept[i].binary, BINARY_MAX);
	}
	int rc = san_toolchain_find(
		opts->compiler ? opts->compiler : "gcc", SAN_CXX, &x->arena, &x->tools, err);
	if (rc && !opts->compiler)
		rc = san_toolchain_newest_clang(SAN_CXX, &x->arena, &x->tools, err);
	if (rc)
		ds_executor_free(x);
	else
		*ret_executor = x;
	return rc;
}

static void drop_boxes(struct ds_executor *x)
{
	fl_box_free(x->compile_box);
	fl_box_free(x->box);
	x->compile_box = x->box = NULL;
}

static void drop_kept(struct kept *k)
{
	k->key[0] = '\0';
	fl_buf_release(&k->out);
	fl_buf_release(&k->err);
	fl_buf_release(&k->binary);
}

void ds_executor_free(struct ds_executor *x)
{
	if (!x)
		return;
	drop_boxes(x);
	for (size_t i = 0; i < KEPT; i++)
		drop_kept(&x->kept[i]);
	fl_arena_release(&x->arena);
	free(x);
}

const char *ds_executor_version(struct ds_executor *x)
{
	if (!x->version)
		x->version = ask_version(x);
	return x->version;
}

enum san_compiler ds_executor_family(const struct ds_executor *x)
{
	return x->tools.family;
}

int ds_exec_check_name(struct fl_slice name, struct fl_error *err)
{
	if (name.len && name.len < 256 && fl_slice_chr(name, '\0') < 0 &&
		fl_path_is_straight(name) && !strchr("-@", name.ptr[0]))
		return 0;
	return fl_error_set(err, FL_EINVAL,
		"\"%.*s\" is no name of a file below the program's directory",
		(int)(name.len < 200 ? name.len : 200), name.ptr);
}

/* ---- boxes ---- */

static int open_box(
	struct ds_executor *x, struct fl_box **box, size_t memory_mb, struct fl_error *err)
{
	struct fl_box_opts opts = {.degraded = x->opts.degraded,
		.memory_max = memory_mb * MIB,
		.disk_max = memory_mb * MIB};
	return *box ? fl_box_clear(*box, err) : fl_box_new(&opts, box, err);
}

static int open_run_box(struct ds_executor *x, size_t memory_mb, struct fl_error *err)
{
	size_t wanted = (memory_mb ? memory_mb : DS_EXEC_MEMORY_MB) + BINARY_MAX / MIB;
	if (x->box && x->memory_mb != wanted) {
		fl_box_free(x->box);
		x->box = NULL;
	}
	x->memory_mb = wanted;
	return open_box(x, &x->box, wanted, err);
}

static int put_files(struct fl_box *box, const struct fl_list *files, struct fl_error *err)
{
	const struct san_file *f = files->items;
	int rc = 0;
	for (size_t i = 0; i < files->len && rc == 0; i++)
		rc = fl_box_put(box, f[i].path.ptr, f[i].content, 0644, err);
	return rc;
}

static int run_in(struct fl_box *box, const char *const *argv, struct fl_slice input,
	const struct ds_exec_limits *limits, struct fl_buf *out, struct fl_buf *err_out,
	struct fl_process_result *ret_result, struct fl_error *err)
{
	struct fl_run_spec spec = {.argv = argv,
		.input = input,
		.out_max = DS_EXEC_OUTPUT_MAX,
		.err_max = DS_EXEC_OUTPUT_MAX,
		.cpu_ms = limits->cpu_ms,
		.wall_ms = limits->wall_ms,
		.stack_max = (size_t)64 * MIB};
	fl_buf_init(out, DS_EXEC_OUTPUT_MAX);
	fl_buf_init(err_out, DS_EXEC_OUTPUT_MAX);
	return fl_box_run(box, &spec, out, err_out, ret_result, err);
}

static void set_step(struct ds_exec_step *step, const struct fl_process_result *r,
	const struct fl_buf *out, const struct fl_buf *err_out, struct fl_arena *a)
{
	step->ran = true;
	step->result = *r;
	step->starved = san_was_starved(r) ||
			(r->end == FL_END_WALL && r->cpu_ms * STARVED_SHARE > r->wall_ms);
	step->out = fl_arena_slice(a, fl_buf_view(out));
	step->err = fl_arena_slice(a, fl_buf_view(err_out));
}

/* ---- the compiler ---- */

static void add_arg(const char **argv, size_t *n, const char *word)
{
	if (word)
		argv[(*n)++] = word;
}

static const char **compile_command(
	const struct ds_executor *x, const struct ds_exec_task *t, struct fl_arena *a)
{
	const struct san_file *s = t->sources.items;
	size_t flags = 0, n = 0;
	while (t->flags && t->flags[flags])
		flags++;
	const char **argv = fl_arena_array(a, t->sources.len + flags + 16, sizeof(*argv));
	if (!argv)
		return NULL;
	add_arg(argv, &n, x->tools.driver[t->language]);
	add_arg(argv, &n, fl_arena_printf(a, "-std=%s", t->std).ptr);
	for (size_t i = 0; i < flags; i++)
		add_arg(argv, &n, t->flags[i]);
	add_arg(argv, &n, "-fdiagnostics-color=never");
	for (size_t i = 0; i < t->sources.len; i++)
		add_arg(argv, &n, s[i].path.ptr);
	add_arg(argv, &n, "-o");
	add_arg(argv, &n, BINARY);
	add_arg(argv, &n, "-pthread");
	add_arg(argv, &n, "-lm");
	return argv;
}

static void key_of(const struct ds_exec_task *t, const char **argv, char key[65])
{
	const struct fl_list *lists[] = {&t->sources, &t->files};
	struct fl_buf text;
	fl_buf_init(&text, SIZE_MAX / 2);
	for (size_t i = 0; argv[i]; i++)
		fl_buf_add(&text, argv[i], strlen(argv[i]) + 1);
	fl_buf_printf(&text, "%u %u", t->compile.cpu_ms, t->compile.wall_ms);
	for (size_t i = 0; i < 2; i++) {
		const struct san_file *f = lists[i]->items;
		for (size_t k = 0; k < lists[i]->len; k++) {
			fl_buf_printf(&text, "%zu %zu ", f[k].path.len, f[k].content.len);
			fl_buf_slice(&text, f[k].path);
			fl_buf_slice(&text, f[k].content);
		}
	}
	if (text.failed)
		key[0] = '\0';
	else
		fl_sha256_hex(fl_buf_view(&text), key);
	fl_buf_release(&text);
}

static struct kept *find_kept(struct ds_executor *x, const char *key)
{
	for (size_t i = 0; i < KEPT; i++)
		if (key[0] && strcmp(x->kept[i].key, key) == 0)
			return &x->kept[i];
	return NULL;
}

/* The oldest ones go, so that the new one has room. */
static struct kept *new_kept(struct ds_executor *x)
{
	struct kept *k = &x->kept[x->next_kept++ % KEPT];
	size_t total = 0;
	drop_kept(k);
	for (size_t i = 0; i < KEPT; i++)
		total += x->kept[i].binary.len;
	for (size_t i = x->next_kept; i < x->next_kept + KEPT && total > KEPT_MAX; i++) {
		total -= x->kept[i % KEPT].binary.len;
		drop_kept(&x->kept[i % KEPT]);
	}
	return k;
}

static int compile_anew(struct ds_executor *x, const struct ds_exec_task *t, const char **argv,
	struct kept *k, struct fl_error *err)
{
	struct ds_exec_limits limits = t->compile;
	int rc = open_box(x, &x->compile_box, COMPILE_MB, err);
	rc = rc ? rc : put_files(x->compile_box, &t->files, err);
	rc = rc ? rc : put_files(x->compile_box, &t->sources, err);
	rc = rc ? rc
		: run_in(x->compile_box, argv, (struct fl_slice){0}, &limits, &k->out, &k->err,
			  &k->result, err);
	if (rc)
		return rc;
	if (k->result.end == FL_END_EXIT && k->result.exit_status != 0 &&
		fl_host_short_said(fl_buf_view(&k->err)))
		return fl_error_set(err, FL_EHOST, "the compiler could not start its parts");
	if (k->result.end == FL_END_EXIT && k->result.exit_status == 0)
		rc = fl_box_get(x->compile_box, BINARY, &k->binary, err);
	return rc;
}

/* *ret_kept is what came of it; it stays until the next call. */
static int compile(struct ds_executor *x, const struct ds_exec_task *t, struct fl_arena *a,
	struct kept **ret_kept, struct fl_error *err)
{
	const char **argv = compile_command(x, t, a);
	char key[65];
	if (!argv)
		return fl_arena_error(a, "a command", err);
	key_of(t, argv, key);
	struct kept *k = find_kept(x, key);
	int rc = 0;
	if (!k) {
		k = new_kept(x);
		rc = compile_anew(x, t, argv, k, err);
		if (rc)
			drop_kept(k);
		else if (k->result.end == FL_END_EXIT)
			memcpy(k->key, key, sizeof(key));
	}
	if (rc == 0)
		*ret_kept = k;
	return rc;
}

/* ---- the program ---- */

static int fetch(struct ds_executor *x, const struct ds_exec_task *t, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err)
{
	const struct fl_slice *names = t->fetch.items;
	struct san_file *files = fl_arena_array(a, t->fetch.len + 1, sizeof(*files));
	size_t n = 0;
	int rc = files ? 0 : fl_arena_error(a, "files", err);
	for (size_t i = 0; i < t->fetch.len && rc == 0; i++) {
		struct fl_buf text;
		fl_buf_init(&text, FETCH_MAX);
		rc = fl_box_get(x->box, names[i].ptr, &text, err);
		if (rc == 0)
			files[n++] = (struct san_file){
				.path = names[i], .content = fl_arena_slice(a, fl_buf_view(&text))};
		else if (rc != FL_ECLOSED)
			rc = 0; /* none, or none that could be given */
		fl_buf_release(&text);
	}
	if (rc == 0)
		*ret_files = (struct fl_list){.items = files, .len = n};
	return rc;
}

static const char **run_command(const struct ds_exec_task *t, struct fl_arena *a)
{
	const struct fl_slice *args = t->args.items;
	const char **argv = fl_arena_array(a, t->args.len + 2, sizeof(*argv));
	if (!argv)
		return NULL;
	argv[0] = "./" BINARY;
	for (size_t i = 0; i < t->args.len; i++)
		argv[i + 1] = fl_arena_slice(a, args[i]).ptr;
	return argv;
}

static int run(struct ds_executor *x, const struct ds_exec_task *t, struct fl_slice binary,
	struct fl_arena *a, struct ds_exec_result *r, struct fl_error *err)
{
	struct fl_process_result result;
	struct fl_buf out, err_out;
	const char **argv = run_command(t, a);
	fl_buf_init(&out, 0);
	fl_buf_init(&err_out, 0);
	int rc =
		argv ? open_run_box(x, t->run.memory_mb, err) : fl_arena_error(a, "a command", err);
	rc = rc ? rc : put_files(x->box, &t->files, err);
	rc = rc ? rc : put_files(x->box, &t->sources, err);
	rc = rc ? rc : put_files(x->box, &t->run_files, err);
	rc = rc ? rc : fl_box_put(x->box, BINARY, binary, 0755, err);
	rc = rc ? rc : run_in(x->box, argv, t->input, &t->run, &out, &err_out, &result, err);
	if (rc == 0) {
		set_step(&r->run, &result, &out, &err_out, a);
		rc = fetch(x, t, a, &r->fetched, err);
	}
	fl_buf_release(&out);
	fl_buf_release(&err_out);
	return rc;
}

/* Once more with all the time that is left, where that is more than it had. */
static int run_patiently(struct ds_executor *x, const struct ds_exec_task *t,
	struct fl_slice binary, struct fl_arena *a, struct ds_exec_result *r, struct fl_error *err)
{
	int rc = run(x, t, binary, a, r, err);
	int64_t left = t->deadline_ms - fl_clock_ms() - ANSWER_MS;
	if (rc || !r->run.starved || left <= (int64_t)t->run.wall_ms)
		return rc;
	struct ds_exec_task again = *t;
	again.run.wall_ms = (unsigned)left;
	return run(x, &again, binary, a, r, err);
}

static int try(struct ds_executor *x, const struct ds_exec_task *t, struct fl_arena *a,
	struct ds_exec_result *r, struct fl_error *err)
{
	struct kept *k = NULL;
	*r = (struct ds_exec_result){0};
	int rc = compile(x, t, a, &k, err);
	if (rc)
		return rc;
	set_step(&r->compile, &k->result, &k->out, &k->err, a);
	if (k->result.end == FL_END_EXIT && k->result.exit_status == 0)
		rc = run_patiently(x, t, fl_buf_view(&k->binary), a, r, err);
	return rc ? rc : fl_arena_error(a, "a result", err);
}

int ds_execute(struct ds_executor *x, const struct ds_exec_task *task, struct fl_arena *a,
	struct ds_exec_result *ret_result, struct fl_error *err)
{
	struct ds_exec_result r;
	int rc = 0;
	for (int i = 0; i < TRIES; i++) {
		rc = try(x, task, a, &r, err);
		if (rc == 0)
			break;
		drop_boxes(x);
	}
	if (rc == 0)
		*ret_result = r;
	return rc;
}

int ds_execute_python(struct ds_executor *x, struct fl_slice script, const struct fl_list *files,
	const struct fl_list *args, const struct ds_exec_limits *limits, struct fl_arena *a,
	struct ds_exec_step *ret_step, struct fl_error *err)
{
	const struct fl_slice *words = args->items;
	const char **argv = fl_arena_array(a, args->len + 3, sizeof(*argv));
	struct fl_process_result result;
	struct fl_buf out, err_out;
	if (!argv)
		return fl_arena_error(a, "a command", err);
	if (!san_tool_installed("python3"))
		return fl_error_set(err, FL_EMISSING, "/usr/bin/python3 is not installed");
	argv[0] = "python3";
	argv[1] = "checker.py";
	for (size_t i = 0; i < args->len; i++)
		argv[i + 2] = words[i].ptr;
	fl_buf_init(&out, 0);
	fl_buf_init(&err_out, 0);
	int rc = open_box(x, &x->compile_box, COMPILE_MB, err);
	rc = rc ? rc : put_files(x->compile_box, files, err);
	rc = rc ? rc : fl_box_put(x->compile_box, argv[1], script, 0644, err);
	rc = rc ? rc
		: run_in(x->compile_box, argv, (struct fl_slice){0}, limits, &out, &err_out,
			  &result, err);
	if (rc == 0)
		set_step(ret_step, &result, &out, &err_out, a);
	else
		drop_boxes(x);
	fl_buf_release(&out);
	fl_buf_release(&err_out);
	return rc ? rc : fl_arena_error(a, "a result", err);
}
