/*
 * Places to frames by the DWARF information of a module (sanitize/symbolize/priv.h): which unit
 * covers a place, which function in it, which inlined calls in that, and the line table. Each unit
 * is looked at once for all places in it; units without one are not read.
 */
#include <dwarf.h>

#include "sanitize/symbolize/priv.h"

enum { DEPTH_MAX = 64, PATH_MAX_BYTES = 4096 };

struct unit {
	const struct san_dw *dw;
	struct fl_arena *arena;
	Dwarf_Die die;
	struct san_place *places;
	size_t count;
	Dwarf_Die *functions; /* of each place; addr NULL: not found */
	size_t missing; /* places in the unit without a function */
	bool *covered; /* places in the unit */
};

/* Does the range of the entry hold the address? -1: it has none. */
static int covers(const struct unit *u, Dwarf_Die *die, uint64_t address)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;
	bool any = false;
	while ((at = u->dw->dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		any = true;
		if (start <= address && address < end)
			return 1;
	}
	return any ? 0 : -1;
}

/* Mark the places in the ranges of the entry; true when there is one. */
static bool mark(struct unit *u, Dwarf_Die *die, void (*hit)(struct unit *, Dwarf_Die *, size_t))
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;
	bool any = false;
	while ((at = u->dw->dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		size_t i = san_places_from(u->places, u->count, start);
		for (; i < u->count && u->places[i].offset < end; i++) {
			hit(u, die, i);
			any = true;
		}
	}
	return any;
}

static void hit_unit(struct unit *u, Dwarf_Die *die, size_t i)
{
	(void)die;
	u->covered[i] = true;
}

static void hit_function(struct unit *u, Dwarf_Die *die, size_t i)
{
	if (!u->covered[i] || u->functions[i].addr)
		return;
	u->functions[i] = *die;
	u->missing--;
}

/*
 * Functions are defined in units and namespaces; only when that does not find all, in what else may
 * hold one: local classes of functions.
 */
static void find_functions(struct unit *u, Dwarf_Die *parent, bool deep, int depth)
{
	Dwarf_Die die;
	if (depth > DEPTH_MAX || u->dw->dwarf_child(parent, &die))
		return;
	do {
		switch (u->dw->dwarf_tag(&die)) {
		case DW_TAG_subprogram:
			mark(u, &die, hit_function);
			if (deep)
				find_functions(u, &die, deep, depth + 1);
			break;
		case DW_TAG_namespace:
		case DW_TAG_module: find_functions(u, &die, deep, depth + 1); break;
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_union_type:
		case DW_TAG_lexical_block:
			if (deep)
				find_functions(u, &die, deep, depth + 1);
			break;
		default: break;
		}
	} while (u->missing && !u->dw->dwarf_siblingof(&die, &die));
}

/*
 * The inlined calls that cover the address, outermost first; returns how many. A block without a
 * range of its own is looked into.
 */
static size_t find_inlined(const struct unit *u, Dwarf_Die *scope, uint64_t address,
	Dwarf_Die *chain, size_t max, int depth)
{
	Dwarf_Die die;
	if (!max || depth > DEPTH_MAX || u->dw->dwarf_child(scope, &die))
		return 0;
	do {
		int tag = u->dw->dwarf_tag(&die);
		bool call = tag == DW_TAG_inlined_subroutine;
		if (!call && tag != DW_TAG_lexical_block && tag != DW_TAG_try_block &&
			tag != DW_TAG_catch_block)
			continue;
		int in = covers(u, &die, address);
		if (in == 0 || (in < 0 && call))
			continue;
		if (call)
			*chain = die;
		size_t n = find_inlined(u, &die, address, chain + call, max - call, depth + 1);
		if (call || n)
			return n + call;
	} while (!u->dw->dwarf_siblingof(&die, &die));
	return 0;
}

static const char *text_of(const struct unit *u, Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	return u->dw->dwarf_formstring(u->dw->dwarf_attr_integrate(die, name, &attr));
}

static struct fl_slice name_of(const struct unit *u, Dwarf_Die *die)
{
	static const unsigned names[] = {DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *text = text_of(u, die, names[i]);
		if (text && *text)
			return san_symbol_name(text, u->arena);
	}
	return fl_slice(NULL, 0);
}

