#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 400
# The gate over commands, with a live gdb: what reaches a shell, a file or the network is refused; with
# the gate off and the sandbox on the same does nothing outside; with neither it does, or this test
# would show nothing. Everyday commands pass. The same over MCP, and over the session's socket.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need python3
mkdir -m 777 canary
cp "$FL_SRC/tests/e2e/gate/v.c" . && gcc -g -O0 v.c -o v || exit 1
echo '__attribute__((constructor)) static void f(void) { fopen(getenv("CANARY"), "w"); }' |
	gcc -shared -fPIC -include stdio.h -include stdlib.h -x c - -o preload.so || exit 1
cp v evil && mkdir scripts && ln -s /usr/bin/touch linked
python3 -c '
import socket, sys
s = socket.create_server(("127.0.0.1", 0))
print(s.getsockname()[1], flush=True)
while True:
    s.accept()[0].close()
    open(sys.argv[1], "a").write("x")' "$dir/connected" >port &
listener=$!
until [ -s port ]; do sleep 0.05; done

# what is tried, with names that are really there: @C@ the canary, @S@ a script, @L@ a library, …
canary=$dir/canary/c
echo "shell touch $canary" >"$dir/script"
printf 'import os\nopen("%s", "w")\n' "$canary" >"$dir/evil-gdb.py"
fill() {
	sed -e "s|@C@|$canary|g; s|@S@|$dir/script|g; s|@L@|$dir/preload.so|g; s|@D@|$dir/scripts|g; s|@E@|$dir/evil|g" \
		-e "s|@Y@|$dir/linked|g; s|@P@|$(cat port)|g" "$1"
}
try() { # OUT LIST OPTION…: each command in a session that stands in main; OUT: a line of JSON for each
	local out=$1 list=$2
	shift 2
	fill "$list" >"$out.filled"
	CANARY=$canary python3 "$FL_SRC/tests/e2e/gate/try.py" "$tool" "$dir/canary" "$dir/connected" "$out.filled" \
		"$@" >"$out" || fail "cannot try with $*: $(tail -n 3 "$out")"
}

# FL_GATE_GDB names another gdb to put behind the gate (tests/nightly/gdb_dap.sh: gdb 16), FL_GATE_ENGINE
# the engine that it runs under
gate=(--gate --engine "${FL_GATE_ENGINE:-gdb}")
[ -z "${FL_GATE_GDB:-}" ] || gate+=(--gdb-path "$FL_GATE_GDB")
refused=$FL_SRC/tests/e2e/gate/refused.jsonl
try gated.jsonl "$refused" "${gate[@]}" --program "$dir/v" -- "touch $canary"
[ "$(wc -l <gated.jsonl)" -ge 200 ] || fail "only $(wc -l <gated.jsonl) tries"
same 'passed the gate' "$(jq -c 'select(.error_type != "refused") | [.command, .error]' gated.jsonl)" ''
same 'did something behind the gate' "$(jq -c 'select(.did) | .command' gated.jsonl)" ''
try boxed.jsonl "$refused" --sandbox --program "$dir/v" -- "touch $canary"
same 'did something from the sandbox' "$(jq -c 'select(.did) | .command' boxed.jsonl)" ''
sed -n '1~3p' "$refused" >third.jsonl
try free.jsonl third.jsonl --program "$dir/v" -- "touch $canary"
did=$(jq -c 'select(.did)' free.jsonl | wc -l)
[ "$did" -ge 20 ] || fail "without gate and sandbox only $did tries do something: the test shows little"
try harmless.out "$FL_SRC/tests/e2e/gate/harmless.jsonl" "${gate[@]}" --program "$dir/v"
same 'everyday commands' "$(jq -c 'select(.error_type == "refused") | [.command, .error]' harmless.out)" ''
worked=$(jq -c 'select(.success)' harmless.out | wc -l)
[ "$worked" -ge 150 ] || fail "only $worked everyday commands work"

