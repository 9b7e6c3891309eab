/*
 * What a compiler or linker said: one diagnostic with its notes, ranges and fix-its. The names of
 * the fields are those of the C++ literal and of the JSON.
 *
 * Lines and columns start at 1; 0 means not known. Columns count as the tool counted them, and
 * col_unit says how: "byte" (clang), "display" (gcc: cells, tabs to multiples of 8),
 * "codepoint" or "utf16" (SARIF), "offset" (bytes from the start of the file, with line 0) or ""
 * (no column). Ranges and ends are half open: end_col is the column behind the last character.
 */
#ifndef FL_DIAG_DIAGNOSTIC_H
#define FL_DIAG_DIAGNOSTIC_H

#include "base/mix.h"
#include "diag/model/class.h"

enum diag_level { DIAG_FATAL, DIAG_ERROR, DIAG_WARNING, DIAG_NOTE, DIAG_REMARK, DIAG_LEVEL_COUNT };

enum diag_note_kind {
	DIAG_NOTE_NOTE, /* any other */
	DIAG_NOTE_INCLUDE, /* "In file included from": the file that includes */
	DIAG_NOTE_TEMPLATE, /* a step of an instantiation: "required from", "in instantiation of" */
	DIAG_NOTE_MACRO, /* "in expansion of macro", "expanded from macro" */
	DIAG_NOTE_FUNCTION, /* "In function", "inlined from" */
	DIAG_NOTE_CANDIDATE, /* an overload that was looked at */
	DIAG_NOTE_EVENT, /* a step of an analyzer's path */
	DIAG_NOTE_KIND_COUNT
};

struct diag_note {
	int kind; /* enum diag_note_kind */
	int64_t parent; /* index of the note that this one explains; -1: the diagnostic itself */
	struct fl_slice file;
	int64_t line, col;
	struct fl_slice message, source_line, caret;
	struct fl_slice col_unit; /* what col counts; empty: as the diagnostic's */
};

struct diag_range {
	int64_t line, col, end_line, end_col;
};

/* Replace the range by text; an empty range inserts. */
struct diag_fixit {
	int64_t note; /* index of the note that suggests it; -1: the diagnostic itself */
	struct fl_slice file;
	int64_t line, col, end_line, end_col;
	struct fl_slice text;
};

struct diag_diagnostic {
	struct fl_slice file;
	int64_t line, col;
	int level; /* enum diag_level */
	struct fl_slice code; /* the flag: "-Wreturn-type" */
	struct fl_slice message; /* without the flag */
	struct fl_slice source_line, caret; /* as printed, tabs expanded by the tool */
	struct fl_list notes; /* struct diag_note */
	int64_t end_line, end_col;
	struct fl_slice col_unit; /* "byte", "display", "codepoint", "utf16", "offset" or "" */
	struct fl_list ranges; /* struct diag_range */
	struct fl_list fixits; /* struct diag_fixit */
	struct fl_slice symbol; /* linker: the symbol, demangled where that is known */
	struct fl_slice raw_symbol; /* linker: the symbol's name in the object, where it is known */
	struct fl_slice object; /* linker: the object file or archive member that refers to it */
	int error_class; /* enum diag_class */
	int64_t confidence; /* 1/10000ths */
	struct fl_slice tool; /* "gcc", "clang", "clang-tidy", "as", "ld", "gold", "lld" or "" */
	struct fl_slice lane; /* whose line it is in a log of many, see diag/reader.h; or "" */
	struct fl_slice root_cause, fix_strategy; /* the reasoning, see diag/thought/thought.h */
	int64_t repeats; /* how often it came again, see diag/output/dedup.h */
	int64_t skipped; /* diagnostics behind this one that were left out, see diag_fit() */
	int64_t omitted; /* notes, ranges and fix-its that were left out */
	struct fl_slice id; /* what it says, whichever tool says it: diag/ident/idents.h */
	struct fl_list args; /* struct fl_slice: what it is about */
};

extern const struct fl_names diag_level_names;

/* Is it as bad as `least`, or worse? Notes and remarks weigh the same. */
bool diag_level_reaches(int level, int least);

extern const struct fl_names diag_note_kind_names;

extern const struct fl_shape diag_note_shape;
extern const struct fl_shape diag_range_shape;
extern const struct fl_shape diag_fixit_shape;
extern const struct fl_shape diag_diagnostic_shape;

/* The shapes of this folder that stand alone in a document. */
extern const struct fl_registry diag_registry;

/* By which diag_classify_memo() and diag_identify() remember a message. */
static inline uint64_t diag_message_hash(struct fl_slice message)
{
	return fl_mix_text(1, message);
}

/* Is the place in the range? */
bool diag_range_contains(const struct diag_range *r, int64_t line, int64_t col);

/* The items of a list, `size` bytes each, copied; their texts are shared. Empty when it is full. */
struct fl_list diag_list_copy(struct fl_arena *a, const struct fl_list *l, size_t size);

/* A deep copy into the arena; NULL when it is full. */
struct diag_diagnostic *diag_diagnostic_copy(struct fl_arena *a, const struct diag_diagnostic *d);

/*
 * The first errors of a list (struct diag_diagnostic), at most max, as a list of copies, which
 * share their texts. Empty when there are none, or the arena is full.
 */
struct fl_list diag_errors(const struct fl_list *list, size_t max, struct fl_arena *a);

/*
 * A document of the diagnostics in list (struct diag_diagnostic), ready for fl_literal_write() or
 * fl_json_items(). The items point into the list. The empty document when the arena is full.
 */
struct fl_items diag_items(struct fl_arena *a, const struct fl_list *list);

/*
 * Cut a document until its compact literals take at most budget bytes. When there is no room for
 * all, the first diagnostic and the root (the first error) stay, then the worst in their order;
 * those left out are counted in `skipped` of the one before them. What stays loses in proportion to
 * its size, by fl_items_fit(): of notes the last ones go, so that parents stay what they were, and
 * no fix-it refers to a note that was cut. Items of other shapes are allowed. FL_ELIMIT when not
 * even these two fit.
 */
int diag_fit(struct fl_items *items, size_t budget, struct fl_arena *a, struct fl_error *err);

#endif
