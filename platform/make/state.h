/*
 * What one run of make knows: variables, rules, files. Everything lives in the arena of the whole
 * reading (struct mk_work), which all runs of a project share. Internal to the room.
 */
#ifndef FL_PLATFORM_MAKE_STATE_H
#define FL_PLATFORM_MAKE_STATE_H

#include "base/path.h"
#include "platform/make/make.h"
#include "platform/make/text.h"

enum {
	MK_ARENA_MAX = 192 << 20, /* bytes of all that is not the result */
	MK_STEPS_MAX = 32 << 20, /* bytes that are scanned and written by expansions, about */
	MK_TEXT_MAX = 2 << 20, /* bytes of one expanded text */
	MK_DEPTH_MAX = 120, /* of references, calls, included files, dependencies */
	MK_RUNS_MAX = 512, /* calls of make beneath the first */
	MK_RUN_DEPTH_MAX = 12,
	MK_CONDITIONS_MAX = 64, /* that stand in one another */
	MK_COMMANDS_MAX = 1 << 15, /* of compilers and linkers */
	MK_SETTINGS_MAX = 1 << 18, /* arguments of them all */
	MK_LOOP_MAX = 1 << 10 /* rounds of a loop of the shell */
};

enum mk_origin {
	MK_UNDEFINED,
	MK_DEFAULT,
	MK_ENVIRONMENT,
	MK_FILE,
	MK_COMMAND_LINE,
	MK_OVERRIDE,
	MK_AUTOMATIC
};

/* One assignment that a value is made of: where its words are known from. */
struct mk_assignment {
	struct fl_slice text;
	struct plat_place at;
	const struct mk_assignment *before;
};

struct mk_value {
	struct fl_slice text;
	enum mk_origin origin;
	bool recursive; /* the text is not expanded yet */
	bool appends; /* of a target's variable: goes behind what it is without the target */
	const struct mk_assignment *from;
};

struct mk_var {
	struct fl_slice name;
	struct mk_value value;
	bool exported;
	bool expanding;
	unsigned round; /* of work->round that it was noted in */
	struct mk_var *next;
};

enum { MK_BUCKETS = 8, MK_LARGE = 1024 };

struct mk_vars {
	struct mk_var *buckets[MK_BUCKETS];
	struct mk_var **large; /* many more buckets, of those that have many names */
	size_t len;
	struct mk_vars *up; /* what holds where these do not say */
};

/* A conditional that is not decided: what was before it, and what each branch made of it. */
struct mk_change {
	struct mk_vars *vars;
	struct fl_slice name;
	struct mk_value before, merged;
	bool has_merged;
	struct mk_change *next;
};

struct mk_journal {
	struct mk_change *changes;
	size_t branches;
	struct mk_journal *up;
};

struct mk_line {
	struct fl_slice text;
	struct plat_place at;
	struct mk_line *next;
};

struct mk_recipe {
	struct mk_line *first, *last;
	struct plat_place at;
	bool unsure;
};

struct mk_prerequisite {
	struct fl_slice name;
	bool perhaps, unknown, after; /* after: order only */
	struct mk_prerequisite *next;
};

struct mk_prerequisites {
	struct mk_prerequisite *first, *last;
	size_t len;
};

/* A double-colon target has several recipes, each with its own prerequisites. */
struct mk_more {
	struct mk_recipe *recipe;
	struct mk_prerequisites needs;
	struct mk_more *next;
};

enum mk_file_state { MK_NEW, MK_UNDER_WAY, MK_DONE };

struct mk_file {
	struct fl_slice name;
	struct mk_prerequisites needs;
	struct mk_recipe *recipe;
	struct fl_slice stem;
	struct mk_vars *vars; /* target-specific */
	struct mk_more *more;
	enum mk_file_state state;
	bool is_target, mentioned, unsure;
	unsigned search; /* how deep a search for an implicit rule looks at it; 0: none does */
	struct mk_file *next;
};

struct mk_pattern {
	struct fl_slice *targets;
	size_t target_count;
	struct mk_prerequisites needs;
	struct mk_recipe *recipe;
	bool built_in, terminal, unsure;
	struct mk_pattern *next;
};

/* "%.o: CFLAGS += -g", kept as it stands. */
struct mk_pattern_var {
	struct fl_slice pattern, line;
	struct plat_place at;
	bool unsure;
	struct mk_pattern_var *next;
};

struct mk_vpath {
	struct fl_slice pattern, directories;
	struct mk_vpath *next;
};

/* What a compiler, a linker or an archiver was called for. */
enum mk_record_kind { MK_COMPILE, MK_LINK, MK_ARCHIVE, MK_COPY };

