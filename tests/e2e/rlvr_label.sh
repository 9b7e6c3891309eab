#!/usr/bin/env bash
# Candidates get the labels that they deserve, in order, whatever they do; none is lost.
# timeout: 600
. "$FL_SRC/tests/support/alone.sh" || exit 1
need jq clang-19
label=$FL_BIN/rlvr-label

# Cheap ones in C: one of each end that a program can come to, and reports that somebody hides.
jq -nc --arg head '#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
' '
def tests: [{stdin: "2 3\n", stdout: "5\n"}, {stdin: "4 -4\n", stdout: "0\n"}];
def sum($print): $head + "int main(void){int a,b;if(scanf(\"%d %d\",&a,&b)!=2)return 1;" + $print + "return 0;}\n";
def c($id; $code): {id: $id, language: "c", code: $code, tests: tests, limits: {cpu_ms: 300}};
def child($do; $after): sum("printf(\"%d\\n\",a+b);fflush(stdout);if(fork()==0){" + $do + "char*volatile p=malloc(4);free(p);p[0]=1;_exit(0);}wait(0);" + $after);
def handler($do): "static void bye(int s){(void)s;_exit(0);}\n" as $bye | sum("printf(\"%d\\n\",a+b);fflush(stdout);" + $do) | sub("int main"; $bye + "int main");
c("right"; sum("printf(\"%d\\n\",a+b);")),
c("wrong"; sum("printf(\"%d\\n\",a-b);")),
c("one-of-two"; sum("puts(a==2?\"5\":\"7\");")),
c("syntax"; sum("printf(\"%d\\n\",a+b)")),
c("link"; "int f(void);int main(void){return f();}\n"),
c("ub"; sum("int v[2]={a,b};volatile int i=2;int s=v[0]+v[1];s+=0*v[i];printf(\"%d\\n\",s);")),
c("leak"; sum("int*p=malloc(4);*p=a+b;printf(\"%d\\n\",*p);p=NULL;")),
c("freed"; sum("int*p=malloc(4);free(p);*p=1;printf(\"%d\\n\",a+b);")),
c("abort"; sum("abort();")),
c("status"; sum("printf(\"%d\\n\",a+b);return 7;")),
c("endless"; sum("volatile int x=1;while(x);")),
c("sleeps"; sum("sleep(1000);")) + {limits: {cpu_ms: 300, wall_ms: 1000}},
c("prints"; sum("for(;;)puts(\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\");")),
c("eats"; sum("for(;;)memset(malloc(1<<20),1,1<<20);")) + {limits: {cpu_ms: 3000, memory_mb: 64}},
c("removes"; child(""; "(void)!system(\"rm -rf .report\");")),
c("empties"; child(""; "(void)!system(\"for f in .report/*; do : > $f; done\");")),
c("no-files"; child("struct rlimit r={0,0};setrlimit(RLIMIT_NOFILE,&r);"; "")),
c("handles"; handler("signal(SIGSEGV,bye);raise(SIGSEGV);")),
c("handles-abort"; handler("signal(SIGABRT,bye);abort();")),
c("handles-other"; handler("signal(SIGUSR1,bye);raise(SIGUSR1);")),
c("forges"; sum("FILE*f=fopen(\".report/asan.1\",\"w\");if(f){fputs(\"==1==ERROR: AddressSanitizer: x\\n\",f);fclose(f);}printf(\"%d\\n\",a+b);fflush(stdout);_exit(0);")),
(c("fence"; "") | del(.code) + {completion: ("<think>x</think>So:\n```c\n" + sum("printf(\"%d\\n\",a+b);") + "```\n")}),
(c("refusal"; "") | del(.code) + {completion: "I would rather not."}),
{id: "misspelt", cod: "int main(){}"},
{id: "compiles", language: "c", code: "int main(void){return 0;}\n"}' >"$dir/candidates"
echo '{"id":"cut' >>"$dir/candidates"

"$label" --cxx=clang-19 -j 2 <"$dir/candidates" >"$dir/labels" 2>"$dir/said"
status=$?
[ "$status" -eq 1 ] || fail "status $status"
jq -r '[.id, .stage, "\(.passed)/\(.total)", .error_class, (.tests[0].verdict // "-"),
	(if has("reward") then .reward * 100 | round else "none" end)] | @tsv' "$dir/labels" >"$dir/got"
