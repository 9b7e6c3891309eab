/*
 * What is known of a fault, as facts that a sentence can be held to: places with their functions,
 * values, kinds, the line of output that differs. Taken from any objects of the data model
 * (base/model.h), by the names of their fields.
 */
#ifndef FL_DATASETS_KNOWN_H
#define FL_DATASETS_KNOWN_H

#include "datasets/record/record.h"

enum { DS_KNOWN_MAX = 4096 }; /* of each sort; what is beyond is not known */

struct ds_known_place {
	struct fl_slice function, file; /* function: "" where it is not known */
	int64_t line;
};

struct ds_known_value {
	struct fl_slice name, value;
};

struct ds_known {
	struct fl_vec places, values, kinds; /* of the structs above; kinds are slices */
	struct fl_slice expected, actual; /* of the line of output, */
	int64_t output_line; /* 0: output is not what is wrong */
	const struct fl_list *files; /* struct tg_file: the code that is spoken of */
};

void ds_known_init(struct ds_known *k, const struct fl_list *files);
void ds_known_release(struct ds_known *k);

void ds_known_add(struct ds_known *k, const struct fl_shape *shape, const void *object);

/* What a record's context says; without one that can be read nothing is known. */
void ds_known_record(struct ds_known *k, const struct ds_record *r, struct fl_arena *a);

bool ds_known_is_empty(const struct ds_known *k);

enum ds_fact_verdict { DS_FACT_MATCHED, DS_FACT_CONTRADICTED, DS_FACT_UNKNOWN, DS_FACT_VERDICTS };

/*
 * Is a claim so? The function may be "", and the code (of a line that is quoted) ptr NULL. The key
 * says which fact it is: what is matched has the same one however it is worded (its end cut off,
 * a line number with a zero before it, a class before the function's name).
 */
enum ds_fact_verdict ds_known_place(const struct ds_known *k, struct fl_slice function,
	struct fl_slice file, int64_t line, struct fl_slice code, uint64_t *ret_key);
enum ds_fact_verdict ds_known_value(
	const struct ds_known *k, struct fl_slice name, struct fl_slice value, uint64_t *ret_key);
enum ds_fact_verdict ds_known_kind(
	const struct ds_known *k, struct fl_slice kind, uint64_t *ret_key);
enum ds_fact_verdict ds_known_output(const struct ds_known *k, int64_t line, struct fl_slice actual,
	struct fl_slice expected, uint64_t *ret_key);

#endif
