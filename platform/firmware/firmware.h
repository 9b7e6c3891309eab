/*
 * What is built for no operating system: projects of PlatformIO, Zephyr, ESP-IDF and Arduino by
 * their own files, and of any other by the flags, compilers and linker scripts of its targets.
 */
#ifndef FL_PLATFORM_FIRMWARE_FIRMWARE_H
#define FL_PLATFORM_FIRMWARE_FIRMWARE_H

#include "platform/model/project.h"
#include "platform/model/tree.h"

enum {
	FW_SECTIONS_MAX = 512, /* of a platformio.ini, its values' depth and length: */
	FW_DEPTH_MAX = 8,
	FW_VALUE_MAX = 1 << 16,
	FW_LOOKS_MAX = 1 << 11, /* values that are put into others, of one project */
	FW_BASES_MAX = 16, /* sections that one extends */
	FW_SCRIPTS_MAX = 64 /* linker scripts that are read of one project */
};

/*
 * Read the project of a directory (relative to the root):
 *	platformio.ini          each [env:…] is a target (docs.platformio.org, "platformio.ini")
 *	prj.conf and a CMakeLists.txt that asks for Zephyr      (docs.zephyrproject.org)
 *	sdkconfig, sdkconfig.defaults beside a CMakeLists.txt   (ESP-IDF, "Project Configuration")
 *	NAME.ino of a directory NAME                            (Arduino's sketches)
 * Its targets have PLAT_MODE, PLAT_ARCH where the board or chip is known, PLAT_SYSTEM "Generic",
 * and flags; sources are those below src/ (or beside the sketch), unsure of more. *ret lives in the
 * arena. FL_ENOTFOUND: it is none of these; FL_ENOMEM, FL_ELIMIT.
 */
int plat_firmware_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err);

/*
 * Add PLAT_MODE, PLAT_ARCH and PLAT_SYSTEM to the targets of a project that another reader filled:
 * by cross prefixes ("arm-none-eabi-gcc", "avr-"), -mcpu=, -mmcu=, -march=, -ffreestanding with
 * -nostdlib or a linker script, and by what the script itself says (MEMORY, OUTPUT_ARCH,
 * OUTPUT_FORMAT). Each has the place of the word that says so. What a target has already stays.
 */
int plat_firmware_mark(struct plat_tree *tree, struct fl_arena *a, struct plat_project *project,
	struct fl_error *err);

#endif
