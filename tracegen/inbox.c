#include "tracegen/inbox.h"

#include <unistd.h>

#include "base/json.h"

enum { TREE_MAX = 1 << 30, OUT_MAX = 256 << 20, CPU_MS = 30000 };

static int write_list(
	const struct fl_list *list, const struct fl_shape *shape, struct fl_error *err)
{
	struct fl_buf out;
	fl_buf_init(&out, OUT_MAX);
	for (size_t i = 0; i < list->len; i++) {
		fl_json_object(&out, shape, fl_list_at(list, shape, i));
		fl_buf_char(&out, '\n');
	}
	int rc = fl_buf_error(&out, "what was found in the source", err);
	if (rc == 0)
		rc = fl_write_all(STDOUT_FILENO, fl_buf_view(&out), err);
	fl_buf_release(&out);
	return rc;
}

int tg_inbox_main(struct fl_slice arg, tg_inbox_make make, const struct fl_shape *shape)
{
	struct fl_arena arena;
	struct fl_error err;
	struct fl_list list;
	void *program = NULL;
	fl_arena_init(&arena, TREE_MAX);
	int rc = fl_json_read(arg, &tg_program_shape, &arena, &program, &err);
	if (rc == 0)
		rc = make(program, &arena, &list, &err);
	if (rc == 0)
		rc = write_list(&list, shape, &err);
	fl_arena_release(&arena);
	if (rc == 0)
		return 0;
	fl_write_all(
		STDERR_FILENO, fl_slice_str(err.message), NULL); /* nobody to tell if it fails */
	return 1;
}

static int read_list(struct fl_slice text, const struct fl_shape *shape, size_t max,
	struct fl_arena *a, struct fl_list *ret_list, struct fl_error *err)
{
	struct fl_vec vec;
	struct fl_slice line;
	int rc = 0;
	fl_vec_init(&vec, shape->size, max);
	while (rc == 0 && fl_slice_line(&text, &line)) {
		void *object = NULL;
		rc = fl_json_read(line, shape, a, &object, err);
		void *slot = rc ? NULL : fl_vec_add(&vec);
		if (slot)
			memcpy(slot, object, shape->size);
	}
	if (rc == 0 && vec.failed)
		rc = fl_error_set(
			err, (enum fl_code)vec.failed, "more than %zu of %s", max, shape->name);
	struct fl_list list = fl_vec_freeze(&vec, a);
	if (rc == 0)
		rc = fl_arena_error(a, shape->name, err);
	if (rc == 0)
		*ret_list = list;
	return rc;
}

int tg_inbox_list(struct fl_box *box, const struct tg_program *program, fl_box_fn fn,
	const struct fl_shape *shape, size_t max, struct fl_arena *a, struct fl_list *ret_list,
	struct fl_error *err)
{
	struct fl_run_spec spec = {.out_max = OUT_MAX, .cpu_ms = CPU_MS};
	struct fl_process_result result;
	struct fl_buf arg, out, text;
	int rc = tg_program_check(program, err);
	if (rc)
		return rc;
	fl_buf_init(&arg, OUT_MAX);
	fl_buf_init(&out, OUT_MAX);
	fl_buf_init(&text, 1 << 20);
	fl_json_object(&arg, &tg_program_shape, program);
	rc = fl_buf_error(&arg, "the program", err);
	if (rc == 0)
		rc = fl_box_call(box, &spec, fn, fl_buf_view(&arg), &out, &text, &result, err);
	if (rc == 0 && result.end != FL_END_EXIT)
		rc = fl_error_set(err, FL_EPARSE, "libclang failed (%s) on %.*s",
			fl_end_names[result.end], FL_ARG(program->name));
	else if (rc == 0 && result.exit_status != 0)
		rc = fl_error_set(
			err, FL_EPARSE, "%.*s", FL_ARG(fl_slice_trim(fl_buf_view(&text))));
	if (rc == 0)
		rc = read_list(fl_buf_view(&out), shape, max, a, ret_list, err);
	fl_buf_release(&arg);
	fl_buf_release(&out);
	fl_buf_release(&text);
	return rc;
}
