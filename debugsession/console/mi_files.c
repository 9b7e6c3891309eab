/* When libraries' debug files are read: what debug_files.h decides is done here. */
#include <stdio.h>

#include "debugsession/console/console_mi.h"
#include "debugsession/console/debug_files.h"

enum { TEACH_LINE = 1 << 16 };

static struct dbg_mi_console *self(struct dbg_console *c)
{
	return (struct dbg_mi_console *)c;
}

bool dbg_mi_about_files(const struct dbg_mi_console *m, const struct dbg_mi_record *r)
{
	return m->files != DBG_MI_FILES_READ && r->kind == DBG_MI_NOTIFY &&
	       fl_slice_eqs(r->name, "cmd-param-changed") &&
	       fl_slice_eqs(dbg_mi_str(dbg_mi_result(r, "param")), DBG_FILES_DIR);
}

/* Ask in the middle of a command: what is said is not for who gave it. */
static int aside(struct dbg_console *c, struct fl_slice line, struct fl_error *err)
{
	bool quiet = c->quiet;
	c->quiet = true;
	int rc = dbg_mi_exchange(c, line, fl_clock_ms() + DBG_MI_SETUP_MS, err);
	c->quiet = quiet;
	return rc ? rc : dbg_mi_refused(&c->result, err);
}

static int set_files_dir(struct dbg_console *c, const char *dir, struct fl_error *err)
{
	char line[DBG_MI_PATH_BYTES + 64];
	snprintf(line, sizeof(line), "-gdb-set " DBG_FILES_DIR " %s", dir);
	return aside(c, fl_slice_str(line), err);
}

/* Can gdb add them later? Then it knows how, and where they are is noted. */
static int files_teach(struct dbg_console *c, struct fl_error *err)
{
	struct dbg_mi_console *m = self(c);
	struct fl_buf teach;
	m->files = DBG_MI_FILES_READ;
	int rc = aside(c, FL_S("-gdb-show " DBG_FILES_DIR), err);
	if (rc)
		return rc;
	struct fl_slice dir = dbg_mi_str(dbg_mi_result(&c->result, "value"));
	if (!dir.len || dir.len >= sizeof(m->files_dir) || fl_slice_chr(dir, '\n') >= 0)
		return 0;
	snprintf(m->files_dir, sizeof(m->files_dir), "%.*s", FL_ARG(dir));
	rc = aside(c, FL_S("-gdb-show " DBG_FILES_CALLS), err);
	if (rc)
		return rc;
	m->calls = fl_slice_eqs(dbg_mi_str(dbg_mi_result(&c->result, "value")), "on");
	fl_buf_init(&teach, TEACH_LINE);
	dbg_files_teach(&teach);
	rc = fl_buf_error(&teach, "a debugger command", err);
	if (rc == 0)
		rc = aside(c, fl_buf_view(&teach), err);
	if (rc == 0)
		m->files = DBG_MI_FILES_LATER;
	fl_buf_release(&teach);
	return rc;
}

/* A program starts: libraries are read without debug files, if those can be added later. */
static int files_away(struct dbg_console *c, struct fl_error *err)
{
	struct dbg_mi_console *m = self(c);
	int rc =
		m->files == DBG_MI_FILES_OPEN
			? files_teach(c, err)
			: aside(c, FL_S("-interpreter-exec console \"" DBG_FILES_FORGET "\""), err);
	if (rc == FL_EREFUSED || m->files == DBG_MI_FILES_READ)
		return rc == FL_EREFUSED ? 0 : rc;
	if (rc == 0)
		rc = set_files_dir(c, "/nonexistent", err);
	if (rc == 0)
		m->files = DBG_MI_FILES_AWAY;
	return rc;
}

/* Before a command: what it needs of debug files is there. */
static int files_before(struct dbg_console *c, enum dbg_files_need need, struct fl_error *err)
{
	struct dbg_mi_console *m = self(c);
	int rc = 0;
	if (m->files == DBG_MI_FILES_AWAY) {
		rc = set_files_dir(c, m->files_dir, err);
		if (rc)
			return rc;
		m->files = DBG_MI_FILES_LATER;
	}
	if (need == DBG_FILES_RUN)
		return files_away(c, err);
	bool wanted =
		need == DBG_FILES_ALL || (need == DBG_FILES_START && m->files != DBG_MI_FILES_OPEN);
	if (!wanted)
		return 0;
	if (m->files == DBG_MI_FILES_LATER)
		rc = aside(c, FL_S("-interpreter-exec console \"" DBG_FILES_BRING "\""), err);
	if (rc == 0)
		m->files = DBG_MI_FILES_READ;
	return rc;
}

static int allow_calls(struct dbg_console *c, bool allowed, struct fl_error *err)
{
	if (!self(c)->calls)
		return 0;
	return aside(c,
		allowed ? FL_S("-gdb-set " DBG_FILES_CALLS " on")
			: FL_S("-gdb-set " DBG_FILES_CALLS " off"),
		err);
}

/* Does the value that the command prints depend on more debug files? */
static int files_peek(
	struct dbg_console *c, struct fl_slice command, bool *ret_wanted, struct fl_error *err)
{
	struct fl_buf line;
	fl_buf_init(&line, DBG_COMMAND_BYTES);
	dbg_files_peek(command, &line);
	int rc = fl_buf_error(&line, "a debugger command", err);
	if (rc == 0)
		rc = allow_calls(c, false, err);
	if (rc == 0)
		rc = aside(c, fl_buf_view(&line), err);
	fl_buf_release(&line);
	if (rc && rc != FL_EREFUSED)
		return rc;
	*ret_wanted = rc == FL_EREFUSED || dbg_files_record(&c->result);
	return allow_calls(c, true, err);
}

int dbg_mi_exchange_whole(struct dbg_console *c, struct fl_slice command, struct fl_slice line,
	int64_t deadline, struct fl_error *err)
{
	if (self(c)->files == DBG_MI_FILES_READ)
		return dbg_mi_exchange(c, line, deadline, err);
	enum dbg_files_need need = dbg_files_need(command);
	bool wanted = false;
	int rc = files_before(c, need, err);
	bool later = self(c)->files == DBG_MI_FILES_LATER;
	if (rc == 0 && later && need == DBG_FILES_PEEK)
		rc = files_peek(c, command, &wanted, err);
	if (rc == 0 && later && need == DBG_FILES_ASK) {
		rc = dbg_mi_exchange(c, line, deadline, err);
		if (rc)
			return rc;
		if (!dbg_files_record(&c->result) && !dbg_files_text(fl_buf_view(&c->text)))
			return 0;
		wanted = true;
	}
	if (rc == 0 && wanted)
		rc = files_before(c, DBG_FILES_ALL, err);
	if (wanted && !c->quiet)
		fl_buf_clear(&c->text);
	return rc ? rc : dbg_mi_exchange(c, line, deadline, err);
}
