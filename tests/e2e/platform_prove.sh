# platform-tag --prove: claims that hold are verified, a standard that does not is mended.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$*"; exit 1; }
prove() { "$FL_BIN/platform-tag" --prove --evidence --to=json "$@"; }
cat >"$work/a.cpp" <<'CODE'
#include <zlib.h>
#include <optional>
std::optional<int> f() { return zlibVersion()[0]; }
CODE
echo 'template <class T> concept A = true;' >"$work/b.cpp"
prove "$work/a.cpp" -- -std=c++17 >"$work/out" || exit $?
grep -q '"field":"standard","from":"flags","confidence":1.0000,"default":false,"verified":true' "$work/out" ||
	fail "the standard is not verified"
grep -q '"field":"libs","from":"source","confidence":0.8500,"default":false,"verified":true' "$work/out" ||
	fail "the library is not verified"
prove "$work/a.cpp" -- -std=c++20 | grep -q '"verified":true,"unknown":"","evidence":\[{"file":"","line":0,"text":"-std' &&
	fail "a newer standard than it needs is verified"
prove "$work/b.cpp" -- -std=c++17 | grep -q '"standard":"c++20"' || fail "the standard is not mended"
