#include "base/sandbox/priv.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define FILTER_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define FILTER_ARCH AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define FILTER_ARCH AUDIT_ARCH_RISCV64
#else
#error "name this machine's AUDIT_ARCH here"
#endif

/*
 * Calls that no compiler, test program or debugger needs and that reach far into the kernel. Most
 * need capabilities that nothing inside has: the filter is a second wall. ptrace and personality
 * are not here: gdb and LeakSanitizer need them.
 */
static const int denied_calls[] = {
	SYS_mount,
	SYS_umount2,
	SYS_pivot_root,
	SYS_chroot,
	SYS_move_mount,
	SYS_open_tree,
	SYS_fsopen,
	SYS_fsconfig,
	SYS_fsmount,
	SYS_fspick,
	SYS_mount_setattr,
	SYS_setns,
	SYS_keyctl,
	SYS_add_key,
	SYS_request_key,
	SYS_bpf,
	SYS_perf_event_open,
	SYS_userfaultfd,
	SYS_io_uring_setup,
	SYS_io_uring_enter,
	SYS_io_uring_register,
	SYS_kexec_load,
	SYS_init_module,
	SYS_finit_module,
	SYS_delete_module,
	SYS_open_by_handle_at,
	SYS_name_to_handle_at,
	SYS_swapon,
	SYS_swapoff,
	SYS_reboot,
	SYS_acct,
	SYS_quotactl,
	SYS_syslog,
	SYS_settimeofday,
	SYS_clock_settime,
	SYS_adjtimex,
	SYS_clock_adjtime,
	SYS_vhangup,
	SYS_sethostname,
	SYS_setdomainname,
	SYS_fanotify_init,
	SYS_lookup_dcookie,
	SYS_migrate_pages,
	SYS_move_pages,
#ifdef SYS_kexec_file_load
	SYS_kexec_file_load,
#endif
#ifdef SYS_quotactl_fd
	SYS_quotactl_fd,
#endif
#ifdef SYS_iopl
	SYS_iopl,
	SYS_ioperm,
	SYS_modify_ldt,
#endif
};

/* Memory that no process's size shows: where no control group counts it, nobody would. */
static const int hidden_memory_calls[] = {
	SYS_memfd_create,
	SYS_shmget,
	SYS_msgget,
	SYS_semget,
#ifdef SYS_memfd_secret
	SYS_memfd_secret,
#endif
};

/*
 * The run's reaper is pid 1 and has the program's own user, which lets the program slow it down or
 * take its descriptors and memory by these calls (and so outrun its limits). Refused is the value
 * in the argument.
 */
static const struct {
	int call, arg;
	unsigned value;
} denied_values[] = {
	{SYS_prlimit64, 0, 1}, {SYS_sched_setparam, 0, 1}, {SYS_sched_setscheduler, 0, 1},
	{SYS_sched_setattr, 0, 1}, {SYS_sched_setaffinity, 0, 1}, {SYS_setpriority, 1, 1},
	{SYS_setpriority, 0, 2}, /* PRIO_USER: all of the user */
	{SYS_ioprio_set, 1, 1}, {SYS_ioprio_set, 0, 3}, /* IOPRIO_WHO_USER */
};

/*
 * What sockets a program may make in its empty network namespace; others, as AF_VSOCK, reach the
 * host in spite of it, and odd protocols have the kernel load a module. Without that namespace
 * there is none (abstract AF_UNIX names would be the host's), and only pairs that cannot be sent
 * elsewhere.
 */
struct allowed_socket {
	unsigned family;
	unsigned types, protocols; /* bits */
};

enum {
	STREAM = 1 << SOCK_STREAM,
	DGRAM = 1 << SOCK_DGRAM,
	RAW = 1 << SOCK_RAW,
	SEQPACKET = 1 << SOCK_SEQPACKET,
	PROTO_ANY = 1,
	PROTO_TCP = 1 << 6,
	PROTO_UDP = 1 << 17
};

