/* What was interrupted: by the kernel's own structures, by gdb's backtrace, by both. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#include "debugsession/kernel/fault.h"

enum { FRAMES = 8, CHAIN = 64 };

/* `(TYPE)VALUE` of a pointer argument, as --simple-values lists it. */
struct candidate {
	struct fl_slice expression;
};

enum { CANDIDATES = 24 };

/* A type's name comes from the program: one that could be more than a name is passed over. */
static bool is_plain(struct fl_slice type)
{
	for (size_t i = 0; i < type.len; i++)
		if (!isalnum((unsigned char)type.ptr[i]) && !strchr("_ *:<>,", type.ptr[i]))
			return false;
	return fl_slice_ends(type, "*");
}

static size_t list_candidates(struct dbg_machine *m, struct candidate *ret)
{
	const struct dbg_mi_record *result;
	char command[80];
	size_t n = 0;
	snprintf(
		command, sizeof(command), "-stack-list-arguments --simple-values 0 %d", FRAMES - 1);
	if (dbg_console_ask(m->console, command, &result, NULL))
		return 0;
	const struct dbg_mi_value *list = dbg_mi_result(result, "stack-args");
	for (const struct dbg_mi_value *f = list ? list->child : NULL; f; f = f->next) {
		const struct dbg_mi_value *args = dbg_mi_get(f, "args");
		for (const struct dbg_mi_value *a = args ? args->child : NULL; a && n < CANDIDATES;
			a = a->next) {
			struct fl_slice type = dbg_mi_str(dbg_mi_get(a, "type"));
			struct fl_slice value = dbg_mi_str(dbg_mi_get(a, "value"));
			if (!is_plain(type) || !fl_slice_starts(value, "0x"))
				continue;
			ptrdiff_t blank = fl_slice_chr(value, ' ');
			value = fl_slice_head(value, blank < 0 ? value.len : (size_t)blank);
			ret[n++].expression = fl_arena_printf(
				&m->arena, "((%.*s)%.*s)", FL_ARG(type), FL_ARG(value));
		}
	}
	return n;
}

bool dbg_fault_member(
	struct dbg_machine *m, struct fl_slice where, const char *names, uint64_t *ret)
{
	struct fl_slice rest = fl_slice_str(names);
	while (rest.len) {
		ptrdiff_t comma = fl_slice_chr(rest, ',');
		size_t n = comma < 0 ? rest.len : (size_t)comma;
		struct fl_slice e =
			fl_arena_printf(&m->arena, "%.*s->%.*s", FL_ARG(where), (int)n, rest.ptr);
		if (dbg_machine_evaluate(m, e, ret, NULL) == 0)
			return true;
		rest = fl_slice_skip(rest, n + 1);
	}
	return false;
}

/*
 * As kernels call the member that keeps a register: "rax" or "ax", "x19" or an element of an array,
 * "fp" or "s0".
 */
static void member_names(enum dbg_arch arch, const char *name, char *ret, size_t size)
{
	if (arch == DBG_ARCH_AARCH64 && *name == 'x')
		snprintf(ret, size, "%s,x[%s],regs[%s]", name, name + 1, name + 1);
	else if (arch == DBG_ARCH_X86_64)
		snprintf(ret, size, "%s,%s", name, name + 1);
	else
		snprintf(ret, size, "%s%s", name, strcmp(name, "fp") ? "" : ",s0");
}

int dbg_fault_from_symbols(struct dbg_machine *m, const char *pc_members, struct dbg_fault *f,
	struct fl_slice *ret_where, uint64_t *ret_pc, struct fl_error *err)
{
	struct candidate list[CANDIDATES];
	size_t count = list_candidates(m, list);
	uint64_t value;
	*ret_where = fl_slice(NULL, 0);
	for (size_t i = 0; i < count && !ret_where->len; i++)
		if (dbg_fault_member(m, list[i].expression, pc_members, ret_pc))
			*ret_where = list[i].expression;
	for (size_t i = 0; ret_where->len && i < f->count; i++) {
		const char *r = f->registers[i].name;
		char names[64];
		member_names(m->arch, r, names, sizeof(names));
		if (dbg_fault_member(m, *ret_where, names, &value))
			f->registers[i] = (struct dbg_value){r, true, value};
	}
	return fl_arena_error(&m->arena, "the interrupted registers", err);
}

static uint64_t address_of(const struct dbg_mi_value *frame)
{
	struct fl_slice s = dbg_mi_str(dbg_mi_get(frame, "addr"));
	uint64_t v = 0;
	for (size_t i = 2; i < s.len && fl_hex_value(s.ptr[i]) >= 0; i++)
		v = v << 4 | (uint64_t)fl_hex_value(s.ptr[i]);
	return v;
}

/* gdb's frames `from` to `to`; NULL: none. */
static const struct dbg_mi_value *list_frames(struct dbg_machine *m, int from, int to)
{
	const struct dbg_mi_record *result;
	char command[64];
	snprintf(command, sizeof(command), "-stack-list-frames %d %d", from, to);
	if (dbg_console_ask(m->console, command, &result, NULL))
		return NULL;
	const struct dbg_mi_value *list = dbg_mi_result(result, "stack");
	return list ? list->child : NULL;
}

/* The number of the frame that stands at pc; -1: the backtrace does not get there. */
static int find_level(struct dbg_machine *m, uint64_t pc)
{
	for (const struct dbg_mi_value *v = list_frames(m, 0, CHAIN - 1); v; v = v->next)
		if (address_of(v) == pc)
			return (int)dbg_mi_int(dbg_mi_get(v, "level"), -1);
	return -1;
}

