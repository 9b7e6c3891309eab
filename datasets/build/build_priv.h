/*
 * What the parts of the build share; not for other files.
 *
 *   build.c         the phases, in order; the first reads the corpora (corpora.h)
 *   build_probe.c   phase one: is the program usable, and where are its fault sites
 *   build_try.c     phase two: in rounds, chunks of sites are tried, records come back and are
 *                   spooled
 *   build_shares.c  which faults stay: shares of operators and of projects
 *   build_finish.c  copies left out, shards, manifest
 */
#ifndef FL_DATASETS_BUILD_PRIV_H
#define FL_DATASETS_BUILD_PRIV_H

#include "datasets/build/build.h"
#include "datasets/cache.h"
#include "datasets/build/plan.h"
#include "datasets/build/pool.h"
#include "datasets/build/rounds.h"
#include "datasets/out.h"
#include "datasets/worker.h"

/* Sites of one unit of work: small enough to share a large program out, large enough to pay for
 * building its original anew. */
enum { UNIT_SITES = 64, UNIT_WALL_MS = 3600000, SCRATCH_MAX = 512 << 20 };

struct build_program {
	const struct ds_program *source;
	struct tg_program program; /* as it is built, with the inputs that were found for it */
	struct ds_manifest_inputs found; /* of one without inputs: what was looked for */
	struct fl_slice refused, detail; /* a word of tg_refusals; "" when it is taken */
	struct fl_list sites; /* struct tg_site */
	struct tg_reach *reach; /* of each site */
	uint64_t limit; /* that the corpus it is from was given */
	bool elsewhere[TG_TARGETS]; /* machines on which the original does something else */
	bool unsteady; /* the original was seen to do something else another time */
};

struct build_unit {
	size_t program;
	struct fl_list picks; /* struct ds_pick */
};

/* What became of a site, as a worker tells it; its records follow it, a line each. */
struct build_result {
	int64_t site;
	int status; /* enum tg_status */
	int evidence_class; /* enum diag_class */
	struct fl_slice kind; /* of the evidence */
	struct fl_slice trace; /* a word of ds_trace_words */
	struct fl_slice crash; /* a word of ds_crash_words */
	struct fl_slice divergence; /* what became of it; "": none was wanted */
	struct fl_slice refused; /* why an observed fault made no record */
	bool unsteady; /* not tried: the original did something else this time */
	bool elsewhere; /* not tried: the original does something else on the machine for it */
	uint64_t alike; /* hash of the crash_report's report, 0: none */
	uint64_t content; /* of the faulty file: the same for the same text */
	struct fl_list kinds; /* texts: the kinds of the records that follow */
};

/* A record that waits in the spool. */
struct build_record {
	int64_t offset;
	size_t len;
	size_t program, order; /* order of arrival: that of rounds, programs and sites */
	int kind, op;
	uint64_t content, alike, key;
	bool dropped;
};

struct build {
	const struct ds_build_opts *opts;
	struct ds_toolchain toolchain;
	struct plat_compiler compilers[2]; /* by enum tg_compiler */
	struct ds_corpus corpus;
	struct build_program *programs;
	struct ds_rounds *rounds; /* of each program */
	size_t program_count;
	struct fl_vec units; /* struct build_unit, of this round */
	struct fl_vec records; /* struct build_record */
	struct fl_vec skipped; /* struct ds_count, in the order of first sight */
	struct ds_out out; /* not open for a part of a build */
	int spool; /* -1: not open */
	int64_t spool_size;
	struct ds_cache *cache; /* NULL: none */
	bool told_unkept;
	char exe[65]; /* hash of this program: results of another version are not reused */
	struct fl_arena *arena; /* of the caller: lives as long as the report */
	struct ds_build_report report;
	size_t units_before; /* of earlier rounds */
	size_t *done; /* units that a part did, counted by its workers: shared memory */
};

int ds_build_probe(struct build *b, struct fl_error *err);
int ds_build_try(struct build *b, struct fl_error *err);
int ds_build_finish(struct build *b, struct fl_error *err);

/*
 * Leave out what operators have over their share, and what programs of no project have over theirs:
 * whole faults, by the seed.
 */
int ds_build_share(struct build *b, struct fl_error *err);

struct build_record *ds_build_record(const struct build *b, size_t i);

/* Pointers to all records in some order; freed by the caller. NULL when out of memory. */
struct build_record **ds_build_sorted(
	const struct build *b, int (*cmp)(const void *, const void *));

/* For it: the records of a fault together, faults in an order that follows from the seed. */
int ds_build_by_key(const void *x, const void *y);

/* Say, once, that the cache does not take what it is given. */
void ds_build_tell_unkept(struct build *b);

/* Count a reason for which something was left out. */
int ds_build_skip(struct build *b, const char *what, struct fl_slice why, struct fl_error *err);

/* Callbacks of the pool that both phases use: a worker is a struct ds_worker. */
int ds_build_worker_start(void *ctx, void **ret_state, struct fl_error *err);
void ds_build_worker_finish(void *ctx, void *state);

/*
 * The result for a key: from the cache, or the word that it is another part's. False: it is to be
 * made here.
 */
bool ds_build_known(const struct build *b, const char *key, struct fl_buf *out);

/* The key of a unit's result in the cache: all that shapes it. */
void ds_build_key(const struct build *b, const char *phase, const struct build_program *p,
	struct fl_slice more, char ret_key[65]);

#endif
