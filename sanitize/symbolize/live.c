#include "sanitize/symbolize/live.h"

#include "sanitize/symbolize/priv.h"

#include <dirent.h>
#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FRAMES_MAX = 64, OUT_MAX = 4 << 20, NAME_MAX_BYTES = 4096, PATH_BYTES = 300 };

/* What libdw is to be found by. X(FUNCTION) */
#define LIVE_FUNCTIONS(X)           \
	X(dwfl_begin)               \
	X(dwfl_end)                 \
	X(dwfl_linux_proc_report)   \
	X(dwfl_report_end)          \
	X(dwfl_linux_proc_attach)   \
	X(dwfl_linux_proc_find_elf) \
	X(dwfl_getthreads)          \
	X(dwfl_thread_tid)          \
	X(dwfl_thread_getframes)    \
	X(dwfl_frame_pc)            \
	X(dwfl_addrmodule)          \
	X(dwfl_module_info)         \
	X(dwfl_getmodules)          \
	X(dwfl_module_getelf)       \
	X(dwfl_module_addrinfo)

struct dwfl_functions {
#define X(f) __typeof__(&f) f;
	LIVE_FUNCTIONS(X)
#undef X
};

/* ---- inside ---- */

struct look {
	struct dwfl_functions f;
	Dwfl *dwfl;
	struct fl_buf out;
	pid_t pid;
	char name[64];
	size_t threads, frames;
};

static bool load(struct dwfl_functions *f)
{
#ifdef FL_STATIC
	(void)f;
	return false;
#else
	void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
	const struct {
		const char *name;
		void *slot;
	} functions[] = {
#define X(function) {#function, &f->function},
		LIVE_FUNCTIONS(X)
#undef X
	};
	for (size_t i = 0; library && i < sizeof(functions) / sizeof(*functions); i++) {
		void *at = dlsym(library, functions[i].name);
		if (!at)
			return false;
		memcpy(functions[i].slot, &at, sizeof(at));
	}
	return library != NULL;
#endif
}

static void put_number(struct fl_buf *b, uint64_t v)
{
	fl_buf_add(b, (const char *)&v, sizeof(v));
}

static void put_text(struct fl_buf *b, const char *text)
{
	size_t len = text ? strnlen(text, NAME_MAX_BYTES) : 0;
	put_number(b, len);
	fl_buf_add(b, text ? text : "", len);
}

/* Unwinding needs no more than what is loaded; other files may be anywhere. */
static int no_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
	const char *file, const char *link, GElf_Word crc, char **ret_file)
{
	(void)module, (void)data, (void)name, (void)base, (void)file, (void)link, (void)crc;
	(void)ret_file;
	return -1;
}

static int put_frame(Dwfl_Frame *frame, void *arg)
{
	struct look *l = arg;
	Dwarf_Addr pc, bias = 0;
	bool exact;
	if (!l->f.dwfl_frame_pc(frame, &pc, &exact))
		return 1;
	/* but for the innermost, the address is that of what comes after the call */
	pc -= exact ? 0 : 1;
	Dwfl_Module *m = l->f.dwfl_addrmodule(l->dwfl, pc);
	const char *file = NULL, *name = NULL;
	if (m && l->f.dwfl_module_getelf(m, &bias))
		name = l->f.dwfl_module_info(m, NULL, NULL, NULL, NULL, NULL, &file, NULL);
	put_number(&l->out, 1);
	put_text(&l->out, file ? file : name);
	put_number(&l->out, pc - bias);
	return ++l->frames < FRAMES_MAX ? 0 : 1;
}

/* The address that it waits at: the first argument of futex(2); *ret_running when it does not. */
static uint64_t futex_of(pid_t pid, pid_t tid, bool *ret_running)
{
	char path[PATH_BYTES], text[256];
	snprintf(path, sizeof(path), "/proc/%d/task/%d/syscall", (int)pid, (int)tid);
	size_t n = fl_read_start(path, text, sizeof(text));
	*ret_running = n > 0 && !strncmp(text, "running", 7);
	char *end;
	long number = strtol(text, &end, 10);
	return n > 0 && end != text && number == SYS_futex ? strtoull(end, NULL, 16) : 0;
}

