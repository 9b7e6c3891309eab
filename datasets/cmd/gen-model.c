/* gen-model: what is committed but generated from the field tables. Not installed. */
#include <unistd.h>

#include "base/opts.h"
#include "base/prefix/form.h"
#include "base/schema.h"
#include "base/show.h"
#include "datasets/registry.h"
#include "debugsession/model.h"
#include "diag/model/diagnostic.h"
#include "diag/formats.h"
#include "diag/ident/ident.h"

enum { OUTPUT_MAX = 16 << 20 };
enum { HPP, TERSE, SCHEMA, FIELDS, FORMATS, PREFIXES, IDENTS, TYPES };

static const struct fl_opt_pair commands[] = {
	[HPP] = {"hpp", "include/faultline/literals.hpp"},
	[TERSE] = {"terse", "include/faultline/terse.hpp"},
	[SCHEMA] = {"schema", "datasets/schema/KIND.schema.json"},
	[FIELDS] = {"fields", "docs/fields.md"},
	[FORMATS] = {"formats", "docs/formats.md"},
	[PREFIXES] = {"prefixes", "docs/prefixes.md"},
	[IDENTS] = {"idents", "docs/idents.md"},
	[TYPES] = {"types", "include/faultline/session_types.hpp"},
	{NULL, NULL},
};
static const char *const synopsis[] = {
	"hpp", "terse", "schema KIND", "fields", "formats", "prefixes", "idents", "types", NULL};

/* What a script gets from its session. */
static const struct fl_shape *const session_shapes[] = {
	&diag_diagnostic_shape,
	&dbg_stop_shape,
	&dbg_backtrace_shape,
	&dbg_frame_vars_shape,
	&dbg_mem_dump_shape,
	&dbg_threads_shape,
	&dbg_tool_error_shape,
	&dbg_test_shape,
};

static const struct fl_registry session_registry = {
	.shapes = session_shapes, .count = sizeof(session_shapes) / sizeof(session_shapes[0])};

static const struct fl_tool tool = {.name = "gen-model",
	.summary = "write what is generated from the field tables",
	.synopsis = synopsis,
	.commands = commands};

static int write_text(const struct fl_opts *o, struct fl_buf *out, struct fl_error *err)
{
	const char *name = o->operand_count > 1 ? o->operands[1] : "";
	switch (fl_opts_command(o)) {
	case HPP: fl_schema_hpp(out, &ds_registry); break;
	case TERSE: fl_schema_terse(out, &ds_registry); break;
	case FIELDS: ds_fields_write(out); break;
	case TYPES: fl_schema_types(out, &session_registry); break;
	case FORMATS: diag_formats_write(out); break;
	case IDENTS: diag_idents_write(out); break;
	case PREFIXES: fl_prefix_page(out); break;
	case SCHEMA: {
		if (fl_slice_eqs(FL_S("label"), name)) {
			ds_label_schema_write(out);
			break;
		}
		int kind = fl_names_find(&ds_kind_names, fl_slice_str(name));
		if (kind < 0)
			return fl_error_set(err, FL_EINVAL, "there is no kind \"%s\"", name);
		ds_schema_write(out, (enum ds_kind)kind);
		break;
	}
	default: return fl_error_set(err, FL_EINTERNAL, "a command without code");
	}
	return fl_buf_error(out, "the text", err);
}

int main(int argc, char **argv)
{
	struct fl_opts o;
	struct fl_reply reply;
	struct fl_buf out;
	struct fl_error err = {0};
	if (!fl_opts_begin(&tool, argc, argv, &o, &reply)) {
		fl_write_all(reply.fd, fl_buf_view(&reply.text), NULL);
		fl_buf_release(&reply.text);
		return reply.status;
	}
	fl_buf_init(&out, OUTPUT_MAX);
	int rc = write_text(&o, &out, &err);
	if (rc == 0)
		rc = fl_write_all(STDOUT_FILENO, fl_buf_view(&out), &err);
	fl_buf_release(&out);
	fl_opts_release(&o);
	if (rc)
		fl_tell("gen-model", "%s", err.message);
	return rc ? fl_error_exit(&err) : 0;
}
