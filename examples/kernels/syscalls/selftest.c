#include "lib/random.h"
#include "syscalls/syscalls.h"

enum { ROUNDS = 200, FRAMES = 48 };

#define AT(offset) (USER_BASE + (offset))
#define CALL(process, number, ...) syscall(process, number, (uint64_t[ARGUMENTS]){__VA_ARGS__})

/* Put into a process's memory, and look at it there. */
static uint64_t give(struct process *process, uint64_t at, const char *text)
{
	EXPECT_EQ(copy_to_user(process, at, text, strlen(text) + 1), 0);
	return at;
}

static bool holds(const struct process *process, uint64_t at, const char *want)
{
	char bytes[64];
	size_t len = strlen(want);
	KASSERT(len <= sizeof(bytes));
	return copy_from_user(process, bytes, at, len) == 0 && memcmp(bytes, want, len) == 0;
}

static struct process *new_process(size_t pages)
{
	struct process *process = process_new();
	EXPECT(process != NULL);
	EXPECT_EQ(CALL(process, SYS_BRK, AT(pages * PAGE_SIZE)), AT(pages * PAGE_SIZE));
	return process;
}

static void test_memory(void)
{
	struct process *p = new_process(3);
	static char bytes[3 * PAGE_SIZE], back[3 * PAGE_SIZE];
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i * 7);
	EXPECT_EQ(copy_to_user(p, AT(0), bytes, sizeof(bytes)), 0);
	EXPECT_EQ(copy_from_user(p, back, AT(0), sizeof(bytes)), 0);
	EXPECT(memcmp(bytes, back, sizeof(bytes)) == 0);
	EXPECT_EQ(copy_from_user(p, back, AT(100), 2 * PAGE_SIZE), 0);
	EXPECT(memcmp(bytes + 100, back, 2 * PAGE_SIZE) == 0);
	EXPECT_EQ(copy_from_user(p, back, AT(1), 3 * PAGE_SIZE), -ERROR_FAULT);
	EXPECT_EQ(copy_from_user(p, back, AT(3 * PAGE_SIZE - 1), 1), 0);
	EXPECT_EQ(copy_from_user(p, back, AT(3 * PAGE_SIZE), 1), -ERROR_FAULT);
	EXPECT_EQ(copy_from_user(p, back, USER_BASE - 1, 2), -ERROR_FAULT);
	EXPECT_EQ(copy_from_user(p, back, 0, 1), -ERROR_FAULT);
	EXPECT_EQ(copy_from_user(p, back, AT(0), SIZE_MAX), -ERROR_FAULT);
	EXPECT_EQ(copy_from_user(p, back, UINT64_MAX - 3, 8), -ERROR_FAULT);
	EXPECT_EQ(copy_from_user(p, back, (uint64_t)(uintptr_t)bytes, 8), -ERROR_FAULT);
	EXPECT_EQ(copy_from_user(p, back, USER_END, 0), 0);
	EXPECT_EQ(copy_to_user(p, USER_END, bytes, 1), -ERROR_FAULT);
	EXPECT_EQ(CALL(p, SYS_PROTECT, AT(PAGE_SIZE), PAGE_SIZE, 1), 0);
	EXPECT_EQ(copy_to_user(p, AT(PAGE_SIZE - 4), "overlaps", 8), -ERROR_FAULT);
	EXPECT_EQ(copy_from_user(p, back, AT(PAGE_SIZE - 4), 8), 0);
	EXPECT(memcmp(bytes + PAGE_SIZE - 4, back, 8) == 0);
	EXPECT_EQ(CALL(p, SYS_PROTECT, AT(PAGE_SIZE), PAGE_SIZE, 0), 0);
	EXPECT_EQ(copy_to_user(p, AT(PAGE_SIZE - 4), "overlaps", 8), 0);
	EXPECT_EQ(CALL(p, SYS_PROTECT, AT(1), PAGE_SIZE, 1), -ERROR_INVALID);
	EXPECT_EQ(CALL(p, SYS_PROTECT, AT(0), 0, 1), -ERROR_INVALID);
	EXPECT_EQ(CALL(p, SYS_PROTECT, AT(2 * PAGE_SIZE), PAGE_SIZE + 1, 1), -ERROR_NO_MEMORY);
	EXPECT_EQ(CALL(p, SYS_PROTECT, AT(2 * PAGE_SIZE), UINT64_MAX, 1), -ERROR_NO_MEMORY);
	EXPECT_EQ(CALL(p, SYS_BRK, 0), AT(3 * PAGE_SIZE));
	EXPECT_EQ(CALL(p, SYS_BRK, AT(PAGE_SIZE + 1)), AT(2 * PAGE_SIZE));
	EXPECT_EQ(CALL(p, SYS_BRK, USER_BASE - 1), -ERROR_NO_MEMORY);
	EXPECT_EQ(CALL(p, SYS_BRK, USER_END + 1), -ERROR_NO_MEMORY);
	EXPECT_EQ(CALL(p, SYS_BRK, USER_END), USER_END);
	EXPECT(holds(p, AT(2 * PAGE_SIZE), "\0\0\0\0"));
	EXPECT_EQ(copy_to_user(p, USER_END - 4, "last", 4), 0);
	EXPECT_EQ(user_pages_free(), FRAMES - USER_PAGES);
	EXPECT_EQ(CALL(p, SYS_EXIT, 0), 0);
	EXPECT_EQ(user_pages_free(), FRAMES);
	kprintf("memory: pages come, are protected, go\n");
}

