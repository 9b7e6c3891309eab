#!/usr/bin/env bash
# run.sh KERNEL.elf: boots a kernel of build.sh's in QEMU, with its serial line as output. The exit status
# is 0 when the self-test passed, else 1.
set -euo pipefail
manifest=$(dirname "${BASH_SOURCE[0]}")/faultline.json
arch=${1%.elf}
arch=${arch##*-}
mapfile -t options < <(jq -r ".targets[] | select(.arch == \"$arch\") | .qemu[]" "$manifest")
log=$(mktemp)
trap 'rm "$log"' EXIT
timeout 60 "qemu-system-$arch" "${options[@]}" -display none -monitor none -no-reboot -serial stdio -kernel "$1" </dev/null | tr -d '\r' | tee "$log" || true
[ "$(tail -n 1 "$log")" = "selftest: pass" ]
