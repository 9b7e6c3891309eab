/* tg_kernel_files(): what lies beside a manifest. */
#include "base/carry.h"
#include "tracegen/machine/kernel.h"

enum { FILE_BYTES = 1 << 20 };

/* A file of a directory, into a list that lives in the arena. */
struct loading {
	struct fl_vec files; /* struct tg_file */
	struct fl_arena *a;
};

static int load_file(
	void *ctx, const char *name, int fd, const struct stat *st, struct fl_error *err)
{
	struct loading *l = ctx;
	struct tg_file *f = fl_vec_add(&l->files);
	struct fl_buf text;
	(void)st;
	if (!f)
		return fl_error_set(err, FL_ELIMIT, "there are too many files");
	fl_buf_init(&text, FILE_BYTES);
	int rc = fl_buf_read_fd(&text, fd, err);
	*f = (struct tg_file){.path = fl_arena_slice(l->a, fl_slice_str(name)),
		.content = fl_arena_slice(l->a, fl_buf_view(&text))};
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(l->a, "the files of a kernel", err);
}

/* What is no link: a kernel has its files in its own directory. */
static int load_link(void *ctx, const char *name, const char *target, struct fl_error *err)
{
	(void)ctx;
	(void)name;
	(void)target;
	(void)err;
	return 0;
}

int tg_kernel_files(
	const char *dir, struct fl_arena *a, struct fl_list *ret_files, struct fl_error *err)
{
	struct loading l = {.a = a};
	struct fl_carry carry;
	const struct fl_carry_opts opts = {.file_max = FILE_BYTES, .files_max = TG_FILES_MAX};
	const struct fl_carry_sink sink = {.ctx = &l, .file = load_file, .link = load_link};
	fl_vec_init(&l.files, sizeof(struct tg_file), TG_FILES_MAX);
	int rc = fl_carry_open(&carry, dir, &opts, sink, a, err);
	if (rc == 0) {
		rc = fl_carry_tree(&carry, "", 0, err);
		fl_carry_close(&carry);
	}
	*ret_files = fl_vec_freeze(&l.files, a);
	fl_vec_release(&l.files);
	return rc ? rc : fl_arena_error(a, "the files of a kernel", err);
}
