#include "tracegen/machine/look.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/source_name.h"
#include "debugsession/kernel/fault.h"
#include "debugsession/kernel/operand.h"
#include "debugsession/model.h"
#include "tracegen/evidence/decl.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/value.h"
#include "tracegen/machine/session.h"

enum {
	FRAMES = 10,
	FRAMES_SHOWN = 3, /* with their variables */
	VARS_MAX = 24,
	VALUE_MAX = 200,
	OBJECT_MAX = 360, /* of what a pointer points to */
	EXPRESSION_MAX = 100,
	NAME_MAX_BYTES = 200,
	REGISTERS_MAX = 8,
	LINES_SHOWN = 12,
	ITEMS_MAX = 8,
	WALL_MS = 20000
};

/* A look under way. */
struct look {
	const struct tg_kernel *k;
	const struct tg_kernel_boot *boot;
	struct fl_slice expected;
	const struct fl_list *decls;
	struct fl_arena *a;
	struct fl_error *err;
	struct tg_kernel_session session;
	struct dbg_machine machine;
	bool excepted; /* an exception led there */
	struct dbg_fault *fault;
	struct fl_slice kind, message;
	struct fl_list frames; /* struct dbg_frame, with the debugger's depth */
	struct fl_list locals; /* struct dbg_variable: of the innermost of them */
	struct tg_kernel_look *out;
};

static int add(struct look *l, const struct fl_shape *shape, const void *object)
{
	if (l->out->items.len == ITEMS_MAX || !object)
		return fl_arena_error(l->a, "the look at a kernel", l->err);
	l->out->items.at[l->out->items.len++] = (struct fl_item){.shape = shape, .object = object};
	return 0;
}

static struct fl_slice keep(struct look *l, struct fl_slice text)
{
	return fl_arena_slice(l->a, text);
}

/* ---- where it gives up ---- */

static int set_breaks(struct look *l, const struct fl_list *functions, size_t *set)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < functions->len; i++) {
		bool known = false;
		rc = tg_kernel_session_break(&l->session, tg_text_at(functions, i), &known, l->err);
		*set += known;
	}
	return rc;
}

static int run_to_end(struct look *l, bool *ret_stopped)
{
	size_t set = 0;
	int rc = set_breaks(l, &l->k->panic, &set);
	rc = rc ? rc : set_breaks(l, &l->k->fail, &set);
	if (rc == 0 && !set)
		rc = fl_error_set(l->err, FL_EREFUSED,
			"the kernel has none of the functions with which it is to give up");
	return rc ? rc : tg_kernel_session_run(&l->session, ret_stopped, l->err);
}

/* A function as evidence names it. */
static struct fl_slice name_of(struct look *l, struct fl_slice function)
{
	return tg_function_clean(l->a, tg_type_clean(l->a, function, NAME_MAX_BYTES));
}

/* The debugger's frames from `first` on that are at a line of the kernel's. */
static int read_frames(struct look *l, int first)
{
	const struct dbg_mi_record *result;
	struct dbg_frame *f = fl_arena_array(l->a, FRAMES, sizeof(*f));
	char command[64];
	size_t n = 0;
	snprintf(command, sizeof(command), "-stack-list-frames %d %d", first, first + FRAMES - 1);
	int rc = f ? dbg_console_ask(l->session.console, command, &result, l->err)
		   : fl_arena_error(l->a, "frames", l->err);
	const struct dbg_mi_value *stack = rc ? NULL : dbg_mi_result(result, "stack");
	for (const struct dbg_mi_value *v = stack ? stack->child : NULL; v; v = v->next) {
		f[n] = (struct dbg_frame){.depth = dbg_mi_int(dbg_mi_get(v, "level"), 0),
			.function = name_of(l, dbg_mi_str(dbg_mi_get(v, "func"))),
			.file = keep(l, dbg_mi_str(dbg_mi_get(v, "file"))),
			.line = dbg_mi_int(dbg_mi_get(v, "line"), 0)};
		n += f[n].line > 0 && tg_program_file(&l->k->program, f[n].file);
	}
	l->frames = (struct fl_list){f, n};
	return rc;
}

static struct fl_slice function_here(struct look *l)
{
	const struct dbg_mi_record *result;
	if (dbg_console_ask(l->session.console, "-stack-info-frame", &result, NULL))
		return fl_slice(NULL, 0);
	return keep(l, dbg_mi_str(dbg_mi_get(dbg_mi_result(result, "frame"), "func")));
}

