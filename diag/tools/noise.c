/*
 * What runs around a build says in a compiler's form, without a place: git, the runners of CI,
 * package managers, containers. It goes to the rest, and counts as read.
 */
#include "diag/tools/tools.h"

#include "diag/report/build.h"
#include "diag/report/snippet.h"

/* How a line starts, and what it has behind that (NULL: anything). */
static const struct {
	const char *start, *behind;
} rows[] = {
	/* GitHub's runner and its actions, GitLab's runner */
	{"Error: Process completed with exit code ", NULL},
	{"Error: The operation was canceled.", NULL},
	{"Error: The process '", "' failed with exit code "},
	{"Error: Input required and not supplied: ", NULL},
	{"Error: No files were found with the provided path: ", NULL},
	{"Warning: No files were found with the provided path: ", NULL},
	{"Error: Unable to process file command ", NULL},
	{"Error: The runner has received a shutdown signal", NULL},
	{"ERROR: Job failed", NULL},
	{"ERROR: No files to upload", NULL},
	{"WARNING: No matching files", NULL},
	{"WARNING: ", ": no matching files"},
	{"WARNING: Event retrieved from the cluster", NULL},

	/* git */
	{"error: pathspec '", NULL},
	{"error: failed to push some refs to ", NULL},
	{"error: src refspec ", NULL},
	{"error: cannot lock ref ", NULL},
	{"error: RPC failed; ", NULL},
	{"error: patch failed: ", NULL},
	{"error: could not apply ", NULL},
	{"error: could not lock config file ", NULL},
	{"error: remote unpack failed: ", NULL},
	{"error: unable to create file ", NULL},
	{"error: unable to unlink old '", NULL},
	{"error: Your local changes to the following files would be overwritten", NULL},
	{"error: The following untracked working tree files would be overwritten", NULL},
	{"error: ", " is not possible because you have unmerged files"},
	{"error: ", ": patch does not apply"},
	{"error: you need to resolve your current index first", NULL},
	{"warning: ", "LF will be replaced by "},
	{"warning: redirecting to ", NULL},
	{"warning: adding embedded git repository: ", NULL},
	{"warning: You appear to have cloned an empty repository", NULL},
	{"fatal: not a git repository", NULL},
	{"fatal: '", "' does not appear to be a git repository"},
	{"fatal: Exiting because of an unresolved conflict", NULL},
	{"fatal: cherry-pick failed", NULL},
	{"fatal: cannot lock ref ", NULL},
	{"fatal: Could not read from remote repository", NULL},
	{"fatal: could not read Username for ", NULL},
	{"fatal: unable to access '", NULL},
	{"fatal: couldn't find remote ref ", NULL},
	{"fatal: repository '", "' not found"},
	{"fatal: repository '", "' does not exist"},
	{"fatal: Authentication failed for ", NULL},
	{"fatal: clone of '", NULL},
	{"fatal: refusing to merge unrelated histories", NULL},
	{"fatal: ambiguous argument '", NULL},

	/* pip, apt, Homebrew */
	{"error: externally-managed-environment", NULL},
	{"error: subprocess-exited-with-error", NULL},
	{"error: metadata-generation-failed", NULL},
	{"error: legacy-install-failure", NULL},
	{"ERROR: Could not find a version that satisfies the requirement ", NULL},
	{"ERROR: No matching distribution found for ", NULL},
	{"ERROR: Failed building wheel for ", NULL},
	{"ERROR: Invalid requirement: ", NULL},
	{"note: This is an issue with the package mentioned above, not pip", NULL},
	{"note: This error originates from a subprocess, and is likely not a problem with pip",
		NULL},
	{"note: If you believe this is a mistake, please contact your Python installation", NULL},
	{"ERROR: Could not install packages due to ", NULL},
	{"ERROR: pip's dependency resolver ", NULL},
	{"WARNING: Running pip as the 'root' user", NULL},
	{"WARNING: You are using pip version ", NULL},
	{"WARNING: apt does not have a stable CLI interface", NULL},
	{"Warning: ", " is already installed and up-to-date"},

	/* node */
	{"Error: Cannot find module ", NULL},
	{"Error: spawn ", NULL},
	{"Error: Command failed: ", NULL},
	{"Error: ENOENT: ", NULL},
	{"Error: EACCES: ", NULL},
	{"Error: EPERM: ", NULL},

	/* rustc and cargo of what they started, Docker */
	{"error: could not compile `", NULL},
	{"error: failed to run custom build command for `", NULL},
	{"error: linking with `", "` failed: "},
	{"error: aborting due to ", NULL},
	{"Error response from daemon: ", NULL},
	{"ERROR: failed to solve: ", NULL},
	{"ERROR: failed to build: ", NULL},
};

bool diag_noise_line(struct diag_parser *p, struct fl_slice line)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].start[0] != line.ptr[0] || !fl_slice_starts(line, rows[i].start))
			continue;
		struct fl_slice rest = fl_slice_skip(line, strlen(rows[i].start));
		if (rows[i].behind && fl_slice_find(rest, rows[i].behind) < 0)
			continue;
		diag_snippet_flush(p);
		diag_build_plain(p, line);
		return true;
	}
	return false;
}
