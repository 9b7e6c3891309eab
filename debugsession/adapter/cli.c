/* CLI commands that do something: run, break, select, set. Those that show are in cli_look.c. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "debugsession/adapter/cli.h"
#include "debugsession/answer/answer.h"
#include "debugsession/console/words.h"

struct fl_slice dbg_dap_word(struct fl_slice *rest)
{
	size_t n = 0;
	*rest = fl_slice_trim(*rest);
	while (n < rest->len && rest->ptr[n] != ' ' && rest->ptr[n] != '\t')
		n++;
	struct fl_slice word = fl_slice_head(*rest, n);
	*rest = fl_slice_trim(fl_slice_skip(*rest, n));
	return word;
}

/* A count of steps: 1 where none is given. */
static int count(struct fl_slice args, int64_t *ret_count, struct fl_error *err)
{
	uint32_t n = 1;
	if (args.len && (fl_slice_uint(args, &n) != args.len || n == 0))
		return fl_error_set(err, FL_EREFUSED, "A count was expected, not \"%.*s\".",
			FL_ARG(fl_slice_head(args, 100)));
	*ret_count = n;
	return 0;
}

static int step_by(struct dbg_dap_engine *e, struct fl_slice args, const char *request,
	bool instruction, struct fl_error *err)
{
	int64_t n = 1;
	int rc = count(args, &n, err);
	if (rc)
		return rc;
	e->repeats = n - 1;
	return dbg_dap_resume(e, request, instruction, "end-stepping-range", err);
}

static int do_run(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	int rc = args.len ? dbg_dap_set_text(&e->arguments, args, err) : 0;
	if (rc)
		return rc;
	e->stale |= args.len > 0;
	return dbg_dap_start(e, false, err);
}

static int do_start(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct dbg_dap_break_wish wish = {.location = FL_S("main"), .temporary = true};
	struct dbg_dap_break *b;
	int rc = dbg_dap_break_add(e, &wish, &b, err);
	return rc ? rc : do_run(e, args, err);
}

static int do_starti(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	(void)args;
	return dbg_dap_start(e, true, err);
}

/* "continue N" passes the breakpoint that was hit N - 1 times more. */
static int do_continue(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	int64_t n = 1;
	int rc = count(args, &n, err);
	struct dbg_dap_break *b =
		e->base.have_stop ? dbg_dap_break_find(e,
					    dbg_mi_int(dbg_mi_result(&e->base.stop, "bkptno"), 0))
				  : NULL;
	if (rc)
		return rc;
	if (b && n > 1)
		b->ignore = n - 1;
	rc = dbg_dap_need_stop(e, err);
	if (rc == 0)
		dbg_dap_say(e, "Continuing.\n");
	return rc ? rc : dbg_dap_resume(e, "continue", false, "end-stepping-range", err);
}

static int do_step(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return step_by(e, args, "stepIn", false, err);
}

static int do_next(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return step_by(e, args, "next", false, err);
}

static int do_stepi(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return step_by(e, args, "stepIn", true, err);
}

static int do_nexti(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return step_by(e, args, "next", true, err);
}

/* Out of the selected frame: out of each below it, too. */
static int do_finish(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	const struct dbg_dap_frame *frame;
	struct fl_buf text;
	(void)args;
	int rc = dbg_dap_need_stop(e, err);
	if (rc == 0)
		rc = dbg_dap_current(e, &frame, err);
	if (rc)
		return rc;
	if (dbg_dap_need_stack(e, e->frame + 2, NULL) || e->frame + 1 >= e->stack.len)
		return fl_error_set(
			err, FL_EREFUSED, "\"finish\" not meaningful in the outermost frame.");
	frame = &e->stack.frames[e->frame];
	fl_buf_init(&text, 1 << 20);
	dbg_dap_say_frame(e, frame, e->frame > 0, &text);
	dbg_dap_say(e, "Run till exit from #%zu  %.*s\n", e->frame, FL_ARG(fl_buf_view(&text)));
	fl_buf_release(&text);
	e->repeats = (int64_t)e->frame;
	return dbg_dap_resume(e, "stepOut", false, "function-finished", err);
}

