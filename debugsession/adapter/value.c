/* Expressions, and values as gdb and the printers of libstdc++ show them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/adapter/spell.h"
#include "debugsession/adapter/value.h"
#include "debugsession/answer/answer.h"

/* gdb's own bounds: `print elements`, `print repeats`, `print max-depth`. */
enum { ELEMENTS = 200, REPEATS = 10, DEPTH = 20, VALUE_MAX = 4 << 20 };

/*
 * Conveniences of gdb that lldb does not have: "$_" and "$__" are what `x` looked at last, "$pc",
 * "$sp" and "$fp" lldb has itself.
 */
static void translate(const struct dbg_dap_engine *e, struct fl_slice s, struct fl_buf *out)
{
	for (size_t i = 0; i < s.len; i++) {
		struct fl_slice rest = fl_slice_skip(s, i);
		bool two = fl_slice_starts(rest, "$__"), one = !two && fl_slice_starts(rest, "$_");
		if (e->last_unit && two) {
			fl_buf_printf(out, "(*(%s *)0x%" PRIx64 ")", e->last_unit, e->last_address);
			i += 2;
		} else if (e->last_unit && one) {
			fl_buf_printf(out, "((%s *)0x%" PRIx64 ")", e->last_unit, e->last_address);
			i++;
		} else {
			fl_buf_char(out, s.ptr[i]);
		}
	}
}

static int ask(struct dbg_dap_engine *e, struct fl_slice expression, const char *context,
	int64_t frame, struct dbg_dap_answer *answer, struct fl_error *err)
{
	struct fl_buf args;
	fl_buf_init(&args, VALUE_MAX);
	dbg_answer_text(&args, "expression", expression);
	dbg_answer_text(&args, "context", fl_slice_str(context));
	dbg_answer_int(&args, "frameId", frame);
	int rc = dbg_dap_request(e, "evaluate", &args, answer, err);
	fl_buf_release(&args);
	return rc;
}

/* The name in "(int) $0 = 5" that lldb gave the value. */
static struct fl_slice result_name(struct fl_slice text)
{
	ptrdiff_t at = fl_slice_find(text, ") $");
	size_t n = 1;
	if (at < 0)
		return fl_slice(NULL, 0);
	struct fl_slice name = fl_slice_skip(text, (size_t)at + 2);
	while (n < name.len && name.ptr[n] >= '0' && name.ptr[n] <= '9')
		n++;
	return n > 1 ? fl_slice_head(name, n) : fl_slice(NULL, 0);
}

/*
 * Nothing runs in the program: "hover" follows names, members and elements alone; what is more,
 * lldb's interpreter computes, without falling back to a compiler (-j) or mending the text (-X),
 * and keeps under a name.
 */
static int ask_interpreter(struct dbg_dap_engine *e, struct fl_slice expression, int64_t frame,
	struct dbg_dap_answer *answer, struct fl_error *err)
{
	struct fl_buf line, text;
	int rc = ask(e, expression, "hover", frame, answer, err);
	if (rc != FL_EREFUSED)
		return rc;
	dbg_dap_focus(e);
	fl_buf_init(&line, VALUE_MAX);
	fl_buf_init(&text, VALUE_MAX);
	fl_buf_str(&line, "expression -X false -j false -- ");
	fl_buf_slice(&line, expression);
	rc = dbg_dap_repl(e, fl_buf_view(&line), &text, err);
	struct fl_slice name = result_name(fl_buf_view(&text));
	if (rc == 0 && name.len)
		rc = ask(e, name, "watch", frame, answer, err);
	else if (rc == 0)
		rc = fl_error_set(err, FL_EREFUSED, "%.*s has no value.", FL_ARG(expression));
	fl_buf_release(&line);
	fl_buf_release(&text);
	return rc;
}

