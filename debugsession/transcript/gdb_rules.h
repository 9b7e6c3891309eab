/* Rules of GDB's lines that gdb.c and gdb_stop.c share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_TRANSCRIPT_GDB_RULES_H
#define FL_DEBUGSESSION_TRANSCRIPT_GDB_RULES_H

#include "debugsession/transcript/priv.h"

/* Take the line at r->at, and those that belong to it; false: it is of another kind. */
typedef bool (*dbg_gdb_rule)(struct dbg_reader *r, struct fl_slice line);

/* Stops, exits, watchpoints, and breakpoints that were set. */
bool dbg_read_gdb_stop(struct dbg_reader *r, struct fl_slice line);

/* dbg_open of a place: brackets are open, or the file has not come yet. */
bool dbg_place_open(struct fl_slice text, struct fl_slice next);

/*
 * dbg_open of source that was cut at a width: it is long, and neither a line of gdb's own nor
 * another line of source follows.
 */
bool dbg_source_open(struct fl_slice text, struct fl_slice next);

/* "#3  f (…)": the depth and what follows. */
bool dbg_cut_depth(struct fl_slice line, int64_t *ret_depth, struct fl_slice *ret_rest);

/*
 * A line of source with its number: "29\t…", "0x… <f+4>\t29\t…", "29\tin ./f.c". A blank stands for
 * the tab where pasting changed it, so that what a program prints ("29 bottles") looks the same:
 * where no place before it names its number, dbg_source_alone() is to say so, too.
 */
bool dbg_source_line(struct fl_slice line, int64_t *ret_number);

/*
 * Is such a line gdb's by its own form: with the tab, or in a session without tabs (tabs: it has
 * some behind numbers) with so many blanks as tabs become?
 */
bool dbg_source_alone(struct fl_slice line, bool tabs);

/* Take the next line, and what wraps it, as a line of that file's source. */
void dbg_take_line(struct dbg_reader *r, struct fl_slice file);

/* Take the source line of the place that was shown, where it stands next. */
void dbg_take_source(struct dbg_reader *r, int64_t expected);

/* The stop's place (s may be NULL) is f, which is the current frame now. */
void dbg_place_stop(struct dbg_reader *r, struct dbg_stop *s, const struct dbg_frame *f);

#endif
