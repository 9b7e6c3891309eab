/*
 * literal-programs STEM…: for each pair STEM.literal (a record's context) and STEM.json (the same
 * objects as JSON) writes STEM.cpp, a C++ program that holds the literal, without its marker lines,
 * and compares every field with the JSON. Fails when the markers are not those of the table.
 */
#include <stdio.h>

#include "base/json.h"
#include "datasets/registry.h"
#include "datasets/shard.h"
#include "diag/model/diagnostic.h"
#include "sanitize/report/report.h"
#include "tests/support/literal_program.h"

enum { ARENA_MAX = 256 << 20 };

/* What stands between the markers, and between which. */
static int strip(struct fl_slice context, struct fl_slice *ret_text, enum fl_marker *ret_marker,
	struct fl_error *err)
{
	for (int m = FL_MARK_COMPILE; m < FL_MARK_COUNT; m++) {
		const struct fl_marker_pair *pair = fl_marker((enum fl_marker)m);
		struct fl_slice rest = context, line, last = {0};
		if (!fl_slice_line(&rest, &line) || !fl_slice_eqs(line, pair->open))
			continue;
		struct fl_slice inner = rest;
		while (fl_slice_line(&rest, &line))
			last = line;
		if (!fl_slice_eqs(last, pair->close))
			break;
		*ret_text = fl_slice(inner.ptr, (size_t)(last.ptr - inner.ptr));
		*ret_marker = (enum fl_marker)m;
		return 0;
	}
	return fl_error_set(err, FL_EPARSE, "the literal is not between two markers");
}

static int write_program(const char *stem, struct fl_arena *a, struct fl_error *err)
{
	struct fl_buf context, json, program;
	struct fl_items items;
	struct fl_slice text = {0};
	enum fl_marker marker = FL_MARK_NONE;
	fl_buf_init(&context, FL_TEXT_MAX);
	fl_buf_init(&json, FL_TEXT_MAX);
	fl_buf_init(&program, FL_TEXT_MAX);
	struct fl_slice in = fl_arena_printf(a, "%s.literal", stem);
	struct fl_slice twin = fl_arena_printf(a, "%s.json", stem);
	struct fl_slice to = fl_arena_printf(a, "%s.cpp", stem);
	int rc = fl_arena_error(a, "a path", err);
	rc = rc ? rc : fl_buf_read_file(&context, in.ptr, err);
	rc = rc ? rc : fl_buf_read_file(&json, twin.ptr, err);
	rc = rc ? rc : strip(fl_buf_view(&context), &text, &marker, err);
	/* Diagnostics and reports stand in their documents without a tag. */
	const struct fl_shape *plain =
		marker == FL_MARK_COMPILE ? &diag_diagnostic_shape : &san_report_shape;
	if (rc == 0)
		rc = fl_json_read_items(fl_buf_view(&json), &ds_registry, plain, a, &items, err);
	if (rc == 0) {
		/* Only self-describing literals define their types, and terse ones include nothing. */
		literal_program_write(&program, text, &items,
			fl_slice_starts(text, "struct ")    ? FL_FULL
			: fl_slice_starts(text, "#include") ? FL_COMPACT
							    : FL_TERSE);
		rc = ds_file_write(to.ptr, fl_buf_view(&program), err);
	}
	fl_buf_release(&program);
	fl_buf_release(&json);
	fl_buf_release(&context);
	return rc;
}

int main(int argc, char **argv)
{
	struct fl_error err = {0};
	int failed = 0;
	for (int i = 1; i < argc; i++) {
		struct fl_arena a;
		fl_arena_init(&a, ARENA_MAX);
		if (write_program(argv[i], &a, &err)) {
			fprintf(stderr, "literal-programs: %s: %s\n", argv[i], err.message);
			failed = 1;
		}
		fl_arena_release(&a);
	}
	return failed;
}