static int ask_either(struct dbg_dap_engine *e, struct fl_slice expression, int64_t frame,
	struct dbg_dap_answer *answer, struct fl_error *err)
{
	return e->guarded ? ask_interpreter(e, expression, frame, answer, err)
			  : ask(e, expression, "watch", frame, answer, err);
}

/*
 * "*argv@2", which is gdb's alone: an array of so many from there on, by its element's type, as
 * clang takes __typeof__ in no such cast. Others stay as they are.
 */
static int put_array(struct dbg_dap_engine *e, struct fl_slice s, int64_t frame, struct fl_buf *out,
	struct fl_error *err)
{
	struct dbg_dap_answer answer;
	ptrdiff_t at = fl_slice_rchr(s, '@');
	struct fl_slice count = fl_slice_trim(fl_slice_skip(s, (size_t)(at + 1)));
	struct fl_slice first = fl_slice_trim(fl_slice_head(s, at < 0 ? 0 : (size_t)at));
	uint32_t n = 0;
	if (!first.len || !count.len || fl_slice_uint(count, &n) != count.len || n == 0) {
		fl_buf_slice(out, s);
		return 0;
	}
	int rc = ask_either(e, first, frame, &answer, err);
	if (rc)
		return rc;
	struct fl_slice type = fl_slice_trim(fl_json_str(fl_json_get(answer.body, "type")));
	if (fl_slice_ends(type, "&"))
		type.len--;
	ptrdiff_t open = fl_slice_ends(type, "]") ? fl_slice_chr(type, '[') : -1;
	size_t element = open < 0 ? type.len : (size_t)open;
	fl_buf_printf(out, "*(%.*s (*)[%u]%.*s)&(%.*s)", FL_ARG(fl_slice_head(type, element)), n,
		FL_ARG(fl_slice_skip(type, element)), FL_ARG(first));
	dbg_dap_answer_release(&answer);
	return 0;
}

static int ask_value(struct dbg_dap_engine *e, struct fl_slice expression, int64_t frame,
	struct dbg_dap_answer *answer, struct dbg_dap_var *ret, struct fl_error *err)
{
	struct fl_buf text, translated;
	fl_buf_init(&text, VALUE_MAX);
	fl_buf_init(&translated, VALUE_MAX);
	translate(e, expression, &translated);
	int rc = put_array(e, fl_buf_view(&translated), frame, &text, err);
	fl_buf_release(&translated);
	if (rc == 0)
		rc = ask_either(e, fl_buf_view(&text), frame, answer, err);
	fl_buf_release(&text);
	if (rc)
		return rc;
	*ret = (struct dbg_dap_var){
		.type = fl_json_str(fl_json_get(answer->body, "type")),
		.value = fl_json_str(fl_json_get(answer->body, "result")),
		.expr = expression,
		.ref = fl_json_int(fl_json_get(answer->body, "variablesReference"), 0),
	};
	return 0;
}

/* lldb does not say which address it could not read; of "*p" it is known. */
static int name_address(struct dbg_dap_engine *e, struct fl_slice expression, struct fl_error *err)
{
	uint64_t address;
	expression = fl_slice_trim(expression);
	if (fl_slice_starts(expression, "*") &&
		dbg_dap_evaluate_number(e, fl_slice_skip(expression, 1), &address, NULL) == 0)
		return fl_error_set(
			err, FL_EREFUSED, "Cannot access memory at address 0x%" PRIx64, address);
	return FL_EREFUSED;
}

int dbg_dap_evaluate(struct dbg_dap_engine *e, struct fl_slice expression,
	struct dbg_dap_answer *answer, struct dbg_dap_var *ret, struct fl_error *err)
{
	const struct dbg_dap_frame *frame;
	struct fl_error why = {0};
	int rc = dbg_dap_need_target(e, err);
	if (rc == 0)
		rc = dbg_dap_current(e, &frame, err);
	if (rc)
		return rc;
	rc = ask_value(e, expression, frame->id, answer, ret, &why);
	if (rc == 0)
		return 0;
	fl_error_set(err, why.code, "%s", why.message);
	bool unreadable = fl_slice_starts(fl_slice_str(why.message), "Cannot access memory");
	return rc == FL_EREFUSED && unreadable ? name_address(e, expression, err) : rc;
}

