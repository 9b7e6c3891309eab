#include "debugsession/script/headers.h"

#include "base/embed.h"

/* FL_INCLUDE_DIR: where the headers stand while we are built. */
FL_EMBED(dbg_script_session_hpp, FL_INCLUDE_DIR "/faultline/session.hpp");
FL_EMBED(dbg_script_session_types_hpp, FL_INCLUDE_DIR "/faultline/session_types.hpp");

int dbg_script_headers(struct fl_box *box, struct fl_error *err)
{
	const struct {
		const char *name;
		struct fl_slice text;
	} headers[] = {
		{"faultline/session.hpp", FL_EMBEDDED(dbg_script_session_hpp)},
		{"faultline/session_types.hpp", FL_EMBEDDED(dbg_script_session_types_hpp)},
	};
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof(headers) / sizeof(*headers); i++)
		rc = fl_box_put(box, headers[i].name, headers[i].text, 0644, err);
	return rc;
}
