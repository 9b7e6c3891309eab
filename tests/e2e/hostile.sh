#!/usr/bin/env bash
# labels: slow serial
# timeout: 1500
# Hostile files in a corpus are refused, each with its reason; the good program beside them is still
# taken; nothing outside the sandbox changes and nothing stays behind.
. "$FL_SRC/tests/support/e2e.sh"
need jq
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
# Sources that are hard on compilers and on libclang.
nest() { # OPEN CLOSE: 60000 levels
	local open close
	open=$(yes "$1" | head -n 60000 | tr -d '\n')
	close=$(yes "$2" | head -n 60000 | tr -d '\n')
	echo "int main(void) { int i = 0; $3$open$4$close; return i; }"
}
nest '(' ')' 'i = ' 0 >"$corpus/deep_parens.c"
nest '{' '}' '' 'i = 0;' >"$corpus/deep_blocks.c"
{
	printf '#include <stdio.h>\nstatic const char text[] = "'
	head -c 900000 /dev/zero | tr '\0' 'x'
	printf '";\nint main(void) { int n = 0; for (int i = 0; i < (int)sizeof(text); i++) n += text[i] == 120; printf("%%d\\n", n); return 0; }\n'
} >"$corpus/long_line.c"
cat >"$corpus/bomb.h" <<'C'
#if __INCLUDE_LEVEL__ < 60
#include "bomb.h"
#include "bomb.h"
#endif
C
printf '#include "bomb.h"\nint main(void) { return 0; }\n' >"$corpus/include_bomb.c"
{ yes '#pragma message "all work and no play"' | head -n 20000; echo 'int main(void) { return 0; }'; } >"$corpus/pragmas.c"
{
	echo '#define a0 1+'
	for i in $(seq 40); do echo "#define a$i a$((i - 1)) a$((i - 1))"; done
	echo 'int main(void) { return a40 0; }'
} >"$corpus/macro_bomb.c"
cat >"$corpus/incbin.c" <<'C'
#include <stdio.h>
__asm__(".data\nstolen: .incbin \"/etc/shadow\"\n.byte 0\n.text");
extern char stolen[];
int main(void) { puts(stolen); return 0; }
C
cat >"$corpus/incbin_zero.c" <<'C'
__asm__(".data\n.incbin \"/dev/zero\"\n.text");
int main(void) { return 0; }
C
cat >"$corpus/assembler_loop.c" <<'C'
__asm__(".rept 1000000000\n.quad 0\n.endr");
int main(void) { return 0; }
C
cat >"$corpus/template_bomb.cpp" <<'C'
template <int N, long M> struct tree { static const long v = tree<N - 1, 2 * M>::v + tree<N - 1, 2 * M + 1>::v; };
template <long M> struct tree<0, M> { static const long v = M; };
int main() { return tree<40, 1>::v == 0; }
C
cat >"$corpus/template_endless.cpp" <<'C'
template <int N> struct next { static const int v = next<N + 1>::v; };
int main() { return next<0>::v; }
C
cat >"$corpus/constexpr_loop.cpp" <<'C'
constexpr int f() { int n = 0; for (;;) n ^= 1; return n; }
static_assert(f() == 0);
int main() { return 0; }
C
cat >"$corpus/big_array.c" <<'C'
static char big[1L << 40];
static char filled[1L << 33] = {1};
int main(void) { return big[5] + filled[7]; }
C

# Programs that work against whoever runs them.
cat >"$corpus/closes_stdout.c" <<'C'
#include <stdio.h>
#include <unistd.h>
int main(void) { close(0); close(1); close(2); puts("lost"); return 9; }
C
cat >"$corpus/fake_report.c" <<'C'
#include <stdio.h>
int main(void)
{
	fputs("=================================================================\n"
		"==2==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc "
		"0x55 bp 0x7f sp 0x7f\nREAD of size 1 at 0x602000000010 thread T0\n"
		"    #0 0x55 in main fake_report.c:3\n"
		"SUMMARY: AddressSanitizer: heap-use-after-free fake_report.c:3 in main\n", stderr);
	return 0;
}
C
cat >"$corpus/ptrace.c" <<'C'
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <unistd.h>
int main(void)
{
	long attached = 0;
	for (int pid = 1; pid < 2000; pid++)
		attached += pid != getpid() && ptrace(PTRACE_ATTACH, pid, 0, 0) == 0;
	return attached ? 0 : 11;
}
C
cat >"$corpus/privileges.c" <<'C'
#define _GNU_SOURCE
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>
int main(void)
{
	int got = 0;
	got += setuid(0) == 0 || setgid(0) == 0;
	got += mount("none", "/tmp", "tmpfs", 0, "") == 0;
	got += mount("/", "/box", "", MS_REMOUNT | MS_BIND, "") == 0;
	got += chroot("/") == 0 || sethostname("x", 1) == 0;
	got += unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
	return got ? 0 : 12;
}
C
# Taken only if what the first run left is gone when the second one starts.
cat >"$corpus/litter.c" <<'C'
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void)
{
	char name[32];
	if (mkdir("closed", 0755) || mkdir("closed/within", 0755) || symlink("/etc/passwd", "closed/link"))
		return 13;
	int sparse = open("closed/sparse", O_CREAT | O_EXCL | O_WRONLY, 0600);
	if (sparse < 0 || ftruncate(sparse, 50 << 20) || symlink("..", "closed/up"))
		return 14;
	for (int i = 0; i < 60; i++) {
		snprintf(name, sizeof(name), "d%d", i);
		if (mkdir(name, 0755) || chdir(name))
			return 15;
	}
	for (int i = 0; i < 60; i++)
		chdir("..");
	if (mkfifo("pipe", 0600) || mkdir("/tmp/litter", 0700))
		return 16;
	puts("done");
	return 0;
}
C
cat >"$corpus/closed.c" <<'C'
#include <stdio.h>
#include <sys/stat.h>
int main(void)
{
	if (mkdir("closed", 0755) || mkdir("closed/within", 0755))
		return 17;
	chmod("closed/within", 0);
	chmod("closed", 0);
	puts("done");
	return 0;
}
C
ln -s "$corpus" "$corpus/around"
ln -s /etc/passwd "$corpus/passwd.c"
mkfifo "$corpus/fifo.c"
mkdir "$corpus/project" && printf 'not json' >"$corpus/project/faultline.json"
mkdir "$corpus/climbing" && echo '{"programs": [{"name": "x", "sources": ["../../../../etc/passwd"]}]}' \
	>"$corpus/climbing/faultline.json"

