#!/usr/bin/env bash
# labels: sanitize nightly slow serial
# timeout: 5400
# sanrun -C on real packages: each is built by its own build system under ASan and UBSan, and its own
# tests are run. What is found is listed, as a table for docs/sanrun.md; a package that cannot be
# fetched is named, and with fewer than ten the test fails. With an argument: only that package.
. "$FL_SRC/tests/support/e2e.sh"
. "$FL_SRC/examples/publish/apt_source.sh"
need jq gcc make cmake ninja meson autoconf automake apt-get dpkg-source
only=${1:-}

# name | how it is built (empty: what sanrun makes of it) | what is run | option of sanrun
packages='
zlib|./configure && make -j2|make check|
cjson|||
jansson|||
libyaml|||
hello|||
libcsv|||
json-c|||--env=USE_VALGRIND=0
tinyxml2|meson setup b -Dtests=true && ninja -C b|meson test -C b --print-errorlogs|
lz4|make -j2|make -C tests test-lz4-basic|
popt|||
bzip2|make -j2 bzip2|make test|
mxml|./configure && make -j2|make test|
'

apt_source_lists "$dir" || { tail -3 "$dir/apt/log"; echo "no package sources here"; exit 77; }
mkdir "$dir/src"

cd "$dir/src" || exit 1
done=0
echo "| package | built with | seconds | its tests | found |"
echo "|---|---|---|---|---|"
while IFS='|' read -r name build run option; do
	[ -n "$name" ] || continue
	[ -z "$only" ] || [ "$only" = "$name" ] || continue
	mkdir "$name"
	(cd "$name" && apt_sources "$dir" source "$name") >"$name.log" 2>&1 ||
		{ echo "| $name | could not be fetched | | | |"; continue; }
	source=$(find "$name" -mindepth 1 -maxdepth 1 -type d | head -n 1)
	rm -rf "$source/debian" "$source/.pc"
	arguments=(-C "$source" --to=jsonl --output="$name.out")
	[ -z "$build" ] || arguments+=(--build "$build")
	[ -z "$run" ] || arguments+=(--run "$run")
	[ -z "$option" ] || arguments+=("$option")
	start=$SECONDS
	timeout 1500 "$FL_BIN/sanrun" "${arguments[@]}" >"$name.jsonl" 2>"$name.err"
	status=$?
	seconds=$((SECONDS - start))
	how=$(sed -n 's/^sanrun: builds it with: \([^ ]*\).*/\1/p' "$name.err")
	how=${how:-${build%% *}}
	tests=passed
	grep -q 'it failed (' "$name.err" && tests=$(sed -n 's/.*it failed (\([^)]*\)).*/\1/p' "$name.err" | head -n 1)
	found=$(jq -r '"\(.kind) \(.file):\(.line) `\(.function)`"' "$name.jsonl" | sort -u | paste -s -d';' | sed 's/;/; /g')
	echo "| ${source##*/} | $how | $seconds | $tests | ${found:-nothing} |"
	case $status in
	0|1) ;;
	*) fail "$name: sanrun ended with $status: $(tail -n 5 "$name.err")"; continue ;;
	esac
	grep -q 'the build failed\|the build was stopped\|nothing is watched' "$name.err" &&
		{ fail "$name: $(tail -n 40 "$name.err")"; continue; }
	[ -s "$name.out" ] || fail "$name: its tests printed nothing"
	done=$((done + 1))
done <<<"$packages"
echo "$done packages"
[ -n "$only" ] || [ "$done" -ge 10 ] || fail "only $done packages"
exit "$bad"
