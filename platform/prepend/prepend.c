#include "platform/prepend/prepend.h"

#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/json.h"
#include "base/path.h"
#include "base/source_name.h"
#include "platform/prepend/row.h"
#include "platform/resolve/own.h"

enum {
	TEXT_MAX = 64 << 20,
	PROJECT_MAX = 128 << 20, /* bytes of one project's index */
	ROW_MAX = 64 << 20, /* of what one row needs for a while */
	DIRECTORIES_MAX = 1 << 16
};

/* A project, or that there is none: the index then knows nothing. */
struct project {
	struct fl_arena arena;
	struct plat_index *index;
	size_t root_len; /* of its directory in paths, with the '/' */
	struct plat_tree tree; /* its files, while it is the one that is open */
	struct project *next;
};

/* A directory whose project is known. */
struct directory {
	struct fl_slice path;
	struct project *project; /* NULL: it is in none */
};

struct plat_prepend {
	struct plat_prepend_options o;
	struct plat_tree tree;
	struct fl_arena names; /* of directories */
	void *directories; /* of tsearch(3) */
	size_t directory_count;
	struct directory last; /* rows of a directory stand together */
	struct project *projects;
	struct project *opened; /* whose tree is open; NULL: none is */
	struct project none;
	size_t kept; /* bytes of projects */
	size_t project_count;
	struct fl_arena row;
	struct fl_buf text, header;
	struct plat_prepend_stats stats;
};

int plat_prepend_new(const struct plat_prepend_options *options, struct plat_prepend **ret_prepend,
	struct fl_error *err)
{
	struct plat_prepend *p = calloc(1, sizeof(*p));
	if (!p)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	p->o = *options;
	plat_tree_of(&p->tree, NULL, 0);
	fl_arena_init(&p->names, PLAT_PREPEND_KEPT);
	fl_arena_init(&p->row, ROW_MAX);
	fl_arena_init(&p->none.arena, PROJECT_MAX);
	plat_tree_of(&p->none.tree, NULL, 0);
	fl_buf_init(&p->text, TEXT_MAX);
	fl_buf_init(&p->header, TEXT_MAX);
	int rc = options->root ? plat_tree_open(&p->tree, options->root, err) : 0;
	rc = rc ? rc
		: plat_index_new(NULL, 0, options->compilers, &p->none.arena, &p->none.index, err);
	if (rc) {
		plat_prepend_free(p);
		return rc;
	}
	*ret_prepend = p;
	return 0;
}

static void forget(void *directory)
{
	(void)directory; /* they live in an arena */
}

static void close_tree(struct plat_prepend *p)
{
	if (p->opened && p->opened->tree.root >= 0)
		close(p->opened->tree.root);
	p->opened = NULL;
}

/* Drop all projects, and what is known of directories. */
static void drop_projects(struct plat_prepend *p)
{
	close_tree(p);
	tdestroy(p->directories, forget);
	p->directories = NULL;
	p->directory_count = 0;
	p->last = (struct directory){.project = NULL};
	fl_arena_release(&p->names);
	while (p->projects) {
		struct project *next = p->projects->next;
		fl_arena_release(&p->projects->arena);
		free(p->projects);
		p->projects = next;
	}
	p->kept = p->project_count = 0;
}

void plat_prepend_free(struct plat_prepend *p)
{
	if (!p)
		return;
	drop_projects(p);
	plat_tree_release(&p->tree);
	fl_arena_release(&p->none.arena);
	fl_arena_release(&p->row);
	fl_buf_release(&p->text);
	fl_buf_release(&p->header);
	free(p);
}

static int by_path(const void *a, const void *b)
{
	return fl_slice_cmp(
		((const struct directory *)a)->path, ((const struct directory *)b)->path);
}

/* The files of a project; none, where it cannot be opened. Rows of a project stand together. */
static void open_tree(struct plat_prepend *p, struct fl_slice directory, struct project *project)
{
	if (p->opened == project)
		return;
	close_tree(p);
	while (fl_slice_ends(directory, "/"))
		directory.len--;
	struct fl_slice name = fl_arena_slice(&p->row, directory);
	project->tree.root = p->tree.root < 0 || !name.len ? -1
							   : fl_beneath_open(p->tree.root, name.ptr,
								     O_RDONLY | O_DIRECTORY);
	p->opened = project;
}

