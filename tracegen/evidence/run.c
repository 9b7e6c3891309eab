/* Starting and stopping the program. */
#include "base/sandbox/sandbox.h"
#include "sanitize/report/frame.h"
#include "tracegen/evidence/priv.h"

/* What the second capture's environment has more: enough to move every stack address. */
static const char padding[] =
	"FL_TRACE_PADDING="
	"................................................................................"
	"................................................................................";

int tg_trace_load(struct tg_recorder *r)
{
	r->shadow_known = false;
	return dbg_load(r->e, r->spec->binary, r->err);
}

/*
 * A breakpoint on a line without code lands on the next that has some; the lines between are
 * skipped, and one that lands behind the function is taken back; so is the one at the start of main
 * where the run stops there anyway.
 */
int tg_trace_lines(struct tg_recorder *r)
{
	const struct tg_decl *f = r->function;
	const char *file = fl_arena_slice(r->a, f->file).ptr;
	r->line_count = 0;
	for (int64_t line = f->line; line <= f->scope_end && r->line_count < TG_TRACE_LINES;) {
		struct dbg_break where = {.file = file, .line = line};
		struct dbg_break_info info;
		int rc = dbg_break_add(r->e, &where, &info, r->err);
		if (rc == FL_EREFUSED) /* no code from here on */
			break;
		if (rc)
			return rc;
		int64_t landed = info.line ? info.line : line;
		bool again = r->line_count && r->lines[r->line_count - 1].line >= landed;
		bool taken = r->at_output && fl_slice_eq(f->file, r->main_file) &&
			     (landed == r->main_line ||
				     (r->leaves == TG_LEAVES_MAIN && landed == f->scope_end));
		if (landed > f->scope_end || again || taken) {
			rc = dbg_break_clear(r->e, info.id, r->err);
			if (rc)
				return rc;
		} else {
			r->lines[r->line_count++] = (struct tg_trace_line){landed, info.id, 0};
		}
		line = (landed > line ? landed : line) + 1;
	}
	if (r->line_count)
		return 0;
	return fl_error_set(r->err, FL_ENOTFOUND, "no code at %s:%lld", file, (long long)f->line);
}

int tg_trace_break(
	struct tg_recorder *r, struct fl_slice file, int64_t line, int64_t ignore, int64_t *ret_id)
{
	struct dbg_break where = {
		.file = fl_arena_slice(r->a, file).ptr, .line = line, .ignore = (uint32_t)ignore};
	struct dbg_break_info info;
	int rc = dbg_break_add(r->e, &where, &info, r->err);
	if (rc == 0)
		*ret_id = info.id;
	return rc;
}

/* What "#line" names, the debugger knows by its path in the box. */
static struct fl_slice name_of(struct tg_recorder *r, struct fl_slice file)
{
	static const struct fl_slice here = FL_LIT(FL_BOX_DIR "/");
	return fl_slice_starts(file, FL_BOX_DIR "/") ? san_path_clean(file, here, r->a) : file;
}

int tg_trace_wait_for(struct tg_recorder *r, unsigned wall_ms, struct dbg_stop *ret_stop)
{
	int rc = dbg_wait(r->e, wall_ms, r->a, ret_stop, r->err);
	if (rc == 0)
		ret_stop->file = name_of(r, ret_stop->file);
	return rc;
}

int tg_trace_wait(struct tg_recorder *r, struct dbg_stop *ret_stop)
{
	return tg_trace_wait_for(r, r->wall_ms, ret_stop);
}

int tg_trace_stack(struct tg_recorder *r, size_t most, struct fl_list *ret_frames)
{
	int rc = dbg_backtrace(r->e, most, r->a, ret_frames, r->err);
	struct dbg_frame *f = ret_frames->items;
	for (size_t i = 0; rc == 0 && i < ret_frames->len; i++)
		f[i].file = name_of(r, f[i].file);
	return rc;
}

int tg_trace_place_before(struct tg_recorder *r, struct dbg_frame *ret_place)
{
	int rc = dbg_place_before(r->e, r->a, ret_place, r->err);
	if (rc == 0)
		ret_place->file = name_of(r, ret_place->file);
	return rc;
}

/* Where the program ends by itself. */
static int break_at_end(struct tg_recorder *r, struct dbg_break_info *ret_info)
{
	struct dbg_break where = {.function = "exit"};
	if (r->leaves == TG_LEAVES_MAIN) {
		const struct tg_decl *f = tg_trace_function(r->spec, r->main_file, r->main_line);
		if (!f)
			return fl_error_set(
				r->err, FL_ENOTFOUND, "main is not among what was read");
		where = (struct dbg_break){
			.file = fl_arena_slice(r->a, f->file).ptr, .line = f->scope_end};
	}
	return dbg_break_add(r->e, &where, ret_info, r->err);
}

/* At the start of main: unbuffered, each call that prints writes what it prints at once. */
static int stop_at_output(struct tg_recorder *r)
{
	struct dbg_break_info output;
	struct dbg_stop stop;
	int rc = tg_trace_wait(r, &stop);
	if (rc == 0 && stop.reason != DBG_BREAKPOINT)
		rc = fl_error_set(r->err, FL_EREFUSED, "the program does not come to main");
	if (rc)
		return rc;
	r->main_file = stop.file;
	r->main_line = stop.line;
	rc = r->leaves ? break_at_end(r, &output)
		       : dbg_break_output(r->e, r->output_at, &output, r->err);
	if (rc)
		return rc;
	r->output_break = output.id;
	return dbg_resume(r->e, DBG_CONTINUE, r->err);
}

int tg_trace_start(struct tg_recorder *r, enum tg_trace_condition condition)
{
	const struct tg_evidence_spec *spec = r->spec;
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
	struct dbg_break at_main = {.function = "main", .temporary = true};
	int rc = 0;
	if (r->output_break)
		rc = dbg_break_clear(r->e, r->output_break, r->err);
	r->output_break = 0;
	if (rc == 0 && r->at_output)
		rc = dbg_break_add(r->e, &at_main, NULL, r->err);
	rc = rc ? rc : dbg_run(r->e, &run, r->err);
	return rc || !r->at_output ? rc : stop_at_output(r);
}

int tg_trace_resume(struct tg_recorder *r)
{
	return dbg_resume(r->e, DBG_CONTINUE, r->err);
}

bool tg_trace_arrived(const struct tg_recorder *r, const struct dbg_stop *stop)
{
	if (r->at_output)
		return stop->reason == DBG_BREAKPOINT && stop->breakpoint == r->output_break;
	return stop->reason == DBG_SIGNAL && stop->alive;
}
