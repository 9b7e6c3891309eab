/* Variables: scopes, and what is inside a value, by gdb's variable objects. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/dap/server_priv.h"

/* A page that the client asked for: [start, start + count). */
struct page {
	int64_t start, count;
	bool whole; /* no page was asked for */
};

static struct page page_of(const struct fl_json *args)
{
	struct page p = {dbg_arg_int(args, "start", 0), dbg_arg_int(args, "count", 0), false};
	p.start = p.start > 0 ? p.start : 0;
	p.whole = p.count <= 0;
	if (p.whole || p.count > DBG_ADAPTER_PAGE)
		p.count = DBG_ADAPTER_PAGE;
	return p;
}

int64_t dbg_adapter_new_ref(struct dbg_adapter *a, const struct dbg_adapter_ref *ref)
{
	if (a->ref_count == DBG_ADAPTER_REFS)
		return 0;
	if (a->ref_count == a->ref_cap) {
		size_t cap = a->ref_cap ? 2 * a->ref_cap : 64;
		struct dbg_adapter_ref *refs = realloc(a->refs, cap * sizeof(*refs));
		if (!refs)
			return 0;
		a->refs = refs;
		a->ref_cap = cap;
	}
	struct dbg_adapter_ref *r = &a->refs[a->ref_count];
	*r = *ref;
	r->text = fl_arena_slice(&a->stopped, ref->text);
	r->path = fl_arena_slice(&a->stopped, ref->path);
	return a->stopped.failed ? 0 : (int64_t)++a->ref_count;
}

struct dbg_adapter_ref *dbg_adapter_ref(struct dbg_adapter *a, int64_t number)
{
	return number > 0 && (uint64_t)number <= a->ref_count ? &a->refs[number - 1] : NULL;
}

int dbg_adapter_object(struct dbg_adapter *a, struct fl_slice expression, int64_t frame,
	const struct dbg_mi_record **ret_result, struct fl_error *err)
{
	struct fl_buf command;
	dbg_adapter_command(&command, "-var-create", frame);
	fl_buf_str(&command, " - * ");
	dbg_mi_quote(&command, expression);
	return dbg_adapter_ask_buf(a, &command, ret_result, err);
}

int64_t dbg_adapter_object_ref(struct dbg_adapter *a, struct dbg_mi_value *results,
	struct fl_slice path, int64_t frame, bool root)
{
	const struct dbg_mi_value all = {.type = DBG_MI_TUPLE, .child = results};
	struct fl_slice hint = dbg_mi_str(dbg_mi_get(&all, "displayhint"));
	struct dbg_adapter_ref ref = {.kind = DBG_REF_OBJECT,
		.frame = frame,
		.text = dbg_mi_str(dbg_mi_get(&all, "name")),
		.path = path,
		.root = root,
		.dynamic = dbg_mi_get(&all, "dynamic") != NULL,
		.map = fl_slice_eqs(hint, "map"),
		.children = dbg_mi_int(dbg_mi_get(&all, "numchild"), 0)};
	if (ref.dynamic ? fl_slice_eqs(hint, "string") : ref.children <= 0)
		return 0;
	return dbg_adapter_new_ref(a, &ref);
}

/* "int [2000]": the count, of the outer dimension; 0: no array. */
static int64_t elements(struct fl_slice type)
{
	ptrdiff_t open = fl_slice_chr(type, '[');
	uint32_t n = 0;
	if (open < 0 || !fl_slice_uint(fl_slice_skip(type, (size_t)open + 1), &n))
		return 0;
	return n;
}

/* "std::vector of length 300, …", "std::map with 7 elements": how many; 0: not known. */
static int64_t counted(struct fl_slice value)
{
	static const char *const words[] = {" of length ", " with "};
	struct fl_slice head = fl_slice_head(value, 200);
	uint32_t n = 0;
	for (size_t i = 0; fl_slice_starts(value, "std::") && i < 2; i++) {
		ptrdiff_t at = fl_slice_find(head, words[i]);
		if (at > 0 && fl_slice_uint(fl_slice_skip(head, (size_t)at + strlen(words[i])), &n))
			return n;
	}
	return 0;
}

