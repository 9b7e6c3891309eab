#include "platform/configure/trace.h"

#include "base/json.h"
#include "platform/configure/grow.h"

/* Commands that set flags or a standard, the latter where an argument says so. */
static const char *const setters[] = {
	"set",
	"list",
	"string",
	"add_compile_options",
	"add_definitions",
	"add_link_options",
	"set_property",
	"set_target_properties",
	"target_compile_features",
};

static bool is_setter(struct fl_slice command)
{
	for (size_t i = 0; i < sizeof(setters) / sizeof(*setters); i++)
		if (fl_slice_eq_nocase(command, fl_slice_str(setters[i])))
			return true;
	return false;
}

static struct fl_slice arguments(const struct fl_json *list, struct fl_arena *a)
{
	size_t len = 0, at = 0;
	for (const struct fl_json *v = list ? list->child : NULL; v; v = v->next)
		len += v->text.len + 1;
	char *text = fl_arena_alloc(a, len + 1);
	for (const struct fl_json *v = list && text ? list->child : NULL; v; v = v->next) {
		if (v->text.len)
			memcpy(text + at, v->text.ptr, v->text.len);
		at += v->text.len;
		text[at++] = ' ';
	}
	return text ? fl_slice(text, len) : (struct fl_slice){0};
}

/* Does it set a standard: CMAKE_CXX_STANDARD, CXX_STANDARD, cxx_std_17? */
static bool has_standard(struct fl_slice value)
{
	return fl_slice_find(value, "_STANDARD ") >= 0 || fl_slice_find(value, "_std_") >= 0;
}

/* The command of a line; false: it is of no use. What it takes of the arena is to be given back. */
static bool read_line(struct fl_slice line, struct fl_arena *a, struct plat_traced *ret_command)
{
	const struct fl_json *v;
	struct fl_slice path;
	if (!fl_slice_starts(line, "{\"args\"") || fl_json_parse(line, a, &v, NULL))
		return false;
	if (!is_setter(fl_json_str(fl_json_get(v, "cmd"))) ||
		!plat_grow_path(
			a, FL_S(PLAT_BOX_SOURCE), fl_json_str(fl_json_get(v, "file")), &path))
		return false;
	struct fl_slice value = arguments(fl_json_get(v, "args"), a);
	ret_command->standard = has_standard(value);
	ret_command->value = value;
	ret_command->at = (struct plat_place){path, fl_json_int(fl_json_get(v, "line"), 0)};
	return ret_command->standard || fl_slice_chr(value, '-') >= 0;
}

int plat_trace_read(struct fl_slice text, struct fl_arena *a, struct plat_trace *ret_trace,
	struct fl_error *err)
{
	struct fl_vec v;
	struct fl_slice line;
	struct fl_arena scratch;
	fl_vec_init(&v, sizeof(struct plat_traced), PLAT_TRACED_MAX);
	fl_arena_init(&scratch, FL_JSON_MAX);
	while (fl_slice_line(&text, &line) && v.len < PLAT_TRACED_MAX) {
		struct plat_traced command;
		fl_arena_clear(&scratch);
		if (!read_line(line, &scratch, &command))
			continue;
		struct plat_traced *to = fl_vec_add(&v);
		if (!to)
			break;
		*to = command;
		to->value = fl_arena_slice(a, command.value);
		to->at.file = fl_arena_slice(a, command.at.file);
	}
	int rc = v.failed;
	fl_arena_release(&scratch);
	if (rc == 0) {
		ret_trace->commands = fl_vec_freeze(&v, a);
		rc = a->failed;
	}
	fl_vec_release(&v);
	return rc ? fl_error_set(err, rc, "CMake's trace has more than is taken") : 0;
}

static bool has_word(struct fl_slice text, struct fl_slice word)
{
	for (;;) {
		ptrdiff_t i = word.len ? fl_slice_search(text, word) : -1;
		if (i < 0)
			return false;
		struct fl_slice rest = fl_slice_skip(text, (size_t)i + word.len);
		bool start = i == 0 || !fl_is_word(text.ptr[i - 1]);
		if (start && (!rest.len || !fl_is_word(*rest.ptr)))
			return true;
		text = fl_slice_skip(text, (size_t)i + 1);
	}
}

void plat_trace_standard(const struct plat_trace *t, enum plat_languages language,
	struct fl_slice year, struct plat_place *ret_at)
{
	const struct plat_traced *c = t ? t->commands.items : NULL;
	for (size_t i = t ? t->commands.len : 0; i-- > 0;) {
		bool cxx = fl_slice_find(c[i].value, "CXX_STANDARD ") >= 0 ||
			   fl_slice_find(c[i].value, "cxx_std_") >= 0;
		ptrdiff_t feature = fl_slice_find(c[i].value, "_std_");
		bool fits = feature < 0
				    ? has_word(c[i].value, year)
				    : fl_slice_starts_with(
					      fl_slice_skip(c[i].value, (size_t)feature + 5), year);
		if (c[i].standard && cxx == (language == PLAT_FOR_CXX) && fits) {
			*ret_at = c[i].at;
			return;
		}
	}
}

void plat_trace_flag(const struct plat_trace *t, struct fl_slice flag, struct plat_place *ret_at)
{
	const struct plat_traced *c = t ? t->commands.items : NULL;
	for (size_t i = t ? t->commands.len : 0; i-- > 0;)
		if (has_word(c[i].value, flag)) {
			*ret_at = c[i].at;
			return;
		}
}
