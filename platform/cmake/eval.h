/*
 * The evaluator's state, and what its parts call of each other. Internal to platform/cmake.
 *
 * The tree stands at CM_SOURCE_ROOT and what is built at CM_BINARY_ROOT, which is always empty.
 */
#ifndef FL_PLATFORM_CMAKE_EVAL_H
#define FL_PLATFORM_CMAKE_EVAL_H

#include "platform/cmake/cmake.h"
#include "platform/cmake/lexer.h"
#include "platform/cmake/scope.h"

#define CM_SOURCE_ROOT "/source"
#define CM_BINARY_ROOT "/build"

struct cm_arg {
	struct fl_slice text;
	bool quoted; /* or in brackets */
};

struct cm_args {
	struct cm_arg *at;
	size_t n;
};

enum cm_truth { CM_FALSE, CM_TRUE, CM_UNKNOWN };

/* How a list of commands went on. */
enum cm_flow { CM_GO, CM_BREAK, CM_CONTINUE, CM_RETURN, CM_DEAD };

struct cm_function {
	struct cm_function *next;
	struct fl_slice name;
	struct fl_slice file; /* it stands in */
	const struct cm_command *commands; /* its body */
	size_t count;
	struct fl_slice *parameters;
	size_t parameter_count;
	struct cm_way *way;
	bool is_macro;
};

/* What a macro's body has put into it. */
struct cm_macro {
	const struct cm_function *function;
	const struct cm_args *args;
};

enum cm_entry_kind {
	CM_OPTIONS,
	CM_DEFINITIONS,
	CM_INCLUDES,
	CM_FEATURES,
	CM_LINKS,
	CM_LINK_OPTIONS,
	CM_SOURCES
};

/* What one command adds to a target or a directory. */
struct cm_entry {
	enum cm_entry_kind kind;
	struct fl_slice value; /* a list, generator expressions and all */
	struct plat_place at;
	struct cm_way *way;
	bool own, users; /* for itself, for those that link with it */
	bool removes_older; /* it is set, not added */
	bool removes; /* what it says is taken away */
	bool late; /* a directory's, for all its targets, not only for those after it */
};

struct cm_directory {
	struct cm_directory *parent, *next; /* next of all */
	struct fl_slice path; /* relative to the tree, "" for its root */
	struct cm_scope *scope;
	struct cm_scope *properties;
	struct fl_vec entries; /* struct cm_entry; with those of the parent at its beginning */
	struct fl_slice project; /* the innermost project()'s directory */
	struct cm_way *way;
	bool done; /* its file was read: scope has the variables of its end */
};

enum cm_target_kind {
	CM_EXECUTABLE,
	CM_STATIC,
	CM_SHARED,
	CM_MODULE,
	CM_OBJECT,
	CM_INTERFACE,
	CM_CUSTOM,
	CM_UNKNOWN_LIBRARY /* imported, or of a type that is not known */
};

struct cm_target {
	struct cm_target *next; /* of its bucket */
	struct cm_target *following; /* of all, in order */
	struct fl_slice name;
	struct cm_target *alias_of;
	enum cm_target_kind kind;
	bool imported;
	bool kind_unsure;
	struct cm_way *way;
	struct plat_place at;
	struct cm_directory *directory;
	size_t directory_options; /* of the directory's entries stood before it */
	struct fl_vec entries; /* struct cm_entry */
	struct cm_scope *properties;
	struct fl_slice package; /* that an imported one stands for */
	unsigned visit; /* the walk that was here last */
};

enum { CM_TARGET_BUCKETS = 1024, CM_FUNCTION_BUCKETS = 256 };

/* Files that have properties of their own. */
struct cm_source_file {
	struct cm_source_file *next;
	struct fl_slice path;
	struct cm_scope *properties;
	struct cm_way *way;
};

struct cm_eval {
	struct plat_tree *tree;
	struct fl_arena scratch; /* all that evaluation makes */
	struct fl_arena *out; /* what is returned */
	struct cm_vars vars;
	struct cm_scope *scope; /* the current one */
	struct cm_scope *cache;
	struct cm_scope *globals; /* global properties */
	struct cm_scope *foreign; /* starts of variables that things not read may set */
	struct cm_directory *directory, *root_directory, *directories, **directories_end;
	struct fl_slice file; /* whose commands are run, relative to the tree */
	struct fl_slice list_file; /* that was included last: functions do not change it */
	int64_t line;
	struct cm_macro *macro; /* whose body is evaluated */
	struct cm_function *functions[CM_FUNCTION_BUCKETS];
	struct cm_target *targets[CM_TARGET_BUCKETS], *first_target, **targets_end;
	struct cm_source_file *source_files;
	size_t target_count;
	bool is_there; /* the package whose FindNAME.cmake is run: so is what that looks for */
	int modules; /* FindNAME.cmake that are run */
	bool beyond; /* there are directories, and so targets, that were not read */
	size_t commands;
	int depth;
	bool stopped; /* a maximum was passed */
	bool cut; /* … while the files were read: all that is known is unsure */
	/* A way left a loop, or a function or file: the rest of those may not be run. */
	bool may_have_left_loop, may_have_returned;
	struct fl_vec settings, skipped; /* of the project */
	size_t skipped_count;
	size_t work; /* steps of regular expressions, walks and lists */
	plat_cmake_trace trace;
	void *user;
};

