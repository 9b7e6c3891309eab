/*
 * Where producers hand their objects to. A producer (a tracer, an importer) knows shapes and
 * objects; what becomes of them (a shard, a test's array, standard output) is the sink's business.
 */
#ifndef FL_BASE_SINK_H
#define FL_BASE_SINK_H

#include "base/model.h"

/*
 * put: take one object of the shape. It stays the caller's and need not outlive the call. Returns
 * 0, or a code with err filled: FL_EINVAL for a shape that this sink does not take. After a failure
 * nothing more may be put.
 */
struct fl_sink {
	int (*put)(struct fl_sink *sink, const struct fl_shape *shape, const void *object,
		struct fl_error *err);
};

#endif
