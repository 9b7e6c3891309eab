/* What goes into a box from the host: nothing from outside the root, nothing that is not meant. */
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/carry.h"

static char top[] = "/tmp/faultline-carry-XXXXXX";
static char root[64];

/* A root with neighbours that must never be read: "secret" lies beside it. */
static const char setup_script[] =
	"set -e; umask 022; cd \"$1\"; echo secret >secret; mkdir -p secrets; echo s >secrets/s\n"
	"mkdir -p root/src/deep root/.git root/closed root/build\n"
	"cd root; echo 'int a;' >src/a.c; echo 'int b;' >src/deep/b.c; echo h >src/a.h\n"
	"echo tok >.env; echo c >.git/config; echo k >key; chmod 600 key; echo t >closed/t\n"
	"chmod 700 closed; printf '\\177ELFxyz' >build/app; chmod 755 build/app; mkfifo pipe\n"
	"ln -s src/a.c in; ln -s ../src/a.c build/up; ln -s ../secret out; ln -s /etc/passwd abs\n"
	"ln -s ../secrets away; ln -s /proc/self/root/etc/passwd magic; ln -s nowhere dangling\n"
	"ln -s .env plain; ln -s closed/t open; ln -s loop loop; ln -s src dir; ln -s "
	"../root/src/a.c back\n"
	"ln -s build/../../secret sly; ln -s key shared; dd if=/dev/zero of=big bs=1k count=9 "
	"2>/dev/null\n";

static int make_files(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(top));
	assert_int_equal(chmod(top, 0755), 0);
	snprintf(root, sizeof(root), "%s/root", top);
	const char *const argv[] = {"sh", "-c", setup_script, "sh", top, NULL};
	struct fl_process_result r;
	assert_int_equal(
		fl_process_run(&(struct fl_process_spec){.argv = argv}, NULL, NULL, &r, NULL), 0);
	assert_int_equal(r.exit_status, 0);
	return 0;
}

static int drop_files(void **state)
{
	(void)state;
	const char *const argv[] = {"rm", "-rf", top, NULL};
	struct fl_process_result r;
	return fl_process_run(&(struct fl_process_spec){.argv = argv}, NULL, NULL, &r, NULL);
}

/* ---- beneath ---- */

static void both_ways_beneath_agree(void **state)
{
	(void)state;
	static const struct {
		const char *path;
		int flags, sys;
	} cases[] = {
		{"src/a.c", 0, 0},
		{"", O_DIRECTORY, 0},
		{".", O_DIRECTORY, 0},
		{"src/", 0, 0},
		{"src//deep/../a.c", 0, 0},
		{"./src/./a.c", 0, 0},
		{"in", 0, 0},
		{"build/up", 0, 0},
		{"dir/a.c", 0, 0},
		{"dir/", 0, 0},
		{"dir/../src/a.c", 0, 0},
		{"src/..", 0, 0},
		{"in", O_NOFOLLOW, ELOOP},
		{"in", O_NOFOLLOW | O_PATH, 0},
		{"in/", 0, ENOTDIR},
		{"..", 0, EXDEV},
		{"../secret", 0, EXDEV},
		{"out", 0, EXDEV},
		{"abs", 0, EXDEV},
		{"away/s", 0, EXDEV},
		{"away", 0, EXDEV},
		{"sly", 0, EXDEV},
		{"back", 0, EXDEV},
		{"src/../../secret", 0, EXDEV},
		{"/etc/passwd", 0, EXDEV},
		{"magic", 0, EXDEV},
		{"src/deep/../../..", 0, EXDEV},
		{"dangling", 0, ENOENT},
		{"loop", 0, ELOOP},
		{"none", 0, ENOENT},
		{"src/a.c/", 0, ENOTDIR},
		{"src/a.c/x", 0, ENOTDIR},
	};
	int dir = open(root, O_PATH | O_DIRECTORY);
	assert_true(dir >= 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct stat a, b;
		int one = fl_beneath_open(dir, cases[i].path, cases[i].flags);
		int one_sys = one < 0 ? errno : 0;
		int two = fl_beneath_walk(dir, cases[i].path, cases[i].flags);
		int two_sys = two < 0 ? errno : 0;
		if (one_sys != cases[i].sys || two_sys != cases[i].sys)
			fail_msg("%s: errno %d and %d, not %d", cases[i].path, one_sys, two_sys,
				cases[i].sys);
		if (one >= 0) {
			assert_int_equal(fstat(one, &a), 0);
			assert_int_equal(fstat(two, &b), 0);
			assert_true(a.st_ino == b.st_ino && a.st_dev == b.st_dev);
			assert_true(fcntl(two, F_GETFD) & FD_CLOEXEC);
			close(one);
			close(two);
		}
	}
	close(dir);
}

