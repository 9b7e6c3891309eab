#!/usr/bin/env bash
# labels: diag
# timeout: 300
# libfaultline-diag as installed: from C (shared and static), C++ and Python, and from Node where it
# is there, gives what diag2struct gives; of its symbols only the documented ones can be seen.
set -uo pipefail
bad=0
fail() { echo "$1"; bad=1; }
missing() {
	echo "$1"
	[ "${CI:-}" = true ] && exit 1
	exit 77
}
for tool in cmake pkg-config python3 gcc g++ nm; do
	command -v $tool >/dev/null || missing "$tool is missing"
done
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# The library's parts of the installation, as cmake --install places them.
cmake --install "$FL_BUILD" --prefix "$dir/prefix" >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
pc=$(find "$dir/prefix" -name faultline-diag.pc)
export PKG_CONFIG_PATH=${pc%/*}
lib=${PKG_CONFIG_PATH%/pkgconfig}
examples=$FL_SRC/examples/ffi
cat "$FL_SRC"/tests/fixtures/diag/out/{std_sort,fixits,utf8}/{gcc-12.color,gcc-12.json,clang-19.text} >"$dir/log.txt"
"$FL_BIN/diag2struct" --to=jsonl --thought "$dir/log.txt" >"$dir/want"
[ "$(wc -l <"$dir/want")" -gt 20 ] || fail "only $(wc -l <"$dir/want") diagnostics"

# C: shared, static, and the options
read -ra shared < <(pkg-config --cflags --libs faultline-diag)
read -ra outside < <(pkg-config --libs jansson nettle)
gcc -std=c99 -Wall -Wextra -Werror "$examples/diag.c" "${shared[@]}" -o "$dir/shared" || fail "does not link"
gcc -std=c99 -Wall -Wextra -Werror "$examples/diag.c" -I"$dir/prefix/include" "$lib/libfaultline-diag.a" \
	-liberty "${outside[@]}" -o "$dir/static" || fail "does not link statically"
for how in shared static; do
	LD_LIBRARY_PATH=$lib "$dir/$how" thought=yes <"$dir/log.txt" | cmp - "$dir/want" || fail "C, $how: other diagnostics"
done
ldd "$dir/static" | grep faultline && fail "the static one needs the shared library"
LD_LIBRARY_PATH=$lib "$dir/shared" to=struct style=compact notes=none max-bytes=900 <"$dir/log.txt" >"$dir/one.cpp" || fail "struct"
grep -q '\.notes' "$dir/one.cpp" && fail "notes=none leaves notes"
for option in to=yaml no=option notes=some tab=0 max-bytes=1 source-root=/no/such platform=x; do
	message=$(LD_LIBRARY_PATH=$lib "$dir/shared" $option 2>&1 </dev/null) && fail "$option is taken"
	[ ${#message} -gt 10 ] || fail "$option: no message"
done
echo '#include <faultline/diag.h>
int main() { return diag_stream_version()[0] == 0; }' >"$dir/x.cpp"
g++ -std=c++20 -Wall -Wextra -Wpedantic -Werror "$dir/x.cpp" "${shared[@]}" -o "$dir/x" && LD_LIBRARY_PATH=$lib "$dir/x" ||
	fail "C++ cannot call it"

# what can be seen of it
sed -nE 's/^DIAG_API .*[ *](diag_[a-z_]+)\(.*/\1/p' "$FL_SRC/include/faultline/diag.h" | sort >"$dir/documented"
nm -D --defined-only "$lib/libfaultline-diag.so" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort >"$dir/seen"
[ -s "$dir/seen" ] && diff "$dir/documented" "$dir/seen" || fail "other symbols than documented"
readelf -d "$lib/libfaultline-diag.so" | grep -q 'SONAME.*libfaultline-diag\.so\.0]' || fail "soname"

# Python, Node
python3 "$examples/diag.py" "$lib/libfaultline-diag.so" <"$dir/log.txt" >"$dir/py" || fail "Python: exit status $?"
same() { python3 -c 'import json,sys
want, got = ([json.loads(l) for l in open(f, "rb") if not l.startswith(b"#")] for f in sys.argv[1:])
sys.exit(want != got)' "$1" "$2"; }
same "$dir/want" "$dir/py" || fail "Python: other diagnostics"
grep -q '^# std_sort.cpp\|^# /usr' "$dir/py" || fail "Python: no reasoning"
if ! command -v npm >/dev/null || ! node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)'; then
	[ "${CI:-}" = true ] && fail "Node 18 or npm is missing"
	echo "without Node"
	exit $bad
fi
modules=$FL_BUILD/ffi
mkdir -p "$modules"
cp "$FL_SRC/tests/e2e/ffi/package.json" "$examples/diag.mjs" "$modules"
# shellcheck source=tests/support/npm.sh
. "$FL_SRC/tests/support/npm.sh" || exit 1
npm_modules "$modules" --ignore-scripts
node "$modules/diag.mjs" "$lib/libfaultline-diag.so" <"$dir/log.txt" >"$dir/node" || fail "Node: exit status $?"
same "$dir/want" "$dir/node" || fail "Node: other diagnostics"
exit $bad
