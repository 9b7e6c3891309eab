#include "syscalls/syscalls.h"

enum { CHUNK = 256, CLOCK_STEP = 1000, SECOND = 1000000000 };

static struct process processes[PROCESSES];
static int next_id;
static uint64_t clock;
static uint64_t counts[SYS_COUNT];

/* The file behind a number, NULL: there is none. */
static struct file *file_at(const struct process *process, uint64_t number)
{
	return number < FILES_OPEN_MAX ? process->files[number] : NULL;
}

/* The lowest free number becomes the file; below 0: there is none, and the file is given back. */
static int64_t install(struct process *process, struct file *file)
{
	for (int i = 0; i < FILES_OPEN_MAX; i++) {
		if (!process->files[i]) {
			process->files[i] = file;
			return i;
		}
	}
	file_put(file);
	return -ERROR_TOO_MANY;
}

void kernel_init(void)
{
	memset(processes, 0, sizeof(processes));
	memset(counts, 0, sizeof(counts));
	next_id = 1;
	user_init();
	files_init();
}

static struct process *process_take(int parent)
{
	for (size_t i = 0; i < PROCESSES; i++) {
		struct process *process = &processes[i];
		if (process->state != PROCESS_NONE)
			continue;
		*process = (struct process){.id = next_id++, .parent = parent, .state = PROCESS_RUNS};
		return process;
	}
	return NULL;
}

struct process *process_new(void)
{
	struct process *process = process_take(0);
	if (!process)
		return NULL;
	struct file *console = file_console();
	KASSERT(console != NULL);
	process->files[0] = console;
	process->files[1] = file_get(console);
	process->files[2] = file_get(console);
	return process;
}

struct process *process_find(int id)
{
	for (size_t i = 0; i < PROCESSES; i++)
		if (processes[i].state != PROCESS_NONE && processes[i].id == id)
			return &processes[i];
	return NULL;
}

static void process_close_all(struct process *process)
{
	for (size_t i = 0; i < FILES_OPEN_MAX; i++) {
		if (process->files[i])
			file_put(process->files[i]);
		process->files[i] = NULL;
	}
}

/* Through a buffer of the kernel's, in pieces. */
static int64_t sys_read(struct process *process, const uint64_t *a)
{
	struct file *file = file_at(process, a[0]);
	char chunk[CHUNK];
	size_t done = 0, len = a[2];
	if (!file)
		return -ERROR_BAD_FILE;
	while (done < len) {
		size_t want = len - done < CHUNK ? len - done : CHUNK;
		int64_t got = file_read(file, chunk, want);
		if (got <= 0)
			return done > 0 ? (int64_t)done : got;
		int rc = copy_to_user(process, a[1] + done, chunk, (size_t)got);
		if (rc < 0)
			return rc;
		done += (size_t)got;
		if ((size_t)got < want)
			break;
	}
	return (int64_t)done;
}

static int64_t write_from(struct process *process, struct file *file, uint64_t address, size_t len)
{
	char chunk[CHUNK];
	size_t done = 0;
	while (done < len) {
		size_t want = len - done < CHUNK ? len - done : CHUNK;
		int64_t rc = copy_from_user(process, chunk, address + done, want);
		if (rc == 0)
			rc = file_write(file, chunk, want);
		if (rc <= 0)
			return done > 0 ? (int64_t)done : rc;
		done += (size_t)rc;
		if ((size_t)rc < want)
			break;
	}
	return (int64_t)done;
}

static int64_t sys_write(struct process *process, const uint64_t *a)
{
	struct file *file = file_at(process, a[0]);
	if (!file)
		return -ERROR_BAD_FILE;
	return write_from(process, file, a[1], a[2]);
}

/* A list of buffers: file, address of the list, how many. */
static int64_t sys_write_list(struct process *process, const uint64_t *a)
{
	enum { MOST = 8 };
	struct user_buffer list[MOST];
	struct file *file = file_at(process, a[0]);
	int64_t done = 0;
	if (!file)
		return -ERROR_BAD_FILE;
	if (a[2] > MOST)
		return -ERROR_INVALID;
	int rc = copy_from_user(process, list, a[1], a[2] * sizeof(*list));
	if (rc < 0)
		return rc;
	for (size_t i = 0; i < a[2]; i++) {
		int64_t wrote = write_from(process, file, list[i].address, list[i].len);
		if (wrote < 0)
			return done > 0 ? done : wrote;
		done += wrote;
		if ((uint64_t)wrote < list[i].len)
			break;
	}
	return done;
}

static int64_t sys_open(struct process *process, const uint64_t *a)
{
	char path[PATH_MAX];
	struct file *file;
	int64_t rc = string_from_user(process, path, a[0], sizeof(path));
	if (rc < 0)
		return rc;
	if ((a[1] & OPEN_MODE) == OPEN_MODE)
		return -ERROR_INVALID;
	rc = file_open(path, (unsigned)a[1], &file);
	return rc < 0 ? rc : install(process, file);
}

static int64_t sys_close(struct process *process, const uint64_t *a)
{
	struct file *file = file_at(process, a[0]);
	if (!file)
		return -ERROR_BAD_FILE;
	process->files[a[0]] = NULL;
	file_put(file);
	return 0;
}

static int64_t sys_seek(struct process *process, const uint64_t *a)
{
	struct file *file = file_at(process, a[0]);
	if (!file)
		return -ERROR_BAD_FILE;
	return file_seek(file, (int64_t)a[1], (unsigned)a[2]);
}

