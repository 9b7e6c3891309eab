#!/bin/sh
# Stands in for every compiler: does what is asked, without warnings and optimisation, and writes
# down what was asked, from where, what it read and what it linked: calls/N/{argv,deps,trace}.
watch=/box/.watch
real=/usr/bin/gcc-12
case ${0##*/} in *++*) real=/usr/bin/g++-12 ;; esac
# One word that starts with a dash is a question.
case $#:$1 in 0:*|1:-*) exec "$real" "$@" ;; esac
link=1 input= other= last=
for a do
	case $a in
	-c) link= ;;
	-S|-E|-M|-MM|-fsyntax-only|-print-*|-r|-ffreestanding|-nostdlib) other=1 ;;
	*conftest*|*/CMakeScratch/*|*/CMakeTmp/*|*/meson-private/*) other=1 ;;
	-) other=1 ;;
	-*) ;;
	*) [ "$last" = -o ] || input=1 ;;
	esac
	last=$a
done
case $PWD in */CMakeScratch/*|*/CMakeTmp*|*/meson-private/*) other=1 ;; esac
# Questions of configure and its kin are answered by the compiler itself.
[ -z "$other" ] && [ "$input" ] || exec "$real" "$@"

# What was built must be what is watched: no static programs, and nothing that a later link sees.
for a do
	shift
	case $a in
	-static|-static-pie|-s|-Wl,-s|-Wl,--strip-all|-flto|-flto=*|-fwhole-program) continue ;;
	-fsanitize=*|-W|-W[!lpa]*|-pedantic|-pedantic-errors|-pg|--coverage) continue ;;
	-D_FORTIFY_SOURCE*|-Wp,-D_FORTIFY_SOURCE*|-specs=*|-pipe) continue ;;
	esac
	set -- "$@" "$a"
done

id=$$
until mkdir "$watch/calls/$id" 2>/dev/null; do id=${id}x; done
call=$watch/calls/$id
printf '%s\n' "$real" "$PWD" "$@" >"$call/argv"
if [ "$link" ]; then
	"$real" "$@" -w -O0 -U_FORTIFY_SOURCE -Wl,-t,-t >"$call/trace" || exit
else
	"$real" "$@" -w -O0 -U_FORTIFY_SOURCE || exit
fi

# The files that its sources are made of; -o and what else names such a file would get the list.
skip= any=
for a do
	shift
	if [ "$skip" ]; then skip=; continue; fi
	case $a in
	-o|-MF|-MT|-MQ) skip=1; continue ;;
	-c|-M*|-Wp,-M*|-o*|*.o|*.lo|*.a|*.so|*.so.*|-l*|-L*|-Wl,*) continue ;;
	*.[cCi]|*.cc|*.c[px][px+]|*.cp|*.c++) any=1 ;;
	esac
	set -- "$@" "$a"
done
[ -z "$any" ] || "$real" "$@" -w -M >"$call/deps"
echo "$id" >>"$watch/order"
exit 0
