#!/usr/bin/env bash
# The report's page in a browser: found, read and stepped through by keyboard alone, light and dark,
# on a narrow screen, and without a word on the console or a request.
# labels: datasets
# timeout: 400
# shellcheck source=tests/support/e2e.sh
. "$FL_SRC/tests/support/e2e.sh" || exit 1
need npm node chromium
node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' || missing "node is older than 18"
modules=$FL_BUILD/report
mkdir -p "$modules"
cp "$FL_SRC"/tests/e2e/report/{package.json,page.mjs} "$modules"
# shellcheck source=tests/support/npm.sh
. "$FL_SRC/tests/support/npm.sh" || exit 1
npm_modules "$modules" --ignore-scripts
cd "$dir" || exit 1

# shellcheck disable=SC2154  # set by e2e.sh
"$datasets" convert "$FL_SRC/tests/fixtures/datasets/version1" -o set 2>/dev/null || fail "convert: exit $?"
"$datasets" cat set | /usr/bin/python3 "$FL_SRC/tests/support/report_rows.py" >more.jsonl || fail "no rows"
"$datasets" report set more.jsonl -o page.html 2>said
[ -s page.html ] || fail "no page: $(cat said)"
(cd "$modules" && node page.mjs "$(command -v chromium)" "$dir/page.html") || fail "the page in chromium"
exit $bad
