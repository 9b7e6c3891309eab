#include "datasets/import/history.h"

#include <stdlib.h>
#include <unistd.h>

#include "datasets/import/git/git.h"

enum { COMMIT_BYTES = 64 << 20 };

struct history {
	struct ds_rows rows;
	const struct ds_rows_opts *opts;
	struct ds_git *git;
	pid_t owner; /* the process that opened it; another one opens its own */
	struct fl_arena arena; /* of the name */
	struct fl_slice name;
	struct fl_vec commits; /* struct ds_git_id */
	size_t next_commit;
	uint64_t number;
	/* of the commit whose files are given out */
	struct fl_arena of_commit;
	struct fl_list changes; /* struct ds_git_change */
	size_t next_change;
	struct ds_git_id commit;
	/* of the commit whose pairs are made */
	struct ds_tree *tree;
	struct ds_git_id tree_id;
};

/* A question: the commit and what became of the file; behind it the path, "" for the commit. */
struct asked {
	struct ds_git_id commit, before, after;
};

/* ---- rows ---- */

static int put_row(struct history *h, const struct ds_git_change *c, struct fl_buf *question,
	uint64_t *ret_number)
{
	const struct asked asked = {h->commit, c->before, c->after};
	fl_buf_add(question, &asked, sizeof(asked));
	fl_buf_slice(question, c->path);
	*ret_number = ++h->number;
	return 1;
}

/* The next commit's changes. *ret_count: of all files. */
static int load_commit(struct history *h, size_t *ret_count, struct fl_error *err)
{
	struct ds_git_commit commit, parent;
	h->commit = *(const struct ds_git_id *)fl_vec_at(&h->commits, h->next_commit++);
	h->changes = (struct fl_list){0};
	h->next_change = 0;
	*ret_count = 0;
	fl_arena_clear(&h->of_commit);
	int rc = ds_git_commit(h->git, &h->commit, &h->of_commit, &commit, err);
	if (rc || commit.parents != 1)
		return rc;
	rc = ds_git_commit(h->git, &commit.parent, &h->of_commit, &parent, err);
	return rc ? rc
		  : ds_git_changes(h->git, &parent.tree, &commit.tree, DS_HISTORY_FILES,
			    &h->of_commit, &h->changes, ret_count, err);
}

static int history_next(
	struct ds_rows *r, struct fl_buf *question, uint64_t *ret_number, struct fl_error *err)
{
	struct history *h = (struct history *)r;
	for (;;) {
		static const struct ds_git_change whole = {0};
		size_t count;
		while (h->next_change < h->changes.len) {
			const struct ds_git_change *c =
				(const struct ds_git_change *)h->changes.items + h->next_change++;
			if (ds_pair_wants(c->path))
				return put_row(h, c, question, ret_number);
		}
		if (h->next_commit == h->commits.len)
			return 0;
		int rc = load_commit(h, &count, err);
		if (rc)
			return rc;
		if (count > DS_HISTORY_FILES) {
			h->changes.len = 0;
			return put_row(h, &whole, question, ret_number);
		}
	}
}

/* ---- pairs ---- */

/* In a process that has it from another one. */
static int own(struct history *h, struct fl_error *err)
{
	if (h->owner == getpid())
		return 0;
	/* What was forked is left as it is: it is the other one's. */
	h->git = NULL;
	h->tree = NULL;
	int rc = ds_git_open(h->opts->input, &h->git, err);
	if (rc == 0)
		h->owner = getpid();
	return rc;
}

static int take_tree(struct history *h, const struct ds_git_id *id, struct fl_error *err)
{
	if (h->tree && memcmp(&h->tree_id, id, sizeof(*id)) == 0)
		return 0;
	ds_tree_close(h->tree);
	h->tree = NULL;
	h->tree_id = *id;
	return ds_git_tree(h->git, id, &h->tree, err);
}

