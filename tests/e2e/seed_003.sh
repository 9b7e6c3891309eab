#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 180
# Each tool of the tools reference: its parameters, results, examples and warnings, as JSON-RPC to
# `debugsession mcp`, a function each. What is expected comes from gdb in batch mode, readelf, /proc and
# the source.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
# shellcheck source=tests/support/rpc.sh
. "$FL_SRC/tests/support/rpc.sh"
need readelf

cat >foo.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct object { int field; };
static int array[8] = {0, 1, 4, 9, 16, 25, 36, 49};
static volatile int forever;
static int work(int x, struct object *obj)
{
	int *ptr = &obj->field;
	obj->field += x;
	return *ptr + array[5]; /* BODY */
}
static void *other(void *arg)
{
	while (forever != 2)
		;
	return arg;
}
int main(int argc, char **argv)
{
	struct object o = {3};
	pthread_t t;
	int sum = 0;
	for (int x = 0; x < 20; x++)
		sum += work(x, &o);
	if (argc > 1 && !strcmp(argv[1], "threads"))
		pthread_create(&t, NULL, other, NULL);
	printf("%d %s %s\n", sum, argc > 2 ? argv[2] : "-", getenv("DEBUG_MODE") ? getenv("DEBUG_MODE") : "-");
	fflush(stdout);
	while (argc > 1 && !forever) /* SPIN */
		;
	return 0;
}
END
gcc -g -O0 -no-pie -fcf-protection=none -pthread foo.c -o foo || exit 1
body=$(line_of foo.c BODY)

begin() { # MORE-ARGUMENTS-AS-JSON
	call gdb_start_session "$(jq -cn --arg p "$dir/foo" --argjson more "${1:-{\}}" '{program: $p} + $more')"
	is 'gdb_start_session' .status success
}
end() {
	call gdb_stop_session '{}'
	is 'gdb_stop_session' .status success
}
execute() { # COMMAND
	call gdb_execute_command "$(jq -cn --arg c "$1" '{command: $c}')"
}
at_body() {
	begin
	call gdb_set_breakpoint "{\"location\":\"foo.c:$body\",\"condition\":\"x == 4\"}"
	execute run
	is 'run' .status success
}
batch() { # COMMAND…
	local c args=()
	for c in "$@"; do args+=(-ex "$c"); done
	gdb -nx -q -batch -ex "break foo.c:$body if x == 4" -ex run "${args[@]}" ./foo 2>/dev/null
}

gdb_start_session() {
	begin '{"args":["one","two words"],"env":{"DEBUG_MODE":"1","LOG_LEVEL":"verbose"},"init_commands":["set print pretty on","show print pretty"]}'
	is 'program' .program "$dir/foo"
	is 'message' '.message | length > 0' true
	is 'startup_output' .startup_output "Reading symbols from $dir/foo..."
	is 'init_output' .init_output 'Pretty formatting of structures is on.'
	is 'warnings' '.warnings | length' 0
	execute 'show environment LOG_LEVEL'
	is 'env' .output 'LOG_LEVEL = verbose'
	call gdb_set_breakpoint "{\"location\":\"foo.c:$(line_of foo.c SPIN)\"}"
	execute run
	call gdb_program_output '{}'
	is 'arguments and environment' '.output | rtrimstr("\n") | rtrimstr("\r")' "$(DEBUG_MODE=1 timeout 1 ./foo one 'two words')"
	end
}

start_with_custom_gdb_path() {
	begin "{\"gdb_path\":\"$(command -v gdb)\"}"
	end
	call gdb_start_session "{\"program\":\"$dir/foo\",\"gdb_path\":\"/usr/local/bin/gdb-custom\"}"
	is 'no such gdb' .status error
	is 'its message' '.message | contains("gdb-custom")' true
}

warnings() {
	gcc -O0 -pthread -w foo.c -o plain && echo text >text || exit 1
	call gdb_start_session "{\"program\":\"$dir/plain\"}"
	is 'no symbols' '.warnings[0]' 'No debugging symbols found - program was not compiled with -g'
	call gdb_start_session "{\"program\":\"$dir/text\"}"
	is 'no executable' '.warnings[0]' 'File is not an executable'
	call gdb_start_session "{\"program\":\"$dir/missing\"}"
	is 'not there' '.warnings[0]' 'Program file not found'
}

