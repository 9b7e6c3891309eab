/* A process: the signal that stopped it, with what the kernel says of it (sigaction(2)). */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>

#include "debugsession/kernel/fault.h"
#include "debugsession/answer/answer.h"

enum { SAY_MAX = 8 << 20 };

static const struct row {
	const char *name;
	int number;
	const char *words;
	enum dbg_cause cause;
	bool address; /* si_addr is that of the memory that was accessed */
} rows[] = {
	{"SIGSEGV", SIGSEGV, "an access to memory that is not there or not allowed",
		DBG_CAUSE_UNKNOWN, true},
	{"SIGBUS", SIGBUS, "an access behind the end of a mapped file, or one that is misaligned",
		DBG_CAUSE_NO_MEMORY, true},
	{"SIGFPE", SIGFPE, "arithmetic that has no result", DBG_CAUSE_ARITHMETIC, false},
	{"SIGILL", SIGILL, "an instruction that the processor does not know or not allow",
		DBG_CAUSE_INSTRUCTION, false},
	{"SIGABRT", SIGABRT, "the program gave up itself: look at who called abort",
		DBG_CAUSE_ABORT, false},
	{"SIGTRAP", SIGTRAP, "a breakpoint or a step", DBG_CAUSE_ON_PURPOSE, false},
	{"SIGSYS", SIGSYS, "a system call that is not allowed", DBG_CAUSE_INSTRUCTION, false},
};

static const struct row *row_of(int64_t number)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].number == number)
			return &rows[i];
	return NULL;
}

static uint64_t hex(struct fl_slice *s)
{
	uint64_t v = 0;
	*s = fl_slice_trim(*s);
	if (!fl_slice_starts(*s, "0x"))
		return 0;
	*s = fl_slice_skip(*s, 2);
	for (; s->len && fl_hex_value(*s->ptr) >= 0; *s = fl_slice_skip(*s, 1))
		v = v << 4 | (uint64_t)fl_hex_value(*s->ptr);
	return v;
}

/* "r-xp" of a line "0xSTART 0xEND SIZE OFFSET PERMISSIONS FILE". */
static void read_permissions(struct fl_slice line, char ret[5])
{
	for (size_t i = 0; i + 4 <= line.len; i++) {
		const char *p = line.ptr + i;
		if ((p[0] != 'r' && p[0] != '-') || (p[1] != 'w' && p[1] != '-') ||
			(p[2] != 'x' && p[2] != '-') || (p[3] != 'p' && p[3] != 's'))
			continue;
		memcpy(ret, p, 4);
		ret[4] = '\0';
		return;
	}
}

/* The line of `info proc mappings` that holds the address; else those around it. */
static void read_mappings(struct dbg_machine *m, struct dbg_fault *f, struct fl_slice said)
{
	static const char unknown[] = "????";
	struct fl_slice below = FL_S("nothing"), above = FL_S("nothing"), line;
	uint64_t word;
	while (fl_slice_line(&said, &line)) {
		struct fl_slice s = line;
		uint64_t start = hex(&s), end = hex(&s);
		line = fl_slice_trim(line);
		if (!end)
			continue;
		if (start <= f->address && f->address < end) {
			memcpy(f->permissions, unknown, sizeof(unknown));
			read_permissions(line, f->permissions);
			f->mapping = fl_arena_printf(&m->arena, "it lies in %.*s", FL_ARG(line));
			return;
		}
		if (end <= f->address)
			below = line;
		else if (fl_slice_eqs(above, "nothing"))
			above = line;
	}
	/* A core file lists what is mapped from files alone, and without permissions. */
	if (dbg_machine_word(m, f->address & ~UINT64_C(7), &word, NULL) == 0) {
		memcpy(f->permissions, unknown, sizeof(unknown));
		f->mapping = FL_S("it lies in memory that belongs to no file");
		return;
	}
	f->mapping =
		fl_arena_printf(&m->arena, "nothing is mapped there\n  below: %.*s\n  above: %.*s",
			FL_ARG(below), FL_ARG(above));
}

static void find_mapping(struct dbg_machine *m, struct dbg_fault *f)
{
	struct fl_buf said;
	fl_buf_init(&said, SAY_MAX);
	if (dbg_machine_say(m, "info proc mappings", &said, NULL) == 0)
		read_mappings(m, f, fl_buf_view(&said));
	fl_buf_release(&said);
}

static void read_address(struct dbg_machine *m, struct dbg_fault *f)
{
	uint64_t code = 0;
	if (dbg_machine_evaluate(m, FL_S("$_siginfo.si_code"), &code, NULL) == 0)
		dbg_answer_int(&f->codes, "si_code", (int32_t)code);
	/* 128 (SI_KERNEL): the processor did not tell the address, as of non-canonical ones. */
	if (code == 128)
		return;
	f->have_address = dbg_machine_evaluate(m, FL_S("$_siginfo._sifields._sigfault.si_addr"),
				  &f->address, NULL) == 0;
	if (f->have_address)
		find_mapping(m, f);
}

/* The number of the signal that stopped the program, or with which it died. */
static int read_signal(struct dbg_machine *m, int64_t *ret, struct fl_error *err)
{
	uint64_t number;
	if (dbg_machine_evaluate(m, FL_S("$_siginfo.si_signo"), &number, NULL) == 0) {
		*ret = (int64_t)number;
		return 0;
	}
	const struct dbg_mi_record *stop = dbg_console_stop(m->console);
	struct fl_slice name =
		stop ? dbg_mi_str(dbg_mi_result(stop, "signal-name")) : fl_slice(NULL, 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (!fl_slice_eqs(name, rows[i].name))
			continue;
		*ret = rows[i].number;
		return 0;
	}
	return fl_error_set(err, FL_EINVAL, "no signal has stopped the program: there is no fault");
}

int dbg_fault_user(struct dbg_machine *m, struct dbg_fault *f, struct fl_error *err)
{
	int64_t number = 0;
	int rc = dbg_console_ask(m->console, "-stack-select-frame 0", NULL, err);
	if (rc == 0)
		rc = dbg_fault_take_registers(m, f, err);
	if (rc == 0)
		rc = read_signal(m, &number, err);
	if (rc)
		return rc;
	const struct row *row = row_of(number);
	f->name = row ? fl_slice_str(row->name)
		      : fl_arena_printf(&m->arena, "signal %d", (int)number);
	f->details = fl_slice_str(row ? row->words : "sent by a process or by the program itself");
	f->hint = row ? row->cause : DBG_CAUSE_ON_PURPOSE;
	f->pc = dbg_fault_register(f, m->info->pc);
	f->sp = dbg_fault_register(f, m->info->sp);
	f->user = f->exact = f->current = true;
	f->registers_from = "the process";
	dbg_answer_int(&f->codes, "signal", number);
	if (row && row->address)
		read_address(m, f);
	f->access =
		f->have_address && f->address == f->pc ? DBG_ACCESS_EXECUTE : DBG_ACCESS_UNKNOWN;
	return 0;
}
