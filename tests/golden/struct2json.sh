#!/usr/bin/env bash
# What diag2struct and san2struct write as literals, struct2json turns into the JSON that they write,
# byte for byte, in both styles, for every fixture.
# labels: slow
# timeout: 600
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch"/{json,full,compact}
bad=0
count=0
names=()

keep() { # TOOL FILE
	"$FL_BIN/$1" --to=json "$2" >"$scratch/json/$count" || return 0
	for style in full compact; do
		"$FL_BIN/$1" --style=$style "$2" >"$scratch/$style/$count"
	done
	names+=("$1 $2")
	count=$((count + 1))
}

for f in "$FL_SRC"/tests/fixtures/diag/out/*/*.{text,json,color}; do
	keep diag2struct "$f"
done
while IFS= read -r f; do
	keep san2struct "$f"
done < <(find "$FL_SRC/tests/fixtures/sanitize" -path '*/reports/*' -type f | sort)
[ $count -ge 50 ] || {
	echo "only $count fixtures were found"
	bad=1
}

# Of several files struct2json writes one array behind the other.
all() { # STYLE COMMAND…
	seq 0 $((count - 1)) | sed "s|^|$scratch/$1/|" | xargs "${@:2}"
}
for style in full compact; do
	if ! cmp <(all $style "$FL_BIN/struct2json") <(all json cat); then
		bad=1
		for ((i = 0; i < count; i++)); do
			"$FL_BIN/struct2json" "$scratch/$style/$i" | cmp -s - "$scratch/json/$i" ||
				echo "${names[i]} --style=$style: struct2json gives other JSON"
		done
	fi
done
exit $bad
