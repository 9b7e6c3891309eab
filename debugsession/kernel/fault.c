/* fault: what happened, where, why, who called. */
#include "debugsession/kernel/fault.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/kernel/operand.h"
#include "debugsession/answer/answer.h"

enum { TEXT_MAX = 64 << 10, USED_MAX = 6 };

const char *const dbg_cause_words[DBG_CAUSE_COUNT] = {
#define X(id, word) word,
	DBG_CAUSES(X)
#undef X
};

static struct dbg_value *find(const struct dbg_fault *f, const char *name)
{
	for (size_t i = 0; i < f->count; i++)
		if (strcmp(f->registers[i].name, name) == 0)
			return (struct dbg_value *)(uintptr_t)&f->registers[i];
	return NULL;
}

uint64_t dbg_fault_register(const struct dbg_fault *f, const char *name)
{
	const struct dbg_value *v = find(f, name);
	return v && v->have ? v->value : 0;
}

void dbg_fault_set(struct dbg_fault *f, const char *name, uint64_t value)
{
	struct dbg_value *v = find(f, name);
	if (v)
		*v = (struct dbg_value){v->name, true, value};
}

int dbg_fault_take_registers(struct dbg_machine *m, struct dbg_fault *f, struct fl_error *err)
{
	f->count = 0;
	for (; m->info->general[f->count] && f->count < DBG_FAULT_REGISTERS; f->count++)
		f->registers[f->count].name = m->info->general[f->count];
	return dbg_machine_values(m, f->registers, f->count, err);
}

static const struct dbg_instruction *faulting(const struct dbg_fault *f)
{
	return f->code_current < f->code_count ? &f->code[f->code_current] : NULL;
}

static void add_used(struct dbg_machine *m, const struct dbg_fault *f, struct dbg_extra_out *out)
{
	const struct dbg_instruction *i = faulting(f);
	const struct dbg_value *used[USED_MAX];
	size_t n =
		i ? dbg_operand_registers(m->arch, i->text, f->registers, f->count, used, USED_MAX)
		  : 0;
	dbg_answer_key(&out->data, "uses");
	fl_buf_char(&out->data, '{');
	for (size_t k = 0; k < n; k++) {
		fl_buf_printf(&out->text, "%s%s=0x%" PRIx64, k ? " " : "it uses: ", used[k]->name,
			used[k]->value);
		dbg_answer_hex(&out->data, used[k]->name, used[k]->value);
	}
	if (n)
		fl_buf_printf(&out->text, "%s\n",
			f->exact ? "" : " (as they are now: the handler may have changed them)");
	fl_buf_char(&out->data, '}');
}

static void add_callers(const struct dbg_fault *f, struct dbg_extra_out *out)
{
	fl_buf_str(&out->text, f->callers_count ? "call stack:\n" : "");
	dbg_answer_key(&out->data, "frames");
	fl_buf_char(&out->data, '[');
	for (size_t i = 0; i < f->callers_count; i++) {
		const struct dbg_caller *c = &f->callers[i];
		fl_buf_printf(&out->text, "  #%zu 0x%" PRIx64 " in %.*s", i, c->address,
			FL_ARG(c->function));
		if (c->line)
			fl_buf_printf(&out->text, " at %.*s:%" PRId64, FL_ARG(c->file), c->line);
		fl_buf_char(&out->text, '\n');
		dbg_answer_item(&out->data);
		fl_buf_char(&out->data, '{');
		dbg_answer_int(&out->data, "number", (int64_t)i);
		dbg_answer_hex(&out->data, "address", c->address);
		dbg_answer_text(&out->data, "function", c->function);
		dbg_answer_text(&out->data, "file", c->file);
		dbg_answer_int(&out->data, "line", c->line);
		fl_buf_char(&out->data, '}');
	}
	fl_buf_char(&out->data, ']');
}

