#include "platform/meson/syntax.h"

struct parser {
	struct mes_lexer lexer;
	struct mes_token now;
	struct fl_arena *a;
	unsigned nested; /* calls of expression() and block() that are open */
	uint32_t bad; /* line of the mistake; nothing is read after it */
};

static struct mes_node *expression(struct parser *p);

static void step(struct parser *p)
{
	p->now = plat_mes_token(&p->lexer);
}

static struct mes_node *mistake(struct parser *p)
{
	if (!p->bad)
		p->bad = p->now.line;
	p->now = (struct mes_token){.kind = MES_END, .line = p->bad};
	return NULL;
}

static bool is(const struct parser *p, enum mes_token_kind kind, const char *text)
{
	return p->now.kind == kind && fl_slice_eqs(p->now.text, text);
}

static bool take(struct parser *p, enum mes_token_kind kind, const char *text)
{
	bool there = is(p, kind, text);
	if (there)
		step(p);
	return there;
}

static unsigned depth_of(const struct mes_node *n)
{
	return n ? n->depth : 0;
}

/* A node over a and b; one that is too deep is a mistake. */
static struct mes_node *make(struct parser *p, enum mes_node_kind kind, uint32_t line,
	struct mes_node *a, struct mes_node *b)
{
	struct mes_node *n = fl_arena_alloc(p->a, sizeof(*n));
	unsigned below = depth_of(a) > depth_of(b) ? depth_of(a) : depth_of(b);
	if (!n || below >= MES_DEPTH_MAX)
		return mistake(p);
	*n = (struct mes_node){.kind = kind, .line = line, .depth = below + 1, .a = a, .b = b};
	return n;
}

/* A list's head is as deep as the deepest of its nodes, so that what stands above knows. */
struct chain {
	struct mes_node *first, *last;
};

static void append(struct chain *c, struct mes_node *n)
{
	if (!n)
		return;
	if (c->last)
		c->last->next = n;
	else
		c->first = n;
	c->last = n;
	if (n->depth > c->first->depth)
		c->first->depth = n->depth;
}

/* Arguments, items or pairs up to the closing bracket. */
static struct mes_node *items(struct parser *p, const char *close)
{
	struct chain c = {0};
	while (!p->bad && !take(p, MES_OPERATOR, close)) {
		uint32_t line = p->now.line;
		struct mes_node *item = expression(p);
		if (item && take(p, MES_OPERATOR, ":")) {
			bool keyword = item->kind == MES_ID && close[0] == ')';
			struct fl_slice name = item->text;
			struct mes_node *value = expression(p);
			item = keyword ? make(p, MES_KEYWORD, line, value, NULL)
				       : make(p, MES_PAIR, line, item, value);
			if (item && keyword)
				item->text = name;
		}
		append(&c, item);
		if (!take(p, MES_OPERATOR, ",") && !is(p, MES_OPERATOR, close))
			mistake(p);
	}
	return c.first;
}

static struct mes_node *leaf(struct parser *p, enum mes_node_kind kind)
{
	struct mes_node *n = make(p, kind, p->now.line, NULL, NULL);
	if (n) {
		n->text = p->now.text;
		n->number = p->now.number;
		step(p);
	}
	return n;
}

static struct mes_node *word(struct parser *p)
{
	bool truth = fl_slice_eqs(p->now.text, "true");
	if (truth || fl_slice_eqs(p->now.text, "false")) {
		struct mes_node *n = leaf(p, MES_TRUTH);
		if (n)
			n->number = truth;
		return n;
	}
	struct mes_node *n = leaf(p, MES_ID);
	if (n && take(p, MES_OPERATOR, "(")) {
		n->kind = MES_CALL;
		n->a = items(p, ")");
		n->depth = depth_of(n->a) + 1;
	}
	return n;
}

