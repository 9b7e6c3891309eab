/* From a stopped program to the objects of a trace document. */
#include <stdlib.h>

#include "tracegen/evidence/priv.h"
#include "tracegen/evidence/value.h"

enum { FRAMES_LOOKED_AT = 64, VARS_MAX = 256, RAW_VALUE = 4096, FRAME_BYTES = 1 << 20 };
enum { FRAMES_SHOWN = 2, ITEMS_MAX = 8 };
enum { STEP_RAW = 4096, STEP_VALUE = 60, STEP_CHANGES = 32 };

/* Where compilers and the system's libraries were built or live: not the user's code. */
static const char *const library_prefixes[] = {
	"/usr/", "../", "/build/", "./nptl/", "./stdlib/", "./string/", "./sysdeps/", "./csu/"};

bool tg_trace_is_own(const struct dbg_frame *f)
{
	if (!f->file.len || f->line <= 0)
		return false;
	for (size_t i = 0; i < sizeof(library_prefixes) / sizeof(library_prefixes[0]); i++) {
		if (fl_slice_starts(f->file, library_prefixes[i]))
			return false;
	}
	return true;
}

static size_t count_name(const struct fl_list *vars, struct fl_slice name)
{
	const struct dbg_variable *v = vars->items;
	size_t n = 0;
	for (size_t i = 0; i < vars->len; i++)
		n += fl_slice_eq(v[i].name, name);
	return n;
}

static bool first_of_name(const struct fl_list *vars, size_t at)
{
	const struct dbg_variable *v = vars->items;
	for (size_t i = 0; i < at; i++) {
		if (fl_slice_eq(v[i].name, v[at].name))
			return false;
	}
	return true;
}

/*
 * Whether the debugger's variable holds a value yet. A name may be listed several times, inner
 * scopes first; it is clear which is meant only when all of them have been declared.
 */
static bool is_ready(const struct tg_evidence_spec *spec, const struct dbg_frame *frame,
	const struct fl_list *vars, size_t at)
{
	const struct dbg_variable *v = (const struct dbg_variable *)vars->items + at;
	if (fl_slice_starts(v->name, "__") || fl_slice_chr(v->name, '@') >= 0 ||
		!first_of_name(vars, at))
		return false;
	size_t listed = count_name(vars, v->name);
	if (v->arg)
		return listed == 1;
	size_t declared = 0;
	for (size_t i = 0; i < spec->decl_count; i++) {
		const struct tg_decl *d = &spec->decls[i];
		declared += !d->function && fl_slice_eq(d->name, v->name) &&
			    fl_slice_eq(d->file, frame->file) && d->line < frame->line &&
			    frame->line <= d->scope_end;
	}
	return declared >= 1 && declared >= listed;
}

int tg_trace_ask(struct tg_recorder *r, int64_t depth, struct fl_slice expression,
	struct fl_slice *ret_value, bool *ret_known)
{
	struct fl_error refused;
	int rc = dbg_evaluate(r->e, depth, expression, RAW_VALUE, r->a, ret_value, &refused);
	*ret_known = rc == 0;
	if (rc && rc != FL_EREFUSED)
		*r->err = refused;
	return rc == FL_EREFUSED ? 0 : rc;
}

int tg_trace_value(struct tg_recorder *r, const struct dbg_frame *frame, struct fl_slice expression,
	struct fl_slice *ret_value)
{
	bool known;
	int rc = tg_trace_ask(r, frame->depth, expression, ret_value, &known);
	if (rc == 0 && !known)
		*ret_value = FL_S("<unreadable>");
	return rc;
}

int tg_trace_number(struct tg_recorder *r, int64_t depth, const char *of,
	struct fl_slice expression, uint64_t *ret_number)
{
	struct fl_slice text;
	bool known;
	struct fl_slice question =
		fl_arena_printf(r->a, "(unsigned long)%s(%.*s)", of, FL_ARG(expression));
	int rc = tg_trace_ask(r, depth, question, &text, &known);
	*ret_number = rc == 0 && known ? strtoull(text.ptr, NULL, 10) : 0;
	return rc;
}

struct fl_slice tg_trace_address(struct fl_slice raw)
{
	ptrdiff_t space = fl_slice_chr(raw, ' ');
	return space < 0 ? raw : fl_slice_head(raw, (size_t)space);
}