/* Regular files alone are opened, and no link is followed, wherever it leads. */
static void only_regular_files_are_opened(void **state)
{
	static const struct {
		const char *path;
		int sys; /* 0: it is there */
	} cases[] = {{"src/a.c", 0}, {"back", ENOTSUP}, {"src", ENOTSUP}, {"pipe", ENOTSUP},
		{"none", ENOENT}, {"src/../src/a.c", EXDEV}, {"src/a.c/x", ENOTDIR},
		{"away/s", ENOTDIR}, {"..", ENOTSUP}};
	(void)state;
	int dir = open(root, O_PATH | O_DIRECTORY);
	assert_true(dir >= 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		int fd = fl_beneath_regular(dir, cases[i].path);
		int sys = fd < 0 ? errno : 0;
		if (sys != cases[i].sys)
			fail_msg("%s: errno %d, not %d", cases[i].path, sys, cases[i].sys);
		if (fd >= 0)
			close(fd);
	}
	close(dir);
}

/* The whole of one, or a code that says why not. */
static void regular_files_are_read(void **state)
{
	static const struct {
		const char *path;
		size_t max;
		int rc;
	} cases[] = {{"src/a.c", 1000, 0}, {"src/a.c", 2, FL_ELIMIT}, {"back", 1000, FL_ENOTFOUND},
		{"src", 1000, FL_ENOTFOUND}, {"none", 1000, FL_ENOTFOUND}};
	struct fl_arena a;
	(void)state;
	int dir = open(root, O_PATH | O_DIRECTORY);
	assert_true(dir >= 0);
	fl_arena_init(&a, 1 << 20);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct fl_slice text = FL_S("untouched");
		struct fl_error err = {0};
		int rc = fl_beneath_read(dir, cases[i].path, cases[i].max, &a, &text, &err);
		assert_int_equal(rc, cases[i].rc);
		assert_true(rc ? strstr(err.message, cases[i].path) != NULL
			       : text.ptr[text.len] == '\0' && strlen(text.ptr) == text.len);
		assert_int_equal(fl_slice_eqs(text, "untouched"), rc != 0);
	}
	fl_arena_release(&a);
	close(dir);
}

/* ---- carrying ---- */

struct job {
	struct fl_arena arena;
	struct fl_carry c;
	char log[4096]; /* what the sink got, a line each */
};

static int sink_file(
	void *ctx, const char *name, int fd, const struct stat *st, struct fl_error *err)
{
	struct job *j = ctx;
	char text[64] = {0};
	size_t len = strlen(j->log);
	(void)err;
	assert_true(read(fd, text, sizeof(text) - 1) >= 0);
	text[strcspn(text, "\n")] = '\0';
	snprintf(j->log + len, sizeof(j->log) - len, "%s=%s(%o)\n", name, text,
		(unsigned)st->st_mode & 0777);
	return 0;
}

static int sink_link(void *ctx, const char *name, const char *target, struct fl_error *err)
{
	struct job *j = ctx;
	size_t len = strlen(j->log);
	(void)err;
	snprintf(j->log + len, sizeof(j->log) - len, "%s->%s\n", name, target);
	return 0;
}