static void test_files(void)
{
	struct process *p = new_process(2);
	uint64_t name = give(p, AT(PAGE_SIZE - 5), "/tmp/notes"), text = give(p, AT(0), "one two three");
	EXPECT_EQ(CALL(p, SYS_OPEN, name, OPEN_BOTH), -ERROR_NO_ENTRY);
	EXPECT_EQ(CALL(p, SYS_OPEN, name, OPEN_MODE | OPEN_CREATE), -ERROR_INVALID);
	int64_t file = CALL(p, SYS_OPEN, name, OPEN_BOTH | OPEN_CREATE);
	EXPECT_EQ(file, 3);
	EXPECT_EQ(CALL(p, SYS_OPEN, name, OPEN_BOTH | OPEN_CREATE | OPEN_NEW), -ERROR_EXISTS);
	EXPECT_EQ(CALL(p, SYS_WRITE, 3, text, 13), 13);
	EXPECT_EQ(CALL(p, SYS_READ, 3, AT(100), 20), 0);
	EXPECT_EQ(CALL(p, SYS_SEEK, 3, 4, SEEK_START), 4);
	EXPECT_EQ(CALL(p, SYS_READ, 3, AT(100), 3), 3);
	EXPECT(holds(p, AT(100), "two"));
	EXPECT_EQ(CALL(p, SYS_SEEK, 3, (uint64_t)-5, SEEK_END), 8);
	EXPECT_EQ(CALL(p, SYS_READ, 3, AT(100), 100), 5);
	EXPECT(holds(p, AT(100), "three"));
	EXPECT_EQ(CALL(p, SYS_SEEK, 3, (uint64_t)-20, SEEK_CURRENT), -ERROR_INVALID);
	EXPECT_EQ(CALL(p, SYS_SEEK, 3, (uint64_t)INT64_MAX, SEEK_CURRENT), -ERROR_INVALID);
	EXPECT_EQ(CALL(p, SYS_SEEK, 3, 0, 3), -ERROR_INVALID);
	EXPECT_EQ(CALL(p, SYS_SEEK, 3, 2040, SEEK_START), 2040);
	EXPECT_EQ(CALL(p, SYS_WRITE, 3, text, 13), 8);
	EXPECT_EQ(CALL(p, SYS_WRITE, 3, text, 1), -ERROR_TOO_BIG);
	EXPECT_EQ(CALL(p, SYS_SEEK, 3, 11, SEEK_START), 11);
	EXPECT_EQ(CALL(p, SYS_READ, 3, AT(100), 1000), 1000);
	EXPECT(holds(p, AT(100), "ee\0\0\0"));
	int64_t copy = CALL(p, SYS_DUP, 3);
	EXPECT_EQ(copy, 4);
	EXPECT_EQ(CALL(p, SYS_SEEK, 4, 0, SEEK_CURRENT), 1011);
	EXPECT_EQ(CALL(p, SYS_CLOSE, 3), 0);
	EXPECT_EQ(CALL(p, SYS_CLOSE, 3), -ERROR_BAD_FILE);
	EXPECT_EQ(CALL(p, SYS_UNLINK, name), 0);
	EXPECT_EQ(CALL(p, SYS_UNLINK, name), -ERROR_NO_ENTRY);
	EXPECT_EQ(CALL(p, SYS_SEEK, 4, 0, SEEK_START), 0);
	EXPECT_EQ(CALL(p, SYS_READ, 4, AT(100), 3), 3);
	EXPECT(holds(p, AT(100), "one"));
	EXPECT_EQ(CALL(p, SYS_OPEN, name, OPEN_BOTH), -ERROR_NO_ENTRY);
	EXPECT_EQ(CALL(p, SYS_OPEN, name, OPEN_WRITE | OPEN_CREATE | OPEN_APPEND), 3);
	EXPECT_EQ(CALL(p, SYS_READ, 3, AT(100), 3), -ERROR_BAD_FILE);
	for (int i = 0; i < 3; i++) {
		EXPECT_EQ(CALL(p, SYS_SEEK, 3, 0, SEEK_START), 0);
		EXPECT_EQ(CALL(p, SYS_WRITE, 3, text + 4, 4), 4);
	}
	EXPECT_EQ(CALL(p, SYS_OPEN, name, OPEN_READ | OPEN_TRUNCATE), 5);
	EXPECT_EQ(CALL(p, SYS_READ, 5, AT(100), 100), 12);
	EXPECT(holds(p, AT(100), "two two two "));
	EXPECT_EQ(CALL(p, SYS_WRITE, 5, text, 1), -ERROR_BAD_FILE);
	EXPECT_EQ(CALL(p, SYS_OPEN, name, OPEN_WRITE | OPEN_TRUNCATE), 6);
	EXPECT_EQ(CALL(p, SYS_SEEK, 5, 0, SEEK_END), 0);
	EXPECT_EQ(CALL(p, SYS_UNLINK, name), 0);
	EXPECT_EQ(CALL(p, SYS_EXIT, 0), 0);
	EXPECT_EQ(files_in_use(), 0);
	kprintf("files: written, read, appended to, unlinked while open\n");
}

