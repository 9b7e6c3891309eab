/*
 * Breakpoints. Each set… request names all of its kind (of its source): those that are asked for
 * in the same words stay, with their number and their hits; others go, new ones come.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "debugsession/dap/server_priv.h"

enum { ASKED_MAX = 64 << 10 };

struct dbg_adapter_break *dbg_adapter_break_find(struct dbg_adapter *a, int64_t id)
{
	for (size_t i = 0; i < a->break_count; i++)
		if (a->breaks[i].id == id)
			return &a->breaks[i];
	return NULL;
}

static char *copy(struct fl_slice s)
{
	return s.len ? strndup(s.ptr, s.len) : NULL;
}

static void clear(struct dbg_adapter_break *b)
{
	free(b->file);
	free(b->asked);
	free(b->log);
	free(b->message);
	free(b->path);
	*b = (struct dbg_adapter_break){0};
}

void dbg_adapter_breaks_free(struct dbg_adapter *a)
{
	for (size_t i = 0; i < a->break_count; i++)
		clear(&a->breaks[i]);
	free(a->breaks);
	a->breaks = NULL;
	a->break_count = 0;
}

/* What gdb says of a breakpoint: where it is, or that it waits for code that is not loaded. */
static void take_place(struct dbg_adapter_break *b, const struct dbg_mi_value *bkpt)
{
	const struct dbg_mi_value *locations = dbg_mi_get(bkpt, "locations");
	const struct dbg_mi_value *place = bkpt;
	bool pending = dbg_mi_get(bkpt, "pending") != NULL;
	if (locations && !dbg_mi_get(bkpt, "line")) {
		place = locations->child;
		while (place && place->next &&
			!fl_slice_eqs(dbg_mi_str(dbg_mi_get(place, "enabled")), "y"))
			place = place->next;
	}
	b->verified = !pending;
	b->line = dbg_mi_int(dbg_mi_get(place, "line"), 0);
	free(b->message);
	free(b->path);
	b->message = pending ? strdup("there is no code for it in what is loaded so far") : NULL;
	b->path = copy(dbg_mi_str(dbg_mi_get(place, "fullname")));
}

static void add_break(
	const struct dbg_adapter *a, const struct dbg_adapter_break *b, struct fl_buf *body)
{
	fl_buf_char(body, '{');
	dbg_answer_int(body, "id", b->id);
	dbg_answer_bool(body, "verified", b->verified);
	if (b->message)
		dbg_answer_text(body, "message", fl_slice_str(b->message));
	if (!b->verified)
		dbg_answer_text(body, "reason",
			b->id >= DBG_ADAPTER_REFUSED ? FL_S("failed") : FL_S("pending"));
	if (b->line)
		dbg_answer_int(body, "line", dbg_adapter_line_out(a, b->line));
	dbg_adapter_add_source(body, fl_slice_str(b->path), fl_slice(NULL, 0));
	fl_buf_char(body, '}');
}

/* What is asked for, as a command; FL_EINVAL when it makes no sense. */
typedef int (*write_fn)(struct dbg_adapter *a, struct fl_slice file, const struct fl_json *asked,
	struct fl_buf *command, struct fl_error *err);

/* "3" and ">= 3": from the third hit on; "> 3": from the fourth. */
static int ignored_hits(const struct fl_json *asked, uint32_t *ret_count, struct fl_error *err)
{
	struct fl_slice text = fl_slice_trim(dbg_arg_text(asked, "hitCondition"));
	struct fl_slice rest = text;
	uint32_t n = 0;
	bool more = fl_slice_starts(text, ">") && !fl_slice_starts(text, ">=");
	*ret_count = 0;
	if (!text.len)
		return 0;
	rest = fl_slice_trim(fl_slice_skip(text, more ? 1 : fl_slice_starts(text, ">=") ? 2 : 0));
	if (fl_slice_uint(rest, &n) != rest.len || !n)
		return fl_error_set(err, FL_EINVAL,
			"a hit condition is N, \">= N\" or \"> N\", not \"%.*s\"",
			FL_ARG(fl_slice_head(text, 100)));
	*ret_count = more ? n : n - 1;
	return 0;
}

/* "-break-insert -f" with condition and count; the place is for the caller to add. */
static int write_insert(const struct fl_json *asked, struct fl_buf *command, struct fl_error *err)
{
	struct fl_slice condition = fl_slice_trim(dbg_arg_text(asked, "condition"));
	uint32_t ignore;
	int rc = ignored_hits(asked, &ignore, err);
	fl_buf_str(command, "-break-insert -f");
	if (ignore)
		fl_buf_printf(command, " -i %u", ignore);
	if (condition.len) {
		fl_buf_str(command, " -c ");
		dbg_mi_quote(command, condition);
	}
	return rc;
}

