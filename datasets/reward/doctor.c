#include "datasets/reward/doctor.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/host.h"
#include "sanitize/run/flags.h"
#include "sanitize/run/tools.h"

enum {
	MIB = 1 << 20,
	MEMORY_MB = 96, /* of the box that is tried */
	DISK_MB = 64,
	CPU_MS = 200,
	WALL_MS = 300,
	PROCESSES = 16,
	OUTPUT = 64 << 10,
	SAID_MAX = 64 << 10
};

struct doctor {
	const struct ds_judge_opts *opts;
	struct fl_box *box;
	struct fl_box_facts facts;
	struct fl_buf *out;
	bool all;
};

static void row(struct doctor *d, bool ok, const char *what, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

static void row(struct doctor *d, bool ok, const char *what, const char *fmt, ...)
{
	va_list ap;
	fl_buf_printf(d->out, "%s  %-10s ", ok ? "ok" : "NO", what);
	va_start(ap, fmt);
	fl_buf_vprintf(d->out, fmt, ap);
	va_end(ap);
	fl_buf_char(d->out, '\n');
	d->all = d->all && ok;
}

/* ---- in the box ---- */

static int spins(struct fl_slice arg)
{
	(void)arg;
	volatile bool on = true;
	while (on)
		;
	return 0;
}

static int waits(struct fl_slice arg)
{
	(void)arg;
	while (pause())
		;
	return 0;
}

static int eats(struct fl_slice arg)
{
	size_t len = (size_t)4 * MEMORY_MB * MIB;
	char *p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	(void)arg;
	if (p == MAP_FAILED)
		return 1;
	for (size_t i = 0; i < len; i += 4096)
		p[i] = 1;
	return 0;
}

/* The exit status is how many there could be. */
static int forks(struct fl_slice arg)
{
	int n = 0;
	(void)arg;
	while (n < 4 * PROCESSES) {
		pid_t pid = fork();
		if (pid == 0)
			waits(arg);
		if (pid < 0)
			break;
		n++;
	}
	return n;
}

static int prints(struct fl_slice arg)
{
	char block[4096] = {0};
	(void)arg;
	for (int i = 0; i < 64 * OUTPUT / 4096; i++)
		if (write(STDOUT_FILENO, block, sizeof(block)) < 0)
			return 1;
	return 0;
}

/* The exit status is how many MiB fit. */
static int fills(struct fl_slice arg)
{
	static char block[MIB];
	int n = 0, fd = open("full", O_WRONLY | O_CREAT | O_EXCL, 0600);
	(void)arg;
	memset(block, 1, sizeof(block));
	while (n < 2 * DISK_MB && write(fd, block, sizeof(block)) == (ssize_t)sizeof(block))
		n++;
	close(fd);
	unlink("full");
	return n;
}

static bool can_connect(void)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(53)};
	to.sin_addr.s_addr = htonl(0xc0000201); /* TEST-NET-1 */
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	bool can = fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof(to)) == 0;
	if (fd >= 0)
		close(fd);
	return can;
}

static bool can_write(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd >= 0) {
		close(fd);
		unlink(path);
	}
	return fd >= 0;
}

