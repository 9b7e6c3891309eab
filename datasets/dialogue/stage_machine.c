/* A kernel on a machine of QEMU's, built of its record's files. */
#include "datasets/dialogue/stage.h"
#include "datasets/kernels/kernels.h"
#include "datasets/record/edits.h"
#include "debugsession/gdb/gdb.h"
#include "tracegen/machine/session.h"

enum { CPU_MS = 10000, WALL_MS = 60000 };

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

/* Build the kernel of these files; nothing else is in the box then. */
static int make(struct ds_making *m, const struct fl_list *files, bool *ret_built)
{
	struct tg_kernel k = m->kernel;
	struct fl_slice said;
	m->bench->loaded[0] = '\0';
	k.program.files = *files;
	int rc = tg_kernel_put(m->bench->box, &k, m->err);
	return rc ? rc
		  : tg_kernel_make(
			    m->bench->box, &k, fl_slice(NULL, 0), m->a, ret_built, &said, m->err);
}

static int faulty(struct ds_making *m, bool *ret_built)
{
	int rc = make(m, &m->r->files, ret_built);
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
	int rc = make(m, files, ret_right);
	if (rc || !*ret_right)
		return rc;
	rc = tg_kernel_boot(m->bench->box, &m->kernel, TG_KERNEL_PLAIN, m->a, &boot, m->err);
	*ret_right = rc == 0 && tg_kernel_passed(&m->kernel, &boot);
	return rc || !*ret_right ? rc : make_ready(m, files);
}

const struct ds_stage ds_stage_machine = {
	.read = read_kernel, .faulty = faulty, .other = other, .mended = mended};