/* What of a variable is there to write. */
struct shown {
	struct fl_slice name, value, type, path;
	int64_t ref, indexed;
};

static void add_variable(struct fl_buf *body, const struct shown *v)
{
	dbg_answer_item(body);
	fl_buf_char(body, '{');
	dbg_answer_text(body, "name", v->name);
	dbg_adapter_add_text(body, "value", v->value);
	if (v->type.len)
		dbg_adapter_add_text(body, "type", v->type);
	if (v->path.len)
		dbg_answer_text(body, "evaluateName", v->path);
	dbg_answer_int(body, "variablesReference", v->ref);
	if (v->ref && v->indexed > 100)
		dbg_answer_int(body, "indexedVariables", v->indexed);
	dbg_adapter_add_memory(body, v->value);
	fl_buf_char(body, '}');
}

static void add_more(struct fl_buf *body, const char *words)
{
	struct shown v = {.name = FL_S("[more]"), .value = fl_slice_str(words)};
	add_variable(body, &v);
}

/* Is there something to look at inside a variable of this type and this value? */
static bool compound(struct fl_slice type, struct fl_slice simple, bool has_simple)
{
	if (!has_simple)
		return true; /* a structure, an array, a union */
	if (!fl_slice_ends(type, "*") && !fl_slice_ends(type, "* const"))
		return fl_slice_ends(type, "&");
	return !fl_slice_starts(type, "void") && !fl_slice_starts(type, "const void") &&
	       fl_slice_find(type, "char *") < 0 && !fl_slice_eqs(simple, "0x0");
}

/* The variable of the same place in the list of values. */
static const struct dbg_mi_value *at(const struct dbg_mi_value *list, size_t i)
{
	const struct dbg_mi_value *v = list ? list->child : NULL;
	while (v && i--)
		v = v->next;
	return v;
}

/* What -stack-list-variables said, kept over the next question. */
struct local {
	struct fl_slice name, type, simple;
	bool argument, has_simple, hidden; /* hidden: by an inner one of the same name */
};

struct locals {
	struct local *items;
	size_t count;
};

static int list_locals(struct dbg_adapter *a, int64_t frame, struct fl_arena *arena,
	struct locals *ret, struct fl_error *err)
{
	const struct dbg_mi_record *r;
	struct fl_buf command;
	size_t n = 0;
	dbg_adapter_command(&command, "-stack-list-variables", frame);
	fl_buf_str(&command, " --simple-values");
	int rc = dbg_adapter_ask_buf(a, &command, &r, err);
	if (rc)
		return rc;
	const struct dbg_mi_value *list = dbg_mi_result(r, "variables");
	for (const struct dbg_mi_value *v = list ? list->child : NULL; v; v = v->next)
		n++;
	ret->items = fl_arena_array(arena, n ? n : 1, sizeof(*ret->items));
	ret->count = ret->items ? n : 0;
	const struct dbg_mi_value *v = list ? list->child : NULL;
	for (size_t i = 0; i < ret->count; i++, v = v->next) {
		struct local *l = &ret->items[i];
		const struct dbg_mi_value *simple = dbg_mi_get(v, "value");
		l->name = fl_arena_slice(arena, dbg_mi_str(dbg_mi_get(v, "name")));
		l->type = fl_arena_slice(arena, dbg_mi_str(dbg_mi_get(v, "type")));
		l->simple = fl_arena_slice(arena, dbg_mi_str(simple));
		l->has_simple = simple != NULL;
		l->argument = dbg_mi_get(v, "arg") != NULL;
		for (size_t k = 0; k < i && !l->hidden; k++)
			l->hidden = fl_slice_eq(ret->items[k].name, l->name);
	}
	return fl_arena_error(arena, "the variables", err);
}

static void add_local(struct dbg_adapter *a, const struct local *l, struct fl_slice value,
	int64_t frame, struct fl_buf *body)
{
	struct shown v = {.name = l->name, .type = l->type, .value = value};
	struct dbg_adapter_ref ref = {
		.kind = DBG_REF_EXPRESSION, .frame = frame, .text = l->name, .path = l->name};
	if (!l->hidden) {
		v.path = l->name;
		v.indexed = elements(l->type);
		if (!v.indexed)
			v.indexed = counted(value);
		if (compound(l->type, l->simple, l->has_simple))
			v.ref = dbg_adapter_new_ref(a, &ref);
	}
	add_variable(body, &v);
}