static int64_t number_of(const struct unit *u, Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;
	if (!u->dw->dwarf_attr(die, name, &attr) || u->dw->dwarf_formudata(&attr, &value) ||
		value > INT32_MAX)
		return 0;
	return (int64_t)value;
}

/*
 * Named from the root: some directories of version 5's tables libdw leaves as they are, relative to
 * where the compiler was run.
 */
static struct fl_slice file_of(struct unit *u, const char *file)
{
	struct fl_slice path = fl_slice_str(file);
	Dwarf_Attribute attribute;
	if (!path.len || path.len > PATH_MAX_BYTES)
		return fl_slice(NULL, 0);
	Dwarf_Attribute *found =
		*path.ptr == '/' ? NULL : u->dw->dwarf_attr(&u->die, DW_AT_comp_dir, &attribute);
	const char *directory = found ? u->dw->dwarf_formstring(found) : NULL;
	if (directory && *directory == '/' && strlen(directory) <= PATH_MAX_BYTES)
		return fl_arena_printf(u->arena, "%s/%s", directory, file);
	return fl_arena_slice(u->arena, path);
}

/* Where the line table puts the address. */
static void place_by_line(struct unit *u, uint64_t address, struct san_frame *f)
{
	Dwarf_Line *line = u->dw->dwarf_getsrc_die(&u->die, address);
	int n;
	if (!line)
		return;
	f->file = file_of(u, u->dw->dwarf_linesrc(line, NULL, NULL));
	f->line = u->dw->dwarf_lineno(line, &n) || n < 0 ? 0 : n;
	f->col = u->dw->dwarf_linecol(line, &n) || n < 0 ? 0 : n;
}

/* Where an inlined call stands in the function around it. */
static void place_by_call(struct unit *u, Dwarf_Die *call, struct san_frame *f)
{
	Dwarf_Files *files;
	size_t count;
	int64_t file = number_of(u, call, DW_AT_call_file);
	if (!u->dw->dwarf_getsrcfiles(&u->die, &files, &count) && (size_t)file < count)
		f->file = file_of(u, u->dw->dwarf_filesrc(files, (size_t)file, NULL, NULL));
	f->line = number_of(u, call, DW_AT_call_line);
	f->col = number_of(u, call, DW_AT_call_column);
}

static void resolve_place(struct unit *u, size_t i)
{
	Dwarf_Die chain[DEPTH_MAX + 1];
	struct san_place *place = &u->places[i];
	size_t n = 0;
	if (u->functions[i].addr) {
		chain[0] = u->functions[i];
		n = 1 + find_inlined(u, &chain[0], place->offset, chain + 1, DEPTH_MAX, 0);
	}
	struct san_frame *frames = fl_arena_array(u->arena, n ? n : 1, sizeof *frames);
	if (!frames)
		return;
	place_by_line(u, place->offset, &frames[0]);
	for (size_t k = 0; k < n; k++) {
		Dwarf_Die *die = &chain[n - 1 - k];
		frames[k].function = name_of(u, die);
		frames[k].inlined = k + 1 < n;
		if (frames[k].inlined)
			place_by_call(u, die, &frames[k + 1]);
	}
	if (n || frames[0].line)
		place->frames = (struct fl_list){frames, n ? n : 1};
}

static void resolve_unit(struct unit *u)
{
	memset(u->covered, 0, u->count * sizeof *u->covered);
	memset(u->functions, 0, u->count * sizeof *u->functions);
	if (!mark(u, &u->die, hit_unit))
		return;
	u->missing = 0;
	for (size_t i = 0; i < u->count; i++)
		u->missing += u->covered[i];
	find_functions(u, &u->die, false, 0);
	if (u->missing)
		find_functions(u, &u->die, true, 0);
	for (size_t i = 0; i < u->count; i++)
		if (u->covered[i] && !u->places[i].frames.len)
			resolve_place(u, i);
}

void san_image_resolve_dwarf(
	const struct san_image *m, struct san_place *places, size_t count, struct fl_arena *a)
{
	struct unit u = {.dw = m->dw, .arena = a, .places = places, .count = count};
	Dwarf_CU *cu = NULL;
	u.functions = fl_arena_array(a, count, sizeof *u.functions);
	u.covered = fl_arena_array(a, count, sizeof *u.covered);
	if (!u.functions || !u.covered)
		return;
	while (m->dw->dwarf_get_units(m->dwarf, cu, &cu, NULL, NULL, &u.die, NULL) == 0)
		resolve_unit(&u);
}
