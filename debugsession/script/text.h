/*
 * The text of a script as a C++ source that runs: what stands between <SCRIPT_START> and
 * <SCRIPT_END> (all of such parts; without markers the whole text), in a function of its own,
 * behind the functions of session.hpp and the files that come with it. Lines keep their numbers.
 *
 * Preprocessor lines stand before the function. A script with a function `void script()` of its own
 * is left as it is, and that is called.
 */
#ifndef FL_DEBUGSESSION_SCRIPT_TEXT_H
#define FL_DEBUGSESSION_SCRIPT_TEXT_H

#include "base/buf.h"

/* The function that a source made here has. */
#define DBG_SCRIPT_FUNCTION "faultline_script"

/* Append the source. includes: names of files, NULL-terminated. FL_EINVAL: there is no script. */
int dbg_script_source(struct fl_slice text, const char *name, const char *const *includes,
	struct fl_buf *out, struct fl_error *err);

/*
 * The number of its last line that is not blank, and that line's text, appended, without blanks at
 * its end. FL_EINVAL: there is no script.
 */
int dbg_script_last_line(
	struct fl_slice text, int64_t *ret_line, struct fl_buf *line, struct fl_error *err);

#endif
