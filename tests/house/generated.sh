#!/usr/bin/env bash
# What is committed but generated equals what the generator writes. With --update: write it.
set -euo pipefail
cd "$FL_SRC"
gen=$FL_BIN/gen-model
bad=0

same() { # FILE GENERATOR-ARGUMENTS…
	local file=$1
	shift
	if [ "${update:-}" ]; then
		mkdir -p "$(dirname "$file")"
		"$gen" "$@" >"$file"
	elif ! "$gen" "$@" | diff -u "$file" - | head -20; then
		echo "$file is not what \"gen-model $*\" writes; run tests/house/generated.sh --update"
		bad=1
	fi
}

[ "${1:-}" = --update ] && update=1
same include/faultline/literals.hpp hpp
same include/faultline/terse.hpp terse
same include/faultline/session_types.hpp types
same docs/fields.md fields
same docs/formats.md formats
same docs/idents.md idents
same docs/prefixes.md prefixes
kinds=$(sed -En 's/^\| `([a-z_]+)` \| `(transcribed|compiled|executed)` \| [a-z ]* \|.*/\1/p' docs/fields.md)
for kind in $kinds; do
	same "datasets/schema/$kind.schema.json" schema "$kind"
done
same datasets/schema/label.schema.json schema label
[ "$(ls datasets/schema)" = "$(for k in $kinds label; do echo "$k.schema.json"; done | sort)" ] || {
	echo "datasets/schema holds other files than those of the kinds and of labels"
	bad=1
}
exit $bad
