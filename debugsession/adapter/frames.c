/* Threads, frames and their variables. */
#include "debugsession/adapter/engine_priv.h"
#include "debugsession/adapter/spell.h"
#include "debugsession/adapter/tree.h"
#include "debugsession/answer/answer.h"

enum { STACK_MAX = 64 << 20, STEP = 16, VARS_MAX = 64 << 20, VALUE_MAX = 1 << 20 };

int64_t dbg_dap_thread_number(struct dbg_dap_engine *e, int64_t id)
{
	for (size_t i = 0; i < e->thread_count; i++)
		if (e->threads[i] == id)
			return (int64_t)i + 1;
	if (e->thread_count == DBG_DAP_THREADS)
		return DBG_DAP_THREADS;
	e->threads[e->thread_count++] = id;
	return (int64_t)e->thread_count;
}

void dbg_dap_forget_stack(struct dbg_dap_engine *e)
{
	fl_arena_release(&e->stack.arena);
	e->stack = (struct dbg_dap_stack){0};
}

static uint64_t hex(struct fl_slice s)
{
	uint64_t v = 0;
	s = fl_slice_skip(s, fl_slice_starts(s, "0x") ? 2 : 0);
	for (size_t i = 0; i < s.len && fl_hex_value(s.ptr[i]) >= 0; i++)
		v = v * 16 + (uint64_t)fl_hex_value(s.ptr[i]);
	return v;
}

static void read_frame(const struct fl_json *f, struct fl_arena *a, struct dbg_dap_frame *out)
{
	const struct fl_json *source = fl_json_get(f, "source");
	*out = (struct dbg_dap_frame){
		.id = fl_json_int(fl_json_get(f, "id"), 0),
		.function =
			fl_arena_slice(a, dbg_spell_function(fl_json_str(fl_json_get(f, "name")))),
		.path = fl_arena_slice(a, fl_json_str(fl_json_get(source, "path"))),
		.line = fl_json_int(fl_json_get(f, "line"), 0),
		.address = hex(fl_json_str(fl_json_get(f, "instructionPointerReference"))),
	};
}

/* gdb's stacks end with main; what called it is the C library's. */
int dbg_dap_read_stack(struct dbg_dap_engine *e, int64_t thread, size_t max,
	struct dbg_dap_stack *ret, struct fl_error *err)
{
	struct fl_buf args;
	struct dbg_dap_answer answer;
	struct dbg_dap_stack s = {0};
	fl_buf_init(&args, 256);
	dbg_answer_int(&args, "threadId", thread);
	dbg_answer_int(&args, "startFrame", 0);
	dbg_answer_int(&args, "levels", (int64_t)max);
	int rc = dbg_dap_request(e, "stackTrace", &args, &answer, err);
	fl_buf_release(&args);
	if (rc)
		return rc;
	fl_arena_init(&s.arena, STACK_MAX);
	const struct fl_json *list = fl_json_get(answer.body, "stackFrames");
	size_t n = 0;
	for (const struct fl_json *f = list ? list->child : NULL; f && n < max; f = f->next)
		n++;
	s.whole = n < max;
	s.frames = fl_arena_array(&s.arena, n, sizeof(*s.frames));
	const struct fl_json *f = list ? list->child : NULL;
	for (; s.frames && f && s.len < n; f = f->next) {
		read_frame(f, &s.arena, &s.frames[s.len]);
		if (fl_slice_eqs(s.frames[s.len++].function, "main")) {
			s.whole = true;
			break;
		}
	}
	dbg_dap_answer_release(&answer);
	rc = fl_arena_error(&s.arena, "a stack", err);
	if (rc)
		fl_arena_release(&s.arena);
	else
		*ret = s;
	return rc;
}

int dbg_dap_need_stack(struct dbg_dap_engine *e, size_t max, struct fl_error *err)
{
	struct dbg_dap_stack s;
	if (e->base.state != DBG_STATE_STOPPED && e->phase != DBG_DAP_READY)
		return fl_error_set(err, FL_EREFUSED,
			e->base.state == DBG_STATE_RUNNING ? "Selected thread is running."
							   : "No stack.");
	if (e->stack.len >= max || e->stack.whole)
		return 0;
	if (max < STEP)
		max = STEP;
	if (max > DBG_DAP_FRAMES)
		max = DBG_DAP_FRAMES;
	int rc = dbg_dap_read_stack(e, e->thread, max, &s, err);
	if (rc)
		return rc;
	dbg_dap_forget_stack(e);
	e->stack = s;
	return 0;
}

