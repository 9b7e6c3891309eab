#!/usr/bin/env bash
# A user namespace that knows one user alone, as "unshare --map-root-user" and small containers have it: who
# is root there has nobody else to be in the box.
. "$FL_SRC/tests/support/e2e.sh"
unshare --user --map-root-user true 2>/dev/null || { echo "needs user namespaces"; [ "${CI:-}" = true ] && exit 1; exit 77; }

printf '#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf("%%u\\n", (unsigned)getuid()); return 0; }\n' >"$dir/who.c"
printf 'int main(int argc, char **argv) { int a[1] = {0}; return a[argc]; }\n' >"$dir/over.c"
for mounts in "" --mount; do
	# shellcheck disable=SC2086 # none or one
	unshare --user --map-root-user $mounts "$FL_BIN/sanrun" "$dir/over.c" >"$dir/out" 2>"$dir/err"
	grep -q out-of-bounds-index "$dir/out" || fail "unshare $mounts: no report: $(cat "$dir/out" "$dir/err")"
	# shellcheck disable=SC2086
	unshare --user --map-root-user $mounts "$FL_BIN/sanrun" "$dir/who.c" >"$dir/out" 2>"$dir/err" ||
		fail "unshare $mounts: status $?: $(cat "$dir/out" "$dir/err")"
done
nothing_left "the runs"
exit "$bad"