static int write_source(struct dbg_adapter *a, struct fl_slice file, const struct fl_json *asked,
	struct fl_buf *command, struct fl_error *err)
{
	int64_t line = dbg_adapter_line_in(a, dbg_arg_int(asked, "line", 0));
	int rc = write_insert(asked, command, err);
	if (rc == 0 && line <= 0)
		rc = fl_error_set(err, FL_EINVAL, "a breakpoint needs a line");
	fl_buf_str(command, " --source ");
	dbg_mi_quote(command, file);
	fl_buf_printf(command, " --line %" PRId64, line);
	return rc;
}

static int write_function(struct dbg_adapter *a, struct fl_slice file, const struct fl_json *asked,
	struct fl_buf *command, struct fl_error *err)
{
	(void)a;
	(void)file;
	struct fl_slice name = dbg_arg_text(asked, "name");
	int rc = write_insert(asked, command, err);
	if (rc == 0 && !name.len)
		rc = fl_error_set(err, FL_EINVAL, "a function breakpoint needs a name");
	fl_buf_str(command, " --function ");
	dbg_mi_quote(command, name);
	return rc;
}

static int write_instruction(struct dbg_adapter *a, struct fl_slice file,
	const struct fl_json *asked, struct fl_buf *command, struct fl_error *err)
{
	uint64_t address;
	(void)a;
	(void)file;
	int rc = write_insert(asked, command, err);
	if (rc == 0)
		rc = dbg_arg_address(asked, "instructionReference", &address, err);
	if (rc == 0)
		fl_buf_printf(command, " *0x%" PRIx64,
			address + (uint64_t)dbg_arg_int(asked, "offset", 0));
	return rc;
}

static int write_data(struct dbg_adapter *a, struct fl_slice file, const struct fl_json *asked,
	struct fl_buf *command, struct fl_error *err)
{
	struct fl_slice id = dbg_arg_text(asked, "dataId"), how = dbg_arg_text(asked, "accessType");
	(void)a;
	(void)file;
	if (!id.len)
		return fl_error_set(err, FL_EINVAL, "a data breakpoint needs a dataId");
	fl_buf_str(command, "-break-watch ");
	fl_buf_str(command, fl_slice_eqs(how, "read")        ? "-r "
			    : fl_slice_eqs(how, "readWrite") ? "-a "
							     : "");
	dbg_mi_quote(command, id);
	return 0;
}

static int write_exception(struct dbg_adapter *a, struct fl_slice file, const struct fl_json *asked,
	struct fl_buf *command, struct fl_error *err)
{
	static const char *const filters[] = {"throw", "rethrow", "catch"};
	(void)a;
	(void)file;
	for (size_t i = 0; i < sizeof(filters) / sizeof(*filters); i++)
		if (fl_slice_eqs(fl_json_str(asked), filters[i])) {
			fl_buf_printf(command, "-catch-%s", filters[i]);
			return 0;
		}
	return fl_error_set(err, FL_EINVAL, "there is no exception filter \"%.*s\"",
		FL_ARG(fl_slice_head(fl_json_str(asked), 100)));
}

/* A watchpoint takes its condition and its count afterwards. */
static int refine(
	struct dbg_adapter *a, int64_t number, const struct fl_json *asked, struct fl_error *err)
{
	struct fl_slice condition = fl_slice_trim(dbg_arg_text(asked, "condition"));
	struct fl_buf command;
	uint32_t ignore;
	int rc = ignored_hits(asked, &ignore, err);
	if (rc == 0 && ignore)
		rc = dbg_adapter_ask(a, NULL, err, "-break-after %" PRId64 " %u", number, ignore);
	if (rc || !condition.len)
		return rc;
	dbg_adapter_command(&command, "-break-condition", 0);
	fl_buf_printf(&command, " %" PRId64 " ", number);
	dbg_mi_quote(&command, condition);
	return dbg_adapter_ask_buf(a, &command, NULL, err);
}

