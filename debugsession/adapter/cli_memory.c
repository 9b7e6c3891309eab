/* `x` and `disassemble`. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#include "debugsession/adapter/cli.h"

enum { TEXT_MAX = 16 << 20, COUNT_MAX = 65536, STRING_MAX = 200 };

struct examine {
	uint32_t count;
	char format;
	size_t size;
};

/* "/8xg" */
static void read_format(struct fl_slice word, struct examine *x)
{
	static const struct {
		char letter;
		size_t size;
	} sizes[] = {{'b', 1}, {'h', 2}, {'w', 4}, {'g', 8}};
	size_t n = fl_slice_uint(fl_slice_skip(word, 1), &x->count);
	for (size_t i = n + 1; i < word.len; i++) {
		bool is_size = false;
		for (size_t k = 0; k < sizeof(sizes) / sizeof(*sizes); k++) {
			if (word.ptr[i] != sizes[k].letter)
				continue;
			x->size = sizes[k].size;
			is_size = true;
		}
		if (!is_size)
			x->format = word.ptr[i];
	}
	if (x->format == 'c')
		x->size = 1;
	if (x->format == 'a')
		x->size = 8;
}

/* The little-endian unit whose digits are in memory's order. */
static uint64_t unit(const char *digits, size_t size)
{
	uint64_t v = 0;
	for (size_t i = size; i > 0; i--)
		v = v * 256 + (uint64_t)(fl_hex_value(digits[2 * i - 2]) * 16 +
					 fl_hex_value(digits[2 * i - 1]));
	return v;
}

static void say_unit(struct dbg_dap_engine *e, uint64_t v, const struct examine *x)
{
	unsigned shift = (unsigned)(64 - 8 * x->size);
	int64_t s = (int64_t)(v << shift) >> shift;
	switch (x->format) {
	case 'd': dbg_dap_say(e, "\t%" PRId64, s); break;
	case 'u': dbg_dap_say(e, "\t%" PRIu64, v); break;
	case 'o': dbg_dap_say(e, "\t0%" PRIo64, v); break;
	case 'a': dbg_dap_say(e, "\t0x%" PRIx64, v); break;
	case 'c':
		dbg_dap_say(
			e, isprint((int)v) ? "\t%d '%c'" : "\t%d '\\%03o'", (int)(int8_t)v, (int)v);
		break;
	default: dbg_dap_say(e, "\t0x%0*" PRIx64, (int)(2 * x->size), v); break;
	}
}

static int say_units(
	struct dbg_dap_engine *e, uint64_t address, const struct examine *x, struct fl_error *err)
{
	struct fl_buf hex;
	size_t per_line = x->format == 'a' ? 2 : x->size == 8 ? 2 : x->size == 4 ? 4 : 8;
	fl_buf_init(&hex, TEXT_MAX);
	int rc = dbg_dap_memory(e, address, x->count * x->size, &hex, err);
	size_t got = hex.len / 2 / x->size;
	for (size_t i = 0; rc == 0 && i < got; i++) {
		if (i % per_line == 0)
			dbg_dap_say(e, "%s0x%" PRIx64 ":", i ? "\n" : "", address + i * x->size);
		say_unit(e, unit(hex.data + 2 * i * x->size, x->size), x);
	}
	if (rc == 0)
		dbg_dap_say(e, "\n");
	if (rc == 0 && got < x->count)
		rc = fl_error_set(err, FL_EREFUSED, "Cannot access memory at address 0x%" PRIx64,
			address + got * x->size);
	fl_buf_release(&hex);
	e->last_address = address + (got ? got - 1 : 0) * x->size;
	e->last_unit = x->size == 1   ? "char"
		       : x->size == 2 ? "short"
		       : x->size == 4 ? "int"
				      : "long";
	return rc;
}

