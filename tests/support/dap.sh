# shellcheck shell=bash
# The DAP client of the tests, Microsoft's own; to be sourced behind session.sh. Sets `modules`, a directory
# with the client and the scripts of tests/e2e/dap, which tests may share at the same time.
need npm node flock
node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' || missing "node is older than 18"
modules=$FL_BUILD/dap
mkdir -p "$modules"
# shellcheck source=tests/support/npm.sh
. "$FL_SRC/tests/support/npm.sh" || exit 1
exec 8>"$modules/lock"
flock 8
cp "$FL_SRC"/tests/e2e/dap/{package.json,*.mjs} "$modules"
npm_modules "$modules" --ignore-scripts
[ "$modules/schema.json" -nt "$modules/installed" ] ||
	(cd "$modules" && node node_modules/.bin/ts-json-schema-generator --no-type-check --type '*' -o schema.json \
		--path node_modules/@vscode/debugprotocol/lib/debugProtocol.d.ts >npm.log 2>&1) ||
	missing "no schema of the protocol: $(tail -1 "$modules/npm.log")"
exec 8>&-

frame() { printf 'Content-Length: %d\r\n\r\n%s' ${#1} "$1"; }

# Launch with these arguments and, once the text was told, kill the keeper or the server, let the client go
# or have its editor end the server: nothing may be left.
end_one() { # VICTIM TEXT ARGUMENTS
	local in=$dir/in.$1 out=$dir/out.$1 keeper
	rm -f "$in"
	mkfifo "$in"
	"$tool" dap <"$in" >"$out" 2>"$dir/err.$1" &
	keeper=$!
	exec 9>"$in"
	{
		frame '{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"x"}}'
		frame '{"seq":2,"type":"request","command":"launch","arguments":'"$3"'}'
		frame '{"seq":3,"type":"request","command":"configurationDone"}'
	} >&9
	for _ in $(seq 300); do
		grep -q "$2" "$out" && break
		sleep 0.1
	done
	grep -q "$2" "$out" || fail "no program: $(head -c 2000 "$out")"
	case $1 in
	keeper) kill -9 $keeper ;;
	server) kill -9 "$(pgrep -P $keeper)" ;;
	client) exec 9>&- ;;
	editor) kill -TERM $keeper ;;
	esac
	exec 9>&-
	wait $keeper 2>/dev/null
	nothing_left "the $1 is gone"
}
