#!/usr/bin/env bash
# labels: sanitize
# timeout: 600
# sanrun -C on a small project for each build system, in directories with a blank: a fault of a
# library is found by the project's own test and blamed in its source, the directory stays as it was;
# a test that fails, one that locks up, one that prints much, and builds that do not work.
. "$FL_SRC/tests/support/e2e.sh"
need jq gcc g++ clang-19 make cmake ninja meson autoconf automake
tool=$dir/datasets_sanrun
cp "$FL_BIN/sanrun" "$tool" && chmod 755 "$tool" || exit 1
mkdir "$dir/all projects" && cd "$dir/all projects" || exit 1

status=
sanrun() { # ARGUMENT…: one line a report in out, messages in err
	with_own_tmp timeout 300 "$tool" --to=jsonl "$@" >"$dir/out" 2>"$dir/err"
	status=$?
}
expect() { # WHAT STATUS [JQ-FILTER WANTED]…: of the reports as one array
	local what=$1 got
	[ "$status" = "$2" ] || fail "$what: exit status $status, not $2: $(cat "$dir/err")"
	shift 2
	while [ $# -gt 1 ]; do
		got=$(jq -s -c "$1" "$dir/out")
		[ "$got" = "$2" ] || fail "$what: $1 is $got, not $2: $(tail -n 5 "$dir/err")"
		shift 2
	done
}
says() { # WHAT WORDS
	grep -qF -- "$2" "$dir/err" || fail "$1: does not say \"$2\": $(cat "$dir/err")"
}
one='[.[] | [.tool, .kind, .file, .line, .function]]'

# The same sources for all: a library and a program that tests it.
sources() { # DIRECTORY
	mkdir -p "$1/src"
	cat >"$1/src/ring.c" <<'C'
#include "ring.h"
#include <stdlib.h>
struct ring *ring_new(int room)
{
	struct ring *r = malloc(sizeof(*r) + (size_t)room * sizeof(int));
	r->room = room;
	r->used = 0;
	return r;
}
void ring_put(struct ring *r, int n)
{
	r->at[r->used++] = n;
}
C
	cat >"$1/src/ring.h" <<'C'
struct ring { int room, used; int at[]; };
struct ring *ring_new(int room);
void ring_put(struct ring *r, int n);
C
	cat >"$1/src/test.c" <<'C'
#include "ring.h"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	struct ring *r = ring_new(4);
	for (int i = 0; i < (argc > 1 ? atoi(argv[1]) : 5); i++)
		ring_put(r, i);
	printf("%d used\n", r->used);
	free(r);
	return 0;
}
C
}
found='[["asan","heap-buffer-overflow","src/ring.c",12,"ring_put"]]'

# make: a shared library, linked without undefined symbols; what was built before is built again.
sources "with make"
cat >"with make/Makefile" <<'M'
CFLAGS = -O2 -Wall -Werror -fPIC -D_FORTIFY_SOURCE=2
test: src/test.o libring.so
	$(CC) -s -o $@ src/test.o -L. -lring -Wl,-rpath,'$$ORIGIN'
libring.so: src/ring.o
	$(CC) -shared -Wl,-z,defs -Wl,--no-undefined -o $@ $^
check: test
	./test
M
(cd "with make" && make -s) >/dev/null 2>&1 || fail "make: it cannot be built at all"
(cd "with make" && find . -type f -exec md5sum {} + | sort) >"$dir/before"
for compiler in gcc clang-19; do
	sanrun -C "with make" --compiler=$compiler
	expect "make, $compiler" 1 "$one" "$found"
done
(cd "with make" && find . -type f -exec md5sum {} + | sort) | cmp -s "$dir/before" - || fail "make: the directory has changed"
says "make" "sanrun: runs: make check"
sanrun -C "with make" --build='make -s' -- ./test 4
expect "make, no fault" 0 length 0
sanrun -C "with make" --sanitize=memory --build='make -s' --run='./test 4; exit 7' --runs=2
expect "make, exit status" 1 '[.[] | .message]' '["exit status 7"]'
says "make, exit status" "  4 used"

# UBSan's own words, though libasan writes their SUMMARY to another file.
mkdir sums
printf 'check: sums\n\t./sums\nsums: sums.c\n' >sums/Makefile
cat >sums/sums.c <<'C'
#include <stdio.h>
static int add(int a) { return a + 1; }
int main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", add(2147483646 + argc));
	return 0;
}
C
sanrun -C sums
expect "UBSan's words" 1 '[.[] | [.kind, .line, .function]]' \
	'[["signed-integer-overflow",2,"add"]]' '.[0].message' \
	"\"signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'\""

# CMake and Meson: their checks work, and -Werror in them means what it says.
sources "with cmake"
cat >"with cmake/CMakeLists.txt" <<'M'
cmake_minimum_required(VERSION 3.13)
project(ring C CXX)
include(CheckCCompilerFlag)
include(CheckFunctionExists)
check_c_compiler_flag(-Wshadow HAVE_SHADOW)
check_c_compiler_flag(-Wsuch-warning HAVE_NONSENSE)
check_function_exists(getenv HAVE_GETENV)
check_function_exists(no_such_function HAVE_NO_SUCH)
if(NOT HAVE_SHADOW OR HAVE_NONSENSE OR NOT HAVE_GETENV OR HAVE_NO_SUCH)
	message(FATAL_ERROR "the checks are wrong")
