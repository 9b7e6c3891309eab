#!/usr/bin/env bash
# timeout: 300
# Projects that build and test themselves (make, CMake) become programs: right sources, flags, files
# and inputs; tests get no faults; records replay with the project gone; what cannot be told is refused
# with its reason, and nothing of it runs outside the box.
. "$FL_SRC/tests/support/e2e.sh"
need jq make cmake

mkdir -p "$dir/make/src" "$dir/make/tests" "$dir/cmake"
cat >"$dir/make/src/sum.h" <<'END'
int sum(const int *v, int n);
END
cat >"$dir/make/src/sum.c" <<'END'
#include "sum.h"

int sum(const int *v, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += v[i];
	return s;
}
END
cat >"$dir/make/src/main.c" <<'END'
#include <math.h>
#include <stdio.h>
#include "../made.h"
#include "sum.h"

int main(int argc, char **argv)
{
	FILE *f = argc > 1 ? fopen(argv[1], "r") : stdin;
	int v[100], n = 0;
	if (!f)
		return 1;
	while (n < 100 && fscanf(f, "%d", &v[n]) == 1)
		n++;
	printf(FORMAT "\n", sum(v, n), sqrt(n), MADE);
	if (f != stdin)
		fclose(f);
	return 0;
}
END
cat >"$dir/make/tests/test_sum.c" <<'END'
#include <stdio.h>
#include "../src/sum.h"
int main(void) { int v[] = {1, 2}; printf("%d\n", sum(v, 2)); return sum(v, 2) != 3; }
END
printf '1 2 3\n' >"$dir/make/tests/data.txt"
cat >"$dir/make/Makefile" <<'END'
CFLAGS = -O2 -Werror -Isrc '-DFORMAT="%d %g %d"'
all: total
made.h:
	echo '#define MADE 7' >$@
libsum.a: src/sum.o
	$(AR) rcs $@ $^
src/main.o: made.h
total: src/main.o libsum.a
	$(CC) -o $@ src/main.o -L. -lsum -lm
check: total
	$(CC) $(CFLAGS) -o test_sum tests/test_sum.c libsum.a && ./test_sum
	cd tests && ../total data.txt | grep -q '^6 '
	echo 4 5 | ./total | grep -q '^9 '
	echo 6 | ./total tests/data.txt
	! ./total nothing.txt
END
echo '{"repository": "made", "licence": "MIT", "programs": [{"name": "made", "build": "make", "test": "make check"}]}' \
	>"$dir/make/faultline.json"
cat >"$dir/cmake/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.10)
project(words CXX)
enable_testing()
add_library(words SHARED words.cpp)
add_executable(count main.cpp)
target_link_libraries(count words)
add_test(NAME count COMMAND count one two one)
END
cat >"$dir/cmake/words.cpp" <<'END'
#include "words.h"

std::map<std::string, int> count(const std::vector<std::string> &words)
{
	std::map<std::string, int> result;
	for (const auto &w : words)
		++result[w];
	return result;
}
END
printf '#include <map>\n#include <string>\n#include <vector>\nstd::map<std::string, int> count(const std::vector<std::string> &words);\n' >"$dir/cmake/words.h"
cat >"$dir/cmake/main.cpp" <<'END'
#include <iostream>
#include "words.h"
int main(int argc, char **argv)
{
	for (const auto &[word, n] : count({argv + 1, argv + argc}))
		std::cout << word << ' ' << n << '\n';
}
END
echo '{"programs": [{"name": "words", "build": "cmake -S . -B b && cmake --build b", "test": "ctest --test-dir b", "mutate": ["words.cpp"]}]}' \
	>"$dir/cmake/faultline.json"
mkdir "$dir/broken" "$dir/idle"
echo '{"programs": [{"build": "touch '"$dir"'/escaped 2>/dev/null; echo no such tool; exit 1", "test": "true"}]}' >"$dir/broken/faultline.json"
echo '{"programs": [{"build": "true", "test": "true"}]}' >"$dir/idle/faultline.json"

all=("$dir/make" "$dir/broken" "$dir/cmake" "$dir/idle")
"$datasets" programs "${all[@]}" --no-cache --jobs 2 >"$dir/list" || fail "programs: status $?"
cat >"$dir/expected" <<'END'
program made:test_sum: c, 3 files, licence MIT
  sources  tests/test_sum.c src/sum.c
  mutate   src/sum.c src/sum.h
  flags    -Isrc -DFORMAT="%d %g %d"
program made:total: c, 5 files, licence MIT
  sources  src/main.c src/sum.c
  mutate   src/main.c src/sum.c src/sum.h
  flags    -Isrc -DFORMAT="%d %g %d"
  libs     -lm
  inputs   2
  args     tests/data.txt
program words:b/count: c++, 3 files, licence unknown
  sources  main.cpp words.cpp
  mutate   words.cpp
  flags    -Dwords_EXPORTS
  args     one two one
refused not_built faultline.json: no such tool
refused not_run faultline.json
END
diff "$dir/expected" "$dir/list" || fail "the programs are others"
[ ! -e "$dir/escaped" ] || fail "a build command ran outside of the box"

# With one worker it is the same. The second time the cache answers, and gives the same.
for i in 1 2; do
	with_own_tmp "$datasets" programs "${all[@]}" --cache "$dir/cache" --jobs "$i" >"$dir/list$i"
	cmp "$dir/list" "$dir/list$i" || fail "other programs by $i workers and the cache"
done
[ "$(find "$dir/cache" -type f | wc -l)" -eq 4 ] || fail "the cache has not four entries"
nothing_left "programs"

with_own_tmp "$datasets" build "$dir/make" -o "$dir/out" --cache "$dir/cache" --quiet --op=constant,missing-statement,wrong-variable \
	--sites 1 --traces 1 --crashes 0 || fail "build: status $?"
