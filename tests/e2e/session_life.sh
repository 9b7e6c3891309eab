#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 300
# What may happen to a session: any part of it killed, programs with threads, forks, signals, deep
# recursion, containers, optimised, without symbols, core files, attached, and those that behave badly.
# What is expected comes from the sources, from /proc, or from gdb in batch mode.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need python3 strip

at_end() {
	stop_all
	kill_all
	umount "$dir/small" 2>/dev/null # full_disk was interrupted
}

answer() { jq -r "$1" "$dir/answer.json"; }
run_in_background() { # ID: `waiter` is the client, the program has come to its loop
	cmd "$1" run &
	waiter=$!
	for _ in $(seq 600); do
		[ "$("$tool" output --session "$1" | jq -r .output)" = up ] && return
		sleep 0.05
	done
	fail "the program does not start"
}

status_of() { "$tool" status --session "$1" | jq -r "$2"; }
build() { # NAME FLAGS…: NAME.c or NAME.cpp from standard input
	local name=$1
	shift
	case $name in
	*.cpp) cat >"$name" && g++ -g -O0 "$name" -o "${name%.cpp}" "$@" ;;
	*) cat >"$name.c" && gcc -g -O0 "$name.c" -o "$name" "$@" ;;
	esac || fail "$name does not compile"
}

build spin -Wno-unused-result <<'END'
#include <unistd.h>
volatile unsigned long spins;
int main(void)
{
	write(1, "up", 2);
	for (;;)
		spins++; /* HERE */
}
END

# what the session tells at once when a part of it is killed while the program runs, or gdb is busy
in_mid_command() { # SUCCESS WHAT FILTER WANT FIND [COMMAND]: FIND prints the process to kill
	local began status=0 waiter
	id=$(start --program ./spin)
	if [ -n "${6:-}" ]; then
		cmd "$id" "$6" &
		waiter=$!
		until_is "$id" .busy true
	else
		run_in_background "$id"
	fi
	began=$(now_ms)
	kill -9 "$($5)"
	wait $waiter || status=$?
	took=$(($(now_ms) - began))
	[ "$([ $status = 0 ] && echo true || echo false)" = "$1" ] || fail "$2: the status is $status"
	[ -s answer.json ] || cp error.json answer.json
	is "$2" "$3" "$4"
}
the_debugger() { status_of "$id" .pid; }
the_program() { status_of "$id" .program_pid; }
the_server() { jq .server_pid "$sessions/$id.json"; }
the_keeper() { ps -o ppid= -p "$(the_server)" | tr -d ' '; }

debugger_killed() {
	local id
	while_stopped() {
		local began
		id=$(start --program ./spin)
		cmd "$id" 'break main' run || fail "run"
		kill -9 "$(the_debugger)"
		began=$(now_ms)
		cmd "$id" bt && fail "a killed debugger answers"
		took=$(($(now_ms) - began))
		case $(answer '[.error_type, .state] | join(" ")') in
		"session_dead dead" | "process_died dead") ;;
		*) fail "debugger killed: $(cat answer.json)" ;;
		esac
	}
	at_once 'to notice a killed debugger' while_stopped
	at_once 'to notice it while the program runs' in_mid_command false 'debugger killed, program runs' \
		'[.error_type, .state] | join(" ")' 'process_died dead' the_debugger
	at_once 'to notice it while it is busy' in_mid_command false 'debugger killed, busy' \
		'[.error_type, .state] | join(" ")' 'process_died dead' the_debugger 'python import time; time.sleep(20)'
}

program_killed() {
	local id began
	at_once "to notice the program's end" in_mid_command true 'program killed' \
		'[.data.stop.reason, .data.stop.signal_name, .state] | join(" ")' 'exit SIGKILL exited' the_program
	wall=60 cmd "$id" "break spin.c:$(line_of spin.c HERE)" run || fail "a second run"
	kill -9 "$(the_program)"
	until_is "$id" .state exited # a program killed while it is stopped
	began=$(now_ms)
	cmd "$id" bt && fail "the stack of a killed program"
	is 'killed while stopped' '[.error_type, .state] | join(" ")' 'target_not_running exited'
	cmd "$id" continue && fail "a killed program goes on"
	within "to answer after the program's end" "$began" 5000
	wall=60 cmd "$id" run || fail "it cannot run again"
	is 'run again' .state stopped
}

