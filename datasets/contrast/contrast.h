/*
 * Contrasts: one task under two platforms, each with a form of code that compiles there and nowhere
 * on the other side. A pair of records has both: under the header of one platform stands the code
 * for the other one, which fails to compile, and its fix is the form for that header. Who does not
 * read the header cannot tell which of two right programs is asked for.
 *
 * A contrast is a row of the table in contrast.c; a task of it a file in tasks/ (task.h) and a row
 * in tasks.h.
 */
#ifndef FL_DATASETS_CONTRAST_CONTRAST_H
#define FL_DATASETS_CONTRAST_CONTRAST_H

#include "tracegen/builds/build.h"

/* One of the two platforms: what its files are compiled with. */
struct ds_contrast_side {
	const char *name; /* that task files call it by */
	const char *std;
	enum tg_build_kind on; /* TG_PLAIN, or another machine */
	const char *const *flags; /* further ones, NULL-terminated; NULL: none */
	/* Headers that the platform brings along, which stand among a record's files; up to a NULL. */
	const struct ds_contrast_header {
		const char *path, *start, *end; /* its bytes lie between the last two */
	} * headers;
};

struct ds_contrast {
	const char *name;
	const char *doc; /* for the summary */
	enum tg_language language;
	struct ds_contrast_side sides[2];
};

enum { DS_CONTRASTS = 4 };
extern const struct ds_contrast ds_contrasts[DS_CONTRASTS];

/* Its index, or -1. */
int ds_contrast_find(struct fl_slice name);

/* The index of its side of that name, or -1. */
int ds_contrast_side_find(const struct ds_contrast *c, struct fl_slice name);

/*
 * The program of one file, compiled by compiler (enum tg_compiler) for that side: the file first,
 * then the task's own headers (struct tg_file), then the side's. Texts stay the caller's, lists
 * live in the arena. FL_EINVAL: a path is none.
 */
int ds_contrast_program(const struct ds_contrast *c, int side, int compiler,
	const struct tg_file *file, const struct fl_list *headers, struct fl_arena *a,
	struct tg_program *ret_program, struct fl_error *err);

#endif
