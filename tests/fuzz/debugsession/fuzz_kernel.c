/*
 * Whatever memory holds, a walk ends within its levels and says how; descriptors and gates are read
 * within their bytes; any text of an instruction has an operand or none.
 */
#include <stdlib.h>

#include "debugsession/kernel/cause.h"
#include "debugsession/kernel/descriptors.h"
#include "debugsession/kernel/operand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEAD = 48 };

/* The input again and again. */
static int read_input(void *ctx, uint64_t address, void *bytes, size_t len, struct fl_error *err)
{
	const struct fl_slice *s = ctx;
	(void)err;
	for (size_t i = 0; i < len; i++)
		((char *)bytes)[i] = s->ptr[(address + i) % s->len];
	return 0;
}

static void check_walk(const struct dbg_walk *w)
{
	struct fl_buf out;
	if (w->count > DBG_WALK_MAX || w->end >= DBG_WALK_END_COUNT || !w->mode ||
		(w->end != DBG_WALK_MAPPED) != (w->reason[0] != '\0'))
		abort();
	if (w->page_bytes & (w->page_bytes - 1))
		abort();
	fl_buf_init(&out, 1 << 16);
	for (unsigned i = 0; i < w->count; i++) {
		dbg_bits_text(&out, "", w->entries[i].bits, w->entries[i].value);
		dbg_bits_json(&out, w->entries[i].bits, w->entries[i].value);
	}
	fl_buf_release(&out);
}

static void walk(const uint64_t v[5], struct fl_slice rest)
{
	const struct dbg_phys phys = {read_input, &rest};
	const struct dbg_walk_x86 x86 = {v[0] | 1ULL << 31, v[1], v[2], v[3] | 1 << 10};
	const struct dbg_walk_arm arm = {v[0] | 1, v[1], v[2], v[3]};
	const struct dbg_walk_riscv riscv = {(v[0] & ~(15ULL << 60)) | (8 + v[1] % 3) << 60, v[2]};
	struct dbg_walk w;
	if (dbg_walk_x86(&x86, v[4], &phys, &w, NULL) == 0)
		check_walk(&w);
	if (dbg_walk_arm(&arm, v[4], &phys, &w, NULL) == 0)
		check_walk(&w);
	if (dbg_walk_riscv(&riscv, v[4], &phys, &w, NULL) == 0)
		check_walk(&w);
}

static void tables(const unsigned char *bytes, size_t len, uint64_t word)
{
	struct dbg_descriptor d;
	struct dbg_gate_descriptor g;
	struct dbg_syndrome s;
	struct dbg_trap t;
	for (unsigned i = 0; i < 32; i++) {
		if (dbg_descriptor_read(bytes, len, i, word & 1, &d) &&
			(size_t)(i + d.slots) * 8 > len)
			abort();
		if (dbg_gate_descriptor_read(bytes, len, i, word & 1, &g) && !g.kind)
			abort();
	}
	dbg_syndrome_read(word, &s);
	dbg_trap_read(word, &t);
	if (!s.name || !t.name)
		abort();
}

static void operand(struct fl_slice text)
{
	static const struct dbg_value values[] = {{"rax", true, 1}, {"rsp", true, 2},
		{"x0", true, 3}, {"sp", true, 4}, {"a0", true, 5}, {"fp", false, 6}};
	const struct dbg_value *used[4];
	uint64_t address;
	for (int arch = DBG_ARCH_X86_64; arch <= DBG_ARCH_RISCV64; arch++) {
		dbg_operand_address((enum dbg_arch)arch, text, values, 6, &address);
		if (dbg_operand_registers((enum dbg_arch)arch, text, values, 6, used, 4) > 4)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t v[HEAD / 8];
	operand(fl_slice((const char *)data, size));
	if (size <= HEAD)
		return 0;
	memcpy(v, data, HEAD);
	walk(v, fl_slice((const char *)data + HEAD, size - HEAD));
	tables(data + HEAD, size - HEAD, v[5]);
	return 0;
}
