/* Smart pointers, optionals and texts, as the printers of libstdc++ and gdb show them. */
#include <inttypes.h>
#include <stdio.h>

#include "debugsession/adapter/spell.h"
#include "debugsession/adapter/value.h"

enum { TEXT_BYTES = 200, TEXT_REPEATS = 10, TUPLE_MAX = 64 };

static uint64_t member(
	struct dbg_dap_engine *e, const struct dbg_dap_var *v, const char *path, uint64_t otherwise)
{
	struct fl_buf question;
	uint64_t value = otherwise;
	fl_buf_init(&question, 8192);
	fl_buf_printf(&question, "(%.*s)%s", FL_ARG(v->expr), path);
	if (v->expr.len)
		dbg_dap_evaluate_number(e, fl_buf_view(&question), &value, NULL);
	fl_buf_release(&question);
	return value;
}

/* "std::unique_ptr<int> = {get() = 0x…}"; a shared one has its counts, too. */
bool dbg_dap_spell_smart(struct dbg_dap_engine *e, const struct dbg_dap_var *v, struct fl_buf *out)
{
	struct fl_slice type = v->type;
	struct dbg_dap_vars vars;
	if (fl_slice_starts(type, "const "))
		type = fl_slice_skip(type, 6);
	bool shared = fl_slice_starts(type, "std::shared_ptr<");
	if (!v->ref || !(shared || fl_slice_starts(type, "std::unique_ptr<")) ||
		!fl_slice_ends(type, ">") || dbg_dap_read_children(e, v->ref, 1, &vars, NULL))
		return false;
	fl_buf_slice(out, type);
	if (shared) {
		uint64_t counts = member(e, v, "._M_refcount._M_pi", 0);
		if (counts)
			fl_buf_printf(out, " (use count %" PRIu64 ", weak count %" PRIu64 ")",
				member(e, v, "._M_refcount._M_pi->_M_use_count", 0),
				member(e, v, "._M_refcount._M_pi->_M_weak_count", 1) - 1);
		else
			fl_buf_str(out, " (empty)");
	}
	fl_buf_str(out, " = {get() = ");
	if (vars.len)
		dbg_spell_scalar(vars.vars[0].type, vars.vars[0].value, out);
	else
		fl_buf_str(out, "0x0");
	fl_buf_char(out, '}');
	fl_arena_release(&vars.arena);
	return true;
}

bool dbg_dap_spell_optional(
	struct dbg_dap_engine *e, const struct dbg_dap_var *v, unsigned depth, struct fl_buf *out)
{
	struct dbg_dap_vars vars;
	if (!fl_slice_starts(v->type, "std::optional<"))
		return false;
	fl_buf_slice(out, v->type);
	if (fl_slice_find(v->value, "Has Value=true") < 0 || !v->ref ||
		dbg_dap_read_children(e, v->ref, 1, &vars, NULL)) {
		fl_buf_str(out, " [no contained value]");
		return true;
	}
	fl_buf_str(out, " = {[contained value] = ");
	if (vars.len)
		dbg_dap_spell(e, &vars.vars[0], depth + 1, out);
	fl_buf_char(out, '}');
	fl_arena_release(&vars.arena);
	return true;
}

/* A tuple's values: each part has the later ones in its base, then its own. */
static void tuple_part(
	struct dbg_dap_engine *e, int64_t ref, unsigned depth, unsigned number, struct fl_buf *out)
{
	struct dbg_dap_vars vars;
	struct fl_buf later;
	if (depth > TUPLE_MAX || dbg_dap_read_children(e, ref, 8, &vars, NULL))
		return;
	fl_buf_init(&later, 1 << 20);
	for (size_t i = 0; i < vars.len; i++) {
		const struct dbg_dap_var *part = &vars.vars[i];
		if (fl_slice_starts(part->name, "std::_Tuple_impl<")) {
			tuple_part(e, part->ref, depth + 1, number + 1, &later);
		} else if (fl_slice_starts(part->name, "std::_Head_base<")) {
			tuple_part(e, part->ref, depth + 1, number, out);
		} else {
			fl_buf_printf(out, "[%u] = ", number);
			dbg_dap_spell(e, part, depth + 1, out);
		}
	}
	if (later.len)
		fl_buf_printf(out, "%s%s", out->len ? ", " : "", later.data);
	fl_buf_release(&later);
	fl_arena_release(&vars.arena);
}

bool dbg_dap_spell_tuple(
	struct dbg_dap_engine *e, const struct dbg_dap_var *v, unsigned depth, struct fl_buf *out)
{
	struct dbg_dap_vars vars;
	struct fl_buf parts;
	if (!v->ref || !fl_slice_starts(v->type, "std::tuple<") ||
		dbg_dap_read_children(e, v->ref, 2, &vars, NULL))
		return false;
	fl_buf_init(&parts, 1 << 20);
	if (vars.len)
		tuple_part(e, vars.vars[0].ref, depth, 1, &parts);
	fl_buf_printf(out, "std::tuple containing = {%s}", parts.data);
	fl_buf_release(&parts);
	fl_arena_release(&vars.arena);
	return true;
}

static void add_byte(int c, struct fl_buf *out)
{
	static const char from[] = "\a\b\t\n\v\f\r", to[] = "abtnvfr";
	const char *at = c ? memchr(from, c, sizeof(from) - 1) : NULL;
	if (at)
		fl_buf_printf(out, "\\%c", to[at - from]);
	else if (c == '\\' || c == '"')
		fl_buf_printf(out, "\\%c", c);
	else if (c < 32 || c > 126)
		fl_buf_printf(out, "\\%03o", (unsigned)c);
	else
		fl_buf_char(out, (char)c);
}

/* Bytes with runs counted apart: "hi", '\000' <repeats 13 times>. */
static void add_text(const unsigned char *bytes, size_t len, struct fl_buf *out)
{
	bool open = false, any = false;
	for (size_t i = 0, run; i < len; i += run) {
		for (run = 1; i + run < len && bytes[i + run] == bytes[i];)
			run++;
		bool apart = run > TEXT_REPEATS;
		run = apart ? run : 1;
		if (open && apart)
			fl_buf_char(out, '"');
		if ((open && apart) || (!open && any))
			fl_buf_str(out, ", ");
		if (apart) {
			fl_buf_char(out, '\'');
			add_byte(bytes[i], out);
			fl_buf_printf(out, "' <repeats %zu times>", run);
		} else {
			fl_buf_str(out, open ? "" : "\"");
			add_byte(bytes[i], out);
		}
		open = !apart;
		any = true;
	}
	fl_buf_str(out, open ? "\"" : any ? "" : "\"\"");
}

/* "char[16]": all of its bytes, as gdb shows them, but for one NUL at the end. */
bool dbg_dap_spell_text(struct dbg_dap_engine *e, const struct dbg_dap_var *v, struct fl_buf *out)
{
	unsigned char bytes[TEXT_BYTES];
	struct dbg_dap_vars vars;
	size_t n = 0;
	if (!v->ref || !dbg_spell_is_text(v->type) || !fl_slice_ends(v->type, "]") ||
		fl_slice_find(v->type, "][") >= 0 ||
		dbg_dap_read_children(e, v->ref, TEXT_BYTES, &vars, NULL))
		return false;
	for (; n < vars.len; n++)
		bytes[n] = (unsigned char)dbg_spell_character(vars.vars[n].value);
	fl_arena_release(&vars.arena);
	bool cut = n == TEXT_BYTES;
	if (n && !cut && bytes[n - 1] == 0)
		n--;
	add_text(bytes, n, out);
	fl_buf_str(out, cut ? "..." : "");
	return true;
}
