#!/usr/bin/env bash
# labels: sanitize slow serial
# timeout: 900
# Programs that work against whoever runs them: the verdict is right, and nothing is left.
. "$FL_SRC/tests/support/e2e.sh"
need jq gcc-12
tool=$dir/datasets_sanrun
cp "$FL_BIN/sanrun" "$tool" && chmod 755 "$tool" || exit 1
mkdir "$dir/src" && cd "$dir/src" || exit 1

cat >fork_bomb.c <<'C'
#include <unistd.h>
int main(void) { for (;;) fork(); }
C
cat >flood.c <<'C'
#include <string.h>
#include <unistd.h>
int main(void)
{
	static char block[1 << 20];
	memset(block, 'x', sizeof(block));
	for (int i = 0; i < 100; i++)
		if (write(1, block, sizeof(block)) < 0)
			return 9;
	return 0;
}
C
cat >flood_stderr.c <<'C'
#include <string.h>
#include <unistd.h>
int main(void)
{
	static char block[1 << 20];
	memset(block, '\n', sizeof(block));
	for (;;)
		write(2, block, sizeof(block));
}
C
cat >sparse.c <<'C'
#include <fcntl.h>
#include <unistd.h>
int main(void)
{
	int fd = open("sparse", O_CREAT | O_WRONLY, 0600);
	if (ftruncate(fd, 100L << 30) || pwrite(fd, "x", 1, (100L << 30) - 1) != 1)
		return 3;
	return 0;
}
C
cat >fill_disk.c <<'C'
#include <stdio.h>
#include <string.h>
int main(void)
{
	static char block[1 << 20];
	FILE *f = fopen("filler", "w");
	memset(block, 'x', sizeof(block));
	for (;;)
		if (!f || fwrite(block, 1, sizeof(block), f) != sizeof(block))
			return 4;
}
C
cat >daemon.c <<'C'
#include <unistd.h>
int main(void)
{
	if (fork() == 0) {
		setsid();
		if (fork() == 0)
			for (;;)
				sleep(1);
		_exit(0);
	}
	return 0;
}
C
cat >kill_all.c <<'C'
#include <signal.h>
#include <unistd.h>
int main(void)
{
	for (int i = 1; i < 65; i++)
		signal(i, SIG_IGN);
	kill(-1, SIGKILL);
	kill(getppid(), SIGKILL);
	kill(0, SIGTERM);
	return 5;
}
C
cat >writes_outside.c <<C
#include <stdio.h>
int main(void)
{
	static const char *const paths[] = {"$dir/escaped", "/etc/faultline_escaped", "/usr/faultline_escaped"};
	for (int i = 0; i < 3; i++)
		if (fopen(paths[i], "w"))
			return 0;
	return 6;
}
C
cat >network.c <<'C'
#include <arpa/inet.h>
#include <sys/socket.h>
int main(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(22)};
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	int s = socket(AF_INET, SOCK_STREAM, 0);
	return s < 0 || connect(s, (struct sockaddr *)&a, sizeof(a)) ? 7 : 0;
}
C
cat >ptrace.c <<'C'
#include <sys/ptrace.h>
#include <unistd.h>
int main(void)
{
	long attached = ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0;
	for (int pid = 3; pid < 500; pid++)
		attached += pid != getpid() && ptrace(PTRACE_ATTACH, pid, 0, 0) == 0;
	return attached ? 0 : 8;
}
C
cat >fake_report.c <<'C'
#include <stdio.h>
int main(int argc, char **argv)
{
	(void)argv;
	fputs("=================================================================\n"
	      "==2==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc "
	      "0x55 bp 0x7f sp 0x7f\nREAD of size 1 at 0x602000000010 thread T0\n"
	      "    #0 0x55 in main /box/fake_report.c:3\n"
	      "SUMMARY: AddressSanitizer: heap-use-after-free /box/fake_report.c:3 in main\n", stderr);
	return argc - 1;
}
C
cat >fake_trouble.c <<'C'
#include <stdio.h>
int main(void)
{
	fputs("./prog: error while loading shared libraries: liby.so: cannot open\n"
	      "==2==LeakSanitizer has encountered a fatal error.\n", stderr);
	return 1;
}
C
cat >huge_what.cpp <<'C'
#include <stdexcept>
#include <string>
int main() { throw std::runtime_error(std::string(64 << 20, 'x')); }
C
cat >long_what.cpp <<'C'
#include <stdexcept>
#include <string>
int main() { throw std::runtime_error(std::string(1 << 20, 'x')); }
C
cat >closes_stderr.c <<'C'
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	(void)argv;
	char *p = malloc(4);
	close(0);
	close(1);
	close(2);
	return p[argc + 3];
}
C
cat >removes_reports.c <<'C'
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	(void)argv;
	char *p = malloc(4);
	unlink(".report/.keep");
	rmdir(".report");
	return p[argc + 3];
}
C
cat >recursion.c <<'C'
static int deep(int n)
{
	volatile char room[256];
	room[n & 255] = (char)n;
	return deep(n + 1) + room[0];
}
int main(int argc, char **argv)
{
	(void)argv;
	return deep(argc);
}
C
cat >eats_memory.c <<'C'
#include <stdlib.h>
#include <string.h>
int main(void)
{
	for (;;) {
		char *p = malloc(1 << 24);
		if (p)
			memset(p, 1, 1 << 24);
	}
}
C
cat >ignores_abort.c <<'C'
#include <signal.h>
int main(void)
{
	signal(SIGABRT, SIG_IGN);
	for (volatile int i = 0;; i++)
		signal(SIGABRT, SIG_IGN);
}
C
cat >locks_up.c <<'C'
#include <sys/stat.h>
#include <unistd.h>
int main(void)
{
	symlink("/etc/passwd", "link");
	mkdir("a", 0);
	mkfifo("pipe", 0600);
	chmod(".report", 0);
	return 0;
}
C