/* The module that begins nearest below an address: what is zero at the start is not in its file. */
struct nearest {
	uint64_t address, start;
	Dwfl_Module *module;
};

static int is_nearer(
	Dwfl_Module *module, void **data, const char *name, Dwarf_Addr start, void *arg)
{
	struct nearest *n = arg;
	(void)data, (void)name;
	if (start <= n->address && start >= n->start) {
		n->start = start;
		n->module = module;
	}
	return DWARF_CB_OK;
}

/* The variable that an address lies in, as the symbol tables know. */
static const char *variable_at(struct look *l, uint64_t address)
{
	GElf_Off offset;
	GElf_Sym symbol;
	struct nearest n = {.address = address};
	if (address)
		l->f.dwfl_getmodules(l->dwfl, is_nearer, &n, 0);
	Dwfl_Module *m = n.module;
	const char *name =
		m ? l->f.dwfl_module_addrinfo(m, address, &offset, &symbol, NULL, NULL, NULL)
		  : NULL;
	return name && symbol.st_size && offset < symbol.st_size ? name : NULL;
}

static int put_thread(Dwfl_Thread *thread, void *arg)
{
	struct look *l = arg;
	pid_t tid = l->f.dwfl_thread_tid(thread);
	uint32_t words[3] = {0};
	bool running;
	uint64_t futex = futex_of(l->pid, tid, &running);
	struct iovec here = {words, sizeof(words)},
		     there = {(void *)(uintptr_t)futex, sizeof(words)};
	if (futex && process_vm_readv(l->pid, &here, 1, &there, 1, 0) != sizeof(words))
		memset(words, 0, sizeof(words));
	put_number(&l->out, 2);
	put_number(&l->out, (uint64_t)l->pid);
	put_number(&l->out, (uint64_t)tid);
	put_text(&l->out, l->name);
	put_number(&l->out, running);
	put_number(&l->out, futex);
	for (size_t i = 0; i < 3; i++)
		put_number(&l->out, words[i]);
	put_text(&l->out, variable_at(l, futex));
	l->frames = 0;
	l->f.dwfl_thread_getframes(thread, put_frame, l);
	return ++l->threads < SAN_LIVE_THREADS_MAX ? DWARF_CB_OK : DWARF_CB_ABORT;
}

/* Is its program one of the box? Its name goes to l. */
static bool is_ours(struct look *l, const char *pid)
{
	char path[PATH_BYTES], exe[PATH_BYTES];
	snprintf(path, sizeof(path), "/proc/%.20s/exe", pid);
	ssize_t n = readlink(path, exe, sizeof(exe) - 1);
	exe[n > 0 ? n : 0] = '\0';
	l->pid = atoi(pid);
	const char *slash = strrchr(exe, '/');
	snprintf(l->name, sizeof(l->name), "%.60s", slash ? slash + 1 : "");
	return l->pid > 1 && l->pid != getpid() && !strncmp(exe, FL_BOX_DIR "/", 5);
}

static void look_at(struct look *l)
{
	const Dwfl_Callbacks callbacks = {
		.find_elf = l->f.dwfl_linux_proc_find_elf, .find_debuginfo = no_debuginfo};
	l->threads = 0;
	l->dwfl = l->f.dwfl_begin(&callbacks);
	if (l->dwfl && l->f.dwfl_linux_proc_report(l->dwfl, l->pid) == 0 &&
		l->f.dwfl_report_end(l->dwfl, NULL, NULL) == 0 &&
		l->f.dwfl_linux_proc_attach(l->dwfl, l->pid, false) == 0)
		l->f.dwfl_getthreads(l->dwfl, put_thread, l);
	l->f.dwfl_end(l->dwfl);
}

