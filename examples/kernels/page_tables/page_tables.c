#include "page_tables/page_tables.h"

#include "lib/spinlock.h"
#include "page_tables/frames.h"

enum { ENTRIES = 512, INDEX_BITS = 9, SPACES = 8, AREAS = 32, BIG_PAGES = BIG_SIZE / PAGE_SIZE };

static struct spinlock lock = SPINLOCK("the address spaces");
static struct vm_space spaces[SPACES];
static struct vm_area areas[AREAS];
static uint64_t boot_root;

static unsigned index_at(uintptr_t address, unsigned level)
{
	return address >> (12 + INDEX_BITS * level) & (ENTRIES - 1);
}

static bool is_user(uintptr_t address)
{
	return address >= BIG_SIZE && index_at(address, PT_LEVELS - 1) < PT_USER_ENTRIES &&
	       address >> (12 + INDEX_BITS * PT_LEVELS) == 0;
}

static enum vm_error check_range(uintptr_t address, size_t pages)
{
	uintptr_t last;
	if (address % PAGE_SIZE || pages == 0)
		return VM_BAD_ADDRESS;
	if (__builtin_add_overflow(address, pages * PAGE_SIZE - 1, &last))
		return VM_BAD_ADDRESS;
	return is_user(address) && is_user(last) ? VM_OK : VM_BAD_ADDRESS;
}

static uint64_t *entries_of(uint64_t pte)
{
	return machine_virtual(pte_physical(pte));
}

/* The entry of an address at a level, NULL where there is no table; the entry may be a leaf further up,
 * at *ret_level. */
static uint64_t *find_entry(struct vm_space *space, uintptr_t address, unsigned *ret_level)
{
	uint64_t *table = machine_virtual(space->root);
	for (unsigned level = PT_LEVELS - 1;; level--) {
		uint64_t *pte = &table[index_at(address, level)];
		*ret_level = level;
		if (level == 0 || (pte_present(*pte) && pte_is_leaf(*pte, level)))
			return pte;
		if (!pte_present(*pte))
			return NULL;
		table = entries_of(*pte);
	}
}

/* As find_entry(), and makes the tables that are missing down to `level`. */
static enum vm_error make_entry(
	struct vm_space *space, uintptr_t address, unsigned level, uint64_t **ret_pte)
{
	uint64_t *table = machine_virtual(space->root);
	for (unsigned at = PT_LEVELS - 1; at > level; at--) {
		uint64_t *pte = &table[index_at(address, at)];
		if (!pte_present(*pte)) {
			uint64_t frame = frame_new();
			if (frame == NO_FRAME)
				return VM_NO_MEMORY;
			*pte = pte_table(frame);
			space->tables++;
		} else if (pte_is_leaf(*pte, at)) {
			return VM_MAPPED;
		}
		table = entries_of(*pte);
	}
	*ret_pte = &table[index_at(address, level)];
	return VM_OK;
}

static bool table_is_empty(const uint64_t *table)
{
	for (size_t i = 0; i < ENTRIES; i++)
		if (table[i])
			return false;
	return true;
}

/* Give back the tables on the way to an address in which nothing is left. */
static void prune(struct vm_space *space, uintptr_t address)
{
	uint64_t *way[PT_LEVELS];
	uint64_t *table = machine_virtual(space->root);
	unsigned level = PT_LEVELS - 1;
	for (; level > 0; level--) {
		way[level] = &table[index_at(address, level)];
		if (!pte_present(*way[level]) || pte_is_leaf(*way[level], level))
			break;
		table = entries_of(*way[level]);
	}
	while (++level < PT_LEVELS) {
		if (!table_is_empty(entries_of(*way[level])))
			break;
		frame_put(pte_physical(*way[level]));
		*way[level] = 0;
		space->tables--;
	}
}

/* A block of 2 MiB as a table of pages with the same rights. */
static enum vm_error split_big(struct vm_space *space, uint64_t *pte)
{
	uint64_t frame = frame_new(), block = pte_physical(*pte);
	unsigned rights = pte_rights(*pte);
	if (frame == NO_FRAME)
		return VM_NO_MEMORY;
	uint64_t *table = machine_virtual(frame);
	for (size_t i = 0; i < ENTRIES; i++)
		table[i] = pte_leaf(block + i * PAGE_SIZE, 0, rights);
	*pte = pte_table(frame);
	space->tables++;
	space->big_pages--;
	space->pages += BIG_PAGES;
	return VM_OK;
}

