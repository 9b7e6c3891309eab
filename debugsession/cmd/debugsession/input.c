/* The subcommand that writes to the program's terminal. */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "debugsession/cmd/debugsession/sub.h"
#include "debugsession/answer/answer.h"

/* A piece ends with a line, so that no line is ever sent in two where it fits into one. */
enum { PIECE = 32 << 10, ANSWER_MAX = 1 << 20, GRACE_MS = 15000, PATIENCE_S = 5, PAUSE_MS = 10 };

struct sending {
	struct dbg_client client;
	struct fl_slice id;
	unsigned patience_ms;
	int64_t taken; /* bytes, of all pieces */
	struct fl_buf answer; /* the last one */
	bool failed; /* that says why */
	bool pieces; /* there were others before the last one */
};

/* One request; *ret_taken: how much of it was taken, *ret_full: no more fits at the moment. */
static int ask(struct sending *s, struct fl_slice text, bool eof, size_t *ret_taken, bool *ret_full,
	struct fl_error *err)
{
	struct fl_buf request;
	struct fl_arena a;
	struct fl_error failure;
	enum dbg_error_type type;
	const struct fl_json *v = NULL;
	fl_buf_init(&request, 8 << 20);
	fl_arena_init(&a, 4 * (size_t)ANSWER_MAX);
	fl_buf_char(&request, '{');
	dbg_answer_text(&request, "op", FL_S("input"));
	dbg_answer_text(&request, "text", text);
	dbg_answer_bool(&request, "eof", eof);
	fl_buf_char(&request, '}');
	fl_buf_clear(&s->answer);
	int rc = fl_buf_error(&request, "the request", err);
	if (rc == 0 && dbg_client_ask(&s->client, s->id, fl_buf_view(&request), GRACE_MS,
			       &s->answer, &type, &failure))
		rc = sub_complain(type, &failure, err);
	if (rc == 0)
		rc = fl_json_parse(fl_buf_view(&s->answer), &a, &v, err);
	const struct fl_json *success = fl_json_get(v, "success");
	s->failed = !success || !success->num;
	*ret_taken = (size_t)fl_json_int(fl_json_get(v, "bytes"), 0);
	*ret_full = s->failed &&
		    fl_slice_eqs(fl_json_str(fl_json_get(v, "error_type")), "resource") &&
		    fl_slice_eqs(fl_json_str(fl_json_get(v, "state")), "running");
	fl_arena_release(&a);
	fl_buf_release(&request);
	return rc;
}

/* A piece, as the program reads it. 0, also when it was not taken: failed is set then. */
static int send_piece(struct sending *s, struct fl_slice text, bool eof, struct fl_error *err)
{
	int64_t deadline = fl_clock_ms() + s->patience_ms;
	for (;;) {
		size_t taken;
		bool full;
		int rc = ask(s, text, eof, &taken, &full, err);
		if (rc)
			return rc;
		s->taken += (int64_t)taken;
		text = fl_slice_skip(text, taken);
		if (taken)
			deadline = fl_clock_ms() + s->patience_ms;
		if (!full || fl_clock_ms() >= deadline)
			return 0;
		poll(NULL, 0, PAUSE_MS);
	}
}

/* Our standard input to its end, in pieces. */
static int send_all(struct sending *s, bool eof, struct fl_error *err)
{
	char piece[PIECE];
	size_t have = 0;
	s->pieces = true;
	ssize_t n = 1;
	int rc = 0;
	while (rc == 0 && n != 0 && !s->failed) {
		n = read(STDIN_FILENO, piece + have, sizeof(piece) - have);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fl_error_sys(err, FL_EIO, errno, "cannot read standard input");
		have += (size_t)n;
		size_t lines = (size_t)(fl_slice_rchr(fl_slice(piece, have), '\n') + 1);
		size_t len = n == 0 || (lines == 0 && have == sizeof(piece)) ? have : lines;
		if (len)
			rc = send_piece(s, fl_slice(piece, len), false, err);
		memmove(piece, piece + len, have - len);
		have -= len;
	}
	return rc || s->failed || !eof ? rc : send_piece(s, fl_slice(NULL, 0), true, err);
}

/* The last answer, with how many bytes were taken of all. */
static int tell(struct sending *s, struct fl_error *err)
{
	struct fl_buf out, error;
	struct fl_arena a;
	const struct fl_json *v;
	fl_buf_init(&out, ANSWER_MAX);
	fl_buf_init(&error, ANSWER_MAX);
	fl_arena_init(&a, 4 * (size_t)ANSWER_MAX);
	fl_buf_char(&out, '{');
	dbg_answer_bool(&out, "success", !s->failed);
	dbg_answer_text(&out, "session_id", s->id);
	if (s->failed && fl_json_parse(fl_buf_view(&s->answer), &a, &v, NULL) == 0) {
		struct fl_slice why = fl_json_str(fl_json_get(v, "error"));
		fl_buf_printf(&error,
			s->pieces ? "%.*s; of all, %" PRId64 " were, the rest was not sent"
				  : "%.*s",
			FL_ARG(why), s->taken);
		dbg_answer_text(&out, "error", fl_buf_view(&error));
		dbg_answer_text(&out, "error_type", fl_json_str(fl_json_get(v, "error_type")));
	}
	dbg_answer_int(&out, "bytes", s->taken);
	fl_buf_char(&out, '}');
	int rc = sub_put_line(STDOUT_FILENO, &out, err);
	fl_arena_release(&a);
	fl_buf_release(&error);
	fl_buf_release(&out);
	return rc;
}

int dbg_cmd_input(const struct fl_opts *o, struct fl_error *err)
{
	int64_t seconds = fl_opt_given(o, OPT_TIMEOUT) ? fl_opt_number(o, OPT_TIMEOUT) : PATIENCE_S;
	struct sending s = {.patience_ms = (unsigned)seconds * 1000};
	bool eof = fl_opt_given(o, OPT_EOF);
	size_t n = sub_count(o);
	int rc = 0;
	if (n > 1 || (n == 0 && !eof))
		rc = fl_error_set(
			err, FL_EINVAL, "input needs one TEXT, or - for standard input, or --eof");
	if (rc == 0)
		rc = sub_session(o, &s.id, err);
	if (rc == 0)
		rc = dbg_client_open(getenv("XDG_RUNTIME_DIR"), &s.client, err);
	if (rc)
		return FL_RUN_FAILED;
	fl_buf_init(&s.answer, ANSWER_MAX);
	if (n && strcmp(sub_at(o, 0), "-") == 0 && !o->has_dash)
		rc = send_all(&s, eof, err);
	else
		rc = send_piece(&s, fl_slice_str(n ? sub_at(o, 0) : ""), eof, err);
	if (rc == 0)
		rc = tell(&s, err);
	fl_buf_release(&s.answer);
	dbg_client_close(&s.client);
	return rc < 0 ? FL_RUN_FAILED : rc || s.failed ? 1 : 0;
}