/* ---- the exception ---- */

static const struct {
	enum dbg_cause cause;
	const char *kind;
} kinds[] = {
	{DBG_CAUSE_NULL_CALL, "null-pointer-dereference"},
	{DBG_CAUSE_NULL_POINTER, "null-pointer-dereference"},
	{DBG_CAUSE_STACK_OVERFLOW, "stack-overflow"},
	{DBG_CAUSE_ARITHMETIC, "divide-error"},
	{DBG_CAUSE_INSTRUCTION, "invalid-opcode"},
	{DBG_CAUSE_ALIGNMENT, "misaligned-access"},
	{DBG_CAUSE_NO_MEMORY, "external-abort"},
	{DBG_CAUSE_ON_PURPOSE, "trap"},
};

static const char *kind_of(const struct dbg_fault *f)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i].cause == f->cause)
			return kinds[i].kind;
	return fl_slice_starts(f->name, "general protection") ? "general-protection-fault"
							      : "page-fault";
}

/* Compilers put a breakpoint where a path must not be come by, as behind a missing return. */
static bool is_trap(const struct dbg_fault *f)
{
	return fl_slice_find(f->name, "breakpoint") >= 0 || fl_slice_find(f->name, "BRK") >= 0;
}

/* Is it certain that an exception led to the panic: by the kernel's own frame of it? */
static bool is_certain(const struct dbg_fault *f)
{
	bool asked = f->cause == DBG_CAUSE_ON_PURPOSE && !is_trap(f);
	return f->current && f->exact && !asked && f->cause != DBG_CAUSE_ABORT;
}

static int find_exception(struct look *l)
{
	const struct dbg_extra_in in = {
		.console = l->session.console, .qemu = l->session.qemu, .wall_ms = WALL_MS};
	struct fl_error none = {0};
	l->fault = fl_arena_alloc(l->a, sizeof(*l->fault));
	if (!l->fault)
		return fl_arena_error(l->a, "an exception", l->err);
	int rc = dbg_machine_init(&l->machine, &in, l->err);
	if (rc)
		return rc;
	rc = dbg_fault_find(&l->machine, fl_slice(NULL, 0), l->fault, &none);
	if (rc && rc != FL_EINVAL && rc != FL_EREFUSED)
		return fl_error_set(l->err, none.code, "%s", none.message);
	l->excepted = rc == 0 && is_certain(l->fault);
	return l->excepted ? dbg_fault_enter(&l->machine, l->fault, l->err) : 0;
}

static struct fl_slice hex(struct look *l, uint64_t value)
{
	return fl_arena_printf(l->a, "0x%" PRIx64, value);
}

static struct tg_register register_of(struct look *l, const char *name, uint64_t value)
{
	return (struct tg_register){keep(l, fl_slice_str(name)), hex(l, value)};
}

static struct fl_list registers_of(struct look *l, const struct dbg_instruction *at)
{
	const struct dbg_fault *f = l->fault;
	const struct dbg_value *used[REGISTERS_MAX];
	struct tg_register *r = fl_arena_array(l->a, REGISTERS_MAX + 2, sizeof(*r));
	size_t count = at ? dbg_operand_registers(l->machine.arch, at->text, f->registers, f->count,
				    used, REGISTERS_MAX)
			  : 0;
	size_t n = 0;
	if (!r)
		return (struct fl_list){0};
	for (size_t i = 0; i < count; i++)
		if (strcmp(used[i]->name, l->machine.info->pc) &&
			strcmp(used[i]->name, l->machine.info->sp))
			r[n++] = register_of(l, used[i]->name, used[i]->value);
	r[n++] = register_of(l, l->machine.info->pc, f->pc);
	r[n++] = register_of(l, l->machine.info->sp, f->sp);
	return (struct fl_list){r, n};
}

