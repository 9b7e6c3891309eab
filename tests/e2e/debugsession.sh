#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 240
# Sessions over the shell face with a real gdb: the shapes of answers against gdb's own words in batch
# mode, states, timeouts, interrupts, input and output, limits, and that nothing is left when any
# part is killed.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need pgrep
cat >deep.cpp <<'END'
#include <map>
#include <string>
#include <vector>
struct point { int x; std::string name; };
int deep(int n, const char *s) { return n ? deep(n - 1, s) + 1 : s[0]; }
int main(int argc, char **argv)
{
	std::vector<int> v{1, 2, 3};
	std::map<std::string, point> m{{"a", {1, "q(x)"}}};
	return deep(argc > 1 ? std::stoi(argv[1]) : 3, "a (b) c");
}
END
cat >talk.c <<'END'
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	char line[64];
	volatile unsigned long spins = 0;
	puts("name?");
	fflush(stdout);
	if (fgets(line, sizeof line, stdin))
		printf("hello %s", line);
	fflush(stdout);
	for (;;) /* SPIN */
		spins++;
}
END
g++ -g -O0 deep.cpp -o deep && gcc -g -O0 talk.c -o talk || exit 1


# shapes
id=$(start --program ./deep -- 4)
[[ $id =~ ^gdb_[0-9]{8}_[0-9]{6}$ ]] || fail "the id is $id"
for key in session_id pid qemu_pid status kernel_binary mode socket; do
	jq -e "has(\"$key\")" start.json >/dev/null || fail "start has no $key"
done
[ "$(stat -c %a "$sessions")" = 700 ] || fail "the directory is $(stat -c %a "$sessions")"
cmd "$id" 'break deep if n == 0' run bt 'info registers' 'print n' 'print s' 'up 5' 'info locals' 'print nosuch' \
	'info args' '-break-list' 'x/2xg $sp' 'print v' 'break no_such_function' 'list 5,6' && fail "a failed command exits 0"
gdb -nx -q -batch -ex 'set args 4' -ex 'break deep if n == 0' -ex run -ex bt -ex 'info registers' -ex 'up 5' \
	-ex 'info locals' ./deep >batch.txt 2>&1
is run '.[1].data.stop | [.reason, .function, .line, .file] | map(tostring) | join(" ")' 'breakpoint deep 5 deep.cpp'
is bt '.[2].output | length' 6
is bt '.[2].output | map(.function) | join(" ")' 'deep deep deep deep deep main'
is bt '.[2].output[5] | [.number, .line, .file] | map(tostring) | join(" ")' '5 10 deep.cpp'
want=$(sed -n 's/^#1 .* in deep (\(.*\)) at .*/\1/p' batch.txt | sed 's/0x[0-9a-f]*/ADDR/')
is 'arguments' '.[2].output[1].args | sub("0x[0-9a-f]+"; "ADDR")' "$want"
is 'registers' '.[3].output.rip' "$(awk '$1 == "rip" {print $2}' batch.txt)"
is 'registers' '.[3].output | length' "$(awk '/^rax /{on=1} on && NF > 1 {n++} /^k7 |^gs_base/{last=n} /^#/{on=0} END {print last}' batch.txt)"
is print '.[4].output' 0
is print '.[5].output | endswith("\"a (b) c\"")' true
is locals '.[7].output' "$(sed -n '/^v = /,$p' batch.txt)"
is locals '.[7].data.locals | map(.name) | join(" ")' 'v m'
is error '.[8] | [.success, .error, .error_type] | map(tostring) | join("|")' 'false|No symbol "nosuch" in current context.|gdb_error'
is args '.[9].data.args | map(.name) | join(" ")' 'argc argv'
is mi '.[10].data.results.BreakpointTable.body[0].number' 1
is memory '.[11].data.memory[0].values | length' 2
is 'after a failure' '.[12].success' true
is pending '.[13] | [.success, .error_type] | map(tostring) | join(" ")' 'false gdb_error'
is list '.[14].data.lines[0].line' 5
"$tool" cmd --session "$id" --command 'print 6*7' --format text | grep -q '^\$[0-9]* = 42$' || fail "text: not gdb's words"
"$tool" cmd --session "$id" --command 'print nosuch' --format text 2>text.err && fail "text: status 0"
grep -q '^Error: No symbol' text.err || fail "text: $(cat text.err)"
"$tool" stop --session "$id" >answer.json || fail "stop"
is stop '[.session_id, .status, .total_commands] | map(tostring) | join(" ")' "$id terminated 17"
"$tool" cmd --session "$id" --command bt 2>answer.json && fail "a stopped session answers"
is closed .error_type session_closed
"$tool" cmd --session gdb_never --command bt 2>answer.json && fail "no session answers"
is 'not found' '.error_type + ": " + .error' 'session_not_found: Session not found: gdb_never'
"$tool" cmd --session ../../etc --command bt 2>answer.json && fail "a path is an id"
is 'a path' .error_type session_not_found

