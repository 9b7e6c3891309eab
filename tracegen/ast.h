/*
 * The syntax tree that operators read, and the only gateway to libclang (19: earlier ones cannot
 * tell which operator a cursor is). tg_ast_parse() runs libclang over one source file of a program
 * and keeps, in an arena, the part of the tree that stands in the program's own files.
 *
 * libclang is not made for hostile input: call this inside the sandbox only (tracegen/sites.h).
 *
 * Implicit nodes are left out, so a child is what stands in the text. Ranges are byte offsets in
 * the unit's file; nothing that comes from a macro expansion keeps a range of its own: such nodes
 * have in_macro set and operators leave them alone.
 */
#ifndef FL_TRACEGEN_AST_H
#define FL_TRACEGEN_AST_H

#include "tracegen/program.h"

enum tg_node_kind {
	TG_N_OTHER,
	TG_N_ROOT,
	TG_N_FUNCTION, /* functions, methods, constructors, lambdas are TG_N_LAMBDA */
	TG_N_LAMBDA,
	TG_N_VAR,
	TG_N_PARAM,
	TG_N_FIELD,
	TG_N_TYPE, /* struct, union, class, enum and what is in them */
	TG_N_COMPOUND,
	TG_N_DECL_STMT,
	TG_N_IF,
	TG_N_FOR,
	TG_N_RANGE_FOR,
	TG_N_WHILE,
	TG_N_DO,
	TG_N_SWITCH,
	TG_N_CASE,
	TG_N_LABEL,
	TG_N_JUMP, /* break, continue, goto */
	TG_N_RETURN,
	TG_N_BINARY, /* assignments too */
	TG_N_UNARY,
	TG_N_CONDITIONAL,
	TG_N_CALL,
	TG_N_INDEX,
	TG_N_REF,
	TG_N_MEMBER,
	TG_N_PAREN,
	TG_N_CAST,
	TG_N_INT,
	TG_N_FLOAT,
	TG_N_STRING,
	TG_N_CHAR,
	TG_N_NULLPTR,
	TG_N_NEW,
	TG_N_DELETE,
	TG_N_CONSTANT /* static_assert, sizeof, …: what the compiler evaluates or never runs */
};

enum tg_role {
	TG_R_NONE,
	TG_R_COND, /* of if, for, while, do, switch, ?: */
	TG_R_INIT,
	TG_R_STEP,
	TG_R_BODY,
	TG_R_ELSE,
	TG_R_LHS, /* left operand; the base of an index */
	TG_R_RHS, /* right operand; the index of an index */
	TG_R_ARG
};

enum tg_op_kind {
	TG_O_NONE,
	TG_O_LT,
	TG_O_GT,
	TG_O_LE,
	TG_O_GE,
	TG_O_EQ,
	TG_O_NE,
	TG_O_ADD,
	TG_O_SUB,
	TG_O_MUL,
	TG_O_DIV,
	TG_O_REM,
	TG_O_ADD_SET,
	TG_O_SUB_SET,
	TG_O_MUL_SET,
	TG_O_DIV_SET,
	TG_O_REM_SET,
	TG_O_SET,
	TG_O_AND,
	TG_O_OR,
	TG_O_OTHER,
	TG_O_NOT,
	TG_O_DEREF,
	TG_O_ADDRESS,
	TG_O_INC,
	TG_O_DEC
};

enum tg_type_class {
	TG_T_OTHER, /* dependent on a template parameter, too */
	TG_T_VOID,
	TG_T_INT,
	TG_T_FLOAT,
	TG_T_ENUM,
	TG_T_POINTER,
	TG_T_ARRAY,
	TG_T_RECORD
};

struct tg_type {
	enum tg_type_class cls; /* of the type itself, behind a reference */
	enum tg_type_class pointee; /* of what a pointer points to or an array holds */
	bool is_const, is_ref, is_auto, is_smart; /* is_smart: a standard smart pointer */
	struct fl_slice text; /* as a person would write it */
};

