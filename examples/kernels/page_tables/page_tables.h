/*
 * Address spaces: page tables of the machine's own form, with pages of 4 KiB and of 2 MiB, copies that
 * share their pages until one of them writes, and ranges that get pages when they are touched.
 */
#ifndef PAGE_TABLES_H
#define PAGE_TABLES_H

#include "lib/list.h"
#include "paging.h"

enum { BIG_SIZE = 2 << 20 };

enum vm_error { VM_OK, VM_NO_MEMORY, VM_MAPPED, VM_NOT_MAPPED, VM_BAD_ADDRESS, VM_DENIED };

/* Where pages appear when they are touched. */
struct vm_area {
	struct list_node link;
	uintptr_t from, to;
	unsigned rights;
};

struct vm_space {
	uint64_t root;
	struct list_node areas; /* by their addresses */
	size_t tables, pages, big_pages, copies;
};

/* NULL: no memory. Freeing gives back all tables and pages. */
struct vm_space *vm_space_new(void);
struct vm_space *vm_space_clone(struct vm_space *space);
void vm_space_free(struct vm_space *space);
void vm_switch(struct vm_space *space); /* NULL: the one of the boot code */

/* A page, or a block of 2 MiB, that is the caller's: of a page, the space has a use of its own. */
enum vm_error vm_map(struct vm_space *space, uintptr_t address, uint64_t frame, unsigned rights);
enum vm_error vm_map_big(struct vm_space *space, uintptr_t address, uint64_t block, unsigned rights);

/* A range of pages, all or none of them where something is in the way. */
enum vm_error vm_map_range(struct vm_space *space, uintptr_t address, size_t pages, unsigned rights);
enum vm_error vm_unmap(struct vm_space *space, uintptr_t address, size_t pages);
enum vm_error vm_protect(struct vm_space *space, uintptr_t address, size_t pages, unsigned rights);

enum vm_error vm_translate(
	struct vm_space *space, uintptr_t address, uint64_t *ret_physical, unsigned *ret_rights);

/* A range that gets its pages when it is touched. */
enum vm_error vm_reserve(struct vm_space *space, uintptr_t address, size_t pages, unsigned rights);

/* What an access that failed needs: VM_OK where it may be tried again. */
enum vm_error vm_fault(struct vm_space *space, uintptr_t address, bool write);

#endif
