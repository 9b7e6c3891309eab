#include "syscalls/syscalls.h"

enum { FRAMES = 48 };

static uint16_t free_frames[FRAMES];
static size_t free_count;

void user_init(void)
{
	for (free_count = 0; free_count < FRAMES; free_count++)
		free_frames[free_count] = (uint16_t)(FRAMES - 1 - free_count);
}

static char *frame_new(void)
{
	if (free_count == 0)
		return NULL;
	char *frame = (char *)machine_pool() + (size_t)free_frames[--free_count] * PAGE_SIZE;
	memset(frame, 0, PAGE_SIZE);
	return frame;
}

static void frame_free(char *frame)
{
	size_t number = (size_t)(frame - (char *)machine_pool()) / PAGE_SIZE;
	KASSERT(frame && number < FRAMES && free_count < FRAMES);
	free_frames[free_count++] = (uint16_t)number;
}

size_t user_pages_free(void)
{
	return free_count;
}

static bool in_range(uint64_t address, size_t len)
{
	return address >= USER_BASE && address <= USER_END && len <= USER_END - address;
}

/* Where an address of the process is for the kernel, and how much of the page is left; NULL: nowhere. */
static char *find(const struct process *process, uint64_t address, bool write, size_t *ret_left)
{
	size_t page = (address - USER_BASE) / PAGE_SIZE, offset = address % PAGE_SIZE;
	if (page >= process->brk || !process->pages[page])
		return NULL;
	if (write && process->read_only[page])
		return NULL;
	*ret_left = PAGE_SIZE - offset;
	return process->pages[page] + offset;
}

int copy_from_user(const struct process *process, void *to, uint64_t address, size_t len)
{
	char *t = to;
	if (!in_range(address, len))
		return -ERROR_FAULT;
	while (len > 0) {
		size_t left;
		const char *from = find(process, address, false, &left);
		if (!from)
			return -ERROR_FAULT;
		size_t n = len < left ? len : left;
		memcpy(t, from, n);
		t += n;
		address += n;
		len -= n;
	}
	return 0;
}

/* All of it, or nothing: each page is looked at before the first is written. */
int copy_to_user(struct process *process, uint64_t address, const void *from, size_t len)
{
	const char *f = from;
	size_t left;
	if (!in_range(address, len))
		return -ERROR_FAULT;
	for (uint64_t at = address; at < address + len; at = (at / PAGE_SIZE + 1) * PAGE_SIZE)
		if (!find(process, at, true, &left))
			return -ERROR_FAULT;
	while (len > 0) {
		char *to = find(process, address, true, &left);
		size_t n = len < left ? len : left;
		memcpy(to, f, n);
		f += n;
		address += n;
		len -= n;
	}
	return 0;
}

/* Its length; `size` has to hold the 0 at the end, too. */
int64_t string_from_user(const struct process *process, char *to, uint64_t address, size_t size)
{
	for (size_t len = 0; len < size; len++) {
		size_t left;
		const char *from = in_range(address + len, 1) ? find(process, address + len, false, &left)
							      : NULL;
		if (!from)
			return -ERROR_FAULT;
		to[len] = *from;
		if (*from == 0)
			return (int64_t)len;
	}
	return -ERROR_NAME_TOO_LONG;
}

static void shrink(struct process *process, size_t pages)
{
	while (process->brk > pages) {
		process->brk--;
		frame_free(process->pages[process->brk]);
		process->pages[process->brk] = NULL;
		process->read_only[process->brk] = false;
	}
}

int user_grow(struct process *process, size_t pages)
{
	size_t before = process->brk;
	if (pages > USER_PAGES)
		return -ERROR_NO_MEMORY;
	shrink(process, pages);
	while (process->brk < pages) {
		char *frame = frame_new();
		if (!frame) {
			shrink(process, before);
			return -ERROR_NO_MEMORY;
		}
		process->pages[process->brk++] = frame;
	}
	return 0;
}

int user_copy(struct process *child, const struct process *parent)
{
	int rc = user_grow(child, parent->brk);
	for (size_t i = 0; rc == 0 && i < parent->brk; i++) {
		memcpy(child->pages[i], parent->pages[i], PAGE_SIZE);
		child->read_only[i] = parent->read_only[i];
	}
	return rc;
}

void user_release(struct process *process)
{
	shrink(process, 0);
}

int user_protect(struct process *process, uint64_t address, size_t len, bool read_only)
{
	if (address % PAGE_SIZE || len == 0)
		return -ERROR_INVALID;
	if (!in_range(address, len))
		return -ERROR_NO_MEMORY;
	size_t first = (address - USER_BASE) / PAGE_SIZE, count = (len + PAGE_SIZE - 1) / PAGE_SIZE;
	if (first + count > process->brk)
		return -ERROR_NO_MEMORY;
	for (size_t i = first; i < first + count; i++)
		process->read_only[i] = read_only;
	return 0;
}
