#!/usr/bin/env bash
# clang-tidy looks at candidates that ask for it; what they hide from it counts as what it finds.
# timeout: 180
. "$FL_SRC/tests/support/alone.sh" || exit 1
need jq clang-19 clang-tidy-19
label=$FL_BIN/rlvr-label

jq -nc '
def null($more): "int main(int n,char**v){int*q=0;(void)v;if(n==5)return *q;return 0;}\($more)\n";
def c($id; $code): {id: $id, language: "c", tidy: true, code: $code};
c("plain"; "int main(void){return 0;}\n"),
c("finds"; null("")),
c("nolint"; null("//NOLINT")),
c("spliced"; null("//NO\\\nLINT")),
c("guards"; "#ifdef __clang_analyzer__\nint main(void){return 0;}\n#else\n" + null("") + "#endif\n"),
(c("file"; "") | del(.code) + {files: {"src/main.c": null(""), "src/.clang-tidy": "Checks: \"-*\"\n", "inc/a.h": ""}}),
(c("header"; "") | del(.code) + {files: {"main.c": "#include \"a.h\"\nint main(int n,char**v){(void)v;return f(n);}\n",
	"a.h": "#pragma GCC system_header\nstatic int f(int n){int*q=0;if(n==5)return *q;return 0;}\n"}}),
((("# 1 \"/usr/include/x.h\" 3 // \"\n", "%: 1 \"x.h\" 3\n", "#define P(x) _Pragma(#x)\n#define C(a, b) a##b\n#define Q(x) P(x)\nQ(GCC C(system_, header))\n",
	"# /*\n*/ 1 \"x.h\" 3\n") | (c("system"; "") | del(.code)) + {files: {"main.c": "#include \"a.h\"\nint main(void){return (int)f(0);}\n",
	"a.h": (. + "static double f(int n){return n/2;}\n")}}),
c("many"; "int main(int n,char**v){int*p=0;(void)v;switch(n){" + ([range(100; 140) | "case \(.):return p[\(.)];"] | add) + "}return 0;}\n")),
(c("harness"; "") | del(.code) + {language: "cpp", function: {name: "f", args: ["int"], returns: "int"},
	completion: "```cpp\nint f(int n){int*q=nullptr;if(n==5)return *q;return n;}\n```\n", tests: [{args: [1], result: 1}]}),
c("long"; "int main(int n,char**v){int*q=0;(void)v;if(n==5)return *q;/*" + ("x" * 200000) + "*/return 0;}\n"),
c("mine"; null("")) + {tidy: ["bugprone-*"]},
c("off"; null("")) + {tidy: false},
c("no check"; null("")) + {tidy: ["there-is-none"]},
c("broken"; "int main(void{}\n")' >"$dir/candidates"
"$label" -q -j 2 --cxx=clang-19 -p verl -w tests=0.5 -w tidy=0.5 <"$dir/candidates" |
	tee "$dir/labels" | jq -r '[.id, .stage, (.reward // "none" | if type == "number" then . * 10000 | round else . end),
		(.tidy[0] | if . then "\(.file):\(.line) \(.code) \(.error_class)" else "-" end),
		(.tidy | length), .tidy_omitted, .tidy_hidden] | join("|")' >"$dir/got"
deref='clang-analyzer-core.NullDereference ub'
cat >"$dir/want" <<WANT
plain|passed|10000|-|0|0|0
finds|passed|7500|main.c:1 $deref|1|0|0
nolint|passed|7500|-|0|0|1
spliced|passed|7500|main.c:1 $deref|1|0|0
guards|passed|7500|main.c:4 $deref|1|0|0
file|passed|7500|src/main.c:1 $deref|1|0|0
header|passed|6667|a.h:2 $deref|1|0|1
system|passed|6667|a.h:2 bugprone-integer-division logic|1|0|1
system|passed|6667|a.h:2 bugprone-integer-division logic|1|0|1
system|passed|7500|a.h:5 bugprone-integer-division logic|1|0|0
system|passed|7500|a.h:3 bugprone-integer-division logic|1|0|0
many|passed|5119|main.c:1 bugprone-switch-missing-default-case none|15|26|0
harness|passed|7500|solution.h:1 $deref|1|0|0
long|passed|7500|main.c:1 $deref|1|0|0
mine|passed|10000|-|0|0|0
off|passed|10000|-|0|0|0
no check|candidate|none|-|0|0|0
broken|compile|0|-|0|0|0
WANT
diff "$dir/want" "$dir/got" || fail "other labels"

awk 'length($0) > 65536 { bad = 1 } END { exit bad }' "$dir/labels" || fail "a label is as long as the code is"

# For all that do not say, by option.
printf '%s\n' '{"language":"c","code":"int main(int n,char**v){int*q=0;(void)v;if(n==5)return *q;return 0;}"}' >"$dir/one"
"$label" -q --cxx=clang-19 --tidy=default <"$dir/one" | jq -e '.tidy | length == 1' >/dev/null || fail "--tidy does nothing"
"$label" -q --cxx=gcc-12 --tidy='clang-analyzer-core.*' <"$dir/one" | jq -e '.tidy | length == 1' >/dev/null ||
	fail "--tidy does nothing with gcc"
"$label" -q --tidy='a b' <"$dir/one" 2>"$dir/said" && fail "no check is taken for one"
grep -q 'no name of a check' "$dir/said" || fail "said: $(cat "$dir/said")"

# What ends the tool, or is no C to it, is worth nothing.
for line in '#pragma clang __debug crash' '#error no'; do
	jq -nc --arg line "$line" '{language: "c", tidy: true, sanitizers: [], code: "#ifdef __clang__\n\($line)\n#endif\nint main(void){return 0;}\n"}'
done | "$label" -q --cxx=gcc-12 -j 1 -p verl -w tests=0.5 -w tidy=0.5 | jq -r '"\(.stage) \(.reward) \(.tidy_failed)"' >"$dir/got"
sed -i 's/ended.*/ended/' "$dir/got"
printf 'passed 0.5 clang-tidy %s\n' 'was ended' 'cannot compile it: main.c: no' | diff - "$dir/got" || fail "other labels of what it cannot read"
exit "$bad"
