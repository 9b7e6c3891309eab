"""The least of an MCP client, for tests: python3 SCRIPT SERVER ARGUMENT… starts the server and shakes hands
when this is imported; call() answers with a tool's structuredContent, end() lets the server end."""
import json
import subprocess
import sys

_server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
_number = 0


def ask(method, params):
    global _number
    _number += 1
    _server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": _number, "method": method, "params": params}) + "\n")
    _server.stdin.flush()
    while True:
        answer = json.loads(_server.stdout.readline())
        if answer.get("id") == _number:
            return answer["result"]


def call(tool, **arguments):
    return ask("tools/call", {"name": tool, "arguments": arguments})["structuredContent"]


def end():
    _server.stdin.close()
    _server.wait()


ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
