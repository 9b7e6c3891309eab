/*
 * What the two halves of the libclang gateway share: ast.c parses and walks, ast_cursor.c turns a
 * cursor into a node. For these two files only.
 */
#ifndef FL_TRACEGEN_AST_PRIV_H
#define FL_TRACEGEN_AST_PRIV_H

#include <clang-c/Index.h>

#include "tracegen/node.h"

struct tg_ast_header {
	CXFile file;
	unsigned line_offset; /* of the #include in the unit's file by which it came in first */
	bool own; /* one of the program's files */
};

/* What one parse holds. Lives on the stack of tg_ast_parse(). */
struct tg_ast {
	const struct tg_program *program;
	const struct fl_list *read; /* struct tg_unit of the sources before */
	struct fl_arena *arena;
	CXTranslationUnit tu;
	struct tg_unit *unit; /* the one being filled */
	CXFile unit_file;
	bool unit_read; /* the translation unit has it */
	struct tg_node *parent;
	unsigned level;
	size_t nodes;
	struct fl_vec headers, macros, includes;
	int failed;
};

/* A libclang string as a slice of the arena; disposes of it. */
struct fl_slice tg_ast_take(struct tg_ast *ast, CXString string);

bool tg_ast_same_file(CXFile a, CXFile b);

/* The range of a cursor in the unit's file; false when it stands elsewhere. */
bool tg_ast_range(struct tg_ast *ast, CXSourceRange extent, size_t *ret_start, size_t *ret_end);

/* Fill a node, whose range and parent are set, from its cursor. */
void tg_ast_read_cursor(struct tg_ast *ast, CXCursor cursor, struct tg_node *n);

/* What the cursor refers to; notes the use of the header that declares it. */
void tg_ast_read_reference(struct tg_ast *ast, CXCursor cursor, struct tg_node *n);

/* Give the children of a call that are arguments their role and their parameter's type. */
void tg_ast_read_arguments(struct tg_ast *ast, CXCursor cursor, struct tg_node *call);

#endif
