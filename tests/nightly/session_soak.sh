#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 3000
# Many sessions (SESSIONS, 500), 20 at once, each ended in another way: stopped, its client killed in
# mid-command, abandoned, its debugger or its program killed, its starter killed. Then an MCP server that
# opens and closes a fifth as many. Nothing may be left: no process, no socket; the server's memory and
# descriptors stay as they were.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
# shellcheck source=tests/support/rpc.sh
. "$FL_SRC/tests/support/rpc.sh"
sessions_wanted=${SESSIONS:-500} at_once=20

cat >spin.c <<'END'
volatile unsigned long spins;
static int level(int n) { return n ? level(n - 1) + 1 : 0; }
int main(void)
{
	spins = (unsigned long)level(5);
	for (;;)
		spins++;
}
END
gcc -g -O0 spin.c -o spin || exit 1

try() { # a session's id, or nothing where there is no room for one more
	"$tool" start --timeout 30 "$@" 2>>starts.err | jq -r .session_id
}
ask() { "$tool" cmd --session "$id" "$@" 2>/dev/null; }

ends_stopped() {
	id=$(try --program ./spin)
	[ "$(ask --command 'break level if n == 0' --command run --command bt | jq '.[2].output | length')" = 7 ] ||
		echo "$id: another stack" >>wrong
	"$tool" stop --session "$id" >stopped.json || echo "$id cannot be stopped" >>wrong
}
ends_client_killed() {
	id=$(try --program ./spin)
	timeout -s KILL "0.$((RANDOM % 5 + 1))" "$tool" cmd --session "$id" --command run >/dev/null 2>&1
	[ "$(ask --command wait --timeout 1 | jq -r .error_type)" = timeout ] ||
		[ "$("$tool" status --session "$id" | jq -r .success)" = true ] || echo "$id died with its client" >>wrong
	"$tool" stop --session "$id" >/dev/null || echo "$id cannot be stopped" >>wrong
}
ends_abandoned() {
	id=$(try --program ./spin --timeout 1)
	ask --command 'run&' >/dev/null
}
ends_debugger_killed() {
	id=$(try --program ./spin)
	kill -9 "$("$tool" status --session "$id" | jq .pid)"
	case $(ask --command 'print 1' | jq -r .error_type) in
	session_dead | process_died) ;;
	*) echo "$id lives without its debugger" >>wrong ;;
	esac
	"$tool" stop --session "$id" >/dev/null || echo "$id cannot be stopped" >>wrong
}
ends_program_killed() {
	id=$(try --program ./spin)
	ask --command 'break level' --command run >/dev/null
	kill -9 "$("$tool" status --session "$id" | jq .program_pid)"
	[ "$("$tool" stop --session "$id" | jq -r .status)" = terminated ] || echo "$id cannot be stopped" >>wrong
}
ends_starter_killed() {
	timeout -s KILL "0.0$((RANDOM % 9 + 1))" "$tool" start --timeout 1 --program ./spin >/dev/null 2>&1
}
ends_server_killed() {
	id=$(try --program ./spin)
	ask --command 'run&' >/dev/null
	kill -9 "$(jq .server_pid "$sessions/$id.json")"
}

ways=(stopped client_killed abandoned debugger_killed program_killed starter_killed server_killed)
worker() { # NUMBER
	local n
	RANDOM=$1
	for ((n = $1; n < sessions_wanted; n += at_once)); do
		"ends_${ways[RANDOM % ${#ways[@]}]}" || true
		echo "$n" >>done
	done
}

: >wrong >starts.err
began=$(now_ms)
for ((w = 0; w < at_once; w++)); do worker "$w" 2>/dev/null & done
wait
same "sessions tried" "$(wc -l <done)" "$sessions_wanted"
[ ! -s wrong ] || fail "$(sort wrong | uniq -c)"
[ ! -s starts.err ] || fail "not started: $(sort starts.err | uniq -c | head)"
for _ in $(seq 100); do # the abandoned ones end by themselves
	[ "$("$tool" list | jq 'map(select(has("status"))) | length')" = 0 ] && break
	sleep 0.1
done
nothing_left "after $sessions_wanted sessions"
echo "$sessions_wanted sessions, $at_once at once: $(($(now_ms) - began)) ms"

# one server for all the rest
size() { awk '/^VmRSS/ {print $2}' "/proc/$server/status"; }
descriptors() { find "/proc/$server/fd" -mindepth 1 | wc -l; }
mcp_start
cycles=$((sessions_wanted / 5))
for ((n = 1; n <= cycles; n++)); do
	call open '{}'
	is open .type ok
	id=$(jq -r .content.id answer.json)
	call call "{\"id\":\"$id\",\"command\":\"help\"}"
	is call .type ok
	call close "{\"id\":\"$id\"}"
	is close .type ok
	[ $n = $((cycles / 5)) ] && warm=$(size) && open=$(descriptors)
done
grown=$(($(size) - warm))
echo "MCP server: $warm KiB after $((cycles / 5)) sessions, $(size) after $cycles; $(descriptors) descriptors"
[ "$grown" -le 512 ] || fail "the MCP server has grown by $grown KiB"
same "its descriptors" "$(descriptors)" "$open"
mcp_stop
nothing_left "after the MCP server"
finish
