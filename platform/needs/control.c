/* debian/control. */
#include "platform/needs/list.h"

/* The part of the text between two characters; empty when they are not there. */
static struct fl_slice between(struct fl_slice text, char open, char close)
{
	ptrdiff_t start = fl_slice_chr(text, open);
	struct fl_slice rest = fl_slice_skip(text, start < 0 ? text.len : (size_t)start + 1);
	ptrdiff_t end = fl_slice_chr(rest, close);
	return end < 0 ? FL_S("") : fl_slice_trim(fl_slice_head(rest, (size_t)end));
}

/* Is it for Linux on x86_64 ("[!hurd-any]", "[amd64]")? */
static bool is_for_us(struct fl_slice machines)
{
	bool no = fl_slice_starts(machines, "!");
	bool named = fl_slice_find(machines, "amd64") >= 0 ||
		     fl_slice_find(machines, "linux-any") >= 0 ||
		     fl_slice_find(machines, "any-amd64") >= 0;
	return !machines.len || named != no;
}

/* "<!nocheck>" is built with unless somebody asks for less; "<cross>" only for who asks. */
static bool is_for_a_profile(struct fl_slice need)
{
	struct fl_slice version = between(need, '(', ')'), rest = need;
	if (version.len)
		rest = fl_slice_skip(need, (size_t)(version.ptr + version.len - need.ptr));
	struct fl_slice profile = between(rest, '<', '>');
	return profile.len && profile.ptr[0] != '!';
}

static void add_need(struct needs *n, struct fl_slice need)
{
	ptrdiff_t bar = fl_slice_chr(need, '|');
	need = fl_slice_trim(bar < 0 ? need : fl_slice_head(need, (size_t)bar));
	size_t end = 0;
	while (end < need.len && !(need.ptr[end] && strchr(" \t\n([<:", need.ptr[end])))
		end++;
	if (is_for_us(between(need, '[', ']')) && !is_for_a_profile(need))
		plat_needs_debian(n, fl_slice_head(need, end));
}

void plat_needs_of_control(struct needs *n, struct fl_slice text)
{
	static const char *const fields[] = {"Build-Depends:", "Build-Depends-Arch:"};
	struct fl_slice line;
	bool in = false;
	/* the source's paragraph is the first one */
	while (fl_slice_line(&text, &line) && fl_slice_trim(line).len) {
		size_t skip = 0;
		if (line.ptr[0] == '#')
			continue;
		if (line.ptr[0] != ' ' && line.ptr[0] != '\t') {
			for (size_t i = 0; i < 2 && !skip; i++)
				skip = fl_slice_starts(line, fields[i]) ? strlen(fields[i]) : 0;
			in = skip > 0;
		}
		struct fl_slice rest = fl_slice_skip(line, skip), need;
		while (in && (need = plat_needs_word(&rest, ",")).len)
			add_need(n, fl_slice_trim(need));
	}
}
