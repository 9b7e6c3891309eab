/*
 * The language of meson.build, as https://mesonbuild.com/Syntax.html describes it: a text becomes
 * a tree of nodes in an arena. Nothing is looked up or evaluated.
 */
#ifndef FL_PLATFORM_MESON_SYNTAX_H
#define FL_PLATFORM_MESON_SYNTAX_H

#include "base/arena.h"

enum mes_token_kind {
	MES_END,
	MES_EOL,
	MES_WORD, /* names and keywords */
	MES_NUMBER,
	MES_STRING,
	MES_FORMAT, /* f'…' */
	MES_OPERATOR, /* one or two characters */
	MES_BAD
};

struct mes_token {
	enum mes_token_kind kind;
	struct fl_slice text; /* a string's is its value */
	int64_t number;
	uint32_t line;
};

struct mes_lexer {
	struct fl_slice text;
	size_t at;
	uint32_t line;
	unsigned brackets; /* in which line ends count for nothing */
	struct fl_arena *a;
};

/* The next token. */
struct mes_token plat_mes_token(struct mes_lexer *l);

enum mes_node_kind {
	MES_ID, /* text */
	MES_INT, /* number */
	MES_TRUTH, /* number */
	MES_TEXT, /* text */
	MES_FTEXT, /* text */
	MES_LIST, /* a: items */
	MES_DICT, /* a: MES_PAIR */
	MES_PAIR, /* a: key, b: value */
	MES_KEYWORD, /* text; a: value */
	MES_CALL, /* text; a: arguments */
	MES_METHOD, /* a: object, text, b: arguments */
	MES_INDEX, /* a: object, b: index */
	MES_NOT, /* a */
	MES_MINUS, /* a */
	MES_BINARY, /* a, text: operator, b */
	MES_AND, /* a, b */
	MES_OR, /* a, b */
	MES_CHOICE, /* a ? b : c */
	MES_ASSIGN, /* text; a */
	MES_ADD, /* text += a */
	MES_IF, /* a: MES_CLAUSE */
	MES_CLAUSE, /* a: condition (NULL: else), b: statements */
	MES_FOREACH, /* text, c: second variable or NULL, a: what, b: statements */
	MES_BREAK,
	MES_CONTINUE
};

struct mes_node {
	enum mes_node_kind kind;
	uint32_t line;
	unsigned depth; /* of the tree below it, at most MES_DEPTH_MAX */
	struct fl_slice text;
	int64_t number;
	struct mes_node *a, *b, *c;
	struct mes_node *next; /* in the list that it stands in */
};

enum { MES_DEPTH_MAX = 300 };

/*
 * The statements of a text. What follows a mistake is left out; *ret_line is the mistake's line, 0
 * when there is none, or when the arena is full (a->failed).
 */
struct mes_node *plat_mes_parse(struct fl_slice text, struct fl_arena *a, uint32_t *ret_line);

#endif
