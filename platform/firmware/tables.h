/* Processors, boards and compilers by their names. Internal to the room. */
#ifndef FL_PLATFORM_FIRMWARE_TABLES_H
#define FL_PLATFORM_FIRMWARE_TABLES_H

#include "base/slice.h"

/* name: a whole word, or its start where it ends with '*'. Rows end with a NULL name. */
struct fw_name {
	const char *name;
	const char *arch;
	bool bare; /* nothing but firmware is built with it */
	const char *system; /* or NULL */
};

extern const struct fw_name plat_fw_prefixes[]; /* of compilers */
extern const struct fw_name plat_fw_cpus[]; /* -mcpu=, -mmcu=, -march= */
extern const struct fw_name plat_fw_flags[]; /* whole flags */
extern const struct fw_name plat_fw_outputs[]; /* OUTPUT_ARCH, OUTPUT_FORMAT */
extern const struct fw_name plat_fw_platforms[]; /* PlatformIO's */
extern const struct fw_name plat_fw_boards[]; /* of PlatformIO and Zephyr */
extern const struct fw_name plat_fw_chips[]; /* IDF_TARGET, SOC_… */

/* The row of a word, whatever the case of its letters; NULL: none. */
const struct fw_name *plat_fw_find(const struct fw_name *table, struct fl_slice word);

#endif
