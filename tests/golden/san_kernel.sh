#!/usr/bin/env bash
# labels: sanitize
# What Debian's cloud kernel said of the faults of examples/module, as tests/nightly/kernel_module.sh recorded it,
# with kind, class and function; and one module, whose frames are resolved as addr2line has them.
for tool in python3 addr2line readelf patch; do
	command -v $tool >/dev/null && continue
	echo "$tool is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
python3 "$FL_SRC/tests/fixtures/kernel/check.py" "$FL_BIN/san2struct" "$FL_SRC/examples/module" "$FL_SRC/tests/fixtures/kernel"
