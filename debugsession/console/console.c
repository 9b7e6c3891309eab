#include "debugsession/console/console.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "debugsession/console/console_priv.h"
#include "debugsession/console/proc.h"
#include "debugsession/console/words.h"

/* TTY_LINE_MAX: what Linux keeps of a line, without its newline (N_TTY_BUF_SIZE) */
enum { ASK_MS = 10000, TTY_LINE_MAX = 4095, DRAIN_MAX = 100 };

const char *const dbg_state_words[DBG_STATE_COUNT] = {
#define X(id, word) word,
	DBG_STATES(X)
#undef X
};

void dbg_console_drop_result(struct dbg_console *c)
{
	if (c->have_result)
		fl_arena_release(&c->result.arena);
	c->have_result = false;
}

void dbg_console_drop_stop(struct dbg_console *c)
{
	if (c->have_stop)
		fl_arena_release(&c->stop.arena);
	c->have_stop = c->new_stop = false;
}

void dbg_console_add_text(struct dbg_console *c, struct fl_slice text)
{
	if (c->quiet)
		return;
	struct fl_slice fits = fl_slice_head(text, c->text.max - c->text.len);
	fl_buf_slice(&c->text, fits);
	c->text_cut = c->text_cut || fits.len < text.len;
}

/* Keep the latest output_max bytes, moving seldom. */
void dbg_console_add_output(struct dbg_console *c, struct fl_slice bytes)
{
	c->output_end += bytes.len;
	if (c->watch.output)
		c->watch.output(c->watch.ctx, bytes);
	if (bytes.len > c->output_max)
		bytes = fl_slice_skip(bytes, bytes.len - c->output_max);
	if (c->output.len + bytes.len > c->output.max) {
		size_t keep = c->output_max - bytes.len;
		keep = keep < c->output.len ? keep : c->output.len;
		memmove(c->output.data, c->output.data + c->output.len - keep, keep);
		fl_buf_truncate(&c->output, keep);
	}
	fl_buf_slice(&c->output, bytes);
}

void dbg_console_on_running(struct dbg_console *c)
{
	c->state = DBG_STATE_RUNNING;
	c->new_stop = c->lost = c->interrupting = false;
	c->resumed = true;
}

void dbg_console_on_stopped(struct dbg_console *c, struct dbg_mi_record *r)
{
	struct fl_slice reason = dbg_mi_str(dbg_mi_result(r, "reason"));
	dbg_console_drop_stop(c);
	dbg_mi_keep(r, &c->stop);
	c->have_stop = c->new_stop = true;
	c->state = fl_slice_starts(reason, "exited") ? DBG_STATE_EXITED : DBG_STATE_STOPPED;
}

void dbg_console_hear(struct dbg_console *c, struct fl_slice bytes)
{
	fl_buf_slice(&c->heard, fl_slice_head(bytes, c->heard.max - c->heard.len));
}

/* How it ended, by itself or by us. */
static void bury(struct dbg_console *c)
{
	struct fl_process_result result = {.end = FL_END_SIGNAL, .signal = SIGKILL};
	if (c->boxed) {
		c->debugger.in = c->debugger.out = c->debugger.err = c->pty.master = -1;
		fl_child_end(&c->child, &result, NULL);
		c->boxed = false;
	} else {
		fl_spawn_end(&c->debugger);
		result.end = WIFEXITED(c->debugger.status) ? FL_END_EXIT : FL_END_SIGNAL;
		result.exit_status = WEXITSTATUS(c->debugger.status);
		result.signal = WTERMSIG(c->debugger.status);
	}
	c->end = result.end;
	c->end_status = result.end == FL_END_EXIT ? result.exit_status : result.signal;
}

void dbg_console_die(struct dbg_console *c)
{
	if (c->state == DBG_STATE_DEAD)
		return;
	dbg_console_read_noise(c, c->debugger.err, 0); /* its last words */
	c->state = DBG_STATE_DEAD;
	c->program_pid = 0;
	dbg_loop_remove(c->loop, c->debugger.out);
	dbg_loop_remove(c->loop, c->debugger.err);
	dbg_loop_remove(c->loop, c->debugger.in);
	dbg_loop_remove(c->loop, c->pty.master);
	bury(c);
}

void dbg_console_signal(struct dbg_console *c, int sig)
{
	if (c->boxed)
		fl_child_signal_group(&c->child, sig);
	else
		kill(-c->debugger.pid, sig);
}

void dbg_console_look(struct dbg_console *c)
{
	if (c->state == DBG_STATE_DEAD || c->boxed)
		return;
	if (fl_spawn_ended(&c->debugger))
		dbg_console_die(c);
	else if (c->state == DBG_STATE_STOPPED && !c->busy && c->program_pid && c->ops->look)
		c->ops->look(c);
}