static void test_names(void)
{
	struct process *p = new_process(1);
	EXPECT_EQ(CALL(p, SYS_OPEN, AT(0), OPEN_CREATE), -ERROR_INVALID);
	give(p, AT(0), "a name of 23 characters");
	EXPECT_EQ(CALL(p, SYS_OPEN, AT(0), OPEN_CREATE), 3);
	EXPECT_EQ(CALL(p, SYS_UNLINK, AT(0)), 0);
	give(p, AT(0), "a name of 24 characters.");
	EXPECT_EQ(CALL(p, SYS_OPEN, AT(0), OPEN_CREATE), -ERROR_NAME_TOO_LONG);
	EXPECT_EQ(CALL(p, SYS_OPEN, 0, OPEN_CREATE), -ERROR_FAULT);
	EXPECT_EQ(CALL(p, SYS_OPEN, (uint64_t)(uintptr_t)"kernel", OPEN_CREATE), -ERROR_FAULT);
	EXPECT_EQ(copy_to_user(p, AT(PAGE_SIZE - 3), "end", 3), 0);
	EXPECT_EQ(CALL(p, SYS_OPEN, AT(PAGE_SIZE - 3), OPEN_CREATE), -ERROR_FAULT);
	EXPECT_EQ(CALL(p, SYS_OPEN, UINT64_MAX, OPEN_CREATE), -ERROR_FAULT);
	for (int i = 0; i < 7; i++) {
		char name[] = "file 0";
		name[5] = (char)('0' + i);
		give(p, AT(0), name);
		int64_t got = CALL(p, SYS_OPEN, AT(0), OPEN_CREATE | OPEN_WRITE);
		EXPECT_EQ(got, i == 4 ? -ERROR_TOO_MANY : i == 5 ? -ERROR_NO_SPACE : i == 6 ? 3 : 4 + i);
		if (i < 4)
			EXPECT_EQ(CALL(p, SYS_UNLINK, AT(0)), 0);
		if (i == 5)
			EXPECT_EQ(CALL(p, SYS_CLOSE, 3), 0);
	}
	EXPECT_EQ(CALL(p, SYS_EXIT, 0), 0);
	EXPECT_EQ(files_in_use(), 0);
	kprintf("names: too long, not there, not the process's\n");
}