# Each of these has a compiler work until its limit of CPU time; one of a kind is enough for every day,
# and so is a limit of 4 s (ALL=1, as tests/nightly/hostile_corpus.sh has it: all, and 30 s).
left_out=
limit=30
if [ -z "${ALL:-}" ]; then
	limit=4
	left_out="macro_bomb.c deep_blocks.c incbin_zero.c constexpr_loop.cpp big_array.c"
	for name in $left_out; do
		rm "$corpus/$name" || exit 1
	done
fi

with_own_tmp "$datasets" build "$corpus" -o "$dir/out" --no-cache --jobs 2 --limit 3 \
	--compile-limit "$limit" >"$dir/table" \
	2>"$dir/errors"
status=$?
cat "$dir/table"
[ $status -eq 0 ] || { fail "exit status $status"; cat "$dir/errors"; }
manifest=$dir/out/manifest.json

refused=0
reason() { # PROGRAM REASON…: the program is among the refused, with one of the reasons
	local program=$1 got want
	shift
	[[ " $left_out " != *" $program "* ]] || return
	refused=$((refused + 1))
	got=$(jq -r --arg p "$program" '.programs.refusals[] | select(.path == $p) | .reason' "$manifest")
	for want in "$@"; do
		[ "$got" = "$want" ] && return
	done
	fail "$program: refused with '$got', wanted $*"
}
reason empty.c empty
reason binary.c binary
reason huge.c too_large
reason no_compile.c not_compiled
reason no_main.c no_main
reason passwd.c not_a_file
reason fifo.c not_a_file
reason project/faultline.json bad_manifest
reason climbing/../../../../etc/passwd bad_manifest
reason include_host.c not_compiled
reason include_self.c not_compiled
reason include_bomb.c compiler_limit not_compiled
reason macro_bomb.c compiler_limit
reason deep_parens.c not_compiled compiler_limit
reason deep_blocks.c not_compiled compiler_limit
reason incbin.c not_compiled
reason incbin_zero.c not_compiled compiler_limit
reason assembler_loop.c not_compiled compiler_limit
reason template_bomb.cpp compiler_limit
reason template_endless.cpp not_compiled
reason constexpr_loop.cpp not_compiled compiler_limit
reason big_array.c not_compiled compiler_limit signal memory
reason loop.c too_slow
reason fork_bomb.c too_slow exit_status not_clean memory
reason flood.c output
reason fill_disk.c exit_status memory
reason network.c exit_status
reason outside.c exit_status
reason kill_group.c too_slow signal
reason daemon.c exit_status
reason unclean.c not_clean
reason random.c nondeterministic not_clean
reason closes_stdout.c exit_status
reason fake_report.c not_clean
reason ptrace.c exit_status
reason privileges.c exit_status
reason pragmas.c compiler_limit
# What is merely unpleasant is taken, and the rest of the corpus, too.
taken=$(jq -r .programs.taken "$manifest")
[ "$taken" = 4 ] || fail "$taken programs were taken, not good.c, litter.c, long_line.c and closed.c"
[ "$(jq '.programs.refusals | length' "$manifest")" = "$refused" ] ||
	fail "$(jq -c '[.programs.refusals[].path]' "$manifest") were refused, not $refused"
"$datasets" cat "$dir/out" | jq -r .provenance.source | grep -qx good.c || fail "no record of good.c"

for path in "$dir/escaped" "$dir/../escaped" /etc/faultline_escaped /usr/faultline_escaped; do
	[ ! -e "$path" ] || fail "$path was written"
done
nothing_left "hostile corpus"
exit "$bad"