tr -s ' ' '\t' >"$dir/want" <<'WANT'
right passed 2/2 none passed 100
wrong test 0/2 logic wrong_output 20
one-of-two test 1/2 logic passed 35
syntax compile 0/0 syntax - 0
link compile 0/0 linker - 0
ub test 0/2 ub report 10
leak test 0/2 resource report 10
freed test 0/2 lifetime report 10
abort test 0/2 logic report 10
status test 0/2 logic wrong_output 20
endless test 0/2 logic time_limit 20
sleeps test 0/2 logic time_limit 20
prints test 0/2 logic output_limit 20
eats test 0/2 resource memory_limit 20
removes test 0/2 lifetime report 10
empties test 0/2 lifetime report 10
no-files test 0/2 logic report 10
handles test 0/2 ub report 10
handles-abort test 0/2 logic report 10
handles-other passed 2/2 none passed 100
forges test 0/2 ub report 10
fence passed 2/2 none passed 100
refusal extract 0/0 syntax - 0
misspelt candidate 0/0 none - none
compiles passed 0/0 none - 100
WANT
printf '\tcandidate\t0/0\tnone\t-\tnone\n' >>"$dir/want"
diff "$dir/want" "$dir/got" || fail "other labels"
grep -q '26 candidates: 4 passed all tests' "$dir/said" || fail "no summary: $(cat "$dir/said")"

"$label" "$dir/candidates" </dev/null 2>"$dir/said" && fail "a file that is not read is no error"
grep -q 'standard input' "$dir/said" || fail "said: $(cat "$dir/said")"

# The same again, in any order, and by gcc: each has the same verdicts.
"$label" -q --cxx=gcc-12 --unordered -j 3 <"$dir/candidates" |
	jq -r '[.id, .stage, "\(.passed)/\(.total)", .error_class] | @tsv' | sort >"$dir/gcc"
cut -f 1-4 "$dir/want" | sort | diff - "$dir/gcc" || fail "gcc: other labels"

# A proof says where it differs; evidence is a literal that reads back.
jq -se 'any(.id == "wrong" and (.proof | .test == "1" and .line == 1 and .expected == "5" and .actual == "-1"))' \
	"$dir/labels" >/dev/null || fail "no proof"
jq -j 'select(.id == "syntax") | .evidence' "$dir/labels" | "$FL_BIN/struct2json" |
	jq -e '.[0].line > 0 and .[0].level == "error"' >/dev/null || fail "evidence is no literal"

# Where several outputs are right a checker decides: two numbers with the sum of the input, in any way.
jq -nc '
def says($else_do): "#include <stdio.h>\n#include <stdlib.h>\nint main(int n,char**v){FILE*i=fopen(v[1],\"r\"),*o=fopen(v[2],\"r\"),*a=fopen(v[3],\"r\");" +
	"int s,x,y,k;if(n!=4||!i||!o||!a||fscanf(i,\"%d\",&s)!=1||fscanf(a,\"%d\",&k)!=1||k!=s)return 3;" +
	"if(fscanf(o,\"%d %d\",&x,&y)!=2){" + $else_do + "}if(x+y==s)return 0;fprintf(stderr,\"wrong answer %d and %d\\n\",x,y);return 1;}\n";
def python: "import sys\ni, a, o = (open(n).read() for n in sys.argv[1:4])\nassert i == a\nprint(1 if sum(map(int, o.split())) == int(i) else 0)\n";
def c($id; $print): {id: $id, language: "c", code: "#include <stdio.h>\nint main(void){int a;if(scanf(\"%d\",&a)!=1)return 1;\($print)return 0;}\n",
	tests: [{stdin: "7\n", stdout: "7\n"}], checker: says("return 2;")};
