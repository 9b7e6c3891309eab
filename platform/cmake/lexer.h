/*
 * The CMake language: a file as a list of commands with their arguments, as cmake-language(7)
 * defines it, with the legacy forms of unquoted arguments. Internal to platform/cmake.
 */
#ifndef FL_PLATFORM_CMAKE_LEXER_H
#define FL_PLATFORM_CMAKE_LEXER_H

#include "base/model.h"

enum cm_quoting { CM_UNQUOTED, CM_QUOTED, CM_BRACKET };

struct cm_word {
	struct fl_slice
		text; /* between its quotes or brackets, references and escapes as written */
	enum cm_quoting quoting;
};

/* Commands that open, part or close a block. */
enum cm_block {
	CM_PLAIN,
	CM_IF,
	CM_ELSEIF,
	CM_ELSE,
	CM_ENDIF,
	CM_FOREACH,
	CM_ENDFOREACH,
	CM_WHILE,
	CM_ENDWHILE,
	CM_FUNCTION,
	CM_ENDFUNCTION,
	CM_MACRO,
	CM_ENDMACRO,
	CM_BLOCK,
	CM_ENDBLOCK
};

struct cm_command {
	struct fl_slice name; /* as written; case does not matter */
	struct fl_list words; /* struct cm_word; parentheses inside are words of their own */
	int64_t line;
	enum cm_block block;
	size_t next; /* of an opening or parting command: how far on the next part or the end is */
};

enum { CM_COMMANDS_MAX = 1 << 18, CM_WORDS_MAX = 1 << 16, CM_NESTING_MAX = 100 };

/*
 * The commands of a text, a list of struct cm_command in the arena, whose words point into the
 * text.
 * FL_EPARSE with the line for what CMake refuses, and for blocks that are not closed; FL_ELIMIT,
 * FL_ENOMEM.
 */
int plat_cm_lex(struct fl_slice text, struct fl_arena *a, struct fl_list *ret_commands,
	struct fl_error *err);

#endif
