#include <stdlib.h>
#include <unistd.h>

#include "debugsession/cmd/debugsession/sub.h"
#include "debugsession/dap/server.h"

int dbg_cmd_dap(const struct fl_opts *o, struct fl_error *err)
{
	struct dbg_adapter_opts opts = {
		.xdg = getenv("XDG_RUNTIME_DIR"),
		.gdb_path = fl_opt_text(o, OPT_GDB_PATH),
		.sandbox =
			fl_opt_given(o, OPT_SANDBOX) && fl_opt_word(o, OPT_SANDBOX) == SANDBOX_ON,
		.in = STDIN_FILENO,
		.out = STDOUT_FILENO,
	};
	if (sub_count(o)) {
		fl_error_set(err, FL_EINVAL, "%s is out of place", sub_at(o, 0));
		return FL_RUN_FAILED;
	}
	return dbg_adapter_run(&opts, err) ? FL_RUN_FAILED : 0;
}
