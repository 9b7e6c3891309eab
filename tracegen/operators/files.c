#include "tracegen/operators/files.h"

#include "base/source_name.h"

enum { FILES_MAX = 64 };

/* ---- the units ---- */

size_t tg_unit_count(const struct tg_unit *u)
{
	return u->units ? u->units->len : 1;
}

const struct tg_unit *tg_unit_at(const struct tg_unit *u, size_t i)
{
	return u->units ? (const struct tg_unit *)u->units->items + i : u;
}

bool tg_is_first_unit(const struct tg_unit *u)
{
	for (size_t i = 0; i < tg_unit_count(u); i++) {
		const struct tg_unit *other = tg_unit_at(u, i);
		if (fl_slice_eq(other->file, u->file))
			return other == u;
	}
	return true;
}

bool tg_all_mutable(const struct tg_unit *u)
{
	for (size_t i = 0; i < u->program->files.len; i++) {
		struct fl_slice path = tg_program_at(u->program, i)->path;
		if (fl_source_name(path) && !tg_texts_have(&u->program->mutate, path))
			return false;
	}
	return true;
}

bool tg_is_header(const struct tg_unit *u)
{
	return !tg_texts_have(&u->program->sources, u->file);
}

/* ---- who includes what ---- */

static bool includes_file(const struct tg_program *p, const struct tg_file *from,
	struct fl_slice path, unsigned char *seen)
{
	struct fl_slice text = from->content, line;
	size_t index = (size_t)(from - tg_program_at(p, 0));
	if (index >= FILES_MAX || seen[index])
		return false;
	seen[index] = 1;
	while (fl_slice_line(&text, &line)) {
		bool quoted = false;
		struct fl_slice name = fl_source_included(line, &quoted);
		if (!quoted || !name.len)
			continue;
		if (fl_slice_ends_with(path, name))
			return true;
		for (size_t i = 0; i < p->files.len; i++)
			if (fl_slice_ends_with(tg_program_at(p, i)->path, name) &&
				includes_file(p, tg_program_at(p, i), path, seen))
				return true;
	}
	return false;
}

size_t tg_includers(const struct tg_program *p, struct fl_slice path)
{
	size_t n = 0;
	for (size_t i = 0; i < p->sources.len; i++) {
		unsigned char seen[FILES_MAX] = {0};
		n += includes_file(p, tg_program_file(p, tg_text_at(&p->sources, i)), path, seen);
	}
	return n;
}

/* ---- names ---- */

struct fl_slice tg_drifted_name(struct fl_slice name, struct fl_arena *a)
{
	static const struct {
		const char *from, *to;
	} words[] = {{"get", "fetch"}, {"init", "setup"}, {"create", "make"}, {"free", "destroy"},
		{"destroy", "free"}, {"add", "insert"}, {"insert", "add"}, {"remove", "delete"},
		{"find", "lookup"}, {"print", "show"}, {"show", "print"}, {"size", "length"},
		{"length", "size"}, {"len", "size"}, {"push", "append"}, {"new", "create"},
		{"count", "num"}, {"parse", "decode"}, {"read", "load"}, {"write", "store"},
		{"reset", "clear"}, {"clear", "reset"}, {"sum", "total"}, {"total", "sum"},
		{"make", "build"}, {"build", "make"}, {"each", "visit"}, {"has", "contains"},
		{"open", "start"}, {"close", "finish"}, {"next", "advance"}, {"format", "render"},
		{"update", "refresh"}, {"send", "post"}, {"take", "pop"}, {"tell", "describe"}};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		ptrdiff_t at = fl_slice_find(name, words[i].from);
		size_t len = strlen(words[i].from);
		if (at < 0)
			continue;
		struct fl_slice rest = fl_slice_skip(name, (size_t)at + len);
		return fl_arena_printf(
			a, "%.*s%s%.*s", (int)at, name.ptr, words[i].to, FL_ARG(rest));
	}
	/* The last two words change places: "vec_sub", "sub_vec". */
	ptrdiff_t mid = fl_slice_rchr(name, '_');
	if (mid > 0 && (size_t)mid + 1 < name.len)
		return fl_arena_printf(a, "%.*s_%.*s", FL_ARG(fl_slice_skip(name, (size_t)mid + 1)),
			(int)mid, name.ptr);
	return fl_slice_ends(name, "s") ? fl_slice_head(name, name.len - 1)
					: fl_arena_printf(a, "%.*ss", FL_ARG(name));
}

