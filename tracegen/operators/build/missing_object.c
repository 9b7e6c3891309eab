/* missing-object: the build file does not link one of the objects, or a library that is needed. */
#include "tracegen/builds/made.h"
#include "tracegen/operators/makefile.h"
#include "tracegen/operators/ops.h"

void tg_op_missing_object(const struct tg_unit *unit, struct tg_sink *sink)
{
	tg_put_words_of_line(unit, sink, TG_MAKE_OBJS, 1);
	tg_put_words_of_line(unit, sink, TG_MAKE_LIBS, 0);
}
