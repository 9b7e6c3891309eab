#include "tracegen/machine/make.h"

#include <stdio.h>
#include <string.h>

#include "base/source_name.h"

enum {
	SAID_MAX = 64 << 10,
	SERIAL_MAX = 256 << 10,
	DEPENDS_MAX = 1 << 20,
	BOOT_CPU_MS = 4000, /* a kernel's self-test takes a tenth of that */
	BOOT_WALL_MS = 60000, /* of one that waits for ever, and of all on a busy machine */
	BOOT_PROCESSES = 128
};

int tg_kernel_put(struct fl_box *box, const struct tg_kernel *k, struct fl_error *err)
{
	int rc = fl_box_clear(box, err);
	for (size_t i = 0; rc == 0 && i < k->program.files.len; i++) {
		const struct tg_file *f = tg_program_at(&k->program, i);
		char path[1024]; /* tg_program_check() lets no longer one pass */
		snprintf(path, sizeof(path), "%.*s", FL_ARG(f->path));
		rc = fl_box_put(box, path, f->content, 0644, err);
	}
	return rc;
}

/* Run a tool. What it writes to standard error is what it says. */
static int run_tool(struct fl_box *box, const struct fl_list *words, struct fl_arena *a,
	bool *ret_done, struct fl_slice *ret_said, struct fl_error *err)
{
	struct fl_process_result result;
	struct fl_buf said;
	const char **argv = tg_texts_argv(words, 0, a);
	if (!words->items || !argv)
		return fl_arena_error(a, "a command", err);
	const struct fl_run_spec spec = {.argv = argv,
		.cpu_ms = fl_box_compile_ms(box),
		.wall_ms = 4 * fl_box_compile_ms(box),
		.err_max = SAID_MAX / 2};
	fl_buf_init(&said, SAID_MAX);
	int rc = fl_box_run(box, &spec, NULL, &said, &result, err);
	if (rc == FL_EEXEC)
		rc = fl_error_set(err, FL_EMISSING, "cannot run %s", argv[0]);
	*ret_done = rc == 0 && result.end == FL_END_EXIT && result.exit_status == 0;
	*ret_said = fl_arena_slice(a, fl_buf_view(&said));
	fl_buf_release(&said);
	return rc;
}

int tg_kernel_make(struct fl_box *box, const struct tg_kernel *k, struct fl_slice source,
	struct fl_arena *a, bool *ret_built, struct fl_slice *ret_said, struct fl_error *err)
{
	bool done = true;
	int rc = 0;
	for (size_t i = 0; rc == 0 && done && i < k->sources.len; i++) {
		struct fl_slice each = tg_text_at(&k->sources, i);
		if (source.len && !fl_slice_eq(each, source))
			continue;
		struct fl_list argv = tg_kernel_compile_argv(k, each, a);
		rc = run_tool(box, &argv, a, &done, ret_said, err);
	}
	if (rc == 0 && done) {
		struct fl_list argv = tg_kernel_link_argv(k, a);
		rc = run_tool(box, &argv, a, &done, ret_said, err);
	}
	*ret_built = done;
	return rc;
}

/* ---- what took part ---- */

/* Does a rule of a makefile ("a.o: a.c \\", "  a.h") name the path? */
static bool names_path(struct fl_slice rule, struct fl_slice path)
{
	ptrdiff_t at;
	while ((at = fl_slice_search(rule, path)) >= 0) {
		struct fl_slice rest = fl_slice_skip(rule, (size_t)at + path.len);
		char before = at ? rule.ptr[at - 1] : ' ';
		bool starts = strchr(" \n\t", before) ||
			      (before == '/' && at > 1 && rule.ptr[at - 2] == '.');
		if (starts && (!rest.len || strchr(" \n\t\\", rest.ptr[0])))
			return true;
		rule = rest;
	}
	return false;
}

