#include "debugsession/script/text.h"

#include "base/literal/literal.h"

/* Only newlines, so that what follows keeps its line number. */
static void put_blank(struct fl_buf *out, struct fl_slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '\n')
			fl_buf_char(out, '\n');
}

/* What stands between the markers, at its lines; a part without an end reaches to the text's. */
static int put_parts(struct fl_slice text, struct fl_buf *out, struct fl_error *err)
{
	const struct fl_marker_pair *marker = fl_marker(FL_MARK_SCRIPT);
	struct fl_slice rest = text;
	ptrdiff_t at = fl_slice_find(rest, marker->open);
	if (at < 0) {
		fl_buf_slice(out, text);
		return 0;
	}
	for (; at >= 0; at = fl_slice_find(rest, marker->open)) {
		size_t begin = (size_t)at + strlen(marker->open);
		put_blank(out, fl_slice_head(rest, begin));
		rest = fl_slice_skip(rest, begin);
		ptrdiff_t end = fl_slice_find(rest, marker->close);
		if (end < 0)
			return fl_error_set(err, FL_EINVAL,
				"%s has no %s behind it: the script was cut off", marker->open,
				marker->close);
		fl_buf_slice(out, fl_slice_head(rest, (size_t)end));
		rest = fl_slice_skip(rest, (size_t)end + strlen(marker->close));
	}
	return 0;
}

static bool is_directive(struct fl_slice line)
{
	return fl_slice_starts(fl_slice_trim(line), "#");
}

/* The directives alone, or all but them, line by line; a directive goes on behind a backslash. */
static void put_lines(struct fl_buf *out, struct fl_slice body, bool directives)
{
	struct fl_slice line;
	bool inside = false;
	while (fl_slice_line(&body, &line)) {
		inside = inside || is_directive(line);
		if (inside == directives)
			fl_buf_slice(out, line);
		fl_buf_char(out, '\n');
		inside = inside && fl_slice_ends(fl_slice_trim(line), "\\");
	}
}

static bool has_own_function(struct fl_slice body)
{
	struct fl_slice line;
	while (fl_slice_line(&body, &line))
		if (fl_slice_starts(line, "void script()"))
			return true;
	return false;
}

static void put_source(
	struct fl_slice body, const char *name, const char *const *includes, struct fl_buf *out)
{
	fl_buf_str(out, "#include \"faultline/session.hpp\"\n");
	for (; includes && *includes; includes++)
		fl_buf_printf(out, "#include \"%s\"\n", *includes);
	if (has_own_function(body)) {
		fl_buf_printf(
			out, "using namespace fl;\n#line 1 \"%s\"\n%.*s\n", name, FL_ARG(body));
		fl_buf_str(out, "void " DBG_SCRIPT_FUNCTION "() { script(); }\n");
		return;
	}
	fl_buf_printf(out, "#line 1 \"%s\"\n", name);
	put_lines(out, body, true);
	fl_buf_printf(out,
		"void " DBG_SCRIPT_FUNCTION "()\n{\nusing namespace fl;\n#line 1 \"%s\"\n", name);
	put_lines(out, body, false);
	fl_buf_str(out, "}\n");
}

int dbg_script_last_line(
	struct fl_slice text, int64_t *ret_line, struct fl_buf *line, struct fl_error *err)
{
	struct fl_buf body;
	struct fl_slice rest, each, last = {0};
	int64_t number = 0, found = 0;
	fl_buf_init(&body, text.len + 1);
	int rc = put_parts(text, &body, err);
	rest = fl_buf_view(&body);
	while (rc == 0 && fl_slice_line(&rest, &each)) {
		number++;
		if (fl_slice_trim(each).len == 0)
			continue;
		found = number;
		last = each;
	}
	if (rc == 0 && found == 0)
		rc = fl_error_set(err, FL_EINVAL, "there is no script in the text");
	while (last.len && fl_slice_trim(fl_slice_skip(last, last.len - 1)).len == 0)
		last.len--;
	if (rc == 0) {
		fl_buf_slice(line, last);
		rc = fl_buf_error(line, "the script's last line", err);
	}
	if (rc == 0)
		*ret_line = found;
	fl_buf_release(&body);
	return rc;
}

int dbg_script_source(struct fl_slice text, const char *name, const char *const *includes,
	struct fl_buf *out, struct fl_error *err)
{
	struct fl_buf body;
	fl_buf_init(&body, out->max);
	int rc = put_parts(text, &body, err);
	if (rc == 0 && fl_slice_trim(fl_buf_view(&body)).len == 0)
		rc = fl_error_set(err, FL_EINVAL, "there is no script in the text");
	if (rc == 0) {
		put_source(fl_buf_view(&body), name, includes, out);
		rc = fl_buf_error(out, "the script", err);
	}
	fl_buf_release(&body);
	return rc;
}
