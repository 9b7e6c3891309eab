# Sourced: gcc_testsuite DIR PATTERN… unpacks those files of GCC's own testsuite, from Debian's
# gcc-12-source, below DIR/testsuite. The package is removed again. Ends the test when there is none.
gcc_testsuite() {
	local dir=$1 patterns=()
	shift
	for pattern in "$@"; do
		patterns+=("*/gcc/testsuite/$pattern")
	done
	(
		cd "$dir"
		apt-get -q download gcc-12-source >log 2>&1 || exit 1
		dpkg-deb --fsys-tarfile gcc-12-source_*.deb | tar -xf - --wildcards '*/gcc-*.tar.xz'
		tar -xf usr/src/gcc-12/gcc-*.tar.xz --wildcards --strip-components=2 "${patterns[@]}"
		rm -rf usr ./*.deb
	) && return 0
	tail -3 "$dir/log"
	[ "${CI:-}" = true ] && exit 1
	exit 77
}