static struct job *job_open(const struct fl_carry_opts *opts)
{
	struct job *j = calloc(1, sizeof(*j));
	struct fl_error err;
	assert_non_null(j);
	fl_arena_init(&j->arena, 1 << 20);
	struct fl_carry_sink sink = {j, sink_file, sink_link};
	assert_int_equal(fl_carry_open(&j->c, root, opts, sink, &j->arena, &err), 0);
	return j;
}

static void job_close(struct job *j)
{
	fl_carry_close(&j->c);
	fl_arena_release(&j->arena);
	free(j);
}

/* What the entries say of a path; -1: nothing. */
static int how(const struct job *j, const char *path)
{
	for (size_t i = 0; i < j->c.entries.len; i++) {
		const struct fl_carried *e = fl_vec_at(&j->c.entries, i);
		if (fl_slice_eqs(e->path, path))
			return (int)e->how;
	}
	return -1;
}

static void a_tree_is_taken_but_for_what_must_stay(void **state)
{
	(void)state;
	static const struct {
		const char *path;
		enum fl_carry_how how;
	} expected[] = {
		{"src/a.c", FL_CARRY_TAKEN},
		{"src/deep/b.c", FL_CARRY_TAKEN},
		{"in", FL_CARRY_LINK},
		{"build/up", FL_CARRY_LINK},
		{"dir", FL_CARRY_LINK},
		{"plain", FL_CARRY_LINK},
		{"shared", FL_CARRY_LINK},
		{".env", FL_CARRY_DOTFILE},
		{".git", FL_CARRY_DOTFILE},
		{"key", FL_CARRY_PRIVATE},
		{"closed", FL_CARRY_PRIVATE},
		{"out", FL_CARRY_OUTSIDE},
		{"abs", FL_CARRY_OUTSIDE},
		{"away", FL_CARRY_OUTSIDE},
		{"magic", FL_CARRY_OUTSIDE},
		{"sly", FL_CARRY_OUTSIDE},
		{"back", FL_CARRY_OUTSIDE},
		{"loop", FL_CARRY_OUTSIDE},
		{"dangling", FL_CARRY_DANGLING},
		{"pipe", FL_CARRY_SPECIAL},
		{"big", FL_CARRY_LARGE},
	};
	struct job *j = job_open(&(struct fl_carry_opts){.file_max = 8192});
	assert_int_equal(fl_carry_tree(&j->c, "", 0, NULL), 0);
	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++)
		if (how(j, expected[i].path) != (int)expected[i].how)
			fail_msg("%s: %d", expected[i].path, how(j, expected[i].path));
	/* not gone into */
	assert_int_equal(how(j, ".git/config"), -1);
	assert_int_equal(how(j, "closed/t"), -1);
	assert_int_equal(how(j, "away/s"), -1);
	assert_null(strstr(j->log, "secret"));
	assert_non_null(strstr(j->log, "build/app=\177ELFxyz(755)\nbuild/up->../src/a.c\n"));
	assert_int_equal(j->c.files, 4);
	assert_int_equal(j->c.refused, 14);
	assert_false(j->c.full);
	job_close(j);
	j = job_open(NULL);
	assert_int_equal(fl_carry_tree(&j->c, "", FL_CARRY_DOTFILES | FL_CARRY_PRIVATES, NULL), 0);
	assert_int_equal(how(j, ".git/config"), FL_CARRY_TAKEN);
	assert_int_equal(how(j, "closed/t"), FL_CARRY_TAKEN);
	assert_int_equal(how(j, "key"), FL_CARRY_TAKEN);
	assert_int_equal(how(j, "out"), FL_CARRY_OUTSIDE);
	job_close(j);
}

static bool no_deep(void *ctx, const char *path, mode_t mode)
{
	(void)ctx;
	return !(S_ISDIR(mode) && !strcmp(path, "src/deep"));
}

