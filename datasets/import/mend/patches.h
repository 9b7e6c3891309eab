/*
 * Patches as texts: what `diff -u`, `git diff`, `git format-patch` and `git log -p` write, several
 * in one text where each begins with a line "From ID …" or "commit ID". What a patch says of itself
 * stands before its first file: the headers of a mail, those of Debian (DEP-3), or indented words.
 */
#ifndef FL_DATASETS_IMPORT_MEND_PATCHES_H
#define FL_DATASETS_IMPORT_MEND_PATCHES_H

#include "base/arena.h"
#include "base/model.h"

/* Parts of a text; lines of a hunk are as many as it says. */
enum { DS_PATCH_PARTS_MAX = 1 << 14 };

/* What it does to one file. */
struct ds_patch_part {
	struct fl_slice
		path; /* without the first `strip` parts; of the new side where it has one */
	struct fl_slice from; /* the file that becomes it, where git says so: it has another path */
	struct fl_slice hunks; /* from the first line "@@" on; none: it is renamed or copied only */
	bool adds, removes; /* there is no file before; none after */
	bool may_add; /* its one hunk is of no line before: the file may be absent, or be empty */
	bool copies; /* `from` stays */
	const char *why; /* a hunk of it cannot be read, and why; NULL */
};

struct ds_patch_text {
	struct fl_slice id; /* of the commit, where it says one, or "" */
	struct fl_slice message; /* of its author, or "" */
	struct fl_list parts; /* struct ds_patch_part */
};

/*
 * The patches of a text (struct ds_patch_text, which point into it), those of no file left out;
 * what git says of modes and of files that are not text is passed over. In the arena. FL_ELIMIT:
 * there are too many parts.
 */
int ds_patches_read(struct fl_slice text, unsigned strip, struct fl_arena *a,
	struct fl_list *ret_patches, struct fl_error *err);

/*
 * Apply a part without a `why` to a text: each hunk's lines have to stand in it as they are; where
 * they stand elsewhere than the hunk says, the nearest place is taken. In the arena. FL_EREFUSED
 * with the line of the hunk: they do not.
 */
int ds_patch_part_apply(const struct ds_patch_part *part, struct fl_slice text, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err);

#endif
