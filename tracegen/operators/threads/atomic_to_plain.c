/*
 * atomic-to-plain: a variable that threads share is not atomic. Its declaration loses the word, and
 * with it each use that only an atomic one has, where there are few, and plain ones say the same.
 */
#include <string.h>

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
	{"atomic_store", WRITE},
	{"atomic_store_explicit", WRITE},
	{"atomic_init", WRITE},
	{"atomic_fetch_add", ADD},
	{"atomic_fetch_add_explicit", ADD},
	{"atomic_fetch_sub", SUB},
	{"atomic_fetch_sub_explicit", SUB},
};

/* A use by a call, as it is written: the function, the variable, what else it is given first. */
struct use {
	size_t start, end;
	struct fl_slice function, object, value;
	bool statement;
};

/* The use as an expression over a plain variable. */
static bool plain_call(struct tg_sink *sink, const struct use *use, struct tg_part *ret)
{
	static const char *const signs[] = {[WRITE] = "=", [ADD] = "+=", [SUB] = "-="};
	static const char *const steps[] = {[ADD] = "++", [SUB] = "--"};
	struct fl_slice name = use->object;
	size_t i = 0, count = sizeof(ways) / sizeof(ways[0]);
	while (i < count && !fl_slice_eqs(use->function, ways[i].name))
		i++;
	if (i == count || (ways[i].way != READ && !use->value.len))
		return false;
	bool step = ways[i].way >= ADD && fl_slice_eqs(use->value, "1");
	*ret = (struct tg_part){.start = use->start, .end = use->end, .text = name};
	if (step)
		ret->text =
			fl_arena_printf(sink->arena, "%.*s%s", FL_ARG(name), steps[ways[i].way]);
	else if (ways[i].way != READ)
		ret->text = fl_arena_printf(sink->arena, "%.*s %s %.*s", FL_ARG(name),
			signs[ways[i].way], FL_ARG(use->value));
	return step || ways[i].way == READ || use->statement;
}

static bool plain_member(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *call,
	const struct tg_node *object, struct tg_part *ret)
{
	const struct tg_node *value = tg_node_child(call, TG_R_ARG);
	const struct use use = {.start = call->start,
		.end = call->end,
		.function = call->name,
		.object = tg_node_text(u, object),
		.value = value ? tg_node_text(u, value) : fl_slice(NULL, 0),
		.statement = tg_is_expression_statement(call)};
	return !call->in_macro && plain_call(sink, &use, ret);
}

/* From `at` on, in a call: where the argument there ends, at a comma or the parenthesis. */
static size_t argument_end(struct fl_slice text, size_t at)
{
	size_t deep = 0;
	for (; at < text.len; at++) {
		char c = text.ptr[at];
		if (deep == 0 && (c == ',' || c == ')'))
			break;
		if (c == '(' || c == '[')
			deep++;
		else if (deep && (c == ')' || c == ']'))
			deep--;
	}
	return at;
}

/* Nothing but the text at start to end stands in its statement. */
static bool is_all(struct fl_slice text, size_t start, size_t end)
{
	size_t after = tg_text_solid(text, end);
	while (start > 0 && fl_slice_chr(FL_S(" \t\n"), text.ptr[start - 1]) >= 0)
		start--;
	return start > 0 && after < text.len && text.ptr[after] == ';' &&
	       fl_slice_chr(FL_S(";{})"), text.ptr[start - 1]) >= 0;
}

/*
 * The functions of C are macros, or what only the compiler knows, and no calls to the parser: by
 * their text from `start` on, "atomic_store(&VARIABLE, value)".
 */
static bool plain_text(const struct tg_unit *u, struct tg_sink *sink, size_t start,
	struct fl_slice variable, struct tg_part *ret)
{
	struct fl_slice text = u->text;
	size_t word = tg_text_token(text, start), open = tg_text_solid(text, word);
	size_t at = open < text.len ? tg_text_solid(text, open + 1) : text.len;
	if (at >= text.len || text.ptr[open] != '(' || text.ptr[at] != '&')
		return false;
	size_t end = argument_end(text, at);
	struct use use = {.start = start, .function = fl_slice(text.ptr + start, word - start)};
	use.object = fl_slice_trim(fl_slice(text.ptr + at + 1, end - at - 1));
	for (unsigned i = 0; end < text.len && text.ptr[end] == ','; i++) {
		at = end + 1;
		end = argument_end(text, at);
		if (i == 0)
			use.value = fl_slice_trim(fl_slice(text.ptr + at, end - at));
	}
	if (end >= text.len || !fl_slice_ends_with(use.object, variable))
		return false;
	use.end = end + 1;
	use.statement = is_all(text, start, use.end);
	return plain_call(sink, &use, ret);
}

/* Where the word before "(&" begins, which `at` stands behind; at where there is none. */
static size_t word_before(struct fl_slice text, size_t at)
{
	size_t i = at;
	for (const char *c = "&("; *c; c++, i--)
		if (i == 0 || text.ptr[i - 1] != *c)
			return at;
	while (i > 0 && fl_is_word(text.ptr[i - 1]))
		i--;
	return i;
}

/* How the use n is to be written: *ret is empty where it stays. False: it cannot be. */
static bool plain_use(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n,
	struct fl_slice variable, struct tg_part *ret)
{
	const struct tg_node *p = n->parent, *call = p ? p->parent : NULL;
	*ret = (struct tg_part){0};
	if (!p)
		return false;
	if (n->in_macro)
		return plain_text(u, sink, n->start, variable, ret);
	if (p->kind == TG_N_MEMBER && call && call->kind == TG_N_CALL && p == call->first)
		return plain_member(u, sink, call, n, ret);
	if (p->kind == TG_N_UNARY && p->op == TG_O_ADDRESS) {
		size_t start = word_before(u->text, n->start);
		return start < n->start && plain_text(u, sink, start, variable, ret);
	}
	if (p->kind == TG_N_CALL && n->role == TG_R_ARG)
		return !n->param || !n->param->is_ref || n->param->is_const;
	return true;
}

/* By their places: a member's declaration may stand behind its uses, one use twice in a macro. */
static size_t in_order(struct tg_part *parts, size_t count)
{
	size_t n = 0;
	for (size_t i = 0; i < count; i++) {
		const struct tg_part p = parts[i];
		size_t k = n;
		while (k > 0 && parts[k - 1].start > p.start)
			k--;
		if (k > 0 && parts[k - 1].start == p.start)
			continue;
		memmove(parts + k + 1, parts + k, (n - k) * sizeof(*parts));
		parts[k] = p;
		n++;
	}
	return n;
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
		if (!plain_use(u, sink, n, decl->name, &part) || count == TG_PARTS_MAX)
			return;
		if (part.end)
			parts[count++] = part;
	}
	count = in_order(parts, count);
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
