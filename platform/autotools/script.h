/*
 * A configure.ac as far as it can be followed without running it: shell commands and the macros of
 * autoconf, automake, pkg-config and the autoconf archive, for a configure without options on Linux
 * with gcc 12. What stands under a condition that is not known is `unsure`.
 * Sources: the manuals of GNU Autoconf and Automake; pkg.m4; ax_cxx_compile_stdcxx.m4.
 */
#ifndef FL_PLATFORM_AUTOTOOLS_SCRIPT_H
#define FL_PLATFORM_AUTOTOOLS_SCRIPT_H

#include "platform/autotools/vars.h"

enum {
	AUT_STEPS_MAX = 1 << 20, /* words that are looked at */
	AUT_NESTED_MAX = 40, /* macros within macros */
	AUT_ARGUMENTS_MAX = 64, /* of a macro; what follows is left out */
	AUT_MACROS_MAX = 1 << 12, /* that the project defines */
	AUT_BRANCHES = 64 /* within each other that are told apart */
};

struct aut_macro {
	struct aut_macro *next;
	struct fl_slice name, body, file;
	int64_t line;
	bool open; /* it is being expanded */
};

struct aut_standard {
	struct fl_slice value; /* "" for none */
	struct plat_place at;
	bool unsure;
};

struct aut_script {
	struct plat_tree *tree;
	struct plat_gather *out;
	struct fl_arena *work;
	struct fl_slice root; /* the directory of configure.ac */
	struct fl_slice file;
	struct aut_vars vars;
	struct aut_vars conditions; /* of AM_CONDITIONAL: "yes", "no", or not known */
	struct aut_macro *macros;
	struct aut_standard cxx; /* what a macro puts into CXX */
	struct fl_slice least; /* AC_PREREQ */
	unsigned unsure, skip, nested;
	uint32_t branches, branch[AUT_BRANCHES]; /* numbers of those that are open */
	size_t steps, macro_count;
	bool asks_never, asks_always; /* of the macro for C++ standards: autotools.c */
	bool given_only; /* an option's action that is not taken: its variables are empty */
};

struct aut_call {
	struct fl_slice name;
	size_t count;
	struct fl_slice arguments[AUT_ARGUMENTS_MAX];
	int64_t lines[AUT_ARGUMENTS_MAX];
};

/* Follow a text that begins at a line of s->file. */
void plat_aut_walk(struct aut_script *s, struct fl_slice text, int64_t line);

/* Read a file of macros: their definitions are noted. */
void plat_aut_define(struct aut_script *s, struct fl_slice text, struct fl_slice file);

/* A macro that is called. */
void plat_aut_macro(struct aut_script *s, const struct aut_call *c, int64_t line);

/* A shell word, or several of them in quotes, with the variables that it names. */
struct aut_value plat_aut_expand(struct aut_script *s, struct fl_slice raw, int64_t line);

/*
 * A variable gets a value. In a branch that may not be taken, what it had before and has no longer
 * is unsure, and so is what it has only now.
 */
void plat_aut_assign(struct aut_script *s, struct fl_slice name, struct aut_value value);

/* Begin a branch that may not be taken; it ends when s->unsure is what it was. */
void plat_aut_enter(struct aut_script *s);

/* The value as it is where the script stands: what a branch around has set is sure in it. */
struct aut_value plat_aut_here(const struct aut_script *s, struct aut_value v);

/* Is what a shell's `if` asks? */
enum aut_three plat_aut_condition(struct aut_script *s, struct fl_slice text);

/* Does a shell's pattern ("linux*|gnu*") match? */
bool plat_aut_match(struct fl_slice patterns, struct fl_slice text);

/* The arguments of a call whose "(" stands at *at of the text; *at is then behind its ")". */
void plat_aut_arguments(struct fl_slice text, size_t *at, int64_t *line, struct aut_call *c);

/* The argument without its outer quotes; "" when there is none. */
struct fl_slice plat_aut_argument(const struct aut_call *c, size_t i);

/* The raw shell word at *at: up to a blank or an operator outside quotes. */
struct fl_slice plat_aut_raw(struct fl_slice text, size_t *at, int64_t *line);

/* An action when something is found, and one when not, by their index: one of both is taken. */
void plat_aut_actions(struct aut_script *s, const struct aut_call *c, size_t yes, size_t no,
	enum aut_three found);

/* Does an action give up in any case, so that what it stands for is required? */
bool plat_aut_gives_up(struct fl_slice action);

/* Walk an argument; unsure: it may not be run. Add words to a variable, before or behind. */
void plat_aut_walk_argument(struct aut_script *s, const struct aut_call *c, size_t i, bool unsure);
void plat_aut_add(struct aut_script *s, struct fl_slice name, struct aut_value v, bool before);

/* packages.c: macros that stand for packages, by pkg-config or by tables */
void plat_aut_pkg(struct aut_script *s, const struct aut_call *c, int64_t line);
void plat_aut_pkg_exists(struct aut_script *s, const struct aut_call *c, int64_t line);
void plat_aut_path(struct aut_script *s, const struct aut_call *c, int64_t line);
void plat_aut_havelib(struct aut_script *s, const struct aut_call *c, int64_t line);
void plat_aut_boost(struct aut_script *s, const struct aut_call *c, int64_t line);
void plat_aut_known(struct aut_script *s, const struct aut_call *c, int64_t line);

/* Macros that check for a header, a function or a declaration, or for several; a size; a flag. */
void plat_aut_check_name(struct aut_script *s, const struct aut_call *c, int64_t line);
void plat_aut_check_names(struct aut_script *s, const struct aut_call *c, int64_t line);
void plat_aut_check_size(struct aut_script *s, const struct aut_call *c, int64_t line);
void plat_aut_check_flag(struct aut_script *s, const struct aut_call *c, int64_t line);

static inline struct plat_place plat_aut_at(const struct aut_script *s, int64_t line)
{
	return (struct plat_place){s->file, line};
}

#endif
