#include "platform/cmd/platform-tag/tool.h"
#include "platform/commands/commands.h"
#include "platform/resolve/load.h"

static const char *const commands[] = {
	"compile_commands.json", "build/compile_commands.json", NULL};

static const struct plat_reader rows[] = {
	{commands, plat_commands_read, PLAT_FROM_COMMANDS},
	{NULL, NULL, PLAT_FROMS},
};

const struct plat_readers plat_tag_readers = {rows};
