#!/usr/bin/env bash
# labels: sanitize
# timeout: 900
# sanrun on real programs: every mode, C and C++, headers beside them, inputs and arguments, both
# ways to fail, what is flaky, what is missing, and the forms of its output.
. "$FL_SRC/tests/support/e2e.sh"
need jq gcc-12 g++-12 clang-19 clang++-19 valgrind
tool=$dir/datasets_sanrun
cp "$FL_BIN/sanrun" "$tool" && chmod 755 "$tool" || exit 1
mkdir "$dir/src" && cd "$dir/src" || exit 1

status=
sanrun() { # ARGUMENT…: one line a report in out, messages in err
	with_own_tmp timeout 300 "$tool" --to=jsonl "$@" >"$dir/out" 2>"$dir/err"
	status=$?
}
expect() { # WHAT STATUS [JQ-FILTER WANTED]…: of the reports as one array
	local what=$1 got
	[ "$status" = "$2" ] || fail "$what: exit status $status, not $2: $(head -3 "$dir/err")"
	shift 2
	while [ $# -gt 1 ]; do
		got=$(jq -s -c "$1" "$dir/out")
		[ "$got" = "$2" ] || fail "$what: $1 is $got, not $2"
		shift 2
	done
}
one='[.[] | [.tool, .kind, .error_class, .file, .line, .function]]'

cat >clean.c <<'C'
#include <stdio.h>
int main(int argc, char **argv)
{
	int c, n = 0;
	while ((c = getchar()) != EOF)
		n += c == 'a';
	printf("%d %s\n", n, argc > 1 ? argv[1] : "none");
	return 0;
}
C
printf 'banana' >input
sanrun --stdin=input --output="$dir/printed" clean.c -- one two
expect "clean" 0 length 0
[ "$(cat "$dir/printed")" = "3 one" ] || fail "clean: printed $(cat "$dir/printed")"
[ ! -s "$dir/err" ] || fail "clean: says $(cat "$dir/err")"
sanrun --sanitize=none clean.c <input
expect "input that is not asked for" 0 length 0
grep -q 'standard input is not given to the program: --stdin=- gives it' "$dir/err" ||
	fail "input that is not asked for: says $(cat "$dir/err")"
mkdir dir && sanrun dir </dev/null
expect "a directory" 2
grep -q 'dir is a directory; -C DIR builds a project' "$dir/err" ||
	fail "a directory: says $(cat "$dir/err")"

# Headers beside the source and above it, two languages, several sources.
mkdir -p lib/inner
echo 'int *make(int n);' >lib/make.h
printf '#include "../make.h"\n#include <stdlib.h>\nint *make(int n)\n{\n\treturn malloc((size_t)n * sizeof(int));\n}\n' >lib/inner/make.c
cat >main.cpp <<'C'
#include <cstdio>
#include <cstdlib>
extern "C" {
#include "lib/make.h"
}
static int last(int *p, int n)
{
	return p[n];
}
int main()
{
	int *p = make(3);
	int n = last(p, 3);
	std::free(p);
	std::printf("%d\n", n);
}
C
for compiler in gcc-12 clang-19; do
	sanrun --sanitize=address,undefined --compiler=$compiler --std=c17 --std=c++20 main.cpp lib/inner/make.c
	expect "two languages, $compiler" 1 "$one" \
		'[["asan","heap-buffer-overflow","ub","main.cpp",8,"last"]]' \
		'[.[0].stacks[] | .role]' '["access","allocation"]' \
		'.[0].stacks[1].frames[1].file' '"lib/inner/make.c"'
done

cat >undefined.c <<'C'
#include <limits.h>
int main(int argc, char **argv)
{
	(void)argv;
	int n = INT_MAX;
	return (n + argc) == 7;
}
C
for mode in undefined address,undefined auto; do
	sanrun --sanitize=$mode undefined.c
	expect "undefined, $mode" 1 "$one" \
		'[["ubsan","signed-integer-overflow","ub","undefined.c",6,"main"]]'
done
sanrun --sanitize=address undefined.c
expect "undefined under address alone" 0 length 0

cat >leak.c <<'C'
#include <stdlib.h>
#include <string.h>
static char *copy(const char *s)
{
	return strcpy(malloc(strlen(s) + 1), s);
}
int main(int argc, char **argv)
{
	return copy(argv[0])[0] == argc;
}
C
for mode in leak address; do
	sanrun --sanitize=$mode leak.c
	expect "leak, $mode" 1 "$one" '[["lsan","memory-leak","resource","leak.c",5,"copy"]]'
done

cat >race.cpp <<'C'
#include <cstdio>
#include <thread>
static int n;
static void count()
{
	n++;
}
int main()
{
	std::thread a(count), b(count);
	a.join();
	b.join();
	std::printf("%d\n", n);
}
C
for mode in thread auto; do
	for compiler in gcc-12 clang-19; do
		sanrun --sanitize=$mode --compiler=$compiler race.cpp
		expect "race, $mode, $compiler" 1 "$one" \
			'[["tsan","data-race","concurrency","race.cpp",6,"count"]]'
	done
done

cat >uninitialised.c <<'C'
#include <stdio.h>
#include <stdlib.h>
static int first(const int *p)
{
	return p[0] > 3;
}
int main(void)
{
	int *p = malloc(8);
	if (first(p))
		puts("more");
	free(p);
	return 0;
}
C
for mode in memory auto; do
	sanrun --sanitize=$mode uninitialised.c
	expect "uninitialised, $mode" 1 '[.[] | [.tool, .kind, .file]]' \
		'[["msan","use-of-uninitialized-value","uninitialised.c"]]'
done

cat >tags.c <<'C'
#include <stdlib.h>
int main(int argc, char **argv)
{
	int *p = malloc(8);
	p[argc + 1] = 3;
	free(p);
	return !argv;
}
C
sanrun --sanitize=hwaddress tags.c
expect "tags" 1 "$one" '[["hwasan","heap-buffer-overflow","ub","tags.c",5,"main"]]'
sanrun --sanitize=address,hwaddress tags.c
expect "the same fault twice" 1 length 1
# Valgrind runs it, and its finding is a fault, and a clean program is clean.
sanrun --sanitize=valgrind tags.c
expect "valgrind" 1 length 1
sanrun --sanitize=valgrind,helgrind clean.c
expect "valgrind, clean" 0 length 0

# Processes used up: the search for leaks has none left, which is the program's doing.
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
sanrun --sanitize=address forks.c
expect "no processes left" 1 '[.[] | .message]' '["exit status 3"]'

cat >plain.c <<'C'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	(void)argv;
	fprintf(stderr, "check failed\n");
	return argc + 4;
}
C
sanrun --sanitize=none plain.c
expect "exit status" 1 '[.[] | [.kind, .message]]' '[["exit-status","exit status 5: check failed"]]'
cp "$FL_SRC/tests/fixtures/sanitize/abort/what_lines.cpp" . # the sources may lie below /tmp
sanrun --sanitize=none --compiler=clang-19 what_lines.cpp
expect "an exception" 1 "$one" '[["libstdc++","uncaught-exception","logic","",0,""]]'
sanrun --sanitize=address what_lines.cpp
expect "an exception with its stack" 1 "$one" \
	'[["libstdc++","uncaught-exception","logic","what_lines.cpp",8,"parse"]]'