int dbg_dap_current(
	struct dbg_dap_engine *e, const struct dbg_dap_frame **ret, struct fl_error *err)
{
	int rc = dbg_dap_need_stack(e, e->frame + 1, err);
	if (rc)
		return rc;
	if (e->frame >= e->stack.len)
		return fl_error_set(err, FL_EREFUSED, "No frame selected.");
	*ret = &e->stack.frames[e->frame];
	return 0;
}

/*
 * Compilers are most often given names relative to where they run, and so is the debugger: a path
 * below its directory loses that. gdb has the compiler's own name, which adapters do not tell.
 */
struct fl_slice dbg_dap_file(const struct dbg_dap_engine *e, struct fl_slice path)
{
	const char *const directories[] = {e->directory, e->path_from};
	for (size_t i = 0; i < sizeof(directories) / sizeof(*directories); i++) {
		struct fl_slice d = fl_slice_str(directories[i]);
		if (d.len && fl_slice_starts_with(path, d) &&
			fl_slice_starts(fl_slice_skip(path, d.len), "/"))
			return fl_slice_skip(path, d.len + 1);
	}
	return path;
}

static void add_args(
	struct dbg_dap_engine *e, struct fl_arena *a, struct dbg_mi_value *tuple, int64_t frame)
{
	struct dbg_dap_vars vars;
	struct fl_buf value;
	struct dbg_mi_value *list = dbg_tree_add(a, tuple, DBG_MI_LIST, "args");
	if (dbg_dap_read_vars(e, frame, &vars, NULL))
		return;
	fl_buf_init(&value, VALUE_MAX);
	for (size_t i = 0; i < vars.len && vars.vars[i].arg; i++) {
		struct dbg_mi_value *t = dbg_tree_add(a, list, DBG_MI_TUPLE, "");
		fl_buf_clear(&value);
		dbg_dap_arg(e, &vars.vars[i], &value);
		dbg_tree_text(a, t, "name", vars.vars[i].name);
		dbg_tree_text(a, t, "value", fl_buf_view(&value));
	}
	fl_buf_release(&value);
	fl_arena_release(&vars.arena);
}

struct dbg_mi_value *dbg_dap_add_frame(struct dbg_dap_engine *e, struct fl_arena *a,
	struct dbg_mi_value *parent, const struct dbg_dap_frame *frame, int64_t level)
{
	struct dbg_mi_value *t = dbg_tree_add(a, parent, DBG_MI_TUPLE, "frame");
	if (level >= 0)
		dbg_tree_printf(a, t, "level", "%lld", (long long)level);
	dbg_tree_printf(a, t, "addr", "0x%016llx", (unsigned long long)frame->address);
	dbg_tree_text(a, t, "func", frame->function.len ? frame->function : FL_S("??"));
	if (level < 0)
		add_args(e, a, t, frame->id);
	if (frame->path.len && frame->line > 0) {
		dbg_tree_text(a, t, "file", dbg_dap_file(e, frame->path));
		dbg_tree_text(a, t, "fullname", frame->path);
		dbg_tree_printf(a, t, "line", "%lld", (long long)frame->line);
	}
	return t;
}

static void read_var(const struct fl_json *v, struct fl_arena *a, struct dbg_dap_var *out)
{
	*out = (struct dbg_dap_var){
		.name = fl_arena_slice(a, fl_json_str(fl_json_get(v, "name"))),
		.type = fl_arena_slice(a, fl_json_str(fl_json_get(v, "type"))),
		.value = fl_arena_slice(a, fl_json_str(fl_json_get(v, "value"))),
		.expr = fl_arena_slice(a, fl_json_str(fl_json_get(v, "evaluateName"))),
		.ref = fl_json_int(fl_json_get(v, "variablesReference"), 0),
	};
}

