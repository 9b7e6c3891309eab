#!/usr/bin/env bash
# Headers that the compiler has read before change no label, and only the system's are read so.
. "$FL_SRC/tests/support/alone.sh" || exit 1
need jq clang-19
label=$FL_BIN/rlvr-label

# Label candidates in one process, and each by itself: the same, but for times and for the line that one
# stands in. Those that only warm it up, and what tells that by design, are not compared.
alike() { # FILE MESSAGE
	local each compared='select(.id != "tells" and (.id | startswith("before-") | not))'
	"$label" -q --cxx=clang-19 -j 1 <"$dir/$1" >"$dir/together"
	[ "$(wc -l <"$dir/together")" -eq "$(wc -l <"$dir/$1")" ] || fail "labels are missing"
	jq -c "$compared" "$dir/$1" | while IFS= read -r line; do
		"$label" -q --cxx=clang-19 -j 1 <<<"$line"
	done >"$dir/alone"
	for each in together alone; do
		jq -c "$compared"' | del(.run_ms) | .infra_error |= sub("^line [0-9]+: "; "") |
			.tests |= map(del(.cpu_ms, .wall_ms))?' "$dir/$each" >"$dir/$each.same"
	done
	diff -u "$dir/alone.same" "$dir/together.same" >&2 || fail "$2"
}

# Each prints whether they were read before; `kind` and a number make them different programs.
jq -nc '
def c($id; $code): {id: $id, code: $code, tests: [{}]};
def tells($n): "#include <cstdio>\n// \($n)\nint main() {\n#if __has_include(\".headers/system.pch\")\n" +
	"\tstd::puts(\"before\");\n#else\n\tstd::puts(\"now\");\n#endif\n}\n";
(c("first"; tells(1)) | .tests[0].stdout = "before"),
(c("second"; tells(2)) | .tests[0].stdout = "before"),
(c("defined"; "#define X\n" + tells(3)) | .tests[0].stdout = "now"),
(c("defined-again"; "#define X 1\n" + tells(3)) | .tests[0].stdout = "now"),
(c("optimised"; tells(1)) | .flags = ["-O1"] | .tests[0].stdout = "before"),
(c("optimised-again"; tells(2)) | .flags = ["-O1"] | .tests[0].stdout = "before")' >"$dir/tells"
"$label" -q --cxx=clang-19 -j 1 <"$dir/tells" | jq -r '[.id, .stage] | @tsv' >"$dir/told"
printf '%s\tpassed\n' first second defined defined-again optimised optimised-again |
	diff -u - "$dir/told" >&2 || fail "what was read before"

# Their own headers in place of the system's, faults in headers, in templates of theirs, and none.
jq -nc '
def c($id; $code): {id: $id, code: $code, tests: [{stdout: "1"}]};
def warm($n): c("warm-\($n)"; "#include <cstdio>\n#include <utility>\nint main() { std::printf(\"%d\", \($n)); }\n");
warm(0), warm(1),
c("syntax"; "#include <cstdio>\n#include <utility>\nint main() { std::printf(\"1\") }\n"),
c("name"; "#include <cstdio>\n#include <utility>\nint main() { std::prinf(\"1\"); }\n"),
c("template"; "#include <cstdio>\n#include <utility>\nstruct s { s(const s &) = delete; s() {} };\n" +
	"int main() { s x; std::pair<s, int> p(x, 1); std::printf(\"%d\", p.second); }\n"),
c("report"; "#include <cstdio>\n#include <utility>\nint main() { int *p = new int(1); delete p; std::printf(\"%d\", *p); }\n"),
c("leak"; "#include <cstdio>\n#include <utility>\nint main() { volatile auto p = new int(1); p = nullptr; std::printf(\"1\"); }\n"),
c("none"; "#include <no_such_header>\nint main() { }\n"),
c("none-again"; "#include <no_such_header>\nint main() { return 0; }\n"),
(warm(1) | .id = "theirs" | .flags = ["-Iown"] | del(.code) | .files = {
	"main.cpp": "#include <cstdio>\n#include <utility>\nint main() { std::printf(\"%d\", ours); }\n",
	"own/utility": "static const int ours = 1;\n"}),
(warm(1) | .id = "theirs-again" | .flags = ["-Iown"] | del(.code) | .files = {
	"main.cpp": "#include <cstdio>\n#include <utility>\nint main() { std::printf(\"%d\", 0 + ours); }\n",
	"own/utility": "static const int ours = 1;\n"}),
(warm(1) | .id = "in-place" | del(.code) | .files = {
	"main.cpp": "#include <cstdio>\n#include <utility>\nint main() { std::printf(\"%d\", 0 + 1); }\n",
	".headers/system.h": "#error mine\n", ".headers/system.pch": "mine"})' >"$dir/candidates"