bool tg_may_rename(const struct tg_unit *u, const struct tg_node *f)
{
	struct fl_slice head = fl_slice(u->text.ptr + f->start, f->name_at - f->start);
	struct fl_slice text = tg_node_text(u, f);
	bool own =
		f->parent && f->parent->kind == TG_N_TYPE && fl_slice_eq(f->parent->name, f->name);
	return !f->in_macro && f->name.len >= 4 && !own && !fl_slice_starts(f->name, "operator") &&
	       !fl_slice_starts(f->name, "~") && !fl_slice_eqs(f->name, "main") &&
	       !(f->flags & (TG_F_TEMPLATE | TG_F_CONSTEXPR)) &&
	       fl_slice_find(head, "virtual") < 0 && fl_slice_find(text, " override") < 0 &&
	       fl_slice_starts(fl_slice_skip(u->text, f->name_at), f->name.ptr);
}

const struct tg_node *tg_header_declaration(
	const struct tg_unit *u, const struct tg_node *f, const struct tg_unit **ret_header)
{
	for (size_t i = 0; i < tg_unit_count(u); i++) {
		const struct tg_unit *h = tg_unit_at(u, i);
		if (!tg_is_header(h) || !tg_is_first_unit(h))
			continue;
		TG_EACH(n, h)
		{
			if (n->kind != TG_N_FUNCTION || n->decl != f->decl ||
				(n->flags & TG_F_DEFINITION) || !tg_may_rename(h, n))
				continue;
			*ret_header = h;
			return n;
		}
	}
	return NULL;
}

size_t tg_add_uses(const struct tg_unit *u, const struct tg_node *f, struct fl_slice name,
	struct tg_file_part *parts, size_t count, size_t max)
{
	size_t seen = 0;
	TG_EACH(n, u)
	{
		bool use = (n->kind == TG_N_REF || n->kind == TG_N_MEMBER) && n->decl == f->decl &&
			   n->name_at >= seen;
		if (!use)
			continue;
		seen = n->name_at + f->name.len;
		if (n->in_macro || count >= max)
			return max + 1;
		parts[count++] = (struct tg_file_part){
			.unit = u, .part = {n->name_at, n->name_at + f->name.len, name}, .at = n};
	}
	return count;
}

/* ---- sites ---- */

static struct tg_slip slip_of(const struct tg_file_part *p, struct fl_slice op, struct fl_arena *a)
{
	return (struct tg_slip){.op = op,
		.file = p->unit->file,
		.start = (int64_t)p->part.start,
		.end = (int64_t)p->part.end,
		.original =
			fl_slice(p->unit->text.ptr + p->part.start, p->part.end - p->part.start),
		.replacement = fl_arena_slice(a, p->part.text)};
}

/* What the parts of the unit's own file make of what is from the first to the last of them. */
static void own_text(
	const struct tg_unit *u, const struct tg_file_part *parts, size_t count, struct fl_buf *out)
{
	for (size_t i = 0; i < count; i++) {
		size_t from = i ? parts[i - 1].part.end : parts[i].part.start;
		fl_buf_slice(out, fl_slice(u->text.ptr + from, parts[i].part.start - from));
		fl_buf_slice(out, parts[i].part.text);
	}
}

static bool may_all(const struct tg_file_part *parts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct tg_file_part *p = &parts[i];
		bool behind = i && fl_slice_eq(p->unit->file, parts[i - 1].unit->file) &&
			      p->part.start < parts[i - 1].part.end;
		const struct tg_edit edit = {.start = p->part.start,
			.end = p->part.end,
			.at = p->at,
			.directives = p->directives};
		if (behind || !tg_may_edit(p->unit, &edit))
			return false;
	}
	return count > 0;
}

void tg_put_file_parts(const struct tg_unit *unit, struct tg_sink *sink,
	const struct tg_file_part *parts, size_t count)
{
	struct tg_slip *slips = fl_arena_array(sink->arena, count, sizeof(*slips));
	size_t own = 0, before = sink->sites.len;
	struct fl_buf text;
	if (!slips || !may_all(parts, count))
		return; /* the arena says so at the end */
	while (own < count && fl_slice_eq(parts[own].unit->file, unit->file))
		own++;
	if (own == 0)
		return;
	fl_buf_init(&text, FL_TEXT_MAX);
	own_text(unit, parts, own, &text);
	const struct tg_edit edit = {.kind = TG_DECLARATION,
		.start = parts[0].part.start,
		.end = parts[own - 1].part.end,
		.at = parts[0].at,
		.symbol = parts[0].at ? parts[0].at->name : fl_slice(NULL, 0),
		.directives = parts[0].directives};
	if (text.failed)
		sink->arena->failed = text.failed;
	else
		tg_yield(unit, sink, &edit, fl_arena_slice(sink->arena, fl_buf_view(&text)));
	fl_buf_release(&text);
	if (sink->sites.len == before || count == 1)
		return;
	for (size_t i = 0; i < count; i++)
		slips[i] = slip_of(&parts[i], fl_slice_str(sink->op), sink->arena);
	struct tg_site *site = fl_vec_at(&sink->sites, before);
	site->slips = (struct fl_list){slips, count};
}
