#include "sanitize/formats/debugger.h"

#include "sanitize/report/text.h"

/* Past "operator()" and "operator<<" at i, or i: it is another word. */
static size_t past_operator(struct fl_slice s, size_t i)
{
	static const char word[] = "operator";
	size_t at = i + strlen(word);
	if (!fl_slice_starts(fl_slice_skip(s, i), word) || (i && fl_is_word(s.ptr[i - 1])) ||
		at >= s.len || fl_is_word(s.ptr[at]))
		return i;
	if (fl_slice_starts(fl_slice_skip(s, at), "()"))
		return at + 2;
	while (at < s.len && strchr("<>=-!+*/%&|^~,[]", s.ptr[at]))
		at++;
	return at;
}

static size_t past_text(struct fl_slice s, size_t i)
{
	for (i++; i < s.len && s.ptr[i] != '"'; i++)
		i += s.ptr[i] == '\\';
	return i;
}

size_t san_call_name(struct fl_slice call)
{
	int angles = 0, parens = 0;
	size_t last = call.len;
	for (size_t i = 0; i < call.len; i++) {
		if (angles == 0 && parens == 0)
			i = past_operator(call, i);
		if (i >= call.len)
			break;
		char c = call.ptr[i];
		if (c == '(' && angles == 0 && parens++ == 0 && i > 0) {
			last = i;
			if (call.ptr[i - 1] == ' ') /* gdb's: the name is over */
				break;
		} else if (c == ')' && angles == 0 && parens > 0) {
			parens--;
		} else if (c == '"' && parens > 0) {
			i = past_text(call, i);
		} else if (parens == 0) {
			angles += c == '<' ? 1 : c == '>' && angles > 0 ? -1 : 0;
		}
	}
	while (last && call.ptr[last - 1] == ' ')
		last--;
	return last;
}

/* Of a library's templates lldb, and gdb of some builds, name the file alone. */
static bool is_of_std(const struct san_frame *f)
{
	return (fl_slice_starts(f->function, "std::") ||
		       fl_slice_starts(f->function, "__gnu_cxx::")) &&
	       fl_slice_chr(f->file, '/') < 0;
}

void san_add_debugger_frame(struct san_parser *p, struct san_frame *f)
{
	if (fl_slice_eqs(f->function, "??") || fl_slice_eqs(f->function, "n/a") ||
		fl_slice_starts(f->function, "___lldb_unnamed_symbol"))
		f->function = fl_slice(NULL, 0);
	if (!f->function.len && !f->file.len && !f->module.len)
		return;
	f->library = f->library || is_of_std(f) || san_module_is_system(f->module, &p->opts.owners);
	if (p->opts.startup || !san_frame_is_startup(f))
		san_add_frame(p, f);
}

bool san_cut_depth(struct fl_slice *line, uint32_t *ret_depth)
{
	struct fl_slice s = *line;
	if (!fl_slice_starts(s, "#"))
		return false;
	s = fl_slice_skip(s, 1);
	size_t n = fl_slice_uint(s, ret_depth);
	s = fl_slice_skip(s, n);
	if (!n || !fl_slice_starts(s, " "))
		return false;
	*line = fl_slice_trim(s);
	return true;
}

void san_set_kind_by_stack(struct san_parser *p, const char *kind)
{
	const struct san_kind *aborted =
		san_kind_find((enum san_tool)p->report.tool, FL_S("SIGABRT"));
	const struct san_kind *named =
		san_kind_named((enum san_tool)p->report.tool, fl_slice_str(kind));
	san_set_kind(p, san_stack_aborts(p) ? aborted : named);
}

void san_sort_crashed(struct san_parser *p)
{
	struct san_stack *stacks = p->stacks.len ? fl_vec_at(&p->stacks, 0) : NULL;
	struct san_stack best = {0};
	size_t n = 0;
	if (!stacks)
		return;
	for (size_t i = 0; i < p->stacks.len; i++)
		if (stacks[i].role == SAN_ROLE_ACCESS && stacks[i].frames.len > best.frames.len)
			best = stacks[i];
	if (!best.frames.len)
		best = stacks[0];
	for (size_t i = 0; i < p->stacks.len; i++)
		if (stacks[i].role != SAN_ROLE_ACCESS &&
			stacks[i].frames.items != best.frames.items)
			stacks[n++] = stacks[i];
	/* of a signal's handler the frames are gone: count from where the signal came */
	struct san_frame *frames = best.frames.items;
	int64_t first = best.frames.len ? frames[0].depth : 0;
	for (size_t i = 0; i < best.frames.len; i++)
		frames[i].depth -= first;
	memmove(stacks + 1, stacks, n * sizeof(*stacks));
	stacks[0] = best;
	stacks[0].role = SAN_ROLE_ACCESS;
	p->stacks.len = n + 1;
}