# Passed limits, with the stack of where it was.
cat >loop.c <<'C'
static volatile int on = 1;
static void spin(void)
{
	while (on) ;
}
int main(void)
{
	spin();
	return 0;
}
C
cat >deadlock.cpp <<'C'
#include <mutex>
static std::mutex m;
static void twice()
{
	m.lock();
	m.lock();
}
int main()
{
	twice();
}
C
for compiler in gcc-12 clang-19; do
	sanrun --sanitize=address,undefined --compiler=$compiler --timeout=1 --wall=60 loop.c
	expect "loop, $compiler" 1 "$one" '[["system","timeout","logic","loop.c",4,"spin"]]'
	sanrun --sanitize=address,undefined --compiler=$compiler --runs=1 deadlock.cpp
	expect "deadlock, $compiler" 1 "$one" \
		'[["system","deadlock","concurrency","deadlock.cpp",6,"twice"]]' \
		'.[0].message' '"a thread waits for what it holds itself; T0 waits for a mutex '"'m'"' that it holds"'
done

# Two threads, two locks: all stacks, the locks by name and who holds them, once for all sanitizers,
# within the limit and two seconds.
cat >locks.c <<'C'
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t accounts = PTHREAD_MUTEX_INITIALIZER, journal = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *a, pthread_mutex_t *b)
{
	pthread_mutex_lock(a);
	usleep(200000);
	pthread_mutex_lock(b);
	pthread_mutex_unlock(b);
	pthread_mutex_unlock(a);
}
static void *audit(void *arg)
{
	both(&journal, &accounts);
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, audit, NULL);
	both(&accounts, &journal);
	pthread_join(t, NULL);
	return 0;
}
C
sanrun --sanitize=address,undefined,none locks.c
expect "locks" 1 "$one" '[["system","deadlock","concurrency","locks.c",8,"both"]]' '.[0].message' \
	'"threads wait for each other; T0 waits for a mutex '"'journal' that T1 holds; T1 waits for a mutex 'accounts' that T0 holds"'"' \
	'[.[0].stacks[] | [.role, .thread, (.frames[] | select(.line > 0) | .function)]]' \
	'[["access","T0","both","main"],["access","T1","both","audit"]]'
