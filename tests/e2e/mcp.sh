#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 400
# The MCP server with real clients: the official SDK debugs a crash to its root cause, the newest
# revision's client runs one, the SDK calls every tool, the inspector some; raw JSON-RPC for what no client
# sends; and nothing is left when the client dies.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need npm node clang-repl-19 cmake
node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' || {
	echo "node is older than 20, which the newest client needs"
	exit 77
}
modules=$FL_BUILD/mcp
mkdir -p "$modules"
cp "$FL_SRC"/tests/e2e/mcp/{package.json,debug.mjs,every.mjs,modern.mjs,project.mjs} "$modules"
# shellcheck source=tests/support/npm.sh
. "$FL_SRC/tests/support/npm.sh" || exit 1
npm_modules "$modules" --ignore-scripts
cp "$FL_SRC/tests/e2e/mcp/list.c" . && gcc -g -O0 list.c -o list || exit 1

gdb -nx -q -batch -ex run -ex "generate-core-file $dir/core" "$dir/list" >"$dir/core.log" 2>&1
[ -s "$dir/core" ] || fail "no core file: $(cat "$dir/core.log")"
out=$(cd "$modules" && node debug.mjs "$tool" "$dir/list" "$dir/core" 2>&1) || fail "the SDK's client: $out"
# a watchpoint stops behind the write, which is the last of its function: at the line that ends it
want=$(($(grep -n 'n->next = ' "$FL_SRC/tests/e2e/mcp/list.c" | cut -d: -f1) + 1))
grep -q "root cause: corrupt at line $want\$" <<<"$out" || fail "another root cause: $out"
out=$(cd "$modules" && node modern.mjs "$tool" "$dir/list" 2>&1) || fail "the newest client: $out"

# a project that CMake builds into build/, in a directory with a blank, by the defaults
mkdir -p "my shop/src"
cat >"my shop/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(shop CXX)
set(CMAKE_BUILD_TYPE Debug)
add_executable(shop src/main.cpp src/stock.cpp)
END
cat >"my shop/src/stock.h" <<'END'
#include <map>
#include <string>
struct item { std::string name; int price; };
struct stock {
	std::map<std::string, item *> items;
	void drop(const std::string &name);
	int total() const;
};
END
cat >"my shop/src/stock.cpp" <<'END'
#include "stock.h"
void stock::drop(const std::string &name)
{
	delete items[name];
	items[name] = nullptr; // the cause
}
int stock::total() const
{
	int sum = 0;
	for (auto &entry : items)
		sum += entry.second->price; // the crash
	return sum;
}
END
cat >"my shop/src/main.cpp" <<'END'
#include "stock.h"
int main()
{
	stock s;
	for (const char *name : {"apple", "pear", "plum"})
		s.items[name] = new item{name, 3};
	s.drop("pear");
	return s.total();
}
END
(cd "my shop" && cmake -S . -B build && cmake --build build) >cmake.log 2>&1 || fail "cmake: $(tail -n 3 cmake.log)"
out=$(cd "$modules" && node project.mjs "$tool" "$dir/my shop" 2>&1) || fail "the project: $out"
grep -q "the cause: $(line_of "my shop/src/stock.cpp" 'the cause'): items\[name\] = nullptr;" <<<"$out" || fail "another cause: $out"

out=$(cd "$modules" && node every.mjs "$tool" 2>&1) || fail "every tool: $out"
[[ $out =~ ^([0-9]+)' tools'$ && ${BASH_REMATCH[1]} -ge 19 ]] || fail "every tool: $out"

# the inspector, which takes a second to start: a server of its own for each call, so most answer that
# there is no session
inspect() { (cd "$modules" && node node_modules/.bin/mcp-inspector --cli "$tool" mcp "$@"); }
inspect --method tools/list >"$dir/tools.json" || fail "the inspector cannot list the tools"
seeds="open call close list_sessions gdb_start_session gdb_execute_command gdb_get_status gdb_stop_session
gdb_get_threads gdb_get_backtrace gdb_set_breakpoint gdb_list_breakpoints gdb_continue gdb_step gdb_next
gdb_interrupt gdb_evaluate_expression gdb_get_variables gdb_get_registers"
for name in $seeds; do
	jq -e --arg n "$name" '.tools[] | select(.name == $n)' "$dir/tools.json" >/dev/null || fail "there is no tool $name"
done
call_one() {
	local name=$1 args=() arg
	while read -r arg; do
		args+=(--tool-arg "$arg=1")
	done < <(jq -r --arg n "$name" '.tools[] | select(.name == $n) | .inputSchema.required[]?' "$dir/tools.json")
	inspect --method tools/call --tool-name "$name" "${args[@]}" >"$dir/call.$name" 2>"$dir/err.$name"
	jq -e '.structuredContent | has("status") or has("type")' "$dir/call.$name" >/dev/null ||
		echo "the inspector cannot call $name: $(head -c 300 "$dir/call.$name" "$dir/err.$name")"
}
for name in list_sessions gdb_start_session gdb_step gdb_evaluate_expression; do
	call_one "$name" >>"$dir/calls.txt"
