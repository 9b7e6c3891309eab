#include "datasets/debugging/debug_priv.h"

#include <signal.h>
#include <stdlib.h>

#include "sanitize/report/frame.h"
#include "tracegen/evidence/value.h"
#include "tracegen/machine/make.h"
#include "tracegen/program.h"

enum {
	FRAMES = 10,
	FRAMES_MAX = 256,
	VARS_MAX = 64,
	VALUE_MAX = 256, /* bytes of a variable */
	EVAL_MAX = 1024, /* of an expression */
	RAW_MAX = 64 << 10,
	TYPE_MAX = 200,
	PASSED_MAX = 200 /* stops of a watchpoint in code that is not the program's */
};

static const char *result_name(struct ds_doing *d, const char *otherwise)
{
	struct fl_slice name = d->call->variable;
	return name.len ? fl_arena_slice(d->s->a, name).ptr : otherwise;
}

static int no_memory(struct ds_doing *d, struct fl_error *err)
{
	return fl_arena_error(d->s->a, "an answer", err);
}

static void put_int(struct ds_doing *d, const char *name, int64_t value)
{
	const struct fl_marker_pair *pair = fl_marker(FL_MARK_RESULT);
	fl_buf_printf(d->values, "%s int %s = %lld; %s\n", pair->open, name, (long long)value,
		pair->close);
}

/* As the program's files are named: headers of `-I.` begin with "./". */
static struct fl_slice own_path(struct fl_slice path)
{
	static const char *const before[] = {FL_BOX_DIR "/", "./"};
	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
		if (fl_slice_starts(path, before[i]))
			path = fl_slice_skip(path, strlen(before[i]));
	return path;
}

/* As the program's own files are called. */
static struct fl_slice shown_path(struct ds_session *s, struct fl_slice file)
{
	return own_path(san_path_clean(file, FL_S(""), s->a));
}

/* ---- runs ---- */

static int need_program(struct ds_doing *d, struct fl_error *err)
{
	if (d->s->alive)
		return 0;
	d->why = DBG_ERROR_TARGET_NOT_RUNNING;
	return fl_error_set(err, FL_EREFUSED, "the program is not being run: %s",
		d->s->started ? "it has ended" : "continue_exec() starts it");
}

/* What it wrote since it was told last. */
static void put_output(struct ds_doing *d)
{
	struct ds_session *s = d->s;
	bool cut = false;
	struct fl_slice all = dbg_output(s->engine, &cut), more = fl_slice_skip(all, s->written);
	dbg_literal_output(
		d->values, s->d->boot ? tg_kernel_serial(more, s->a) : more, DS_DEBUG_OUTPUT_MAX);
	s->written = all.len;
}

/* A run whose time is up stands anywhere: there is nothing to be seen that would come again. */
static int time_is_up(struct ds_doing *d, struct fl_error *err)
{
	d->s->alive = false;
	d->s->over = true;
	return fl_error_set(err, FL_ETIMEOUT,
		"the program used up its time before it stopped; it was ended, and with it the "
		"session");
}

/* Memory is written by what starts and ends programs, too: nothing is to be seen there. */
static bool is_elsewhere(const struct dbg_stop *stop)
{
	return stop->reason == DBG_WATCHPOINT && stop->alive && !stop->file.len;
}

static int wait_for_stop(struct ds_doing *d, struct dbg_stop *ret_stop, struct fl_error *err)
{
	struct ds_session *s = d->s;
	for (int i = 0;; i++) {
		int rc = dbg_wait(s->engine, s->d->wall_ms * s->patience, s->a, ret_stop, err);
		if (rc || i == PASSED_MAX || !is_elsewhere(ret_stop))
			return rc;
		rc = dbg_resume(s->engine, DBG_CONTINUE, err);
		if (rc)
			return rc;
	}
}

/* Of the task's own code; of a step into a library's, what has lines. */
static bool is_place(const struct ds_session *s, const struct dbg_frame *f, bool fault)
{
	struct fl_slice file = own_path(f->file);
	return fault ? tg_files_find(&s->d->files, file) != NULL : file.len > 0;
}

