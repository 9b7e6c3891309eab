/*
 * From a kernel's fault that was observed to its record: kind trace_fix, with `mode: kernel` in the
 * platform's header. Its run is QEMU's command, its only test the self-test: what the right kernel
 * writes to the serial line. Its files have the manifest among them, by which a replay knows how it
 * is built and booted.
 */
#ifndef FL_DATASETS_KERNELS_COMPOSE_H
#define FL_DATASETS_KERNELS_COMPOSE_H

#include "datasets/record/record.h"
#include "datasets/toolchain.h"
#include "platform/detect.h"
#include "tracegen/machine/try.h"

/* What is said of a kernel in all its records. In an arena. */
struct ds_kernel_facts {
	struct plat_compiler compiler;
	struct fl_slice version; /* of it */
	struct fl_slice debugger; /* the versions of gdb and QEMU */
	struct fl_slice program; /* hash of the kernel without a fault, for its machine */
};

/* Ask the tools in the box. FL_EMISSING names the one that is not there. */
int ds_kernel_facts(const struct tg_kernel_bench *b, const struct ds_toolchain *toolchain,
	struct fl_arena *a, struct ds_kernel_facts *ret_facts, struct fl_error *err);

struct ds_kernel_case {
	const struct tg_kernel_bench *bench;
	const struct ds_kernel_facts *facts;
	const struct tg_site *site;
	const struct tg_kernel_try *seen; /* TG_KERNEL_OBSERVED */
	uint64_t seed;
	enum ds_form form;
	int64_t prompt_bytes; /* 0: no limit */
};

/*
 * A sealed and checked record. All it refers to lives in the arena or in the case. FL_EREFUSED: it
 * breaks a rule, or its prompt has no room for what is edited.
 */
int ds_kernel_compose(const struct ds_kernel_case *c, struct fl_arena *a,
	struct ds_record *ret_record, struct fl_error *err);

#endif
