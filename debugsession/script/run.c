#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "diag/model/diagnostic.h"
#include "diag/parse.h"

#include "debugsession/calls/lex.h"
#include "debugsession/script/headers.h"
#include "debugsession/script/priv.h"
#include "debugsession/script/text.h"

enum {
	REQUEST_MAX = 8 << 20,
	WORDS_MAX = 1 << 20,
	LOG_MAX = 64 << 20,
	SOURCE_MAX = 8 << 20,
	FILE_MAX = 64 << 20,
	PROCESSES = 64
};

/*
 * Descriptors 3 and 4 are the session's; standard output is a terminal of the box, so that it does
 * not mix with them.
 */
#define CHANNELS "exec 3<&0 4>&1 </dev/null >" FL_BOX_TTY "; "
#define COMPILE_OPTIONS DBG_SCRIPT_STANDARD " -g -O0 -I" FL_BOX_DIR

static const char *const commands[] = {
	[DBG_SCRIPT_REPL] =
		CHANNELS "exec clang-repl-19 -Xcc " DBG_SCRIPT_STANDARD " -Xcc -I" FL_BOX_DIR
			 " '#include \"" FL_BOX_DIR "/" DBG_SCRIPT_SOURCE "\"' "
			 "'int faultline_end = fl::detail::start(&" DBG_SCRIPT_FUNCTION ");'",
	[DBG_SCRIPT_COMPILED] = CHANNELS
	"printf '#include \"" DBG_SCRIPT_SOURCE
	"\"\\nint main() { return fl::detail::start(&" DBG_SCRIPT_FUNCTION
	"); }\\n' >run.cpp && clang++-19 " COMPILE_OPTIONS " run.cpp -o run && exec ./run",
};

/* A file that goes along, under its last name. */
static int put_file(
	struct dbg_script *s, const char *path, const char **ret_name, struct fl_error *err)
{
	struct fl_buf bytes;
	const char *slash = strrchr(path, '/');
	*ret_name = slash ? slash + 1 : path;
	if (strpbrk(*ret_name, "\"\\\n"))
		return fl_error_set(err, FL_EINVAL, "%s: such a name cannot be included", path);
	fl_buf_init(&bytes, FILE_MAX);
	int rc = fl_buf_read_file(&bytes, path, err);
	if (rc == 0)
		rc = fl_box_put(s->box, *ret_name, fl_buf_view(&bytes), 0644, err);
	fl_buf_release(&bytes);
	return rc;
}

/*
 * Has the source a bracket without its other half? The interpreter takes that for a text that is
 * not complete and never comes to an end; the compiler tells what is wrong. What cannot be told
 * apart into tokens is the interpreter's.
 */
static bool half_brackets(struct fl_slice source)
{
	struct fl_arena a;
	struct fl_list tokens = {0};
	bool half = false;
	fl_arena_init(&a, DBG_SCRIPT_ANSWER);
	if (dbg_cpp_lex(source, &a, &tokens, NULL) == 0) {
		const struct dbg_cpp_token *t = tokens.items;
		for (size_t i = 0; i < tokens.len && !half; i++)
			half = t[i].kind == DBG_CPP_PUNCT && strchr("(){}[]", t[i].source.ptr[0]) &&
			       t[i].match == 0;
	}
	fl_arena_release(&a);
	return half;
}

static int fill(struct dbg_script *s, struct fl_error *err)
{
	const struct dbg_script_opts *o = s->opts;
	struct fl_buf source;
	int rc = dbg_script_headers(s->box, err);
	for (size_t i = 0; rc == 0 && o->includes && o->includes[i]; i++) {
		if (i == DBG_SCRIPT_FILES)
			return fl_error_set(err, FL_ELIMIT, "at most %d files go with a script",
				DBG_SCRIPT_FILES);
		rc = put_file(s, o->includes[i], &s->names[i], err);
	}
	fl_buf_init(&source, SOURCE_MAX);
	if (rc == 0)
		rc = dbg_script_source(o->text, o->name, s->names, &source, err);
	if (rc == 0)
		rc = fl_box_put(s->box, DBG_SCRIPT_SOURCE, fl_buf_view(&source), 0644, err);
	if (rc == 0 && half_brackets(fl_buf_view(&source)))
		s->runner = DBG_SCRIPT_COMPILED;
	fl_buf_release(&source);
	return rc;
}

static int spawn(struct dbg_script *s, struct fl_error *err)
{
	const char *const argv[] = {"sh", "-c", commands[s->runner], NULL};
	const struct fl_run_spec spec = {
		.argv = argv,
		.cpu_ms = s->opts->wall_ms,
		.wall_ms = s->opts->wall_ms,
		.processes = PROCESSES,
	};
	return fl_box_spawn(s->box, &spec, true, &s->child, err);
}

