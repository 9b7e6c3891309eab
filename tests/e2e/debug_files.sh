#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 300
# Debug files of libraries are read when they are needed: whatever is asked, a session tells what a plain
# gdb tells that has read them all at once. Debug files are those of libc6-dbg, and some of a library of
# our own, found by build id and by name, in a directory beside those. FL_GDB: another gdb.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need python3 objcopy strip
src=$FL_SRC/tests/e2e/debug_files
ls /usr/lib/debug/.build-id/*/*.debug >/dev/null 2>&1 || missing "needs libc6-dbg"

files=$dir/debug
cat >gdb.sh <<END
#!/bin/sh
exec ${FL_GDB:-gdb} -iex 'set debug-file-directory /usr/lib/debug:$files' "\$@"
END
chmod +x gdb.sh
cp "$src"/scene.cpp "$src"/*.c .
for level in 0 2; do
	g++ -g -O$level scene.cpp -o "scene$level" -pthread || fail "scene.cpp does not compile"
done

# PROGRAM DIRECTORY LINKER-FLAG: a program, and its library stripped; own.debug is beside
library() {
	mkdir -p "$2"
	gcc -g -O0 -fPIC -shared own.c -o "$2/libown.so" "$3" || fail "own.c does not compile"
	gcc -g -O0 user.c -o "$1" -L"$2" -lown -Wl,-rpath,"$dir/$2" || fail "user.c does not compile"
	objcopy --only-keep-debug "$2/libown.so" own.debug
	strip "$2/libown.so"
}
by_id() { # the path of the debug file of DIRECTORY/libown.so
	local id
	id=$(readelf -n "$1/libown.so" | sed -n 's/.*Build ID: //p')
	mkdir -p "$files/.build-id/${id:0:2}"
	echo "$files/.build-id/${id:0:2}/${id:2}.debug"
}
library by_id lib_id -Wl,--build-id
cp own.debug "$(by_id lib_id)"
library by_name lib_name -Wl,--build-id=none
mkdir -p "$files$dir/lib_name"
cp own.debug "$files$dir/lib_name/own.debug"
(cd "$files$dir/lib_name" && objcopy --add-gnu-debuglink=own.debug "$dir/lib_name/libown.so")
library broken lib_broken -Wl,--build-id=0x0123456789abcdef0123456789abcdef01234567
head -c 3000 own.debug >"$(by_id lib_broken)"

python3 "$src/compare.py" "$tool" "$dir" "$@" || fail "sessions differ from gdb"

# the sandbox has the system's debug files, too
for place in "" --sandbox; do
	id=$(start $place --program ./scene0 -- abort)
	cmd "$id" run
	cmd "$id" bt
	jq -c '.output | map({function, file, line})' answer.json >"stack$place"
	"$tool" stop --session "$id" >/dev/null
done
grep -q abort.c stack || fail "no abort.c in $(cat stack)"
cmp stack stack--sandbox || fail "in the sandbox the stack is $(cat stack--sandbox)"
finish