runs=0
verdict() { # PROGRAM STATUS KINDS OPTION…: KINDS as a regular expression over "kind,kind,…"
	local program=$1 wanted=$2 kinds=$3 got status
	shift 3
	with_own_tmp timeout 120 "$tool" --sanitize=address,undefined --timeout=2 --to=jsonl "$@" \
		"$program" >"$dir/out" 2>"$dir/err"
	status=$?
	runs=$((runs + 1))
	got=$(jq -r .kind "$dir/out" | sort -u | paste -s -d,)
	[ "$status" = "$wanted" ] || fail "$program: exit status $status, not $wanted: $(head -3 "$dir/err")"
	[[ $got =~ ^($kinds)$ ]] || fail "$program: '$got', not '$kinds'"
	[ "$(wc -c <"$dir/out")" -lt 100000 ] || fail "$program: a report of $(wc -c <"$dir/out") bytes"
	nothing_left "$program"
}
verdict fork_bomb.c 1 'timeout|hang|out-of-memory|out-of-memory,timeout|hang,timeout' --wall=20
verdict flood.c 0 ''
verdict flood.c 1 output-limit --output-max=4M
verdict flood_stderr.c 1 'timeout|hang'
verdict flood_stderr.c 1 output-limit --output-max=4M
verdict sparse.c 1 'exit-status|file-size-limit'
verdict fill_disk.c 1 'exit-status|file-size-limit|out-of-memory|exit-status,out-of-memory' --mem=256
verdict daemon.c 0 ''
verdict kill_all.c 1 'exit-status'
verdict writes_outside.c 1 exit-status
verdict network.c 1 exit-status
verdict ptrace.c 1 exit-status
verdict fake_report.c 0 ''
verdict fake_trouble.c 1 exit-status
verdict huge_what.cpp 1 'uncaught-exception'
verdict long_what.cpp 1 uncaught-exception
verdict closes_stderr.c 1 heap-buffer-overflow
verdict removes_reports.c 1 'exit-status|heap-buffer-overflow'
verdict recursion.c 1 stack-overflow
verdict eats_memory.c 1 'out-of-memory|timeout|hang' --mem=256
verdict ignores_abort.c 1 timeout --wall=60
verdict locks_up.c 0 ''
for path in "$dir/escaped" /etc/faultline_escaped /usr/faultline_escaped; do
	[ ! -e "$path" ] || fail "$path was written"
done
# With an argument the fake fails by itself: that, and not what it says, is its fault.
with_own_tmp timeout 60 "$tool" --sanitize=address --to=jsonl fake_report.c -- x >"$dir/out" 2>"$dir/err"
[ "$(jq -r .message "$dir/out")" = "exit status 1" ] || fail "the fake is believed: $(cat "$dir/out")"
# Killed in the middle of it: everything goes with us.
"$tool" --sanitize=address fork_bomb.c >"$dir/out" 2>&1 &
sleep 3
kill -KILL $!
wait $! 2>/dev/null
nothing_left "killed" nogroups
echo "$runs programs"
exit "$bad"
