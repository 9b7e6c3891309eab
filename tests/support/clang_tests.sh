# Sourced: clang_tests DIR FOLDER… unpacks those folders of clang's own tests, from Debian's source
# of llvm-toolchain-19, below DIR/clang/test. Ends the test when the source cannot be had.
. "$FL_SRC/examples/publish/apt_source.sh"

clang_tests() {
	local dir=$1 patterns=()
	shift
	for folder in "$@"; do
		patterns+=("*/clang/test/$folder/*")
	done
	(
		cd "$dir" || exit 1
		apt_source_lists "$dir" || exit 1
		apt_sources "$dir" source --download-only llvm-toolchain-19 >>apt/log 2>&1 || exit 1
		tar -xf llvm-toolchain-19_*.orig.tar.xz --wildcards --strip-components=1 "${patterns[@]}" || exit 1
		rm -rf apt llvm-toolchain-19_*
	) && return 0
	tail -3 "$dir/apt/log"
	[ "${CI:-}" = true ] && exit 1
	exit 77
}
