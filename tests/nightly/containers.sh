#!/usr/bin/env bash
# labels: nightly
# timeout: 600
# rlvr-label in containers as pods are, for a user who is not root: whole with containers/seccomp.json,
# refused with what to do under Docker's usual filter and hidden parts of /proc, and without what it
# says there by --sandbox=degraded. In runc, which Docker and Kubernetes use; as root.
. "$FL_SRC/tests/support/alone.sh" || exit 1
[ "$(id -u)" = 0 ] || missing "needs root to make containers"
need runc python3 jq apt-get dpkg
at_end() { runc --root "$dir/runc" list -q | while read -r id; do runc --root "$dir/runc" delete -f "$id"; done; }

# Podman's profile is the one that Debian has as a file; Docker's lets nobody make namespaces or mount.
(cd "$dir" && apt-get -q download golang-github-containers-common >/dev/null 2>&1 && dpkg -x ./*.deb profile) ||
	missing "needs Debian's golang-github-containers-common"
podman=$dir/profile/usr/share/containers/seccomp.json
jq '.syscalls |= (map(.names -= ["unshare", "setns", "mount", "umount", "umount2", "pivot_root", "clone", "clone3", "open_tree", "move_mount"])
	+ [{"names": ["clone"], "action": "SCMP_ACT_ALLOW", "args": [{"index": 0, "value": 2114060288, "op": "SCMP_CMP_MASKED_EQ"}]},
	   {"names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": 38}])' "$podman" >"$dir/docker.json" || fail "no profile"

mkdir -p "$dir"/bundle/rootfs/{usr,etc,proc,sys,dev,tmp,work}
chmod 1777 "$dir/bundle/rootfs/tmp" # runc gives it to what it mounts there
for link in bin sbin lib lib64; do ln -s "usr/$link" "$dir/bundle/rootfs/$link"; done
tools=$(mktemp -d -p "$dir")
cp "$FL_BIN/rlvr-label" "$tools" && chmod 755 "$tools" "$dir/bundle"
printf '%s\n' '{"id": "right", "language": "c", "code": "int main(void) { return 0; }", "tests": [{}]}' \
	'{"id": "crash", "language": "c", "code": "int main(void) { int v[2] = {0}; return v[(long)&v % 2 + 2]; }", "tests": [{}]}' >"$tools/candidates"

number=0
inside() { # PROFILE masked|plain ARGUMENT…: what it prints is in $dir/out and $dir/err, its status is ours
	local profile=$1 proc=$2
	shift 2
	number=$((number + 1))
	python3 "$FL_SRC/tests/support/oci_config.py" "$profile" "$proc" "$tools" sh -c './rlvr-label "$@" <candidates' label "$@" \
		>"$dir/bundle/config.json" || fail "no configuration"
	(cd "$dir/bundle" && runc --root "$dir/runc" run "c$number" >"$dir/out" 2>"$dir/err")
}
expect() { # WHAT STATUS WORDS FILE
	[ "$status" = "$2" ] || fail "$1: status $status and not $2: $(cat "$dir/err")"
	grep -qF -- "$3" "$dir/$4" || fail "$1: not \"$3\": $(cat "$dir/out" "$dir/err")"
}
labels() { jq -r '"\(.id) \(.stage) \(.kind)"' "$dir/out" | paste -sd ' '; }
wanted='right passed  crash test out-of-bounds-index'

inside "$FL_SRC/containers/seccomp.json" plain --doctor; status=$?
expect "our profile" 0 "ok  sandbox    strict" out
inside "$FL_SRC/containers/seccomp.json" plain -q; status=$?
expect "our profile, labels" 0 crash out
[ "$(labels)" = "$wanted" ] || fail "our profile: $(labels)"

inside "$FL_SRC/containers/seccomp.json" masked -q; status=$?
expect "hidden parts of /proc" 3 "systempaths=unconfined" err
inside "$dir/docker.json" plain -q; status=$?
expect "Docker's filter" 3 "by a seccomp profile that permits" err
inside "$podman" plain -q; status=$?
expect "Podman's filter" 3 "by a seccomp profile that permits" err

for profile in "$dir/docker.json" "$podman"; do
	inside "$profile" masked --sandbox=degraded -q; status=$?
	expect "degraded" 0 crash out
	[ "$(labels)" = "$wanted" ] || fail "degraded: $(labels)"
	inside "$profile" masked --sandbox=degraded --doctor; status=$?
	expect "degraded, what is missing" 1 "constant addresses" out
done
exit "$bad"