/*
 * Where the debugger thinks a local is can be wrong under AddressSanitizer: gcc describes locals
 * relative to a register that holds the base of the instrumented frame for a few instructions only.
 * The shadow memory knows better: right before each such local lies a redzone of the stack.
 */
static int has_redzone(
	struct tg_recorder *r, const struct dbg_frame *frame, struct fl_slice name, bool *ret_has)
{
	enum { LEFT = 0xf1, MIDDLE = 0xf2 }; /* redzones of a stack frame */
	unsigned long mark;
	struct fl_slice before = fl_arena_printf(r->a, "((unsigned long)&%.*s - 1)", FL_ARG(name));
	int rc = tg_shadow_mark(r, frame, before, &mark);
	if (rc == 0)
		*ret_has = mark == LEFT || mark == MIDDLE;
	return rc;
}

/* A scalar whose address nobody takes is not instrumented; it lies in its frame. */
static int lies_in_frame(
	struct tg_recorder *r, const struct dbg_frame *frame, struct fl_slice name, bool *ret_lies)
{
	struct fl_slice text;
	uint32_t distance;
	struct fl_slice expression =
		fl_arena_printf(r->a, "(unsigned long)&%.*s - (unsigned long)$sp", FL_ARG(name));
	int rc = tg_trace_value(r, frame, expression, &text);
	if (rc == 0)
		*ret_lies = fl_slice_uint(text, &distance) == text.len && text.len &&
			    distance < FRAME_BYTES;
	return rc;
}

/* Where a function begins AddressSanitizer has not copied the objects yet that it was passed. */
static bool is_late(
	struct tg_recorder *r, const struct dbg_frame *frame, const struct dbg_variable *raw)
{
	const struct tg_decl *d = tg_trace_function(r->spec, frame->file, frame->line);
	return raw->arg && raw->compound && !fl_slice_ends(raw->type, "&") &&
	       !r->spec->trust_locals && d && d->line == frame->line;
}

/* Whether a local is where the debugger thinks. Arguments and references are. */
static int is_placed(struct tg_recorder *r, const struct dbg_frame *frame,
	const struct dbg_variable *raw, bool *ret_placed)
{
	if (is_late(r, frame, raw)) {
		*ret_placed = false;
		return 0;
	}
	bool placed = raw->arg || r->spec->trust_locals || fl_slice_ends(raw->type, "&");
	int rc = placed ? 0 : tg_shadow_find(r);
	if (rc == 0 && !placed)
		placed = !r->shadow.len;
	if (rc == 0 && !placed && !raw->compound)
		rc = lies_in_frame(r, frame, raw->name, &placed);
	if (rc == 0 && !placed)
		rc = has_redzone(r, frame, raw->name, &placed);
	if (rc == 0)
		*ret_placed = placed;
	return rc;
}

/* The object of a method; of one that is gone, what is left in its memory is no value. */
static int read_this(struct tg_recorder *r, const struct dbg_frame *frame,
	const struct dbg_variable *raw, struct fl_slice *ret_value)
{
	const char *word = NULL;
	int rc = 0;
	if (fl_slice_starts(raw->value, "0x"))
		rc = tg_shadow_word(r, frame, tg_trace_address(raw->value), &word);
	if (rc == 0 && word)
		*ret_value = fl_slice_str(word);
	else if (rc == 0)
		rc = tg_trace_value(r, frame, FL_S("*this"), ret_value);
	return rc;
}

/* A variable as the trace shows it. For `this` the object is shown: the pointer says nothing. */
static int read_variable(struct tg_recorder *r, const struct dbg_frame *frame,
	const struct dbg_variable *raw, enum tg_detail detail, struct dbg_variable *out)
{
	bool whole = detail == TG_AT_STEP || detail == TG_AT_STATE;
	size_t max = whole ? STEP_RAW : TG_TRACE_VALUE;
	int rc = 0;
	*out = *raw;
	if (fl_slice_eqs(raw->name, "this")) {
		ptrdiff_t star = fl_slice_rchr(raw->type, '*');
		out->name = FL_S("*this");
		out->type = fl_slice_trim(fl_slice_head(raw->type, star < 0 ? 0 : (size_t)star));
		rc = read_this(r, frame, raw, &out->value);
	} else if (raw->compound) {
		rc = tg_trace_value(r, frame, raw->name, &out->value);
	}
	if (rc == 0) {
		if (!out->value.len) /* a pretty printer failed */
			out->value = FL_S("<unreadable>");
		out->type = tg_type_clean(r->a, out->type, TG_TRACE_VALUE);
		out->value = tg_value_clean(r->a, out->value, max);
	}
	if (rc == 0 && (detail == TG_AT_STOP || detail == TG_AT_STATE) && !raw->compound)
		rc = tg_pointee(r, frame, raw, max, out);
	return rc;
}