start=$(date +%s%N)
sanrun --sanitize=none --wall=60 locks.c
took=$((($(date +%s%N) - start) / 1000000))
expect "locks, early" 1 '[.[].kind]' '["deadlock"]'
[ "$took" -lt 30000 ] || fail "locks: $took ms: it is not seen that nothing ever goes on"
# Who holds a mutex may have ended. One that nobody initialised names no thread.
cat >gone.c <<'C'
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *keeper(void *arg)
{
	pthread_mutex_lock(&m);
	return arg;
}
int main(int argc, char **argv)
{
	static const unsigned noise[] = {1, 0, 0xbebebebe};
	pthread_t t;
	if (argc > 1 && argv[1])
		memcpy(&m, noise, sizeof(noise));
	else if (pthread_create(&t, NULL, keeper, NULL) || pthread_join(t, NULL))
		return 1;
	return pthread_mutex_lock(&m);
}
C
sanrun --sanitize=none gone.c
expect "held by nobody" 1 '.[0].message | sub("^[^;]*; "; "")' \
	'"T0 waits for a mutex '"'m'"' that a thread holds which has ended"'
sanrun --sanitize=none gone.c -- noise
expect "not initialised" 1 '.[0].message | sub("^[^;]*; "; "")' '"T0 waits for a mutex '"'m'"'"'
# Threads that wait for a sleeper, a signal, a time, and a child that is ended, do go on.
cat >goes_on.c <<'C'
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t signalled;
static void handler(int number)
{
	(void)number;
	sem_post(&signalled);
}
static void *sleeper(void *arg)
{
	pthread_mutex_lock(&m);
	usleep(1500000);
	pthread_mutex_unlock(&m);
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t t;
	struct timespec end;
	sem_init(&signalled, 0, 0);
	switch (argv[argc - 1][0]) {
	case 's':
		pthread_create(&t, NULL, sleeper, NULL);
		usleep(100000);
		return pthread_mutex_lock(&m) || pthread_join(t, NULL);
	case 'h':
		signal(SIGALRM, handler);
		setitimer(ITIMER_REAL, &(struct itimerval){.it_value = {1, 500000}}, NULL);
		while (sem_wait(&signalled))
			;
		return 0;
	case 't':
		clock_gettime(CLOCK_REALTIME, &end);
		end.tv_sec += 2;
		pthread_mutex_lock(&m);
		return pthread_mutex_timedlock(&m, &end) == 0;
	default:
		if (fork() == 0)
			sem_wait(&signalled);
		usleep(1500000);
		return 0;
	}
}
C
for how in s h t c; do
	sanrun --sanitize=none --runs=1 goes_on.c -- $how &&
		expect "goes on ($how)" 0 length 0
