/*
 * atomic-to-plain: a variable that threads share is not atomic. Its declaration loses the word, and
 * with it each use that only an atomic one has, where there are few, and plain ones say the same.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/parts.h"

enum { SPAN_MAX = 8000 };

static const struct {
	const char *atomic, *plain;
} types[] = {
	{"atomic_int", "int"},
	{"atomic_bool", "bool"},
	{"atomic_long", "long"},
	{"atomic_uint", "unsigned"},
	{"atomic_ulong", "unsigned long"},
	{"atomic_size_t", "size_t"},
	{"atomic_uint_fast32_t", "uint_fast32_t"},
};

/* The words of an atomic type between start and end, and what stands for it: "std::atomic<int>". */
static bool plain_type(const struct tg_unit *u, size_t start, size_t end, struct tg_part *ret)
{
	static const char *const opens[] = {"std::atomic<", "atomic<", "_Atomic(", "_Atomic "};
	struct fl_slice text = fl_slice(u->text.ptr + start, end - start);
	for (size_t i = 0; i < sizeof(opens) / sizeof(opens[0]); i++) {
		ptrdiff_t at = fl_slice_find(text, opens[i]);
		size_t inner = start + (size_t)at + strlen(opens[i]);
		char last = opens[i][strlen(opens[i]) - 1];
		if (at < 0)
			continue;
		*ret = (struct tg_part){.start = start + (size_t)at, .end = inner};
		if (last == ' ')
			return true;
		size_t close = inner;
		while (close < end && u->text.ptr[close] != (last == '<' ? '>' : ')'))
			close++;
		ret->text = fl_slice(u->text.ptr + inner, close - inner);
		ret->end = close + 1;
		return close < end;
	}
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		ptrdiff_t at = fl_slice_find(text, types[i].atomic);
		size_t len = strlen(types[i].atomic);
		if (at < 0 || (text.len > (size_t)at + len && text.ptr[(size_t)at + len] == '_'))
			continue;
		*ret = (struct tg_part){.start = start + (size_t)at,
			.end = start + (size_t)at + len,
			.text = fl_slice_str(types[i].plain)};
		return true;
	}
	return false;
}

/* What a function of atomic variables does to one, and how a plain one says it. */
enum way { READ, WRITE, ADD, SUB };

static const struct {
	const char *name;
	enum way way;
} ways[] = {
	{"load", READ},
	{"store", WRITE},
	{"fetch_add", ADD},
	{"fetch_sub", SUB},
	{"atomic_load", READ},
	{"atomic_load_explicit", READ},
	{"__c11_atomic_load", READ},
	{"atomic_store", WRITE},
	{"atomic_store_explicit", WRITE},
	{"__c11_atomic_store", WRITE},
	{"atomic_init", WRITE},
	{"__c11_atomic_init", WRITE},
	{"atomic_fetch_add", ADD},
	{"atomic_fetch_add_explicit", ADD},
	{"__c11_atomic_fetch_add", ADD},
	{"atomic_fetch_sub", SUB},
	{"atomic_fetch_sub_explicit", SUB},
	{"__c11_atomic_fetch_sub", SUB},
};

/* The call as an expression over the plain variable `object`. */
static bool plain_call(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *call,
	const struct tg_node *object, const struct tg_node *value, struct tg_part *ret)
{
	static const char *const signs[] = {[WRITE] = "=", [ADD] = "+=", [SUB] = "-="};
	static const char *const steps[] = {[ADD] = "++", [SUB] = "--"};
	struct fl_slice name = tg_node_text(u, object);
	size_t i = 0, count = sizeof(ways) / sizeof(ways[0]);
	while (i < count && !fl_slice_eqs(call->name, ways[i].name))
		i++;
	if (i == count || call->in_macro || (ways[i].way != READ && !value))
		return false;
	bool step = ways[i].way >= ADD && fl_slice_eqs(tg_node_text(u, value), "1");
	*ret = (struct tg_part){.start = call->start, .end = call->end, .text = name};
	if (step)
		ret->text =
			fl_arena_printf(sink->arena, "%.*s%s", FL_ARG(name), steps[ways[i].way]);
	else if (ways[i].way != READ)
		ret->text = fl_arena_printf(sink->arena, "%.*s %s %.*s", FL_ARG(name),
			signs[ways[i].way], FL_ARG(tg_node_text(u, value)));
	return step || ways[i].way == READ || tg_is_expression_statement(call);
}

/* How the use n is to be written: *ret is empty where it stays. False: it cannot be. */
static bool plain_use(
	const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n, struct tg_part *ret)
{
	const struct tg_node *p = n->parent, *call = p ? p->parent : NULL;
	*ret = (struct tg_part){0};
	if (!p || n->in_macro)
		return false;
	if (p->kind == TG_N_MEMBER && call && call->kind == TG_N_CALL && p == call->first)
		return plain_call(u, sink, call, n, tg_node_child(call, TG_R_ARG), ret);
	if (p->kind == TG_N_UNARY && p->op == TG_O_ADDRESS)
		return call && call->kind == TG_N_CALL && p->role == TG_R_ARG && p->arg == 0 &&
		       plain_call(u, sink, call, n, p->next, ret);
	if (p->kind == TG_N_CALL && n->role == TG_R_ARG)
		return !n->param || !n->param->is_ref || n->param->is_const;
	return true;
}

static void make_plain(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *decl,
	struct tg_part first)
{
	struct tg_part parts[TG_PARTS_MAX] = {first};
	size_t count = 1, uses = 0;
	TG_EACH(n, u)
	{
		struct tg_part part;
		bool use = (n->kind == TG_N_REF || n->kind == TG_N_MEMBER) && n->decl == decl->decl;
		if (!use)
			continue;
		uses++;
		if (!plain_use(u, sink, n, &part) || count == TG_PARTS_MAX)
			return;
		if (part.end)
			parts[count++] = part;
	}
	if (uses && parts[count - 1].end - parts[0].start < SPAN_MAX)
		tg_put_parts(u, sink, decl, parts, count);
}

void tg_op_atomic_to_plain(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (unit->program->sources.len > 1)
		return; /* others may use it too */
	TG_EACH(n, unit)
	{
		struct tg_part part;
		bool declared = (n->kind == TG_N_VAR || n->kind == TG_N_FIELD) && !n->in_macro &&
				n->name_at > n->start &&
				fl_slice_find(n->type.text, "tomic") >= 0 &&
				n->type.cls != TG_T_ARRAY;
		if (declared && plain_type(unit, n->start, n->name_at, &part))
			make_plain(unit, sink, n, part);
	}
}