/* A breakpoint that goes when it is hit, and is not counted. */
static int do_advance(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct dbg_dap_break_wish wish = {.location = args, .temporary = true};
	struct dbg_dap_break *b;
	int rc = dbg_dap_need_stop(e, err);
	if (rc == 0 && !args.len)
		return fl_error_set(err, FL_EREFUSED, "Argument required (a location).");
	if (rc == 0)
		rc = dbg_dap_break_add(e, &wish, &b, err);
	if (rc)
		return rc;
	b->number = -1;
	e->break_last--;
	return dbg_dap_resume(e, "continue", false, "location-reached", err);
}

static int do_until(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return args.len ? do_advance(e, args, err) : step_by(e, args, "next", false, err);
}

/* Where " if " or a leading "if " begins a condition. */
static void split_condition(struct fl_slice args, struct dbg_dap_break_wish *wish)
{
	ptrdiff_t at = fl_slice_starts(args, "if ") ? 0 : fl_slice_find(args, " if ");
	wish->location = args;
	if (at < 0)
		return;
	wish->location = fl_slice_trim(fl_slice_head(args, (size_t)at));
	wish->condition = fl_slice_trim(fl_slice_skip(args, (size_t)at + (at ? 4 : 3)));
}

static int set_break(
	struct dbg_dap_engine *e, struct fl_slice args, bool temporary, struct fl_error *err)
{
	struct dbg_dap_break_wish wish = {.temporary = temporary};
	struct dbg_dap_break *b;
	split_condition(args, &wish);
	int rc = dbg_dap_break_add(e, &wish, &b, err);
	if (rc)
		return rc;
	if (b->imported && !b->verified) {
		dbg_dap_say(e, "%s %lld (%s) pending.\n",
			temporary ? "Temporary breakpoint" : "Breakpoint", (long long)b->number,
			b->text);
		return 0;
	}
	dbg_dap_say(e, "%s %lld at 0x%llx", temporary ? "Temporary breakpoint" : "Breakpoint",
		(long long)b->number, (unsigned long long)b->address);
	if (b->path)
		dbg_dap_say(e, ": file %.*s, line %lld.",
			FL_ARG(dbg_dap_file(e, fl_slice_str(b->path))), (long long)b->line);
	dbg_dap_say(e, "\n");
	return 0;
}

static int do_break(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return set_break(e, args, false, err);
}

static int do_tbreak(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return set_break(e, args, true, err);
}

static int set_watch(struct dbg_dap_engine *e, struct fl_slice args, const char *access,
	const char *words, struct fl_error *err)
{
	struct dbg_dap_break_wish wish = {.access = access};
	struct dbg_dap_break *b;
	if (!args.len)
		return fl_error_set(err, FL_EREFUSED, "Argument required (expression to compute).");
	split_condition(args, &wish);
	if (fl_slice_starts(wish.location, "-l "))
		wish.location = fl_slice_trim(fl_slice_skip(wish.location, 3));
	int rc = dbg_dap_break_add(e, &wish, &b, err);
	if (rc == 0)
		dbg_dap_say(e, "%s %lld: %s\n", words, (long long)b->number, b->text);
	return rc;
}

static int do_watch(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return set_watch(e, args, "write", "Hardware watchpoint", err);
}

static int do_rwatch(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return set_watch(e, args, "read", "Hardware read watchpoint", err);
}

static int do_awatch(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return set_watch(e, args, "readWrite", "Hardware access (read/write) watchpoint", err);
}

/* An MI command with these arguments, its results not wanted. */
static int by_mi(
	struct dbg_dap_engine *e, const char *mi, struct fl_slice args, struct fl_error *err)
{
	struct fl_arena a;
	struct dbg_mi_value root = {.type = DBG_MI_TUPLE};
	fl_arena_init(&a, 1 << 20);
	struct fl_slice line = fl_arena_printf(&a, "%s %.*s", mi, FL_ARG(args));
	int rc = dbg_dap_mi(e, line, &a, &root, err);
	fl_arena_release(&a);
	return rc;
}

