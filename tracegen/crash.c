#include "tracegen/crash.h"

#include "base/sandbox/sandbox.h"
#include "sanitize/parse.h"
#include "sanitize/report/frame.h"

/*
 * What the second run's environment has more: enough to move every stack address. Nothing is left
 * to chance: a crash that comes and goes has been refused before (tracegen/verify.c).
 */
static const char padding[] =
	"FL_CRASH_PADDING="
	"................................................................................"
	"................................................................................";

static int start(struct dbg_engine *e, const struct tg_crash_spec *spec, bool other,
	struct fl_arena *a, struct fl_error *err)
{
	size_t n = 0;
	while (spec->env && spec->env[n])
		n++;
	const char **env = fl_arena_array(a, n + 2, sizeof(*env));
	if (!env)
		return fl_arena_error(a, "a crash", err);
	for (size_t i = 0; i < n; i++)
		env[i] = spec->env[i];
	env[n] = other ? padding : NULL;
	struct dbg_run run = {.args = spec->args,
		.env = env,
		.stdin_path = spec->stdin_path,
		.cpu_s = spec->cpu_s};
	return dbg_run(e, &run, err);
}

/* The debugger's frames as a report has them; *ret_user tells whether one is the program's own. */
static struct san_stack stack_of(const struct fl_list *frames, struct fl_arena *a, bool *ret_user)
{
	static const struct san_parse_opts opts = {.strip = FL_LIT(FL_BOX_DIR "/")};
	const struct dbg_frame *from = frames->items;
	struct san_frame *to = fl_arena_array(a, frames->len, sizeof(*to));
	struct san_stack stack = {.role = SAN_ROLE_ACCESS};
	size_t n = 0;
	*ret_user = false;
	for (size_t i = 0; to && i < frames->len; i++) {
		struct san_frame f = {.depth = from[i].depth, .line = from[i].line};
		if (!fl_slice_eqs(from[i].function, "??"))
			f.function = from[i].function;
		f.file = from[i].file;
		san_frame_clean(&f, &opts, a);
		if (!f.function.len && !f.file.len)
			continue;
		to[n++] = f;
		*ret_user = *ret_user || f.user;
		if (fl_slice_eqs(f.function, "main"))
			break;
	}
	stack.frames = (struct fl_list){.items = to, .len = n};
	return stack;
}

static int capture(struct dbg_engine *e, const struct tg_crash_spec *spec, bool other,
	struct fl_arena *a, struct san_stack *ret_stack, bool *ret_user, struct fl_error *err)
{
	struct dbg_stop stop;
	struct fl_list frames;
	int rc = start(e, spec, other, a, err);
	rc = rc ? rc : dbg_wait(e, spec->wall_ms, a, &stop, err);
	if (rc == 0 && (stop.reason != DBG_SIGNAL || !stop.alive || stop.signal != spec->signal))
		rc = fl_error_set(
			err, FL_EREFUSED, "the program ends in another way under the debugger");
	rc = rc ? rc : dbg_backtrace(e, TG_CRASH_FRAMES, a, &frames, err);
	if (rc)
		return rc;
	*ret_stack = stack_of(&frames, a, ret_user);
	rc = fl_arena_error(a, "the stack of a crash", err);
	return rc ? rc : dbg_kill(e, err);
}

int tg_crash_stack(struct dbg_engine *e, const struct tg_crash_spec *spec, struct fl_arena *a,
	struct san_report *report, struct fl_error *err)
{
	struct san_stack first, second, *kept = fl_arena_alloc(a, sizeof(*kept));
	bool user[2] = {false, false};
	struct fl_error own;
	int rc = kept ? 0 : fl_arena_error(a, "the stack of a crash", err);
	rc = rc ? rc : dbg_load(e, spec->binary, err);
	rc = rc ? rc : capture(e, spec, false, a, &first, &user[0], err);
	rc = rc ? rc : capture(e, spec, true, a, &second, &user[1], err);
	if (rc == 0 && (user[0] != user[1] ||
			       (user[0] && !fl_object_eq(&san_stack_shape, &first, &second))))
		rc = fl_error_set(err, FL_EREFUSED, "the stacks of two runs differ");
	int ended = rc == FL_ECLOSED ? rc : dbg_kill(e, rc ? &own : err);
	rc = rc ? rc : ended;
	if (rc || !user[0])
		return rc;
	*kept = first;
	report->stacks = (struct fl_list){.items = kept, .len = 1};
	san_report_blame(report, a);
	san_report_hash(report, a);
	return fl_arena_error(a, "the stack of a crash", err);
}
