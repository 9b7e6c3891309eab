#!/usr/bin/env bash
# Each tool's help fits a terminal and its man page and completion are sound; the README names every
# tool, and each tool has a page in docs/.
set -u
bad=0
fail() { echo "$1"; bad=1; }
need() { command -v "$1" >/dev/null || { [ "${CI:-}" = true ] && fail "$1 is missing"; return 1; }; }
seen=0
for main in "$FL_SRC"/*/cmd/*.c; do
	tool=$(basename "$main" .c)
	case $tool in gen-*) continue ;; esac
	seen=$((seen + 1))
	bin=$FL_BIN/$tool
	"$bin" --help >/dev/null || fail "$tool --help fails"
	"$bin" --help | awk '{gsub(/…/, "."); if (length($0) > 80) exit 1}' || fail "$tool --help is wider than 80 columns"
	"$bin" --version | grep -qE "^$tool .*[0-9]+\.[0-9]+" || fail "$tool --version: $("$bin" --version)"
	if need groff; then
		warnings=$("$bin" --generate=man | groff -man -Tutf8 -ww -z 2>&1)
		[ -z "$warnings" ] || fail "$tool.1: $warnings"
	fi
	"$bin" --generate=completion | bash -n || fail "$tool: completion"
	"$bin" --no-such-option 2>/dev/null
	[ $? -eq 2 ] || fail "$tool: a wrong option does not exit 2"
	grep -q "\`$tool\`" "$FL_SRC/README.md" || fail "README.md does not name $tool"
	[ -e "$FL_SRC/docs/$tool.md" ] || fail "docs/$tool.md is missing"
done
[ "$seen" -ge 6 ] || fail "only $seen tools seen"
# Links between pages lead somewhere.
cd "$FL_SRC" || exit 1
while IFS=: read -r page link; do
	[ -e "$(dirname "$page")/$link" ] || fail "$page: $link leads nowhere"
done < <(grep -oE '\]\([a-zA-Z0-9_./-]+\.md\)' README.md CONTRIBUTING.md SKILL.md docs/*.md | sed -E 's/\]\((.*)\)/\1/')
exit $bad
