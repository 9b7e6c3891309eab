/*
 * What is told of the further views of evidence (tracegen/evidence/views.h), and of where two runs
 * part: lines "OBSERVED: …", and how an edit stands among them.
 */
#ifndef FL_DATASETS_OBSERVED_VIEWS_H
#define FL_DATASETS_OBSERVED_VIEWS_H

#include "base/buf.h"
#include "datasets/record/record.h"
#include "tracegen/divergence/divergence.h"
#include "tracegen/evidence/views.h"

enum { DS_VIEWS_CALLS = 4 };

/* Those of a context; NULL where it has none. */
struct ds_views {
	const struct tg_samples *samples;
	const struct tg_call *calls[DS_VIEWS_CALLS];
	size_t call_count;
	const struct tg_last_use *last_use;
	const struct tg_divergence *divergence;
};

/* Is the item one of them? Then it is kept. */
bool ds_views_see(struct ds_views *v, const struct fl_item *item);

void ds_views_tell(struct fl_buf *out, const struct ds_views *v);

/* Does the edit touch that line; is it in that function? */
typedef bool ds_views_touched(const struct ds_edit *e, struct fl_slice file, int64_t line);
typedef bool ds_views_in(const struct ds_edit *e, struct fl_slice file, struct fl_slice function);

/*
 * "is among the lines that ran in f, whose value it is": false, and nothing written, where the edit
 * has no part in them.
 */
bool ds_views_link(struct fl_buf *out, const struct ds_views *v, const struct ds_edit *e,
	ds_views_touched *touched, ds_views_in *in);

#endif