core_dump_by_init_commands() {
	gdb -nx -q -batch -ex "break foo.c:$body if x == 4" -ex run -ex 'generate-core-file core.dump' ./foo >/dev/null 2>&1
	[ -s core.dump ] || fail "gdb makes no core file"
	call gdb_start_session "{\"init_commands\":[\"file $dir/foo\",\"core-file $dir/core.dump\",\"set sysroot /\",\"set solib-search-path $dir\"]}"
	is 'core' .status success
	call gdb_get_backtrace '{}'
	is 'its stack' '[.. | objects | select(has("func") or has("function")) | .func // .function][0:2] | join(" ")' 'work main'
	end
}

# Stack addresses, thread numbers and the width of columns differ from run to run; of the tool's output, and of gdb's.
chance='.output | gsub("0x7f[0-9a-f]+"; "ADDR") | gsub("LWP [0-9]+"; "LWP N") | gsub(" +"; " ")'
without_chance() { sed -E 's/0x7f[0-9a-f]+/ADDR/g; s/LWP [0-9]+/LWP N/g; s/ +/ /g'; }

gdb_execute_command_cli() {
	at_body
	execute 'info breakpoints'
	is 'info breakpoints' .output "$(batch 'info breakpoints' | sed -n '/^Num/,$p')"
	execute 'print x'
	is 'print x' .output '$1 = 4'
	execute backtrace
	is 'backtrace' "$chance" "$(batch backtrace | grep '^#' | without_chance)"
	execute "list $body,$body"
	is 'list' .output "$body"$'\t'"$(sed -n "${body}p" foo.c)"
	execute 'info threads'
	is 'info threads' "$chance" "$(batch 'info threads' | sed -n '/^  Id/,$p' | without_chance)"
	execute disassemble
	is 'disassemble' '[.output | scan("<\\+[0-9]+>:")] | length' "$(batch disassemble | grep -c '<+[0-9]*>:')"
	end
}

gdb_execute_command_mi() {
	at_body
	execute -break-list
	is '-break-list' '[.. | objects | select(has("original-location")) | .["original-location"]][0] | endswith("foo.c:'"$body"'")' true
	execute '-data-evaluate-expression array[5]'
	is '-data-evaluate-expression' '[.. | objects | select(has("value")) | .value][0]' 25
	begin '{"args":["spin"]}'
	call gdb_execute_command '{"command":"-exec-run","timeout_sec":1}'
	is 'a timeout' '.status' error
	call gdb_interrupt '{}'
	is 'interrupt' .status success
	end
	end_other=$(jq -r .status answer.json)
	same 'stop' "$end_other" success
}

gdb_get_status() {
	at_body
	call gdb_get_status '{}'
	is 'status' '[.status, .is_running, .target_running, .state, .stop.function, .stop.line] | map(tostring) | join(" ")' \
		"success true false stopped work $body"
	same 'its program' "$(readlink "/proc/$(jq .program_pid answer.json)/exe")" "$dir/foo"
	end
	call gdb_get_status '{}'
	is 'without a session' . "$(jq -n '{status: "error", message: "No active GDB session: start one with gdb_start_session"}')"
}

gdb_get_threads_and_interrupt() {
	begin '{"args":["threads"]}'
	call gdb_execute_command '{"command":"run","timeout_sec":2}'
	is 'it runs' .status error
	call gdb_interrupt '{}'
	is 'interrupt' .status success
	call gdb_wait '{}'
	call gdb_get_threads '{}'
	is 'threads' '[(.threads | length), .count] | map(tostring) | join(" ")' '2 2'
	is 'current' '.current_thread_id | tostring' 1
	call gdb_get_backtrace '{"thread_id":2,"max_frames":1}'
	is 'the other one' '[.. | objects | (.func // .function // empty)] | join(" ")' other
	end
}

gdb_get_backtrace() {
	at_body
	call gdb_get_backtrace '{}'
	is 'frames' '[.. | objects | (.func // .function // empty)] | join(" ")' 'work main'
	call gdb_get_backtrace '{"max_frames":1}'
	is 'one frame' '[.. | objects | (.func // .function // empty)] | join(" ")' work
	end
}

