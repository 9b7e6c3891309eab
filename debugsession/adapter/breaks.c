/* Breakpoints and watchpoints: what there are, and telling the adapter of them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/watches.h"
#include "debugsession/adapter/engine_priv.h"
#include "debugsession/adapter/spell.h"
#include "debugsession/adapter/tree.h"
#include "debugsession/answer/answer.h"

enum { REQUEST_MAX = 1 << 20 };

static void free_break(struct dbg_dap_break *b)
{
	free(b->text);
	free(b->source);
	free(b->condition);
	free(b->value);
	free(b->function);
	free(b->path);
	free(b);
}

void dbg_dap_breaks_forget(struct dbg_dap_engine *e)
{
	for (size_t i = 0; i < e->break_count; i++)
		free_break(e->breaks[i]);
	e->break_count = 0;
}

struct dbg_dap_break *dbg_dap_break_find(struct dbg_dap_engine *e, int64_t number)
{
	for (size_t i = 0; i < e->break_count; i++)
		if (e->breaks[i]->number == number)
			return e->breaks[i];
	return NULL;
}

static char *copy(struct fl_slice s)
{
	return s.len ? strndup(s.ptr, s.len) : strdup("");
}

int dbg_dap_set_text(char **text, struct fl_slice s, struct fl_error *err)
{
	char *fresh = copy(s);
	if (!fresh)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a text of the session");
	free(*text);
	*text = fresh;
	return 0;
}

static bool same_text(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

/* The first of those that the adapter cannot tell from this one. */
static struct dbg_dap_break *first_like(struct dbg_dap_engine *e, const struct dbg_dap_break *b)
{
	for (size_t i = 0; i < e->break_count; i++) {
		struct dbg_dap_break *o = e->breaks[i];
		if (o == b)
			break;
		if (o->kind != b->kind || !o->enabled)
			continue;
		if (b->kind == DBG_DAP_AT_FUNCTION && same_text(o->text, b->text))
			return o;
		if (b->kind == DBG_DAP_AT_LINE && same_text(o->source, b->source) &&
			o->asked == b->asked)
			return o;
	}
	return NULL;
}

static bool in_group(
	struct dbg_dap_engine *e, const struct dbg_dap_break *b, const struct dbg_dap_break *like)
{
	return b->enabled && b->kind == like->kind &&
	       (b->kind != DBG_DAP_AT_LINE || same_text(b->source, like->source)) &&
	       !first_like(e, b);
}

/* Guarded, the condition is not lldb's, which would call functions for it: dbg_dap_holds(). */
static void add_wish(const struct dbg_dap_break *b, bool guarded, struct fl_buf *args)
{
	char id[64];
	dbg_answer_item(args);
	fl_buf_char(args, '{');
	if (b->kind == DBG_DAP_AT_LINE) {
		dbg_answer_int(args, "line", b->asked);
	} else if (b->kind == DBG_DAP_AT_FUNCTION) {
		dbg_answer_text(args, "name", fl_slice_str(b->text));
	} else {
		/* the form that lldb-dap's dataBreakpointInfo gives */
		snprintf(id, sizeof(id), "%" PRIX64 "/%zu", b->address, b->size);
		dbg_answer_text(args, "dataId", fl_slice_str(id));
		dbg_answer_text(args, "accessType", fl_slice_str(b->access));
	}
	if (b->condition && !guarded)
		dbg_answer_text(args, "condition", fl_slice_str(b->condition));
	fl_buf_char(args, '}');
}

static void read_place(const struct fl_json *j, struct dbg_dap_break *b)
{
	const struct fl_json *verified = fl_json_get(j, "verified");
	struct fl_slice path = fl_json_str(fl_json_get(fl_json_get(j, "source"), "path"));
	struct fl_slice at = fl_json_str(fl_json_get(j, "instructionReference"));
	b->verified = verified && verified->num;
	b->id = fl_json_int(fl_json_get(j, "id"), 0);
	b->line = fl_json_int(fl_json_get(j, "line"), b->line);
	if (path.len)
		dbg_dap_set_text(&b->path, path, NULL);
	if (at.len)
		b->address = strtoull(at.ptr, NULL, 16);
}

