#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "debugsession/cmd/debugsession/sub.h"
#include "debugsession/console/cache.h"
#include "debugsession/mcp/mcp.h"

enum { CACHE_PATH = 4096 };

/*
 * Where clients' files come from: --allow, else the working directory, which is nobody's choice
 * where it is "/", as clients start servers.
 */
static int find_roots(const struct fl_opts *o, char ***ret_roots, struct fl_error *err)
{
	char **roots = NULL;
	if (fl_opt_given(o, OPT_ALLOW))
		return sub_paths(o, OPT_ALLOW, ret_roots, err);
	char *here = realpath(".", NULL);
	roots = calloc(2, sizeof(*roots));
	if (!roots || !here) {
		free(roots);
		free(here);
		return fl_error_sys(err, FL_EIO, errno, "there is no working directory");
	}
	if (strcmp(here, "/") != 0)
		roots[0] = here;
	else
		free(here);
	*ret_roots = roots;
	return 0;
}

int dbg_cmd_mcp(const struct fl_opts *o, struct fl_error *err)
{
	char cache[CACHE_PATH];
	dbg_cache_open(getenv("XDG_CACHE_HOME"), getenv("HOME"), cache, sizeof(cache));
	struct dbg_mcp_opts opts = {
		.xdg = getenv("XDG_RUNTIME_DIR"),
		.cache = cache,
		.gdb_path = fl_opt_text(o, OPT_GDB_PATH),
		.version = FL_VERSION,
		.unsafe = fl_opt_given(o, OPT_UNSAFE),
		.network = fl_opt_given(o, OPT_ALLOW_NETWORK),
		.sandbox =
			!fl_opt_given(o, OPT_SANDBOX) || fl_opt_word(o, OPT_SANDBOX) == SANDBOX_ON,
	};
	if (sub_count(o)) {
		fl_error_set(err, FL_EINVAL, "%s is out of place", sub_at(o, 0));
		return FL_RUN_FAILED;
	}
	char **shown = NULL, **roots = NULL;
	int rc = sub_shown(o, opts.sandbox, &shown, err);
	if (rc == 0)
		rc = find_roots(o, &roots, err);
	opts.shown = (const char *const *)shown;
	/* who takes the gate away lets clients do what the user may */
	opts.roots = opts.unsafe && !opts.sandbox ? NULL : (const char *const *)roots;
	if (rc == 0)
		rc = dbg_mcp_run(&opts, STDIN_FILENO, STDOUT_FILENO, err);
	sub_free_paths(shown);
	sub_free_paths(roots);
	return rc ? FL_RUN_FAILED : 0;
}
