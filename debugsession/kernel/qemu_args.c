/* QEMU's command line: a row a machine, a function a mode. */
#include "debugsession/kernel/qemu_priv.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const dbg_qemu_machine_words[DBG_QEMU_MACHINE_COUNT + 1] = {
#define X(id, word) word,
	DBG_QEMU_MACHINES(X)
#undef X
};

const char *const dbg_qemu_mode_words[DBG_QEMU_MODE_COUNT + 1] = {
#define X(id, word) word,
	DBG_QEMU_MODES(X)
#undef X
};

/* The index of a word; -1 with FL_EINVAL in err. */
static int find_word(
	struct fl_slice given, const char *what, const char *const *words, struct fl_error *err)
{
	struct fl_buf all;
	for (int i = 0; words[i]; i++)
		if (given.len == 0 || fl_slice_eqs(given, words[i]))
			return i;
	fl_buf_init(&all, 256);
	for (int i = 0; words[i]; i++)
		fl_buf_printf(&all, " %s", words[i]);
	fl_error_set(err, FL_EINVAL, "%s cannot be %.*s: there are%s", what,
		FL_ARG(fl_slice_head(given, 40)), all.data);
	fl_buf_release(&all);
	return -1;
}

int dbg_qemu_find(struct fl_slice machine, struct fl_slice mode, struct dbg_qemu_opts *ret_opts,
	struct fl_error *err)
{
	int found = find_word(machine, "qemu", dbg_qemu_machine_words, err);
	int how = found < 0 ? -1 : find_word(mode, "mode", dbg_qemu_mode_words, err);
	if (how < 0)
		return FL_EINVAL;
	ret_opts->machine = (enum dbg_qemu_machine)found;
	ret_opts->mode = (enum dbg_qemu_mode)how;
	return 0;
}

enum { MEMORY_MB = 256 };
#define RISCV_RAM 0x80000000 /* where the firmware stands, unless the kernel does */

/* Paths are Debian's, of the packages named. */
static const struct machine {
	const char *program, *package, *machine, *cpu;
	bool foreign; /* a plain gdb does not know it */
	bool bios;
	const char *code, *vars, *firmware_package; /* of UEFI; NULL: none */
	const char *efi_name; /* what the firmware starts from a disk */
} machines[DBG_QEMU_MACHINE_COUNT] = {
	[DBG_QEMU_X86_64] = {"qemu-system-x86_64", "qemu-system-x86", "q35", "max", false, true,
		"/usr/share/OVMF/OVMF_CODE_4M.fd", "/usr/share/OVMF/OVMF_VARS_4M.fd", "ovmf",
		"BOOTX64.EFI"},
	[DBG_QEMU_AARCH64] = {"qemu-system-aarch64", "qemu-system-arm", "virt", "cortex-a72", true,
		false, "/usr/share/AAVMF/AAVMF_CODE.fd", "/usr/share/AAVMF/AAVMF_VARS.fd",
		"qemu-efi-aarch64", "BOOTAA64.EFI"},
	[DBG_QEMU_RISCV64] = {"qemu-system-riscv64", "qemu-system-misc", "virt", "rv64", true,
		false, NULL, NULL, NULL, NULL},
};

const char *dbg_qemu_package(enum dbg_qemu_machine machine)
{
	return machines[machine].package;
}

static bool in_path(const char *name)
{
	struct fl_slice rest = fl_slice_str(getenv("PATH"));
	char file[4096];
	while (rest.len) {
		ptrdiff_t colon = fl_slice_chr(rest, ':');
		struct fl_slice dir = colon < 0 ? rest : fl_slice_head(rest, (size_t)colon);
		rest = fl_slice_skip(rest, dir.len + 1);
		int n = snprintf(file, sizeof(file), "%.*s/%s", FL_ARG(dir), name);
		if (n > 0 && (size_t)n < sizeof(file) && access(file, X_OK) == 0)
			return true;
	}
	return false;
}

const char *dbg_qemu_debugger(enum dbg_qemu_machine machine)
{
	static const char name[] = "gdb-multiarch";
	return machines[machine].foreign && in_path(name) ? name : NULL;
}

/* The first bytes of a file; less than size where it has no more. -1: it cannot be read. */
static ssize_t head(const char *path, void *bytes, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, bytes, size);
	if (fd >= 0)
		close(fd);
	return n;
}

static bool starts_with(const char *path, const char *magic, size_t len)
{
	char bytes[8];
	return head(path, bytes, sizeof(bytes)) >= (ssize_t)len && memcmp(bytes, magic, len) == 0;
}

const char *dbg_qemu_symbols(const struct dbg_qemu_opts *opts)
{
	return opts->kernel && starts_with(opts->kernel, ELFMAG, SELFMAG) ? opts->kernel : NULL;
}