/* By numbers; all where there are none. */
static int each_break(
	struct dbg_dap_engine *e, const char *mi, struct fl_slice args, struct fl_error *err)
{
	char text[32];
	int rc = 0;
	if (fl_slice_starts(args, "breakpoints"))
		args = fl_slice_trim(fl_slice_skip(args, 11));
	if (args.len) {
		while (rc == 0 && args.len)
			rc = by_mi(e, mi, dbg_dap_word(&args), err);
		return rc;
	}
	for (size_t i = e->break_count; rc == 0 && i > 0; i--) {
		snprintf(text, sizeof(text), "%lld", (long long)e->breaks[i - 1]->number);
		rc = by_mi(e, mi, fl_slice_str(text), err);
	}
	return rc;
}

static int do_delete(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return each_break(e, "-break-delete", args, err);
}

static int do_enable(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return each_break(e, "-break-enable", args, err);
}

static int do_disable(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return each_break(e, "-break-disable", args, err);
}

static int do_condition(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct fl_buf line;
	fl_buf_init(&line, 1 << 20);
	fl_buf_slice(&line, dbg_dap_word(&args));
	fl_buf_char(&line, ' ');
	if (args.len)
		dbg_mi_quote(&line, args);
	int rc = by_mi(e, "-break-condition", fl_buf_view(&line), err);
	fl_buf_release(&line);
	return rc;
}

static int do_ignore(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return by_mi(e, "-break-after", args, err);
}

static int do_kill(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	(void)args;
	int rc = dbg_dap_leave(e, true, err);
	if (rc == 0)
		dbg_dap_say(e, "[Inferior 1 killed]\n");
	return rc;
}

static int do_detach(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	(void)args;
	int rc = dbg_dap_leave(e, false, err);
	if (rc == 0)
		dbg_dap_say(e, "[Inferior 1 detached]\n");
	return rc;
}

static int do_attach(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	uint32_t pid;
	if (!args.len || fl_slice_uint(args, &pid) != args.len)
		return fl_error_set(err, FL_EREFUSED, "Argument required (process-id to attach).");
	return dbg_dap_attach(e, pid, err);
}

static int do_core(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return dbg_dap_load_core(e, args, err);
}

/* The program is loaded when the first command needs it; that it is there can be said now. */
/* The next name, as gdb takes it: with quotes and backslashes. */
static int take_file(struct fl_slice *args, char **text, struct fl_error *err)
{
	struct fl_buf name;
	fl_buf_init(&name, 1 << 16);
	bool taken = dbg_words_unescape(args, &name);
	int rc = fl_buf_error(&name, "a file's name", err);
	if (rc == 0 && !taken)
		rc = fl_error_set(
			err, FL_EREFUSED, "Incorrect usage, too few arguments in command");
	if (rc == 0)
		rc = dbg_dap_set_text(text, fl_buf_view(&name), err);
	fl_buf_release(&name);
	return rc;
}

static int do_file(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct stat st;
	bool inside = e->base.opts.box != NULL;
	int rc = take_file(&args, &e->program, err);
	if (rc)
		return rc;
	if (!inside && (stat(e->program, &st) || !S_ISREG(st.st_mode))) {
		fl_error_set(err, FL_EREFUSED, "%s: No such file or directory.", e->program);
		free(e->program);
		e->program = NULL;
		return FL_EREFUSED;
	}
	e->stale = true;
	dbg_dap_say(e, "Reading symbols from %s...\n", e->program);
	return 0;
}

static int do_set_args(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	e->stale = true;
	return dbg_dap_set_text(&e->arguments, args, err);
}

/* "NAME=VALUE" or "NAME VALUE"; gdb takes both. */
static int do_set_environment(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	ptrdiff_t equal = fl_slice_chr(args, '=');
	struct fl_slice value = args, name = dbg_dap_word(&value);
	if (equal > 0 && (size_t)equal < name.len + 2) {
		name = fl_slice_trim(fl_slice_head(args, (size_t)equal));
		value = fl_slice_trim(fl_slice_skip(args, (size_t)equal + 1));
	}
	fl_buf_printf(&e->environment, "%.*s=%.*s", FL_ARG(name), FL_ARG(value));
	fl_buf_char(&e->environment, '\0');
	e->stale = true;
	return fl_buf_error(&e->environment, "the environment", err);
}

