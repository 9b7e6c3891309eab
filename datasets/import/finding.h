/*
 * What clang-tidy finds in a file and can mend itself: for each check, the file with that check's
 * fix-its applied. A check that is run alone, with its findings as errors, is to such a pair what a
 * compiler is to another: it refuses the one side and takes the other. It compiles, too, so a side
 * that it takes is one that clang compiles.
 */
#ifndef FL_DATASETS_IMPORT_FINDING_H
#define FL_DATASETS_IMPORT_FINDING_H

#include "tracegen/builds/build.h"

#define DS_FINDING_TOOL "clang-tidy-19"

/*
 * Checks that are run where none are asked for: those that have a class of errors and may have
 * fix-its. What is a matter of taste makes no fault, and the analyzer mends nothing.
 */
#define DS_FINDING_CHECKS                                                                 \
	"bugprone-*,-bugprone-easily-swappable-parameters,-bugprone-reserved-identifier," \
	"cppcoreguidelines-pro-type-member-init,misc-*,"                                  \
	"-misc-include-cleaner,-misc-use-anonymous-namespace,-misc-use-internal-linkage," \
	"readability-misleading-indentation,readability-misplaced-array-index"

enum { DS_FINDINGS_MAX = 32 }; /* checks of one file */

struct ds_finding {
	struct fl_slice check;
	struct fl_slice after; /* the file with the check's fix-its */
};

/*
 * Is the tool there, and does it know a check that the list allows? FL_EMISSING, or FL_EINVAL; the
 * message says how to go on.
 */
int ds_finding_ready(const char *checks, struct fl_error *err);

/* The command that the check is run by over the program's one file; texts, in the arena. */
struct fl_list ds_finding_argv(
	const struct tg_program *program, struct fl_slice check, struct fl_arena *a);

/*
 * The check of such a command, or "": it is none. Texts stay the caller's.
 */
struct fl_slice ds_finding_check(const struct fl_list *argv);

/*
 * Run such a command over what the box holds. ret_build->diagnostics: what was found. A host that
 * is short of something is FL_EHOST.
 */
int ds_finding_run(struct fl_box *box, const struct fl_list *argv, struct fl_arena *a,
	struct tg_build *ret_build, struct fl_error *err);

/*
 * All that can be mended in the program's one file, which the box is to hold: *ret_findings (struct
 * ds_finding) in the order of their first places. ret_build: how clang-tidy ended, and what it
 * printed; not ok where clang does not compile the file.
 */
int ds_findings(struct fl_box *box, const struct tg_program *program, const char *checks,
	struct fl_arena *a, struct fl_list *ret_findings, struct tg_build *ret_build,
	struct fl_error *err);

#endif
