#include "debugsession/kernel/descriptors.h"

static uint64_t le(const unsigned char *p, unsigned bytes)
{
	uint64_t v = 0;
	while (bytes--)
		v = v << 8 | p[bytes];
	return v;
}

/* By the type of a system descriptor (3.5, table 3-2), in long mode and else. */
static const struct {
	const char *wide, *narrow;
} system_kinds[16] = {
	{"reserved", "reserved"},
	{"reserved", "16-bit TSS (available)"},
	{"LDT", "LDT"},
	{"reserved", "16-bit TSS (busy)"},
	{"reserved", "16-bit call gate"},
	{"reserved", "task gate"},
	{"reserved", "16-bit interrupt gate"},
	{"reserved", "16-bit trap gate"},
	{"reserved", "reserved"},
	{"TSS (available)", "TSS (available)"},
	{"reserved", "reserved"},
	{"TSS (busy)", "TSS (busy)"},
	{"call gate", "call gate"},
	{"reserved", "reserved"},
	{"interrupt gate", "interrupt gate"},
	{"trap gate", "trap gate"},
};

static const char *const segment_kinds[16] = {
	"data (read)",
	"data (read, accessed)",
	"data (read, write)",
	"data (read, write, accessed)",
	"data (read, down)",
	"data (read, down, accessed)",
	"data (read, write, down)",
	"data (read, write, down, accessed)",
	"code (execute)",
	"code (execute, accessed)",
	"code (execute, read)",
	"code (execute, read, accessed)",
	"code (execute, conforming)",
	"code (execute, conforming, accessed)",
	"code (execute, read, conforming)",
	"code (execute, read, conforming, accessed)",
};

bool dbg_descriptor_read(const unsigned char *gdt, size_t len, unsigned index, bool long_mode,
	struct dbg_descriptor *ret)
{
	size_t at = (size_t)index * 8;
	if (at + 8 > len)
		return false;
	uint64_t v = le(gdt + at, 8);
	struct dbg_descriptor d = {.index = index, .slots = 1, .low = v};
	d.present = v >> 47 & 1;
	d.system = !(v >> 44 & 1);
	d.wide = v >> 53 & 1;
	d.big = v >> 54 & 1;
	d.granular = v >> 55 & 1;
	d.type = (unsigned)(v >> 40 & 15);
	d.dpl = (unsigned)(v >> 45 & 3);
	d.base = (v >> 16 & 0xffffff) | (v >> 56 & 0xff) << 24;
	d.limit = (v & 0xffff) | (v >> 48 & 15) << 16;
	if (d.granular)
		d.limit = d.limit << 12 | 0xfff;
	d.null = v == 0;
	d.kind = segment_kinds[d.type];
	if (d.null)
		d.kind = "null";
	else if (d.system)
		d.kind = long_mode ? system_kinds[d.type].wide : system_kinds[d.type].narrow;
	if (d.system && !d.null && long_mode) {
		if (at + 16 > len)
			return false;
		d.slots = 2;
		d.high = le(gdt + at + 8, 8);
		d.base |= d.high << 32;
	}
	*ret = d;
	return true;
}

static const char *gate_kind(unsigned type)
{
	switch (type) {
	case 5: return "task";
	case 6:
	case 14: return "interrupt";
	case 7:
	case 15: return "trap";
	default: return "?";
	}
}

bool dbg_gate_descriptor_read(const unsigned char *idt, size_t len, unsigned vector, bool long_mode,
	struct dbg_gate_descriptor *ret)
{
	size_t size = long_mode ? 16 : 8, at = vector * size;
	if (at + size > len)
		return false;
	uint64_t v = le(idt + at, 8);
	struct dbg_gate_descriptor g = {.vector = vector};
	g.offset = (v & 0xffff) | (v >> 48 & 0xffff) << 16;
	if (long_mode)
		g.offset |= le(idt + at + 8, 4) << 32;
	g.selector = (unsigned)(v >> 16 & 0xffff);
	g.ist = long_mode ? (unsigned)(v >> 32 & 7) : 0;
	g.type = (unsigned)(v >> 40 & 15);
	g.dpl = (unsigned)(v >> 45 & 3);
	g.present = v >> 47 & 1;
	g.kind = gate_kind(g.type);
	*ret = g;
	return true;
}