static void test_pipes(void)
{
	struct process *p = new_process(1), *child;
	int32_t ends[2];
	char text[100];
	EXPECT_EQ(CALL(p, SYS_PIPE, AT(PAGE_SIZE - 4)), -ERROR_FAULT);
	EXPECT_EQ(files_in_use(), 1);
	EXPECT_EQ(CALL(p, SYS_PIPE, AT(0)), 0);
	EXPECT_EQ(copy_from_user(p, ends, AT(0), sizeof(ends)), 0);
	EXPECT(ends[0] == 3 && ends[1] == 4);
	EXPECT_EQ(CALL(p, SYS_READ, 3, AT(8), 1), -ERROR_AGAIN);
	EXPECT_EQ(CALL(p, SYS_READ, 4, AT(8), 1), -ERROR_BAD_FILE);
	EXPECT_EQ(CALL(p, SYS_SEEK, 3, 0, SEEK_START), -ERROR_NO_SEEK);
	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (char)('A' + i % 50);
	EXPECT_EQ(copy_to_user(p, AT(100), text, sizeof(text)), 0);
	EXPECT_EQ(CALL(p, SYS_WRITE, 4, AT(100), 40), 40);
	int64_t id = CALL(p, SYS_FORK, 0);
	child = process_find((int)id);
	EXPECT(child != NULL && child != p);
	EXPECT_EQ(CALL(child, SYS_GETPID, 0), id);
	EXPECT_EQ(CALL(child, SYS_READ, 3, AT(300), 30), 30);
	EXPECT(holds(child, AT(300), "ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^") && !holds(p, AT(300), "A"));
	EXPECT_EQ(CALL(p, SYS_WRITE, 4, AT(100), 100), 54);
	EXPECT_EQ(CALL(p, SYS_WRITE, 4, AT(100), 1), -ERROR_AGAIN);
	EXPECT_EQ(CALL(p, SYS_CLOSE, 4), 0);
	EXPECT_EQ(CALL(p, SYS_CLOSE, 3), 0);
	EXPECT_EQ(CALL(child, SYS_READ, 3, AT(300), 500), 64);
	EXPECT(holds(child, AT(310), "ABCDEFGHIJ"));
	EXPECT_EQ(CALL(child, SYS_READ, 3, AT(300), 1), -ERROR_AGAIN);
	EXPECT_EQ(CALL(child, SYS_CLOSE, 4), 0);
	EXPECT_EQ(CALL(child, SYS_READ, 3, AT(300), 1), 0);
	EXPECT_EQ(CALL(p, SYS_PIPE, AT(0)), 0);
	EXPECT_EQ(CALL(p, SYS_CLOSE, 3), 0);
	EXPECT_EQ(CALL(p, SYS_WRITE, 4, AT(100), 1), -ERROR_PIPE);
	for (int i = 0; i < 3; i++)
		EXPECT_EQ(CALL(p, SYS_DUP, 1), i == 0 ? 3 : 4 + i);
	EXPECT_EQ(CALL(p, SYS_PIPE, AT(0)), -ERROR_TOO_MANY);
	EXPECT_EQ(files_in_use(), 3);
	EXPECT_EQ(CALL(child, SYS_EXIT, 0x107), 0);
	EXPECT_EQ(CALL(child, SYS_GETPID, 0), -ERROR_NO_PROCESS);
	EXPECT_EQ(CALL(p, SYS_WAIT, 0, 8), -ERROR_FAULT);
	EXPECT_EQ(CALL(p, SYS_WAIT, (uint64_t)id, AT(16)), id);
	EXPECT(holds(p, AT(16), "\7\0\0\0"));
	EXPECT_EQ(CALL(p, SYS_WAIT, 0, 0), -ERROR_NO_CHILD);
	EXPECT_EQ(CALL(p, SYS_EXIT, 0), 0);
	EXPECT_EQ(files_in_use(), 0);
	kprintf("pipes: between parent and child\n");
}

