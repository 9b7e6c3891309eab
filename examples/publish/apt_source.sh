# shellcheck shell=bash
# Sourced: sources of Debian packages, from where this machine's apt has its packages; its own lists
# stay as they are.

# apt_source_lists DIR: package lists with sources, below DIR/apt; 1 when there are none, with the
# reason in DIR/apt/log.
apt_source_lists() {
	local dir=$1 list
	mkdir -p "$dir/apt/etc" "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial"
	for list in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list.d/ubuntu.sources; do
		[ -s "$list" ] && sed 's/^Types:.*/Types: deb-src/; s/^deb /deb-src /' "$list" >"$dir/apt/etc/$(basename "$list")"
	done
	mv "$dir/apt/etc/sources.list" "$dir/apt/list" 2>/dev/null || : >"$dir/apt/list"
	apt_sources "$dir" update >"$dir/apt/log" 2>&1
}

# apt_sources DIR ARGUMENT…: apt-get with those lists.
apt_sources() {
	local dir=$1
	shift
	apt-get -q -o Dir::Etc::sourcelist="$dir/apt/list" -o Dir::Etc::sourceparts="$dir/apt/etc" \
		-o Dir::State::lists="$dir/apt/lists" -o Dir::Cache="$dir/apt/cache" -o APT::Sandbox::User=root "$@"
}
