/* The operands in the running program: their values, and who wrote them. */
#include <inttypes.h>

#include "debugsession/watches.h"
#include "tracegen/evidence/priv.h"
#include "tracegen/evidence/source.h"
#include "tracegen/evidence/value.h"
#include "tracegen/program.h"

enum { CANDIDATES = 12, VALUE_MAX = 60, FRAMES_MAX = 24, LOCALS_MAX = 256 };

/* Worth showing: a scalar or a text, and no pointer to somewhere. */
static bool is_telling(struct fl_slice raw, struct fl_slice clean)
{
	return clean.len && clean.ptr[0] != '{' && raw.ptr[0] != '{' &&
	       !fl_slice_eqs(clean, "<ptr>") && clean.ptr[0] != '<';
}

/* What is said of an operand that lies in memory that is gone, or points there; else NULL. */
static int gone(struct tg_recorder *r, int64_t depth, struct fl_slice expression,
	struct fl_slice raw, const char **ret_word)
{
	const struct dbg_frame frame = {.depth = depth};
	struct fl_slice own = fl_arena_printf(r->a, "&(%.*s)", FL_ARG(expression));
	struct fl_slice to = tg_trace_address(raw);
	int rc = tg_shadow_word(r, &frame, own, ret_word);
	if (rc || *ret_word || !fl_slice_starts(raw, "0x") || fl_slice_eqs(to, "0x0"))
		return rc;
	return tg_shadow_word(r, &frame, to, ret_word);
}

static int read_operand(struct tg_recorder *r, int64_t depth, struct fl_slice expression,
	struct fl_slice *ret_raw, struct fl_slice *ret_value, bool *ret_known)
{
	const char *word = NULL;
	int rc = tg_trace_ask(r, depth, expression, ret_raw, ret_known);
	rc = rc || !*ret_known ? rc : gone(r, depth, expression, *ret_raw, &word);
	if (rc || !*ret_known)
		return rc;
	*ret_value = word ? fl_slice_str(word) : tg_value_clean(r->a, *ret_raw, VALUE_MAX);
	*ret_known = word || is_telling(*ret_raw, *ret_value) ||
		     fl_slice_starts(*ret_value, "<uninitialized>");
	return 0;
}

/* A type of that size in which a value is printed as this one, by the debugger, is. */
static const char *type_for(struct fl_slice value, uint64_t size)
{
	if (size == 8 && fl_slice_starts(value, "0x"))
		return fl_slice_find(value, " \"") > 0 || fl_slice_find(value, " '") > 0 ? "char *"
											 : "void *";
	if (size >= 4 && fl_slice_chr(value, '.') >= 0)
		return size == 4 ? "float" : "double";
	return size == 1 ? "signed char" : size == 2 ? "short" : size == 4 ? "int" : "long";
}

static int watch(struct tg_recorder *r, int64_t depth, size_t operand, struct fl_slice value)
{
	struct dbg_break_info info;
	uint64_t address, size = 0;
	int rc = tg_trace_number(r, depth, "&", r->wanted[operand], &address);
	rc = rc ? rc : tg_trace_number(r, depth, "sizeof", r->wanted[operand], &size);
	bool fits = size == 1 || size == 2 || size == 4 || size == 8;
	if (rc || !address || !fits || address % size)
		return rc;
	rc = dbg_watch_add(r->e, address, size, &info, r->err);
	if (rc == 0)
		r->watches[r->watch_count++] = (struct tg_watch){.operand = operand,
			.id = info.id,
			.what = fl_arena_printf(
				r->a, "*(%s *)0x%" PRIx64, type_for(value, size), address)};
	return rc;
}

struct fl_slice tg_trace_text(const struct tg_recorder *r, struct fl_slice file)
{
	return r->spec->files ? tg_files_text(r->spec->files, file) : fl_slice(NULL, 0);
}

int tg_operands_find(struct tg_recorder *r)
{
	struct fl_slice found[CANDIDATES], raw, value;
	struct fl_slice statement = tg_statement_at(tg_trace_text(r, r->place.file), r->place.line);
	struct fl_list locals = {0};
	int64_t depth = r->place.depth;
	int rc = statement.len ? dbg_variables(r->e, depth, LOCALS_MAX, r->a, &locals, r->err) : 0;
	if (rc)
		return rc;
	/* What was printed wrong comes first: not all of them are watched. */
	struct fl_slice part =
		tg_printed_argument(statement, r->symptom.expected, r->symptom.actual);
	size_t n = tg_lvalues(part, &locals, r->spec->cxx, found, CANDIDATES), first = n;
	n += tg_lvalues(statement, &locals, r->spec->cxx, found + n, CANDIDATES - n);
	for (size_t i = 0; rc == 0 && i < n && r->wanted_count < TG_OPERANDS; i++) {
		bool known = false;
		for (size_t k = 0; k < first && i >= first && !known; k++)
			known = fl_slice_eq(found[i], found[k]);
		if (known)
			continue;
		rc = read_operand(r, depth, found[i], &raw, &value, &known);
		if (rc || !known)
			continue;
		r->wanted[r->wanted_count++] = found[i];
		if (r->watch_count < TG_WATCHED && !r->spec->core && dbg_host_watches())
			rc = watch(r, depth, r->wanted_count - 1, raw);
	}
	return rc;
}