done
sanrun --sanitize=thread --runs=1 --wall=2 locks.c
expect "locks, thread" 1 length 1 '.[0].error_class' '"concurrency"'

# Who waits for what never comes is not waited for again in each of four runs: 12 s.
cat >waits.c <<'C'
#include <unistd.h>
int main(void)
{
	int ends[2];
	char c;
	return pipe(ends) || read(ends[0], &c, 1);
}
C
start=$(date +%s%N)
sanrun --sanitize=none,undefined --wall=3 waits.c
took=$((($(date +%s%N) - start) / 1000000))
expect "waits" 1 "$one" '[["system","hang","logic","waits.c",6,"main"]]'
[ "$took" -lt 9000 ] || fail "waits: $took ms with --wall=3 (and two builds)"
grep -q '^sanrun: undefined: one short run, as the program was stuck before$' "$dir/err" || fail "waits: $(cat "$dir/err")"
grep -q flaky "$dir/err" && fail "waits: $(cat "$dir/err")"

# One thread that sleeps is no matter of locks; one that waits for a condition may be.
cat >alone.c <<'C'
#include <pthread.h>
#include <unistd.h>
int main(void)
{
#ifdef CONDITION
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t c = PTHREAD_COND_INITIALIZER;
	pthread_mutex_lock(&m);
	return pthread_cond_wait(&c, &m);
#else
	return (int)sleep(1000);
#endif
}
C
sanrun --sanitize=address,undefined --runs=1 --wall=2 alone.c
expect "alone" 1 "$one" '[["system","hang","logic","alone.c",11,"main"]]'
sanrun --sanitize=none --runs=1 --wall=2 -DCONDITION alone.c
expect "a condition" 1 '.[0].error_class' '"concurrency"'

# Valgrind names files of the libraries with their directory, so none of theirs is blamed.
cat >erased.cpp <<'C'
#include <map>
int main()
{
	std::map<int, int> m{{1, 1}, {2, 2}};
	for (auto it = m.begin(); it != m.end(); ++it)
		m.erase(it);
	return 0;
}
C
sanrun --sanitize=valgrind --runs=1 erased.cpp
expect "erased" 1 '.[0] | [.tool, .kind, .error_class, .file, .line, .function]' \
	'["memcheck","invalid-read","lifetime","erased.cpp",5,"main"]'

# A fault that only one of two runs shows.
cat >sometimes.c <<'C'
#include <stdlib.h>
int main(void)
{
	if (getenv("PADDING"))
		abort();
	return 0;
}
C
sanrun --sanitize=address sometimes.c
expect "flaky" 1 '[.[] | .kind]' '["abrt"]'
grep -q '^datasets_sanrun: flaky: abrt in 1 of 2 runs (address)$\|^sanrun: flaky: abrt in 1 of 2 runs (address)$' \
	"$dir/err" || fail "flaky: says $(cat "$dir/err")"
sanrun --sanitize=address --runs=1 sometimes.c
expect "flaky, one run" 0 length 0

# Flags as a compiler takes them, in both forms; files from beside the program, under their names.
mkdir -p "with blank/include dir" "with blank/src" "$dir/far" "$dir/lib"
cat >"with blank/src/flags.c" <<'C'
#include "own.h"
#include <far.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	printf("%s|%s|%d|%d\n", GREETING, getenv("HELLO"), OWN + FORCED, doubled(4));
	fflush(stdout);
