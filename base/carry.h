/*
 * What goes into a box from the host: the one way for files whose names, or whose neighbours'
 * names, a stranger may have a say in (sources and their includes, projects, programs that a client
 * names). Part of the boundary (docs/threat-model.md).
 *
 * A carrier has a root, and nothing from outside it is ever read: paths are resolved beneath it,
 * without the magic links of /proc. A file that is named may be reached through links that stay
 * below the root. In a tree, a link that stays there is carried as a link, any other is refused.
 * Refused, too, unless the call allows them: names with a part that starts with a dot, and files
 * that others may not read (no read permission for "others"; a key, a password, a mailbox). What is
 * neither file, directory nor link is always refused, and never opened.
 *
 * What was taken and what was refused, each with its reason, is in the carrier's entries: a tool
 * can show it, and should where much may be taken. Order: as asked, and in trees by name (bytes).
 *
 *	fl_carry_open(&c, dir, &opts, fl_carry_to_box(box), &arena, &err);
 *	fl_carry_file(&c, "src/main.c", NULL, 0, &err);
 *	fl_carry_tree(&c, "", 0, &err);
 *	for (i …) c.entries: path, how, bytes
 *	fl_carry_close(&c);
 */
#ifndef FL_BASE_CARRY_H
#define FL_BASE_CARRY_H

#include <sys/stat.h>

#include "base/model.h"
#include "base/sandbox/sandbox.h"

/* What became of a name, and how to say it: "path: others may not read it". */
#define FL_CARRIES(X)                                              \
	X(TAKEN, "taken")                                          \
	X(LINK, "taken as a link")                                 \
	X(DOTFILE, "its name starts with a dot")                   \
	X(PRIVATE, "others may not read it")                       \
	X(OUTSIDE, "it leads out of the directory")                \
	X(DANGLING, "it leads nowhere")                            \
	X(SPECIAL, "it is neither a file, a directory nor a link") \
	X(UNREADABLE, "it cannot be read")                         \
	X(UNFIT, "it is not of the kind that is asked for")        \
	X(LARGE, "it is larger than a file may be")                \
	X(MUCH, "all together would be more than may be taken")    \
	X(DEEP, "it lies too deep")

enum fl_carry_how {
#define X(id, text) FL_CARRY_##id,
	FL_CARRIES(X)
#undef X
		FL_CARRY_COUNT
};

extern const char *const fl_carry_words[FL_CARRY_COUNT];

/* What a call allows on top. */
enum { FL_CARRY_DOTFILES = 1, FL_CARRY_PRIVATES = 2 };

struct fl_carried {
	struct fl_slice path; /* beneath the root, as it was asked for or found */
	enum fl_carry_how how;
	uint64_t bytes; /* TAKEN */
};

/*
 * Where they go. name is relative, without ".", ".." and empty parts. 0, or a code with err: the
 * carrier stops. file: fd is open for reading at its start; st is its state when it was opened.
 */
struct fl_carry_sink {
	void *ctx;
	int (*file)(
		void *ctx, const char *name, int fd, const struct stat *st, struct fl_error *err);
	int (*link)(void *ctx, const char *name, const char *target, struct fl_error *err);
};

struct fl_carry_opts {
	/*
	 * In trees: which files, by the ends of their names (NULL: all; NULL-terminated), and by a
	 * choice that sees files, links and directories (NULL: all). What is not wanted is not
	 * listed.
	 */
	const char *const *suffixes;
	bool (*wanted)(void *ctx, const char *path, mode_t mode);
	/* Any file, by its first bytes, at most 64; refused as UNFIT. NULL: all. fl_carry_is_elf() */
	bool (*fits)(struct fl_slice head);
	void *ctx;
	const char *into; /* put before every name inside, without a final slash; NULL: nothing */
	uint64_t file_max; /* bytes of one; 0: 64 MiB */
	uint64_t bytes_max; /* of all; 0: 256 MiB */
	size_t files_max; /* 0: 20,000; links count, too */
	unsigned depth_max; /* directories one in another, the first included; 0: 64 */
};

struct fl_carry {
	struct fl_carry_opts opts;
	struct fl_carry_sink sink;
	struct fl_arena *arena;
	int root;
	struct fl_vec
		entries; /* of struct fl_carried; at most 65,536, and unlisted counts the rest */
	size_t files, links, refused, unlisted;
	uint64_t bytes;
	bool full; /* a maximum was passed: MUCH */
};

/*
 * A carrier for what lies beneath the directory root. opts may be NULL; what it points to must live
 * on. Texts of the entries live in the arena. FL_EMISSING when there is no such directory. The
 * caller closes it.
 */
int fl_carry_open(struct fl_carry *c, const char *root, const struct fl_carry_opts *opts,
	struct fl_carry_sink sink, struct fl_arena *arena, struct fl_error *err);
void fl_carry_close(struct fl_carry *c);

/*
 * Carry one file, path beneath the root, under a name (NULL: the path, which then must be plain).
 * FL_ENOTFOUND when it is not there, FL_EREFUSED with path and reason when it is refused (it has an
 * entry then), FL_ELIMIT when it is too large; or what the sink said.
 */
int fl_carry_file(struct fl_carry *c, const char *path, const char *name, unsigned allow,
	struct fl_error *err);

/*
 * Carry all that is wanted of a directory beneath the root ("": the root), under the paths that it
 * has there. What is refused is listed and no error; passing a maximum ends it, with `full`.
 * FL_ENOTFOUND, FL_EREFUSED as above for the directory itself; or what the sink said.
 */
int fl_carry_tree(struct fl_carry *c, const char *path, unsigned allow, struct fl_error *err);

/*
 * The first of the roots (NULL-terminated, absolute) that an absolute path lies beneath, by its
 * text and the root's or the root's real name; *ret_rest is the path from there, to be carried with
 * fl_carry_file(). NULL: none. What links in the path do is found out when it is carried.
 */
const char *fl_carry_root_of(const char *const *roots, const char *path, const char **ret_rest);

/* Into a box, below FL_BOX_DIR; files keep their permissions (not set-id bits). */
struct fl_carry_sink fl_carry_to_box(struct fl_box *box);

/* Whether the first bytes are those of an ELF file; for opts.fits. */
bool fl_carry_is_elf(struct fl_slice head);

#endif
