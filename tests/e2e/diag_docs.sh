#!/usr/bin/env bash
# labels: diag
# timeout: 120
# What docs/diag2struct.md and README.md show of diag2struct is what it prints: files are blocks whose
# first line names them, whole, as a reader copies them; commands come from console blocks. With
# --update: write what it prints.
set -u
for tool in python3 g++ clang++-19 node; do
	command -v $tool >/dev/null && continue
	echo "$tool is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
[ "$(g++ -dumpversion)" = 12 ] || { echo "g++ is not 12"; exit 77; }
exec python3 - "$FL_SRC" "$FL_BIN" "${1:-}" <<'PYTHON'
import os
import re
import subprocess
import sys
import tempfile

source, bin_dir, update = sys.argv[1:]
env = dict(os.environ, PATH=bin_dir + ":" + os.environ["PATH"], LC_ALL="C.UTF-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.S | re.M)
failed = commands = 0


def run(body, work):
    """The console block with what its commands print now."""
    global commands
    out = []
    for command in re.findall(r"^\$ (.*)$", body, re.M):
        commands += 1
        done = subprocess.run(["bash", "-c", command], cwd=work, env=env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        out.append(f"$ {command}\n{done.stdout.decode()}")
    return "".join(out)


def even(text):
    """Without what changes whenever somebody measures again."""
    return re.sub(r"(confidence\W+|CONFIDENCE: )\d\.\d+", r"\g<1>N", text)


for page in "docs/diag2struct.md", "README.md":
    path = os.path.join(source, page)
    text = open(path).read()
    with tempfile.TemporaryDirectory() as work:
        for kind, body in BLOCK.findall(text):
            name = re.match(r"(?://|#) (\w+\.\w+)\n", body)
            if name:
                with open(os.path.join(work, name[1]), "w") as f:
                    f.write(body)

        def block(match):
            global failed
            kind, body = match.groups()
            if kind != "console" or not re.search(r"^\$.*(diag2struct|errors\.)", body, re.M):
                return match[0]
            now = run(body, work)
            if even(now) == even(body):
                return match[0]
            if not update:
                failed += 1
                print(f"{page} shows\n{body}but now it is\n{now}(tests/e2e/diag_docs.sh --update writes it)")
            return f"```console\n{now}```"

        new = BLOCK.sub(block, text)
    if update and new != text:
        with open(path, "w") as f:
            f.write(new)
print(f"{commands} commands")
sys.exit(failed > 0 or commands < 6)
PYTHON