#ifdef NO
	return 9;
#endif
	return FAR[doubled(argument)];
}
C
echo '#define OWN 1' >"with blank/include dir/own.h"
printf 'static const int FAR[2] = {0, 0};\n#define argument 1\n' >"$dir/far/far.h"
printf '#define FORCED 2\nint doubled(int);\n' >forced.h
echo 'int doubled(int n) { return 2 * n; }' >"$dir/lib/doubled.c"
gcc-12 -shared -fPIC -Wl,-soname,libdoubled.so.1 -o "$dir/lib/libdoubled.so.1" "$dir/lib/doubled.c"
ln -s libdoubled.so.1 "$dir/lib/libdoubled.so"
for way in joined separate; do
	if [ $way = joined ]; then
		flags=("-Iwith blank/include dir" "-isystem$dir/far" "-L$dir/lib" -ldoubled
			'-DGREETING="a b"' -UNO -includeforced.h -std=gnu17 -Wall -O1 "--env=HELLO=c d")
	else
		flags=(-I "with blank/include dir" -isystem "$dir/far" -L "$dir/lib" -l doubled
			-D 'GREETING="a b"' -DNO -U NO -include forced.h -std gnu17 --env 'HELLO=c d')
	fi
	sanrun --sanitize=undefined "${flags[@]}" -o "$dir/printed" "with blank/src/flags.c"
	expect "flags, $way" 1 "$one" \
		'[["ubsan","out-of-bounds-index","ub","with blank/src/flags.c",12,"main"]]'
	[ "$(cat "$dir/printed")" = "a b|c d|3|8" ] || fail "flags, $way: printed $(cat "$dir/printed")"
done
sanrun --sanitize=undefined "${flags[@]}" --files "with blank/src/flags.c"
grep -q "^datasets_sanrun: $dir/far/far.h: taken\|^sanrun: $dir/far/far.h: taken" "$dir/err" || fail "--files: $(cat "$dir/err")"
cat >"with blank/compile_commands.json" <<C
[{"directory": "$PWD/with blank", "file": "src/flags.c", "command": "cc '-DGREETING=\\"x y\\"' '-Iinclude dir' -I$dir/far -include ../forced.h -O2 -fsanitize=thread -flto -o flags.o -c src/flags.c"}]
C
sanrun --sanitize=undefined -p "with blank" -L"$dir/lib" -ldoubled --env=HELLO=you -o "$dir/printed" \
	"with blank/src/flags.c"
expect "compile_commands.json" 1 "[.[] | .kind, .line]" '["out-of-bounds-index",12]'
[ "$(cat "$dir/printed")" = "x y|you|3|8" ] || fail "compile_commands.json: printed $(cat "$dir/printed")"
sanrun --sanitize=undefined -p "with blank" clean.c
expect "not in compile_commands.json" 3

# What is taken: nothing whose name starts with a dot, nothing that others may not read.
echo 'int secret = "nobody may see this";' >.hidden.h
cp .hidden.h private.h && chmod 600 private.h
for name in .hidden.h private.h; do
	printf '#include "%s"\nint main(void) { return 0; }\n' "$name" >nosy.c
	sanrun nosy.c
	expect "$name" 1 '[.[] | select(.level == "fatal")] | length' 1
	grep -q "left out $PWD/$name: " "$dir/err" || fail "$name: $(cat "$dir/err")"
	grep -q nobody "$dir/out" "$dir/err" && fail "$name has been read"
	sanrun --take="$name" nosy.c
	expect "$name, wished" 1 "[.[] | .file]" "[\"$name\"]"
done

