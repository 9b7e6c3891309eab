/* Between the files of judging: one candidate under way. */
#ifndef FL_DATASETS_JUDGE_PRIV_H
#define FL_DATASETS_JUDGE_PRIV_H

#include "base/literal/literal.h"
#include "datasets/reward/checker.h"
#include "datasets/reward/judge.h"
#include "datasets/reward/keep.h"
#include "sanitize/run/build.h"
#include "sanitize/run/run.h"

enum { DS_COMPILE_MB = 2048 };

/* Of programs that are built again and again while they are worked on. */
enum { DS_BUILDS_KEPT = 16, DS_BUILDS_BYTES = 256 << 20 };

struct ds_kept_build {
	char key[65]; /* "": none */
	struct san_build build; /* its texts are in memory of its own */
};

/* What the code shows that a task begins with, of tasks that were asked for. */
enum { DS_FOUND_KEPT = 64 };

struct ds_found {
	char key[DS_KEEP_KEY + 1]; /* "": none */
	int error_class; /* enum diag_class; -1: it begins without code */
};

/* How programs are linked: by language and mode, asked for once. */
struct ds_linking {
	bool asked;
	const char *const *link; /* san_program.link */
};

struct ds_judge {
	struct fl_arena arena;
	struct ds_judge_opts opts;
	struct san_toolchain tools, clang;
	struct ds_cache cache;
	const struct ds_cache *kept; /* labels; NULL: none are */
	char exe[65]; /* hash of this program: labels of another build of it are others */
	unsigned first_line; /* of what is read next; 0: 1 */
	unsigned since_sweep; /* labels that were kept since the last one */
	struct ds_tidy_wish tidy; /* of candidates that do not say */
	struct fl_slice version;
	struct fl_box *compile_box, *box; /* to run in */
	struct san_resident *resident; /* NULL: none is possible here */
	struct ds_executor *executor; /* of checkers; NULL: none was needed yet */
	unsigned memory_mb; /* that a run may use in it */
	bool watched; /* under sanitizers, which need more */
	struct ds_kept_build builds[DS_BUILDS_KEPT];
	size_t next_build;
	struct ds_found found[DS_FOUND_KEPT];
	size_t next_found;
	struct ds_linking linking[2][SAN_MODE_COUNT];
};

/* One candidate under way. */
struct ds_judging {
	struct ds_judge *judge;
	struct ds_candidate c;
	struct fl_slice json; /* that it was read from */
	struct fl_slice said; /* of a task: what was said when it was handed in; or "" */
	struct ds_label *label;
	struct fl_arena *a;
	struct san_program program;
	struct san_build build, plain; /* plain.ok: built, without sanitizers */
	bool plain_tried;
	bool worked_on; /* its builds are kept for a while */
	bool task_wrong; /* nothing can be held against it: infra_error says why */
	struct fl_slice checked; /* what a checker said of an output that is not right */
	struct fl_error *err;
};

/* Have the boxes that it needs, and set the program, without an input. */
int ds_judge_prepare(struct ds_judging *g);

/* Build it and run its tests: all of the label but the reward. */
int ds_judge_code(struct ds_judging *g);

/* The reward, and what the label says of terms that are not of tests. */
int ds_judge_reward(struct ds_judging *g);

/* The name of the file that a harness stands in. */
struct fl_slice ds_judge_harness(const struct ds_judging *g);

/* Set the program, with what it is built by, without an input. */
int ds_judge_program(struct ds_judging *g);

/* Set the files: sources, headers and the harness; more (may be NULL) are those of a test. */
int ds_judge_files(struct ds_judging *g, const struct fl_list *more);

/* Ours or the host's: there will be no reward. Returns 0. */
int ds_judge_infra(struct ds_judging *g, const char *message);

struct fl_slice ds_judge_terse(
	const struct fl_items *items, enum fl_marker marker, struct fl_arena *a);

/*
 * Build it: g->build is what came out. The label says so when it does not compile, or when that
 * could not be found out.
 */
int ds_judge_build(struct ds_judging *g);

/* What a list of files (struct tg_file) is told from others by. */
void ds_judge_files_key(const struct fl_list *files, char ret_key[65]);

/*
 * Compile it in a way; what one of its kind was compiled to before is taken, where it is worked on.
 * A host that had no room is asked three times.
 */
int ds_judge_compile(struct ds_judging *g, enum san_mode mode, struct san_build *ret_build);
void ds_judge_drop_builds(struct ds_judge *j);

/*
 * Compile it with the headers that it begins with read before. *ret_done is false where there are
 * none, or where the program alone has to tell what is wrong with it.
 */
int ds_judge_compile_read(
	struct ds_judging *g, enum san_mode mode, struct san_build *ret_build, bool *ret_done);

/*
 * One run. Where the clock's time ended it although it worked, the host kept it from the processor:
 * it is run again with more. FL_EHOST when that does not help.
 */
int ds_judge_once(struct ds_judging *g, const struct san_build *b, const struct san_run_opts *opts,
	unsigned number, struct san_run *ret_run);

/* Build it once without sanitizers, optimised: g->plain. *ret_ok: that is there. */
int ds_judge_plain(struct ds_judging *g, bool *ret_ok);

#endif
