/* What configure checks by compiling: answered by what is known of the host, else either may be. */
#include "platform/autotools/script.h"
#include "platform/host/host.h"

enum { NAMES_MAX = 64 }; /* of one macro that are answered one by one */

/* Its actions, and the names that it is asked about. */
struct check {
	struct aut_script *s;
	const struct aut_call *call;
	const char *cached; /* what the variable of an answer begins with; NULL: there is none */
	enum aut_three (*ask)(struct check *c, struct fl_slice name);
};

/* "sys/time.h" as "sys_time_h", as in names of variables. */
static struct fl_slice variable(struct aut_script *s, const char *prefix, struct fl_slice name)
{
	struct fl_slice whole = fl_arena_printf(s->work, "%s%.*s", prefix, FL_ARG(name));
	char *to = fl_arena_alloc(s->work, whole.len + 1);
	for (size_t i = 0; to && i < whole.len; i++)
		to[i] = fl_is_word(whole.ptr[i]) ? whole.ptr[i] : whole.ptr[i] == '*' ? 'p' : '_';
	return fl_slice(to, to ? whole.len : 0);
}

static void set(struct aut_script *s, struct fl_slice name, struct fl_slice value)
{
	if (name.len)
		plat_aut_assign(s, name, plat_aut_word(s->work, value, plat_aut_at(s, 0)));
}

static void answer(struct check *c, struct fl_slice name)
{
	enum aut_three is = c->ask(c, name);
	if (is != AUT_MAYBE && c->cached)
		set(c->s, variable(c->s, c->cached, name),
			is == AUT_YES ? FL_S("yes") : FL_S("no"));
	if (plat_aut_gives_up(plat_aut_argument(c->call, 2)))
		is = AUT_YES; /* there would be nothing to build otherwise */
	plat_aut_actions(c->s, c->call, 1, 2, is);
}

/* All names of a list with blanks or commas; what is not known of them runs the actions again. */
static void answer_all(struct check *c, struct fl_slice list, int64_t line)
{
	char *text = fl_arena_alloc(c->s->work, list.len + 1);
	for (size_t i = 0; text && i < list.len; i++)
		text[i] = list.ptr[i] == ',' ? ' ' : list.ptr[i];
	struct aut_value names = plat_aut_expand(c->s, fl_slice(text, text ? list.len : 0), line);
	bool ends = fl_slice_find(plat_aut_argument(c->call, 1), "break") >= 0;
	size_t n = names.len < NAMES_MAX ? names.len : NAMES_MAX;
	bool open = names.open || n < names.len;
	for (size_t i = 0; i < n; i++) {
		const struct aut_word *w = &names.words[i];
		if (w->unsure || w->open || w->package) {
			open = true;
			continue;
		}
		answer(c, w->text);
		if (ends && c->ask(c, w->text) == AUT_YES)
			return;
	}
	if (open)
		plat_aut_actions(c->s, c->call, 1, 2, AUT_MAYBE);
}

static enum aut_three ask_header(struct check *c, struct fl_slice name)
{
	if (plat_tree_has_package(c->s->tree, PLAT_NAMED_HEADER, name))
		return AUT_YES;
	/* which language is checked in is not followed */
	enum plat_three in_c = plat_host_header_alone(name, PLAT_FOR_C);
	bool same = in_c == plat_host_header_alone(name, PLAT_FOR_CXX);
	const struct aut_value *flags = plat_aut_get(&c->s->vars, FL_S("CPPFLAGS"));
	bool elsewhere = in_c == PLAT_NO && flags && (flags->len || flags->open);
	return same && !elsewhere ? (enum aut_three)in_c : AUT_MAYBE;
}

/* Does LIBS have what the host does not link by default? */
static bool links_more(const struct aut_script *s)
{
	static const char *const plain[] = {"-lm", "-ldl", "-lpthread", "-lrt", "-lc", "-lutil"};
	static const char *const variables[] = {"LIBS", "LDFLAGS"};
	for (size_t k = 0; k < 2; k++) {
		const struct aut_value *v = plat_aut_get(&s->vars, fl_slice_str(variables[k]));
		if (v && v->open)
			return true;
		for (size_t i = 0; v && i < v->len; i++)
			if (v->words[i].open || !fl_slice_is_one(v->words[i].text, plain, 6))
				return true;
	}
	return false;
}

static bool links_libm(const struct aut_script *s)
{
	const struct aut_value *v = plat_aut_get(&s->vars, FL_S("LIBS"));
	for (size_t i = 0; v && i < v->len; i++)
		if (!v->words[i].unsure && fl_slice_eqs(v->words[i].text, "-lm"))
			return true;
	return false;
}