static void add_walk(const struct dbg_fault *f, struct dbg_extra_out *out)
{
	if (f->mapping.len) {
		fl_buf_printf(&out->text, "%.*s\n", FL_ARG(f->mapping));
		dbg_answer_text(&out->data, "mapping", f->mapping);
	}
	if (!f->have_walk)
		return;
	dbg_kernel_walk_text(&out->text, f->address, &f->walk);
	dbg_answer_key(&out->data, "walk");
	fl_buf_char(&out->data, '{');
	dbg_kernel_walk_json(&out->data, f->address, &f->walk);
	fl_buf_char(&out->data, '}');
}

/* How it is known: what follows from symbols is certain, what was searched for is not. */
static void add_sources(const struct dbg_fault *f, struct dbg_extra_out *out)
{
	const struct {
		const char *key, *words;
	} rows[] = {{"frame_from", f->frame_from}, {"code_from", f->code_from},
		{"registers_from", f->registers_from}};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (!rows[i].words)
			continue;
		dbg_answer_text(&out->data, rows[i].key, fl_slice_str(rows[i].words));
		fl_buf_printf(&out->text, "%.*s: %s\n",
			(int)(strchr(rows[i].key, '_') - rows[i].key), rows[i].key, rows[i].words);
	}
	dbg_answer_bool(&out->data, "registers_exact", f->exact);
	dbg_answer_bool(&out->data, "in_handler", f->current);
	if (!f->current)
		fl_buf_str(&out->text,
			"this was the last exception; the handler may have ended since\n");
}

static void add_head(struct dbg_machine *m, const struct dbg_fault *f, struct dbg_extra_out *out)
{
	struct dbg_place at;
	dbg_machine_place(m, f->pc, &at);
	fl_buf_printf(&out->text, "%.*s%s%.*s\n", FL_ARG(f->name), f->details.len ? ": " : "",
		FL_ARG(f->details));
	fl_buf_printf(&out->text, "cause: %s\n", f->sentence.data);
	fl_buf_printf(&out->text, "at 0x%" PRIx64, f->pc);
	if (at.symbol.len) {
		fl_buf_str(&out->text, " in ");
		dbg_place_text(&out->text, &at);
	}
	fl_buf_char(&out->text, '\n');
	dbg_answer_text(&out->data, "exception", f->name);
	dbg_answer_text(&out->data, "cause", fl_slice_str(dbg_cause_words[f->cause]));
	dbg_answer_text(&out->data, "explanation", fl_buf_view(&f->sentence));
	if (f->codes.len) {
		dbg_answer_item(&out->data);
		fl_buf_slice(&out->data, fl_buf_view(&f->codes));
	}
	if (f->have_address)
		dbg_answer_hex(&out->data, "address", f->address);
	dbg_answer_text(&out->data, "access", fl_slice_str(dbg_access_words[f->access]));
	dbg_answer_text(&out->data, "by", f->user ? FL_S("user") : FL_S("kernel"));
	dbg_answer_hex(&out->data, "pc", f->pc);
	dbg_answer_hex(&out->data, "sp", f->sp);
	dbg_place_json(&out->data, &at);
}

static void write_fault(struct dbg_machine *m, const struct dbg_fault *f, struct dbg_extra_out *out)
{
	add_head(m, f, out);
	dbg_kernel_code_text(&out->text, f->code, f->code_count, f->code_current);
	dbg_kernel_code_json(&out->data, f->code, f->code_count, f->code_current);
	add_used(m, f, out);
	add_walk(f, out);
	add_callers(f, out);
	add_sources(f, out);
}

static struct fl_slice next_word(struct fl_slice *s)
{
	size_t n = 0;
	*s = fl_slice_trim(*s);
	while (n < s->len && s->ptr[n] != ' ' && s->ptr[n] != '\t')
		n++;
	struct fl_slice word = fl_slice_head(*s, n);
	*s = fl_slice_skip(*s, n);
	return word;
}

