// port.mjs TOOL … --host HOST --port PORT …: an adapter of standard input and output at a port, for one client.
import { spawn } from "node:child_process";
import { createServer } from "node:net";

const value = (name) => process.argv[process.argv.indexOf(name) + 1];
const server = createServer((socket) => {
	server.close();
	const adapter = spawn(process.argv[2], ["dap"], { stdio: ["pipe", "pipe", "inherit"] });
	socket.pipe(adapter.stdin);
	adapter.stdout.pipe(socket);
	for (const stream of [socket, adapter.stdin, adapter.stdout]) stream.on("error", () => adapter.stdin.destroy());
	socket.on("close", () => adapter.stdin.end());
	adapter.on("exit", () => process.exit(0));
});
server.listen(Number(value("--port")), value("--host"));