server_and_keeper_killed() {
	local id
	at_once 'the answer after the server was killed' in_mid_command false 'server killed' .error_type session_dead the_server
	nothing_left "server killed"
	at_once 'the answer after the keeper was killed' in_mid_command false 'keeper killed' .error_type session_closed the_keeper
	nothing_left "keeper killed"
	# both at once, and a debugger that does not look at its input
	id=$(start --program ./spin)
	cmd "$id" 'break main' run || fail "run"
	cmd "$id" $'python\nwhile True: pass\nend' &
	until_is "$id" .busy true
	kill -9 "$(the_server)" "$(the_keeper)"
	wait $!
	rm -f "$sessions/$id".* # nobody is left to do it
	nothing_left "both killed"
}

# whose client is gone in mid-command waits for nothing: the next one is served at once
client_killed() {
	local id began waiter
	id=$(start --program ./spin)
	run_in_background "$id"
	kill -KILL "$(processes | awk '$2 ~ /debugsession$/ && / cmd --session / {print $1}')" || fail "there is no client"
	wait $waiter 2>/dev/null && fail "a killed client"
	began=$(now_ms)
	wall=1 cmd "$id" wait && fail "it stops"
	is 'after a killed client' '[.error_type, .state] | join(" ")' 'timeout running'
	within 'the next command, which waits for a second,' "$began" 8000
	"$tool" interrupt --session "$id" >/dev/null || fail "interrupt"
	wall=60 cmd "$id" wait || fail "in step"
	is 'in step' .state stopped
}

# a command's time runs while it waits behind another client's, too
in_the_queue() {
	local id began first
	id=$(start --program ./spin)
	"$tool" cmd --session "$id" --command 'python import time; time.sleep(5)' >first.json &
	first=$!
	until_is "$id" .busy true
	began=$(now_ms)
	"$tool" cmd --session "$id" -t 8 --command 'python time.sleep(30)' >third.json &
	"$tool" cmd --session "$id" -t 1 --command 'print 1' >answer.json && fail "it runs"
	is 'not run' '[.command, .error_type, .raw, (.error | test("^not run: .* \"python import time; time.sleep\\(5\\)\" .* 1 s"))] | map(tostring) | join(" ")' \
		'print 1 timeout  true'
	kill -0 $first || fail "it waited for the first"
	"$tool" cmd --session "$id" -t 25 --command 'print 2' >answer.json || fail "one that can wait"
	is 'one that can wait' .output 2
	within "the one of 8 s, which waited for 5" "$began" 12500
	wait $first || fail "the first: $(cat first.json)"
	cp third.json answer.json
	is 'the one of 8 s' '[.error_type, .state, (.error | test("^not run"))] | map(tostring) | join(" ")' 'timeout no_program false'
	same 'what was run' "$("$tool" log --session "$id" | jq -r '.commands | map(.command) | join(",")')" \
		'python import time; time.sleep(5),python time.sleep(30),print 2'
}

# gdb tells that the program runs before it finds that it cannot
resume_refused() {
	local id
	id=$(start --program ./spin)
	cmd "$id" 'break main' run 'break *0x10' || fail "break"
	wall=60 cmd "$id" continue && fail "a breakpoint at 0x10"
	is 'breakpoint that cannot be set' '[.error_type, .state] | join(" ")' 'gdb_error stopped'
	cmd "$id" 'delete 2' 'next' || fail "after a refused resume"
	is 'in step again' '.[1].state' stopped
}

build threads -pthread <<'END'
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>
static sem_t ready, never;
static void *work(void *arg)
{
	sem_post(&ready);
	sem_wait(&never);
	return arg;
}
static void all_here(void) {}
int main(void)
{
	pthread_t t;
	sem_init(&ready, 0, 0);
	sem_init(&never, 0, 0);
	for (int i = 0; i < 40; i++)
		pthread_create(&t, NULL, work, NULL);
	for (int i = 0; i < 40; i++)
		sem_wait(&ready);
	all_here();
	pause();
}
END

threads() {
	local id pid
	id=$(start --program ./threads)
	cmd "$id" 'break all_here' run 'info threads' || fail "threads: $(cat answer.json)"
	pid=$(status_of "$id" .program_pid)
	is 'threads' '.[2].data.threads | length' "$(find "/proc/$pid/task" -mindepth 1 -maxdepth 1 | wc -l)"
	"$tool" cmd --session "$id" --command 'thread apply all bt 3' --max-lines 1000 >answer.json || fail "thread apply"
	same "stacks" "$(answer .raw | grep -c '^Thread ')" 41
	"$tool" cmd --session "$id" --command 'thread apply all bt 3' --max-bytes 3000 >answer.json
	[ "$(answer .raw | wc -c)" -lt 3300 ] || fail "thread apply all bt has no bound"
	is 'the rest' '.cursor | length > 0' true
}

