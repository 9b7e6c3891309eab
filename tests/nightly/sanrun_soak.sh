#!/usr/bin/env bash
# labels: sanitize slow serial
# timeout: 3600
# 1000 runs of hostile programs in a row in one process: it holds no more descriptors, memory and
# children at the end than after the first hundred, each run has its verdict, and nothing is left.
# sanrun_soak.sh [RUNS]
. "$FL_SRC/tests/support/e2e.sh"
need gcc-12
tool=$dir/datasets_soak
cp "$FL_BIN/san-soak" "$tool" && chmod 755 "$tool" || exit 1
runs=${1:-1000}
mkdir "$dir/src" && cd "$dir/src" || exit 1

cat >clean.c <<'C'
int main(void) { return 0; }
C
cat >overflow.c <<'C'
#include <stdlib.h>
int main(int argc, char **argv) { char *p = malloc(4); return p[argc + 3] + !argv; }
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
cat >forks.c <<'C'
#include <unistd.h>
int main(void)
{
	for (int i = 0; i < 200; i++)
		if (fork() == 0)
			for (;;)
				pause();
	return 3;
}
C
cat >kills.c <<'C'
#include <signal.h>
#include <unistd.h>
int main(void)
{
	kill(-1, SIGKILL);
	kill(getppid(), SIGKILL);
	return 4;
}
C
cat >floods.c <<'C'
#include <unistd.h>
int main(void)
{
	static char block[1 << 20];
	for (;;)
		write(1, block, sizeof(block));
}
C
cat >litters.c <<'C'
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void)
{
	int fd = open("sparse", O_CREAT | O_WRONLY, 0600);
	mkdir("/tmp/litter", 0);
	mkfifo("pipe", 0600);
	return ftruncate(fd, 50 << 20) || pwrite(fd, "x", 1, 40 << 20) != 1;
}
C
cat >aborts.cpp <<'C'
#include <stdexcept>
#include <string>
int main() { throw std::runtime_error(std::string(100000, 'x')); }
C
set -- clean.c overflow.c daemon.c forks.c kills.c floods.c litters.c aborts.cpp
with_own_tmp "$tool" "$runs" "$@" >"$dir/table" || fail "san-soak ended with $?"
cat "$dir/table"
# of each eight, five show a fault: not clean, daemon, litters
faults=$((runs / 8 * 5))
read -r done_first fds_first rss_first children_first _ _ < <(head -1 "$dir/table")
read -r done_last fds_last rss_last children_last faults_last infra_last < <(tail -1 "$dir/table")
echo "after $done_first: $fds_first descriptors, $rss_first KB; after $done_last: $fds_last, $rss_last KB"
[ "$done_last" = "$runs" ] || fail "$done_last runs"
[ "$fds_last" = "$fds_first" ] || fail "descriptors: $fds_first, then $fds_last"
[ "$children_last" = "$children_first" ] || fail "children: $children_first, then $children_last"
[ "$rss_last" -le $((rss_first + rss_first / 4 + 2048)) ] || fail "memory: $rss_first KB, then $rss_last"
[ "$infra_last" = 0 ] || fail "$infra_last runs whose sanitizer could not work"
[ $((runs % 8)) -ne 0 ] || [ "$faults_last" = "$faults" ] || fail "$faults_last runs with a fault, not $faults"
nothing_left "soak"
exit "$bad"
