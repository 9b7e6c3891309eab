/* Methods of the compiler: what is known of gcc 12 on Linux. */
#include "platform/host/host.h"
#include "platform/meson/interp.h"

static const struct mes_value unknown = {.kind = MES_V_UNKNOWN};

/* Of which compiler something is asked, and the call that asks. */
struct asked {
	const struct mes_interp *m;
	const struct mes_call *call;
	enum plat_languages language;
};

typedef enum mes_three (*ask)(const struct asked *by, struct fl_slice what);

static enum mes_three takes_link(const struct asked *by, struct fl_slice what)
{
	(void)by;
	return (enum mes_three)plat_host_link_flag(what);
}

static enum mes_three flag_is(enum plat_host_flag flag)
{
	switch (flag) {
	case PLAT_FLAG_TAKEN:
	case PLAT_FLAG_LINKED: /* it compiles and does not link */
	case PLAT_FLAG_NOTED: return MES_YES;
	case PLAT_FLAG_REFUSED:
	case PLAT_FLAG_FOREIGN: return MES_NO;
	case PLAT_FLAG_UNKNOWN: break;
	}
	return MES_MAYBE;
}

static enum mes_three takes(const struct asked *by, struct fl_slice what)
{
	enum mes_three is = flag_is(plat_host_flag(what, by->language));
	if (fl_slice_starts(what, "-Wl,"))
		return takes_link(by, what);
	if (is != MES_YES || !fl_slice_starts(what, "-Wno-"))
		return is;
	/* gcc takes every -Wno-…, so Meson asks with the warning itself */
	struct fl_slice name = fl_slice_skip(what, 5);
	char text[128];
	if (name.len + 2 > sizeof(text))
		return MES_MAYBE;
	memcpy(text, "-W", 2);
	memcpy(text + 2, name.ptr, name.len);
	return flag_is(plat_host_flag(fl_slice(text, name.len + 2), by->language));
}

static bool has_package(const struct asked *by, struct fl_slice header)
{
	return plat_tree_has_package(by->m->tree, PLAT_NAMED_HEADER, header);
}

