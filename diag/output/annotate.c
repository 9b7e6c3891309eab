#include "diag/output/annotate.h"

#include <inttypes.h>

#include "base/json.h"
#include "diag/output/fingerprint.h"

static const struct {
	const char *github, *gitlab;
} levels[DIAG_LEVEL_COUNT] = {
	[DIAG_FATAL] = {"error", "blocker"},
	[DIAG_ERROR] = {"error", "critical"},
	[DIAG_WARNING] = {"warning", "major"},
	[DIAG_NOTE] = {"notice", "info"},
	[DIAG_REMARK] = {"notice", "info"},
};

/* In a property two more characters end the value. No byte may steer a terminal. */
static void add_escaped(struct fl_buf *out, struct fl_slice text, bool property)
{
	const char *special = property ? "%\r\n:," : "%\r\n";
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] && strchr(special, text.ptr[i]))
			fl_buf_printf(out, "%%%02X", (unsigned char)text.ptr[i]);
		else if ((unsigned char)text.ptr[i] < ' ' || text.ptr[i] == 0x7f)
			fl_buf_printf(out, "\\x%02x", (unsigned char)text.ptr[i]);
		else
			fl_buf_char(out, text.ptr[i]);
}

/* Columns tell something only within one line. */
static void add_place(struct fl_buf *out, const struct diag_diagnostic *d, struct fl_slice root)
{
	fl_buf_str(out, " file=");
	add_escaped(out, diag_path_below(d->file, root), true);
	if (!d->line)
		return;
	fl_buf_printf(out, ",line=%" PRId64, d->line);
	if (d->end_line > d->line) {
		fl_buf_printf(out, ",endLine=%" PRId64, d->end_line);
	} else if (d->col) {
		int64_t end = d->end_line && d->end_col > d->col ? d->end_col : d->col + 1;
		fl_buf_printf(out, ",endLine=%" PRId64 ",col=%" PRId64 ",endColumn=%" PRId64,
			d->line, d->col, end);
	}
}

static void add_note(struct fl_buf *out, const struct diag_note *n, struct fl_slice root)
{
	fl_buf_str(out, "%0A");
	if (n->file.len) {
		add_escaped(out, diag_path_below(n->file, root), false);
		fl_buf_char(out, ':');
		if (n->line)
			fl_buf_printf(out, "%" PRId64 ":", n->line);
		fl_buf_char(out, ' ');
	}
	fl_buf_str(out, n->kind == DIAG_NOTE_NOTE ? "note: " : "");
	add_escaped(out, n->message, false);
}

void diag_github_write(struct fl_buf *out, const struct diag_diagnostic *d, struct fl_slice root)
{
	const struct diag_note *notes = d->notes.items;
	fl_buf_printf(out, "::%s", levels[d->level].github);
	if (d->file.len)
		add_place(out, d, root);
	if (d->code.len) {
		fl_buf_str(out, d->file.len ? ",title=" : " title=");
		add_escaped(out, d->code, true);
	}
	fl_buf_str(out, "::");
	add_escaped(out, d->message, false);
	for (size_t i = 0; i < d->notes.len; i++)
		add_note(out, &notes[i], root);
	fl_buf_char(out, '\n');
}

void diag_gitlab_write(
	struct fl_buf *out, const struct diag_diagnostic *d, struct fl_slice root, uint64_t print)
{
	struct fl_slice file = d->file.len ? diag_path_below(d->file, root) : d->object;
	fl_buf_str(out, "{\"description\":");
	fl_json_text(out, d->message);
	fl_buf_str(out, ",\"check_name\":");
	fl_json_text(
		out, d->code.len ? d->code : fl_slice_str(diag_class_table[d->error_class].name));
	fl_buf_printf(out, ",\"fingerprint\":\"%016" PRIx64 "\",\"severity\":\"%s\"", print,
		levels[d->level].gitlab);
	/* both are required; a linker may name no file */
	fl_buf_str(out, ",\"location\":{\"path\":");
	fl_json_text(out, file.len ? file : fl_slice_str("."));
	fl_buf_printf(
		out, ",\"lines\":{\"begin\":%" PRId64 "}}}", d->line > 0 ? d->line : INT64_C(1));
}