/* gdb's answer: a breakpoint, or a watchpoint of one of three kinds. */
static int64_t take_answer(const struct dbg_mi_record *r, struct dbg_adapter_break *b)
{
	static const char *const watches[] = {"wpt", "hw-rwpt", "hw-awpt"};
	const struct dbg_mi_value *bkpt = dbg_mi_result(r, "bkpt");
	b->verified = true;
	if (bkpt) {
		take_place(b, bkpt);
		return dbg_mi_int(dbg_mi_get(bkpt, "number"), 0);
	}
	for (size_t i = 0; i < sizeof(watches) / sizeof(*watches); i++)
		if ((bkpt = dbg_mi_result(r, watches[i])))
			return dbg_mi_int(dbg_mi_get(bkpt, "number"), 0);
	return 0;
}

static void insert(struct dbg_adapter *a, struct dbg_adapter_break *b, write_fn write,
	const struct fl_json *asked)
{
	const struct dbg_mi_record *r;
	struct fl_error failure = {0};
	struct fl_buf command;
	fl_buf_init(&command, ASKED_MAX);
	int rc = write(a, fl_slice_str(b->file), asked, &command, &failure);
	if (rc == 0)
		rc = dbg_adapter_ask_buf(a, &command, &r, &failure);
	else
		fl_buf_release(&command);
	if (rc == 0)
		b->id = take_answer(r, b);
	if (rc == 0 && b->kind == DBG_BREAK_DATA)
		rc = refine(a, b->id, asked, &failure);
	if (rc && b->id)
		dbg_adapter_ask(a, NULL, NULL, "-break-delete %" PRId64, b->id);
	if (rc) {
		b->id = DBG_ADAPTER_REFUSED + ++a->refused;
		b->verified = false;
		b->message = strdup(failure.message);
	}
}

/* The words of what was asked for, to know it again. */
static void write_asked(const struct fl_json *asked, struct fl_buf *out)
{
	fl_buf_clear(out);
	dbg_answer_tree(out, asked);
	if (asked->type == FL_JTEXT) { /* an exception filter: what people read */
		fl_buf_clear(out);
		fl_buf_slice(out, asked->text);
	}
}

static bool same_set(
	const struct dbg_adapter_break *b, enum dbg_adapter_kind kind, struct fl_slice file)
{
	return b->kind == kind && fl_slice_eq(fl_slice_str(b->file), file);
}

/* The one that is there already for these words. */
static struct dbg_adapter_break *known(struct dbg_adapter *a, enum dbg_adapter_kind kind,
	struct fl_slice file, struct fl_slice words)
{
	for (size_t i = 0; i < a->break_count; i++) {
		struct dbg_adapter_break *b = &a->breaks[i];
		if (same_set(b, kind, file) && !b->kept && b->id < DBG_ADAPTER_REFUSED &&
			fl_slice_eq(fl_slice_str(b->asked), words))
			return b;
	}
	return NULL;
}

/* Mark those that stay; delete the others of the set. */
static void drop_others(struct dbg_adapter *a, enum dbg_adapter_kind kind, struct fl_slice file,
	const struct fl_json *list)
{
	struct fl_buf words;
	size_t left = 0;
	fl_buf_init(&words, ASKED_MAX);
	for (size_t i = 0; i < a->break_count; i++)
		a->breaks[i].kept = false;
	for (const struct fl_json *v = list; v; v = v->next) {
		write_asked(v, &words);
		struct dbg_adapter_break *b = known(a, kind, file, fl_buf_view(&words));
		if (b)
			b->kept = true;
	}
	for (size_t i = 0; i < a->break_count; i++) {
		struct dbg_adapter_break *b = &a->breaks[i];
		if (same_set(b, kind, file) && !b->kept) {
			if (b->id < DBG_ADAPTER_REFUSED)
				dbg_adapter_ask(a, NULL, NULL, "-break-delete %" PRId64, b->id);
			clear(b);
		} else {
			a->breaks[left++] = *b;
		}
	}
	a->break_count = left;
	for (size_t i = 0; i < left; i++)
		a->breaks[i].kept = false;
	fl_buf_release(&words);
}

static struct dbg_adapter_break *add_new(struct dbg_adapter *a, enum dbg_adapter_kind kind,
	struct fl_slice file, const struct fl_json *asked, struct fl_slice words)
{
	struct dbg_adapter_break *b = realloc(a->breaks, (a->break_count + 1) * sizeof(*a->breaks));
	if (!b)
		return NULL;
	a->breaks = b;
	b += a->break_count++;
	*b = (struct dbg_adapter_break){.kind = kind,
		.file = copy(file),
		.asked = copy(words),
		.log = copy(dbg_arg_text(asked, "logMessage"))};
	return b;
}

