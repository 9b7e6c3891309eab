/* What the files of the MCP server share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_MCP_PRIV_H
#define FL_DEBUGSESSION_MCP_PRIV_H

#include "base/json.h"
#include "debugsession/mcp/mcp.h"
#include "debugsession/session/client.h"
#include "debugsession/session/rundir.h"

enum { DBG_CALLS_MAX = 32, DBG_OPEN_MAX = 64 };

/* A parameter of a tool, or a member of its result. A table ends with a row without a name. */
struct dbg_mcp_field {
	const char *name;
	enum { DBG_TEXT, DBG_INT, DBG_BOOL, DBG_TEXTS, DBG_MAP, DBG_ANY, DBG_LIST } type;
	bool required;
	const char *doc;
};

/* Seed 001's tools answer {"type", "content"}, seed 003's {"status", …}. */
enum dbg_mcp_style { DBG_TYPE_CONTENT, DBG_STATUS };

struct dbg_mcp;
struct dbg_mcp_call;

/*
 * Write the request to the session (session/serve.h) for the call's arguments. An error is the
 * tool's, with a message for the caller.
 */
typedef int (*dbg_mcp_ask_fn)(
	struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err);

struct dbg_tool {
	const char *name, *description;
	enum dbg_mcp_style style;
	bool read_only; /* changes neither program nor session */
	const struct dbg_mcp_field *in, *out;
	dbg_mcp_ask_fn ask; /* NULL: it needs none, or begin does it */
	/* Write the members of the result from the session's answer. */
	void (*tell)(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out);
	/*
	 * Start what ends the call later. Without one and without `ask`, tell ends it. With both, a
	 * session is started, then asked, and ends with the call unless its argument `keep` is
	 * true.
	 */
	int (*begin)(struct dbg_mcp_call *call, struct fl_error *err);
};

/* One call under way. */
struct dbg_mcp_call {
	struct dbg_mcp *mcp;
	bool used;
	int fd; /* the session's socket, or the pipe of a session that starts or of a task */
	char *id; /* the request's, as JSON */
	bool modern;
	const struct dbg_tool *tool;
	const struct fl_json *args; /* an object, or NULL; in arena */
	struct fl_arena arena;
	char session[DBG_ID_MAX + 1];
	struct fl_buf answer;
	bool starting, task; /* a session of its own; a process of ours (dbg_mcp_run_script) */
	int64_t number; /* of the call: later ones have greater ones */
	int64_t awaits; /* the number of the start that it waits for (wait.c); 0: of none */
	int64_t deadline; /* of that, fl_clock_ms() */
	const struct fl_json *welcome; /* the answer to the start that came before; in arena */
};

/* A session that was opened here. */
struct dbg_mcp_session {
	char id[DBG_ID_MAX + 1];
	int64_t created; /* seconds since 1970; 0: the slot is free */
};

extern const struct dbg_tool dbg_mcp_tools[];
extern const size_t dbg_mcp_tool_count;

/* The tools as tools/list has them: a JSON list. */
void dbg_mcp_list_tools(struct fl_buf *out);

/* Are the arguments those of the tool? FL_EINVAL names the first that is not. */
int dbg_mcp_check(const struct dbg_tool *tool, const struct fl_json *args, struct fl_error *err);

/* The value of an argument; the empty slice, or otherwise, where it is not given. */
struct fl_slice dbg_mcp_text(const struct dbg_mcp_call *call, const char *name);
int64_t dbg_mcp_int(const struct dbg_mcp_call *call, const char *name, int64_t otherwise);
bool dbg_mcp_bool(const struct dbg_mcp_call *call, const char *name);

/* What a failed answer holds besides its message: error_type, state, texts. */
void dbg_mcp_tell_failure(const struct fl_json *answer, struct fl_buf *out);

/* Sessions of this server. */
struct dbg_mcp_session *dbg_mcp_sessions(struct dbg_mcp *m);
void dbg_mcp_forget(struct dbg_mcp *m, const char *id);

/* Start a session: its answer ends the call. */
int dbg_mcp_start(struct dbg_mcp_call *call, struct fl_error *err);

/* Run the script that the call names, over its session where there is one, in a task. */
int dbg_mcp_run_script(struct dbg_mcp_call *call, struct fl_error *err);

/* Ask the call's session: its answer ends the call. */
int dbg_mcp_ask(struct dbg_mcp_call *call, dbg_mcp_ask_fn fn, struct fl_error *err);

/* Do the calls of a text: those that need no debugger in a task, others in the session. */
int dbg_mcp_cpp_call(struct dbg_mcp_call *call, struct fl_error *err);

/* Ask the call's session to interrupt what runs. */
int dbg_mcp_interrupt(struct dbg_mcp_call *call, struct fl_error *err);

/* The gdb that the documents tell of. */
static inline const char *dbg_mcp_gdb(const struct dbg_mcp_opts *opts)
{
	return opts->gdb_path ? opts->gdb_path : "gdb";
}

/*
 * What a gdb of its own, without a program, prints for these commands (NULL-terminated, at most
 * DBG_ASK_MAX of them). FL_EMISSING when there is no such gdb.
 */
enum { DBG_ASK_MAX = 64, DBG_DOCUMENT_MAX = 4 << 20 };
int dbg_mcp_ask_gdb(
	const char *gdb, const char *const *commands, struct fl_buf *out, struct fl_error *err);

/* Two of the documents (guides.c). */
int dbg_mcp_write_architecture(
	const struct dbg_mcp_opts *opts, struct fl_buf *out, struct fl_error *err);
int dbg_mcp_write_extensions(
	const struct dbg_mcp_opts *opts, struct fl_buf *out, struct fl_error *err);

/*
 * Resources: their list, the number of the one with this address (-1: there is none), its text.
 * Writing one may take as long as a gdb of its own takes, 40 s at most.
 */
enum { DBG_RESOURCES_MAX = 16, DBG_RESOURCE_MS = 40000 };
void dbg_mcp_list_resources(struct fl_buf *out);
int dbg_mcp_find_resource(struct fl_slice uri);
const char *dbg_mcp_resource_uri(int number);
int dbg_mcp_write_resource(
	const struct dbg_mcp_opts *opts, int number, struct fl_buf *text, struct fl_error *err);

#endif
