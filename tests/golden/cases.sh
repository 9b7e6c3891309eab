#!/bin/bash
# Golden cases: each directory below cases/ holds
#   args    the command line, as a shell reads it; the first word is a tool of ours
#   input   its standard input (none: empty)
#   output, errors, status   what it must write to stdout and stderr, and its exit status
# `cases.sh --update [CASE…]` writes the last three from what the tools do now: look at the diff.
# The command runs in its case's directory with $FIXTURES set to tests/fixtures.
set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${FL_BIN:?the directory of the built tools}"
export FIXTURES="$here/../fixtures"
update=
[ "${1:-}" = --update ] && { update=1; shift; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0 count=0

run_case() { # directory; writes $scratch/{output,errors,status}
	local args input=/dev/null
	args=$(<"$1/args")
	[ -e "$1/input" ] && input=$1/input
	(
		cd "$1" && eval "$FL_BIN/$args"
	) <"$input" >"$scratch/output" 2>"$scratch/errors"
	echo $? >"$scratch/status"
}

for dir in "$here"/cases/*/; do
	name=$(basename "$dir")
	[ $# -gt 0 ] && [[ " $* " != *" $name "* ]] && continue
	tool=$(awk '{ print $1; exit }' "$dir/args")
	if [ ! -x "$FL_BIN/$tool" ]; then
		echo "$name: $tool is not built"
		failed=1
		continue
	fi
	count=$((count + 1))
	run_case "$dir"
	for part in output errors status; do
		if [ -n "$update" ]; then
			cp "$scratch/$part" "$dir/$part"
		elif ! diff -u "$dir/$part" "$scratch/$part"; then
			echo "$name: $part differs"
			failed=1
		fi
	done
done
echo "$count cases"
[ "$count" -gt 0 ] && exit $failed
exit 1
