#include "debugsession/bring/bring.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "debugsession/bring/bootable.h"
#include "debugsession/bring/priv.h"

enum { ARENA_MAX = 1 << 20, WARNINGS_MAX = 16 << 10 };

void dbg_bring_init(
	struct dbg_bring *b, struct fl_box *box, const char *const *roots, const char *const *shown)
{
	*b = (struct dbg_bring){.box = box, .roots = roots, .shown = shown};
	fl_buf_init(&b->warnings, WARNINGS_MAX);
	fl_buf_init(&b->named, WARNINGS_MAX);
	fl_buf_init(&b->libraries, WARNINGS_MAX);
}

void dbg_bring_release(struct dbg_bring *b)
{
	for (size_t i = 0; i < b->count; i++) {
		free(b->at[i].outside);
		free(b->at[i].also);
		free(b->at[i].inside);
	}
	fl_buf_release(&b->warnings);
	fl_buf_release(&b->named);
	fl_buf_release(&b->libraries);
	*b = (struct dbg_bring){0};
}

/* The type of an ELF file (ET_CORE …); -1: it is none. */
static int elf_type(int fd)
{
	unsigned char head[EI_NIDENT + 2];
	if (pread(fd, head, sizeof(head), 0) != (ssize_t)sizeof(head) ||
		memcmp(head, ELFMAG, SELFMAG) != 0)
		return -1;
	bool big = head[EI_DATA] == ELFDATA2MSB;
	return head[EI_NIDENT + big] | head[EI_NIDENT + !big] << 8;
}

/* MZ, and where it says, PE. */
static bool is_pe(int fd)
{
	unsigned char at[4];
	char mark[4];
	if (pread(fd, mark, 2, 0) != 2 || memcmp(mark, "MZ", 2) != 0 || pread(fd, at, 4, 0x3c) != 4)
		return false;
	off_t where = at[0] | at[1] << 8 | at[2] << 16;
	return pread(fd, mark, 4, where) == 4 && memcmp(mark, "PE\0\0", 4) == 0;
}

static bool is_kind(int fd, enum dbg_bring_kind kind)
{
	int type = elf_type(fd);
	switch (kind) {
	case DBG_BRING_PROGRAM: return type >= 0 && type != ET_CORE;
	case DBG_BRING_SYMBOLS: return (type >= 0 && type != ET_CORE) || is_pe(fd);
	case DBG_BRING_CORE: return type == ET_CORE;
	case DBG_BRING_BOOTABLE: return dbg_bootable_fd(fd);
	default: return true;
	}
}

static const char *const kind_words[DBG_BRING_KINDS] = {
	[DBG_BRING_PROGRAM] = "no ELF program",
	[DBG_BRING_SYMBOLS] = "no ELF or PE program",
	[DBG_BRING_CORE] = "no ELF core file",
	[DBG_BRING_BOOTABLE] = "no kernel, EFI program or disk that boots",
	[DBG_BRING_ANY] = "",
};

struct check {
	struct dbg_bring *bring;
	enum dbg_bring_kind kind;
	const char *path;
};

static int unfit(struct dbg_bring *b, const char *path, const char *why, struct fl_error *err)
{
	b->unfit = true;
	return fl_error_set(err, FL_EREFUSED, "%s is %s", path, why);
}

/* FL_EREFUSED: the open file is not of its kind. */
static int check_kind(struct dbg_bring *b, const char *path, int fd, enum dbg_bring_kind kind,
	struct fl_error *err)
{
	char mark[2] = "";
	if (is_kind(fd, kind))
		return 0;
	bool script = pread(fd, mark, 2, 0) == 2 && memcmp(mark, "#!", 2) == 0;
	return unfit(b, path,
		script ? "a script (what libtool has linked is in .libs)" : kind_words[kind], err);
}

