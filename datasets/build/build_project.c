#include "datasets/build/build_project.h"

#include <string.h>

#include "base/carry.h"
#include "base/hash.h"
#include "base/json.h"

enum { LIST_MAX = 64 << 20, FILE_MAX = 64 << 20 };

static const char *const why_words[] = {
	[DS_UNTOLD_NOT_BUILT] = "not_built",
	[DS_UNTOLD_NOT_RUN] = "not_run",
	[DS_UNTOLD_NOT_PLAIN] = "not_plain",
	[DS_UNTOLD_ALL_TESTS] = "all_tests",
	[DS_UNTOLD_NOT_TOLD] = "not_told",
};
static const struct fl_names why_names = {"why", why_words, DS_UNTOLD_COUNT};

static const struct fl_field untold_fields[] = {
	FL_ROW(struct ds_untold, name, FL_TEXT, .doc = "the program"),
	FL_ROW(struct ds_untold, why, FL_ENUM, .names = &why_names, .doc = "why"),
	FL_ROW(struct ds_untold, detail, FL_TEXT, .doc = "more on that"),
};

static const struct fl_shape untold_shape = {.name = "untold",
	.size = sizeof(struct ds_untold),
	FL_SHAPE_FIELDS(untold_fields),
	.doc = "What of a project is no program."};

static const struct fl_field told_fields[] = {
	FL_ROW(struct ds_told, programs, FL_LIST, .shape = &tg_program_shape, .item = "program",
		.doc = "its programs"),
	FL_ROW(struct ds_told, untold, FL_LIST, .shape = &untold_shape, .item = "untold",
		.doc = "what is none"),
};

static const struct fl_shape told_shape = {.name = "told",
	.size = sizeof(struct ds_told),
	FL_SHAPE_FIELDS(told_fields),
	.doc = "A project, told as programs."};

void ds_told_write(struct fl_buf *out, const struct ds_told *told)
{
	fl_json_object(out, &told_shape, told);
}

int ds_told_read(
	struct fl_slice text, struct fl_arena *a, struct ds_told *ret_told, struct fl_error *err)
{
	void *object;
	int rc = fl_json_read(fl_arena_slice(a, text), &told_shape, a, &object, err);
	if (rc == 0)
		*ret_told = *(const struct ds_told *)object;
	return rc;
}

/* ---- all that a project holds: a line for each file and link ---- */

static int hash_file(
	void *ctx, const char *name, int fd, const struct stat *st, struct fl_error *err)
{
	struct fl_buf *list = ctx, text;
	char hex[65];
	fl_buf_init(&text, FILE_MAX);
	int rc = fl_buf_read_fd(&text, fd, err);
	if (rc == 0) {
		fl_sha256_hex(fl_buf_view(&text), hex);
		fl_buf_printf(list, "%s %o %s\n", hex, (unsigned)st->st_mode & 0777, name);
	}
	fl_buf_release(&text);
	return rc;
}

static int hash_link(void *ctx, const char *name, const char *target, struct fl_error *err)
{
	struct fl_buf *list = ctx;
	(void)err;
	fl_buf_printf(list, "-> %s %s\n", target, name);
	return 0;
}

static int key_of(const struct ds_project_cache *c, const struct ds_project *project,
	struct fl_arena *a, char ret_key[65], struct fl_error *err)
{
	struct fl_buf list;
	struct fl_carry carry;
	fl_buf_init(&list, LIST_MAX);
	struct fl_carry_sink sink = {.ctx = &list, .file = hash_file, .link = hash_link};
	int rc = fl_carry_open(&carry, project->dir, NULL, sink, a, err);
	if (rc == 0) {
		rc = fl_carry_tree(&carry, "", 0, err);
		fl_carry_close(&carry);
	}
	for (size_t i = 0; i < project->mutate.len; i++)
		fl_buf_printf(&list, "mutate %.*s\n", FL_ARG(tg_text_at(&project->mutate, i)));
	rc = rc ? rc : fl_buf_error(&list, "the project's files", err);
	const struct fl_slice parts[] = {FL_LIT("project " DS_PROJECT_VERSION), c->toolchain,
		fl_slice_str(project->build), fl_slice_str(project->test), fl_buf_view(&list)};
	if (rc == 0)
		fl_sha256_parts(parts, sizeof(parts) / sizeof(*parts), ret_key);
	fl_buf_release(&list);
	return rc;
}

int ds_project_cached(void *ctx, const struct ds_project *project, struct fl_arena *a,
	struct ds_told *ret_told, struct fl_error *err)
{
	const struct ds_project_cache *c = ctx;
	struct fl_buf text;
	char key[65];
	int rc = key_of(c, project, a, key, err);
	if (rc)
		return rc;
	fl_buf_init(&text, DS_CACHE_RESULT_MAX);
	if (ds_cache_get(c->cache, key, &text, NULL) == 0 &&
		ds_told_read(fl_buf_view(&text), a, ret_told, NULL) == 0) {
		fl_buf_release(&text);
		return 0;
	}
	if (!ds_part_has(&c->part, key)) {
		fl_buf_release(&text);
		return fl_error_set(err, FL_ENOTFOUND, "the project is another part's");
	}
	rc = ds_project_tell(project, a, ret_told, err);
	if (c->done)
		__atomic_add_fetch(c->done, 1, __ATOMIC_RELAXED);
	fl_buf_clear(&text);
	if (rc == 0) {
		ds_told_write(&text, ret_told);
		if (fl_buf_error(&text, "the programs", NULL) == 0)
			ds_cache_keep(c->cache, key, fl_buf_view(&text));
	}
	fl_buf_release(&text);
	return rc;
}