/* The frames of blocks are not counted: they lie behind those that are. */
static void put_page(uint64_t pte)
{
	if (frame_is_counted(pte_physical(pte)))
		frame_put(pte_physical(pte));
}

static void get_page(uint64_t pte)
{
	if (frame_is_counted(pte_physical(pte)))
		frame_get(pte_physical(pte));
}

static struct vm_space *take_space(void)
{
	for (size_t i = 0; i < SPACES; i++)
		if (spaces[i].root == 0)
			return &spaces[i];
	return NULL;
}

struct vm_space *vm_space_new(void)
{
	struct vm_space *space = NULL;
	spin_lock(&lock);
	if (boot_root == 0)
		boot_root = paging_root();
	uint64_t root = frame_new();
	if (root != NO_FRAME && (space = take_space())) {
		*space = (struct vm_space){.root = root};
		list_init(&space->areas);
		if (PT_KERNEL_SHARED)
			memcpy((uint64_t *)machine_virtual(root) + PT_USER_ENTRIES,
				(uint64_t *)machine_virtual(boot_root) + PT_USER_ENTRIES,
				(ENTRIES - PT_USER_ENTRIES) * sizeof(uint64_t));
	} else if (root != NO_FRAME) {
		frame_put(root);
	}
	spin_unlock(&lock);
	return space;
}

/* What a table holds, and the tables below it. */
static void free_table(struct vm_space *space, uint64_t *table, unsigned level, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (!pte_present(table[i]))
			continue;
		if (level == 0) {
			put_page(table[i]);
			space->pages--;
		} else if (pte_is_leaf(table[i], level)) {
			space->big_pages--;
		} else {
			free_table(space, entries_of(table[i]), level - 1, ENTRIES);
			frame_put(pte_physical(table[i]));
			space->tables--;
		}
		table[i] = 0;
	}
}

void vm_space_free(struct vm_space *space)
{
	struct list_node *node;
	if (!space)
		return;
	spin_lock(&lock);
	KASSERT(paging_root() != space->root);
	free_table(space, machine_virtual(space->root), PT_LEVELS - 1, PT_USER_ENTRIES);
	KASSERT(space->tables == 0 && space->pages == 0 && space->big_pages == 0);
	while ((node = list_take_first(&space->areas)))
		CONTAINER_OF(node, struct vm_area, link)->to = 0;
	frame_put(space->root);
	space->root = 0;
	spin_unlock(&lock);
}

void vm_switch(struct vm_space *space)
{
	paging_switch(space ? space->root : boot_root);
}

static enum vm_error set_entry(
	struct vm_space *space, uintptr_t address, unsigned level, uint64_t physical, unsigned rights)
{
	uint64_t *pte;
	enum vm_error error = make_entry(space, address, level, &pte);
	if (error == VM_OK && pte_present(*pte))
		error = VM_MAPPED;
	if (error != VM_OK) {
		prune(space, address);
		return error;
	}
	*pte = pte_leaf(physical, level, rights);
	paging_flush(address);
	if (level == 0)
		space->pages++;
	else
		space->big_pages++;
	return VM_OK;
}

enum vm_error vm_map(struct vm_space *space, uintptr_t address, uint64_t frame, unsigned rights)
{
	enum vm_error error = check_range(address, 1);
	if (error != VM_OK)
		return error;
	spin_lock(&lock);
	error = set_entry(space, address, 0, frame, rights);
	if (error == VM_OK)
		frame_get(frame);
	spin_unlock(&lock);
	return error;
}

enum vm_error vm_map_big(struct vm_space *space, uintptr_t address, uint64_t block, unsigned rights)
{
	enum vm_error error = check_range(address, BIG_PAGES);
	if (error != VM_OK || address % BIG_SIZE || block % BIG_SIZE)
		return VM_BAD_ADDRESS;
	spin_lock(&lock);
	error = set_entry(space, address, 1, block, rights);
	spin_unlock(&lock);
	return error;
}

static enum vm_error unmap_page(struct vm_space *space, uintptr_t address)
{
	unsigned level;
	uint64_t *pte = find_entry(space, address, &level);
	if (!pte || !pte_present(*pte))
		return VM_NOT_MAPPED;
	if (level > 0) {
		enum vm_error error = split_big(space, pte);
		if (error != VM_OK)
			return error;
		pte = find_entry(space, address, &level);
	}
	put_page(*pte);
	*pte = 0;
	space->pages--;
	paging_flush(address);
	prune(space, address);
	return VM_OK;
}