static const struct allowed_socket sockets[] = {
	{AF_UNIX, STREAM | DGRAM | SEQPACKET, PROTO_ANY | 1 << AF_UNIX},
	{AF_INET, STREAM | DGRAM, PROTO_ANY | PROTO_TCP | PROTO_UDP},
	{AF_INET6, STREAM | DGRAM, PROTO_ANY | PROTO_TCP | PROTO_UDP},
	{AF_NETLINK, DGRAM | RAW, 1 /* NETLINK_ROUTE, for getifaddrs() */},
};

static const struct allowed_socket pairs[] = {
	{AF_UNIX, STREAM | DGRAM | SEQPACKET, PROTO_ANY | 1 << AF_UNIX}};

static const struct allowed_socket pairs_degraded[] = {
	{AF_UNIX, STREAM | SEQPACKET, PROTO_ANY | 1 << AF_UNIX}};

enum {
	NEW_NAMESPACE = CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC |
			CLONE_NEWUTS | CLONE_NEWCGROUP | 0x80, /* 0x80: CLONE_NEWTIME */
	LAST_KNOWN_CALL = 466, /* removexattrat; newer calls have not been thought about here */
	FILTER_MAX = 300,
};

struct program {
	struct sock_filter at[FILTER_MAX];
	unsigned short len;
};

static void emit(struct program *p, unsigned code, unsigned k, unsigned yes, unsigned no)
{
	p->at[p->len++] = (struct sock_filter){
		.code = (uint16_t)code, .k = k, .jt = (uint8_t)yes, .jf = (uint8_t)no};
}

