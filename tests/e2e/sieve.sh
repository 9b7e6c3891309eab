#!/usr/bin/env bash
# --licence and --cap of cat, dedup, split and export take some rows and count the others; export
# --scrub puts placeholders for what names people or opens doors.
# labels: datasets
# timeout: 120
# shellcheck source=tests/support/alone.sh
. "$FL_SRC/tests/support/alone.sh" || exit 1
need jq
tool=$FL_BIN/datasets
cd "$dir" || exit 1

# 12 rows of two repositories, of which 3 name no licence and 3 another one than those asked for.
for n in $(seq 0 11); do
	jq -cn --argjson n "$n" '{n: $n, repo: ("r\($n % 2)"), kind: "k", text: "text \($n * 77777) of \($n)",
		license: ["expat", "", "GPL-2+ or Artistic", "GPL-3+"][$n % 4]}'
done >rows.jsonl
numbers() { jq -r .n | tr '\n' ' '; }
taken() { # WANTED SAID OPTIONS…
	local wanted=$1 words=$2 found
	shift 2
	found=$("$tool" cat "$@" rows.jsonl 2>said | numbers)
	[ "$found" = "$wanted" ] || fail "cat $*: took $found"
	[ "$(cat said)" = "$words" ] || fail "cat $*: $(cat said)"
}
taken "0 4 8 " "datasets: 9 rows passed over: under another licence" --licence MIT
taken "0 1 2 4 5 6 8 9 10 " "datasets: 3 rows passed over: under another licence" \
	--licence MIT,unknown,GPL-2.0-or-later
taken "0 1 2 3 " "datasets: 8 rows passed over: over the cap of their repository" --cap 2
taken "0 1 2 5 " "datasets: 3 rows passed over: under another licence
datasets: 5 rows passed over: over the cap of their repository" --cap 2 --licence mit,unknown,GPL-2.0-or-later
taken "0 1 2 3 4 5 6 7 8 9 10 11 " "" --cap 0
for list in 'MIT AND' '(MIT' 'MIT OR OR X' 'MIT,' ''; do
	for sub in cat dedup export; do
		"$tool" $sub --licence "$list" rows.jsonl >none 2>said
		[ $? = 2 ] && [ ! -s none ] && grep -qF "datasets: --licence: '$list'" said ||
			fail "$sub --licence='$list': exit $?: $(cat said)"
	done
done
"$tool" split --licence 'MIT OR OR X' -o none.d rows.jsonl 2>said
[ $? = 2 ] && grep -q "at character 8, 'OR' stands where a licence should" said && [ -z "$(ls none.d 2>&1)" ] ||
	fail "split --licence='MIT OR OR X': $(cat said)"
"$tool" dedup --licence MIT rows.jsonl 2>said | numbers | grep -qx '0 4 8 ' || fail "dedup --licence: $(cat said)"
grep -q '9 rows passed over' said && grep -q '3 rows kept' said || fail "dedup: $(cat said)"
"$tool" split --licence MIT --cap 2 -o parts rows.jsonl 2>said || fail "split: exit $?"
[ "$(cat parts/*.jsonl | numbers)" = "0 4 " ] || fail "split: $(cat parts/*.jsonl)"
printf '{"n":\n' >>rows.jsonl
"$tool" dedup --licence MIT rows.jsonl >/dev/null 2>said
[ $? = 1 ] && grep -q '1 damaged' said || fail "a damaged row: $(cat said)"

# A record of a person, in a file and in a diff.
"$tool" cat --head 1 "$FL_SRC/tests/fixtures/datasets/version1" |
	jq -c '.prompt = "// by Jo <jo@host.org>\n" + .prompt | .completion = "-jo@host.org\n+ghp_" + "a1B2" * 9' >person.jsonl
"$tool" export --scrub person.jsonl 2>said >scrubbed.jsonl || fail "--scrub: exit $?"
jq -e '(.prompt | startswith("// by Jo <user@example.com>\n")) and .completion == "-user@example.com\n+ghp_" + "X" * 36' \
	scrubbed.jsonl >/dev/null || fail "--scrub: $(cat scrubbed.jsonl)"
grep -qx 'datasets: scrubbed, address of e-mail: 2' said && grep -qx 'datasets: scrubbed, token of GitHub: 1' said ||
	fail "--scrub: $(cat said)"
"$tool" export --format text --scrub person.jsonl 2>/dev/null | jq -e '.spans[-1].end == (.text | length)' >/dev/null ||
	fail "spans of a scrubbed text"
"$tool" export person.jsonl 2>/dev/null | grep -q jo@host.org || fail "scrubbed without being asked"
for shape in verl tasks; do
	"$tool" export --format $shape --scrub person.jsonl >none 2>said
	[ $? = 2 ] && grep -q 'are compiled and run' said || fail "$shape: $(cat said)"
done
exit $bad
