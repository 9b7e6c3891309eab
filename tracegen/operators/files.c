#include "tracegen/operators/files.h"

#include <ctype.h>

#include "base/source_name.h"

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

const struct tg_node *tg_declared(const struct tg_unit *u, enum tg_node_kind kind, uint64_t decl)
{
	const struct tg_node *n = tg_declaration(u, kind, decl);
	for (size_t i = 0; !n && i < tg_unit_count(u); i++)
		n = tg_declaration(tg_unit_at(u, i), kind, decl);
	return n;
}

bool tg_all_mutable(const struct tg_unit *u)
{
	for (size_t i = 0; i < u->program->files.len; i++) {
		struct fl_slice path = tg_program_at(u->program, i)->path;
		if (fl_source_name(path) && !fl_texts_have(&u->program->mutate, path))
			return false;
	}
	return true;
}

bool tg_is_header(const struct tg_unit *u)
{
	return !fl_texts_have(&u->program->sources, u->file);
}

/* ---- who includes and calls what ---- */

size_t tg_includers(const struct tg_unit *u)
{
	size_t n = 0;
	/* A header has a unit for each source that includes it. */
	for (size_t i = 0; i < tg_unit_count(u); i++)
		n += fl_slice_eq(tg_unit_at(u, i)->file, u->file);
	return n;
}

bool tg_is_called_in(const struct tg_unit *u, const struct tg_node *f, const struct tg_unit *but)
{
	for (size_t i = 0; i < tg_unit_count(u); i++) {
		const struct tg_unit *other = tg_unit_at(u, i);
		if (tg_is_header(other) || (but && fl_slice_eq(other->file, but->file)))
			continue;
		TG_EACH(n, other)
		{
			if (n->kind == TG_N_CALL && n->decl == f->decl && !n->in_macro)
				return true;
		}
	}
	return false;
}

/* ---- names ---- */

/* The end of the part of a name at pos: parts end at '_' and where a capital letter begins one. */
static size_t part_end(struct fl_slice name, size_t pos)
{
	size_t end = pos;
	while (end < name.len && name.ptr[end] != '_' &&
		!(end > pos && isupper((unsigned char)name.ptr[end]) &&
			!isupper((unsigned char)name.ptr[end - 1])))
		end++;
	return end;
}

/* Is that part the word, with a first letter of either case? */
static bool is_word(struct fl_slice part, const char *word)
{
	return part.len && part.len == strlen(word) &&
	       tolower((unsigned char)part.ptr[0]) == word[0] &&
	       memcmp(part.ptr + 1, word + 1, part.len - 1) == 0;
}

/* The name with another word for a whole part of it, in that part's case; empty: it has none. */
static struct fl_slice with_word(
	struct fl_slice name, const char *from, const char *to, struct fl_arena *a)
{
	for (size_t at = 0, end; at<name.len; at = end> at ? end : at + 1) {
		end = part_end(name, at);
		if (!is_word(fl_slice(name.ptr + at, end - at), from))
			continue;
		bool upper = isupper((unsigned char)name.ptr[at]);
		return fl_arena_printf(a, "%.*s%c%s%.*s", (int)at, name.ptr,
			upper ? toupper((unsigned char)to[0]) : to[0], to + 1,
			FL_ARG(fl_slice_skip(name, end)));
	}
	return fl_slice(NULL, 0);
}

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
		struct fl_slice drifted = with_word(name, words[i].from, words[i].to, a);
		if (drifted.len)
			return drifted;
	}
	/* The last word goes to the front: "vec_sub", "sub_vec". */
	ptrdiff_t mid = fl_slice_rchr(name, '_');
	if (mid > 0 && (size_t)mid + 1 < name.len)
		return fl_arena_printf(a, "%.*s_%.*s", FL_ARG(fl_slice_skip(name, (size_t)mid + 1)),
			(int)mid, name.ptr);
	/* One for several, but not "proces" for "process". */
	if (fl_slice_ends(name, "ss") || fl_slice_ends(name, "us") || fl_slice_ends(name, "is"))
		return fl_arena_printf(a, "do_%.*s", FL_ARG(name));
	return fl_slice_ends(name, "s") ? fl_slice_head(name, name.len - 1)
					: fl_arena_printf(a, "%.*ss", FL_ARG(name));
}

/* Is its name written out where it stands, and no operator's, constructor's or virtual one's? */
static bool is_plain_function(const struct tg_unit *u, const struct tg_node *f)
{
	struct fl_slice head = fl_slice(u->text.ptr + f->start, f->name_at - f->start);
	struct fl_slice text = tg_node_text(u, f);
	bool own =
		f->parent && f->parent->kind == TG_N_TYPE && fl_slice_eq(f->parent->name, f->name);
	return !f->in_macro && f->name.len && !own && !fl_slice_starts(f->name, "operator") &&
	       !fl_slice_starts(f->name, "~") && !fl_slice_eqs(f->name, "main") &&
	       !(f->flags & (TG_F_TEMPLATE | TG_F_CONSTEXPR)) &&
	       fl_slice_find(head, "virtual") < 0 && fl_slice_find(text, " override") < 0 &&
	       fl_slice_starts_with(fl_slice_skip(u->text, f->name_at), f->name);
}

bool tg_may_rename(const struct tg_unit *u, const struct tg_node *f)
{
	return f->name.len >= 4 && is_plain_function(u, f);
}

const struct tg_node *tg_header_declaration(
	const struct tg_unit *u, const struct tg_node *f, const struct tg_unit **ret_header)
{
	const unsigned wanted = TG_F_DEFINITION | TG_F_REDECLARED;
	if (f->kind != TG_N_FUNCTION || (f->flags & wanted) != wanted || tg_is_header(u) ||
		!is_plain_function(u, f))
		return NULL;
	for (size_t i = 0; i < tg_unit_count(u); i++) {
		const struct tg_unit *h = tg_unit_at(u, i);
		if (!tg_is_header(h) || !tg_is_first_unit(h))
			continue;
		TG_EACH(n, h)
		{
			if (n->kind != TG_N_FUNCTION || n->decl != f->decl ||
				(n->flags & TG_F_DEFINITION) || !is_plain_function(h, n))
				continue;
			*ret_header = h;
			return n;
		}
	}
	return NULL;
}

struct tg_file_part tg_renamed(
	const struct tg_unit *u, const struct tg_node *n, struct fl_slice from, struct fl_slice to)
{
	return (struct tg_file_part){
		.unit = u, .part = {n->name_at, n->name_at + from.len, to}, .at = n};
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
		parts[count++] = tg_renamed(u, n, f->name, name);
	}
	return count;
}
