/* Starting and stopping the program of a trace. */
#include "tracegen/trace_priv.h"

/* What the second capture's environment has more: enough to move every stack address. */
static const char padding[] =
	"FL_TRACE_PADDING="
	"................................................................................"
	"................................................................................";

/*
 * A breakpoint on a line without code lands on the next that has some; the lines between are
 * skipped, and one that lands behind the function is taken back.
 */
static int add_lines(struct tg_recorder *r)
{
	const struct tg_trace_spec *spec = r->spec;
	r->line_count = 0;
	for (int64_t line = spec->first; line <= spec->last && r->line_count < TG_TRACE_LINES;) {
		struct dbg_break where = {.file = spec->file, .line = line};
		struct dbg_break_info info;
		int rc = dbg_break_add(r->e, &where, &info, r->err);
		if (rc == FL_EREFUSED) /* no code from here on */
			return 0;
		if (rc)
			return rc;
		int64_t landed = info.line ? info.line : line;
		bool again = r->line_count && r->lines[r->line_count - 1].line >= landed;
		if (landed > spec->last || again) {
			rc = dbg_break_clear(r->e, info.id, r->err);
			if (rc)
				return rc;
		} else {
			r->lines[r->line_count++] = (struct tg_trace_line){landed, info.id, 0};
		}
		line = (landed > line ? landed : line) + 1;
	}
	return 0;
}

int tg_trace_load(struct tg_recorder *r, const char *binary)
{
	int rc = dbg_load(r->e, binary, r->err);
	r->shadow_known = false;
	if (rc == 0)
		rc = add_lines(r);
	if (rc == 0 && r->line_count == 0)
		rc = fl_error_set(r->err, FL_ENOTFOUND, "no code at %s:%lld", r->spec->file,
			(long long)r->spec->first);
	return rc;
}

int tg_trace_start(struct tg_recorder *r, enum tg_trace_condition condition)
{
	const struct tg_trace_spec *spec = r->spec;
	size_t n = 0;
	while (spec->env && spec->env[n])
		n++;
	const char **env = fl_arena_array(r->a, n + 2, sizeof(*env));
	if (!env)
		return fl_arena_error(r->a, "a trace", r->err);
	for (size_t i = 0; i < n; i++)
		env[i] = spec->env[i];
	if (condition == TG_TRACE_OTHER)
		env[n] = padding;
	struct dbg_run run = {.args = spec->args,
		.env = env,
		.stdin_path = spec->stdin_path,
		.cpu_s = spec->cpu_s,
		.randomize = condition == TG_TRACE_OTHER};
	return dbg_run(r->e, &run, r->err);
}

int tg_trace_wait(struct tg_recorder *r, struct dbg_stop *ret_stop)
{
	return dbg_wait(r->e, r->wall_ms, r->a, ret_stop, r->err);
}

int tg_trace_resume(struct tg_recorder *r)
{
	return dbg_resume(r->e, DBG_CONTINUE, r->err);
}