enum {
	TG_F_DEFINITION = 1, /* of a function */
	TG_F_REDECLARED = 2, /* a function definition with an earlier declaration elsewhere */
	TG_F_TEMPLATE = 4,
	TG_F_CONSTEXPR = 8,
	TG_F_STATIC = 16, /* a function or variable with static storage duration or linkage */
	TG_F_IN_PROGRAM = 32, /* what a name refers to is declared in the program's own files */
	TG_F_ARROW = 64, /* a member access by -> */
	TG_F_LOCAL = 128,
	TG_F_ENUMERATOR = 256 /* a TG_N_REF to a constant of an enum */
};

struct tg_node {
	enum tg_node_kind kind;
	enum tg_role role;
	enum tg_op_kind op; /* TG_N_BINARY and TG_N_UNARY */
	unsigned flags;
	size_t start, end;
	size_t name_at; /* where the name stands: of declarations, TG_N_REF and TG_N_MEMBER */
	bool in_macro;
	unsigned arg; /* TG_R_ARG: which, from 0 */
	struct fl_slice name; /* of a declaration, or of what is called or referred to */
	uint64_t decl; /* the same for a declaration and all that refers to it; 0: none */
	struct tg_type type;
	const struct tg_type *param; /* TG_R_ARG: the parameter's type, NULL for variadic ones */
	unsigned
		decl_line; /* TG_N_REF, TG_N_MEMBER, TG_N_CALL: where declared, when in this file */
	struct tg_node *parent, *first, *last, *next, *prev;
};

struct tg_range {
	size_t start, end;
	size_t reach; /* the furthest end of this and all before it: expansions may nest */
};

struct tg_include {
	size_t start, end; /* from the '#' to the end of the line */
	struct fl_slice name; /* as written, without < > or quotes */
	bool used; /* something that the file names came in first by this line */
};

/* What is mentioned where, for tracegen/uses.h: const struct tg_node * each. */
struct tg_uses {
	struct fl_list places; /* mentions by place */
	struct fl_list mentions; /* the same by declaration */
	struct fl_list own; /* declarations that only this file can use */
};

/* One file of one parsed source. */
struct tg_unit {
	const struct tg_program *program; /* its language: that of the source */
	/* struct tg_unit of all sources, a header once for each that includes it, or NULL. */
	const struct fl_list *units;
	struct fl_slice file, text;
	struct tg_node *root; /* its children are the file's top-level declarations */
	struct fl_list lines; /* size_t: offset of each line's first byte */
	struct fl_list macros; /* struct tg_range: expansions, by start */
	struct fl_list includes; /* struct tg_include */
	struct fl_list decls; /* const struct tg_node *: for tg_declaration() (tracegen/node.h) */
	bool fixed; /* it may not be changed */
	bool again; /* a header whose tree stands in an earlier unit; here the root is empty */
	struct tg_uses uses;
};

/* Limits: nodes of a source's tree (further ones: FL_ELIMIT), levels (deeper ones are left out). */
enum { TG_NODES_MAX = 1 << 20, TG_LEVELS_MAX = 400, TG_UNITS_MAX = 512 };

/*
 * Parse one source of the program; the files are taken from the program, not from disk. Gives a
 * unit for each source and header of the program that was read; `read` (struct tg_unit) are those
 * of sources before it: a file that one of them read in the same language is not walked again.
 * Everything lives in the arena. FL_EPARSE with the compiler's first error when the source has
 * errors.
 */
int tg_ast_parse(const struct tg_program *program, struct fl_slice source,
	const struct fl_list *read, struct fl_arena *a, struct fl_list *ret_units,
	struct fl_error *err);

static inline struct fl_slice tg_node_text(const struct tg_unit *u, const struct tg_node *n)
{
	return fl_slice(u->text.ptr + n->start, n->end - n->start);
}

#endif