# a client that speaks to the socket itself meets the gate, too
id=$("$tool" start --gate --program "$dir/v" | jq -r .session_id)
said=$(python3 -c '
import json, socket, sys
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
s.sendall(json.dumps({"op": "command", "command": "shell touch " + sys.argv[2]}).encode() + b"\n")
print(s.makefile().readline())' "$XDG_RUNTIME_DIR/faultline/$id.sock" "$canary" | jq -r .error_type)
same 'the socket' "$said" refused
"$tool" stop --session "$id" >/dev/null

# what is named at the start
refused() { # WHAT OPTION…
	local what=$1
	shift
	"$tool" start --gate "$@" >out 2>err && fail "$what: it starts"
	grep -q 'refused by the gate' err || fail "$what: $(cat err)"
}
refused 'a program of the system' --program /usr/bin/touch
refused 'a link to one' --program "$dir/linked"
refused 'the environment' --program "$dir/v" --env "LD_PRELOAD=$dir/preload.so"
refused 'an init command' --program "$dir/v" --init-command "shell touch $canary"
echo 'set $mine = 42' >init.gdb
id=$("$tool" start --gate --init init.gdb --program "$dir/v" | jq -r .session_id)
same 'an init file' "$("$tool" cmd --session "$id" --command 'p $mine' | jq -r .output)" 42
"$tool" stop --session "$id" >/dev/null

# MCP: on, unless --unsafe, whatever the sandbox
rpc() { # PARAMETERS-OF-START COMMAND OPTION…: the two results
	local start=$1 command=$2
	shift 2
	python3 "$FL_SRC/tests/e2e/gate/rpc.py" "$tool" "$start" "$command" "$@"
}
program=$(jq -cn --arg p "$dir/v" '{program: $p}')
message() { jq -r "$1.message // empty" | cut -c 1-19; }
for sandbox in on off; do
	same "MCP, sandbox $sandbox" "$(rpc "$program" "shell touch $canary" --sandbox=$sandbox | message '.[1]')" 'refused by the gate'
done
rpc "$program" "shell touch $canary" --sandbox=off --unsafe >/dev/null
[ -e "$canary" ] || fail 'MCP without gate and sandbox does nothing: the test shows nothing'
rm -f "$canary"
cat >"$dir/gdb" <<END
#!/bin/sh
touch $canary
exec gdb "\$@"
END
chmod +x "$dir/gdb"
bad_start() { # WHAT JQ-ASSIGNMENT
	same "MCP: $1" "$(rpc "$(jq -c --arg d "$dir" --arg c "$canary" "$2" <<<"$program")" 'print 1' --sandbox=off | message '.[0]')" \
		'refused by the gate'
}
bad_start 'gdb_path' '.gdb_path = "\($d)/gdb"'
bad_start 'gdb_path, a shell' '.gdb_path = "/bin/sh"'
bad_start 'init_commands' '.init_commands = ["shell touch \($c)"]'
bad_start 'env' '.env = {"LD_PRELOAD": "\($d)/preload.so"}'
bad_start 'program' '.program = "/usr/bin/touch" | .args = [$c]'
rpc "$(jq -c --arg c "$canary" '.args = ["$(touch \($c))", "; touch \($c)"]' <<<"$program")" run --sandbox=off >out
same 'MCP: args are no shell' "$(jq -r '.[1].status' out)" success
remote=$(rpc '{"remote": "192.0.2.1:9"}' 'print 1' --sandbox=off | jq -r '.[0].message')
grep -q -- --allow-network <<<"$remote" || fail "MCP: another machine: $remote"
same 'MCP: no remote targets later' "$(rpc "$program" "target remote 127.0.0.1:$(cat port)" --sandbox=off | message '.[1]')" 'refused by the gate'
[ ! -e "$dir/connected" ] || [ ! -s "$dir/connected" ] || fail 'there was a connection'
rpc "$program" "target remote 127.0.0.1:$(cat port)" --sandbox=off --allow-network >/dev/null
[ -s "$dir/connected" ] || fail 'with --allow-network there is no connection'
[ -z "$(ls "$dir/canary")" ] || fail "files: $(ls "$dir/canary")"
kill $listener
wait $listener 2>/dev/null
finish
