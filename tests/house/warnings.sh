#!/usr/bin/env bash
# timeout: 600
# What users build: every source of the project, optimised, without a warning of clang (only its front
# end, which gives them all); gcc's, which need its optimiser, are errors in the release build of ./check.
set -u
command -v clang-19 >/dev/null || {
	echo "needs clang-19"
	[ "${CI:-}" = true ] && exit 1
	exit 77
}
db=$FL_BUILD/compile_commands.json
[ -e "$db" ] || { echo "$db is missing"; exit 1; }
mapfile -t commands < <(jq -r --arg src "$FL_SRC/" '.[] | select(.file | ltrimstr($src) | startswith("tests/") | not) | .command' "$db" |
	sed -E 's/^([^ ]*ccache )?[^ ]+ /clang-19 -fsyntax-only -Werror -O2 /; s/ -o [^ ]+//; s/ -c / /')
[ "${#commands[@]}" -gt 200 ] || { echo "only ${#commands[@]} sources seen"; exit 1; }
cd "$FL_BUILD" || exit 1
printf '%s\0' "${commands[@]}" | xargs -0 -P "$(nproc)" -I{} bash -c '{}' || { echo "clang-19 warns in what it builds"; exit 1; }
