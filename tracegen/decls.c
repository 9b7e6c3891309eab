#include "tracegen/decls.h"

#include "tracegen/inbox.h"
#include "tracegen/node.h"

enum { DECLS_MAX = 1 << 20 };

static const struct fl_field decl_fields[] = {
	FL_ROW(struct tg_decl, file, FL_TEXT, .doc = "path within the program"),
	FL_ROW(struct tg_decl, name, FL_TEXT, .doc = "of the variable or function"),
	FL_ROW(struct tg_decl, line, FL_INT, .doc = "last line of the declaration"),
	FL_ROW(struct tg_decl, scope_end, FL_INT, .doc = "last line of the block it is in"),
	FL_ROW(struct tg_decl, function, FL_BOOL, .doc = "a function, from line to scope_end"),
};

static const struct fl_shape decl_shape = {.name = "decl",
	.size = sizeof(struct tg_decl),
	FL_SHAPE_FIELDS(decl_fields),
	.doc = "Where a function is, or a local variable may be looked at."};

/* What ends a variable's life: the block, or the statement whose head declares it. */
static const struct tg_node *scope_of(const struct tg_node *v)
{
	const struct tg_node *n = v->parent;
	while (n->parent && (n->kind == TG_N_DECL_STMT || n->kind == TG_N_VAR))
		n = n->parent;
	return n;
}

static unsigned last_line(const struct tg_unit *u, const struct tg_node *n)
{
	return tg_line_of(u, n->end > n->start ? n->end - 1 : n->start);
}

static bool is_body(const struct tg_node *n)
{
	return n->kind == TG_N_LAMBDA ||
	       (n->kind == TG_N_FUNCTION && (n->flags & TG_F_DEFINITION) && !n->in_macro);
}

static bool is_local(const struct tg_node *n)
{
	return n->kind == TG_N_VAR && n->parent && n->name.len && tg_node_function(n);
}

static void collect(const struct tg_unit *u, struct fl_vec *decls)
{
	for (const struct tg_node *n = u->root; n; n = tg_node_after(n, u->root)) {
		bool body = is_body(n);
		if (!body && !is_local(n))
			continue;
		struct tg_decl *d = fl_vec_add(decls);
		if (!d)
			return;
		*d = (struct tg_decl){.file = u->file,
			.name = n->name,
			.line = body ? tg_line_of(u, n->start) : last_line(u, n),
			.scope_end = last_line(u, body ? n : scope_of(n)),
			.function = body};
	}
}

int tg_decls_here(const struct tg_program *program, struct fl_arena *a, struct fl_list *ret_decls,
	struct fl_error *err)
{
	struct fl_vec decls;
	const struct fl_list none = {0};
	/* Every file that a source shows is of interest, not only those that get faults. */
	struct tg_program all = *program;
	struct fl_slice *paths = fl_arena_array(a, program->files.len, sizeof(*paths));
	int rc = paths ? tg_program_check(program, err) : fl_arena_error(a, "the files", err);
	for (size_t i = 0; rc == 0 && i < program->files.len; i++)
		paths[i] = tg_program_at(program, i)->path;
	all.mutate = (struct fl_list){.items = paths, .len = program->files.len};
	fl_vec_init(&decls, sizeof(struct tg_decl), DECLS_MAX);
	for (size_t i = 0; i < program->sources.len && rc == 0; i++) {
		struct fl_list units;
		rc = tg_ast_parse(&all, tg_text_at(&program->sources, i), &none, a, &units, err);
		for (size_t k = 0; rc == 0 && k < units.len; k++)
			collect((const struct tg_unit *)units.items + k, &decls);
	}
	struct fl_list list = fl_vec_freeze(&decls, a);
	if (rc == 0)
		rc = fl_arena_error(a, "the declarations", err);
	if (rc == 0)
		*ret_decls = list;
	return rc;
}

/* Lines first to last of a text have changed into as many or fewer. */
struct change {
	int64_t first, last, delta;
};

static size_t line_length(struct fl_slice s)
{
	const char *lf = s.len ? memchr(s.ptr, '\n', s.len) : NULL;
	return lf ? (size_t)(lf - s.ptr) + 1 : s.len;
}

static size_t last_line_length(struct fl_slice s)
{
	size_t n = s.len ? 1 : 0;
	while (n < s.len && s.ptr[s.len - n - 1] != '\n')
		n++;
	return n;
}

static struct change change_of(struct fl_slice from, struct fl_slice to)
{
	struct change c = {.first = 1};
	size_t n = line_length(from), m;
	while (n && n == line_length(to) &&
		fl_slice_eq(fl_slice_head(from, n), fl_slice_head(to, n))) {
		from = fl_slice_skip(from, n);
		to = fl_slice_skip(to, n);
		n = line_length(from);
		c.first++;
	}
	while ((n = last_line_length(from)) && n == (m = last_line_length(to)) &&
		memcmp(from.ptr + from.len - n, to.ptr + to.len - m, n) == 0) {
		from.len -= n;
		to.len -= m;
	}
	c.last = c.first + (int64_t)fl_slice_count(from, '\n') - 1;
	c.delta = (int64_t)fl_slice_count(to, '\n') - (int64_t)fl_slice_count(from, '\n');
	return c;
}

static bool move(const struct change *c, struct tg_decl *d)
{
	if (c->delta > 0 || (d->line >= c->first && d->line <= c->last) ||
		(d->scope_end >= c->first && d->scope_end <= c->last))
		return false;
	d->line += d->line > c->last ? c->delta : 0;
	d->scope_end += d->scope_end > c->last ? c->delta : 0;
	return true;
}

int tg_decls_moved(const struct fl_list *decls, const struct tg_file *before,
	const struct tg_file *after, struct fl_arena *a, struct fl_list *ret_decls, bool *ret_known,
	struct fl_error *err)
{
	struct tg_decl *to = fl_arena_array(a, decls->len, sizeof(*to));
	struct change c = change_of(before->content, after->content);
	if (!to)
		return fl_arena_error(a, "the declarations", err);
	*ret_known = true;
	for (size_t i = 0; i < decls->len && *ret_known; i++) {
		to[i] = ((const struct tg_decl *)decls->items)[i];
		if (fl_slice_eq(to[i].file, before->path))
			*ret_known = move(&c, &to[i]);
	}
	if (*ret_known)
		*ret_decls = (struct fl_list){to, decls->len};
	return 0;
}

static int decls_fn(struct fl_slice arg)
{
	return tg_inbox_main(arg, tg_decls_here, &decl_shape);
}

int tg_decls(struct fl_box *box, const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_decls, struct fl_error *err)
{
	return tg_inbox_list(box, program, decls_fn, &decl_shape, DECLS_MAX, a, ret_decls, err);
}