build forks <<'END'
#include <sys/wait.h>
#include <unistd.h>
static int in_child(int n) { return n + 1; }
static int in_parent(int n) { return n + 2; }
int main(void)
{
	pid_t pid = fork();
	if (pid == 0)
		_exit(in_child(1));
	int status = 0;
	waitpid(pid, &status, 0);
	return in_parent(WEXITSTATUS(status));
}
END

forks() {
	local id
	id=$(start --program ./forks)
	wall=60 cmd "$id" 'set follow-fork-mode child' 'break in_child' 'break in_parent' run bt 'info inferiors' || fail "follow child"
	is 'follow child' '.[3].data.stop.function' in_child
	is 'follow child' '.[4].output[0].function' in_child
	is 'child: state' '.[5].state' stopped
	id=$(start --program ./forks)
	wall=60 cmd "$id" 'break in_child' 'break in_parent' run continue || fail "follow parent"
	is 'follow parent' '.[2].data.stop.function' in_parent
	is 'the parent ends' '[.[3].state, .[3].data.stop.exit_code] | map(tostring) | join(" ")' 'exited 4'
	id=$(start --program ./forks)
	wall=60 cmd "$id" 'set detach-on-fork off' 'set schedule-multiple on' 'break in_child' 'break in_parent' run 'info inferiors' continue ||
		fail "detach-on-fork off: $(cat answer.json)"
	is 'both are held: the child' '.[4].data.stop.function' in_child
	same 'inferiors' "$(answer '.[5].raw' | grep -c '^[* ] *[0-9]')" 2
	is 'the end of one is not the end' '.[6].state' stopped
}

build signals <<'END'
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile int seen;
static void on(int sig) { seen = sig; }
int main(int argc, char **argv)
{
	int *volatile nothing = 0;
	signal(SIGINT, on);
	signal(SIGALRM, on);
	if (argc > 1 && !strcmp(argv[1], "segv"))
		*nothing = 1;
	if (argc > 1 && !strcmp(argv[1], "abrt"))
		abort();
	if (argc > 1 && !strcmp(argv[1], "int"))
		raise(SIGINT);
	if (argc > 1 && !strcmp(argv[1], "alrm")) {
		alarm(1);
		pause();
	}
	return seen;
}
END

signals() {
	local id
	id=$(start --program ./signals -- segv)
	cmd "$id" run bt continue || fail "SIGSEGV"
	is SIGSEGV '.[0].data.stop | [.reason, .signal_name, .line] | map(tostring) | join(" ")' "signal SIGSEGV $(line_of signals.c '*nothing = 1')"
	is 'its end' '.[2] | [.state, (.data.stop | .reason, .signal_name, .exit_code)] | map(tostring) | join(" ")' 'exited exit SIGSEGV -1'
	id=$(start --program ./signals -- abrt)
	cmd "$id" run bt || fail "SIGABRT"
	is SIGABRT '.[0].data.stop.signal_name' SIGABRT
	is 'names of the C library' '.[1].output | map(.function) | (any(endswith("abort")) and .[-1] == "main")' true
	id=$(start --program ./signals -- int)
	cmd "$id" 'handle SIGINT pass' run continue || fail "SIGINT"
	is SIGINT '.[1].data.stop | [.reason, .signal_name] | join(" ")' 'signal SIGINT'
	is 'the handler ran' '.[2].data.stop.exit_code' 2
	id=$(start --program ./signals -- alrm)
	cmd "$id" run || fail "SIGALRM"
	is 'SIGALRM does not stop' '.data.stop | [.reason, .exit_code] | map(tostring) | join(" ")' 'exit 14'
}

build deep <<'END'
static int down(int n) { return n ? down(n - 1) + 1 : 0; }
int main(void) { return down(2000) == 2000; }
END

deep_recursion() {
	local id
	id=$(start --program ./deep)
	cmd "$id" 'break down if n == 0' run bt 'bt -3' '-stack-info-depth' || fail "deep recursion"
	is 'frames shown' '.[2].output | length' 100
	is 'the last of them' '.[2].output[99] | [.number, .function, .args] | map(tostring) | join(" ")' '99 down n=99'
	is 'the outermost' '.[3].output[-1].function' main
	is 'the depth' '.[4].data.results.depth' 2002
	[ "$(jq '.[2]' answer.json | wc -c)" -lt 100000 ] || fail "the answer has no bound"
}

