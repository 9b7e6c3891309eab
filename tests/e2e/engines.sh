#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 300
# Sessions by other engines than gdb over MI. One scripted session gives the same structs through gdb
# and through lldb-dap, but for the fields named here; states, timeouts, input, death, core files,
# attach and the sandbox with lldb-dap; gdb-multiarch in gdb's place; gdb-dap where FL_GDB_DAP names a
# gdb of version 14 or later (tests/nightly/gdb_dap.sh makes one).
. "$FL_SRC/tests/support/session.sh"
need gdb-multiarch lldb-dap-19 python3
here=$FL_SRC/tests/e2e/engines
cp "$here/scene.cpp" .
cat >talk.c <<'END'
#include <stdio.h>
#include <unistd.h>
static volatile unsigned long spins;
int main(int argc, char **argv)
{
	char line[64];
	puts(argc > 1 ? argv[1] : "name?");
	fflush(stdout);
	if (fgets(line, sizeof line, stdin))
		printf("hello %s", line);
	fflush(stdout);
	for (; argc < 3;)
		spins++;
	return 3;
}
END
g++ -g -O0 scene.cpp -o scene -pthread && gcc -g -O0 talk.c -o talk || exit 1

# one session, two engines
cp "$here/script.txt" script.txt
# lldb has no watchpoints but those of the hardware
watches || sed -i '/^watch total$/,/^delete 5$/d' script.txt
mapfile -t script <script.txt
args=()
for c in "${script[@]}"; do args+=(--command "$c"); done
for engine in gdb lldb-dap; do
	id=$(start --engine $engine --program ./scene)
	"$tool" cmd --session "$id" "${args[@]}" --format=struct --max-lines 1000 >$engine.struct 2>$engine.err
	"$tool" stop --session "$id" >/dev/null