/* The elements of a list; equal ones in a row are counted. */
static void spell_elements(struct dbg_dap_engine *e, const struct dbg_dap_vars *vars,
	unsigned depth, struct fl_buf *out)
{
	struct fl_buf one, last;
	size_t same = 0;
	fl_buf_init(&one, VALUE_MAX);
	fl_buf_init(&last, VALUE_MAX);
	for (size_t i = 0; i <= vars->len; i++) {
		fl_buf_clear(&one);
		if (i < vars->len)
			dbg_dap_spell(e, &vars->vars[i], depth, &one);
		if (i && i < vars->len && fl_slice_eq(fl_buf_view(&one), fl_buf_view(&last))) {
			same++;
			continue;
		}
		bool repeats = same >= REPEATS;
		for (size_t k = 0; i && k < (repeats ? 1 : same); k++) {
			fl_buf_str(out, out->len && out->data[out->len - 1] != '{' ? ", " : "");
			fl_buf_slice(out, fl_buf_view(&last));
		}
		if (repeats)
			fl_buf_printf(out, " <repeats %zu times>", same);
		fl_buf_clear(&last);
		fl_buf_slice(&last, fl_buf_view(&one));
		same = 1;
	}
	fl_buf_release(&one);
	fl_buf_release(&last);
}

/* A pair's two values, as a map's element. */
static void spell_pair(struct dbg_dap_engine *e, const struct dbg_dap_var *pair, unsigned depth,
	struct fl_buf *out)
{
	struct dbg_dap_vars vars;
	if (dbg_dap_read_children(e, pair->ref, 2, &vars, NULL))
		return;
	if (vars.len == 2) {
		fl_buf_char(out, '[');
		dbg_dap_spell(e, &vars.vars[0], depth, out);
		fl_buf_str(out, "] = ");
		dbg_dap_spell(e, &vars.vars[1], depth, out);
	}
	fl_arena_release(&vars.arena);
}

/* "size=3", which lldb's summaries of containers say. */
static bool size_of(struct fl_slice value, size_t *ret_size)
{
	uint32_t n;
	if (!fl_slice_starts(value, "size=") || !fl_slice_uint(fl_slice_skip(value, 5), &n))
		return false;
	*ret_size = n;
	return true;
}

static void add_capacity(struct dbg_dap_engine *e, const struct dbg_dap_var *v, struct fl_buf *out)
{
	struct fl_buf question;
	uint64_t capacity;
	fl_buf_init(&question, 8192);
	bool bits = fl_slice_find(v->type, "std::vector<bool") >= 0;
	struct fl_slice x = v->expr;
	if (bits)
		fl_buf_printf(&question,
			"8 * (long)((char *)(%.*s)._M_impl._M_end_of_storage - "
			"(char *)(%.*s)._M_impl._M_start._M_p)",
			FL_ARG(x), FL_ARG(x));
	else
		fl_buf_printf(&question,
			"(%.*s)._M_impl._M_end_of_storage - (%.*s)._M_impl._M_start", FL_ARG(x),
			FL_ARG(x));
	if (v->expr.len && dbg_dap_evaluate_number(e, fl_buf_view(&question), &capacity, NULL) == 0)
		fl_buf_printf(out, "%" PRIu64, capacity);
	else
		fl_buf_char(out, '?');
	fl_buf_release(&question);
}