static int64_t sys_brk(struct process *process, const uint64_t *a)
{
	if (a[0] != 0) {
		if (a[0] < USER_BASE || a[0] > USER_END)
			return -ERROR_NO_MEMORY;
		int rc = user_grow(process, (a[0] - USER_BASE + PAGE_SIZE - 1) / PAGE_SIZE);
		if (rc < 0)
			return rc;
	}
	return (int64_t)(USER_BASE + process->brk * PAGE_SIZE);
}

static int64_t sys_pipe(struct process *process, const uint64_t *a)
{
	struct file *ends[2];
	int32_t numbers[2];
	int rc = file_pipe(&ends[0], &ends[1]);
	if (rc < 0)
		return rc;
	numbers[0] = (int32_t)install(process, ends[0]);
	numbers[1] = (int32_t)install(process, ends[1]);
	rc = numbers[0] < 0 || numbers[1] < 0 ? -ERROR_TOO_MANY : 0;
	if (rc == 0)
		rc = copy_to_user(process, a[0], numbers, sizeof(numbers));
	for (size_t i = 0; rc < 0 && i < 2; i++) {
		if (numbers[i] < 0)
			continue;
		process->files[numbers[i]] = NULL;
		file_put(ends[i]);
	}
	return rc;
}

static int64_t sys_dup(struct process *process, const uint64_t *a)
{
	struct file *file = file_at(process, a[0]);
	if (!file)
		return -ERROR_BAD_FILE;
	return install(process, file_get(file));
}

static int64_t sys_getpid(struct process *process, const uint64_t *a)
{
	(void)a;
	return process->id;
}

static int64_t sys_fork(struct process *process, const uint64_t *a)
{
	struct process *child = process_take(process->id);
	(void)a;
	if (!child)
		return -ERROR_AGAIN;
	int rc = user_copy(child, process);
	if (rc < 0) {
		child->state = PROCESS_NONE;
		return rc;
	}
	for (size_t i = 0; i < FILES_OPEN_MAX; i++)
		if (process->files[i])
			child->files[i] = file_get(process->files[i]);
	return child->id;
}

/* Its children are nobody's, and those that ended already are gone. */
static int64_t sys_exit(struct process *process, const uint64_t *a)
{
	process_close_all(process);
	user_release(process);
	for (size_t i = 0; i < PROCESSES; i++) {
		struct process *child = &processes[i];
		if (child->state == PROCESS_NONE || child->parent != process->id)
			continue;
		child->parent = 0;
		if (child->state == PROCESS_ZOMBIE)
			child->state = PROCESS_NONE;
	}
	process->status = (int)a[0] & 0xff;
	process->state = process->parent ? PROCESS_ZOMBIE : PROCESS_NONE;
	return 0;
}

/* The child that ended, with its status at a[1]; a[0] names one, or is 0. */
static int64_t sys_wait(struct process *process, const uint64_t *a)
{
	bool any = false;
	for (size_t i = 0; i < PROCESSES; i++) {
		struct process *child = &processes[i];
		if (child->state == PROCESS_NONE || child->parent != process->id ||
			(a[0] != 0 && child->id != (int)a[0]))
			continue;
		any = true;
		if (child->state != PROCESS_ZOMBIE)
			continue;
		int32_t status = child->status;
		int rc = a[1] ? copy_to_user(process, a[1], &status, sizeof(status)) : 0;
		if (rc < 0)
			return rc;
		child->state = PROCESS_NONE;
		return child->id;
	}
	return any ? -ERROR_AGAIN : -ERROR_NO_CHILD;
}

static int64_t sys_unlink(struct process *process, const uint64_t *a)
{
	char path[PATH_MAX];
	int64_t rc = string_from_user(process, path, a[0], sizeof(path));
	return rc < 0 ? rc : file_unlink(path);
}

/* A clock that goes on with each call. */
static int64_t sys_clock(struct process *process, const uint64_t *a)
{
	struct user_time now = {(int64_t)(clock / SECOND), (int64_t)(clock % SECOND)};
	if (a[0] > 1)
		return -ERROR_INVALID;
	return copy_to_user(process, a[1], &now, sizeof(now));
}

static int64_t sys_protect(struct process *process, const uint64_t *a)
{
	return user_protect(process, a[0], a[1], a[2] != 0);
}

static int64_t (*const table[SYS_COUNT])(struct process *process, const uint64_t *a) = {
	[SYS_READ] = sys_read,
	[SYS_WRITE] = sys_write,
	[SYS_OPEN] = sys_open,
	[SYS_CLOSE] = sys_close,
	[SYS_SEEK] = sys_seek,
	[SYS_BRK] = sys_brk,
	[SYS_PIPE] = sys_pipe,
	[SYS_DUP] = sys_dup,
	[SYS_GETPID] = sys_getpid,
	[SYS_FORK] = sys_fork,
	[SYS_EXIT] = sys_exit,
	[SYS_WAIT] = sys_wait,
	[SYS_UNLINK] = sys_unlink,
	[SYS_CLOCK] = sys_clock,
	[SYS_WRITE_LIST] = sys_write_list,
	[SYS_PROTECT] = sys_protect,
};

int64_t syscall(struct process *process, uint64_t number, const uint64_t arguments[ARGUMENTS])
{
	if (process->state != PROCESS_RUNS)
		return -ERROR_NO_PROCESS;
	process->calls++;
	clock += CLOCK_STEP;
	if (number >= SYS_COUNT || !table[number])
		return -ERROR_NO_CALL;
	counts[number]++;
	return table[number](process, arguments);
}

uint64_t syscall_count(uint64_t number)
{
	return number < SYS_COUNT ? counts[number] : 0;
}
