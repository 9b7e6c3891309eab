/*
 * Clang's serialized diagnostics (--serialize-diagnostics; the record and block ids are those of
 * clang/Frontend/SerializedDiagnostics.h, version 2). Inside of the parser of diag/parse.h; not for
 * other folders.
 *
 * The stream is the magic "DIAG" and then top-level blocks: BLOCKINFO, meta data, and one block for
 * each diagnostic, with blocks for its notes in it. One of them at a time is held. Streams may
 * follow each other. What damage leaves is given out; at the end of the input a diagnostic of level
 * "fatal" tells what was wrong, where, and how many suffered.
 *
 * Limits: a top-level block 16 MiB, 4096 files and as many flags, 1 MiB of their names.
 */
#ifndef FL_DIAG_DIA_H
#define FL_DIAG_DIA_H

#include "base/arena.h"
#include "diag/clang/bitstream.h"

struct diag_parser;

enum { DIAG_DIA_BLOCK_MAX = 16 << 20, DIAG_DIA_NAMES_MAX = 4096, DIAG_DIA_TEXT_MAX = 1 << 20 };

enum diag_dia_state {
	DIAG_DIA_START, /* nothing but a part of the magic was seen in this input */
	DIAG_DIA_NO, /* the input is something else */
	DIAG_DIA_BLOCKS,
	DIAG_DIA_LOST /* damaged, so that the next block cannot be found */
};

/* An open block of a diagnostic or note. */
struct diag_dia_level {
	bool said; /* its own record was seen */
	int64_t note; /* its index, -1 for the diagnostic */
};

struct diag_dia {
	enum diag_dia_state state;
	size_t matched; /* bytes of the magic */
	struct fl_buf held; /* bytes not yet read */
	uint64_t offset; /* of held in the input */
	struct diag_bitstream bits;
	struct diag_dia_level levels[DIAG_BITS_DEPTH_MAX + 1];
	struct fl_arena text; /* of names */
	struct fl_vec files, flags; /* struct fl_slice by id */
	bool meta; /* the version was seen */
	const char *wrong; /* the first damage, NULL: none */
	uint64_t wrong_at; /* its offset in the input */
	bool here; /* there was damage in the block that is being read */
	uint64_t hurt; /* diagnostics that are lost or incomplete */
};

/* State DIAG_DIA_NO: set DIAG_DIA_START where an input that may be of this format starts. */
void diag_dia_init(struct diag_dia *d);
void diag_dia_release(struct diag_dia *d);

/*
 * Take bytes of the input and return those that are not serialized diagnostics: all of them once
 * d->state is DIAG_DIA_NO, else none.
 */
struct fl_slice diag_dia_feed(struct diag_parser *p, struct fl_slice bytes);

/* Bytes that were taken for the magic of an input that turned out to be something else; once. */
struct fl_slice diag_dia_refused(struct diag_dia *d);

/* The input is complete: give out what is left, and what was wrong. As after diag_dia_init(). */
void diag_dia_end(struct diag_parser *p);

#endif
