#include "platform/firmware/firmware.h"

#include "base/path.h"
#include "platform/firmware/tables.h"

/* What the words of a target say together. */
struct signs {
	const struct plat_setting *mode, *arch, *script; /* the words that say it */
	const char *mode_is, *arch_is, *system_is;
	int rank; /* of the word that the processor is known from */
	bool freestanding, no_library, no_start, has_mode, has_arch, has_system;
	const struct plat_setting *freestanding_at;
	struct fl_slice script_path;
};

/* Words that say more of the processor come before those that say less. */
enum { RANK_PREFIX = 1, RANK_OUTPUT, RANK_FLAG, RANK_CPU };

static void take_name(
	struct signs *s, const struct fw_name *n, const struct plat_setting *at, int rank)
{
	if (!n)
		return;
	if (n->arch && rank >= s->rank) {
		s->arch = at;
		s->arch_is = n->arch;
		s->rank = rank;
	}
	if (n->bare && !s->mode_is) {
		s->mode = at;
		s->mode_is = "firmware";
	}
	if (n->system)
		s->system_is = n->system;
}

static void take_flag(struct signs *s, const struct plat_setting *at)
{
	static const char *const cpus[] = {"-mcpu=", "-mmcu=", "-march="};
	struct fl_slice w = at->value;
	for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++)
		if (fl_slice_starts(w, cpus[i]))
			take_name(s, plat_fw_find(plat_fw_cpus, fl_slice_skip(w, strlen(cpus[i]))),
				at, RANK_CPU);
	take_name(s, plat_fw_find(plat_fw_flags, w), at, RANK_FLAG);
	if (fl_slice_eqs(w, "-ffreestanding")) {
		s->freestanding = true;
		s->freestanding_at = at;
	}
	s->no_library |= fl_slice_eqs(w, "-nostdlib") || fl_slice_eqs(w, "-nodefaultlibs");
	s->no_start |= fl_slice_eqs(w, "-nostartfiles") || fl_slice_eqs(w, "-nostdlib");
	if (fl_slice_eqs(w, "-D__KERNEL__") || fl_slice_eqs(w, "-mcmodel=kernel")) {
		s->mode = at;
		s->mode_is = "kernel";
	}
}

/* "-T x", "-Tx", "-Wl,-T,x", "-Wl,-Tx", "--script=x" */
static void take_script(
	struct signs *s, const struct plat_setting *at, const struct plat_setting *next)
{
	static const char *const starts[] = {
		"-Wl,--script=", "-Wl,-T,", "-Wl,-T", "--script=", "-T"};
	static const char *const sections[] = {
		"-Ttext", "-Tdata", "-Tbss", "-Wl,-Ttext", "-Wl,-Tdata", "-Wl,-Tbss"};
	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		if (fl_slice_starts(at->value, sections[i]))
			return;
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		if (!fl_slice_starts(at->value, starts[i]))
			continue;
		struct fl_slice path = fl_slice_skip(at->value, strlen(starts[i]));
		if (!path.len && next)
			path = next->value;
		s->script = at;
		s->script_path = path;
		return;
	}
}

static void take_all(struct signs *s, const struct fl_list *settings)
{
	const struct plat_setting *x = settings->items;
	for (size_t i = 0; i < settings->len; i++) {
		s->has_mode |= x[i].what == PLAT_MODE;
		s->has_arch |= x[i].what == PLAT_ARCH;
		s->has_system |= x[i].what == PLAT_SYSTEM;
		if (x[i].removed)
			continue;
		if (x[i].what == PLAT_COMPILER)
			take_name(s, plat_fw_find(plat_fw_prefixes, fl_path_name(x[i].value)),
				&x[i], RANK_PREFIX);
		if (x[i].what == PLAT_FLAG || x[i].what == PLAT_LINK) {
			take_flag(s, &x[i]);
			take_script(s, &x[i], i + 1 < settings->len ? &x[i + 1] : NULL);
		}
	}
}

