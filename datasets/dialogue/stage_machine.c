/* A kernel on a machine of QEMU's, built of its record's files. */
#include "datasets/dialogue/stage.h"
#include "datasets/kernels/kernels.h"
#include "datasets/record/edits.h"
#include "debugsession/gdb/gdb.h"
#include "tracegen/machine/session.h"

enum { CPU_MS = 10000, WALL_MS = 60000, DIRTY_MAX = 1 << 16 };

#define STUB FL_BOX_DIR "/.stub"

static int read_kernel(struct ds_making *m)
{
	const struct ds_record *r = m->r;
	const char *why = NULL;
	if (!r->files.len || !r->edits.len)
		return fl_error_set(m->err, FL_EREFUSED, "it has no files or edits");
	int rc = ds_kernel_read(r, m->a, &m->kernel, &why, m->err);
	if (rc || why)
		return rc ? rc : fl_error_set(m->err, FL_EREFUSED, "%s", why);
	m->source.program = m->kernel.program;
	m->faulty = r->files;
	return 0;
}

/* What stands in the box is of these files: a debugger may boot it. */
static int make_ready(struct ds_making *m, const struct fl_list *files)
{
	const char *name = dbg_qemu_debugger(m->kernel.machine);
	const char **argv = fl_arena_array(m->a, 5, sizeof(*argv));
	const char *boot = tg_kernel_halted(
		&m->kernel, TG_KERNEL_PLAIN, "-gdb unix:" STUB ",server=on,wait=off", m->a, m->err);
	if (!boot || !argv)
		return boot ? fl_arena_error(m->a, "a dialogue", m->err) : FL_ENOMEM;
	for (int i = 0; dbg_gdb_argv[i]; i++)
		argv[i] = i == 0 && name ? name : dbg_gdb_argv[i];
	m->debugging = (struct ds_debugging){.box = m->bench->box,
		.program = FL_BOX_DIR "/" TG_KERNEL_BINARY,
		.files = *files,
		.cpu_ms = CPU_MS,
		.wall_ms = WALL_MS,
		.boot = boot,
		.stub = STUB,
		.command = argv};
	return 0;
}

static bool is_source(const struct tg_kernel *k, struct fl_slice path)
{
	for (size_t i = 0; i < k->sources.len; i++)
		if (fl_slice_eq(tg_text_at(&k->sources, i), path))
			return true;
	return false;
}

/* Put the file there as these have it, and build what it takes part in. */
static int remake(
	struct ds_making *m, const struct fl_list *files, struct fl_slice path, bool *ret_built)
{
	struct fl_slice said, source = is_source(&m->kernel, path) ? path : fl_slice(NULL, 0);
	struct fl_box *box = m->bench->box;
	int rc = fl_box_put(
		box, fl_arena_slice(m->a, path).ptr, tg_files_text(files, path), 0644, m->err);
	return rc ? rc : tg_kernel_make(box, &m->kernel, source, m->a, ret_built, &said, m->err);
}

/* What a fault was put into becomes what it was. */
static int clean(struct ds_making *m, bool *ret_built)
{
	struct fl_slice names = fl_arena_slice(m->a, fl_buf_view(&m->bench->dirty)), name;
	int rc = 0;
	fl_buf_clear(&m->bench->dirty);
	*ret_built = true;
	while (rc == 0 && *ret_built && fl_slice_line(&names, &name))
		rc = remake(m, &m->kernel.program.files, name, ret_built);
	return rc;
}

/* The kernel without the fault, built in the box, where it is not there already. */
static int load(struct ds_making *m, bool *ret_built)
{
	struct ds_dialogue_bench *bench = m->bench;
	struct fl_slice said;
	char key[65];
	ds_dialogue_key(m->r, &m->kernel.program, TG_PLAIN, key);
	if (strcmp(key, bench->loaded) == 0)
		return clean(m, ret_built);
	bench->loaded[0] = '\0';
	fl_buf_release(&bench->dirty);
	fl_buf_init(&bench->dirty, DIRTY_MAX);
	int rc = tg_kernel_put(bench->box, &m->kernel, m->err);
	rc = rc ? rc
		: tg_kernel_make(bench->box, &m->kernel, fl_slice(NULL, 0), m->a, ret_built, &said,
			  m->err);
	if (rc == 0 && *ret_built)
		memcpy(bench->loaded, key, sizeof(key));
	return rc;
}

/* The fault's files alone are compiled. */
static int faulty(struct ds_making *m, bool *ret_built)
{
	int rc = load(m, ret_built);
	for (size_t i = 0; rc == 0 && *ret_built && i < m->r->edits.len; i++) {
		struct fl_slice path = ds_edits_at(m->r, i)->file;
		if (i && fl_slice_eq(path, ds_edits_at(m->r, i - 1)->file))
			continue;
		fl_buf_printf(&m->bench->dirty, "%.*s\n", FL_ARG(path));
		rc = fl_buf_error(&m->bench->dirty, "the names of files", m->err);
		rc = rc ? rc : remake(m, &m->r->files, path, ret_built);
	}
	return rc || !*ret_built ? rc : make_ready(m, &m->r->files);
}

/* The machine is part of what is debugged: with other memory its addresses are others. */
static int other(struct ds_making *m)
{
	const struct fl_list files = m->debugging.files;
	return make_ready(m, &files);
}

static int mended(struct ds_making *m, bool *ret_right)
{
	const struct fl_list *files = &m->kernel.program.files;
	struct tg_kernel_boot boot;
	int rc = clean(m, ret_right);
	if (rc || !*ret_right)
		return rc;
	rc = tg_kernel_boot(m->bench->box, &m->kernel, TG_KERNEL_PLAIN, m->a, &boot, m->err);
	*ret_right = rc == 0 && tg_kernel_passed(&m->kernel, &boot);
	return rc || !*ret_right ? rc : make_ready(m, files);
}

const struct ds_stage ds_stage_machine = {
	.read = read_kernel, .faulty = faulty, .other = other, .mended = mended};