static int add_exception(struct look *l)
{
	const struct dbg_fault *f = l->fault;
	const struct dbg_instruction *at =
		f->code_current < f->code_count ? &f->code[f->code_current] : NULL;
	struct tg_exception *e = fl_arena_alloc(l->a, sizeof(*e));
	struct dbg_place place;
	if (!e)
		return fl_arena_error(l->a, "an exception", l->err);
	dbg_machine_place(&l->machine, f->pc, &place);
	*e = (struct tg_exception){.name = keep(l, f->name),
		.codes = keep(l, f->details),
		.cause = fl_slice_str(dbg_cause_words[f->cause]),
		.explanation = keep(l, fl_buf_view(&f->sentence)),
		.instruction = at ? keep(l, at->text) : fl_slice(NULL, 0),
		.registers = registers_of(l, at)};
	if (f->cause == DBG_CAUSE_ON_PURPOSE) {
		e->cause = FL_S("breakpoint");
		e->explanation = FL_S("a breakpoint instruction in the kernel's own code");
	}
	const struct dbg_frame *own = l->frames.items;
	if (place.code && l->frames.len) {
		e->function = own->function;
		e->file = own->file;
		e->line = own->line;
	}
	return add(l, &tg_exception_shape, e);
}

static struct fl_slice rights_text(struct look *l, const struct dbg_rights *r)
{
	return fl_arena_printf(
		l->a, "%c%c%c", r->read ? 'r' : '-', r->write ? 'w' : '-', r->execute ? 'x' : '-');
}

static int add_walk(struct look *l)
{
	const struct dbg_walk *w = &l->fault->walk;
	struct tg_page_walk *to = fl_arena_alloc(l->a, sizeof(*to));
	struct tg_walk_entry *e = fl_arena_array(l->a, DBG_WALK_MAX, sizeof(*e));
	struct fl_buf flags;
	if (!to || !e)
		return fl_arena_error(l->a, "a page walk", l->err);
	fl_buf_init(&flags, 1 << 12);
	for (unsigned i = 0; i < w->count; i++) {
		fl_buf_clear(&flags);
		dbg_bits_text(&flags, "", w->entries[i].bits, w->entries[i].value);
		e[i] = (struct tg_walk_entry){.level = keep(l, fl_slice_str(w->entries[i].name)),
			.index = w->entries[i].index,
			.value = hex(l, w->entries[i].value),
			.flags = keep(l, fl_buf_view(&flags))};
	}
	fl_buf_release(&flags);
	*to = (struct tg_page_walk){.address = l->fault->address,
		.mode = keep(l, fl_slice_str(w->mode)),
		.entries = {e, w->count},
		.result = fl_slice_str(dbg_walk_end_words[w->end])};
	if (w->end == DBG_WALK_MAPPED) {
		to->page_bytes = (int64_t)w->page_bytes;
		to->rights = rights_text(l, &w->kernel);
	}
	return add(l, &tg_page_walk_shape, to);
}

/* ---- variables ---- */

/*
 * As the debugger says it: addresses tell something in a kernel. What was never set is named so,
 * and bytes that are no text are not shown as one.
 */
static struct fl_slice value_of(struct look *l, struct fl_slice value, size_t max)
{
	static const char unset[] = "<uninitialized>";
	struct fl_slice clean = tg_value_clean(l->a, value, max);
	ptrdiff_t error = fl_slice_find(value, " <error: ");
	value = fl_slice_head(value, error < 0 ? value.len : (size_t)error);
	bool pointer = fl_slice_starts(value, "0x");
	if (pointer ? fl_slice_starts(clean, unset) : fl_slice_find(clean, unset) >= 0)
		return clean;
	ptrdiff_t blank = pointer ? fl_slice_chr(value, ' ') : -1;
	struct fl_slice text = fl_slice_skip(value, blank < 0 ? value.len : (size_t)blank + 1);
	bool fill = fl_slice_find(clean, unset) >= 0;
	if (text.len && (text.ptr[0] == '"' || text.ptr[0] == '\'') &&
		(fill || tg_value_is_no_text(text)))
		value = fl_slice_head(value, (size_t)blank);
	return tg_value_cut(l->a, keep(l, value), max);
}

/* Is the variable set at that line: an argument, or declared above? */
static bool is_set(const struct look *l, const struct dbg_frame *f, struct fl_slice name)
{
	const struct tg_decl *d = l->decls->items;
	for (size_t i = 0; i < l->decls->len; i++)
		if (!d[i].function && d[i].line < f->line && f->line <= d[i].scope_end &&
			fl_slice_eq(d[i].name, name) && fl_slice_eq(d[i].file, f->file))
			return true;
	return false;
}

