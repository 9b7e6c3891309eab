#include "debugsession/kernel/qemu_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "debugsession/answer/answer.h"

enum { SAID_MAX = 4096, LOG_MAX = 1 << 20, PATH_BYTES = 4096 };
enum { START_MS = 30000, COMMAND_MS = 120000, RETRY_MS = 10, QMP_MS = 10000, CONNECT_MS = 5000 };
enum { QUIT_MS = 1000, TERM_MS = 500, END_MS = 1000 };
enum { PHYSICAL_MAX = 1 << 20, STUB_PORT = 1234 };

static void keep_said(struct dbg_qemu *q, struct fl_slice bytes)
{
	size_t room = LOG_MAX - q->logged;
	struct fl_slice fits = fl_slice_head(bytes, room);
	if (fits.len && fl_write_all(q->log, fits, NULL) == 0)
		q->logged += fits.len;
	if (q->said.len + bytes.len > SAID_MAX)
		fl_buf_clear(&q->said);
	fl_buf_slice(&q->said, fl_slice_head(bytes, SAID_MAX));
}

static void on_said(void *ctx, int fd, short revents)
{
	struct dbg_qemu *q = ctx;
	char chunk[4096];
	(void)revents;
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n > 0)
		keep_said(q, fl_slice(chunk, (size_t)n));
	else if (n == 0 || (errno != EAGAIN && errno != EINTR))
		dbg_loop_remove(q->loop, fd);
}

static void on_serial(void *ctx, int fd, short revents)
{
	struct dbg_qemu *q = ctx;
	char chunk[65536];
	(void)revents;
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n > 0)
		dbg_console_add_output(q->console, fl_slice(chunk, (size_t)n));
	else if (n == 0 || (errno != EAGAIN && errno != EINTR))
		dbg_loop_remove(q->loop, fd);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	remove(path);
	return 0;
}