static int do_substitute(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	e->stale = true;
	int rc = take_file(&args, &e->path_from, err);
	return rc ? rc : take_file(&args, &e->path_to, err);
}

/* Who may have judged what comes in relies on it: there is no way back. */
static int set_calls(struct dbg_dap_engine *e, struct fl_slice value, struct fl_error *err)
{
	bool off = fl_slice_eqs(value, "off");
	if (!off && (e->guarded || !fl_slice_eqs(value, "on")))
		return fl_error_set(err, FL_EREFUSED,
			"may-call-functions is \"on\" or \"off\", and stays off in this engine.");
	bool live = e->phase == DBG_DAP_READY || e->phase == DBG_DAP_LIVE;
	e->guarded = off;
	return off && live ? dbg_dap_breaks_apply(e, err) : 0;
}

static int do_set_variable(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct fl_buf out;
	fl_buf_init(&out, 1 << 20);
	int rc = dbg_dap_evaluate_text(e, args, &out, err);
	fl_buf_release(&out);
	return rc;
}

/* Settings of how gdb asks and breaks lines, which never happens here. */
static int do_set(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	static const char *const always[] = {
		"pagination ", "confirm ", "width ", "height ", "style ", "mi-async "};
	for (size_t i = 0; i < sizeof(always) / sizeof(*always); i++)
		if (fl_slice_starts(args, always[i]))
			return 0;
	struct fl_slice rest = args, word = dbg_dap_word(&rest);
	if (fl_slice_eqs(word, "may-call-functions"))
		return set_calls(e, rest, err);
	if (fl_slice_chr(args, '=') < 0)
		return fl_error_set(err, FL_EREFUSED,
			"This engine has no setting \"%.*s\"; lldb's own are set by \"settings "
			"set\".",
			FL_ARG(fl_slice_head(args, 100)));
	return do_set_variable(e, args, err);
}

static int do_symbols(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct fl_buf line, out;
	fl_buf_init(&line, 8192);
	fl_buf_init(&out, 1 << 20);
	fl_buf_str(&line, "target symbols add ");
	dbg_dap_quote(&line, args);
	int rc = dbg_dap_need_target(e, err);
	if (rc == 0)
		rc = dbg_dap_repl(e, fl_buf_view(&line), &out, err);
	dbg_console_add_text(&e->base, fl_buf_view(&out));
	fl_buf_release(&line);
	fl_buf_release(&out);
	return rc;
}

static int do_thread(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	const struct dbg_dap_frame *frame;
	struct fl_buf text;
	uint32_t n = 0;
	int rc = dbg_dap_need_stop(e, NULL);
	if (rc)
		return fl_error_set(err, FL_EREFUSED, "No thread selected");
	rc = by_mi(e, "-thread-list-ids", fl_slice(NULL, 0), err);
	if (rc == 0 && args.len) {
		if (fl_slice_uint(args, &n) != args.len)
			return fl_error_set(
				err, FL_EREFUSED, "Invalid thread ID: %.*s", FL_ARG(args));
		if (n == 0 || n > e->thread_count)
			return fl_error_set(err, FL_EREFUSED, "Unknown thread %u.", n);
		e->thread = e->threads[n - 1];
		e->frame = 0;
		dbg_dap_forget_stack(e);
	}
	if (rc == 0)
		rc = dbg_dap_current(e, &frame, err);
	if (rc)
		return rc;
	fl_buf_init(&text, 1 << 20);
	dbg_dap_say_frame(e, frame, false, &text);
	dbg_dap_say(e, "[Switching to thread %lld (LWP %lld)]\n#0  %.*s\n",
		(long long)dbg_dap_thread_number(e, e->thread), (long long)e->thread,
		FL_ARG(fl_buf_view(&text)));
	fl_buf_release(&text);
	return 0;
}