static struct mes_node *primary(struct parser *p)
{
	uint32_t line = p->now.line;
	struct mes_node *inner;
	switch (p->now.kind) {
	case MES_WORD: return word(p);
	case MES_NUMBER: return leaf(p, MES_INT);
	case MES_STRING: return leaf(p, MES_TEXT);
	case MES_FORMAT: return leaf(p, MES_FTEXT);
	default: break;
	}
	if (take(p, MES_OPERATOR, "[")) {
		inner = items(p, "]");
		return p->bad ? NULL : make(p, MES_LIST, line, inner, NULL);
	}
	if (take(p, MES_OPERATOR, "{")) {
		inner = items(p, "}");
		return p->bad ? NULL : make(p, MES_DICT, line, inner, NULL);
	}
	if (!take(p, MES_OPERATOR, "("))
		return mistake(p);
	inner = expression(p);
	return take(p, MES_OPERATOR, ")") ? inner : mistake(p);
}

static struct mes_node *postfix(struct parser *p)
{
	struct mes_node *n = primary(p);
	while (n) {
		uint32_t line = p->now.line;
		if (take(p, MES_OPERATOR, "[")) {
			struct mes_node *index = expression(p);
			if (!take(p, MES_OPERATOR, "]"))
				return mistake(p);
			n = make(p, MES_INDEX, line, n, index);
		} else if (take(p, MES_OPERATOR, ".")) {
			struct fl_slice name = p->now.text;
			if (p->now.kind != MES_WORD)
				return mistake(p);
			step(p);
			if (!take(p, MES_OPERATOR, "("))
				return mistake(p);
			struct mes_node *arguments = items(p, ")");
			n = p->bad ? NULL : make(p, MES_METHOD, line, n, arguments);
			if (n)
				n->text = name;
		} else {
			break;
		}
	}
	return n;
}

static struct mes_node *unary(struct parser *p)
{
	uint32_t line = p->now.line;
	bool negative = is(p, MES_OPERATOR, "-");
	if (!negative && !is(p, MES_WORD, "not"))
		return postfix(p);
	if (++p->nested > MES_DEPTH_MAX)
		return mistake(p);
	step(p);
	struct mes_node *n = unary(p);
	p->nested--;
	return n ? make(p, negative ? MES_MINUS : MES_NOT, line, n, NULL) : NULL;
}

/* How strongly the operator that stands here binds; 0: it is none. */
static unsigned binding(const struct parser *p)
{
	static const struct {
		const char *text;
		enum mes_token_kind kind;
		unsigned level;
	} table[] = {{"or", MES_WORD, 1}, {"and", MES_WORD, 2}, {"==", MES_OPERATOR, 3},
		{"!=", MES_OPERATOR, 3}, {"<", MES_OPERATOR, 3}, {"<=", MES_OPERATOR, 3},
		{">", MES_OPERATOR, 3}, {">=", MES_OPERATOR, 3}, {"in", MES_WORD, 3},
		{"not", MES_WORD, 3}, {"+", MES_OPERATOR, 4}, {"-", MES_OPERATOR, 4},
		{"*", MES_OPERATOR, 5}, {"/", MES_OPERATOR, 5}, {"%", MES_OPERATOR, 5}};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (is(p, table[i].kind, table[i].text))
			return table[i].level;
	return 0;
}

static struct mes_node *binary(struct parser *p, unsigned least)
{
	struct mes_node *n = unary(p);
	for (unsigned level; n && (level = binding(p)) >= least && level;) {
		struct mes_token op = p->now;
		step(p);
		bool not_in = fl_slice_eqs(op.text, "not");
		if (not_in && !take(p, MES_WORD, "in"))
			return mistake(p);
		struct mes_node *right = binary(p, level + 1);
		if (!right)
			return NULL;
		n = make(p,
			level == 1   ? MES_OR
			: level == 2 ? MES_AND
				     : MES_BINARY,
			op.line, n, right);
		if (n)
			n->text = not_in ? FL_S("in") : op.text;
		if (n && not_in)
			n = make(p, MES_NOT, op.line, n, NULL);
	}
	return n;
}

static struct mes_node *expression(struct parser *p)
{
	if (++p->nested > MES_DEPTH_MAX)
		return mistake(p);
	uint32_t line = p->now.line;
	struct mes_node *n = binary(p, 1);
	if (n && take(p, MES_OPERATOR, "?")) {
		struct mes_node *yes = expression(p);
		struct mes_node *no = take(p, MES_OPERATOR, ":") ? expression(p) : mistake(p);
		n = p->bad ? NULL : make(p, MES_CHOICE, line, n, yes);
		if (n && (n->c = no) && no->depth >= n->depth)
			n->depth = no->depth + 1;
		if (n && n->depth > MES_DEPTH_MAX)
			n = mistake(p);
	}
	p->nested--;
	return n;
}