static void a_tree_is_chosen_from_and_bounded(void **state)
{
	(void)state;
	static const char *const c[] = {".c", ".h", NULL};
	struct job *j =
		job_open(&(struct fl_carry_opts){.suffixes = c, .wanted = no_deep, .into = "x/y"});
	assert_int_equal(fl_carry_tree(&j->c, "src", 0, NULL), 0);
	assert_string_equal(j->log, "x/y/src/a.c=int a;(644)\nx/y/src/a.h=h(644)\n");
	job_close(j);
	j = job_open(&(struct fl_carry_opts){.depth_max = 1});
	assert_int_equal(fl_carry_tree(&j->c, "src", 0, NULL), 0);
	assert_string_equal(j->log, "src/a.c=int a;(644)\nsrc/a.h=h(644)\n");
	job_close(j);
	j = job_open(&(struct fl_carry_opts){.files_max = 1});
	assert_int_equal(fl_carry_tree(&j->c, "src", 0, NULL), 0);
	assert_true(j->c.full);
	assert_int_equal(j->c.files, 1);
	assert_int_equal(how(j, "src/a.h"), FL_CARRY_MUCH);
	job_close(j);
	j = job_open(&(struct fl_carry_opts){.bytes_max = 10});
	assert_int_equal(fl_carry_tree(&j->c, "src", 0, NULL), 0);
	assert_true(j->c.full);
	assert_int_equal(how(j, "src/a.c"), FL_CARRY_TAKEN);
	assert_int_equal(how(j, "src/deep/b.c"), FL_CARRY_MUCH);
	job_close(j);
	/* the directory itself */
	j = job_open(NULL);
	assert_int_equal(fl_carry_tree(&j->c, "none", 0, NULL), FL_ENOTFOUND);
	assert_int_equal(fl_carry_tree(&j->c, "away", 0, NULL), FL_EREFUSED);
	assert_int_equal(fl_carry_tree(&j->c, ".git", 0, NULL), FL_EREFUSED);
	assert_int_equal(fl_carry_tree(&j->c, "closed", 0, NULL), FL_EREFUSED);
	assert_int_equal(fl_carry_tree(&j->c, "../root", 0, NULL), FL_EREFUSED);
	assert_string_equal(j->log, "");
	job_close(j);
}

static void a_named_file_follows_links_that_stay(void **state)
{
	(void)state;
	static const struct {
		const char *path;
		unsigned allow;
		int code;
	} cases[] = {
		{"src/a.c", 0, 0},
		{"in", 0, 0},
		{"build/up", 0, 0},
		{"dir/deep/../a.c", 0, 0},
		{"plain", 0, FL_EREFUSED},
		{"plain", FL_CARRY_DOTFILES, 0},
		{".git/config", 0, FL_EREFUSED},
		{".git/config", FL_CARRY_DOTFILES, 0},
		{"key", 0, FL_EREFUSED},
		{"key", FL_CARRY_DOTFILES, FL_EREFUSED},
		{"shared", 0, FL_EREFUSED},
		{"key", FL_CARRY_PRIVATES, 0},
		{"closed/t", 0, FL_EREFUSED},
		{"open", 0, FL_EREFUSED},
		{"closed/t", FL_CARRY_PRIVATES, 0},
		{"pipe", 0, FL_EREFUSED},
		{"src", 0, FL_EREFUSED},
		{"out", 3, FL_EREFUSED},
		{"abs", 3, FL_EREFUSED},
		{"magic", 3, FL_EREFUSED},
		{"../secret", 3, FL_EREFUSED},
		{"/etc/passwd", 3, FL_EREFUSED},
		{"none", 0, FL_ENOTFOUND},
		{"dangling", 0, FL_ENOTFOUND},
		{"src/a.c/x", 0, FL_ENOTFOUND},
		{"big", 0, FL_ELIMIT},
	};
	struct job *j = job_open(&(struct fl_carry_opts){.file_max = 8192});
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct fl_error err = {.code = FL_OK};
		int rc = fl_carry_file(&j->c, cases[i].path, "name", cases[i].allow, &err);
		if (rc != cases[i].code)
			fail_msg("%s: %d %s", cases[i].path, rc, err.message);
	}
	assert_null(strstr(j->log, "secret"));
	assert_int_equal(j->c.files, 8);
	job_close(j);
	j = job_open(&(struct fl_carry_opts){.fits = fl_carry_is_elf});
	assert_int_equal(fl_carry_file(&j->c, "build/app", NULL, 0, NULL), 0);
	struct fl_error err;
	assert_int_equal(fl_carry_file(&j->c, "src/a.c", NULL, 0, &err), FL_EREFUSED);
	assert_string_equal(
		err.message, "src/a.c is not taken: it is not of the kind that is asked for");
	assert_string_equal(j->log, "build/app=\177ELFxyz(755)\n");
	job_close(j);
}