/* What it writes goes on, up to the limit. */
static int emit(struct dbg_script *s, int stream, struct fl_slice bytes, struct fl_error *err)
{
	size_t room = s->opts->out_max - s->written;
	if (stream == DBG_SCRIPT_ERR && !s->begun) {
		fl_buf_slice(&s->words, fl_slice_head(bytes, s->words.max - s->words.len));
		return 0;
	}
	s->opts->write(s->opts->ctx, stream, fl_slice_head(bytes, room));
	s->written += bytes.len < room ? bytes.len : room;
	if (bytes.len <= room)
		return 0;
	return fl_error_set(err, FL_EREFUSED,
		"the script wrote more than %zu bytes and was ended: write less, or allow more",
		s->opts->out_max);
}

/* An answer goes back. One that is not taken in time ends it. */
static int reply(struct dbg_script *s, struct fl_slice bytes, struct fl_error *err)
{
	while (bytes.len) {
		struct pollfd p = {.fd = s->child.in, .events = POLLOUT};
		ssize_t n = fl_write_quiet(s->child.in, bytes);
		if (n > 0) {
			bytes = fl_slice_skip(bytes, (size_t)n);
		} else if (n < 0 && errno == EAGAIN) {
			if (poll(&p, 1, (int)dbg_script_left(s)) == 0)
				return fl_error_set(err, FL_ETIMEOUT, "out of time");
		} else if (!(n < 0 && errno == EINTR)) {
			return 0; /* it has ended, which is found out elsewhere */
		}
	}
	return 0;
}

static int take_lines(struct dbg_script *s, struct fl_error *err)
{
	int rc = 0;
	ptrdiff_t end;
	while (rc == 0 && (end = fl_slice_chr(fl_buf_view(&s->requests), '\n')) >= 0) {
		struct fl_buf answer;
		fl_buf_init(&answer, DBG_SCRIPT_ANSWER);
		dbg_script_answer(
			s, fl_slice_head(fl_buf_view(&s->requests), (size_t)end), &answer);
		fl_buf_char(&answer, '\n');
		size_t rest = s->requests.len - (size_t)end - 1;
		memmove(s->requests.data, s->requests.data + end + 1, rest);
		fl_buf_truncate(&s->requests, rest);
		rc = fl_buf_error(&answer, "the session's answer", err);
		if (rc == 0 && s->over)
			rc = fl_error_set(err, FL_EREFUSED,
				"the script was ended: its session is gone, and it went on calling "
				"it; start a new session");
		if (rc == 0)
			rc = reply(s, fl_buf_view(&answer), err);
		fl_buf_release(&answer);
	}
	return rc;
}

/* Read once. *ret_open turns false at the end. */
static int take(struct dbg_script *s, int fd, int stream, bool *ret_open, struct fl_error *err)
{
	char chunk[16384];
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	*ret_open = n > 0;
	if (n <= 0)
		return 0;
	if (stream >= 0)
		return emit(s, stream, fl_slice(chunk, (size_t)n), err);
	fl_buf_add(&s->requests, chunk, (size_t)n);
	if (fl_buf_error(&s->requests, "a request of the script", err))
		return fl_error_set(
			err, FL_EREFUSED, "the script sent no request but more than 8 MiB");
	return take_lines(s, err);
}

/* Serve it until it closes all of its ends, which it does by ending. */
static int serve(struct dbg_script *s, struct fl_error *err)
{
	enum { REQUESTS, ERRORS, TERMINAL, ENDS };
	static const int streams[ENDS] = {-1, DBG_SCRIPT_ERR, DBG_SCRIPT_OUT};
	const int fds[ENDS] = {s->child.out, s->child.err, s->child.tty};
	bool open[ENDS] = {true, true, true};
	int rc = 0;
	while (rc == 0 && (open[REQUESTS] || open[ERRORS])) {
		struct pollfd p[ENDS];
		for (size_t i = 0; i < ENDS; i++) {
			/* nobody has the terminal open before it begins */
			bool watched = open[i] && (i != TERMINAL || s->begun);
			p[i] = (struct pollfd){.fd = watched ? fds[i] : -1, .events = POLLIN};
		}
		unsigned left = dbg_script_left(s);
		int n = left ? poll(p, ENDS, (int)left) : 0;
		if (n == 0)
			rc = fl_error_set(err, FL_ETIMEOUT, "out of time");
		for (size_t i = 0; rc == 0 && n > 0 && i < ENDS; i++)
			if (p[i].revents)
				rc = take(s, fds[i], streams[i], &open[i], err);
	}
	int left = 0;
	while (left == 0 && (rc == 0 || s->over) && open[TERMINAL] && s->begun) {
		struct pollfd p = {.fd = fds[TERMINAL], .events = POLLIN}; /* what is left in it */
		if (poll(&p, 1, 0) <= 0)
			break;
		left = take(s, fds[TERMINAL], DBG_SCRIPT_OUT, &open[TERMINAL], rc ? NULL : err);
	}
	return rc ? rc : left;
}

