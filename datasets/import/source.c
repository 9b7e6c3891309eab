#include "datasets/import/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "base/path.h"
#include "base/spawn.h"
#include "base/zst.h"

/* Memory for a line as JSON. */
enum { LAST_MAX = 512 << 20 };

struct ds_source {
	struct fl_lines *lines;
	struct fl_spawned gzip; /* pid 0: none */
	bool packed; /* by gzip */
	uint64_t number;
	struct fl_slice name;
};

/* RFC 1952, 2.3.1. */
static bool is_gzip(int fd)
{
	unsigned char magic[2];
	return pread(fd, magic, sizeof(magic), 0) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
}

/* gzip reads the file itself; what it says of it is told when it has ended. */
static int open_packed(struct ds_source *s, const char *path, size_t line_max, struct fl_error *err)
{
	const char *const argv[] = {"gzip", "-dcq", "--", path, NULL};
	int rc = fl_spawn(argv, NULL, NULL, 0, &s->gzip, err);
	if (rc)
		return rc;
	s->packed = true;
	close(s->gzip.in);
	s->gzip.in = -1;
	int fd = s->gzip.out;
	s->gzip.out = -1;
	if (fcntl(fd, F_SETFL, 0) != 0) {
		close(fd);
		return fl_error_sys(err, FL_EIO, errno, "cannot read from gzip");
	}
	return fl_lines_take(fd, line_max, &s->lines, err);
}

static int open_path(struct ds_source *s, const char *path, size_t line_max, struct fl_error *err)
{
	if (strcmp(path, "-") == 0)
		return fl_lines_open(path, line_max, &s->lines, err);
	int fd = -1, rc = fl_input_open(path, &fd, err);
	if (rc)
		return rc;
	bool packed = is_gzip(fd);
	close(fd);
	return packed ? open_packed(s, path, line_max, err)
		      : fl_lines_open(path, line_max, &s->lines, err);
}

int ds_source_open(
	const char *path, size_t line_max, struct ds_source **ret_source, struct fl_error *err)
{
	struct ds_source *s = calloc(1, sizeof(*s));
	if (!s)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	s->gzip.in = s->gzip.out = s->gzip.err = -1;
	s->name = fl_slice_str(strcmp(path, "-") == 0 ? "stdin" : path);
	s->name = fl_path_name(s->name);
	int rc = open_path(s, path, line_max, err);
	if (rc) {
		ds_source_close(s);
		return rc;
	}
	fl_lines_skip_long(s->lines);
	*ret_source = s;
	return 0;
}

void ds_source_close(struct ds_source *s)
{
	if (!s)
		return;
	fl_lines_close(s->lines);
	if (s->packed)
		fl_spawn_end(&s->gzip);
	free(s);
}

/* A file that is cut short ends its text and is told by gzip's exit status alone. */
static int end_of_packed(struct ds_source *s, struct fl_error *err)
{
	enum { WAIT_US = 2000, WAITS = 2500 };
	for (int i = 0; i < WAITS && !fl_spawn_ended(&s->gzip); i++)
		usleep(WAIT_US);
	bool whole = !s->gzip.pid && WIFEXITED(s->gzip.status) && !WEXITSTATUS(s->gzip.status);
	return whole ? 0 : fl_error_set(err, FL_EPARSE, "gzip says that the file is not whole");
}

/*
 * A last line may lack its LF, but not its end: what was cut short there is told as it is of a
 * packed file.
 */
static int check_last(struct ds_source *s, struct fl_slice line, struct fl_error *err)
{
	const struct fl_json *row;
	struct fl_arena a;
	struct fl_error why;
	int rc = s->packed ? end_of_packed(s, err) : 0;
	if (rc)
		return rc;
	fl_arena_init(&a, LAST_MAX);
	rc = fl_json_parse(line, &a, &row, &why);
	fl_arena_release(&a);
	return rc ? fl_error_at(err, FL_EPARSE, (unsigned)s->number, why.col, why.offset,
			    "the last line has no end, and is cut short: %s", why.message)
		  : 0;
}

int ds_source_next(
	struct ds_source *s, struct fl_slice *ret_line, uint64_t *ret_number, struct fl_error *err)
{
	struct fl_slice line;
	int rc;
	while ((rc = fl_lines_next(s->lines, &line, err)) == 1) {
		s->number++;
		if (s->number == 1 && fl_slice_starts(line, "\xef\xbb\xbf"))
			line = fl_slice_skip(line, 3);
		if (line.ptr && !fl_slice_trim(line).len)
			continue;
		if (line.ptr && !fl_lines_ended(s->lines) && (rc = check_last(s, line, err)))
			return rc;
		*ret_line = line;
		*ret_number = s->number;
		return 1;
	}
	return rc == 0 && s->packed ? end_of_packed(s, err) : rc;
}

struct fl_slice ds_source_name(const struct ds_source *s)
{
	return s->name;
}