/* A project sees nothing of what stands beside it. */
static int load_tree(struct plat_prepend *p, struct fl_slice path, struct fl_arena *a,
	struct plat_loaded *ret_loaded, struct fl_error *err)
{
	struct fl_slice name = fl_arena_slice(&p->row, path);
	int rc = fl_arena_error(&p->row, "a directory's name", err);
	if (rc)
		return rc;
	int root = fl_beneath_open(p->tree.root, name.ptr, O_RDONLY | O_DIRECTORY);
	if (root < 0)
		return fl_error_sys(err, FL_EIO, errno, "%s cannot be opened", name.ptr);
	struct plat_tree tree = {.root = root};
	rc = plat_load(
		p->o.readers, NULL, &tree, fl_slice(NULL, 0), p->o.compilers, a, ret_loaded, err);
	plat_tree_release(&tree);
	return rc;
}

/* Read the project of a directory. What cannot be read of it is not known. */
static int load(struct plat_prepend *p, struct fl_slice path, struct project **ret_project,
	struct fl_error *err)
{
	struct plat_loaded loaded = {.known_count = 0};
	struct project *project = calloc(1, sizeof(*project));
	if (!project)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	fl_arena_init(&project->arena, PROJECT_MAX);
	int rc = load_tree(p, path, &project->arena, &loaded, err);
	if (rc == FL_ELIMIT) { /* as if it had no build files */
		fl_arena_release(&project->arena);
		loaded = (struct plat_loaded){.failed_count = 1};
		rc = plat_index_new(NULL, 0, p->o.compilers, &project->arena, &loaded.index, err);
	}
	if (rc) {
		fl_arena_release(&project->arena);
		free(project);
		return rc;
	}
	project->index = loaded.index;
	plat_tree_of(&project->tree, NULL, 0);
	project->tree.own = plat_own_memo_new(&project->arena);
	p->stats.skipped += loaded.failed_count;
	for (size_t k = 0; k < loaded.known_count; k++)
		p->stats.skipped += loaded.known[k].project->skipped_count;
	project->root_len = path.len ? path.len + 1 : 0;
	project->next = p->projects;
	p->projects = project;
	p->project_count++;
	p->stats.projects++;
	*ret_project = project;
	return 0;
}

/* The directory in the table, new or not; its project is found from the one above. */
static int find_directory(struct plat_prepend *p, struct fl_slice path, struct project *above,
	struct project **ret_project, struct fl_error *err)
{
	struct directory key = {.path = path};
	struct directory *const *had = tfind(&key, &p->directories, by_path);
	if (had) {
		*ret_project = (*had)->project;
		return 0;
	}
	struct directory *new = fl_arena_alloc(&p->names, sizeof(*new));
	struct fl_slice copy = fl_arena_slice(&p->names, path);
	int rc = fl_arena_error(&p->names, "the directories", err);
	if (rc)
		return rc;
	*new = (struct directory){copy, above};
	if (!above && plat_load_has_project(p->o.readers, &p->tree, path))
		rc = load(p, path, &new->project, err);
	if (rc)
		return rc;
	if (!tsearch(new, &p->directories, by_path))
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	p->directory_count++;
	*ret_project = new->project;
	return 0;
}

static void make_room(struct plat_prepend *p)
{
	enum { OFTEN = 64 }; /* projects grow while they are asked */
	if (p->directory_count % OFTEN)
		return;
	size_t kept = p->names.used;
	for (const struct project *q = p->projects; q; q = q->next)
		kept += q->arena.used;
	p->kept = kept;
	if (kept > PLAT_PREPEND_KEPT || p->project_count >= PLAT_PREPEND_PROJECTS ||
		p->directory_count >= DIRECTORIES_MAX)
		drop_projects(p);
}

/* The topmost directory on the way to the file that has build files. */
static int find_project(struct plat_prepend *p, struct fl_slice file, struct project **ret_project,
	struct fl_error *err)
{
	struct fl_slice directory = fl_path_directory(file);
	struct project *found = NULL;
	if (!p->o.root) {
		*ret_project = &p->none;
		return 0;
	}
	if (p->last.path.ptr && fl_slice_eq(directory, p->last.path)) {
		*ret_project = p->last.project ? p->last.project : &p->none;
		return 0;
	}
	make_room(p);
	int rc = find_directory(p, fl_slice(directory.ptr, 0), NULL, &found, err);
	for (size_t i = 1; i <= directory.len && rc == 0; i++)
		if (i == directory.len || directory.ptr[i] == '/')
			rc = find_directory(p, fl_slice_head(directory, i), found, &found, err);
	if (rc)
		return rc;
	const struct directory key = {.path = directory};
	struct directory *const *had = tfind(&key, &p->directories, by_path);
	p->last = had ? **had : (struct directory){.project = NULL};
	*ret_project = found ? found : &p->none;
	return 0;
}

