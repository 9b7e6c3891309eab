/*
 * How gdb spells what lldb spells otherwise: types, values, names of functions, errors, signals.
 * Each table says why a row is sound; docs/debugsession.md, "Engines", lists what is left.
 */
#ifndef FL_DEBUGSESSION_ADAPTER_SPELL_H
#define FL_DEBUGSESSION_ADAPTER_SPELL_H

#include "base/buf.h"

/* A type: "int[4]" is "int [4]", "std::vector<int>" has its allocator, too. */
void dbg_spell_type(struct fl_slice type, struct fl_buf *out);

/* Is this type a pointer to characters? */
bool dbg_spell_is_text(struct fl_slice type);

/* A value without children, of this type: "'x'" is "120 'x'", addresses lose their zeros. */
void dbg_spell_scalar(struct fl_slice type, struct fl_slice value, struct fl_buf *out);

/* The byte of "'x'", "'\\n'", "'\\x80'"; -1: it is no character. */
int dbg_spell_character(struct fl_slice value);

/* A function with its parameters: "::f(const char *)" is "f(char const*)". */
void dbg_spell_signature(struct fl_slice name, struct fl_buf *out);

/* A function's name without result and parameters: "int f<int>(int)" is "f<int>". */
struct fl_slice dbg_spell_function(struct fl_slice name);

/* FL_EREFUSED with the adapter's message in gdb's words. */
int dbg_spell_error(struct fl_slice message, struct fl_error *err);

/* "Segmentation fault" of "SIGSEGV"; "Unknown signal" where it is not known. */
struct fl_slice dbg_spell_signal(struct fl_slice name);
int64_t dbg_spell_signal_number(struct fl_slice name);
void dbg_spell_signal_name(int number, char *name, size_t size);

/*
 * How gdb's printers show a container of the C++ library: what stands before the braces. type as
 * the adapter spells it. NULL: it is none.
 */
struct dbg_spell_container {
	const char *prefix; /* of the type */
	const char
		*head; /* "std::map with %zu element%s"; "%zu" and "%s" as far as they are there */
	const char *empty; /* the whole of an empty one; NULL: head */
	enum { DBG_SPELL_PLAIN, DBG_SPELL_NUMBERED, DBG_SPELL_MAP, DBG_SPELL_VECTOR } style;
};

const struct dbg_spell_container *dbg_spell_container(struct fl_slice type);

#endif