/* Where it stopped in a library, the innermost place of the program's is where it is looked at. */
static int find_place(struct ds_doing *d, struct dbg_stop *stop, struct fl_error *err)
{
	struct ds_session *s = d->s;
	struct fl_list frames = {0};
	const struct dbg_frame here = {.file = stop->file};
	bool fault = stop->reason == DBG_SIGNAL;
	s->depth = 0;
	if (!stop->alive || is_place(s, &here, fault))
		return 0;
	int rc = dbg_backtrace(s->engine, FRAMES_MAX, s->a, &frames, err);
	const struct dbg_frame *f = frames.items;
	for (size_t i = 0; rc == 0 && i < frames.len; i++) {
		if (!is_place(s, &f[i], fault))
			continue;
		s->depth = f[i].depth;
		stop->file = f[i].file;
		stop->line = f[i].line;
		stop->function = f[i].function;
		break;
	}
	return rc == FL_EREFUSED ? 0 : rc;
}

static int await(struct ds_doing *d, struct dbg_stop **ret_stop, struct fl_error *err)
{
	struct ds_session *s = d->s;
	struct dbg_stop *stop = fl_arena_alloc(s->a, sizeof(*stop));
	if (!stop)
		return no_memory(d, err);
	int rc = wait_for_stop(d, stop, err);
	if (rc == FL_ETIMEOUT && !s->last) /* the host may have kept it from running */
		return rc;
	if (rc == FL_ETIMEOUT || (rc == 0 && stop->signal == SIGXCPU))
		return time_is_up(d, err);
	if (rc)
		return rc;
	s->alive = stop->alive;
	rc = find_place(d, stop, err);
	if (rc)
		return rc;
	stop->function = tg_function_clean(s->a, stop->function);
	stop->file = shown_path(s, stop->file);
	put_output(d);
	d->seen.stop = *ret_stop = stop;
	return 0;
}

struct dbg_run ds_debug_run(const struct ds_debugging *d)
{
	/* Fresh memory holds what nobody wrote, the same in each run. */
	static const char *const plain[] = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8",
		"HOME=" FL_BOX_DIR, "MALLOC_PERTURB_=65", NULL};
	return (struct dbg_run){.args = d->args,
		.env = d->env ? d->env : plain,
		.stdin_path = d->input,
		.cpu_s = (d->cpu_ms + 999) / 1000,
		.randomize = d->randomize,
		.boot = d->boot,
		.stub = d->stub};
}

static int start(struct ds_doing *d, struct fl_error *err)
{
	struct ds_session *s = d->s;
	const struct dbg_run run = ds_debug_run(s->d);
	int rc = 0;
	/* What was watched is a place in the memory of the run before. */
	for (size_t i = 0; i < s->watch_count && rc == 0; i++)
		rc = dbg_break_clear(s->engine, s->watches[i], err);
	s->watch_count = 0;
	s->started = true;
	s->written = 0;
	return rc ? rc : dbg_run(s->engine, &run, err);
}

static int add_stop(
	struct ds_doing *d, const char *name, struct dbg_stop **ret_stop, struct fl_error *err)
{
	int rc = await(d, ret_stop, err);
	if (rc == 0)
		dbg_document_add(&d->document, &dbg_stop_shape, *ret_stop, name);
	return rc;
}

static int resume(struct ds_doing *d, enum dbg_resume how, struct fl_error *err)
{
	struct dbg_stop *stop;
	int rc = need_program(d, err);
	rc = rc ? rc : dbg_resume(d->s->engine, how, err);
	rc = rc ? rc : add_stop(d, result_name(d, "stop"), &stop, err);
	if (rc || !stop->returned.len)
		return rc;
	d->seen.value = tg_value_clean(d->s->a, stop->returned, EVAL_MAX);
	dbg_literal_value(d->values, "return_value", d->seen.value);
	return 0;
}