static int add_locals(struct dbg_adapter *a, const struct dbg_adapter_ref *scope,
	const struct page *page, struct fl_buf *body, struct fl_error *err)
{
	const struct dbg_mi_record *r = NULL;
	const struct dbg_mi_value *values = NULL;
	int64_t frame = scope->frame, seen = 0;
	bool arguments = scope->kind == DBG_REF_ARGUMENTS;
	struct locals locals = {0};
	struct fl_arena arena;
	struct fl_buf command;
	fl_arena_init(&arena, 64 << 20);
	int rc = list_locals(a, frame, &arena, &locals, err);
	dbg_adapter_command(&command, "-stack-list-variables", frame);
	fl_buf_str(&command, " --all-values");
	/* a printer that fails or hangs takes the long values with it, not the simple ones */
	if (rc == 0 && dbg_adapter_ask_buf(a, &command, &r, NULL) == 0)
		values = dbg_mi_result(r, "variables");
	else
		fl_buf_release(&command);
	for (size_t i = 0; i < locals.count; i++) {
		const struct local *l = &locals.items[i];
		const struct dbg_mi_value *v = dbg_mi_get(at(values, i), "value");
		if (l->argument != arguments || seen++ < page->start ||
			seen > page->start + page->count)
			continue;
		add_local(a, l, v ? dbg_mi_str(v) : l->simple, frame, body);
	}
	if (page->whole && seen > page->count)
		add_more(body, "more variables than one answer holds: ask with start and count");
	fl_arena_release(&arena);
	return rc;
}

/* "rip            0x401136            0x401136 <main+4>" */
static int add_registers(
	struct dbg_adapter *a, int64_t frame, struct fl_buf *body, struct fl_error *err)
{
	struct dbg_reply reply;
	struct fl_slice line, rest;
	int rc = dbg_adapter_console(a, FL_S("info registers"), frame, &reply, err);
	rest = rc ? fl_slice(NULL, 0) : reply.text;
	while (fl_slice_line(&rest, &line)) {
		char path[68];
		ptrdiff_t blank = fl_slice_chr(line, ' ');
		if (blank <= 0 || blank > 64)
			continue;
		struct fl_slice value = fl_slice_trim(fl_slice_skip(line, (size_t)blank));
		ptrdiff_t end = fl_slice_starts(value, "0x") ? fl_slice_chr(value, ' ') : -1;
		path[0] = '$';
		memcpy(path + 1, line.ptr, (size_t)blank);
		struct shown v = {.name = fl_slice_head(line, (size_t)blank),
			.value = end > 0 ? fl_slice_trim(fl_slice_skip(value, (size_t)end)) : value,
			.path = fl_slice(path, (size_t)blank + 1)};
		if (end > 0 && fl_slice_chr(v.value, '<') < 0 && fl_slice_chr(v.value, '[') < 0)
			v.value = fl_slice_head(value, (size_t)end);
		add_variable(body, &v);
	}
	return rc;
}

/* The children of an object as gdb lists them, kept over the next question. */
struct child {
	struct fl_slice object, name, value, type;
	bool dynamic, fake; /* fake: "public" and the like */
	int64_t ref, indexed;
};

struct children {
	struct fl_arena arena;
	struct child items[2 * DBG_ADAPTER_PAGE + 64];
	size_t count;
	bool more;
};

static bool is_access(struct fl_slice name, struct fl_slice type)
{
	return !type.len && (fl_slice_eqs(name, "public") || fl_slice_eqs(name, "private") ||
				    fl_slice_eqs(name, "protected"));
}