/* What the compiler wrote of all sources, one behind the other. */
static int read_rules(
	struct fl_box *box, const struct tg_kernel *k, struct fl_buf *out, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < k->sources.len; i++) {
		char path[1100];
		snprintf(path, sizeof(path), "%.*s.d", FL_ARG(tg_text_at(&k->sources, i)));
		rc = fl_box_get(box, path, out, err);
		if (rc == FL_ENOTFOUND) /* assembly that is not preprocessed */
			rc = 0;
		fl_buf_char(out, '\n');
	}
	return rc ? rc : fl_buf_error(out, "the files of a kernel", err);
}

static bool is_needed(const struct tg_kernel *k, struct fl_slice rules, struct fl_slice path)
{
	return fl_slice_eqs(path, TG_KERNEL_MANIFEST) || fl_texts_have(&k->sources, path) ||
	       fl_texts_have(&k->link, path) || names_path(rules, path);
}

int tg_kernel_needed(struct fl_box *box, const struct tg_kernel *k, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err)
{
	struct fl_buf rules;
	struct tg_file *files = fl_arena_array(a, k->program.files.len, sizeof(*files));
	size_t n = 0;
	if (!files)
		return fl_arena_error(a, "the files of a kernel", err);
	fl_buf_init(&rules, DEPENDS_MAX);
	int rc = read_rules(box, k, &rules, err);
	for (size_t i = 0; rc == 0 && i < k->program.files.len; i++)
		if (is_needed(k, fl_buf_view(&rules), tg_program_at(&k->program, i)->path))
			files[n++] = *tg_program_at(&k->program, i);
	fl_buf_release(&rules);
	if (rc == 0)
		*ret_files = (struct fl_list){files, n};
	return rc;
}

/* ---- boots ---- */

struct fl_slice tg_kernel_serial(struct fl_slice text, struct fl_arena *a)
{
	char *out = fl_arena_alloc(a, text.len + 1);
	size_t n = 0;
	for (size_t i = 0; out && i < text.len; i++)
		if (text.ptr[i] != '\r')
			out[n++] = text.ptr[i];
	return fl_slice(out, n);
}

int tg_kernel_boot(struct fl_box *box, const struct tg_kernel *k,
	enum tg_kernel_condition condition, struct fl_arena *a, struct tg_kernel_boot *ret_boot,
	struct fl_error *err)
{
	struct fl_list words = tg_kernel_boot_argv(k, condition, a);
	const char **argv = words.items ? tg_texts_argv(&words, 0, a) : NULL;
	struct fl_buf out;
	if (!argv)
		return fl_arena_error(a, "a boot", err);
	const struct fl_run_spec spec = {.argv = argv,
		.out_max = SERIAL_MAX,
		.err_max = SAID_MAX,
		.cpu_ms = BOOT_CPU_MS,
		.wall_ms = BOOT_WALL_MS,
		.processes = BOOT_PROCESSES};
	fl_buf_init(&out, 2 * SERIAL_MAX);
	int rc = fl_box_run(box, &spec, &out, NULL, &ret_boot->result, err);
	if (rc == FL_EEXEC)
		rc = fl_error_set(err, FL_EMISSING, "cannot run %s in the sandbox", argv[0]);
	ret_boot->serial = tg_kernel_serial(fl_buf_view(&out), a);
	fl_buf_release(&out);
	return rc ? rc : fl_arena_error(a, "a boot", err);
}

bool tg_kernel_ended(const struct tg_kernel_boot *boot)
{
	return boot->result.end == FL_END_EXIT;
}

/* The last line of all. */
static struct fl_slice last_line(struct fl_slice text)
{
	text = fl_slice_trim(text);
	ptrdiff_t at = fl_slice_rchr(text, '\n');
	return fl_slice_skip(text, (size_t)(at + 1));
}

bool tg_kernel_passed(const struct tg_kernel *k, const struct tg_kernel_boot *boot)
{
	return tg_kernel_ended(boot) && boot->result.exit_status == k->pass_status &&
	       fl_slice_eq(last_line(boot->serial), k->pass);
}

bool tg_kernel_alike(const struct tg_kernel_boot *a, const struct tg_kernel_boot *b)
{
	return a->result.end == b->result.end && a->result.exit_status == b->result.exit_status &&
	       fl_slice_eq(a->serial, b->serial);
}