static int do_run(struct ds_doing *d, struct fl_error *err)
{
	struct dbg_stop *stop;
	int rc = start(d, err);
	return rc ? rc : add_stop(d, result_name(d, "stop"), &stop, err);
}

static int do_continue(struct ds_doing *d, struct fl_error *err)
{
	return d->s->started ? resume(d, DBG_CONTINUE, err) : do_run(d, err);
}

static int do_step(struct ds_doing *d, struct fl_error *err)
{
	return resume(d, DBG_STEP_IN, err);
}

static int do_next(struct ds_doing *d, struct fl_error *err)
{
	return resume(d, DBG_STEP_OVER, err);
}

static int do_finish(struct ds_doing *d, struct fl_error *err)
{
	return resume(d, DBG_FINISH, err);
}

/* ---- what there is to see ---- */

/* Of a stop in a library: what the innermost own frame called, unless it is a runtime's. */
static size_t first_shown(const struct ds_session *s, const struct dbg_frame *frames, size_t n)
{
	size_t own = (size_t)s->depth;
	bool called = own && own <= n && !fl_slice_starts(frames[own - 1].function, "_");
	return called ? own - 1 : own;
}

/* Below main is what starts programs, and a frame without a name says nothing. */
static int add_frames(struct ds_doing *d, size_t max, const char *name, struct fl_error *err)
{
	struct dbg_backtrace *b = fl_arena_alloc(d->s->a, sizeof(*b));
	int rc = b ? need_program(d, err) : no_memory(d, err);
	rc = rc ? rc : dbg_backtrace(d->s->engine, FRAMES_MAX, d->s->a, &b->frames, err);
	if (rc)
		return rc;
	struct dbg_frame *frames = b->frames.items;
	size_t n = 0;
	for (size_t i = first_shown(d->s, frames, b->frames.len); i < b->frames.len && n < max;
		i++) {
		if (fl_slice_eqs(frames[i].function, "??"))
			continue;
		frames[n] = frames[i];
		frames[n].depth = (int64_t)n;
		frames[n].function = tg_function_clean(d->s->a, frames[i].function);
		frames[n].file = shown_path(d->s, frames[i].file);
		if (fl_slice_eqs(frames[n++].function, "main"))
			break;
	}
	b->frames.len = n;
	d->seen.backtrace = b;
	dbg_document_add(&d->document, &dbg_backtrace_shape, b, name);
	return 0;
}

static bool has_word(struct fl_slice text, struct fl_slice word)
{
	for (ptrdiff_t at; (at = fl_slice_search(text, word)) >= 0;) {
		size_t end = (size_t)at + word.len;
		if ((at == 0 || !fl_is_word(text.ptr[at - 1])) &&
			(end == text.len || !fl_is_word(text.ptr[end])))
			return true;
		text = fl_slice_skip(text, end);
	}
	return false;
}

bool ds_debug_is_set(struct fl_slice source, int64_t line, struct fl_slice name)
{
	for (int64_t at = line - 1; at > 0; at--) {
		struct fl_slice text = fl_slice_line_at(source, at);
		bool starts = text.len && (fl_is_word(text.ptr[0]) || text.ptr[0] == '}');
		if (has_word(text, name))
			return true;
		if (starts && fl_slice_chr(text, ':') < 0) /* a label is no start */
			return false;
	}
	return false;
}

/* Without those that have no value yet, and those that a compiler made. */
static void drop_unset(struct ds_session *s, struct dbg_frame_vars *v)
{
	struct fl_slice source = tg_files_text(&s->d->files, v->file);
	struct dbg_variable *vars = v->locals.items;
	size_t n = 0;
	for (size_t i = 0; i < v->locals.len; i++) {
		bool made = fl_slice_starts(vars[i].name, "__");
		if (!made && (vars[i].arg || !source.len ||
				     ds_debug_is_set(source, v->line, vars[i].name)))
			vars[n++] = vars[i];
	}
	v->locals.len = n;
}

