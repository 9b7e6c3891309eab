#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 120
# Names, arguments and inputs that are hard to say to a debugger: blanks, quotes, newlines, long lines.
# What is no command must never become one.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need python3

cat >echo.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	char line[8192];
	for (int i = 1; i < argc; i++)
		printf("[%s]", argv[i]);
	printf("{%s}", getenv("HARD") ? getenv("HARD") : "");
	fflush(stdout);
	while (argc == 1 && fgets(line, sizeof(line), stdin)) {
		fputs(line, stdout);
		fflush(stdout);
	}
	return 0;
}
END
gcc -g echo.c -o echo || exit 1

hard=$'x\nshell touch '$dir$'/escaped\necho \''
for gate in "" --gate; do
	id=$(start ${gate:+"$gate"} --program echo -e "HARD=$hard" -- "$hard" 'a  b' '' $'"q"\\n\n')
	cmd "$id" run
	is "arguments $gate" .program_output "[$hard][a  b][][\"q\"\\n"$'\n'"]{$hard}"
	[ -e escaped ] && fail "a part of an argument was run as a command ($gate)"
	"$tool" stop --session "$id" >"$dir/stop.json" || fail "stop"
done
jq -nc --arg program "$dir/echo" --arg arg "$hard" '
	{jsonrpc: "2.0", id: 1, method: "initialize", params: {protocolVersion: "2025-11-25",
		capabilities: {}, clientInfo: {name: "t", version: "1"}}},
	{jsonrpc: "2.0", id: 2, method: "tools/call", params: {name: "gdb_start_session",
		arguments: {program: $program, args: [$arg], env: {HARD: $arg}}}},
	{jsonrpc: "2.0", id: 3, method: "tools/call", params: {name: "gdb_execute_command",
		arguments: {command: "run"}}},
	{jsonrpc: "2.0", id: 5, method: "tools/call", params: {name: "gdb_start_session",
		arguments: {program: $program, remote: "| touch escaped"}}},
	{jsonrpc: "2.0", id: 4, method: "tools/call", params: {name: "gdb_start_session",
		arguments: [$program]}}' >asked
# a server ends with its input: it stays open until the last answer is there
mkfifo in
"$tool" mcp --sandbox=off --allow-network <in >said &
server=$!
exec 7>in
while read -r request; do
	printf '%s\n' "$request" >&7
	n=$(jq .id <<<"$request")
	for _ in $(seq 600); do
		grep -q "\"id\":$n," said && break
		sleep 0.05
	done
done <asked
exec 7>&-
wait $server
same "start over MCP" "$(jq -r 'select(.id == 2).result.structuredContent.status' said)" success
grep -q '"id":3,' said || fail "no answer to run over MCP"
[ -e escaped ] && fail "a part of an argument was run as a command over MCP"
jq -r 'select(.id == 5).result.structuredContent.message' said | grep -q '^refused by the gate' ||
	fail "a pipe as a target over MCP: $(jq -c 'select(.id == 5)' said)"
same "a start over MCP whose arguments are a list" \
	"$(jq -r 'select(.id == 4).result.structuredContent.message' said)" "arguments must be an object"

"$tool" start --gate --program echo --remote ' | touch escaped' >out 2>"$dir/answer.json" && fail "a pipe as a target"
is "a pipe as a target" '.error | startswith("refused by the gate")' true
[ -e escaped ] && fail "a target was run as a command"

for name in "a b \"c'.exe" $'two\nlines'; do
	cp echo "$name"
	for where in off on; do
		id=$(start --sandbox=$where --program "$name" -- 1)
		cmd "$id" 'break main' run
		is "$name, sandbox $where" '.[1].data.stop.function' main
		"$tool" stop --session "$id" >"$dir/stop.json" || fail "stop"
	done
	id=$(start --symbols "$name")
	cmd "$id" 'info line main'
	is "symbols of $name" '.output | startswith("Line ")' true
	"$tool" stop --session "$id" >"$dir/stop.json" || fail "stop"
done