/* Are there arguments or dependencies that may bring what the host has not? */
static bool brings_more(const struct asked *by)
{
	static const char *const names[] = {"args", "dependencies", "include_directories"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (plat_mes_kw(by->call, names[i]).kind != MES_V_NOTHING)
			return true;
	return false;
}

static enum mes_three header_is(const struct asked *by, struct fl_slice what, enum plat_three is)
{
	if (has_package(by, what))
		return MES_YES;
	return is == PLAT_NO && brings_more(by) ? MES_MAYBE : (enum mes_three)is;
}

static enum mes_three has_header(const struct asked *by, struct fl_slice what)
{
	return header_is(by, what, plat_host_header(what, by->language));
}

static enum mes_three check_header(const struct asked *by, struct fl_slice what)
{
	return header_is(by, what, plat_host_header_alone(what, by->language));
}

/* What headers say of a function; known: nothing but includes of the host's headers was seen. */
struct declared {
	bool yes, no, known, any;
};

static struct declared declared_by(
	const struct asked *by, struct fl_slice code, struct fl_slice name)
{
	struct declared d = {.known = true};
	bool gnu = by->language == PLAT_FOR_CXX || fl_slice_find(code, "_GNU_SOURCE") >= 0;
	for (ptrdiff_t at; (at = fl_slice_chr(code, '<')) >= 0;) {
		code = fl_slice_skip(code, (size_t)at + 1);
		ptrdiff_t end = fl_slice_chr(code, '>');
		struct fl_slice header = fl_slice_head(code, end < 0 ? 0 : (size_t)end);
		enum plat_three is = plat_host_declares(header, name, gnu);
		d.any = true;
		d.yes = d.yes || is == PLAT_YES;
		d.no = d.no || is == PLAT_NO;
		d.known = d.known && plat_host_header(header, by->language) == PLAT_YES;
	}
	return d;
}

static enum mes_three has_function(const struct asked *by, struct fl_slice what)
{
	struct mes_value prefix = plat_mes_kw(by->call, "prefix");
	bool plain = prefix.kind == MES_V_NOTHING, more = brings_more(by);
	if (!plain && !plat_mes_is_text(&prefix))
		return MES_MAYBE;
	struct declared d = declared_by(by, plain ? FL_S("") : prefix.text, what);
	if (plat_host_nowhere(what) && !more && d.known)
		return MES_NO;
	switch (plat_host_function(what)) {
	case PLAT_FUNCTION_LIBC:
		return d.yes || !d.any ? MES_YES : d.no && !more ? MES_NO : MES_MAYBE;
	case PLAT_FUNCTION_ABSENT: return more || d.any ? MES_MAYBE : MES_NO;
	case PLAT_FUNCTION_LIBM:
	case PLAT_FUNCTION_BUILTIN:
	case PLAT_FUNCTION_UNKNOWN: break;
	}
	return MES_MAYBE;
}

static enum mes_three has_attribute(const struct asked *by, struct fl_slice what)
{
	(void)by;
	return (enum mes_three)plat_host_attribute(what);
}

/* has_header_symbol(header, symbol) */
static struct mes_value has_symbol(const struct asked *by)
{
	struct mes_value header = plat_mes_at(by->call, 0), symbol = plat_mes_at(by->call, 1);
	if (!plat_mes_is_text(&header) || !plat_mes_is_text(&symbol))
		return unknown;
	enum plat_three there = plat_host_header(header.text, by->language);
	enum plat_three is =
		plat_host_declares(header.text, symbol.text, by->language == PLAT_FOR_CXX);
	if (is == PLAT_YES)
		return plat_mes_bool(true);
	if (brings_more(by) || plat_mes_kw(by->call, "prefix").kind != MES_V_NOTHING)
		return unknown;
	if (there == PLAT_NO && !has_package(by, header.text))
		return plat_mes_bool(false);
	bool lacks = is == PLAT_NO || plat_host_nowhere(symbol.text);
	return there == PLAT_YES && lacks ? plat_mes_bool(false) : unknown;
}

/* What is asked about all arguments together, or one by one, or which is the first. */
enum way { ALL, CHOOSE, FIRST };

static const struct question {
	const char *name;
	enum way way;
	ask ask;
} questions[] = {
	{"has_argument", ALL, takes},
	{"has_multi_arguments", ALL, takes},
	{"has_link_argument", ALL, takes_link},
	{"has_multi_link_arguments", ALL, takes_link},
	{"has_header", ALL, has_header},
	{"check_header", ALL, check_header},
	{"has_function", ALL, has_function},
	{"has_function_attribute", ALL, has_attribute},
	{"get_supported_arguments", CHOOSE, takes},
	{"get_supported_link_arguments", CHOOSE, takes_link},
	{"get_supported_function_attributes", CHOOSE, has_attribute},
	{"first_supported_argument", FIRST, takes},
	{"first_supported_link_argument", FIRST, takes_link},
};

static struct mes_value choose(struct mes_interp *m, const struct asked *by,
	const struct question *q, const struct mes_value *all)
{
	struct mes_value out = {.kind = MES_V_LIST, .open = all->open};
	bool unsure = false;
	for (size_t i = 0; i < plat_mes_len(all); i++) {
		struct mes_value item = plat_mes_item(all, i);
		bool known = plat_mes_is_text(&item);
		enum mes_three is = known ? q->ask(by, item.text) : MES_MAYBE;
		unsure = unsure || is == MES_MAYBE || item.maybe;
		if (is == MES_NO)
			continue;
		item.maybe = item.maybe || is == MES_MAYBE || (q->way == FIRST && unsure);
		out = plat_mes_append(&m->work, out, item);
		if (q->way == FIRST && !unsure)
			break;
	}
	return out;
}

static struct mes_value answer(
	struct mes_interp *m, const struct asked *by, const struct question *q)
{
	struct mes_value all = plat_mes_flat(&m->work, by->call->positional);
	if (q->way != ALL)
		return choose(m, by, q, &all);
	enum mes_three is = all.open ? MES_MAYBE : MES_YES;
	for (size_t i = 0; i < plat_mes_len(&all) && is != MES_NO; i++) {
		struct mes_value item = plat_mes_item(&all, i);
		bool known = plat_mes_is_text(&item) && !item.maybe;
		enum mes_three one = known ? q->ask(by, item.text) : MES_MAYBE;
		is = one == MES_YES ? is : one;
	}
	return plat_mes_three(is);
}

static struct mes_value size_of(const struct mes_call *c)
{
	struct mes_value type = plat_mes_at(c, 0), prefix = plat_mes_kw(c, "prefix");
	bool plain = prefix.kind == MES_V_NOTHING;
	unsigned size =
		plat_mes_is_text(&type)
			? plat_host_size(type.text, plain ? PLAT_BEFORE_STDIO : PLAT_BEFORE_TYPES)
			: 0;
	return size ? (struct mes_value){.kind = MES_V_INT, .number = size} : unknown;
}

/* What is required is there: it would not be built otherwise. */
static bool is_required(const struct mes_call *c)
{
	struct mes_value required = plat_mes_kw(c, "required");
	bool disabled;
	return required.kind != MES_V_NOTHING && plat_mes_required(&required, &disabled) == MES_YES;
}

struct mes_value plat_mes_compiler_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c)
{
	static const struct {
		const char *name, *text;
	} texts[] = {{"get_id", "gcc"}, {"get_linker_id", "ld.bfd"}, {"get_argument_syntax", "gcc"},
		{"version", "12.2.0"}};
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (fl_slice_eqs(c->name, texts[i].name))
			return plat_mes_text(fl_slice_str(texts[i].text));
	if (fl_slice_eqs(c->name, "find_library"))
		return plat_mes_library(m, c);
	if (fl_slice_eqs(c->name, "sizeof"))
		return size_of(c);
	struct asked by = {m, c, (enum plat_languages)of.number};
	if (fl_slice_eqs(c->name, "has_header_symbol") && !is_required(c))
		return has_symbol(&by);
	if (fl_slice_eqs(c->name, "symbols_have_underscore_prefix"))
		return plat_mes_bool(false);
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		if (!fl_slice_eqs(c->name, questions[i].name))
			continue;
		struct mes_value v = answer(m, &by, &questions[i]);
		return questions[i].way == ALL && is_required(c) ? plat_mes_bool(true) : v;
	}
	return is_required(c) ? plat_mes_bool(true) : unknown;
}