static int list_children(struct dbg_adapter *a, struct fl_slice object, int64_t frame, int64_t from,
	int64_t to, struct children *ret, struct fl_error *err)
{
	const struct dbg_mi_record *r;
	struct children *c = ret;
	int rc = dbg_adapter_ask(a, &r, err,
		"-var-list-children --all-values %.*s %" PRId64 " %" PRId64, FL_ARG(object), from,
		to);
	const struct dbg_mi_value *list = rc ? NULL : dbg_mi_result(r, "children");
	for (const struct dbg_mi_value *v = list ? list->child : NULL;
		v && c->count < sizeof(c->items) / sizeof(*c->items); v = v->next) {
		struct child *item = &c->items[c->count++];
		item->object = fl_arena_slice(&c->arena, dbg_mi_str(dbg_mi_get(v, "name")));
		item->name = fl_arena_slice(&c->arena, dbg_mi_str(dbg_mi_get(v, "exp")));
		item->value = fl_arena_slice(&c->arena, dbg_mi_str(dbg_mi_get(v, "value")));
		item->type = fl_arena_slice(&c->arena, dbg_mi_str(dbg_mi_get(v, "type")));
		item->dynamic = dbg_mi_get(v, "dynamic") != NULL;
		item->fake = is_access(item->name, item->type);
		item->indexed = elements(item->type);
		if (!item->fake)
			item->ref = dbg_adapter_object_ref(
				a, v->child, fl_slice(NULL, 0), frame, false);
	}
	if (rc == 0)
		c->more = dbg_mi_int(dbg_mi_result(r, "has_more"), 0) > 0;
	return rc ? rc : fl_arena_error(&c->arena, "the variables", err);
}

/* Members stand under "public" and so on: take those in their place. */
static int unfold(struct dbg_adapter *a, int64_t frame, struct children *c, struct fl_error *err)
{
	size_t own = c->count;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < own; i++)
		if (c->items[i].fake)
			rc = list_children(
				a, c->items[i].object, frame, 0, DBG_ADAPTER_PAGE, c, err);
	return rc;
}

/* An expression for a child, that clients can evaluate or watch; empty where gdb knows none. */
static struct fl_slice path_of(
	struct dbg_adapter *a, const struct child *child, bool known, struct fl_arena *arena)
{
	const struct dbg_mi_record *r;
	if (!known || dbg_adapter_ask(
			      a, &r, NULL, "-var-info-path-expression %.*s", FL_ARG(child->object)))
		return fl_slice(NULL, 0);
	return fl_arena_slice(arena, dbg_mi_str(dbg_mi_result(r, "path_expr")));
}

static void add_child(struct dbg_adapter *a, struct children *c, const struct child *child,
	struct fl_slice name, bool known, struct fl_buf *body)
{
	struct shown v = {.name = name,
		.value = child->value,
		.type = child->type,
		.path = path_of(a, child, known, &c->arena),
		.ref = child->ref,
		.indexed = child->indexed};
	struct dbg_adapter_ref *ref = dbg_adapter_ref(a, child->ref);
	if (ref)
		ref->path = fl_arena_slice(&a->stopped, v.path);
	add_variable(body, &v);
}

/* A map's children are keys and values in turn: a variable for each two. */
static void add_pairs(struct dbg_adapter *a, struct children *c, struct fl_buf *body)
{
	for (size_t i = 0; i + 1 < c->count; i += 2) {
		struct fl_slice name = fl_arena_printf(
			&c->arena, "[%.*s]", FL_ARG(fl_slice_head(c->items[i].value, 200)));
		add_child(a, c, &c->items[i + 1], name, false, body);
	}
}

/* Part of an array by expressions: as children, gdb would make an object for each element. */
static int add_elements(struct dbg_adapter *a, const struct dbg_adapter_ref *array,
	const struct page *page, struct fl_buf *body, struct fl_error *err)
{
	int64_t end = page->start + page->count < array->children ? page->start + page->count
								  : array->children;
	int64_t frame = array->frame;
	struct fl_slice base = array->path;
	int rc = 0;
	for (int64_t i = page->start; rc == 0 && i < end; i++) {
		const struct dbg_mi_record *r;
		struct fl_slice path =
			fl_arena_printf(&a->stopped, "(%.*s)[%" PRId64 "]", FL_ARG(base), i);
		rc = dbg_adapter_object(a, path, frame, &r, err);
		if (rc)
			break;
		struct fl_slice name = fl_slice_skip(path, base.len + 2);
		struct shown v = {.name = name,
			.path = path,
			.value = dbg_mi_str(dbg_mi_result(r, "value")),
			.type = dbg_mi_str(dbg_mi_result(r, "type")),
			.ref = dbg_adapter_object_ref(a, r->results, path, frame, true)};
		add_variable(body, &v);
		if (!v.ref)
			dbg_adapter_ask(a, NULL, NULL, "-var-delete %.*s",
				FL_ARG(dbg_mi_str(dbg_mi_result(r, "name"))));
	}
	return rc;
}