done
[ -s "$dir/calls.txt" ] && fail "$(cat "$dir/calls.txt")"

# raw JSON-RPC: each line is answered, or not, as the protocol has it
rpc() { printf '%s\n' "$@" | "$tool" mcp; }
meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}'
same 'an older revision' "$(rpc '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05"}}' |
	jq -r .result.protocolVersion)" 2024-11-05
same 'an unknown revision' "$(rpc '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}' |
	jq -r .result.protocolVersion)" 2025-11-25
same 'discover' "$(rpc "{\"jsonrpc\":\"2.0\",\"id\":\"d\",\"method\":\"server/discover\",\"params\":{$meta}}" |
	jq -c '[.id, .result.supportedVersions, .result.resultType, (.result | has("ttlMs") and has("cacheScope"))]')" \
	'["d",["2026-07-28"],"complete",true]'
same 'a wrong revision' "$(rpc "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{${meta/2026-07-28/2030-01-01}}}" |
	jq -c '[.error.code, .error.data]')" '[-32022,{"supported":["2026-07-28"],"requested":"2030-01-01"}]'
same 'no handshake in the newest' "$(rpc "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{$meta}}" | jq .error.code)" -32601
same 'results of the newest' "$(rpc "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"list_sessions\",$meta}}" |
	jq -r .result.resultType)" complete
same 'no JSON' "$(rpc '{"jsonrpc":' | jq .error.code)" -32700
same 'a last line without its end' "$(printf '{"jsonrpc":"2.0","id":7,"method":"ping"}' | "$tool" mcp | jq -c .result)" '{}'
said=$(rpc '{"jsonrpc":"2.0","id":7,"method":"ping"}' 2>&1 >/dev/full) && fail 'a full disk is no failure'
same 'a full disk' "$said" 'debugsession: cannot write: No space left on device'
same 'a list' "$(rpc '[]' | jq .error.code)" -32600
same 'an unknown method' "$(rpc '{"jsonrpc":"2.0","id":7,"method":"no/such"}' | jq -c '[.id, .error.code]')" '[7,-32601]'
same 'an unknown tool' "$(rpc '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x"}}' | jq .error.code)" -32602
same 'a wrong argument' "$(rpc '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"gdb_step","arguments":{"x":1}}}' |
	jq -r .result.structuredContent.message)" 'gdb_step has no parameter x'
same 'notifications' "$(rpc '{"jsonrpc":"2.0","method":"notifications/initialized"}' '' '{"jsonrpc":"2.0","method":"no/such"}')" ''
start='{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"gdb_start_session","arguments":{"program":"PROGRAM"}}}'
same 'no program' "$(rpc "${start/PROGRAM/no-such}" | jq -c .result.structuredContent.warnings)" '["Program file not found"]'
echo text >"$dir/text"
same 'no executable' "$(rpc "${start/PROGRAM/text}" | jq -c .result.structuredContent.warnings)" \
	"[\"File is not an executable\",\"$dir/text is no ELF program\"]"
gcc -s "$FL_SRC/tests/e2e/mcp/list.c" -o "$dir/stripped"
same 'no symbols' "$(rpc "${start/PROGRAM/$dir/stripped}" | jq -c '.result.structuredContent.warnings | map(.[:26])')" \
	'["No debugging symbols found"]'

# sessions live in a sandbox, unless somebody says that they do not
echo secret >"$dir/secret.txt"
peek() { # OPTION…: what a session sees of the file
	{
		echo "${start/PROGRAM/$dir/list}"
		echo '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"gdb_execute_command","arguments":{"command":"shell cat '"$dir"'/secret.txt"}}}'
	} | "$tool" mcp "$@" | jq -r 'select(.id == 2) | .result.structuredContent.output'
}
same 'sandboxed' "$(peek --unsafe)" ''
same 'not sandboxed' "$(peek --sandbox=off --unsafe)" secret

# the client is killed: its sessions end
mkfifo "$dir/in"
"$tool" mcp <"$dir/in" >"$dir/out" &
server=$!
exec 9>"$dir/in"
echo "${start/PROGRAM/$dir/list}" >&9
for _ in $(seq 100); do
	[ -s "$dir/out" ] && break
	sleep 0.1
done
[ -n "$(find "$sessions" -name '*.sock')" ] || fail "there is no session: $(cat "$dir/out")"
kill -9 $server
exec 9>&-
for _ in $(seq 50); do
	[ -z "$(find "$sessions" -name '*.sock')" ] && break
	sleep 0.1
done
[ -z "$(find "$sessions" -name '*.sock')" ] || fail "sessions outlive their server"
finish