typedef enum cm_flow (*cm_run)(struct cm_eval *e, const struct cm_args *args);

/* What a command does: a row of the tables in commands.c. */
struct cm_builtin {
	const char *name;
	cm_run run;
};

/* expand.c: texts and lists */

/* An argument with its references and escapes replaced. */
struct fl_slice plat_cm_expand(struct cm_eval *e, struct fl_slice text);
/* All the words of a command. */
struct cm_args plat_cm_expand_words(struct cm_eval *e, const struct cm_command *c);
/* Append the items of a list, without those that are empty, to a vector of struct cm_arg. */
void plat_cm_split(struct cm_eval *e, struct fl_slice text, bool with_empty, struct fl_vec *out);
struct cm_args plat_cm_items(struct cm_eval *e, struct fl_slice text, bool with_empty);
/* Joined by the separator, which may be "". */
struct fl_slice plat_cm_join(
	struct cm_eval *e, const struct cm_arg *at, size_t n, const char *separator);
struct fl_slice plat_cm_lower(struct cm_eval *e, struct fl_slice text);
struct fl_slice plat_cm_upper(struct cm_eval *e, struct fl_slice text);
/* @NAME@ and, unless only_at, ${NAME}. */
struct fl_slice plat_cm_configure(struct cm_eval *e, struct fl_slice text, bool only_at);

/* eval.c: variables, and running things */

/* NULL: it is not set. A value may be CM_HOLE for what a thing that was not read may have set. */
const struct cm_value *plat_cm_get(struct cm_eval *e, struct fl_slice name);
struct fl_slice plat_cm_text(struct cm_eval *e, const char *name); /* "" where it is not set */
void plat_cm_set(struct cm_eval *e, struct fl_slice name, struct fl_slice value);
void plat_cm_sets(struct cm_eval *e, const char *name, const char *value);
void plat_cm_set_in(
	struct cm_eval *e, struct cm_scope *s, struct fl_slice name, struct fl_slice value);
