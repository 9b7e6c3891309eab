/* What the files of bring.h share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_BRING_PRIV_H
#define FL_DEBUGSESSION_BRING_PRIV_H

#include "base/carry.h"
#include "debugsession/bring/bring.h"
#include "debugsession/bring/place.h"

/* All that belongs to a program; *ret: the directory that it keeps its place in. */
int dbg_bring_project(struct dbg_bring *b, const struct dbg_place *p, struct dbg_brought **ret,
	struct fl_error *err);

/* The entry for a directory, a new one where there is none; NULL with err: no more of them. */
struct dbg_brought *dbg_bring_add(struct dbg_bring *b, const char *real, struct fl_error *err);

/* Carry the sources, the shared libraries in a directory below t; flat: those right in it. */
int dbg_bring_carry_sources(struct dbg_bring *b, const struct dbg_brought *t, const char *dir,
	bool flat, struct fl_error *err);
int dbg_bring_carry_libraries(struct dbg_bring *b, const struct dbg_brought *t, const char *dir,
	bool flat, struct fl_error *err);

/* The name below FL_BOX_DIR of what lies below t; false: it does not, or the name is too long. */
bool dbg_bring_into(const struct dbg_brought *t, const char *real, char name[static PATH_MAX]);

/* Sources have come from this directory: b->named. */
void dbg_bring_name_sources(struct dbg_bring *b, const char *dir);

/* Note where the libraries that a program needs are: b->libraries. */
void dbg_bring_find_libraries(struct dbg_bring *b, const char *real);

#endif
