#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 300
# Calls of debugger functions in C++: each example of seed 004, section 2, and of its section 5, as
# written there, against programs with files of those names and something at those lines.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need clang++-19 clang-repl-19
id=

at() { # FILE LINE: the text so that its first line is that line
	{ yes '' | head -n $(($2 - 1)); cat; } >"$1"
}
at vector_sort.cpp 40 <<'END'
int sort_step(int x)
{
	int twice = 2 * x; // line 42
	return twice;
}
END
at allocator.cpp 116 <<'END'
char *allocate(unsigned long size)
{
	static char pool[1 << 16]; pool[0] = (char)size; // line 118
	return pool;
}
END
cat >main.cpp <<'END'
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
int sort_step(int x);
char *allocate(unsigned long size);
struct bag {
	int count = 7;
	int size() { return count; }
	int look(int depth) { return depth ? look(depth - 1) + 1 : sort_step(size()); }
};
int main()
{
	char *p = (char *)mmap((void *)0x7ffd2000, 4096, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	memcpy(p + 0x340, "\x48\x8b\x45\xf8\x48\x89\xc7", 7);
	bag b;
	printf("ready\n");
	fflush(stdout);
	int sum = b.look(12);
	allocate(64);
	allocate(8192);
	return sum == 26 ? 3 : 1;
}
END
at hashmap.cpp 77 <<'END'
#include <string>
struct Bucket { int value; };
struct HashMap {
	Bucket *buckets = nullptr;
	int capacity_ = 0;
	Bucket *find_bucket(const std::string &) { return capacity_ ? buckets : nullptr; }
	void insert(const std::string &key, int value);
};
void HashMap::insert(const std::string &key, int value)
{
	Bucket *bucket = find_bucket(key);

	bucket->value = value; // line 89
}
int main()
{
	HashMap m;
	m.insert("hello", 42);
}
END
[ "$(sed -n '42p' vector_sort.cpp | grep -c twice)$(sed -n '118p' allocator.cpp | grep -c pool)$(sed -n '89p' hashmap.cpp | grep -c bucket)" = 111 ] ||
	fail "the sources are not where they should be"
g++ -g -O0 main.cpp vector_sort.cpp allocator.cpp -o program && g++ -g -O0 hashmap.cpp -o hashmap || exit 1

session() { # PROGRAM
	[ -z "$id" ] || "$tool" stop --session "$id" >/dev/null
	id=$("$tool" start --program "$1" | jq -r .session_id)
}
n=0
call() { # [OPTION…] <TEXT: answers in out
	n=$((n + 1))
	"$tool" call --session "$id" "$@" >out
	local status=$?
	cp out "answer.$n"
	return $status
}
says() { # LINE: the answer is just this line
	[ "$(cat out)" = "$1" ] || fail "the answer is: $(cat out)"
}

gives() { # FILTER WANT: of the structs of the answer, as struct2json gives them
	"$FL_BIN/struct2json" out >json || fail "struct2json refuses the answer"
	local got
	got=$(jq -r "$1" json)
	[ "$got" = "$2" ] || fail "$1 is '$got', not '$2'"
}

session ./program
example=seed004_breakpoint
call <<<'int bp = breakpoint("vector_sort.cpp", 42);' || fail "status $?"
says '<TOOL_RESULT> int bp = 1; <CODE_END>'

example=seed004_conditional_breakpoint
call <<<'int bp2 = breakpoint("allocator.cpp", 118, "size > 4096");' || fail "status $?"
says '<TOOL_RESULT> int bp2 = 2; <CODE_END>'

example=seed004_continue_exec
call <<'END' || fail "status $?"
struct stop_info {
    const char* reason;   // "breakpoint", "signal", "exit"
    const char* file;
    int line;
    int signal;           // 0 if breakpoint, 11 for SIGSEGV, etc.
} stop = continue_exec();
END
gives '.[0].stop_info | [.reason, .file, .line, .signal] | map(tostring) | join(" ")' 'breakpoint vector_sort.cpp 42 0'
grep -q '^} stop;$' out || fail "it is not called stop"
grep -qx '<TOOL_RESULT> const char\* program_output = "ready\\n"; <CODE_END>' out || fail "no output of the program"

example=seed004_step
call <<<'stop_info s = step();' || fail "status $?"
gives '.[0].stop_info | [.reason, .line] | map(tostring) | join(" ")' 'step 43'

example=seed004_inspect
call <<'END' || fail "status $?"
struct frame_vars {
    const char* function = "std::vector<int>::push_back";
    const char* file = "stl_vector.h";
    int line = 1198;
    struct var {
        const char* name;
        const char* type;
        const char* value;
    } locals[] = {
        {"this", "std::vector<int>*", "0x7ffd2340"},
        {"__x", "const int&", "42"},
        {"_M_impl", "std::_Vector_base::_Vector_impl", "{_M_start=0x55a812, _M_finish=0x55a830, _M_end=0x55a840}"},
    };
} vars = inspect();
END
gives '.[0].frame_vars | [.function, .file, .line] | map(tostring) | join(" ")' 'sort_step vector_sort.cpp 43'
gives '.[0].frame_vars.locals | map([.name, .type, .value] | join(" ")) | join(", ")' 'x int 7, twice int 14'

example=seed004_backtrace_get
call <<'END' || fail "status $?"
struct frame {
    int depth;
    const char* function;
    const char* file;
    int line;
} backtrace[] = backtrace_get(/*max_depth=*/10);
END
gives '.[0].backtrace | [(.frames | length), .omitted, .frames[1].function] | map(tostring) | join(" ")' '10 5 bag::look'
call <<<'backtrace_get()' || fail "status $?"
gives '.[0].backtrace.frames | length' 10

example=seed004_eval
call <<<'finish();' || fail "finish: status $?"
grep -qx '<TOOL_RESULT> const char\* return_value = "14"; <CODE_END>' out || fail "no value that finish returned"
call <<<'const char* result = eval("this->count");' || fail "status $?"
says '<TOOL_RESULT> const char* result = "7"; <CODE_END>'
# On processors whose registers gdb cannot write back whole it cannot call functions: it says so.
gdb -nx -q -batch -ex 'break vector_sort.cpp:42' -ex run -ex finish -ex 'print this->size()' ./program >batch.txt 2>&1
if grep -q 'extended state' batch.txt; then
	call <<<'const char* result = eval("this->size()");  // returns "7"' && fail "status 0, where gdb itself fails"
	gives '.[0].tool_error.message | test("extended state")' true
else
	call <<<'const char* result = eval("this->size()");  // returns "7"' || fail "status $?"
	says '<TOOL_RESULT> const char* result = "7"; <CODE_END>'
fi

example=seed004_read_memory
call <<'END' || fail "status $?"
struct mem_dump {
    uint64_t address;
    int size;
    const char* hex;     // "48 8b 45 f8 48 89 c7..."
    const char* ascii;   // "H.E.H...."
} mem = read_memory(0x7ffd2340, 64);
END
gives '.[0].mem_dump | [.address, .size, .hex[:20], .ascii[:9]] | map(tostring) | join("|")' '0x7ffd2340|64|48 8b 45 f8 48 89 c7|H.E.H....'

example=seed004_conditional_breakpoint_hit
call <<<'continue_exec(); inspect(); next(); continue_exec();' || fail "status $?"
gives 'map(.stop_info // empty) | map([.reason, .file, .line, .exit_code] | map(tostring) | join(" ")) | join(", ")' \
	'breakpoint allocator.cpp 118 -1, step allocator.cpp 119 -1, exit  0 3'
gives '.[1].frame_vars.locals[0] | [.name, .value] | join(" ")' 'size 8192'

session ./hashmap
example=seed004_agent_query
call <<<'__AGENT_QUERY__("trace", "HashMap::insert")' || fail "status $?"
gives 'map(keys[0]) | join(" ")' 'stop_info backtrace frame_vars'
gives '.[0].stop_info | [.reason, .function] | join(" ")' 'breakpoint HashMap::insert'
"$tool" cmd --session "$id" --command 'info breakpoints' | jq -e '.data.breakpoints == []' >/dev/null || fail "a breakpoint is left"

example=seed004_debug_context
call <<<'continue_exec(); inspect();' || fail "status $?"
[ "$(sed -n 1p out)$(tail -n 1 out)" = '<DEBUG_CONTEXT><CODE_END>' ] || fail "no markers"
gives '.[0].stop_info | [.reason, .signal, .file, .line] | map(tostring) | join(" ")' 'signal 11 hashmap.cpp 89'
gives '.[1].frame_vars.locals | map(select(.name == "bucket"))[0].value' 0x0
gives '.[1].frame_vars.locals | map(.name) | join(" ")' 'this key value bucket'

example=seed004_query_tool
call <<'END' || fail "status $?"
<THINK_TRACE>
/* Signal 11 (SIGSEGV) at hashmap.cpp:89 in HashMap::insert.
 * bucket is NULL (0x0). This means find_bucket(key) returned nullptr.
 * Need to check: is the hash table initialized? Is capacity > 0?
 * ERROR_CLASS: lifetime (null pointer dereference)
 */
<THINK_END>

<QUERY_TOOL> eval("this->capacity_") <CODE_END>
END
says '<TOOL_RESULT> "0" <CODE_END>'

example=compile
call <<'END' || fail "status $?"
compile("int f() { return g(); }\n")
diagnostic d = compile(R"(int x = 1;)");
END
sed '/<TOOL_RESULT>/d' out >diagnostics
"$FL_BIN/struct2json" diagnostics | jq -e '.[0] | .line == 1 and .level == "error" and (.message | contains("g"))' >/dev/null ||
	fail "the answer is: $(cat out)"
grep -qx '// <COMPILE_START>' out || fail "no marker"
grep -qx '<TOOL_RESULT> int d = 0; <CODE_END>' out || fail "a text without a fault has one"
call <<<'compile("#include \"/etc/passwd\"\n#include \"'"$dir"'/hashmap.cpp\"\n")' || fail "status $?"
grep -q 'hashmap.cpp: No such file' out || fail "the compiler sees files of the user: $(cat out)"
call --timeout 2 <<'END' && fail "an endless compilation succeeds"
compile("template<int N, int M> struct a { static const int v = a<N - 1, M>::v + a<N - 1, M + 1>::v; };\n template<int M> struct a<0, M> { static const int v = M; };\n int x = a<800, 0>::v;");
eval("1 + 1");
END
gives '.[0].tool_error.type' timeout

example=watchpoint_and_threads
call <<<'int wp = watchpoint("this->capacity_"); threads();' || fail "status $?"
[ "$(head -n 1 out)" = '<TOOL_RESULT> int wp = 2; <CODE_END>' ] || fail "the answer is: $(cat out)"
gives '.[0].threads.threads[0].function' 'HashMap::insert'

example=mistakes
call <<'END' && fail "mistakes exit 0"
eval("nosuch");
breakpoint("nosuch.cpp", 3);
helper(1);
  read_memory(this);
eval("1 + 1")
END
gives 'map(.tool_error | [.type, .line, .col] | map(tostring) | join(" ")) | join(", ")' \
	'gdb_error 1 1, gdb_error 2 1, execution_failed 3 1, execution_failed 4 19'
gives '.[3].tool_error.accepts' 'read_memory(address, size)'
[ "$(tail -n 1 out)" = '<TOOL_RESULT> "2" <CODE_END>' ] || fail "a mistake stops the others: $(cat out)"
"$tool" call --session "$id" <<<'Nothing to do.' >out && fail "a text without calls exits 0"
gives '.[0].tool_error.type' execution_failed
"$tool" call --session gdb_never <<<'step();' 2>err.json && fail "a call without a session exits 0"
jq -e '.error_type == "session_not_found"' err.json >/dev/null || fail "$(cat err.json)"

example=styles
echo 'stop_info now = continue_exec(); helper(); int a = eval("1");' >text
call text --style compact && fail "status 0"
gives 'map(keys[0]) | join(" ")' 'stop_info tool_error'
session ./hashmap
call --max-bytes 800 <<<'run(); inspect(); backtrace_get(10)' || fail "status $?"
[ "$(wc -c <out)" -lt 4000 ] || fail "800 bytes are $(wc -c <out)"

# over MCP, where a gate stands before what runs programs and writes to memory
example=gdb_cpp_call
coproc server { "$tool" mcp --sandbox=off 2>/dev/null; }
ask() { # TOOL ARGUMENTS: its structured result in answer.json
	echo '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"'"$1"'","arguments":'"$2"'}}' >&"${server[1]}"
	read -r -t 60 line <&"${server[0]}" || fail "no answer to $1"
	jq -c .result.structuredContent <<<"$line" >answer.json
}
echo '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}' >&"${server[1]}"
read -r -t 60 line <&"${server[0]}" || fail "no answer"
ask gdb_start_session '{"program":"'"$dir"'/hashmap"}'
ask gdb_cpp_call '{"text":"run();\nint a = eval(\"40 + 2\");\neval(\"(int)system(\\\"touch x\\\")\");\neval(\"*(int*)&value = 7\");\nx = eval(\"value\");"}'
jq -e '.status == "success" and .count == 5 and .failed == 2 and (.calls | map(.success)) == [true, true, false, false, true]' answer.json >/dev/null ||
	fail "$(cat answer.json)"
jq -e '.calls[1].literal == "<TOOL_RESULT> const char* a = \"42\"; <CODE_END>\n" and .calls[2].error_type == "refused"' answer.json >/dev/null ||
	fail "$(cat answer.json)"
jq -e '.literals | contains("const char* x = \"42\";")' answer.json >/dev/null || fail "memory was changed: $(cat answer.json)"
ask gdb_cpp_call '{"text":"eval(\"1\")","style":"odd"}'
jq -e '.status == "error"' answer.json >/dev/null || fail "$(cat answer.json)"
ask gdb_cpp_call '{"text":"compile(\"int f() { return g(); }\");\n#include <map>\nt = run_test(\"sum\", [] {\n\tstd::map<int, int> m{{1, 2}};\n\tassert(m.size() == 2);\n});"}'
jq -e '.failed == 0 and .calls[0].data.diagnostics[0].error_class == "undefined_symbol" and
	(.calls[1].data.test_result | [.name, .passed, .crash_line, .signal] == ["sum", false, 5, 6])' answer.json >/dev/null ||
	fail "$(cat answer.json)"
kill "$server_PID" && wait "$server_PID" 2>/dev/null

example=alone
printf '%s\n' '#include "bag.h"' 'good = run_test("a bag", [] {' '	bag b;' '	b.add(3); // one, two' '	assert(b.count == 1);' '});' \
	'run_test("lost", [] {' '	bag b;' '	b.add(1), b.at(5);' '});' >alone.cpp
cat >bag.h <<'END'
#pragma once
struct bag {
	int count = 0, *items = nullptr;
	void add(int) { count++; }
	int at(int i) { return items[i]; }
};
END
"$tool" call --include bag.h --style compact alone.cpp >alone.txt || fail "status $?: $(cat alone.txt)"
grep -q 'test_result good = {.name = "a bag", .passed = true' alone.txt || fail "$(cat alone.txt)"
grep -q 'test_result result = {.name = "lost", .passed = false, .crash_file = "bag.h", .crash_line = 5, .function = "bag::at"' alone.txt ||
	fail "$(cat alone.txt)"
"$tool" call <<<'run_test("x", [] { nobody(); });' >alone.txt && fail 'a test that does not compile: status 0'
grep -q 'the test does not compile' alone.txt && grep -q 'COMPILE_START' alone.txt || fail "$(cat alone.txt)"
"$tool" call <<<'run_test("x", [] {}); step();' >alone.txt 2>&1 && fail 'step without a session'
grep -q -- '--session' alone.txt || fail "$(cat alone.txt)"

example=literals_compile
for i in $(seq "$n"); do # a file for each answer in it
	awk -v stem="answer.$i" '/^<DEBUG_CONTEXT>$|^\/\/ <COMPILE_START>$|^<TOOL_RESULT> [^"]/ {n++}
		/^<TOOL_RESULT> "/ {next}
		{sub(/^<TOOL_RESULT> /, ""); sub(/ *<CODE_END>$/, ""); if (!/^<DEBUG_CONTEXT>$/) print >(stem "." n ".cpp")}' "answer.$i"
done
for compiler in g++ clang++-19; do
	for literal in answer.*.cpp; do
		$compiler -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I"$FL_SRC/include" "$literal" || fail "$compiler refuses $(cat "$literal")"
	done
done
[ "$(find . -name 'answer.*.cpp' | wc -l)" -ge 30 ] || fail "only $(find . -name 'answer.*.cpp' | wc -l) literals"
finish
