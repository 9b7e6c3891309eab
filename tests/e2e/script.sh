#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 600
# Scripts over sessions: the example of seed 004, section 6, as written there, every function of
# session.hpp once, and what its literals are.
. "$FL_SRC/tests/support/session.sh"
need clang++-19 clang-repl-19
has() { # FILE TEXT
	grep -qF -- "$2" "$1" || fail "no »$2« in: $(head -c 2000 "$1")"
}

example=seed_004_section_6
cat >hashmap.hpp <<'END'
#include <cstddef>
#include <string>
#include <vector>
class HashMap {
	struct bucket { std::string key; int value; };
	std::vector<bucket *> slots;
	std::size_t count = 0;
public:
	HashMap() : slots(8) {}
	std::size_t size() const { return count; }
	std::size_t at(const std::string &key) const { return key.size() % slots.size(); }
	void insert(const std::string &key, int value)
	{
		bucket *b = slots[at(key)];
		b->value = value;
		b->key = key;
		++count;
	}
	int get(const std::string &key) const { return slots[at(key)]->value; }
};
END
sed 's/bucket \*b = .*/bucket *\&b = slots[at(key)]; b = new bucket;/' hashmap.hpp >good.hpp
cat >seed.txt <<'END'
The map fails, so I look at it.
<SCRIPT_START>
auto result = run_test("test_insert_empty", [] {
    HashMap m;
    m.insert("key", 42);
    assert(m.size() == 1);
    assert(m.get("key") == 42);
});
if (!result.passed) {
    auto vars = inspect_at(result.crash_file, result.crash_line);
    print(vars);
}
<SCRIPT_END>
That was it.
END
"$tool" script --include hashmap.hpp seed.txt >out 2>err || fail "status $?: $(cat err)"
has out '.function = "HashMap::insert"'
has out 'hashmap.hpp", .line = 15'
has out '{.name = "b", .type = "HashMap::bucket *", .value = "0x0"}'
"$FL_BIN/struct2json" <out | jq -e '.[0].frame_vars.line == 15' >/dev/null || fail "struct2json"
{ grep -v '^<' out; echo 'int main() { return frame_vars.line == 15 ? 0 : 1; }'; } >read.cpp
g++ -std=c++20 -Wall -Wextra -Werror -I "$FL_SRC/include" read.cpp -o read && ./read || fail "does not compile"
"$tool" script --include good.hpp seed.txt >out 2>err || fail "status $?: $(cat err)"
[ -s out ] && fail "a test that passes printed $(cat out)"

example=functions
cat >list.cpp <<'END'
#include <cstdio>
struct node { int value; node *next; };
static int total;
int add(node *head, int value)
{
	node *n = new node{value, head->next};
	head->next = n;
	total += value; // line 8
	return total;
}
int main()
{
	node head{0, nullptr};
	for (int i = 1; i <= 5; i++) {
		int t = add(&head, i * i); // line 15
		std::printf("%d\n", t);
	}
	return 7;
}
END
g++ -g -O0 list.cpp -o list
cat >live.cpp <<'END'
#include <map>
int bp = breakpoint("list.cpp", 8, "value > 4");
auto s = continue_exec();
assert(s.reason == "breakpoint" && s.line == 8 && s.function == "add");
print(s);
auto vars = inspect();
print(vars);
assert(vars.locals.size() == 3 && vars.locals[1].value == "9");
assert(eval("total") == "5");
auto bt = backtrace_get(1);
print(bt);
assert(bt.frames.size() == 1 && bt.omitted == 1);
std::map<std::string, std::string> seen;
auto look = [&](const std::string &what) { seen[what] = eval(what); };
for (auto what : {"value", "value * 2"})
	look(what);
print(seen);
auto mem = read_memory("&total", 4);
print(mem);
assert(mem.hex == "05 00 00 00");
assert(read_memory(mem.address, 4).hex == mem.hex);
int wp = watchpoint("total");
assert(wp == bp + 1);
assert(next().reason == "watchpoint" && step().reason == "step");
finish();
assert(return_value() == "14");
auto t = threads();
print(t);
assert(t.threads.size() == 1 && t.threads[0].current);
assert(breakpoint("add") == wp + 1);
assert(command("info breakpoints").find("hw watchpoint") != std::string::npos);
int stops = 0;
while (s.reason != "exit" && stops++ < 20)
	s = continue_exec();
