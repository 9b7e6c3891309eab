/* Methods of the compiler: what is known of gcc 12 on Linux. */
#include "platform/meson/interp.h"
#include "platform/meson/known.h"

static const struct mes_value unknown = {.kind = MES_V_UNKNOWN};

typedef enum mes_three (*ask)(const struct mes_value *compiler, struct fl_slice what);

static enum mes_three takes(const struct mes_value *compiler, struct fl_slice what)
{
	return plat_mes_takes(what, (enum plat_languages)compiler->number);
}

static enum mes_three takes_link(const struct mes_value *compiler, struct fl_slice what)
{
	(void)compiler;
	return plat_mes_takes_link(what);
}

static enum mes_three has_header(const struct mes_value *compiler, struct fl_slice what)
{
	(void)compiler;
	return plat_mes_has_header(what);
}

static enum mes_three has_function(const struct mes_value *compiler, struct fl_slice what)
{
	(void)compiler;
	return plat_mes_has_function(what);
}

static enum mes_three has_attribute(const struct mes_value *compiler, struct fl_slice what)
{
	(void)compiler;
	return plat_mes_has_attribute(what);
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
	{"check_header", ALL, has_header},
	{"has_function", ALL, has_function},
	{"has_function_attribute", ALL, has_attribute},
	{"get_supported_arguments", CHOOSE, takes},
	{"get_supported_link_arguments", CHOOSE, takes_link},
	{"get_supported_function_attributes", CHOOSE, has_attribute},
	{"first_supported_argument", FIRST, takes},
	{"first_supported_link_argument", FIRST, takes_link},
};

static struct mes_value choose(struct mes_interp *m, const struct mes_value *of,
	const struct question *q, const struct mes_value *all)
{
	struct mes_value out = {.kind = MES_V_LIST, .open = all->open};
	bool unsure = false;
	for (size_t i = 0; i < plat_mes_len(all); i++) {
		struct mes_value item = plat_mes_item(all, i);
		bool known = plat_mes_is_text(&item);
		enum mes_three is = known ? q->ask(of, item.text) : MES_MAYBE;
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

static struct mes_value answer(struct mes_interp *m, const struct mes_value *of,
	const struct question *q, const struct mes_call *c)
{
	struct mes_value all = plat_mes_flat(&m->work, c->positional);
	if (q->way != ALL)
		return choose(m, of, q, &all);
	enum mes_three is = all.open ? MES_MAYBE : MES_YES;
	for (size_t i = 0; i < plat_mes_len(&all) && is != MES_NO; i++) {
		struct mes_value item = plat_mes_item(&all, i);
		bool known = plat_mes_is_text(&item) && !item.maybe;
		enum mes_three one = known ? q->ask(of, item.text) : MES_MAYBE;
		is = one == MES_YES ? is : one;
	}
	return plat_mes_three(is);
}

static struct mes_value size_of(struct mes_value type)
{
	unsigned size = plat_mes_is_text(&type) ? plat_mes_sizeof(type.text) : 0;
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
		return size_of(plat_mes_at(c, 0));
	if (fl_slice_eqs(c->name, "symbols_have_underscore_prefix"))
		return plat_mes_bool(false);
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		if (!fl_slice_eqs(c->name, questions[i].name))
			continue;
		struct mes_value v = answer(m, &of, &questions[i], c);
		return questions[i].way == ALL && is_required(c) ? plat_mes_bool(true) : v;
	}
	return is_required(c) ? plat_mes_bool(true) : unknown;
}
