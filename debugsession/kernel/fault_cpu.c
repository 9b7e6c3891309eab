/* AArch64 and RISC-V: the processor's registers tell of the last exception (cause.h). */
#include <inttypes.h>
#include <stdio.h>

#include "debugsession/kernel/fault.h"
#include "debugsession/answer/answer.h"

enum { VECTORS_BYTES = 0x800, VECTOR_STEP = 0x80, MODE_EL = 15, PRIV_M = 3 };

/* What was interrupted, by symbols or the backtrace; at a vector's first instruction as it is. */
static int interrupted(struct dbg_machine *m, struct dbg_fault *f, bool at_entry,
	const char *pc_members, struct fl_error *err)
{
	struct fl_slice where = {NULL, 0};
	uint64_t pc = 0;
	int rc = 0;
	if (at_entry) {
		f->registers_from = "the processor: nothing has changed them yet";
		f->exact = f->current = true;
	} else {
		rc = dbg_fault_from_symbols(m, pc_members, f, &where, &pc, err);
		if (rc == 0 && where.len && pc == f->pc) {
			f->registers_from = "a structure that an argument of the handler points to";
			f->exact = f->current = true;
			f->sp = dbg_fault_register(f, "sp");
		}
	}
	if (rc == 0)
		rc = dbg_fault_unwind(m, f, !f->exact, err);
	if (!f->registers_from)
		f->registers_from = "the processor as it is now (heuristic)";
	if (!f->sp)
		f->sp = dbg_fault_register(f, "sp");
	dbg_fault_set(f, "pc", f->pc);
	return rc;
}

static int read_all(struct dbg_machine *m, struct dbg_value *v, size_t count, struct fl_error *err)
{
	int rc = dbg_console_ask(m->console, "-stack-select-frame 0", NULL, err);
	if (rc == 0)
		rc = dbg_machine_values(m, v, count, err);
	for (size_t i = 0; rc == 0 && i < count; i++)
		if (!v[i].have)
			rc = fl_error_set(
				err, FL_EINVAL, "the target does not tell register %s", v[i].name);
	return rc;
}

static enum dbg_cause arm_hint(const struct dbg_syndrome *s)
{
	static const struct {
		unsigned char ec;
		enum dbg_cause cause;
	} rows[] = {{0x00, DBG_CAUSE_INSTRUCTION}, {0x0e, DBG_CAUSE_INSTRUCTION},
		{0x15, DBG_CAUSE_ON_PURPOSE}, {0x18, DBG_CAUSE_INSTRUCTION},
		{0x22, DBG_CAUSE_ALIGNMENT}, {0x26, DBG_CAUSE_ALIGNMENT},
		{0x2c, DBG_CAUSE_ARITHMETIC}, {0x30, DBG_CAUSE_ON_PURPOSE},
		{0x31, DBG_CAUSE_ON_PURPOSE}, {0x32, DBG_CAUSE_ON_PURPOSE},
		{0x33, DBG_CAUSE_ON_PURPOSE}, {0x34, DBG_CAUSE_ON_PURPOSE},
		{0x35, DBG_CAUSE_ON_PURPOSE}, {0x3c, DBG_CAUSE_ON_PURPOSE}};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].ec == s->ec)
			return rows[i].cause;
	if (s->fault && s->iss == 0x21)
		return DBG_CAUSE_ALIGNMENT;
	return s->fault && (s->iss & 0x3f) == 0x10 ? DBG_CAUSE_NO_MEMORY : DBG_CAUSE_UNKNOWN;
}

