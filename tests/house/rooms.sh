#!/usr/bin/env bash
# Arrows between the rooms of a folder run one way only (docs/architecture.md), by the symbols of the
# objects. A file that stands in the folder itself counts as a room of its own.
#
# What may stay, each with its reason: FOLDER, the file that uses, the file that is used (patterns).
# A row that nothing needs any more is an error, too.
set -u
shopt -s nullglob globstar
allowed='
debugsession session/extra * the table of commands: its rows stand in many rooms
debugsession session/extra_core why/signal a row of that table
debugsession console/console_start adapter/* the table of engines: its rows stand in adapter/
debugsession console/console_start gdb/gdb what gdb needs in its environment, in the same table
debugsession model why/model the registry of shapes and its rows
debugsession model transcript/shapes the registry of shapes and its rows
'
bad=0

# The objects of sources that there are: a build may have some of earlier ones.
objects_of() { # DIRECTORY FOLDER
	local object source
	for object in "$1"/**/*.o; do
		source=${object#"$1"/}
		[ ! -e "$FL_SRC/$2/${source%.o}" ] || echo "$object"
	done
}

# "FILE SYMBOL" of those that the objects have.
symbols() { # DIRECTORY FOLDER --defined-only|--undefined-only
	objects_of "$1" "$2" | xargs nm -A --extern-only "$3" |
		awk -v skip="$((${#1} + 2))" '{f = substr($1, skip); sub(/\.c\.o:.*/, "", f); print f, $NF}'
}

# "USER USED" of each pair of files in different rooms.
arrows() { # DIRECTORY FOLDER
	awk 'function room(f) {return f ~ /\// ? substr(f, 1, index(f, "/") - 1) : "./" f}
		NR == FNR {at[$2] = $1; next}
		($2 in at) && room(at[$2]) != room($1) {print $1, at[$2]}' \
		<(symbols "$1" "$2" --defined-only) <(symbols "$1" "$2" --undefined-only) | sort -u
}

# Edges to rooms; prints the circles that tsort finds.
circles() {
	awk 'function room(f) {return f ~ /\// ? substr(f, 1, index(f, "/") - 1) : "./" f}
		{print room($1), room($2)}' | sort -u | tsort 2>&1 >/dev/null | sed 's/^tsort: //'
}

[ -n "$(printf 'a/x b/x\nb/y a/y\n' | circles)" ] || { echo "a circle was not seen"; exit 1; }
[ -z "$(printf 'a/x b/x\na/y b/y\n' | circles)" ] || { echo "a circle was seen where none is"; exit 1; }

seen=0
for objects in "$FL_BUILD"/CMakeFiles/fl_*.dir; do
	folder=${objects##*/fl_}
	folder=${folder%.dir}
	rooms=0
	for room in "$objects/$folder"/*/; do
		[ -d "$FL_SRC/$folder/$(basename "$room")" ] && rooms=$((rooms + 1))
	done
	[ "$rooms" -gt 0 ] || continue
	seen=$((seen + rooms))
	left=
	declare -A needed=()
	while read -r user used; do
		let_pass=
		while read -r in from to reason; do
			[ "$in" = "$folder" ] || continue
			# shellcheck disable=SC2053 # patterns
			if [[ $user == $from && $used == $to ]]; then
				let_pass=1
				needed["$from $to"]=1
			fi
		done <<<"$allowed"
		[ -n "$let_pass" ] || left+="$user $used"$'\n'
	done < <(arrows "$objects/$folder" "$folder")
	[ ${#needed[@]} -gt 0 ] || [ -n "$left" ] || { echo "$folder: no arrow seen: the test is blind"; bad=1; }
	found=$(printf '%s' "$left" | circles)
	if [ -n "$found" ]; then
		echo "$folder: rooms know each other in a circle:"
		echo "$found"
		printf '%s' "$left" | grep -E "^($(printf '%s\n' "$found" | grep -v loop | paste -sd'|'))/"
		bad=1
	fi
	while read -r in from to reason; do
		[ "$in" = "$folder" ] && [ -z "${needed["$from $to"]:-}" ] || continue
		echo "$folder: nothing goes from $from to $to any more: take the row out of this test"
		bad=1
	done <<<"$allowed"
	unset needed
done
[ "$seen" -ge 30 ] || { echo "only $seen rooms seen: the test is blind"; bad=1; }
exit $bad
