/*
 * The reasoning block of a record: what was seen, how that leads to the cause, the cause, the fix.
 * Every sentence is made of a fact that the record has: of its context, or of its edits; lines are
 * those of the faulty files, which the reader has before him.
 *
 *	<THOUGHT_START>
 *	(a comment:) OBSERVED: heap-use-after-free, a read of 4 bytes
 *	 * OBSERVED: it happened in sum at list.c:12, called by main at list.c:40
 *	 * OBSERVED: the memory was freed in drop at list.c:33, called by main at list.c:39
 *	 * LINK: list.c:33 is where the memory was freed
 *	 * ERROR_CLASS: lifetime
 *	 * SEVERITY: error
 *	 * ROOT_CAUSE: memory is released before its last use: at list.c:33 in drop …
 *	 * FIX_STRATEGY: release the memory after its last use: at list.c:33 …
 *	 * CONFIDENCE: 0.9335
 *	<THOUGHT_END>
 */
#ifndef FL_DATASETS_REASON_H
#define FL_DATASETS_REASON_H

#include "datasets/record/record.h"

/* How sure the class of what was seen is. */
struct ds_confidence {
	int64_t ratio; /* 1/10000ths; 0: not measured */
};

/*
 * Make the block of a record whose context, edits, files and classes are known. In the arena.
 * FL_EREFUSED when the context cannot be read.
 */
int ds_reason_make(const struct ds_record *r, const struct ds_confidence *confidence,
	struct fl_arena *a, struct fl_slice *ret_text, struct fl_error *err);

/*
 * The block with what the mend's author said of it, one line that ends no comment; as it is for
 * "". In the arena.
 */
struct fl_slice ds_reason_with_author(
	struct fl_slice block, struct fl_slice author, struct fl_arena *a);

/* What a record's block says that the author said, or "". */
struct fl_slice ds_reason_author(const struct ds_record *r);

#endif