int dbg_fault_arm(struct dbg_machine *m, struct dbg_fault *f, struct fl_error *err)
{
	struct dbg_value v[] = {{.name = "ESR_EL1"}, {.name = "FAR_EL1"}, {.name = "ELR_EL1"},
		{.name = "SPSR_EL1"}, {.name = "VBAR"}};
	struct dbg_syndrome s;
	if (dbg_machine_find(m, "VBAR") < 0)
		v[4].name = "VBAR_EL1";
	int rc = read_all(m, v, 5, err);
	uint64_t esr = v[0].value;
	if (rc == 0 && !esr && !v[2].value)
		rc = fl_error_set(err, FL_EINVAL, "no exception has been taken to EL1 yet");
	if (rc == 0)
		rc = dbg_fault_take_registers(m, f, err);
	if (rc)
		return rc;
	dbg_syndrome_read(esr, &s);
	uint64_t in_vectors = dbg_fault_register(f, "pc") - v[4].value;
	f->pc = v[2].value;
	f->user = (v[3].value & MODE_EL) == 0;
	f->access = s.access;
	f->is_page_fault = s.abort && s.level >= 0;
	f->have_address = s.far_valid;
	f->address = v[1].value;
	f->hint = arm_hint(&s);
	f->frame_from = "ELR_EL1";
	f->code_from = "ESR_EL1";
	f->name = s.fault && s.level >= 0 ? fl_arena_printf(&m->arena, "%s: %s at level %d", s.name,
						    s.fault, s.level)
		  : s.fault               ? fl_arena_printf(&m->arena, "%s: %s", s.name, s.fault)
					  : fl_slice_str(s.name);
	f->details = fl_arena_printf(&m->arena,
		"ESR_EL1 0x%" PRIx64 " (EC 0x%x, ISS 0x%x), FAR_EL1 0x%" PRIx64, esr, s.ec, s.iss,
		v[1].value);
	dbg_answer_hex(&f->codes, "esr", esr);
	dbg_answer_hex(&f->codes, "ec", s.ec);
	dbg_answer_hex(&f->codes, "iss", s.iss);
	dbg_answer_hex(&f->codes, "far", v[1].value);
	dbg_answer_text(&f->codes, "fault", fl_slice_str(s.fault ? s.fault : ""));
	dbg_answer_int(&f->codes, "level", s.level);
	return interrupted(m, f, in_vectors < VECTORS_BYTES && in_vectors % VECTOR_STEP == 0,
		"elr,pc,elr_el1", err);
}

static enum dbg_cause riscv_hint(uint64_t cause)
{
	static const enum dbg_cause rows[] = {DBG_CAUSE_ALIGNMENT, DBG_CAUSE_NO_MEMORY,
		DBG_CAUSE_INSTRUCTION, DBG_CAUSE_ON_PURPOSE, DBG_CAUSE_ALIGNMENT,
		DBG_CAUSE_NO_MEMORY, DBG_CAUSE_ALIGNMENT, DBG_CAUSE_NO_MEMORY, DBG_CAUSE_ON_PURPOSE,
		DBG_CAUSE_ON_PURPOSE, DBG_CAUSE_UNKNOWN, DBG_CAUSE_ON_PURPOSE};
	if (cause >> 63)
		return DBG_CAUSE_ON_PURPOSE;
	return cause < sizeof(rows) / sizeof(*rows) ? rows[cause] : DBG_CAUSE_UNKNOWN;
}

int dbg_fault_riscv(struct dbg_machine *m, struct dbg_fault *f, struct fl_error *err)
{
	struct dbg_value v[] = {{.name = "scause"}, {.name = "stval"}, {.name = "sepc"},
		{.name = "sstatus"}, {.name = "stvec"}};
	struct dbg_value machine[] = {{.name = "mcause"}, {.name = "mtval"}, {.name = "mepc"},
		{.name = "mstatus"}, {.name = "mtvec"}};
	struct dbg_value priv = {.name = "priv"};
	struct dbg_trap t;
	int rc = dbg_machine_values(m, &priv, 1, err);
	bool m_mode = rc == 0 && priv.have && (priv.value & 3) == PRIV_M;
	if (rc == 0)
		rc = read_all(m, m_mode ? machine : v, 5, err);
	const struct dbg_value *r = m_mode ? machine : v;
	if (rc == 0 && !r[0].value && !r[2].value)
		rc = fl_error_set(err, FL_EINVAL, "no trap has been taken to %c-mode yet",
			m_mode ? 'M' : 'S');
	if (rc == 0)
		rc = dbg_fault_take_registers(m, f, err);
	if (rc)
		return rc;
	uint64_t cause = r[0].value;
	dbg_trap_read(cause, &t);
	f->pc = r[2].value;
	f->user = m_mode ? (r[3].value >> 11 & 3) == 0 : !(r[3].value >> 8 & 1);
	f->access = t.access;
	f->is_page_fault = t.page_fault;
	f->have_address = t.has_address;
	f->address = r[1].value;
	f->hint = riscv_hint(cause);
	f->frame_from = m_mode ? "mepc" : "sepc";
	f->code_from = m_mode ? "mcause" : "scause";
	f->name = fl_slice_str(t.name);
	f->details = fl_arena_printf(&m->arena, "%s 0x%" PRIx64 ", %s 0x%" PRIx64, r[0].name, cause,
		r[1].name, r[1].value);
	dbg_answer_hex(&f->codes, r[0].name, cause);
	dbg_answer_hex(&f->codes, r[1].name, r[1].value);
	bool at_entry = dbg_fault_register(f, "pc") == (r[4].value & ~UINT64_C(3));
	return interrupted(m, f, at_entry, "sepc,epc,mepc,pc", err);
}
