/*
 * Inside of the linker formats: what ld.bfd, gold and lld have in common. Not for other folders.
 */
#ifndef FL_DIAG_LINKER_LINKER_H
#define FL_DIAG_LINKER_LINKER_H

#include "diag/report/build.h"
#include "diag/report/place.h"

/* What lld's ">>>" lines tell of. */
enum diag_lld_block { DIAG_LLD_NONE, DIAG_LLD_REFERENCES, DIAG_LLD_DEFINITIONS, DIAG_LLD_SCRIPT };

/* What Xcode's linker lists. */
enum diag_ld64_list { DIAG_LD64_NONE, DIAG_LD64_UNDEFINED, DIAG_LD64_DUPLICATE };

struct diag_linker {
	struct fl_buf object, function; /* ld.bfd's last "in function" */
	bool spoke; /* since the driver's last word */
	enum diag_lld_block block;
	bool own; /* lld's last place is the diagnostic's own, or that of the note `detail` */
	size_t detail;
	enum diag_ld64_list list;
};

/* What the driver calls: lines that continue one, lines of their own, last words. */
void diag_linker_init(struct diag_linker *ld);
void diag_linker_release(struct diag_linker *ld);
bool diag_linker_detail(struct diag_parser *p, struct fl_slice line);
bool diag_linker_line(struct diag_parser *p, struct fl_slice line);
bool diag_ld64_line(struct diag_parser *p, struct fl_slice line);
bool diag_linker_trailer(struct diag_parser *p, struct fl_slice line);

/* Where a linker saw something; empty texts and line 0 are not known. */
struct diag_ld_place {
	struct fl_slice object; /* "main.o", "libx.a(part.o)" */
	struct fl_slice file; /* the source */
	int64_t line;
	struct fl_slice function; /* the function, as the linker printed it */
};

/* linker.c */

/* True for what looks like an object file, an archive, a member of one, or a shared library. */
bool diag_ld_is_object(struct fl_slice s);

/* "FILE:LINE", "FILE" or an object to its parts; sources that LTO made up are left out. */
void diag_ld_source(struct fl_slice s, struct diag_ld_place *place);

/* The symbol that a message names, by the words around it; empty when it names none. */
struct fl_slice diag_ld_symbol(struct fl_slice message);

/* The first object that a message names, without quotes; empty when it names none. */
struct fl_slice diag_ld_object(struct fl_slice message);

/*
 * Start a diagnostic of the tool, with the function as a note. The symbol goes to raw_symbol and,
 * demangled, to symbol.
 */
void diag_ld_begin(struct diag_parser *p, const char *tool, const struct diag_ld_place *place,
	enum diag_level level, struct fl_slice message, struct fl_slice symbol);

/* A note of the open diagnostic; without a source its file is the object. */
void diag_ld_note(
	struct diag_parser *p, const struct diag_ld_place *place, struct fl_slice message);

/* The texts one behind the other, in the diagnostic's arena. */
struct fl_slice diag_ld_join(struct diag_parser *p, const struct fl_slice *parts, size_t count);

/* "in function `F'" as a note of the open diagnostic. */
void diag_ld_function(struct diag_parser *p, struct fl_slice object, struct fl_slice function);

/* Cut "error: " or another level word off *s; the level as it was when there is none. */
bool diag_ld_level(struct fl_slice *s, enum diag_level *level);

/* One linker each. `named`: the line began with the linker's name, which is cut off. */
bool diag_bfd_line(struct diag_parser *p, struct fl_slice line, bool named);
bool diag_gold_detail(struct diag_parser *p, struct fl_slice line);
bool diag_gold_line(struct diag_parser *p, struct fl_slice line, bool named);
bool diag_lld_line(struct diag_parser *p, struct fl_slice line, const char *tool);
bool diag_lld_detail(struct diag_parser *p, struct fl_slice line);

#endif