static bool is_code(struct fl_slice path)
{
	const struct fl_source_name *name = fl_source_name(path);
	return name && name->language <= FL_SOURCE_CXX && name->role != FL_SOURCE_MADE &&
	       !fl_slice_ends(path, ".inc") && !fl_slice_ends(path, ".def");
}

static void count_fields(struct plat_prepend *p, const struct plat_context *c)
{
	for (size_t f = 0; f < PLAT_FIELDS; f++)
		p->stats.fields[f] += !fl_field_unset(&plat_context_shape.fields[f], c);
}

/* The header of the file whose text is in p->text, to p->header. */
static int make_header(struct plat_prepend *p, struct fl_slice path, struct fl_error *err)
{
	struct project *project;
	struct plat_context context;
	struct fl_list results;
	int rc = find_project(p, path, &project, err);
	if (rc)
		return rc;
	struct plat_view view = {.file = fl_slice_skip(path, project->root_len),
		.text = fl_buf_view(&p->text),
		.tree = &project->tree};
	open_tree(p, fl_slice_head(path, project->root_len), project);
	rc = plat_index_file(project->index, &view, PLAT_TARGETS_COMMON, &p->row, &results, err);
	if (rc)
		return rc;
	const struct plat_result *result = results.items;
	plat_claims_context(&result->claims, &p->row, &context);
	fl_buf_clear(&p->header);
	plat_header_write_as(&context, p->o.style, &p->header);
	count_fields(p, &context);
	rc = fl_arena_error(&p->row, "a header", err);
	return rc ? rc : fl_buf_error(&p->header, "a header", err);
}

/* The row with the header, as JSON has it, at the start of its text. */
static void insert(
	struct plat_prepend *p, struct fl_slice row, struct fl_slice raw, struct fl_buf *out)
{
	size_t at = (size_t)(raw.ptr - row.ptr), start = out->len;
	fl_buf_slice(out, fl_slice_head(row, at - 1)); /* without its quote */
	start = out->len;
	fl_json_text(out, fl_buf_view(&p->header));
	if (out->len > start)
		fl_buf_truncate(out, out->len - 1);
	fl_buf_slice(out, fl_slice_skip(row, at));
}

static int tag_row(struct plat_prepend *p, struct fl_slice row, struct fl_slice raw,
	struct fl_slice path, struct fl_buf *out, struct fl_error *err)
{
	fl_buf_clear(&p->text);
	plat_row_text(raw, &p->text);
	if (plat_header_starts(fl_buf_view(&p->text))) {
		p->stats.had++;
		fl_buf_slice(out, row);
		return 0;
	}
	int rc = fl_buf_error(&p->text, "the text", err);
	rc = rc ? rc : make_header(p, path, err);
	if (rc)
		return rc;
	if (!p->header.len) {
		p->stats.unknown++;
		fl_buf_slice(out, row);
		return 0;
	}
	p->stats.tagged++;
	insert(p, row, raw, out);
	return 0;
}

int plat_prepend_row(
	struct plat_prepend *p, struct fl_slice row, struct fl_buf *out, struct fl_error *err)
{
	const char *const keys[2] = {p->o.text_field, p->o.path_field};
	struct fl_slice raw[2];
	p->stats.rows++;
	fl_arena_clear(&p->row);
	if (!plat_row_find(row, keys, raw)) {
		p->stats.bad++;
		fl_buf_slice(out, row);
		return fl_error_set(err, FL_EPARSE, "it is no JSON object");
	}
	struct fl_slice path = raw[1];
	if (path.ptr && fl_slice_chr(path, '\\') >= 0) {
		fl_buf_clear(&p->header);
		plat_row_text(path, &p->header);
		path = fl_arena_slice(&p->row, fl_buf_view(&p->header));
	}
	if (!raw[0].ptr || !is_code(path)) {
		p->stats.other++;
		fl_buf_slice(out, row);
		return 0;
	}
	if (!fl_path_is_straight(path))
		path = fl_path_straight(&p->row, path, NULL);
	return tag_row(p, row, raw[0], path, out, err);
}

const struct plat_prepend_stats *plat_prepend_stats(const struct plat_prepend *p)
{
	return &p->stats;
}