for option in program core remote symbols init break-list gdb-path; do
	"$tool" start --$option= >out 2>err
	same "status of an empty --$option" $? 2
	grep -q -- "--$option is empty" err || fail "an empty --$option: $(cat err)"
done
for option in kernel=echo mode=bios append=x memory=64 qemu-arg=-s; do
	"$tool" start --program echo --$option >out 2>err
	same "status of --$option without a machine" $? 2
	grep -q 'needs a machine' err || fail "--$option without a machine: $(cat err)"
done
"$tool" status "$id" >out 2>err
same "status of a session without its option" $? 2
grep -q 'with --session' err || fail "a session without its option: $(cat err)"

id=$(start --program echo)
wall=1 cmd "$id" run
fits=$(printf 'f%.0s' $(seq 4095))
"$tool" input --session "$id" "$fits"$'\n' >"$dir/answer.json" || fail "a line of 4095 bytes is refused"
"$tool" input --session "$id" "${fits}t"$'\n' >"$dir/answer.json"
same "status of a line that is too long" $? 1
is "a line that is too long" .error_type resource
"$tool" input --session "$id" $'end\n\x04' >"$dir/answer.json" || fail "no input"
cmd "$id" wait
is "after the end of its input" .data.stop.exit_code 0
same "what it has read" "$("$tool" output --session "$id" | jq -r .output)" "{}$fits"$'\nend'

# a directory of sessions that cannot be used is named, with what to do
long=$dir/$(printf 'd%.0s' $(seq 240))
long=$long/${long##*/}/${long##*/}
mkdir -p "$long" && chmod 700 "$long"
XDG_RUNTIME_DIR=$long "$tool" start --program echo >/dev/null 2>answer.json
is 'a long name' '[.error_type, (.error | test("^XDG_RUNTIME_DIR is too long, with [0-9]+ bytes.*set a shorter one$"))] | map(tostring) | join(" ")' \
	'start_failed true'
(trap '' XFSZ && ulimit -f 0 && "$tool" start --program echo 2>&1) | cat >answer.json
is 'a full disk' '.error | test("^cannot write gdb_.*XDG_RUNTIME_DIR")' true

# sockets of sessions that were killed with all that belongs to them do not count for ever
stop_all
python3 - "$sessions" <<'END' || fail "no sockets"
import os, socket, sys, time
os.chdir(sys.argv[1])
for i in range(32):
    socket.socket(socket.AF_UNIX).bind(f"gone{i}.sock")
    os.utime(f"gone{i}.sock", (time.time() - 60,) * 2)
    with open(f"gone{i}.json", "w") as f:
        f.write('{"session_id":"gone%d","status":"live","created":1,"program":""}' % i)
END
id=$(start --program echo)
"$tool" status --session gone7 >out 2>"$dir/answer.json" && fail "a session that is gone has a status"
is "a session that is gone" .error_type session_dead
[ -e "$sessions/gone7.sock" ] && fail "a socket that nobody listens to is kept"
"$tool" stop --session "$id" >"$dir/stop.json" || fail "stop"

cat >many.c <<'END'
#include <stdio.h>
int main(void)
{
	for (int i = 0; i < 3 << 20; i++)
		putchar('m');
	return 0;
}
END
gcc -g many.c -o many || exit 1
id=$(start --program many)
cmd "$id" run
is "output shown and omitted" '(.program_output | length) + .program_output_omitted_bytes' $((3 << 20))

# What is missing on the machine is 3 for the exit status, what was asked wrongly 1.
missing() { # COMMAND…
	"$tool" "$@" --gdb-path "$dir/none" >out 2>err
	[ $? = 3 ] || fail "$1 without a debugger does not end with 3: $(cat err)"
	[ "$(jq -c '[.missing, .error_type]' err)" = '[true,"start_failed"]' ] || fail "$1: $(cat err)"
}
missing start
missing snapshot ./many --at many.c:4
"$tool" start --gate --remote '| true' 2>err
[ "$?:$(jq -r .error_type err)" = 1:refused ] || fail "a refusal of the gate: $(cat err)"
finish
