/* How a debug session begins and ends. */
#include <errno.h>
#include <unistd.h>

#include "debugsession/console/words.h"
#include "debugsession/dap/relay.h"

enum { STOP_MS = 3000 };

static void add_capabilities(struct fl_buf *body)
{
	/* those that are no request of their own */
	static const char *const more[] = {"supportsHitConditionalBreakpoints", "supportsLogPoints",
		"supportsClipboardContext"};
	for (size_t i = 0; i < dbg_adapter_row_count; i++)
		if (dbg_adapter_rows[i].capability)
			dbg_answer_bool(body, dbg_adapter_rows[i].capability, true);
	for (size_t i = 0; i < sizeof(more) / sizeof(*more); i++)
		dbg_answer_bool(body, more[i], true);
	dbg_answer_json(body, "completionTriggerCharacters", FL_S("[\" \",\".\",\">\"]"));
	dbg_answer_json(body, "exceptionBreakpointFilters",
		FL_S("[{\"filter\":\"throw\",\"label\":\"C++: throw\",\"default\":false},"
		     "{\"filter\":\"rethrow\",\"label\":\"C++: rethrow\",\"default\":false},"
		     "{\"filter\":\"catch\",\"label\":\"C++: catch\",\"default\":false}]"));
}

/* For another debugger's adapter. What it could ask of the client it shall not. */
static void keep_greeting(struct dbg_adapter *a, const struct fl_json *args)
{
	struct fl_buf text;
	fl_buf_init(&text, 1 << 20);
	for (const struct fl_json *c = args ? args->child : NULL; c; c = c->next)
		if (!fl_slice_eqs(c->key, "supportsRunInTerminalRequest") &&
			!fl_slice_eqs(c->key, "supportsStartDebuggingRequest"))
			dbg_answer_member(&text, c);
	a->greeting = fl_arena_slice(&a->launched, fl_buf_view(&text));
	a->greeting_seq = a->current->seq;
	fl_buf_release(&text);
}

DBG_HANDLE(initialize)
{
	const struct fl_json *lines = fl_json_get(args, "linesStartAt1");
	const struct fl_json *columns = fl_json_get(args, "columnsStartAt1");
	struct fl_slice format = dbg_arg_text(args, "pathFormat");
	if (format.len && !fl_slice_eqs(format, "path"))
		return fl_error_set(err, FL_EINVAL, "pathFormat must be \"path\", not \"%.*s\"",
			FL_ARG(fl_slice_head(format, 100)));
	a->line_base = lines && lines->type == FL_JBOOL && !lines->num ? 0 : 1;
	a->column_base = columns && columns->type == FL_JBOOL && !columns->num ? 0 : 1;
	a->initialized = true;
	keep_greeting(a, args);
	add_capabilities(body);
	return 0;
}

const char *dbg_adapter_keep(struct dbg_adapter *a, struct fl_slice text)
{
	return text.len ? fl_arena_slice(&a->launched, text).ptr : NULL;
}

const char *const *dbg_adapter_keep_list(
	struct dbg_adapter *a, const struct fl_json *args, const char *name)
{
	const struct fl_json *v = fl_json_get(args, name);
	size_t n = 0;
	for (const struct fl_json *c = v ? v->child : NULL; c; c = c->next)
		n++;
	const char **list = fl_arena_array(&a->launched, n + 1, sizeof(*list));
	n = 0;
	for (const struct fl_json *c = v ? v->child : NULL; list && c; c = c->next)
		list[n++] = c->key.len ? fl_arena_printf(&a->launched, "%.*s=%.*s", FL_ARG(c->key),
						 FL_ARG(fl_json_str(c)))
						 .ptr
				       : fl_arena_slice(&a->launched, fl_json_str(c)).ptr;
	return list;
}

static int map_source(
	struct dbg_adapter *a, struct fl_slice from, struct fl_slice to, struct fl_error *err)
{
	struct fl_buf command;
	dbg_adapter_command(&command, "-gdb-set substitute-path ", 0);
	dbg_words_escape(&command, from);
	fl_buf_char(&command, ' ');
	dbg_words_escape(&command, to);
	return dbg_adapter_ask_buf(a, &command, NULL, err);
}