/* The type that the debugger says a variable has, of a list with types. */
static struct fl_slice type_of(const struct dbg_mi_value *list, struct fl_slice name)
{
	for (const struct dbg_mi_value *v = list ? list->child : NULL; v; v = v->next)
		if (fl_slice_eq(dbg_mi_str(dbg_mi_get(v, "name")), name))
			return dbg_mi_str(dbg_mi_get(v, "type"));
	return fl_slice(NULL, 0);
}

/* Does a pointer of that type point to an object that is worth to be shown? */
static bool points_to_object(struct fl_slice type)
{
	return fl_slice_ends(type, "*") && fl_slice_find(type, "char") < 0 &&
	       fl_slice_find(type, "void") < 0 && fl_slice_find(type, "(") < 0 &&
	       fl_slice_find(type, "**") < 0;
}

/* Was the object that a pointer points to shown in a frame before? */
static bool is_shown(const struct look *l, struct fl_slice pointer)
{
	for (size_t i = 0; i < l->out->items.len; i++) {
		const struct dbg_frame_vars *f = l->out->items.at[i].object;
		if (l->out->items.at[i].shape != &dbg_frame_vars_shape)
			continue;
		for (size_t k = 0; k < f->locals.len; k++)
			if (fl_slice_eq(((const struct dbg_variable *)f->locals.items)[k].value,
				    pointer))
				return true;
	}
	return false;
}

/*
 * What an expression is in the selected frame; false: it has no value there. Memory that is not
 * there reads as "<unreadable>".
 */
static bool evaluate(
	struct look *l, struct fl_slice expression, size_t max, struct fl_slice *ret_value)
{
	const struct dbg_mi_record *result;
	struct fl_error why = {0};
	char command[EXPRESSION_MAX + 40];
	if (expression.len > EXPRESSION_MAX || fl_slice_chr(expression, '"') >= 0 ||
		fl_slice_chr(expression, '\\') >= 0 || fl_slice_chr(expression, '\n') >= 0)
		return false;
	snprintf(
		command, sizeof(command), "-data-evaluate-expression \"%.*s\"", FL_ARG(expression));
	if (dbg_console_ask(l->session.console, command, &result, &why) == 0)
		*ret_value = value_of(l, dbg_mi_str(dbg_mi_result(result, "value")), max);
	else if (strstr(why.message, "Cannot access memory"))
		*ret_value = FL_S("<unreadable>");
	else
		return false;
	return true;
}

/* What a pointer points to, where that can be read. */
static void add_pointee(
	struct look *l, const struct dbg_variable *p, struct dbg_variable *v, size_t *n)
{
	struct fl_slice expression = fl_arena_printf(l->a, "*%.*s", FL_ARG(p->name)), value;
	if (evaluate(l, expression, OBJECT_MAX, &value) && !fl_slice_eqs(value, "<unreadable>"))
		v[(*n)++] = (struct dbg_variable){.name = expression, .value = value};
}

/* A list of variables of the selected frame; NULL: there is none. In the arena of the answer. */
static const struct dbg_mi_value *list_variables(struct look *l, const char *how)
{
	const struct dbg_mi_record *result;
	char command[64];
	snprintf(command, sizeof(command), "-stack-list-variables %s", how);
	if (dbg_console_ask(l->session.console, command, &result, NULL))
		return NULL;
	return dbg_mi_result(result, "variables");
}

static size_t read_values(struct look *l, const struct dbg_frame *f, struct dbg_variable *v)
{
	const struct dbg_mi_value *list = list_variables(l, "--all-values");
	size_t n = 0;
	for (const struct dbg_mi_value *x = list ? list->child : NULL; x && n < VARS_MAX;
		x = x->next) {
		struct fl_slice name = dbg_mi_str(dbg_mi_get(x, "name"));
		bool arg = dbg_mi_get(x, "arg") != NULL;
		if (!arg && !is_set(l, f, name))
			continue;
		v[n++] = (struct dbg_variable){.name = keep(l, name),
			.value = value_of(l, dbg_mi_str(dbg_mi_get(x, "value")), VALUE_MAX),
			.arg = arg};
	}
	list = list_variables(l, "--simple-values");
	for (size_t i = 0; i < n; i++)
		v[i].type = keep(l, type_of(list, v[i].name));
	return n;
}

