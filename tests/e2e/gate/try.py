"""try.py TOOL CANARIES CONNECTED LIST START-OPTION…: each command of LIST (a line of JSON each) in a
session that stands in main, a new one when the last has gone. Prints a line of JSON for each: command,
success, error, error_type, and whether it did something: a file in CANARIES, or a connection."""

import json
import os
import socket
import subprocess
import sys

tool, canaries, connected, commands = sys.argv[1:5]
options = sys.argv[5:]


class Session:
    def __init__(self):
        run = subprocess.run([tool, "start", "--fast", *options], stdout=subprocess.PIPE, check=True)
        start = json.loads(run.stdout)
        self.id = start["session_id"]
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(start["socket"])
        self.lines = self.socket.makefile()
        for command in ("break main", "run"):
            self.ask(command, 20000)

    def ask(self, command, timeout_ms):
        request = {"op": "command", "command": command, "timeout_ms": timeout_ms}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        return json.loads(self.lines.readline() or '{"success": false, "error_type": "gone"}')

    def end(self):
        self.socket.close()
        subprocess.run([tool, "stop", "--force", "--session", self.id], stdout=subprocess.DEVNULL)


def happened():
    """What there is now, and take it away."""
    names = os.listdir(canaries)
    for name in names:
        os.unlink(os.path.join(canaries, name))
    if os.path.exists(connected):
        os.unlink(connected)
        return True
    return bool(names)


session = Session()
happened()
for line in open(commands):
    command = json.loads(line)
    answer = session.ask(command, 1000)
    did = happened()
    print(json.dumps({"command": command, "did": did, **{
        key: answer.get(key) for key in ("success", "error", "error_type")}}))
    if did or answer.get("state") != "stopped":
        session.end()
        did_late = happened()
        if did_late:
            print(json.dumps({"command": command, "did": True, "late": True}))
        session = Session()
session.end()
