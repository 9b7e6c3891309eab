/*
 * "-- COMPILER ARGUMENT…": run it, with options that make it say more, and read what it printed.
 * gcc gets -fdiagnostics-parseable-fixits, clang --serialize-diagnostics with a file of our own;
 * where the user gave such options, these count.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "diag/cmd/diag2struct/tool.h"
#include "diag/output/merge.h"
#include "diag/source/mistaken.h"

enum { WALL_MS = 3600 * 1000, VERSION_MS = 10 * 1000, DIA_MAX = 64 << 20, EXTRA = 2 };
enum kind { OTHER, GCC, CLANG, UNCLEAR };

static const struct {
	const char *name;
	enum kind kind;
} names[] = {
	{"gcc", GCC},
	{"g++", GCC},
	{"clang", CLANG},
	{"clang++", CLANG},
	{"cc", UNCLEAR},
	{"c++", UNCLEAR},
};

/* The file that we let clang write, for the signal handler; empty: none. */
static char temporary_dir[4096], temporary_file[4096 + 8];

struct compilation {
	const char **argv; /* with our options in it */
	const char **env;
	const char *dia; /* the file of serialized diagnostics, NULL: none */
	struct stat before; /* of it; st_nlink is 0 where there was none */
	struct fl_buf err_out;
	struct fl_process_result result;
};

static void temporary_remove(void)
{
	if (!temporary_dir[0])
		return;
	unlink(temporary_file);
	rmdir(temporary_dir);
	temporary_dir[0] = 0;
}

static void on_signal(int sig)
{
	temporary_remove();
	signal(sig, SIG_DFL);
	raise(sig);
}

/* A directory that nobody else can write; false: none, and so no serialized diagnostics. */
static bool temporary_make(void)
{
	static const int fatal[] = {SIGHUP, SIGINT, SIGTERM};
	const char *tmp = getenv("TMPDIR");
	struct fl_buf path;
	fl_buf_init(&path, sizeof(temporary_dir) - 1);
	fl_buf_printf(&path, "%s/diag2struct.XXXXXX", tmp && *tmp ? tmp : "/tmp");
	bool made = !path.failed && mkdtemp(path.data);
	if (made) {
		memcpy(temporary_dir, path.data, path.len + 1);
		fl_buf_str(&path, "/x.dia");
		made = !path.failed;
		memcpy(temporary_file, path.data, made ? path.len + 1 : 0);
		for (size_t i = 0; i < sizeof(fatal) / sizeof(fatal[0]); i++)
			if (signal(fatal[i], on_signal) == SIG_IGN)
				signal(fatal[i], SIG_IGN);
	}
	fl_buf_release(&path);
	return made;
}

/* Our environment, with LC_ALL=C in it where English is wanted. */
static const char **environment(bool english)
{
	size_t n = 0, kept = 0;
	while (environ[n])
		n++;
	const char **env = calloc(n + 2, sizeof(*env));
	for (size_t i = 0; env && i < n; i++)
		if (!english || strncmp(environ[i], "LC_ALL=", 7) != 0)
			env[kept++] = environ[i];
	if (env && english)
		env[kept] = "LC_ALL=C";
	return env;
}

/* By its name, without directory, target prefix and version: /usr/bin/x86_64-linux-gnu-g++-12. */
static enum kind kind_by_name(const char *program)
{
	struct fl_slice name = fl_slice_str(program);
	name = fl_slice_skip(name, (size_t)(fl_slice_rchr(name, '/') + 1));
	ptrdiff_t dash = fl_slice_rchr(name, '-');
	if (dash > 0 && strchr("0123456789", name.ptr[dash + 1]) && name.ptr[dash + 1])
		name.len = (size_t)dash;
	name = fl_slice_skip(name, (size_t)(fl_slice_rchr(name, '-') + 1));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (fl_slice_eqs(name, names[i].name))
			return names[i].kind;
	return OTHER;
}

bool d2s_names_compiler(const char *program)
{
	return kind_by_name(program) != OTHER;
}

