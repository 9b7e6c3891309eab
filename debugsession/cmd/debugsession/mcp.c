#include <stdlib.h>
#include <unistd.h>

#include "debugsession/cmd/debugsession/sub.h"
#include "debugsession/console/cache.h"
#include "debugsession/mcp/mcp.h"

enum { CACHE_PATH = 4096 };

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
	char **shown = NULL;
	int rc = sub_shown(o, opts.sandbox, &shown, err);
	opts.shown = (const char *const *)shown;
	if (rc == 0)
		rc = dbg_mcp_run(&opts, STDIN_FILENO, STDOUT_FILENO, err);
	sub_free_paths(shown);
	return rc ? FL_RUN_FAILED : 0;
}
