#!/usr/bin/env bash
# labels: sanitize
# timeout: 120
# Reports in colour, as the runtimes print them on a terminal, are read like those without.
. "$FL_SRC/tests/support/e2e.sh"
need gcc-12 clang-19 setarch
cd "$dir" || exit 1

cat >memory.c <<'C'
#include <stdlib.h>
int main(void)
{
	int *p = malloc(4);
	free(p);
	return *p;
}
C
cat >overflow.c <<'C'
int main(int argc, char **argv)
{
	int most = 2147483647;
	(void)argv;
	return most + argc > 0;
}
C
# The thread is first, always: waiting for it by a relaxed load orders nothing that TSan knows of.
cat >race.c <<'C'
#include <pthread.h>
#include <sched.h>
static int count, done;
static void *add(void *unused)
{
	count++;
	__atomic_store_n(&done, 1, __ATOMIC_RELAXED);
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, add, 0);
	while (!__atomic_load_n(&done, __ATOMIC_RELAXED))
		sched_yield();
	count++;
	return pthread_join(t, 0);
}
C
cat >unset.c <<'C'
#include <stdlib.h>
int main(void)
{
	int *p = malloc(4);
	return *p ? 1 : 0;
}
C

while read -r name compiler sanitizer kind; do
	"$compiler" -g -O0 "-fsanitize=$sanitizer" "$name.c" -o "$name" -pthread || fail "$name: not built"
	for when in never always; do
		export {ASAN,UBSAN,TSAN,MSAN}_OPTIONS=color=$when
		setarch -R "./$name" >/dev/null 2>log
		tr -cd '\033' <log | wc -c >escapes.$when
		"$FL_BIN/san2struct" --to=jsonl --thought <log >$when 2>errors || fail "$name: $(cat errors)"
		tr -d '\r' <log | sed 's/$/\r/' | "$FL_BIN/san2struct" --to=jsonl --thought >$when.crlf
	done
	[ "$(cat escapes.never)" -eq 0 ] && [ "$(cat escapes.always)" -gt 0 ] || fail "$name: no colours"
	grep -q "\"kind\":\"$kind\"" never || fail "$name, $compiler: no $kind in $(cat never)"
	for other in always always.crlf never.crlf; do
		cmp never $other || fail "$name, $compiler: $other differs"
	done
done <<'T'
memory gcc-12 address heap-use-after-free
memory clang-19 address heap-use-after-free
overflow gcc-12 undefined signed-integer-overflow
overflow clang-19 undefined signed-integer-overflow
race gcc-12 thread data-race
race clang-19 thread data-race
unset clang-19 memory use-of-uninitialized-value
T
exit "$bad"