/* What "cc" is, it says itself. */
static enum kind kind_of(const char *program, const char *const *env)
{
	enum kind kind = kind_by_name(program);
	if (kind != UNCLEAR)
		return kind;
	const char *argv[] = {program, "--version", NULL};
	struct fl_process_spec spec = {.argv = argv, .env = env, .wall_ms = VERSION_MS};
	struct fl_process_result result;
	struct fl_buf out;
	fl_buf_init(&out, 1 << 20);
	int rc = fl_process_run(&spec, &out, NULL, &result, NULL);
	kind = rc                                       ? OTHER
	       : strstr(out.data, "clang")              ? CLANG
	       : strstr(out.data, "Free Software Foun") ? GCC
							: OTHER;
	fl_buf_release(&out);
	return kind;
}

/* The last argument that starts so, or NULL. */
static const char *const *argument(const char *const *argv, const char *start)
{
	const char *const *found = NULL;
	for (argv++; *argv; argv++)
		if (strncmp(*argv, start, strlen(start)) == 0)
			found = argv;
	return found;
}

static bool has_source(const char *const *argv)
{
	if (argument(argv, "-x"))
		return true;
	for (argv++; *argv; argv++)
		if (diag_names_source(*argv))
			return true;
	return false;
}

/* Where clang writes its serialized diagnostics: the user's file, or ours, by options to add. */
static void clang_prepare(struct compilation *c, const char *const *argv, const char **extra)
{
	const char *const *given = argument(argv, "--serialize-diagnostics");
	if (!given)
		given = argument(argv, "-serialize-diagnostics");
	if (given) {
		c->dia = given[1]; /* NULL: clang will complain */
	} else if (has_source(argv) && strncmp(argv[1], "-cc1", 4) != 0 && temporary_make()) {
		extra[0] = "--serialize-diagnostics";
		extra[1] = c->dia = temporary_file;
	}
	if (!c->dia || stat(c->dia, &c->before))
		c->before = (struct stat){0};
}

/* What is passed on looks as it would without us: in colour on a terminal, and no more. */
static void colour_prepare(const char *const *argv, const char **extra)
{
	if (isatty(2) && !argument(argv, "-fdiagnostics-color") &&
		!argument(argv, "-fno-diagnostics-color") &&
		!argument(argv, "-fcolor-diagnostics") &&
		!argument(argv, "-fno-color-diagnostics") && !getenv("NO_COLOR"))
		extra[0] = "-fdiagnostics-color=always";
}

static void gcc_prepare(const char *const *argv, const char **extra)
{
	if (!argument(argv, "-fdiagnostics-parseable-fixits") &&
		!argument(argv, "-fdiagnostics-format=") &&
		!argument(argv, "-fdiagnostics-generate-patch"))
		extra[0] = "-fdiagnostics-parseable-fixits";
}

/* The command line with our options behind the program, where no "--" comes before them. */
static int prepare(struct run *r, struct compilation *c)
{
	const char *const *argv = r->o->operands;
	const char *extra[EXTRA] = {NULL};
	size_t n = 0, count = 0;
	while (argv[count])
		count++;
	bool unchanged = fl_opt_given(r->o, OPT_COLLECT);
	c->env = environment(!unchanged);
	c->argv = calloc(count + EXTRA + 1, sizeof(*c->argv));
	if (!c->env || !c->argv)
		return fl_error_set(&r->err, FL_ENOMEM, "out of memory for a command line");
	enum kind kind = count > 1 ? kind_of(argv[0], c->env) : OTHER;
	if (kind == CLANG || kind == GCC)
		diag_reader_expect(r->reader, kind == CLANG ? "clang" : "gcc");
	if (unchanged && (kind == CLANG || kind == GCC))
		colour_prepare(argv, extra);
	else if (kind == CLANG)
		clang_prepare(c, argv, extra);
	else if (kind == GCC)
		gcc_prepare(argv, extra);
	c->argv[n++] = argv[0];
	for (size_t i = 0; i < EXTRA && extra[i]; i++)
		c->argv[n++] = extra[i];
	memcpy(c->argv + n, argv + 1, count * sizeof(*argv));
	return 0;
}

