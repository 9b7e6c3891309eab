/* Threads, frames, scopes, sources, and what the last stop was about. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "debugsession/dap/server_priv.h"

enum { SOURCE_MAX = 8 << 20, LEVELS = 1000, SOURCES_MAX = 10000 };

DBG_HANDLE(threads)
{
	const struct dbg_mi_record *r;
	const struct dbg_mi_value *list = NULL;
	size_t n = 0;
	(void)args;
	int rc = dbg_adapter_ask(a, &r, err, "-thread-info");
	if (rc == 0)
		list = dbg_mi_result(r, "threads");
	dbg_answer_key(body, "threads");
	fl_buf_char(body, '[');
	for (const struct dbg_mi_value *v = list ? list->child : NULL; v && n < DBG_ADAPTER_PAGE;
		v = v->next, n++) {
		struct fl_slice name = dbg_mi_str(dbg_mi_get(v, "name"));
		dbg_answer_item(body);
		fl_buf_char(body, '{');
		dbg_answer_int(body, "id", dbg_mi_int(dbg_mi_get(v, "id"), 0));
		dbg_answer_text(
			body, "name", name.len ? name : dbg_mi_str(dbg_mi_get(v, "target-id")));
		fl_buf_char(body, '}');
	}
	fl_buf_char(body, ']');
	return rc;
}

/* Relative names of sources are of the directory of the compilation, not of ours. */
static bool readable(struct fl_slice path)
{
	char name[4096];
	if (!fl_slice_starts(path, "/") || path.len >= sizeof(name))
		return false;
	snprintf(name, sizeof(name), "%.*s", FL_ARG(path));
	return access(name, R_OK) == 0;
}

static void add_frame(
	struct dbg_adapter *a, const struct dbg_mi_value *f, int64_t thread, struct fl_buf *body)
{
	struct fl_slice path = dbg_mi_str(dbg_mi_get(f, "fullname"));
	struct fl_slice function = dbg_mi_str(dbg_mi_get(f, "func"));
	int64_t line = dbg_mi_int(dbg_mi_get(f, "line"), 0);
	bool there = readable(path);
	dbg_answer_item(body);
	fl_buf_char(body, '{');
	dbg_answer_int(
		body, "id", dbg_adapter_frame_id(thread, dbg_mi_int(dbg_mi_get(f, "level"), 0)));
	dbg_answer_text(body, "name", function.len ? function : FL_S("??"));
	/* a path that is not there would be an error in the editor for each frame */
	dbg_adapter_add_source(
		body, there ? path : fl_slice(NULL, 0), dbg_mi_str(dbg_mi_get(f, "file")));
	dbg_answer_int(body, "line", there ? dbg_adapter_line_out(a, line) : 0);
	dbg_answer_int(body, "column", there ? a->column_base : 0);
	dbg_answer_text(body, "instructionPointerReference", dbg_mi_str(dbg_mi_get(f, "addr")));
	struct fl_slice module = dbg_mi_str(dbg_mi_get(f, "from"));
	if (module.len)
		dbg_answer_text(body, "moduleId", module);
	if (!there)
		dbg_answer_text(body, "presentationHint", FL_S("subtle"));
	fl_buf_char(body, '}');
}

/* How deep the stack is, as far as it is looked at. */
static int64_t depth_of(struct dbg_adapter *a, int64_t thread, int64_t most)
{
	const struct dbg_mi_record *r;
	if (dbg_adapter_ask(
		    a, &r, NULL, "-stack-info-depth --thread %" PRId64 " %" PRId64, thread, most))
		return 0;
	return dbg_mi_int(dbg_mi_result(r, "depth"), 0);
}

DBG_HANDLE(stack)
{
	const struct dbg_mi_record *r;
	const struct dbg_mi_value *list = NULL;
	int64_t thread = dbg_arg_int(args, "threadId", 0);
	int64_t start = dbg_arg_int(args, "startFrame", 0);
	int64_t levels = dbg_arg_int(args, "levels", 0), total;
	int rc = dbg_adapter_need_stop(a, err);
	if (rc == 0 && (thread <= 0 || thread >= DBG_THREADS_MAX || start < 0 || levels < 0))
		rc = fl_error_set(err, FL_EINVAL,
			"there is no thread %" PRId64 " or frame %" PRId64, thread, start);
	if (rc)
		return rc;
	levels = levels && levels < LEVELS ? levels : LEVELS;
	/* one more than is shown: whether there are more is all that a client needs to page */
	total = depth_of(a, thread,
		start + levels + 1 < DBG_FRAMES_MAX ? start + levels + 1 : DBG_FRAMES_MAX);
	if (start < total || !start)
		rc = dbg_adapter_ask(a, &r, err,
			"-stack-list-frames --thread %" PRId64 " %" PRId64 " %" PRId64, thread,
			start, start + levels - 1);
	if (rc == 0 && (start < total || !start))
		list = dbg_mi_result(r, "stack");
	dbg_answer_key(body, "stackFrames");
	fl_buf_char(body, '[');
	for (const struct dbg_mi_value *f = list ? list->child : NULL; f; f = f->next)
		add_frame(a, f, thread, body);
	fl_buf_char(body, ']');
	dbg_answer_int(body, "totalFrames", total);
	return rc;
}

