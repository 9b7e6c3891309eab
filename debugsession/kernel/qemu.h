/*
 * The QEMU of a session: a whole machine whose processor the session's debugger stops and steps
 * (docs/debugsession.md, "Kernels"). It is a child of the session's process and goes with it, as
 * does its directory HOME/ID.d with the sockets, its log and what the machine needs of files.
 *
 * The debugger talks to QEMU's stub over a Unix socket; all else goes over QMP. The first serial
 * line is QEMU's standard input and output, and is kept like the output of a program.
 *
 * With a box (base/sandbox/sandbox.h) QEMU is a run of its own in there, beside the debugger's:
 * what it needs of files is in the box, and so are its sockets, of which the box connects us to
 * QMP's. Only its log stays outside.
 */
#ifndef FL_DEBUGSESSION_KERNEL_QEMU_H
#define FL_DEBUGSESSION_KERNEL_QEMU_H

#include "base/sandbox/sandbox.h"
#include "base/spawn.h"
#include "debugsession/console/console.h"
#include "debugsession/kernel/qmp.h"

/* X(ENUM, word) */
#define DBG_QEMU_MACHINES(X)  \
	X(X86_64, "x86_64")   \
	X(AARCH64, "aarch64") \
	X(RISCV64, "riscv64")

enum dbg_qemu_machine {
#define X(id, word) DBG_QEMU_##id,
	DBG_QEMU_MACHINES(X)
#undef X
		DBG_QEMU_MACHINE_COUNT
};

/* How the kernel is started. X(ENUM, word) */
#define DBG_QEMU_MODES(X)                                                                  \
	X(KERNEL, "kernel") /* by QEMU itself, -kernel: an ELF file, a Linux image, … */ \
	X(UEFI, "uefi") /* by the firmware: an .efi file, or the image of a disk */        \
	X(BIOS, "bios") /* by the BIOS: the image of a disk */

enum dbg_qemu_mode {
#define X(id, word) DBG_QEMU_MODE_##id,
	DBG_QEMU_MODES(X)
#undef X
		DBG_QEMU_MODE_COUNT
};

/* Ended by NULL: for the option tables. */
extern const char *const dbg_qemu_machine_words[DBG_QEMU_MACHINE_COUNT + 1];
extern const char *const dbg_qemu_mode_words[DBG_QEMU_MODE_COUNT + 1];

/* Strings and lists live as long as the session. */
struct dbg_qemu_opts {
	bool wanted; /* else there is none, and the rest does not count */
	enum dbg_qemu_machine machine;
	enum dbg_qemu_mode mode;
	const char *kernel; /* a file; may be NULL with a command */
	const char *append; /* the kernel's command line, with the mode kernel; or NULL */
	unsigned memory_mb; /* 0: 256 */
	const char *const *args; /* more of QEMU's arguments, NULL-terminated, or NULL */

	/*
	 * A shell command that starts QEMU itself, instead of all the above. It finds the paths for
	 * its sockets in FAULTLINE_GDB and FAULTLINE_QMP; without, its stub is looked for at port
	 * 1234, as QEMU's -s gives it.
	 */
	const char *command;

	/*
	 * Run it in there; NULL: beside us. Outlives it. The kernel's name inside, where it has
	 * been brought: kernel is the one outside.
	 */
	struct fl_box *box;
	const char *inside;
};

/* Bytes that a box must have room for because of the machine: its memory, and what TCG takes. */
size_t dbg_qemu_memory(const struct dbg_qemu_opts *opts);

/* Machine and mode by their words; the empty ones are the first. FL_EINVAL with those there are. */
int dbg_qemu_find(struct fl_slice machine, struct fl_slice mode, struct dbg_qemu_opts *ret_opts,
	struct fl_error *err);

struct dbg_qemu;

/* FL_EINVAL for options that make no sense together, FL_EMISSING for files that are not there. */
int dbg_qemu_check(const struct dbg_qemu_opts *opts, struct fl_error *err);

/*
 * Options that have been checked: make the directory HOME/ID.d and start QEMU, halted before its
 * first instruction. FL_EMISSING names the package of what is not installed. The caller frees it,
 * before the console.
 */
int dbg_qemu_new(struct dbg_loop *loop, const struct dbg_qemu_opts *opts, const char *home,
	const char *id, struct dbg_qemu **ret_qemu, struct fl_error *err);

/*
 * Feed the console from the serial line, and wait until QEMU can be talked to. Fails with what QEMU
 * said when it ends instead.
 */
int dbg_qemu_attach(struct dbg_qemu *q, struct dbg_console *console, struct fl_error *err);

/*
 * End it, turning the loop: QMP's quit, then TERM, then KILL, within about two seconds; remove its
 * directory. What a command of the user's has started besides is the keeper's to kill. NULL is
 * allowed.
 */
void dbg_qemu_free(struct dbg_qemu *q);

/* The directory HOME/ID.d with all in it, if it is there. For who outlives the session, too. */
void dbg_qemu_remove(const char *home, const char *id);

/* The debugger for this machine: NULL for the usual one, else a static name from PATH. */
const char *dbg_qemu_debugger(enum dbg_qemu_machine machine);

/* The kernel, when it is an ELF file that can give symbols; else NULL. */
const char *dbg_qemu_symbols(const struct dbg_qemu_opts *opts);

/* What to give to "target remote". */
const char *dbg_qemu_stub(const struct dbg_qemu *q);

/* Settle the debugger once it is connected: what it may not do while it steps. */
int dbg_qemu_settle(struct dbg_qemu *q, struct fl_error *err);

/* Look whether it has ended. False: it has, and why is in dbg_qemu_end(). */
bool dbg_qemu_alive(struct dbg_qemu *q);

/* Wait at most so long for its end. */
void dbg_qemu_await_end(struct dbg_qemu *q, int ms);

/* FL_ECLOSED, and how QEMU has ended with the last line of its log. */
int dbg_qemu_end(struct dbg_qemu *q, struct fl_error *err);

pid_t dbg_qemu_pid(const struct dbg_qemu *q); /* the emulator's; 0: it has ended */
/* Our child: that, or the command's shell; in a box, that of the box. 0: it has ended. */
pid_t dbg_qemu_child(const struct dbg_qemu *q);

/* FL_EREFUSED when the guest has reset the machine or switched it off: QEMU would not resume it. */
int dbg_qemu_may_run(const struct dbg_qemu *q, struct fl_error *err);

/* For commands: NULL with FL_EMISSING in err when a command's QEMU has no QMP socket. */
struct dbg_qmp *dbg_qemu_qmp(struct dbg_qemu *q, struct fl_error *err);

/*
 * len bytes of physical memory, at most 1 MiB, whether the machine runs or not. What is no memory
 * reads as QEMU gives it.
 */
int dbg_qemu_read_physical(
	struct dbg_qemu *q, uint64_t address, void *bytes, size_t len, struct fl_error *err);

/* Send to the serial line. FL_ELIMIT when QEMU does not read: *text is then what was not taken. */
int dbg_qemu_input(struct dbg_qemu *q, struct fl_slice *text, struct fl_error *err);

/* Its part of a session's status: a member "qemu" of the object that is being written. */
void dbg_qemu_status(struct dbg_qemu *q, struct fl_buf *out);

#endif
