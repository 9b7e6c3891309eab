#include "platform/make/state.h"

#include "base/source_name.h"

/* Arguments that have another behind them. */
static const char *const pairs[] = {"-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote",
	"-idirafter", "-isysroot", "-x", "-L", "-l", "-T", "-Xlinker", "-Xassembler",
	"-Xpreprocessor", "-u", "-e", "-z", "-arch", "-target", "-framework", "-Xclang", "-rpath",
	"-version-info", "-release", "-export-symbols", "-export-symbols-regex", "--param", "-b",
	"-m", "-soname", "-h", "-R", "-Map", "-A"};

/* Those that say where lists of dependencies go: they are no flag of what is compiled. */
static const char *const dropped_pairs[] = {"-MF", "-MT", "-MQ"};

/* Those that the linker alone looks at, and those that both do. */
static const char *const link_starts[] = {"-l", "-L", "-Wl,", "-T", "-u", "-Xlinker", "-z",
	"-rpath", "-version-info", "-release", "-export-symbols", "-R", "-framework"};
static const char *const link_words[] = {"-shared", "-static", "-rdynamic", "-pie", "-no-pie",
	"-nostdlib", "-nostartfiles", "-nodefaultlibs", "-s", "-r", "-static-pie", "-static-libgcc",
	"-static-libstdc++", "-static-pie", "-avoid-version", "-module", "-no-undefined"};
static const char *const both_starts[] = {
	"-fsanitize=", "-flto", "-m32", "-m64", "-mcpu=", "-mmcu=", "-march="};
static const char *const both_words[] = {"-pthread", "-fopenmp", "--coverage", "-mthumb"};

#define IN(word, list) fl_slice_is_one(word, list, sizeof(list) / sizeof((list)[0]))

static bool starts_with_one(struct fl_slice word, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_starts(word, list[i]))
			return true;
	return false;
}

#define STARTS(word, list) starts_with_one(word, list, sizeof(list) / sizeof((list)[0]))

/* "gcc", "g++-12", "arm-none-eabi-gcc", "x86_64-linux-musl-clang++" */
bool plat_mk_is_compiler(struct fl_slice program)
{
	static const char *const names[] = {"cc", "gcc", "g++", "c++", "clang", "clang++", "tcc",
		"c99", "c89", "icc", "icpc", "musl-gcc", "sdcc", "mpicc", "mpicxx", "mpic++", "CC",
		"diet-gcc", "afl-gcc", "afl-clang"};
	program = fl_path_name(program);
	/* a version behind the name */
	size_t n = program.len;
	while (n && ((program.ptr[n - 1] >= '0' && program.ptr[n - 1] <= '9') ||
			    program.ptr[n - 1] == '.'))
		n--;
	if (n < program.len && n && program.ptr[n - 1] == '-')
		program = fl_slice_head(program, n - 1);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t len = strlen(names[i]);
		if (fl_slice_ends(program, names[i]) &&
			(program.len == len || program.ptr[program.len - len - 1] == '-'))
			return true;
	}
	return false;
}

bool plat_mk_is_linker(struct fl_slice program)
{
	static const char *const names[] = {"ld", "ld.bfd", "ld.gold", "ld.lld"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t len = strlen(names[i]);
		if (fl_slice_ends(program, names[i]) &&
			(program.len == len || program.ptr[program.len - len - 1] == '-'))
			return true;
	}
	return false;
}

struct call {
	struct mk_maker *m;
	const struct mk_command *c;
	struct mk_record *r;
	struct mk_input **sources_end, **objects_end;
	struct fl_vec settings; /* struct plat_setting */
	struct fl_slice output;
	size_t first; /* index of the compiler */
	bool linker, compiles, preprocesses, has_sources, cxx;
};

/* The line where a word is written: in a variable that the line is made of, or in it itself. */
static struct plat_place place_of(struct mk_maker *m, struct fl_slice word)
{
	const struct fl_vec *noted = &m->work->noted;
	size_t looks = 0;
	for (size_t i = noted->len; i-- > 0;) {
		const struct mk_var *v = *(struct mk_var *const *)fl_vec_at(noted, i);
		for (const struct mk_assignment *a = v->value.from; a && looks < 256;
			a = a->before) {
			struct mk_words w = {.rest = a->text, .raw = true};
			struct mk_word one;
			looks++;
			while (a->at.line && plat_mk_spend(m, 8) && plat_mk_next(&w, &one))
				if (fl_slice_eq(one.text, word))
					return a->at;
		}
	}
	return m->at;
}

