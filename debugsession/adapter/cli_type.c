/* `whatis` and `ptype`. */
#include "debugsession/adapter/cli.h"
#include "debugsession/adapter/spell.h"

enum { TEXT_MAX = 16 << 20, TYPE_MAX = 1 << 16 };

int dbg_dap_look_type(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct dbg_dap_answer answer;
	struct dbg_dap_var v;
	struct fl_buf out;
	fl_buf_init(&out, TEXT_MAX);
	int rc = dbg_dap_evaluate(e, args, &answer, &v, err);
	if (rc == 0) {
		dbg_spell_type(v.type, &out);
		dbg_dap_say(e, "type = %.*s\n", FL_ARG(fl_buf_view(&out)));
		dbg_dap_answer_release(&answer);
	}
	fl_buf_release(&out);
	return rc;
}

/* A type without what makes it a pointer, a reference or an array of others. */
static struct fl_slice without_marks(struct fl_slice type)
{
	for (;;) {
		struct fl_slice s = fl_slice_trim(type);
		ptrdiff_t open = fl_slice_rchr(s, '[');
		if (fl_slice_ends(s, "*") || fl_slice_ends(s, "&"))
			s.len--;
		else if (fl_slice_ends(s, "]") && open > 0)
			s.len = (size_t)open;
		else if (fl_slice_ends(s, "*const"))
			s.len -= 5;
		else
			return s;
		type = s;
	}
}

/*
 * The first definition in what lldb lists of a name: other types of that name, of libraries, are
 * behind it. Empty where the first is none.
 */
static struct fl_slice first_body(struct fl_slice text)
{
	struct fl_slice rest = text, line;
	bool first = true;
	while (fl_slice_line(&rest, &line)) {
		if (first && !fl_slice_ends(fl_slice_trim(line), "{"))
			break;
		first = false;
		if (fl_slice_starts(line, "}"))
			return fl_slice_head(text, (size_t)(line.ptr + 1 - text.ptr));
	}
	return fl_slice(NULL, 0);
}

static int look_up(struct dbg_dap_engine *e, struct fl_slice base, struct fl_buf *out,
	struct fl_slice *ret_first, struct fl_slice *ret_body, struct fl_error *err)
{
	struct fl_buf line;
	fl_buf_init(&line, TYPE_MAX);
	fl_buf_printf(&line, "type lookup -- %.*s", FL_ARG(base));
	int rc = fl_buf_error(&line, "the type's name", err);
	if (rc == 0)
		rc = dbg_dap_repl(e, fl_buf_view(&line), out, err);
	fl_buf_release(&line);
	struct fl_slice rest = fl_slice_trim(fl_buf_view(out));
	*ret_body = first_body(rest);
	if (fl_slice_starts(rest, "no type was found") || !fl_slice_line(&rest, ret_first))
		*ret_first = fl_slice(NULL, 0);
	return rc;
}

/* lldb shows a type by its name, whole; an expression's type by that type's name. */
int dbg_dap_look_ptype(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	static const char *const keywords[] = {"struct ", "class ", "union ", "enum "};
	struct dbg_dap_answer answer;
	struct dbg_dap_var v;
	struct fl_buf out;
	struct fl_slice type = args, first, body;
	int rc = dbg_dap_need_target(e, err);
	if (rc)
		return rc;
	bool value = dbg_dap_evaluate(e, args, &answer, &v, NULL) == 0;
	if (value)
		type = v.type;
	bool constant = fl_slice_starts(type, "const ");
	type = fl_slice_skip(type, constant ? 6 : 0);
	for (size_t i = 0; i < sizeof(keywords) / sizeof(*keywords); i++)
		if (fl_slice_starts(type, keywords[i]))
			type = fl_slice_trim(fl_slice_skip(type, strlen(keywords[i])));
	struct fl_slice base = without_marks(type);
	struct fl_slice marks =
		fl_slice_trim(fl_slice_skip(type, (size_t)(base.ptr + base.len - type.ptr)));
	fl_buf_init(&out, TEXT_MAX);
	rc = look_up(e, base, &out, &first, &body, err);
	if (rc == 0 && body.len)
		dbg_dap_say(e, "type = %s%.*s%s%.*s\n", constant ? "const " : "", FL_ARG(body),
			marks.len ? " " : "", FL_ARG(marks));
	else if (rc == 0 && (value || !first.len))
		rc = dbg_dap_look_type(e, args, err);
	else if (rc == 0)
		dbg_dap_say(e, "type = %.*s\n", FL_ARG(first));
	if (value)
		dbg_dap_answer_release(&answer);
	fl_buf_release(&out);
	return rc;
}
