/*
 * Variables of a configure script and of makefiles: lists of words, each with what is known of it.
 */
#ifndef FL_PLATFORM_AUTOTOOLS_VARS_H
#define FL_PLATFORM_AUTOTOOLS_VARS_H

#include "platform/model/gather.h"
#include "platform/model/tree.h"

enum {
	AUT_WORDS_MAX = 1 << 14, /* of a variable */
	AUT_NAMES_MAX = 1 << 15, /* variables of a script or a makefile */
	AUT_BUCKETS = 256
};

enum aut_three { AUT_NO, AUT_YES, AUT_MAYBE };

struct aut_word {
	struct fl_slice text;
	struct fl_slice version; /* of a package, where it is stated */
	struct plat_place at;
	bool package; /* flags of the pkg-config package text */
	bool unsure; /* it may not be there */
	bool open; /* the text is only its first part */
	uint32_t branch; /* of an unsure word: where it is sure none the less; 0: nowhere */
	bool optional; /* a package that is used where it is found */
};

struct aut_value {
	const struct aut_word *words;
	size_t len;
	bool open; /* there may be more words */
};

struct aut_var {
	struct aut_var *next;
	struct fl_slice name;
	struct aut_value value;
};

struct aut_vars {
	struct aut_var *buckets[AUT_BUCKETS];
	size_t count;
};

/* NULL: it is not set, as far as is known. */
const struct aut_value *plat_aut_get(const struct aut_vars *v, struct fl_slice name);

void plat_aut_put(
	struct aut_vars *v, struct fl_arena *a, struct fl_slice name, struct aut_value value);

/* A value of one word. */
struct aut_value plat_aut_word(struct fl_arena *a, struct fl_slice text, struct plat_place at);

/* The words of both. */
struct aut_value plat_aut_both(struct fl_arena *a, struct aut_value x, struct aut_value y);

/* The same words, none of them sure. */
struct aut_value plat_aut_unsure(struct fl_arena *a, struct aut_value v);

/* Is it the same word, from the same place? */
bool plat_aut_same(const struct aut_word *x, const struct aut_word *y);

/* The value as one text with blanks between its words; false: it is not known. */
bool plat_aut_text(struct fl_arena *a, const struct aut_value *v, struct fl_slice *ret_text);

#endif
