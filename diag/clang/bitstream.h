/*
 * A reader of LLVM bitstream, the container of clang's serialized diagnostics (LLVM documentation,
 * "LLVM Bitcode File Format", "Bitstream Format"): blocks within blocks, and records that
 * abbreviations pack into fixed, variable and 6-bit fields, arrays and blobs. BLOCKINFO blocks are
 * taken here and yield nothing.
 *
 * It reads whole top-level blocks that the caller has cut out of the stream; what BLOCKINFO said
 * stays valid from one to the next. Nothing is believed: the lengths of blocks are compared with
 * where they end, all counts with what is left.
 *
 * Limits: blocks 16 deep, 32 fields an abbreviation, 256 abbreviations of BLOCKINFO and as many of
 * open blocks, and of a record the first 64 operands (what is beyond is read and dropped).
 */
#ifndef FL_DIAG_BITSTREAM_H
#define FL_DIAG_BITSTREAM_H

#include "base/error.h"
#include "base/model.h"
#include "base/slice.h"

enum {
	DIAG_BITS_DEPTH_MAX = 16,
	DIAG_BITS_FIELDS_MAX = 32,
	DIAG_BITS_ABBREVS_MAX = 256,
	DIAG_BITS_OPS_MAX = 64
};

enum diag_bits_item {
	DIAG_BITS_BLOCK, /* a block starts: its id is in `code` */
	DIAG_BITS_END, /* the innermost block ends */
	DIAG_BITS_RECORD,
	DIAG_BITS_STOP /* the bytes are used up, or cannot be read: `wrong` says why */
};

struct diag_bits_frame {
	uint64_t block;
	uint64_t end; /* bit behind the block, by its own length */
	unsigned width; /* bits of an abbreviation id */
	size_t first_local; /* where the block's own abbreviations start */
	size_t info_count; /* those that BLOCKINFO gave it, by index */
	uint16_t info[DIAG_BITS_ABBREVS_MAX];
};

struct diag_bitstream {
	struct fl_slice bytes;
	uint64_t pos; /* in bits */
	struct diag_bits_frame frames[DIAG_BITS_DEPTH_MAX];
	size_t depth;
	struct fl_vec info, local; /* abbreviations: of BLOCKINFO, and of the open blocks */
	uint64_t info_block; /* the block that BLOCKINFO speaks of */
	bool length_wrong; /* a block ended elsewhere than its length says; reading goes on */
	const char *wrong; /* NULL, or what was met at pos and cannot be read */
	bool failed; /* and it was lack of memory */

	/* The item: */
	uint64_t code; /* record code or block id */
	uint64_t ops
		[DIAG_BITS_OPS_MAX]; /* operands behind the code; arrays and 6-bit text in them */
	size_t op_count;
	struct fl_slice blob;
};

/* A reader without abbreviations; allocates nothing. */
void diag_bits_init(struct diag_bitstream *s);
void diag_bits_release(struct diag_bitstream *s);

/* Start to read bytes (which must stay), the first of them that of a top-level block. */
void diag_bits_open(struct diag_bitstream *s, struct fl_slice bytes);

/*
 * The next item. After DIAG_BITS_END of the outermost block, pos is where the next one starts.
 * DIAG_BITS_STOP at the end of the bytes, within blocks too (depth tells), and again ever after.
 */
enum diag_bits_item diag_bits_next(struct diag_bitstream *s);

/*
 * Bytes of the top-level block at the start of bytes, its header included, by its own length. 0:
 * the header is not complete yet. -1: no block starts here.
 */
int64_t diag_bits_block_size(struct fl_slice bytes);

#endif