static bool sees(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Bits of what can be done that should not be. */
enum { SEES_NETWORK = 1, WRITES = 2, SEES_HOME = 4, UNFILTERED = 8, PRIVILEGED = 16 };

static int looks(struct fl_slice arg)
{
	char status[8192];
	int found = 0;
	(void)arg;
	found |= can_connect() ? SEES_NETWORK : 0;
	found |= can_write("/faultline-doctor") || can_write("/usr/faultline-doctor") ? WRITES : 0;
	found |= sees("/home") || sees("/root") || sees("/etc/shadow") || sees("/var/lib") ||
				 sees("/sys")
			 ? SEES_HOME
			 : 0;
	fl_read_start("/proc/self/status", status, sizeof(status));
	found |= strstr(status, "Seccomp:\t2") ? 0 : UNFILTERED;
	found |= strstr(status, "CapEff:\t0000000000000000") && strstr(status, "NoNewPrivs:\t1")
			 ? 0
			 : PRIVILEGED;
	return found;
}

/* As a sanitizer's runtime begins a report; where nobody catches that, there is no such place. */
#define REPORTS "./" SAN_LOG_DIR "/"

static int reports(struct fl_slice arg)
{
	int fd = open(REPORTS "doctor.1", O_WRONLY | O_CREAT | O_TRUNC, 0660);
	return fd >= 0 && write(fd, arg.ptr, arg.len) != (ssize_t)arg.len;
}

/* ---- here ---- */

static int call(struct doctor *d, fl_box_fn fn, const struct fl_run_spec *spec,
	struct fl_process_result *ret_result, struct fl_error *err)
{
	struct fl_buf said;
	fl_buf_init(&said, SAID_MAX);
	int rc = fl_box_call(d->box, spec, fn, FL_S(""), &said, NULL, ret_result, err);
	fl_buf_release(&said);
	return rc;
}

static const char *group_name(int version)
{
	return version == 2 ? "a control group, version 2"
	       : version == 1
		       ? "a control group, version 1"
		       : "nobody's control group may be used here: it is watched every 20 ms";
}

/* Limits that a run has to be ended by. */
static int try_ends(struct doctor *d, struct fl_error *err)
{
	const struct {
		const char *what, *how;
		fl_box_fn fn;
		enum fl_end end;
		struct fl_run_spec spec;
	} tries[] = {
		{"cpu time", "of all processes together", spins, FL_END_CPU,
			{.cpu_ms = CPU_MS, .wall_ms = 100 * CPU_MS}},
		{"clock", "for what waits", waits, FL_END_WALL,
			{.cpu_ms = 1000, .wall_ms = WALL_MS}},
		{"memory", group_name(d->facts.memory_group), eats, FL_END_MEMORY,
			{.cpu_ms = 10000}},
		{"output", "what prints more is ended", prints, FL_END_OUTPUT,
			{.cpu_ms = 10000, .out_max = OUTPUT}},
	};
	struct fl_process_result r;
	int rc = 0;
	for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]) && rc == 0; i++) {
		rc = call(d, tries[i].fn, &tries[i].spec, &r, err);
		if (rc == 0 && r.end == tries[i].end)
			row(d, true, tries[i].what, "%s", tries[i].how);
		else if (rc == 0)
			row(d, false, tries[i].what, "it was passed (%s): %s", fl_end_names[r.end],
				tries[i].how);
	}
	return rc;
}

static int try_counts(struct doctor *d, struct fl_error *err)
{
	struct fl_run_spec spec = {.cpu_ms = 10000, .processes = PROCESSES};
	struct fl_process_result r;
	int rc = call(d, forks, &spec, &r, err);
	if (rc)
		return rc;
	bool few = r.end == FL_END_EXIT && r.exit_status <= PROCESSES;
	row(d, few, "processes",
		d->facts.process_group ? "%d of %d could be made: a control group, version %d"
				       : "%d of %d could be made: counted by user",
		r.exit_status, PROCESSES, d->facts.process_group);
	spec.file_max = (size_t)4 * DISK_MB * MIB; /* the disk ends first */
	rc = call(d, fills, &spec, &r, err);
	if (rc)
		return rc;
	bool full = r.end == FL_END_EXIT && r.exit_status <= DISK_MB;
	row(d, full, "disk", "%d of %d MiB could be written", r.exit_status, DISK_MB);
	return 0;
}

static int try_looks(struct doctor *d, struct fl_error *err)
{
	static const struct {
		int bit;
		const char *what, *ok, *bad;
	} seen[] = {
		{SEES_NETWORK, "network", "its own 127.0.0.1 and nothing else",
			"programs reach the network"},
		{WRITES, "tree", "read-only but for its own directories",
			"programs write where they should not"},
		{SEES_HOME, "files", "of the host nothing but programs and libraries is seen",
			"programs see the host's files"},
		{UNFILTERED, "calls", "filtered (seccomp)", "there is no filter of system calls"},
		{PRIVILEGED, "rights", "no capabilities, none to be had",
			"programs have capabilities, or can get them"},
	};
	struct fl_run_spec spec = {.cpu_ms = 10000};
	struct fl_process_result r;
	int rc = call(d, looks, &spec, &r, err);
	if (rc)
		return rc;
	int found = r.end == FL_END_EXIT ? r.exit_status : -1;
	for (size_t i = 0; i < sizeof(seen) / sizeof(seen[0]); i++)
		row(d, !(found & seen[i].bit), seen[i].what, "%s",
			found & seen[i].bit ? seen[i].bad : seen[i].ok);
	return 0;
}

/* Where reports go, which sanitizers write while the program's code still runs. */
static int try_reports(struct doctor *d, struct fl_error *err)
{
	struct fl_buf log;
	fl_buf_init(&log, FL_LOG_MAX);
	struct fl_run_spec spec = {.cpu_ms = 10000, .log_prefix = REPORTS, .log = &log};
	struct fl_process_result r;
	int rc = fl_box_call(d->box, &spec, reports, FL_S("caught"), NULL, NULL, &r, err);
	bool caught = rc == 0 && fl_slice_eqs(fl_buf_view(&log), "caught");
	fl_buf_release(&log);
	if (rc)
		return rc;
	fl_buf_printf(d->out, "%s  %-10s %s\n", caught ? "ok" : "--", "reports",
		caught ? "come over pipes, which no program takes back"
		       : "are files, which a program can remove (pipes: Linux 5.14)");
	return 0;
}