build stl.cpp <<'END'
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
struct point { int x, y; };
int main()
{
	std::vector<point> v{{1, 2}, {3, 4}};
	std::map<std::string, int> m{{"a", 1}, {"b", 2}};
	std::string s = "text";
	auto p = std::make_unique<point>(point{5, 6});
	std::optional<int> o = 7;
	return v[0].x + m["a"] + *o; // HERE
}
END

containers() {
	local id
	id=$(start --program ./stl)
	cmd "$id" "break stl.cpp:$(line_of stl.cpp HERE)" run 'print v' 'print m' 'print s' 'print *p' 'print o' || fail "containers"
	gdb -nx -q -batch -ex "break stl.cpp:$(line_of stl.cpp HERE)" -ex run -ex 'print v' -ex 'print m' -ex 'print s' \
		-ex 'print *p' -ex 'print o' ./stl 2>&1 | sed -n 's/^\$[0-9]* = //p' >batch.txt
	answer '.[2:][].output' >ours.txt
	cmp -s batch.txt ours.txt || fail "values differ: $(diff batch.txt ours.txt)"
	grep -qF '{["a"] = 1, ["b"] = 2}' ours.txt || fail "no printers: $(cat ours.txt)"
}

build fast -O2 <<'END'
#include <stdlib.h>
__attribute__((noinline)) static int leaf(int n) { return n < 3 ? abort(), 0 : n * 2; }
static inline int middle(int n) { return leaf(n - 1) + 1; }
__attribute__((noinline)) static int tail(int n, int unused) { (void)unused; return middle(n); }
int main(int argc, char **argv) { (void)argv; return tail(argc, 7) + argc; }
END

optimised() {
	local id
	id=$(start --program ./fast)
	cmd "$id" run bt 'frame function main' 'info args' || fail "optimised code: $(cat answer.json)"
	gdb -nx -q -batch -ex run -ex bt ./fast 2>&1 | sed -n 's/^#\([0-9]*\) .*/\1/p' | wc -l >depth.txt
	is 'frames' '.[1].output | length' "$(cat depth.txt)"
	is 'inlined' '.[1].output | map(.function) | index("middle") != null' true
	gdb -nx -q -batch -ex run -ex 'frame function main' -ex 'info args' ./fast 2>&1 | grep '^arg' >batch.txt
	same 'optimised arguments' "$(answer '.[3].output')" "$(cat batch.txt)"
}

without_symbols() {
	local id
	gcc -O0 deep.c -o plain && cp plain bare && strip bare || fail "cannot build"
	id=$(start --program ./plain)
	jq -e '.warnings[0] | startswith("No debugging symbols")' start.json >/dev/null || fail "no warning: $(cat start.json)"
	cmd "$id" 'break down' run 'bt 2' 'info locals' 'x/i $pc' || true
	is 'no debug information' '.[1].data.stop.function' down
	is 'its frames' '.[2].output | map(.function) | join(" ")' 'down main'
	is 'locals' '.[3].output' 'No symbol table info available.'
	id=$(start --program ./bare)
	cmd "$id" starti 'info registers rip' 'break main' || true
	is 'stripped: it starts' '.[0].state' stopped
	is 'stripped: registers' '.[1].output.rip | startswith("0x")' true
	is 'stripped: no main' '.[2].error_type' gdb_error
}

core_file() {
	local id
	id=$(start --program ./stl)
	cmd "$id" "break stl.cpp:$(line_of stl.cpp HERE)" run 'generate-core-file core' || fail "no core file"
	id=$(start --program ./stl --core core)
	same 'state with a core file' "$(status_of "$id" .state)" stopped
	cmd "$id" bt 'print s' continue && fail "a core file goes on"
	is 'core: frames' '.[0].output[0] | [.function, .line] | map(tostring) | join(" ")' "main $(line_of stl.cpp HERE)"
	is 'core: values' '.[1].output' '"text"'
	is 'core: continue' '.[2] | [.error_type, .state] | join(" ")' 'target_not_running stopped'
}

