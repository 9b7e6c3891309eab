#include "tracegen/operators/ops.h"

const struct tg_op tg_ops[TG_OP_COUNT] = {
#define X(suffix, name, phase, cls, cwe, summary, fix) \
	[TG_OP_##suffix] = {name, phase, cls, cwe, summary, fix, tg_op_##suffix},
	TG_OPS(X)
#undef X
};

int tg_op_find(struct fl_slice name)
{
	for (int i = 0; i < TG_OP_COUNT; i++) {
		if (fl_slice_eqs(name, tg_ops[i].name))
			return i;
	}
	return -1;
}

static void write_phase(struct fl_buf *out, enum tg_op_phase phase)
{
	fl_buf_str(
		out, "| operator | class | CWE | the fault | the fix |\n|---|---|---|---|---|\n");
	for (int i = 0; i < TG_OP_COUNT; i++) {
		const struct tg_op *op = &tg_ops[i];
		if (op->phase == phase)
			fl_buf_printf(out, "| `%s` | %s | %s | %s | %s |\n", op->name,
				diag_class_table[op->cls].name, op->cwe, op->summary, op->fix);
	}
}

void tg_ops_write_docs(struct fl_buf *out)
{
	fl_buf_str(out, "# Fault operators\n\n"
			"Written by `tracegen ops --to=markdown`; a test compares this page with "
			"the table in\n"
			"`tracegen/operators/ops.h`. The class is that of the root cause; what the "
			"tools saw "
			"of a fault is\n"
			"its evidence class, and may differ (an off-by-one index is `logic`, its "
			"overflow `ub`).\n"
			"\n## Faults that show when the program runs\n\n");
	write_phase(out, TG_RUNTIME);
	fl_buf_str(out, "\n## Faults that the compiler or the linker finds\n\n");
	write_phase(out, TG_COMPILE);
}