static void add(struct call *x, enum plat_what what, struct fl_slice value, bool unsure)
{
	struct mk_work *w = x->m->work;
	struct plat_setting *s = w->settings < MK_SETTINGS_MAX ? fl_vec_add(&x->settings) : NULL;
	w->settings++;
	if (s)
		*s = (struct plat_setting){.what = what,
			.languages = PLAT_FOR_ALL,
			.value = value,
			.at = place_of(x->m, value),
			.unsure = unsure};
}

static void add_argument(struct call *x, struct mk_word w, struct fl_slice like)
{
	bool unsure = w.perhaps || w.unknown;
	bool link_only = x->linker || STARTS(like, link_starts) || IN(like, link_words);
	bool both = STARTS(like, both_starts) || IN(like, both_words);
	/* of a word that is unknown from its start on, not even the kind is known */
	struct fl_slice value = fl_slice_eqs(w.text, "\1") ? FL_S("") : plat_mk_plain(x->m, w.text);
	if (x->compiles || !link_only)
		add(x, PLAT_FLAG, value, unsure);
	if (!x->compiles && (link_only || both || !x->has_sources || !value.len))
		add(x, PLAT_LINK, value, unsure);
}

static void add_package(struct call *x, struct mk_word w)
{
	add(x, PLAT_LIBRARY, fl_slice_skip(w.text, 1), w.perhaps);
}

static struct mk_input *input(struct call *x, struct mk_input ***end, struct mk_word w)
{
	struct fl_slice path;
	if (!plat_mk_argument(x->m, x->c, w.text, &path)) {
		x->r->more_inputs |= w.unknown;
		return NULL;
	}
	struct mk_input *in = fl_arena_alloc(&x->m->work->arena, sizeof(*in));
	if (in) {
		*in = (struct mk_input){.path = path, .perhaps = w.perhaps};
		**end = in;
		*end = &in->next;
	}
	return in;
}

static bool is_source(struct fl_slice word)
{
	static const char *const more[] = {".s", ".S", ".sx", ".asm", ".m", ".mm", ".cu"};
	const struct fl_source_name *name = fl_source_name(word);
	if (fl_slice_ends(word, ".h") || fl_slice_ends(word, ".hpp"))
		return false;
	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++)
		if (fl_slice_ends(word, more[i]))
			return true;
	return name != NULL;
}

/* Whether it compiles decides where its flags go, so that is looked for first. */
static void look_ahead(struct call *x)
{
	for (size_t i = x->first + 1; i < x->c->count; i++) {
		struct fl_slice w = x->c->words[i].text;
		bool mode = fl_slice_eqs(w, "-c") || fl_slice_eqs(w, "-S") ||
			    fl_slice_eqs(w, "--mode=compile");
		x->compiles |= mode && !x->linker;
		x->preprocesses |= fl_slice_eqs(w, "-E") || fl_slice_eqs(w, "-M") ||
				   fl_slice_eqs(w, "-MM") || fl_slice_eqs(w, "-fsyntax-only");
		x->has_sources |= w.len && w.ptr[0] != '-' && is_source(w);
	}
}

static void take(struct call *x, size_t *i)
{
	struct mk_word w = x->c->words[*i];
	bool has_next = *i + 1 < x->c->count;
	if (fl_slice_eqs(w.text, "-c") || fl_slice_eqs(w.text, "-S"))
		return;
	if ((fl_slice_eqs(w.text, "-o") || fl_slice_eqs(w.text, "--output")) && has_next) {
		x->output = x->c->words[++*i].text;
	} else if (fl_slice_starts(w.text, "-o") && w.text.len > 2 &&
		   !fl_slice_eqs(w.text, "-objectlist")) {
		x->output = fl_slice_skip(w.text, 2);
	} else if (IN(w.text, dropped_pairs)) {
		++*i;
	} else if (has_next && IN(w.text, pairs) && !(x->linker && fl_slice_eqs(w.text, "-b"))) {
		add_argument(x, w, w.text);
		add_argument(x, x->c->words[++*i], w.text);
	} else if (w.text.len && w.text.ptr[0] == MK_PACKAGE) {
		add_package(x, w);
	} else if (!w.text.len) {
		return;
	} else if (w.text.ptr[0] == '-' || fl_slice_eqs(w.text, "\1")) {
		add_argument(x, w, w.text);
		x->r->more_inputs |= fl_slice_eqs(w.text, "\1");
	} else if (is_source(w.text)) {
		input(x, &x->sources_end, w);
	} else {
		/* objects and libraries by their paths */
		bool is_library = fl_slice_ends(w.text, ".a") ||
				  fl_slice_find(fl_path_name(w.text), ".so") > 0;
		input(x, &x->objects_end, w);
		if (is_library)
			add(x, PLAT_LINK, plat_mk_plain(x->m, w.text), w.perhaps);
	}
}