/* Does an ELF file have a part that is to be at the start of RISC-V's memory? */
static bool stands_at_ram(const char *path)
{
	unsigned char bytes[4096];
	Elf64_Ehdr e;
	Elf64_Phdr p;
	ssize_t n = head(path, bytes, sizeof(bytes));
	if (n < (ssize_t)sizeof(e) || memcmp(bytes, ELFMAG, SELFMAG) != 0)
		return false;
	memcpy(&e, bytes, sizeof(e));
	for (size_t i = 0; i < e.e_phnum; i++) {
		size_t at = e.e_phoff + i * sizeof(p);
		if (at > (size_t)n - sizeof(p))
			return false;
		memcpy(&p, bytes + at, sizeof(p));
		if (p.p_type == PT_LOAD && p.p_paddr == RISCV_RAM)
			return true;
	}
	return false;
}

/* The most that TCG of QEMU 7.2 takes for its code cache (accel/tcg/translate-all.c). */
#define TCG_BYTES ((size_t)1 << 30)

size_t dbg_qemu_memory(const struct dbg_qemu_opts *o)
{
	return ((size_t)(o->memory_mb ? o->memory_mb : MEMORY_MB) << 20) + TCG_BYTES;
}

int dbg_qemu_check(const struct dbg_qemu_opts *o, struct fl_error *err)
{
	const struct machine *m = &machines[o->machine];
	struct stat st;
	if (o->command)
		return 0;
	if (!o->kernel)
		return fl_error_set(err, FL_EINVAL, "QEMU needs something to run: --kernel FILE");
	if (o->append && o->mode != DBG_QEMU_MODE_KERNEL)
		return fl_error_set(err, FL_EINVAL,
			"only with --mode=kernel there is a command line to append to");
	if (stat(o->kernel, &st))
		return fl_error_sys(err, FL_EMISSING, errno, "cannot read %s", o->kernel);
	if (o->mode == DBG_QEMU_MODE_BIOS && !m->bios)
		return fl_error_set(err, FL_EINVAL, "%s has no BIOS: use --mode=kernel",
			dbg_qemu_machine_words[o->machine]);
	if (o->mode == DBG_QEMU_MODE_UEFI && !m->code)
		return fl_error_set(err, FL_EINVAL, "there is no UEFI firmware for %s here",
			dbg_qemu_machine_words[o->machine]);
	if (o->mode == DBG_QEMU_MODE_UEFI && (access(m->code, R_OK) || access(m->vars, R_OK)))
		return fl_error_set(err, FL_EMISSING, "%s is not there: install the package %s",
			m->code, m->firmware_package);
	return 0;
}

struct line {
	struct fl_arena *arena;
	const char **argv;
	size_t len;
};

static void add(struct line *l, const char *arg)
{
	if (l->len + 1 < DBG_QEMU_ARGS_MAX)
		l->argv[l->len] = arg;
	l->len++;
}

