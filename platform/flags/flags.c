#include "platform/flags/flags.h"

#include "base/path.h"
#include "platform/flags/table.h"
#include "platform/libs/libs.h"

void plat_flags_init(struct plat_flags *f, struct plat_facts *to, bool cxx)
{
	*f = (struct plat_flags){.to = to, .cxx = cxx};
}

static void add(struct plat_flags *f, const struct plat_fact *like, enum plat_field field,
	enum plat_fact_kind kind, struct fl_slice value)
{
	struct plat_fact fact = *like;
	fact.field = field;
	fact.kind = kind;
	fact.value = value;
	fact.version = fl_slice(NULL, 0);
	plat_facts_add(f->to, &fact);
}

static void set(struct plat_flags *f, const struct plat_fact *like, enum plat_field field,
	const char *value)
{
	add(f, like, field, PLAT_FACT_SET, fl_slice_str(value));
}

/* A name of a table, which may end with '*'. */
static bool named(const char *pattern, struct fl_slice word)
{
	size_t n = strlen(pattern);
	if (pattern[n - 1] == '*')
		return fl_slice_starts_with(word, fl_slice(pattern, n - 1));
	return fl_slice_eqs(word, pattern);
}

struct fl_slice plat_os_name(struct fl_slice word)
{
	for (const struct plat_alias *s = plat_os_names; s->name; s++)
		if (fl_slice_find_nocase(word, s->name) >= 0)
			return fl_slice_str(s->means);
	return fl_slice(NULL, 0);
}

struct fl_slice plat_arch_name(struct fl_slice word)
{
	char lower[32];
	if (word.len > sizeof(lower))
		return fl_slice(NULL, 0);
	for (size_t i = 0; i < word.len; i++)
		lower[i] = (char)(word.ptr[i] >= 'A' && word.ptr[i] <= 'Z' ? word.ptr[i] | 0x20
									   : word.ptr[i]);
	struct fl_slice name = fl_slice(lower, word.len);
	for (const struct plat_alias *s = plat_arch_names; s->name; s++)
		if (named(s->name, name))
			return fl_slice_str(s->means);
	for (const struct plat_cpu *c = plat_cpus; c->name; c++)
		if (named(c->name, name))
			return fl_slice_str(c->arch);
	return fl_slice(NULL, 0);
}

/* The triple without "pc", "unknown" or "w64" in the vendor's place. */
static struct fl_slice without_vendor(struct fl_slice triple, struct fl_arena *a)
{
	static const char *const vendors[] = {"pc", "unknown"};
	ptrdiff_t first = fl_slice_chr(triple, '-');
	struct fl_slice rest = fl_slice_skip(triple, first < 0 ? triple.len : (size_t)first + 1);
	ptrdiff_t second = fl_slice_chr(rest, '-');
	if (second < 0 || !fl_slice_is_one(fl_slice_head(rest, (size_t)second), vendors, 2))
		return triple;
	return fl_arena_printf(a, "%.*s%.*s", FL_ARG(fl_slice_head(triple, (size_t)first)),
		FL_ARG(fl_slice_skip(rest, (size_t)second)));
}

/* Triples of compilers that build for no system at all. */
static bool is_bare(struct fl_slice triple)
{
	static const char *const ends[] = {"-none-eabi", "-none-eabihf", "-none-elf",
		"-unknown-elf", "-elf", "-esp32-elf", "-none"};
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (fl_slice_ends(triple, ends[i]))
			return true;
	return fl_slice_eqs(triple, "avr") || fl_slice_eqs(triple, "msp430");
}

void plat_flags_target(struct plat_flags *f, struct fl_slice triple, const struct plat_fact *like)
{
	ptrdiff_t dash = fl_slice_chr(triple, '-');
	struct fl_slice cpu = fl_slice_head(triple, dash < 0 ? triple.len : (size_t)dash);
	struct fl_slice arch = plat_arch_name(cpu),
			os = plat_os_name(fl_slice_skip(triple, cpu.len));
	if (!triple.len)
		return;
	add(f, like, PLAT_FIELD_PLATFORM, PLAT_FACT_SET, without_vendor(triple, f->to->a));
	add(f, like, PLAT_FIELD_ARCH, PLAT_FACT_SET, arch.len ? arch : cpu);
	add(f, like, PLAT_FIELD_OS, PLAT_FACT_SET, os);
	/* A triple without a system serves kernels, too. */
	if (is_bare(triple))
		add(f, like, PLAT_FIELD_MODE, PLAT_FACT_NOT_USER, fl_slice(NULL, 0));
}

