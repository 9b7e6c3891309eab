#include "debugsession/session/box.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "debugsession/bring/place.h"

enum { SHOWN_MAX = 32, DISK_MAX = 1 << 30, MEMORY_MAX = 1 << 30 };

/* What an option names, brought once; NULL stays NULL. */
static int bring(struct dbg_boxed *b, size_t slot, enum dbg_bring_kind kind, const char *path,
	const char **ret_name, struct fl_error *err)
{
	struct fl_buf name;
	if (!path)
		return 0;
	for (size_t i = 0; i < DBG_BOXED_MAX; i++) {
		if (!b->names[i] || strcmp(b->paths[i], path) != 0)
			continue;
		*ret_name = b->names[i];
		return 0;
	}
	fl_buf_init(&name, PATH_MAX);
	int rc = dbg_bring_file(&b->bring, kind, path, &name, err);
	if (rc == 0)
		rc = fl_buf_error(&name, "a file's name", err);
	if (rc == 0 && !(b->names[slot] = strdup(name.data)))
		rc = fl_error_set(err, FL_ENOMEM, "out of memory for a name");
	fl_buf_release(&name);
	if (rc)
		return rc;
	*ret_name = b->names[slot];
	b->paths[slot] = path;
	return 0;
}

static int check(const struct dbg_session_opts *o, struct fl_error *err)
{
	bool plain = o->console.engine == DBG_ENGINE_GDB;
	const char *what = o->attach                  ? "attaching to a process"
			   : o->remote                ? "a remote target"
			   : o->console.cwd && !plain ? "a working directory"
						      : NULL;
	if (!what)
		return 0;
	return fl_error_set(
		err, FL_EINVAL, "%s is not possible in the sandbox: say --sandbox=off", what);
}

/* Where that is no failure of the start, it becomes a warning. */
static int bring_program(struct dbg_boxed *b, struct fl_error *err)
{
	struct dbg_session_opts *o = &b->opts;
	int rc = bring(b, 0, DBG_BRING_PROGRAM, o->program, &o->program, err);
	if (rc == FL_ENOTFOUND && o->lenient)
		return 0; /* gdb says it */
	if (rc == FL_EREFUSED && o->lenient && dbg_bring_unfit(&b->bring)) {
		fl_buf_printf(&b->bring.warnings, "File is not an executable\n%s\n", err->message);
		o->program = NULL;
		return 0;
	}
	return rc;
}

/*
 * A program that finds the file missing which an argument names fails in another way than outside,
 * and whoever debugs it looks for a fault that is none.
 */
static void warn_of_arguments(struct dbg_boxed *b)
{
	const struct dbg_session_opts *o = &b->opts;
	struct dbg_place p;
	struct fl_error ignored;
	for (size_t i = 0; o->args && o->args[i]; i++)
		if (*o->args[i] && dbg_place_find(o->roots, o->args[i], &p, &ignored) == 0 &&
			strcmp(p.real, "/") != 0 && !dbg_bring_shown(&b->bring, p.real))
			fl_buf_printf(&b->bring.warnings,
				"The argument %s names something of yours that the program does "
				"not find in the sandbox: start with --show for it (not below "
				"/tmp), "
				"and give its whole name\n",
				o->args[i]);
}

static void warn(struct dbg_boxed *b)
{
	const struct dbg_session_opts *o = &b->opts;
	warn_of_arguments(b);
	if (o->core && !o->program && !o->symbols)
		fl_buf_str(&b->bring.warnings, "A core file without its program shows addresses "
					       "alone: name the program, too\n");
}

/* The working directory, where that is one that was brought: its name inside. */
static int place_directory(struct dbg_boxed *b, struct fl_error *err)
{
	struct dbg_session_opts *o = &b->opts;
	struct dbg_place p;
	struct fl_buf name;
	if (!o->console.cwd)
		return 0;
	int rc = dbg_place_find(o->roots, o->console.cwd, &p, err);
	if (rc)
		return rc;
	fl_buf_init(&name, PATH_MAX);
	if (!S_ISDIR(p.mode) || !dbg_bring_directory(&b->bring, p.real, &name))
		rc = fl_error_set(err, FL_EINVAL,
			"the working directory %s is not in the sandbox, where the program's "
			"project "
			"is alone: leave it out, or start with --sandbox=off",
			o->console.cwd);
	else if (!(b->directory = strdup(name.data)))
		rc = fl_error_set(err, FL_ENOMEM, "out of memory for a name");
	fl_buf_release(&name);
	o->console.cwd = NULL;
	return rc;
}