attached() {
	local id pid how state who
	build ticks <<-'END'
	#include <unistd.h>
	volatile int ticks;
	static void tick(void) { ticks++; }
	int main(void)
	{
		for (;;) {
			usleep(20000);
			tick();
		}
	}
	END
	for how in detach stopped running server keeper server,keeper force; do
		./ticks &
		pid=$!
		id=$(start --attach $pid)
		same "attached, $how" "$(status_of "$id" .state)" stopped
		cmd "$id" 'break tick' continue 'print ticks >= 0' || fail "attach: $(cat answer.json)"
		is 'attached' '.[1].data.stop.function' tick
		if [ $how = detach ]; then
			cmd "$id" detach || fail "detach"
			[ "$(status_of "$id" .state)" != running ] || fail "detached, and runs"
		elif [ $how != stopped ]; then
			cmd "$id" 'condition 1 ticks < 0' 'continue&' || fail "continue"
			is 'in the background' '.[1].state' running
		fi
		case $how in
		detach | stopped | running) "$tool" stop --session "$id" >/dev/null || fail "stop" ;;
		force) "$tool" stop --force --session "$id" >/dev/null || fail "stop --force" ;;
		*)
			# what was inserted in its code it would not survive
			who=$(the_server)
			[[ $how = *keeper ]] && who=${how/keeper/$(the_keeper)}
			sleep 0.1
			# shellcheck disable=SC2086  # one process or two
			kill -9 ${who/server,/$(the_server) }
			;;
		esac
		for _ in $(seq 100); do
			state=$(awk '{print $3}' "/proc/$pid/stat")
			[[ $state = [RSD] ]] && break
			sleep 0.1
		done
		[[ $state = [RSD] ]] || fail "after $how the process is in the state '$state'"
		kill -9 $pid || fail "after $how the process is gone"
		wait $pid 2>/dev/null
	done
}

build chatty <<'END'
#include <stdio.h>
int main(void)
{
	for (unsigned long n = 0;; n++)
		printf("line %lu\n", n);
}
END

prints_for_ever() {
	local id
	id=$(start --program ./chatty)
	wall=2 cmd "$id" run && fail "it ends"
	is 'prints for ever' '[.error_type, .state] | join(" ")' 'timeout running'
	[ "$(wc -c <answer.json)" -lt 200000 ] || fail "the answer has no bound"
	"$tool" interrupt --session "$id" >/dev/null || fail "interrupt"
	wall=60 cmd "$id" wait bt || fail "it does not stop: $(cat answer.json)"
	is 'interrupted' '.[0].data.stop.reason' interrupt
	[ "$("$tool" output --session "$id" --max-bytes 4096 | jq -r '.output | length')" -le 4096 ] || fail "output has no bound"
}

build wordy <<'END'
#include <stdio.h>
static void done(void) {}
int main(void)
{
	char room[4096] = ""; /* above $sp, however small the environment is */
	setvbuf(stdout, NULL, _IONBF, 0);
	for (int n = 0; n < 3000; n++)
		printf("\t\"line\" %d\x01\n%s", n, room);
	done();
}
END

# --max-bytes is for the whole answer, and what it leaves out can be read
bounded() {
	local id max cursor
	id=$(start --program ./wordy)
	for max in 2000 20000; do
		"$tool" cmd --session "$id" --max-bytes $max --command 'break done' --command run >answer.json || fail "wordy"
		is "$max: the stop is whole" '.[1].data | [.stop.function, (.record | length > 0)] | map(tostring) | join(" ")' 'done true'
		[ "$(jq -c '.[1] | {raw, output, data, program_output}' answer.json | wc -c)" -le $max ] || fail "program_output passes $max: $(wc -c <answer.json)"
		[ "$(jq -r '.[1].program_output | length' answer.json)" -gt $((max / 8)) ] || fail "of $max there is not much: $(cat answer.json)"
		cursor=$(jq -r '.[1].program_output_cursor' answer.json)
		jq -j '.[1].program_output' answer.json >tail.txt
		"$tool" output --session "$id" --cursor "$cursor" | jq -j .output >whole.txt
		same "$max: what was left out" "$(jq '.[1].program_output_omitted_bytes' answer.json)" $(($(wc -c <whole.txt) - $(wc -c <tail.txt)))
		tail -c "$(wc -c <tail.txt)" whole.txt | cmp - tail.txt || fail "it is not the end of the output"
		head -n 2 whole.txt | cmp - <(printf '\t"line" %d\001\n' 0 1) || fail "it is not its start: $(head -n 2 whole.txt)"
		"$tool" cmd --session "$id" --format struct --max-bytes $max --command run >literal.txt || fail "wordy"
		[ "$(wc -c <literal.txt)" -le $max ] || fail "the literals pass $max: $(wc -c <literal.txt)"
		grep -q 'const char\* program_output = "... \[[0-9]* bytes omitted\] ...\\n' literal.txt || fail "literals: not said: $(head -c 3000 literal.txt)"
	done
	for max in 300 1500 5000; do
		"$tool" cmd --session "$id" --max-bytes $max --command bt --command 'info registers' --command 'x/300i $pc' --command 'x/300xg $sp' \
			--command 'info functions str' --command '-data-list-register-values x' --command 'disassemble printf' --command 'info line done' \
			--command 'ptype FILE' --command 'list wordy.c:1,12' --command 'output 5' --command 'show version' >answer.json || fail "at $max: $(head -c 2000 answer.json)"
		jq -c '.[] | {raw, output, data}' answer.json | awk -v max=$max 'length($0) > max + 30 {print "FAIL: " length($0) " of " max ": " $0; bad = 1} END {exit bad}' ||
			fail "answers pass $max"
		is "$max: registers" '.[1] | ((.cursor // "") | length > 0) and .data.omitted_bytes > 1000' "$([ $max -lt 5000 ] && echo true || echo false)"
		is "$max: small answers are whole" '.[10] | [.raw, .output] | join(" ")' '5 5'
	done
	is 'what fits stays as it is' '.[0].output[1].function' main
	cursor=$(jq -r '.[2].cursor' answer.json)
	"$tool" cmd --session "$id" --max-bytes 900 --cursor "$cursor" >answer.json || fail "reading on"
	[ "$(jq -c '{raw, output}' answer.json | wc -c)" -le 900 ] || fail "a page passes 900"
	is 'reading on' '(.raw | length > 100) and (.cursor | length > 0)' true
}