c("c1"; "printf(\"%d %d\",a-9,9);"),
c("c2"; "printf(\"1 %d\",a);"),
c("c3"; "puts(\"x\");"),
c("c4"; "puts(\"x\");") + {checker: says("abort();")},
c("c5"; "puts(\"3\\n4\");") + {checker: {"checker.py": python}},
c("c6"; "puts(\"3\\n5\");") + {checker: {"checker.py": python}},
c("c7"; "puts(\"x\");") + {checker: {"checker.py": python}},
c("c8"; "puts(\"3 4\");") + {checker: {"check.cc": ("#include \"h.h\"\n" + says("")), "h.h": ""}},
c("c9"; "puts(\"3 4\");") + {checker: "int main() {"},
c("c10"; "puts(\"3 4\");") + {tests: [{stdin: "7", stdout: "8"}]},
c("c11"; "puts(\"3 4\");") + {checker: {"checker.py": "def f(:\n"}},
c("c12"; "puts(\"3 4\");") + {checker: {"checker.py": "import there_is_none\n"}},
c("c13"; "puts(\"3 4\");return 7;") + {checker: {"checker.py": "print(1)"}},
(c("c14"; "return 7;") | del(.checker) + {tests: [{stdin: "7"}]}),
(c("c15"; "") | del(.checker, .tests) + {code: "int f(void){return 1;}", harness: "#include <assert.h>\nint f(void);\nint main(void){assert(f()==2);return 0;}\n"})' >"$dir/checked"
"$label" -q --cxx=clang-19 -j 2 <"$dir/checked" 2>"$dir/said" |
	jq -r '[.id, .stage, (.reward // "none"), (.message + .infra_error | gsub("[^A-Za-z0-9]+"; "-")[:40])] | @tsv' >"$dir/got"
tr -s ' ' '\t' >"$dir/want" <<'WANT'
c1 passed 1 
c2 test 0.2 wrong-answer-1-and-7
c3 test 0.2 the-checker-ends-with-status-2
c4 test 0.2 the-checker-is-ended-signal
c5 passed 1 
c6 test 0.2 0
c7 test 0.2 ValueError-invalid-literal-for-int-with-
c8 passed 1 
c9 candidate none the-checker-does-not-compile-checker-cpp
c10 candidate none the-checker-says-that-the-task-is-wrong
c11 candidate none the-checker-cannot-be-run-SyntaxError-in
c12 candidate none the-checker-cannot-be-run-ModuleNotFound
c13 test 0.2 the-program-ends-with-status-7-and-0-was
c14 test 0.2 the-program-ends-with-status-7-and-0-was
c15 test 0.1 harness-c-3-int-main-void-Assertion-f-2-
WANT
diff "$dir/want" "$dir/got" || fail "other labels with a checker: $(cat "$dir/said")"

# A task's flags that no compiler knows are nobody's fault but the task's; paths are the candidate's
# own, and what the C library does between abort() and the kernel is left out.
cat >"$dir/asked" <<'CANDIDATES'
{"id":"std","code":"int main(){}","std":"c++99"}
{"id":"flag","code":"int main(){}","flags":["-fthere-is-none"]}
{"id":"macro","code":"int main(){}","flags":["-D1=2"]}
{"id":"cpu","code":"int main(){}","flags":["-march=nope"]}
{"id":"level","code":"int main(){}","flags":["-Onope"]}
{"id":"none","language":"c","code":"int f(void){return 1;}","flags":["-O1"]}
{"id":"lib","language":"c","code":"int main(void){return 0;}","flags":["-lthere-is-none"]}
{"id":"own","language":"c","code":"#error unknown argument: x","flags":["-O1"]}
{"id":"path","files":{"src/main.c":"#include \"../inc/a.h\"\nint main(void){return a;}","inc/a.h":"#include \"b.h\"","inc/b.h":"int a"}}
{"id":"header","files":{"main.c":"#include \"a.h\"\nint main(void){return 0;}","a.h":"int a = b;"}}
{"id":"abort","language":"c","code":"#include <stdlib.h>\nint main(void){abort();}","tests":[{}]}
CANDIDATES
for cxx in clang-19 gcc-12; do
	"$label" -q --cxx=$cxx -j 2 <"$dir/asked" |
		jq -r '[.id, .stage, (.reward // "none"), ((.diagnostics[0] | select(.) | .file + .object) // .reports[0].stacks[0].frames[0].function // "-")] | @tsv' >"$dir/got"
	tr -s ' ' '\t' >"$dir/want" <<'WANT'
