#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 120
# The examples of the GDB-MCP specification, a function each: its calls as JSON-RPC to `debugsession mcp`.
# What is expected comes from gdb in batch mode and from the source.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
# shellcheck source=tests/support/rpc.sh
. "$FL_SRC/tests/support/rpc.sh"

cat >sum.c <<'END'
static int total = 5;
int main(void)
{
	int variable_name = 42;
	total += variable_name;
	return total - 47;
}
END
gcc -g -O0 sum.c -o executable || exit 1

open_session() { # ARGUMENTS: prints the id
	call open "$1"
	is open .type ok
	session_id=$(jq -r .content.id answer.json)
	[[ $session_id =~ ^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$ ]] || fail "the id is $session_id"
}
send() { # COMMAND
	call call "$(jq -cn --arg id "$session_id" --arg c "$1" '{id: $id, command: $c}')"
}

basic_debugging_session() {
	open_session '{}'
	send "file $dir/executable"
	is 'file' '[.type, (.content.output | contains("Reading symbols from"))] | map(tostring) | join(" ")' 'ok true'
	send 'break main'
	is 'break' '.content.output | test("^Breakpoint 1 at 0x[0-9a-f]+: file sum.c, line 4\\.\n$")' true
	send 'run'
	is 'run' '.content.output | contains("Breakpoint 1, main () at sum.c:4")' true
	send 'next'
	send 'print variable_name'
	is 'print' '.content.output' $'$1 = 42'
	call close "{\"id\":\"$session_id\"}"
	is 'close' '[.type, (.content | length)] | map(tostring) | join(" ")' 'ok 0'
	send 'print 1'
	is 'a closed session' .type error
	is 'which' '.content | contains("'"$session_id"'")' true
}

structured_mi_response() {
	open_session "{\"timeout\":300}"
	send "-file-exec-and-symbols $dir/executable"
	is 'its class' '.content.result | .. | strings | select(. == "done")' 'done'
	send '-break-insert main'
	is 'the breakpoint' '[.content.result | .. | objects | select(has("bkpt")) | .bkpt | .func, .line] | join(" ")' 'main 4'
	send '-data-evaluate-expression total'
	is 'a value' '[.content.result | .. | objects | select(has("value")) | .value][0]' 5
	send '-data-evaluate-expression nothing'
	is 'an MI error' '.type' error
	call close "{\"id\":\"$session_id\"}"
}

list_sessions() {
	local first
	open_session '{}'
	first=$session_id
	open_session '{}'
	call list_sessions '{}'
	is 'list_sessions' '.content.sessions | map(.id) | sort | join(" ")' "$(printf '%s\n' "$first" "$session_id" | sort | paste -sd' ')"
	is 'created' '.content.sessions | all(.created | tostring | length > 0)' true
	call close "{\"id\":\"$first\"}"
	call list_sessions '{}'
	is 'after close' '.content.sessions | map(.id) | join(" ")' "$session_id"
	send 'print 6 * 7'
	is 'the other one lives' '.content.output' '$1 = 42'
	call close "{\"id\":\"$session_id\"}"
}

session_timeout() {
	open_session '{"timeout":1}'
	sleep 2.5
	send 'print 1'
	is 'timeout' .type error
}

error_responses() {
	call call '{"id":"123e4567-e89b-12d3-a456-426614174000","command":"bt"}'
	is 'no such session' '[.type, .content] | join(": ")' 'error: Session not found: 123e4567-e89b-12d3-a456-426614174000'
	open_session '{}'
	send 'frobnicate'
	is 'a command that is none' '[.type, (.content | contains("frobnicate"))] | map(tostring) | join(" ")' 'error true'
	send 'info locals'
	is 'no program' '[.type, .content] | join(": ")' 'error: No frame selected.'
	send "file $dir/executable"
	send 'print nothing'
	is 'no symbol' '[.type, .content] | join(": ")' 'error: No symbol "nothing" in current context.'
	call close "{\"id\":\"$session_id\"}"
}

resource_access() {
	request resources/list '{}'
	for uri in reference cli mi mapping; do
		jq -e --arg u "gdb://commands/$uri" '.result.resources | any(.uri == $u)' result.json >/dev/null || fail "no resource $uri"
	done
	request resources/read '{"uri":"gdb://commands/cli"}'
	jq -r '.result.contents[0] | .mimeType, .text' result.json >cli.md
	same 'its type' "$(head -1 cli.md)" text/markdown
	for word in backtrace breakpoint print continue; do grep -qw $word cli.md || fail "cli has no $word"; done
	request resources/read '{"uri":"gdb://commands/mi"}'
	jq -r '.result.contents[0].text' result.json >mi.md
	for word in -break-insert -exec-run -stack-list-frames -data-evaluate-expression; do
		grep -qF -- $word mi.md || fail "mi has no $word"
	done
	request resources/read '{"uri":"gdb://commands/mapping"}'
	jq -r '.result.contents[0].text' result.json | grep -F backtrace | grep -qF -- -stack-list-frames || fail "no mapping of backtrace"
	request resources/read '{"uri":"gdb://commands/nothing"}'
	jq -e '.error.code' result.json >/dev/null || fail "a resource that is none"
}

# by itself the server has sandbox and gate, with --unsafe only the sandbox
for options in --sandbox=off '' --unsafe; do
	# shellcheck disable=SC2086  # none is no argument
	mcp_start $options
	for test in ${TESTS:-basic_debugging_session structured_mi_response list_sessions session_timeout error_responses resource_access}; do
		case $options/$test in
		/basic*) ;;
		/* | --unsafe/structured* | --unsafe/error*) continue ;; # as without a sandbox
		esac
		before=$bad
		$test
		[ "$bad" = "$before" ] || echo "$test $options fails"
	done
	mcp_stop
	nothing_left "mcp $options"
done
finish
