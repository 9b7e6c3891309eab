"""rpc.py TOOL START COMMAND OPTION…: an MCP server with these options; gdb_start_session with START (an
object), then gdb_execute_command. Prints the list of the two structured results."""

import json
import subprocess
import sys

tool, start, command, *options = sys.argv[1:]
server = subprocess.Popen([tool, "mcp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def call(name, arguments):
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    server.stdin.write(json.dumps(request).encode() + b"\n")
    server.stdin.flush()
    return json.loads(server.stdout.readline())["result"]["structuredContent"]


print(json.dumps([
    call("gdb_start_session", json.loads(start)),
    call("gdb_execute_command", {"command": command, "timeout_sec": 15}),
]))
server.stdin.close()
server.wait(30)