gdb_set_breakpoint() {
	local at
	at=0x$(readelf -sW foo | awk '$8 == "work" {print $2}' | sed 's/^0*//')
	begin
	call gdb_set_breakpoint '{"location":"main"}'
	is 'main' '[.. | objects | select(has("number")) | .number][0]' 1
	call gdb_set_breakpoint "{\"location\":\"foo.c:$body\",\"condition\":\"x > 10\"}"
	is 'file and line' '[.. | objects | select(has("line")) | .line | tostring][0]' "$body"
	call gdb_set_breakpoint "{\"location\":\"*$at\",\"temporary\":true}"
	is 'an address' '[.. | objects | select(has("addr")) | .addr | ltrimstr("0x") | sub("^0+"; "")][0]' "${at#0x}"
	is 'temporary' '[.. | objects | select(has("disp")) | .disp][0]' del
	call gdb_set_breakpoint '{"location":"nowhere"}'
	is 'nowhere' .status error
	execute run
	call gdb_continue '{}'
	call gdb_continue '{}'
	execute 'print x'
	is 'the condition' .output '$1 = 11'
	end
}

gdb_list_breakpoints() {
	at_body
	call gdb_list_breakpoints '{}'
	is 'count' '[.status, .count] | map(tostring) | join(" ")' 'success 1'
	is 'its fields' '.breakpoints[0] | [.number, .type, .enabled, .func, .file, .fullname, .line, .times] | join(" ")' \
		"1 breakpoint y work foo.c $dir/foo.c $body 1"
	is 'addr' '.breakpoints[0].addr | test("^0x[0-9a-f]{16}$")' true
	is 'original-location' '.breakpoints[0]["original-location"] | endswith("foo.c:'"$body"'")' true
	end
}

gdb_continue_step_next() {
	begin
	call gdb_continue '{}'
	is 'nothing to continue' .status error
	call gdb_set_breakpoint '{"location":"main"}'
	execute run
	for _ in 1 2 3; do call gdb_next '{}'; done
	call gdb_step '{}'
	execute 'frame'
	is 'step goes in' '.output | split("\n")[0] | sub("0x7f[0-9a-f]+"; "ADDR")' "#0  work (x=0, obj=ADDR) at foo.c:$(line_of foo.c '*ptr =')"
	call gdb_set_breakpoint "{\"location\":\"foo.c:$body\"}"
	call gdb_continue '{}'
	call gdb_next '{}'
	execute 'info source'
	execute 'print x'
	is 'next stays' .output '$1 = 0'
	end
}

gdb_evaluate_expression() {
	local e
	at_body
	for e in x '*ptr' 'array[5]' 'obj->field'; do
		call gdb_evaluate_expression "$(jq -cn --arg e "$e" '{expression: $e}')"
		is "$e" '.value' "$(batch "print $e" | sed -n 's/^\$1 = //p')"
	done
	call gdb_evaluate_expression '{"expression":"nothing"}'
	is 'nothing' '[.status, .message] | join(": ")' 'error: No symbol "nothing" in current context.'
	end
}

gdb_get_variables() {
	at_body
	call gdb_get_variables '{}'
	is 'names' '[.. | objects | select(has("value")) | .name] | sort | join(" ")' 'obj ptr x'
	is 'a value' '[.. | objects | select(.name? == "x") | .value][0]' 4
	call gdb_get_variables '{"frame":1,"thread_id":1}'
	is 'the caller' '[.. | objects | select(.name? == "argc") | .value][0]' 1
	end
}

gdb_get_registers() {
	at_body
	call gdb_get_registers '{}'
	is 'rip' '[.. | objects | .rip? // empty | tostring | ltrimstr("0x") | sub("^0+"; "")][0]' "$(batch 'print/x $rip' | sed -n 's/^\$1 = 0x//p')"
	end
}

mcp_start --sandbox=off
for test in ${TESTS:-gdb_start_session start_with_custom_gdb_path warnings core_dump_by_init_commands gdb_execute_command_cli \
	gdb_execute_command_mi gdb_get_status gdb_get_threads_and_interrupt gdb_get_backtrace gdb_set_breakpoint \
	gdb_list_breakpoints gdb_continue_step_next gdb_evaluate_expression gdb_get_variables gdb_get_registers}; do
	before=$bad
	$test
	[ "$bad" = "$before" ] || echo "$test fails"
done
mcp_stop
finish