# long answers: both ends, and a cursor to read on to the very same text
id=$(start --program ./deep -- 300)
cmd "$id" 'break deep if n == 0' run bt 'bt 250'
is 'frames' '.[2].output | length' 100
is 'frames' '.[2].data.more' true
is 'long' '.[3].raw | split("\n") | map(select(test("lines omitted"))) | first' '... [171 lines omitted] ...'
is 'long' '.[3].raw | split("\n") | length' 82
jq -r '.[3].raw' answer.json | sed '/lines omitted/,$d' >whole.txt
cursor=$(jq -r '.[3].cursor' answer.json)
while [ "$cursor" != null ]; do
	"$tool" cmd --session "$id" --cursor "$cursor" >answer.json
	jq -j .raw answer.json >>whole.txt
	cursor=$(jq -r .cursor answer.json)
done
"$tool" cmd --session "$id" --command 'bt 250' --max-lines 100000 --format text | cmp - whole.txt || fail "reading on gives another text"
"$tool" stop --session "$id" >/dev/null

# the program's own input and output; a resume that times out leaves it running; interrupt; wait
id=$(start --program ./talk)
"$tool" cmd --session "$id" --command run --timeout 2 >answer.json && fail "an endless run succeeds"
is 'timeout' '[.success, .error_type, .state, .program_output] | map(tostring) | join("|")' 'false|timeout|running|name?'
"$tool" cmd --session "$id" --command bt >answer.json && fail "bt of a running program succeeds"
is 'running' '[.error_type, .state] | join(" ")' 'target_running running'
"$tool" input --session "$id" $'you\n' >answer.json || fail "input"
for _ in $(seq 50); do
	"$tool" output --session "$id" >answer.json
	jq -r .output answer.json | grep -q hello && break
	sleep 0.1
done
is output .output $'name?\nhello you'
"$tool" cmd --session "$id" --command wait --timeout 20 >waited.json &
waiter=$!
sleep 0.3
"$tool" status --session "$id" >answer.json
is status '[.state, .busy] | map(tostring) | join(" ")' 'running true'
"$tool" interrupt --session "$id" >/dev/null || fail "interrupt"
wait $waiter || fail "wait fails"
cp waited.json answer.json
is 'interrupted' '.data.stop | [.reason, .function] | join(" ")' 'interrupt main'
is 'interrupted' .state stopped
cmd "$id" 'print spins > 0'
is 'in step' .output 1
# a stop while nobody waits is told to who comes later
wall=1 cmd "$id" continue && fail "an endless loop ends"
"$tool" interrupt --session "$id" >/dev/null || fail "interrupt"
for _ in $(seq 50); do
	[ "$("$tool" status --session "$id" | jq -r .state)" = stopped ] && break
	sleep 0.1
done
cmd "$id" wait
is 'told later' '.raw | split("\n") | map(select(startswith("Program received signal"))) | length' 1
is 'told later' '.data.stop.reason' interrupt

# what takes long is interrupted, and the session stays in step
"$tool" cmd --session "$id" --command 'python import time; time.sleep(60)' --timeout 1 >answer.json && fail "a sleep succeeds"
is 'stuck' '[.error_type, .state] | join(" ")' 'timeout stopped'
cmd "$id" 'print 1'
is 'in step' .output 1
for opts in '' --sandbox; do # what the debugger itself waits for ends of the interrupt, too
	other=$("$tool" start $opts --program ./talk | jq -r .session_id)
	for c in 'shell sleep 60' 'shell cat'; do
		"$tool" cmd --session "$other" --command "$c" --timeout 1 >answer.json && fail "$c succeeds"
		is "$c $opts" '[.error_type, .state] | join(" ")' 'timeout no_program'
		cmd "$other" 'print 1 + 1'
		is "behind $c $opts" '.raw | test("^.[0-9]+ = 2\n$")' true
	done
	"$tool" stop --session "$other" >/dev/null