/*
 * The compiler's words without how the interpreter came to the source, which would be two notes of
 * each diagnostic.
 */
static void put_words(struct fl_slice said, struct fl_buf *out)
{
	static const char *const ways[] = {"In file included from <<< inputs >>>",
		"In file included from input_line_", "In file included from run.cpp:"};
	struct fl_slice line;
	while (fl_slice_line(&said, &line)) {
		bool way = false;
		for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++)
			way = way || fl_slice_starts(line, ways[i]);
		if (way)
			continue;
		fl_buf_slice(out, line);
		fl_buf_char(out, '\n');
	}
}

/* Its compiler said no: the diagnostics as literals, on standard output. */
static int not_compiled(struct dbg_script *s, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_list list = {0};
	struct fl_buf out, words;
	fl_buf_init(&words, WORDS_MAX + 1);
	put_words(fl_buf_view(&s->words), &words);
	struct fl_slice said = fl_slice_trim(fl_buf_view(&words));
	fl_arena_init(&a, DBG_SCRIPT_ANSWER);
	fl_buf_init(&out, DBG_SCRIPT_ANSWER);
	int rc = diag_parse(said, DIAG_FROM_TEXT, &a, &list, err);
	if (rc == 0)
		rc = dbg_script_own_places(s->opts->text, s->opts->name, &a, &list, err);
	if (rc == 0 && list.len) {
		struct fl_items items = diag_items(&a, &list);
		fl_literal_write(&out, &items, s->opts->style, FL_MARK_COMPILE);
		s->opts->write(s->opts->ctx, DBG_SCRIPT_OUT, fl_buf_view(&out));
		rc = fl_error_set(err, FL_EREFUSED, "the script does not compile");
	} else if (rc == 0) {
		rc = fl_error_set(err, said.len ? FL_EREFUSED : FL_EMISSING,
			"the script did not start: %.*s",
			FL_ARG(said.len ? fl_slice_head(said, 300)
					: FL_S("is clang-repl-19 (package clang-tools-19) "
					       "there?")));
	}
	fl_buf_release(&out);
	fl_buf_release(&words);
	fl_arena_release(&a);
	return rc;
}

static int out_of_time(const struct dbg_script *s, struct fl_error *err)
{
	return fl_error_set(err, FL_EREFUSED,
		"the script was not done in %u s and was ended: give it a longer timeout",
		s->opts->wall_ms / 1000);
}

/* What its end says. */
static int judge(struct dbg_script *s, const struct fl_process_result *r, struct fl_error *err)
{
	if (r->end == FL_END_CPU || r->end == FL_END_WALL)
		return out_of_time(s, err);
	if (r->end == FL_END_MEMORY)
		return fl_error_set(err, FL_EREFUSED,
			"the script used more memory than the sandbox has and was ended");
	if (!s->begun)
		return not_compiled(s, err);
	if (r->end == FL_END_SIGNAL)
		return fl_error_set(err, FL_EREFUSED, "the script was ended by signal %d (SIG%s)",
			r->signal, sigabbrev_np(r->signal));
	if (r->exit_status)
		return fl_error_set(
			err, FL_EREFUSED, "the script ended with status %d", r->exit_status);
	return 0;
}

static int run(struct dbg_script *s, struct fl_error *err)
{
	struct fl_process_result result = {0};
	struct fl_error ended = {0};
	int rc = fill(s, err);
	if (rc == 0)
		rc = spawn(s, err);
	if (rc)
		return rc;
	rc = serve(s, err);
	int end = fl_child_end(&s->child, &result, &ended);
	if (rc == FL_ETIMEOUT)
		return out_of_time(s, err);
	if (rc == 0 && end == FL_ECLOSED)
		return fl_error_set(err, FL_EREFUSED,
			"the script's sandbox has ended, most likely for lack of memory");
	if (rc == 0 && end) {
		*err = ended;
		rc = end;
	}
	return rc ? rc : judge(s, &result, err);
}

int dbg_script_run(const struct dbg_script_opts *opts, struct fl_error *err)
{
	struct dbg_script s = {
		.opts = opts, .runner = opts->runner, .deadline = fl_clock_ms() + opts->wall_ms};
	int rc = dbg_client_open(opts->xdg, &s.client, err);
	if (rc)
		return rc;
	rc = fl_box_new(NULL, &s.box, err);
	if (rc == 0) {
		fl_buf_init(&s.requests, REQUEST_MAX);
		fl_buf_init(&s.words, WORDS_MAX);
		fl_buf_init(&s.log, LOG_MAX);
		rc = run(&s, err);
		dbg_script_test_end(&s);
		fl_buf_release(&s.requests);
		fl_buf_release(&s.words);
		fl_buf_release(&s.log);
		fl_box_free(s.box);
	}
	dbg_client_close(&s.client);
	return rc;
}