int tg_trace_vars(struct tg_recorder *r, const struct dbg_frame *frame, enum tg_detail detail,
	struct fl_list *ret_vars)
{
	struct fl_list raw;
	int rc = dbg_variables(r->e, frame->depth, VARS_MAX, r->a, &raw, r->err);
	if (rc)
		return rc;
	struct dbg_variable *out = fl_arena_array(r->a, raw.len, sizeof(*out));
	if (!out)
		return fl_arena_error(r->a, "a trace", r->err);
	const struct dbg_variable *v = raw.items;
	size_t n = 0;
	for (size_t i = 0; rc == 0 && i < 2 * raw.len; i++) {
		size_t at = i % raw.len;
		bool placed = false;
		if (v[at].arg != (i < raw.len) || !is_ready(r->spec, frame, &raw, at))
			continue; /* arguments come first */
		rc = is_placed(r, frame, &v[at], &placed);
		if (rc == 0 && placed)
			rc = read_variable(r, frame, &v[at], detail, &out[n++]);
	}
	if (rc == 0)
		*ret_vars = (struct fl_list){out, n};
	return rc ? rc : fl_arena_error(r->a, "a trace", r->err);
}

int tg_trace_hit(struct tg_recorder *r, const struct dbg_stop *stop, struct tg_trace_hit *ret_hit)
{
	struct dbg_frame frame = {.file = stop->file, .line = stop->line};
	struct tg_trace_hit hit = {.line = stop->line};
	int rc = dbg_evaluate(r->e, 0, FL_S("$sp"), 64, r->a, &hit.sp, r->err);
	if (rc == 0)
		rc = tg_trace_vars(r, &frame, TG_AT_STEP, &hit.vars);
	if (rc == 0)
		*ret_hit = hit;
	return rc;
}

int tg_trace_frames(struct tg_recorder *r, struct fl_list *ret_frames)
{
	struct fl_list all;
	int rc = tg_trace_stack(r, FRAMES_LOOKED_AT, &all);
	if (rc)
		return rc;
	struct dbg_frame *f = all.items;
	size_t n = 0;
	for (size_t i = 0; i < all.len; i++) {
		if (!tg_trace_is_own(&f[i]))
			continue;
		f[n] = f[i];
		f[n].function = tg_function_clean(r->a, f[i].function);
		n++;
	}
	if (n == 0)
		return fl_error_set(
			r->err, FL_ENOTFOUND, "no frame of the program's own is on the stack");
	*ret_frames = (struct fl_list){f, n};
	return 0;
}

const struct tg_decl *tg_trace_function(
	const struct tg_evidence_spec *spec, struct fl_slice file, int64_t line)
{
	const struct tg_decl *found = NULL;
	for (size_t i = 0; i < spec->decl_count; i++) {
		const struct tg_decl *d = &spec->decls[i];
		if (d->function && d->line <= line && line <= d->scope_end &&
			fl_slice_eq(d->file, file) && (!found || d->line >= found->line))
			found = d;
	}
	return found;
}

struct fl_list tg_trace_shown(
	struct tg_recorder *r, const struct fl_list *frames, int64_t *ret_omitted)
{
	size_t n = frames->len < TG_TRACE_FRAMES ? frames->len : TG_TRACE_FRAMES;
	struct dbg_frame *f = fl_arena_array(r->a, n, sizeof(*f));
	if (!f)
		return (struct fl_list){0};
	memcpy(f, frames->items, n * sizeof(*f));
	for (size_t i = 0; i < n; i++)
		f[i].depth = (int64_t)i;
	*ret_omitted = (int64_t)(frames->len - n);
	return (struct fl_list){f, n};
}

int tg_trace_line_before(struct tg_recorder *r, struct dbg_frame *frame)
{
	struct dbg_frame before;
	int rc = frame->depth ? 0 : tg_trace_place_before(r, &before);
	if (rc == 0 && !frame->depth && before.line && fl_slice_eq(before.file, frame->file))
		frame->line = before.line;
	return rc;
}

