/* The table of commands whose answers have a shape of their own, and its look-up. */
#include "debugsession/shape.h"
#include "debugsession/words.h"

static const struct dbg_command_row rows[] = {
	{"info registers", "i r", dbg_shape_registers, dbg_data_registers, NULL},
	{"info all-registers", "i al", dbg_shape_registers, dbg_data_registers, NULL},
	{"backtrace", "ba", dbg_shape_frames, dbg_data_frames, "100"},
	{"bt", "bt", dbg_shape_frames, dbg_data_frames, "100"},
	{"where", "whe", dbg_shape_frames, dbg_data_frames, "100"},
	{"info stack", "i s", dbg_shape_frames, dbg_data_frames, "100"},
	{"print", "p", dbg_shape_value, NULL, NULL},
	{"inspect", "ins", dbg_shape_value, NULL, NULL},
	{"call", "cal", dbg_shape_value, NULL, NULL},
	{"info locals", "i lo", NULL, dbg_data_locals, NULL},
	{"info args", "i ar", NULL, dbg_data_arguments, NULL},
	{"info breakpoints", "i b", NULL, dbg_data_breakpoints, NULL},
	{"info watchpoints", "i wat", NULL, dbg_data_breakpoints, NULL},
	{"info threads", "i th", NULL, dbg_data_threads, NULL},
	{"frame", "f", NULL, dbg_data_frame, NULL},
	{"up", "up", NULL, dbg_data_frame, NULL},
	{"down", "dow", NULL, dbg_data_frame, NULL},
	{"list", "l", NULL, dbg_data_source, NULL},
	{"disassemble", "disas", NULL, dbg_data_instructions, NULL},
	{"x", "x", NULL, dbg_data_memory, NULL},
	{"ptype", "pt", NULL, dbg_data_type, NULL},
	{"whatis", "wha", NULL, dbg_data_type, NULL},
};

const struct dbg_command_row *dbg_command_find(struct fl_slice command, struct fl_slice *ret_args)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (dbg_words_match(command, rows[i].words, rows[i].least, ret_args))
			return &rows[i];
	return NULL;
}
