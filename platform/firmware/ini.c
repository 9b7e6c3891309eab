#include "platform/firmware/ini.h"

#include "platform/firmware/firmware.h"

static struct fw_section *section_of(const struct fw_ini *ini, struct fl_slice name)
{
	for (size_t i = 0; i < ini->section_count; i++)
		if (fl_slice_eq(ini->sections[i].name, name))
			return &ini->sections[i];
	return NULL;
}

/* Without a remark behind it: " ;" or " #". */
static struct fl_slice without_remark(struct fl_slice line)
{
	for (size_t i = 0; i < line.len; i++)
		if (line.ptr[i] == ';' && (!i || line.ptr[i - 1] == ' ' || line.ptr[i - 1] == '\t'))
			return fl_slice_head(line, i);
	return line;
}

static struct fw_section *open_section(struct fw_ini *ini, struct fl_slice line)
{
	ptrdiff_t end = fl_slice_chr(line, ']');
	struct fl_slice name =
		fl_slice_trim(fl_slice_head(fl_slice_skip(line, 1), end > 1 ? (size_t)end - 1 : 0));
	struct fw_section *s = section_of(ini, name);
	if (!s && ini->section_count < FW_SECTIONS_MAX) {
		s = &ini->sections[ini->section_count++];
		*s = (struct fw_section){.name = name};
	}
	return s;
}

static struct fw_option *add_option(
	struct fw_ini *ini, struct fw_section *s, struct fl_slice line, int64_t number)
{
	ptrdiff_t equals = fl_slice_chr(line, '=');
	struct fw_option *o = equals > 0 ? fl_arena_alloc(ini->a, sizeof(*o)) : NULL;
	if (!o)
		return NULL;
	*o = (struct fw_option){.name = fl_slice_trim(fl_slice_head(line, (size_t)equals)),
		.value = fl_slice_trim(fl_slice_skip(line, (size_t)equals + 1)),
		.line = number,
		.next = s->options};
	s->options = o;
	return o;
}

void plat_fw_ini_read(
	struct fw_ini *ret, struct fl_slice path, struct fl_slice text, struct fl_arena *a)
{
	struct fw_section *section = NULL;
	struct fw_option *option = NULL;
	struct fl_slice raw;
	*ret = (struct fw_ini){.path = path, .a = a};
	ret->sections = fl_arena_array(a, FW_SECTIONS_MAX, sizeof(*ret->sections));
	ret->looks = fl_arena_alloc(a, sizeof(*ret->looks));
	for (int64_t n = 1; ret->sections && ret->looks && fl_slice_line(&text, &raw); n++) {
		struct fl_slice line = fl_slice_trim(without_remark(raw));
		bool indented = raw.len && (raw.ptr[0] == ' ' || raw.ptr[0] == '\t');
		if (!line.len || line.ptr[0] == '#')
			continue; /* within a value, it goes on behind it */
		if (line.ptr[0] == '[' && !indented) {
			section = open_section(ret, line);
			option = NULL;
		} else if (indented && option) {
			if (option->value.len + line.len < FW_VALUE_MAX)
				option->value = fl_arena_printf(
					a, "%.*s\n%.*s", FL_ARG(option->value), FL_ARG(line));
		} else if (section) {
			option = add_option(ret, section, line, n);
		}
	}
}

static struct fl_slice get(const struct fw_ini *ini, struct fl_slice section, struct fl_slice name,
	struct plat_place *ret_at, unsigned depth);

