/*
 * A build on a cluster with Slurm. Arrays of tasks do parts of the work (datasets/build/part.h) and
 * leave their results in a cache on the file system that all nodes share; a last job makes the
 * dataset of them, the same bytes as on one machine. No task is needed: what one did not do, since
 * it was killed or its node died, a task of the next array does, or the last job.
 *
 * A phase of the build (projects, originals, each round of faults) needs what the one before it
 * found, of all programs. So each array carries the work as far as one phase further, and waits for
 * the one before it to end; tasks that find nothing to do end within seconds.
 *
 * Beside the dataset OUT, OUT.cluster/ has: build (the command), part.sh and merge.sh (the jobs),
 * plan (how many there are), cache/, log/, and state/ with a line for each task.
 */
#ifndef FL_DATASETS_CLUSTER_H
#define FL_DATASETS_CLUSTER_H

#include "base/buf.h"

enum { DS_CLUSTER_TASKS_MAX = 100000, DS_CLUSTER_ARRAYS_MAX = 64 };

struct ds_cluster {
	const char *out; /* the dataset: an absolute path */
	bool overwrite; /* a dataset that is there already */
	const char *program; /* path of `datasets`, on all nodes */
	const char *const *arguments; /* of build: corpora by absolute paths, and what shapes it */
	size_t argument_count;
	unsigned tasks; /* in each array */
	unsigned arrays;
	unsigned cpus; /* for each task, and for the last job */
	unsigned minutes; /* for each task; 0: what the partition gives */
	const char *partition; /* NULL: the cluster's default */
};

/*
 * How many arrays the work takes: one for projects, one for originals, one for each round
 * (datasets/build/rounds.h) of programs with that limit, of which there are at most `rounds` (0: no
 * such maximum), and one for what was lost.
 */
unsigned ds_cluster_arrays(uint64_t limit, unsigned rounds);

/*
 * Write OUT.cluster/; of the same command it may be there already, with what its jobs have done.
 * FL_EINVAL: it is of another command. FL_EIO with what cannot be written.
 */
int ds_cluster_write(const struct ds_cluster *c, struct fl_error *err);

/*
 * Hand all jobs to sbatch; tell gets a line for each. FL_EMISSING: there is no sbatch here.
 * FL_EREFUSED with what sbatch said: jobs that were taken by then stay with Slurm, and are told.
 */
int ds_cluster_submit(const struct ds_cluster *c, struct fl_buf *tell, struct fl_error *err);

/* How far the jobs for OUT are, a line for each array. FL_ENOTFOUND: there are none. */
int ds_cluster_status(const char *out, struct fl_buf *tell, struct fl_error *err);

/* The path of what is in OUT.cluster/, or ("") its own. The caller frees it; NULL: no memory. */
char *ds_cluster_path(const char *out, const char *name);

#endif
