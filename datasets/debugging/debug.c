#include "datasets/debugging/debug_priv.h"
#include "debugsession/adapter/lldb.h"

enum {
	ANSWER_MAX = 4096, /* bytes of the literal of one call */
	VALUES_MAX = 64 << 10,
	SESSION_CPU_MS = 30000, /* of gdb itself, */
	SESSION_RUNS = 8, /* and of so many runs */
	TRIES = 2,
	PATIENCE = 4 /* of the second one: times the clock's time */
};

const char *const ds_debugger_words[DS_DEBUGGER_COUNT + 1] = {
#define X(id, word, tool) word,
	DS_DEBUGGERS(X)
#undef X
};

const char *const ds_debugger_tools[DS_DEBUGGER_COUNT] = {
#define X(id, word, tool) tool,
	DS_DEBUGGERS(X)
#undef X
};

enum ds_debugger ds_debugger_of(struct fl_slice version)
{
	return fl_slice_starts(version, "lldb") ? DS_DEBUGGER_LLDB_DAP : DS_DEBUGGER_GDB;
}

static int do_call(struct ds_doing *d, struct fl_error *err)
{
	const struct dbg_call *call = d->call;
	if (call->error)
		return fl_error_set(err, FL_EINVAL, "%.*s: %s", FL_ARG(call->name), call->error);
	if (ds_debug_functions[call->function])
		return ds_debug_functions[call->function](d, err);
	d->why = DBG_ERROR_REFUSED;
	return fl_error_set(err, FL_EREFUSED,
		"%.*s is not there in an episode, which shows no addresses and compiles in steps "
		"of its own",
		FL_ARG(call->name));
}

/* gdb's words may have an address in them. */
static struct fl_slice message_of(struct fl_arena *a, const char *message)
{
	struct fl_buf out;
	struct fl_slice s = fl_slice_str(message);
	fl_buf_init(&out, 4096);
	while (s.len) {
		size_t n = 1;
		if (fl_slice_starts(s, "0x") && !fl_slice_starts(s, "0x0")) {
			for (n = 2; n < s.len && fl_hex_value(s.ptr[n]) >= 0;)
				n++;
			fl_buf_str(&out, "<ptr>");
		} else {
			fl_buf_char(&out, s.ptr[0]);
		}
		s = fl_slice_skip(s, n);
	}
	struct fl_slice made = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return made;
}

static void put_failure(struct ds_doing *d, const struct fl_error *e, struct fl_buf *seen)
{
	const struct dbg_call *call = d->call;
	const struct dbg_literal_wish wish = {.style = FL_TERSE, .max_bytes = ANSWER_MAX};
	const char *accepts = call->accepts ? call->accepts
			      : call->error ? NULL
					    : dbg_call_rows[call->function].accepts;
	const struct dbg_tool_error error = {
		.type = fl_slice_str(dbg_error_words[d->why ? d->why : dbg_error_type_of(e)]),
		.message = message_of(d->s->a, e->message),
		.line = call->line,
		.col = call->col,
		.accepts = fl_slice_str(e->code == FL_EINVAL ? accepts : NULL)};
	struct dbg_document document = {0};
	dbg_document_add(&document, &dbg_tool_error_shape, &error, "error");
	dbg_document_write(&document, &wish, d->s->a, seen, NULL);
}

/* Is it nothing that the call, or what it looks at, could be blamed for? */
static bool is_hosts(int rc)
{
	return rc && rc != FL_EREFUSED && rc != FL_EINVAL && rc != FL_ENOTFOUND &&
	       rc != FL_ELIMIT && rc != FL_EPARSE;
}

/* Errors end the session. */
static int answer_call(struct ds_session *s, const struct dbg_call *call, struct fl_buf *seen,
	struct ds_debug_seen *ret_seen, struct fl_error *err)
{
	const struct dbg_literal_wish wish = {.style = FL_TERSE, .max_bytes = ANSWER_MAX};
	struct fl_buf values;
	fl_buf_init(&values, VALUES_MAX);
	struct ds_doing d = {.s = s, .call = call, .values = &values};
	struct fl_error why = {0};
	int rc = do_call(&d, &why);
	if (rc == 0 && d.document.len)
		rc = dbg_document_write(&d.document, &wish, s->a, seen, &why);
	if (rc == 0)
		rc = fl_buf_error(&values, "an answer", &why);
	d.seen.done = rc == 0;
	*ret_seen = d.seen;
	bool hosts = is_hosts(rc) && !s->over;
	if (rc && !hosts)
		put_failure(&d, &why, seen);
	fl_buf_slice(seen, fl_buf_view(&values));
	fl_buf_release(&values);
	return hosts ? fl_error_set(err, rc, "%s", why.message) : 0;
}

/* ---- the session ---- */

static int open_gdb(struct ds_session *s, struct fl_error *err)
{
	const struct fl_run_spec limits = {.argv = s->d->command,
		.cpu_ms = SESSION_CPU_MS + SESSION_RUNS * s->d->cpu_ms,
		.wall_ms = 4 * (SESSION_CPU_MS + SESSION_RUNS * s->d->cpu_ms)};
	return dbg_gdb_open(s->d->box, &limits, &s->child, &s->engine, err);
}

/* A new one for each run. */
static int open_lldb(struct ds_session *s, struct fl_error *err)
{
	unsigned cpu_ms = SESSION_CPU_MS + s->d->cpu_ms;
	const struct dbg_run run = ds_debug_run(s->d);
	return dbg_lldb_open(s->d->box, &run, cpu_ms, 4 * cpu_ms, &s->engine, err);
}

