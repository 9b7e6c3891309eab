/*
 * What of the user's goes into a session's sandbox: the files that the session is told of, and with
 * a program what belongs to it (project.h): sources by their suffixes, shared libraries. Everything
 * goes by base/carry.h, and a file has to be what it is said to be, by its bytes.
 *
 * A directory that is brought is at FL_BOX_DIR inside, a second one below it; files keep their
 * places in it, so that names relative to one another still lead to them.
 */
#ifndef FL_DEBUGSESSION_BRING_H
#define FL_DEBUGSESSION_BRING_H

#include "base/sandbox/sandbox.h"

/* What a file has to be. */
enum dbg_bring_kind {
	DBG_BRING_PROGRAM, /* ELF, but no core file; brings what belongs to it */
	DBG_BRING_SYMBOLS, /* the same, or PE, of UEFI */
	DBG_BRING_CORE, /* an ELF core file */
	DBG_BRING_BOOTABLE, /* what a machine boots (kernel/qemu.h) */
	DBG_BRING_ANY, /* the user's own word for it */
	DBG_BRING_KINDS
};

/* A directory that was brought. */
struct dbg_brought {
	char *outside; /* its true name, absolute */
	char *also; /* as the user's names have it, where a link is in those; or NULL */
	char *inside; /* its name inside, absolute */
	bool shown; /* it is there by its own name, and nothing of it was brought */
};

enum { DBG_BROUGHT_MAX = 16, DBG_BRING_FILE_MAX = 512 << 20 };

struct dbg_bring {
	struct fl_box *box;
	/* Where all has to come from: absolute names, NULL-terminated; NULL: anywhere. */
	const char *const *roots;
	const char *const *shown; /* what is inside by its own name, as struct fl_box_opts; NULL */
	struct dbg_brought at[DBG_BROUGHT_MAX];
	size_t count;
	unsigned number; /* of names made so far */
	size_t sources; /* files of sources inside */
	struct fl_buf named; /* directories that they came from, a line each */
	struct fl_buf warnings; /* for the user, a line each */
	struct fl_buf
		libraries; /* directories inside that the program has to look into: "DIR:DIR" */
	bool unfit;
};

/* roots and shown live on. */
void dbg_bring_init(struct dbg_bring *b, struct fl_box *box, const char *const *roots,
	const char *const *shown);
void dbg_bring_release(struct dbg_bring *b);

/*
 * Bring a file, named absolutely or from the working directory, and append its name inside. What is
 * below /usr is there already, and what is shown keeps its name.
 *
 * FL_EREFUSED: it is not below one of the roots, a link leads out of them, or it is not of its
 * kind; FL_ENOTFOUND; FL_ELIMIT: it is larger than DBG_BRING_FILE_MAX, or all together is more than
 * the box holds.
 */
int dbg_bring_file(struct dbg_bring *b, enum dbg_bring_kind kind, const char *path,
	struct fl_buf *name, struct fl_error *err);

/* Was the last file refused for what it is, not for where it is? */
bool dbg_bring_unfit(const struct dbg_bring *b);

/* Bring the shared libraries below a directory, and append the name of its place inside. */
int dbg_bring_libraries(
	struct dbg_bring *b, const char *path, struct fl_buf *name, struct fl_error *err);

/* The same of sources. */
int dbg_bring_sources(
	struct dbg_bring *b, const char *path, struct fl_buf *name, struct fl_error *err);

/*
 * Append what a text of the user's is inside: names of files in directories that were brought with
 * their names there. What is none of these is appended as it is.
 */
void dbg_bring_rename(const struct dbg_bring *b, struct fl_slice text, struct fl_buf *out);

/* Is it inside by its own name, since the user shows it? real: without links. */
bool dbg_bring_shown(const struct dbg_bring *b, const char *real);

/*
 * Append the name inside of a directory below one that was brought, and make it, where nothing of
 * it was. False: it is in none. real: without links.
 */
bool dbg_bring_directory(struct dbg_bring *b, const char *real, struct fl_buf *name);

/* Is that file, named as inside, there to be read? */
bool dbg_bring_has(struct dbg_bring *b, struct fl_slice name);

#endif
