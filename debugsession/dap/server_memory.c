/* Memory and machine code. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base64.h"
#include "debugsession/dap/server_priv.h"

enum { MEMORY_MAX = 1 << 20, INSTRUCTIONS_MAX = 4096, INSTRUCTION_BYTES = 16 };

/* memoryReference and offset. */
static int address_of(const struct fl_json *args, uint64_t *ret_address, struct fl_error *err)
{
	int rc = dbg_arg_address(args, "memoryReference", ret_address, err);
	if (rc == 0)
		*ret_address += (uint64_t)dbg_arg_int(args, "offset", 0);
	return rc;
}

static void add_hex(struct fl_buf *bytes, struct fl_slice hex)
{
	for (size_t i = 0; i + 1 < hex.len; i += 2)
		fl_buf_char(bytes,
			(char)(fl_hex_value(hex.ptr[i]) << 4 | fl_hex_value(hex.ptr[i + 1])));
}

static void add_address(struct fl_buf *body, const char *key, uint64_t address)
{
	char text[24];
	snprintf(text, sizeof(text), "0x%" PRIx64, address);
	dbg_answer_text(body, key, fl_slice_str(text));
}

/* The readable bytes from address on, as far as they hang together. */
static void take_blocks(const struct dbg_mi_record *r, uint64_t address, struct fl_buf *bytes)
{
	const struct dbg_mi_value *list = dbg_mi_result(r, "memory");
	const struct dbg_mi_value *first = list ? list->child : NULL;
	struct fl_slice begin = dbg_mi_str(dbg_mi_get(first, "begin"));
	if (begin.len && strtoull(begin.ptr, NULL, 16) == address)
		add_hex(bytes, dbg_mi_str(dbg_mi_get(first, "contents")));
}

DBG_HANDLE(read_memory)
{
	const struct dbg_mi_record *r;
	struct fl_error failure = {0};
	struct fl_buf bytes;
	uint64_t address;
	int64_t count = dbg_arg_int(args, "count", 0);
	int rc = dbg_adapter_need_stop(a, err);
	if (rc == 0)
		rc = address_of(args, &address, err);
	if (rc)
		return rc;
	if (count < 0 || count > MEMORY_MAX)
		return fl_error_set(
			err, FL_ELIMIT, "at most %d bytes are read at once", MEMORY_MAX);
	fl_buf_init(&bytes, MEMORY_MAX);
	add_address(body, "address", address);
	if (count)
		rc = dbg_adapter_ask(a, &r, &failure,
			"-data-read-memory-bytes 0x%" PRIx64 " %" PRId64, address, count);
	if (rc == 0 && count)
		take_blocks(r, address, &bytes);
	if (rc == FL_EREFUSED)
		rc = 0; /* nothing of it can be read */
	else if (rc && err)
		*err = failure;
	if (bytes.len < (size_t)count)
		dbg_answer_int(body, "unreadableBytes", count - (int64_t)bytes.len);
	dbg_answer_key(body, "data");
	fl_buf_char(body, '"');
	fl_base64_encode(body, fl_buf_view(&bytes));
	fl_buf_char(body, '"');
	fl_buf_release(&bytes);
	return rc;
}

DBG_HANDLE(write_memory)
{
	struct fl_buf bytes, command;
	uint64_t address = 0;
	int rc = dbg_adapter_need_stop(a, err);
	if (rc == 0)
		rc = address_of(args, &address, err);
	if (rc)
		return rc;
	fl_buf_init(&bytes, MEMORY_MAX / 8);
	rc = fl_base64_decode(&bytes, dbg_arg_text(args, "data"), err);
	if (rc == 0)
		rc = fl_buf_error(&bytes, "what is to be written", err);
	if (rc == 0 && bytes.len) {
		dbg_adapter_command(&command, "-data-write-memory-bytes", 0);
		fl_buf_printf(&command, " 0x%" PRIx64 " ", address);
		for (size_t i = 0; i < bytes.len; i++)
			fl_buf_printf(&command, "%02x", (unsigned char)bytes.data[i]);
		rc = dbg_adapter_ask_buf(a, &command, NULL, err);
	}
	dbg_answer_int(body, "bytesWritten", (int64_t)bytes.len);
	fl_buf_release(&bytes);
	return rc;
}

/* Instructions, as gdb gives them: owned copies. */
struct instruction {
	uint64_t address;
	struct fl_slice text, bytes, function;
	int64_t offset;
};

struct code {
	struct fl_arena arena;
	struct instruction items[2 * INSTRUCTIONS_MAX];
	size_t count;
};

