// bridge.mjs BRIDGE PYTHON PROGRAM SOURCE LINE: an agent debugs by a bridge from MCP to DAP, which does not
// know what serves behind the port. Run where its client's library is.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert";

const [bridge, executablePath, scriptPath, file, line] = process.argv.slice(2);
const client = new Client({ name: "agent", version: "1" });
await client.connect(new StdioClientTransport({ command: process.execPath, args: [bridge, "stdio"], env: process.env }));
async function call(name, args) {
	const result = await client.callTool({ name, arguments: args });
	const answer = JSON.parse(result.content[0].text);
	assert(answer.success, `${name}: ${result.content[0].text}`);
	return answer;
}
const { sessionId } = await call("create_debug_session", { language: "python", executablePath });
const ask = (name, args = {}) => call(name, { sessionId, ...args });
await ask("set_breakpoint", { file, line: Number(line) });
const started = await ask("start_debugging", { scriptPath, dapLaunchArgs: { stopOnEntry: false } });
assert.deepStrictEqual([started.state, started.data.reason], ["paused", "breakpoint"]);
const stack = async () => (await ask("get_stack_trace")).stackFrames.map((f) => `${f.name}:${f.line}`);
assert.deepStrictEqual(await stack(), [`add:${line}`, "main:12"]);
const { variables } = await ask("get_local_variables");
assert.deepStrictEqual(variables.map((v) => `${v.type} ${v.name} = ${v.value}`), ["int sum = 0"]);
assert.strictEqual((await ask("evaluate_expression", { expression: "left + right + 40" })).result, "41");
assert.strictEqual((await ask("step_over")).location.line, Number(line) + 1);
await ask("step_out");
assert.deepStrictEqual(await stack(), ["main:12"]);
await ask("close_debug_session");
await client.close();
process.exit(0);
