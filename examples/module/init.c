/*
 * The first and only process of the machine that tries the module: loads /ledger.ko, sends each line
 * of /commands to /dev/ledger from a child, which the fault may kill, shows what the device then
 * reads, and powers off.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILD_SECONDS = 40 };

static void setting(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY);
	if (fd < 0 || write(fd, value, strlen(value)) < 0)
		printf("init: %s: %s\n", path, strerror(errno));
	if (fd >= 0)
		close(fd);
}

static void send_commands(void)
{
	char line[128];
	FILE *in = fopen("/commands", "r");
	int fd = open("/dev/ledger", O_RDWR);
	if (!in || fd < 0) {
		printf("init: /commands, /dev/ledger: %s\n", strerror(errno));
		exit(1);
	}
	while (fgets(line, sizeof line, in)) {
		line[strcspn(line, "\n")] = '\0';
		ssize_t n = write(fd, line, strlen(line));
		printf("ledger: %s: %s\n", line, n < 0 ? strerror(errno) : "done");
	}
	ssize_t n = read(fd, line, sizeof line - 1);
	line[n > 0 ? n : 0] = '\0';
	printf("ledger has: %s\n", line);
	exit(0);
}

int main(void)
{
	int status = 0;
	setvbuf(stdout, NULL, _IONBF, 0);
	mount("proc", "/proc", "proc", 0, NULL);
	mount("dev", "/dev", "devtmpfs", 0, NULL);
	setting("/proc/sys/kernel/printk", "8");
	setting("/proc/sys/kernel/hung_task_timeout_secs", "4");
	setting("/proc/sys/kernel/hung_task_check_interval_secs", "2");
	setting("/proc/sys/kernel/watchdog_thresh", "3");
	int fd = open("/ledger.ko", O_RDONLY);
	if (fd < 0 || syscall(SYS_finit_module, fd, "", 0))
		printf("init: /ledger.ko: %s\n", strerror(errno));
	pid_t child = fork();
	if (child == 0)
		send_commands();
	for (int i = 0; i < CHILD_SECONDS && waitpid(child, &status, WNOHANG) == 0; i++)
		sleep(1);
	printf("init: the child ended with %d\n", status);
	reboot(RB_POWER_OFF);
	return 1;
}