/* The word in the parentheses behind a command of ld's. */
static struct fl_slice word_of(struct fl_slice text, const char *command)
{
	ptrdiff_t at = fl_slice_find(text, command);
	if (at < 0)
		return fl_slice(NULL, 0);
	text = fl_slice_skip(text, (size_t)at + strlen(command));
	text = fl_slice_trim(text);
	if (!fl_slice_starts(text, "("))
		return fl_slice(NULL, 0);
	text = fl_slice_trim(fl_slice_skip(text, 1));
	size_t n = 0;
	while (n < text.len && n < 64 && text.ptr[n] != ')' && text.ptr[n] != ',')
		n++;
	text = fl_slice_trim(fl_slice_head(text, n));
	if (text.len > 1 && text.ptr[0] == '"')
		text = fl_slice(text.ptr + 1, text.len - 2);
	return text;
}

/* Does "MEMORY" stand with a brace behind it? */
static bool has_memory(struct fl_slice text)
{
	ptrdiff_t at = fl_slice_find(text, "MEMORY");
	struct fl_slice rest =
		fl_slice_trim(fl_slice_skip(text, at < 0 ? text.len : (size_t)at + 6));
	return at >= 0 && fl_slice_starts(rest, "{");
}

static void read_script(struct plat_tree *tree, struct fl_slice near, struct signs *s)
{
	struct fl_arena a;
	struct fl_slice text;
	fl_arena_init(&a, 2 * PLAT_FILE_MAX);
	struct fl_slice dir = fl_path_directory(near);
	struct fl_slice beside =
		fl_arena_printf(&a, "%.*s/%.*s", FL_ARG(dir), FL_ARG(s->script_path));
	if (plat_tree_read(tree, beside, &a, &text, NULL) == 0 ||
		plat_tree_read(tree, s->script_path, &a, &text, NULL) == 0) {
		take_name(s, plat_fw_find(plat_fw_outputs, word_of(text, "OUTPUT_ARCH")), s->script,
			RANK_OUTPUT);
		take_name(s, plat_fw_find(plat_fw_outputs, word_of(text, "OUTPUT_FORMAT")),
			s->script, RANK_OUTPUT);
		if (has_memory(text) && !s->mode_is) {
			s->mode = s->script;
			s->mode_is = "firmware";
		}
	}
	fl_arena_release(&a);
}

static void decide(struct signs *s)
{
	bool alone = s->freestanding && (s->no_library || s->script);
	if (!s->mode_is && (alone || (s->no_start && s->script))) {
		s->mode = s->script ? s->script : s->freestanding_at;
		s->mode_is = "firmware";
	}
}

static void add(struct plat_setting *to, enum plat_what what, const char *value,
	const struct plat_setting *from)
{
	*to = (struct plat_setting){.what = what,
		.languages = PLAT_FOR_ALL,
		.value = fl_slice_str(value),
		.at = from->at,
		.unsure = from->unsure};
}

/* The target's settings with what the signs say behind them. */
static void put(struct plat_target *t, const struct signs *s, struct fl_arena *a)
{
	struct plat_setting *all = fl_arena_array(a, t->settings.len + 3, sizeof(*all));
	size_t n = t->settings.len;
	if (!all)
		return;
	if (n)
		memcpy(all, t->settings.items, n * sizeof(*all));
	if (s->mode_is && !s->has_mode)
		add(&all[n++], PLAT_MODE, s->mode_is, s->mode);
	if (s->arch_is && !s->has_arch)
		add(&all[n++], PLAT_ARCH, s->arch_is, s->arch);
	if (!s->has_system && s->mode_is && !strcmp(s->mode_is, "firmware"))
		add(&all[n++], PLAT_SYSTEM, "Generic", s->mode);
	else if (!s->has_system && s->system_is && s->arch)
		add(&all[n++], PLAT_SYSTEM, s->system_is, s->arch);
	t->settings = (struct fl_list){all, n};
}

int plat_firmware_mark(struct plat_tree *tree, struct fl_arena *a, struct plat_project *project,
	struct fl_error *err)
{
	struct plat_target *t = project->targets.items;
	size_t scripts = 0;
	for (size_t i = 0; i < project->targets.len; i++) {
		const struct plat_source *sources = t[i].sources.items;
		struct signs s = {0};
		take_all(&s, &project->settings);
		take_all(&s, &t[i].settings);
		/* sources of one target are built for one processor */
		if (t[i].sources.len)
			take_all(&s, &sources[0].settings);
		if (s.script_path.len && scripts++ < FW_SCRIPTS_MAX)
			read_script(tree, t[i].at.file, &s);
		decide(&s);
		put(&t[i], &s, a);
	}
	return fl_arena_error(a, "the marks of a project's targets", err);
}
