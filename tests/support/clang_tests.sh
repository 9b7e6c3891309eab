# Sourced: clang_tests DIR FOLDER… unpacks those folders of clang's own tests, from Debian's source
# of llvm-toolchain-19, below DIR/clang/test. apt's own lists stay as they are. Ends the test when
# the source cannot be had.
clang_tests() {
	local dir=$1 patterns=() apt
	shift
	for folder in "$@"; do
		patterns+=("*/clang/test/$folder/*")
	done
	apt=(-o "Dir::Etc::sourcelist=$dir/apt/list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$dir/apt/lists")
	(
		mkdir -p "$dir/apt/lists/partial"
		cd "$dir"
		echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${FL_DEBIAN:-http://deb.debian.org/debian} bookworm main" >apt/list
		apt-get -q "${apt[@]}" update >log 2>&1 || exit 1
		apt-get -q "${apt[@]}" source --download-only llvm-toolchain-19 >>log 2>&1 || exit 1
		tar -xf llvm-toolchain-19_*.orig.tar.xz --wildcards --strip-components=1 "${patterns[@]}"
		rm -rf apt llvm-toolchain-19_*
	) && return 0
	tail -3 "$dir/log"
	[ "${CI:-}" = true ] && exit 1
	exit 77
}
