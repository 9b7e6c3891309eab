/* The faults that lie in the kernel itself, each with a cause that a debugger can find. */
#include "common/kernel.h"

#ifndef UNMAPPED
#define UNMAPPED 0xdead000 /* no page there, but on machines whose build says otherwise */
#endif
enum { TASKS = 4 };

volatile enum fault fault_choice;

static const char *const words[] = {
#define X(id, word) word,
	FAULTS(X)
#undef X
};

struct device {
	const char *name;
	int (*start)(struct device *dev);
	int (*stop)(struct device *dev); /* of the clock: forgotten */
};

struct task {
	int id;
	char name[12];
	struct task *next;
};

static struct device clock_device = {.name = "clock"};
struct task tasks[TASKS];
struct task *task_list;

__attribute__((noinline)) void kernel_ready(void)
{
	__asm__ volatile("" ::: "memory");
}

void fault_from(const char *command_line)
{
	static const char key[] = "fault=";
	for (const char *c = command_line; *c; c++) {
		size_t i = 0;
		while (key[i] && c[i] == key[i])
			i++;
		if (key[i])
			continue;
		for (int f = 0; f < FAULT_COUNT; f++) {
			size_t n = 0;
			while (words[f][n] && c[i + n] == words[f][n])
				n++;
			if (!words[f][n] && (!c[i + n] || c[i + n] == ' '))
				fault_choice = (enum fault)f;
		}
	}
}

/* What is faulty: stop was never set. */
__attribute__((noinline)) int device_stop(struct device *dev)
{
	return dev->stop(dev) + 1;
}

/* What is faulty: the register is not mapped. */
__attribute__((noinline)) void device_reset(uintptr_t base, uint32_t value)
{
	volatile uint32_t *reset = (volatile uint32_t *)base;
	reset[1] = value;
}

/* What is faulty: it goes away from where it ends. */
__attribute__((noinline)) uint64_t directory_depth(uint64_t inode)
{
	volatile uint64_t here[16];
	if (inode == 0)
		return 0;
	here[inode % 16] = inode;
	return directory_depth(inode + 1) + here[inode % 16];
}

/* What is faulty: a name of more than 11 characters runs into `next`. */
__attribute__((noinline)) void task_rename(struct task *task, const char *name)
{
	char *to = task->name;
	while ((*to++ = *name++))
		;
}

__attribute__((noinline)) int task_count(const struct task *first)
{
	int count = 0;
	for (const struct task *t = first; t; t = t->next)
		count += t->id > 0;
	return count;
}

static void tasks_set_up(void)
{
	for (int i = 0; i < TASKS; i++) {
		tasks[i].id = i + 1;
		task_rename(&tasks[i], "idle");
		tasks[i].next = i + 1 < TASKS ? &tasks[i + 1] : NULL;
	}
	task_list = tasks;
}

void plant_fault(enum fault fault)
{
	tasks_set_up();
	switch (fault) {
	case FAULT_NULL: device_stop(&clock_device); break;
	case FAULT_PAGE: device_reset(UNMAPPED, 0x51); break;
	case FAULT_STACK: console_number("depth ", directory_depth(1)); break;
	case FAULT_LIST:
		task_rename(&tasks[1], "network-interrupts");
		console_number("tasks ", (uint64_t)task_count(task_list));
		break;
	default: console_number("tasks ", (uint64_t)task_count(task_list)); break;
	}
}
