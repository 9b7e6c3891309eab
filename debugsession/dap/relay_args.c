/* The arguments of launch and attach, which are ours, in the words of the adapters. */
#include <unistd.h>

#include "debugsession/dap/relay.h"

/* Members that do not go to the adapter as they are. */
static const char *const ours[] = {"engine", "gdbPath", "env", "sourceMap", "coreFile", "pid",
	"processId", "target", "stopOnEntry", "stopAtEntry", "stopAtBeginningOfMainSubprogram",
	"qemu"};

static bool is_ours(struct fl_slice key)
{
	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++)
		if (fl_slice_eqs(key, ours[i]))
			return true;
	return false;
}

/* Members of an object, of "NAME=VALUE" each; but those that `over` sets. */
static void add_variables(
	const char *const *env, const char *const *over, bool list, struct fl_buf *out)
{
	for (size_t i = 0; env[i]; i++) {
		struct fl_slice text = fl_slice_str(env[i]);
		ptrdiff_t at = fl_slice_chr(text, '=');
		bool set = at < 0;
		for (size_t k = 0; over && !set && over[k]; k++)
			set = !strncmp(over[k], env[i], (size_t)at + 1);
		if (set)
			continue;
		dbg_answer_item(out);
		fl_json_text(out, list ? text : fl_slice_head(text, (size_t)at));
		if (list)
			continue;
		fl_buf_char(out, ':');
		fl_json_text(out, fl_slice_skip(text, (size_t)at + 1));
	}
}

/* LLDB takes a list of what is to be set, gdb an object that is the whole environment. */
static void add_environment(const struct dbg_adapter *a, bool list, struct fl_buf *out)
{
	const char *const *env = a->begin.env;
	if (!env || !env[0])
		return;
	dbg_answer_key(out, "env");
	fl_buf_char(out, list ? '[' : '{');
	if (!list)
		add_variables((const char *const *)environ, env, false, out);
	add_variables(env, NULL, list, out);
	fl_buf_char(out, list ? ']' : '}');
}

/* [[FROM, TO], …] from that or from {FROM: TO, …}. */
static void add_sources(const struct fl_json *map, struct fl_buf *out)
{
	dbg_answer_key(out, "sourceMap");
	fl_buf_char(out, '[');
	for (const struct fl_json *c = map->child; c; c = c->next) {
		dbg_answer_item(out);
		if (!c->key.len) {
			dbg_answer_tree(out, c);
			continue;
		}
		fl_buf_char(out, '[');
		fl_json_text(out, c->key);
		fl_buf_char(out, ',');
		dbg_answer_tree(out, c);
		fl_buf_char(out, ']');
	}
	fl_buf_char(out, ']');
}

static void add_target(bool lldb, const char *target, struct fl_buf *out)
{
	struct fl_buf command;
	if (!lldb) {
		dbg_answer_text(out, "target", fl_slice_str(target));
		return;
	}
	fl_buf_init(&command, 4096);
	fl_buf_printf(&command, "gdb-remote %s", target);
	dbg_answer_key(out, "attachCommands");
	fl_buf_char(out, '[');
	fl_json_text(out, fl_buf_view(&command));
	fl_buf_char(out, ']');
	fl_buf_release(&command);
}

void dbg_relay_arguments(struct dbg_adapter *a, const struct fl_json *args,
	enum dbg_engine_kind engine, struct fl_buf *out)
{
	const struct dbg_session_opts *o = &a->begin;
	const struct fl_json *map = fl_json_get(args, "sourceMap");
	bool lldb = engine == DBG_ENGINE_LLDB_DAP;
	for (const struct fl_json *c = args ? args->child : NULL; c; c = c->next)
		if (!is_ours(c->key))
			dbg_answer_member(out, c);
	if (a->stop_on_entry)
		dbg_answer_bool(
			out, lldb ? "stopOnEntry" : "stopAtBeginningOfMainSubprogram", true);
	if (o->attach)
		dbg_answer_int(out, "pid", o->attach);
	if (o->core)
		dbg_answer_text(out, "coreFile", fl_slice_str(o->core));
	if (o->remote)
		add_target(lldb, o->remote, out);
	if (map)
		add_sources(map, out);
	add_environment(a, lldb, out);
}
