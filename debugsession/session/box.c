#include "debugsession/session/box.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "debugsession/console/words.h"

enum {
	NAME_BYTES = 512,
	SHOWN_MAX = 32,
	DISK_MAX = 1 << 30,
	MEMORY_MAX = 1 << 30,
	FILES_MAX = 256,
	SIDE_MAX = 64 << 20
};

static const char *const side_suffixes[] = {
	".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".ipp", ".S", ".rs"};

static bool goes_along(struct fl_slice name)
{
	for (size_t i = 0; i < sizeof(side_suffixes) / sizeof(*side_suffixes); i++)
		if (fl_slice_ends(name, side_suffixes[i]))
			return true;
	return fl_slice_find(name, ".so") > 0;
}

static const char *last_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* Copy a file into the box. */
static int copy(
	struct fl_box *box, const char *path, const char *name, size_t max, struct fl_error *err)
{
	struct fl_buf bytes;
	struct stat st;
	if (stat(path, &st))
		return fl_error_sys(err, FL_ENOTFOUND, errno, "%s", path);
	if (!S_ISREG(st.st_mode) || (uint64_t)st.st_size > max)
		return fl_error_set(err, FL_ELIMIT,
			"%s is no file of at most %zu bytes, which is what goes into the sandbox",
			path, max);
	fl_buf_init(&bytes, max);
	int rc = fl_buf_read_file(&bytes, path, err);
	if (rc == 0)
		rc = fl_box_put(box, name, fl_buf_view(&bytes), st.st_mode & 0777, err);
	fl_buf_release(&bytes);
	return rc;
}

/* Sources and libraries beside the program; what does not fit is left out. */
static void copy_side(struct fl_box *box, const char *dir)
{
	DIR *d = opendir(dir);
	size_t files = 0;
	for (struct dirent *e; d && files < FILES_MAX && (e = readdir(d));) {
		char path[4096];
		if (!goes_along(fl_slice_str(e->d_name)) ||
			snprintf(path, sizeof(path), "%s/%s", dir, e->d_name) >= (int)sizeof(path))
			continue;
		if (copy(box, path, e->d_name, SIDE_MAX, NULL) == 0)
			files++;
	}
	if (d)
		closedir(d);
}

static int bring_as(struct dbg_boxed *b, size_t slot, const char *path, const char *name,
	const char **ret_name, struct fl_error *err)
{
	int rc = copy(b->box, path, name, DISK_MAX / 2, err);
	if (rc)
		return rc;
	if (asprintf(&b->names[slot], "%s/%s", FL_BOX_DIR, name) < 0) {
		b->names[slot] = NULL;
		return fl_error_set(err, FL_ENOMEM, "out of memory for a name");
	}
	*ret_name = b->names[slot];
	b->paths[slot] = path;
	return 0;
}

/*
 * The name inside for a file outside, which is copied, once; NULL stays NULL. A second file of the
 * same last name gets a directory for itself.
 */
static int bring(struct dbg_boxed *b, size_t slot, const char *path, const char **ret_name,
	struct fl_error *err)
{
	char name[NAME_BYTES];
	bool taken = false;
	if (!path)
		return 0;
	for (size_t i = 0; i < DBG_BOXED_MAX; i++) {
		if (!b->names[i])
			continue;
		if (strcmp(b->paths[i], path) == 0) {
			*ret_name = b->names[i];
			return 0;
		}
		taken = taken || strcmp(last_name(b->names[i]), last_name(path)) == 0;
	}
	int n = taken ? snprintf(name, sizeof(name), ".faultline-%zu/%s", slot, last_name(path))
		      : snprintf(name, sizeof(name), "%s", last_name(path));
	if (n < 0 || (size_t)n >= sizeof(name))
		return fl_error_set(err, FL_ELIMIT, "%s has too long a name", path);
	return bring_as(b, slot, path, name, ret_name, err);
}

/* Any name of the user's may be the program's, too. */
static int bring_input(struct dbg_boxed *b, const char *path, struct fl_error *err)
{
	if (!path || strcmp(path, "/dev/null") == 0)
		return 0;
	return bring_as(b, 4, path, ".faultline-stdin", &b->opts.input, err);
}

static int check(const struct dbg_session_opts *o, struct fl_error *err)
{
	const char *what = o->attach        ? "attaching to a process"
			   : o->remote      ? "a remote target"
			   : o->console.cwd ? "a working directory"
					    : NULL;
	if (!what)
		return 0;
	return fl_error_set(
		err, FL_EINVAL, "%s is not possible in the sandbox: say --sandbox=off", what);
}

static int fill(struct dbg_boxed *b, struct fl_error *err)
{
	struct dbg_session_opts *o = &b->opts;
	const char *with_sources = o->program ? o->program : o->symbols;
	int rc = bring(b, 0, o->program, &o->program, err);
	if (rc == FL_ENOTFOUND && o->lenient) {
		rc = 0; /* gdb says it, and it becomes a warning */
	} else if (rc == 0 && with_sources && strrchr(with_sources, '/')) {
		b->from =
			strndup(with_sources, (size_t)(strrchr(with_sources, '/') - with_sources));
		if (b->from)
			copy_side(b->box, *b->from ? b->from : "/");
	}
	if (rc == 0)
		rc = bring(b, 1, o->core, &o->core, err);
	if (rc == 0)
		rc = bring(b, 2, o->symbols, &o->symbols, err);
	if (rc == 0)
		rc = bring(b, 3, o->init_file, &o->init_file, err);
	if (rc == 0)
		rc = bring_input(b, o->input, err);
	if (rc == 0 && !o->qemu.inside)
		rc = bring(b, 5, o->qemu.kernel, &o->qemu.inside, err);
	return rc;
}

/*
 * What is shown at its own place instead of being copied: what the user says, and the image of a
 * disk that is too large for that, which QEMU does not write to.
 */
static int list_shown(
	struct dbg_session_opts *o, const char *list[static SHOWN_MAX + 2], struct fl_error *err)
{
	struct stat st;
	size_t n = 0;
	for (; o->shown && o->shown[n]; n++) {
		if (n == SHOWN_MAX)
			return fl_error_set(err, FL_ELIMIT,
				"at most %d files and directories are shown in a sandbox",
				SHOWN_MAX);
		list[n] = o->shown[n];
	}
	bool disk = o->qemu.wanted && o->qemu.kernel && o->qemu.mode != DBG_QEMU_MODE_KERNEL;
	if (disk && stat(o->qemu.kernel, &st) == 0 && st.st_size > DISK_MAX / 2)
		list[n++] = o->qemu.inside = o->qemu.kernel;
	list[n] = NULL;
	return 0;
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
		rc = list_shown(&b.opts, shown, err);
	if (rc == 0)
		rc = fl_box_new(&how, &b.box, err);
	if (rc == FL_EMISSING)
		fl_error_wrap(err, "no sandbox (--sandbox=off does without)");
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

static const struct {
	const char *words, *least;
	bool first; /* its first argument is the file, others follow */
} loaders[] = {
	{"file", "file", false},
	{"exec-file", "exec-f", false},
	{"symbol-file", "sy", false},
	{"add-symbol-file", "add-symbol-file", true},
	{"core-file", "core", false},
	{"-file-exec-and-symbols", "-file-exec-and-symbols", false},
	{"-file-exec-file", "-file-exec-file", false},
	{"-file-symbol-file", "-file-symbol-file", false},
};

/* ELF, or the PE of UEFI. */
static bool is_object(const char *path)
{
	char magic[4] = {0};
	FILE *f = fopen(path, "rbe");
	bool is = f && fread(magic, 1, sizeof(magic), f) == sizeof(magic) &&
		  (!memcmp(magic, "\177ELF", sizeof(magic)) || !memcmp(magic, "MZ", 2));
	if (f)
		fclose(f);
	return is;
}

int dbg_box_command(const struct dbg_boxed *b, struct fl_slice command, struct fl_buf *line,
	struct fl_slice *ret_from, struct fl_error *err)
{
	char path[4096];
	struct fl_slice name = {0}, rest = {0};
	*ret_from = name;
	for (size_t i = 0; !name.len && i < sizeof(loaders) / sizeof(*loaders); i++) {
		if (!dbg_words_match(command, loaders[i].words, loaders[i].least, &name))
			name.len = 0;
		ptrdiff_t blank = loaders[i].first && name.len ? fl_slice_chr(name, ' ') : -1;
		rest = fl_slice_skip(name, blank < 0 ? name.len : (size_t)blank);
		name = fl_slice_head(name, name.len - rest.len);
	}
	if (!fl_slice_starts(name, "/") || name.len >= sizeof(path) ||
		fl_slice_starts(name, FL_BOX_DIR "/"))
		return 0;
	snprintf(path, sizeof(path), "%.*s", FL_ARG(name));
	if (!is_object(path))
		return 0;
	int rc = copy(b->box, path, last_name(path), DISK_MAX / 2, err);
	if (rc)
		return rc;
	size_t slash = (size_t)fl_slice_rchr(name, '/');
	path[slash] = '\0';
	copy_side(b->box, slash ? path : "/");
	*ret_from = fl_slice_head(name, slash);
	fl_buf_slice(line, fl_slice_head(command, (size_t)(name.ptr - command.ptr)));
	fl_buf_printf(
		line, "%s%.*s%.*s", FL_BOX_DIR, FL_ARG(fl_slice_skip(name, slash)), FL_ARG(rest));
	return fl_buf_error(line, "a command", err);
}

void dbg_box_close(struct dbg_boxed *b)
{
	for (size_t i = 0; i < sizeof(b->names) / sizeof(*b->names); i++)
		free(b->names[i]);
	free(b->from);
	fl_box_free(b->box);
	*b = (struct dbg_boxed){0};
}
