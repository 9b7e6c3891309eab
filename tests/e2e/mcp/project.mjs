// project.mjs SERVER PROJECT: a client on the official SDK, with a server started in the project and no option,
// finds why build/shop crashes.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert";

const [server, project] = process.argv.slice(2);
const client = new Client({ name: "project", version: "1" }, { capabilities: { roots: {} } });
await client.connect(new StdioClientTransport({ command: server, args: ["mcp"], env: process.env, cwd: project }));
await client.listTools(); // the SDK checks every structured result against its tool's outputSchema
const call = async (name, args = {}) => (await client.callTool({ name, arguments: args })).structuredContent;
const value = async (expression) => (await call("gdb_evaluate_expression", { expression })).value;

const started = await call("gdb_start_session", { program: "build/shop" });
assert.deepStrictEqual([started.status, started.warnings, started.sources], ["success", [], [project]]);
const crash = await call("gdb_execute_command", { command: "run", timeout_sec: 60 });
assert.strictEqual(crash.data.stop.signal_name, "SIGSEGV");
assert.match(crash.output, /sum \+= entry\.second->price; \/\/ the crash/);

// which of them is null, and since when?
assert.strictEqual(await value("this->items.size()"), "3");
const bad = await value("entry.first");
assert.strictEqual(bad, '"pear"');
assert.strictEqual(await value("entry.second"), "0x0");
const where = await value("&entry.second");
const address = where.match(/0x[0-9a-f]+/)[0];
await call("gdb_set_breakpoint", { location: `${project}/src/main.cpp:7`, temporary: true });
await call("gdb_execute_command", { command: "run" });
await call("gdb_set_watchpoint", { expression: `*(item **)${address}` });
const hit = await call("gdb_continue");
assert.strictEqual(hit.stop.function, "stock::drop");
const { output } = await call("gdb_execute_command", { command: `list ${hit.stop.line - 1},${hit.stop.line - 1}` });
console.log(`the cause: ${output.replace("\t\t", ": ").replace("\t", ": ").trim()}`);
const secrets = await call("gdb_start_session", { program: "/etc/passwd" });
assert.match(secrets.message, /--allow DIR/);
await client.close();
