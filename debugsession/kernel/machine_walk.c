/* Page walks with the registers of the machine at hand: a row an architecture. */
#include "debugsession/kernel/machine.h"

#include <stdio.h>

enum { REGISTERS_MAX = 4 };

static int walk_x86(const uint64_t *v, uint64_t address, const struct dbg_phys *phys,
	struct dbg_walk *ret_walk, struct fl_error *err)
{
	const struct dbg_walk_x86 cpu = {v[0], v[1], v[2], v[3]};
	return dbg_walk_x86(&cpu, address, phys, ret_walk, err);
}

static int walk_arm(const uint64_t *v, uint64_t address, const struct dbg_phys *phys,
	struct dbg_walk *ret_walk, struct fl_error *err)
{
	const struct dbg_walk_arm cpu = {v[0], v[1], v[2], v[3]};
	return dbg_walk_arm(&cpu, address, phys, ret_walk, err);
}

static int walk_riscv(const uint64_t *v, uint64_t address, const struct dbg_phys *phys,
	struct dbg_walk *ret_walk, struct fl_error *err)
{
	const struct dbg_walk_riscv cpu = {v[0], v[1]};
	return dbg_walk_riscv(&cpu, address, phys, ret_walk, err);
}

static const struct walker {
	/* what is to be read, in the order of the walk's struct; another name where it is missing */
	struct {
		const char *name, *other;
	} registers[REGISTERS_MAX];
	int (*walk)(const uint64_t *values, uint64_t address, const struct dbg_phys *phys,
		struct dbg_walk *ret_walk, struct fl_error *err);
} walkers[] = {
	[DBG_ARCH_X86_64] = {{{"cr0", NULL}, {"cr3", NULL}, {"cr4", NULL}, {"efer", NULL}},
		walk_x86},
	[DBG_ARCH_AARCH64] = {{{"SCTLR", "SCTLR_EL1"}, {"TCR_EL1", NULL}, {"TTBR0_EL1", NULL},
				      {"TTBR1_EL1", NULL}},
		walk_arm},
	[DBG_ARCH_RISCV64] = {{{"satp", NULL}, {"sstatus", NULL}}, walk_riscv},
};

static int set_phys_mode(struct dbg_machine *m, int mode, struct fl_error *err)
{
	char answer[16], text[40];
	snprintf(text, sizeof(text), "Qqemu.PhyMemMode:%d", mode);
	int rc = dbg_machine_packet(m, text, answer, sizeof(answer), err);
	if (rc == 0 && strcmp(answer, "OK") != 0)
		rc = fl_error_set(err, FL_EREFUSED,
			"the target does not read physical memory (%s answered \"%s\")", text,
			answer);
	return rc;
}

/* As dbg_machine_read(), of physical memory; the stub's mode is put back as it was. */
static int read_phys(void *ctx, uint64_t address, void *bytes, size_t len, struct fl_error *err)
{
	struct dbg_machine *m = ctx;
	char answer[16] = "";
	int rc = 0;
	if (m->phys_mode < 0) {
		rc = dbg_machine_packet(m, "qqemu.PhyMemMode", answer, sizeof(answer), err);
		if (rc == 0 && (answer[0] < '0' || answer[0] > '1'))
			rc = fl_error_set(err, FL_EINVAL,
				"the target reads no physical memory: it is no QEMU of 4.1 or "
				"later");
		if (rc)
			return rc;
		m->phys_mode = answer[0] - '0';
	}
	rc = set_phys_mode(m, 1, err);
	if (rc)
		return rc;
	rc = dbg_machine_read(m, address, bytes, len, err);
	int back = set_phys_mode(m, m->phys_mode, rc ? NULL : err);
	return rc ? rc : back;
}

int dbg_machine_walk(
	struct dbg_machine *m, uint64_t address, struct dbg_walk *ret_walk, struct fl_error *err)
{
	const struct walker *w = &walkers[m->arch];
	const struct dbg_phys phys = {read_phys, m};
	struct dbg_value v[REGISTERS_MAX] = {0};
	uint64_t values[REGISTERS_MAX];
	size_t count = 0;
	for (; count < REGISTERS_MAX && w->registers[count].name; count++) {
		const char *name = w->registers[count].name, *other = w->registers[count].other;
		v[count].name = other && dbg_machine_find(m, name) < 0 ? other : name;
	}
	int rc = dbg_machine_values(m, v, count, err);
	for (size_t i = 0; rc == 0 && i < count; i++) {
		if (!v[i].have)
			rc = fl_error_set(
				err, FL_EINVAL, "the target does not tell register %s", v[i].name);
		values[i] = v[i].value;
	}
	return rc ? rc : w->walk(values, address, &phys, ret_walk, err);
}