done
python3 "$here/compare.py" script.txt gdb.struct lldb-dap.struct >differ.txt 2>why.txt
# where the stack is follows from the environment, to which gdb adds LINES and COLUMNS; what lldb-dap
# does not tell: a thread's own address, and the "./" before names of glibc's files
cat >want.txt <<'END'
info args: frame_vars.var_3.value
info locals: frame_vars.var_3.value
print last: result
info threads: threads.thread_1.target
info threads: threads.thread_2.file
info threads: threads.thread_2.target
END
diff want.txt differ.txt >/dev/null || fail "the engines differ otherwise than they should: $(cat why.txt)"
[ "$(wc -l <want.txt)" -le 10 ] || fail "more than 10 differences"
[ "$(grep -cE '<(DEBUG_CONTEXT|TOOL_RESULT)>' gdb.struct)" -ge ${#script[@]} ] || fail "answers are missing"

# the same calls in C++ and the same snapshot through both; a deep recursion, of which is shown what
# was asked for
cat >calls.txt <<'END'
int bp = breakpoint("scene.cpp", 20, "n == 1");
continue_exec();
backtrace_get(3);
inspect();
eval("n + 1");
read_memory(&total, 8);
finish();
int wp = watchpoint("total");
continue_exec();
step();
threads();
eval("nosuch");
END
cat >deep.c <<'END'
static int dig(int n)
{
	return n ? dig(n - 1) + 1 : 7;
}
int main(void)
{
	return dig(2000) == 2007 ? 0 : 1;
}
END
gcc -g -O0 deep.c -o deep || exit 1
if ! watches; then
	sed -i '/watchpoint("total")/d' calls.txt
	id=$(start --engine lldb-dap --program ./scene)
	cmd "$id" 'break main' run 'watch total' >answer.json && fail "lldb watches what it cannot"
	is 'a watchpoint that would not stop' '.[2] | [.error_type, (.error | contains("never stops"))] | map(tostring) | join(" ")' \
		'gdb_error true'
	"$tool" stop --session "$id" >/dev/null
fi
for engine in gdb lldb-dap; do
	id=$(start --engine $engine --program ./scene)
	"$tool" call --session "$id" calls.txt >$engine.calls && fail "$engine: a call that cannot be done is done"
	sed -i 's/Thread 0x[0-9a-f]* (\(LWP [0-9]*\))/\1/; s/LWP [0-9]*/LWP/' $engine.calls
	"$tool" stop --session "$id" >/dev/null
	"$tool" snapshot ./scene --engine $engine --at scene.cpp:20 --if 'n == 1' >$engine.snapshot || fail "$engine: snapshot"
	id=$(start --engine $engine --program ./deep)
	cmd "$id" 'break dig if n == 0' run bt 'bt -2' 'frame 2000' 'bt 5' >answer.json
	is "$engine deep" '[.[2].output | length, .[-1].number] | map(tostring) | join(" ")' '100 99'
	is "$engine deep" '.[3].output | map("\(.number) \(.function)") | join(" ")' '2000 dig 2001 main'
	is "$engine deep" '.[4].raw | startswith("#2000 ")' true
	is "$engine deep" '.[5].output | length' 5
	"$tool" stop --session "$id" >/dev/null
done
diff gdb.calls lldb-dap.calls || fail "calls in C++ are answered otherwise"
[ "$(grep -cE '<(DEBUG_CONTEXT|TOOL_RESULT)>' gdb.calls)" -ge "$(wc -l <calls.txt)" ] || fail "calls are not answered: $(cat gdb.calls)"
diff gdb.snapshot lldb-dap.snapshot || fail "the snapshots differ"
grep -q 'backtrace' gdb.snapshot || fail "no snapshot"

# a resume that times out leaves it running; input, output, interrupt, wait; a call that takes long
id=$(start --engine lldb-dap --program ./talk --env KEY=1 -- "na me?")
"$tool" cmd --session "$id" --command run --timeout 3 >answer.json && fail "an endless run succeeds"
is 'timeout' '[.success, .error_type, .state, .program_output] | map(tostring) | join("|")' 'false|timeout|running|na me?'
cmd "$id" bt >answer.json && fail "bt of a running program succeeds"
is 'running' '[.error_type, .state] | join(" ")' 'target_running running'
"$tool" input --session "$id" $'you\n' >/dev/null || fail input
for _ in $(seq 100); do
	"$tool" output --session "$id" >answer.json
	jq -r .output answer.json | grep -q hello && break
	sleep 0.1
done
is output .output $'na me?\nhello you'
"$tool" cmd --session "$id" --command wait --timeout 30 >waited.json &
waiter=$!
sleep 0.5
"$tool" status --session "$id" >answer.json
is status '[.state, .busy] | map(tostring) | join(" ")' 'running true'
"$tool" interrupt --session "$id" >/dev/null || fail interrupt
wait $waiter || fail "wait fails"
cp waited.json answer.json
is interrupted '[.state, .data.stop.reason, .data.stop.function] | join(" ")' 'stopped interrupt main'
"$tool" cmd --session "$id" --command 'print (int)sleep(60)' --timeout 2 >answer.json && fail "a long call succeeds"
cmd "$id" 'print 6 * 7' 'x/2xb &spins' '-data-evaluate-expression 1+1' '-nosuch' 'info registers' 'disassemble' 'version' >answer.json
is 'in step' '.[0].output' 42
is memory '.[1].data.memory[0].values | length' 2
is mi '.[2].data.results.value' 2
is 'mi error' '[.[3].error_type, .[3].error] | join(" ")' 'gdb_error Undefined MI command: nosuch'
is registers '.[4].output.rip | startswith("0x55")' true
is instructions '[.[5].data.instructions[] | select(.current)] | length' 1
is 'lldb itself' '.[6].output | startswith("lldb version 19")' true
# it runs again, with its breakpoints, and ends; then the adapter dies
cmd "$id" 'break main' 'run a b' 'print argc' 'delete' 'set var argc = 3' >answer.json
is again '.[1].data.stop | [.reason, .function] | join(" ")' 'breakpoint main'
is again '.[2].output' 3
"$tool" input --session "$id" $'x\n' >/dev/null
cmd "$id" continue 'info breakpoints' bt 'print spins' >answer.json
is ended '[.[0].state, .[0].data.stop.exit_code] | map(tostring) | join(" ")' 'exited 3'
is ended '.[2].error_type' target_not_running
"$tool" cmd --session "$id" --command run --timeout 60 >waited.json 2>&1 &
waiter=$!
for _ in $(seq 100); do
	[ "$("$tool" status --session "$id" | jq -r .state)" = running ] && break
	sleep 0.1
done
kill -9 "$("$tool" status --session "$id" | jq .pid)"
wait $waiter
cp waited.json answer.json
is died '[.error_type, .state] | join(" ")' 'process_died dead'
for _ in $(seq 20); do
	"$tool" status --session "$id" >answer.json
	[ "$(jq -r .state answer.json)" = dead ] && break
	sleep 0.05
done
is killed .state dead
cmd "$id" bt >answer.json
is killed .error_type session_dead
"$tool" stop --session "$id" >/dev/null || fail "a dead session cannot be stopped"
for _ in $(seq 50); do
	pgrep -f "^$dir/talk" >/dev/null || break
	sleep 0.1
done
pgrep -f "^$dir/talk" && fail "the program lives on"

# a core file, a process
gdb -q -nx -batch -ex run -ex "generate-core-file $dir/scene.core" ./scene >/dev/null 2>&1
id=$(start --engine lldb-dap --program ./scene --core ./scene.core)
cmd "$id" bt 'print *it' up 'print numbers' continue >answer.json
is core '.[0].output | map(.function) | join(" ")' 'crash main'
is core '.[1].error' 'Cannot access memory at address 0x0'
is core '.[3].output' 'std::vector of length 3, capacity 3 = {3, 1, 2}'
is core '.[4].error_type' target_not_running
"$tool" stop --session "$id" >/dev/null
./talk </dev/null >/dev/null &
sleeper=$!
sleep 0.3
id=$(start --engine lldb-dap --program ./talk --attach $sleeper)
cmd "$id" bt 'print spins > 0' detach >answer.json
is attach '.[0].output[0].function' main
is attach '.[1].output' true
kill -0 $sleeper || fail "a process that was let go is dead"
"$tool" stop --session "$id" >/dev/null
watched=('watch spins if spins == 0' 'watch spins')
watches || watched=()
for go in ${watched:+continue} 'continue&'; do # a watchpoint that were left would kill it
	id=$(start --engine lldb-dap --program ./talk --attach $sleeper)
	cmd "$id" 'x/2xb line' "${watched[@]}" "$go" >answer.json || fail "watch: $(cat answer.json)"
	is 'an array by its name' '.[0].raw | test("^0x[0-9a-f]+:\t0x[0-9a-f]{2}\t0x[0-9a-f]{2}\n$")' true
	"$tool" stop --session "$id" >/dev/null
	kill -0 $sleeper || fail "a process that was watched is dead after $go"
	state=$(awk '{print $3}' /proc/$sleeper/stat)
	[ "$state" = R ] || fail "a process that was watched is in the state $state after $go"
done
kill $sleeper

# a value that is many, and the body behind a type, as gdb says them
cat >types.cpp <<'END'
struct point { int x, y; };
int main(int argc, char **argv)
{
	point one = {1, 2}, *at = &one, &same = one;
	int many[3] = {1, 2, 3}, *some = many;
	const char *names[2] = {"a", "b"};
	char text[4] = "abc";
	return at->x + same.y + some[0] + names[0][0] + text[0] + argc + argv[0][0]; // HERE
}
END
g++ -g -O0 types.cpp -o types || exit 1
for engine in gdb lldb-dap; do
	id=$(start --engine $engine --program ./types)
	cmd "$id" "break $(line_of types.cpp HERE)" run 'print *some@2' 'print many[1]@2' 'print *at@1' 'print text[0]@3' 'print text@1' \
		'print names' 'print *argv@1' 'ptype one' 'ptype at' 'ptype same' 'ptype many' 'ptype argc' 'ptype some' 'ptype point' >answer.json
	jq -r '.[2:][] | .raw' answer.json | sed 's/0x[0-9a-f]* //g' >$engine.types
	"$tool" stop --session "$id" >/dev/null
done
cat >child.c <<'END'
#include <unistd.h>
int main(void)
{
	return fork() < 0;
}
END
gcc -g -O0 child.c -o child || exit 1
id=$(start --engine lldb-dap --program ./child)
cmd "$id" 'break fork' 'break getppid' 'info breakpoints' run 'info breakpoints' bt continue >answer.json
is 'a function of a library' '.[0] | [.success, .raw] | map(tostring) | join(" ")' 'true Breakpoint 1 (fork) pending.'
is 'one that it does not call' '.[1].error' 'Function "getppid" not defined.'
is 'before it is loaded' '.[2].raw | contains("<PENDING>          fork")' true
is 'when it is loaded' '.[3].data.stop | [.reason, (.function | endswith("fork"))] | map(tostring) | join(" ")' 'breakpoint true'
is 'then' '.[4].raw | test("0x0000[0-9a-f]{12}") and (contains("PENDING") | not)' true
is 'who calls it' '.[5].output[-1].function' main
"$tool" stop --session "$id" >/dev/null
cmp gdb.types lldb-dap.types || fail "types differ: $(diff gdb.types lldb-dap.types)"

# in the sandbox; what does not start
echo secret >"$dir/secret.txt"
id=$(start --engine lldb-dap --sandbox --program ./scene)
cmd "$id" 'break descend if n == 1' run bt 'list 20,21' "platform shell cat $dir/secret.txt" >answer.json
is sandbox '.[1].data.stop | [.reason, .file] | join(" ")' 'breakpoint scene.cpp'
is sandbox '.[2].output | length' 5
is sandbox '.[3].data.lines | length' 2
jq -r '.[4].raw' answer.json | grep -q secret$ && fail "the sandbox shows files of the user"
"$tool" stop --session "$id" >/dev/null
"$tool" start --engine lldb-dap --gdb-path /nonexistent/adapter 2>answer.json && fail "a missing adapter starts"
is 'no adapter' .error_type start_failed
"$tool" start --engine lldb-dap --program ./scene --init-command 'break nosuch' >/dev/null 2>answer.json && fail "a breakpoint at nothing is taken"
is 'no place' .error 'Function "nosuch" not defined.'

# gdb by its own adapter: which gdb 13 does not have
if ! gdb -nx -batch -iex 'python import gdb.dap' >/dev/null 2>&1; then
	"$tool" start --engine gdb-dap 2>answer.json && fail "a gdb without DAP starts as gdb-dap"
	is 'gdb 13' '[.error_type, (.error | contains("from version 14 on"))] | map(tostring) | join(" ")' 'start_failed true'
fi
[ -z "${FL_GDB_DAP:-}" ] || bash "$here/gdb_dap.sh" || bad=1

# gdb-multiarch in gdb's place
id=$(start --gdb-path gdb-multiarch --program ./scene)
cmd "$id" 'break descend if n == 1' run bt >answer.json
is multiarch '.[2].output | length' 5
"$tool" stop --session "$id" >/dev/null
[ "$("$tool" list | jq 'map(select(has("status"))) | length')" = 0 ] || fail "sessions are left: $("$tool" list)"
finish