/* lldb 19 finds no elements in the hash tables of gcc's library and says that they are empty. */
static bool lost_elements(struct dbg_dap_engine *e, const struct dbg_dap_var *v, size_t *size)
{
	struct fl_buf question;
	uint64_t count = 0;
	if (*size || fl_slice_find(v->type, "std::unordered_") < 0 || !v->expr.len)
		return false;
	fl_buf_init(&question, 8192);
	fl_buf_printf(&question, "(%.*s)._M_h._M_element_count", FL_ARG(v->expr));
	dbg_dap_evaluate_number(e, fl_buf_view(&question), &count, NULL);
	fl_buf_release(&question);
	*size = (size_t)count;
	return count != 0;
}

static void spell_container(struct dbg_dap_engine *e, const struct dbg_dap_var *v, size_t size,
	unsigned depth, struct fl_buf *out)
{
	const struct dbg_spell_container *c = dbg_spell_container(v->type);
	struct dbg_dap_vars vars;
	bool lost = lost_elements(e, v, &size);
	const char *head = size || !c->empty ? c->head : c->empty;
	for (const char *p = head; *p; p++) {
		if (strncmp(p, "%zu", 3) == 0) {
			fl_buf_printf(out, "%zu", size);
			p += 2;
		} else if (strncmp(p, "%s", 2) == 0) {
			fl_buf_str(out, size == 1 ? "" : "s");
			p++;
		} else {
			fl_buf_char(out, *p);
		}
	}
	if (c->style == DBG_SPELL_VECTOR)
		add_capacity(e, v, out);
	if (lost || (size && e->heads_only))
		fl_buf_str(out, " = {...}");
	if (!size || lost || e->heads_only ||
		dbg_dap_read_children(e, v->ref, ELEMENTS, &vars, NULL))
		return;
	fl_buf_str(out, " = {");
	if (c->style == DBG_SPELL_PLAIN || c->style == DBG_SPELL_VECTOR) {
		spell_elements(e, &vars, depth + 1, out);
	} else {
		for (size_t i = 0; i < vars.len; i++) {
			fl_buf_str(out, i ? ", " : "");
			if (c->style == DBG_SPELL_MAP) {
				spell_pair(e, &vars.vars[i], depth + 1, out);
				continue;
			}
			fl_buf_printf(out, "[%zu] = ", i);
			dbg_dap_spell(e, &vars.vars[i], depth + 1, out);
		}
	}
	fl_buf_str(out, size > vars.len ? "...}" : "}");
	fl_arena_release(&vars.arena);
}

static void spell_members(
	struct dbg_dap_engine *e, const struct dbg_dap_var *v, unsigned depth, struct fl_buf *out)
{
	struct dbg_dap_vars vars;
	if (depth >= DEPTH || dbg_dap_read_children(e, v->ref, ELEMENTS + 1, &vars, NULL)) {
		fl_buf_str(out, "{...}");
		return;
	}
	bool cut = vars.len > ELEMENTS;
	vars.len = cut ? ELEMENTS : vars.len;
	fl_buf_char(out, '{');
	if (vars.len && fl_slice_starts(vars.vars[0].name, "[")) {
		spell_elements(e, &vars, depth + 1, out);
	} else {
		for (size_t i = 0; i < vars.len; i++) {
			const struct dbg_dap_var *m = &vars.vars[i];
			bool parent = fl_slice_eq(m->name, m->type);
			fl_buf_printf(out, parent ? "%s<%.*s> = " : "%s%.*s = ", i ? ", " : "",
				FL_ARG(m->name));
			dbg_dap_spell(e, m, depth + 1, out);
		}
	}
	fl_buf_str(out, cut ? "...}" : "}");
	fl_arena_release(&vars.arena);
}