/* "vector 14 error $rsi frame $rsp+8": expressions without blanks. */
static int read_arguments(
	struct fl_slice arguments, struct dbg_fault_args *ret, struct fl_error *err)
{
	const struct {
		const char *key;
		struct fl_slice *value;
	} rows[] = {{"vector", &ret->vector}, {"error", &ret->error}, {"frame", &ret->frame}};
	for (struct fl_slice key = next_word(&arguments); key.len; key = next_word(&arguments)) {
		struct fl_slice *value = NULL;
		for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
			if (fl_slice_eqs(key, rows[i].key))
				value = rows[i].value;
		if (value)
			*value = next_word(&arguments);
		if (!value || !value->len)
			return fl_error_set(err, FL_EINVAL,
				"fault takes vector N, error N and frame ADDRESS, without blanks "
				"in them; not: %.*s",
				FL_ARG(fl_slice_head(key, 60)));
	}
	return 0;
}

static int gather(
	struct dbg_machine *m, struct fl_slice arguments, struct dbg_fault *f, struct fl_error *err)
{
	struct dbg_fault_args args = {.vector = {NULL, 0}};
	bool any = arguments.len;
	int rc = read_arguments(arguments, &args, err);
	if (rc)
		return rc;
	if (any && !(m->system && m->arch == DBG_ARCH_X86_64))
		return fl_error_set(err, FL_EINVAL,
			"fault takes arguments for x86_64 machines alone: here the processor's "
			"registers say it all");
	if (!m->system)
		return dbg_fault_user(m, f, err);
	switch (m->arch) {
	case DBG_ARCH_X86_64: return dbg_fault_x86(m, &args, f, err);
	case DBG_ARCH_AARCH64: return dbg_fault_arm(m, f, err);
	default: return dbg_fault_riscv(m, f, err);
	}
}

/* The instruction, and the way through the page tables: what cannot be had is left out. */
static void look_around(struct dbg_machine *m, struct dbg_fault *f)
{
	uint64_t address;
	if (dbg_machine_instructions(
		    m, f->pc, 3, 2, f->code, &f->code_count, &f->code_current, NULL)) {
		f->code_count = 0;
	} else if (!f->have_address && f->hint == DBG_CAUSE_UNKNOWN &&
		   dbg_operand_address(
			   m->arch, faulting(f)->text, f->registers, f->count, &address)) {
		f->have_address = true;
		f->address = address;
	}
	f->have_walk = m->system && f->have_address &&
		       dbg_machine_walk(m, f->address, &f->walk, NULL) == 0;
}

int dbg_fault_find(
	struct dbg_machine *m, struct fl_slice arguments, struct dbg_fault *f, struct fl_error *err)
{
	*f = (struct dbg_fault){0};
	fl_buf_init(&f->codes, TEXT_MAX);
	fl_buf_init(&f->sentence, TEXT_MAX);
	int rc = gather(m, arguments, f, err);
	if (rc == 0) {
		look_around(m, f);
		rc = dbg_fault_callers(m, f, err);
	}
	if (rc == 0)
		dbg_fault_conclude(m, f);
	return rc ? rc : fl_arena_error(&m->arena, "the fault", err);
}

void dbg_fault_release(struct dbg_fault *f)
{
	fl_buf_release(&f->codes);
	fl_buf_release(&f->sentence);
}

static int explain(struct dbg_machine *m, struct fl_slice arguments, struct dbg_extra_out *out,
	struct fl_error *err)
{
	struct dbg_fault *f = fl_arena_alloc(&m->arena, sizeof(*f));
	int rc = fl_arena_error(&m->arena, "the fault", err);
	if (rc)
		return rc;
	rc = dbg_fault_find(m, arguments, f, err);
	if (rc == 0)
		write_fault(m, f, out);
	dbg_fault_release(f);
	return rc ? rc : fl_arena_error(&m->arena, "the fault", err);
}

int dbg_kernel_fault(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_kernel_run(in, out, explain, err);
}