/* Look inside: the expression gets an object now. */
static int open_expression(struct dbg_adapter *a, int64_t number, struct fl_error *err)
{
	const struct dbg_mi_record *r;
	struct dbg_adapter_ref *ref = dbg_adapter_ref(a, number);
	int rc = dbg_adapter_object(a, ref->text, ref->frame, &r, err);
	if (rc)
		return rc;
	ref->kind = DBG_REF_OBJECT;
	ref->root = true;
	ref->text = fl_arena_slice(&a->stopped, dbg_mi_str(dbg_mi_result(r, "name")));
	ref->dynamic = dbg_mi_result(r, "dynamic") != NULL;
	ref->map = fl_slice_eqs(dbg_mi_str(dbg_mi_result(r, "displayhint")), "map");
	ref->children = dbg_mi_int(dbg_mi_result(r, "numchild"), 0);
	return fl_arena_error(&a->stopped, "the variables", err);
}

static int children_of(struct dbg_adapter *a, const struct dbg_adapter_ref *ref,
	const struct page *page, struct children *c, struct fl_error *err)
{
	int64_t each = ref->map ? 2 : 1, frame = ref->frame;
	bool dynamic = ref->dynamic;
	int rc = list_children(a, ref->text, frame, each * page->start,
		each * (page->start + page->count), c, err);
	return rc || dynamic ? rc : unfold(a, frame, c, err);
}

static int add_inside(struct dbg_adapter *a, const struct dbg_adapter_ref *ref,
	const struct page *page, struct fl_buf *body, struct fl_error *err)
{
	bool map = ref->map, known = !ref->dynamic;
	if (known && ref->children > DBG_ADAPTER_PAGE / 2 && ref->path.len)
		return add_elements(a, ref, page, body, err);
	struct children *c = calloc(1, sizeof(*c));
	if (!c)
		return fl_error_set(err, FL_ENOMEM, "out of memory for variables");
	fl_arena_init(&c->arena, 64 << 20);
	int rc = children_of(a, ref, page, c, err);
	if (map)
		add_pairs(a, c, body);
	for (size_t i = 0; !map && i < c->count; i++)
		if (!c->items[i].fake)
			add_child(a, c, &c->items[i], c->items[i].name, known, body);
	if (c->more && page->whole)
		add_more(body, "more than one answer holds: ask with start and count");
	fl_arena_release(&c->arena);
	free(c);
	return rc;
}

/* The reference of a request, with an object where it is an expression. */
static int find(struct dbg_adapter *a, const struct fl_json *args, struct dbg_adapter_ref *ret,
	struct fl_error *err)
{
	int64_t number = dbg_arg_int(args, "variablesReference", 0);
	const struct dbg_adapter_ref *ref = dbg_adapter_ref(a, number);
	int rc = dbg_adapter_need_stop(a, err);
	if (rc == 0 && !ref)
		rc = fl_error_set(err, FL_EINVAL,
			"variablesReference %" PRId64
			" is none: they live until the program goes on",
			number);
	if (rc == 0 && ref->kind == DBG_REF_EXPRESSION)
		rc = open_expression(a, number, err);
	if (rc == 0)
		*ret = *dbg_adapter_ref(a, number); /* the table may move */
	return rc;
}