static int add_variables(struct look *l, size_t at)
{
	const struct dbg_frame *f = (const struct dbg_frame *)l->frames.items + at;
	struct dbg_frame_vars *out = fl_arena_alloc(l->a, sizeof(*out));
	struct dbg_variable *v = fl_arena_array(l->a, (size_t)2 * VARS_MAX, sizeof(*v));
	char command[64];
	if (!out || !v)
		return fl_arena_error(l->a, "variables", l->err);
	snprintf(command, sizeof(command), "-stack-select-frame %d", (int)f->depth);
	int rc = dbg_console_ask(l->session.console, command, NULL, l->err);
	if (rc)
		return rc;
	size_t n = read_values(l, f, v), known = n;
	for (size_t i = 0; i < known; i++)
		if (points_to_object(v[i].type) && !is_shown(l, v[i].value))
			add_pointee(l, &v[i], v, &n);
	*out = (struct dbg_frame_vars){.depth = (int64_t)at,
		.function = f->function,
		.file = f->file,
		.line = f->line,
		.locals = {v, n}};
	if (at == 0)
		l->locals = out->locals;
	return n ? add(l, &dbg_frame_vars_shape, out) : 0;
}

/* ---- what the statement works on ---- */

/* The text that a statement reads; of one that gives up, the condition before it as well. */
static struct fl_slice statement_of(struct look *l, const struct dbg_frame *f)
{
	struct fl_slice text = tg_files_text(&l->k->program.files, f->file);
	struct fl_slice before = f->line > 1 ? fl_slice_trim(fl_slice_line_at(text, f->line - 1))
					     : fl_slice(NULL, 0);
	struct fl_slice statement = tg_statement_at(text, f->line);
	bool condition = !l->excepted && (fl_slice_ends(before, ")") || fl_slice_ends(before, "{"));
	return condition ? fl_arena_printf(l->a, "%.*s %.*s", FL_ARG(before), FL_ARG(statement))
			 : statement;
}

/* A name of a constant tells its own value. */
static bool is_constant(struct fl_slice expression)
{
	size_t i = 0;
	while (i < expression.len && !(expression.ptr[i] >= 'a' && expression.ptr[i] <= 'z'))
		i++;
	return i == expression.len;
}

/* Values of what the innermost frame's statement names besides its locals. */
static int add_operands(struct look *l)
{
	const struct dbg_frame *f = l->frames.items;
	struct tg_operands *out = fl_arena_alloc(l->a, sizeof(*out));
	struct tg_operand *o = fl_arena_array(l->a, TG_OPERANDS, sizeof(*o));
	struct fl_slice all[2 * TG_OPERANDS];
	char command[64];
	if (!out || !o || !f)
		return fl_arena_error(l->a, "operands", l->err);
	snprintf(command, sizeof(command), "-stack-select-frame %d", (int)f->depth);
	int rc = dbg_console_ask(l->session.console, command, NULL, l->err);
	bool cxx = l->k->program.language == TG_CXX;
	size_t n = 0, count = tg_lvalues(statement_of(l, f), &l->locals, cxx, all, 2 * TG_OPERANDS);
	for (size_t i = 0; rc == 0 && i < count && n < TG_OPERANDS; i++) {
		struct fl_slice value;
		if (!is_constant(all[i]) && evaluate(l, all[i], VALUE_MAX, &value))
			o[n++] = (struct tg_operand){keep(l, all[i]), value, {0}, 0};
	}
	out->operands = (struct fl_list){o, n};
	return rc || !n ? rc : add(l, &tg_operands_shape, out);
}

/* ---- the document ---- */

static struct fl_slice last_line(struct fl_slice text)
{
	text = fl_slice_trim(text);
	ptrdiff_t at = fl_slice_rchr(text, '\n');
	return fl_slice_skip(text, (size_t)(at + 1));
}

