#include "debugsession/answer/facts.h"

#include <stdio.h>

#include "debugsession/gdb/gdb_priv.h"
#include "diag/classify/signals.h"

enum { COUNTED_MAX = 1000, EXPRESSION_MAX = 64 << 10 };

static struct fl_slice text_of(struct fl_arena *a, const struct dbg_mi_value *v, const char *name)
{
	return fl_arena_slice(a, dbg_mi_str(dbg_mi_get(v, name)));
}

static struct fl_slice cut(struct fl_arena *a, struct fl_slice value, size_t max)
{
	if (value.len <= max)
		return fl_arena_slice(a, value);
	return fl_arena_printf(a, "%.*s...", (int)max, value.ptr);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* An MI command with one quoted argument behind it. */
static int ask_quoted(struct dbg_console *c, const char *command, struct fl_slice argument,
	const char *rest, const struct dbg_mi_record **ret_result, struct fl_error *err)
{
	struct fl_buf line;
	fl_buf_init(&line, EXPRESSION_MAX);
	fl_buf_printf(&line, "%s ", command);
	dbg_mi_quote(&line, argument);
	fl_buf_str(&line, rest);
	int rc = fl_buf_error(&line, "an expression", err);
	if (rc == 0)
		rc = dbg_console_ask(c, line.data, ret_result, err);
	fl_buf_release(&line);
	return rc;
}

/* How many frames there are, at most `most`; 0: not known. */
static size_t stack_depth(struct dbg_console *c, size_t most)
{
	const struct dbg_mi_record *result;
	char command[64];
	snprintf(command, sizeof(command), "-stack-info-depth %zu", most);
	if (dbg_console_ask(c, command, &result, NULL))
		return 0;
	int64_t n = dbg_mi_int(dbg_mi_result(result, "depth"), 0);
	return n > 0 ? (size_t)n : 0;
}

int dbg_facts_backtrace(struct dbg_console *c, size_t max, struct fl_arena *a,
	struct dbg_backtrace *ret_backtrace, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	struct dbg_backtrace found = {0};
	char command[64];
	if (max == 0)
		return fl_error_set(err, FL_EINVAL, "a backtrace has at least one frame");
	max = least(max, DBG_FACTS_FRAMES);
	snprintf(command, sizeof(command), "-stack-list-frames 0 %zu", max - 1);
	int rc = dbg_console_ask(c, command, &result, err);
	if (rc)
		return rc;
	found.frames = dbg_gdb_read_frames(dbg_mi_result(result, "stack"), a);
	size_t all = found.frames.len == max ? stack_depth(c, max + COUNTED_MAX) : 0;
	if (all > found.frames.len)
		found.omitted = (int64_t)(all - found.frames.len);
	rc = fl_arena_error(a, "a backtrace", err);
	if (rc == 0)
		*ret_backtrace = found;
	return rc;
}

/* " --thread T --frame D" of the selected thread; nothing for the selected frame. */
static int frame_options(
	struct dbg_console *c, int64_t depth, char *text, size_t size, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	*text = '\0';
	if (depth == DBG_FRAME_SELECTED)
		return 0;
	int rc = dbg_console_ask(c, "-thread-list-ids", &result, err);
	if (rc)
		return rc;
	int64_t thread = dbg_mi_int(dbg_mi_result(result, "current-thread-id"), 0);
	if (!thread)
		return fl_error_set(err, FL_EREFUSED, "No thread selected: start the program");
	snprintf(text, size, " --thread %lld --frame %lld", (long long)thread, (long long)depth);
	return 0;
}

static int ask_frame(struct dbg_console *c, const char *options, struct fl_arena *a,
	struct dbg_frame *frame, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	char command[128];
	snprintf(command, sizeof(command), "-stack-info-frame%s", options);
	int rc = dbg_console_ask(c, command, &result, err);
	if (rc == 0)
		dbg_gdb_read_frame(dbg_mi_result(result, "frame"), a, frame);
	return rc ? rc : fl_arena_error(a, "a frame", err);
}

int dbg_facts_frame(struct dbg_console *c, int64_t depth, struct fl_arena *a,
	struct dbg_frame *ret_frame, struct fl_error *err)
{
	char options[96];
	struct dbg_frame frame = {0};
	int rc = frame_options(c, depth, options, sizeof(options), err);
	if (rc == 0)
		rc = ask_frame(c, options, a, &frame, err);
	if (rc == 0)
		*ret_frame = frame;
	return rc;
}

int64_t dbg_facts_signal(struct dbg_console *c)
{
	const struct dbg_mi_record *r;
	static const char command[] = "-data-evaluate-expression \"(int)$_siginfo.si_signo\"";
	if (dbg_console_ask(c, command, &r, NULL))
		return 0;
	int64_t number = dbg_mi_int(dbg_mi_result(r, "value"), 0);
	return number > 0 ? number : 0;
}

/* Of what stands without ever having stopped here, a core file: where it stands, and its signal. */
static int stop_of_rest(
	struct dbg_console *c, struct fl_arena *a, struct dbg_stop *stop, struct fl_error *err)
{
	struct dbg_frame frame = {0};
	int rc = dbg_facts_frame(c, 0, a, &frame, err);
	if (rc)
		return rc;
	int64_t number = dbg_facts_signal(c);
	const struct diag_signal *signal = number ? diag_signal_find((int)number) : NULL;
	*stop = (struct dbg_stop){
		.reason = number ? DBG_SIGNAL : DBG_OTHER,
		.signal = number,
		.signal_name = fl_slice_str(signal ? signal->name : ""),
		.file = frame.file,
		.line = frame.line,
		.function = frame.function,
		.exit_code = -1,
		.alive = true,
	};
	return 0;
}

int dbg_facts_stop(
	struct dbg_console *c, struct fl_arena *a, struct dbg_stop *ret_stop, struct fl_error *err)
{
	struct dbg_stop stop;
	int rc = 0;
	const struct dbg_mi_record *record = dbg_console_stop(c);
	if (dbg_console_state(c) == DBG_STATE_RUNNING)
		return fl_error_set(err, FL_EREFUSED,
			"Selected thread is running: wait for it to stop, or interrupt it");
	if (record)
		dbg_gdb_read_stop(record, dbg_console_stop_wanted(c), a, &stop);
	else if (dbg_console_state(c) == DBG_STATE_STOPPED)
		rc = stop_of_rest(c, a, &stop, err);
	else
		return fl_error_set(
			err, FL_EREFUSED, "The program is not being run: it has not stopped yet");
	if (rc == 0)
		rc = fl_arena_error(a, "a stop", err);
	if (rc == 0)
		*ret_stop = stop;
	return rc;
}

/*
 * gdb gives the types with simple values only, and the values of structs and containers without the
 * types: both lists have the same order.
 */
static int ask_vars(struct dbg_console *c, const char *options, size_t max_value,
	struct fl_arena *a, struct fl_list *ret_all, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	char command[160];
	bool compound = false;
	snprintf(command, sizeof(command), "-stack-list-variables%s --simple-values", options);
	int rc = dbg_console_ask(c, command, &result, err);
	if (rc)
		return rc;
	struct fl_list all = dbg_gdb_read_vars(dbg_mi_result(result, "variables"), SIZE_MAX, a);
	struct dbg_variable *v = all.items;
	for (size_t i = 0; i < all.len; i++) {
		compound = compound || v[i].compound;
		v[i].value = cut(a, v[i].value, max_value);
	}
	snprintf(command, sizeof(command), "-stack-list-variables%s --all-values", options);
	if (compound && dbg_console_ask(c, command, &result, NULL) == 0) {
		const struct dbg_mi_value *list = dbg_mi_result(result, "variables");
		const struct dbg_mi_value *m = list ? list->child : NULL;
		for (size_t i = 0; m && i < all.len; i++, m = m->next)
			if (v[i].compound)
				v[i].value = cut(a, dbg_mi_str(dbg_mi_get(m, "value")), max_value);
	}
	*ret_all = all;
	return fl_arena_error(a, "a frame's variables", err);
}

/* Arguments, then locals; at most max of them. */
static int choose_vars(const struct fl_list *all, const struct dbg_vars_wish *wish,
	struct fl_arena *a, struct dbg_frame_vars *out, struct fl_error *err)
{
	const struct dbg_variable *v = all->items;
	size_t max = least(wish->max, DBG_FACTS_VARS), n = 0, left = 0;
	struct dbg_variable *chosen = fl_arena_array(a, least(all->len, max), sizeof(*chosen));
	int rc = fl_arena_error(a, "a frame's variables", err);
	if (rc)
		return rc;
	for (int locals = 0; locals < (wish->args_only ? 1 : 2); locals++)
		for (size_t i = 0; i < all->len; i++) {
			if (v[i].arg != !locals)
				continue;
			if (n < max)
				chosen[n++] = v[i];
			else
				left++;
		}
	out->locals = (struct fl_list){chosen, n};
	out->omitted = (int64_t)left;
	return 0;
}

int dbg_facts_frame_vars(struct dbg_console *c, int64_t depth, const struct dbg_vars_wish *wish,
	struct fl_arena *a, struct dbg_frame_vars *ret_vars, struct fl_error *err)
{
	struct fl_list all = {0};
	struct dbg_frame frame = {0};
	struct dbg_frame_vars vars;
	char options[96];
	if (wish->max == 0)
		return fl_error_set(err, FL_EINVAL, "at least one variable has to be asked for");
	int rc = frame_options(c, depth, options, sizeof(options), err);
	if (rc == 0)
		rc = ask_frame(c, options, a, &frame, err);
	if (rc == 0)
		rc = ask_vars(c, options, wish->max_value ? wish->max_value : DBG_FACTS_VALUE, a,
			&all, err);
	if (rc)
		return rc;
	vars = (struct dbg_frame_vars){.depth = frame.depth,
		.function = frame.function,
		.file = frame.file,
		.line = frame.line};
	rc = choose_vars(&all, wish, a, &vars, err);
	if (rc == 0)
		*ret_vars = vars;
	return rc;
}

/* "@0x55555556eeb0": MI tells of an expression's reference but where it leads. */
bool dbg_facts_is_reference(struct fl_slice value)
{
	if (!fl_slice_starts(value, "@0x") || value.len < 4)
		return false;
	for (size_t i = 3; i < value.len; i++)
		if (fl_hex_value(value.ptr[i]) < 0)
			return false;
	return true;
}

int dbg_facts_evaluate(struct dbg_console *c, struct fl_slice expression, size_t max,
	struct fl_arena *a, struct fl_slice *ret_value, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	int rc = ask_quoted(c, "-data-evaluate-expression", expression, "", &result, err);
	if (rc == 0 && dbg_facts_is_reference(dbg_mi_str(dbg_mi_result(result, "value")))) {
		struct fl_slice behind =
			fl_arena_printf(a, "*&(%.*s)", FL_ARG(fl_slice_trim(expression)));
		rc = ask_quoted(c, "-data-evaluate-expression", behind, "", &result, err);
	}
	if (rc)
		return rc;
	struct fl_slice value = cut(a, dbg_mi_str(dbg_mi_result(result, "value")), max);
	rc = fl_arena_error(a, "a value", err);
	if (rc == 0)
		*ret_value = value;
	return rc;
}

/* "488b" as "48 8b" and "H.". */
static int dump_bytes(struct fl_slice contents, size_t max, struct fl_arena *a,
	struct dbg_mem_dump *out, struct fl_error *err)
{
	size_t n = least(contents.len / 2, max);
	char *hex = fl_arena_alloc(a, n * 3 + 1), *ascii = fl_arena_alloc(a, n + 1);
	int rc = fl_arena_error(a, "memory", err);
	if (rc)
		return rc;
	for (size_t i = 0; i < n; i++) {
		const char *digits = contents.ptr + i * 2;
		int byte = fl_hex_value(digits[0]) * 16 + fl_hex_value(digits[1]);
		memcpy(hex + i * 3, digits, 2);
		hex[i * 3 + 2] = ' ';
		ascii[i] = byte >= 0x20 && byte < 0x7f ? (char)byte : '.';
	}
	out->size = (int64_t)n;
	out->hex = fl_slice(hex, n ? n * 3 - 1 : 0);
	out->ascii = fl_slice(ascii, n);
	return 0;
}

static uint64_t hex_number(struct fl_slice s)
{
	uint64_t v = 0;
	for (s = fl_slice_skip(s, 2); s.len && fl_hex_value(s.ptr[0]) >= 0; s = fl_slice_skip(s, 1))
		v = v * 16 + (uint64_t)fl_hex_value(s.ptr[0]);
	return v;
}

int dbg_facts_memory(struct dbg_console *c, struct fl_slice address, size_t size,
	struct fl_arena *a, struct dbg_mem_dump *ret_dump, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	struct dbg_mem_dump dump = {0};
	char count[32];
	if (size == 0 || size > DBG_FACTS_MEMORY)
		return fl_error_set(err, FL_EINVAL, "1 to %d bytes of memory can be read at once",
			DBG_FACTS_MEMORY);
	snprintf(count, sizeof(count), " %zu", size);
	int rc = ask_quoted(c, "-data-read-memory-bytes", address, count, &result, err);
	if (rc)
		return rc;
	const struct dbg_mi_value *list = dbg_mi_result(result, "memory");
	const struct dbg_mi_value *block = list ? list->child : NULL;
	dump.address = hex_number(dbg_mi_str(dbg_mi_get(block, "begin")));
	if (!block || hex_number(dbg_mi_str(dbg_mi_get(block, "offset"))))
		return fl_error_set(
			err, FL_EREFUSED, "Cannot access memory at %.*s", FL_ARG(address));
	rc = dump_bytes(dbg_mi_str(dbg_mi_get(block, "contents")), size, a, &dump, err);
	if (rc == 0)
		*ret_dump = dump;
	return rc;
}

static void read_thread(const struct dbg_mi_value *t, struct fl_slice current, struct fl_arena *a,
	struct dbg_thread *out)
{
	struct dbg_frame frame = {0};
	struct fl_slice number = dbg_mi_str(dbg_mi_get(t, "id"));
	dbg_gdb_read_frame(dbg_mi_get(t, "frame"), a, &frame);
	*out = (struct dbg_thread){.number = dbg_mi_int(dbg_mi_get(t, "id"), 0),
		.name = text_of(a, t, "name"),
		.target = text_of(a, t, "target-id"),
		.state = text_of(a, t, "state"),
		.function = frame.function,
		.file = frame.file,
		.line = frame.line,
		.current = fl_slice_eq(number, current)};
}

static size_t count(const struct dbg_mi_value *list)
{
	size_t n = 0;
	for (const struct dbg_mi_value *v = list ? list->child : NULL; v; v = v->next)
		n++;
	return n;
}

/* gdb lists the newest thread first. */
int dbg_facts_threads(struct dbg_console *c, size_t max, struct fl_arena *a,
	struct dbg_threads *ret_threads, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	int rc = dbg_console_ask(c, "-thread-info", &result, err);
	if (rc)
		return rc;
	const struct dbg_mi_value *list = dbg_mi_result(result, "threads");
	struct fl_slice current = dbg_mi_str(dbg_mi_result(result, "current-thread-id"));
	size_t all = count(list), n = least(all, least(max, DBG_FACTS_LIST)), at = all;
	struct dbg_thread *threads = fl_arena_array(a, n, sizeof(*threads));
	for (const struct dbg_mi_value *t = list ? list->child : NULL; threads && t; t = t->next)
		if (--at < n)
			read_thread(t, current, a, &threads[at]);
	rc = fl_arena_error(a, "threads", err);
	if (rc == 0)
		*ret_threads = (struct dbg_threads){
			.threads = {threads, n}, .omitted = (int64_t)(all - n)};
	return rc;
}

static void read_breakpoint(
	const struct dbg_mi_value *b, struct fl_arena *a, struct dbg_breakpoint *out)
{
	const struct dbg_mi_value *places = dbg_mi_get(b, "locations");
	const struct dbg_mi_value *place = places && places->child ? places->child : b;
	struct fl_slice what = dbg_mi_str(dbg_mi_get(b, "what"));
	if (!what.len)
		what = dbg_mi_str(dbg_mi_get(b, "pending"));
	*out = (struct dbg_breakpoint){.number = dbg_mi_int(dbg_mi_get(b, "number"), 0),
		.type = text_of(a, b, "type"),
		.function = text_of(a, place, "func"),
		.file = text_of(a, place, "file"),
		.line = dbg_mi_int(dbg_mi_get(place, "line"), 0),
		.expression = fl_arena_slice(a, what),
		.condition = text_of(a, b, "cond"),
		.hits = dbg_mi_int(dbg_mi_get(b, "times"), 0),
		.disabled = fl_slice_eqs(dbg_mi_str(dbg_mi_get(b, "enabled")), "n")};
}

int dbg_facts_breakpoints(struct dbg_console *c, size_t max, struct fl_arena *a,
	struct dbg_breakpoints *ret_breakpoints, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	int rc = dbg_console_ask(c, "-break-list", &result, err);
	if (rc)
		return rc;
	const struct dbg_mi_value *body =
		dbg_mi_get(dbg_mi_result(result, "BreakpointTable"), "body");
	size_t all = count(body), n = least(all, least(max, DBG_FACTS_LIST));
	struct dbg_breakpoint *list = fl_arena_array(a, n, sizeof(*list));
	const struct dbg_mi_value *b = body ? body->child : NULL;
	for (size_t i = 0; list && i < n; i++, b = b->next)
		read_breakpoint(b, a, &list[i]);
	rc = fl_arena_error(a, "breakpoints", err);
	if (rc == 0)
		*ret_breakpoints = (struct dbg_breakpoints){
			.breakpoints = {list, n}, .omitted = (int64_t)(all - n)};
	return rc;
}

int dbg_facts_break_add(struct dbg_console *c, const struct dbg_break *where,
	struct dbg_break_info *ret_info, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	struct fl_buf line;
	fl_buf_init(&line, EXPRESSION_MAX);
	int rc = dbg_gdb_break_command(where, &line, err);
	if (rc == 0)
		rc = dbg_console_ask(c, line.data, &result, err);
	if (rc == 0)
		dbg_gdb_read_break(result, ret_info);
	fl_buf_release(&line);
	return rc;
}

int dbg_facts_watch_add(struct dbg_console *c, struct fl_slice expression, int64_t *ret_number,
	struct fl_error *err)
{
	const struct dbg_mi_record *result;
	int rc = ask_quoted(c, "-break-watch", expression, "", &result, err);
	if (rc)
		return rc;
	const struct dbg_mi_value *w = dbg_mi_result(result, "wpt");
	w = w ? w : dbg_mi_result(result, "hw-wpt");
	*ret_number = dbg_mi_int(dbg_mi_get(w, "number"), 0);
	return 0;
}