# In C++ what was not initialised is found by Valgrind, and named instead of what came of it.
cat >limit.cpp <<'C'
#include <cstdio>
struct Config { int limit; Config() {} };
int main()
{
	Config *c = new Config;
	int bad = 0;
	for (int i = 0; i < 4; i++)
		if (i > c->limit)
			bad++;
	std::fprintf(stderr, "%d bad\n", bad);
	delete c;
	return 3;
}
C
sanrun limit.cpp
expect "uninitialised in C++" 1 "$one" '[["memcheck","uninit-condition","ub","limit.cpp",8,"main"]]'
grep -q '^  [0-9] bad$' "$dir/err" || fail "uninitialised in C++: no end of stderr: $(cat "$dir/err")"
cat >list.cpp <<'C'
#include <cstdio>
struct List { List *next; int n; };
int main()
{
	List *l = new List;
	std::printf("%d\n", l->next->n);
	delete l;
}
C
sanrun list.cpp
expect "a pointer that was never set, in C++" 1 "$one" '[["memcheck","uninit-value","ub","list.cpp",6,"main"]]'
# MSan's finding is not folded into what AddressSanitizer made of the same line.
cat >pointer.c <<'C'
#include <stdlib.h>
struct list { struct list *next; int n; };
int main(void)
{
	struct list *l = malloc(sizeof(*l));
	int n = l->next->n;
	free(l);
	return n;
}
C
sanrun --sanitize=address,memory pointer.c
expect "a wild pointer" 1 '[.[] | [.tool, .kind, .line]]' '[["msan","use-of-uninitialized-value",6]]'
# But of freed memory, which MSan takes for never set, AddressSanitizer says what is wrong; once.
printf '#include <stdlib.h>\nint main(void)\n{\n\tint *p = malloc(4);\n\tfree(p);\n\treturn *p;\n}\n' >freed.c
for mode in auto memory,address; do
	sanrun --sanitize=$mode freed.c
	expect "freed, $mode" 1 "$one" '[["asan","heap-use-after-free","lifetime","freed.c",6,"main"]]'
done
# A smashed stack: MSan sees a crash without a place, which is the same event.
cat >smash.c <<'C'
#include <stdio.h>
#include <string.h>
int main(void)
{
	char b[8], big[100];
	if (fgets(big, sizeof(big), stdin))
		strcpy(b, big);
	return b[0] == 'a';
}
C
echo 'a very long line it is' >input
sanrun --stdin=input smash.c
expect "smashed" 1 '[.[] | [.tool, .kind, .line]]' '[["asan","stack-buffer-overflow",7]]'
# A correct program that prints much.
cat >prints.c <<'C'
#include <stdio.h>
int main(void)
{
	for (int i = 0; i < 1000000; i++)
		printf("%d lines\n", i);
	return 0;
}
C
sanrun --sanitize=address,undefined -o "$dir/printed" prints.c
expect "prints much" 0 length 0
[ "$(tail -n 1 "$dir/printed")" = "999999 lines" ] || fail "prints much: no end"
sanrun --sanitize=address --output-max=1M prints.c
expect "prints too much" 1 "[.[] | .kind]" '["output-limit"]'

# Names that shells, make and compilers read in their own ways.
odd="it's \$(x) %s.c"
printf '#include "its own.h"\nint main(int argc, char **argv)\n{\n\tint a[2] = {argc};\n\treturn argv[0] && get(a, 2);\n}\n' >"$odd"
printf 'static inline int get(int *p, int i) { return p[i]; }\n' >"its own.h"
sanrun --sanitize=address --runs=1 "$odd"
expect "odd names" 1 '[.[] | [.kind, .file, .stacks[0].frames[1].file, .stacks[0].frames[1].line]]' \
	"[[\"stack-buffer-overflow\",\"its own.h\",\"$odd\",5]]"

