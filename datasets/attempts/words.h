/* Words of a program's text, as somebody looks for one who has misread or misspelt another. */
#ifndef FL_DATASETS_ATTEMPTS_WORDS_H
#define FL_DATASETS_ATTEMPTS_WORDS_H

#include "tracegen/program.h"

/* A word, and the first line that it stands in outside of comments and texts. */
struct ds_word {
	struct fl_slice word, file;
	int64_t line;
};

/*
 * The words of the files that are most like it, best first: a letter or two differ, or they have
 * parts between underscores in common. How many, at most max. first: the file to prefer.
 */
size_t ds_words_like(const struct fl_list *files, struct fl_slice first, struct fl_slice word,
	struct ds_word *ret, size_t max);

/* Letters in which two words differ: changed, left out, put in, or next to each other exchanged. */
int ds_words_differ(struct fl_slice x, struct fl_slice y);

/* How often it stands in lines [from, to] of the text. */
size_t ds_words_count(struct fl_slice text, int64_t from, int64_t to, struct fl_slice word);

/*
 * A variable that these lines declare, or that the parameters in them do, and that they do not use;
 * an empty word: there is none.
 */
struct ds_word ds_words_unused(
	struct fl_slice file, struct fl_slice text, int64_t from, int64_t to);

/* Is the word defined as a function in the text: a name at the start of a line's declaration, with
 * parameters and a body? Its line; 0: it is not. */
int64_t ds_words_defined(struct fl_slice text, struct fl_slice word);

/* The line in which the word first stands as a whole word; 0: in none. */
int64_t ds_words_line(struct fl_slice text, struct fl_slice word);

/* Does the text, a word or more, stand in one of the files? */
bool ds_words_stand(const struct fl_list *files, struct fl_slice text);

/* The first line in which it is a member that is reached, behind `.` or `->`; 0: in none. */
int64_t ds_words_member(struct fl_slice text, struct fl_slice word);

#endif