static void take_standard(struct plat_flags *f, struct fl_slice word, const struct plat_fact *like)
{
	struct fl_slice name;
	struct plat_fact unsure = *like;
	unsure.unsure = true;
	if (plat_standard_name(word, f->cxx, f->to->a, &name))
		add(f, like, PLAT_FIELD_STANDARD, PLAT_FACT_SET, name);
	else if (fl_slice_eqs(word, f->cxx ? "c++latest" : "clatest"))
		add(f, &unsure, PLAT_FIELD_STANDARD, PLAT_FACT_SET, word);
}

static void take_sanitizers(struct plat_flags *f, struct fl_slice list, enum plat_fact_kind kind,
	const struct plat_fact *like)
{
	while (list.len) {
		ptrdiff_t comma = fl_slice_chr(list, ',');
		struct fl_slice word = fl_slice_head(list, comma < 0 ? list.len : (size_t)comma);
		list = fl_slice_skip(list, word.len + 1);
		if (fl_slice_eqs(word, "all")) /* only -fno-sanitize= takes it */
			add(f, like, PLAT_FIELD_SANITIZERS, PLAT_FACT_CLEAR, word);
		else if (word.len)
			add(f, like, PLAT_FIELD_SANITIZERS, kind, word);
	}
}

static void add_words(struct plat_flags *f, const char *words, const struct plat_fact *like)
{
	struct fl_slice rest = fl_slice_str(words);
	while (rest.len) {
		ptrdiff_t blank = fl_slice_chr(rest, ' ');
		struct fl_slice word = fl_slice_head(rest, blank < 0 ? rest.len : (size_t)blank);
		add(f, like, PLAT_FIELD_FEATURES, PLAT_FACT_ADD, word);
		rest = fl_slice_skip(rest, word.len + 1);
	}
}

/* "+crypto+nosve" behind an architecture of Arm's. */
static void take_extensions(
	struct plat_flags *f, struct fl_slice words, const struct plat_fact *like)
{
	while (words.len) {
		words = fl_slice_skip(words, 1);
		ptrdiff_t plus = fl_slice_chr(words, '+');
		struct fl_slice word = fl_slice_head(words, plus < 0 ? words.len : (size_t)plus);
		words = fl_slice_skip(words, word.len);
		bool no = fl_slice_starts(word, "no");
		struct fl_slice name = fl_slice_skip(word, no ? 2 : 0);
		if (name.len && !fl_slice_eqs(name, "fp"))
			add(f, like, PLAT_FIELD_FEATURES, no ? PLAT_FACT_REMOVE : PLAT_FACT_ADD,
				name);
	}
}

static void take_cpu(struct plat_flags *f, struct fl_slice word, const struct plat_fact *like)
{
	ptrdiff_t plus = fl_slice_chr(word, '+');
	struct fl_slice name = fl_slice_head(word, plus < 0 ? word.len : (size_t)plus);
	if (fl_slice_eqs(name, "native")) {
		struct plat_fact unsure = *like;
		unsure.unsure = true;
		add(f, &unsure, PLAT_FIELD_FEATURES, PLAT_FACT_ADD, name);
		return;
	}
	for (const struct plat_cpu *c = plat_cpus; c->name; c++) {
		if (!named(c->name, name))
			continue;
		if (c->arch)
			set(f, like, PLAT_FIELD_ARCH, c->arch);
		add_words(f, c->features ? c->features : "", like);
		if (c->firmware)
			set(f, like, PLAT_FIELD_MODE, "firmware");
		break;
	}
	take_extensions(f, fl_slice_skip(word, name.len), like);
}

static void take_define(struct plat_flags *f, struct fl_slice word, const struct plat_fact *like)
{
	static const struct plat_alias modes[] = {{"__KERNEL__", "kernel"}, {"_KERNEL", "kernel"},
		{"KERNEL", NULL}, {"KBUILD_MODNAME", "kernel"}, {"ARDUINO", "firmware"},
		{"__ZEPHYR__", "firmware"}, {"ESP_PLATFORM", "firmware"}};
	ptrdiff_t equals = fl_slice_chr(word, '=');
	struct fl_slice name = fl_slice_head(word, equals < 0 ? word.len : (size_t)equals);
	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++)
		if (modes[i].means && fl_slice_eqs(name, modes[i].name))
			set(f, like, PLAT_FIELD_MODE, modes[i].means);
}