int dbg_dap_read_children(struct dbg_dap_engine *e, int64_t ref, size_t max,
	struct dbg_dap_vars *ret, struct fl_error *err)
{
	struct fl_buf args;
	struct dbg_dap_answer answer;
	struct dbg_dap_vars vars = {0};
	fl_buf_init(&args, 256);
	dbg_answer_int(&args, "variablesReference", ref);
	dbg_answer_int(&args, "start", 0);
	dbg_answer_int(&args, "count", (int64_t)max);
	int rc = dbg_dap_request(e, "variables", &args, &answer, err);
	fl_buf_release(&args);
	if (rc)
		return rc;
	fl_arena_init(&vars.arena, VARS_MAX);
	const struct fl_json *list = fl_json_get(answer.body, "variables");
	size_t n = 0;
	for (const struct fl_json *v = list ? list->child : NULL; v && n < max; v = v->next)
		n++;
	vars.vars = fl_arena_array(&vars.arena, n, sizeof(*vars.vars));
	const struct fl_json *v = list ? list->child : NULL;
	for (; vars.vars && v && vars.len < n; v = v->next)
		read_var(v, &vars.arena, &vars.vars[vars.len++]);
	dbg_dap_answer_release(&answer);
	rc = fl_arena_error(&vars.arena, "variables", err);
	if (rc)
		fl_arena_release(&vars.arena);
	else
		*ret = vars;
	return rc;
}

/* Does the text have a line "(type) name = …"? */
static bool names_it(struct fl_slice text, struct fl_slice name)
{
	struct fl_slice line;
	while (fl_slice_line(&text, &line)) {
		ptrdiff_t equal = fl_slice_find(line, " = ");
		struct fl_slice left = fl_slice_head(line, equal < 0 ? 0 : (size_t)equal);
		if (left.len > name.len + 2 && fl_slice_starts(left, "(") &&
			fl_slice_ends_with(left, name) &&
			fl_slice_ends(fl_slice_head(left, left.len - name.len), ") "))
			return true;
	}
	return false;
}

/*
 * lldb-dap's scope of locals begins with the arguments and does not say where they end; lldb does.
 */
static void mark_arguments(struct dbg_dap_engine *e, int64_t frame, struct dbg_dap_vars *vars)
{
	struct fl_buf text, args;
	struct dbg_dap_answer answer;
	fl_buf_init(&text, VALUE_MAX);
	fl_buf_init(&args, 1024);
	dbg_answer_text(&args, "expression", FL_S("frame variable --no-locals -D 0 -T"));
	dbg_answer_text(&args, "context", FL_S("repl"));
	dbg_answer_int(&args, "frameId", frame);
	if (dbg_dap_request(e, "evaluate", &args, &answer, NULL) == 0) {
		fl_buf_slice(&text, fl_json_str(fl_json_get(answer.body, "result")));
		dbg_dap_answer_release(&answer);
	}
	for (size_t i = 0; i < vars->len; i++) {
		vars->vars[i].arg = names_it(fl_buf_view(&text), vars->vars[i].name);
		if (!vars->vars[i].arg)
			break;
	}
	fl_buf_release(&args);
	fl_buf_release(&text);
}

int dbg_dap_scope(struct dbg_dap_engine *e, int64_t frame, const char *name, int64_t *ret_ref,
	struct fl_error *err)
{
	struct fl_buf args;
	struct dbg_dap_answer answer;
	int64_t ref = 0;
	fl_buf_init(&args, 256);
	dbg_answer_int(&args, "frameId", frame);
	int rc = dbg_dap_request(e, "scopes", &args, &answer, err);
	fl_buf_release(&args);
	if (rc)
		return rc;
	const struct fl_json *list = fl_json_get(answer.body, "scopes");
	for (const struct fl_json *s = list ? list->child : NULL; s && !ref; s = s->next)
		if (fl_slice_eqs(fl_json_str(fl_json_get(s, "name")), name))
			ref = fl_json_int(fl_json_get(s, "variablesReference"), 0);
	dbg_dap_answer_release(&answer);
	*ret_ref = ref;
	return 0;
}

