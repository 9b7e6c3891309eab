#include <unistd.h>

#include "base/json.h"
#include "base/show.h"
#include "base/source_name.h"
#include "platform/cmd/platform-tag/tool.h"

enum { FILE_MAX = 64 << 20, ARENA_MAX = 64 << 20 };

static enum plat_language language_of(const struct fl_opts *o, const char *file)
{
	int word = fl_opt_word(o, OPT_LANGUAGE);
	if (word == LANGUAGE_AUTO)
		return plat_language_of(fl_slice_str(file));
	return word == LANGUAGE_CXX ? PLAT_CXX : PLAT_C;
}

/* Is it a standard of the language? What is none is told, and the compiler's default stands. */
static bool takes_standard(const char *flag, enum plat_language language, const char *file)
{
	static const char *const names[] = {[PLAT_C] = "C", [PLAT_CXX] = "C++"};
	bool cxx;
	if (fl_source_standard(fl_slice_str(flag + strlen("-std=")), &cxx) &&
		cxx == (language == PLAT_CXX))
		return true;
	fl_tell(plat_tag_tool.name, "%s: %s names no standard of %s: it is left out", file, flag,
		names[language]);
	return false;
}

/* The FLAGs, NULL-terminated, that are taken for a file. NULL: no memory. */
static const char *const *flags_for(const struct plat_tags *t, enum plat_language language,
	const char *file, struct fl_arena *a)
{
	size_t n = 0;
	const char **flags =
		fl_arena_array(a, t->o->operand_count - t->o->dash + 1, sizeof(*flags));
	for (size_t i = t->o->dash; flags && i < t->o->operand_count; i++) {
		const char *flag = t->o->operands[i];
		if (strncmp(flag, "-std=", 5) != 0 || takes_standard(flag, language, file))
			flags[n++] = flag;
	}
	return flags;
}

static int tag_text(
	struct plat_tags *t, struct fl_slice text, const char *file, struct fl_error *err)
{
	enum plat_language language = language_of(t->o, file);
	struct plat_view view = {.file = fl_slice_str(file),
		.text = text,
		.language = &language,
		.given = t->o->dash < t->o->operand_count};
	struct plat_index *index;
	struct fl_list results;
	struct fl_arena a;
	int rc = plat_tags_ask(t, language, err);
	fl_arena_init(&a, ARENA_MAX);
	view.flags = rc ? NULL : flags_for(t, language, file, &a);
	if (!rc)
		rc = fl_arena_error(&a, "the flags", err);
	rc = rc ? rc : plat_index_new(NULL, 0, t->compilers, &a, &index, err);
	rc = rc ? rc : plat_index_file(index, &view, PLAT_TARGETS_COMMON, &a, &results, err);
	rc = rc ? rc : plat_tags_prove(t, &results, NULL, text, language == PLAT_CXX, &a, err);
	rc = rc ? rc : plat_tags_show(t, &results, NULL, &a, err);
	fl_arena_release(&a);
	return rc;
}

int plat_tags_file(struct plat_tags *t, const char *file, struct fl_error *err)
{
	struct fl_error unread;
	struct fl_buf text;
	fl_buf_init(&text, FILE_MAX);
	int rc = fl_buf_read_file(&text, file, &unread)
			 ? plat_tags_complain(t, &unread, err)
			 : tag_text(t, fl_buf_view(&text), file, err);
	fl_buf_release(&text);
	return rc;
}
