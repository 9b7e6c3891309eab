#!/usr/bin/env bash
# draw.sh DIR COUNT SEED: draws small Debian source packages in C and C++ by the seed, unpacks them below
# DIR/corpus with a faultline.json each (manifest.sh), and goes on until COUNT of them have programs that
# `datasets programs` takes. DIR/drawn.tsv says what became of each: taken, or why not. What was
# downloaded and told before is used again. CACHE: where `datasets` keeps its results (DIR/cache).
# JOBS: how many are told at a time (two more than there are processors).
#
# Small: at most 400 kB as packed, built with nothing but the usual tools and a few libraries, for this
# machine (Architecture any): of what Debian 12 has, about 1,170.
set -eu
dir=$(realpath -m "$1")
count=$2
seed=$3
here=$(dirname "$(realpath "$0")")
. "$here/apt_source.sh"
cache=${CACHE:-$dir/cache}
most=${DRAWS:-900}
jobs=${JOBS:-$(($(nproc) + 2))}
mkdir -p "$dir/packed" "$dir/corpus" "$dir/told"

if [ ! -s "$dir/order" ]; then
	[ -n "$(ls "$dir"/apt/lists/*_main_source_Sources* 2>/dev/null)" ] || apt_source_lists "$dir" || { tail -n 3 "$dir/apt/log"; exit 77; }
	for list in "$dir"/apt/lists/*_main_source_Sources*; do
		/usr/lib/apt/apt-helper cat-file "$list"
	done | awk -v RS= -v FS='\n' '
		BEGIN {
			n = split("debhelper debhelper-compat dh-autoreconf autotools-dev autoconf automake libtool cmake meson ninja-build pkg-config pkgconf check libcmocka-dev dpkg-dev quilt dh-exec bison flex gettext zlib1g-dev dh-sequence-autoreconf cdbs libncurses-dev libncurses5-dev libreadline-dev perl bc txt2man help2man xxd procps", words, " ")
			for (i = 1; i <= n; i++) may[words[i]] = 1
		}
		{
			package = needs = ""; size = 0; fits = 0; key = ""
			for (i = 1; i <= NF; i++) {
				if ($i !~ /^[ \t]/) { key = $i; sub(/:.*/, "", key); sub(/^[^:]*: */, "", $i) }
				if (key == "Package") package = $i
				if (key == "Architecture" && " " $i " " ~ / (any|linux-any|amd64) /) fits = 1
				if (key == "Build-Depends" || key == "Build-Depends-Arch") needs = needs "," $i
				if (key == "Files" && split($i, part, " ") == 3) size += part[2]
			}
			gsub(/\([^)]*\)|\[[^]]*\]|<[^>]*>|:any|:native/, "", needs)
			n = split(needs, each, ",")
			for (i = 1; i <= n; i++) {
				sub(/\|.*/, "", each[i]); gsub(/[ \t\n]/, "", each[i])
				if (each[i] != "" && !(each[i] in may)) fits = 0
			}
			if (fits && size && size <= 400000) print package
		}' | sort -u | while read -r package; do
			echo "$(printf '%s:%s' "$seed" "$package" | sha256sum | cut -c1-16) $package"
		done | sort | cut -d' ' -f2 >"$dir/order"
fi
[ -s "$dir/order" ] || { echo "no source packages here"; exit 77; }

unpack() { # PACKAGE
	[ ! -d "$dir/corpus/$1" ] || return 0
	compgen -G "$dir/packed/$1_*.dsc" >/dev/null ||
		(cd "$dir/packed" && apt_sources "$dir" source --download-only "$1") >"$dir/told/$1.log" 2>&1 || return 1
	(cd "$dir/corpus" && dpkg-source --no-check --no-copy -x "$dir/packed/$1"_*.dsc "$1") >"$dir/told/$1.log" 2>&1 ||
		{ rm -rf "${dir:?}/corpus/$1"; return 1; }
}

# tell PACKAGE: prints what became of it, and a word on why; its tree stays only if it is taken.
tell() {
	local tree=$dir/corpus/$1
	unpack "$1" || { printf 'not_fetched\t\n'; return; }
	[ -e "$tree/faultline.json" ] || "$here/manifest.sh" "$1" "$tree" ||
		{ printf 'not_known\tnothing tells how it is built\n'; rm -rf "$tree"; return; }
	if timeout 900 "${DATASETS:-$FL_BIN/datasets}" programs "$tree" --cache "$cache" >"$dir/told/$1" 2>&1; then
		printf 'taken\t%s programs\n' "$(grep -c '^program ' "$dir/told/$1")"
	else
		printf '%s\t%s\n' "$(awk '/^refused/ {print $2; exit} END {if (!NR) print "not_told"}' "$dir/told/$1")" \
			"$(tail -n 1 "$dir/told/$1" | cut -c1-120)"
		# Out of the corpus at once; what is left of it may take a while to remove.
		mv "$tree" "$dir/unfit-$1"
		rm -rf "$dir/unfit-$1"
	fi
}

# Told some at a time, since many wait more than they work; what was told before stands.
while read -r package; do
	while [ "$(jobs -pr | wc -l)" -ge "$jobs" ]; do wait -n || true; done
	[ "$(cat "$dir"/told/*.state 2>/dev/null | grep -c ^taken)" -lt "$count" ] || break
	[ -s "$dir/told/$package.state" ] ||
		{ tell "$package" >"$dir/told/$package.state.new"; mv "$dir/told/$package.state.new" "$dir/told/$package.state"; } &
done < <(head -n "$most" "$dir/order")
wait

# In the order of the draw, whichever was told first; those beyond COUNT leave the corpus.
: >"$dir/drawn.tsv"
taken=0
while read -r package && [ -s "$dir/told/$package.state" ]; do
	state=$(cat "$dir/told/$package.state")
	if [ "${state%%$'\t'*}" = taken ] && [ "$taken" -ge "$count" ]; then
		rm -rf "${dir:?}/corpus/$package" "$dir/told/$package.state"
		continue
	fi
	[ "${state%%$'\t'*}" != taken ] || taken=$((taken + 1))
	printf '%s\t%s\n' "$package" "$state" >>"$dir/drawn.tsv"
done <"$dir/order"
echo "drawn $(wc -l <"$dir/drawn.tsv"), with programs $taken"
cut -f2 "$dir/drawn.tsv" | sort | uniq -c | sort -rn
