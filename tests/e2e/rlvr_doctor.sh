#!/usr/bin/env bash
# --doctor tries what it says: all limits hold here, and where namespaces are refused it is told.
# timeout: 300
. "$FL_SRC/tests/support/alone.sh" || exit 1
need clang-19 g++ unshare python3
label=$FL_BIN/rlvr-label

"$label" --doctor >"$dir/here" || fail "status $? here: $(cat "$dir/here")"
for what in sandbox namespaces user network tree files calls rights 'cpu time' clock memory output processes disk reports sanitizers python3; do
	grep -q "^ok  $what " "$dir/here" || fail "no $what: $(cat "$dir/here")"
done

# gcc has sanitizers of its own.
"$label" --cxx=g++ --doctor | grep '^ok  sanitizers .* 12\.' >/dev/null || fail "gcc's sanitizers: $("$label" --cxx=g++ --doctor)"

# A user namespace in which nobody is mapped has no others: what the doctor looks for can be missing.
if unshare -U true 2>/dev/null; then
	unshare -U "$label" --doctor >"$dir/refused"
	[ $? -eq 1 ] || fail "status without namespaces"
	grep -q '^NO  sandbox .*user namespaces' "$dir/refused" || fail "no reason: $(cat "$dir/refused")"
	unshare -U "$label" --doctor --sandbox=degraded >"$dir/degraded"
	[ $? -eq 1 ] || fail "status when degraded"
	for what in sandbox namespaces processes disk; do
		grep -q "^NO  $what " "$dir/degraded" || fail "$what holds: $(cat "$dir/degraded")"
	done
	for what in network tree calls rights 'cpu time' clock memory output; do
		grep -q "^ok  $what " "$dir/degraded" || fail "no $what: $(cat "$dir/degraded")"
	done
fi
exit "$bad"
