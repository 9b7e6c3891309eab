#include "platform/cmake/regex.h"

#include "base/model.h"

enum { DEPTH_MAX = 60, STACK_MAX = 1 << 18 };

enum op { CHAR, ANY, CLASS, SPLIT, JUMP, SAVE, BEGIN, END, FOUND };

struct cm_instruction {
	enum op op;
	unsigned char c;
	size_t x, y; /* where to go: first x, then y; the number of a SAVE */
	const unsigned char *set; /* 32 bytes of a CLASS */
};

struct compiler {
	struct fl_arena *arena;
	struct fl_slice text;
	size_t at;
	struct fl_vec code;
	int groups, depth;
	bool failed;
};

static size_t emit(struct compiler *c, enum op op, size_t x, size_t y)
{
	struct cm_instruction *i = fl_vec_add(&c->code);
	if (i)
		*i = (struct cm_instruction){.op = op, .x = x, .y = y};
	return c->code.len - 1;
}

static struct cm_instruction *code_at(struct compiler *c, size_t i)
{
	return fl_vec_at(&c->code, i);
}

static bool more(const struct compiler *c)
{
	return c->at < c->text.len;
}

static void add_class(struct compiler *c)
{
	unsigned char *set = fl_arena_alloc(c->arena, 32);
	size_t i = c->at + 1;
	bool negated = i < c->text.len && c->text.ptr[i] == '^';
	i += negated;
	for (bool first = true; i < c->text.len && (first || c->text.ptr[i] != ']');
		first = false) {
		unsigned from = (unsigned char)c->text.ptr[i], to = from;
		if (i + 2 < c->text.len && c->text.ptr[i + 1] == '-' && c->text.ptr[i + 2] != ']') {
			to = (unsigned char)c->text.ptr[i + 2];
			i += 2;
		}
		for (unsigned b = from; b <= to && set; b++)
			set[b / 8] = (unsigned char)(set[b / 8] | 1u << b % 8);
		i++;
	}
	c->failed |= i >= c->text.len || !set;
	for (size_t b = 0; negated && set && b < 32; b++)
		set[b] = (unsigned char)~set[b];
	size_t at = emit(c, CLASS, 0, 0);
	if (!c->code.failed)
		code_at(c, at)->set = set;
	c->at = i + 1;
}

static void add_ways(struct compiler *c);

static void add_atom(struct compiler *c)
{
	char ch = c->text.ptr[c->at];
	if (ch == '[') {
		add_class(c);
		return;
	}
	c->at++;
	if (ch == '(') {
		int group = c->groups++;
		emit(c, SAVE, (size_t)group * 2, 0);
		add_ways(c);
		c->failed |= !more(c) || c->text.ptr[c->at] != ')' || group >= CM_GROUPS;
		c->at++;
		emit(c, SAVE, (size_t)group * 2 + 1, 0);
	} else if (ch == '*' || ch == '+' || ch == '?') {
		c->failed = true;
	} else if (ch == '.') {
		emit(c, ANY, 0, 0);
	} else if (ch == '^' || ch == '$') {
		emit(c, ch == '^' ? BEGIN : END, 0, 0);
	} else {
		if (ch == '\\' && more(c))
			ch = c->text.ptr[c->at++];
		size_t at = emit(c, CHAR, 0, 0);
		if (!c->code.failed)
			code_at(c, at)->c = (unsigned char)ch;
	}
}

/* Room for one instruction before those from `at` on, whose jumps move along. */
static void insert(struct compiler *c, size_t at)
{
	emit(c, JUMP, 0, 0);
	if (c->code.failed)
		return;
	memmove(code_at(c, at + 1), code_at(c, at),
		(c->code.len - 1 - at) * sizeof(struct cm_instruction));
	for (size_t i = at + 1; i < c->code.len; i++) {
		struct cm_instruction *in = code_at(c, i);
		bool jumps = in->op == SPLIT || in->op == JUMP;
		in->x += jumps && in->x >= at;
		in->y += in->op == SPLIT && in->y >= at;
	}
}

static void add_repeated(struct compiler *c)
{
	size_t start = c->code.len;
	add_atom(c);
	if (!more(c) || !strchr("*+?", c->text.ptr[c->at]))
		return;
	char how = c->text.ptr[c->at++];
	if (how == '+') {
		size_t at = emit(c, SPLIT, start, 0);
		if (!c->code.failed)
			code_at(c, at)->y = at + 1;
		return;
	}
	insert(c, start);
	if (how == '*')
		emit(c, JUMP, start, 0);
	if (!c->code.failed)
		*code_at(c, start) =
			(struct cm_instruction){.op = SPLIT, .x = start + 1, .y = c->code.len};
}