static void roots_are_found_by_text_and_real_name(void **state)
{
	(void)state;
	char link[96], path[128];
	const char *rest = NULL;
	snprintf(link, sizeof(link), "%s/alias", top);
	assert_int_equal(symlink("root", link), 0);
	const char *const roots[] = {"/nowhere", link, NULL};
	snprintf(path, sizeof(path), "%s/src/a.c", root);
	assert_ptr_equal(fl_carry_root_of(roots, path, &rest), link);
	assert_string_equal(rest, "src/a.c");
	snprintf(path, sizeof(path), "%s//src/../../secret", link);
	assert_ptr_equal(fl_carry_root_of(roots, path, &rest), link);
	assert_string_equal(rest, "src/../../secret"); /* refused when carried */
	snprintf(path, sizeof(path), "%ster/src", root);
	assert_null(fl_carry_root_of(roots, path, &rest));
	assert_null(fl_carry_root_of(roots, "src/a.c", &rest));
	assert_null(fl_carry_root_of(roots, link, &rest));
	assert_null(fl_carry_root_of(NULL, path, &rest));
	const char *const all[] = {"/", NULL};
	assert_non_null(fl_carry_root_of(all, "/etc/x", &rest));
	assert_string_equal(rest, "etc/x");
}

static void a_tree_arrives_in_a_box(void **state)
{
	(void)state;
	struct fl_box *box;
	struct fl_error err;
	struct fl_arena arena;
	struct fl_carry c;
	struct answer a;
	assert_int_equal(fl_box_new(NULL, &box, &err), 0);
	fl_arena_init(&arena, 1 << 20);
	struct fl_carry_opts opts = {.into = "p"};
	assert_int_equal(fl_carry_open(&c, root, &opts, fl_carry_to_box(box), &arena, &err), 0);
	assert_int_equal(fl_carry_tree(&c, "", 0, &err), 0);
	/* once more: what is there is replaced, links too */
	assert_int_equal(fl_carry_tree(&c, "", 0, &err), 0);
	run_shell(box, &a,
		"cd p; cat in build/up dir/deep/b.c; stat -c '%a %s' build/app big; find . | wc "
		"-l; "
		"readlink in; cat plain 2>&1 | cut -c1-4");
	assert_string_equal(
		a.out.data, "int a;\nint a;\nint b;\n755 7\n644 9216\n15\nsrc/a.c\ncat:\n");
	release(&a);
	/* a link of ours does not lead what is put later elsewhere */
	assert_int_equal(fl_box_link(box, "l", "/tmp", &err), 0);
	assert_int_not_equal(fl_box_put(box, "l/x", FL_S("x"), 0644, &err), 0);
	assert_int_equal(fl_box_link(box, "../l", "x", &err), FL_EINVAL);
	fl_carry_close(&c);
	fl_arena_release(&arena);
	fl_box_free(box);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_ways_beneath_agree),
		cmocka_unit_test(only_regular_files_are_opened),
		cmocka_unit_test(regular_files_are_read),
		cmocka_unit_test(a_tree_is_taken_but_for_what_must_stay),
		cmocka_unit_test(a_tree_is_chosen_from_and_bounded),
		cmocka_unit_test(a_named_file_follows_links_that_stay),
		cmocka_unit_test(roots_are_found_by_text_and_real_name),
		cmocka_unit_test(a_tree_arrives_in_a_box),
	};
	return cmocka_run_group_tests(tests, make_files, drop_files);
}