std candidate none -
flag candidate none -
macro candidate none -
cpu candidate none -
level candidate none -
none compile 0 Scrt1.o
lib candidate none -
own compile 0 main.c
path compile 0 src/../inc/b.h
header compile 0 a.h
abort test 0.1 raise
WANT
	diff "$dir/want" "$dir/got" || fail "$cxx: other labels of tasks"
done

# All of them are as the schema of labels says, those without a reward too; damaged ones are not.
if /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then
	/usr/bin/python3 - "$FL_SRC/datasets/schema/label.schema.json" "$dir/labels" <<'PY' || fail "labels are not by their schema"
import json, sys
import jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
valid = jsonschema.Draft202012Validator(schema)
labels = [json.loads(line) for line in open(sys.argv[2])]
for label in labels:
    for error in valid.iter_errors(label):
        sys.exit(f"{label['id']}: {error.json_path}: {error.message}")
if not 0 < sum("reward" not in label for label in labels) < len(labels):
    sys.exit("all have a reward, or none has")
for damage in ({"reward": None}, {"stage": "other"}, {"more": 1}, {"tests": [{}]}):
    if valid.is_valid({**labels[0], **damage}):
        sys.exit(f"a label with {damage} is valid")
PY
elif [ "${CI:-}" = true ]; then
	fail "python3-jsonschema is missing"
fi

# Lines that cannot be read are told by their numbers in the input; a recursion is seen, not written out.
printf '\n \n{"id":"right","code":"int main(){}"}\n\n{"id":\n' | "$label" -q --cxx=clang-19 | jq -r .infra_error >"$dir/got"
grep -q '^line 5, column 6: ' "$dir/got" || fail "another line: $(cat "$dir/got")"
echo '{"id":"deep","language":"c","code":"int g(int n);\nint f(int n) { return g(n + 1) + 1; }\nint g(int n) { volatile char room[64]; room[0] = (char)n; return f(n + 1) + room[0]; }\nint main(void) { return f(0); }","tests":[{}]}' |
	"$label" -q --cxx=clang-19 >"$dir/got"
jq -e '.kind == "stack-overflow" and (.message | test("; [1-9][0-9]+ frames of a recursion left out$")) and (.evidence | length < 600) and
	([.reports[0].stacks[0].frames[].function] | (map(select(. == "f")) | length > 1) and length < 12)' "$dir/got" >/dev/null || fail "not folded: $(cat "$dir/got")"

# A function is called as its signature says; what its code prints is not its result.
cat >"$dir/functions" <<'CANDIDATES'
{"id":"two","code":"class Solution {\npublic:\n  vector<int> twoSum(vector<int>& v, int s) {\n    cout << \"[ 0 , 1 ]\\n\";\n    unordered_map<int,int> m;\n    for (int i = 0; i < (int)v.size(); i++) { if (m.count(s - v[i])) return {m[s - v[i]], i}; m[v[i]] = i; }\n    return {};\n  }\n};","function":{"name":"twoSum","class":"Solution","args":["vector<int>&","int"],"returns":"vector<int>"},"tests":[{"args":[[2,7,11,15],9],"result":[0,1]},{"args":[[],9],"result":[]},{"args":[[3,3],6],"result":[1,0]}]}
{"id":"join","completion":"```cpp\nstring join(vector<vector<string>> w, char c, bool up, long long n) { string r; for (auto &x : w) for (auto &y : x) r += y + c; r += to_string(n); if (up) for (char &k : r) k = toupper(k); return r; }\nint main() { return 1; }\n```","function":{"name":"join","args":["vector<vector<string>>","char","bool","long long"],"returns":"std::string"},"tests":[{"args":[[["a b","\"q\\"],["","ä\n"]],"-",false,-9000000000],"result":"a b-\"q\\--ä\n--9000000000"},{"args":[[],"x",true,1],"result":"1"},{"args":[[["a"]],"x",true,1],"result":"AX1"}]}
{"id":"mean","code":"double mean(const vector<double> &v) { double s = 0; for (double x : v) s += x; return s / v.size(); }","function":{"name":"mean","args":["vector<double>"],"returns":"double"},"tests":[{"args":[[1,2,2]],"result":1.6666667},{"args":[[1]],"result":1.001}]}
{"id":"past","code":"int last(vector<int> v) { return v[v.size()]; }","function":{"name":"last","args":["vector<int>"],"returns":"int"},"tests":[{"args":[[1,2,3]],"result":3}]}
{"id":"type","code":"int f(string s) { return 1; }","function":{"name":"f","args":["vector<int>"],"returns":"int"},"tests":[{"args":[[1]],"result":1}]}
{"id":"args","code":"","function":{"name":"f","args":["int"],"returns":"int"},"tests":[{"args":["x"],"result":1}]}
CANDIDATES
"$label" -q --cxx=clang-19 -j 2 <"$dir/functions" | jq -r '[.id, .stage, "\(.passed)/\(.total)", .kind] | @tsv' >"$dir/got"
tr -s ' ' '\t' >"$dir/want" <<'WANT'
two test 2/3 wrong-output
join passed 3/3 
mean test 1/2 wrong-output
past test 0/1 heap-buffer-overflow
type compile 0/0 conversion_invalid
args candidate 0/0 
WANT
diff "$dir/want" "$dir/got" || fail "other labels of functions"