fork_bomb() {
	local id
	build bomb <<-'END'
	#include <unistd.h>
	int main(void)
	{
		for (;;)
			fork();
	}
	END
	id=$(start --sandbox --program ./bomb)
	wall=2 cmd "$id" run && fail "it ends"
	is 'fork bomb' .state running
	same "the session answers" "$("$tool" status --session "$id" | jq -r .success)" true
	"$tool" stop --session "$id" >/dev/null || fail "stop"
	! pgrep -x bomb >/dev/null || fail "the bomb is left"
}

terminal_and_input() {
	local id
	build terminal <<-'END'
	#include <stdio.h>
	#include <termios.h>
	#include <unistd.h>
	int main(void)
	{
		struct termios t;
		int c, n = 0;
		if (tcgetattr(0, &t))
			return 99;
		t.c_lflag |= ECHO | ICANON | ISIG;
		t.c_oflag |= OPOST | ONLCR;
		tcsetattr(0, TCSANOW, &t);
		while ((c = getchar()) != EOF)
			n += c != '\n';
		printf("%d characters\n", n);
		t.c_lflag = 0;
		tcsetattr(0, TCSANOW, &t);
		return n;
	}
	END
	id=$(start --program ./terminal)
	wall=1 cmd "$id" run && fail "it does not wait for input"
	"$tool" input --session "$id" $'one\ntwo\n' >/dev/null || fail "input"
	"$tool" input --session "$id" $'\004' >/dev/null || fail "end of input"
	wall=60 cmd "$id" wait || fail "it does not end"
	is 'read to the end' '[.state, .data.stop.exit_code] | map(tostring) | join(" ")' 'exited 6'
	"$tool" output --session "$id" | jq -r .output | grep -q '6 characters' || fail "its output"
	wall=60 cmd "$id" 'break main' run || fail "after it changed the terminal"
	is 'another run' '.[1].state' stopped
}

build eats <<'END'
#include <stdio.h>
#include <unistd.h>
static void begin(void) {}
int main(void)
{
	static char chunk[4096];
	unsigned long bytes = 0, sum = 0;
	ssize_t n;
	begin();
	while ((n = read(0, chunk, sizeof(chunk))) > 0) {
		for (ssize_t i = 0; i < n; i++)
			sum = sum * 31 + (unsigned char)chunk[i];
		bytes += (unsigned long)n;
	}
	printf("%lu bytes, sum %lx\n", bytes, sum);
}
END