/* In a scope or the cache; "x-NOTFOUND" is looked for again, and so is not. */
bool plat_cm_is_set(struct cm_eval *e, struct fl_slice name);
void plat_cm_unset(struct cm_eval *e, struct fl_slice name);
/* A value that is any of nothing and this text. */
struct fl_slice plat_cm_maybe(struct cm_eval *e, struct fl_slice text);
struct plat_place plat_cm_place(const struct cm_eval *e);
void plat_cm_skip(struct cm_eval *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* From here on, unset variables that start so (in any case) are not known. */
void plat_cm_foreign(struct cm_eval *e, struct fl_slice start);
/* Does the policy stand at NEW? "CMP0077", which came with that version of CMake. */
bool plat_cm_policy(struct cm_eval *e, const char *policy, int major, int minor);
/* Take n steps of the budget; false: it is used up, and evaluation stops. */
bool plat_cm_work(struct cm_eval *e, size_t n);
enum cm_flow plat_cm_run_list(struct cm_eval *e, const struct cm_command *at, size_t count);
enum cm_flow plat_cm_call(struct cm_eval *e, struct fl_slice name, const struct cm_args *args);
/* A file of the tree; FL_ENOTFOUND: it has none of that path. */
int plat_cm_run_file(struct cm_eval *e, struct fl_slice path, enum cm_flow *ret_flow);
struct cm_function *plat_cm_function(struct cm_eval *e, struct fl_slice name);
cm_run plat_cm_builtin(struct fl_slice name);

/* file.c: a module of the project's own, by CMAKE_MODULE_PATH; path: beneath the tree */
bool plat_cm_find_module(struct cm_eval *e, struct fl_slice name, struct fl_slice *ret_path);

/* module.c */

/* qt.c: is there a target of Qt's base modules? CM_UNKNOWN for all others */
enum cm_truth plat_cm_has_qt(struct cm_eval *e, struct fl_slice name);

/* Run the project's own FindNAME.cmake; false: it has none. there: the package is. */
bool plat_cm_run_module(
	struct cm_eval *e, struct fl_slice name, const struct cm_args *args, bool there);
enum cm_flow plat_cm_run_standard_args(struct cm_eval *e, const struct cm_args *args);

/* project.c: a command that says nothing of how files are built */
enum cm_flow plat_cm_run_nothing(struct cm_eval *e, const struct cm_args *args);

/* kde.c: is it one of KDE's modules? They stand outside of the project. */
bool plat_cm_kde_include(struct cm_eval *e, struct fl_slice name);

/* block.c: commands with a body; *at is theirs and becomes that of their end */
enum cm_flow plat_cm_run_if(struct cm_eval *e, const struct cm_command *all, size_t *at);
enum cm_flow plat_cm_run_foreach(struct cm_eval *e, const struct cm_command *all, size_t *at);
enum cm_flow plat_cm_run_while(struct cm_eval *e, const struct cm_command *all, size_t *at);
enum cm_flow plat_cm_run_block(struct cm_eval *e, const struct cm_command *all, size_t *at);
void plat_cm_trace(struct cm_eval *e, const struct cm_command *c, bool certain);
void plat_cm_define(struct cm_eval *e, const struct cm_command *all, size_t at);
enum cm_flow plat_cm_invoke(
	struct cm_eval *e, const struct cm_function *f, const struct cm_args *args);

/* condition.c */
enum cm_truth plat_cm_condition(struct cm_eval *e, const struct cm_args *args);
/* Of a value: "ON", "NOTFOUND" and so on. */
enum cm_truth plat_cm_is_on(struct fl_slice value);
/* "1.2.3" against "1.10": -1, 0, 1. */
int plat_cm_compare_versions(struct fl_slice a, struct fl_slice b);
/* Is the whole text a number? *ret_value may be NULL. */
bool plat_cm_number(struct fl_slice text, double *ret_value);

/* path.c */

/* The path beneath the tree's root of an absolute one; false: it is elsewhere. */
bool plat_cm_in_tree(struct cm_eval *e, struct fl_slice path, struct fl_slice *ret);
/* Absolute and straight, relative to the given base. */
struct fl_slice plat_cm_absolute(struct cm_eval *e, struct fl_slice path, struct fl_slice base);
struct fl_slice plat_cm_current_source(struct cm_eval *e);
struct fl_slice plat_cm_current_binary(struct cm_eval *e);
enum cm_truth plat_cm_exists(struct cm_eval *e, struct fl_slice path, bool directory);

/* target.c */
struct cm_target *plat_cm_target(struct cm_eval *e, struct fl_slice name); /* through aliases */
enum cm_truth plat_cm_has_target(struct cm_eval *e, struct fl_slice name);
struct cm_target *plat_cm_target_add(
	struct cm_eval *e, struct fl_slice name, enum cm_target_kind kind);
struct cm_entry *plat_cm_entry_add(
	struct cm_eval *e, struct fl_vec *entries, enum cm_entry_kind kind, struct fl_slice value);
/* The files that have properties of their own; made where there is none yet. */
struct cm_source_file *plat_cm_source_file(struct cm_eval *e, struct fl_slice path);
/* The properties that are lists of entries; false: it is another one. */
bool plat_cm_entry_property(struct fl_slice name, enum cm_entry_kind *ret_kind, bool *ret_users);

/* The text with its generator expressions evaluated for a target's files of a language (0: any). */
struct cm_genex {
	struct cm_eval *e;
	const struct cm_target *target;
	enum plat_languages language;
	struct fl_slice build_type;
};
struct fl_slice plat_cm_genex(const struct cm_genex *g, struct fl_slice text);

/*
 * preset.c: CMAKE_TOOLCHAIN_FILE, where all presets that can be chosen name the same file and the
 * tree has it.
 */
bool plat_cm_presets_toolchain(struct plat_tree *tree, struct fl_slice directory,
	struct fl_arena *a, struct plat_given *ret_given);

/* result.c: everything that was found out, as the project */
int plat_cm_result(struct cm_eval *e, struct plat_project *ret, struct fl_error *err);
/* settings.c: one target of it */
void plat_cm_target_result(struct cm_eval *e, struct cm_target *t, struct fl_vec *targets);
/* standard.c: what CMake 3.25 makes of a target's standard and features; "" where it says nothing.
 * *ret_explicit: there is a flag; else it is the compiler's default. */
struct fl_slice plat_cm_standard(struct cm_eval *e, const struct cm_target *t, bool cxx,
	const struct fl_slice *features, size_t count, bool *ret_explicit,
	struct plat_place *ret_at);

/* Variables that count as they are at the end of a directory; kept in its properties. */
void plat_cm_directory_end(struct cm_eval *e);

static inline bool plat_cm_is(const struct cm_args *args, size_t i, const char *word)
{
	return i < args->n && fl_slice_eqs(args->at[i].text, word);
}

/* The index of a word, or args->n. */
size_t plat_cm_index(const struct cm_args *args, size_t from, const char *word);

/* The rows of each file of commands; they end with a NULL name. */
extern const struct cm_builtin plat_cm_variable_commands[], plat_cm_text_commands[],
	plat_cm_file_commands[], plat_cm_target_commands[], plat_cm_property_commands[],
	plat_cm_find_commands[], plat_cm_check_commands[], plat_cm_qt_commands[],
	plat_cm_kde_commands[], plat_cm_project_commands[];

#endif