done
cmd "$id" commands
is 'commands' .error_type execution_failed
cmd "$id" '# no command' $'# one\n\n  # two' '' 'print 7' $'# three\nprint 8' && fail "an empty command"
is 'comments' '.[:2] | map([.success, .raw, .output, .state] | map(tostring) | join(" ")) | join(",")' 'true   stopped,true   stopped'
is 'empty' '.[2] | [.error_type, (.error | test("^the command is empty"))] | map(tostring) | join(" ")' 'execution_failed true'
is 'behind comments' '.[3:] | map(.output) | join(" ")' '7 $4 = 8'
cmd "$id" $'define six\nprint 6\nend\nsix'
is 'script' '.raw | endswith("= 6\n")' true
"$tool" interrupt --session "$id" >answer.json
is 'nothing runs' .error_type target_not_running

# a debugger that was told to end has not died
for quit in quit q -gdb-exit; do
	other=$("$tool" start --program ./talk | jq -r .session_id)
	cmd "$other" "$quit" 'print 1' && fail "$quit, and the session goes on"
	is "$quit" '.[1].error' 'the debugger has ended, as it was told: start another session'
	"$tool" stop --session "$other" >/dev/null
done

# no stop of a program that is no more, in whatever way it went
for gone in kill detach; do
	cmd "$id" 'break main' run $gone wait
	"$tool" status --session "$id" >answer.json
	is "after $gone" '[.state, .program_pid, .stop] | map(tostring) | join(" ")' 'exited 0 null'
done

# two clients at once: one after the other, each gets its own answer
for i in 1 2 3 4 5 6 7 8; do "$tool" cmd --session "$id" --command "print $i" >"many.$i" & done
wait
for i in 1 2 3 4 5 6 7 8; do [ "$(jq -r .output "many.$i")" = "$i" ] || fail "client $i got $(cat "many.$i")"; done
# a client that goes in the middle takes nothing along
timeout -s KILL 0.3 "$tool" cmd --session "$id" --command 'python import time; time.sleep(1)' >/dev/null 2>&1
cmd "$id" 'print 2'
is 'client gone' .output 2

# the debugger dies: told within a second, and for ever
pid=$("$tool" status --session "$id" | jq .pid)
"$tool" cmd --session "$id" --command 'python import time; time.sleep(20)' >killed.json &
waiter=$!
sleep 0.3
kill -9 "$pid"
wait $waiter && fail "a killed debugger answers"
cp killed.json answer.json
is 'gdb killed' .error_type process_died
cmd "$id" bt
is 'gdb killed' '[.error_type, .state] | join(" ")' 'session_dead dead'
"$tool" stop --session "$id" >/dev/null || fail "a dead session cannot be stopped"

# server or keeper killed: the program and its daemons are gone at once, the state is clear
cat >daemon.c <<'END'
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
	if (fork() == 0) {
		setsid();
		if (fork() == 0)
			execlp("sleep", ORPHAN, "600", (char *)0);
		_exit(0);
	}
	sleep(1);
	for (;;)
		pause();
}
END
gcc -g "-DORPHAN=\"$dir/orphan\"" daemon.c -o daemon || exit 1
orphans() { pgrep -cf "^$dir/orphan 600" || true; }
for victim in server keeper; do
	id=$(start --program ./daemon)
	"$tool" cmd --session "$id" --command run --timeout 2 >/dev/null
	[ "$(orphans)" = 1 ] || fail "$(orphans) daemons instead of one"
	server=$(jq .server_pid "$sessions/$id.json")
	[ $victim = server ] && kill -9 "$server"
	[ $victim = keeper ] && kill -9 "$(ps -o ppid= -p "$server" | tr -d ' ')"
	for _ in $(seq 50); do
		[ "$(orphans)" = 0 ] && ! pgrep -f "^$dir/daemon" >/dev/null && [ ! -e "$sessions/$id.sock" ] && break
		sleep 0.1
	done
	[ "$(orphans)" = 0 ] || fail "$victim killed: the daemon lives on"
	pgrep -f "^$dir/daemon" && fail "$victim killed: the program lives on"
	"$tool" cmd --session "$id" --command bt 2>answer.json && fail "$victim killed: it answers"
	is "$victim killed" .error_type session_dead
	[ -e "$sessions/$id.sock" ] && fail "$victim killed: the socket is left"
