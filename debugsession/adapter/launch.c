/* Targets: a program held at its entry, a process, a core file; their beginning and end. */
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/adapter/engine_priv.h"
#include "debugsession/answer/answer.h"

enum { START_MS = 60000, ARGS_MAX = 1 << 20 };

/* Forget what belongs to the adapter that goes. */
static void reset(struct dbg_dap_engine *e)
{
	dbg_dap_release(&e->parser);
	e->parser = (struct dbg_dap){0};
	e->initialized = e->launched = e->halted = e->stale = e->interrupting = false;
	e->halt = (struct dbg_dap_halt){0};
	e->phase = DBG_DAP_IDLE;
	e->pid = e->thread = e->watch_last = 0;
	e->core = false;
	e->base.program_pid = 0;
	e->thread_count = e->frame = 0;
	e->last_signal = 0;
	e->exit_code = -1;
	dbg_dap_forget_stack(e);
	for (size_t i = 0; i < e->break_count; i++)
		e->breaks[i]->id = 0;
}

int dbg_dap_greet(struct dbg_dap_engine *e, struct fl_error *err)
{
	struct fl_buf args;
	bool used = e->seq != 0;
	reset(e);
	int rc = used ? dbg_console_start(&e->base, err) : 0;
	e->seq = 0;
	fl_buf_init(&args, 4096);
	dbg_answer_text(&args, "clientID", FL_S("faultline"));
	dbg_answer_text(&args, "adapterID", FL_S("faultline"));
	dbg_answer_text(&args, "pathFormat", FL_S("path"));
	dbg_answer_bool(&args, "linesStartAt1", true);
	dbg_answer_bool(&args, "columnsStartAt1", true);
	dbg_answer_bool(&args, "supportsVariableType", true);
	dbg_answer_bool(&args, "supportsMemoryReferences", true);
	dbg_answer_bool(&args, "sourceInitFile", false); /* as gdb's -nx */
	if (rc == 0)
		rc = dbg_dap_request(e, "initialize", &args, NULL, err);
	fl_buf_release(&args);
	return rc;
}

/* The program's arguments, read as a shell reads words; "<", ">" and "2>" name its streams. */
struct words {
	struct fl_buf *list; /* a JSON list without its brackets */
	struct fl_buf word;
	char *streams[3];
	int next; /* stream that the next word names; -1: it is an argument */
};

static void end_word(struct words *w)
{
	if (w->next >= 0) {
		free(w->streams[w->next]);
		w->streams[w->next] = strdup(w->word.data);
	} else {
		fl_buf_str(w->list, w->list->len ? "," : "");
		fl_json_text(w->list, fl_buf_view(&w->word));
	}
	w->next = -1;
	fl_buf_clear(&w->word);
}

/* Copy a quoted part to its end; the position behind it. */
static size_t quoted(struct fl_slice s, size_t i, struct fl_buf *word)
{
	char quote = s.ptr[i++];
	while (i < s.len && s.ptr[i] != quote) {
		if (quote == '"' && s.ptr[i] == '\\' && i + 1 < s.len)
			i++;
		fl_buf_char(word, s.ptr[i++]);
	}
	return i < s.len ? i + 1 : i;
}

static void split(struct fl_slice s, struct words *w)
{
	bool any = false;
	for (size_t i = 0; i < s.len;) {
		char c = s.ptr[i];
		bool redirect = c == '<' || c == '>';
		if (c == ' ' || c == '\t' || redirect) {
			bool number = redirect && fl_slice_eqs(fl_buf_view(&w->word), "2");
			if (any && !number)
				end_word(w);
			fl_buf_clear(&w->word);
			any = false;
			if (redirect)
				w->next = c == '<' ? 0 : number ? 2 : 1;
			i++;
			continue;
		}
		any = true;
		if (c == '\'' || c == '"') {
			i = quoted(s, i, &w->word);
			continue;
		}
		i += c == '\\' && i + 1 < s.len;
		fl_buf_char(&w->word, s.ptr[i++]);
	}
	if (any)
		end_word(w);
}

static void add_init(struct fl_buf *list, const char *setting, const char *a, const char *b)
{
	struct fl_buf line;
	fl_buf_init(&line, 16384);
	fl_buf_printf(&line, "%s ", setting);
	dbg_dap_quote(&line, fl_slice_str(a));
	fl_buf_char(&line, ' ');
	if (b)
		dbg_dap_quote(&line, fl_slice_str(b));
	dbg_answer_item(list);
	fl_json_text(list, fl_buf_view(&line));
	fl_buf_release(&line);
}

