#!/bin/sh
# Runs every program that a build has left below this directory with a few plain inputs, each for two
# seconds at most: for packages whose tests run little or nothing. Inside a sandbox only.
text=$(find . -maxdepth 2 -type f \( -iname 'readme*' -o -iname 'changelog*' -o -iname 'copying*' -o -iname 'licen[sc]e*' \) -size -24k | sort | head -n 2)
code=$(find . -maxdepth 3 -type f -name '*.[ch]' ! -path './.*' -size -12k | sort | head -n 1)
data=$(find . -type f ! -path './.*' -size -48k \( -path '*/test*/*' -o -path '*/example*/*' -o -path '*/sample*/*' -o -path '*/data/*' \) \
	! -name '*.[choa]' ! -name 'Makefile*' ! -name '*.sh' ! -name '*.mk' ! -name '*.cmake' ! -name '*.py' ! -name '*.pl' ! -perm -100 | sort |
	awk '{file[NR] = $0} END {for (i = 0; i < 6 && i < NR; i++) print file[int(i * NR / (NR < 6 ? NR : 6)) + 1]}')
printf '3\n1 2 3\n10 20 30\n-5 0 7\n' >/tmp/numbers
printf 'the quick brown fox\njumps over\n\nthe lazy dog; 42 times, a=b\n' >/tmp/words
find . -type f -perm -100 ! -name '*.so*' ! -name '*.sh' ! -name '*.la' ! -path './.watch/*' ! -path '*/CMakeFiles/*' | sort | while read -r program; do
	[ "$(head -c 4 "$program" | tail -c 3)" = ELF ] || continue
	run() { timeout -k 1 2 "$program" "$@" >/tmp/printed 2>/dev/null; }
	for input in /tmp/words /tmp/numbers; do run <"$input"; done
	for option in -h --help --version; do run "$option" </dev/null; done
	for file in $text $code $data; do
		run "$file" </tmp/words
		run <"$file"
	done
	run 5 </tmp/words
	run 12 7 </tmp/words
	run hello </tmp/words
	run -v hello world </tmp/words
done
exit 0
