/*
 * A kernel that faults are put into, as a faultline.json tells of it (docs/kernels.md): its files,
 * how it is compiled and linked for one machine, how QEMU runs it, and what its self-test says on
 * the serial line.
 */
#ifndef FL_TRACEGEN_MACHINE_KERNEL_H
#define FL_TRACEGEN_MACHINE_KERNEL_H

#include "debugsession/kernel/qemu.h"
#include "tracegen/program.h"

#define TG_KERNEL_MANIFEST "faultline.json"
#define TG_KERNEL_BINARY "kernel.elf"

struct tg_kernel {
	struct fl_slice name, licence;
	enum dbg_qemu_machine machine;
	/* Its sources in C and C++, what may get a fault, its files, and flags of both kinds. */
	struct tg_program program;
	struct fl_list sources; /* slices: all that is compiled, assembly too, in this order */
	struct fl_slice compiler; /* of C and assembly; of C++ it is named after it */
	struct fl_slice linker;
	struct fl_list link; /* slices: its arguments */
	struct fl_list qemu; /* slices: QEMU's, without its name */
	struct fl_slice pass; /* the line with which a self-test that passed ends */
	int64_t pass_status; /* and with which QEMU ends then */
	struct fl_list panic; /* slices: functions that it calls when it gives up, */
	struct fl_list fail; /* and when a check of the self-test fails */
};

/* A kernel for one machine, in a manifest. */
struct tg_kernel_choice {
	struct fl_slice name;
	enum dbg_qemu_machine machine;
};

/*
 * All files of a directory (struct tg_file), by their paths in it; no links. They live in the
 * arena. Errors as of fl_carry_tree().
 */
int tg_kernel_files(
	const char *dir, struct fl_arena *a, struct fl_list *ret_files, struct fl_error *err);

/*
 * What kernels the manifest among the files (struct tg_file) tells of, each with every machine, in
 * its order. FL_EPARSE with what is wrong; a program without "mode": "kernel" is none.
 */
int tg_kernel_list(const struct fl_list *files, struct fl_arena *a, struct fl_list *ret_choices,
	struct fl_error *err);

/*
 * One of them. Patterns are matched against the paths of the files. All of it lives in the arena
 * or in the files. FL_EPARSE as above, FL_ENOTFOUND when there is no such kernel.
 */
int tg_kernel_read(const struct fl_list *files, const struct tg_kernel_choice *choice,
	struct fl_arena *a, struct tg_kernel *ret_kernel, struct fl_error *err);

/* The compiler of a source, by its name: of C++ it is the one that goes with the kernel's. */
struct fl_slice tg_kernel_compiler(
	const struct tg_kernel *k, struct fl_slice source, struct fl_arena *a);

/* The command that compiles a source (slices), and the one that links them all. */
struct fl_list tg_kernel_compile_argv(
	const struct tg_kernel *k, struct fl_slice source, struct fl_arena *a);
struct fl_list tg_kernel_link_argv(const struct tg_kernel *k, struct fl_arena *a);

/* Conditions of a boot, which a kernel that is looked at twice must not depend on. */
enum tg_kernel_condition { TG_KERNEL_PLAIN, TG_KERNEL_OTHER };

/* The command that boots it (slices): time counts instructions, so that it runs alike each time. */
struct fl_list tg_kernel_boot_argv(
	const struct tg_kernel *k, enum tg_kernel_condition condition, struct fl_arena *a);

#endif