/* The settings that only editors want. sourceMap: {FROM: TO, …} or [[FROM, TO], …]. */
static int prepare(struct dbg_adapter *a, const struct fl_json *args, struct fl_error *err)
{
	const struct fl_json *map = fl_json_get(args, "sourceMap");
	int rc = dbg_adapter_ask(a, NULL, err, "-enable-pretty-printing");
	for (const struct fl_json *c = map ? map->child : NULL; rc == 0 && c; c = c->next) {
		const struct fl_json *from = c->child, *to = from ? from->next : NULL;
		if (c->type == FL_JTEXT && c->key.len)
			rc = map_source(a, c->key, c->text, err);
		else if (c->type == FL_JARRAY && to)
			rc = map_source(a, fl_json_str(from), fl_json_str(to), err);
	}
	return rc;
}

/* Another debugger's adapter does it all. */
static int begin_relay(struct dbg_adapter *a, const struct fl_json *args, struct fl_error *err)
{
	bool attach = a->mode == DBG_MODE_ATTACH || a->mode == DBG_MODE_CORE;
	if (a->opts->sandbox)
		return fl_error_set(err, FL_EREFUSED, "the sandbox needs the engine gdb");
	if (a->begin.qemu.wanted)
		return fl_error_set(err, FL_EREFUSED, "QEMU needs the engine gdb");
	return dbg_relay_new(a, args, attach ? "attach" : "launch", a->begin.console.engine, err);
}

static int begin(struct dbg_adapter *a, const struct fl_json *args, enum dbg_adapter_mode mode,
	struct fl_error *err)
{
	const char *gdb = dbg_adapter_keep(a, dbg_arg_text(args, "gdbPath"));
	const char *cwd = dbg_adapter_keep(a, dbg_arg_text(args, "cwd"));
	a->begin = (struct dbg_session_opts){
		.program = dbg_adapter_keep(a, dbg_arg_text(args, "program")),
		.core = dbg_adapter_keep(a, dbg_arg_text(args, "coreFile")),
		.remote = dbg_adapter_keep(a, dbg_arg_text(args, "target")),
		.args = dbg_adapter_keep_list(a, args, "args"),
		.env = dbg_adapter_keep_list(a, args, "env"),
		.init_commands = dbg_adapter_keep_list(a, args, "initCommands"),
		.attach = a->begin.attach,
		.sandbox = a->opts->sandbox,
		.console = {.gdb_path = gdb ? gdb : a->opts->gdb_path,
			.cwd = cwd,
			.watch = {dbg_adapter_on_record, dbg_adapter_on_output, a}},
	};
	a->stop_on_entry = dbg_arg_bool(args, "stopOnEntry") ||
			   dbg_arg_bool(args, "stopAtBeginningOfMainSubprogram") ||
			   dbg_arg_bool(args, "stopAtEntry");
	a->no_debug = dbg_arg_bool(args, "noDebug");
	int rc = dbg_engine_find(dbg_arg_text(args, "engine"), &a->begin.console.engine, err);
	if (rc == 0)
		rc = dbg_adapter_machine(a, args, err);
	if (rc == 0)
		rc = fl_arena_error(&a->launched, "the arguments", err);
	if (rc == 0 && cwd && access(cwd, X_OK)) /* else it would be gdb that is not found */
		rc = fl_error_sys(err, FL_ENOTFOUND, errno, "cannot use the cwd %s", cwd);
	a->mode = a->begin.qemu.wanted ? DBG_MODE_MACHINE : a->begin.core ? DBG_MODE_CORE : mode;
	if (rc == 0 && a->begin.console.engine != DBG_ENGINE_GDB)
		return begin_relay(a, args, err);
	if (rc)
		return rc;
	a->asking = true;
	rc = dbg_session_new(&a->loop, a->id, &a->begin, &a->session, err);
	a->asking = false;
	if (rc)
		return rc;
	a->console = dbg_session_console(a->session);
	a->stop_news = false; /* what gdb said of an attach is told when all is configured */
	rc = prepare(a, args, err);
	a->announce = rc == 0;
	return rc;
}

static int once(const struct dbg_adapter *a, struct fl_error *err)
{
	return a->session || a->relay
		       ? fl_error_set(err, FL_EINVAL, "a program is being debugged already")
		       : 0;
}

DBG_HANDLE(launch)
{
	(void)body;
	int rc = once(a, err);
	if (rc == 0 && !dbg_arg_text(args, "program").len && !dbg_arg_text(args, "coreFile").len &&
		!dbg_arg_text(args, "qemu").len)
		rc = fl_error_set(err, FL_EINVAL,
			"launch needs a \"program\", a \"coreFile\" or a machine (\"qemu\")");
	a->begin.attach = 0;
	return rc ? rc : begin(a, args, DBG_MODE_LAUNCH, err);
}