assert(s.exit_code == 7 && status() == "exited");
assert(program_output() == "1\n5\n14\n30\n55\n");
try {
	eval("nothing");
	assert(false);
} catch (const fl::error &e) {
	print(e.type + ": " + e.what());
}
auto said = compile("int f() { return \"x\"; }");
assert(said.size() == 1 && said[0].level == "error" && said[0].error_class == "type_mismatch");
print(said[0]);
command("delete");
run_to("list.cpp", 15);
assert(inspect_at("list.cpp", 8).function == "add");
assert(inspect_at("list.cpp", 15).function == "main");
print("done");
END
watches || sed -i 's/"hw watchpoint"/"watchpoint"/' live.cpp
"$tool" script --program list live.cpp >out 2>err || fail "status $?: $(cat err) $(tail -3 out)"
has out '{{"value", "9"}, {"value * 2", "18"}}'
has out 'gdb_error: No symbol "nothing" in current context.'
has out '.level = faultline::severity::error'
[ "$(tail -1 out)" = "done" ] || fail "did not come to its end"
awk '/^<DEBUG_CONTEXT>/, /^<CODE_END>/' out | "$FL_BIN/struct2json" | jq -c '[.[] | if has("caret") then "diagnostic" else keys[0] end]' >kinds
[ "$(cat kinds)" = '["stop_info","frame_vars","backtrace","mem_dump","threads","diagnostic"]' ] || fail "read back: $(cat kinds)"

example=live_session
id=$("$tool" start --program ./list | jq -r .session_id)
"$tool" script --session "$id" - >out 2>err <<'END' || fail "status $?: $(cat err)"
breakpoint("add");
print(run().function);
END
[ "$(cat out)" = add ] || fail "$(cat out)"
"$tool" cmd --session "$id" --command 'print value' | jq -e '.output == "1"' >/dev/null || fail "the session lives on where the script left it"
"$tool" stop --session "$id" >/dev/null

# It may see that its session is gone, and say so; then it is ended.
example=dead_session
cat >goes_on.cpp <<'END'
for (int calls = 1;; calls++) {
	print(calls);
	try {
		next();
	} catch (const fl::error &e) {
		print(e.type == "session_dead" || e.type == "process_died");
	}
}
END
printf 'while (status() != "exited")\n\tprint("it lives");\n' >waits.cpp
id=$("$tool" start --program ./list | jq -r .session_id)
cmd "$id" 'break add' run || fail "$(cat answer.json)"
kill -9 "$("$tool" status --session "$id" | jq .pid)"
cmd "$id" bt && fail "a killed debugger answers"
jq -r .error answer.json | grep -q 'start a new one' || fail "no advice: $(cat answer.json)"
for script in goes_on waits; do
	"$tool" script --timeout 120 --session "$id" $script.cpp >out 2>err
	same "the status of $script" $? 1
	has err 'its session is gone, and it went on calling it; start a new session'
	paste -sd ' ' out >>lines
done
diff - lines <<<$'1 true 2\nit lives' || fail "other calls were answered"
"$tool" stop --session "$id" >/dev/null || fail "stop"

example=compile_errors
printf 'print(1);\nint x = "a";\n' >wrong.cpp
"$tool" script wrong.cpp >out 2>err && fail "no failure"
has out 'const char* file = "wrong.cpp";'
has out 'int line = 2;'
has err 'the script does not compile'
printf 'print(1);\n\tprint("\303\244"\n\n' >open.cpp # what is missing is missing at the end of the script's own text
"$tool" script open.cpp >out 2>err && fail "no failure"
"$FL_BIN/struct2json" <out | jq -r '.[0] | [.line, .col, .message, .source_line, .caret][]' >place
diff - place <<'END' || fail "a place that is not the script's own"
2
12
expected ')'
        print("ä"
                 ^
END

printf 'for (int i = 0; i < 3; i++) {\n\tprint(i);\n' >brace.cpp # one that the interpreter would wait for
"$tool" script --timeout 30 brace.cpp >out 2>err && fail "no failure"
has err 'the script does not compile'
"$FL_BIN/struct2json" <out | jq -e 'map(select(.message | contains("expected"))) | length > 0' >/dev/null || fail "$(cat out)"

"$tool" list | jq -e 'length == 0' >/dev/null || fail "sessions are left: $("$tool" list)"
finish