static int open_session(struct ds_session *s, struct fl_error *err)
{
	static int (*const opens[DS_DEBUGGER_COUNT])(struct ds_session *, struct fl_error *) = {
		[DS_DEBUGGER_GDB] = open_gdb, [DS_DEBUGGER_LLDB_DAP] = open_lldb};
	int rc = opens[s->d->debugger](s, err);
	return rc ? rc : dbg_load(s->engine, s->d->program, err);
}

static void end_session(struct ds_session *s)
{
	if (!s->engine)
		return;
	dbg_engine_free(s->engine);
	if (s->child.run)
		fl_child_end(&s->child, NULL, NULL);
	s->engine = NULL;
}

static int answer_text(struct ds_session *s, struct fl_slice text, bool quiet, struct fl_buf *seen,
	size_t *failed, struct fl_error *err)
{
	struct fl_list calls = {0};
	size_t start = seen->len, most = start + s->d->max;
	int rc = dbg_calls_parse(text, s->a, &calls, err);
	const struct dbg_call *call = calls.items;
	for (size_t i = 0; rc == 0 && i < calls.len && !s->over; i++) {
		struct ds_debug_seen got = {0};
		if (seen->len > most) {
			fl_buf_printf(seen, "// %zu calls more were not done\n", calls.len - i);
			break;
		}
		rc = answer_call(s, &call[i], seen, &got, err);
		*failed += !got.done;
	}
	if (quiet)
		fl_buf_truncate(seen, start);
	return rc;
}

static int go_through(
	struct ds_session *s, struct fl_buf *seen, size_t *failed, struct fl_error *err)
{
	const struct fl_slice *before = s->d->before.items;
	size_t ignored = 0;
	int rc = open_session(s, err);
	for (size_t i = 0; rc == 0 && i < s->d->before.len; i++)
		rc = answer_text(s, before[i], true, seen, &ignored, err);
	*failed = 0;
	rc = rc ? rc : answer_text(s, s->d->text, false, seen, failed, err);
	end_session(s);
	return rc;
}

static int check_text(const struct ds_debugging *d, struct fl_arena *a, struct fl_error *err)
{
	struct fl_list calls = {0};
	int rc = dbg_calls_parse(d->text, a, &calls, err);
	if (rc == FL_ELIMIT)
		return fl_error_set(err, FL_EINVAL, "there are too many calls in the text");
	if (rc == 0 && !calls.len)
		return fl_error_set(err, FL_EINVAL,
			"the text has no call: write one as a statement of its own, "
			"eval(\"x\");, or in <QUERY_TOOL> ... <CODE_END>");
	return rc;
}

/* A debugger that does not answer twice was told to do what has no end. */
static void give_up(struct ds_session *s, struct fl_buf *seen)
{
	const struct dbg_tool_error error = {
		.type = fl_slice_str(dbg_error_words[DBG_ERROR_SESSION_DEAD]),
		.message = FL_S("the debugger gave no answer; it was ended, and with it the "
				"session")};
	const struct dbg_literal_wish wish = {.style = FL_TERSE};
	struct dbg_document document = {0};
	dbg_document_add(&document, &dbg_tool_error_shape, &error, "error");
	dbg_document_write(&document, &wish, s->a, seen, NULL);
}

int ds_debug(const struct ds_debugging *d, struct fl_arena *a, struct fl_buf *seen,
	size_t *ret_failed, bool *ret_over, struct fl_error *err)
{
	struct ds_session s = {0};
	size_t start = seen->len, failed = 0;
	int rc = check_text(d, a, err);
	if (rc)
		return rc;
	for (int i = 0; i < TRIES; i++) {
		fl_buf_truncate(seen, start);
		s = (struct ds_session){
			.d = d, .a = a, .patience = i ? PATIENCE : 1, .last = i + 1 == TRIES};
		rc = go_through(&s, seen, &failed, err);
		if (rc != FL_ETIMEOUT && rc != FL_ECLOSED)
			break;
	}
	if (rc == FL_ETIMEOUT || rc == FL_ECLOSED) {
		fl_buf_truncate(seen, start);
		give_up(&s, seen);
		s.over = true;
		failed = 1;
		rc = 0;
	}
	*ret_failed = failed;
	*ret_over = s.over;
	return rc;
}

/* ---- a session that stays open ---- */

int ds_debug_open(const struct ds_debugging *d, struct fl_arena *a, struct ds_session **ret_session,
	struct fl_error *err)
{
	struct ds_session *s = fl_arena_alloc(a, sizeof(*s));
	if (!s)
		return fl_arena_error(a, "a session", err);
	*s = (struct ds_session){.d = d, .a = a, .patience = 1, .last = true};
	int rc = open_session(s, err);
	if (rc)
		end_session(s);
	else
		*ret_session = s;
	return rc;
}

int ds_debug_ask(struct ds_session *s, struct fl_slice call, struct fl_buf *text,
	struct ds_debug_seen *ret_seen, struct fl_error *err)
{
	struct fl_list calls = {0};
	int rc = dbg_calls_parse(call, s->a, &calls, err);
	if (rc == 0 && calls.len != 1)
		rc = fl_error_set(err, FL_EINVAL, "one call is asked at a time");
	rc = rc ? rc : answer_call(s, calls.items, text, ret_seen, err);
	if (rc == 0 && s->over)
		return fl_error_set(err, FL_ETIMEOUT, "the program used up its time");
	return rc ? rc : fl_buf_error(text, "an answer", err);
}

void ds_debug_close(struct ds_session *s)
{
	if (s)
		end_session(s);
}
