#include "debugsession/why/signal.h"

#include <signal.h>
#include <stdlib.h>

#include "debugsession/answer/facts.h"

static const struct code_row {
	int signal; /* 0: any */
	int code;
	const char *name, *meaning;
} codes[] = {
	{SIGSEGV, SEGV_MAPERR, "SEGV_MAPERR", "nothing is mapped at the address"},
	{SIGSEGV, SEGV_ACCERR, "SEGV_ACCERR", "what is mapped at the address may not be used so"},
	{SIGSEGV, SI_KERNEL, "SI_KERNEL", "an address that no program can have, or a bad stack"},
	{SIGBUS, BUS_ADRALN, "BUS_ADRALN", "the address is not aligned"},
	{SIGBUS, BUS_ADRERR, "BUS_ADRERR", "no memory stands behind the address: a file too short"},
	{SIGFPE, FPE_INTDIV, "FPE_INTDIV", "an integer was divided by zero"},
	{SIGFPE, FPE_INTOVF, "FPE_INTOVF", "an integer overflowed"},
	{SIGFPE, FPE_FLTDIV, "FPE_FLTDIV", "a floating-point number was divided by zero"},
	{SIGFPE, FPE_FLTINV, "FPE_FLTINV", "a floating-point operation makes no sense"},
	{SIGILL, ILL_ILLOPC, "ILL_ILLOPC", "no such machine instruction"},
	{SIGILL, ILL_ILLOPN, "ILL_ILLOPN", "the instruction's operand makes no sense"},
	{SIGTRAP, TRAP_BRKPT, "TRAP_BRKPT", "a breakpoint in the program itself"},
	{0, SI_USER, "SI_USER", "a process sent it"},
	{0, SI_TKILL, "SI_TKILL", "the program sent it to itself: abort, raise"},
	{0, SI_QUEUE, "SI_QUEUE", "a process queued it"},
};

static bool ask(struct dbg_console *c, const char *what, struct fl_arena *a, struct fl_slice *value)
{
	return dbg_facts_evaluate(c, fl_slice_str(what), 64, a, value, NULL) == 0;
}

static bool is_fault(int64_t signal)
{
	return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
	       signal == SIGTRAP;
}

void dbg_why_signal(
	struct dbg_console *c, int64_t signal, struct fl_arena *a, struct dbg_signal_info *out)
{
	struct fl_slice value;
	if (!signal || !ask(c, "$_siginfo.si_code", a, &value))
		return;
	out->code = strtoll(value.ptr, NULL, 10);
	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes) && !out->code_name.len; i++)
		if (codes[i].code == out->code && (!codes[i].signal || codes[i].signal == signal)) {
			out->code_name = fl_slice_str(codes[i].name);
			out->meaning = fl_slice_str(codes[i].meaning);
		}
	if (out->code <= 0 || !is_fault(signal) ||
		!ask(c, "(unsigned long)$_siginfo._sifields._sigfault.si_addr", a, &value))
		return;
	out->address = strtoull(value.ptr, NULL, 0);
	out->has_address = true;
}
