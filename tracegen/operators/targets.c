#include "tracegen/operators/targets.h"

enum {
	NARROW = 1
		 << TG_I386, /* long, pointers, size_t and off_t of 32 bits; 64 bits aligned by 4 */
	UNSIGNED = 1 << TG_AARCH64 | 1 << TG_S390X, /* char has no sign */
	SWAPPED = 1 << TG_S390X /* the high byte first */
};

static const unsigned char targets[TG_OP_COUNT] = {
	[TG_OP_long_width] = NARROW,
	[TG_OP_narrow_long] = NARROW,
	[TG_OP_pointer_in_int] = NARROW,
	[TG_OP_byte_order_read] = SWAPPED,
	[TG_OP_byte_order_write] = SWAPPED,
	[TG_OP_lost_swap] = SWAPPED,
	[TG_OP_char_sign] = UNSIGNED,
	[TG_OP_lost_packing] = NARROW,
	[TG_OP_lost_padding] = NARROW,
	[TG_OP_format_width] = NARROW,
	[TG_OP_hard_coded_size] = NARROW,
	[TG_OP_large_file] = NARROW,
	[TG_OP_lost_branch] = SWAPPED | NARROW,
	[TG_OP_lost_port] = SWAPPED | NARROW | UNSIGNED,
};

unsigned tg_op_targets(int op)
{
	return op >= 0 ? targets[op] : 0;
}