static enum vm_error map_new(struct vm_space *space, uintptr_t address, unsigned rights)
{
	uint64_t frame = frame_new();
	if (frame == NO_FRAME)
		return VM_NO_MEMORY;
	enum vm_error error = set_entry(space, address, 0, frame, rights);
	if (error != VM_OK)
		frame_put(frame);
	return error;
}

enum vm_error vm_map_range(struct vm_space *space, uintptr_t address, size_t pages, unsigned rights)
{
	enum vm_error error = check_range(address, pages);
	size_t done = 0;
	if (error != VM_OK)
		return error;
	spin_lock(&lock);
	while (done < pages && error == VM_OK) {
		error = map_new(space, address + done * PAGE_SIZE, rights);
		if (error == VM_OK)
			done++;
	}
	while (error != VM_OK && done > 0) {
		done--;
		unmap_page(space, address + done * PAGE_SIZE);
	}
	spin_unlock(&lock);
	return error;
}

enum vm_error vm_unmap(struct vm_space *space, uintptr_t address, size_t pages)
{
	enum vm_error error = check_range(address, pages);
	spin_lock(&lock);
	for (size_t i = 0; i < pages && error == VM_OK; i++)
		error = unmap_page(space, address + i * PAGE_SIZE);
	spin_unlock(&lock);
	return error;
}

static enum vm_error protect_page(struct vm_space *space, uintptr_t address, unsigned rights)
{
	unsigned level;
	uint64_t *pte = find_entry(space, address, &level), kept = 0;
	if (!pte || !pte_present(*pte))
		return VM_NOT_MAPPED;
	if (level > 0) {
		enum vm_error error = split_big(space, pte);
		if (error != VM_OK)
			return error;
		pte = find_entry(space, address, &level);
	}
	if (*pte & PTE_COPY_ON_WRITE && rights & RIGHT_WRITE) {
		rights &= ~(unsigned)RIGHT_WRITE;
		kept = PTE_COPY_ON_WRITE;
	}
	*pte = pte_leaf(pte_physical(*pte), 0, rights) | kept;
	paging_flush(address);
	return VM_OK;
}

enum vm_error vm_protect(struct vm_space *space, uintptr_t address, size_t pages, unsigned rights)
{
	enum vm_error error = check_range(address, pages);
	spin_lock(&lock);
	for (size_t i = 0; i < pages && error == VM_OK; i++)
		error = protect_page(space, address + i * PAGE_SIZE, rights);
	spin_unlock(&lock);
	return error;
}

enum vm_error vm_translate(
	struct vm_space *space, uintptr_t address, uint64_t *ret_physical, unsigned *ret_rights)
{
	unsigned level;
	enum vm_error error = VM_NOT_MAPPED;
	if (!is_user(address))
		return VM_BAD_ADDRESS;
	spin_lock(&lock);
	const uint64_t *pte = find_entry(space, address, &level);
	if (pte && pte_present(*pte)) {
		uint64_t mask = ((uint64_t)PAGE_SIZE << INDEX_BITS * level) - 1;
		*ret_physical = pte_physical(*pte) + (address & mask);
		*ret_rights = pte_rights(*pte);
		error = VM_OK;
	}
	spin_unlock(&lock);
	return error;
}

static struct vm_area *take_area(void)
{
	for (size_t i = 0; i < AREAS; i++)
		if (areas[i].to == 0)
			return &areas[i];
	return NULL;
}

static struct vm_area *find_area(struct vm_space *space, uintptr_t address)
{
	LIST_FOR_EACH(at, &space->areas) {
		struct vm_area *area = CONTAINER_OF(at, struct vm_area, link);
		if (address < area->from)
			return NULL;
		if (address < area->to)
			return area;
	}
	return NULL;
}

/* The list stays sorted, and nothing overlaps. */
static enum vm_error add_area(struct vm_space *space, uintptr_t from, uintptr_t to, unsigned rights)
{
	struct list_node *before = &space->areas;
	LIST_FOR_EACH(at, &space->areas) {
		const struct vm_area *area = CONTAINER_OF(at, struct vm_area, link);
		if (from < area->to && area->from < to)
			return VM_MAPPED;
		if (area->from < from)
			before = at;
	}
	struct vm_area *area = take_area();
	if (!area)
		return VM_NO_MEMORY;
	area->from = from;
	area->to = to;
	area->rights = rights;
	list_add_after(&area->link, before);
	return VM_OK;
}

