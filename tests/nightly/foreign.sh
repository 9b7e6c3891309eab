#!/usr/bin/env bash
# labels: nightly
# timeout: 7200
# Code that no one here wrote: 200 programs of GCC's torture tests, zlib, cJSON, and small programs that
# read what they are given, fetched from Debian. No crash, no hang, nothing left behind; what is refused is counted by reason; 50 of 50
# records replay with the corpus gone, from another directory. SITES: fault sites of each operator
# in one program (default 1; 0: all).
. "$FL_SRC/tests/support/e2e.sh"
need jq apt-get
sites=${SITES:-1}

foreign() { # NAME ATLEAST-TAKEN ATLEAST-RECORDS BUILD-OPTIONS…
	local name=$1 least=$2 records=$3 start rows manifest=$dir/$1/manifest.json
	shift 3
	"$FL_SRC/examples/fetch" "$name" "$dir/corpus-$name" || {
		fail "$name: cannot be fetched"
		return
	}
	start=$(date +%s)
	with_own_tmp timeout --kill-after=30 3600 "$datasets" build "$dir/corpus-$name" \
		-o "$dir/$name" --no-cache "$@" >"$dir/table" 2>"$dir/errors"
	local status=$?
	cat "$dir/table"
	if [ "$status" -ne 0 ]; then
		fail "$name: exit status $status"
		cat "$dir/errors"
		return
	fi
	nothing_left "$name"
	rows=$("$datasets" cat "$dir/$name" | wc -l)
	echo "$name: $(jq -c '[.programs.taken, (.programs.refused | map({(.name): .count}) | add // {})]' \
		"$manifest") programs taken and refused, $rows records, $(($(date +%s) - start)) s"
	[ "$(jq .programs.taken "$manifest")" -ge "$least" ] || fail "$name: fewer than $least programs"
	[ "$rows" -ge "$records" ] || fail "$name: fewer than $records records"
	jq -e '([.programs.refused[].count] | add // 0) == (.programs.refusals | length)' \
		"$manifest" >/dev/null || fail "$name: the refused are not all counted"
	jq -e '[.operators[].infra] | add == 0' "$manifest" >/dev/null ||
		fail "$name: our own tools failed: $(jq -c .skipped "$manifest")"
	! grep '^ *lost' "$dir/table" || fail "$name: workers died"

	rm -rf "$dir/corpus-$name"
	mkdir -p "$dir/else where"
	mv "$dir/$name" "$dir/else where/$name"
	(cd / && with_own_tmp "$datasets" verify "$dir/else where/$name" --replay 50) |
		tee "$dir/verified" || fail "$name: verify"
	[ "$rows" -lt 50 ] && expected=$rows || expected=50
	grep -qx "replayed $expected of $expected" "$dir/verified" ||
		fail "$name: not all of $expected replay"
	nothing_left "$name, replayed"
}

set -o pipefail
foreign torture 120 300 --sites "$sites" --compile-sites 1 --traces 1 --limit 6
foreign zlib 1 50 --sites 12 --compile-sites 3 --traces 3
foreign cjson 1 50 --sites 16 --compile-sites 5 --traces 4
foreign filters 20 60 --limit 6 --compile-sites 1 --traces 1
exit "$bad"
