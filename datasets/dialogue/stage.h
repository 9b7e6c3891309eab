/*
 * Where a dialogue is played: how the faulty program, and then the mended one, come to stand in the
 * box and are made ready for a debugger. A program of this machine, or a kernel on one of QEMU's.
 */
#ifndef FL_DATASETS_DIALOGUE_STAGE_H
#define FL_DATASETS_DIALOGUE_STAGE_H

#include "datasets/again.h"
#include "datasets/debugging/debug.h"
#include "datasets/dialogue/make.h"
#include "tracegen/machine/kernel.h"

struct ds_stage;

/* One under way. */
struct ds_making {
	struct ds_dialogue_bench *bench;
	const struct ds_record *r;
	const struct ds_stage *stage;
	struct ds_program source; /* without the fault */
	enum tg_build_kind build; /* of a program, */
	struct tg_kernel kernel; /* of a machine */
	struct fl_list faulty; /* struct tg_file: those that have the fault */
	const struct tg_symptom *symptom;
	struct fl_slice context; /* that symptom alone */
	struct ds_debugging debugging;
	struct fl_slice alone; /* what the mended program wrote by itself; NULL: not known */
	bool ready, not_built; /* the faulty program stands there; it cannot be built */
	struct fl_slice
		complaint; /* what the compiler said first of a program that it did not build */
	struct fl_arena *a;
	struct ds_dialogue *d;
	struct fl_error *err;
};

struct ds_stage {
	/* What the record has, without the fault and with it. Errors: why it cannot be played. */
	int (*read)(struct ds_making *m);
	/* Build the faulty one, and make it ready: m->debugging. *ret_built: it does. */
	int (*faulty)(struct ds_making *m, bool *ret_built);
	/* The same once more, under conditions that its answers must not depend on. */
	int (*other)(struct ds_making *m);
	/* The mended one stands there, is right when it is run by itself, and is ready. */
	int (*mended)(struct ds_making *m, bool *ret_right);
};

extern const struct ds_stage ds_stage_program, ds_stage_machine;

#endif