/* What a reference refers to, as a variable: lldb gives its address, then its summary. */
static bool referent(const struct dbg_dap_var *v, struct dbg_dap_var *ret, struct fl_slice *ret_at)
{
	struct fl_slice type = fl_slice_trim(v->type);
	if (!v->ref || !fl_slice_ends(type, "&") || !fl_slice_starts(v->value, "0x"))
		return false;
	while (fl_slice_ends(type, "&"))
		type = fl_slice_trim(fl_slice_head(type, type.len - 1));
	ptrdiff_t blank = fl_slice_chr(v->value, ' ');
	*ret = *v;
	ret->type = type;
	*ret_at = fl_slice_head(v->value, blank < 0 ? v->value.len : (size_t)blank);
	ret->value = fl_slice_skip(v->value, blank < 0 ? v->value.len : (size_t)blank + 1);
	return true;
}

/* gdb's printers show what is referred to alone, everything else behind its address. */
static bool spell_reference(
	struct dbg_dap_engine *e, const struct dbg_dap_var *v, unsigned depth, struct fl_buf *out)
{
	struct dbg_dap_var to;
	struct dbg_dap_vars vars;
	struct fl_slice address;
	if (!referent(v, &to, &address))
		return false;
	if (to.value.len && !fl_slice_starts(to.value, "(")) {
		dbg_dap_spell(e, &to, depth, out);
		return true;
	}
	fl_buf_char(out, '@');
	dbg_spell_scalar(to.type, address, out);
	fl_buf_str(out, ": ");
	if (dbg_dap_read_children(e, v->ref, 1, &vars, NULL))
		return true;
	if (vars.len && fl_slice_starts(vars.vars[0].name, "&"))
		dbg_dap_spell(e, &vars.vars[0], depth, out);
	else
		spell_members(e, &to, depth, out);
	fl_arena_release(&vars.arena);
	return true;
}

/* A text that cannot be read is to lldb an empty one. */
static bool spell_unreadable(
	struct dbg_dap_engine *e, const struct dbg_dap_var *v, struct fl_buf *out)
{
	struct fl_buf bytes;
	if (!fl_slice_starts(v->value, "0x") || !fl_slice_ends(v->value, " \"\"") ||
		!dbg_spell_is_text(v->type))
		return false;
	uint64_t address = strtoull(v->value.ptr, NULL, 16);
	fl_buf_init(&bytes, 64);
	bool unreadable = dbg_dap_memory(e, address, 1, &bytes, NULL) == FL_EREFUSED;
	fl_buf_release(&bytes);
	if (unreadable)
		fl_buf_printf(out,
			"0x%" PRIx64 " <error: Cannot access memory at address 0x%" PRIx64 ">",
			address, address);
	return unreadable;
}

void dbg_dap_spell(
	struct dbg_dap_engine *e, const struct dbg_dap_var *v, unsigned depth, struct fl_buf *out)
{
	size_t size;
	bool aggregate = v->ref && fl_slice_find(v->value, " @ 0x") >= 0;
	if (out->failed)
		return;
	if (spell_reference(e, v, depth, out) || dbg_dap_spell_smart(e, v, out) ||
		dbg_dap_spell_optional(e, v, depth, out) || dbg_dap_spell_tuple(e, v, depth, out) ||
		dbg_dap_spell_text(e, v, out) || spell_unreadable(e, v, out))
		return;
	if (v->ref && size_of(v->value, &size) && dbg_spell_container(v->type))
		spell_container(e, v, size, depth, out);
	else if (aggregate || (v->ref && (v->value.len == 0 || fl_slice_starts(v->value, "("))))
		spell_members(e, v, depth, out);
	else
		dbg_spell_scalar(v->type, v->value, out);
}

void dbg_dap_head(struct dbg_dap_engine *e, const struct dbg_dap_var *v, struct fl_buf *out)
{
	e->heads_only = true;
	dbg_dap_spell(e, v, 0, out);
	e->heads_only = false;
}

void dbg_dap_value(struct dbg_dap_engine *e, const struct dbg_dap_var *v, struct fl_buf *out)
{
	dbg_dap_spell(e, v, 0, out);
}