/* The compiler wrote it in this run. */
static bool written(const struct compilation *c)
{
	struct stat now;
	const struct stat *was = &c->before;
	if (!c->dia || stat(c->dia, &now) || !S_ISREG(now.st_mode))
		return false;
	return !was->st_nlink || now.st_ino != was->st_ino || now.st_size != was->st_size ||
	       now.st_mtim.tv_sec != was->st_mtim.tv_sec ||
	       now.st_mtim.tv_nsec != was->st_mtim.tv_nsec;
}

/*
 * The serialized diagnostics in the arena. An empty list when they cannot be read or are damaged,
 * as those of a compiler that crashed: the text has all that is needed.
 */
static struct fl_list dia_read(const struct compilation *c, struct fl_arena *a)
{
	struct d2s_aside aside = {.arena = a};
	struct diag_sink sink = {.diagnostic = d2s_set_aside, .ctx = &aside};
	struct fl_list list = {0};
	struct diag_parser *p = NULL;
	struct fl_buf bytes;
	fl_buf_init(&bytes, DIA_MAX);
	fl_vec_init(&aside.found, sizeof(struct diag_diagnostic), FL_LIST_MAX);
	if (written(c) && !fl_buf_read_file(&bytes, c->dia, NULL) &&
		!diag_parser_new(DIAG_FROM_DIA, &sink, &p, NULL) &&
		!diag_parser_feed(p, fl_buf_view(&bytes), NULL) && !diag_parser_finish(p, NULL) &&
		!diag_parser_stats(p)->damaged)
		list = fl_vec_freeze(&aside.found, a);
	diag_parser_free(p);
	fl_vec_release(&aside.found);
	fl_buf_release(&bytes);
	return list;
}

/* Read the text and the serialized diagnostics, and pass on what both say together. */
static int feed_merged(struct run *r, const struct compilation *c)
{
	struct fl_arena a;
	fl_arena_init(&a, D2S_DOCUMENT_MAX);
	struct d2s_aside aside = {.arena = &a};
	fl_vec_init(&aside.found, sizeof(struct diag_diagnostic), FL_LIST_MAX);
	r->aside = &aside;
	int rc = d2s_feed(r, fl_buf_view(&c->err_out));
	if (!rc)
		rc = d2s_next_input(r);
	r->aside = NULL;
	struct fl_list text = fl_vec_freeze(&aside.found, &a), dia = dia_read(c, &a), both;
	if (!rc)
		rc = diag_merge(&text, &dia, &a, &both, &r->err);
	for (size_t i = 0; !rc && i < both.len; i++)
		rc = d2s_take(r, (const struct diag_diagnostic *)both.items + i);
	fl_vec_release(&aside.found);
	fl_arena_release(&a);
	return rc;
}

static int compile(struct run *r, struct compilation *c)
{
	struct fl_process_spec spec = {.argv = c->argv,
		.env = c->env,
		.share_out = true,
		.err_max = D2S_DOCUMENT_MAX,
		.wall_ms = WALL_MS};
	int rc = prepare(r, c);
	spec.argv = c->argv;
	spec.env = c->env;
	if (!rc)
		rc = fl_process_run(&spec, NULL, &c->err_out, &c->result, &r->err);
	r->ran = !rc;
	if (!rc && fl_opt_given(r->o, OPT_COLLECT))
		rc = d2s_write(r, 2, fl_buf_view(&c->err_out));
	if (!rc)
		rc = c->dia ? feed_merged(r, c) : d2s_feed(r, fl_buf_view(&c->err_out));
	if (!rc && c->result.err_cut)
		rc = fl_error_set(&r->err, FL_ELIMIT,
			"the compiler wrote more than %d MiB of messages; use a pipe: %s ... 2>&1 "
			"| "
			"diag2struct",
			D2S_DOCUMENT_MAX >> 20, c->argv[0]);
	return rc;
}

int d2s_read_compiler(struct run *r, int *ret_status)
{
	struct compilation c = {0};
	fl_buf_init(&c.err_out, D2S_DOCUMENT_MAX);
	int rc = compile(r, &c);
	if (!rc || r->ran)
		*ret_status = c.result.end == FL_END_EXIT     ? c.result.exit_status
			      : c.result.end == FL_END_SIGNAL ? 128 + c.result.signal
							      : 4;
	temporary_remove();
	fl_buf_release(&c.err_out);
	free(c.argv);
	free(c.env);
	return rc;
}
