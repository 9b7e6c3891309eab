/* The table of commands whose answers have a shape of their own, and its look-up. */
#include "debugsession/session/shape.h"
#include "debugsession/console/words.h"

static const struct dbg_command_row rows[] = {
	{"info registers", "i r", dbg_shape_registers, dbg_data_registers, NULL, NULL},
	{"info all-registers", "i al", dbg_shape_registers, dbg_data_registers, NULL, NULL},
	{"backtrace", "ba", dbg_shape_frames, dbg_data_frames, "100", dbg_items_frames},
	{"bt", "bt", dbg_shape_frames, dbg_data_frames, "100", dbg_items_frames},
	{"where", "whe", dbg_shape_frames, dbg_data_frames, "100", dbg_items_frames},
	{"info stack", "i s", dbg_shape_frames, dbg_data_frames, "100", dbg_items_frames},
	{"print", "p", dbg_shape_value, NULL, NULL, NULL},
	{"inspect", "ins", dbg_shape_value, NULL, NULL, NULL},
	{"call", "cal", dbg_shape_value, NULL, NULL, NULL},
	{"info locals", "i lo", NULL, dbg_data_locals, NULL, dbg_items_locals},
	{"info args", "i ar", NULL, dbg_data_arguments, NULL, dbg_items_arguments},
	{"info breakpoints", "i b", NULL, dbg_data_breakpoints, NULL, dbg_items_breakpoints},
	{"info watchpoints", "i wat", NULL, dbg_data_breakpoints, NULL, dbg_items_breakpoints},
	{"info threads", "i th", NULL, dbg_data_threads, NULL, dbg_items_threads},
	{"frame", "f", NULL, dbg_data_frame, NULL, dbg_items_frame},
	{"up", "up", NULL, dbg_data_frame, NULL, dbg_items_frame},
	{"down", "dow", NULL, dbg_data_frame, NULL, dbg_items_frame},
	{"list", "l", NULL, dbg_data_source, NULL, NULL},
	{"disassemble", "disas", NULL, dbg_data_instructions, NULL, NULL},
	{"x", "x", NULL, dbg_data_memory, NULL, dbg_items_memory},
	{"ptype", "pt", NULL, dbg_data_type, NULL, NULL},
	{"whatis", "wha", NULL, dbg_data_type, NULL, NULL},
};

const struct dbg_command_row *dbg_command_find(struct fl_slice command, struct fl_slice *ret_args)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (dbg_words_match(command, rows[i].words, rows[i].least, ret_args))
			return &rows[i];
	return NULL;
}