# standard input to its end, what is left of it where the program does not read, and the end of input
input_of_any_size() {
	local id taken
	{
		seq 50000
		head -c 4095 /dev/zero | tr '\0' 'y'
		printf '\n\303\251 \377 "\\ end without a newline'
	} >big.txt
	id=$(start --program ./eats)
	cmd "$id" 'run&' || fail run
	"$tool" input --session "$id" --eof - <big.txt >answer.json || fail "input of $(wc -c <big.txt) bytes: $(cat answer.json)"
	is 'bytes' .bytes "$(wc -c <big.txt)"
	cmd "$id" wait || fail wait
	same 'what it has read' "$("$tool" output --session "$id" | jq -r .output)" "$(./eats <big.txt)"
	cmd "$id" 'break begin' run || fail "another run"
	"$tool" input --session "$id" - <big.txt >answer.json && fail "a program that stands reads $(wc -c <big.txt) bytes"
	taken=$(jq .bytes answer.json)
	is 'not read' '[.error_type, (.error | endswith("of all, '"$taken"' were, the rest was not sent"))] | map(tostring) | join(" ")' 'resource true'
	[ "$taken" -gt 4000 ] || fail "only $taken bytes were taken"
	cmd "$id" 'delete' 'continue&' || fail "continue"
	"$tool" input --session "$id" --eof >answer.json || fail "the end of input: $(cat answer.json)"
	cmd "$id" wait || fail "the end"
	same 'what it has read of it' "$("$tool" output --session "$id" | jq -j .output | tail -n 1)" "$(head -c "$taken" big.txt | ./eats)"
	cmd "$id" 'run&' || fail "a third run"
	"$tool" input --session "$id" --eof abc >/dev/null || fail "half a line"
	cmd "$id" wait || fail "the end of half a line"
	same 'half a line' "$("$tool" output --session "$id" | jq -j .output | tail -n 1)" "$(printf abc | ./eats)"
	"$tool" input --session "$id" 2>/dev/null && fail "nothing to send"
	id=$(start --program ./spin)
	run_in_background "$id"
	"$tool" input --session "$id" -t 1 - <big.txt >answer.json && fail "a program that never reads"
	is 'never read' '[.error_type, .bytes > 4000] | map(tostring) | join(" ")' 'resource true'
	"$tool" interrupt --session "$id" >/dev/null
	wait "$waiter"
}

build environment <<'END'
#include <stdio.h>
extern char **environ;
int main(void)
{
	for (char **e = environ; *e; e++)
		puts(*e);
}
END