DBG_HANDLE(variables)
{
	struct dbg_adapter_ref ref;
	struct page page = page_of(args);
	struct fl_slice filter = dbg_arg_text(args, "filter");
	int rc = find(a, args, &ref, err);
	if (rc)
		return rc;
	dbg_answer_key(body, "variables");
	fl_buf_char(body, '[');
	bool object = ref.kind == DBG_REF_OBJECT;
	if (object && fl_slice_eqs(filter, "named") && (ref.dynamic || ref.children > 100))
		rc = 0; /* those of arrays and containers are indexed */
	else if (object)
		rc = add_inside(a, &ref, &page, body, err);
	else if (ref.kind == DBG_REF_REGISTERS)
		rc = add_registers(a, ref.frame, body, err);
	else
		rc = add_locals(a, &ref, &page, body, err);
	fl_buf_char(body, ']');
	return rc;
}

/* The object of the member with this name. */
static int member(struct dbg_adapter *a, const struct dbg_adapter_ref *ref, struct fl_slice name,
	struct fl_slice *ret_object, struct fl_error *err)
{
	const struct page page = {0, DBG_ADAPTER_PAGE, true};
	struct children *c = calloc(1, sizeof(*c));
	if (!c)
		return fl_error_set(err, FL_ENOMEM, "out of memory for variables");
	fl_arena_init(&c->arena, 64 << 20);
	int rc = children_of(a, ref, &page, c, err);
	const struct child *found = NULL;
	for (size_t i = 0; rc == 0 && i < c->count && !found; i++)
		if (!c->items[i].fake && fl_slice_eq(c->items[i].name, name))
			found = &c->items[i];
	if (found)
		*ret_object = fl_arena_slice(&a->stopped, found->object);
	else if (rc == 0)
		rc = fl_error_set(err, FL_EINVAL, "there is no \"%.*s\" that can be set",
			FL_ARG(fl_slice_head(name, 100)));
	fl_arena_release(&c->arena);
	free(c);
	return rc;
}

static int assign(struct dbg_adapter *a, struct fl_slice object, struct fl_slice value,
	struct fl_buf *body, struct fl_error *err)
{
	const struct dbg_mi_record *r;
	struct fl_buf command;
	dbg_adapter_command(&command, "-var-assign ", 0);
	fl_buf_slice(&command, object);
	fl_buf_char(&command, ' ');
	dbg_mi_quote(&command, value);
	int rc = dbg_adapter_ask_buf(a, &command, &r, err);
	if (rc == 0)
		dbg_adapter_add_text(body, "value", dbg_mi_str(dbg_mi_result(r, "value")));
	return rc;
}

/* Assign to an expression, by an object of its own. */
static int assign_expression(struct dbg_adapter *a, struct fl_slice expression, int64_t frame,
	struct fl_slice value, struct fl_buf *body, struct fl_error *err)
{
	const struct dbg_mi_record *r;
	char name[64];
	int rc = dbg_adapter_object(a, expression, frame, &r, err);
	if (rc)
		return rc;
	struct fl_slice object = dbg_mi_str(dbg_mi_result(r, "name"));
	snprintf(name, sizeof(name), "%.*s", FL_ARG(fl_slice_head(object, 60)));
	rc = assign(a, fl_slice_str(name), value, body, err);
	dbg_adapter_ask(a, NULL, NULL, "-var-delete %s", name);
	return rc;
}

DBG_HANDLE(set_variable)
{
	struct dbg_adapter_ref ref;
	struct fl_slice name = dbg_arg_text(args, "name"), value = dbg_arg_text(args, "value");
	struct fl_slice object;
	char reg[80];
	int rc = find(a, args, &ref, err);
	if (rc)
		return rc;
	if (ref.kind == DBG_REF_REGISTERS) {
		snprintf(reg, sizeof(reg), "$%.*s", FL_ARG(fl_slice_head(name, 70)));
		return assign_expression(a, fl_slice_str(reg), ref.frame, value, body, err);
	}
	if (ref.kind != DBG_REF_OBJECT)
		return assign_expression(a, name, ref.frame, value, body, err);
	rc = member(a, &ref, name, &object, err);
	return rc ? rc : assign(a, object, value, body, err);
}

DBG_HANDLE(set_expression)
{
	int rc = dbg_adapter_need_stop(a, err);
	return rc ? rc
		  : assign_expression(a, dbg_arg_text(args, "expression"),
			    dbg_arg_int(args, "frameId", 0), dbg_arg_text(args, "value"), body,
			    err);
}