static void add_scope(struct dbg_adapter *a, const char *name, const char *hint,
	enum dbg_adapter_ref_kind kind, int64_t frame, struct fl_buf *body)
{
	const struct dbg_adapter_ref ref = {.kind = kind, .frame = frame};
	dbg_answer_item(body);
	fl_buf_char(body, '{');
	dbg_answer_text(body, "name", fl_slice_str(name));
	dbg_answer_text(body, "presentationHint", fl_slice_str(hint));
	dbg_answer_int(body, "variablesReference", dbg_adapter_new_ref(a, &ref));
	dbg_answer_bool(body, "expensive", kind == DBG_REF_REGISTERS);
	fl_buf_char(body, '}');
}

DBG_HANDLE(scopes)
{
	int64_t frame = dbg_arg_int(args, "frameId", 0);
	int rc = dbg_adapter_need_stop(a, err);
	if (rc == 0 && (frame >> DBG_FRAME_BITS <= 0 || frame >> DBG_FRAME_BITS >= DBG_THREADS_MAX))
		rc = fl_error_set(err, FL_EINVAL, "there is no frame %" PRId64, frame);
	if (rc)
		return rc;
	dbg_answer_key(body, "scopes");
	fl_buf_char(body, '[');
	add_scope(a, "Arguments", "arguments", DBG_REF_ARGUMENTS, frame, body);
	add_scope(a, "Locals", "locals", DBG_REF_LOCALS, frame, body);
	add_scope(a, "Registers", "registers", DBG_REF_REGISTERS, frame, body);
	fl_buf_char(body, ']');
	return 0;
}

DBG_HANDLE(source)
{
	struct fl_slice path = dbg_arg_text(fl_json_get(args, "source"), "path");
	struct fl_buf text;
	char name[4096];
	(void)a;
	if (!path.len || path.len >= sizeof(name))
		return fl_error_set(err, FL_EINVAL, "a source is known by its path alone");
	snprintf(name, sizeof(name), "%.*s", FL_ARG(path));
	fl_buf_init(&text, SOURCE_MAX);
	int rc = fl_buf_read_file(&text, name, err);
	if (rc == 0)
		dbg_answer_text(body, "content", fl_buf_view(&text));
	fl_buf_release(&text);
	return rc;
}

static void add_module(struct fl_buf *body, struct fl_slice path, bool symbols)
{
	dbg_answer_item(body);
	fl_buf_char(body, '{');
	dbg_answer_text(body, "id", path);
	dbg_answer_text(body, "name", fl_slice_skip(path, (size_t)(fl_slice_rchr(path, '/') + 1)));
	dbg_answer_text(body, "path", path);
	dbg_answer_text(body, "symbolStatus",
		symbols ? FL_S("Symbols loaded") : FL_S("Symbols not loaded"));
	fl_buf_char(body, '}');
}

DBG_HANDLE(modules)
{
	const struct dbg_mi_record *r;
	int64_t start = dbg_arg_int(args, "startModule", 0), n = 0;
	int64_t count = dbg_arg_int(args, "moduleCount", 0);
	int rc = dbg_adapter_ask(a, &r, err, "-file-list-shared-libraries");
	if (rc)
		return rc;
	count = count > 0 && count < DBG_ADAPTER_PAGE ? count : DBG_ADAPTER_PAGE;
	dbg_answer_key(body, "modules");
	fl_buf_char(body, '[');
	if (a->begin.program && n++ >= start)
		add_module(body, fl_slice_str(a->begin.program), true);
	const struct dbg_mi_value *list = dbg_mi_result(r, "shared-libraries");
	for (const struct dbg_mi_value *v = list ? list->child : NULL; v; v = v->next, n++)
		if (n >= start && n < start + count)
			add_module(body, dbg_mi_str(dbg_mi_get(v, "id")),
				dbg_mi_int(dbg_mi_get(v, "symbols-loaded"), 0) > 0);
	fl_buf_char(body, ']');
	dbg_answer_int(body, "totalModules", n);
	return 0;
}

