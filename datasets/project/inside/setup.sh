# Makes the watching tools: this runs inside the box.
cd /box/.watch || exit 1
mkdir -p bin calls runs home
chmod 755 cc.sh ar.sh
# -O1: it is in every process of the build.
/usr/bin/gcc-12 -O1 -w -shared -fPIC watch.c -o watch.so -ldl || exit 1
# A project's tests may read every source that they find.
rm -f watch.c setup.sh
triplet=$(/usr/bin/gcc-12 -dumpmachine)
for name in cc gcc gcc-12 c99 c89 clang clang-19 "$triplet-gcc" "$triplet-gcc-12" \
	c++ g++ g++-12 clang++ clang++-19 "$triplet-g++" "$triplet-g++-12"; do
	ln -s ../cc.sh "bin/$name"
done
for name in ar gcc-ar gcc-ar-12 "$triplet-ar" "$triplet-gcc-ar"; do
	ln -s ../ar.sh "bin/$name"
done
# Symbols stay, and so does what was built.
for name in strip "$triplet-strip"; do
	printf '#!/bin/sh\nexit 0\n' >"bin/$name"
	chmod 755 "bin/$name"
done
