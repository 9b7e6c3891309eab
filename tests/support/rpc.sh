# shellcheck shell=bash
# A client of `debugsession mcp`, for tests that source tests/support/session.sh before.
mcp_start() { # OPTION…: sets `server`, its process
	coproc MCP { exec "$tool" mcp "$@"; }
	# shellcheck disable=SC2034  # for the sourcing script
	server=$MCP_PID
	rpc=0
	request initialize '{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}'
	echo '{"jsonrpc":"2.0","method":"notifications/initialized"}' >&"${MCP[1]}"
}

request() { # METHOD PARAMS: result.json
	local line
	rpc=$((rpc + 1))
	jq -cn --argjson id $rpc --arg m "$1" --argjson p "$2" '{jsonrpc: "2.0", id: $id, method: $m, params: $p}' >&"${MCP[1]}"
	while read -r -t 60 -u "${MCP[0]}" line; do
		[ "$(jq -r '.id // empty' <<<"$line")" = $rpc ] || continue
		echo "$line" >"$dir/result.json"
		return
	done
	fail "no answer to $1 $2"
	echo '{}' >"$dir/result.json"
}

# The tool's structured result is answer.json; the text beside it must be the same.
call() { # TOOL ARGUMENTS
	request tools/call "$(jq -cn --arg n "$1" --argjson a "$2" '{name: $n, arguments: $a}')"
	jq .result.structuredContent "$dir/result.json" >"$dir/answer.json"
	[ "$(jq -c '.result.content[0].text | fromjson' "$dir/result.json")" = "$(jq -c . "$dir/answer.json")" ] ||
		fail "$1: text and structured content differ: $(cat "$dir/result.json")"
}

mcp_stop() {
	exec {MCP[1]}>&-
	wait "$server" || fail "the MCP server ends with $?"
}