# What was judged before has the same label again, whoever asks; a fault of the task is not kept.
jq -c 'select(.id == "right" or .id == "freed" or .id == "misspelt" or .id == "sleeps")' "$dir/candidates" >"$dir/some"
"$label" -q --cxx=clang-19 --cache="$dir/cache" <"$dir/some" >"$dir/first"
jq -c '.id += "2" | .group = "g"' "$dir/some" | "$label" -q --cxx=clang-19 --cache="$dir/cache" |
	jq -c '.id |= rtrimstr("2") | .group = ""' | diff <(jq -c . "$dir/first") - || fail "other labels from the cache"
[ "$(find "$dir/cache" -type f | wc -l)" -eq 3 ] || fail "kept: $(find "$dir/cache" -type f)"
hash=$(jq -r 'select(.id == "freed").hash' "$dir/first")
cp "$label" "$dir/another" && printf x >>"$dir/another" # another build of it may judge otherwise
jq -c 'select(.id == "right")' "$dir/some" | "$dir/another" -q --cxx=clang-19 --cache="$dir/cache" |
	jq -e --arg hash "$(jq -r 'select(.id == "right").hash' "$dir/first")" '.hash != $hash and (.cached | not)' >/dev/null ||
	fail "another program's label"
[ "$(find "$dir/cache" -type f | wc -l)" -eq 4 ] || fail "it is not kept"
"$label" --cxx=clang-19 --cache="$dir/cache" --explain="$hash" >"$dir/why" || fail "status $? of --explain"
for part in heap-use-after-free 'fsanitize=address,undefined .*main.c' '^judged again: the same$'; do
	grep -q "$part" "$dir/why" || fail "no $part: $(cat "$dir/why")"
done
"$label" --cache="$dir/cache" --explain=00112233 2>"$dir/said" && fail "an explanation of nothing"
grep -q 'no label 00112233' "$dir/said" || fail "said: $(cat "$dir/said")"

# A line that is too long, also the last one, costs itself alone.
head -c 70M /dev/zero | tr '\0' x >"$dir/long"
right='{"language":"c","code":"int main(void){}"}'
{ echo "$right"; cat "$dir/long"; echo; echo "$right"; cat "$dir/long"; } | "$label" -q -j 2 >"$dir/labels" 2>"$dir/said"
[ $? = 1 ] || fail "long lines: $(cat "$dir/said")"
[ "$(jq -r '.infra_error + .stage' "$dir/labels" | paste -sd,)" = \
	'passed,line 2: it has more than 64 MiBcandidate,passed,line 4: it has more than 64 MiBcandidate' ] || fail "long lines: $(jq -c '[.stage, .infra_error]' "$dir/labels")"

# Nothing is lost when it is interrupted, and nothing outlives it.
(yes '{"id":"s","language":"c","code":"int main(void){for(;;);}","tests":[{}]}' | head -50) >"$dir/slow"
"$label" -q -j 1 <"$dir/slow" >"$dir/cut" 2>"$dir/said" &
pid=$!
sleep 2
kill -INT "$pid"
wait "$pid"
status=$?
[ "$status" -eq 4 ] || fail "status $status when interrupted"
tail -c 1 "$dir/cut" | od -c | grep -q '\\n' || [ ! -s "$dir/cut" ] || fail "half a label"
exit "$bad"
