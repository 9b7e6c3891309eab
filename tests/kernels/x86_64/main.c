/* The x86_64 kernel: started by `qemu-system-x86_64 -kernel`, with its command line. */
#include "common/kernel.h"
#include "x86_64/cpu.h"

/* Xen's struct hvm_start_info, as far as it is read. */
struct start_info {
	uint32_t magic, version, flags, modules;
	uint64_t modules_at, command_line_at;
};

enum { START_MAGIC = 0x336ec578 };

void user_main(uint64_t fault);

/* It is further away than an instruction's 32 bits reach. */
static void (*volatile user_entry)(uint64_t fault) = user_main;

void kernel_main(uint64_t start_info_at)
{
	const struct start_info *info = DIRECT(start_info_at);
	console_text("kernel: hello\n");
	if (info->magic == START_MAGIC && info->command_line_at)
		fault_from(DIRECT(info->command_line_at));
	cpu_init();
	timer_init();
	kernel_ready();
	plant_fault(fault_choice);
	console_text("kernel: to user\n");
	enter_user(fault_choice, 0x5ffff8, (uint64_t)user_entry);
}
