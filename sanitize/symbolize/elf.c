/* libdw, ELF files and their symbol tables (sanitize/symbolize/priv.h). */
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "diag/linker/demangle.h"
#include "sanitize/symbolize/priv.h"

/* NULL, and why. A static program must not load it: it would bring a C library of its own. */
static void *library_open(const char **ret_why)
{
#ifdef FL_STATIC
	*ret_why = "this static program cannot load libdw; use an installed san2struct";
	return NULL;
#else
	void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
	*ret_why = library ? NULL : dlerror();
	return library;
#endif
}

int san_dw_load(struct san_dw *dw, struct fl_error *err)
{
	static const char missing[] = "frames cannot be resolved: %s (install elfutils' libdw1)";
	const char *why;
	struct san_dw found = {.library = library_open(&why)};
	if (!found.library)
		return fl_error_set(err, FL_EMISSING, missing, why);
	const struct {
		const char *name;
		void *slot;
	} functions[] = {
#define X(f) {#f, &found.f},
		SAN_DW_FUNCTIONS(X)
#undef X
	};
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		void *at = dlsym(found.library, functions[i].name);
		if (!at) {
			dlclose(found.library);
			return fl_error_set(err, FL_EMISSING, missing, functions[i].name);
		}
		memcpy(functions[i].slot, &at, sizeof at);
	}
	found.elf_version(EV_CURRENT);
	*dw = found;
	return 0;
}

void san_dw_unload(struct san_dw *dw)
{
	if (dw->library)
		dlclose(dw->library);
	dw->library = NULL;
}