static void emit_load(struct program *p, size_t offset)
{
	emit(p, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

static void emit_errno(struct program *p, unsigned sys)
{
	emit(p, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | sys, 0, 0);
}

/* The low half of a call's argument; the kernel ignores the upper half of an int. */
static void emit_load_arg(struct program *p, int arg)
{
	size_t at = offsetof(struct seccomp_data, args) + (size_t)arg * 8;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	at += 4;
#endif
	emit_load(p, at);
}

static void emit_clone_check(struct program *p, int call)
{
	emit(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 4);
	emit_load_arg(p, 0);
	emit(p, BPF_JMP | BPF_JSET | BPF_K, NEW_NAMESPACE, 0, 1);
	emit_errno(p, EPERM);
	emit(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

/* An error unless `bits` has the bit of the loaded number. */
static void emit_bit_check(struct program *p, unsigned bits, unsigned sys)
{
	unsigned count = (unsigned)__builtin_popcount(bits);
	for (unsigned bit = 0; bit < 32; bit++) {
		if (bits & 1U << bit)
			emit(p, BPF_JMP | BPF_JEQ | BPF_K, bit, count--, 0);
	}
	emit_errno(p, sys);
}

static void emit_socket_check(
	struct program *p, int call, const struct allowed_socket *allowed, size_t count)
{
	emit(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 0);
	unsigned start = p->len;
	for (size_t i = 0; i < count; i++) {
		emit_load_arg(p, 0);
		emit(p, BPF_JMP | BPF_JEQ | BPF_K, allowed[i].family, 0, 0);
		unsigned family = p->len;
		emit_load_arg(p, 1);
		emit(p, BPF_ALU | BPF_AND | BPF_K, 0xf, 0, 0); /* without SOCK_CLOEXEC and such */
		emit_bit_check(p, allowed[i].types, EPROTONOSUPPORT);
		emit_load_arg(p, 2);
		emit_bit_check(p, allowed[i].protocols, EPROTONOSUPPORT);
		emit(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
		p->at[family - 1].jf = (uint8_t)(p->len - family);
	}
	emit_errno(p, EAFNOSUPPORT);
	p->at[start - 1].jf = (uint8_t)(p->len - start);
}

static void emit_value_check(struct program *p, int call, int arg, unsigned value)
{
	emit(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 4);
	emit_load_arg(p, arg);
	emit(p, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
	emit_errno(p, EPERM);
	emit_load(p, offsetof(struct seccomp_data, nr));
}

static void emit_denied(struct program *p, const int *calls, size_t count, unsigned sys)
{
	for (size_t i = 0; i < count; i++) {
		emit(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1);
		emit_errno(p, sys);
	}
}

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

int fl_limit_filter(bool network, bool memory_counted, const char **ret_what)
{
	struct program p = {.len = 0};
	emit_load(&p, offsetof(struct seccomp_data, arch));
	emit(&p, BPF_JMP | BPF_JEQ | BPF_K, FILTER_ARCH, 1, 0);
	emit_errno(&p, ENOSYS); /* another architecture's calls have other numbers */
	emit_load(&p, offsetof(struct seccomp_data, nr));
	/* Calls that came later, and on x86-64 the x32 numbers. */
	emit(&p, BPF_JMP | BPF_JGT | BPF_K, LAST_KNOWN_CALL, 0, 1);
	emit_errno(&p, ENOSYS);
	emit_denied(&p, denied_calls, COUNT(denied_calls), EPERM);
	if (!memory_counted)
		emit_denied(&p, hidden_memory_calls, COUNT(hidden_memory_calls), ENOSYS);
	/* clone3 hides its flags in memory; without it the C library falls back to clone. */
	emit_denied(&p, (const int[]){SYS_clone3}, 1, ENOSYS);
	for (size_t i = 0; i < COUNT(denied_values); i++)
		emit_value_check(
			&p, denied_values[i].call, denied_values[i].arg, denied_values[i].value);
	emit_clone_check(&p, SYS_clone);
	emit_clone_check(&p, SYS_unshare);
	emit_socket_check(&p, SYS_socket, sockets, network ? COUNT(sockets) : 0);
	emit_socket_check(&p, SYS_socketpair, network ? pairs : pairs_degraded, 1);
	emit(&p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);

	struct sock_fprog prog = {.len = p.len, .filter = p.at};
	*ret_what = "install the system call filter";
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prog);
}

/* Calls that open, with their arguments for flags and mode. */
static const struct {
	int call, flags, mode;
} opens[] = {
#ifdef SYS_open
	{SYS_open, 1, 2},
#endif
	{SYS_openat, 2, 3},
};

/* As the runtimes of gcc and clang make their logs, and hardly anybody else makes anything. */
enum { LOG_FLAGS = O_WRONLY | O_CREAT | O_TRUNC, LOG_MODE = 0660 };

static void emit_open_check(struct program *p, int call, int flags, int mode)
{
	emit(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 7);
	emit_load_arg(p, flags);
	emit(p, BPF_ALU | BPF_AND | BPF_K, ~(unsigned)O_CLOEXEC, 0, 0);
	emit(p, BPF_JMP | BPF_JEQ | BPF_K, LOG_FLAGS, 0, 3);
	emit_load_arg(p, mode);
	emit(p, BPF_JMP | BPF_JEQ | BPF_K, LOG_MODE, 0, 1);
	emit(p, BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF, 0, 0);
	emit(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

/* May a call that is told be told in so many bytes? Later kernels may tell more. */
static bool notifies(void)
{
	struct seccomp_notif_sizes sizes;
	return syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) == 0 &&
	       sizes.seccomp_notif <= FL_NOTIF_ROOM &&
	       sizes.seccomp_notif_resp <= sizeof(struct seccomp_notif_resp);
}

int fl_limit_catch(void)
{
	struct program p = {.len = 0};
	emit_load(&p, offsetof(struct seccomp_data, nr));
	/* a filter that refuses the open would be heard before ours */
	emit_denied(&p, (const int[]){SYS_seccomp}, 1, EPERM);
	emit_value_check(&p, SYS_prctl, 0, PR_SET_SECCOMP);
	for (size_t i = 0; i < COUNT(opens); i++)
		emit_open_check(&p, opens[i].call, opens[i].flags, opens[i].mode);
	emit(&p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	struct sock_fprog prog = {.len = p.len, .filter = p.at};
	if (!notifies())
		return -1;
	/* asked for together since Linux 5.19: no signal then makes such an open fail */
	unsigned patient =
		SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
	int fd = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, patient, &prog);
	if (fd < 0 && errno == EINVAL)
		fd = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
			SECCOMP_FILTER_FLAG_NEW_LISTENER, &prog);
	return fd;
}

static int set_limit(int which, uint64_t soft, uint64_t hard)
{
	struct rlimit old;
	if (getrlimit((__rlimit_resource_t)which, &old))
		return -1;
	struct rlimit now = {.rlim_cur = soft, .rlim_max = hard};
	if (now.rlim_max > old.rlim_max)
		now.rlim_max = old.rlim_max;
	if (now.rlim_cur > now.rlim_max)
		now.rlim_cur = now.rlim_max;
	return setrlimit((__rlimit_resource_t)which, &now);
}

/* Stay on the CPU that it is on. */
static int stay_here(void)
{
	cpu_set_t one;
	int cpu = sched_getcpu();
	if (cpu < 0 || cpu >= CPU_SETSIZE)
		return -1;
	CPU_ZERO(&one);
	CPU_SET((unsigned)cpu, &one);
	return sched_setaffinity(0, sizeof(one), &one);
}

bool fl_limit_can_fix_addresses(void)
{
	int before = personality(0xffffffff); /* asks */
	bool can = before >= 0 && personality((unsigned)before | ADDR_NO_RANDOMIZE) >= 0;
	if (can)
		personality((unsigned)before);
	return can;
}

int fl_limit_rlimits(
	const struct fl_box_conf *conf, const struct fl_wire_run *run, const char **ret_what)
{
	*ret_what = "set resource limits";
	/* The reaper ends a run at its CPU limit; this is for one process that outran its watch. */
	uint64_t cpu = ((uint64_t)run->cpu_ms + run->grace_ms + 999) / 1000 + 1;
	/* A core limit of 1, not 0: with 0 a piped core_pattern still starts the host's handler. */
	if (set_limit(RLIMIT_CORE, 1, 1) || set_limit(RLIMIT_NOFILE, 256, 256) ||
		set_limit(RLIMIT_CPU, cpu, cpu + 1) ||
		set_limit(RLIMIT_FSIZE, run->file_max, run->file_max) ||
		set_limit(RLIMIT_STACK, run->stack_max, run->stack_max) ||
		set_limit(RLIMIT_NPROC, run->processes, run->processes) ||
		set_limit(RLIMIT_NICE, 0, 0) || set_limit(RLIMIT_RTPRIO, 0, 0))
		return -1;
	if (run->address_max && set_limit(RLIMIT_AS, run->address_max, run->address_max))
		return -1;
	*ret_what = "stay on one CPU";
	if (run->one_cpu && stay_here())
		return -1;
	if (run->randomize || conf->random)
		return 0;
	*ret_what = "turn address space randomisation off";
	unsigned long moved = run->moved ? ADDR_COMPAT_LAYOUT : 0;
	return personality(ADDR_NO_RANDOMIZE | moved) < 0 ? -1 : 0;
}

/* Become nobody, without any capability and without a way to get one. */
int fl_limit_drop(const struct fl_box_conf *conf, const char **ret_what)
{
	*ret_what = "drop privileges";
	bool user = conf->flags & CLONE_NEWUSER;
	if (!user && geteuid() == 0 &&
		(setgroups(0, NULL) || setresgid(conf->box_gid, conf->box_gid, conf->box_gid) ||
			setresuid(conf->box_uid, conf->box_uid, conf->box_uid)))
		return -1;
	struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[2] = {0};
	if (syscall(SYS_capset, &head, none))
		return -1;
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

void fl_reset_signals(const sigset_t *keep)
{
	for (int sig = 1; sig < NSIG; sig++)
		signal(sig, SIG_DFL);
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, keep ? keep : &none, NULL);
}

void fl_close_but(const int *keep, size_t count)
{
	unsigned from = 3;
	for (;;) {
		unsigned next = ~0U;
		for (size_t i = 0; i < count; i++) {
			if (keep[i] >= (int)from && (unsigned)keep[i] < next)
				next = (unsigned)keep[i];
		}
		if (next > from)
			close_range(from, next - 1, 0);
		if (next == ~0U)
			return;
		from = next + 1;
	}
}
