/*
 * Where a debugger in a sandbox finds the sources: files keep their places below the directories
 * that were brought (bring.h), and the debugger maps the user's names of these.
 */
#ifndef FL_DEBUGSESSION_SOURCES_H
#define FL_DEBUGSESSION_SOURCES_H

#include "debugsession/session/session.h"

/*
 * Tell the debugger of the directories that have been brought since it was told the last time, and
 * of those that the program's libraries are in.
 */
int dbg_sources_map(struct dbg_session *s, struct fl_error *err);

/*
 * Once the program is loaded: is the file of its main function there? One that was compiled under
 * another name is looked for by the end of that; else the session's warnings say what to do.
 */
int dbg_sources_check(struct dbg_session *s, struct fl_error *err);

/* A command with newlines, which would be several, as a single one. */
int dbg_session_join(struct fl_buf *line, struct fl_error *err);

#endif
