#include "syscalls/syscalls.h"

enum { FILES = 16, INODES = 6, INODE_SIZE = 2048, PIPES = 3, PIPE_SIZE = 64 };

struct inode {
	char name[PATH_MAX];
	unsigned users; /* open files, and its name */
	size_t size;
	char bytes[INODE_SIZE];
};

struct pipe {
	unsigned readers, writers;
	size_t first, count;
	char bytes[PIPE_SIZE];
};

struct operations {
	int64_t (*read)(struct file *file, void *ret_bytes, size_t len);
	int64_t (*write)(struct file *file, const void *bytes, size_t len);
	int64_t (*seek)(struct file *file, int64_t offset, unsigned from);
	void (*release)(struct file *file);
};

struct file {
	const struct operations *operations;
	unsigned users, flags;
	size_t offset;
	union {
		struct inode *inode;
		struct pipe *pipe;
	};
};

static struct file files[FILES];
static struct inode inodes[INODES];
static struct pipe pipes[PIPES];

static struct file *file_new(const struct operations *operations, unsigned flags)
{
	for (size_t i = 0; i < FILES; i++) {
		if (files[i].users > 0)
			continue;
		files[i] = (struct file){.operations = operations, .users = 1, .flags = flags};
		return &files[i];
	}
	return NULL;
}

struct file *file_get(struct file *file)
{
	KASSERT(file->users > 0);
	file->users++;
	return file;
}

void file_put(struct file *file)
{
	KASSERT(file->users > 0);
	if (--file->users > 0)
		return;
	if (file->operations->release)
		file->operations->release(file);
	file->operations = NULL;
}

static bool may_read(const struct file *file)
{
	return (file->flags & OPEN_MODE) != OPEN_WRITE;
}

static bool may_write(const struct file *file)
{
	return (file->flags & OPEN_MODE) != OPEN_READ;
}

int64_t file_read(struct file *file, void *ret_bytes, size_t len)
{
	if (!may_read(file) || !file->operations->read)
		return -ERROR_BAD_FILE;
	return len == 0 ? 0 : file->operations->read(file, ret_bytes, len);
}

int64_t file_write(struct file *file, const void *bytes, size_t len)
{
	if (!may_write(file) || !file->operations->write)
		return -ERROR_BAD_FILE;
	return len == 0 ? 0 : file->operations->write(file, bytes, len);
}

int64_t file_seek(struct file *file, int64_t offset, unsigned from)
{
	if (!file->operations->seek)
		return -ERROR_NO_SEEK;
	return file->operations->seek(file, offset, from);
}

static int64_t console_write(struct file *file, const void *bytes, size_t len)
{
	const char *text = bytes;
	(void)file;
	for (size_t i = 0; i < len; i++)
		machine_put(text[i]);
	return (int64_t)len;
}

static const struct operations console = {.write = console_write};

struct file *file_console(void)
{
	return file_new(&console, OPEN_BOTH);
}

static int64_t inode_read(struct file *file, void *ret_bytes, size_t len)
{
	const struct inode *inode = file->inode;
	if (file->offset >= inode->size)
		return 0;
	if (len > inode->size - file->offset)
		len = inode->size - file->offset;
	memcpy(ret_bytes, inode->bytes + file->offset, len);
	file->offset += len;
	return (int64_t)len;
}

static int64_t inode_write(struct file *file, const void *bytes, size_t len)
{
	struct inode *inode = file->inode;
	if (file->flags & OPEN_APPEND)
		file->offset = inode->size;
	if (file->offset >= INODE_SIZE)
		return -ERROR_TOO_BIG;
	if (len > INODE_SIZE - file->offset)
		len = INODE_SIZE - file->offset;
	if (file->offset > inode->size)
		memset(inode->bytes + inode->size, 0, file->offset - inode->size);
	memcpy(inode->bytes + file->offset, bytes, len);
	file->offset += len;
	if (file->offset > inode->size)
		inode->size = file->offset;
	return (int64_t)len;
}

static int64_t inode_seek(struct file *file, int64_t offset, unsigned from)
{
	int64_t base = 0, at;
	switch (from) {
	case SEEK_START: break;
	case SEEK_CURRENT: base = (int64_t)file->offset; break;
	case SEEK_END: base = (int64_t)file->inode->size; break;
	default: return -ERROR_INVALID;
	}
	if (__builtin_add_overflow(base, offset, &at) || at < 0)
		return -ERROR_INVALID;
	file->offset = (size_t)at;
	return at;
}

