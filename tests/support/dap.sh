# shellcheck shell=bash
# The DAP client of the tests, Microsoft's own; to be sourced behind session.sh. Sets `modules`, a directory
# with the client and the scripts of tests/e2e/dap, which tests may share at the same time.
need npm node flock
node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' || missing "node is older than 18"
modules=$FL_BUILD/dap
mkdir -p "$modules"
install_client() {
	cp "$FL_SRC"/tests/e2e/dap/{package.json,*.mjs} "$modules"
	cmp -s "$modules/package.json" "$modules/installed" && return
	(cd "$modules" && npm install --ignore-scripts --no-package-lock --no-audit --no-fund >npm.log 2>&1 &&
		node node_modules/.bin/ts-json-schema-generator --no-type-check --type '*' -o schema.json \
			--path node_modules/@vscode/debugprotocol/lib/debugProtocol.d.ts >>npm.log 2>&1) &&
		cp "$modules/package.json" "$modules/installed"
}
exec 8>"$modules/lock"
flock 8
install_client || missing "npm cannot install the client: $(grep -m 1 -i error "$modules/npm.log")"
exec 8>&-