void san_live_look(void)
{
	struct look l = {0};
	size_t seen = 0;
	DIR *d = load(&l.f) ? opendir("/proc") : NULL;
	fl_buf_init(&l.out, OUT_MAX);
	for (struct dirent *e; d && seen < SAN_LIVE_PROCESSES_MAX && (e = readdir(d));)
		if (e->d_name[0] >= '1' && e->d_name[0] <= '9' && is_ours(&l, e->d_name)) {
			look_at(&l);
			seen++;
		}
	int fd = l.out.len ? open(SAN_LIVE_FILE, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0644)
			   : -1;
	if (fd >= 0)
		fl_write_all(fd, fl_buf_view(&l.out), NULL);
}

/* ---- outside: what comes back is hostile ---- */

static bool take_number(struct fl_slice *s, uint64_t *ret_value)
{
	if (s->len < sizeof(*ret_value))
		return false;
	memcpy(ret_value, s->ptr, sizeof(*ret_value));
	*s = fl_slice_skip(*s, sizeof(*ret_value));
	return true;
}

static bool take_text(struct fl_slice *s, struct fl_arena *a, struct fl_slice *ret_text)
{
	uint64_t len;
	if (!take_number(s, &len) || len > s->len || len > NAME_MAX_BYTES)
		return false;
	*ret_text = fl_arena_slice(a, fl_slice_head(*s, (size_t)len));
	*s = fl_slice_skip(*s, (size_t)len);
	return true;
}

static bool take_thread(struct fl_slice *s, struct fl_arena *a, struct san_live_thread *t)
{
	uint64_t pid, tid, running, words[3];
	if (!take_number(s, &pid) || !take_number(s, &tid) || !take_text(s, a, &t->process) ||
		!take_number(s, &running) || !take_number(s, &t->futex) ||
		!take_number(s, &words[0]) || !take_number(s, &words[1]) ||
		!take_number(s, &words[2]) || !take_text(s, a, &t->variable))
		return false;
	t->pid = (int64_t)(pid & INT32_MAX);
	t->tid = (int64_t)(tid & INT32_MAX);
	t->running = running != 0;
	for (size_t i = 0; i < 3; i++)
		t->words[i] = (uint32_t)words[i];
	return true;
}

static bool take_frame(struct fl_slice *s, struct fl_arena *a, struct san_live_thread *t)
{
	struct san_frame *f = (struct san_frame *)t->frames.items + t->frames.len;
	if (t->frames.len == FRAMES_MAX)
		return false;
	*f = (struct san_frame){.depth = (int64_t)t->frames.len};
	if (!take_text(s, a, &f->module) || !take_number(s, &f->offset))
		return false;
	f->spot = f->offset;
	t->frames.len++;
	return true;
}

struct fl_list san_live_read(struct fl_box *box, struct fl_arena *a)
{
	struct fl_error none;
	struct fl_buf text;
	struct san_live_thread *all =
		fl_arena_array(a, SAN_LIVE_PROCESSES_MAX * SAN_LIVE_THREADS_MAX, sizeof(*all));
	size_t count = 0;
	fl_buf_init(&text, OUT_MAX);
	int rc = all ? fl_box_get(box, SAN_LIVE_FILE, &text, &none) : -1;
	struct fl_slice rest = fl_buf_view(&text);
	uint64_t what = 0;
	bool whole = rc == 0;
	while (whole && take_number(&rest, &what)) {
		struct san_live_thread *t = &all[count];
		if (what == 1) {
			whole = count && take_frame(&rest, a, t - 1);
			continue;
		}
		whole = count < SAN_LIVE_PROCESSES_MAX * SAN_LIVE_THREADS_MAX && what == 2 &&
			take_thread(&rest, a, t);
		void *frames =
			whole ? fl_arena_array(a, FRAMES_MAX, sizeof(struct san_frame)) : NULL;
		whole = whole && frames;
		if (whole && t->variable.len)
			t->variable = san_symbol_name(t->variable.ptr, a);
		t->frames = (struct fl_list){frames, 0};
		count += whole;
	}
	fl_buf_release(&text);
	return (struct fl_list){all, count};
}
