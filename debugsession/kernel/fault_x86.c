/*
 * x86_64: the processor leaves the frame of an exception on the stack and nothing in registers but
 * CR2 (Intel SDM volume 3, 6.14.2). So the frame is what the user says, or that of the gate where
 * the processor stands, or what a function of the kernel has as an argument, or what looks like one
 * on the stack, in this order; which one it was is told.
 */
#include <inttypes.h>
#include <stdio.h>

#include "debugsession/kernel/descriptors.h"
#include "debugsession/kernel/fault.h"
#include "debugsession/answer/answer.h"

enum { VECTORS = 256, SCAN_WORDS = 512, FRAME_WORDS = 5, UNKNOWN = -1 };
enum {
	VECTOR_DE = 0,
	VECTOR_UD = 6,
	VECTOR_DF = 8,
	VECTOR_GP = 13,
	VECTOR_PF = 14,
	VECTOR_AC = 17
};

/* What is known of the exception while it is looked for. */
struct found {
	bool have_frame;
	uint64_t frame; /* where RIP, CS, RFLAGS, RSP, SS stand */
	uint64_t words[FRAME_WORDS];
	int64_t vector, error; /* UNKNOWN where they are */
	bool at_entry; /* the registers are still those of the moment */
	struct fl_slice where; /* the kernel's structure */
};

static int read_frame(struct dbg_machine *m, struct found *x, struct fl_error *err)
{
	size_t n = 0;
	int rc = dbg_machine_words(m, x->frame, FRAME_WORDS, x->words, &n, err);
	if (rc)
		fl_error_wrap(err, "no exception's frame can be read at 0x%" PRIx64, x->frame);
	if (rc == 0 && n < FRAME_WORDS)
		rc = fl_error_set(err, FL_EREFUSED,
			"Cannot access memory at address 0x%" PRIx64 ", where the frame goes on",
			x->frame + 8 * n);
	return rc;
}

static bool pushes_code(int64_t vector)
{
	const struct dbg_vector *v = vector < 0 ? NULL : dbg_vector_find((uint64_t)vector);
	return v && v->error_code;
}

/* Is the processor at the first instruction of a gate's handler? */
static void at_gate(struct dbg_machine *m, struct dbg_fault *f, struct found *x)
{
	uint64_t pc = dbg_fault_register(f, "rip"), error;
	struct dbg_idt t;
	struct dbg_gate_descriptor g;
	if (dbg_kernel_read_idt(m, &t, NULL))
		return;
	for (unsigned i = 0; i < VECTORS && dbg_gate_descriptor_read(t.bytes, t.len, i, t.wide, &g);
		i++) {
		if (!g.present || g.offset != pc)
			continue;
		x->vector = i;
		x->at_entry = x->have_frame = true;
		x->frame = dbg_fault_register(f, "rsp");
		if (pushes_code(i) && dbg_machine_word(m, x->frame, &error, NULL) == 0) {
			x->error = (int64_t)error;
			x->frame += 8;
		}
		f->frame_from = f->code_from = "the processor is at the gate's first instruction";
		return;
	}
}

static int from_arguments(struct dbg_machine *m, const struct dbg_fault_args *args,
	struct dbg_fault *f, struct found *x, struct fl_error *err)
{
	uint64_t value;
	int rc = 0;
	if (args->frame.len) {
		rc = dbg_machine_evaluate(m, args->frame, &x->frame, err);
		x->have_frame = rc == 0;
		f->frame_from = "the command's argument";
	}
	if (rc == 0 && args->vector.len) {
		rc = dbg_kernel_vector(m, args->vector, &value, err);
		x->vector = rc ? UNKNOWN : (int64_t)value;
		f->code_from = "the command's argument";
	}
	if (rc == 0 && args->error.len) {
		rc = dbg_machine_evaluate(m, args->error, &value, err);
		x->error = rc ? UNKNOWN : (int64_t)(value & UINT32_MAX);
	}
	return rc;
}

