#!/usr/bin/env bash
# labels: debugsession needs-gdb needs-qemu nightly
# timeout: 1500
# All scripts about kernels once more, with each session in the sandbox.
set -u
bad=0
for script in qemu kernel kernel_examples uefi; do
	FL_SANDBOX=on bash "$FL_SRC/tests/e2e/$script.sh"
	status=$?
	[ $status = 77 ] && exit 77
	[ $status = 0 ] || {
		echo "FAIL: $script.sh in the sandbox" >&2
		bad=1
	}
done
exit $bad
