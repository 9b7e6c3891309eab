/*
 * fault-output [--part=K/N] DATASET…: what a person without our tools would see of each fault that has a trace.
 * Builds and runs its files by the record's own commands, and once a program those without the
 * fault. A JSON line each: fault; expected, what the fixed program prints; stdout and stderr of the
 * faulty one, which hold only what a run of some seconds wrote. For bench/useful. --part: of each N
 * programs' traces those of the Kth (from 0), so that several can share the work, or do part of it.
 */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/sandbox/sandbox.h"
#include "datasets/dataset.h"
#include "datasets/record/edits.h"

enum { ARENA_MAX = 256 << 20, TEXT_MAX = 1 << 20, RUN_MS = 2000 };

struct bench {
	struct fl_box *box;
	struct fl_arena program_arena; /* what belongs to one program */
	struct fl_slice program, expected;
	struct fl_arena arena; /* and to one record */
	struct fl_buf out, err;
	unsigned part, parts;
};

static const char **argv_of(struct bench *b, const struct fl_list *words)
{
	const char **argv = fl_arena_array(&b->arena, words->len + 1, sizeof(*argv));
	const struct fl_slice *w = words->items;
	for (size_t i = 0; argv && i < words->len; i++)
		argv[i] = fl_arena_slice(&b->arena, w[i]).ptr;
	return argv;
}

/* A variable a line, as the array that a run wants. */
static const char **env_of(struct bench *b, struct fl_slice lines)
{
	const char **env = fl_arena_array(&b->arena, fl_slice_lines(lines) + 1, sizeof(*env));
	struct fl_slice line;
	for (size_t i = 0; env && fl_slice_line(&lines, &line); i++)
		env[i] = fl_arena_slice(&b->arena, line).ptr;
	return env;
}

static int command(struct bench *b, struct fl_run_spec *spec, const struct fl_list *words,
	struct fl_process_result *ret_result, struct fl_error *err)
{
	fl_buf_clear(&b->out);
	fl_buf_clear(&b->err);
	spec->argv = argv_of(b, words);
	int rc = fl_arena_error(&b->arena, "a command line", err);
	return rc ? rc : fl_box_run(b->box, spec, &b->out, &b->err, ret_result, err);
}

static int build_and_run(
	struct bench *b, const struct ds_record *r, bool fixed, struct fl_error *err)
{
	const struct tg_file *files = r->files.items;
	const struct ds_command *commands = r->build.items;
	struct fl_process_result result;
	int rc = fl_box_clear(b->box, err);
	for (size_t i = 0; rc == 0 && i < r->files.len; i++) {
		struct fl_slice text = files[i].content;
		if (fixed)
			rc = ds_edits_fixed(r, files[i].path, &b->arena, &text, err);
		rc = rc ? rc
			: fl_box_put(b->box, fl_arena_slice(&b->arena, files[i].path).ptr, text,
				  0644, err);
	}
	struct fl_run_spec spec = {.cpu_ms = FL_COMPILE_CPU_MS, .wall_ms = FL_COMPILE_WALL_MS};
	for (size_t i = 0; rc == 0 && i < r->build.len; i++) {
		rc = command(b, &spec, &commands[i].argv, &result, err);
		if (rc == 0 && (result.end != FL_END_EXIT || result.exit_status != 0))
			return fl_error_set(err, FL_EINVAL, "%.*s does not build: %.*s",
				FL_ARG(r->provenance.source), FL_ARG(fl_buf_view(&b->err)));
	}
	spec = (struct fl_run_spec){.env = env_of(b, r->run.env),
		.input = r->run.input,
		.out_max = TEXT_MAX / 2,
		.err_max = TEXT_MAX / 2,
		.cpu_ms = RUN_MS};
	return rc ? rc : command(b, &spec, &r->run.argv, &result, err);
}

static int expect(struct bench *b, const struct ds_record *r, struct fl_error *err)
{
	if (fl_slice_eq(b->program, r->program))
		return 0;
	int rc = build_and_run(b, r, true, err);
	if (rc)
		return rc;
	fl_arena_release(&b->program_arena);
	fl_arena_init(&b->program_arena, ARENA_MAX);
	b->program = fl_arena_slice(&b->program_arena, r->program);
	b->expected = fl_arena_slice(&b->program_arena, fl_buf_view(&b->out));
	return fl_arena_error(&b->program_arena, "the output of a run", err);
}

static void show(struct bench *b, const struct ds_record *r)
{
	const struct {
		const char *name;
		struct fl_slice text;
	} parts[] = {{"fault", r->fault}, {"expected", b->expected},
		{"stdout", fl_buf_view(&b->out)}, {"stderr", fl_buf_view(&b->err)}};
	struct fl_buf line;
	fl_buf_init(&line, 8 * (size_t)TEXT_MAX);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		fl_buf_printf(&line, "%s\"%s\":", i ? "," : "{", parts[i].name);
		fl_json_text(&line, parts[i].text);
	}
	fl_buf_printf(&line, "}\n");
	fwrite(line.data, 1, line.len, stdout);
	fl_buf_release(&line);
}

static int one(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct bench *b = ctx;
	if (row->record->kind != DS_KIND_TRACE_FIX ||
		fl_hash64_parts(&row->record->program, 1) % b->parts != b->part)
		return 0;
	fl_arena_init(&b->arena, ARENA_MAX);
	int rc = expect(b, row->record, err);
	rc = rc ? rc : build_and_run(b, row->record, false, err);
	if (rc == 0)
		show(b, row->record);
	fl_arena_release(&b->arena);
	return rc;
}

int main(int argc, char **argv)
{
	struct bench b = {.box = NULL, .parts = 1};
	struct fl_error err = {0};
	int first = argc > 1 && strncmp(argv[1], "--part=", 7) == 0 ? 2 : 1;
	if (argc <= first ||
		(first == 2 && (sscanf(argv[1], "--part=%u/%u", &b.part, &b.parts) != 2 ||
				       b.part >= b.parts)))
		return 2;
	fl_arena_init(&b.program_arena, ARENA_MAX);
	fl_buf_init(&b.out, TEXT_MAX);
	fl_buf_init(&b.err, TEXT_MAX);
	int rc = fl_box_new(NULL, &b.box, &err);
	for (int i = first; i < argc && rc == 0; i++)
		rc = ds_rows_each(argv[i], true, one, &b, &err);
	fl_box_free(b.box);
	fl_buf_release(&b.out);
	fl_buf_release(&b.err);
	fl_arena_release(&b.program_arena);
	if (rc)
		fprintf(stderr, "fault-output: %s\n", err.message);
	return rc ? fl_error_exit(&err) : 0;
}