/* What lldb-dap does before there is a target: the program's streams are its terminal. */
static void add_init_commands(struct dbg_dap_engine *e, char *const *streams, struct fl_buf *args)
{
	static const char *const settings[] = {"settings set target.input-path",
		"settings set target.output-path", "settings set target.error-path"};
	dbg_answer_key(args, "initCommands");
	fl_buf_char(args, '[');
	for (size_t i = 0; i < 3; i++)
		add_init(args, settings[i], streams[i] ? streams[i] : e->base.pty.name, NULL);
	if (e->alone)
		add_init(args, "settings set target.inherit-env", "false", NULL);
	if (e->path_from)
		add_init(args, "settings set target.source-map", e->path_from, e->path_to);
	fl_buf_char(args, ']');
}

static void add_environment(const struct dbg_dap_engine *e, struct fl_buf *args)
{
	dbg_answer_key(args, "env");
	fl_buf_char(args, '[');
	for (size_t at = 0; at < e->environment.len; at += strlen(e->environment.data + at) + 1) {
		dbg_answer_item(args);
		fl_json_text(args, fl_slice_str(e->environment.data + at));
	}
	fl_buf_char(args, ']');
}

/* The arguments of `launch`. */
static void launch_arguments(struct dbg_dap_engine *e, struct fl_buf *args)
{
	struct fl_buf list;
	struct words w = {.list = &list, .next = -1};
	fl_buf_init(&list, ARGS_MAX);
	fl_buf_init(&w.word, ARGS_MAX);
	split(fl_slice_str(e->arguments), &w);
	dbg_answer_text(args, "program", fl_slice_str(e->program));
	dbg_answer_key(args, "args");
	fl_buf_printf(args, "[%s]", list.data);
	dbg_answer_bool(args, "stopOnEntry", true);
	dbg_answer_bool(args, "disableASLR", !e->randomize);
	add_environment(e, args);
	add_init_commands(e, w.streams, args);
	for (size_t i = 0; i < 3; i++)
		free(w.streams[i]);
	fl_buf_release(&w.word);
	fl_buf_release(&list);
}

/* `launch` or `attach` up to the first stop. The response and `initialized` come in any order. */
static int begin(struct dbg_dap_engine *e, const char *request, const struct fl_buf *args,
	struct fl_error *err)
{
	struct dbg_console *c = &e->base;
	int64_t deadline = e->deadline;
	if (e->deadline < fl_clock_ms() + START_MS)
		e->deadline = fl_clock_ms() + START_MS;
	int rc = dbg_dap_request(e, request, args, NULL, err);
	if (rc == 0)
		rc = dbg_console_await(c, &e->initialized, e->deadline, err);
	if (rc == 0)
		rc = dbg_dap_breaks_apply(e, err);
	if (rc == 0)
		rc = dbg_dap_request(e, "configurationDone", NULL, NULL, err);
	if (rc == 0)
		rc = dbg_console_await(c, &e->halted, e->deadline, err);
	e->deadline = deadline;
	if (rc == FL_ETIMEOUT) {
		dbg_console_die(c);
		return fl_error_set(err, FL_ECLOSED, "the debugger did not start the program");
	}
	if (rc && c->state != DBG_STATE_DEAD)
		e->phase = DBG_DAP_OVER;
	return rc;
}

static int fresh(struct dbg_dap_engine *e, struct fl_error *err)
{
	return e->phase == DBG_DAP_IDLE && e->seq <= 1 ? 0 : dbg_dap_greet(e, err);
}

static int load(struct dbg_dap_engine *e, struct fl_error *err)
{
	struct fl_buf args;
	enum dbg_state state = e->base.state;
	int rc = fresh(e, err);
	if (rc)
		return rc;
	fl_buf_init(&args, ARGS_MAX);
	launch_arguments(e, &args);
	rc = begin(e, "launch", &args, err);
	fl_buf_release(&args);
	if (e->base.state != DBG_STATE_DEAD)
		e->base.state = state;
	if (rc)
		return rc;
	e->phase = DBG_DAP_READY;
	e->thread = e->halt.thread;
	e->halt.pending = false;
	return 0;
}

