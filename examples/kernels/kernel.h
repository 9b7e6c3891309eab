/* What the kernels here share: console, panic, checks, memory. */
#ifndef KERNELS_KERNEL_H
#define KERNELS_KERNEL_H

#include <stdarg.h>

#include "machine/machine.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COUNT_OF(array) (sizeof(array) / sizeof(*(array)))
#define CONTAINER_OF(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

/* %s %c %% and %d %u %x, those with l or z as well, with a width and 0 before it. */
void kprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void vkprintf(const char *format, va_list args);

/* Say why on the console, and end the machine. */
KERNELS_NORETURN void panic(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What must hold at any time. */
#define KASSERT(condition) \
	((condition) ? (void)0 : panic("%s:%d: assertion failed: %s", __FILE_NAME__, __LINE__, #condition))

/* What a self-test expects; of EXPECT_EQ() both are numbers. */
#define EXPECT(condition) \
	((condition) ? (void)0 : selftest_fail(__FILE_NAME__, __LINE__, "%s", #condition))
#define EXPECT_EQ(got, want)                                                               \
	do {                                                                               \
		const long got_ = (long)(got), want_ = (long)(want);                       \
		if (got_ != want_)                                                         \
			selftest_fail(__FILE_NAME__, __LINE__, "%s is %ld, want %ld", #got, \
				got_, want_);                                              \
	} while (0)
KERNELS_NORETURN void selftest_fail(const char *file, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Each kernel's own: tries all that it has, and returns when all is as it should be. */
void selftest(void);

void *memcpy(void *to, const void *from, size_t len);
void *memmove(void *to, const void *from, size_t len);
void *memset(void *to, int byte, size_t len);
int memcmp(const void *a, const void *b, size_t len);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t len);

#ifdef __cplusplus
}
#endif

#endif
