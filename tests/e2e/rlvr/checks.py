"""What a test found: each failure is said at once; `bad` is the exit status."""
import sys


class Checks:
    def __init__(self, who):
        self.who, self.bad = who, 0

    def __call__(self, what, ok, got=""):
        if not ok:
            print(f"FAIL: {self.who}: {what}: {got!r:.500}", file=sys.stderr)
            self.bad = 1