/* A descriptor of its own for libdwfl, which closes it; -1: there is none. */
static int image_fd(const struct san_image *m)
{
	if (m->fd >= 0)
		return dup(m->fd);
	int fd = memfd_create("module", MFD_CLOEXEC);
	if (fd >= 0 && fl_write_all(fd, m->bytes, NULL)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static int no_debuginfo(Dwfl_Module *m, void **user, const char *name, Dwarf_Addr base,
	const char *file, const char *link, GElf_Word crc, char **ret_file)
{
	(void)m, (void)user, (void)name, (void)base, (void)file, (void)link, (void)crc;
	(void)ret_file;
	return -1;
}

/* Its sections get addresses, its debug information is relocated. False: the image is closed. */
static bool relocate(struct san_image *m)
{
	struct san_image whole = {.dw = m->dw, .fd = -1};
	whole.callbacks = (Dwfl_Callbacks){.find_debuginfo = no_debuginfo,
		.section_address = m->dw->dwfl_offline_section_address};
	m->callbacks = whole.callbacks;
	GElf_Addr bias = 0;
	int fd = image_fd(m);
	whole.dwfl = fd >= 0 ? m->dw->dwfl_begin(&m->callbacks) : NULL;
	Dwfl_Module *module =
		whole.dwfl ? m->dw->dwfl_report_offline(whole.dwfl, "module", "module", fd) : NULL;
	if (!module && fd >= 0)
		close(fd);
	if (module) {
		m->dw->dwfl_report_end(whole.dwfl, NULL, NULL);
		whole.elf = m->dw->dwfl_module_getelf(module, &bias);
		whole.dwarf = whole.elf ? m->dw->dwfl_module_getdwarf(module, &bias) : NULL;
	}
	bool done = whole.elf != NULL;
	if (!done)
		san_image_close(&whole);
	san_image_close(m);
	*m = whole;
	return done;
}

/*
 * The debug information stays out where libdw does not make sense of it. (To look for it first
 * would unpack it within the bytes that are relocated.)
 */
static bool take_elf(struct san_image *m, bool anchored)
{
	GElf_Ehdr header;
	if (!m->elf || !m->dw->gelf_getehdr(m->elf, &header)) {
		san_image_close(m);
		return false;
	}
	if (anchored && header.e_type == ET_REL)
		return relocate(m);
	m->dwarf = m->dw->dwarf_begin_elf(m->elf, DWARF_C_READ, NULL);
	return true;
}

bool san_image_open(struct san_image *m, const struct san_dw *dw, const char *path,
	size_t bytes_max, bool anchored)
{
	struct stat st;
	*m = (struct san_image){.dw = dw};
	/* a report may name a pipe or a terminal */
	m->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (m->fd < 0)
		return false;
	if (fstat(m->fd, &st) || !S_ISREG(st.st_mode) || (size_t)st.st_size > bytes_max) {
		san_image_close(m);
		return false;
	}
	m->elf = dw->elf_begin(m->fd, ELF_C_READ_MMAP_PRIVATE, NULL);
	return take_elf(m, anchored);
}

bool san_image_read(
	struct san_image *m, const struct san_dw *dw, struct fl_slice bytes, bool anchored)
{
	char *writable;
	*m = (struct san_image){.dw = dw, .fd = -1, .bytes = bytes};
	memcpy(&writable, &bytes.ptr, sizeof writable); /* which libelf does not write to */
	m->elf = bytes.len ? dw->elf_memory(writable, bytes.len) : NULL;
	return take_elf(m, anchored);
}

void san_image_close(struct san_image *m)
{
	if (m->dwfl)
		m->dw->dwfl_end(m->dwfl);
	if (m->dwarf && !m->dwfl)
		m->dw->dwarf_end(m->dwarf);
	if (m->elf && !m->dwfl)
		m->dw->elf_end(m->elf);
	if (m->fd >= 0)
		close(m->fd);
	*m = (struct san_image){.fd = -1};
}

size_t san_places_from(const struct san_place *places, size_t count, uint64_t offset)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (places[middle].offset < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct fl_slice san_symbol_name(const char *name, struct fl_arena *a)
{
	struct fl_buf out;
	struct fl_slice raw = fl_slice_str(name);
	fl_buf_init(&out, DIAG_DEMANGLED_MAX);
	bool mangled = diag_demangle(raw, &out);
	struct fl_slice result = fl_arena_slice(a, mangled ? fl_buf_view(&out) : raw);
	fl_buf_release(&out);
	return result;
}

/*
 * What is known of the symbol that covers a place: of several a function, then the most visible. A
 * wild jump may have ended in data, which then has its name.
 */
struct best {
	const char *name;
	int rank;
};

static int rank_of(const GElf_Sym *symbol)
{
	int function = GELF_ST_TYPE(symbol->st_info) == STT_OBJECT ? 0 : 3;
	switch (GELF_ST_BIND(symbol->st_info)) {
	case STB_GLOBAL: return function + 3;
	case STB_WEAK: return function + 2;
	default: return function + 1;
	}
}

/* The table with section header *header: one pass, each symbol looked up among the places. */
static void scan_table(const struct san_image *m, Elf_Scn *section, const GElf_Shdr *header,
	const struct san_place *places, size_t count, struct best *best)
{
	Elf_Data *data = m->dw->elf_getdata(section, NULL);
	size_t symbols = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
	GElf_Sym symbol;
	for (size_t i = 0; i < symbols && i < INT32_MAX; i++) {
		if (!m->dw->gelf_getsym(data, (int)i, &symbol))
			return;
		int type = GELF_ST_TYPE(symbol.st_info);
		if (type == STT_SECTION || type == STT_FILE || type == STT_TLS ||
			symbol.st_shndx == SHN_UNDEF)
			continue;
		uint64_t size = symbol.st_size ? symbol.st_size : 1;
		size_t at = san_places_from(places, count, symbol.st_value);
		for (; at < count && places[at].offset - symbol.st_value < size; at++) {
			if (rank_of(&symbol) <= best[at].rank)
				continue;
			best[at].rank = rank_of(&symbol);
			best[at].name = m->dw->elf_strptr(m->elf, header->sh_link, symbol.st_name);
		}
	}
}

static void scan_tables(
	const struct san_image *m, const struct san_place *places, size_t count, struct best *best)
{
	Elf_Scn *section = NULL;
	while ((section = m->dw->elf_nextscn(m->elf, section))) {
		GElf_Shdr header;
		if (m->dw->gelf_getshdr(section, &header) &&
			(header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM))
			scan_table(m, section, &header, places, count, best);
	}
}

/* A function that has a place from the debug information may still want its name. */
void san_image_resolve_symbols(
	const struct san_image *m, struct san_place *places, size_t count, struct fl_arena *a)
{
	struct best *best = fl_arena_array(a, count, sizeof *best);
	if (!best)
		return;
	scan_tables(m, places, count, best);
	for (size_t i = 0; i < count; i++) {
		struct fl_list *frames = &places[i].frames;
		struct san_frame *last =
			frames->len ? (struct san_frame *)frames->items + frames->len - 1 : NULL;
		if (!best[i].name || !*best[i].name || (last && last->function.len))
			continue;
		if (!last && !(last = fl_arena_alloc(a, sizeof *last)))
			return;
		if (!frames->len)
			*frames = (struct fl_list){last, 1};
		last->function = san_symbol_name(best[i].name, a);
	}
}

void san_image_resolve(
	const struct san_image *m, struct san_place *places, size_t count, struct fl_arena *a)
{
	if (count && places->symbol.len) {
		san_image_resolve_anchored(m, places, count, a);
		return;
	}
	if (m->dwarf)
		san_image_resolve_dwarf(m, places, count, a);
	for (size_t i = 0; i < count; i++) {
		const struct fl_list *frames = &places[i].frames;
		const struct san_frame *items = frames->items;
		if (!frames->len || !items[frames->len - 1].function.len) {
			san_image_resolve_symbols(m, places, count, a);
			return;
		}
	}
}