static int say_strings(
	struct dbg_dap_engine *e, uint64_t address, const struct examine *x, struct fl_error *err)
{
	struct fl_buf hex;
	fl_buf_init(&hex, 4 * STRING_MAX);
	for (uint32_t i = 0; i < x->count; i++) {
		fl_buf_clear(&hex);
		int rc = dbg_dap_memory(e, address, STRING_MAX, &hex, err);
		if (rc) {
			fl_buf_release(&hex);
			return rc;
		}
		dbg_dap_say(e, "0x%" PRIx64 ":\t\"", address);
		size_t n = 0;
		for (; n < hex.len / 2; n++) {
			int c = (int)unit(hex.data + 2 * n, 1);
			if (c == 0)
				break;
			dbg_dap_say(e,
				c == '"' || c == '\\' ? "\\%c"
				: isprint(c)          ? "%c"
						      : "\\%03o",
				c);
		}
		dbg_dap_say(e, n < hex.len / 2 ? "\"\n" : "\"...\n");
		address += n + 1;
	}
	fl_buf_release(&hex);
	return 0;
}

/* "->  0x7ffff7fe4b70 <+0>: movq   %rsp, %rdi" becomes "=> 0x… <+0>:\tmovq   %rsp, %rdi". */
static int say_instructions(struct dbg_dap_engine *e, const char *command, struct fl_error *err)
{
	struct fl_buf text;
	struct fl_slice rest, line;
	fl_buf_init(&text, TEXT_MAX);
	int rc = dbg_dap_repl(e, fl_slice_str(command), &text, err);
	rest = fl_buf_view(&text);
	while (rc == 0 && fl_slice_line(&rest, &line)) {
		bool here = fl_slice_starts(line, "->");
		struct fl_slice s = fl_slice_trim(fl_slice_skip(line, here ? 2 : 0));
		ptrdiff_t colon = fl_slice_find(s, ": ");
		if (!fl_slice_starts(s, "0x") || colon < 0)
			continue;
		dbg_dap_say(e, "%s %.*s:\t%.*s\n", here ? "=>" : "  ",
			FL_ARG(fl_slice_head(s, (size_t)colon)),
			FL_ARG(fl_slice_trim(fl_slice_skip(s, (size_t)colon + 2))));
	}
	fl_buf_release(&text);
	return rc;
}

int dbg_dap_look_memory(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct examine x = {.count = 1, .format = 'x', .size = 4};
	uint64_t address;
	char command[128];
	if (fl_slice_starts(args, "/"))
		read_format(dbg_dap_word(&args), &x);
	if (x.count == 0 || x.count > COUNT_MAX)
		return fl_error_set(err, FL_EREFUSED, "1 to %d units can be shown", COUNT_MAX);
	if (!args.len)
		return fl_error_set(
			err, FL_EREFUSED, "Argument required (starting display address).");
	int rc = dbg_dap_evaluate_number(e, args, &address, err);
	if (rc)
		return rc;
	if (x.format == 's')
		return say_strings(e, address, &x, err);
	if (x.format != 'i')
		return say_units(e, address, &x, err);
	snprintf(command, sizeof(command), "disassemble -c %u -s 0x%" PRIx64, x.count, address);
	return say_instructions(e, command, err);
}

int dbg_dap_look_instructions(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct fl_buf command;
	while (fl_slice_starts(args, "/"))
		dbg_dap_word(&args);
	int rc = dbg_dap_need_target(e, err);
	if (rc)
		return rc;
	if (!args.len && e->base.state != DBG_STATE_STOPPED)
		return fl_error_set(err, FL_EREFUSED, "No frame selected.");
	dbg_dap_focus(e);
	fl_buf_init(&command, 8192);
	fl_buf_str(&command, args.len ? "disassemble -n " : "disassemble -f");
	if (args.len)
		dbg_dap_quote(&command, args);
	rc = fl_buf_error(&command, "a function's name", err);
	if (rc == 0)
		rc = say_instructions(e, command.data, err);
	fl_buf_release(&command);
	return rc;
}
