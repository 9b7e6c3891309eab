#include "ipc/heap.hpp"

#include "ipc/ipc.hpp"

namespace {

enum : size_t { block_size = 512, block_count = 64 };

struct Block {
	Block *next;
};

Block *free_list;
size_t free_count;

}

void ipc::heap_init()
{
	char *pool = static_cast<char *>(machine_pool());
	free_list = nullptr;
	free_count = 0;
	for (size_t i = block_count; i > 0; i--) {
		Block *block = reinterpret_cast<Block *>(pool + (i - 1) * block_size);
		block->next = free_list;
		free_list = block;
		free_count++;
	}
}

size_t ipc::heap_free()
{
	return free_count;
}

void *operator new(size_t size, ipc::OrNull) noexcept
{
	if (size > block_size || !free_list)
		return nullptr;
	Block *block = free_list;
	free_list = block->next;
	free_count--;
	return block;
}

void operator delete(void *memory) noexcept
{
	if (!memory)
		return;
	memset(memory, 0x6b, block_size);
	Block *block = static_cast<Block *>(memory);
	block->next = free_list;
	free_list = block;
	free_count++;
}

void operator delete(void *memory, size_t) noexcept
{
	operator delete(memory);
}

/* What the compiler puts into a table of virtual functions in place of a pure one. */
extern "C" void __cxa_pure_virtual()
{
	panic("a pure virtual function is called");
}
