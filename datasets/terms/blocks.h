/*
 * What is thought in an answer: <think>…</think>, <thinking>…</thinking> (in any case), and
 * <THOUGHT_START>…<THOUGHT_END>. The first opening tag begins a block, and what is of the same
 * kind closes it: tags of other kinds in between are its text. One that is not closed goes to the
 * end; of one that was opened by the template, before the answer, all up to its closing tag is the
 * block. Takes time in proportion to the answer, whatever stands in it.
 */
#ifndef FL_DATASETS_BLOCKS_H
#define FL_DATASETS_BLOCKS_H

#include <stdbool.h>

#include "base/slice.h"

enum ds_block_kind { DS_BLOCK_THINK, DS_BLOCK_THINKING, DS_BLOCK_THOUGHT, DS_BLOCK_KINDS };

/* Places are bytes from the start of the answer. */
struct ds_block {
	enum ds_block_kind kind;
	size_t from, to; /* with its tags */
	size_t start, end; /* what it holds */
	bool closed;
	bool nested; /* it holds its own opening tag */
};

struct ds_block_walk {
	struct fl_slice answer;
	size_t at;
	size_t next[DS_BLOCK_KINDS]; /* where a block of the kind may begin; past the end: none */
	bool begun;
};

/* Blocks come in their order; false: there is no further one. */
void ds_blocks_start(struct ds_block_walk *w, struct fl_slice answer);
bool ds_blocks_next(struct ds_block_walk *w, struct ds_block *ret_block);

/*
 * Which blocks of an answer count as what it states: those of <THOUGHT_START>, or where there is
 * none of these, the others; well-formed ones alone (closed, and not one in another).
 */
struct ds_block_choice {
	bool thought; /* there is one of <THOUGHT_START> */
	size_t whole, broken; /* of those that count: well-formed ones, and others */
};

struct ds_block_choice ds_blocks_choose(struct fl_slice answer);
bool ds_block_counts(const struct ds_block *b, const struct ds_block_choice *c);

/* A line of a block without blanks and the marks of a comment around it. */
struct fl_slice ds_block_line(struct fl_slice line);

/* Has it a word as "WORD:"? *ret_value is what stands behind, trimmed. */
bool ds_block_word(struct fl_slice line, const char *word, struct fl_slice *ret_value);

#endif