static struct dbg_backtrace *make_backtrace(struct tg_recorder *r, const struct fl_list *frames)
{
	struct dbg_backtrace *out = fl_arena_alloc(r->a, sizeof(*out));
	if (out)
		out->frames = tg_trace_shown(r, frames, &out->omitted);
	return out;
}

/* Of a caller, what its call is about: the variables that its statement names. */
static void keep_named(struct tg_recorder *r, const struct dbg_frame *f, struct fl_list *vars)
{
	struct fl_slice statement = tg_statement_at(tg_trace_text(r, f->file), f->line);
	struct dbg_variable *v = vars->items;
	size_t n = 0;
	for (size_t i = 0; statement.len && i < vars->len; i++)
		if (tg_mentions(statement, v[i].name))
			v[n++] = v[i];
	vars->len = statement.len ? n : vars->len;
}

static int make_frame_vars(struct tg_recorder *r, const struct fl_list *frames, size_t at,
	struct dbg_frame_vars **ret_vars)
{
	const struct dbg_frame *f = (const struct dbg_frame *)frames->items + at;
	struct dbg_frame_vars *out = fl_arena_alloc(r->a, sizeof(*out));
	if (!out)
		return fl_arena_error(r->a, "a trace", r->err);
	out->depth = (int64_t)at;
	out->function = f->function;
	out->file = f->file;
	out->line = f->line;
	*ret_vars = out;
	int rc = tg_trace_vars(r, f, at ? TG_AT_CALL : TG_AT_STOP, &out->locals);
	if (rc == 0 && at)
		keep_named(r, f, &out->locals);
	return rc;
}

/* "{…}" or a container: of many parts. */
static bool is_compound(const struct dbg_variable *v)
{
	return v->compound || fl_slice_starts(v->value, "{");
}

static struct dbg_change part_of(
	struct tg_recorder *r, struct fl_slice whole, struct fl_slice part, struct fl_slice value)
{
	bool object = fl_slice_eqs(whole, "*this");
	return (struct dbg_change){
		fl_arena_printf(r->a, "%.*s%s%.*s", FL_ARG(object ? FL_S("this") : whole),
			object ? "->" : ".", FL_ARG(part)),
		tg_value_cut(r->a, value, STEP_VALUE)};
}

/* The members that are others than before; 0 of what has none that are told apart. */
static size_t changed_parts(struct tg_recorder *r, const struct dbg_variable *was,
	const struct dbg_variable *is, struct dbg_change *out, size_t room)
{
	struct fl_slice a = was->value, b = is->value, name, value, name_was, value_was;
	size_t n = 0;
	while (tg_value_member(&b, &name, &value) && tg_value_member(&a, &name_was, &value_was) &&
		n < room)
		if (!fl_slice_eq(value, value_was))
			out[n++] = part_of(r, is->name, name, value);
	return n;
}

/*
 * What a variable tells at a step: a value that is new or another. A pointer to somewhere, and the
 * whole of an object that a call begins with, tell nothing.
 */
static size_t changes_of(struct tg_recorder *r, const struct tg_trace_hit *before,
	const struct dbg_variable *v, struct dbg_change *out, size_t room)
{
	const struct dbg_variable *was = tg_value_before(before, v->name);
	bool known = was || !(is_compound(v) || fl_slice_eqs(v->value, "<ptr>"));
	if (!known && before && is_compound(v)) /* it was declared just now */
		known = true;
	if (!known || !room || (was && fl_slice_eq(was->value, v->value)))
		return 0;
	size_t n = was && is_compound(v) ? changed_parts(r, was, v, out, room) : 0;
	if (n)
		return n;
	*out = (struct dbg_change){v->name,
		tg_value_cut(r->a, v->value, is_compound(v) ? STEP_VALUE : TG_TRACE_VALUE)};
	return 1;
}

static void fill_step(struct tg_recorder *r, const struct tg_trace_hit *hit,
	const struct tg_trace_hit *before, struct dbg_step *out)
{
	const struct dbg_variable *v = hit->vars.items;
	struct dbg_change *changes = fl_arena_array(r->a, STEP_CHANGES, sizeof(*changes));
	size_t n = 0;
	for (size_t i = 0; changes && i < hit->vars.len; i++)
		n += changes_of(r, before, &v[i], changes + n, STEP_CHANGES - n);
	out->line = hit->line;
	out->changed = (struct fl_list){changes, n};
}