/* What is linked, by its name and how. */
static enum plat_target_kind kind_of(const struct call *x)
{
	bool shared = fl_slice_find(fl_path_name(x->output), ".so") > 0, relocatable = false;
	for (size_t i = x->first + 1; i < x->c->count; i++) {
		struct fl_slice w = x->c->words[i].text;
		shared |= fl_slice_eqs(w, "-shared") || fl_slice_eqs(w, "-dynamiclib") ||
			  (fl_slice_eqs(w, "-rpath") && fl_slice_ends(x->output, ".la"));
		relocatable |= fl_slice_eqs(w, "-r") || fl_slice_eqs(w, "-Wl,-r") ||
			       fl_slice_eqs(w, "-i") || fl_slice_eqs(w, "-Ur");
	}
	if (relocatable)
		return PLAT_OBJECTS;
	if (shared)
		return PLAT_SHARED_LIBRARY;
	return fl_slice_ends(x->output, ".la") ? PLAT_STATIC_LIBRARY : PLAT_PROGRAM;
}

/* "gcc -c dir/a.c" makes "a.o" where it runs. */
static void output_of(struct call *x)
{
	struct fl_slice path;
	struct mk_record *r = x->r;
	if (!x->output.len && x->compiles && r->sources && !r->sources->next) {
		struct fl_slice name = fl_path_name(r->sources->path);
		ptrdiff_t dot = fl_slice_rchr(name, '.');
		x->output = fl_arena_printf(&x->m->work->arena, "%.*s.o",
			FL_ARG(fl_slice_head(name, dot < 0 ? name.len : (size_t)dot)));
	} else if (!x->output.len && !x->compiles) {
		x->output = FL_S("a.out");
	}
	if (x->output.len && plat_mk_argument(x->m, x->c, x->output, &path))
		r->output = path;
}

/* "gcc -c a.c b.c": each makes an object of its own. */
static void one_by_one(struct call *x)
{
	struct mk_record *r = x->r;
	struct mk_input *next = r->compiles_many ? r->sources : NULL;
	for (; next; next = next->next) {
		struct fl_slice name = fl_path_name(next->path), path;
		struct mk_record *one =
			next == r->sources ? r : plat_mk_record(x->m, x->c, r->kind);
		struct mk_input *alone = fl_arena_alloc(&x->m->work->arena, sizeof(*alone));
		if (!one || !alone)
			return;
		*alone = (struct mk_input){.path = next->path, .perhaps = next->perhaps};
		ptrdiff_t dot = fl_slice_rchr(name, '.');
		struct fl_slice object = fl_arena_printf(&x->m->work->arena, "%.*s.o",
			FL_ARG(fl_slice_head(name, dot < 0 ? name.len : (size_t)dot)));
		one->settings = r->settings;
		one->setting_count = r->setting_count;
		one->output = plat_mk_argument(x->m, x->c, object, &path) ? path : FL_S("");
		if (one != r)
			one->sources = alone;
	}
	if (r->compiles_many)
		r->sources->next = NULL;
}

static void finish(struct call *x)
{
	struct mk_record *r = x->r;
	struct plat_setting *kept =
		fl_arena_array(&x->m->work->arena, x->settings.len + 1, sizeof(*kept));
	if (kept && x->settings.len)
		memcpy(kept, x->settings.data, x->settings.len * sizeof(*kept));
	r->settings = kept;
	r->setting_count = kept ? x->settings.len : 0;
	r->makes = x->compiles ? PLAT_OBJECTS : kind_of(x);
	output_of(x);
	r->compiles_many = x->compiles && !x->output.len && r->sources && r->sources->next;
	if (r->compiles_many)
		one_by_one(x);
}

void plat_mk_compiler(struct mk_maker *m, const struct mk_command *c, size_t at, bool linker)
{
	struct call x = {.m = m, .c = c, .first = at, .linker = linker};
	struct mk_word compiler = c->words[at];
	look_ahead(&x);
	if (x.preprocesses || !(x.r = plat_mk_record(m, c, x.compiles ? MK_COMPILE : MK_LINK)))
		return;
	x.sources_end = &x.r->sources;
	x.objects_end = &x.r->objects;
	fl_vec_init(&x.settings, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	if (fl_slice_eqs(compiler.text, "\1"))
		add(&x, PLAT_COMPILER, FL_S(""), true);
	else if (!linker)
		add(&x, PLAT_COMPILER, fl_path_name(compiler.text),
			compiler.perhaps || compiler.unknown);
	for (size_t i = at + 1; i < c->count && plat_mk_spend(m, 16); i++)
		take(&x, &i);
	if (m->work->settings > MK_SETTINGS_MAX || x.settings.failed)
		x.r->unsure = x.r->more_inputs = true;
	finish(&x);
	fl_vec_release(&x.settings);
}
