/*
 * missing-statement: a statement is left out that changes something. What only prints leaves a gap
 * that everybody sees; free-removed has what releases, others what keeps threads apart, and a
 * variable that never gets a value is init-removed's.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"
#include "tracegen/release.h"
#include "tracegen/uses.h"

void tg_op_missing_statement(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if (tg_is_expression_statement(n) && n->kind != TG_N_DELETE && tg_place_ok(n) &&
			!tg_only_prints(n) && !tg_holds_release(n) && !tg_is_sync(unit, n) &&
			!tg_gives_first_value(unit, n))
			tg_put_removal(unit, sink, n);
	}
}
