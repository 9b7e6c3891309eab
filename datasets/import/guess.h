/*
 * What a text is compiled as, by its name and its words: the language, and the standards that are
 * worth a try.
 */
#ifndef FL_DATASETS_IMPORT_GUESS_H
#define FL_DATASETS_IMPORT_GUESS_H

#include "tracegen/program.h"

struct ds_guess_of {
	struct fl_slice name; /* of the file, without directories, or "" */
	struct fl_slice language; /* as its source says ("C++", "c"), or "" */
	struct fl_slice text;
};

/*
 * False when it is neither C nor C++. A name's end decides; of a header, which may be either's, the
 * language that is said, then the text; without a name that tells, what is said, then the text.
 */
bool ds_guess_language(const struct ds_guess_of *of, int *ret_language);

/*
 * The standards to try, in their order: the compilers' default, then those whose words are in the
 * text. Returns how many, at least 1.
 */
enum { DS_STANDARDS_MAX = 4 };
size_t ds_guess_standards(
	int language, struct fl_slice text, const char *ret_standards[DS_STANDARDS_MAX]);

#endif