# the program's environment is that of a program under plain gdb
program_environment() {
	local id variant of
	for variant in AN=ordinary PYTHONDONTWRITEBYTECODE=mine PYTHONPYCACHEPREFIX=$dir/mine; do
		of=(env -u PYTHONDONTWRITEBYTECODE -u PYTHONPYCACHEPREFIX "TWO LINES=a
=b" "$variant" PYTHON_OF="the user's")
		"${of[@]}" gdb -nx -q -batch -ex run ./environment 2>/dev/null |
			sed -n '/^[A-Z_ ]*=/,/^\[Inferior/p' | grep -v '^\[Inferior' >all.txt
		id=$("${of[@]}" "$tool" start --program ./environment | jq -r .session_id)
		cmd "$id" run || fail "run: $(cat answer.json)"
		answer .program_output >ours.txt
		for file in all ours; do grep -Ev '^(LINES|COLUMNS|_)=' $file.txt | grep . | sort >$file.sorted; done
		grep -q '^PYTHON_OF=' ours.sorted || fail "no environment: $(cat ours.txt)"
		grep -qxF "$variant" ours.sorted || fail "no $variant: $(grep -a PYTHON ours.txt)"
		cmp all.sorted ours.sorted || fail "with $variant: $(diff all.sorted ours.sorted)"
	done
	id=$(start --sandbox --program ./environment --env 'MY=own')
	cmd "$id" run || fail "run: $(cat answer.json)"
	same 'the environment in a sandbox' "$(answer .program_output | grep . | grep -v '^_=' | sort | paste -sd ' ')" \
		'COLUMNS=80 HOME=/nonexistent LANG=C.UTF-8 LINES=24 MY=own PATH=/usr/bin:/bin PWD=/box SHELL=/bin/sh TERM=dumb'
}

executes() {
	local id
	build before <<-'END'
	#include <unistd.h>
	int main(void) { return execl("./after", "after", (char *)0); }
	END
	build after <<-'END'
	static int second(int n) { return n + 3; }
	int main(void) { return second(4); }
	END
	id=$(start --program ./before)
	wall=60 cmd "$id" 'break main' run continue 'break second' continue finish || fail "exec: $(cat answer.json)"
	is 'exec: a main of its own' '.[2].data.stop | [.function, .file] | join(" ")' 'main after.c'
	is 'in the other program' '.[4].data.stop.function' second
	is 'what it returns' '.[5].raw | contains("Value returned is $1 = 7")' true
}

late_library() {
	local id
	echo 'int late(int n) { return n * 3; }' >late.c
	gcc -g -shared -fPIC late.c -o liblate.so || fail "no library"
	build loads -ldl <<-'END'
	#include <dlfcn.h>
	static void loaded(void) {}
	int main(void)
	{
		void *lib = dlopen("./liblate.so", RTLD_NOW);
		int (*late)(int) = (int (*)(int))dlsym(lib, "late");
		loaded();
		return late(5);
	}
	END
	id=$(start --program ./loads)
	cmd "$id" 'break late' && fail "a breakpoint in nothing"
	is 'not loaded yet' .error_type gdb_error
	wall=60 cmd "$id" 'break loaded' run 'break late' continue 'print n' || fail "late: $(cat answer.json)"
	is 'loaded late' '[.[3].data.stop.function, .[4].output] | join(" ")' 'late 5'
}

pie_and_static() {
	local id how
	for how in -no-pie -pie -static -static-pie; do
		gcc -g -O0 $how deep.c -o "deep$how" || fail "gcc $how"
		id=$(start --program "./deep$how")
		wall=60 cmd "$id" 'break down if n == 1999' run 'bt' 'print n' || fail "$how: $(cat answer.json)"
		is "$how" '[.[1].data.stop.function, (.[2].output | length), .[3].output] | map(tostring) | join(" ")' 'down 3 1999'
	done
}

# no more than 32, also when they are started at once; a start that is killed takes no place
many_at_once() {
	local i refused=0 started=0 starters=() ended
	ended=$(find "$sessions" -name '*.json' | wc -l)
	for i in $(seq 34); do
		"$tool" start --program ./spin >"many$i.json" 2>"many$i.err" &
		starters+=($!)
	done
	for i in $(seq 34); do
		if wait "${starters[i - 1]}"; then
			started=$((started + 1))
		else
			refused=$((refused + 1))
			same "refusal $i" "$(jq -r '[.error_type, .error] | join(": ")' "many$i.err")" \
				'resource: there are 32 sessions already; stop one first'
		fi
	done
	same 'started and refused' "$started $refused" '32 2'
	same 'files' "$(find "$sessions" -name '*.json' | wc -l)" $((ended + 32))
	same 'sessions' "$("$tool" list | jq length)" 32
	"$tool" stop --session "$(jq -r .session_id "$(find . -maxdepth 1 -name 'many*.json' -size +0 | head -n 1)")" >/dev/null || fail "stop"
	: >"$sessions/killed.json" # as a killed starter leaves it
	"$tool" start --program ./spin --gdb-path "$dir/none" 2>err && fail "a start without a debugger"
	same 'not the cap' "$(jq -r .error_type err)" start_failed
	start --program ./spin >/dev/null
	[ ! -e "$sessions/killed.json" ] || fail "what a killed start left is kept"
	"$tool" start --program ./spin 2>err && fail "a 33rd"
	same 'the 33rd' "$(jq -r .error_type err)" resource
}

# what a session's file says of its end needs no room on the disk
full_disk() {
	local id how run=$dir/small
	mkdir -m 700 "$run"
	if ! mount -t tmpfs -o size=64k,mode=700 faultline-small "$run" 2>/dev/null; then
		[ "${CI:-}" = true ] && fail "cannot mount a tmpfs"
		echo "no full disk: cannot mount a tmpfs"
		return
	fi
	for how in stop kill; do
		id=$(XDG_RUNTIME_DIR=$run "$tool" start --program ./spin | jq -r .session_id)
		cat /dev/zero >"$run/faultline/full" 2>/dev/null
		case $how in
		stop) XDG_RUNTIME_DIR=$run "$tool" stop --session "$id" >answer.json || fail "stop" ;;
		kill) XDG_RUNTIME_DIR=$run "$tool" stop --force --session "$id" >answer.json || fail "stop --force" ;;
		esac
		XDG_RUNTIME_DIR=$run "$tool" status --session "$id" >/dev/null 2>answer.json && fail "it is there"
		[ $how = kill ] || is "with a full disk, $how" '[.error_type, .error] | join(" ")' "session_closed Session $id was stopped"
		[ $how = stop ] || is "with a full disk, $how" .error_type session_not_found
		same "the list with a full disk, $how" "$(XDG_RUNTIME_DIR=$run "$tool" list)" '[]'
		rm "$run/faultline/full"
	done
	umount "$run" || fail "umount"
}

for test in ${TESTS:-debugger_killed program_killed server_and_keeper_killed client_killed in_the_queue resume_refused threads forks signals deep_recursion \
	containers optimised without_symbols core_file attached prints_for_ever bounded fork_bomb terminal_and_input input_of_any_size program_environment executes \
	late_library pie_and_static many_at_once full_disk}; do
	before=$bad began=$(now_ms)
	wall='' 
	$test
	stop_all
	echo "$test: $(($(now_ms) - began)) ms$([ "$bad" = "$before" ] || echo ", fails")"
done
finish
