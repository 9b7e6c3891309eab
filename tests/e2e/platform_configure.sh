#!/usr/bin/env bash
# labels: platform
# timeout: 300
# platform-tag --configure: what the build system says, of small projects that a static reader gets
# wrong or cannot know; nothing of the project runs without it, and nothing is written beside it.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
tool=$FL_BIN/platform-tag
bad=0
for need in cmake meson make python3; do
	command -v $need >/dev/null && continue
	echo "$need is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
"$tool" --help | grep -q -- --configure || exit 77
has() { # what, file, text
	grep -q -- "$3" "$2" && return
	echo "$1: '$3' is not in:"
	cat "$2"
	bad=1
}

# CMake: the standard comes out of a function that a loop calls by a made-up name.
mkdir -p "$dir/c/sub"
cat >"$dir/c/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.18)
project(c CXX)
execute_process(COMMAND sh -c "echo 14" OUTPUT_VARIABLE year OUTPUT_STRIP_TRAILING_WHITESPACE)
file(WRITE ${CMAKE_SOURCE_DIR}/was_run "x")
set(CMAKE_CXX_STANDARD ${year})
add_executable(prog main.cpp)
target_compile_options(prog PRIVATE -mavx2)
target_link_libraries(prog m)
END
echo 'int main() {}' >"$dir/c/main.cpp"
"$tool" --to=json "$dir/c" >"$dir/out" 2>"$dir/err"
[ -e "$dir/c/was_run" ] && { echo "the project was run without --configure"; bad=1; }
"$tool" --configure --to=json "$dir/c" >"$dir/out" 2>"$dir/err" || {
	cat "$dir/err"
	bad=1
}
has cmake "$dir/out" '++14'
has cmake "$dir/out" avx2
[ -e "$dir/c/was_run" ] && { echo "the project's own directory was written"; bad=1; }

# meson and make.
mkdir -p "$dir/m" "$dir/k"
cat >"$dir/m/meson.build" <<'END'
project('m', 'c', default_options: ['c_std=c99'])
flag = run_command('sh', '-c', 'echo -msse4.2', check: true).stdout().strip()
executable('prog', 'main.c', c_args: flag)
END
echo 'int main(void) { return 0; }' | tee "$dir/m/main.c" >"$dir/k/main.c"
printf 'FLAG := $(shell echo -std=gnu11)\nprog: main.c\n\t$(CC) $(FLAG) -o $@ main.c -lm\n' \
	>"$dir/k/Makefile"
for p in m k; do
	"$tool" --configure --to=json "$dir/$p" >"$dir/$p.out" 2>"$dir/err" || {
		cat "$dir/err"
		bad=1
	}
done
has meson "$dir/m.out" c99
has meson "$dir/m.out" sse4.2
has make "$dir/k.out" gnu11

# A preset and a variable of the cache count with --configure as they do without.
mkdir "$dir/s"
printf '%s\n' 'cmake_minimum_required(VERSION 3.21)' 'project(s C)' 'option(WIDE "" OFF)' \
	'add_executable(prog main.c)' 'if(WIDE)' '  target_compile_options(prog PRIVATE -mavx2)' \
	'endif()' >"$dir/s/CMakeLists.txt"
echo '{"version": 3, "configurePresets": [{"name": "old", "cacheVariables":
	{"CMAKE_C_STANDARD": "99"}, "generator": "Unix Makefiles"}]}' >"$dir/s/CMakePresets.json"
cp "$dir/m/main.c" "$dir/s"
for configure in "" --configure; do
	# shellcheck disable=SC2086  # none, where it is empty
	"$tool" $configure --preset=old -D WIDE=ON --to=json "$dir/s" >"$dir/out" 2>"$dir/err" || {
		cat "$dir/err"
		bad=1
	}
	has "preset${configure:+, configured}" "$dir/out" gnu99
	has "-D${configure:+, configured}" "$dir/out" avx2
done
"$tool" --preset=none "$dir/s" >"$dir/out" 2>"$dir/err"
[ $? = 0 ] && { echo "a preset that is not there is taken"; bad=1; }
has "no preset" "$dir/err" 'there are: old'

# What does not configure is said, with its last words.
echo 'message(FATAL_ERROR "no such thing")' >>"$dir/c/CMakeLists.txt"
"$tool" --configure --to=json "$dir/c" >"$dir/out" 2>"$dir/err"
[ $? = 0 ] && { echo "a failed configure exits with 0"; bad=1; }
has "failed configure" "$dir/err" 'configure'
exit $bad