void dbg_console_read_noise(void *ctx, int fd, short revents)
{
	struct dbg_console *c = ctx;
	char chunk[4096];
	(void)revents;
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n > 0)
		fl_buf_slice(&c->noise,
			fl_slice_head(fl_slice(chunk, (size_t)n), c->noise.max - c->noise.len));
	else if (n == 0 || (errno != EAGAIN && errno != EINTR))
		dbg_loop_remove(c->loop, fd);
}

void dbg_console_read_program(void *ctx, int fd, short revents)
{
	struct dbg_console *c = ctx;
	char chunk[65536];
	(void)revents;
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n > 0)
		dbg_console_add_output(c, fl_slice(chunk, (size_t)n));
}

/* Write what is queued for the debugger; the rest goes when there is room. */
void dbg_console_write_queue(void *ctx, int fd, short revents)
{
	struct dbg_console *c = ctx;
	(void)revents;
	ssize_t n = write(fd, c->queue.data + c->queued, c->queue.len - c->queued);
	if (n > 0)
		c->queued += (size_t)n;
	else if (n < 0 && errno != EAGAIN && errno != EINTR)
		c->queued = c->queue.len; /* the reading side notices the end */
	if (c->queued < c->queue.len)
		return;
	c->queued = 0;
	fl_buf_clear(&c->queue);
	dbg_loop_events(c->loop, fd, 0);
}

int dbg_console_send(struct dbg_console *c, struct fl_slice bytes, struct fl_error *err)
{
	if (bytes.len > c->queue.max - c->queue.len)
		return fl_error_set(err, FL_ELIMIT,
			"a command of %zu bytes is too long for the debugger", bytes.len);
	int rc = fl_buf_reserve(&c->queue, bytes.len);
	if (rc)
		return fl_error_set(err, rc, "out of memory for a debugger command");
	fl_buf_slice(&c->queue, bytes);
	dbg_loop_events(c->loop, c->debugger.in, POLLOUT);
	return 0;
}

int dbg_console_closed(const struct dbg_console *c, struct fl_error *err)
{
	struct fl_slice noise = fl_slice_head(fl_slice_trim(fl_buf_view(&c->noise)), 200);
	if (c->leaving)
		return fl_error_set(err, FL_ECLOSED,
			"the debugger has ended, as it was told: start another session");
	return fl_error_set(err, FL_ECLOSED, "the debugger has died%s%.*s", noise.len ? ": " : "",
		FL_ARG(noise));
}

int dbg_console_await(
	struct dbg_console *c, const bool *flag, int64_t deadline, struct fl_error *err)
{
	while (!*flag) {
		if (c->state == DBG_STATE_DEAD)
			return dbg_console_closed(c, err);
		if (c->lost && flag == &c->new_stop)
			return fl_error_set(err, FL_EREFUSED, "Remote connection closed");
		if (c->unwanted && flag == &c->new_stop)
			return fl_error_set(err, FL_ETIMEOUT, "nobody waits any longer");
		if (c->abandoned)
			return fl_error_set(err, FL_ECLOSED, "the session has ended");
		if (fl_clock_ms() >= deadline)
			return fl_error_set(err, FL_ETIMEOUT, "no answer in time");
		dbg_loop_turn(c->loop, deadline);
	}
	return 0;
}

static int not_in_time(struct fl_error *err)
{
	return fl_error_set(err, FL_ETIMEOUT,
		"the program did not stop in time; it is still running: wait, or interrupt it");
}

int dbg_console_await_stop(struct dbg_console *c, int64_t deadline, struct fl_error *err)
{
	int rc = dbg_console_await(c, &c->new_stop, deadline, err);
	return rc == FL_ETIMEOUT ? not_in_time(err) : rc;
}

int dbg_console_in_time(const struct dbg_console *c, int64_t deadline, struct fl_error *err)
{
	if (c->state != DBG_STATE_RUNNING)
		return 0;
	if (c->abandoned)
		return fl_error_set(err, FL_ECLOSED, "the session has ended");
	return c->unwanted || fl_clock_ms() >= deadline ? not_in_time(err) : 0;
}

int dbg_console_ask_within(struct dbg_console *c, const char *command, unsigned wall_ms,
	const struct dbg_mi_record **ret_result, struct fl_error *err)
{
	if (c->state == DBG_STATE_DEAD)
		return dbg_console_closed(c, err);
	c->quiet = c->busy = true;
	int rc = c->ops->ask(c, command, wall_ms, err);
	c->quiet = c->busy = false;
	if (rc == 0)
		rc = dbg_mi_refused(&c->result, err);
	if (rc == 0 && ret_result)
		*ret_result = &c->result;
	return rc;
}

