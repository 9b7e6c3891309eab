#!/usr/bin/env bash
# labels: nightly sanitize needs-qemu
# timeout: 7200
# The faulty module of examples/module on Debian's cloud kernel, downloaded, built and tried in QEMU: each of the
# kernel's reports has its kind and class, and is traced to the statement at fault, against addr2line. The
# mended module gives no report.
set -u
for tool in python3 addr2line readelf patch gcc-12 make qemu-system-x86_64 apt-get; do
	command -v $tool >/dev/null && continue
	echo "$tool is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
dir=$(mktemp -d /var/tmp/fl-kernel-XXXXXX)
trap 'rm -rf "$dir"' EXIT
"$FL_SRC/examples/module/record" "$dir"
status=$?
if [ $status != 0 ]; then
	[ $status = 3 ] && [ "${CI:-}" != true ] && exit 77
	exit 1
fi
python3 "$FL_SRC/tests/fixtures/kernel/check.py" "$FL_BIN/san2struct" "$FL_SRC/examples/module" "$dir" || exit 1
reports=$("$FL_BIN/san2struct" --to=json "$dir/mended/serial.txt" | tr -d ' \n')
if [ "$reports" != '[]' ] && [ -n "$reports" ]; then
	echo "the mended module has reports: $reports"
	exit 1
fi
grep -q 'the child ended with 0' "$dir/mended/serial.txt" || { echo "the mended module was not tried to the end"; exit 1; }
