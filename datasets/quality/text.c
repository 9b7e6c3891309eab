#include "datasets/quality/text.h"

enum { ROW_MAX = 128 << 20 };

/* Members that hold the text, where none is asked for: of the first group of which any is there. */
static const char *const usual[][2] = {{"text"}, {"content"}, {"code"},
	{"old_contents", "new_contents"}, {"before", "after"}, {"old", "new"},
	{"prompt", "completion"}};

static bool add_text(const struct fl_json *row, struct fl_slice key, struct fl_buf *out)
{
	const struct fl_json *v = fl_json_find(row, key);
	if (!v || v->type != FL_JTEXT)
		return false;
	fl_buf_slice(out, v->text);
	fl_buf_char(out, '\n');
	return true;
}

static bool asked_text(const struct fl_json *row, struct fl_slice keys, struct fl_buf *out)
{
	bool any = false;
	while (keys.len) {
		ptrdiff_t comma = fl_slice_chr(keys, ',');
		struct fl_slice key = comma < 0 ? keys : fl_slice_head(keys, (size_t)comma);
		any = add_text(row, key, out) || any;
		keys = fl_slice_skip(keys, key.len + (comma >= 0));
	}
	return any;
}

/* A diff without its lines of names and places, which are not alike in alike faults. */
static bool diff_text(const struct fl_json *row, struct fl_buf *out)
{
	const struct fl_json *v = fl_json_get(row, "diff");
	struct fl_slice text = fl_json_str(v), line;
	if (!v || v->type != FL_JTEXT)
		return false;
	while (fl_slice_line(&text, &line)) {
		bool head = fl_slice_starts(line, "--- ") || fl_slice_starts(line, "+++ ") ||
			    fl_slice_starts(line, "@@ ");
		if (!head)
			fl_buf_slice(out, line);
		fl_buf_char(out, '\n');
	}
	return true;
}

static bool usual_text(const struct fl_json *row, struct fl_buf *out)
{
	bool any = diff_text(row, out);
	for (size_t i = 0; !any && i < sizeof(usual) / sizeof(usual[0]); i++)
		for (size_t k = 0; k < 2 && usual[i][k]; k++)
			any = add_text(row, fl_slice_str(usual[i][k]), out) || any;
	return any;
}

int ds_text_read(
	struct ds_text_row *row, struct fl_slice line, struct fl_slice keys, struct fl_error *err)
{
	*row = (struct ds_text_row){.object = NULL};
	fl_arena_init(&row->arena, ROW_MAX);
	fl_buf_init(&row->text, ROW_MAX);
	int rc = fl_json_parse(line, &row->arena, &row->object, err);
	if (rc)
		return rc;
	if (row->object->type != FL_JOBJECT)
		return fl_error_set(err, FL_EPARSE, "no JSON object");
	row->any = keys.len ? asked_text(row->object, keys, &row->text)
			    : usual_text(row->object, &row->text);
	return fl_buf_error(&row->text, "a row", err);
}

struct fl_slice ds_text_group(const struct fl_json *row, struct fl_slice key)
{
	static const char *const usual_groups[] = {
		"group", "repo", "repository", "repo_name", "repos"};
	struct fl_slice group = fl_json_str(fl_json_find(row, key));
	for (size_t i = 0;
		!key.len && !group.len && i < sizeof(usual_groups) / sizeof(usual_groups[0]); i++)
		group = fl_json_str(fl_json_get(row, usual_groups[i]));
	return group;
}

void ds_text_release(struct ds_text_row *row)
{
	fl_buf_release(&row->text);
	fl_arena_release(&row->arena);
}