done

# in a sandbox: the same answers, but nothing of the user's can be reached
echo secret >"$dir/secret.txt"
id=$(start --sandbox --program ./deep -- 4)
cmd "$id" 'break deep if n == 0' run bt 'list 5,5' "shell cat $dir/secret.txt" 'print (int)system("touch /box/x; touch /usr/x")' \
	'python import time; time.sleep(9)'
is 'sandbox' '.[1].data.stop.function' deep
is 'sandbox' '.[2].output | length' 6
is 'sandbox: sources' '.[3].data.lines[0].line' 5
jq -r '.[4].raw' answer.json | grep -q '^secret' && fail "the sandbox shows files of the user"
[ -e /usr/x ] && fail "the sandbox writes to /usr"
is 'sandbox: stuck' '.[6].success' true
"$tool" cmd --session "$id" --command 'python time.sleep(30)' --timeout 1 >answer.json
is 'sandbox: stuck' '[.error_type, .state] | join(" ")' 'timeout stopped'
cmd "$id" 'print 3'
is 'sandbox: in step' .output 3
"$tool" stop --session "$id" >/dev/null || fail "sandbox: stop"
id=$(start --sandbox --program ./daemon)
"$tool" cmd --session "$id" --command run --timeout 2 >/dev/null
[ "$(orphans)" = 1 ] || fail "sandbox: $(orphans) daemons instead of one"
kill -9 "$(jq .server_pid "$sessions/$id.json")"
for _ in $(seq 50); do
	[ "$(orphans)" = 0 ] && break
	sleep 0.1
done
[ "$(orphans)" = 0 ] || fail "sandbox: the daemon lives on"
"$tool" start --sandbox --attach 1 2>answer.json && fail "sandbox: attaches"
is 'sandbox: attach' .error_type start_failed

# time limits of sessions; what does not start says why and leaves nothing
id=$(start --program ./deep --timeout 1)
sleep 2.2
"$tool" cmd --session "$id" --command bt 2>answer.json && fail "an idle session lives on"
is idle .error_type session_timeout
"$tool" start --program ./no-such-file 2>answer.json && fail "a missing program starts"
is 'no program' '[.success, .error_type] | map(tostring) | join(" ")' 'false start_failed'
"$tool" start --gdb-path /nonexistent/gdb 2>answer.json && fail "a missing gdb starts"
is 'no gdb' .error_type start_failed
echo 'a text' | tee plain >text && chmod +x text
refused() { # PATH [OPTION]: what is no debugger, what it did, what it wrote: `pattern`
	"$tool" start --gdb-path "$@" 2>answer.json && fail "$1 is a debugger"
	is "$1" .error_type start_failed
	jq -r .error answer.json | grep -qE "$pattern" || fail "$1: $(cat answer.json), without '$pattern'"
}
while read -r path option pattern; do refused "$path" ${option#-}; done <<'END'
/bin/cat - ^/bin/cat is no gdb, or one that does not work: it (ended with status 1|gave no answer), wrote on standard error "/bin/cat: invalid option
/bin/cat ---sandbox ^/bin/cat is no gdb, .* wrote on standard error "/bin/cat: invalid option
/bin/cat ---engine=lldb-dap ^/bin/cat is no lldb-dap-19, .* wrote "Content-Length: 
/bin/true - ^/bin/true is no gdb, or one that does not work: it (ended with status 0|gave no answer)$
/bin/echo - ^/bin/echo is no gdb, .*, wrote "-nx -q --interpreter=mi3"$
/bin/sleep - ^/bin/sleep is no gdb, .*, wrote on standard error "/bin/sleep: invalid option
./text - ^./text is no gdb, .* wrote on standard error "./text: 1: a: not found"$
/usr - ^cannot run /usr \(Is a directory\): install gdb, or name another$
./plain - ^cannot run ./plain \(Permission denied\)
END
[ "$("$tool" list | jq 'map(select(has("status"))) | length')" = 0 ] || fail "sessions are left: $("$tool" list)"
[ -z "$(find "$sessions" -name '*.sock')" ] || fail "sockets are left"
chmod 755 "$sessions"
"$tool" list >/dev/null 2>err.txt && fail "a directory that others may read is taken"
chmod 700 "$sessions"
finish