/*
 * lldb-dap answers for functions in an order of its own: those that it knows are found by their
 * ids, so that at most one may be new.
 */
static void read_places(struct dbg_dap_engine *e, const struct fl_json *list,
	const struct dbg_dap_break *like, struct dbg_dap_break *fresh)
{
	const struct fl_json *j = list ? list->child : NULL;
	bool functions = like->kind == DBG_DAP_AT_FUNCTION;
	for (size_t i = 0; !functions && j && i < e->break_count; i++) {
		struct dbg_dap_break *b = e->breaks[i];
		if (!in_group(e, b, like))
			continue;
		read_place(j, b);
		/* lldb numbers them anew each time and does not say how */
		if (b->kind == DBG_DAP_WATCH)
			b->id = ++e->watch_last;
		j = j->next;
	}
	for (; functions && j; j = j->next) {
		struct dbg_dap_break *b = fresh;
		for (size_t i = 0; i < e->break_count; i++)
			if (e->breaks[i]->id == fl_json_int(fl_json_get(j, "id"), -1) &&
				in_group(e, e->breaks[i], like))
				b = e->breaks[i];
		if (b)
			read_place(j, b);
	}
}

/* Send all of one kind (and file); of functions those that have an id, and the fresh one. */
static int send_group(struct dbg_dap_engine *e, const struct dbg_dap_break *like,
	struct dbg_dap_break *fresh, struct fl_error *err)
{
	static const char *const requests[] = {
		"setBreakpoints", "setFunctionBreakpoints", NULL, "setDataBreakpoints"};
	struct fl_buf args;
	struct dbg_dap_answer answer;
	fl_buf_init(&args, REQUEST_MAX);
	if (like->kind == DBG_DAP_AT_LINE) {
		dbg_answer_key(&args, "source");
		fl_buf_char(&args, '{');
		dbg_answer_text(&args, "path", fl_slice_str(like->source));
		fl_buf_char(&args, '}');
	}
	dbg_answer_key(&args, "breakpoints");
	fl_buf_char(&args, '[');
	for (size_t i = 0; i < e->break_count; i++) {
		struct dbg_dap_break *b = e->breaks[i];
		bool known = b->kind != DBG_DAP_AT_FUNCTION || b->id || b == fresh;
		if (known && in_group(e, b, like))
			add_wish(b, e->guarded, &args);
	}
	fl_buf_char(&args, ']');
	int rc = dbg_dap_request(e, requests[like->kind], &args, &answer, err);
	fl_buf_release(&args);
	if (rc)
		return rc;
	read_places(e, fl_json_get(answer.body, "breakpoints"), like, fresh);
	dbg_dap_answer_release(&answer);
	return 0;
}

static int apply_group(
	struct dbg_dap_engine *e, const struct dbg_dap_break *like, struct fl_error *err)
{
	bool sent = false;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < e->break_count; i++) {
		struct dbg_dap_break *b = e->breaks[i];
		if (b->kind != DBG_DAP_AT_FUNCTION || b->id || !in_group(e, b, like))
			continue;
		rc = send_group(e, like, b, err);
		sent = true;
	}
	return sent || rc ? rc : send_group(e, like, NULL, err);
}

/* An address has no request of its own in lldb-dap 19. */
static int apply_address(struct dbg_dap_engine *e, struct dbg_dap_break *b, struct fl_error *err)
{
	struct fl_buf command, text;
	uint32_t id = 0;
	fl_buf_init(&command, 256);
	fl_buf_init(&text, 1 << 16);
	if (b->id)
		fl_buf_printf(&command, "breakpoint delete %lld", (long long)b->id);
	else
		fl_buf_printf(&command, "breakpoint set -a 0x%" PRIx64, b->address);
	int rc = dbg_dap_repl(e, fl_buf_view(&command), &text, err);
	if (b->id) {
		b->id = 0;
	} else if (fl_slice_starts(fl_buf_view(&text), "Breakpoint ")) {
		fl_slice_uint(fl_slice_skip(fl_buf_view(&text), 11), &id);
		b->id = id;
		b->verified = id != 0;
	}
	fl_buf_release(&command);
	fl_buf_release(&text);
	return rc;
}

