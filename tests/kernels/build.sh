#!/usr/bin/env bash
# Builds the test kernels: build.sh DIRECTORY [NAME…]. NAME is a file that is to be made there; none
# means all. Needs clang-19 and lld-19 and nothing else.
set -euo pipefail
out=$(mkdir -p "$1" && cd "$1" && pwd)
shift
cd "$(dirname "${BASH_SOURCE[0]}")"
warnings="-std=c17 -Wall -Wextra -Wno-unused-command-line-argument -Werror"
shared=$(cd ../../examples/kernels && pwd) # its machine/ has the boot code
free="-ffreestanding -fno-stack-protector -fno-pic -fno-omit-frame-pointer -g -I. -I$shared"

elf() { # FILE TARGET FOLDER FLAGS…
	local name=$1 target=$2 folder=$3 objects=$out/.objects-$1 source object
	shift 3
	mkdir -p "$objects"
	for source in "$shared/machine/$folder/boot.S" "$folder"/*.[cS] common/*.c; do
		object=${source#"$shared/machine/"}
		# shellcheck disable=SC2086
		clang-19 --target="$target" $warnings $free "$@" -c "$source" -o "$objects/${object//\//_}.o"
	done
	ld.lld-19 -static -z max-page-size=4096 --build-id=none -T "$folder/kernel.ld" "$objects"/*.o -o "$out/$name"
	rm -r "$objects"
}

x86_64() { # FILE FLAGS…
	elf "$1" x86_64-none-elf x86_64 -mcmodel=kernel -mno-red-zone -mno-sse -mno-mmx "${@:2}"
}

aarch64() { # FILE FLAGS…
	elf "$1" aarch64-none-elf aarch64 -mgeneral-regs-only -mstrict-align "${@:2}"
}

riscv64() { # FILE FLAGS…
	elf "$1" riscv64-none-elf riscv64 -march=rv64imac_zicsr_zifencei -mabi=lp64 -mcmodel=medany "${@:2}"
}

bios() { # FILE: the sector itself, and NAME.elf with its symbols
	local object=$out/.object-$1
	clang-19 --target=i386-none-elf -m16 -g -c bios/boot.S -o "$object"
	ld.lld-19 -Ttext=0x7c00 "$object" -o "$out/${1%.img}.elf"
	ld.lld-19 -Ttext=0x7c00 --oformat=binary "$object" -o "$out/$1"
	rm "$object"
}

uefi() { # FILE: firmware maps all memory that there could be, but nothing at the end of the lower half
	local objects=$out/.objects-$1 source
	mkdir -p "$objects"
	for source in uefi/*.c common/console.c common/faults.c; do
		# shellcheck disable=SC2086
		clang-19 --target=x86_64-w64-windows-gnu -fdwarf-exceptions -fasynchronous-unwind-tables $warnings -ffreestanding -fno-stack-protector -mno-red-zone -mno-sse \
			-mno-stack-arg-probe -fno-omit-frame-pointer -gdwarf -O0 -I. -DUNMAPPED=0x7fffdead0000 -c "$source" -o "$objects/${source//\//_}.obj"
	done
	lld-link-19 /subsystem:efi_application /entry:efi_main /nodefaultlib /debug:dwarf "$objects"/*.obj "/out:$out/$1"
	rm -r "$objects"
}

names=("$@")
[ $# -gt 0 ] || names=(x86_64.elf x86_64-o1.elf aarch64.elf riscv64.elf bios.img uefi.efi)
for name in "${names[@]}"; do
	case $name in
	x86_64.elf) x86_64 "$name" -O0 ;;
	x86_64-o1.elf) x86_64 "$name" -O1 ;;
	aarch64.elf) aarch64 "$name" -O0 ;;
	riscv64.elf) riscv64 "$name" -O0 ;;
	bios.img) bios "$name" ;;
	uefi.efi) uefi "$name" ;;
	*)
		echo "build.sh: there is no kernel $name" >&2
		exit 2
		;;
	esac
done
