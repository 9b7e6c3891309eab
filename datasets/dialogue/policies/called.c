#include "datasets/dialogue/policies/called.h"

#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/passed.h"
#include "tracegen/evidence/operands.h"

enum { CALLS = 4 };

bool ds_called_is_one(
	const struct ds_talk *t, const struct dbg_frame *early, const struct dbg_frame *late)
{
	struct fl_slice text = ds_talk_text(t, early->file), name = early->function;
	struct ds_block in;
	if (!fl_slice_eq(name, late->function) || !fl_slice_eq(early->file, late->file) ||
		early->line >= late->line || !ds_expr_is_name(name) || fl_slice_eqs(name, "main") ||
		!ds_code_function(text, early->line, &in) || late->line > in.last)
		return false;
	for (int64_t line = in.first + 1; line <= in.last; line++)
		if (tg_mentions(ds_code_line(text, line), name))
			return false;
	return true;
}

/* Of what it is given, the first that can be told and that one of its two statements has. */
static const struct dbg_variable *given(const struct ds_talk *t, const struct dbg_frame *early,
	const struct dbg_frame *late, const struct dbg_frame_vars *vars)
{
	struct fl_slice text = ds_talk_text(t, early->file);
	struct fl_slice first = ds_talk_statement(t, early->file, early->line);
	struct fl_slice then = ds_talk_statement(t, late->file, late->line);
	const struct dbg_variable *v = vars ? vars->locals.items : NULL;
	struct ds_block in;
	if (!ds_code_function(text, early->line, &in))
		return NULL;
	for (size_t i = 0; v && i < vars->locals.len; i++) {
		const struct ds_fact fact = ds_fact_value(t, v[i].name, v[i].value);
		if (!fl_slice_starts(v[i].value, "<") && ds_fact_is_sayable(&fact) &&
			ds_passed_is_parameter(text, &in, v[i].name) &&
			(tg_mentions(first, v[i].name) || tg_mentions(then, v[i].name)))
			return &v[i];
	}
	return NULL;
}

/*
 * On to the report; where it begins again, that call was not the one. *ret_given: what the last one
 * was given, or a fact without a name.
 */
static int go_on(struct ds_talk *t, const struct dbg_frame *early, const struct dbg_frame *late,
	struct ds_fact *ret_given, struct dbg_stop *ret_report)
{
	struct ds_debug_seen seen;
	for (int i = 0;; i++) {
		int rc = ds_ask(t, &seen, "inspect()");
		if (rc)
			return rc;
		const struct dbg_variable *v = given(t, early, late, seen.vars);
		*ret_given = v ? ds_fact_value(t, v->name, v->value) : (struct ds_fact){0};
		rc = ds_ask(t, &seen, "continue_exec()");
		if (rc)
			return rc;
		if (!seen.stop || !seen.stop->alive)
			return ds_talk_give_up(t, "the program ends without its symptom");
		if (seen.stop->reason == DBG_SIGNAL)
			break;
		if (i == CALLS)
			return ds_talk_give_up(t, "the function is called too often");
		rc = DS_THINK_ONLY(t, DS_TURN_TRACE,
			"That call came to its end; here is the next one.",
			"That one goes well, and it is called again.");
		if (rc)
			return rc;
	}
	*ret_report = *seen.stop;
	return 0;
}

int ds_called_see(struct ds_talk *t, const struct dbg_frame *early, const struct dbg_frame *late,
	struct dbg_stop *ret_report)
{
	struct ds_fact fact;
	int rc = ds_ask_enter(t, early->function, "the function is not stopped at");
	rc = rc ? rc : go_on(t, early, late, &fact, ret_report);
	if (rc)
		return rc;
	const struct ds_fact facts[] = {ds_fact_stop(t, ret_report),
		ds_fact_code(t, early->file, early->line), ds_fact_name(early->function), fact};
	if (fact.name.len)
		return DS_THINK(t, DS_TURN_TRACE, facts,
			"The report comes in {0}, and {2} did not begin anew: one call of it, in "
			"which {3}, does {1} and comes to that.",
			"So one call of {2}, the one in which {3}, has {1} and then the report in "
			"{0}.");
	return ds_think(t, DS_TURN_TRACE,
		(const char *const[]){"The report comes in {0}, and {2} did not begin anew: one "
				      "call of it does {1} and comes to that.",
			"So one call of {2} has {1} and then the report in {0}.", NULL},
		facts, 3);
}