static void apply_likes(struct dbg_dap_engine *e)
{
	for (size_t i = 0; i < e->break_count; i++) {
		struct dbg_dap_break *b = e->breaks[i], *o = first_like(e, b);
		if (!o || !b->enabled)
			continue;
		b->id = o->id;
		b->verified = o->verified;
		b->line = o->line;
		b->address = o->address;
		dbg_dap_set_text(&b->path, fl_slice_str(o->path), NULL);
	}
}

/* "Summary: t`fact(int) + 11 at t.cpp:9:19": the function at an address. */
static void name_function(struct dbg_dap_engine *e, struct dbg_dap_break *b)
{
	struct fl_buf command, text;
	struct fl_slice rest, line;
	fl_buf_init(&command, 64);
	fl_buf_init(&text, 1 << 16);
	fl_buf_printf(&command, "image lookup --address 0x%" PRIx64, b->address);
	dbg_dap_repl(e, fl_buf_view(&command), &text, NULL);
	rest = fl_buf_view(&text);
	while (fl_slice_line(&rest, &line)) {
		ptrdiff_t tick = fl_slice_chr(line, '`');
		if (fl_slice_find(line, "Summary: ") < 0 || tick < 0)
			continue;
		struct fl_slice name = fl_slice_skip(line, (size_t)tick + 1);
		ptrdiff_t end = fl_slice_find(name, " + ");
		end = end < 0 ? fl_slice_find(name, " at ") : end;
		name = fl_slice_head(name, end < 0 ? name.len : (size_t)end);
		struct fl_buf spelled;
		fl_buf_init(&spelled, 1 << 16);
		dbg_spell_signature(name, &spelled);
		dbg_dap_set_text(&b->function, fl_buf_view(&spelled), NULL);
		fl_buf_release(&spelled);
		break;
	}
	fl_buf_release(&command);
	fl_buf_release(&text);
}

static int apply(struct dbg_dap_engine *e, struct dbg_dap_break *b, struct fl_error *err)
{
	int rc = b->kind == DBG_DAP_AT_ADDRESS ? apply_address(e, b, err) : apply_group(e, b, err);
	apply_likes(e);
	for (size_t i = 0; i < e->break_count; i++)
		if (!e->breaks[i]->enabled && e->breaks[i]->kind != DBG_DAP_AT_ADDRESS)
			e->breaks[i]->id = 0;
	if (rc == 0 && b->verified && !b->function && b->address && b->kind != DBG_DAP_WATCH)
		name_function(e, b);
	return rc;
}

int dbg_dap_breaks_apply(struct dbg_dap_engine *e, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < e->break_count; i++) {
		struct dbg_dap_break *b = e->breaks[i];
		bool done = false;
		for (size_t k = 0; k < i && b->kind != DBG_DAP_AT_ADDRESS; k++)
			done = done || (e->breaks[k]->kind == b->kind &&
					       (b->kind != DBG_DAP_AT_LINE ||
						       same_text(e->breaks[k]->source, b->source)));
		if (!done)
			rc = apply(e, b, err);
	}
	return rc;
}

static int add_to_list(struct dbg_dap_engine *e, struct dbg_dap_break *b, struct fl_error *err)
{
	if (e->break_count == DBG_DAP_BREAKS)
		return fl_error_set(
			err, FL_ELIMIT, "%d breakpoints are the most there can be", DBG_DAP_BREAKS);
	e->breaks[e->break_count++] = b;
	return 0;
}

