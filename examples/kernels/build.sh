#!/usr/bin/env bash
# Builds the kernels as faultline.json says: build.sh DIRECTORY [NAME…] makes NAME-ARCH.elf there of each
# kernel, or of those that are named. Needs clang-19, lld-19 and jq.
set -euo pipefail
out=$(mkdir -p "$1" && cd "$1" && pwd)
shift
cd "$(dirname "${BASH_SOURCE[0]}")"
objects=$(mktemp -d "$out/.objects-XXXXXX")
trap 'rm -rf "$objects"' EXIT

list() { # FILTER: words of the manifest
	mapfile -t words < <(jq -r "$1" faultline.json)
}

compile() { # SOURCE OBJECT: with `compiler`, `flags` and the kernel's own, `more`
	local compiler=$compiler
	case $1 in
	*.cpp) compiler=${compiler/clang/clang++} ;;
	*.S) local more=() ;;
	esac
	"$compiler" "${flags[@]}" "${more[@]}" -c "$1" -o "$2"
}

link() { # KERNEL ARCH: of the machine's objects and its own
	local at=".programs[] | select(.name == \"$1\")" source patterns own=() more
	list "$at | .flags // [] | .[]" && more=("${words[@]}")
	list "$at | .sources[]" && patterns=("${words[@]}")
	# shellcheck disable=SC2068 # patterns
	for source in ${patterns[@]}; do
		own+=("$objects/$1-$2-${source//\//_}.o")
		compile "$source" "${own[-1]}"
	done
	"$linker" "${link[@]}" "$objects/$2"/*.o "${own[@]}" -o "$out/$1-$2.elf"
}

machine() { # ARCH: its objects, then all kernels
	local at=".targets[] | select(.arch == \"$1\")" source compiler linker flags link more=()
	compiler=$(jq -r "$at | .compiler" faultline.json)
	linker=$(jq -r "$at | .linker" faultline.json)
	list "$at | .flags[]" && flags=("${words[@]}")
	list "$at | .link[]" && link=("${words[@]}")
	list "$at | .sources[]"
	mkdir "$objects/$1"
	# shellcheck disable=SC2068 # patterns
	for source in ${words[@]}; do
		compile "$source" "$objects/$1/${source//\//_}.o"
	done
	for kernel in "${kernels[@]}"; do
		list ".programs[] | select(.name == \"$kernel\") | .targets // [\"$1\"] | .[]"
		[[ " ${words[*]} " != *" $1 "* ]] || link "$kernel" "$1"
	done
}

kernels=("$@")
[ $# -gt 0 ] || mapfile -t kernels < <(jq -r '.programs[].name' faultline.json)
running=()
for arch in $(jq -r '.targets[].arch' faultline.json); do
	machine "$arch" &
	running+=($!)
done
for pid in "${running[@]}"; do
	wait "$pid"
done