static int select_level(struct dbg_machine *m, int level, struct fl_error *err)
{
	char command[48];
	snprintf(command, sizeof(command), "-stack-select-frame %d", level);
	return dbg_console_ask(m->console, command, NULL, err);
}

/* The level of the user's own choice, to go back to. */
static int selected(struct dbg_machine *m)
{
	const struct dbg_mi_record *result;
	if (dbg_console_ask(m->console, "-stack-info-frame", &result, NULL))
		return 0;
	return (int)dbg_mi_int(dbg_mi_get(dbg_mi_result(result, "frame"), "level"), 0);
}

int dbg_fault_unwind(
	struct dbg_machine *m, struct dbg_fault *f, bool take_registers, struct fl_error *err)
{
	int back = selected(m), level = find_level(m, f->pc);
	if (level < 0)
		return 0;
	f->current = true;
	if (!take_registers)
		return 0;
	int rc = select_level(m, level, err);
	if (rc == 0)
		rc = dbg_fault_take_registers(m, f, err);
	int restored = select_level(m, back, rc ? NULL : err);
	if (rc == 0) {
		f->registers_from = "the debugger's backtrace";
		f->exact = true;
		f->sp = dbg_fault_register(f, m->info->sp);
	}
	return rc ? rc : restored;
}

static void take_callers(struct dbg_machine *m, struct dbg_fault *f, int from)
{
	const struct dbg_mi_value *v = list_frames(m, from, from + DBG_FAULT_CALLERS - 1);
	f->callers_count = 0;
	for (; v && f->callers_count < DBG_FAULT_CALLERS; v = v->next) {
		struct dbg_caller *c = &f->callers[f->callers_count++];
		c->address = address_of(v);
		c->function = fl_arena_slice(&m->arena, dbg_mi_str(dbg_mi_get(v, "func")));
		c->file = fl_arena_slice(&m->arena, dbg_mi_str(dbg_mi_get(v, "file")));
		c->line = dbg_mi_int(dbg_mi_get(v, "line"), 0);
	}
}

static int set_register(
	struct dbg_machine *m, const char *name, uint64_t value, struct fl_error *err)
{
	char command[80];
	snprintf(command, sizeof(command), "-gdb-set var $%s=0x%" PRIx64, name, value);
	return dbg_console_ask(m->console, command, NULL, err);
}

static int set_registers(
	struct dbg_machine *m, const struct dbg_value *values, size_t count, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < count; i++)
		if (values[i].have && strcmp(values[i].name, m->info->flags ? m->info->flags : ""))
			rc = set_register(m, values[i].name, values[i].value, err);
	return rc;
}

/* After a jump to nowhere: back to the caller, as a return would go. */
static void step_out(struct dbg_machine *m, struct dbg_fault *f)
{
	uint64_t back = 0;
	if (m->arch == DBG_ARCH_X86_64) {
		if (dbg_machine_word(m, f->sp, &back, NULL))
			return;
		dbg_fault_set(f, "rsp", f->sp + 8);
	} else {
		back = dbg_fault_register(f, m->arch == DBG_ARCH_AARCH64 ? "x30" : "ra");
	}
	dbg_fault_set(f, m->info->pc, back);
}

/* Have the debugger show the registers of that moment. */
static int set_then(
	struct dbg_machine *m, const struct dbg_fault *f, bool nowhere, struct fl_error *err)
{
	struct dbg_fault *then = fl_arena_alloc(&m->arena, sizeof(*then));
	int rc = fl_arena_error(&m->arena, "the interrupted registers", err);
	if (rc)
		return rc;
	*then = *f;
	dbg_fault_set(then, m->info->pc, f->pc);
	dbg_fault_set(then, m->info->sp, f->sp);
	if (nowhere)
		step_out(m, then);
	return set_registers(m, then->registers, then->count, err);
}

int dbg_fault_enter(struct dbg_machine *m, const struct dbg_fault *f, struct fl_error *err)
{
	struct dbg_place at;
	dbg_machine_place(m, f->pc, &at);
	int rc = select_level(m, 0, err);
	return rc ? rc : set_then(m, f, !at.code, err);
}

/*
 * The backtrace does not lead to what was interrupted, so the debugger is shown the registers of
 * that moment, and theirs again afterwards.
 */
static int callers_there(
	struct dbg_machine *m, struct dbg_fault *f, bool nowhere, struct fl_error *err)
{
	struct dbg_fault *now = fl_arena_alloc(&m->arena, sizeof(*now));
	int rc = fl_arena_error(&m->arena, "the callers", err);
	int back = selected(m);
	if (rc == 0)
		rc = select_level(m, 0, err);
	if (rc == 0)
		rc = dbg_fault_take_registers(m, now, err);
	if (rc)
		return rc;
	rc = set_then(m, f, nowhere, err);
	if (rc == 0)
		take_callers(m, f, 0);
	int restored = set_registers(m, now->registers, now->count, rc ? NULL : err);
	if (restored == 0)
		select_level(m, back, NULL);
	return rc ? rc : restored;
}

int dbg_fault_callers(struct dbg_machine *m, struct dbg_fault *f, struct fl_error *err)
{
	struct dbg_place at;
	int level = find_level(m, f->pc);
	dbg_machine_place(m, f->pc, &at);
	if (level >= 0) {
		take_callers(m, f, level);
		/* of a jump to nowhere the caller may be missing: then it is looked for */
		if (at.code || f->callers_count > 1)
			return 0;
	}
	/* Without symbols and registers a backtrace would be a guess. */
	if (!m->system || (!f->exact && !at.symbol.len))
		return 0;
	return callers_there(m, f, !at.code, err);
}