static void remove_from_list(struct dbg_dap_engine *e, struct dbg_dap_break *b)
{
	size_t i = 0;
	while (e->breaks[i] != b)
		i++;
	memmove(&e->breaks[i], &e->breaks[i + 1], (--e->break_count - i) * sizeof(*e->breaks));
}

int dbg_dap_break_delete(struct dbg_dap_engine *e, int64_t number, struct fl_error *err)
{
	struct dbg_dap_break *b = dbg_dap_break_find(e, number);
	int rc = 0;
	if (!b)
		return fl_error_set(
			err, FL_EREFUSED, "No breakpoint number %lld.", (long long)number);
	remove_from_list(e, b);
	bool live = e->phase == DBG_DAP_READY || e->phase == DBG_DAP_LIVE;
	if (live && (b->kind != DBG_DAP_AT_ADDRESS || b->id))
		rc = apply(e, b, err);
	free_break(b);
	return rc;
}

/* Where main is, or another function: asked for as a breakpoint that goes at once. */
static int find_function(struct dbg_dap_engine *e, struct fl_slice name, struct dbg_dap_break *ret,
	struct fl_error *err)
{
	struct dbg_dap_break *b = calloc(1, sizeof(*b));
	int rc = b ? 0 : fl_error_set(err, FL_ENOMEM, "out of memory for a breakpoint");
	if (rc)
		return rc;
	b->kind = DBG_DAP_AT_FUNCTION;
	b->enabled = true;
	b->number = -2;
	b->text = copy(name);
	rc = add_to_list(e, b, err);
	if (rc) {
		free_break(b);
		return rc;
	}
	rc = apply(e, b, err);
	if (rc == 0 && !b->verified)
		rc = fl_error_set(err, FL_EREFUSED, "Function \"%.*s\" not defined.", FL_ARG(name));
	if (rc == 0) {
		ret->path = b->path ? strdup(b->path) : NULL;
		ret->line = b->line;
		ret->address = b->address;
	}
	dbg_dap_break_delete(e, -2, NULL);
	return rc;
}

/* The file that a bare line number means. */
static int default_source(struct dbg_dap_engine *e, char **ret_path, struct fl_error *err)
{
	const struct dbg_dap_frame *frame;
	struct dbg_dap_break at = {0};
	if (e->base.state == DBG_STATE_STOPPED && dbg_dap_current(e, &frame, NULL) == 0 &&
		frame->path.len) {
		*ret_path = copy(frame->path);
		return 0;
	}
	int rc = find_function(e, FL_S("main"), &at, NULL);
	if (rc || !at.path)
		return fl_error_set(
			err, FL_EREFUSED, "No symbol table is loaded.  Use the \"file\" command.");
	*ret_path = at.path;
	return 0;
}

int dbg_dap_locate(struct dbg_dap_engine *e, struct fl_slice location, struct dbg_dap_break *ret,
	struct fl_error *err)
{
	const struct dbg_dap_frame *frame;
	uint32_t line = 0;
	ptrdiff_t colon = fl_slice_rchr(location, ':');
	struct fl_slice after = fl_slice_skip(location, (size_t)(colon + 1));
	if (location.len == 0) {
		int rc = dbg_dap_current(e, &frame, err);
		if (rc)
			return rc;
		ret->kind = DBG_DAP_AT_ADDRESS;
		ret->address = frame->address;
		ret->line = frame->line;
		ret->path = copy(frame->path);
		return 0;
	}
	if (fl_slice_starts(location, "*")) {
		ret->kind = DBG_DAP_AT_ADDRESS;
		return dbg_dap_evaluate_number(e, fl_slice_skip(location, 1), &ret->address, err);
	}
	if (after.len && fl_slice_uint(after, &line) == after.len) {
		ret->kind = DBG_DAP_AT_LINE;
		ret->asked = line;
		if (colon < 0)
			return default_source(e, &ret->source, err);
		return dbg_dap_set_text(&ret->source, fl_slice_head(location, (size_t)colon), err);
	}
	/* "file.c:function"; "a::b" is a name */
	if (colon > 0 && location.ptr[colon - 1] != ':' && after.len)
		location = after;
	ret->kind = DBG_DAP_AT_FUNCTION;
	int rc = dbg_dap_set_text(&ret->text, location, err);
	return rc ? rc : find_function(e, location, ret, err);
}