void dbg_qemu_remove(const char *home, const char *id)
{
	char path[PATH_BYTES];
	int n = snprintf(path, sizeof(path), "%s/%s.d", home, id);
	if (n > 0 && (size_t)n < sizeof(path))
		nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static int make_directory(struct dbg_qemu *q, struct fl_error *err)
{
	char path[PATH_BYTES];
	dbg_qemu_remove(q->home, q->id);
	int n = snprintf(path, sizeof(path), "%s/%s.d", q->home, q->id);
	if (n < 0 || (size_t)n >= sizeof(path) || mkdir(path, 0700))
		return fl_error_sys(err, FL_EIO, errno, "cannot make a directory for QEMU");
	q->dir = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (q->dir < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot open %s", path);
	q->log = openat(q->dir, "qemu.log", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (q->log < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot write QEMU's log");
	/* a socket's path has no more than 108 bytes: the name by our descriptor is short */
	if (q->opts->box)
		snprintf(q->here, sizeof(q->here), "%s/%s", FL_BOX_DIR, DBG_QEMU_BOX_DIR);
	else
		snprintf(q->here, sizeof(q->here), "/proc/%d/fd/%d", (int)getpid(), q->dir);
	snprintf(q->gdb_path, sizeof(q->gdb_path), "%s/gdb.sock", q->here);
	snprintf(q->qmp_path, sizeof(q->qmp_path), "%s/qmp.sock", q->here);
	/* a file brings the box's directory with it */
	return q->opts->box ? fl_box_put(q->opts->box, DBG_QEMU_BOX_DIR "/session",
				      fl_slice_str(q->id), 0600, err)
			    : 0;
}

/* Does somebody listen at the port that QEMU's -s takes? (proc(5): a row a socket, 0A: listen) */
static bool port_taken(void)
{
	static const char *const tables[] = {"/proc/net/tcp", "/proc/net/tcp6"};
	char want[8];
	bool taken = false;
	snprintf(want, sizeof(want), ":%04X ", (unsigned)STUB_PORT);
	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++) {
		struct fl_buf text;
		fl_buf_init(&text, 16 << 20);
		fl_buf_read_file(&text, tables[i], NULL);
		struct fl_slice rest = fl_buf_view(&text), line;
		while (!taken && fl_slice_line(&rest, &line)) {
			ptrdiff_t at = fl_slice_find(line, want);
			taken = at > 0 && at < 48 && fl_slice_find(line, " 0A ") > at;
		}
		fl_buf_release(&text);
	}
	return taken;
}

int dbg_qemu_new(struct dbg_loop *loop, const struct dbg_qemu_opts *opts, const char *home,
	const char *id, struct dbg_qemu **ret_qemu, struct fl_error *err)
{
	struct dbg_qemu *q = calloc(1, sizeof(*q));
	if (!q)
		return fl_error_set(err, FL_ENOMEM, "out of memory for QEMU");
	q->loop = loop;
	q->opts = opts;
	q->dir = q->log = q->child.in = q->child.out = q->child.err = -1;
	q->home = strdup(home);
	q->id = strdup(id);
	/* in a box there are no ports of ours */
	bool port = opts->command && !opts->box;
	q->port = port && port_taken();
	fl_buf_init(&q->said, SAID_MAX);
	int rc = q->home && q->id ? make_directory(q, err)
				  : fl_error_set(err, FL_ENOMEM, "out of memory for QEMU");
	if (rc == 0)
		rc = dbg_qemu_spawn(q, err);
	if (rc) {
		dbg_qemu_free(q);
		return rc;
	}
	/* a port that was taken before is somebody else's */
	q->port = port && !q->port;
	*ret_qemu = q;
	return 0;
}

bool dbg_qemu_alive(struct dbg_qemu *q)
{
	bool running = !dbg_qemu_child_ended(q);
	/* a command may have put QEMU into the background */
	if (q->qmp)
		return dbg_qmp_open(q->qmp) && (running || q->opts->command);
	return running;
}

void dbg_qemu_await_end(struct dbg_qemu *q, int ms)
{
	int64_t deadline = fl_clock_ms() + ms;
	while (fl_clock_ms() < deadline &&
		(dbg_qemu_alive(q) || (!dbg_qemu_child_ended(q) && !q->opts->command)))
		dbg_loop_turn(q->loop, fl_clock_ms() + 2);
}

static bool goes_on(void *ctx)
{
	return dbg_qemu_alive(ctx);
}

static struct fl_slice last_line(struct fl_slice text)
{
	text = fl_slice_trim(text);
	ptrdiff_t at = fl_slice_rchr(text, '\n');
	return fl_slice_head(fl_slice_skip(text, (size_t)(at + 1)), 300);
}

int dbg_qemu_end(struct dbg_qemu *q, struct fl_error *err)
{
	char how[64];
	while (q->child.err >= 0 && poll(&(struct pollfd){q->child.err, POLLIN, 0}, 1, 0) > 0) {
		char chunk[4096];
		ssize_t n = read(q->child.err, chunk, sizeof(chunk));
		if (n <= 0)
			break;
		keep_said(q, fl_slice(chunk, (size_t)n));
	}
	dbg_qemu_child_how(q, how);
	struct fl_slice said = last_line(fl_buf_view(&q->said));
	return fl_error_set(
		err, FL_ECLOSED, "QEMU has ended%s%s%.*s", how, said.len ? ": " : "", FL_ARG(said));
}

/* The stub of a command that we did not write: at the path that it was given, or at the port. */
static int find_stub(struct dbg_qemu *q, int64_t deadline, struct fl_error *err)
{
	bool may_be_port = q->port;
	q->port = false;
	for (;;) {
		if (access(q->gdb_path, F_OK) == 0)
			return 0;
		if (may_be_port && port_taken()) {
			q->port = true;
			return 0;
		}
		if (!dbg_qemu_alive(q))
			return dbg_qemu_end(q, err);
		if (fl_clock_ms() >= deadline)
			return fl_error_set(err, FL_ETIMEOUT,
				"the command opened no stub in time: have it run QEMU with -S and "
				"-gdb unix:$FAULTLINE_GDB,server=on,wait=off, or with -s while "
				"port %d is free",
				(int)STUB_PORT);
		dbg_loop_turn(q->loop, fl_clock_ms() + RETRY_MS);
	}
}

/* A command of the user's in a box: what it finds there is not what it is used to. */
static int explain_box(const struct dbg_qemu *q, struct fl_error *err)
{
	static const char unix_only[] =
		"the command opened no control socket in time: in the sandbox have it run QEMU "
		"with -S, -gdb unix:$FAULTLINE_GDB,server=on,wait=off and "
		"-qmp unix:$FAULTLINE_QMP,server=on,wait=off; there are no ports";
	struct fl_error e = *err;
	if (!q->opts->command || !q->opts->box)
		return e.code;
	return fl_error_set(err, e.code,
		"%s (the command runs in the sandbox, which has the system's programs, and in %s "
		"the files that the session was given; --show shows others, and with "
		"--sandbox=off it runs outside)",
		e.code == FL_ETIMEOUT ? unix_only : e.message, FL_BOX_DIR);
}

/* QMP is ready once QEMU is; of a foreign command it may be missing, where there is the stub. */
static int connect_qmp(struct dbg_qemu *q, int64_t deadline, struct fl_error *err)
{
	const struct dbg_qmp_way way = {dbg_qemu_reach, goes_on, q};
	if (q->opts->command && !q->opts->box && access(q->qmp_path, F_OK))
		return 0;
	int rc = dbg_qmp_new(q->loop, &way, deadline, &q->qmp, err);
	if (rc == FL_ECLOSED) {
		/* its sockets go a moment before it */
		dbg_qemu_await_end(q, END_MS);
		rc = dbg_qemu_end(q, err);
	}
	return rc ? explain_box(q, err) : 0;
}

int dbg_qemu_attach(struct dbg_qemu *q, struct dbg_console *console, struct fl_error *err)
{
	/* a command may build its kernel first; in a box there is nothing to build */
	bool patient = q->opts->command && !q->opts->box;
	int64_t deadline = fl_clock_ms() + (patient ? COMMAND_MS : START_MS);
	q->console = console;
	if (!dbg_loop_add(q->loop, q->child.out, POLLIN, on_serial, q) ||
		!dbg_loop_add(q->loop, q->child.err, POLLIN, on_said, q))
		return fl_error_set(err, FL_ELIMIT, "too many descriptors in one loop");
	int rc = q->opts->command && !q->opts->box ? find_stub(q, deadline, err) : 0;
	return rc ? rc : connect_qmp(q, deadline, err);
}

const char *dbg_qemu_stub(const struct dbg_qemu *q)
{
	return q->port ? "127.0.0.1:1234" : q->gdb_path;
}

/*
 * While single steps are made no interrupt comes in and the clock stands (QEMU's gdb.rst), so that
 * a step does not end in the timer's handler. It is QEMU's default; a runner may have another.
 */
int dbg_qemu_settle(struct dbg_qemu *q, struct fl_error *err)
{
	static const char step[] =
		"-interpreter-exec console \"maintenance packet Qqemu.sstep=0x7\"";
	int rc = dbg_console_ask(q->console, step, NULL, err);
	return rc == FL_EREFUSED ? 0 : rc;
}

pid_t dbg_qemu_child(const struct dbg_qemu *q)
{
	return q->opts->box ? q->inside_pid : q->child.pid;
}

pid_t dbg_qemu_pid(const struct dbg_qemu *q)
{
	bool other = q->opts->command || q->opts->box;
	pid_t peer = other && q->qmp ? dbg_qmp_peer(q->qmp) : 0;
	return peer ? peer : dbg_qemu_child(q);
}

struct dbg_qmp *dbg_qemu_qmp(struct dbg_qemu *q, struct fl_error *err)
{
	if (!q->qmp)
		fl_error_set(err, FL_EMISSING,
			"this QEMU has no QMP socket: have its command give it "
			"-qmp unix:$FAULTLINE_QMP,server=on,wait=off");
	return q->qmp;
}

int dbg_qemu_may_run(const struct dbg_qemu *q, struct fl_error *err)
{
	if (!q->qmp || !*dbg_qmp_shutdown(q->qmp))
		return 0;
	return fl_error_set(err, FL_EREFUSED,
		"the machine has ended (%s; a triple fault is a reset, too) and stands where it "
		"did: look at it, and start another session to go on",
		dbg_qmp_shutdown(q->qmp));
}

int dbg_qemu_read_physical(
	struct dbg_qemu *q, uint64_t address, void *bytes, size_t len, struct fl_error *err)
{
	struct fl_buf text;
	struct fl_arena a;
	struct dbg_qmp *qmp = dbg_qemu_qmp(q, err);
	if (!qmp)
		return FL_EMISSING;
	if (len > PHYSICAL_MAX)
		return fl_error_set(err, FL_ELIMIT, "at most %d bytes at once", PHYSICAL_MAX);
	fl_buf_init(&text, PHYSICAL_MAX + 1);
	fl_arena_init(&a, 1 << 20);
	/* JSON numbers of QEMU reach 2^64 - 1; "val" is the address */
	fl_buf_printf(&text, "{\"val\":%llu,\"size\":%zu,\"filename\":\"%s/memory\"}",
		(unsigned long long)address, len, q->here);
	int rc = dbg_qmp_run(qmp, "pmemsave", fl_buf_view(&text), QMP_MS, &a, NULL, err);
	fl_arena_release(&a);
	fl_buf_clear(&text);
	if (rc == 0)
		rc = dbg_qemu_take(q, "memory", &text, err);
	if (rc == 0 && text.len != len)
		rc = fl_error_set(err, FL_EIO, "QEMU gave %zu bytes for %zu", text.len, len);
	if (rc == 0)
		memcpy(bytes, text.data, len);
	fl_buf_release(&text);
	return rc;
}

int dbg_qemu_input(struct dbg_qemu *q, struct fl_slice *text, struct fl_error *err)
{
	while (text->len) {
		ssize_t n = q->child.in < 0 ? -1 : write(q->child.in, text->ptr, text->len);
		if (n < 0 && errno == EINTR && q->child.in >= 0)
			continue;
		if (n <= 0)
			return fl_error_set(err, FL_ELIMIT,
				"QEMU does not read its serial line: %zu bytes were not taken",
				text->len);
		*text = fl_slice_skip(*text, (size_t)n);
	}
	return 0;
}

void dbg_qemu_status(struct dbg_qemu *q, struct fl_buf *out)
{
	char log[PATH_BYTES];
	bool alive = dbg_qemu_alive(q);
	struct fl_error err = {0};
	snprintf(log, sizeof(log), "%s/%s.d/qemu.log", q->home, q->id);
	dbg_answer_key(out, "qemu");
	fl_buf_char(out, '{');
	dbg_answer_bool(out, "alive", alive);
	dbg_answer_int(out, "pid", alive ? dbg_qemu_pid(q) : 0);
	if (!alive) {
		dbg_qemu_end(q, &err);
		dbg_answer_text(out, "end", fl_slice_str(err.message));
	}
	if (q->qmp)
		dbg_answer_text(out, "shutdown", fl_slice_str(dbg_qmp_shutdown(q->qmp)));
	dbg_answer_text(out, "log", fl_slice_str(log));
	fl_buf_char(out, '}');
}

static bool ends_within(struct dbg_qemu *q, int ms)
{
	int64_t deadline = fl_clock_ms() + ms;
	while (!dbg_qemu_child_ended(q) && fl_clock_ms() < deadline)
		dbg_loop_turn(q->loop, fl_clock_ms() + 2);
	return dbg_qemu_child_ended(q);
}

/* A QEMU that waits on itself answers neither; KILL is what dbg_qemu_child_end() is for. */
static void end_gently(struct dbg_qemu *q)
{
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	bool lives = !dbg_qemu_child_ended(q);
	bool asked = q->qmp && lives &&
		     dbg_qmp_run(q->qmp, "quit", fl_slice("", 0), QUIT_MS, &a, NULL, NULL) == 0;
	fl_arena_release(&a);
	if (lives && !(asked && ends_within(q, QUIT_MS))) {
		dbg_qemu_child_terminate(q);
		ends_within(q, TERM_MS);
	}
}

void dbg_qemu_free(struct dbg_qemu *q)
{
	if (!q)
		return;
	end_gently(q);
	dbg_loop_remove(q->loop, q->child.out);
	dbg_loop_remove(q->loop, q->child.err);
	dbg_qemu_child_end(q);
	dbg_qmp_free(q->qmp);
	if (q->log >= 0)
		close(q->log);
	if (q->dir >= 0)
		close(q->dir);
	if (q->home && q->id)
		dbg_qemu_remove(q->home, q->id);
	free(q->home);
	free(q->id);
	fl_buf_release(&q->said);
	free(q);
}
