/*
 * From kernels to a dataset of their faults (docs/kernels.md): each is built and booted in QEMU for
 * each machine, faults are put into it, and those that two boots show alike become records.
 *
 * Records stand in the order of the kernels and their machines, whatever the number of workers, and
 * depend on the files, the options, this program and the toolchain.
 */
#ifndef FL_DATASETS_KERNELS_KERNELS_H
#define FL_DATASETS_KERNELS_KERNELS_H

#include <signal.h>

#include "datasets/manifest.h"
#include "datasets/record/record.h"
#include "datasets/toolchain.h"
#include "tracegen/machine/try.h"

struct ds_kernels_opts {
	const char *const *dirs; /* with a faultline.json each */
	size_t dir_count;
	const char *out; /* directory; made when it is not there */
	bool overwrite; /* replace a dataset that is there already */
	unsigned jobs; /* worker processes */
	uint64_t seed;
	unsigned limit; /* records of a kernel on a machine; 0: no limit */
	const char *ops; /* names of the only operators, with commas between; NULL: all */
	unsigned sites; /* faults that are tried of each; 0: twelve for each record */
	enum ds_form form; /* of answers */
	int64_t prompt_bytes; /* of code in a prompt; 0: no limit */
	size_t seekable; /* shards: 0: one frame; else about so many bytes a frame */
	struct fl_box_opts box;
	const volatile sig_atomic_t *stop; /* not 0: give up; may be NULL */
	/* Every fault that has no record, a line of JSON; may be NULL. */
	void (*left_out)(void *ctx, struct fl_slice line);
	/* Kernels with their machines that are done, of so many; may be NULL. */
	void (*progress)(void *ctx, size_t done, size_t count);
	void *ctx;
};

/* What became of a kernel on a machine. */
struct ds_kernel_row {
	struct fl_slice name, machine;
	struct fl_slice refused; /* why it cannot be used, or "" */
	struct fl_slice said; /* more on that, or "" */
	int64_t sites, records;
	struct fl_list fates; /* struct ds_count: of the faults that were tried */
	int64_t left; /* how many of them have no record */
	int64_t cpu_ms; /* of the boots */
	int64_t boots;
};

struct ds_kernels_report {
	struct fl_list rows; /* struct ds_kernel_row, in the order of the kernels; in the arena */
	int64_t records;
	struct ds_manifest manifest; /* what was written; in the caller's arena */
};

/*
 * Make it. FL_EINVAL when OUT holds a dataset (without overwrite), or a manifest is wrong;
 * FL_EMISSING when the sandbox or a tool is not to be had; FL_EREFUSED when no record came out;
 * FL_ECLOSED when stopped. OUT is complete or has no manifest.
 */
int ds_kernels(const struct ds_kernels_opts *opts, struct fl_arena *a,
	struct ds_kernels_report *ret_report, struct fl_error *err);

/* The summary for people. */
void ds_kernels_show(struct fl_buf *out, const struct ds_kernels_report *report);

/* The kernel that a record has, without its fault; *ret_why: NULL, or why it has none. */
int ds_kernel_read(const struct ds_record *r, struct fl_arena *a, struct tg_kernel *ret_kernel,
	const char **ret_why, struct fl_error *err);

/*
 * The record made again in the box, of nothing but itself: its files without the fault, the fault
 * put in, built, booted and looked at. *ret_why: NULL, or why none came out, in the arena.
 */
int ds_kernel_again(struct fl_box *box, const struct ds_toolchain *toolchain,
	const struct ds_record *record, struct fl_arena *a, struct ds_record *ret_record,
	const char **ret_why, struct fl_error *err);

#endif