static void tell_facts(struct doctor *d)
{
	const struct fl_box_facts *f = &d->facts;
	row(d, f->namespaces, "namespaces", "%s",
		f->namespaces && f->user_namespace ? "user, mount, pid, network, ipc, uts"
		: f->namespaces ? "mount, pid, network, ipc, uts; of users none (a chroot)"
				: "none: --sandbox=degraded does without");
	if (f->own_uid)
		row(d, true, "user", "%u, nobody else's", f->uid);
	else
		row(d, true, "user",
			"%u, the caller's: all boxes have the same (not root, and no "
			"/etc/subuid)",
			f->uid);
	if (f->landlock)
		row(d, true, "landlock", "version %d", f->landlock);
	else
		row(d, f->namespaces, "landlock",
			"the kernel has none: the namespaces stand alone");
}

/* A strict box, or, where it is allowed, one that does without. */
static int open_box(struct doctor *d, struct fl_error *err)
{
	struct fl_box_opts opts = {.memory_max = (size_t)MEMORY_MB * MIB,
		.disk_max = (size_t)DISK_MB * MIB,
		.degraded = d->opts->box.degraded};
	int rc = fl_box_new(&opts, &d->box, err);
	if (rc == FL_EMISSING)
		row(d, false, "sandbox", "%s", err->message);
	else if (rc == 0 && fl_box_missing(d->box)[0])
		row(d, false, "sandbox", "degraded, without: %s", fl_box_missing(d->box));
	else if (rc == 0)
		row(d, true, "sandbox", "strict");
	return rc;
}

/* A program with a fault that only a sanitizer sees. */
static int try_label(struct doctor *d, struct fl_error *err)
{
	static const char candidate[] =
		"{\"language\":\"c\",\"code\":\"int main(int n,char**v){volatile int a[2]={0,n};"
		"(void)v;return a[n+1]*0;}\",\"tests\":[{}]}";
	struct ds_judge *judge = NULL;
	struct ds_label l;
	struct fl_arena a;
	int64_t begun = fl_clock_ms();
	int rc = ds_judge_new(d->opts, &judge, err);
	if (rc == FL_EMISSING)
		row(d, false, "compiler", "%s", err->message);
	if (rc)
		return rc == FL_EMISSING ? 0 : rc;
	fl_arena_init(&a, 1 << 28);
	rc = ds_judge_run(judge, FL_S(candidate), &a, &l, err);
	const struct ds_trial_result *t = rc == 0 ? l.tests.items : NULL;
	bool seen = rc == 0 && l.tests.len && t->verdict == DS_VERDICT_REPORT;
	if (rc == 0)
		row(d, seen, "sanitizers", "%.*s: %s%.*s (%lld ms to the first label)",
			FL_ARG(l.compiler),
			seen ? "they see what they should" : "they saw nothing ",
			FL_ARG(l.infra_error), (long long)(fl_clock_ms() - begun));
	fl_arena_release(&a);
	ds_judge_free(judge);
	return rc;
}

static int try_all(struct doctor *d, struct fl_error *err)
{
	d->facts = fl_box_facts(d->box);
	tell_facts(d);
	int rc = try_looks(d, err);
	rc = rc ? rc : try_ends(d, err);
	rc = rc ? rc : try_counts(d, err);
	rc = rc ? rc : try_reports(d, err);
	return rc ? rc : try_label(d, err);
}

int ds_doctor(
	const struct ds_judge_opts *opts, struct fl_buf *out, bool *ret_all, struct fl_error *err)
{
	struct fl_error own;
	struct doctor d = {.opts = opts, .out = out, .all = true};
	err = err ? err : &own;
	int rc = open_box(&d, err);
	if (rc == 0)
		rc = try_all(&d, err);
	else if (rc == FL_EMISSING)
		rc = 0;
	fl_box_free(d.box);
	if (rc)
		return fl_host_short(err) ? fl_host_error(err) : rc;
	bool python = san_tool_installed("python3");
	fl_buf_printf(out, "%s  %-10s %s\n", python ? "ok" : "--", "python3",
		python ? "for checkers of open-r1's"
		       : "not there: checkers of open-r1's cannot run");
	*ret_all = d.all;
	return fl_buf_error(out, "the findings", err);
}
