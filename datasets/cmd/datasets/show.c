/* datasets show: single rows, by the file and line that messages name. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/seek.h"
#include "datasets/show.h"

/* "FILE:17". The file's name may have colons as well. */
static int read_place(const char *text, char **ret_path, uint32_t *ret_line, struct fl_error *err)
{
	const char *colon = strrchr(text, ':');
	struct fl_slice number = fl_slice_str(colon ? colon + 1 : "");
	size_t len = fl_slice_uint(number, ret_line);
	if (!colon || colon == text || !len || len != number.len || *ret_line == 0)
		return fl_error_set(
			err, FL_EINVAL, "%s is not FILE:LINE, with lines counted from 1", text);
	*ret_path = strndup(text, (size_t)(colon - text));
	return *ret_path ? 0 : fl_error_set(err, FL_ENOMEM, "out of memory for a path");
}

static int check_file(const char *path, struct fl_error *err)
{
	struct stat st;
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return fl_error_set(err, FL_EINVAL,
			"%s is a directory: FILE:LINE is a line of one of its shards", path);
	return 0;
}

static int show_row(
	const char *place, struct fl_slice line, struct fl_buf *out, struct fl_error *err)
{
	struct fl_arena a;
	struct ds_record *record;
	fl_arena_init(&a, (size_t)DS_RECORD_MAX * 4);
	struct fl_error why = {0};
	int rc = ds_record_read(line, &a, &record, &why);
	if (rc == FL_ELIMIT) /* as of every row: what needs more than a record may have is none */
		rc = FL_EPARSE;
	if (rc)
		fl_error_set(err, rc, "%s: %s", place, why.message);
	else
		ds_record_show(out, record, isatty(STDOUT_FILENO));
	fl_arena_release(&a);
	return rc;
}

static int show_place(const char *place, bool json, struct fl_buf *out, struct fl_error *err)
{
	struct fl_buf line;
	char *path = NULL;
	uint32_t number;
	int rc = read_place(place, &path, &number, err);
	if (rc)
		return rc;
	fl_buf_init(&line, DS_RECORD_MAX);
	rc = check_file(path, err);
	rc = rc ? rc : ds_seek_line(path, number, &line, err);
	if (rc == 0 && json) {
		fl_buf_slice(out, fl_buf_view(&line));
		fl_buf_char(out, '\n');
	} else if (rc == 0) {
		rc = show_row(place, fl_buf_view(&line), out, err);
	}
	fl_buf_release(&line);
	free(path);
	return rc ? rc : fl_buf_error(out, "the output", err);
}

int ds_cmd_show(const struct fl_opts *o, struct fl_error *err)
{
	struct fl_buf out;
	int rc = sub_count(o) ? 0 : fl_error_set(err, FL_EINVAL, "show needs FILE:LINE");
	for (size_t i = 0; rc == 0 && i < sub_count(o); i++) {
		fl_buf_init(&out, (size_t)DS_RECORD_MAX * 8);
		if (i && !fl_opt_given(o, OPT_JSON))
			fl_buf_str(&out, "\n\n");
		rc = show_place(sub_at(o, i), fl_opt_given(o, OPT_JSON), &out, err);
		rc = rc ? rc : sub_print(fl_buf_view(&out), err);
		fl_buf_release(&out);
	}
	return rc ? FL_RUN_FAILED : 0;
}
