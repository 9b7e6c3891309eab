#include "debugsession/answer/document.h"

void dbg_document_add(
	struct dbg_document *d, const struct fl_shape *shape, const void *object, const char *name)
{
	if (d->len < DBG_ITEMS_MAX)
		d->at[d->len++] = (struct fl_item){.shape = shape, .object = object, .name = name};
}

int dbg_document_write(struct dbg_document *d, const struct dbg_literal_wish *wish,
	struct fl_arena *a, struct fl_buf *out, struct fl_error *err)
{
	struct fl_items items = {d->at, d->len};
	int rc = wish->max_bytes ? fl_items_fit(&items, wish->max_bytes, a, err) : 0;
	if (rc == 0)
		fl_literal_write(out, &items, wish->style, FL_MARK_DEBUG);
	return rc;
}

void dbg_literal_value(struct fl_buf *out, const char *name, struct fl_slice value)
{
	const struct fl_marker_pair *pair = fl_marker(FL_MARK_RESULT);
	bool array = fl_slice_chr(value, '\0') >= 0;
	fl_buf_printf(out, "%s const char%s %s", pair->open, array ? "" : "*", name);
	if (array)
		fl_buf_printf(out, "[%zu]", value.len + 1);
	fl_buf_str(out, " = ");
	fl_literal_text(out, value);
	fl_buf_printf(out, "; %s\n", pair->close);
}

void dbg_literal_output(struct fl_buf *out, struct fl_slice said, size_t max_bytes)
{
	size_t max = max_bytes && max_bytes < DBG_OUTPUT_SHOWN ? max_bytes : DBG_OUTPUT_SHOWN;
	size_t shown = said.len < max ? said.len : max;
	struct fl_buf text, literal;
	if (said.len == 0)
		return;
	fl_buf_init(&text, 2 * DBG_OUTPUT_SHOWN);
	fl_buf_init(&literal, 16 * DBG_OUTPUT_SHOWN);
	for (;;) {
		fl_buf_clear(&text);
		fl_buf_clear(&literal);
		if (shown < said.len)
			fl_buf_printf(&text, "... [%zu bytes omitted] ...\n", said.len - shown);
		fl_buf_slice(&text, fl_slice_skip(said, said.len - shown));
		dbg_literal_value(&literal, "program_output", fl_buf_view(&text));
		if (literal.len <= max || shown == 0 || !max_bytes)
			break;
		shown = shown * max / literal.len * 9 / 10;
	}
	fl_buf_slice(out, fl_buf_view(&literal));
	fl_buf_release(&literal);
	fl_buf_release(&text);
}
