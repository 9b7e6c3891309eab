#include "platform/resolve/settings.h"

#include "platform/libs/libs.h"

void plat_settings_init(
	struct plat_settings *s, struct plat_facts *to, bool cxx, enum plat_from from)
{
	*s = (struct plat_settings){.from = from};
	plat_flags_init(&s->flags, to, cxx);
	plat_flags_init(&s->link, to, cxx);
}

static void add(struct plat_settings *s, const struct plat_setting *setting, enum plat_field field,
	enum plat_fact_kind kind, struct fl_slice value, struct fl_slice version)
{
	struct plat_facts *to = s->flags.to;
	if (setting->removed)
		kind = PLAT_FACT_REMOVE;
	plat_facts_add(to, &(struct plat_fact){.field = field,
				   .kind = kind,
				   .from = s->from,
				   .value = value,
				   .version = version,
				   .at = setting->at,
				   .text = setting->value,
				   .unsure = setting->unsure});
}

/* ">= 1.2" is "1.2+"; what only bounds it from above says nothing. least: so does a bare "1.2". */
static struct fl_slice version_of(struct fl_slice said, bool least, struct fl_arena *a)
{
	struct fl_slice number = fl_slice_trim(said);
	bool exact = !least;
	if (fl_slice_starts(number, "<") || fl_slice_starts(number, "!") ||
		fl_slice_starts(number, "~"))
		return fl_slice(NULL, 0);
	exact = fl_slice_starts(number, ">") ? false : fl_slice_starts(number, "=") ? true : exact;
	while (number.len && (number.ptr[0] == '>' || number.ptr[0] == '=' || number.ptr[0] == ' '))
		number = fl_slice_skip(number, 1);
	size_t n = 0;
	while (n < number.len &&
		((number.ptr[n] >= '0' && number.ptr[n] <= '9') || (n && number.ptr[n] == '.')))
		n++;
	while (n && number.ptr[n - 1] == '.')
		n--;
	number = fl_slice_head(number, n);
	return exact || !n ? number : fl_arena_printf(a, "%.*s+", FL_ARG(number));
}

/* The facts that a flag which is taken away had brought are taken away. */
static void take_removed(
	struct plat_settings *s, const struct plat_setting *setting, const struct plat_fact *like)
{
	struct plat_facts *to = s->flags.to;
	size_t before = to->list.len;
	struct plat_flags alone;
	plat_flags_init(&alone, to, s->flags.cxx);
	plat_flags_take(&alone, setting->value, like);
	for (size_t i = before; i < to->list.len; i++) {
		struct plat_fact *fact = fl_vec_at(&to->list, i);
		if (fact->kind == PLAT_FACT_SET || fact->kind == PLAT_FACT_ADD)
			fact->kind = PLAT_FACT_REMOVE;
	}
}

static void take_argument(
	struct plat_settings *s, struct plat_flags *flags, const struct plat_setting *setting)
{
	const struct plat_fact like = {.from = s->from,
		.at = setting->at,
		.text = setting->value,
		.unsure = setting->unsure};
	struct fl_slice value = setting->value;
	bool own = s->is_own && fl_slice_starts(value, "-l") &&
		   s->is_own(s->context, fl_slice_skip(value, 2));
	if (setting->removed)
		take_removed(s, setting, &like);
	else if (!own)
		plat_flags_take(flags, value, &like);
}

static void take_standard(struct plat_settings *s, const struct plat_setting *setting)
{
	struct fl_slice name;
	if (plat_standard_name(setting->value, s->flags.cxx, s->flags.to->a, &name))
		add(s, setting, PLAT_FIELD_STANDARD, PLAT_FACT_SET, name, fl_slice(NULL, 0));
}

static void take_library(struct plat_settings *s, const struct plat_setting *setting)
{
	struct fl_arena *a = s->flags.to->a;
	struct fl_slice name = plat_lib_of_package(setting->value, a);
	struct plat_setting library = *setting;
	ptrdiff_t colons = fl_slice_find(setting->value, "::");
	struct fl_slice package =
		fl_slice_head(setting->value, colons > 0 ? (size_t)colons : setting->value.len);
	if (!name.len || (s->is_own && s->is_own(s->context, package)))
		return;
	library.unsure |= setting->optional;
	add(s, &library, PLAT_FIELD_LIBS, PLAT_FACT_ADD, name,
		version_of(setting->version, false, a));
}

static void take_compiler(struct plat_settings *s, const struct plat_setting *setting)
{
	const struct plat_fact like = {.from = s->from,
		.at = setting->at,
		.text = setting->value,
		.unsure = setting->unsure};
	if (!setting->removed)
		plat_flags_compiler(&s->flags, setting->value, &like);
}

