#include "debugsession/script/headers.h"

/* FL_INCLUDE_DIR: where the headers stand while we are built. */
#define EMBED(symbol, file)                                                             \
	__asm__(".section .rodata\n" #symbol ":\n"                                      \
		".incbin \"" FL_INCLUDE_DIR "/faultline/" file "\"\n" #symbol "_end:\n" \
		".byte 0\n"                                                             \
		".previous\n");                                                         \
	extern const char symbol[], symbol##_end[]

EMBED(dbg_script_session_hpp, "session.hpp");
EMBED(dbg_script_session_types_hpp, "session_types.hpp");

int dbg_script_headers(struct fl_box *box, struct fl_error *err)
{
	const struct {
		const char *name, *from, *to;
	} headers[] = {
		{"faultline/session.hpp", dbg_script_session_hpp, dbg_script_session_hpp_end},
		{"faultline/session_types.hpp", dbg_script_session_types_hpp,
			dbg_script_session_types_hpp_end},
	};
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof(headers) / sizeof(*headers); i++)
		rc = fl_box_put(box, headers[i].name,
			fl_slice(headers[i].from, (size_t)(headers[i].to - headers[i].from)), 0644,
			err);
	return rc;
}
