/* How a name is written by somebody who does not remember it: other words, other capitals. */
#ifndef FL_TRACEGEN_OPERATORS_SPELLING_H
#define FL_TRACEGEN_OPERATORS_SPELLING_H

#include "base/model.h"
#include "tracegen/operators/put.h"

/* Bytes of names that are misspelt: shorter ones would often be another name. */
enum { TG_NAME_MIN = 4, TG_NAME_MAX = 64 };

/*
 * All words of the text (struct fl_slice), sorted: a slip that is one of them would mean something
 * else. `words` is the caller's to release, and says when memory has run out.
 */
void tg_words_of(struct fl_slice text, struct fl_vec *words);
bool tg_words_have(const struct fl_vec *words, struct fl_slice word);

/* May the name that n uses be misspelt: of letters, not too short, standing where the tree says? */
bool tg_may_misspell(const struct tg_unit *unit, const struct tg_node *n);

/* Another word for one that the name is of (len, length), by the seed; empty: there is none. */
struct fl_slice tg_other_word(struct fl_arena *a, struct fl_slice name, size_t seed);

/*
 * Words run together the other way: line_count is lineCount or (plain) linecount, lineCount is
 * line_count or linecount. Empty for a name of one word, and where all are capitals.
 */
struct fl_slice tg_other_style(struct fl_arena *a, struct fl_slice name, bool plain);

#endif
