#include "tracegen/decls.h"

#include "tracegen/inbox.h"
#include "tracegen/node.h"

enum { DECLS_MAX = 1 << 20 };

static const struct fl_field decl_fields[] = {
	FL_ROW(struct tg_decl, file, FL_TEXT, .doc = "path within the program"),
	FL_ROW(struct tg_decl, name, FL_TEXT, .doc = "of the variable"),
	FL_ROW(struct tg_decl, line, FL_INT, .doc = "last line of the declaration"),
	FL_ROW(struct tg_decl, scope_end, FL_INT, .doc = "last line of the block it is in"),
};

static const struct fl_shape decl_shape = {.name = "decl",
	.size = sizeof(struct tg_decl),
	FL_SHAPE_FIELDS(decl_fields),
	.doc = "Where a local variable may be looked at."};

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

static void collect(const struct tg_unit *u, struct fl_vec *decls)
{
	for (const struct tg_node *n = u->root; n; n = tg_node_after(n, u->root)) {
		if (n->kind != TG_N_VAR || !n->parent || !n->name.len || !tg_node_function(n))
			continue;
		struct tg_decl *d = fl_vec_add(decls);
		if (!d)
			return;
		*d = (struct tg_decl){.file = u->file,
			.name = n->name,
			.line = last_line(u, n),
			.scope_end = last_line(u, scope_of(n))};
	}
}

int tg_decls_here(const struct tg_program *program, struct fl_arena *a, struct fl_list *ret_decls,
	struct fl_error *err)
{
	struct fl_vec decls;
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
		rc = tg_ast_parse(&all, tg_text_at(&program->sources, i), a, &units, err);
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

static int decls_fn(struct fl_slice arg)
{
	return tg_inbox_main(arg, tg_decls_here, &decl_shape);
}

int tg_decls(struct fl_box *box, const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_decls, struct fl_error *err)
{
	return tg_inbox_list(box, program, decls_fn, &decl_shape, DECLS_MAX, a, ret_decls, err);
}