static void add_ways(struct compiler *c)
{
	size_t start = c->code.len;
	if (++c->depth > DEPTH_MAX)
		c->failed = true;
	while (more(c) && c->text.ptr[c->at] != ')' && c->text.ptr[c->at] != '|' && !c->failed &&
		!c->code.failed)
		add_repeated(c);
	if (more(c) && c->text.ptr[c->at] == '|' && !c->failed && !c->code.failed) {
		c->at++;
		insert(c, start);
		size_t jump = emit(c, JUMP, 0, 0);
		if (!c->code.failed)
			*code_at(c, start) =
				(struct cm_instruction){.op = SPLIT, .x = start + 1, .y = jump + 1};
		add_ways(c);
		if (!c->code.failed)
			code_at(c, jump)->x = c->code.len;
	}
	c->depth--;
}

int plat_cm_regex_compile(struct fl_arena *a, struct fl_slice expression, struct cm_regex *ret)
{
	struct compiler c = {.arena = a, .text = expression, .groups = 1};
	fl_vec_init(&c.code, sizeof(struct cm_instruction), CM_REGEX_CODE_MAX);
	add_ways(&c);
	emit(&c, FOUND, 0, 0);
	int rc = c.code.failed ? c.code.failed : c.failed || more(&c) ? FL_EPARSE : 0;
	struct fl_list code = rc ? (struct fl_list){0} : fl_vec_freeze(&c.code, a);
	fl_vec_release(&c.code);
	rc = rc ? rc : a->failed;
	if (rc == 0)
		*ret = (struct cm_regex){code.items, code.len, c.groups};
	return rc;
}

/* What to take up again: a place in the code and the text, or an older end of a group. */
struct frame {
	size_t pc, at;
	int slot; /* -1: go on from there */
};

struct machine {
	const struct cm_regex *r;
	struct fl_slice text;
	struct frame *stack;
	size_t depth, max;
	size_t saved[CM_GROUPS * 2];
	size_t *steps, limit;
};

static bool push(struct machine *m, size_t pc, size_t at, int slot)
{
	if (m->depth == m->max)
		return false;
	m->stack[m->depth++] = (struct frame){pc, at, slot};
	return true;
}

/* Back to the last choice. False: there is none. */
static bool back(struct machine *m, size_t *pc, size_t *at)
{
	while (m->depth) {
		struct frame f = m->stack[--m->depth];
		if (f.slot < 0) {
			*pc = f.pc;
			*at = f.at;
			return true;
		}
		m->saved[f.slot] = f.at;
	}
	return false;
}

static bool takes(const struct cm_instruction *in, unsigned char c)
{
	return in->op == ANY || (in->op == CHAR && in->c == c) ||
	       (in->op == CLASS && in->set[c / 8] & 1u << c % 8);
}

/* 1, 0 or FL_ELIMIT from one place of the text. */
static int match_at(struct machine *m, size_t start)
{
	size_t pc = 0, at = start;
	m->depth = 0;
	memset(m->saved, 0xff, sizeof m->saved);
	for (;;) {
		const struct cm_instruction *in = &m->r->code[pc];
		bool ok = true;
		if (++*m->steps > m->limit)
			return FL_ELIMIT;
		switch (in->op) {
		case FOUND:
			m->saved[0] = start;
			m->saved[1] = at;
			return 1;
		case SPLIT:
			if (!push(m, in->y, at, -1))
				return FL_ELIMIT;
			pc = in->x;
			continue;
		case JUMP: pc = in->x; continue;
		case SAVE:
			if (!push(m, 0, m->saved[in->x], (int)in->x))
				return FL_ELIMIT;
			m->saved[in->x] = at;
			break;
		case BEGIN: ok = at == 0; break;
		case END: ok = at == m->text.len; break;
		default:
			ok = at < m->text.len && takes(in, (unsigned char)m->text.ptr[at]);
			at += ok;
		}
		pc++;
		if (!ok && !back(m, &pc, &at))
			return 0;
	}
}

int plat_cm_regex_search(const struct cm_regex *r, struct fl_slice text, struct fl_arena *a,
	size_t *steps, struct cm_match *ret)
{
	size_t max = text.len * 8 + 64 < STACK_MAX ? text.len * 8 + 64 : STACK_MAX;
	struct fl_arena_mark mark = fl_arena_mark(a);
	struct machine m = {.r = r,
		.text = text,
		.max = max,
		.steps = steps,
		.limit = *steps + CM_REGEX_STEPS_MAX};
	int rc = 0;
	m.stack = fl_arena_array(a, max, sizeof *m.stack);
	if (!m.stack)
		return FL_ELIMIT;
	for (size_t i = 0; i <= text.len && rc == 0; i++)
		rc = match_at(&m, i);
	for (int g = 0; rc == 1 && g < CM_GROUPS; g++) {
		size_t from = m.saved[g * 2], to = m.saved[g * 2 + 1];
		ret->group[g] = from == SIZE_MAX || to == SIZE_MAX || to < from
					? fl_slice(NULL, 0)
					: fl_slice(text.ptr + from, to - from);
	}
	fl_arena_rewind(a, mark);
	return rc;
}
