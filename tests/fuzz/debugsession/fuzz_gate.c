/* What the gate lets through, it lets through again as it is, and that starts with whole names. */
#include <stdlib.h>

#include "debugsession/gate/gate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char help[] =
	"Command class: breakpoints\n"
	"break, brea, bre, br, b -- Set.\ncommands -- Set.\ncondition -- Specify.\n"
	"Command class: data\n"
	"print, inspect, p -- Print.\nx -- Examine.\nset -- Evaluate.\nset args -- Set.\n"
	"set environment -- Set.\nset print, set pr, set p -- Generic.\nset print pretty -- Set.\n"
	"set variable, set var -- Evaluate.\nset exec-wrapper -- Set.\nwith, w -- Temporarily.\n"
	"Command class: running\n"
	"run, r -- Start.\nthread, t -- Use.\nthread apply -- Apply.\nthread apply all -- Apply.\n"
	"continue, fg, c -- Continue.\ntarget -- Connect.\ntarget remote -- Use.\nfile -- Use.\n"
	"Command class: support\n"
	"shell, ! -- Execute.\npipe, | -- Send.\npython, py -- Evaluate.\nsource -- Read.\n"
	"if -- Execute.\nwhile -- Execute.\ncomplete -- List.\ninterpreter-exec -- Execute.\n"
	"info, inf, i -- Generic.\ninfo registers, info r -- List.\ninfo line -- Core.\n"
	"Command class: user-defined\nmine -- User-defined.\n";

static bool no_register(void *ctx, struct fl_slice name)
{
	(void)ctx;
	(void)name;
	return false;
}

static bool starts(struct fl_slice line, const char *word)
{
	size_t n = strlen(word);
	return fl_slice_starts(line, word) && (line.len == n || strchr(" \t/", line.ptr[n]));
}

static void check(struct fl_slice sent)
{
	static const char *const never[] = {"shell", "!", "|", "pipe", "python", "py", "source",
		"interpreter-exec", "mine", "set exec-wrapper", "target remote |"};
	struct fl_slice line;
	while (fl_slice_line(&sent, &line))
		for (size_t i = 0; i < sizeof(never) / sizeof(*never); i++)
			if (starts(line, never[i]))
				abort();
}

/* What lldb evaluates has nothing in it that it would take for a command or a call. */
static void check_lldb(struct fl_slice sent)
{
	static const char *const evaluates[] = {"print", "x", "condition", "set variable"};
	struct fl_slice line;
	while (fl_slice_line(&sent, &line))
		for (size_t i = 0; i < sizeof(evaluates) / sizeof(*evaluates); i++)
			if (starts(line, evaluates[i]) &&
				(fl_slice_chr(line, '`') >= 0 || fl_slice_find(line, "++") >= 0 ||
					fl_slice_find(line, "[]{") >= 0))
				abort();
}

static void try_gate(const struct dbg_gate *g, const uint8_t *data, size_t size, bool lldb)
{
	struct fl_buf once, twice;
	fl_buf_init(&once, DBG_GATE_LINE_MAX);
	fl_buf_init(&twice, DBG_GATE_LINE_MAX);
	if (dbg_gate_pass(g, fl_slice((const char *)data, size), &once, NULL) == 0) {
		size_t len = once.len;
		check(fl_buf_view(&once));
		if (lldb)
			check_lldb(fl_buf_view(&once));
		if (fl_slice_ends(fl_buf_view(&once), "\n"))
			fl_buf_str(&once, "#"); /* one line of a script is a script still */
		if (len && dbg_gate_pass(g, fl_buf_view(&once), &twice, NULL))
			abort();
		if (!fl_slice_eq(fl_slice_head(fl_buf_view(&once), len), fl_buf_view(&twice)))
			abort();
	}
	fl_buf_release(&once);
	fl_buf_release(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct dbg_gate *gdb, *lldb;
	struct dbg_gate_opts opts = {
		.on = true, .network = true, .boxed = true, .is_register = no_register};
	if (!gdb && dbg_gate_new(&opts, fl_slice_str(help), &gdb, NULL))
		abort();
	opts.lldb = true;
	if (!lldb && dbg_gate_new(&opts, fl_slice_str(help), &lldb, NULL))
		abort();
	try_gate(gdb, data, size, false);
	try_gate(lldb, data, size, true);
	return 0;
}