static void test_processes(void)
{
	struct process *p = new_process(9);
	int64_t ids[PROCESSES];
	size_t count = 0;
	give(p, AT(0), "parent");
	EXPECT_EQ(CALL(p, SYS_PROTECT, AT(0), PAGE_SIZE, 1), 0);
	while (count < PROCESSES && (ids[count] = CALL(p, SYS_FORK, 0)) > 0)
		count++;
	EXPECT_EQ(count, 4);
	EXPECT_EQ(ids[count], -ERROR_NO_MEMORY);
	EXPECT_EQ(user_pages_free(), 3);
	EXPECT_EQ(CALL(process_find((int)ids[0]), SYS_BRK, USER_END), -ERROR_NO_MEMORY);
	EXPECT_EQ(user_pages_free(), 3);
	EXPECT_EQ(CALL(process_find((int)ids[0]), SYS_CLOCK, 0, AT(8)), -ERROR_FAULT);
	EXPECT_EQ(CALL(p, SYS_WAIT, 0, 0), -ERROR_AGAIN);
	struct process *second = process_find((int)ids[1]);
	int64_t grandchild = CALL(p, SYS_BRK, AT(PAGE_SIZE));
	EXPECT_EQ(CALL(second, SYS_BRK, AT(PAGE_SIZE)), grandchild);
	grandchild = CALL(second, SYS_FORK, 0);
	EXPECT_EQ(CALL(p, SYS_FORK, 0), -ERROR_AGAIN);
	EXPECT_EQ(CALL(process_find((int)grandchild), SYS_EXIT, 1), 0);
	EXPECT_EQ(CALL(second, SYS_EXIT, 2), 0);
	EXPECT(process_find((int)grandchild) == NULL);
	EXPECT_EQ(CALL(p, SYS_WAIT, 0, 0), ids[1]);
	EXPECT(process_find((int)ids[1]) == NULL);
	EXPECT_EQ(CALL(p, SYS_EXIT, 0), 0);
	for (size_t i = 0; i < count; i++)
		if (process_find((int)ids[i]))
			EXPECT_EQ(CALL(process_find((int)ids[i]), SYS_EXIT, 0), 0);
	EXPECT_EQ(user_pages_free(), FRAMES);
	EXPECT_EQ(files_in_use(), 0);
	kprintf("processes: %lu children, and a grandchild\n", count);
}

