/*
 * Inside of the SARIF reader (OASIS, Static Analysis Results Interchange Format 2.1.0). What needs
 * the whole run (whose it is, what columns count, artifacts that results name by index) may stand
 * behind the results, so these wait for the end of their run, or until they are DIAG_SARIF_WAIT
 * bytes: what is not known then is not known.
 */
#ifndef FL_DIAG_SARIF_IMPL_H
#define FL_DIAG_SARIF_IMPL_H

#include "diag/json/json.h"

enum {
	DIAG_SARIF_WAIT = 4 << 20,
	DIAG_SARIF_SLOTS_MAX = 1 << 16, /* artifacts, and rules, that results can name by index */
	DIAG_SARIF_NAMES_MAX = 1 << 18,
	DIAG_SARIF_BASES_MAX = 16
};

/* Of what we wrote: an offset and a length of 32 bits can make one. */
#define DIAG_COLUMN_MAX ((int64_t)UINT32_MAX * 2 + 1)

/* A place that a location names, as far as it names one. */
struct diag_sarif_place {
	struct fl_slice file, source_line, unit;
	struct diag_range range; /* columns are 0 where only lines are named */
	bool wide; /* the range is not just a place */
};

/* What producers do that the specification does not say; see the table in sarif_result.c. */
struct diag_sarif_quirk {
	const char *driver; /* the start of the driver's name */
	const char *tool; /* what we call it */
	const char *unit; /* of columns where the run does not say */
	const char *here; /* the base that stands for the directory which files are named from */
	bool main_last; /* the last location is the result's own, those before are its ranges */
	bool level_rules; /* rules named as levels, for what no flag controls */
	bool number_rules; /* rules are numbers that mean nothing outside */
	bool note_results; /* notes are results of their own, behind what they explain */
};

/*
 * sarif_index.c. Slots are for what is named by index: _add one, then _set it where it turns out to
 * have a value. Names are the members of an object, or what the caller calls so: those of s->rules
 * are the ids of rules. What there is no room for counts as lost.
 */
void diag_sarif_slot_add(struct diag_parser *p, struct fl_vec *slots);
void diag_sarif_slot_set(struct diag_parser *p, struct fl_vec *slots, const struct fl_json *value);
const struct fl_json *diag_sarif_slot(const struct fl_vec *slots, int64_t index);
void diag_sarif_names_init(struct fl_vec *names);
void diag_sarif_name_add(
	struct diag_parser *p, const void *of, struct fl_slice name, const struct fl_json *value);
void diag_sarif_names_of(struct diag_parser *p, const struct fl_json *object);
const struct fl_json *diag_sarif_name_find(
	struct diag_sarif *s, const void *of, struct fl_slice name);

/* sarif_place.c */
void diag_sarif_place_read(
	struct diag_parser *p, const struct fl_json *location, struct diag_sarif_place *ret_place);
void diag_sarif_region_read(const struct fl_json *region, struct diag_range *ret_range);
struct fl_slice diag_sarif_file(struct diag_parser *p, const struct fl_json *artifact_location);

/* sarif_own.c: emit the diagnostic that we wrote into the result as it was; false: there is none */
bool diag_sarif_own(struct diag_parser *p, const struct fl_json *result);

/* sarif_result.c */
void diag_sarif_result(struct diag_parser *p, const struct fl_json *result);
void diag_sarif_notification(struct diag_parser *p, const struct fl_json *notification);
const struct diag_sarif_quirk *diag_sarif_quirk_find(struct fl_slice driver);

#endif
