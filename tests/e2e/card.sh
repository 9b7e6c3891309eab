#!/usr/bin/env bash
# datasets card: YAML that says what is in the directory, the same bytes each time, nothing of the
# machine.
# labels: datasets
# timeout: 120
# shellcheck source=tests/support/alone.sh
. "$FL_SRC/tests/support/alone.sh" || exit 1
need zstd
/usr/bin/python3 -c 'import yaml' 2>/dev/null || missing "needs python3-yaml"
tool=$FL_BIN/datasets
cd "$dir" || exit 1
cp -r "$FL_SRC/tests/fixtures/datasets/version1" set
"$tool" card set >card.md || fail "exit $?"
/usr/bin/python3 "$FL_SRC/tests/e2e/card/card.py" card.md set || fail "the card"
"$tool" card set -o set/README.md >said 2>&1 && cmp -s card.md set/README.md && [ ! -s said ] || fail "-o README.md: $(cat said)"
mv set other
"$tool" card other | cmp -s - card.md || fail "another directory makes another card"
! grep -qF "$dir" card.md || fail "a path of the machine"
grep -q -- '^--seed=3$' card.md && grep -q '^gcc-12: ' card.md || fail "how it was made"
# What is no plain file is written to, and stays what it is.
mkfifo pipe
ln -s /dev/null nowhere
cat pipe >piped &
"$tool" card other -o pipe || fail "to a pipe"
wait
[ -p pipe ] && cmp -s card.md piped || fail "a pipe is no pipe any more, or got something else"
"$tool" card other -o nowhere && [ -L nowhere ] || fail "a link is none any more"
mkdir none
for args in "none" "missing" "" "other other" "other -o missing/README.md"; do
	# shellcheck disable=SC2086
	"$tool" card $args >out 2>said && fail "card $args: no error"
	[ -s said ] && [ ! -s out ] || fail "card $args: $(cat said)"
done
rm other/trace_fix-00000.jsonl.zst
"$tool" card other >out 2>said && fail "a shard is missing: no error"
[ ! -s out ] && grep -q 'trace_fix-00000.jsonl.zst' said || fail "a shard is missing: $(cat said)"
exit $bad