alike candidates "labels differ"
jq -r '[.id, .stage] | @tsv' "$dir/together" | tr '\n' ' ' >"$dir/stages"
[ "$(cat "$dir/stages")" = "$(printf '%s\t%s ' warm-0 test warm-1 passed syntax compile name compile template compile \
	report test leak test none compile none-again compile theirs passed theirs-again passed in-place candidate)" ] ||
	fail "$(cat "$dir/stages")"

# Containers that many have are compiled once, for those behind the seventeenth: that changes no label either.
jq -nc '
def head: "#include <map>\n#include <string>\n#include <vector>\n#include <cstdio>\n";
def c($id; $code): {id: $id, code: (head + $code), tests: [{stdout: "1"}]};
def body($n): "int main() { std::map<std::string, int> m; std::vector<int> v{1, \($n)}; m[\"a\"] = v[0]; std::printf(\"%d\", m[\"a\"]); }\n";
(range(17) | c("before-\(.)"; body(100 + .))),
c("tells"; body(9) | sub("int main\\(\\) \\{"; "int main() {\n#if !__has_include(\".headers/system.o\")\n\treturn 1;\n#endif\n")),
c("right"; body(10)),
c("index"; "int main() { std::vector<int> v{1, 2}; v.reserve(2); std::printf(\"%d\", v[2] * 0 + 1); }\n"),
c("empty"; "int main() { std::vector<int> v; std::printf(\"%d\", v[0]); }\n"),
c("freed"; "int main() { std::vector<int> v{1}; int &r = v[0]; v.push_back(2); std::printf(\"%d\", r); }\n"),
c("at"; "int main() { std::map<std::string, int> m; std::printf(\"%d\", m.at(\"x\")); }\n"),
c("leak"; "int main() { volatile auto p = new std::vector<int>(3); p = nullptr; std::printf(\"1\"); }\n"),
c("optimised"; body(11)) + {flags: ["-O2"]},
c("special"; "template <> int *std::vector<int>::data() noexcept { return nullptr; }\nint main() { std::printf(\"1\"); }\n"),
c("instance"; "template class std::vector<int>;\nint main() { std::printf(\"1\"); }\n"),
c("undefined"; "void f(std::vector<int> &v);\nint main() { std::vector<int> v; f(v); std::printf(\"1\"); }\n"),
c("twice"; "int f() { return 1; }\nint main() { std::vector<int> v; v.push_bck(f()); }\n"),
c("element"; "struct s { s(const s &) = delete; };\nint main() { std::vector<s> v; v.resize(3); }\n"),
(c("two"; "std::vector<int> f();\nint main() { std::printf(\"%d\", f().at(0)); }\n") | .files = {"main.cpp": .code,
	"f.cpp": (head + "std::vector<int> f() { return {1}; }\n")} | del(.code))' >"$dir/coded"
alike coded "labels differ where containers are compiled before"
jq -r 'select(.id | startswith("before-") | not) | [.id, .stage] | @tsv' "$dir/together" | tr '\n' ' ' >"$dir/stages"
[ "$(cat "$dir/stages")" = "$(printf '%s\t%s ' tells passed right passed index test empty test freed test at test leak test \
	optimised passed special passed instance passed undefined compile twice compile element compile two passed)" ] ||
	fail "$(cat "$dir/stages")"

# With a cache they are there for the next process as well, code and all, from its second program on.
if [ -e /var/lib/dpkg/status ]; then
	jq -c 'select(.id | startswith("before-"))' "$dir/coded" >"$dir/warm"
	"$label" -q --cxx=clang-19 -j 1 --cache="$dir/kept" <"$dir/warm" >"$dir/warmed"
	[ "$(find "$dir/kept" -type f -size +500k | wc -l)" -eq 2 ] || fail "not two sets on disk: $(find "$dir/kept" -size +99k -ls)"
	jq -sc '(.[] | select(.id == "right")), (.[] | select(.id == "tells"))' "$dir/coded" >"$dir/next"
	"$label" -q --cxx=clang-19 -j 1 --cache="$dir/kept" <"$dir/next" | jq -r '[.id, .stage] | @tsv' | tr '\n' ' ' >"$dir/told"
	[ "$(cat "$dir/told")" = "$(printf '%s\tpassed ' right tells)" ] || fail "not from disk: $(cat "$dir/told")"
	# what is damaged there is made again
	find "$dir/kept" -type f -size +500k -exec truncate -s 400000 {} +
	jq -c 'select(.id == "right") | .code += "// again\n"' "$dir/coded" | "$label" -q --cxx=clang-19 -j 1 --cache="$dir/kept" |
		jq -e '.stage == "passed"' >/dev/null || fail "of a damaged set"
	[ "$(find "$dir/kept" -type f -size +500k | wc -l)" -ge 1 ] || fail "a damaged set is not made again"
fi
exit "$bad"
