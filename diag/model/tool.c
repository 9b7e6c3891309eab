#include "diag/model/tool.h"

#include <string.h>

static const struct diag_tool tools[] = {
	{"gcc", "display", "gcc", DIAG_WORDS_COMPILER},
	{"clang", "byte", "clang", DIAG_WORDS_COMPILER},
	{"clang-tidy", "byte", "clang-tidy", DIAG_WORDS_SHARED},
	{"as", "", "as", DIAG_WORDS_SHARED},
	{"ld", "", "ld", DIAG_WORDS_LINKER},
	{"gold", "", "ld", DIAG_WORDS_LINKER},
	{"lld", "", "ld", DIAG_WORDS_LINKER},
	{"mold", "", "ld", DIAG_WORDS_LINKER},
	{"ld64", "", "ld", DIAG_WORDS_LINKER},
	{"link", "", "ld", DIAG_WORDS_LINKER},
	{"cppcheck", "byte", "=cppcheck", DIAG_WORDS_OWN},
	{"msvc", "", "=msvc", DIAG_WORDS_OWN},
	{"nvcc", "", "=nvcc", DIAG_WORDS_OWN},
	{"cmake", "", "=build", DIAG_WORDS_OWN},
	{"configure", "", "=build", DIAG_WORDS_OWN},
	{"meson", "", "=build", DIAG_WORDS_OWN},
	{"libtool", "", "=build", DIAG_WORDS_OWN},
	{"ninja", "", "=build", DIAG_WORDS_OWN},
	{"make", "", "=build", DIAG_WORDS_OWN},
	{"ccache", "", "=build", DIAG_WORDS_OWN},
};

const struct diag_tool *diag_tool_find(struct fl_slice name)
{
	for (size_t i = 0; name.len && i < sizeof(tools) / sizeof(tools[0]); i++)
		if (tools[i].name[0] == name.ptr[0] &&
			strncmp(tools[i].name, name.ptr, name.len) == 0 && !tools[i].name[name.len])
			return &tools[i];
	return NULL;
}