/* lldb-dap selects a frame when its scopes are asked for, and at no other time. */
void dbg_dap_focus(struct dbg_dap_engine *e)
{
	const struct dbg_dap_frame *frame = NULL;
	int64_t ref;
	bool stands = e->base.state == DBG_STATE_STOPPED || e->phase == DBG_DAP_READY;
	if (stands && dbg_dap_current(e, &frame, NULL) == 0)
		dbg_dap_scope(e, frame->id, "Locals", &ref, NULL);
}

/* Of variables of one name lldb-dap says where each is declared, "i @ t.c:8"; gdb does not. */
static void name_hidden(struct dbg_dap_vars *vars)
{
	for (size_t i = 0; i < vars->len; i++) {
		ptrdiff_t at = fl_slice_find(vars->vars[i].name, " @ ");
		if (at > 0)
			vars->vars[i].name = fl_slice_head(vars->vars[i].name, (size_t)at);
	}
}

/* The adapter has the outer blocks first. */
void dbg_dap_inner_first(struct dbg_dap_vars *vars)
{
	for (size_t i = 0; i < vars->len; i++) {
		size_t k = vars->len - 1;
		while (k > i && !fl_slice_eq(vars->vars[i].name, vars->vars[k].name))
			k--;
		const struct dbg_dap_var inner = vars->vars[k];
		memmove(&vars->vars[i + 1], &vars->vars[i], (k - i) * sizeof(inner));
		vars->vars[i] = inner;
	}
}

int dbg_dap_read_vars(
	struct dbg_dap_engine *e, int64_t frame, struct dbg_dap_vars *ret, struct fl_error *err)
{
	int64_t ref;
	int rc = dbg_dap_scope(e, frame, "Locals", &ref, err);
	if (rc)
		return rc;
	if (!ref) {
		*ret = (struct dbg_dap_vars){0};
		return 0;
	}
	rc = dbg_dap_read_children(e, ref, 1024, ret, err);
	if (rc == 0 && ret->len) {
		mark_arguments(e, frame, ret);
		name_hidden(ret);
	}
	return rc;
}

/* gdb shows arguments that are structs, or refer to one, as "...", but for what it has printers. */
void dbg_dap_arg(struct dbg_dap_engine *e, const struct dbg_dap_var *v, struct fl_buf *out)
{
	struct fl_buf text;
	fl_buf_init(&text, VALUE_MAX);
	dbg_dap_head(e, v, &text);
	struct fl_slice s = fl_buf_view(&text);
	ptrdiff_t brace = fl_slice_chr(s, '{');
	bool plain = fl_slice_starts(s, "{") ||
		     (fl_slice_starts(s, "@") && brace > 0 && brace == fl_slice_find(s, ": ") + 2);
	fl_buf_slice(out, plain ? FL_S("...") : s);
	fl_buf_release(&text);
}

void dbg_dap_say_args(struct dbg_dap_engine *e, int64_t frame, struct fl_buf *out)
{
	struct dbg_dap_vars vars;
	if (dbg_dap_read_vars(e, frame, &vars, NULL))
		return;
	for (size_t i = 0; i < vars.len && vars.vars[i].arg; i++) {
		fl_buf_printf(out, "%s%.*s=", i ? ", " : "", FL_ARG(vars.vars[i].name));
		dbg_dap_arg(e, &vars.vars[i], out);
	}
	fl_arena_release(&vars.arena);
}

void dbg_dap_say_frame(struct dbg_dap_engine *e, const struct dbg_dap_frame *frame, bool address,
	struct fl_buf *out)
{
	bool known = frame->path.len && frame->line > 0;
	if (address || !known)
		fl_buf_printf(out, "0x%016llx in ", (unsigned long long)frame->address);
	fl_buf_printf(out, "%.*s (", FL_ARG(frame->function.len ? frame->function : FL_S("??")));
	if (known)
		dbg_dap_say_args(e, frame->id, out);
	fl_buf_char(out, ')');
	if (known)
		fl_buf_printf(out, " at %.*s:%lld", FL_ARG(dbg_dap_file(e, frame->path)),
			(long long)frame->line);
}