static void test_console(void)
{
	struct process *p = new_process(2);
	struct user_buffer list[3] = {{AT(100), 9}, {AT(200), 4}, {AT(8), 1}};
	struct user_time time;
	give(p, AT(100), "console: ");
	give(p, AT(200), "text\n");
	EXPECT_EQ(copy_to_user(p, AT(0), list, sizeof(list)), 0);
	EXPECT_EQ(CALL(p, SYS_WRITE_LIST, 1, AT(0), 2), 13);
	EXPECT_EQ(CALL(p, SYS_WRITE, 2, AT(204), 1), 1);
	EXPECT_EQ(CALL(p, SYS_WRITE_LIST, 1, AT(0), 9), -ERROR_INVALID);
	EXPECT_EQ(CALL(p, SYS_WRITE_LIST, 1, AT(2 * PAGE_SIZE - 8), 1), -ERROR_FAULT);
	EXPECT_EQ(CALL(p, SYS_WRITE_LIST, 1, AT(0), 0), 0);
	EXPECT_EQ(CALL(p, SYS_WRITE, 1, AT(2 * PAGE_SIZE), 5), -ERROR_FAULT);
	EXPECT_EQ(CALL(p, SYS_WRITE, 1, AT(0), 0), 0);
	EXPECT_EQ(CALL(p, SYS_WRITE, 8, AT(0), 1), -ERROR_BAD_FILE);
	EXPECT_EQ(CALL(p, SYS_WRITE, UINT64_MAX, AT(0), 1), -ERROR_BAD_FILE);
	EXPECT_EQ(CALL(p, SYS_READ, 0, AT(0), 1), -ERROR_BAD_FILE);
	EXPECT_EQ(CALL(p, SYS_SEEK, 7, 0, 0), -ERROR_BAD_FILE);
	EXPECT_EQ(CALL(p, SYS_DUP, 7), -ERROR_BAD_FILE);
	EXPECT_EQ(CALL(p, SYS_WRITE_LIST, 7, AT(0), 1), -ERROR_BAD_FILE);
	EXPECT_EQ(CALL(p, SYS_READ, 7, AT(0), 1), -ERROR_BAD_FILE);
	EXPECT_EQ(CALL(p, SYS_COUNT, 0), -ERROR_NO_CALL);
	EXPECT_EQ(CALL(p, UINT64_MAX, 0), -ERROR_NO_CALL);
	EXPECT_EQ(CALL(p, SYS_CLOCK, 2, AT(8)), -ERROR_INVALID);
	EXPECT_EQ(CALL(p, SYS_CLOCK, 1, AT(8)), 0);
	EXPECT_EQ(copy_from_user(p, &time, AT(8), sizeof(time)), 0);
	EXPECT(time.seconds == 0 && time.nanoseconds > 0 && time.nanoseconds % 1000 == 0);
	EXPECT_EQ(CALL(p, SYS_EXIT, 0), 0);
}

/* Numbers as they come: whatever a process asks for, the kernel goes on. */
static void test_random(void)
{
	struct process *p = new_process(4);
	uint64_t seed = 8086, errors = 0, calls = 0;
	for (uint64_t at = 0; at < 4 * PAGE_SIZE; at += 8) {
		uint64_t word = random_next(&seed) | 0x2020202020202020;
		EXPECT_EQ(copy_to_user(p, AT(at), &word, sizeof(word)), 0);
	}
	for (int i = 0; i < ROUNDS * SYS_COUNT; i++) {
		static const uint64_t edges[] = {0, 1, 7, 8, PAGE_SIZE, 1ULL << 63, UINT64_MAX};
		uint64_t number = (uint64_t)i % (SYS_COUNT + 1), a[ARGUMENTS];
		for (size_t k = 0; k < ARGUMENTS; k++) {
			a[k] = edges[random_below(&seed, COUNT_OF(edges))];
			if (random_below(&seed, 2))
				a[k] += USER_BASE + random_below(&seed, 5 * PAGE_SIZE);
			else if (random_below(&seed, 2))
				a[k] = random_below(&seed, 10);
		}
		bool speaks = number == SYS_WRITE || number == SYS_WRITE_LIST || number == SYS_DUP;
		if (number == SYS_EXIT || number == SYS_FORK || (speaks && a[0] < 3))
			continue;
		errors += syscall(p, number, a) < 0;
		calls++;
	}
	EXPECT_EQ(CALL(p, SYS_EXIT, 0), 0);
	EXPECT_EQ(user_pages_free(), FRAMES);
	EXPECT_EQ(files_in_use(), 0);
	kprintf("random: %lu calls, %lu errors, %lu reads\n", calls, errors, syscall_count(SYS_READ));
}

void selftest(void)
{
	kprintf("syscalls: %u calls\n", (unsigned)SYS_COUNT);
	kernel_init();
	test_memory();
	test_files();
	test_names();
	test_pipes();
	test_processes();
	test_console();
	test_random();
}
