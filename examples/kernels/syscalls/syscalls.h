/*
 * System calls: processes with memory of their own, files and pipes. What a process hands over as a
 * pointer is an address of its memory, and is looked up page by page; it is never followed.
 */
#ifndef SYSCALLS_H
#define SYSCALLS_H

#include "kernel.h"

enum { PROCESSES = 6, FILES_OPEN_MAX = 8, USER_PAGES = 16, ARGUMENTS = 4, PATH_MAX = 24 };

#define USER_BASE 0x400000ULL
#define USER_END (USER_BASE + USER_PAGES * PAGE_SIZE)

#define ERRORS(X)                                                                              \
	X(NO_ENTRY, 2) X(NO_PROCESS, 3) X(BAD_FILE, 9) X(NO_CHILD, 10) X(AGAIN, 11) X(NO_MEMORY, 12) \
	X(FAULT, 14) X(EXISTS, 17) X(INVALID, 22) X(TOO_MANY_SYSTEM, 23) X(TOO_MANY, 24) X(TOO_BIG, 27) \
	X(NO_SPACE, 28) X(NO_SEEK, 29) X(PIPE, 32) X(NAME_TOO_LONG, 36) X(NO_CALL, 38)
enum {
#define X(name, number) ERROR_##name = number,
	ERRORS(X)
#undef X
};

enum { SYS_READ, SYS_WRITE, SYS_OPEN, SYS_CLOSE, SYS_SEEK, SYS_BRK, SYS_PIPE, SYS_DUP, SYS_GETPID,
	SYS_FORK, SYS_EXIT, SYS_WAIT, SYS_UNLINK, SYS_CLOCK, SYS_WRITE_LIST, SYS_PROTECT, SYS_COUNT };

enum { OPEN_READ = 0, OPEN_WRITE = 1, OPEN_BOTH = 2, OPEN_MODE = 3, OPEN_CREATE = 0x40,
	OPEN_NEW = 0x80, OPEN_TRUNCATE = 0x200, OPEN_APPEND = 0x400 };
enum { SEEK_START, SEEK_CURRENT, SEEK_END };

struct user_time {
	int64_t seconds, nanoseconds;
};

struct user_buffer {
	uint64_t address, len;
};

struct file;

enum process_state { PROCESS_NONE, PROCESS_RUNS, PROCESS_ZOMBIE };

struct process {
	int id, parent, status;
	enum process_state state;
	char *pages[USER_PAGES];
	bool read_only[USER_PAGES];
	size_t brk; /* pages from USER_BASE on that it may use */
	struct file *files[FILES_OPEN_MAX];
	uint64_t calls;
};

void kernel_init(void);

/* With console as files 0, 1 and 2. */
struct process *process_new(void);
struct process *process_find(int id);

/* What the trap's handler calls; below 0 is an error. */
int64_t syscall(struct process *process, uint64_t number, const uint64_t arguments[ARGUMENTS]);
uint64_t syscall_count(uint64_t number);

/* user.c: the memory of a process. 0, -ERROR_FAULT or -ERROR_NO_MEMORY. */
int copy_from_user(const struct process *process, void *to, uint64_t address, size_t len);
int copy_to_user(struct process *process, uint64_t address, const void *from, size_t len);
int64_t string_from_user(const struct process *process, char *to, uint64_t address, size_t size);
int user_grow(struct process *process, size_t pages);
int user_copy(struct process *child, const struct process *parent);
void user_release(struct process *process);
int user_protect(struct process *process, uint64_t address, size_t len, bool read_only);
size_t user_pages_free(void);
void user_init(void);

/* files.c: what is open. A struct file has as many users as places in tables. */
void files_init(void);
struct file *file_console(void);
int file_open(const char *path, unsigned flags, struct file **ret_file);
int file_pipe(struct file **ret_read, struct file **ret_write);
int file_unlink(const char *path);
struct file *file_get(struct file *file);
void file_put(struct file *file);
int64_t file_read(struct file *file, void *ret_bytes, size_t len);
int64_t file_write(struct file *file, const void *bytes, size_t len);
int64_t file_seek(struct file *file, int64_t offset, unsigned from);
size_t files_in_use(void);

#endif
