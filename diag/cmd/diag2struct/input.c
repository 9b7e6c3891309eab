/* Where the bytes come from: files, standard input, a compiler that we run. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/process.h"
#include "diag/cmd/diag2struct/tool.h"

enum { CHUNK = 1 << 16 };

/* What the sink complained of says more than the parser that it stopped. */
static int passed_on(struct run *r, int rc, const struct fl_error *err)
{
	if (rc && !r->err.code)
		r->err = *err;
	return rc;
}

static int feed(struct run *r, struct fl_slice bytes)
{
	struct fl_error err = {0};
	return passed_on(r, diag_parser_feed(r->parser, bytes, &err), &err);
}

static int next_input(struct run *r)
{
	struct fl_error err = {0};
	return passed_on(r, diag_parser_next(r->parser, &err), &err);
}

/* Name what cannot be read and go on: the others are read all the same. */
static int complain(struct run *r, const char *what, const char *path, int sys)
{
	struct fl_buf text;
	struct fl_error err;
	r->missing = true;
	fl_error_sys(&err, FL_EMISSING, sys, "cannot %s %s", what, path);
	fl_buf_init(&text, sizeof(err.message) + 256);
	fl_opts_complaint(&d2s_tool, &err, &text);
	int rc = fl_write_all(2, fl_buf_view(&text), &r->err);
	fl_buf_release(&text);
	return rc;
}

static int read_fd(struct run *r, int fd, const char *path)
{
	static char chunk[CHUNK];
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof(chunk));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return complain(r, "read", path, errno);
		if (n == 0)
			return 0;
		int rc = feed(r, fl_slice(chunk, (size_t)n));
		if (!rc)
			rc = d2s_write_lines(r);
		if (rc)
			return rc;
	}
}

int d2s_read_files(struct run *r)
{
	int rc = 0;
	if (!r->o->operand_count)
		return read_fd(r, 0, "the standard input");
	for (size_t i = 0; i < r->o->operand_count && !rc; i++) {
		const char *path = r->o->operands[i];
		rc = i ? next_input(r) : 0;
		if (rc)
			break;
		if (strcmp(path, "-") == 0) {
			rc = read_fd(r, 0, "the standard input");
			continue;
		}
		int fd = open(path, O_RDONLY | O_CLOEXEC);
		rc = fd < 0 ? complain(r, "open", path, errno) : read_fd(r, fd, path);
		if (fd >= 0)
			close(fd);
	}
	return rc;
}

/* Our environment with LC_ALL=C in it. */
static const char **c_environment(void)
{
	size_t n = 0, kept = 0;
	while (environ[n])
		n++;
	const char **env = calloc(n + 2, sizeof(*env));
	for (size_t i = 0; env && i < n; i++)
		if (strncmp(environ[i], "LC_ALL=", 7) != 0)
			env[kept++] = environ[i];
	if (env)
		env[kept] = "LC_ALL=C";
	return env;
}

/* Run the compiler and parse its stderr; *ret_status is what a shell would call its status. */
int d2s_read_compiler(struct run *r, int *ret_status)
{
	struct fl_buf out, err_out;
	struct fl_process_result result;
	const char **env = c_environment();
	if (!env)
		return fl_error_set(&r->err, FL_ENOMEM, "out of memory for the environment");
	struct fl_process_spec spec = {.argv = r->o->operands,
		.env = env,
		.out_max = D2S_DOCUMENT_MAX,
		.err_max = D2S_DOCUMENT_MAX,
		.wall_ms = 3600 * 1000};
	fl_buf_init(&out, D2S_DOCUMENT_MAX);
	fl_buf_init(&err_out, D2S_DOCUMENT_MAX);
	int rc = fl_process_run(&spec, &out, &err_out, &result, &r->err);
	if (!rc)
		rc = d2s_write(r, 1, fl_buf_view(&out));
	if (!rc)
		rc = feed(r, fl_buf_view(&err_out));
	if (!rc && (result.out_cut || result.err_cut))
		rc = fl_error_set(&r->err, FL_ELIMIT,
			"the compiler wrote more than %d MiB; use a pipe: %s ... 2>&1 | "
			"diag2struct",
			D2S_DOCUMENT_MAX >> 20, r->o->operands[0]);
	if (!rc)
		*ret_status = result.end == FL_END_EXIT     ? result.exit_status
			      : result.end == FL_END_SIGNAL ? 128 + result.signal
							    : 4;
	fl_buf_release(&out);
	fl_buf_release(&err_out);
	free(env);
	return rc;
}