/* The kernel's own structure: a trap frame, pt_regs, an interrupt stack frame. */
static int from_symbols(
	struct dbg_machine *m, struct dbg_fault *f, struct found *x, struct fl_error *err)
{
	static const char rip[] = "rip,ip,instruction_pointer";
	uint64_t pc, value;
	int rc = dbg_fault_from_symbols(m, rip, f, &x->where, &pc, err);
	if (rc || !x->where.len)
		return rc;
	struct fl_slice address = fl_arena_printf(&m->arena, "&%.*s->rip", FL_ARG(x->where));
	if (dbg_machine_evaluate(m, address, &x->frame, NULL)) {
		address = fl_arena_printf(&m->arena, "&%.*s->ip", FL_ARG(x->where));
		rc = dbg_machine_evaluate(m, address, &x->frame, err);
	}
	x->have_frame = rc == 0;
	f->frame_from = "an argument of the handler that points to a structure with rip";
	f->registers_from = "that structure";
	f->exact = true;
	if (x->vector < 0 && dbg_fault_member(m, x->where,
				     "vector,vec,int_no,trapno,interrupt,number", &value)) {
		x->vector = (int64_t)value;
		f->code_from = "that structure";
	}
	if (x->error < 0 &&
		dbg_fault_member(m, x->where, "error,error_code,err_code,errcode,err", &value))
		x->error = (int64_t)value;
	return rc;
}

/* RIP, CS, RFLAGS, RSP, SS as the processor pushes them. */
static bool looks_like_frame(const uint64_t w[FRAME_WORDS])
{
	uint64_t cs = w[1], rflags = w[2], rsp = w[3], ss = w[4];
	bool rpl = (cs & 3) == 0 || (cs & 3) == 3;
	return cs < 0x10000 && cs > 3 && rpl && ss < 0x10000 && (ss == 0 || (ss & 3) == (cs & 3)) &&
	       (rflags & 2) && !(rflags & 0x8028) && rflags >> 22 == 0 && rsp > 0xfff;
}

/* Search the stack upwards; the first is the innermost. */
static int search(struct dbg_machine *m, struct dbg_fault *f, struct found *x, struct fl_error *err)
{
	uint64_t sp = dbg_fault_register(f, "rsp"), *words;
	size_t count = 0;
	words = fl_arena_array(&m->arena, SCAN_WORDS, sizeof(*words));
	int rc = fl_arena_error(&m->arena, "the stack", err);
	if (rc == 0)
		rc = dbg_machine_words(m, sp, SCAN_WORDS, words, &count, err);
	for (size_t i = 0; rc == 0 && i + FRAME_WORDS <= count; i++) {
		if (!looks_like_frame(words + i))
			continue;
		x->frame = sp + 8 * i;
		x->have_frame = true;
		f->frame_from = "a search of the stack (heuristic)";
		/* Stubs push the number of the vector below the error code, or below a 0 for it. */
		bool numbered = i >= 2 && words[i - 2] < 32 && words[i - 1] < 0x10000 &&
				dbg_vector_find(words[i - 2]);
		if (numbered && x->vector < 0) {
			x->vector = (int64_t)words[i - 2];
			f->code_from = "a number below the frame (heuristic)";
		}
		if (x->error < 0 && i >= 1 && pushes_code(x->vector))
			x->error = (int64_t)words[i - 1];
		return 0;
	}
	return rc ? rc
		  : fl_error_set(err, FL_EINVAL,
			    "no exception's frame was found in %zu words of the stack: stop in the "
			    "handler, or say where it is with fault frame ADDRESS (of the saved "
			    "RIP)",
			    count);
}

/* The codes, in words and as data. */
static void describe(struct dbg_machine *m, struct dbg_fault *f, const struct found *x)
{
	const struct dbg_vector *v = x->vector < 0 ? NULL : dbg_vector_find((uint64_t)x->vector);
	struct fl_buf text;
	uint64_t code = x->error < 0 ? 0 : (uint64_t)x->error;
	bool pf = x->vector == VECTOR_PF;
	fl_buf_init(&text, 1 << 12);
	if (v)
		f->name = fl_arena_printf(&m->arena, "%s (%s)", v->name, v->mnemonic);
	else if (x->vector >= 0)
		f->name = fl_arena_printf(&m->arena, "interrupt %d", (int)x->vector);
	else
		f->name = FL_S("an exception of an unknown vector (say: vector N)");
	if (x->vector >= 0) {
		fl_buf_printf(&text, "vector %d", (int)x->vector);
		dbg_answer_int(&f->codes, "vector", x->vector);
	}
	if (pushes_code(x->vector) && x->error >= 0) {
		const struct dbg_bit *bits = pf ? dbg_pf_bits : dbg_selector_bits;
		fl_buf_printf(&text, ", error code 0x%" PRIx64, code);
		dbg_answer_hex(&f->codes, "error_code", code);
		if (pf || code) {
			dbg_bits_text(&text, " ", bits, code);
			dbg_bits_json(&f->codes, bits, code);
		}
	}
	dbg_answer_hex(&f->codes, "frame", x->frame);
	f->details = fl_arena_slice(&m->arena, fl_buf_view(&text));
	fl_buf_release(&text);
}