static int set(struct dbg_adapter *a, enum dbg_adapter_kind kind, struct fl_slice file,
	const struct fl_json *list, write_fn write, struct fl_buf *body, struct fl_error *err)
{
	struct fl_buf words;
	int rc = 0;
	if (!a->console)
		return fl_error_set(err, FL_EINVAL,
			"there is no program yet: breakpoints come after launch or attach");
	drop_others(a, kind, file, list);
	fl_buf_init(&words, ASKED_MAX);
	dbg_answer_key(body, "breakpoints");
	fl_buf_char(body, '[');
	for (; rc == 0 && list; list = list->next) {
		write_asked(list, &words);
		struct dbg_adapter_break *b = known(a, kind, file, fl_buf_view(&words));
		if (!b && a->break_count >= DBG_ADAPTER_BREAKS)
			rc = fl_error_set(
				err, FL_ELIMIT, "more than %d breakpoints", DBG_ADAPTER_BREAKS);
		else if (!b && (b = add_new(a, kind, file, list, fl_buf_view(&words))))
			insert(a, b, write, list);
		if (rc == 0 && !b)
			rc = fl_error_set(err, FL_ENOMEM, "out of memory for breakpoints");
		if (rc)
			break;
		b->kept = true;
		dbg_answer_item(body);
		add_break(a, b, body);
	}
	fl_buf_char(body, ']');
	fl_buf_release(&words);
	return rc;
}

DBG_HANDLE(set_breakpoints)
{
	struct fl_slice file = dbg_arg_text(fl_json_get(args, "source"), "path");
	if (!file.len)
		file = dbg_arg_text(fl_json_get(args, "source"), "name");
	if (!file.len)
		return fl_error_set(err, FL_EINVAL, "setBreakpoints needs a source with a path");
	return set(a, DBG_BREAK_SOURCE, file,
		a->no_debug ? NULL : dbg_arg_list(args, "breakpoints"), write_source, body, err);
}

DBG_HANDLE(set_functions)
{
	return set(a, DBG_BREAK_FUNCTION, fl_slice(NULL, 0),
		a->no_debug ? NULL : dbg_arg_list(args, "breakpoints"), write_function, body, err);
}

DBG_HANDLE(set_instructions)
{
	return set(a, DBG_BREAK_INSTRUCTION, fl_slice(NULL, 0), dbg_arg_list(args, "breakpoints"),
		write_instruction, body, err);
}

DBG_HANDLE(set_data)
{
	return set(a, DBG_BREAK_DATA, fl_slice(NULL, 0), dbg_arg_list(args, "breakpoints"),
		write_data, body, err);
}

DBG_HANDLE(set_exceptions)
{
	return set(a, DBG_BREAK_EXCEPTION, fl_slice(NULL, 0),
		a->no_debug ? NULL : dbg_arg_list(args, "filters"), write_exception, body, err);
}

void dbg_adapter_break_news(
	struct dbg_adapter *a, const struct dbg_mi_record *r, const char *reason)
{
	const struct dbg_mi_value *bkpt = dbg_mi_result(r, "bkpt");
	int64_t id = dbg_mi_int(bkpt ? dbg_mi_get(bkpt, "number") : dbg_mi_result(r, "id"), 0);
	struct dbg_adapter_break stranger = {.id = id}, *b = dbg_adapter_break_find(a, id);
	struct fl_buf body;
	bool removed = strcmp(reason, "removed") == 0, own = b != NULL;
	/* what comes and goes by itself (to stop at main) is no news */
	if (fl_slice_eqs(dbg_mi_str(dbg_mi_get(bkpt, "disp")), "del"))
		return;
	b = own ? b : &stranger;
	bool verified = b->verified;
	int64_t line = b->line;
	if (bkpt && b->kind != DBG_BREAK_DATA && b->kind != DBG_BREAK_EXCEPTION)
		take_place(b, bkpt);
	/* hits change it, too */
	if (strcmp(reason, "changed") || (own && (verified != b->verified || line != b->line))) {
		dbg_adapter_event(&body);
		dbg_answer_text(&body, "reason", fl_slice_str(reason));
		dbg_answer_key(&body, "breakpoint");
		add_break(a, b, &body);
		dbg_adapter_send_event(a, "breakpoint", &body);
	}
	if (removed && own)
		b->id = DBG_ADAPTER_REFUSED + ++a->refused;
	free(stranger.message);
	free(stranger.path);
}