static int fill(struct dbg_boxed *b, struct fl_error *err)
{
	struct dbg_session_opts *o = &b->opts;
	const char *input = o->input && strcmp(o->input, "/dev/null") ? o->input : NULL;
	int rc = bring_program(b, err);
	if (rc == 0)
		rc = bring(b, 1, DBG_BRING_CORE, o->core, &o->core, err);
	if (rc == 0)
		rc = bring(b, 2, DBG_BRING_SYMBOLS, o->symbols, &o->symbols, err);
	if (rc == 0)
		rc = bring(b, 3, DBG_BRING_ANY, o->init_file, &o->init_file, err);
	if (rc == 0 && input)
		rc = bring(b, 4, DBG_BRING_ANY, input, &o->input, err);
	if (rc == 0 && !o->qemu.inside)
		rc = bring(b, 5, o->gate.on ? DBG_BRING_BOOTABLE : DBG_BRING_ANY, o->qemu.kernel,
			&o->qemu.inside, err);
	if (rc == 0)
		rc = place_directory(b, err);
	if (rc == 0)
		warn(b);
	return rc;
}

/* The image of a disk that is too large to be copied is shown; QEMU does not write to it. */
static int show_disk(struct dbg_boxed *b, const char **ret_shown, struct fl_error *err)
{
	struct dbg_session_opts *o = &b->opts;
	struct dbg_place p;
	struct stat st;
	bool disk = o->qemu.wanted && o->qemu.kernel && o->qemu.mode != DBG_QEMU_MODE_KERNEL;
	if (!disk || stat(o->qemu.kernel, &st) || st.st_size <= DBG_BRING_FILE_MAX)
		return 0;
	int rc = dbg_place_find(o->roots, o->qemu.kernel, &p, err);
	if (rc)
		return rc;
	b->shown = strdup(p.real);
	if (!b->shown)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a name");
	*ret_shown = o->qemu.inside = b->shown;
	return 0;
}

/* What is shown at its own place instead of being copied. */
static int list_shown(
	struct dbg_boxed *b, const char *list[static SHOWN_MAX + 2], struct fl_error *err)
{
	const struct dbg_session_opts *o = &b->opts;
	size_t n = 0;
	for (; o->shown && o->shown[n]; n++) {
		if (n == SHOWN_MAX)
			return fl_error_set(err, FL_ELIMIT,
				"at most %d files and directories are shown in a sandbox",
				(int)SHOWN_MAX);
		list[n] = o->shown[n];
	}
	list[n] = list[n + 1] = NULL;
	return show_disk(b, &list[n], err);
}

int dbg_box_open(
	const struct dbg_session_opts *opts, struct dbg_boxed *ret_boxed, struct fl_error *err)
{
	struct dbg_boxed b = {.opts = *opts};
	struct fl_box_opts how = {
		.disk_max = DISK_MAX, .memory_max = (size_t)MEMORY_MAX * 2, .debug_symbols = true};
	const char *shown[SHOWN_MAX + 2];
	if (opts->qemu.wanted)
		how.memory_max += dbg_qemu_memory(&opts->qemu);
	how.binds = shown;
	int rc = check(opts, err);
	if (rc == 0)
		rc = list_shown(&b, shown, err);
	if (rc == 0)
		rc = fl_box_new(&how, &b.box, err);
	if (rc == FL_EMISSING)
		fl_error_wrap(err, "no sandbox (--sandbox=off does without)");
	dbg_bring_init(&b.bring, b.box, opts->roots, opts->shown);
	if (rc == 0)
		rc = fill(&b, err);
	if (rc) {
		dbg_box_close(&b);
		return rc;
	}
	b.opts.console.box = b.opts.qemu.box = b.box;
	*ret_boxed = b;
	return 0;
}

void dbg_box_close(struct dbg_boxed *b)
{
	for (size_t i = 0; i < sizeof(b->names) / sizeof(*b->names); i++)
		free(b->names[i]);
	free(b->shown);
	free(b->directory);
	dbg_bring_release(&b->bring);
	fl_box_free(b->box);
	*b = (struct dbg_boxed){0};
}