/* Nothing goes along with what is no program; what is carried is looked at again. */
static int look(struct dbg_bring *b, const struct dbg_place *p, enum dbg_bring_kind kind,
	struct fl_error *err)
{
	int fd = open(p->real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return fl_error_sys(err, FL_ENOTFOUND, errno, "%s", p->given);
	int rc = check_kind(b, p->given, fd, kind, err);
	close(fd);
	return rc;
}

/* The sink of a file that was named: opened it may still be something else. */
static int put_checked(
	void *ctx, const char *name, int fd, const struct stat *st, struct fl_error *err)
{
	const struct check *c = ctx;
	struct fl_carry_sink box = fl_carry_to_box(c->bring->box);
	int rc = check_kind(c->bring, c->path, fd, c->kind, err);
	return rc ? rc : box.file(box.ctx, name, fd, st, err);
}

bool dbg_bring_unfit(const struct dbg_bring *b)
{
	return b->unfit;
}

/* A last name that no command of a debugger splits or reads. */
static void plain_name(const char *path, char name[static NAME_MAX + 1])
{
	const char *slash = strrchr(path, '/');
	snprintf(name, NAME_MAX + 1, "%s", slash ? slash + 1 : path);
	for (char *c = name; *c; c++)
		if (!strchr("._+-", *c) && !((*c | 32) >= 'a' && (*c | 32) <= 'z') &&
			!(*c >= '0' && *c <= '9'))
			*c = '_';
}

static int carry_named(struct dbg_bring *b, enum dbg_bring_kind kind, const struct dbg_place *p,
	const char *name, struct fl_error *err)
{
	const struct fl_carry_opts opts = {
		.file_max = DBG_BRING_FILE_MAX, .bytes_max = DBG_BRING_FILE_MAX};
	struct check check = {b, kind, p->given};
	const struct fl_carry_sink sink = {.ctx = &check, .file = put_checked};
	const char *rest = dbg_place_below(p->root, p->real);
	struct fl_arena a;
	struct fl_carry c;
	fl_arena_init(&a, ARENA_MAX);
	int rc = fl_carry_open(&c, p->root, &opts, sink, &a, err);
	if (rc == 0)
		rc = fl_carry_file(&c, rest, name, FL_CARRY_DOTFILES | FL_CARRY_PRIVATES, err);
	fl_carry_close(&c);
	fl_arena_release(&a);
	return rc;
}

/*
 * The name inside of something that belongs to no directory that was brought: its last one, in a
 * directory of its own where that is taken.
 */
static void name_alone(struct dbg_bring *b, const char *path, char name[static PATH_MAX])
{
	char last[NAME_MAX + 1];
	struct fl_buf whole;
	plain_name(path, last);
	fl_buf_init(&whole, PATH_MAX);
	fl_buf_printf(&whole, "%s/%s", FL_BOX_DIR, last);
	if (dbg_bring_has(b, fl_buf_view(&whole)))
		snprintf(name, PATH_MAX, ".faultline-%u/%s", ++b->number, last);
	else
		snprintf(name, PATH_MAX, "%s", last);
	fl_buf_release(&whole);
}

/* Below /usr all is inside as it is; so is what is in the directories that lead there. */
static bool of_system(const char *path, struct fl_buf *name)
{
	static const char *const dirs[] = {"/bin/", "/sbin/", "/lib/", "/lib32/", "/lib64/"};
	struct fl_slice s = fl_slice_str(path);
	bool up = strstr(path, "/../") || fl_slice_ends(s, "/..");
	bool usr = fl_slice_starts(s, "/usr/");
	for (size_t i = 0; !usr && i < sizeof(dirs) / sizeof(*dirs); i++)
		usr = fl_slice_starts(s, dirs[i]);
	if (usr && !up)
		fl_buf_slice(name, s);
	return usr && !up;
}

int dbg_bring_file(struct dbg_bring *b, enum dbg_bring_kind kind, const char *path,
	struct fl_buf *name, struct fl_error *err)
{
	struct dbg_place p;
	struct dbg_brought *t = NULL;
	char inside[PATH_MAX];
	b->unfit = false;
	if (of_system(path, name))
		return 0;
	int rc = dbg_place_find(b->roots, path, &p, err);
	if (rc)
		return rc;
	if (!S_ISREG(p.mode))
		return unfit(b, path, "no ordinary file", err);
	if (kind == DBG_BRING_PROGRAM || kind == DBG_BRING_SYMBOLS) {
		rc = look(b, &p, kind, err);
		rc = rc ? rc : dbg_bring_project(b, &p, &t, err);
	}
	if (rc)
		return rc;
	if (t && !dbg_bring_into(t, p.real, inside))
		return fl_error_set(err, FL_ELIMIT, "%s has too long a name", path);
	if (!t)
		name_alone(b, path, inside);
	rc = carry_named(b, kind, &p, inside, err);
	if (rc == 0 && kind == DBG_BRING_PROGRAM)
		dbg_bring_find_libraries(b, p.real);
	if (rc == 0)
		fl_buf_printf(name, "%s/%s", FL_BOX_DIR, inside);
	return rc;
}

/* A directory's place inside, where what is wanted of it is brought. */
static int bring_directory(struct dbg_bring *b, const char *path, bool sources, struct fl_buf *name,
	struct fl_error *err)
{
	struct dbg_place p;
	int rc = dbg_place_find(b->roots, path, &p, err);
	if (rc)
		return rc;
	if (!S_ISDIR(p.mode))
		return fl_error_set(err, FL_EREFUSED, "%s is no directory", path);
	struct dbg_brought *t = dbg_bring_add(b, p.real, err);
	if (!t)
		return err->code;
	if (!t->shown)
		rc = (sources ? dbg_bring_carry_sources : dbg_bring_carry_libraries)(
			b, t, p.real, false, err);
	if (rc == 0 && sources)
		dbg_bring_name_sources(b, p.real);
	if (rc == 0)
		fl_buf_str(name, t->shown ? t->outside : t->inside);
	return rc;
}

int dbg_bring_libraries(
	struct dbg_bring *b, const char *path, struct fl_buf *name, struct fl_error *err)
{
	bool there = of_system(path, name) || strcmp(path, "/") == 0;
	if (there && !name->len)
		fl_buf_str(name, path);
	return there ? 0 : bring_directory(b, path, false, name, err);
}

int dbg_bring_sources(
	struct dbg_bring *b, const char *path, struct fl_buf *name, struct fl_error *err)
{
	return of_system(path, name) ? 0 : bring_directory(b, path, true, name, err);
}

/*
 * How long the user's name of a directory is at the start of the text, where a "/" follows: as it
 * is, or with backslashes before what a command reads. 0: it is not there.
 */
static size_t starts_with(struct fl_slice text, const char *dir)
{
	size_t n = 0;
	for (; dir && *dir; dir++) {
		bool escaped = n + 1 < text.len && text.ptr[n] == '\\' && text.ptr[n + 1] == *dir &&
			       strchr(" \t\"'\\", *dir);
		n += escaped;
		if (n >= text.len || text.ptr[n] != *dir)
			return 0;
		n++;
	}
	return n < text.len && text.ptr[n] == '/' ? n : 0;
}

void dbg_bring_rename(const struct dbg_bring *b, struct fl_slice text, struct fl_buf *out)
{
	for (bool start = true; text.len;) {
		size_t n = 0;
		for (size_t i = 0; start && !n && i < b->count; i++) {
			const struct dbg_brought *t = &b->at[i];
			n = starts_with(text, t->outside);
			n = n ? n : starts_with(text, t->also);
			if (n && t->shown)
				fl_buf_slice(out, fl_slice_head(text, n));
			else if (n)
				fl_buf_str(out, t->inside);
		}
		start = n == 0 && *text.ptr && strchr(" \t\"',=", *text.ptr);
		if (!n)
			fl_buf_char(out, *text.ptr);
		text = fl_slice_skip(text, n ? n : 1);
	}
}

bool dbg_bring_directory(struct dbg_bring *b, const char *real, struct fl_buf *name)
{
	char inside[PATH_MAX];
	struct fl_buf mark;
	struct fl_error err;
	for (size_t i = 0; i < b->count; i++) {
		if (!dbg_bring_into(&b->at[i], real, inside))
			continue;
		fl_buf_init(&mark, PATH_MAX);
		fl_buf_printf(&mark, "%s%s.faultline", inside, *inside ? "/" : "");
		bool made = !mark.failed &&
			    fl_box_put(b->box, mark.data, fl_slice(NULL, 0), 0444, &err) == 0;
		fl_buf_release(&mark);
		if (made)
			fl_buf_printf(name, "%s%s%s", FL_BOX_DIR, *inside ? "/" : "", inside);
		return made;
	}
	return false;
}

bool dbg_bring_has(struct dbg_bring *b, struct fl_slice name)
{
	char path[PATH_MAX];
	struct fl_buf start;
	struct fl_error err = {0};
	if (name.len >= sizeof(path))
		return false;
	snprintf(path, sizeof(path), "%.*s", FL_ARG(name));
	if (!fl_slice_starts(name, FL_BOX_DIR "/"))
		return (fl_slice_starts(name, "/usr/") || dbg_bring_shown(b, path)) &&
		       access(path, R_OK) == 0;
	fl_buf_init(&start, 1);
	int rc = fl_box_get(b->box, path + sizeof(FL_BOX_DIR), &start, &err);
	fl_buf_release(&start);
	return rc == 0 || rc == FL_ELIMIT; /* it is there, and longer than that */
}