int dbg_console_ask(struct dbg_console *c, const char *command,
	const struct dbg_mi_record **ret_result, struct fl_error *err)
{
	return dbg_console_ask_within(c, command, ASK_MS, ret_result, err);
}

static void fill_reply(struct dbg_console *c, uint64_t output_from, struct dbg_reply *reply)
{
	uint64_t from, end;
	struct fl_slice output = dbg_console_output(c, output_from, &from, &end);
	c->told = c->text.len;
	*reply = (struct dbg_reply){
		.text = fl_buf_view(&c->text),
		.program_output = output,
		.program_output_from = from,
		.program_output_lost = from - output_from,
		.result = c->have_result ? &c->result : NULL,
		.stop = c->new_stop && c->resumed ? &c->stop : NULL,
		.resumed = c->resumed,
		.text_cut = c->text_cut,
	};
}

/*
 * What the program wrote just before it stopped may still be on its way. One that runs on, or has
 * left others behind that write, does not keep us here.
 */
static void drain(struct dbg_console *c)
{
	uint64_t before;
	int turns = 0;
	do {
		before = c->output_end;
		if (c->state != DBG_STATE_DEAD)
			dbg_loop_turn(c->loop, fl_clock_ms());
	} while (c->output_end > before && c->state != DBG_STATE_RUNNING && ++turns < DRAIN_MAX);
}

static bool leaves(struct fl_slice command)
{
	return dbg_words_match(command, "quit", "q", NULL) ||
	       dbg_words_match(command, "exit", "exi", NULL) ||
	       fl_slice_starts(command, "-gdb-exit");
}

int dbg_console_run(struct dbg_console *c, struct fl_slice command, unsigned wall_ms,
	struct dbg_reply *ret_reply, struct fl_error *err)
{
	int64_t deadline = fl_clock_ms() + wall_ms;
	uint64_t output_from = c->output_end;
	command = fl_slice_trim(command);
	dbg_console_look(c);
	if (c->state == DBG_STATE_DEAD)
		return dbg_console_closed(c, err);
	int rc = dbg_console_check(command, err);
	if (rc)
		return rc;
	fl_buf_clear(&c->text);
	c->text_cut = c->resumed = c->new_stop = c->unwanted = false;
	bool answered = c->leaving && c->have_result && fl_slice_eqs(c->result.name, "exit");
	c->leaving = answered || leaves(command);
	c->busy = true;
	if (dbg_words_nothing(command))
		dbg_console_drop_result(c); /* gdb takes a comment for a command without a name */
	else
		rc = c->ops->run(c, command, deadline, err);
	c->busy = false;
	drain(c);
	fill_reply(c, output_from, ret_reply);
	return rc;
}

/* What has been said since the last reply stays: the stop may have come while nobody waited. */
static void drop_told(struct dbg_console *c)
{
	struct fl_slice fresh = fl_slice_skip(fl_buf_view(&c->text), c->told);
	if (!fresh.len) {
		fl_buf_clear(&c->text);
		return;
	}
	memmove(c->text.data, fresh.ptr, fresh.len);
	fl_buf_truncate(&c->text, fresh.len);
}

int dbg_console_wait(
	struct dbg_console *c, unsigned wall_ms, struct dbg_reply *ret_reply, struct fl_error *err)
{
	uint64_t output_from = c->output_end;
	if (c->state == DBG_STATE_DEAD)
		return dbg_console_closed(c, err);
	dbg_console_drop_result(c);
	drop_told(c);
	c->text_cut = c->unwanted = false;
	c->resumed = true;
	c->busy = true;
	int64_t deadline = fl_clock_ms() + wall_ms;
	int rc = 0;
	do {
		if (c->ops->idle)
			c->ops->idle(c);
		if (c->state == DBG_STATE_RUNNING)
			rc = dbg_console_await_stop(c, deadline, err);
		else
			c->new_stop = c->have_stop;
		if (rc == 0 && c->ops->settle)
			c->ops->settle(c);
		if (rc == 0)
			rc = dbg_console_in_time(c, deadline, err);
	} while (rc == 0 && c->state == DBG_STATE_RUNNING); /* a stop that nobody wanted */
	c->busy = false;
	drain(c);
	fill_reply(c, output_from, ret_reply);
	return rc;
}

void dbg_console_idle(struct dbg_console *c)
{
	if (c->busy || !c->ops->idle)
		return;
	c->busy = true;
	c->ops->idle(c);
	c->busy = false;
}

