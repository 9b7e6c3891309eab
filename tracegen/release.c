#include "tracegen/release.h"

/* Ends of names of functions that take an object apart. */
static const char *const release_words[] = {
	"free", "destroy", "delete", "release", "dispose", "deinit", "cleanup"};

static bool releases_by_name(struct fl_slice name)
{
	for (size_t i = 0; i < sizeof(release_words) / sizeof(release_words[0]); i++) {
		size_t len = strlen(release_words[i]);
		if (!fl_slice_ends(name, release_words[i]))
			continue;
		if (name.len == len || name.ptr[name.len - len - 1] == '_')
			return true;
	}
	return false;
}

/* Without casts, parentheses and address-of. */
static const struct tg_node *core(const struct tg_node *n)
{
	for (;;) {
		n = tg_node_bare(n);
		if (n && n->kind == TG_N_CAST && n->last)
			n = n->last;
		else if (n && n->kind == TG_N_UNARY && n->op == TG_O_ADDRESS && n->first)
			n = n->first;
		else
			return n;
	}
}

static const struct tg_node *root_variable(const struct tg_node *n)
{
	while (n && n->kind != TG_N_REF) {
		if (n->kind != TG_N_MEMBER && n->kind != TG_N_INDEX && n->kind != TG_N_PAREN &&
			n->kind != TG_N_UNARY && n->kind != TG_N_CAST)
			return NULL;
		n = n->kind == TG_N_CAST ? n->last : n->first;
	}
	return n;
}

static const struct tg_node *released(const struct tg_node *n)
{
	if (n->kind == TG_N_DELETE)
		return n->last;
	if (n->kind != TG_N_CALL || !releases_by_name(n->name) || !n->last ||
		n->last->role != TG_R_ARG || n->last->arg != 0)
		return NULL;
	const struct tg_node *arg = n->last;
	bool by_pointer = arg->type.cls == TG_T_POINTER ||
			  (arg->kind == TG_N_UNARY && arg->op == TG_O_ADDRESS);
	return by_pointer ? arg : NULL;
}

/* Something that holds what is released; NULL and fresh results are no loss. */
static bool is_place(const struct tg_node *n)
{
	return n->kind == TG_N_REF || n->kind == TG_N_MEMBER || n->kind == TG_N_INDEX ||
	       (n->kind == TG_N_UNARY && n->op == TG_O_DEREF) ||
	       (n->kind == TG_N_CALL && fl_slice_eqs(n->name, "operator[]"));
}

bool tg_release_at(const struct tg_node *n, struct tg_release *ret_release)
{
	if (n->in_macro || !tg_node_is_statement(n) || !tg_node_runs(n))
		return false;
	const struct tg_node *object = core(released(n));
	if (!object || !is_place(object))
		return false;
	*ret_release = (struct tg_release){n, object, root_variable(object)};
	return true;
}

bool tg_same_text(const struct tg_unit *u, const struct tg_node *a, const struct tg_node *b)
{
	struct fl_slice x = tg_node_text(u, a), y = tg_node_text(u, b);
	size_t i = tg_text_solid(x, 0), j = tg_text_solid(y, 0);
	while (i < x.len && j < y.len) {
		if (x.ptr[i] != y.ptr[j])
			return false;
		i = tg_text_solid(x, i + 1);
		j = tg_text_solid(y, j + 1);
	}
	return i == x.len && j == y.len;
}

bool tg_closes(const struct tg_node *n)
{
	static const char *const names[] = {"fclose", "close", "closedir", "pclose"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (n->kind == TG_N_CALL && fl_slice_eqs(n->name, names[i]))
			return !(n->flags & TG_F_IN_PROGRAM);
	return false;
}

bool tg_holds_release(const struct tg_node *n)
{
	struct tg_release release;
	for (const struct tg_node *m = n; m; m = tg_node_after(m, n))
		if (tg_closes(m) || (m->parent && tg_release_at(m, &release)))
			return true;
	return false;
}