/* Structs and containers have their value asked for; what is unreadable says so. */
static int set_values(
	struct ds_doing *d, int64_t depth, struct dbg_frame_vars *v, struct fl_error *err)
{
	struct dbg_variable *vars = v->locals.items;
	struct ds_session *s = d->s;
	for (size_t i = 0; i < v->locals.len; i++) {
		int rc = vars[i].compound ? dbg_evaluate(s->engine, depth, vars[i].name, RAW_MAX,
						    s->a, &vars[i].value, err)
					  : 0;
		if (rc && rc != FL_EREFUSED)
			return rc;
		if (rc)
			vars[i].value = FL_S("<unreadable>");
		vars[i].value = tg_value_clean(s->a, vars[i].value, VALUE_MAX);
		vars[i].type = tg_type_clean(s->a, vars[i].type, TYPE_MAX);
	}
	return 0;
}

/* Of the frame of that number in a backtrace; less than 0: of the place that is looked at. */
static int add_vars(struct ds_doing *d, int64_t frame, const char *name, struct fl_error *err)
{
	struct ds_session *s = d->s;
	struct dbg_frame_vars *v = fl_arena_alloc(s->a, sizeof(*v));
	struct fl_list frames = {0};
	int rc = v ? need_program(d, err) : no_memory(d, err);
	size_t most = frame < 0 ? (size_t)s->depth + 1 : FRAMES_MAX;
	rc = rc ? rc : dbg_backtrace(s->engine, most, s->a, &frames, err);
	if (rc)
		return rc;
	int64_t first = (int64_t)first_shown(s, frames.items, frames.len);
	int64_t depth = frame < 0 ? s->depth : first + frame;
	if (frame > 0 && depth >= (int64_t)frames.len)
		return fl_error_set(err, FL_EREFUSED, "there is no frame %lld", (long long)frame);
	rc = dbg_variables(s->engine, depth, VARS_MAX, s->a, &v->locals, err);
	if (rc)
		return rc;
	const struct dbg_frame *f = (const struct dbg_frame *)frames.items + depth;
	if ((int64_t)frames.len > depth) {
		v->depth = depth - first;
		v->function = tg_function_clean(s->a, f->function);
		v->file = shown_path(s, f->file);
		v->line = f->line;
	}
	drop_unset(s, v);
	rc = set_values(d, depth, v, err);
	if (rc)
		return rc;
	d->seen.vars = v;
	dbg_document_add(&d->document, &dbg_frame_vars_shape, v, name);
	return 0;
}

static int do_inspect(struct ds_doing *d, struct fl_error *err)
{
	uint64_t frame = d->call->args[0].number;
	if (d->call->count && frame >= FRAMES_MAX)
		return fl_error_set(err, FL_EINVAL, "frames have numbers below %d", FRAMES_MAX);
	return add_vars(d, d->call->count ? (int64_t)frame : -1, result_name(d, "vars"), err);
}

static int do_backtrace(struct ds_doing *d, struct fl_error *err)
{
	uint64_t max = d->call->count ? d->call->args[0].number : FRAMES;
	if (max == 0 || max > FRAMES_MAX)
		return fl_error_set(err, FL_EINVAL, "a backtrace has 1 to %d frames", FRAMES_MAX);
	return add_frames(d, (size_t)max, result_name(d, "backtrace"), err);
}

static int do_eval(struct ds_doing *d, struct fl_error *err)
{
	const struct fl_marker_pair *pair = fl_marker(FL_MARK_RESULT);
	struct ds_session *s = d->s;
	struct fl_slice value;
	int rc = need_program(d, err);
	rc = rc ? rc
		: dbg_evaluate(
			  s->engine, s->depth, d->call->args[0].text, RAW_MAX, s->a, &value, err);
	if (rc)
		return rc;
	d->seen.value = value = tg_value_clean(s->a, value, EVAL_MAX);
	put_output(d);
	if (d->call->variable.len) {
		dbg_literal_value(d->values, result_name(d, "result"), value);
		return 0;
	}
	fl_buf_printf(d->values, "%s ", pair->open);
	fl_literal_text(d->values, value);
	fl_buf_printf(d->values, " %s\n", pair->close);
	return 0;
}

