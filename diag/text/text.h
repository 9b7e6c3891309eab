/*
 * The text of gcc and clang, what stands around it, and what crashing compilers and assemblers say.
 */
#ifndef FL_DIAG_TEXT_TEXT_H
#define FL_DIAG_TEXT_TEXT_H

#include "diag/report/parser.h"

/* A unified diff, see patch.c. */
struct diag_patch {
	int state;
	uint32_t before, after; /* lines of the hunk that are still to come */
	struct fl_buf held;
};

/* What gcc's and clang's text have in common. */
bool diag_text_placed(struct diag_parser *p, struct fl_slice line); /* a headline with a column */
bool diag_text_headline(struct diag_parser *p, struct fl_slice line);
bool diag_text_include(struct diag_parser *p, struct fl_slice line);
bool diag_text_fixit(struct diag_parser *p, struct fl_slice line);

/* Where gcc's last import of a module stands, see module.c. */
struct diag_module {
	struct fl_buf file; /* empty: none yet */
	int64_t line, col;
};
void diag_module_init(struct diag_module *m);
void diag_module_release(struct diag_module *m);
bool diag_module_line(struct diag_parser *p, struct fl_slice line);

/* One format each. */
/* A line of the open diagnostic that is set in by two blanks or more, and text behind them. */
bool diag_nested_line(struct diag_parser *p, struct fl_slice text, size_t blanks);
bool diag_gcc_line(struct diag_parser *p, struct fl_slice line);
bool diag_event_line(struct diag_parser *p, struct fl_slice line);
bool diag_assembler_line(struct diag_parser *p, struct fl_slice line);
bool diag_crash_line(struct diag_parser *p, struct fl_slice line);
void diag_patch_init(struct diag_patch *patch);
void diag_patch_release(struct diag_patch *patch);
bool diag_patch_line(struct diag_parser *p, struct fl_slice line);
void diag_patch_finish(struct diag_parser *p); /* the input ends */

#endif