int dbg_dap_need_target(struct dbg_dap_engine *e, struct fl_error *err)
{
	if (e->phase == DBG_DAP_READY || e->phase == DBG_DAP_LIVE)
		return 0;
	if (!e->program)
		return fl_error_set(
			err, FL_EREFUSED, "No symbol table is loaded.  Use the \"file\" command.");
	return load(e, err);
}

int dbg_dap_ready(struct dbg_dap_engine *e, struct fl_error *err)
{
	if (!e->program)
		return fl_error_set(err, FL_EREFUSED,
			"No executable file specified.\nUse the \"file\" or \"exec-file\" "
			"command.");
	return e->phase == DBG_DAP_READY && !e->stale ? 0 : load(e, err);
}

int dbg_dap_start(struct dbg_dap_engine *e, bool hold, struct fl_error *err)
{
	int rc = dbg_dap_ready(e, err);
	if (rc)
		return rc;
	e->phase = DBG_DAP_LIVE;
	e->base.program_pid = e->pid;
	e->base.state = DBG_STATE_STOPPED;
	if (!hold)
		return dbg_dap_resume(e, "continue", false, "end-stepping-range", err);
	dbg_console_on_running(&e->base);
	e->halt.pending = true;
	e->base.state = DBG_STATE_STOPPED;
	e->base.new_stop = true;
	return 0;
}

/* A target that has stopped at once. */
static int join(struct dbg_dap_engine *e, struct fl_buf *args, struct fl_error *err)
{
	char *const none[3] = {NULL};
	if (e->program)
		dbg_answer_text(args, "program", fl_slice_str(e->program));
	dbg_answer_bool(args, "stopOnEntry", true);
	add_init_commands(e, none, args);
	int rc = fresh(e, err);
	if (rc == 0)
		rc = begin(e, "attach", args, err);
	if (rc)
		return rc;
	e->phase = DBG_DAP_LIVE;
	e->base.program_pid = e->pid;
	e->base.state = DBG_STATE_STOPPED;
	dbg_dap_settle(e);
	dbg_dap_say_stop(e);
	return 0;
}

int dbg_dap_attach(struct dbg_dap_engine *e, int64_t pid, struct fl_error *err)
{
	struct fl_buf args;
	fl_buf_init(&args, ARGS_MAX);
	dbg_answer_int(&args, "pid", pid);
	e->interrupting = true;
	int rc = join(e, &args, err);
	if (rc == 0)
		e->base.program_pid = e->pid = pid;
	fl_buf_release(&args);
	return rc;
}

int dbg_dap_load_core(struct dbg_dap_engine *e, struct fl_slice path, struct fl_error *err)
{
	struct fl_buf args;
	fl_buf_init(&args, ARGS_MAX);
	dbg_answer_text(&args, "coreFile", path);
	int rc = join(e, &args, err);
	if (rc == 0) {
		e->core = true;
		e->pid = e->base.program_pid = 0; /* that of a process which is no more */
	}
	fl_buf_release(&args);
	return rc;
}

/*
 * Take all breakpoints and watchpoints out of the program that goes on alone: lldb leaves the
 * latter in the processor, and their trap would kill it. Ours stay, for the next program.
 */
static int withdraw(struct dbg_dap_engine *e, struct fl_error *err)
{
	static const char *const commands[] = {"watchpoint delete -f", "breakpoint delete -f"};
	struct fl_buf said;
	int rc = 0;
	fl_buf_init(&said, ARGS_MAX);
	for (size_t i = 0; rc == 0 && i < sizeof(commands) / sizeof(*commands); i++) {
		rc = dbg_dap_repl(e, fl_slice_str(commands[i]), &said, err);
		if (rc == FL_EREFUSED)
			rc = 0; /* lldb's only "no": there are none */
	}
	fl_buf_release(&said);
	return rc;
}

int dbg_dap_leave(struct dbg_dap_engine *e, bool kill, struct fl_error *err)
{
	struct fl_buf args;
	if (e->phase != DBG_DAP_LIVE)
		return fl_error_set(err, FL_EREFUSED, "The program is not being run.");
	int rc = kill ? 0 : withdraw(e, err);
	if (rc)
		return rc;
	fl_buf_init(&args, 256);
	dbg_answer_bool(&args, "terminateDebuggee", kill);
	rc = dbg_dap_request(e, "disconnect", &args, NULL, err);
	fl_buf_release(&args);
	if (rc)
		return rc;
	rc = dbg_dap_greet(e, err);
	if (rc == 0)
		e->base.state = DBG_STATE_EXITED;
	return rc;
}
