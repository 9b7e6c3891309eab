/*
 * Answers as C++ literals, for models that read nothing else (base/literal/literal.h): structs of
 * the data model between <DEBUG_CONTEXT> and <CODE_END>, and values that have no struct as
 * declarations between <TOOL_RESULT> and <CODE_END>. Each compiles by itself as C++20;
 * struct2json reads the structs back and passes over the values.
 */
#ifndef FL_DEBUGSESSION_DOCUMENT_H
#define FL_DEBUGSESSION_DOCUMENT_H

#include "base/literal/literal.h"
#include "debugsession/model.h"

/* An answer as C++ literals, too: in which style, and of how many bytes at most (0: any). */
struct dbg_literal_wish {
	bool wanted;
	enum fl_style style;
	size_t max_bytes;
};

enum { DBG_ITEMS_MAX = 8, DBG_LITERAL_ARENA = 64 << 20, DBG_OUTPUT_SHOWN = 64 << 10 };

/* The structs of one document. name: what each is called where it is declared, or NULL. */
struct dbg_document {
	struct fl_item at[DBG_ITEMS_MAX];
	size_t len;
};

/* Add a struct; one too many is left out. */
void dbg_document_add(
	struct dbg_document *d, const struct fl_shape *shape, const void *object, const char *name);

/*
 * Append the document, cut to max_bytes (0: not): FL_ELIMIT when it cannot be cut so far. Objects
 * and their texts live in the arena, which the cutting uses, too.
 */
int dbg_document_write(struct dbg_document *d, const struct dbg_literal_wish *wish,
	struct fl_arena *a, struct fl_buf *out, struct fl_error *err);

/*
 * Append the declaration of a text as a value, one line: `<TOOL_RESULT> const char* result = "7";
 * <CODE_END>`. A text with NUL bytes is an array: `const char result[4] = "a\000b";`.
 */
void dbg_literal_value(struct fl_buf *out, const char *name, struct fl_slice value);

/*
 * Append what the program wrote as the value `program_output`; nothing where that is empty. What is
 * longer than max_bytes as a literal (0, or more than DBG_OUTPUT_SHOWN: that many) loses its start,
 * and begins with a line that says so.
 */
void dbg_literal_output(struct fl_buf *out, struct fl_slice said, size_t max_bytes);

#endif