static struct mes_node *block(struct parser *p);

static bool line_ends(struct parser *p)
{
	if (p->now.kind != MES_EOL && p->now.kind != MES_END)
		mistake(p);
	return !p->bad;
}

static struct mes_node *if_statement(struct parser *p, uint32_t line)
{
	struct chain clauses = {0};
	do {
		struct mes_node *condition = expression(p);
		struct mes_node *body = line_ends(p) ? block(p) : NULL;
		append(&clauses, p->bad ? NULL : make(p, MES_CLAUSE, line, condition, body));
		line = p->now.line;
	} while (!p->bad && take(p, MES_WORD, "elif"));
	if (take(p, MES_WORD, "else")) {
		struct mes_node *body = line_ends(p) ? block(p) : NULL;
		append(&clauses, p->bad ? NULL : make(p, MES_CLAUSE, line, NULL, body));
	}
	if (!take(p, MES_WORD, "endif"))
		return mistake(p);
	return make(p, MES_IF, line, clauses.first, NULL);
}

static struct mes_node *foreach_statement(struct parser *p, uint32_t line)
{
	struct mes_node *first = p->now.kind == MES_WORD ? leaf(p, MES_ID) : mistake(p);
	struct mes_node *second = NULL;
	if (take(p, MES_OPERATOR, ","))
		second = p->now.kind == MES_WORD ? leaf(p, MES_ID) : mistake(p);
	struct mes_node *what = take(p, MES_OPERATOR, ":") ? expression(p) : mistake(p);
	struct mes_node *body = line_ends(p) ? block(p) : NULL;
	if (!take(p, MES_WORD, "endforeach"))
		return mistake(p);
	struct mes_node *n = make(p, MES_FOREACH, line, what, body);
	if (n) {
		n->text = first->text;
		n->c = second;
	}
	return n;
}

static struct mes_node *statement(struct parser *p)
{
	uint32_t line = p->now.line;
	if (take(p, MES_WORD, "if"))
		return if_statement(p, line);
	if (take(p, MES_WORD, "foreach"))
		return foreach_statement(p, line);
	if (is(p, MES_WORD, "break"))
		return leaf(p, MES_BREAK);
	if (is(p, MES_WORD, "continue"))
		return leaf(p, MES_CONTINUE);
	struct mes_node *n = expression(p);
	bool adds = is(p, MES_OPERATOR, "+=");
	if (!n || !(adds || is(p, MES_OPERATOR, "=")))
		return n;
	if (n->kind != MES_ID)
		return mistake(p);
	step(p);
	struct mes_node *value = expression(p);
	struct fl_slice name = n->text;
	n = value ? make(p, adds ? MES_ADD : MES_ASSIGN, line, value, NULL) : NULL;
	if (n)
		n->text = name;
	return n;
}

static bool block_ends(const struct parser *p)
{
	return p->now.kind == MES_END || is(p, MES_WORD, "elif") || is(p, MES_WORD, "else") ||
	       is(p, MES_WORD, "endif") || is(p, MES_WORD, "endforeach");
}

static struct mes_node *block(struct parser *p)
{
	struct chain c = {0};
	if (++p->nested > MES_DEPTH_MAX)
		return mistake(p);
	while (!p->bad && !block_ends(p)) {
		if (p->now.kind == MES_EOL) {
			step(p);
			continue;
		}
		append(&c, statement(p));
		line_ends(p);
	}
	p->nested--;
	return c.first;
}

struct mes_node *plat_mes_parse(struct fl_slice text, struct fl_arena *a, uint32_t *ret_line)
{
	struct parser p = {.lexer = {.text = text, .line = 1, .a = a}, .a = a};
	if (fl_slice_starts(text, "\xef\xbb\xbf"))
		p.lexer.at = 3;
	step(&p);
	struct mes_node *statements = block(&p);
	if (p.now.kind != MES_END)
		mistake(&p);
	*ret_line = p.bad;
	return statements;
}
