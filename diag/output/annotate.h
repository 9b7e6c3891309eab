/*
 * Diagnostics where a code review shows them.
 *
 * GitHub: workflow commands, a line each (GitHub Docs, "Workflow commands for GitHub Actions",
 * "Setting an error message"):
 *
 *	::warning file=src/a.c,line=3,endLine=3,col=5,endColumn=8,title=-Wunused-variable::unused …
 *
 * GitLab: a Code Quality report (GitLab Docs, "Code Quality", "Code Quality report format"): a JSON
 * array of objects with description, check_name, fingerprint, severity and location.
 *
 * Both show a file only by its path from the repository's root: a path below `root` is cut to that.
 */
#ifndef FL_DIAG_ANNOTATE_H
#define FL_DIAG_ANNOTATE_H

#include "diag/model/diagnostic.h"

/* Append one workflow command with its newline. Notes are further lines of its message. */
void diag_github_write(struct fl_buf *out, const struct diag_diagnostic *d, struct fl_slice root);

/* Append one object, without a newline. print: diag/output/fingerprint.h. */
void diag_gitlab_write(
	struct fl_buf *out, const struct diag_diagnostic *d, struct fl_slice root, uint64_t print);

#endif
