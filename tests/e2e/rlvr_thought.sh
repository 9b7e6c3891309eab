#!/usr/bin/env bash
# What an answer says was observed counts by how much of it the record's evidence has.
# timeout: 120
. "$FL_SRC/tests/support/alone.sh" || exit 1
need jq zstd clang-19
label=$FL_BIN/rlvr-label

# The fix of a record, behind thoughts that are so, that are not, and none.
zstd -qdc "$FL_SRC/tests/fixtures/datasets/version1/trace_fix-00000.jsonl.zst" | head -1 >"$dir/record"
jq -e '.context | test("csv_parser[.]c")' "$dir/record" >/dev/null || fail "no such record"
read -r function file line < <(jq -r .context "$dir/record" |
	grep -o 'function = "[^"]*", .file = "[^"]*", .line = [0-9]*' | head -1 | sed -E 's/function = "(.*)", .file = "(.*)", .line = /\1 \2 /')
jq -c --arg f "$function" --arg p "$file" --argjson l "$line" '
def c($id; $observed): {id: $id, record: ., completion: "<THOUGHT_START>\n/* \($observed)\n */\n<THOUGHT_END>\n<CODE_START>\n// file: \(.mutation.file)\n\(.fixed)<CODE_END>\n"};
c("so"; "OBSERVED: it happened in \($f) at \($p):\($l)"),
c("not so"; "OBSERVED: it happened in \($f) at \($p):\($l + 9000)"),
c("silent"; "LINK: \($p):\($l)"),
({id: "no evidence", language: "c", code: "int main(void){return 0;}"})' "$dir/record" >"$dir/candidates"
"$label" -q -j 2 --cxx=clang-19 -p verl --weight tests=0.5 --weight thought=0.5 <"$dir/candidates" >"$dir/labels"
jq -r '[.id, .stage, (.reward * 10000 | round), .thought.stated, .thought.matched, .thought.contradicted, .thought.wanted] | join("|")' \
	"$dir/labels" >"$dir/got"
cat >"$dir/want" <<'WANT'
so|passed|6250|1|1|0|4
not so|passed|5000|1|0|1|4
silent|passed|5000|0|0|0|4
no evidence|passed|10000|0|0|0|0
WANT
diff "$dir/want" "$dir/got" || fail "other labels: $(jq -r .message "$dir/labels")"
# The span is where it stands in the answer.
jq -nr --slurpfile c "$dir/candidates" --slurpfile l "$dir/labels" '$l[0].thought.facts[0] as $f | $c[0].completion[$f.start:$f.end]' >"$dir/span"
[ "$(cat "$dir/span")" = "$function at $file:$line" ] || fail "span: $(cat "$dir/span")"
exit "$bad"
