#include "platform/autotools/autotools.h"
#include "platform/cmake/cmake.h"
#include "platform/cmd/platform-tag/tool.h"
#include "platform/commands/commands.h"
#include "platform/firmware/firmware.h"
#include "platform/make/make.h"
#include "platform/meson/meson.h"
#include "platform/needs/needs.h"
#include "platform/resolve/load.h"

static const char *const commands[] = {
	"compile_commands.json", "build/compile_commands.json", NULL};
static const char *const firmware[] = {
	"platformio.ini", "prj.conf", "sdkconfig", "sdkconfig.defaults", NULL};
static const char *const cmake[] = {"CMakeLists.txt", NULL};
static const char *const meson[] = {"meson.build", NULL};
static const char *const autotools[] = {"configure.ac", "configure.in", NULL};
static const char *const make[] = {"GNUmakefile", "makefile", "Makefile", "Kbuild", NULL};

static const struct plat_reader rows[] = {
	{commands, plat_commands_read, PLAT_FROM_COMMANDS},
	{firmware, plat_firmware_read, PLAT_FROM_STATIC},
	{cmake, plat_cmake_read, PLAT_FROM_STATIC},
	{meson, plat_meson_read, PLAT_FROM_STATIC},
	{autotools, plat_autotools_read, PLAT_FROM_STATIC},
	{make, plat_make_read, PLAT_FROM_STATIC},
	{NULL, NULL, PLAT_FROMS},
};

const struct plat_readers plat_tag_readers = {rows, plat_needs_read, plat_firmware_mark};