static void add2(struct line *l, const char *option, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void add2(struct line *l, const char *option, const char *format, ...)
{
	char text[512];
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	add(l, option);
	add(l, fl_arena_printf(l->arena, "%s", text).ptr);
}

/* "PREFIX" and a file's name, whose commas are doubled. */
static void add_file(struct line *l, const char *option, const char *prefix, const char *path)
{
	struct fl_buf b;
	fl_buf_init(&b, 1 << 16);
	fl_buf_str(&b, prefix);
	for (; *path; path++)
		fl_buf_str(&b, *path == ',' ? ",," : (char[]){*path, '\0'});
	add(l, option);
	add(l, fl_arena_printf(l->arena, "%s", b.data).ptr);
	fl_buf_release(&b);
}

/* A directory that QEMU shows as a disk, with the file where the firmware looks for it. */
static int make_disk(struct dbg_qemu *q, struct fl_error *err)
{
	char name[64];
	snprintf(name, sizeof(name), "esp/EFI/BOOT/%s", machines[q->opts->machine].efi_name);
	return dbg_qemu_put(q, q->opts->kernel, name, err);
}

/* The kernel as QEMU names it. */
static const char *kernel_name(const struct dbg_qemu *q)
{
	return q->opts->box ? q->opts->inside : q->opts->kernel;
}

static int boot_kernel(struct dbg_qemu *q, struct line *l, struct fl_error *err)
{
	(void)err;
	add(l, "-kernel");
	add(l, kernel_name(q));
	if (q->opts->append) {
		add(l, "-append");
		add(l, q->opts->append);
	}
	if (q->opts->machine == DBG_QEMU_RISCV64 && stands_at_ram(q->opts->kernel)) {
		add(l, "-bios");
		add(l, "none");
	}
	return 0;
}

static int boot_uefi(struct dbg_qemu *q, struct line *l, struct fl_error *err)
{
	const struct machine *m = &machines[q->opts->machine];
	int rc = dbg_qemu_put(q, m->vars, "vars.fd", err);
	add_file(l, "-drive", "if=pflash,unit=0,format=raw,readonly=on,file=", m->code);
	add2(l, "-drive", "if=pflash,unit=1,format=raw,file=%s/vars.fd", q->here);
	if (!starts_with(q->opts->kernel, "MZ", 2)) {
		add_file(l, "-drive", "format=raw,snapshot=on,file=", kernel_name(q));
		return rc;
	}
	add2(l, "-drive", "format=raw,file=fat:rw:%s/esp", q->here);
	return rc ? rc : make_disk(q, err);
}

/* The sizes of floppy disks: 1440, 1200, 720 and 2880 KiB. */
static bool is_floppy(const char *path)
{
	static const off_t sizes[] = {1474560, 1228800, 737280, 2949120};
	struct stat st;
	bool found = false;
	for (size_t i = 0; stat(path, &st) == 0 && i < sizeof(sizes) / sizeof(*sizes); i++)
		found = found || st.st_size == sizes[i];
	return found;
}

static int boot_bios(struct dbg_qemu *q, struct line *l, struct fl_error *err)
{
	(void)err;
	add_file(l, "-drive",
		is_floppy(q->opts->kernel) ? "if=floppy,format=raw,snapshot=on,file="
					   : "format=raw,snapshot=on,file=",
		kernel_name(q));
	return 0;
}

static int (*const boots[DBG_QEMU_MODE_COUNT])(
	struct dbg_qemu *q, struct line *l, struct fl_error *err) = {
	[DBG_QEMU_MODE_KERNEL] = boot_kernel,
	[DBG_QEMU_MODE_UEFI] = boot_uefi,
	[DBG_QEMU_MODE_BIOS] = boot_bios,
};

/* A shell that tells the user's command where its sockets shall be. */
static void add_shell(struct dbg_qemu *q, struct line *l)
{
	add(l, "/bin/sh");
	add(l, "-c");
	add(l, fl_arena_printf(l->arena, "export FAULTLINE_GDB=%s FAULTLINE_QMP=%s\n%s",
		       q->gdb_path, q->qmp_path, q->opts->command)
			.ptr);
}

/*
 * A guest that resets or powers off stays where it is, so that a triple fault can be looked at.
 * There is no network unless it is asked for.
 */
static int add_machine(struct dbg_qemu *q, struct line *l, struct fl_error *err)
{
	static const char *const usual[] = {"-accel", "tcg,thread=single", "-display", "none",
		"-monitor", "none", "-parallel", "none", "-nic", "none", "-action",
		"reboot=shutdown,shutdown=pause", "-S", "-chardev", "stdio,id=serial0,signal=off",
		"-serial", "chardev:serial0"};
	const struct machine *m = &machines[q->opts->machine];
	unsigned memory = q->opts->memory_mb ? q->opts->memory_mb : MEMORY_MB;
	add(l, m->program);
	/* a PC's BIOS finds more disks than that of the newer machine */
	add2(l, "-machine", "%s", q->opts->mode == DBG_QEMU_MODE_BIOS ? "pc" : m->machine);
	add2(l, "-cpu", "%s", m->cpu);
	add2(l, "-m", "%u", memory);
	for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++)
		add(l, usual[i]);
	add2(l, "-chardev", "socket,id=stub0,server=on,wait=off,path=%s", q->gdb_path);
	add2(l, "-gdb", "chardev:stub0");
	add2(l, "-qmp", "unix:%s,server=on,wait=off", q->qmp_path);
	int rc = boots[q->opts->mode](q, l, err);
	for (size_t i = 0; q->opts->args && q->opts->args[i]; i++)
		add(l, q->opts->args[i]);
	return rc;
}

int dbg_qemu_command_line(
	struct dbg_qemu *q, struct fl_arena *a, const char **ret_argv, struct fl_error *err)
{
	struct line l = {.arena = a, .argv = ret_argv};
	int rc = 0;
	if (q->opts->command)
		add_shell(q, &l);
	else
		rc = add_machine(q, &l, err);
	if (rc == 0)
		rc = fl_arena_error(a, "QEMU's command line", err);
	if (rc == 0 && l.len >= DBG_QEMU_ARGS_MAX)
		rc = fl_error_set(err, FL_ELIMIT, "QEMU gets too many arguments");
	ret_argv[rc ? 0 : l.len] = NULL;
	return rc;
}
