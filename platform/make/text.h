/*
 * Texts of which parts are not known, in the bytes of the text itself: so all of make's functions
 * work on them as on any other. A makefile that holds such a byte has an unknown part there.
 * Internal to the room.
 */
#ifndef FL_PLATFORM_MAKE_TEXT_H
#define FL_PLATFORM_MAKE_TEXT_H

#include "base/buf.h"

enum mk_mark {
	MK_UNKNOWN = 1, /* any text: nothing, part of a word, several words */
	MK_PACKAGE = 2, /* a word "\2NAME": the flags that pkg-config has for NAME */
	MK_PERHAPS = 3, /* from here on the words may be there or not, … */
	MK_CERTAIN = 4, /* … up to here; they nest */
	MK_ROOT = 5 /* the absolute path of the project's root */
};

enum mk_truth { MK_NO, MK_YES, MK_MAYBE };

struct mk_word {
	struct fl_slice text;
	bool perhaps; /* it may be there or not */
	bool unknown; /* part of it is not known, or it is no one word */
};

/* The words of a text, one after the other. */
struct mk_words {
	struct fl_slice rest;
	size_t perhaps;
	bool raw; /* of an unexpanded text: blanks within $(…) divide nothing */
};

static inline struct mk_words plat_mk_words(struct fl_slice text)
{
	return (struct mk_words){.rest = text};
}

bool plat_mk_next(struct mk_words *w, struct mk_word *ret_word);

/* Words that are put together again, with one blank between them. */
struct mk_list {
	struct fl_buf *out;
	size_t count;
};

void plat_mk_put(struct mk_list *l, struct fl_slice text, bool perhaps);

static inline bool plat_mk_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Is all of it known? The root counts as known. */
bool plat_mk_clear(struct fl_slice text);

/* Are two texts the same? Is there anything but blanks in a text? */
enum mk_truth plat_mk_equal(struct fl_slice a, struct fl_slice b);
enum mk_truth plat_mk_filled(struct fl_slice text);

/*
 * Does a word match a pattern with one "%" (a "\%" is none)? *ret_stem (may be NULL): what the "%"
 * stands for.
 */
bool plat_mk_match(struct fl_slice pattern, struct fl_slice word, struct fl_slice *ret_stem);

/* The pattern with the stem in the place of its "%", appended; without a "%" as it is. */
void plat_mk_fill(struct fl_buf *out, struct fl_slice pattern, struct fl_slice stem);

/* Does a name match a pattern of the shell (*, ?, […])? Steps are bounded by their lengths. */
bool plat_mk_glob(struct fl_slice pattern, struct fl_slice name);

/* Index behind the reference that starts at text[at] == '$': "$x", "$(…)"; the length at least. */
size_t plat_mk_reference(struct fl_slice text, size_t at);

/*
 * What stands in two texts, one of which is right: words of both, and those of one as "perhaps".
 * raw: they are not expanded.
 */
void plat_mk_merge(struct fl_slice a, struct fl_slice b, bool raw, struct fl_buf *out);

#endif
