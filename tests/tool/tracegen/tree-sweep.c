/*
 * tree-sweep FILE…: reads each source with libclang and runs all operators over its tree, in this
 * process's child, so that a sanitizer sees it. Writes a line a file: its count of sites and a hash of
 * all edited texts, or why it could not be read. Ends with 1 when an edit does not fit its file or a
 * sanitizer has reported something; that libclang itself runs out of stack is one more reason.
 */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "tracegen/sites.h"

enum { ARENA_MAX = 1 << 30, FILE_MAX = 8 << 20 };

static int sweep_text(const char *name, struct fl_slice text, struct fl_arena *a)
{
	const char *slash = strrchr(name, '/');
	struct tg_program program;
	struct fl_list sites;
	struct fl_error err;
	uint64_t hash = 0;
	int rc = tg_program_single(
		fl_slice_str(slash ? slash + 1 : name), text, TG_GCC, a, &program, &err);
	rc = rc ? rc : tg_sites_here(&program, a, &sites, &err);
	if (rc) {
		printf("%s: not read: %s\n", name, err.message);
		return rc == FL_EPARSE ? 0 : 1;
	}
	for (size_t i = 0; i < sites.len; i++) {
		struct fl_arena scratch;
		struct fl_slice changed;
		fl_arena_init(&scratch, ARENA_MAX);
		rc = tg_apply(
			text, (const struct tg_site *)sites.items + i, &scratch, &changed, &err);
		if (rc == 0) {
			const struct fl_slice parts[] = {
				fl_slice((const char *)&hash, sizeof(hash)), changed};
			hash = fl_hash64_parts(parts, 2);
		}
		fl_arena_release(&scratch);
		if (rc) {
			printf("%s: %s\n", name, err.message);
			return 1;
		}
	}
	printf("%s: %zu sites, %016llx\n", name, sites.len, (unsigned long long)hash);
	return 0;
}

static int sweep(const char *name)
{
	struct fl_arena arena;
	struct fl_error err;
	struct fl_buf text;
	fl_arena_init(&arena, ARENA_MAX);
	fl_buf_init(&text, FILE_MAX);
	int rc = fl_buf_read_file(&text, name, &err);
	if (rc)
		fprintf(stderr, "tree-sweep: %s\n", err.message);
	else
		rc = sweep_text(name, fl_buf_view(&text), &arena);
	fl_buf_release(&text);
	fl_arena_release(&arena);
	fflush(stdout);
	return rc;
}

/* In a child: AddressSanitizer has no signal stack for libclang's thread, which then just dies. */
static int sweep_apart(const char *name)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0)
		_exit(sweep(name) != 0);
	if (child < 0 || waitpid(child, &status, 0) != child) {
		perror("tree-sweep");
		return 1;
	}
	if (WIFSIGNALED(status))
		printf("%s: not read: signal %d\n", name, WTERMSIG(status));
	fflush(stdout);
	return WIFSIGNALED(status) ? 0 : WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	int bad = 0;
	for (int i = 1; i < argc; i++)
		bad |= sweep_apart(argv[i]);
	return bad;
}
