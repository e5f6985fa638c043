import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { readDocument } from "../docs/markdown.ts";
import { runStack } from "../tools/local/run-stack.ts";
import type { Part } from "./part.ts";
import { withPythonTools } from "./python-tools.ts";
import { runProgram } from "./run-program.ts";

const path = "docs/guides/python.md";
const modulePath = "docs/guides/payments.py";
const linesMax = 100;

/** The guide's program imports the module, and its last block is what it prints. A proxy's answer tells it nothing of a payment; an attempt without results was refused. */
export const pythonGuide: Part = {
	summary: `the program of ${path} on npm start`,
	run: () =>
		withPythonTools(["httpx==0.28.1"], async (programs) => {
			const page = readDocument(path);
			const blocks = (language: string) =>
				Array.from(
					page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms")),
					([, text = ""]) => text,
				);
			const run = (parts: readonly string[], url: string) =>
				runProgram(join(programs, "python"), [
					"-c",
					parts.join("\n").replaceAll("http://127.0.0.1:3000", url),
				]);
			const module = readDocument(modulePath);
			const parts = [
				module,
				...blocks("python").map((one) =>
					one.replace(/^from payments .*$/m, ""),
				),
			];
			const lines = parts.join("\n").trim().split("\n").length;
			if (lines > linesMax)
				throw new Error(`${modulePath} and ${path} have ${lines} lines`);
			await using stack = runStack("--memory", "--port", "0", "--quiet");
			const printed = await run(parts, await stack.ready());
			const [shown = "nothing"] = blocks("console");
			if (printed !== shown)
				throw new Error(
					`${path} shows ${shown}, its program prints ${printed}`,
				);
			await using proxy = await startProxy([
				...[...unknown, 403],
				{ data: { status: "SETTLED", bulkActionSlug: null, results: null } },
			]);
			const learned = await run([module, meetsProxy], proxy.url);
			if (learned !== "HTTPStatusError 403\nrefused\n")
				throw new Error(
					`Of a proxy's answers, the program of ${path} learns ${learned}`,
				);
			return { figures: `${lines} lines` };
		}),
};

/** Statuses after which a payment may have been made, or is to be sent again. */
const unknown = [502, 504, 429];

const meetsProxy = `
for _ in range(${unknown.length}):
    send("key", [])
try:
    send("key", [])
except PaymentsRefused:
    print("refused")
except httpx.HTTPStatusError as error:
    print("HTTPStatusError", error.response.status_code)
try:
    settle("invalid", [])
except PaymentsRefused:
    print("refused")
`;

/** Gives these answers in their order, in place of the service: a status with HTML, or a 200 with this JSON. */
async function startProxy(answers: readonly (number | object)[]) {
	const left = [...answers];
	const server = createServer((_, response) => {
		const next = left.shift() ?? 500;
		const isHtml = typeof next === "number";
		response.writeHead(isHtml ? next : 200, {
			"content-type": isHtml ? "text/html" : "application/json",
		});
		response.end(isHtml ? "<html>" : JSON.stringify(next));
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	// Unchecked cast: the address of a TCP server.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
