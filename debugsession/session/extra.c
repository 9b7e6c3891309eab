#include "debugsession/session/extra.h"

#include <stddef.h>
#include <string.h>

#include "debugsession/calls/run.h"
#include "debugsession/kernel/commands.h"
#include "debugsession/kernel/qemu_commands.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/breaks.h"
#include "debugsession/session/extra_core.h"
#include "debugsession/answer/facts.h"
#include "debugsession/console/words.h"
#include "debugsession/why/snapshot.h"
#include "debugsession/why/watch.h"
#include "debugsession/why/why.h"

enum { LIST_MAX = 32 << 20 };

static int run_wait(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_console_wait(in->console, in->wall_ms, &out->reply, err);
}

/* Calls of functions in C++ (calls/calls.h). That some of them fail is no failure of all. */
static int run_calls(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	const struct dbg_calls_in calls = {.console = in->console,
		.gate = in->gate,
		.text = in->arguments,
		.wall_ms = in->wall_ms,
		.wish = in->literal};
	struct fl_buf list;
	size_t failed = 0;
	fl_buf_init(&list, LIST_MAX);
	int rc = dbg_calls_run(&calls, &out->literal, &list, &failed, err);
	fl_buf_slice(&out->text, fl_buf_view(&out->literal));
	fl_json_text(&out->output, fl_buf_view(&out->literal));
	dbg_answer_key(&out->data, "calls");
	fl_buf_printf(&out->data, "[%s]", list.data);
	dbg_answer_int(&out->data, "failed", (int64_t)failed);
	fl_buf_release(&list);
	return rc;
}

/* The value alone, as MI has it, without a number in gdb's history. */
static int run_evaluate(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	struct fl_buf command;
	struct fl_slice value = {0};
	int rc = 0;
	fl_buf_init(&command, LIST_MAX);
	for (int behind = 0; rc == 0 && behind < 2; behind++) {
		struct dbg_reply reply = {0};
		struct fl_buf expression;
		fl_buf_init(&expression, LIST_MAX);
		fl_buf_printf(&expression, behind ? "*&(%.*s)" : "%.*s", FL_ARG(in->arguments));
		fl_buf_clear(&command);
		fl_buf_str(&command, "-data-evaluate-expression ");
		dbg_mi_quote(&command, fl_buf_view(&expression));
		fl_buf_release(&expression);
		rc = fl_buf_error(&command, "an expression", err);
		if (rc == 0)
			rc = dbg_console_run(
				in->console, fl_buf_view(&command), in->wall_ms, &reply, err);
		if (rc == 0)
			rc = dbg_mi_refused(reply.result, err);
		if (rc == 0)
			value = dbg_mi_str(dbg_mi_result(reply.result, "value"));
		if (rc == 0 && !dbg_facts_is_reference(value))
			break;
	}
	if (rc == 0) {
		fl_buf_slice(&out->text, value);
		dbg_answer_text(&out->data, "value", value);
	}
	fl_buf_release(&command);
	return rc;
}

const struct dbg_extra_row dbg_extra_rows[] = {
	{"wait", run_wait, "wait", "wait for the running program to stop", false},
	{"ctx", dbg_kernel_ctx, "ctx", "instructions, registers and stack where it stands", false},
	{"show-stack", dbg_kernel_stack, "show-stack [N]",
		"N words (16) of the stack, with what they point to", false},
	{"show-all-registers", dbg_kernel_registers, "show-all-registers",
		"general registers, segments, control registers", false},
	{"show-control", dbg_kernel_control, "show-control", "control registers, bit by bit",
		false},
	{"show-segments", dbg_kernel_segments, "show-segments", "segment registers and bases",
		false},
	{"page-walk", dbg_kernel_page_walk, "page-walk ADDRESS",
		"the way through the page tables, entry by entry", false},
	{"gdt", dbg_kernel_gdt, "gdt", "the global descriptor table", false},
	{"idt", dbg_kernel_idt, "idt [VECTOR]", "the interrupt descriptor table", false},
	{"fault", dbg_kernel_fault, "fault [vector N] [error N] [frame ADDRESS]",
		"why the exception or the signal came", false},
	{"tsc", dbg_kernel_tsc, "tsc", "the time stamp counter", false},
	{"evaluate", run_evaluate, "evaluate EXPRESSION", "its value alone", false},
	{"post-mortem", dbg_extra_core, "post-mortem [FRAMES]",
		"the signal, and the frames of all threads (20 of each)", false},
	{"cpp-call", run_calls, "cpp-call TEXT", "do the calls of debugger functions in C++ text",
		true},
	{"breaks", dbg_run_breaks, "breaks", "set the breakpoints of --break-list again", false},
	{"monitor", dbg_run_monitor, "monitor COMMAND", "a command of QEMU's monitor", true},
	{"phys", dbg_run_phys, "phys ADDRESS [LENGTH]", "bytes of physical memory", false},
	{"tlb", dbg_run_tlb, "tlb", "the pages that are mapped", false},
	{"serial", dbg_run_serial, "serial [CURSOR]", "what came over the serial line", false},
	{"watch-expression", dbg_extra_watch, "watch-expression EXPRESSION",
		"evaluate it at every stop", false},
	{"unwatch-expression", dbg_extra_unwatch, "unwatch-expression N", "no longer", false},
	{"info watch-expressions", dbg_extra_watches, "info watch-expressions",
		"the expressions of watch-expression, with their values here", false},
	{"why-context", dbg_extra_why, "why-context", "all that a diagnosis of this stop needs",
		false},
	{"snapshot", dbg_extra_snapshot, "snapshot FILE:LINE [if CONDITION]",
		"run to a line; stop, variables and stack there", true},
	{NULL, NULL, NULL, NULL, false},
};

/* What is also a command of the debugger is ours in its short forms, too. */
static const char *least(const char *words)
{
	return strcmp(words, "monitor") == 0 ? "mon" : words;
}

const struct dbg_extra_row *dbg_extra_find(struct fl_slice command, struct fl_slice *ret_args)
{
	for (const struct dbg_extra_row *r = dbg_extra_rows; r->words; r++)
		if (dbg_words_match(command, r->words, least(r->words), ret_args))
			return r;
	return NULL;
}
