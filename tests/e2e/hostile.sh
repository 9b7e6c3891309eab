#!/usr/bin/env bash
# labels: slow
# timeout: 600
# Hostile files in a corpus are refused, each with its reason; the good program beside them is still
# taken; nothing outside the sandbox changes and nothing stays behind.
set -u
dir=$(mktemp -d)
trap 'chmod -R u+rwX "$dir" 2>/dev/null; rm -rf "$dir"' EXIT
corpus=$dir/corpus
mkdir "$corpus"
cp "$FL_SRC/examples/corpus/ring_buffer.c" "$corpus/good.c" || exit 1

: >"$corpus/empty.c"
head -c 20000 /dev/urandom >"$corpus/binary.c"
{ echo 'int main(void) { return 0; }'; yes '// padding padding padding padding' | head -c 52428800; } >"$corpus/huge.c"
echo 'int main(void) { return undeclared; }' >"$corpus/no_compile.c"
echo 'static int helper(void) { return 1; }' >"$corpus/no_main.c"
printf '#include "/etc/passwd"\nint main(void) { return 0; }\n' >"$corpus/include_host.c"
printf '#include __FILE__\nint main(void) { return 0; }\n' >"$corpus/include_self.c"
cat >"$corpus/loop.c" <<'C'
int main(void) { for (volatile int i = 0;; i++) ; }
C
cat >"$corpus/fork_bomb.c" <<'C'
#include <unistd.h>
int main(void) { for (;;) fork(); }
C
cat >"$corpus/flood.c" <<'C'
#include <stdio.h>
int main(void) { for (;;) puts("all work and no play"); }
C
cat >"$corpus/fill_disk.c" <<'C'
#include <stdio.h>
#include <string.h>
int main(void)
{
	static char block[1 << 20];
	FILE *f = fopen("filler", "w");
	memset(block, 'x', sizeof(block));
	for (;;)
		if (!f || fwrite(block, 1, sizeof(block), f) != sizeof(block))
			return 1;
}
C
cat >"$corpus/network.c" <<'C'
#include <arpa/inet.h>
#include <stdio.h>
#include <sys/socket.h>
int main(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(22)};
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	int s = socket(AF_INET, SOCK_STREAM, 0);
	if (s < 0 || connect(s, (struct sockaddr *)&a, sizeof(a)) != 0) {
		puts("no network");
		return 3;
	}
	return 0;
}
C
cat >"$corpus/outside.c" <<C
#include <stdio.h>
int main(void)
{
	static const char *const paths[] = {"$dir/escaped", "/tmp/../$dir/escaped", "/etc/faultline_escaped",
		"/usr/faultline_escaped", "../escaped"};
	int opened = 0;
	for (int i = 0; i < 5; i++) {
		FILE *f = fopen(paths[i], "w");
		opened += f != NULL;
	}
	return opened ? 0 : 4;
}
C
cat >"$corpus/kill_group.c" <<'C'
#include <signal.h>
#include <unistd.h>
int main(void)
{
	kill(0, SIGKILL);
	kill(-1, SIGKILL);
	kill(getppid(), SIGKILL);
	for (;;)
		pause();
}
C
cat >"$corpus/daemon.c" <<'C'
#include <stdio.h>
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
	printf("pid %d\n", 7);
	return 5;
}
C
cat >"$corpus/unclean.c" <<'C'
#include <stdlib.h>
int main(void) { char *p = malloc(3); p[3] = 1; return p[3] - 1; }
C
cat >"$corpus/random.c" <<'C'
#include <stdio.h>
int main(void) { int x; printf("%p\n", (void *)&x); return 0; }
C
ln -s "$corpus" "$corpus/around"
mkfifo "$corpus/fifo.c"
printf 'not json' >"$dir/bad.json"
mkdir "$corpus/project" && cp "$dir/bad.json" "$corpus/project/faultline.json"

listing() { find /tmp -maxdepth 1 -mindepth 1 ! -path "$dir" | sort; }
before=$(listing)
mkdir "$dir/cache"
"$FL_BIN/datasets" build "$corpus" -o "$dir/out" --cache "$dir/cache" --jobs 2 --limit 40 >"$dir/table" 2>"$dir/errors"
status=$?
cat "$dir/table"
bad=0
fail() { echo "FAIL: $*"; bad=1; }
[ $status -eq 0 ] || { fail "exit status $status"; cat "$dir/errors"; }

manifest=$dir/out/manifest.json
reason() { # PROGRAM REASON…: the program is among the refused, with one of the reasons
	local program=$1 got
	shift
	got=$("$FL_BIN/datasets" stats --refused "$dir/out" | awk -v p="$program" '$1 == p {print $2}')
	for want in "$@"; do
		[ "$got" = "$want" ] && return
	done
	fail "$program: refused with '$got', wanted $*"
}
reason empty.c empty
reason binary.c binary
reason huge.c too_large
reason no_compile.c does_not_compile
reason no_main.c no_main
reason include_host.c does_not_compile
reason include_self.c does_not_compile
reason loop.c cpu_limit
reason fork_bomb.c cpu_limit wall_limit process_limit not_clean exit_status
reason flood.c output_limit
reason fill_disk.c exit_status memory_limit not_clean
reason network.c exit_status
reason outside.c exit_status
reason kill_group.c wall_limit signal cpu_limit
reason daemon.c exit_status
reason unclean.c not_clean
reason random.c nondeterministic
grep -q '"taken":1[,}]' "$manifest" || fail "the good program was not taken: $(grep -o '"taken":[0-9]*' "$manifest")"
for path in "$dir/escaped" "$dir/../escaped" /etc/faultline_escaped /usr/faultline_escaped; do
	[ ! -e "$path" ] || fail "$path was written"
done
new=$(comm -13 <(echo "$before") <(listing) | grep -i -E 'faultline|box|fl[-_.]' || true)
[ -z "$new" ] || fail "left in /tmp: $new"
sleep 0.5
if pgrep -af "$dir" | grep -v "$0" | grep -q 'datasets\|/box'; then
	fail "processes left: $(pgrep -af "$dir")"
fi
exit $bad
