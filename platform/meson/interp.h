/*
 * The evaluation of a project's meson.build files. What depends on something that is not known is
 * done, too, and all that comes of it is `unsure`: of an `if` whose condition is not known each
 * branch is run, and a variable that they set has afterwards what they agree on.
 */
#ifndef FL_PLATFORM_MESON_INTERP_H
#define FL_PLATFORM_MESON_INTERP_H

#include "platform/meson/syntax.h"
#include "platform/meson/value.h"
#include "platform/model/gather.h"
#include "platform/model/tree.h"

enum {
	MES_STEPS_MAX = 1 << 21, /* nodes that are evaluated in a project */
	MES_FILES_MAX = 1 << 12, /* meson.build files */
	MES_NESTED_MAX = 1200, /* calls of the evaluator that are open */
	MES_MEMORY_MAX = 256 << 20, /* bytes of values and trees */
	MES_NAMES_MAX = 1 << 16, /* variables of a project */
	MES_JOURNAL_MAX = 1 << 20 /* variables that are set while it is not known whether */
};

struct mes_variable {
	struct mes_variable *next;
	struct fl_slice name;
	struct mes_value value;
	bool is_set;
	bool maybe_unset; /* it was set under a condition that is not known */
	uint32_t branch; /* the last branch that set it, and its place among what that set */
	size_t slot;
};

enum { MES_BUCKETS = 512 };

struct mes_table {
	struct mes_variable *buckets[MES_BUCKETS];
	size_t count;
};

struct mes_argument {
	struct mes_argument *next;
	bool link, unsure;
	enum plat_languages languages;
	struct mes_value value;
	struct plat_place at;
};

/* A project or a subproject. */
struct mes_scope {
	struct mes_scope *parent;
	struct mes_table names, options;
	struct fl_slice root, directory, file; /* paths from the root of the tree */
	struct fl_slice name, version, least; /* of the project; of Meson */
	struct mes_argument *arguments, **last_argument; /* add_project_arguments() */
	struct plat_place at; /* of project() */
	struct mes_value given; /* options of a subproject that the caller sets */
	bool has_project;
};

/* A dependency that the project itself offers under a name. */
struct mes_override {
	struct mes_override *next;
	struct fl_slice name;
	struct mes_value value;
};

enum mes_jump { MES_GO_ON, MES_DO_BREAK, MES_DO_CONTINUE, MES_DO_LEAVE, MES_DO_FAIL };

struct mes_interp {
	struct plat_tree *tree;
	struct plat_gather *out;
	struct fl_arena work; /* values and trees */
	struct mes_scope *scope;
	struct mes_argument *global, **last_global; /* add_global_arguments() */
	struct mes_override *overrides;
	struct fl_vec journal; /* what variables were before they were set */
	unsigned unsure; /* conditions around that are not known */
	unsigned watched; /* branches around whose settings are merged */
	unsigned nested;
	size_t steps, files;
	uint32_t line;
	enum mes_jump jump;
	size_t rest; /* of the journal, where what follows may be left out; SIZE_MAX: nowhere */
	uint32_t branches;
	uint32_t walk; /* of the dependencies of a target: the number of the last one */
	bool stopped; /* a maximum was passed */
	bool reads_options; /* option() is understood */
};

/* The arguments of a call, evaluated. */
struct mes_call {
	struct fl_slice name;
	struct mes_value positional; /* list */
	struct mes_value keywords; /* dict */
};

static inline struct plat_place plat_mes_place(const struct mes_interp *m)
{
	return (struct plat_place){m->scope->file, m->line};
}

/* Variables and options. */
struct mes_variable *plat_mes_find(struct mes_table *t, struct fl_slice name);
void plat_mes_set(struct mes_interp *m, struct fl_slice name, struct mes_value value);
void plat_mes_put(
	struct mes_interp *m, struct mes_table *t, struct fl_slice name, struct mes_value value);

/* Expressions and statements. */
struct mes_value plat_mes_eval(struct mes_interp *m, const struct mes_node *n);
void plat_mes_run(struct mes_interp *m, const struct mes_node *statements);
struct mes_value plat_mes_add(struct mes_interp *m, struct mes_value x, struct mes_value y);
struct mes_value plat_mes_binary(
	struct mes_interp *m, struct fl_slice op, struct mes_value x, struct mes_value y);
struct mes_value plat_mes_index(struct mes_interp *m, struct mes_value of, struct mes_value at);
struct mes_value plat_mes_join(struct mes_interp *m, struct mes_value x, struct mes_value y);

/* Read a file of the scope and run it: 0, or why it was not. */
int plat_mes_file(struct mes_interp *m, struct fl_slice path);

/* Arguments: of a place, by keyword (MES_V_NOTHING: it is not there). */
struct mes_value plat_mes_at(const struct mes_call *c, size_t i);
struct mes_value plat_mes_kw(const struct mes_call *c, const char *name);

/* The value of `required:` and of features: MES_NO is "disabled". */
enum mes_three plat_mes_required(const struct mes_value *v, bool *ret_disabled);

/* Functions and methods; unknown ones give a value that is not known. */
struct mes_value plat_mes_function(struct mes_interp *m, const struct mes_call *c);
struct mes_value plat_mes_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c);
struct mes_value plat_mes_text_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c);
struct mes_value plat_mes_list_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c);
struct mes_value plat_mes_dict_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c);
struct mes_value plat_mes_compiler_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c);
struct mes_value plat_mes_module_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c);
struct mes_value plat_mes_feature_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c);

/* Options: of the files of a project, then of its default_options. */
void plat_mes_options(struct mes_interp *m, const struct mes_value *defaults);
void plat_mes_options_given(struct mes_interp *m, const struct mes_value *given);
struct mes_value plat_mes_option(struct mes_interp *m, const struct mes_call *c);
struct mes_value plat_mes_get_option(struct mes_interp *m, struct fl_slice name);

/* The option as a target has it that overrides some ("cpp_std=c++20"); a text, or unknown. */
struct mes_value plat_mes_option_for(
	struct mes_interp *m, const struct mes_value *overrides, const char *name);

/* Dependencies and targets. */
struct mes_value plat_mes_dependency(struct mes_interp *m, const struct mes_call *c);
/* The dependency without what is linked. */
struct mes_value plat_mes_unlinked(struct mes_interp *m, struct mes_value of);
struct mes_value plat_mes_declare(struct mes_interp *m, const struct mes_call *c);
struct mes_value plat_mes_library(struct mes_interp *m, const struct mes_call *c);
struct mes_value plat_mes_target(
	struct mes_interp *m, const struct mes_call *c, enum plat_target_kind kind);

/* What all files of the project are built with that no target has. */
void plat_mes_project_settings(struct mes_interp *m);

/* Is a version as it is asked for (">= 1.2")? */
bool plat_mes_version_is(struct fl_slice version, struct fl_slice wanted);

#endif