/* Does it give memory back? What it leaves there is none of the program's doing. */
static bool is_release(struct fl_slice function)
{
	static const char *const names[] = {"free", "realloc", "operator delete"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		ptrdiff_t at = fl_slice_find(function, names[i]);
		/* as it is called, or as a sanitizer's own version of it */
		if (at == 0 || (at > 0 && function.ptr[at - 1] == '_'))
			return true;
	}
	return false;
}

/* The call that led to the write; that of the function stopped in is in the stack there. */
static int name_caller(struct tg_recorder *r, const struct dbg_frame *from,
	const struct dbg_frame *end, struct tg_write *w)
{
	struct fl_slice stopped = tg_function_clean(r->a, r->place.function);
	while (from < end && !tg_trace_is_own(from))
		from++;
	if (from == end || fl_slice_eq(w->function, stopped))
		return 0;
	struct dbg_frame at = *from;
	int rc = tg_trace_line_before(r, &at);
	w->caller = tg_function_clean(r->a, at.function);
	w->caller_file = fl_slice_eq(at.file, w->file) ? fl_slice(NULL, 0) : at.file;
	w->called_at = at.line;
	return rc;
}

int tg_write_by(struct tg_recorder *r, struct tg_write *w)
{
	struct fl_list frames;
	int rc = tg_trace_stack(r, FRAMES_MAX, &frames);
	const struct dbg_frame *f = frames.items;
	size_t i = 0;
	if (rc)
		return rc;
	while (i < frames.len && !tg_trace_is_own(&f[i]))
		i++;
	if (i == frames.len) /* before main, or in a thread of the library's */
		return 0;
	struct dbg_frame at = f[i];
	rc = tg_trace_line_before(r, &at);
	if (i > 0 && is_release(f[i - 1].function))
		w->value = FL_S("<freed>");
	w->function = tg_function_clean(r->a, at.function);
	w->file = at.file;
	w->line = at.line;
	return rc ? rc : name_caller(r, f + i + 1, f + frames.len, w);
}

static int forget(struct tg_recorder *r, struct tg_watch *w)
{
	int64_t id = w->id;
	w->id = 0;
	return dbg_break_clear(r->e, id, r->err);
}

int tg_operands_written(struct tg_recorder *r, const struct dbg_stop *stop)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < r->watch_count; i++) {
		struct tg_watch *w = &r->watches[i];
		struct tg_write made = {0};
		if (!w->id || w->id != stop->breakpoint)
			continue;
		if (w->count++ == TG_TRACE_WRITES) {
			w->len = 0;
			return forget(r, w);
		}
		struct fl_slice raw;
		bool known = false;
		rc = tg_write_by(r, &made);
		rc = rc ? rc : tg_trace_ask(r, 0, w->what, &raw, &known);
		if (known && !made.value.len)
			made.value = tg_value_clean(r->a, raw, VALUE_MAX);
		bool again = w->len && made.line == w->last[w->len - 1].line &&
			     fl_slice_eq(made.file, w->last[w->len - 1].file);
		if (!made.line)
			continue;
		if (!again && w->len == TG_WRITES)
			memmove(w->last, w->last + 1, --w->len * sizeof(*w->last));
		w->len -= again;
		w->last[w->len++] = made;
	}
	return rc;
}

int tg_operands_unwatch(struct tg_recorder *r)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < r->watch_count; i++)
		rc = r->watches[i].id ? forget(r, &r->watches[i]) : 0;
	return rc;
}

static void add_writes(struct tg_recorder *r, size_t operand, struct tg_operand *out)
{
	for (size_t i = 0; i < r->watch_count; i++) {
		const struct tg_watch *w = &r->watches[i];
		struct tg_write *copy = fl_arena_array(r->a, w->len, sizeof(*copy));
		if (w->operand != operand || !copy)
			continue;
		memcpy(copy, w->last, w->len * sizeof(*copy));
		out->writes = (struct fl_list){copy, w->len};
	}
}

int tg_operands_read(
	struct tg_recorder *r, const struct dbg_frame *frame, struct tg_operands **ret_operands)
{
	struct tg_operands *all = fl_arena_alloc(r->a, sizeof(*all));
	struct tg_operand *out = fl_arena_array(r->a, r->wanted_count + 1, sizeof(*out));
	int rc = out && all ? 0 : fl_arena_error(r->a, "the operands", r->err);
	struct fl_slice raw;
	size_t n = 0;
	for (size_t i = 0; rc == 0 && i < r->wanted_count; i++) {
		bool known = false;
		out[n] = (struct tg_operand){.expression = r->wanted[i]};
		rc = read_operand(r, frame->depth, r->wanted[i], &raw, &out[n].value, &known);
		if (rc || !known)
			continue;
		add_writes(r, i, &out[n++]);
	}
	rc = rc ? rc : fl_arena_error(r->a, "the operands", r->err);
	if (rc)
		return rc;
	all->operands = (struct fl_list){out, n};
	*ret_operands = n ? all : NULL;
	return 0;
}
