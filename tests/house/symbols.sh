#!/usr/bin/env bash
# Every external symbol of a folder's library carries the folder's prefix.
set -u
declare -A prefix=([base]=fl_ [diag]=diag_ [platform]=plat_ [sanitize]=san_ [debugsession]=dbg_ [tracegen]=tg_ [datasets]=ds_)
bad=0
for folder in "${!prefix[@]}"; do
	lib=$FL_BUILD/libfl_$folder.a
	[ -e "$lib" ] || { echo "$lib is missing"; bad=1; continue; }
	count=0
	while read -r symbol; do
		count=$((count + 1))
		case $symbol in
		"${prefix[$folder]}"* | __asan* | __odr_asan* | __gcov* | __ubsan* | __sancov* | __start_* | __stop_*) ;;
		*) echo "$lib: $symbol does not begin with ${prefix[$folder]}"; bad=1 ;;
		esac
	done < <(nm --defined-only --extern-only "$lib" 2>/dev/null | awk 'NF == 3 {print $3}')
	[ "$count" -gt 0 ] || { echo "$lib: no symbols seen"; bad=1; }
done
exit $bad