static void take_lib(struct plat_flags *f, struct fl_slice name, const struct plat_fact *like)
{
	if (fl_slice_starts(name, ":lib"))
		name = fl_slice_head(fl_slice_skip(name, 4),
			name.len - 4 < 2 ? 0 : name.len - 4 - (fl_slice_ends(name, ".so") ? 3 : 2));
	struct fl_slice lib = plat_lib_of_link(name, f->to->a);
	if (lib.len)
		add(f, like, PLAT_FIELD_LIBS, PLAT_FACT_ADD, lib);
}

/* "-lz" of msvc's: "zlib.lib"; and files of libraries: "/usr/lib/libz.so". */
static void take_lib_file(struct plat_flags *f, struct fl_slice word, const struct plat_fact *like)
{
	struct fl_slice name = fl_path_name(word);
	if (fl_slice_starts(word, "-"))
		return;
	if (fl_slice_ends(word, ".lib") && !memchr(word.ptr, '/', word.len))
		take_lib(f, fl_slice_head(name, name.len - 4), like);
	else if (fl_slice_starts(word, "/usr/lib") && fl_slice_starts(name, "lib") &&
		 (fl_slice_ends(name, ".so") || fl_slice_ends(name, ".a")))
		take_lib(f,
			fl_slice(name.ptr + 3, name.len - 3 - (fl_slice_ends(name, ".a") ? 2 : 3)),
			like);
}

static void take_msvc_arch(struct plat_flags *f, struct fl_slice word, const struct plat_fact *like)
{
	static const struct plat_alias levels[] = {{"SSE2", ""}, {"AVX", "avx"},
		{"AVX2", "avx avx2"},
		{"AVX512", "avx avx2 avx512f avx512bw avx512cd avx512dq avx512vl"}};
	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++)
		if (fl_slice_eqs(word, levels[i].name))
			add_words(f, levels[i].means, like);
}

static void take_linker(struct plat_flags *f, struct fl_slice parts, const struct plat_fact *like)
{
	struct plat_flags inner;
	plat_flags_init(&inner, f->to, f->cxx);
	while (parts.len) {
		ptrdiff_t comma = fl_slice_chr(parts, ',');
		struct fl_slice part = fl_slice_head(parts, comma < 0 ? parts.len : (size_t)comma);
		parts = fl_slice_skip(parts, part.len + 1);
		if (fl_slice_starts(part, "-l"))
			plat_flags_take(&inner, part, like);
	}
}

static void take_arch(struct plat_flags *f, struct fl_slice word, const struct plat_fact *like)
{
	struct fl_slice arch = plat_arch_name(word);
	if (arch.len)
		add(f, like, PLAT_FIELD_ARCH, PLAT_FACT_SET, arch);
}

/* What its value says of a flag that has one. */
static void take_value(struct plat_flags *f, enum plat_flag_does does, struct fl_slice value,
	const struct plat_fact *like)
{
	static void (*const takers[])(
		struct plat_flags *, struct fl_slice, const struct plat_fact *) = {
		[PLAT_DOES_STANDARD] = take_standard,
		[PLAT_DOES_TARGET] = plat_flags_target,
		[PLAT_DOES_ARCH] = take_arch,
		[PLAT_DOES_CPU] = take_cpu,
		[PLAT_DOES_DEFINE] = take_define,
		[PLAT_DOES_LIB] = take_lib,
		[PLAT_DOES_LIB_FILE] = take_lib_file,
		[PLAT_DOES_MSVC_ARCH] = take_msvc_arch,
		[PLAT_DOES_LINKER] = take_linker,
		[PLAT_DOES_NOTHING] = NULL,
	};
	if (does == PLAT_DOES_SANITIZE)
		take_sanitizers(f, value, PLAT_FACT_ADD, like);
	else if (does == PLAT_DOES_UNSANITIZE)
		take_sanitizers(f, value, PLAT_FACT_REMOVE, like);
	else if (does == PLAT_DOES_UNFEATURE)
		add(f, like, PLAT_FIELD_FEATURES, PLAT_FACT_REMOVE, value);
	else if (does == PLAT_DOES_FEATURE && plat_is_feature(value))
		add(f, like, PLAT_FIELD_FEATURES, PLAT_FACT_ADD, value);
	else if (does == PLAT_DOES_FPU && fl_slice_find(value, "neon") >= 0)
		add(f, like, PLAT_FIELD_FEATURES, PLAT_FACT_ADD, FL_S("neon"));
	else if (takers[does])
		takers[does](f, value, like);
}