enum vm_error vm_reserve(struct vm_space *space, uintptr_t address, size_t pages, unsigned rights)
{
	enum vm_error error = check_range(address, pages);
	if (error != VM_OK)
		return error;
	spin_lock(&lock);
	error = add_area(space, address, address + pages * PAGE_SIZE, rights);
	spin_unlock(&lock);
	return error;
}

/* The last one that uses a page gets it; the others a copy. */
static enum vm_error copy_page(struct vm_space *space, uintptr_t address, uint64_t *pte)
{
	uint64_t old = pte_physical(*pte), frame = old;
	unsigned rights = pte_rights(*pte) | RIGHT_WRITE;
	if (frame_users(old) > 1) {
		frame = frame_new();
		if (frame == NO_FRAME)
			return VM_NO_MEMORY;
		memcpy(machine_virtual(frame), machine_virtual(old), PAGE_SIZE);
		frame_put(old);
		space->copies++;
	}
	*pte = pte_leaf(frame, 0, rights);
	paging_flush(address);
	return VM_OK;
}

static enum vm_error resolve(struct vm_space *space, uintptr_t address, bool write)
{
	unsigned level;
	uint64_t *pte = find_entry(space, address, &level);
	if (pte && pte_present(*pte)) {
		if (!write || pte_rights(*pte) & RIGHT_WRITE)
			return VM_OK;
		return *pte & PTE_COPY_ON_WRITE ? copy_page(space, address, pte) : VM_DENIED;
	}
	const struct vm_area *area = find_area(space, address);
	if (!area)
		return VM_NOT_MAPPED;
	if (write && !(area->rights & RIGHT_WRITE))
		return VM_DENIED;
	return map_new(space, address, area->rights);
}

enum vm_error vm_fault(struct vm_space *space, uintptr_t address, bool write)
{
	if (!space || !is_user(address))
		return VM_BAD_ADDRESS;
	spin_lock(&lock);
	enum vm_error error = resolve(space, address & ~(uintptr_t)(PAGE_SIZE - 1), write);
	spin_unlock(&lock);
	return error;
}

/* What can be written becomes what is copied before that, on both sides. */
static enum vm_error clone_entry(struct vm_space *copy, uintptr_t address, unsigned level, uint64_t *pte)
{
	uint64_t *to;
	enum vm_error error = make_entry(copy, address, level, &to);
	if (error != VM_OK)
		return error;
	if (level > 0) {
		copy->big_pages++;
	} else {
		unsigned rights = pte_rights(*pte);
		if (rights & RIGHT_WRITE) {
			rights &= ~(unsigned)RIGHT_WRITE;
			*pte = pte_leaf(pte_physical(*pte), 0, rights) | PTE_COPY_ON_WRITE;
			paging_flush(address);
		}
		get_page(*pte);
		copy->pages++;
	}
	*to = *pte;
	return VM_OK;
}

static enum vm_error clone_table(
	struct vm_space *copy, uint64_t *table, uintptr_t address, unsigned level, unsigned count)
{
	enum vm_error error = VM_OK;
	for (unsigned i = 0; i < count && error == VM_OK; i++) {
		uintptr_t at = address + ((uintptr_t)i << (12 + INDEX_BITS * level));
		if (!pte_present(table[i]))
			continue;
		if (pte_is_leaf(table[i], level))
			error = clone_entry(copy, at, level, &table[i]);
		else
			error = clone_table(copy, entries_of(table[i]), at, level - 1, ENTRIES);
	}
	return error;
}

static enum vm_error clone_areas(struct vm_space *copy, struct vm_space *space)
{
	enum vm_error error = VM_OK;
	LIST_FOR_EACH(at, &space->areas) {
		const struct vm_area *area = CONTAINER_OF(at, struct vm_area, link);
		error = add_area(copy, area->from, area->to, area->rights);
		if (error != VM_OK)
			break;
	}
	return error;
}

struct vm_space *vm_space_clone(struct vm_space *space)
{
	struct vm_space *copy = vm_space_new();
	if (!copy)
		return NULL;
	spin_lock(&lock);
	enum vm_error error =
		clone_table(copy, machine_virtual(space->root), 0, PT_LEVELS - 1, PT_USER_ENTRIES);
	if (error == VM_OK)
		error = clone_areas(copy, space);
	spin_unlock(&lock);
	if (error == VM_OK)
		return copy;
	vm_space_free(copy);
	return NULL;
}
