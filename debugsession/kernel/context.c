/* ctx and show-stack. */
#include <inttypes.h>
#include <stdio.h>

#include "debugsession/kernel/commands.h"
#include "debugsession/answer/answer.h"

enum { BEFORE = 5, AFTER = 6, TOP_WORDS = 8, WORDS = 16, WORDS_MAX = 1024 };

void dbg_kernel_code_text(
	struct fl_buf *out, const struct dbg_instruction *code, size_t count, size_t current)
{
	for (size_t i = 0; i < count; i++) {
		fl_buf_printf(out, "%s 0x%" PRIx64, i == current ? "=>" : "  ", code[i].address);
		if (code[i].function.len)
			fl_buf_printf(out, " <%.*s+%" PRIu64 ">", FL_ARG(code[i].function),
				code[i].offset);
		fl_buf_printf(out, ":\t%.*s\n", FL_ARG(code[i].text));
	}
}

void dbg_kernel_code_json(
	struct fl_buf *out, const struct dbg_instruction *code, size_t count, size_t current)
{
	dbg_answer_key(out, "instructions");
	fl_buf_char(out, '[');
	for (size_t i = 0; i < count; i++) {
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_hex(out, "address", code[i].address);
		dbg_answer_text(out, "function", code[i].function);
		dbg_answer_int(out, "offset", (int64_t)code[i].offset);
		dbg_answer_text(out, "instruction", code[i].text);
		dbg_answer_bool(out, "current", i == current);
		fl_buf_char(out, '}');
	}
	fl_buf_char(out, ']');
}

static void add_word(struct dbg_machine *m, uint64_t address, uint64_t value, struct fl_buf *text,
	struct fl_buf *data)
{
	struct dbg_place place = {.symbol = {NULL, 0}};
	/* Small numbers are no addresses, whatever a symbol of a boot sector says. */
	if (value >= 0x1000)
		dbg_machine_place(m, value, &place);
	fl_buf_printf(text, "0x%" PRIx64 ":\t0x%016" PRIx64, address, value);
	dbg_answer_item(data);
	fl_buf_char(data, '{');
	dbg_answer_hex(data, "address", address);
	dbg_answer_hex(data, "value", value);
	if (place.symbol.len) {
		fl_buf_char(text, '\t');
		dbg_place_text(text, &place);
		dbg_place_json(data, &place);
		dbg_answer_bool(data, "code", place.code);
	}
	fl_buf_char(text, '\n');
	fl_buf_char(data, '}');
}

/* At most WORDS_MAX words of the stack with the places they point to: text, member "stack". */
static int stack_words(struct dbg_machine *m, uint64_t from, size_t count, struct fl_buf *text,
	struct fl_buf *data, struct fl_error *err)
{
	uint64_t words[WORDS_MAX];
	size_t n = 0;
	int rc = dbg_machine_words(m, from, count, words, &n, err);
	dbg_answer_key(data, "stack");
	fl_buf_char(data, '[');
	for (size_t i = 0; i < n; i++)
		add_word(m, from + 8 * i, words[i], text, data);
	fl_buf_char(data, ']');
	if (rc == 0 && n < count)
		fl_buf_printf(text, "0x%" PRIx64 ":\tno memory\n", from + 8 * n);
	return rc;
}

static int show_stack(struct dbg_machine *m, struct fl_slice arguments, struct dbg_extra_out *out,
	struct fl_error *err)
{
	uint64_t sp, count = WORDS;
	int rc = arguments.len ? dbg_machine_evaluate(m, arguments, &count, err) : 0;
	if (rc == 0 && (count == 0 || count > WORDS_MAX))
		rc = fl_error_set(err, FL_EINVAL, "show-stack shows 1 to %d words", WORDS_MAX);
	if (rc == 0)
		rc = dbg_machine_register(m, m->info->sp, &sp, err);
	if (rc == 0)
		rc = stack_words(m, sp, (size_t)count, &out->text, &out->data, err);
	return rc;
}

int dbg_kernel_stack(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_kernel_run(in, out, show_stack, err);
}

