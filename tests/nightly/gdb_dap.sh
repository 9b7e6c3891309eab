#!/usr/bin/env bash
# labels: nightly
# timeout: 1800
# The engine gdb-dap with the gdb of Debian 13, in a folder of its own (debootstrap, as root) and run by
# that folder's loader on this system's files; the same gdb behind the gate, by both engines, and with debug
# files read when they are needed. FL_GDB_TREE names a tree to use again.
set -eu
needs() {
	echo "needs $1"
	[ "${CI:-}" = true ] && exit 1
	exit 77
}
[ "$(id -u)" -eq 0 ] || needs "root to make a tree"
command -v debootstrap >/dev/null || needs debootstrap
dir=$(mktemp -d /var/tmp/gdb_dap.XXXXXX)
trap 'rm -rf --one-file-system "$dir"' EXIT
tree=${FL_GDB_TREE:-$dir/tree}
[ -e "$tree/usr/bin/gdb" ] || debootstrap --variant=minbase --include=gdb trixie "$tree" >"$dir/log" || {
	tail -n 20 "$dir/log"
	exit 1
}
# printers that this system's libraries name, and its libthread_db, are loaded as by this system's gdb
cat >"$dir/gdb" <<WRAPPER
#!/bin/sh
export PYTHONHOME=$tree/usr PYTHONWARNINGS=ignore
exec "$tree/lib64/ld-linux-x86-64.so.2" --library-path "$tree/usr/lib/x86_64-linux-gnu" \\
	"$tree/usr/bin/gdb" --data-directory "$tree/usr/share/gdb" -iex "set auto-load safe-path /" \\
	-iex "set auto-load scripts-directory /usr/share/gdb/auto-load" "\$@"
WRAPPER
chmod +x "$dir/gdb"
"$dir/gdb" -nx -batch -ex 'show version' | head -n 1
bad=0
FL_GDB_DAP=$dir/gdb bash "$FL_SRC/tests/e2e/engines.sh" || bad=1
FL_GDB_DAP=$dir/gdb bash "$FL_SRC/tests/e2e/dap_engines.sh" || bad=1
FL_GDB=$dir/gdb bash "$FL_SRC/tests/e2e/debug_files.sh" || bad=1
for engine in gdb gdb-dap; do
	FL_GATE_GDB=$dir/gdb FL_GATE_ENGINE=$engine bash "$FL_SRC/tests/e2e/gate.sh" || bad=1
done
exit $bad
