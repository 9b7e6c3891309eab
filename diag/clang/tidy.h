/* Text of clang and clang-tidy alone, and clang-tidy's exported fixes. */
#ifndef FL_DIAG_CLANG_TIDY_H
#define FL_DIAG_CLANG_TIDY_H

#include "base/buf.h"
#include "base/model.h"
#include "diag/report/parser.h"

enum { DIAG_TIDY_TEXT_MAX = 16 << 20 };

/* Where the next values belong. */
enum diag_tidy_part { DIAG_TIDY_HEAD, DIAG_TIDY_NOTE, DIAG_TIDY_EDIT, DIAG_TIDY_RANGE };

/* One diagnostic as it is read, line by line; texts in the arena. */
struct diag_tidy {
	bool active; /* between "MainSourceFile:" and "..." */
	bool begun; /* there is a diagnostic */
	enum diag_tidy_part part;
	bool in_notes;
	struct fl_slice check, message, file;
	int64_t offset;
	enum diag_level level;
	struct fl_arena arena;
	struct fl_vec notes, edits, ranges; /* see tidy_yaml.c */
	int64_t lost; /* what did not fit */
	struct fl_buf key, value; /* a quoted value that goes on in the next line */
	bool open;
};

/* Last words of clang, and of clang-tidy. */
bool diag_clang_line(struct diag_parser *p, struct fl_slice line);
bool diag_tidy_line(struct diag_parser *p, struct fl_slice line);

/* clang-tidy --export-fixes */
void diag_tidy_init(struct diag_tidy *t);
void diag_tidy_release(struct diag_tidy *t);
bool diag_tidy_yaml_line(struct diag_parser *p, struct fl_slice line);
void diag_tidy_finish(struct diag_parser *p); /* the input ends */

#endif
