#!/usr/bin/env bash
# manifest.sh PACKAGE DIR: makes the source tree of a Debian package in DIR a corpus of its own: a
# faultline.json with what builds and tests it. 1 when nothing tells how it is built.
set -eu
package=$1
cd "$2"
here=$(dirname "$(realpath "$0")")
# Documents that cannot be made are no reason to do without the programs.
built='find . -type f -perm -100 -newer faultline.json ! -path "./.watch/*" -size +7k | grep -q .'
test='make -k check; make -k test; make -k tests'
if [ -e CMakeLists.txt ]; then
	build='cmake -S . -B fl-build -DCMAKE_BUILD_TYPE=Debug -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=ON && cmake --build fl-build'
	test='ctest --test-dir fl-build --timeout 30'
elif [ -e meson.build ]; then
	build='meson setup fl-build -Ddefault_library=static && ninja -C fl-build'
	test='meson test -C fl-build'
elif [ -e configure ] || [ -e configure.ac ] || [ -e configure.in ]; then
	# Patches make the makefiles of automake look old; what they are made of did not change.
	tools='ACLOCAL=: AUTOCONF=: AUTOMAKE=: AUTOHEADER=: MAKEINFO=:'
	again="autoreconf -fi && ./configure && make -k $tools"
	build="if [ -e configure ]; then { ./configure --disable-shared --disable-dependency-tracking || ./configure; } && make $tools; else false; fi || { $again; } || $built"
elif [ -e Makefile ] || [ -e makefile ] || [ -e GNUmakefile ]; then
	build="make -k || $built"
elif [ -e src/Makefile ]; then
	build="make -k -C src || $built"
	test='make -C src -k check; make -C src -k test'
else
	exit 1
fi
# Debian's own tests of the installed package: the programs are found where they were built.
if [ -e debian/tests/control ]; then
	# shellcheck disable=SC2016  # expanded in the box
	test+='; PATH=$(find . -type f -perm -100 ! -name "*.*" ! -path "./.watch/*" -printf "$PWD/%h\n" | sort -u | paste -sd:):$PATH'
	# shellcheck disable=SC2016
	test+='; export PATH AUTOPKGTEST_TMP=/tmp ADTTMP=/tmp; for t in debian/tests/*; do [ ! -f "$t" ] || [ "$t" = debian/tests/control ] || timeout 20 sh "$t"; done'
	test+="$(sed -n 's/^Test-Command: */; timeout 20 sh -c '"'/p" debian/tests/control | sed "s/\$/'/" | tr -d '\n')"
fi
cp "$here/runs.sh" faultline-runs.sh
test+='; sh faultline-runs.sh'
find . -maxdepth 3 -type f \( -name configure -o -name missing -o -name install-sh -o -name depcomp -o -name compile -o \
	-name config.guess -o -name config.sub -o -name mkinstalldirs -o -name test-driver -o -name '*.sh' \) -exec chmod 755 {} +
licence=$(sed -n 's/^License: *//p' debian/copyright 2>/dev/null | head -n 1)
rm -rf .pc
jq -n --arg package "$package" --arg licence "${licence:-}" --arg build "$build" --arg test "$test" \
	'{repository: $package, programs: [{name: $package, build: $build, test: $test}]} + (if $licence == "" then {} else {licence: $licence} end)' >faultline.json