struct mk_input {
	struct fl_slice path; /* relative to the root */
	bool perhaps;
	struct mk_input *next;
};

struct mk_record {
	enum mk_record_kind kind;
	enum plat_target_kind makes;
	struct fl_slice output; /* relative to the root; "" where it is not known */
	struct mk_input *sources, *objects; /* objects: of any kind that is linked */
	struct plat_setting *settings;
	size_t setting_count;
	struct plat_place at;
	bool unsure, more_inputs; /* more_inputs: some are not known */
	bool compiles_many; /* several sources, each to an object of its own */
	bool taken; /* it is part of a target already */
	struct mk_record *next;
};

/* What all runs share. */
struct mk_work {
	struct plat_tree *tree;
	struct fl_arena arena; /* for all but the result */
	struct fl_arena *result;
	size_t steps;
	struct fl_slice makefile; /* the first that is read */
	unsigned round, run_depth, runs; /* run_depth: of the calls of make */
	bool noting; /* variables that are expanded are noted */
	struct fl_vec noted; /* struct mk_var * */
	struct mk_record *first_record, *last_record;
	size_t records, settings;
	struct fl_vec skipped; /* struct plat_skip */
	size_t skipped_count;
	struct mk_vars *known; /* paths: origin MK_FILE: it is there */
	struct mk_vars *done; /* what identifies a run that was taken already */
};

struct mk_assign;

struct mk_maker {
	struct mk_work *work;
	struct fl_slice dir; /* relative to the root, straight */
	struct fl_slice makefile; /* the first that is read, relative to the root */
	struct mk_vars *globals, *scope;
	struct mk_journal *journal;
	struct mk_file *files[1024];
	struct mk_pattern *patterns[2], **patterns_end[2]; /* of files, and what make knows */
	struct mk_pattern_var *pattern_vars, **pattern_vars_end;
	struct mk_vpath *vpaths, **vpaths_end;
	struct fl_slice default_goal;
	struct plat_place at; /* what is being read or run */
	unsigned depth;
	struct fl_slice suffixes; /* where .SUFFIXES were cleared: those that are set since */
	bool second_expansion, export_all, reading_defaults, suffixes_cleared, no_builtin_rules;
	bool blind; /* a file that it needs is not there: what is not set may be set in it */
	bool unsure; /* under a condition that is not known */
	bool kbuild; /* it is read as the kernel's build system does */
};

/* kbuild.c: the modules and objects of a directory that is the kernel's to build. */
void plat_mk_kbuild(struct mk_maker *parent, struct fl_slice dir, bool unsure);
/* "obj-$(CONFIG_X)", with an option that is not known: as "obj-m" that perhaps holds. */
void plat_mk_kbuild_assign(struct mk_maker *m, struct mk_assign *a);

/* vars.c */
/* Of a name, for the tables of variables and files. */
uint32_t plat_mk_hash(struct fl_slice name);

struct mk_vars *plat_mk_vars_new(struct mk_maker *m, struct mk_vars *up, bool large);
struct mk_var *plat_mk_var_here(const struct mk_vars *vars, struct fl_slice name);
/* In vars or what it stands upon; NULL: not defined. */
struct mk_var *plat_mk_var(const struct mk_vars *vars, struct fl_slice name);
/* Set without a look at the origin; NULL when there is no room. */
struct mk_var *plat_mk_set(struct mk_maker *m, struct mk_vars *vars, struct fl_slice name,
	const struct mk_value *value);
void plat_mk_set_text(struct mk_maker *m, struct mk_vars *vars, struct fl_slice name,
	struct fl_slice text, enum mk_origin origin);

enum mk_operator { MK_SET, MK_SET_SIMPLE, MK_ADD, MK_SET_DEFAULT, MK_RUN };

struct mk_assign {
	struct fl_slice name, text; /* the name is expanded, the text is not */
	enum mk_operator op;
	bool override, exported, is_private, target_specific;
};
void plat_mk_assign(struct mk_maker *m, struct mk_vars *vars, const struct mk_assign *what);
/* "NAME += text" with words before it; false: it is no assignment. The name is not expanded. */
bool plat_mk_is_assignment(struct fl_slice line, struct mk_assign *ret);

void plat_mk_branch_begin(struct mk_maker *m, struct mk_journal *j);
void plat_mk_branch_next(struct mk_maker *m);
/* After the last branch's end. complete: one of them was right, else perhaps none of them was. */
void plat_mk_branch_end(struct mk_maker *m, bool complete);

/* expand.c */
void plat_mk_expand(struct mk_maker *m, struct fl_slice text, struct fl_buf *out);
/* The same in the arena. */
struct fl_slice plat_mk_expanded(struct mk_maker *m, struct fl_slice text);
/*
 * A word for those who know of no marks: paths become relative to the root, and what is not known
 * is left out.
 */