static void inode_put(struct inode *inode)
{
	KASSERT(inode->users > 0);
	if (--inode->users == 0)
		inode->size = 0;
}

static void inode_release(struct file *file)
{
	inode_put(file->inode);
}

static const struct operations regular = {inode_read, inode_write, inode_seek, inode_release};

static struct inode *inode_find(const char *path)
{
	for (size_t i = 0; i < INODES; i++)
		if (inodes[i].users > 0 && inodes[i].name[0] && strcmp(inodes[i].name, path) == 0)
			return &inodes[i];
	return NULL;
}

static struct inode *inode_new(const char *path)
{
	size_t i = 0;
	while (i < INODES && inodes[i].users > 0)
		i++;
	if (i == INODES)
		return NULL;
	inodes[i].users = 1;
	inodes[i].size = 0;
	memcpy(inodes[i].name, path, strlen(path) + 1);
	return &inodes[i];
}

int file_open(const char *path, unsigned flags, struct file **ret_file)
{
	struct inode *inode = inode_find(path);
	if (!path[0] || strlen(path) >= PATH_MAX)
		return -ERROR_INVALID;
	if (!inode && !(flags & OPEN_CREATE))
		return -ERROR_NO_ENTRY;
	if (inode && flags & OPEN_CREATE && flags & OPEN_NEW)
		return -ERROR_EXISTS;
	struct file *file = file_new(&regular, flags);
	if (!file)
		return -ERROR_TOO_MANY_SYSTEM;
	if (!inode)
		inode = inode_new(path);
	if (!inode) {
		file->users = 0;
		return -ERROR_NO_SPACE;
	}
	if (flags & OPEN_TRUNCATE && may_write(file))
		inode->size = 0;
	inode->users++;
	file->inode = inode;
	*ret_file = file;
	return 0;
}

/* Its name goes at once, the rest when nobody has it open any more. */
int file_unlink(const char *path)
{
	struct inode *inode = inode_find(path);
	if (!inode)
		return -ERROR_NO_ENTRY;
	inode->name[0] = 0;
	inode_put(inode);
	return 0;
}

static int64_t pipe_read(struct file *file, void *ret_bytes, size_t len)
{
	struct pipe *pipe = file->pipe;
	char *to = ret_bytes;
	size_t n = 0;
	if (pipe->count == 0)
		return pipe->writers > 0 ? -ERROR_AGAIN : 0;
	for (; n < len && pipe->count > 0; n++) {
		to[n] = pipe->bytes[pipe->first];
		pipe->first = (pipe->first + 1) % PIPE_SIZE;
		pipe->count--;
	}
	return (int64_t)n;
}

static int64_t pipe_write(struct file *file, const void *bytes, size_t len)
{
	struct pipe *pipe = file->pipe;
	const char *from = bytes;
	size_t n = 0;
	if (pipe->readers == 0)
		return -ERROR_PIPE;
	if (pipe->count == PIPE_SIZE)
		return -ERROR_AGAIN;
	for (; n < len && pipe->count < PIPE_SIZE; n++) {
		pipe->bytes[(pipe->first + pipe->count) % PIPE_SIZE] = from[n];
		pipe->count++;
	}
	return (int64_t)n;
}

static void pipe_release(struct file *file)
{
	if (may_read(file))
		file->pipe->readers--;
	else
		file->pipe->writers--;
}

static const struct operations pipe_ends = {pipe_read, pipe_write, NULL, pipe_release};

int file_pipe(struct file **ret_read, struct file **ret_write)
{
	size_t i = 0;
	while (i < PIPES && (pipes[i].readers > 0 || pipes[i].writers > 0))
		i++;
	if (i == PIPES)
		return -ERROR_TOO_MANY_SYSTEM;
	struct file *reader = file_new(&pipe_ends, OPEN_READ);
	struct file *writer = reader ? file_new(&pipe_ends, OPEN_WRITE) : NULL;
	if (!writer) {
		if (reader)
			reader->users = 0;
		return -ERROR_TOO_MANY_SYSTEM;
	}
	pipes[i] = (struct pipe){.readers = 1, .writers = 1};
	reader->pipe = writer->pipe = &pipes[i];
	*ret_read = reader;
	*ret_write = writer;
	return 0;
}

void files_init(void)
{
	memset(files, 0, sizeof(files));
	memset(pipes, 0, sizeof(pipes));
	for (size_t i = 0; i < INODES; i++)
		inodes[i].users = 0;
}

size_t files_in_use(void)
{
	size_t count = 0;
	for (size_t i = 0; i < FILES; i++)
		count += files[i].users > 0;
	return count;
}