/* The stack as a report has it; the symptom keeps what a report says. */
static int add_symptom(struct look *l)
{
	struct tg_symptom *symptom = fl_arena_alloc(l->a, sizeof(*symptom));
	struct san_stack *stack = fl_arena_alloc(l->a, sizeof(*stack));
	struct san_frame *frames = fl_arena_array(l->a, l->frames.len, sizeof(*frames));
	const struct dbg_frame *f = l->frames.items;
	if (!symptom || !stack || !frames)
		return fl_arena_error(l->a, "a symptom", l->err);
	for (size_t i = 0; i < l->frames.len; i++)
		frames[i] = (struct san_frame){.depth = (int64_t)i,
			.function = f[i].function,
			.file = f[i].file,
			.line = f[i].line,
			.user = true};
	*stack = (struct san_stack){.role = SAN_ROLE_ACCESS, .frames = {frames, l->frames.len}};
	const struct san_report report = {.tool = SAN_TOOL_SYSTEM,
		.kind = l->kind,
		.message = l->message,
		.stacks = {stack, l->frames.len ? 1 : 0}};
	const struct tg_symptom_in in = {.report = &report,
		.actual = l->boot->serial,
		.expected = l->expected,
		.ended = true};
	int rc = tg_symptom_make(&in, l->a, symptom, l->err);
	if (rc == 0 && fl_slice_eq(symptom->message, symptom->actual))
		symptom->message = fl_slice(NULL, 0); /* it is said there */
	return rc ? rc : add(l, &tg_symptom_shape, symptom);
}

static int add_serial(struct look *l)
{
	struct tg_serial *s = fl_arena_alloc(l->a, sizeof(*s));
	struct fl_slice *lines = fl_arena_array(l->a, LINES_SHOWN, sizeof(*lines));
	struct fl_slice text = l->boot->serial, line;
	int64_t all = (int64_t)fl_slice_lines(text);
	if (!s || !lines)
		return fl_arena_error(l->a, "serial output", l->err);
	s->omitted = all > LINES_SHOWN ? all - LINES_SHOWN : 0;
	for (int64_t i = 0; fl_slice_line(&text, &line); i++)
		if (i >= s->omitted && s->lines.len < LINES_SHOWN)
			lines[s->lines.len++] = line;
	s->lines.items = lines;
	return s->lines.len ? add(l, &tg_serial_shape, s) : 0;
}

/* Stopped where it gives up: what led there. */
static int look_around(struct look *l)
{
	struct fl_slice function = function_here(l);
	bool panics = fl_texts_have(&l->k->panic, function);
	int rc = panics ? find_exception(l) : 0;
	l->kind = l->excepted ? fl_slice_str(kind_of(l->fault))
		  : panics    ? FL_S("kernel-panic")
			      : FL_S("wrong-output");
	l->message = l->excepted ? fl_slice(NULL, 0) : last_line(l->boot->serial);
	/* what gives up says so, and its caller is why */
	rc = rc ? rc : read_frames(l, l->excepted ? 0 : 1);
	rc = rc ? rc : add_symptom(l);
	if (rc == 0 && l->excepted)
		rc = add_exception(l);
	if (rc == 0 && l->excepted && l->fault->have_walk)
		rc = add_walk(l);
	for (size_t i = 0; rc == 0 && i < l->frames.len && i < FRAMES_SHOWN; i++)
		rc = add_variables(l, i);
	const struct dbg_frame *own = l->frames.items;
	bool cxx; /* in assembly a name is a register's */
	if (rc == 0 && l->frames.len && fl_source_is_unit(own->file, &cxx))
		rc = add_operands(l);
	return rc ? rc : add_serial(l);
}

static int look(struct look *l)
{
	bool stopped = false;
	int rc = run_to_end(l, &stopped);
	if (rc == 0 && !stopped)
		rc = fl_error_set(l->err, FL_EREFUSED, "the debugger does not see it give up");
	rc = rc ? rc : look_around(l);
	if (rc == 0)
		l->out->kind = l->kind;
	return rc;
}

int tg_kernel_look(struct fl_box *box, const struct tg_kernel *k,
	enum tg_kernel_condition condition, const struct tg_kernel_boot *boot,
	struct fl_slice expected, const struct fl_list *decls, struct fl_arena *a,
	struct tg_kernel_look *ret_look, struct fl_error *err)
{
	struct tg_kernel_look out = {
		.items = {.at = fl_arena_array(a, ITEMS_MAX, sizeof(*out.items.at))}};
	struct look l = {.k = k,
		.boot = boot,
		.expected = expected,
		.decls = decls,
		.a = a,
		.err = err,
		.out = &out};
	int rc = out.items.at ? tg_kernel_session_open(&l.session, box, k, condition, a, err)
			      : fl_arena_error(a, "the look at a kernel", err);
	rc = rc ? rc : look(&l);
	if (l.fault)
		dbg_fault_release(l.fault);
	dbg_machine_release(&l.machine);
	tg_kernel_session_close(&l.session);
	if (rc == 0)
		*ret_look = out;
	return rc;
}