static int do_source(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct fl_buf text;
	struct fl_slice rest, line;
	char path[4096];
	int rc = 0;
	if (args.len >= sizeof(path))
		return fl_error_set(err, FL_EREFUSED, "the file's name is too long");
	memcpy(path, args.ptr, args.len);
	path[args.len] = '\0';
	fl_buf_init(&text, 1 << 20);
	rc = fl_buf_read_file(&text, path, err);
	rest = fl_buf_view(&text);
	while (rc == 0 && fl_slice_line(&rest, &line)) {
		line = fl_slice_trim(line);
		if (line.len && line.ptr[0] != '#')
			rc = dbg_dap_cli(e, line, err);
	}
	fl_buf_release(&text);
	return rc;
}

const struct dbg_dap_cli_row dbg_dap_acts[] = {
	{"run", "r", do_run},
	{"start", "start", do_start},
	{"starti", "starti", do_starti},
	{"continue", "c", do_continue},
	{"fg", "fg", do_continue},
	{"step", "s", do_step},
	{"stepi", "stepi", do_stepi},
	{"si", "si", do_stepi},
	{"next", "n", do_next},
	{"nexti", "nexti", do_nexti},
	{"ni", "ni", do_nexti},
	{"finish", "fin", do_finish},
	{"until", "u", do_until},
	{"advance", "adv", do_advance},
	{"break", "b", do_break},
	{"tbreak", "tb", do_tbreak},
	{"watch", "wa", do_watch},
	{"rwatch", "rw", do_rwatch},
	{"awatch", "aw", do_awatch},
	{"delete", "d", do_delete},
	{"enable", "en", do_enable},
	{"disable", "disab", do_disable},
	{"condition", "cond", do_condition},
	{"ignore", "ig", do_ignore},
	{"kill", "k", do_kill},
	{"detach", "det", do_detach},
	{"attach", "at", do_attach},
	{"core-file", "core", do_core},
	{"file", "fil", do_file},
	{"exec-file", "exec-", do_file},
	{"symbol-file", "sy", do_symbols},
	{"set args", "set ar", do_set_args},
	{"set environment", "set env", do_set_environment},
	{"set substitute-path", "set sub", do_substitute},
	{"set variable", "set var", do_set_variable},
	{"set", "set", do_set},
	{"thread", "t", do_thread},
	{"source", "so", do_source},
	{"help", "h", dbg_dap_help},
	{NULL, NULL, NULL},
};

static const struct dbg_dap_cli_row *find(
	const struct dbg_dap_cli_row *r, struct fl_slice command, struct fl_slice *ret_args)
{
	for (; r->words; r++)
		if (dbg_words_match(command, r->words, r->least, ret_args))
			return r;
	return NULL;
}

int dbg_dap_foreign(struct dbg_dap_engine *e, struct fl_slice command, struct fl_error *err)
{
	struct fl_buf out;
	if (e->guarded)
		return fl_error_set(err, FL_EREFUSED,
			"Undefined command: \"%.*s\".  lldb's own commands are out of reach here; "
			"\"help all\" lists those there are.",
			FL_ARG(fl_slice_head(command, 80)));
	if (fl_slice_starts(command, "`"))
		command = fl_slice_skip(command, 1);
	fl_buf_init(&out, 16 << 20);
	int rc = dbg_dap_repl(e, command, &out, err);
	dbg_console_add_text(&e->base, fl_buf_view(&out));
	fl_buf_release(&out);
	return rc;
}

int dbg_dap_cli(struct dbg_dap_engine *e, struct fl_slice command, struct fl_error *err)
{
	struct fl_slice args;
	command = fl_slice_trim(command);
	while (fl_slice_ends(command, "&"))
		command = fl_slice_trim(fl_slice_head(command, command.len - 1));
	const struct dbg_dap_cli_row *row = find(dbg_dap_acts, command, &args);
	row = row ? row : find(dbg_dap_looks, command, &args);
	return row ? row->fn(e, args, err) : dbg_dap_foreign(e, command, err);
}