void dbg_dap_break_changed(struct dbg_dap_engine *e, const struct fl_json *body)
{
	const struct fl_json *j = fl_json_get(body, "breakpoint");
	int64_t id = fl_json_int(fl_json_get(j, "id"), -1);
	for (size_t i = 0; i < e->break_count; i++)
		if (e->breaks[i]->imported && e->breaks[i]->id == id) {
			read_place(j, e->breaks[i]);
			dbg_dap_set_text(
				&e->breaks[i]->function, fl_slice_str(e->breaks[i]->text), NULL);
		}
}

/*
 * Does the program call this function of a library? "Name: fork@GLIBC_2.2.5" is what lldb says of
 * such a symbol. It comes to lie somewhere when that library is loaded.
 */
static bool is_imported(struct dbg_dap_engine *e, const char *name)
{
	struct fl_buf command, text;
	fl_buf_init(&command, 8192);
	fl_buf_init(&text, REQUEST_MAX);
	fl_buf_str(&command, "image lookup -s ");
	dbg_dap_quote(&command, fl_slice_str(name));
	int rc = fl_buf_error(&command, "a function's name", NULL);
	if (rc == 0)
		rc = dbg_dap_repl(e, fl_buf_view(&command), &text, NULL);
	fl_buf_clear(&command);
	fl_buf_printf(&command, "Name: %s@", name);
	bool found = rc == 0 && fl_slice_find(fl_buf_view(&text), command.data) >= 0;
	fl_buf_release(&command);
	fl_buf_release(&text);
	return found;
}

static int find_place(struct dbg_dap_engine *e, struct fl_slice location, struct dbg_dap_break *b,
	struct fl_error *err)
{
	struct fl_error why = {0};
	int rc = dbg_dap_locate(e, location, b, &why);
	b->imported = rc == FL_EREFUSED && b->kind == DBG_DAP_AT_FUNCTION && b->text &&
		      is_imported(e, b->text);
	if (rc == 0 || b->imported)
		return 0;
	return fl_error_set(err, rc, "%s", why.message);
}

static int prepare_watch(struct dbg_dap_engine *e, struct dbg_dap_break *b, struct fl_error *err)
{
	struct fl_buf text;
	uint64_t size = 0;
	fl_buf_init(&text, REQUEST_MAX);
	fl_buf_printf(&text, "&(%s)", b->text);
	int rc = dbg_dap_evaluate_number(e, fl_buf_view(&text), &b->address, err);
	fl_buf_clear(&text);
	fl_buf_printf(&text, "sizeof(%s)", b->text);
	if (rc == 0)
		rc = dbg_dap_evaluate_number(e, fl_buf_view(&text), &size, err);
	b->size = (size_t)size;
	fl_buf_clear(&text);
	if (rc == 0)
		rc = dbg_dap_evaluate_text(e, fl_slice_str(b->text), &text, err);
	if (rc == 0)
		rc = dbg_dap_set_text(&b->value, fl_buf_view(&text), err);
	fl_buf_release(&text);
	if (rc == 0 && (size == 0 || size > 8))
		return fl_error_set(err, FL_EREFUSED,
			"Expression cannot be implemented with read/access watchpoint.");
	if (rc == 0 && !dbg_host_watches())
		return fl_error_set(err, FL_EREFUSED,
			"Could not insert hardware watchpoint: this machine takes them and never "
			"stops. The engine gdb watches by stepping.");
	return rc;
}

