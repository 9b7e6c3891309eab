/*
 * A dataset as one of the last schema version, its answers in another form where that is asked for.
 * Nothing is built or run: what the records say of runs stays, and so does what replays them.
 */
#ifndef FL_DATASETS_CONVERT_H
#define FL_DATASETS_CONVERT_H

#include "datasets/dataset.h"

struct ds_convert_report {
	int64_t rows; /* written */
	int64_t refused; /* that break the rules of the last version; the first reason in `why` */
	char why[300];
};

/*
 * Read the dataset in `from` and write it to the directory `to`, which has none. The manifest goes
 * along with its counts. A row that is no record is an error; one that the last version has no
 * place for (its context tells the class, say) is refused and counted. After an error nothing that
 * was written is left in `to`. seekable: as in struct ds_shards_opts.
 */
int ds_convert(const char *from, const char *to, enum ds_form form, size_t seekable,
	struct ds_convert_report *ret_report, struct fl_error *err);

#endif
