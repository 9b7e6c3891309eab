/*
 * What is told of the further views of evidence (tracegen/evidence/views.h): lines "OBSERVED: …",
 * and how an edit stands among them.
 */
#ifndef FL_DATASETS_OBSERVED_VIEWS_H
#define FL_DATASETS_OBSERVED_VIEWS_H

#include "base/buf.h"
#include "datasets/record/record.h"
#include "tracegen/evidence/views.h"

/* Those of a context; NULL where it has none. */
struct ds_views {
	const struct tg_samples *samples;
	const struct tg_call *call;
	const struct tg_last_use *last_use;
};

/* Is the item one of them? Then it is kept. */
bool ds_views_see(struct ds_views *v, const struct fl_item *item);

void ds_views_tell(struct fl_buf *out, const struct ds_views *v);

/*
 * "is among the lines that ran in f, whose value it is": false, and nothing written, where the edit
 * has no part in them. at_line: what its lines are on; else its function will do.
 */
bool ds_views_link(struct fl_buf *out, const struct ds_views *v, const struct ds_edit *e,
	bool (*touched)(const struct ds_edit *e, struct fl_slice file, int64_t line),
	bool (*in)(const struct ds_edit *e, struct fl_slice file, struct fl_slice function));

#endif
