#!/usr/bin/env bash
# labels: platform
# timeout: 300
# What the readers of build files are told of the host: a sample of the tables' rows, and of the forms
# that follow from them, against the real compiler and linker. The nightly test asks all of them.
set -u
if ! command -v gcc-12 >/dev/null || ! command -v g++-12 >/dev/null ||
	! grep -qs '^12' /etc/debian_version || ! dpkg -s libc6-dev linux-libc-dev >/dev/null 2>&1; then
	echo "gcc-12, g++-12 or the headers of Debian 12 are missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
fi
nice python3 "$FL_SRC/bench/host" check --tool="$FL_BIN/host-ask" --rows="${FL_ROWS:-12}" \
	--seed="${FL_SEED:-1}"
