/*
 * A source in pieces that stand alone: its functions, types and declarations, each with the comment
 * before it. Read from the text, as a record has nothing else of a program: what braces and
 * semicolons outside of all others end; namespaces and extern "C" { are looked into. A closing
 * brace at the start of a line ends whatever is open, so that an #if around a brace costs one piece
 * and not the rest of the file.
 */
#ifndef FL_DATASETS_CHUNKS_H
#define FL_DATASETS_CHUNKS_H

#include "base/arena.h"
#include "base/model.h"

struct ds_chunk {
	int64_t from, to; /* lines, from 1; those of a file touch and cover it */
	size_t bytes; /* with the ends of its lines */
	struct fl_slice text;
	struct fl_slice function; /* that it defines, without scope; "" for other things */
};

/* The chunks (struct ds_chunk, in the arena) of a text, in order. FL_ENOMEM when it is full. */
int ds_chunks(
	struct fl_slice text, struct fl_arena *a, struct fl_list *ret_chunks, struct fl_error *err);

#endif