int dbg_console_interrupt(struct dbg_console *c, struct fl_error *err)
{
	if (c->state == DBG_STATE_DEAD)
		return dbg_console_closed(c, err);
	if (c->state != DBG_STATE_RUNNING && !c->busy)
		return fl_error_set(err, FL_EREFUSED, "the program is not running");
	c->interrupting = c->state == DBG_STATE_RUNNING;
	return c->ops->interrupt(c, err);
}

void dbg_console_abandon(struct dbg_console *c, bool abandoned)
{
	c->abandoned = abandoned;
}

void dbg_console_stop_waiting(struct dbg_console *c)
{
	c->unwanted = true;
}

bool dbg_console_abandoned(const struct dbg_console *c)
{
	return c->abandoned;
}

/* What a terminal that reads by lines cannot hold of one it drops without a word. */
static int check_lines(struct dbg_console *c, struct fl_slice text, struct fl_error *err)
{
	struct termios t;
	struct fl_slice line;
	if (tcgetattr(c->pty.master, &t) || !(t.c_lflag & ICANON))
		return 0;
	while (fl_slice_line(&text, &line))
		if (line.len > TTY_LINE_MAX)
			return fl_error_set(err, FL_ELIMIT,
				"a line of %zu bytes: a terminal takes at most %d and would drop "
				"the rest, so nothing was sent; have the program read a file (run "
				"< FILE)",
				line.len, TTY_LINE_MAX);
	return 0;
}

int dbg_console_input(struct dbg_console *c, struct fl_slice *text, struct fl_error *err)
{
	int rc = check_lines(c, *text, err);
	if (rc)
		return rc;
	while (text->len) {
		ssize_t n = write(c->pty.master, text->ptr, text->len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return fl_error_set(err, FL_ELIMIT,
				"the program does not read its input: %zu bytes were not taken",
				text->len);
		c->mid_line = text->ptr[n - 1] != '\n';
		*text = fl_slice_skip(*text, (size_t)n);
	}
	return 0;
}

int dbg_console_end_input(struct dbg_console *c, struct fl_error *err)
{
	struct termios t;
	if (tcgetattr(c->pty.master, &t) || !(t.c_lflag & ICANON))
		return fl_error_set(err, FL_EINVAL,
			"the program's terminal does not read by lines: there is no end of input");
	/* the first one behind half a line gives the program that half */
	const char ends[] = {(char)t.c_cc[VEOF], (char)t.c_cc[VEOF]};
	struct fl_slice text = fl_slice(ends, c->mid_line ? 2 : 1);
	int rc = dbg_console_input(c, &text, err);
	if (rc == 0)
		c->mid_line = false;
	return rc;
}

struct fl_slice dbg_console_output(
	const struct dbg_console *c, uint64_t from, uint64_t *ret_from, uint64_t *ret_end)
{
	uint64_t first = c->output_end - c->output.len;
	if (from < first)
		from = first;
	if (from > c->output_end)
		from = c->output_end;
	*ret_from = from;
	*ret_end = c->output_end;
	return fl_slice_skip(fl_buf_view(&c->output), (size_t)(from - first));
}

enum dbg_state dbg_console_state(const struct dbg_console *c)
{
	return c->passing && c->state == DBG_STATE_STOPPED ? DBG_STATE_RUNNING : c->state;
}

bool dbg_console_busy(const struct dbg_console *c)
{
	return c->busy;
}

const struct dbg_mi_record *dbg_console_stop(const struct dbg_console *c)
{
	return c->have_stop ? &c->stop : NULL;
}

/* Does this line of the program's status name the debugger? */
static bool names_debugger(const struct dbg_console *c, const char *key)
{
	char pid[DBG_PROC_VALUE];
	dbg_proc_status(c->program_pid, key, pid);
	return strtol(pid, NULL, 10) == c->debugger.pid;
}

bool dbg_console_attached(const struct dbg_console *c)
{
	return !c->boxed && names_debugger(c, "TracerPid") && !names_debugger(c, "PPid");
}

bool dbg_console_stop_wanted(const struct dbg_console *c)
{
	return c->interrupting;
}

pid_t dbg_console_pid(const struct dbg_console *c)
{
	return c->debugger.pid;
}

int64_t dbg_console_program_pid(const struct dbg_console *c)
{
	return c->program_pid;
}

int dbg_console_tty(const struct dbg_console *c)
{
	return c->pty.slave;
}

struct dbg_loop *dbg_console_loop(const struct dbg_console *c)
{
	return c->loop;
}
