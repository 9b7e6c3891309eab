#!/usr/bin/env bash
# Arrows between folders point one way only (docs/architecture.md): no file includes a header of a
# folder that its own may not know. Also: each outside library has one gateway.
set -u
cd "$FL_SRC" || exit 1
declare -A may=(
	[base]="base"
	[diag]="diag platform base"
	[platform]="platform base"
	[sanitize]="sanitize diag base"
	[debugsession]="debugsession diag base"
	[tracegen]="tracegen sanitize debugsession diag base"
	[datasets]="datasets tracegen sanitize debugsession platform diag base"
)
bad=0
seen=0
for folder in "${!may[@]}"; do
	while IFS=: read -r file line text; do
		target=${text#*\"}
		target=${target%%/*}
		seen=$((seen + 1))
		case " ${may[$folder]} " in
		*" $target "*) ;;
		*) echo "$file:$line: $folder may not include $text"; bad=1 ;;
		esac
	done < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' --include='*.[ch]' "$folder")
done
[ "$seen" -gt 50 ] || { echo "only $seen includes seen: the test is blind"; exit 1; }

gateway() { # HEADER-PATTERN ALLOWED-PATTERN
	while IFS= read -r file; do
		[[ $file =~ $2 ]] || { echo "$file: includes <$1> outside its gateway"; bad=1; }
	done < <(grep -rlE "#[[:space:]]*include[[:space:]]*<$1" --include='*.[ch]' "${!may[@]}")
}
gateway 'clang-c/' '^tracegen/ast'
gateway 'zstd' '^base/zst'
gateway 'zlib' '^datasets/flate'
gateway 'git2' '^datasets/import/git/git(_loose)?\.'
gateway 'microhttpd' '^datasets/http/'
gateway 'jansson' '^base/json'
gateway 'nettle/' '^base/hash'
gateway 'libiberty/' '^diag/linker/demangle'
gateway '(elfutils/|gelf|libelf|dwarf)' '^sanitize/symbolize/'

# Only mains print or exit.
if grep -rnE '(^|[^a-z_])(exit|printf|puts|perror)[[:space:]]*\(' --include='*.c' "${!may[@]}" |
	grep -vE '^[a-z]+/cmd/|snprintf|^[^:]*:[0-9]+:[[:space:]]*(/?\*|//)'; then
	echo "only files in cmd/ may print or exit"
	bad=1
fi
# And to people only through base/show.h: texts of others are in what they say.
if grep -rnE '(fprintf|fputs|fputc|vfprintf)[[:space:]]*\(.*stderr|perror[[:space:]]*\(' --include='*.c' "${!may[@]}"; then
	echo "say it with fl_tell() (base/show.h)"
	bad=1
fi
exit $bad