# One that closes its streams, prints NULs, leaves children behind and fails: what there is is told, at once.
cat >leaves.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < 3; i++)
		if (fork() == 0)
			pause();
	fwrite("a\0b\n", 1, 4, stdout);
	fwrite("c\0d\n", 1, 4, stderr);
	fflush(stdout);
	for (int fd = 0; fd < 3; fd++)
		close(fd);
	char *p = malloc(4);
	p[3 + argc] = 1;
	return 5;
}
C
start=$(date +%s%N)
sanrun --sanitize=none,address --runs=1 --wall=60 --output="$dir/printed" leaves.c
took=$((($(date +%s%N) - start) / 1000000))
expect "leaves children" 1 "$one" '[["asan","heap-buffer-overflow","ub","leaves.c",16,"main"]]'
printf 'a\0b\n' | cmp -s - "$dir/printed" || fail "leaves children: printed $(od -c "$dir/printed")"
[ "$took" -lt 40000 ] || fail "leaves children: $took ms"

# What does not compile, what makes no sense, what is missing.
echo 'int main(void) { return undeclared; }' >broken.c
sanrun broken.c
expect "does not compile" 1 '.[0] | [.level, .file, .line, .error_class]' \
	'["error","broken.c",1,"undefined_symbol"]'
printf 'int f(void);\nint main(void) { return f(); }\n' >unlinked.c
sanrun unlinked.c
expect "does not link" 1 '.[0] | [.error_class, .file, .line, .object, .notes[0].file]' \
	'["linker","unlinked.c",2,"unlinked.o","unlinked.o"]'
for name in -x.c @x.c; do
	cp broken.c "./$name"
	sanrun "./$name"
	expect "a source called $name" 1 '.[0] | [.file, .line]' "[\"./$name\",1]"
done
sanrun --sanitize=none --flag=-c clean.c
expect "a flag that keeps it from linking" 2
grep -q 'the compiler made no program' "$dir/err" || fail "a flag: says $(cat "$dir/err")"
echo 'int secret = "nobody may see this";' >../secret.h
printf '#include "../secret.h"\nint main(void) { return 0; }\n' >nosy.c
sanrun nosy.c
expect "reaches for other files" 1 '[.[] | select(.level == "fatal")] | length' 1
ln -s ../secret.h secret.h
printf '#include "secret.h"\nint main(void) { return 0; }\n' >linked.c
sanrun linked.c
expect "a link out of the directory" 1 '[.[] | select(.level == "fatal")] | length' 1
grep -q nobody "$dir/out" "$dir/err" && fail "a file above the program's has been read"
sanrun
expect "no file" 2
sanrun --sanitize=nonsense clean.c
expect "no such sanitizer" 2
sanrun --compiler=tcc clean.c
expect "no such compiler" 2
sanrun --compiler=gcc-99 clean.c
expect "a compiler that is not there" 3
sanrun missing.c
expect "a file that is not there" 3
sanrun secret.h
expect "a link as the file" 3
sanrun /dev/null
expect "a device as the file" 3
grep -q ': null is not taken: it is neither a file, a directory nor a link$' "$dir/err" || fail "a device: says $(cat "$dir/err")"

# Forms: literals compile with and without reasoning, and fit their budget.
"$tool" --sanitize=address,undefined --thought --markers=none --style=full undefined.c >"$dir/full.cpp"
g++-12 -std=c++20 -fsyntax-only -Wall -Wextra -Werror "$dir/full.cpp" || fail "the literal does not compile"
grep -q 'ROOT_CAUSE: signed-integer-overflow at undefined.c:6 in main' "$dir/full.cpp" ||
	fail "no reasoning: $(head -5 "$dir/full.cpp")"
"$tool" --sanitize=address,undefined --style=compact --markers=none main.cpp lib/inner/make.c >"$dir/compact.cpp"
g++-12 -std=c++20 -I"$FL_SRC/include" -fsyntax-only -Wall -Wextra -Werror "$dir/compact.cpp" ||
	fail "the compact literal does not compile"
"$tool" --sanitize=address --style=compact --markers=none --max-bytes=900 main.cpp lib/inner/make.c >"$dir/small"
[ -s "$dir/small" ] && [ "$(wc -c <"$dir/small")" -le 900 ] || fail "$(wc -c <"$dir/small") bytes for --max-bytes=900"
nothing_left "sanrun"
exit "$bad"
