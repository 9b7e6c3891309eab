#!/usr/bin/env bash
# labels: nightly debugsession needs-gdb
# timeout: 300
# gdb-minimal, which cannot be installed beside gdb, unpacked and named by --gdb-path: the same
# frames and values as gdb's, without the printers that need Python.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
apt-get download -qq gdb-minimal 2>/dev/null || missing "gdb-minimal cannot be downloaded"
dpkg -x gdb-minimal*.deb tree
cp "$FL_SRC/tests/e2e/engines/scene.cpp" .
g++ -g -O0 scene.cpp -o scene -pthread || exit 1
for gdb in gdb "$dir/tree/usr/bin/gdb"; do
	id=$("$tool" start --gdb-path "$gdb" --program ./scene | jq -r .session_id)
	"$tool" cmd --session "$id" --command 'break descend if n == 1' --command run --command bt --command 'print n' \
		--command continue |
		jq -c '[.[1].data.stop, (.[2].output | map(del(.address, .args))), .[3].output, .[4].data.stop]' >"$(basename "$(dirname "$gdb")").json"
	"$tool" stop --session "$id" >/dev/null
done
[ -s bin.json ] && [ -s ..json ] || fail "no answers"
diff ..json bin.json || fail "gdb-minimal answers otherwise"
jq -e '.[1] | length == 5' bin.json >/dev/null || fail "the stack is $(cat bin.json)"
finish
