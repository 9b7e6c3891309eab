/*
 * Landlock (landlock(7)): a second wall inside the first, and the only one around the host's files
 * where a degraded box has no namespaces. The run's reaper puts itself under it once it has
 * mounted what it needs, so that the program and whoever looks at it (a debugger is a child of the
 * program's, a looker of the reaper's) share one domain: they may trace each other, and nobody
 * outside it.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/sandbox/priv.h"

/* What later versions know than the header we are built with may. */
#define FS_REFER (1ULL << 13) /* version 2 */
#define FS_TRUNCATE (1ULL << 14) /* 3 */
#define FS_IOCTL_DEV (1ULL << 15) /* 5 */
#define SCOPE_SIGNAL (1ULL << 1) /* 6 */

struct ruleset_attr {
	uint64_t fs, net, scoped;
};

enum { FS_FIRST = 13 /* rights of version 1 */ };

#define READ \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE (LANDLOCK_ACCESS_FS_WRITE_FILE | FS_TRUNCATE)
#define ALL (~0ULL)

/* What may be reached where; a path that is not there is left out. */
struct rule {
	const char *path;
	uint64_t rights;
};

/* A box's tree holds nothing else; writing is for its own file systems and devices. */
static const struct rule boxed[] = {
	{"/", READ},
	{"/tmp", ALL},
	{"/dev", READ | WRITE | FS_IOCTL_DEV},
	{"/dev/shm", ALL},
	{"/proc", READ | WRITE},
};

/* The same of the host's, as far as compilers and programs need it; no home, no /var, no /etc. */
static const struct rule degraded[] = {
	{"/usr", READ},
	{"/bin", READ},
	{"/sbin", READ},
	{"/lib", READ},
	{"/lib32", READ},
	{"/lib64", READ},
	{"/libx32", READ},
	{"/etc/alternatives", READ},
	{"/etc/ld.so.cache", READ},
	{"/dev/null", READ | WRITE},
	{"/dev/zero", READ | WRITE},
	{"/dev/full", READ | WRITE},
	{"/dev/random", READ},
	{"/dev/urandom", READ},
	{"/proc", READ | WRITE},
	{"/sys/devices/system/cpu", READ},
};

int fl_landlock_version(void)
{
	long n = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	return n < 0 ? 0 : (int)n;
}

static int add(int set, uint64_t known, const char *path, uint64_t rights)
{
	struct landlock_path_beneath_attr rule = {.allowed_access = rights & known};
	struct stat st;
	rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.parent_fd < 0)
		return errno == ENOENT ? 0 : -1;
	/* rights on directories are not for files */
	if (fstat(rule.parent_fd, &st) == 0 && !S_ISDIR(st.st_mode))
		rule.allowed_access &= LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
				       WRITE | FS_IOCTL_DEV;
	long rc = syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	int sys = errno;
	close(rule.parent_fd);
	errno = sys;
	return (int)rc;
}

int fl_landlock_enter(const struct fl_box_conf *conf, const char **ret_what)
{
	int version = fl_landlock_version();
	*ret_what = "set up Landlock";
	if (version == 0)
		return 0;
	struct ruleset_attr attr = {.fs = (1ULL << FS_FIRST) - 1};
	attr.fs |= (version >= 2 ? FS_REFER : 0) | (version >= 3 ? FS_TRUNCATE : 0) |
		   (version >= 5 ? FS_IOCTL_DEV : 0);
	attr.scoped = version >= 6 ? SCOPE_SIGNAL : 0;
	size_t size = version >= 6 ? sizeof(attr) : version >= 4 ? 16 : 8;
	int set = (int)syscall(SYS_landlock_create_ruleset, &attr, size, 0);
	if (set < 0)
		return -1;
	const struct rule *rules = conf->flags ? boxed : degraded;
	size_t count =
		conf->flags ? sizeof(boxed) / sizeof(*boxed) : sizeof(degraded) / sizeof(*degraded);
	int rc = add(set, attr.fs, conf->dir, ALL);
	for (size_t i = 0; i < count && rc == 0; i++)
		rc = add(set, attr.fs, rules[i].path, rules[i].rights);
	if (rc == 0)
		rc = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (rc == 0)
		rc = (int)syscall(SYS_landlock_restrict_self, set, 0);
	int sys = errno;
	close(set);
	errno = sys;
	return rc;
}
