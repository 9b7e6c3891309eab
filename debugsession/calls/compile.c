#include "debugsession/calls/compile.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/sandbox/sandbox.h"
#include "diag/parse.h"

enum { CPU_MS = 20000, SAID_MAX = 4 << 20, WORDS_MAX = 300 };

static const char *const compilers[] = {"g++", "clang++", "clang++-19"};

/* What the compiler says, while it runs. */
struct listening {
	struct dbg_loop *loop;
	struct fl_buf said;
	bool ended;
};

static void on_words(void *ctx, int fd, short revents)
{
	struct listening *l = ctx;
	char chunk[16384];
	(void)revents;
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n > 0) /* what passes the maximum is lost: thousands of lines came before */
		fl_buf_slice(&l->said,
			fl_slice_head(fl_slice(chunk, (size_t)n), l->said.max - l->said.len));
	l->ended = n <= 0;
}

/* Wait for the end of the compiler's words, which is its own. */
static int listen_to(
	struct listening *l, const struct fl_child *child, int64_t deadline, struct fl_error *err)
{
	if (!dbg_loop_add(l->loop, child->err, POLLIN, on_words, l))
		return fl_error_set(err, FL_ELIMIT, "too many descriptors");
	while (!l->ended && fl_clock_ms() < deadline)
		dbg_loop_turn(l->loop, deadline);
	dbg_loop_remove(l->loop, child->err);
	if (!l->ended)
		return fl_error_set(err, FL_ETIMEOUT,
			"the compiler was not done in time: give it a smaller text, or more time");
	return 0;
}

static int run(struct listening *l, struct fl_box *box, const char *compiler, int64_t deadline,
	struct fl_process_result *result, struct fl_error *err)
{
	const char *const argv[] = {
		compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "source.cpp", NULL};
	const struct fl_run_spec spec = {.argv = argv, .cpu_ms = CPU_MS};
	struct fl_child child;
	l->ended = false;
	int rc = fl_box_spawn(box, &spec, false, &child, err);
	if (rc)
		return rc;
	rc = listen_to(l, &child, deadline, err);
	int ended = fl_child_end(&child, result, rc ? NULL : err);
	return rc ? rc : ended;
}

static int judge(const struct listening *l, const struct fl_process_result *result,
	struct fl_arena *a, struct fl_list *list, struct fl_error *err)
{
	struct fl_slice said = fl_slice_trim(fl_buf_view(&l->said));
	int rc = diag_parse(said, DIAG_FROM_TEXT, a, list, err);
	if (rc == 0 && list->len == 0 && (result->end != FL_END_EXIT || result->exit_status))
		rc = fl_error_set(err, FL_EREFUSED, "the compiler failed: %.*s",
			FL_ARG(fl_slice_head(said, WORDS_MAX)));
	return rc;
}

int dbg_compile(struct dbg_loop *loop, struct fl_slice source, int64_t deadline, struct fl_arena *a,
	struct fl_list *ret_diagnostics, struct fl_error *err)
{
	struct listening l = {.loop = loop};
	struct fl_process_result result = {0};
	struct fl_list list = {0};
	struct fl_box *box;
	int rc = fl_box_new(NULL, &box, err);
	if (rc)
		return rc;
	fl_buf_init(&l.said, SAID_MAX);
	rc = fl_box_put(box, "source.cpp", source, 0644, err);
	int tried = FL_EEXEC;
	for (size_t i = 0; rc == 0 && tried == FL_EEXEC && i < 3; i++)
		tried = run(&l, box, compilers[i], deadline, &result, err);
	if (rc == 0 && tried == FL_EEXEC)
		rc = fl_error_set(err, FL_EMISSING, "there is no C++ compiler: install g++");
	rc = rc ? rc : tried;
	if (rc == 0)
		rc = judge(&l, &result, a, &list, err);
	fl_buf_release(&l.said);
	fl_box_free(box);
	if (rc == 0)
		*ret_diagnostics = list;
	return rc;
}