/* Systems that are none: CMake's "Generic", and what firmware is built for. */
static void take_system(struct plat_settings *s, const struct plat_setting *setting)
{
	static const char *const none[] = {"generic", "none", "bare", "baremetal"};
	struct fl_arena *a = s->flags.to->a;
	struct fl_slice os = plat_os_name(setting->value),
			version = version_of(setting->version, false, a);
	bool bare = false;
	for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++)
		bare |= fl_slice_eq_nocase(setting->value, fl_slice_str(none[i]));
	if (bare)
		add(s, setting, PLAT_FIELD_MODE, PLAT_FACT_NOT_USER, os, version);
	if (os.len && version.len)
		os = fl_arena_printf(a, "%.*s %.*s", FL_ARG(os), FL_ARG(version));
	if (os.len || bare)
		add(s, setting, PLAT_FIELD_OS, PLAT_FACT_SET, os, fl_slice(NULL, 0));
}

static void take_arch(struct plat_settings *s, const struct plat_setting *setting)
{
	struct fl_slice arch = plat_arch_name(setting->value);
	if (arch.len)
		add(s, setting, PLAT_FIELD_ARCH, PLAT_FACT_SET, arch, fl_slice(NULL, 0));
}

static void take_mode(struct plat_settings *s, const struct plat_setting *setting)
{
	add(s, setting, PLAT_FIELD_MODE, PLAT_FACT_SET, setting->value, fl_slice(NULL, 0));
}

static void take_build(struct plat_settings *s, const struct plat_setting *setting)
{
	add(s, setting, PLAT_FIELD_BUILD, PLAT_FACT_ADD, setting->value,
		version_of(setting->version, s->from == PLAT_FROM_STATIC, s->flags.to->a));
}

/* Is the last word on debug a flag's? */
static bool debug_is_of_flag(const struct plat_facts *facts)
{
	for (size_t i = facts->list.len; i-- > 0;)
		if (plat_facts_at(facts, i)->field == PLAT_FIELD_DEBUG)
			return fl_slice_starts(plat_facts_at(facts, i)->text, "-");
	return false;
}

/* CMake's and meson's names of build types, and whether they add -g; none takes a -g away. */
static void take_build_type(struct plat_settings *s, const struct plat_setting *setting)
{
	static const struct {
		const char *name, *debug;
	} types[] = {{"debug", "true"}, {"relwithdebinfo", "true"}, {"debugoptimized", "true"},
		{"release", ""}, {"minsizerel", ""}, {"minsize", ""}};
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (fl_slice_eq_nocase(setting->value, fl_slice_str(types[i].name)) &&
			(types[i].debug[0] || !debug_is_of_flag(s->flags.to)))
			add(s, setting, PLAT_FIELD_DEBUG, PLAT_FACT_SET,
				fl_slice_str(types[i].debug), fl_slice(NULL, 0));
}

void plat_settings_take(struct plat_settings *s, const struct fl_list *settings)
{
	static void (*const takers[])(struct plat_settings *, const struct plat_setting *) = {
		[PLAT_STANDARD] = take_standard,
		[PLAT_LIBRARY] = take_library,
		[PLAT_COMPILER] = take_compiler,
		[PLAT_SYSTEM] = take_system,
		[PLAT_ARCH] = take_arch,
		[PLAT_MODE] = take_mode,
		[PLAT_BUILD] = take_build,
		[PLAT_BUILD_TYPE] = take_build_type,
	};
	const struct plat_setting *all = settings->items;
	unsigned language = s->flags.cxx ? PLAT_FOR_CXX : PLAT_FOR_C;
	for (size_t i = 0; i < settings->len; i++) {
		const struct plat_setting *setting = &all[i];
		/* A setting without languages is for all of them. */
		if (setting->for_users || (setting->languages && !(setting->languages & language)))
			continue;
		if (setting->what == PLAT_FLAG)
			take_argument(s, &s->flags, setting);
		else if (setting->what == PLAT_LINK)
			take_argument(s, &s->link, setting);
		else
			takers[setting->what](s, setting);
	}
}

bool plat_settings_tell_links(const struct plat_target *t)
{
	const struct plat_setting *settings = t->settings.items;
	bool named = t->kind == PLAT_PROGRAM || t->kind == PLAT_SHARED_LIBRARY ||
		     t->kind == PLAT_LOADABLE || t->kind == PLAT_KERNEL_MODULE;
	for (size_t i = 0; i < t->settings.len && !named; i++)
		named = settings[i].what == PLAT_LIBRARY ||
			(settings[i].what == PLAT_LINK && fl_slice_starts(settings[i].value, "-l"));
	return named;
}
