/* platformio.ini: sections of "name = value" with more lines indented. Internal to the room. */
#ifndef FL_PLATFORM_FIRMWARE_INI_H
#define FL_PLATFORM_FIRMWARE_INI_H

#include "base/arena.h"
#include "platform/model/project.h"

struct fw_option {
	struct fl_slice name, value; /* value: as it stands, with the lines indented beneath it */
	int64_t line;
	struct fw_option *next;
};

struct fw_section {
	struct fl_slice name;
	struct fw_option *options;
};

struct fw_ini {
	struct fl_slice path;
	struct fl_arena *a;
	struct fw_section *sections; /* at most FW_SECTIONS_MAX */
	size_t section_count;
	size_t *looks; /* how often values were looked up, which is bounded */
};

/* Lines that are none are left out. What is read points into text or lives in the arena. */
void plat_fw_ini_read(
	struct fw_ini *ret, struct fl_slice path, struct fl_slice text, struct fl_arena *a);

/*
 * The value of an option: of the section, of those that it extends, then of [env] for an "env:…".
 * "${section.name}" is replaced; what is not found stays as it is. Empty, *ret_at untouched: none.
 */
struct fl_slice plat_fw_ini_get(const struct fw_ini *ini, struct fl_slice section, const char *name,
	struct plat_place *ret_at);

#endif