static int read_sides(struct history *h, const struct asked *asked, struct fl_arena *a,
	struct ds_pair *p, enum ds_fate *ret_fate, struct fl_slice *ret_why, struct fl_error *err)
{
	int before = ds_git_text(h->git, &asked->before, DS_PAIR_SIDE_MAX, a, &p->before, err);
	int after = before < 0 ? before
			       : ds_git_text(h->git, &asked->after, DS_PAIR_SIDE_MAX, a, &p->after,
					 err);
	if (after < 0)
		return after;
	if (before == DS_TREE_LARGE || after == DS_TREE_LARGE) {
		*ret_fate = DS_FATE_TOO_LARGE;
		*ret_why = FL_S("a side has more than 1 MiB");
	} else {
		*ret_fate = ds_pair_check(p, a, ret_why);
	}
	return 0;
}

static int make_pair(struct history *h, const struct asked *asked, struct fl_slice path,
	struct fl_arena *a, struct ds_pair *p, enum ds_fate *ret_fate, struct fl_slice *ret_why,
	struct fl_error *err)
{
	struct ds_git_commit commit;
	int rc = ds_git_commit(h->git, &asked->commit, a, &commit, err);
	if (rc)
		return rc;
	*p = (struct ds_pair){.path = fl_arena_slice(a, path),
		.message = commit.message,
		.repository = h->name,
		.commit = ds_git_hex(&asked->commit, a)};
	rc = read_sides(h, asked, a, p, ret_fate, ret_why, err);
	if (rc || *ret_fate != DS_FATE_TAKEN)
		return rc;
	rc = take_tree(h, &commit.tree, err);
	return rc ? rc : ds_pair_place(p, h->tree, a, ret_fate, ret_why, err);
}

static int history_pair(struct ds_rows *r, struct fl_slice question, struct fl_arena *a,
	struct ds_pair *ret_pair, enum ds_fate *ret_fate, struct fl_slice *ret_why,
	struct fl_error *err)
{
	struct history *h = (struct history *)r;
	struct asked asked;
	struct fl_error why = {0};
	memcpy(&asked, question.ptr, sizeof(asked));
	struct fl_slice path = fl_slice_skip(question, sizeof(asked));
	int rc = own(h, err);
	if (rc)
		return rc;
	ret_pair->commit = ds_git_hex(&asked.commit, a);
	if (!path.len) {
		*ret_fate = DS_FATE_MANY_FILES;
		return 0;
	}
	rc = make_pair(h, &asked, path, a, ret_pair, ret_fate, ret_why, &why);
	if (rc == FL_EPARSE || rc == FL_ELIMIT) {
		*ret_fate = DS_FATE_NOT_READ;
		*ret_why = fl_arena_slice(a, fl_slice_str(why.message));
		return fl_arena_error(a, "a pair", err);
	}
	return rc ? fl_error_set(err, why.code, "%s", why.message) : 0;
}

/* ---- opening ---- */

static struct fl_slice history_name(const struct ds_rows *r)
{
	return ((const struct history *)r)->name;
}

static void history_close(struct ds_rows *r)
{
	struct history *h = (struct history *)r;
	ds_tree_close(h->tree);
	ds_git_close(h->git);
	fl_vec_release(&h->commits);
	fl_arena_release(&h->arena);
	fl_arena_release(&h->of_commit);
	free(h);
}

static const struct ds_rows_ops ops = {history_next, history_pair, history_name, history_close};

int ds_history_open(
	const struct ds_rows_opts *opts, struct ds_rows **ret_rows, struct fl_error *err)
{
	struct history *h = calloc(1, sizeof(*h));
	if (!h)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a history");
	h->rows.ops = &ops;
	h->opts = opts;
	h->owner = getpid();
	fl_arena_init(&h->arena, 1 << 20);
	fl_arena_init(&h->of_commit, COMMIT_BYTES);
	fl_vec_init(&h->commits, sizeof(struct ds_git_id), DS_GIT_COMMITS_MAX);
	int rc = ds_git_open(opts->input, &h->git, err);
	if (rc == 0) {
		h->name = opts->repository ? fl_slice_str(opts->repository)
					   : ds_git_name(h->git, &h->arena);
		rc = ds_git_history(
			h->git, (size_t)opts->max_commits, opts->since, &h->commits, err);
	}
	if (rc)
		history_close(&h->rows);
	else
		*ret_rows = &h->rows;
	return rc;
}