/* The source line itself, as gdb's `list` has it. */
static void add_source(struct dbg_machine *m, const struct dbg_place *at, struct dbg_extra_out *out)
{
	struct fl_buf command, said;
	if (!at->line || fl_slice_chr(at->file, '"') >= 0)
		return;
	fl_buf_init(&command, 1 << 16);
	fl_buf_init(&said, 1 << 16);
	fl_buf_printf(&command, "list \"%.*s\":%" PRId64 ",%" PRId64, FL_ARG(at->file), at->line,
		at->line);
	if (dbg_machine_say(m, command.data, &said, NULL) == 0) {
		struct fl_slice line = fl_slice_trim(fl_buf_view(&said));
		ptrdiff_t tab = fl_slice_chr(line, '\t');
		line = fl_slice_skip(line, (size_t)(tab + 1));
		if (tab > 0) {
			fl_buf_printf(&out->text, "%" PRId64 "\t%.*s\n", at->line, FL_ARG(line));
			dbg_answer_text(&out->data, "source_line", line);
		}
	}
	fl_buf_release(&command);
	fl_buf_release(&said);
}

static void add_code(
	struct dbg_machine *m, uint64_t pc, const struct dbg_place *at, struct dbg_extra_out *out)
{
	struct dbg_instruction code[BEFORE + AFTER];
	struct fl_error why = {0};
	size_t count = 0, current = 0;
	fl_buf_printf(&out->text, "=== Instruction Context ===\n%s: 0x%" PRIx64,
		m->arch == DBG_ARCH_X86_64 ? "RIP" : "PC", pc);
	if (at->symbol.len) {
		fl_buf_str(&out->text, " in ");
		dbg_place_text(&out->text, at);
	}
	fl_buf_char(&out->text, '\n');
	add_source(m, at, out);
	if (dbg_machine_instructions(m, pc, BEFORE, AFTER, code, &count, &current, &why))
		fl_buf_printf(&out->text, "no instructions: %s\n", why.message);
	dbg_kernel_code_text(&out->text, code, count, current);
	dbg_kernel_code_json(&out->data, code, count, current);
}

static int add_registers(struct dbg_machine *m, struct dbg_extra_out *out, struct fl_error *err)
{
	struct dbg_value values[40];
	size_t count = 0, shown = 0;
	for (; m->info->general[count]; count++)
		values[count].name = m->info->general[count];
	int rc = dbg_machine_values(m, values, count, err);
	fl_buf_str(&out->text, "=== Registers ===\n");
	dbg_answer_key(&out->data, "registers");
	fl_buf_char(&out->data, '{');
	for (size_t i = 0; rc == 0 && i < count; i++) {
		if (!values[i].have)
			continue;
		fl_buf_printf(&out->text, "%s%s: 0x%016" PRIx64,
			!shown      ? ""
			: shown % 4 ? "  "
				    : "\n",
			values[i].name, values[i].value);
		dbg_answer_hex(&out->data, values[i].name, values[i].value);
		shown++;
	}
	fl_buf_str(&out->text, "\n");
	fl_buf_char(&out->data, '}');
	return rc;
}

static int ctx(struct dbg_machine *m, struct fl_slice arguments, struct dbg_extra_out *out,
	struct fl_error *err)
{
	struct dbg_place at;
	struct fl_error no_stack = {0};
	uint64_t pc, sp;
	(void)arguments;
	int rc = dbg_machine_register(m, m->info->pc, &pc, err);
	if (rc == 0)
		rc = dbg_machine_register(m, m->info->sp, &sp, err);
	if (rc)
		return rc;
	dbg_machine_place(m, pc, &at);
	dbg_answer_hex(&out->data, "pc", pc);
	dbg_answer_text(&out->data, "function", at.symbol);
	dbg_answer_text(&out->data, "file", at.file);
	dbg_answer_int(&out->data, "line", at.line);
	add_code(m, pc, &at, out);
	rc = add_registers(m, out, err);
	fl_buf_str(&out->text, "=== Stack Top ===\n");
	if (rc == 0 && stack_words(m, sp, TOP_WORDS, &out->text, &out->data, &no_stack))
		fl_buf_printf(&out->text, "no stack: %s\n", no_stack.message);
	return rc;
}

int dbg_kernel_ctx(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_kernel_run(in, out, ctx, err);
}