static void take_word(
	struct plat_flags *f, const struct plat_flag_row *row, const struct plat_fact *like)
{
	static const enum plat_fact_kind kinds[] = {[PLAT_DOES_SET] = PLAT_FACT_SET,
		[PLAT_DOES_ADD] = PLAT_FACT_ADD,
		[PLAT_DOES_NOT_USER] = PLAT_FACT_NOT_USER,
		[PLAT_DOES_NARROW] = PLAT_FACT_NARROW};
	if (row->does == PLAT_DOES_NOTHING)
		return;
	if (row->value && strcmp(row->value, "ansi") == 0)
		set(f, like, row->field, f->cxx ? "c++98" : "c89");
	else
		add(f, like, row->field, kinds[row->does], fl_slice_str(row->value));
}

void plat_flags_take(struct plat_flags *f, struct fl_slice argument, const struct plat_fact *like)
{
	struct plat_fact fact = *like;
	if (!fact.text.len)
		fact.text = argument;
	const struct plat_flag_row *row = f->waits;
	if (row) {
		f->waits = NULL;
		take_value(f, row->does, argument, &fact);
		return;
	}
	for (row = plat_flag_rows; row->text; row++) {
		struct fl_slice text = fl_slice_str(row->text);
		bool whole = fl_slice_eq(argument, text);
		bool head = row->form == PLAT_FORM_HEAD || row->form == PLAT_FORM_BOTH;
		if (!whole && !(head && fl_slice_starts_with(argument, text)))
			continue;
		if (row->form == PLAT_FORM_WORD)
			take_word(f, row, &fact);
		else if (whole && row->form != PLAT_FORM_HEAD)
			f->waits = row;
		else
			take_value(f, row->does, fl_slice_skip(argument, text.len), &fact);
		return;
	}
}

/* The endings of compilers' names, the longer ones first, and what they are called in a context. */
static const struct {
	const char *end, *name;
} compilers[] = {
	{"clang++", "clang++"},
	{"clang-cl", "clang-cl"},
	{"clang", "clang"},
	{"g++", "g++"},
	{"gcc", "gcc"},
	{"icpx", "icpx"},
	{"icpc", "icpc"},
	{"icx", "icx"},
	{"icc", "icc"},
	{"nvcc", "nvcc"},
	{"armclang", "armclang"},
	{"armcc", "armcc"},
	{"cl", "msvc"},
};

/* "-12", "-12.2" at the end. */
static struct fl_slice cut_version(struct fl_slice *name)
{
	size_t n = name->len;
	while (n &&
		((name->ptr[n - 1] >= '0' && name->ptr[n - 1] <= '9') || name->ptr[n - 1] == '.'))
		n--;
	if (n < 2 || n == name->len || name->ptr[n - 1] != '-')
		return fl_slice(NULL, 0);
	struct fl_slice version = fl_slice_skip(*name, n);
	*name = fl_slice_head(*name, n - 1);
	return version;
}

void plat_flags_compiler(struct plat_flags *f, struct fl_slice path, const struct plat_fact *like)
{
	struct plat_fact fact = *like;
	struct fl_slice name = fl_path_name(path);
	ptrdiff_t back = fl_slice_rchr(name, '\\');
	name = fl_slice_skip(name, (size_t)(back + 1));
	if (!fact.text.len)
		fact.text = path;
	if (fl_slice_ends(name, ".exe"))
		name = fl_slice_head(name, name.len - 4);
	struct fl_slice version = cut_version(&name);
	for (size_t i = 0; i < sizeof(compilers) / sizeof(*compilers); i++) {
		struct fl_slice end = fl_slice_str(compilers[i].end);
		struct fl_slice triple = fl_slice_head(name, name.len - end.len);
		if (!fl_slice_ends_with(name, end) || (triple.len && !fl_slice_ends(triple, "-")))
			continue;
		struct fl_slice called = fl_slice_str(compilers[i].name);
		add(f, &fact, PLAT_FIELD_COMPILER, PLAT_FACT_SET,
			version.len ? fl_arena_printf(f->to->a, "%.*s %.*s", FL_ARG(called),
					      FL_ARG(version))
				    : called);
		if (triple.len)
			plat_flags_target(f, fl_slice_head(triple, triple.len - 1), &fact);
		else if (fl_slice_eqs(called, "msvc"))
			set(f, &fact, PLAT_FIELD_OS, "windows");
		return;
	}
}
