#include "debugsession/gdb/gdb.h"

#include <unistd.h>

int dbg_gdb_open(struct fl_box *box, const struct fl_run_spec *limits, struct fl_child *ret_child,
	struct dbg_engine **ret_engine, struct fl_error *err)
{
	struct fl_run_spec spec = *limits;
	struct fl_child child;
	spec.argv = limits->argv ? limits->argv : dbg_gdb_argv;
	spec.env = dbg_gdb_env;
	spec.randomize = true; /* gdb turns it off or leaves it on, run by run */
	int rc = fl_box_spawn(box, &spec, true, &child, err);
	if (rc)
		return rc;
	struct dbg_link link = {child.in, child.out, child.err, child.tty};
	struct dbg_gdb_opts opts = {.tty_name = FL_BOX_TTY};
	rc = dbg_gdb_new(&link, &opts, ret_engine, err);
	if (rc) {
		fl_child_end(&child, NULL, NULL);
		return rc;
	}
	*ret_child = child;
	return 0;
}