/* ---- places to stop at ---- */

static int do_breakpoint(struct ds_doing *d, struct fl_error *err)
{
	const struct dbg_call_arg *args = d->call->args;
	struct dbg_break where = {.line = (int64_t)args[1].number};
	struct dbg_break_info info = {0};
	if (d->call->count == 1)
		where.function = args[0].text.ptr;
	else
		where.file = args[0].text.ptr;
	if (d->call->count == 3)
		where.condition = args[2].text.ptr;
	if (args[1].number > INT32_MAX)
		return fl_error_set(err, FL_EINVAL, "there is no line of such a number");
	int rc = dbg_break_add(d->s->engine, &where, &info, err);
	d->seen.number = info.id;
	if (rc == 0)
		put_int(d, result_name(d, "bp"), info.id);
	return rc;
}

/* What "what" of the call's expression is, which is a number. */
static int number_of(
	struct ds_doing *d, const char *what, uint64_t *ret_number, struct fl_error *err)
{
	struct ds_session *s = d->s;
	struct fl_slice value, text = fl_arena_printf(s->a, "(unsigned long)%s(%.*s)", what,
				       FL_ARG(d->call->args[0].text));
	int rc = dbg_evaluate(s->engine, s->depth, text, RAW_MAX, s->a, &value, err);
	if (rc == 0)
		*ret_number = strtoull(value.ptr, NULL, 10);
	return rc;
}

static int do_watch(struct ds_doing *d, struct fl_error *err)
{
	struct dbg_break_info info = {0};
	uint64_t address = 0, size = 0;
	int rc = need_program(d, err);
	if (rc == 0 && d->s->watch_count == DS_DEBUG_WATCHES)
		return fl_error_set(err, FL_EREFUSED,
			"%d are watched already, and there is no "
			"room for more",
			DS_DEBUG_WATCHES);
	rc = rc ? rc : number_of(d, "&", &address, err);
	rc = rc ? rc : number_of(d, "sizeof", &size, err);
	if (rc == 0 && size != 1 && size != 2 && size != 4 && size != 8)
		return fl_error_set(err, FL_EREFUSED,
			"it has %llu bytes, and 1, 2, 4 or 8 can be watched",
			(unsigned long long)size);
	rc = rc ? rc : dbg_watch_add(d->s->engine, address, (size_t)size, &info, err);
	if (rc)
		return rc;
	d->s->watches[d->s->watch_count++] = d->seen.number = info.id;
	put_int(d, result_name(d, "wp"), info.id);
	return 0;
}

/* Go to a function, and tell what is there. */
static int do_query(struct ds_doing *d, struct fl_error *err)
{
	const struct dbg_break where = {.function = d->call->args[1].text.ptr, .temporary = true};
	struct ds_session *s = d->s;
	struct dbg_break_info info = {0};
	struct dbg_stop *stop;
	int rc = dbg_break_add(s->engine, &where, &info, err);
	if (rc)
		return rc;
	rc = s->alive ? dbg_resume(s->engine, DBG_CONTINUE, err) : start(d, err);
	rc = rc ? rc : add_stop(d, "stop", &stop, err);
	if (rc || !s->alive)
		return rc;
	rc = add_frames(d, FRAMES, "backtrace", err);
	return rc ? rc : add_vars(d, -1, "vars", err);
}

const ds_debug_fn ds_debug_functions[DBG_CALL_COUNT] = {
	[DBG_CALL_BREAKPOINT] = do_breakpoint,
	[DBG_CALL_RUN] = do_run,
	[DBG_CALL_CONTINUE] = do_continue,
	[DBG_CALL_STEP] = do_step,
	[DBG_CALL_NEXT] = do_next,
	[DBG_CALL_FINISH] = do_finish,
	[DBG_CALL_INSPECT] = do_inspect,
	[DBG_CALL_EVAL] = do_eval,
	[DBG_CALL_BACKTRACE] = do_backtrace,
	[DBG_CALL_WATCH] = do_watch,
	[DBG_CALL_QUERY] = do_query,
};