DBG_HANDLE(sources)
{
	const struct dbg_mi_record *r;
	size_t n = 0;
	(void)args;
	int rc = dbg_adapter_ask(a, &r, err, "-file-list-exec-source-files");
	if (rc)
		return rc;
	dbg_answer_key(body, "sources");
	fl_buf_char(body, '[');
	const struct dbg_mi_value *list = dbg_mi_result(r, "files");
	for (const struct dbg_mi_value *v = list ? list->child : NULL; v && n < SOURCES_MAX;
		v = v->next) {
		struct fl_slice path = dbg_mi_str(dbg_mi_get(v, "fullname"));
		if (!path.len)
			continue;
		n++;
		dbg_answer_item(body);
		fl_buf_char(body, '{');
		dbg_answer_text(
			body, "name", fl_slice_skip(path, (size_t)(fl_slice_rchr(path, '/') + 1)));
		dbg_answer_text(body, "path", path);
		fl_buf_char(body, '}');
	}
	fl_buf_char(body, ']');
	return 0;
}

/* The value of an expression as text, in `stopped`; empty where there is none. */
static struct fl_slice value_of(struct dbg_adapter *a, const char *expression)
{
	const struct dbg_mi_record *r;
	if (dbg_adapter_ask(a, &r, NULL, "-data-evaluate-expression --thread %" PRId64 " \"%s\"",
		    a->thread, expression))
		return fl_slice(NULL, 0);
	return fl_arena_slice(&a->stopped, dbg_mi_str(dbg_mi_result(r, "value")));
}

/* Signals that come with an address (sigaction(2)). */
static bool has_address(struct fl_slice signal)
{
	static const char *const names[] = {"SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE"};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (fl_slice_eqs(signal, names[i]))
			return true;
	return false;
}

static void explain_signal(struct dbg_adapter *a, struct fl_buf *text)
{
	fl_buf_slice(text, a->what.len ? a->what : a->reason);
	if (!has_address(a->reason))
		return;
	struct fl_slice code = value_of(a, "$_siginfo.si_code");
	struct fl_slice at = value_of(a, "$_siginfo._sifields._sigfault.si_addr");
	if (!at.len)
		return;
	fl_buf_printf(text, " at address %.*s", FL_ARG(at));
	if (fl_slice_eqs(a->reason, "SIGSEGV") && fl_slice_eqs(code, "1"))
		fl_buf_str(text, ": nothing is mapped there");
	else if (fl_slice_eqs(a->reason, "SIGSEGV") && fl_slice_eqs(code, "2"))
		fl_buf_str(text, ": the mapping does not allow it");
}

/*
 * The type of a C++ exception that is on its way: libstdc++'s probes give its type_info, whose
 * symbol has the name also where the program has no debug information for it.
 */
static struct fl_slice exception_type(struct dbg_adapter *a)
{
	static const char words[] = "typeinfo for ";
	struct dbg_reply reply;
	if (dbg_adapter_console(a, FL_S("info symbol $_probe_arg1"),
		    dbg_adapter_frame_id(a->thread, 0), &reply, NULL))
		return fl_slice(NULL, 0);
	struct fl_slice text = fl_slice_trim(reply.text);
	ptrdiff_t end = fl_slice_find(text, " in section ");
	if (!fl_slice_starts(text, words))
		return fl_slice(NULL, 0);
	text = fl_slice_skip(
		fl_slice_head(text, end < 0 ? text.len : (size_t)end), sizeof(words) - 1);
	ptrdiff_t version = fl_slice_chr(text, '@');
	text = fl_slice_head(text, version < 0 ? text.len : (size_t)version);
	return fl_arena_slice(&a->stopped, text);
}

DBG_HANDLE(exception)
{
	struct fl_buf text;
	struct fl_slice type = fl_slice(NULL, 0), id = a->reason;
	(void)args;
	int rc = dbg_adapter_need_stop(a, err);
	if (rc == 0 && !a->reason.len && !a->what.len)
		rc = fl_error_set(err, FL_EREFUSED, "the program did not stop at an exception");
	if (rc)
		return rc;
	fl_buf_init(&text, DBG_ADAPTER_TEXT);
	if (a->reason.len) {
		explain_signal(a, &text);
	} else {
		type = exception_type(a);
		id = type.len ? type : a->what;
		fl_buf_printf(&text, "C++ exception (%.*s)%s%.*s", FL_ARG(a->what),
			type.len ? ": " : "", FL_ARG(type));
	}
	dbg_answer_text(body, "exceptionId", id);
	dbg_answer_text(body, "description", fl_buf_view(&text));
	dbg_answer_text(body, "breakMode", a->reason.len ? FL_S("unhandled") : FL_S("always"));
	if (type.len) {
		dbg_answer_key(body, "details");
		fl_buf_char(body, '{');
		dbg_answer_text(body, "typeName", type);
		fl_buf_char(body, '}');
	}
	fl_buf_release(&text);
	return 0;
}