/* A number, or a text with one, as pickers of processes give it. */
static int64_t process_of(const struct fl_json *args)
{
	static const char *const names[] = {"pid", "processId"};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		uint32_t n = 0;
		int64_t pid = dbg_arg_int(args, names[i], 0);
		struct fl_slice text = dbg_arg_text(args, names[i]);
		if (pid > 0)
			return pid;
		if (text.len && fl_slice_uint(text, &n) == text.len)
			return n;
	}
	return 0;
}

DBG_HANDLE(attach)
{
	(void)body;
	int rc = once(a, err);
	a->begin.attach = process_of(args);
	if (rc == 0 && !a->begin.attach && !dbg_arg_text(args, "target").len &&
		!dbg_arg_text(args, "coreFile").len)
		rc = fl_error_set(
			err, FL_EINVAL, "attach needs a \"pid\", a \"target\" or a \"coreFile\"");
	return rc ? rc : begin(a, args, DBG_MODE_ATTACH, err);
}

/* Run the program, to main or to its first instruction where it stops on entry. */
static int run_program(struct dbg_adapter *a, struct fl_error *err)
{
	struct dbg_reply reply;
	a->told_stop = false;
	a->entering = a->stop_on_entry;
	if (!a->stop_on_entry)
		return dbg_adapter_ask(a, NULL, err, "-exec-run");
	if (dbg_adapter_ask(a, NULL, NULL, "-exec-run --start") == 0)
		return 0;
	return dbg_adapter_console(a, FL_S("starti"), 0, &reply, err);
}

DBG_HANDLE(configured)
{
	(void)args;
	(void)body;
	if (!a->console || a->configured)
		return fl_error_set(err, FL_EINVAL, "configurationDone comes once, after launch");
	a->configured = true;
	if (a->mode == DBG_MODE_LAUNCH) {
		int rc = run_program(a, err);
		if (rc) /* there is nothing to debug: the client shall not wait for it */
			a->stop_news = a->told_exited = true;
		return rc;
	}
	a->entering = true;
	if (a->mode != DBG_MODE_CORE && !a->stop_on_entry) {
		a->entering = false;
		return dbg_adapter_ask(a, NULL, err, "-exec-continue");
	}
	a->stop_news = true;
	return 0;
}

/* Let it run again, with what was configured. */
DBG_HANDLE(restart)
{
	(void)args;
	(void)body;
	if (a->mode != DBG_MODE_LAUNCH || !a->configured)
		return fl_error_set(err, FL_EINVAL, "only a program that was launched restarts");
	dbg_adapter_forget_stop(a);
	a->told_exited = a->told_terminated = false;
	dbg_adapter_leave(a, true);
	a->told_exited = a->told_terminated = false;
	return run_program(a, err);
}

DBG_HANDLE(terminate)
{
	(void)args;
	(void)body;
	(void)err;
	dbg_adapter_leave(a, true);
	a->stop_news = true;
	return 0;
}

DBG_HANDLE(disconnect)
{
	(void)body;
	(void)err;
	const struct fl_json *given = fl_json_get(args, "terminateDebuggee");
	bool terminate =
		given && given->type == FL_JBOOL ? given->num != 0 : a->mode == DBG_MODE_LAUNCH;
	dbg_adapter_leave(a, terminate);
	a->left = true;
	return 0;
}

static bool alive(const struct dbg_adapter *a)
{
	enum dbg_state state = a->console ? dbg_console_state(a->console) : DBG_STATE_DEAD;
	return state == DBG_STATE_STOPPED || state == DBG_STATE_RUNNING;
}

void dbg_adapter_leave(struct dbg_adapter *a, bool terminate)
{
	if (a->relay)
		dbg_relay_leave(a, terminate);
	if (!alive(a) || a->mode == DBG_MODE_CORE)
		return;
	dbg_adapter_forget_stop(a);
	if (dbg_console_state(a->console) == DBG_STATE_RUNNING) {
		struct dbg_reply reply;
		a->asking = true;
		if (dbg_console_interrupt(a->console, NULL) == 0)
			dbg_console_wait(a->console, STOP_MS, &reply, NULL);
		a->asking = false;
	}
	if (!alive(a))
		return;
	a->asking = true;
	dbg_console_ask(a->console,
		terminate ? "-interpreter-exec console \"kill\"" : "-target-detach", NULL, NULL);
	a->asking = false;
}