static enum aut_three ask_function(struct check *c, struct fl_slice name)
{
	switch (plat_host_function(name)) {
	case PLAT_FUNCTION_LIBC: return AUT_YES;
	case PLAT_FUNCTION_LIBM: return links_libm(c->s) ? AUT_YES : AUT_MAYBE;
	case PLAT_FUNCTION_ABSENT: return links_more(c->s) ? AUT_MAYBE : AUT_NO;
	case PLAT_FUNCTION_BUILTIN:
	case PLAT_FUNCTION_UNKNOWN: break;
	}
	return AUT_MAYBE;
}

/* With the headers that autoconf includes where none are given. */
static enum aut_three ask_declared(struct check *c, struct fl_slice name)
{
	static const char *const headers[] = {"stdio.h", "stdlib.h", "string.h", "inttypes.h",
		"stdint.h", "strings.h", "sys/types.h", "sys/stat.h", "unistd.h"};
	if (plat_aut_argument(c->call, 3).len)
		return AUT_MAYBE;
	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		if (plat_host_declares(fl_slice_str(headers[i]), name, false) == PLAT_YES)
			return AUT_YES;
	return plat_host_nowhere(name) ? AUT_NO : AUT_MAYBE;
}

static struct check check_of(struct aut_script *s, const struct aut_call *c)
{
	bool header = fl_slice_find(c->name, "HEADER") >= 0;
	bool declared = fl_slice_find(c->name, "DECL") >= 0;
	return (struct check){
		.s = s,
		.call = c,
		.cached = header     ? "ac_cv_header_"
			  : declared ? "ac_cv_have_decl_"
				     : "ac_cv_func_",
		.ask = header     ? ask_header
		       : declared ? ask_declared
				  : ask_function,
	};
}

/* AC_CHECK_HEADER, AC_CHECK_FUNC, AC_CHECK_DECL: of one name; and of several. */
void plat_aut_check_name(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	struct check check = check_of(s, c);
	(void)line;
	struct fl_slice name = fl_slice_trim(plat_aut_argument(c, 0));
	if (fl_slice_chr(name, '$') >= 0)
		plat_aut_actions(s, c, 1, 2, AUT_MAYBE);
	else
		answer(&check, name);
}

void plat_aut_check_names(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	struct check check = check_of(s, c);
	answer_all(&check, plat_aut_argument(c, 0), line);
}

/* AC_CHECK_SIZEOF(type) */
void plat_aut_check_size(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	struct fl_slice type = fl_slice_trim(plat_aut_argument(c, 0));
	unsigned size = plat_host_size(type, PLAT_BEFORE_TYPES);
	(void)line;
	if (size)
		set(s, variable(s, "ac_cv_sizeof_", type), fl_arena_printf(s->work, "%u", size));
}

/* Does it compile, in either language? strict: with warnings as errors. */
static enum aut_three compiles(enum plat_host_flag flag, bool strict)
{
	switch (flag) {
	case PLAT_FLAG_REFUSED: return AUT_NO;
	case PLAT_FLAG_TAKEN:
	case PLAT_FLAG_LINKED: return AUT_YES;
	case PLAT_FLAG_FOREIGN: return strict ? AUT_NO : AUT_YES;
	case PLAT_FLAG_NOTED: return strict ? AUT_MAYBE : AUT_YES;
	case PLAT_FLAG_UNKNOWN: break;
	}
	return AUT_MAYBE;
}

/* AX_CHECK_COMPILE_FLAG(flag, yes, no, more flags); AX_CHECK_LINK_FLAG */
void plat_aut_check_flag(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	struct fl_slice flag = fl_slice_trim(plat_aut_argument(c, 0));
	bool strict = plat_aut_argument(c, 3).len > 0, link = fl_slice_ends(c->name, "LINK_FLAG");
	enum aut_three in_c = compiles(plat_host_flag(flag, PLAT_FOR_C), strict);
	enum aut_three is = compiles(plat_host_flag(flag, PLAT_FOR_CXX), strict);
	(void)line;
	is = in_c == is ? is : AUT_MAYBE;
	if (link)
		is = links_more(s) ? AUT_MAYBE : (enum aut_three)plat_host_link_flag(flag);
	if (plat_aut_gives_up(plat_aut_argument(c, 2)))
		is = AUT_YES;
	plat_aut_actions(s, c, 1, 2, is);
}
