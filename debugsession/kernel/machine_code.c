/* What stands at an address: symbols, lines, instructions. */
#include <inttypes.h>
#include <stdio.h>

#include "debugsession/kernel/machine.h"
#include "debugsession/answer/answer.h"

enum { SAY_MAX = 1 << 20, FUNCTION_BYTES = 4096, INSTRUCTION_BYTES = 16 };

/* The text between two marks; empty when they do not both stand. */
static struct fl_slice between(struct fl_slice s, const char *from, const char *to)
{
	ptrdiff_t at = fl_slice_find(s, from);
	if (at < 0)
		return fl_slice(NULL, 0);
	s = fl_slice_skip(s, (size_t)at + strlen(from));
	ptrdiff_t end = fl_slice_find(s, to);
	return end < 0 ? fl_slice(NULL, 0) : fl_slice_head(s, (size_t)end);
}

/* "f + 4 in section .text\n", "f in section .text of FILE\n" */
static void read_symbol(struct dbg_machine *m, struct fl_slice said, struct dbg_place *p)
{
	static const char *const code[] = {".text", ".plt", ".init", ".fini"};
	ptrdiff_t at = fl_slice_find(said, " in section ");
	if (at < 0)
		return;
	struct fl_slice name = fl_slice_head(said, (size_t)at);
	struct fl_slice section = fl_slice_skip(said, (size_t)at + 12);
	ptrdiff_t plus = fl_slice_find(name, " + ");
	uint32_t offset = 0;
	if (plus >= 0 && fl_slice_uint(fl_slice_skip(name, (size_t)plus + 3), &offset))
		name = fl_slice_head(name, (size_t)plus);
	p->symbol = fl_arena_slice(&m->arena, name);
	p->offset = offset;
	for (size_t i = 0; i < sizeof(code) / sizeof(*code); i++)
		p->code = p->code || fl_slice_starts(section, code[i]);
}

/* `Line 7 of "a.c" starts at address …` */
static void read_line(struct dbg_machine *m, struct fl_slice said, struct dbg_place *p)
{
	uint32_t line = 0;
	if (!fl_slice_starts(said, "Line ") || !fl_slice_uint(fl_slice_skip(said, 5), &line))
		return;
	p->line = line;
	p->file = fl_arena_slice(&m->arena, between(said, "\"", "\""));
	p->code = true;
}

void dbg_machine_place(struct dbg_machine *m, uint64_t address, struct dbg_place *ret)
{
	struct fl_buf said;
	char command[64];
	*ret = (struct dbg_place){.symbol = {NULL, 0}};
	fl_buf_init(&said, SAY_MAX);
	snprintf(command, sizeof(command), "info symbol 0x%" PRIx64, address);
	if (dbg_machine_say(m, command, &said, NULL) == 0)
		read_symbol(m, fl_buf_view(&said), ret);
	fl_buf_clear(&said);
	snprintf(command, sizeof(command), "info line *0x%" PRIx64, address);
	if (ret->symbol.len && dbg_machine_say(m, command, &said, NULL) == 0)
		read_line(m, fl_buf_view(&said), ret);
	fl_buf_release(&said);
}

void dbg_place_text(struct fl_buf *out, const struct dbg_place *p)
{
	if (!p->symbol.len)
		return;
	fl_buf_slice(out, p->symbol);
	if (p->offset)
		fl_buf_printf(out, "+%" PRIu64, p->offset);
	if (p->line)
		fl_buf_printf(out, " at %.*s:%" PRId64, FL_ARG(p->file), p->line);
}

void dbg_place_json(struct fl_buf *out, const struct dbg_place *p)
{
	dbg_answer_text(out, "symbol", p->symbol);
	dbg_answer_int(out, "offset", (int64_t)p->offset);
	dbg_answer_text(out, "file", p->file);
	dbg_answer_int(out, "line", p->line);
}

static uint64_t hex_of(struct fl_slice s)
{
	uint64_t v = 0;
	for (size_t i = 2; i < s.len && fl_hex_value(s.ptr[i]) >= 0; i++)
		v = v << 4 | (uint64_t)fl_hex_value(s.ptr[i]);
	return v;
}

static int disassemble(struct dbg_machine *m, uint64_t from, uint64_t to,
	const struct dbg_mi_value **ret_first, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	char command[96];
	snprintf(command, sizeof(command),
		"-data-disassemble -s 0x%" PRIx64 " -e 0x%" PRIx64 " -- 0", from, to);
	int rc = dbg_console_ask(m->console, command, &result, err);
	if (rc)
		return rc;
	const struct dbg_mi_value *list = dbg_mi_result(result, "asm_insns");
	*ret_first = list ? list->child : NULL;
	return 0;
}

static void take(struct dbg_machine *m, const struct dbg_mi_value *v, struct dbg_instruction *ret)
{
	ret->address = hex_of(dbg_mi_str(dbg_mi_get(v, "address")));
	ret->text = fl_arena_slice(&m->arena, dbg_mi_str(dbg_mi_get(v, "inst")));
	ret->function = fl_arena_slice(&m->arena, dbg_mi_str(dbg_mi_get(v, "func-name")));
	ret->offset = (uint64_t)dbg_mi_int(dbg_mi_get(v, "offset"), 0);
}

/*
 * Instructions of changing length can be read forward only: those before the address are read from
 * the function's start, where that is not far away.
 */
static size_t take_before(struct dbg_machine *m, uint64_t address, uint64_t offset, size_t before,
	struct dbg_instruction *ret)
{
	const struct dbg_mi_value *v;
	size_t count = 0, skip = 0;
	if (!before || !offset || offset > FUNCTION_BYTES ||
		disassemble(m, address - offset, address, &v, NULL))
		return 0;
	for (const struct dbg_mi_value *i = v; i; i = i->next)
		count++;
	for (skip = count > before ? count - before : 0; skip; skip--)
		v = v->next;
	count = count > before ? before : count;
	for (size_t i = 0; i < count; i++, v = v->next)
		take(m, v, &ret[i]);
	return count;
}

int dbg_machine_instructions(struct dbg_machine *m, uint64_t address, size_t before, size_t max,
	struct dbg_instruction *ret, size_t *ret_count, size_t *ret_current, struct fl_error *err)
{
	const struct dbg_mi_value *v = NULL;
	/* The end may have no memory: less, then, down to the one instruction. */
	int rc = disassemble(m, address, address + max * INSTRUCTION_BYTES, &v, err);
	if (rc == FL_EREFUSED)
		rc = disassemble(m, address, address + 1, &v, err);
	if (rc)
		return rc;
	if (!v)
		return fl_error_set(
			err, FL_EREFUSED, "Cannot access memory at address 0x%" PRIx64, address);
	uint64_t offset = (uint64_t)dbg_mi_int(dbg_mi_get(v, "offset"), 0);
	struct dbg_instruction *after = fl_arena_array(&m->arena, max, sizeof(*after));
	size_t n = 0;
	for (; after && v && n < max; v = v->next)
		take(m, v, &after[n++]);
	size_t b = take_before(m, address, offset, before, ret);
	for (size_t i = 0; i < n; i++)
		ret[b + i] = after[i];
	*ret_current = b;
	*ret_count = b + n;
	return fl_arena_error(&m->arena, "instructions", err);
}