int dbg_dap_evaluate_text(struct dbg_dap_engine *e, struct fl_slice expression, struct fl_buf *out,
	struct fl_error *err)
{
	struct dbg_dap_answer answer;
	struct dbg_dap_var v;
	int rc = dbg_dap_evaluate(e, expression, &answer, &v, err);
	if (rc)
		return rc;
	dbg_dap_spell(e, &v, 0, out);
	dbg_dap_answer_release(&answer);
	return 0;
}

int dbg_dap_evaluate_at(struct dbg_dap_engine *e, int64_t level, struct fl_slice expression,
	struct fl_buf *out, struct fl_error *err)
{
	const size_t selected = e->frame;
	int rc = level < 0 ? 0 : dbg_dap_need_stack(e, (size_t)level + 1, err);
	if (rc == 0 && level >= 0 && (size_t)level >= e->stack.len)
		rc = fl_error_set(err, FL_EREFUSED, "Invalid frame id: %" PRId64, level);
	if (rc)
		return rc;
	e->frame = level < 0 ? selected : (size_t)level;
	rc = dbg_dap_evaluate_text(e, expression, out, err);
	e->frame = selected;
	return rc;
}

/* The address of an array. */
static int evaluate_address(struct dbg_dap_engine *e, struct fl_slice expression,
	uint64_t *ret_value, struct fl_error *err)
{
	struct fl_buf question;
	fl_buf_init(&question, VALUE_MAX);
	fl_buf_printf(&question, "&(%.*s)", FL_ARG(expression));
	int rc = fl_buf_error(&question, "the expression", err);
	if (rc == 0)
		rc = dbg_dap_evaluate_number(e, fl_buf_view(&question), ret_value, err);
	fl_buf_release(&question);
	return rc;
}

int dbg_dap_evaluate_number(struct dbg_dap_engine *e, struct fl_slice expression,
	uint64_t *ret_value, struct fl_error *err)
{
	struct dbg_dap_answer answer;
	struct dbg_dap_var v;
	int rc = dbg_dap_evaluate(e, expression, &answer, &v, err);
	if (rc)
		return rc;
	uint64_t value = 0;
	struct fl_slice text = v.value;
	ptrdiff_t at = fl_slice_find(text, " @ 0x"); /* an array is where it begins */
	if (at >= 0)
		text = fl_slice_skip(text, (size_t)at + 3);
	bool is_hex = fl_slice_starts(text, "0x");
	struct fl_slice s = fl_slice_skip(text, is_hex ? 2 : 0);
	size_t i = 0;
	for (; i < s.len; i++) {
		int digit = fl_hex_value(s.ptr[i]);
		if (digit < 0 || (!is_hex && digit > 9))
			break;
		value = value * (is_hex ? 16 : 10) + (uint64_t)digit;
	}
	bool good = i > 0, array = fl_slice_ends(v.type, "]");
	dbg_dap_answer_release(&answer);
	if (!good && array) /* of characters: its value is their text */
		return evaluate_address(e, expression, ret_value, err);
	if (!good)
		return fl_error_set(err, FL_EREFUSED, "%.*s is no number.", FL_ARG(expression));
	*ret_value = value;
	return 0;
}

bool dbg_dap_holds(struct dbg_dap_engine *e, const struct dbg_dap_break *b)
{
	struct fl_buf question, answer;
	struct fl_error why = {0};
	if (!e->guarded || !b->condition)
		return true;
	fl_buf_init(&question, VALUE_MAX);
	fl_buf_init(&answer, VALUE_MAX);
	fl_buf_printf(&question, "!(%s)", b->condition);
	int rc = dbg_dap_evaluate_text(e, fl_buf_view(&question), &answer, &why);
	bool holds = rc || !fl_slice_eqs(fl_buf_view(&answer), "true");
	if (rc)
		dbg_dap_say(e, "Error in testing condition for breakpoint %lld:\n%s\n",
			(long long)b->number, why.message);
	fl_buf_release(&question);
	fl_buf_release(&answer);
	return holds;
}