endif()
add_library(ring STATIC src/ring.c)
add_executable(check src/test.c)
target_link_libraries(check ring)
enable_testing()
add_test(NAME check COMMAND check)
M
sanrun -C "with cmake"
expect "cmake" 1 "$one" "$found"
says "cmake" "exit status 8"

sources "with meson"
cat >"with meson/meson.build" <<'M'
project('ring', 'c', default_options: ['werror=true', 'warning_level=2'])
c = meson.get_compiler('c')
assert(c.has_function('getenv') and not c.has_function('no_such_function'))
assert(c.has_argument('-Wshadow') and not c.has_argument('-Wsuch-warning'))
lib = shared_library('ring', 'src/ring.c')
test('check', executable('check', 'src/test.c', link_with: lib))
M
sanrun -C "with meson"
expect "meson" 1 "$one" "$found"

# autotools: from configure.ac, though an old build's config.status is there and its times matter.
sources "with autotools"
cat >"with autotools/configure.ac" <<'M'
AC_INIT([ring], [1])
AM_INIT_AUTOMAKE([foreign subdir-objects])
AC_PROG_CC
AC_CHECK_FUNCS([getenv no_such_function])
AS_IF([test "$ac_cv_func_getenv$ac_cv_func_no_such_function" = yesno], [], [AC_MSG_ERROR([the checks are wrong])])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
M
cat >"with autotools/Makefile.am" <<'M'
AM_CFLAGS = -Wall
check_PROGRAMS = ring_test
ring_test_SOURCES = src/test.c src/ring.c src/ring.h
TESTS = ring_test
M
sanrun -C "with autotools"
expect "autotools" 1 "$one" "$found"
says "autotools" "autoreconf -fi"

# What goes in: a project is taken whole but for what others should not see.
echo 'password' >"with make/.secret" && echo 'key' >"with make/key" && chmod 600 "with make/key"
sanrun -C "with make" --build='cat .secret key; make -s' --run='./test 4; cat .secret key; true' --output="$dir/printed"
expect "what is left out" 0
says "what is left out" "left out .secret: its name starts with a dot"
says "what is left out" "left out key: others may not read it"
grep -q '^password\|^key$' "$dir/printed" && fail "what is left out was there: $(cat "$dir/printed")"
sanrun -C "with make" --take=key --build='make -s' --run='cat key' --output="$dir/printed"
[ "$(cat "$dir/printed")" = key ] || fail "--take: $(cat "$dir/printed" "$dir/err")"

# Tests that fail by themselves, lock up, print much; a server and its client.
mkdir -p "tests of all kinds"
cat >"tests of all kinds/Makefile" <<'M'
all: fails locks prints
fails: fails.c
locks: locks.c
	$(CC) -pthread -o $@ $<
prints: prints.c
M
cat >"tests of all kinds/fails.c" <<'C'
#include <assert.h>
int main(int argc, char **argv) { (void)argv; assert(argc == 2 && "one argument"); return 0; }
C
cat >"tests of all kinds/locks.c" <<'C'
#include <pthread.h>
static pthread_mutex_t only = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
	pthread_mutex_lock(&only);
	return pthread_mutex_lock(&only);
}
C
cat >"tests of all kinds/prints.c" <<'C'
#include <stdio.h>
int main(void) { for (int i = 0; i < 1000000; i++) printf("line %d\n", i); return 0; }
C
sanrun -C "tests of all kinds" --build=make --run='./fails || exit 1'
expect "a test that fails" 1 '[.[] | [.kind, .file, .line, .function]]' '[["assertion-failed","fails.c",2,"main"]]'
says "a test that fails" 'one argument'
sanrun -C "tests of all kinds" --build=make --run='! ./fails 2>/dev/null'
expect "a failure that is expected" 0 length 0
sanrun -C "tests of all kinds" --build=make --run='./locks' --wall=2
expect "a test that locks up" 1 "$one" '[["system","deadlock","locks.c",6,"main"]]'
sanrun -C "tests of all kinds" --build=make --run=./prints --output="$dir/printed"
expect "a test that prints much" 0 length 0
[ "$(tail -n 1 "$dir/printed")" = "line 999999" ] || fail "prints much: no end"

# Builds that do not work say why.
printf 'all:\n\tcc -c broken.c\n' >"tests of all kinds/broken.mk"
echo 'int f(void) { return undeclared; }' >"tests of all kinds/broken.c"
sanrun -C "tests of all kinds" --build='make -f broken.mk' --run=true
expect "a broken build" 1 '[.[] | [.level, .file, .line]]' '[["error","broken.c",1]]'
says "a broken build" "the build failed (exit status 2)"
sanrun -C "tests of all kinds" --build='/usr/bin/cc -o fails fails.c' --run='./fails x'
expect "a compiler by its path" 0
says "a compiler by its path" "nothing is watched"
sanrun -C "tests of all kinds" --build='sleep 100' --run=true --build-limit=0
expect "no limit" 2
sanrun -C "$dir/nowhere"
expect "no directory" 3
mkdir empty
sanrun -C empty
expect "nothing that tells" 2
nothing_left "sanrun -C"
exit "$bad"
