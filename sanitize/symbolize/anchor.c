/*
 * Places that count from a symbol, as a kernel writes them, "f+0x12/0x34"
 * (sanitize/symbolize/priv.h): the symbol's address by its name and by how far it reaches, then as
 * all places.
 */
#include <stdlib.h>

#include "sanitize/symbolize/priv.h"

enum { SECTIONS_MAX = 1 << 16 };

/* A symbol of the name of a place. */
struct candidate {
	size_t place;
	uint64_t start;
	unsigned section;
	bool refuted; /* another symbol begins within the size that the place tells */
};

struct search {
	const struct san_image *image;
	struct san_place *places;
	size_t count;
	uint64_t *sections; /* their addresses, when symbols count from them */
	struct fl_vec candidates;
	bool refuting; /* the second time round */
};

/* Names of functions; a module's data lies elsewhere. */
static bool is_code(const GElf_Sym *symbol)
{
	int type = GELF_ST_TYPE(symbol->st_info);
	return (type == STT_FUNC || type == STT_NOTYPE) && symbol->st_shndx != SHN_UNDEF &&
	       symbol->st_shndx < SHN_LORESERVE;
}

static void look_for(struct search *s, struct fl_slice name, const GElf_Sym *symbol, uint64_t start)
{
	size_t low = 0, high = s->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (fl_slice_cmp(s->places[middle].symbol, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < s->count && fl_slice_eq(s->places[low].symbol, name); low++) {
		struct candidate *c =
			symbol->st_size <= s->places[low].size ? fl_vec_add(&s->candidates) : NULL;
		if (c)
			*c = (struct candidate){low, start, symbol->st_shndx, false};
	}
}

static void refute(struct search *s, const GElf_Sym *symbol, uint64_t start)
{
	for (size_t i = 0; i < s->candidates.len; i++) {
		struct candidate *c = fl_vec_at(&s->candidates, i);
		if (c->section == symbol->st_shndx && start > c->start &&
			start - c->start < s->places[c->place].size)
			c->refuted = true;
	}
}

static void scan_symbols(struct search *s, Elf_Scn *section, const GElf_Shdr *header)
{
	const struct san_dw *dw = s->image->dw;
	Elf_Data *data = dw->elf_getdata(section, NULL);
	size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
	GElf_Sym symbol;
	for (size_t i = 0; i < count && i < INT32_MAX; i++) {
		if (!dw->gelf_getsym(data, (int)i, &symbol))
			return;
		const char *name = is_code(&symbol) ? dw->elf_strptr(s->image->elf, header->sh_link,
							      symbol.st_name)
						    : NULL;
		/* what compilers and linkers name for themselves, the kernel does not list */
		if (!name || !*name || *name == '$' || *name == '.')
			continue;
		uint64_t start = symbol.st_value + (s->sections ? s->sections[symbol.st_shndx] : 0);
		if (s->refuting)
			refute(s, &symbol, start);
		else
			look_for(s, fl_slice_str(name), &symbol, start);
	}
}

static void scan(struct search *s)
{
	Elf_Scn *section = NULL;
	while ((section = s->image->dw->elf_nextscn(s->image->elf, section))) {
		GElf_Shdr header;
		if (s->image->dw->gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
			scan_symbols(s, section, &header);
	}
}

/* Where the sections of a relocatable image lie; symbols of others have whole addresses. */
static void find_sections(struct search *s, struct fl_arena *a)
{
	Elf_Scn *section = NULL;
	size_t i = 1;
	s->sections = s->image->dwfl ? fl_arena_array(a, SECTIONS_MAX, sizeof *s->sections) : NULL;
	while (s->sections && i < SECTIONS_MAX &&
		(section = s->image->dw->elf_nextscn(s->image->elf, section))) {
		GElf_Shdr header;
		if (s->image->dw->gelf_getshdr(section, &header))
			s->sections[i] = header.sh_addr;
		i++;
	}
}

/* A place that is found, and which of the places it is. */
struct located {
	struct san_place at; /* offset: the address */
	size_t place;
};

static int by_address(const void *a, const void *b)
{
	const struct located *x = a, *y = b;
	return (x->at.offset > y->at.offset) - (x->at.offset < y->at.offset);
}

/* The places that one symbol fits and no other; of several of one name nothing is known. */
static size_t locate(struct search *s, struct located *ret_located)
{
	size_t n = 0;
	for (size_t i = 0; i < s->count; i++) {
		const struct candidate *found = NULL;
		size_t fitting = 0;
		for (size_t k = 0; k < s->candidates.len; k++) {
			const struct candidate *c = fl_vec_at(&s->candidates, k);
			if (c->place != i || c->refuted || (found && found->start == c->start))
				continue;
			found = c;
			fitting++;
		}
		if (fitting == 1)
			ret_located[n++] =
				(struct located){{.offset = found->start + s->places[i].offset}, i};
	}
	qsort(ret_located, n, sizeof *ret_located, by_address);
	return n;
}

void san_image_resolve_anchored(
	const struct san_image *m, struct san_place *places, size_t count, struct fl_arena *a)
{
	enum { CANDIDATES_MAX = 1 << 14 };
	struct search s = {.image = m, .places = places, .count = count};
	struct located *located = fl_arena_array(a, count, sizeof *located);
	struct san_place *sorted = fl_arena_array(a, count, sizeof *sorted);
	find_sections(&s, a);
	if (!located || !sorted || (m->dwfl && !s.sections))
		return;
	fl_vec_init(&s.candidates, sizeof(struct candidate), CANDIDATES_MAX);
	scan(&s);
	s.refuting = true;
	scan(&s);
	size_t n = locate(&s, located);
	fl_vec_release(&s.candidates);
	for (size_t i = 0; i < n; i++)
		sorted[i] = located[i].at;
	if (m->dwarf)
		san_image_resolve_dwarf(m, sorted, n, a);
	for (size_t i = 0; i < n; i++) {
		struct san_place *place = &places[located[i].place];
		place->frames = sorted[i].frames;
		struct san_frame *last = place->frames.items;
		if (place->frames.len && !last[place->frames.len - 1].function.len)
			last[place->frames.len - 1].function = place->symbol; /* assembly's */
	}
}