static void take_code(const struct dbg_mi_record *r, struct code *c)
{
	const struct dbg_mi_value *list = dbg_mi_result(r, "asm_insns");
	for (const struct dbg_mi_value *v = list ? list->child : NULL;
		v && c->count < sizeof(c->items) / sizeof(*c->items); v = v->next) {
		struct instruction *in = &c->items[c->count];
		struct fl_slice address = dbg_mi_str(dbg_mi_get(v, "address"));
		in->address = address.len ? strtoull(address.ptr, NULL, 16) : 0;
		/* the function and what comes behind it may overlap */
		if (c->count && in->address <= c->items[c->count - 1].address)
			continue;
		in->text = fl_arena_slice(&c->arena, dbg_mi_str(dbg_mi_get(v, "inst")));
		in->bytes = fl_arena_slice(&c->arena, dbg_mi_str(dbg_mi_get(v, "opcodes")));
		in->function = fl_arena_slice(&c->arena, dbg_mi_str(dbg_mi_get(v, "func-name")));
		in->offset = dbg_mi_int(dbg_mi_get(v, "offset"), -1);
		c->count++;
	}
}

/* The index of the instruction at this address, or of the first behind it. */
static size_t index_of(const struct code *c, uint64_t address)
{
	size_t i = 0;
	while (i < c->count && c->items[i].address < address)
		i++;
	return i;
}

/* Read on from an address, for so many instructions. */
static int read_code(
	struct dbg_adapter *a, struct code *c, uint64_t from, int64_t count, struct fl_error *err)
{
	const struct dbg_mi_record *r;
	int rc = dbg_adapter_ask(a, &r, err,
		"-data-disassemble -s 0x%" PRIx64 " -e 0x%" PRIx64 " -- 2", from,
		from + (uint64_t)count * INSTRUCTION_BYTES);
	if (rc == 0)
		take_code(r, c);
	return rc;
}

static void add_instruction(struct fl_buf *body, const struct instruction *in)
{
	dbg_answer_item(body);
	fl_buf_char(body, '{');
	add_address(body, "address", in->address);
	dbg_answer_text(body, "instructionBytes", in->bytes);
	dbg_answer_text(body, "instruction", in->text);
	if (in->offset == 0 && in->function.len)
		dbg_answer_text(body, "symbol", in->function);
	fl_buf_char(body, '}');
}

/* Clients count on as many instructions as they asked for. */
static void add_nothing(struct fl_buf *body, uint64_t address)
{
	dbg_answer_item(body);
	fl_buf_char(body, '{');
	add_address(body, "address", address);
	dbg_answer_text(body, "instruction", FL_S("??"));
	dbg_answer_text(body, "presentationHint", FL_S("invalid"));
	fl_buf_char(body, '}');
}

static void add_code(
	struct fl_buf *body, const struct code *c, uint64_t address, int64_t from, int64_t count)
{
	int64_t start = (int64_t)index_of(c, address) + from;
	uint64_t behind = c->count ? c->items[c->count - 1].address + 1 : address;
	dbg_answer_key(body, "instructions");
	fl_buf_char(body, '[');
	for (int64_t i = start; i < start + count; i++) {
		if (i >= 0 && (size_t)i < c->count)
			add_instruction(body, &c->items[i]);
		else if (i < 0)
			add_nothing(
				body, (c->count ? c->items[0].address : address) - (uint64_t)-i);
		else
			add_nothing(body, behind++);
	}
	fl_buf_char(body, ']');
}

DBG_HANDLE(disassemble)
{
	const struct dbg_mi_record *r;
	uint64_t address;
	int64_t from = dbg_arg_int(args, "instructionOffset", 0);
	int64_t count = dbg_arg_int(args, "instructionCount", 0);
	int rc = dbg_adapter_need_stop(a, err);
	if (rc == 0)
		rc = address_of(args, &address, err);
	if (rc)
		return rc;
	if (count < 0 || count > INSTRUCTIONS_MAX || from < -INSTRUCTIONS_MAX ||
		from > INSTRUCTIONS_MAX)
		return fl_error_set(err, FL_ELIMIT, "at most %d instructions are given at once",
			INSTRUCTIONS_MAX);
	struct code *c = calloc(1, sizeof(*c));
	if (!c)
		return fl_error_set(err, FL_ENOMEM, "out of memory for instructions");
	fl_arena_init(&c->arena, 16 << 20);
	/* instructions before an address can be told only from the start of their function */
	if (dbg_adapter_ask(a, &r, NULL, "-data-disassemble -a 0x%" PRIx64 " -- 2", address) == 0)
		take_code(r, c);
	int64_t have = (int64_t)c->count - (int64_t)index_of(c, address);
	if (have < from + count) {
		uint64_t on = have > 0 ? c->items[c->count - 1].address : address;
		rc = read_code(a, c, on, from + count - have + 1, c->count ? NULL : err);
		rc = c->count || rc == FL_EREFUSED ? 0 : rc;
	}
	if (rc == 0)
		rc = fl_arena_error(&c->arena, "instructions", err);
	add_code(body, c, address, from, count);
	fl_arena_release(&c->arena);
	free(c);
	return rc;
}
