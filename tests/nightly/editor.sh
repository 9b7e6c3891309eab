#!/usr/bin/env bash
# labels: nightly
# timeout: 300
# An editor debugs through the DAP server: Emacs with dap-mode, without a window. Break, run, stack,
# variables, step, disconnect; and nothing is left, though it kills its adapter.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need emacs
emacs --batch --eval '(progn (package-initialize) (kill-emacs (if (locate-library "dap-mode") 0 1)))' 2>/dev/null ||
	missing "needs dap-mode (package elpa-dap-mode)"
cp "$FL_SRC/tests/nightly/clients/sum.c" .
gcc -g -O0 sum.c -o sum || exit 1
HOME=$dir timeout -k 5 200 emacs --batch -l "$FL_SRC/tests/nightly/clients/emacs.el" -- \
	"$tool" "$dir/sum" "$dir/sum.c" 5 >out 2>log || fail "Emacs: $(grep -v '^  ' log | tail -n 20)"
cat >want <<'END'
stopped add:5
stack add main
variable left = 0
variable right = 1
variable sum = 0
at sum.c:5
stepped add:6
ended
END
diff want <(sed 's/^ended .*/ended/' out) || fail "another session"
finish