/* "${section.name}" in a value; "${this.x}" is of the section itself. */
static void replace(const struct fw_ini *ini, struct fl_slice section, struct fl_slice value,
	struct fl_buf *out, unsigned depth)
{
	while (value.len) {
		ptrdiff_t at = fl_slice_find(value, "${"), end;
		struct plat_place ignored;
		fl_buf_slice(out, fl_slice_head(value, at < 0 ? value.len : (size_t)at));
		if (at < 0)
			return;
		value = fl_slice_skip(value, (size_t)at);
		end = fl_slice_chr(value, '}');
		struct fl_slice inner = fl_slice(value.ptr + 2, end < 2 ? 0 : (size_t)end - 2);
		ptrdiff_t dot = fl_slice_rchr(inner, '.');
		struct fl_slice of = fl_slice_head(inner, dot < 0 ? 0 : (size_t)dot), found = {0};
		if (fl_slice_eqs(of, "this"))
			of = section;
		if (dot > 0 && depth < FW_DEPTH_MAX)
			found = get(ini, of, fl_slice_skip(inner, (size_t)dot + 1), &ignored,
				depth + 1);
		if (found.ptr)
			fl_buf_slice(out, found);
		else
			fl_buf_slice(out, fl_slice_head(value, end < 0 ? 2 : (size_t)end + 1));
		value = fl_slice_skip(value, end < 0 ? 2 : (size_t)end + 1);
	}
}

static const struct fw_option *own_option(
	const struct fw_ini *ini, struct fl_slice section, struct fl_slice name)
{
	const struct fw_section *s = section_of(ini, section);
	const struct fw_option *o = s ? s->options : NULL;
	while (o && !fl_slice_eq(o->name, name))
		o = o->next;
	return o;
}

static void without_remarks(struct fl_slice value, struct fl_buf *out)
{
	struct fl_slice line;
	while (fl_slice_line(&value, &line)) {
		line = fl_slice_trim(without_remark(line));
		if (!line.len || line.ptr[0] == '#')
			continue;
		if (out->len)
			fl_buf_char(out, '\n');
		fl_buf_slice(out, line);
	}
}

/* The last of those that a section extends counts most. */
static const struct fw_option *option_of(
	const struct fw_ini *ini, struct fl_slice section, struct fl_slice name, unsigned depth)
{
	const struct fw_option *o = own_option(ini, section, name);
	const struct fw_option *extends = own_option(ini, section, FL_S("extends"));
	struct fl_slice rest = extends ? extends->value : fl_slice(NULL, 0);
	const struct fw_option *found = NULL;
	size_t bases = 0;
	if (o || depth >= FW_DEPTH_MAX)
		return o;
	for (size_t start = 0, i = 0; rest.len && i <= rest.len; i++) {
		if (i < rest.len && rest.ptr[i] != ',' && rest.ptr[i] != '\n')
			continue;
		struct fl_slice base = fl_slice_trim(fl_slice(rest.ptr + start, i - start));
		start = i + 1;
		o = base.len && bases++ < FW_BASES_MAX ? option_of(ini, base, name, depth + 4)
						       : NULL;
		found = o ? o : found;
	}
	if (!found && fl_slice_starts(section, "env:"))
		found = own_option(ini, FL_S("env"), name);
	return found;
}

static struct fl_slice get(const struct fw_ini *ini, struct fl_slice section, struct fl_slice name,
	struct plat_place *ret_at, unsigned depth)
{
	const struct fw_option *o = option_of(ini, section, name, 0);
	struct fl_buf b, clean;
	if (!o || ++*ini->looks > FW_LOOKS_MAX)
		return fl_slice(NULL, 0);
	*ret_at = (struct plat_place){ini->path, o->line};
	fl_buf_init(&b, FW_VALUE_MAX);
	fl_buf_init(&clean, FW_VALUE_MAX);
	without_remarks(o->value, &clean);
	replace(ini, section, fl_buf_view(&clean), &b, depth);
	fl_buf_release(&clean);
	struct fl_slice value = fl_arena_slice(ini->a, fl_buf_view(&b));
	fl_buf_release(&b);
	return value;
}

struct fl_slice plat_fw_ini_get(const struct fw_ini *ini, struct fl_slice section, const char *name,
	struct plat_place *ret_at)
{
	return get(ini, section, fl_slice_str(name), ret_at, 0);
}
