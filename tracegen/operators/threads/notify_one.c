/* notify-one: one waiter is woken where all must look again. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"

static const char *const words[][2] = {
	{"notify_all", "notify_one"},
	{"pthread_cond_broadcast", "pthread_cond_signal"},
	{"cnd_broadcast", "cnd_signal"},
};

void tg_op_notify_one(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *name =
			tg_is_notify(n) && tg_place_ok(n) ? tg_called_name(n) : NULL;
		for (size_t i = 0; name && i < sizeof(words) / sizeof(words[0]); i++)
			if (fl_slice_eqs(n->name, words[i][0]))
				tg_put(unit, sink, n, name->name_at, name->name_at + n->name.len,
					"%s", words[i][1]);
	}
}
