/*
 * Between the parts of symbolize.h: symbolize.c (which places the reports hold, what
 * becomes of them), dwarf.c (functions, lines and inlines of one module by libdw),
 * elf.c (libdw itself and the symbol table), box.c (the same inside a box).
 */
#ifndef FL_SANITIZE_SYMBOLIZE_PRIV_H
#define FL_SANITIZE_SYMBOLIZE_PRIV_H

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>

#include "sanitize/symbolize/symbolize.h"

/* A place in a module, and what stands there. */
struct san_place {
	struct fl_slice symbol; /* that the offset counts from; empty: from the module's start */
	uint64_t size; /* of the symbol, up to the next */
	uint64_t offset;
	struct fl_list frames; /* of struct san_frame: function, file, line, col, inlined */
};

/* The places of one module, sorted (by offset, when there is no symbol), each once. */
struct san_module {
	struct fl_slice name; /* as the reports have it; of anchored ones the file */
	bool anchored; /* of a kernel: all places have symbols, else none */
	struct san_place *places;
	size_t count;
	bool failed;
};

/* What libdw is to be found by, once: its functions by their own names. X(FUNCTION) */
#define SAN_DW_FUNCTIONS(X)             \
	X(elf_version)                  \
	X(elf_begin)                    \
	X(elf_memory)                   \
	X(elf_end)                      \
	X(elf_nextscn)                  \
	X(elf_getdata)                  \
	X(elf_strptr)                   \
	X(gelf_getehdr)                 \
	X(gelf_getshdr)                 \
	X(gelf_getsym)                  \
	X(dwfl_begin)                   \
	X(dwfl_end)                     \
	X(dwfl_report_offline)          \
	X(dwfl_report_end)              \
	X(dwfl_module_getdwarf)         \
	X(dwfl_module_getelf)           \
	X(dwfl_offline_section_address) \
	X(dwarf_begin_elf)              \
	X(dwarf_end)                    \
	X(dwarf_get_units)              \
	X(dwarf_ranges)                 \
	X(dwarf_child)                  \
	X(dwarf_siblingof)              \
	X(dwarf_tag)                    \
	X(dwarf_attr)                   \
	X(dwarf_attr_integrate)         \
	X(dwarf_formstring)             \
	X(dwarf_formudata)              \
	X(dwarf_getsrc_die)             \
	X(dwarf_linesrc)                \
	X(dwarf_lineno)                 \
	X(dwarf_linecol)                \
	X(dwarf_getsrcfiles)            \
	X(dwarf_filesrc)

struct san_dw {
	void *library;
#define X(f) __typeof__(&f) f;
	SAN_DW_FUNCTIONS(X)
#undef X
};

int san_dw_load(struct san_dw *dw, struct fl_error *err);
void san_dw_unload(struct san_dw *dw);

/* A module that is open. */
struct san_image {
	const struct san_dw *dw;
	Elf *elf;
	Dwarf *dwarf; /* NULL: no debug information */
	Dwfl_Callbacks callbacks; /* of dwfl, which looks at them here */
	Dwfl *dwfl; /* of a relocatable file, which elf and dwarf belong to; else NULL */
	int fd; /* -1: from memory */
	struct fl_slice bytes; /* then these */
};

/*
 * From a file (a regular one of at most bytes_max) or from memory, whose bytes must stay. anchored:
 * of a kernel, whose modules are relocatable; their sections get addresses, their debug information
 * is relocated. False when it is no ELF file or not there; the image is then closed.
 */
bool san_image_open(struct san_image *m, const struct san_dw *dw, const char *path,
	size_t bytes_max, bool anchored);
bool san_image_read(
	struct san_image *m, const struct san_dw *dw, struct fl_slice bytes, bool anchored);
void san_image_close(struct san_image *m);

/* Fill the frames of the places; what stays empty is not known. */
void san_image_resolve(
	const struct san_image *m, struct san_place *places, size_t count, struct fl_arena *a);

/* The parts of that: by debug information; by the symbol table, for those that still have none. */
void san_image_resolve_dwarf(
	const struct san_image *m, struct san_place *places, size_t count, struct fl_arena *a);
void san_image_resolve_symbols(
	const struct san_image *m, struct san_place *places, size_t count, struct fl_arena *a);

/* The order of places in a module. */
int san_place_cmp(const void *place, const void *other);

/* Fill the frames of places that have symbols, of a relocated image (anchor.c). */
void san_image_resolve_anchored(
	const struct san_image *m, struct san_place *places, size_t count, struct fl_arena *a);

/* Index of the first place at or above the offset. */
size_t san_places_from(const struct san_place *places, size_t count, uint64_t offset);

/* The name demangled, or as it is, in the arena. */
struct fl_slice san_symbol_name(const char *name, struct fl_arena *a);

/* All modules of the reports with their places; symbolize.c. */
struct san_modules {
	struct san_module *at;
	size_t count;
};
int san_modules_collect(const struct san_symbolize_opts *opts, const struct san_reports *reports,
	struct fl_arena *a, struct san_modules *ret_modules, struct fl_error *err);

/* The file of that module (empty: the kernel itself) among opts->objects, or NULL. */
const char *san_object_find(const struct san_symbolize_opts *opts, struct fl_slice module);

/* Where the bytes of a module are: in a file (then path) or in out. False: nowhere. */
bool san_module_find(const struct san_symbolize_opts *opts, const struct san_modules *all,
	const struct san_module *m, struct fl_arena *a, const char **ret_path, struct fl_buf *out);

/* Put the places' frames into the reports, blame and hash them again, and count. */
int san_modules_apply(const struct san_symbolize_opts *opts, const struct san_modules *modules,
	struct san_reports *reports, const struct san_parse_opts *parse, struct fl_arena *a,
	struct san_symbolize_stats *ret_stats, struct fl_error *err);

enum { SAN_MODULE_BYTES_MAX = 48 << 20, SAN_KERNEL_BYTES_MAX = 1 << 30 };

#endif
