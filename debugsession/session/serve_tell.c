/* What a server says of its start, and what its file says of it. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "debugsession/kernel/qemu.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/serve_priv.h"

/* of a record: room for its status and its process */
enum { RECORD_VARIES = 48 };

const char *dbg_server_subject(const struct dbg_server *s)
{
	return s->opts->qemu.wanted ? s->opts->qemu.kernel : s->opts->program;
}

/* `missing` tells what the machine lacks from what was asked for and cannot be. */
static void tell_failure(const struct fl_error *failure, struct fl_buf *out)
{
	bool refused = dbg_error_type_of(failure) == DBG_ERROR_REFUSED;
	dbg_error_json(out, refused ? DBG_ERROR_REFUSED : DBG_ERROR_START_FAILED, failure->message);
	if (failure->code != FL_EMISSING || out->failed)
		return;
	out->len--;
	dbg_answer_bool(out, "missing", true);
	fl_buf_char(out, '}');
}

void dbg_server_tell(struct dbg_server *s, int ready, const struct fl_error *failure)
{
	struct fl_buf out;
	fl_buf_init(&out, 1 << 20);
	if (failure) {
		tell_failure(failure, &out);
	} else {
		char name[DBG_ID_MAX + 600];
		snprintf(name, sizeof(name), "%s/%s.sock", s->path, s->id);
		fl_buf_char(&out, '{');
		dbg_answer_text(&out, "session_id", fl_slice_str(s->id));
		dbg_answer_int(&out, "pid", dbg_session_debugger(s->session));
		const struct dbg_qemu *qemu = dbg_session_qemu(s->session);
		dbg_answer_int(&out, "qemu_pid", qemu ? dbg_qemu_pid(qemu) : 0);
		dbg_answer_text(&out, "status", FL_S("connected"));
		dbg_answer_text(&out, "kernel_binary", fl_slice_str(dbg_server_subject(s)));
		dbg_answer_text(&out, "mode",
			fl_slice_str(qemu ? dbg_qemu_mode_words[s->opts->qemu.mode] : "user"));
		dbg_answer_text(&out, "socket", fl_slice_str(name));
		dbg_session_welcome(s->session, &out);
		fl_buf_char(&out, '}');
	}
	fl_write_all(ready, fl_buf_view(&out), NULL);
	fl_buf_release(&out);
	close(ready);
}

/* All records of a session are as long as each other: blanks make up for what varies. */
static void say_record(const struct dbg_server *s, const char *status, struct fl_buf *out)
{
	fl_buf_char(out, '{');
	dbg_answer_text(out, "session_id", fl_slice_str(s->id));
	dbg_answer_int(out, "created", (int64_t)time(NULL));
	dbg_answer_text(out, "program", fl_slice_str(dbg_server_subject(s)));
	size_t before = out->len;
	dbg_answer_text(out, "status", fl_slice_str(status));
	dbg_answer_int(out, "server_pid", getpid());
	size_t varies = out->len - before;
	fl_buf_printf(
		out, "}%*s\n", varies < RECORD_VARIES ? (int)(RECORD_VARIES - varies) : 0, "");
}

int dbg_server_record(const struct dbg_server *s, const char *status, struct fl_error *err)
{
	struct fl_buf out;
	char name[DBG_ID_MAX + 16];
	fl_buf_init(&out, 64 << 10);
	say_record(s, status, &out);
	dbg_rundir_name(fl_slice_str(s->id), "json", name);
	int rc = fl_buf_error(&out, "the session's file", err);
	if (rc == 0)
		rc = dbg_rundir_put(s->dir, name, fl_buf_view(&out), err);
	/* a disk that is full still has the room of the record before */
	if (rc == FL_EIO && dbg_rundir_overwrite(s->dir, name, fl_buf_view(&out), NULL) == 0)
		rc = 0;
	fl_buf_release(&out);
	return rc;
}