static struct dbg_steps *make_steps(
	struct tg_recorder *r, const struct tg_trace_hit *hits, size_t count, int64_t earlier)
{
	size_t skip = count == r->keep; /* the oldest is only there to compare with */
	struct dbg_steps *out = fl_arena_alloc(r->a, sizeof(*out));
	struct dbg_step *steps = fl_arena_array(r->a, count - skip, sizeof(*steps));
	if (!out || !steps)
		return NULL;
	for (size_t i = skip; i < count; i++)
		fill_step(r, &hits[i], tg_hit_before(r, hits, i), &steps[i - skip]);
	out->function = r->place.function;
	out->file = r->function->file;
	out->steps = (struct fl_list){steps, count - skip};
	out->omitted = earlier + (int64_t)skip;
	return out;
}

struct fl_list tg_trace_steps(struct tg_recorder *r, const struct tg_trace_hit *hits, size_t count)
{
	struct dbg_step *steps = fl_arena_array(r->a, count, sizeof(*steps));
	for (size_t i = 0; steps && i < count; i++)
		fill_step(r, &hits[i], i ? &hits[i - 1] : NULL, &steps[i]);
	return (struct fl_list){steps, steps ? count : 0};
}

static void add_item(struct fl_items *items, const struct fl_shape *shape, const void *object)
{
	items->at[items->len++] = (struct fl_item){.shape = shape, .object = object};
}

/* Behind what was seen at once, before the details: a budget of tokens may end among these. */
int tg_trace_add(struct tg_recorder *r, struct fl_items *items, const struct fl_shape *shape,
	const void *object)
{
	size_t at = 0;
	if (r->a->failed || items->len == ITEMS_MAX)
		return fl_arena_error(r->a, "a trace", r->err);
	while (at < items->len && (items->at[at].shape == &tg_symptom_shape ||
					  items->at[at].shape == &dbg_backtrace_shape))
		at++;
	memmove(&items->at[at + 1], &items->at[at], (items->len - at) * sizeof(*items->at));
	items->at[at] = (struct fl_item){.shape = shape, .object = object};
	items->len++;
	return 0;
}

/* Does the symptom have the stack that the program stops with? */
static bool has_stack(const struct tg_symptom *s)
{
	const struct tg_symptom_stack *k = s->stacks.items;
	return s->stacks.len && k->role == SAN_ROLE_ACCESS;
}

static int add_frames(struct tg_recorder *r, const struct tg_trace_hit *hits, size_t hit_count,
	struct fl_items *items)
{
	struct fl_list frames;
	struct tg_operands *operands = NULL;
	int rc = tg_trace_frames(r, &frames);
	if (rc == 0 && !has_stack(&r->symptom))
		add_item(items, &dbg_backtrace_shape, make_backtrace(r, &frames));
	for (size_t i = 0; rc == 0 && i < frames.len && i < FRAMES_SHOWN; i++) {
		struct dbg_frame_vars *vars = NULL;
		rc = make_frame_vars(r, &frames, i, &vars);
		if (rc == 0 && i == 0)
			rc = tg_telling_first(r, frames.items, hits, hit_count, &vars->locals);
		if (rc == 0 && vars->locals.len)
			add_item(items, &dbg_frame_vars_shape, vars);
	}
	rc = rc ? rc : tg_operands_read(r, frames.items, &operands);
	if (rc == 0 && operands)
		add_item(items, &tg_operands_shape, operands);
	return rc;
}

int tg_trace_symptom(struct tg_recorder *r, struct fl_items *ret_items)
{
	struct tg_symptom *symptom = fl_arena_alloc(r->a, sizeof(*symptom));
	struct fl_items items = {.at = fl_arena_array(r->a, ITEMS_MAX, sizeof(*items.at))};
	if (!symptom || !items.at)
		return fl_arena_error(r->a, "a trace", r->err);
	*symptom = r->symptom;
	add_item(&items, &tg_symptom_shape, symptom);
	*ret_items = items;
	return 0;
}

int tg_trace_document(struct tg_recorder *r, const struct tg_trace_hit *hits, size_t hit_count,
	int64_t earlier, struct fl_items *ret_items)
{
	struct fl_items items;
	int rc = tg_trace_symptom(r, &items);
	rc = rc ? rc : add_frames(r, hits, hit_count, &items);
	if (rc == 0 && hit_count)
		add_item(&items, &dbg_steps_shape, make_steps(r, hits, hit_count, earlier));
	rc = rc ? rc : fl_arena_error(r->a, "a trace", r->err);
	if (rc == 0)
		*ret_items = items;
	return rc;
}