struct fl_slice plat_mk_plain(struct mk_maker *m, struct fl_slice word);
void plat_mk_value_of(struct mk_maker *m, struct fl_slice name, struct fl_buf *out);
/* Pay for work; false: there is none left to spend. */
bool plat_mk_spend(struct mk_maker *m, size_t bytes);

/* functions.c: append what a function gives; false: there is no such function. */
bool plat_mk_function(struct mk_maker *m, struct fl_slice text, struct fl_buf *out);

/* shell_answers.c: what a command that is not run would have written. */
void plat_mk_shell_answer(struct mk_maker *m, struct fl_slice command, struct fl_buf *out);

/* files.c */
struct mk_file *plat_mk_file(struct mk_maker *m, struct fl_slice name, bool make);
/* The path beneath the root; false: it is outside, or not known. */
bool plat_mk_path(struct mk_maker *m, struct fl_slice name, struct fl_slice *ret_path);
bool plat_mk_exists(struct mk_maker *m, struct fl_slice name);
void plat_mk_wildcard(struct mk_maker *m, struct fl_slice pattern, struct mk_list *l);
/* Where it is by VPATH and vpath; the name itself where nothing is found. */
struct fl_slice plat_mk_find(struct mk_maker *m, struct fl_slice name);
bool plat_mk_need(
	struct mk_maker *m, struct mk_prerequisites *to, const struct mk_word *word, bool after);

/* read.c, lines.c, rules.c */
void plat_mk_read_text(struct mk_maker *m, struct fl_slice file, struct fl_slice text);
bool plat_mk_include(struct mk_maker *m, struct fl_slice path);
struct fl_slice plat_mk_strip_comment(struct mk_maker *m, struct fl_slice line);

/* The rule that lines of a recipe are read for. */
struct mk_open {
	struct mk_recipe *recipe; /* NULL: none of its targets is known */
	struct mk_file **files;
	struct mk_prerequisite **before; /* of each file: the last that it needed before */
	size_t file_count;
	struct mk_pattern *pattern;
	struct mk_prerequisites needs; /* of a double-colon rule */
	bool has_lines, doubled;
};
/* A line that is neither of those of read.c; *ret_open is the rule, if it is one. */
void plat_mk_rule(struct mk_maker *m, struct fl_slice line, struct mk_open *ret_open);
void plat_mk_recipe_add(struct mk_maker *m, struct mk_open *o, struct fl_slice line);

/* walk.c */
void plat_mk_build(struct mk_maker *m, struct fl_slice goal);
/* implicit.c: a rule for the file, its prerequisites and stem put into it. */
bool plat_mk_implicit(struct mk_maker *m, struct mk_file *file);

/* run.c */
struct mk_maker *plat_mk_maker_new(struct mk_work *work, struct fl_slice dir);
struct mk_run {
	struct fl_slice dir, makefile; /* makefile "": the usual names */
	struct fl_slice *goals;
	size_t goal_count;
	struct mk_assign *assigns;
	size_t assign_count;
	bool unsure;
};
void plat_mk_run(struct mk_maker *parent, const struct mk_run *run);
bool plat_mk_makefile_in(struct mk_work *w, struct fl_slice dir, struct fl_slice *ret_path);

/* shell.c: the lines of a recipe, expanded. */
void plat_mk_shell(struct mk_maker *m, struct fl_slice line);

/* command.c: one command of the shell in a directory beneath the root. */
struct mk_command {
	const struct mk_word *words;
	size_t count;
	struct fl_slice dir;
	bool outside; /* the directory is not known, or not beneath the root */
	bool unsure;
};
void plat_mk_command(struct mk_maker *m, const struct mk_command *c);
/* compiler.c: the arguments of a compiler or a linker, from words[at] on. */
bool plat_mk_is_compiler(struct fl_slice program);
bool plat_mk_is_linker(struct fl_slice program);
void plat_mk_compiler(struct mk_maker *m, const struct mk_command *c, size_t at, bool linker);
struct mk_record *plat_mk_record(
	struct mk_maker *m, const struct mk_command *c, enum mk_record_kind kind);
/* The path of an argument beneath the root; false: it is outside or not known. */
bool plat_mk_argument(struct mk_maker *m, const struct mk_command *c, struct fl_slice word,
	struct fl_slice *ret_path);

/* result.c: the records as targets. */
int plat_mk_result(struct mk_work *w, struct plat_project *ret, struct fl_error *err);

void plat_mk_skip(struct mk_work *w, struct plat_place at, const char *why);

/* builtin.c */
extern const char plat_mk_builtin[];

#endif
