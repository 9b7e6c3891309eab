/* Reads tests/fixtures/sanitize: the runs with what they must be taken for. */
#ifndef FL_TESTS_SANITIZE_FIXTURES_H
#define FL_TESTS_SANITIZE_FIXTURES_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "sanitize/run/evidence.h"
#include "sanitize/parse.h"

#define STRIP FL_S("/box/")

/* One line of a group's expected.tsv. */
struct row {
	char group[16], name[64], family[16], end[8], tool[16], kind[64], error_class[32];
	int status, signal, line;
};

static inline void fixture_read(struct fl_buf *b, const char *name)
{
	const char *src = getenv("FL_SRC");
	char path[512];
	struct fl_error err = {0};
	assert_non_null(src); /* ctest sets it */
	snprintf(path, sizeof path, "%s/tests/fixtures/sanitize/%s", src, name);
	fl_buf_init(b, 16 << 20);
	if (fl_buf_read_file(b, path, &err))
		fail_msg("%s", err.message);
}

/* The expected.tsv of every group in the file "groups", one after the other. */
static inline void fixture_rows(struct fl_buf *b)
{
	struct fl_buf groups;
	struct fl_slice group, rest;
	fixture_read(&groups, "groups");
	fl_buf_init(b, 16 << 20);
	rest = fl_buf_view(&groups);
	while (fl_slice_line(&rest, &group)) {
		struct fl_buf table;
		char name[128];
		snprintf(name, sizeof name, "%.*s/expected.tsv", FL_ARG(group));
		fixture_read(&table, name);
		fl_buf_slice(b, fl_buf_view(&table));
		fl_buf_release(&table);
	}
	fl_buf_release(&groups);
	assert_int_equal(0, b->failed);
}

static inline void fixture_report(struct fl_buf *b, const struct row *row)
{
	char name[128];
	snprintf(name, sizeof name, "%s/reports/%s.%s.txt", row->group, row->name, row->family);
	fixture_read(b, name);
}

/* The report "GROUP/NAME.FAMILY". */
static inline void fixture_named(struct fl_buf *b, const char *name)
{
	char path[160];
	const char *slash = strchr(name, '/');
	assert_non_null(slash);
	snprintf(path, sizeof path, "%.*s/reports/%s.txt", (int)(slash - name), name, slash + 1);
	fixture_read(b, path);
}

static inline const struct san_report *report_at(const struct san_reports *r, size_t i)
{
	assert_true(i < r->list.len);
	return fl_list_at(&r->list, &san_report_shape, i);
}

static inline const struct san_stack *stack_at(const struct san_report *r, size_t i)
{
	assert_true(i < r->stacks.len);
	return fl_list_at(&r->stacks, &san_stack_shape, i);
}

static inline const struct san_frame *frame_at(const struct san_stack *s, size_t i)
{
	assert_true(i < s->frames.len);
	return fl_list_at(&s->frames, &san_frame_shape, i);
}

/* The reports of "GROUP/NAME.FAMILY". */
static inline void parse_file(const char *name, struct fl_arena *a, struct san_reports *reports)
{
	struct fl_buf text;
	struct san_parse_opts opts = {.strip = STRIP};
	fixture_named(&text, name);
	assert_int_equal(0, san_parse(fl_buf_view(&text), &opts, a, reports, NULL));
	fl_buf_release(&text);
}

static inline void assert_text(const char *want, struct fl_slice got)
{
	if (!fl_slice_eqs(got, want))
		fail_msg("want %s, got %.*s", want, FL_ARG(got));
}

static inline bool row_next(struct fl_slice *rest, struct row *row)
{
	struct fl_slice line;
	char text[512];
	if (!fl_slice_line(rest, &line))
		return false;
	assert_true(line.len < sizeof text);
	memcpy(text, line.ptr, line.len);
	text[line.len] = 0;
	assert_int_equal(10, sscanf(text, "%15s %63s %15s %7s %d %d %15s %63s %31s %d", row->group,
				     row->name, row->family, row->end, &row->status, &row->signal,
				     row->tool, row->kind, row->error_class, &row->line));
	return true;
}

static inline struct fl_process_result row_result(const struct row *row)
{
	struct fl_process_result r = {.exit_status = row->status, .signal = row->signal};
	for (int i = 0; i < FL_END_COUNT; i++)
		if (!strcmp(row->end, fl_end_names[i]))
			r.end = (enum fl_end)i;
	return r;
}

#endif