static int refuse_place(const struct dbg_dap_break *b, struct fl_error *err)
{
	if (b->kind == DBG_DAP_AT_LINE)
		return fl_error_set(err, FL_EREFUSED, "No line %lld in file \"%s\".",
			(long long)b->asked, b->source);
	if (b->kind == DBG_DAP_WATCH)
		return fl_error_set(err, FL_EREFUSED, "Could not insert hardware watchpoint.");
	return fl_error_set(err, FL_EREFUSED, "Function \"%s\" not defined.", b->text);
}

int dbg_dap_break_add(struct dbg_dap_engine *e, const struct dbg_dap_break_wish *wish,
	struct dbg_dap_break **ret, struct fl_error *err)
{
	int rc = dbg_dap_need_target(e, err);
	struct dbg_dap_break *b = rc ? NULL : calloc(1, sizeof(*b));
	if (!b)
		return rc ? rc : fl_error_set(err, FL_ENOMEM, "out of memory for a breakpoint");
	b->enabled = true;
	b->temporary = wish->temporary;
	b->ignore = wish->ignore;
	b->access = wish->access;
	rc = dbg_dap_set_text(&b->text, wish->location, err);
	if (rc == 0 && wish->condition.len)
		rc = dbg_dap_set_text(&b->condition, wish->condition, err);
	if (rc == 0 && wish->access) {
		b->kind = DBG_DAP_WATCH;
		rc = prepare_watch(e, b, err);
	} else if (rc == 0) {
		rc = find_place(e, wish->location, b, err);
	}
	if (rc == 0)
		rc = add_to_list(e, b, err);
	if (rc) {
		free_break(b);
		return rc;
	}
	b->number = ++e->break_last;
	rc = apply(e, b, err);
	if (rc == 0 && !b->verified && !b->imported)
		rc = refuse_place(b, err);
	if (rc) {
		dbg_dap_break_delete(e, b->number, NULL);
		e->break_last--;
		return rc;
	}
	*ret = b;
	return 0;
}

static const char *type_of(const struct dbg_dap_break *b)
{
	if (b->kind != DBG_DAP_WATCH)
		return "breakpoint";
	return strcmp(b->access, "write") == 0  ? "hw watchpoint"
	       : strcmp(b->access, "read") == 0 ? "read watchpoint"
						: "acc watchpoint";
}

void dbg_dap_add_break(struct dbg_dap_engine *e, struct fl_arena *a, struct dbg_mi_value *parent,
	const char *name, const struct dbg_dap_break *b)
{
	struct dbg_mi_value *t = dbg_tree_add(a, parent, DBG_MI_TUPLE, name);
	dbg_tree_printf(a, t, "number", "%lld", (long long)b->number);
	dbg_tree_printf(a, t, "type", "%s", type_of(b));
	dbg_tree_printf(a, t, "disp", "%s", b->temporary ? "del" : "keep");
	dbg_tree_printf(a, t, "enabled", "%s", b->enabled ? "y" : "n");
	if (b->kind == DBG_DAP_WATCH) {
		dbg_tree_text(a, t, "what", fl_slice_str(b->text));
	} else if (b->imported && !b->verified) {
		dbg_tree_printf(a, t, "addr", "<PENDING>");
		dbg_tree_text(a, t, "pending", fl_slice_str(b->text));
	} else {
		dbg_tree_printf(a, t, "addr", "0x%016" PRIx64, b->address);
		if (b->function)
			dbg_tree_text(a, t, "func", fl_slice_str(b->function));
		if (b->path) {
			dbg_tree_text(a, t, "file", dbg_dap_file(e, fl_slice_str(b->path)));
			dbg_tree_text(a, t, "fullname", fl_slice_str(b->path));
			dbg_tree_printf(a, t, "line", "%lld", (long long)b->line);
		}
	}
	if (b->condition)
		dbg_tree_text(a, t, "cond", fl_slice_str(b->condition));
	dbg_tree_printf(a, t, "times", "%lld", (long long)b->hits);
	if (b->ignore)
		dbg_tree_printf(a, t, "ignore", "%lld", (long long)b->ignore);
	dbg_tree_text(a, t, "original-location", fl_slice_str(b->text));
}
