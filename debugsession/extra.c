#include "debugsession/extra.h"

#include <stddef.h>

#include "debugsession/kernel/commands.h"
#include "debugsession/words.h"

static int run_wait(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_console_wait(in->console, in->wall_ms, &out->reply, err);
}

const struct dbg_extra_row dbg_extra_rows[] = {
	{"wait", run_wait, "wait", "wait for the running program to stop"},
	{"ctx", dbg_kernel_ctx, "ctx", "instructions, registers and stack where it stands"},
	{"show-stack", dbg_kernel_stack, "show-stack [N]",
		"N words (16) of the stack, with what they point to"},
	{"show-all-registers", dbg_kernel_registers, "show-all-registers",
		"general registers, segments, control registers"},
	{"show-control", dbg_kernel_control, "show-control", "control registers, bit by bit"},
	{"show-segments", dbg_kernel_segments, "show-segments", "segment registers and bases"},
	{"page-walk", dbg_kernel_page_walk, "page-walk ADDRESS",
		"the way through the page tables, entry by entry"},
	{"gdt", dbg_kernel_gdt, "gdt", "the global descriptor table"},
	{"idt", dbg_kernel_idt, "idt [VECTOR]", "the interrupt descriptor table"},
	{"fault", dbg_kernel_fault, "fault [vector=N] [error=N] [frame=ADDRESS]",
		"why the exception or the signal came"},
	{"tsc", dbg_kernel_tsc, "tsc", "the time stamp counter"},
	{NULL, NULL, NULL, NULL},
};

const struct dbg_extra_row *dbg_extra_find(struct fl_slice command, struct fl_slice *ret_args)
{
	for (const struct dbg_extra_row *r = dbg_extra_rows; r->words; r++)
		if (dbg_words_match(command, r->words, r->words, ret_args))
			return r;
	return NULL;
}