nothing_left "build"
"$datasets" cat "$dir/out" >"$dir/rows"
[ "$(wc -l <"$dir/rows")" -ge 2 ] || fail "too few records"
jq -r '.mutation.file' "$dir/rows" | grep -v '^src/' && fail "a test has got a fault"
jq -e 'select(.prompt + .context | test("/box|\\.watch"))' "$dir/rows" >/dev/null && fail "a record names the box"
rm -rf "$dir/make"
"$datasets" verify "$dir/out" --replay 2 | tail -n 1 | grep -qx 'replayed 2 of 2' || fail "records do not replay"

# Loose programs: a library is found by the linker's words, what no input comes by is left alone, and a
# program of which nearly nothing is run is refused.
mkdir "$dir/loose"
cat >"$dir/loose/root.c" <<'END'
#include <math.h>
#include <stdio.h>

static double twice(double x)
{
	double y = 2 * x;
	return y;
}

int main(int argc, char **argv)
{
	if (argc > 1)
		printf("%s %g\n", argv[1], twice(argc));
	printf("%.3f\n", sqrt(argc + 2) + cos(argc));
	return 0;
}
END
{
	for i in $(seq 30); do
		echo "int f$i(int x) { int y = x * $i; if (y > 3) y += f$((i > 1 ? i - 1 : 30))(y); return y + 1; }"
	done | sed '1i int f30(int x);'
	echo 'int main(int argc, char **argv) { (void)argv; return argc > 1 ? f30(argc) : 0; }'
} >"$dir/loose/usage.c"
"$datasets" build "$dir/loose" -o "$dir/loose-out" --no-cache --quiet --op=constant,argument-value --inputs 0 --traces 3 --crashes 0 ||
	fail "loose: status $?"
jq -e '.skipped[] | select(.name == "added to a program: -lm" and .count == 1)' "$dir/loose-out/manifest.json" >/dev/null ||
	fail "-lm is not told"
jq -e '.skipped[] | select(.name == "not tried: no input comes by" and .count > 0)' "$dir/loose-out/manifest.json" >/dev/null ||
	fail "what is not reached is not told"
jq -e '.programs.refusals == [.programs.refusals[] | select(.path == "usage.c" and .reason == "hardly_run")] and .programs.taken == 1' \
	"$dir/loose-out/manifest.json" >/dev/null || fail "refused: $(jq -c .programs "$dir/loose-out/manifest.json")"
"$datasets" cat "$dir/loose-out" >"$dir/rows"
[ -s "$dir/rows" ] || fail "no records of the loose program"
jq -r '.mutation.line' "$dir/rows" | grep -xE '6|7|13' && fail "a fault where no input comes by"
jq -e '[.build[-1].argv[] | select(. == "-lm")] == ["-lm"]' "$dir/rows" >/dev/null || fail "a record is linked without -lm"

# Faults of what is no project's make room for those of projects, but for a few of each operator.
mkdir "$dir/own"
{
	printf '#include <stdio.h>\n\nstatic void show(int x)\n{\n'
	for i in $(seq 12); do
		echo "	x += $((i * 7 + 31));"
		echo "	printf(\"%d\\n\", x);"
	done
	printf '}\n\nint main(void)\n{\n	show(1);\n	return 0;\n}\n'
} >"$dir/own/table.c"
for share in 0 50; do
	"$datasets" build "$dir/own" -o "$dir/own-out" --overwrite --cache "$dir/cache" --quiet --op=constant --share 100 \
		--projects $share --traces 99 --crashes 0 || fail "--projects $share: status $?"
	"$datasets" cat "$dir/own-out" | jq -r .fault | sort -u | wc -l
	jq '[.skipped[] | select(.name | startswith("over the share")) | .count] | add // 0' "$dir/own-out/manifest.json"
done >"$dir/shares"
{ read -r all; read -r none; read -r left; read -r over; } <"$dir/shares"
[ "$none" -eq 0 ] && [ "$left" -eq 8 ] && [ "$all" -eq $((left + over)) ] && [ "$over" -gt 0 ] ||
	fail "of $all and $none left out there are $left and $over with --projects"

# A program whose own formats are wrong shows other faults of the build all the same, and none of its formats.
mkdir "$dir/formats"
cat >"$dir/formats/count.c" <<'END'
#include <stdio.h>

int main(void)
{
	size_t count = 3;
	long sum = 4;
	for (int i = 0; i < 5; i++) {
		count++;
		sum += i;
	}
	printf("%d things\n", count);
	printf("%ld in all\n", sum);
	return 0;
}
END
"$datasets" build "$dir/formats" -o "$dir/formats-out" --no-cache --quiet --op=missing-semicolon,format-specifier \
	--compile-sites 1 || fail "formats: status $?"
jq -e '.skipped[] | select(.name == "added to a program: -Wno-format" and .count == 1)' "$dir/formats-out/manifest.json" >/dev/null ||
	fail "-Wno-format is not told"
"$datasets" cat "$dir/formats-out" | jq -r '.mutation.operator' | grep -qx missing-semicolon || fail "no fault beside wrong formats"
sed -i 's/%d things/%zu things/' "$dir/formats/count.c"
"$datasets" build "$dir/formats" -o "$dir/formats-out" --overwrite --no-cache --quiet --op=format-specifier || fail "formats: status $?"
"$datasets" cat "$dir/formats-out" | jq -r '.context' | grep -q 'error(.*format' || fail "no wrong format is an error"
"$datasets" verify "$dir/formats-out" --replay 1 | grep -qx 'replayed 1 of 1' || fail "a wrong format does not replay"
exit "$bad"
