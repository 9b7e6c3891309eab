/* missing-statement: a statement is left out that changes something. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"
#include "tracegen/release.h"

/*
 * What only prints leaves a gap that everybody sees; free-removed has what releases, others what
 * keeps threads apart.
 */
static bool only_prints(const struct tg_node *n)
{
	static const char *const printers[] = {"printf", "puts", "putchar", "fprintf", "fputs",
		"fputc", "putc", "perror", "operator<<", "fflush", "assert"};
	for (size_t i = 0; i < sizeof(printers) / sizeof(printers[0]); i++)
		if (fl_slice_eqs(n->name, printers[i]))
			return true;
	return false;
}

void tg_op_missing_statement(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_release release;
		if (tg_is_expression_statement(n) && n->kind != TG_N_DELETE && tg_place_ok(n) &&
			!only_prints(n) && !tg_release_at(n, &release) && !tg_is_sync(unit, n))
			tg_put_removal(unit, sink, n);
	}
}
