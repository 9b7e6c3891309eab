/*
 * Documents about what depends on the machine, and about our own commands. The registers are those
 * that the found gdb knows for an architecture; the rest of each row is from the processors'
 * calling conventions (System V ABI for x86-64, AAPCS64, RISC-V ELF psABI) and the GDB manual.
 */
#include <stdio.h>

#include "debugsession/mcp/priv.h"
#include "debugsession/session/extra.h"

static const struct {
	const char *title, *name; /* name: as `set architecture` takes it */
	const char *arguments, *result, *frame, *system;
	const char *examples[4];
} machines[] = {
	{"x86_64", "i386:x86-64", "rdi rsi rdx rcx r8 r9, then the stack; xmm0 to xmm7",
		"rax, xmm0",
		"rip, rsp, rbp where the compiler keeps frame pointers; the return address is at "
		"*(long*)$rsp at a function's first instruction",
		"system call: number in rax, arguments in rdi rsi rdx r10 r8 r9. A kernel under "
		"QEMU: cr0 cr2 cr3 cr4 efer; page-walk, gdt, idt, fault",
		{"set disassembly-flavor intel", "x/4i $rip", "x/8xg $rsp", "print $eflags"}},
	{"aarch64", "aarch64", "x0 to x7, then the stack; v0 to v7", "x0, v0",
		"pc, sp, x29 (frame), x30 (return address, also in a leaf function)",
		"system call: number in x8, arguments in x0 to x5. A kernel under QEMU: "
		"ESR_EL1 FAR_EL1 ELR_EL1 TTBR0_EL1 TCR_EL1; page-walk, fault",
		{"x/4i $pc", "x/8xg $sp", "print/x $cpsr", "print/x $x30"}},
	{"riscv64", "riscv:rv64", "a0 to a7, then the stack; fa0 to fa7", "a0, fa0",
		"pc, sp, fp (s0), ra (return address)",
		"system call: number in a7, arguments in a0 to a5. A kernel under QEMU: satp "
		"scause stval sepc sstatus; page-walk, fault",
		{"x/4i $pc", "x/8xg $sp", "print/x $ra", "info registers a0 a1"}},
};

/* " rax  0 0 0 8 int64_t": the names, but those that the gdb made none for. */
static void add_registers(struct fl_buf *out, struct fl_slice text)
{
	struct fl_slice line;
	size_t names = 0;
	while (fl_slice_line(&text, &line)) {
		line = fl_slice_trim(line);
		ptrdiff_t end = fl_slice_chr(line, ' ');
		struct fl_slice name = fl_slice_head(line, end > 0 ? (size_t)end : 0);
		struct fl_slice rest = fl_slice_trim(fl_slice_skip(line, name.len));
		if (!name.len || *name.ptr == '\'' || !rest.len || *rest.ptr < '0' ||
			*rest.ptr > '9')
			continue;
		fl_buf_str(out, names++ ? " " : "- registers: ");
		fl_buf_slice(out, name);
	}
	fl_buf_str(out, names ? "\n" : "");
}

/* The gdb at hand, or the one for all machines; neither may know this one. */
static int add_known(const char *gdb, const char *name, struct fl_buf *out, bool *ret_known,
	struct fl_error *err)
{
	char choose[64];
	const char *const commands[] = {choose, "maintenance print registers", NULL};
	struct fl_buf text;
	snprintf(choose, sizeof(choose), "set architecture %s", name);
	fl_buf_init(&text, DBG_DOCUMENT_MAX);
	int rc = dbg_mcp_ask_gdb(gdb, commands, &text, err);
	*ret_known = rc == 0 && fl_slice_find(fl_buf_view(&text), "The target architecture") >= 0;
	if (*ret_known)
		add_registers(out, fl_buf_view(&text));
	fl_buf_release(&text);
	return rc;
}

int dbg_mcp_write_architecture(
	const struct dbg_mcp_opts *opts, struct fl_buf *out, struct fl_error *err)
{
	int rc = 0;
	fl_buf_str(out, "# What depends on the machine\n");
	for (size_t i = 0; rc == 0 && i < sizeof(machines) / sizeof(*machines); i++) {
		bool known = false;
		fl_buf_printf(out,
			"\n## %s\n\n- arguments of a call: %s\n- its result: %s\n"
			"- place and stack: %s\n- %s\n",
			machines[i].title, machines[i].arguments, machines[i].result,
			machines[i].frame, machines[i].system);
		rc = add_known(dbg_mcp_gdb(opts), machines[i].name, out, &known, err);
		if (rc == 0 && !known &&
			add_known("gdb-multiarch", machines[i].name, out, &known, NULL) == 0)
			fl_buf_str(out, "- start the session with `gdb_path` gdb-multiarch\n");
		if (!known)
			fl_buf_str(out, "- this gdb does not know it: install gdb-multiarch\n");
		fl_buf_str(out, "- try:");
		for (size_t e = 0; e < 4; e++)
			fl_buf_printf(out, " `%s`", machines[i].examples[e]);
		fl_buf_char(out, '\n');
	}
	return rc;
}

int dbg_mcp_write_extensions(
	const struct dbg_mcp_opts *opts, struct fl_buf *out, struct fl_error *err)
{
	(void)opts;
	(void)err;
	fl_buf_str(out, "# Commands that gdb does not have\n\nThey are given like any other "
			"(`gdb_execute_command`, `call`, `gdb_batch`), by their whole names. What "
			"they know "
			"is in `data`, too.\n\n| command | what it answers |\n|---|---|\n");
	for (const struct dbg_extra_row *r = dbg_extra_rows; r->words; r++)
		fl_buf_printf(out, "| `%s` | %s |\n", r->usage, r->help);
	return 0;
}