/* What the vector alone says of the cause, and where the address is. */
static int read_vector(
	struct dbg_machine *m, struct dbg_fault *f, const struct found *x, struct fl_error *err)
{
	static const struct {
		int vector;
		enum dbg_cause cause;
	} rows[] = {{VECTOR_DE, DBG_CAUSE_ARITHMETIC}, {1, DBG_CAUSE_ON_PURPOSE},
		{3, DBG_CAUSE_ON_PURPOSE}, {4, DBG_CAUSE_ARITHMETIC},
		{VECTOR_UD, DBG_CAUSE_INSTRUCTION}, {VECTOR_AC, DBG_CAUSE_ALIGNMENT},
		{16, DBG_CAUSE_ARITHMETIC}, {19, DBG_CAUSE_ARITHMETIC}};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].vector == x->vector)
			f->hint = rows[i].cause;
	if (x->vector >= 32)
		f->hint = DBG_CAUSE_ON_PURPOSE;
	f->is_page_fault = x->vector == VECTOR_PF;
	f->have_address = f->is_page_fault || x->vector == VECTOR_DF;
	if (f->is_page_fault && x->error >= 0) {
		f->access = dbg_pf_access((uint64_t)x->error);
		f->user = x->error & 4;
	}
	int rc = f->have_address ? dbg_machine_register(m, "cr2", &f->address, err) : 0;
	/* Without no-execute the code does not tell fetches from reads. */
	if (rc == 0 && f->is_page_fault && f->address == f->pc)
		f->access = DBG_ACCESS_EXECUTE;
	return rc;
}

static int find_frame(struct dbg_machine *m, const struct dbg_fault_args *args, struct dbg_fault *f,
	struct found *x, struct fl_error *err)
{
	int rc = from_arguments(m, args, f, x, err);
	if (rc == 0 && !x->have_frame)
		at_gate(m, f, x);
	if (rc == 0 && !x->have_frame)
		rc = from_symbols(m, f, x, err);
	if (rc == 0 && !x->have_frame)
		rc = search(m, f, x, err);
	if (rc == 0)
		rc = read_frame(m, x, err);
	if (rc == 0 && args->frame.len && !looks_like_frame(x->words))
		f->frame_from = "the command's argument, where the words do not look like RIP, CS, "
				"RFLAGS, RSP, SS (an error code stands 8 bytes below them)";
	return rc;
}

int dbg_fault_x86(struct dbg_machine *m, const struct dbg_fault_args *args, struct dbg_fault *f,
	struct fl_error *err)
{
	struct found x = {.vector = UNKNOWN, .error = UNKNOWN};
	int rc = dbg_console_ask(m->console, "-stack-select-frame 0", NULL, err);
	if (rc == 0)
		rc = dbg_fault_take_registers(m, f, err);
	if (rc == 0)
		rc = find_frame(m, args, f, &x, err);
	if (rc)
		return rc;
	f->pc = x.words[0];
	f->current = true;
	if (x.at_entry) {
		f->registers_from = "the processor: nothing has changed them yet";
		f->exact = true;
	}
	rc = dbg_fault_unwind(m, f, !f->exact, err);
	if (rc)
		return rc;
	if (!f->registers_from)
		f->registers_from = "the processor as it is now (heuristic)";
	f->sp = x.words[3];
	f->user = (x.words[1] & 3) == 3;
	dbg_fault_set(f, "rip", f->pc);
	dbg_fault_set(f, "rsp", f->sp);
	describe(m, f, &x);
	return read_vector(m, f, &x, err);
}
