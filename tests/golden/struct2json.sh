#!/usr/bin/env bash
# What diag2struct and san2struct write as literals, struct2json turns into the JSON that they write,
# byte for byte, in both styles, for every fixture: nine thousand processes.
# labels: slow
# timeout: 600
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
count=0

compare() { # TOOL FILE
	"$FL_BIN/$1" --to=json "$2" >"$scratch/json" || return 0
	for style in full compact; do
		"$FL_BIN/$1" --style=$style "$2" >"$scratch/literals"
		if ! "$FL_BIN/struct2json" "$scratch/literals" | cmp -s - "$scratch/json"; then
			echo "$1 --style=$style $2: struct2json gives other JSON"
			bad=1
		fi
	done
	count=$((count + 1))
}

for f in "$FL_SRC"/tests/fixtures/diag/out/*/*.{text,json,color}; do
	compare diag2struct "$f"
done
while IFS= read -r f; do
	compare san2struct "$f"
done < <(find "$FL_SRC/tests/fixtures/sanitize" -path '*/reports/*' -type f | sort)
[ $count -ge 50 ] || {
	echo "only $count fixtures were found"
	bad=1
}
exit $bad
