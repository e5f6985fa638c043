import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { readDocument } from "../docs/markdown.ts";
import { runStack } from "../tools/local/run-stack.ts";
import type { Part } from "./part.ts";
import { withPythonTools } from "./python-tools.ts";
import { runProgram } from "./run-program.ts";

const paths = ["docs/guides/python.md", "docs/guides/paying-a-list.md"];
const modulePath = "docs/guides/payments.py";

/** The programs of the guides import the module, and their last block is what they print. A proxy's answer, or a refusal before the claim, tells the module nothing of a payment; of lost data, it leaves the status open. It refuses a misspelt property before it sends anything, and the results of other payments. */
export const pythonGuide: Part = {
	summary: `the programs of ${paths.join(" and ")} on npm start`,
	run: () =>
		withPythonTools(["httpx==0.28.1"], async (programs) => {
			const run = (parts: readonly string[], url: string) =>
				runProgram(join(programs, "python"), [
					"-c",
					parts.join("\n").replaceAll("http://127.0.0.1:3000", url),
				]);
			const module = readDocument(modulePath);
			for (const path of paths) {
				const { program, shown } = programOf(path);
				await using stack = runStack("--memory", "--port", "0", "--quiet");
				const printed = await run([module, ...program], await stack.ready());
				if (printed !== shown)
					throw new Error(
						`${path} shows ${shown}, its program prints ${printed}`,
					);
			}
			await using proxy = await startProxy(answers);
			const learned = await run([module, meetsProxy], proxy.url);
			if (learned !== expected)
				throw new Error(
					`Of a proxy's answers, the program of ${modulePath} learns ${learned}`,
				);
			return { figures: `${module.trim().split("\n").length} lines` };
		}),
};

/** The program of a guide, and what the guide says that it prints. */
function programOf(path: string): { program: string[]; shown: string } {
	const page = readDocument(path);
	const blocks = (language: string) =>
		Array.from(
			page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms")),
			([, text = ""]) => text,
		);
	return {
		program: blocks("python").map((one) =>
			one.replace(/^from payments .*$/m, ""),
		),
		shown: blocks("console").join(""),
	};
}

/** Statuses after which a payment may have been made, or is to be sent again. */
const unknown = [502, 504, 429];

const refused = (code: string) => ({
	ok: false,
	error: { code, message: code },
});

const attempted = (outcome: object) => ({
	data: { status: "SETTLED", bulkActionSlug: null, results: null, ...outcome },
});

const givenUp = { status: "ERROR", reason: "PROCESSING_FAILED" };

/** A batch of five, the third of which has no result. */
const results = [
	{ position: 0, slug: "a", amount: 1, status: "DONE" },
	{ position: 1, slug: "b", amount: 1, ...givenUp },
	{ position: 3, slug: "", amount: 1, status: "DONE" },
	{ position: 4, slug: "e", amount: 1, status: "ERROR", reason: "NOT_FOUND" },
];

const batch = (total: number, results: readonly object[]): Answer[] => [
	attempted({ bulkActionSlug: "batch" }),
	{ data: { status: "DONE", total } },
	{ data: { results } },
];

const answers: Answer[] = [
	...unknown,
	// What `learn` gets, one after the other.
	403,
	404,
	[403, refused("INSUFFICIENT_PERMISSIONS")],
	[409, refused("MAP_BATCH_IN_PROGRESS")],
	[404, refused("ATTEMPT_NOT_FOUND")],
	[409, refused("MAP_BATCH_IN_PROGRESS")],
	[404, refused("ATTEMPT_NOT_FOUND")],
	// After the refusal of a claimed key, nothing is sent any more.
	[409, { ok: false, error: "Used" }],
	[404, refused("ATTEMPT_NOT_FOUND")],
	attempted({}),
	attempted({ bulkActionSlug: "lost" }),
	[404, refused("BATCH_NOT_FOUND")],
	// The keys of other payments: of another amount, of another invoice in a batch, of a larger batch.
	attempted({ results: [{ slug: "a", amount: 2, status: "RECORDED" }] }),
	...batch(1, [{ position: 0, slug: "b", amount: 1, status: "DONE" }]),
	...batch(101, []).slice(0, 2),
	// What the last line gets.
	...batch(5, results),
];

const meetsProxy = `
for _ in range(${unknown.length}):
    send("key", [])
def learn(call, resources=[]):
    try:
        call("key", resources)
    except PaymentsRefused as error:
        print("refused", error)
    except httpx.HTTPStatusError as error:
        print("unknown", error.response.status_code)
    except (KeyReused, ValueError) as error:
        print(type(error).__name__, error)
for call in [send, settle, send, send, settle, settle, settle]:
    learn(call)
def payments(slugs):
    return [{"slug": slug, "amount": 1} for slug in slugs]
for call in [send, prepare]:
    learn(call, payments("a") + [{"slug": "b", "amount": 1, "utrr": "HDFC1"}])
for _ in range(3):
    learn(settle, payments("a"))
print([one["status"] for one in settle("key", payments("abcde"))])
`;

const expected = `unknown 403
unknown 404
unknown 403
refused MAP_BATCH_IN_PROGRESS
refused MAP_BATCH_IN_PROGRESS
refused The request is not valid, or its batch was not accepted
unknown 404
ValueError A payment has no property 'utrr'
ValueError A payment has no property 'utrr'
KeyReused The key was used for other payments. Find out which, then pay these under a new key
KeyReused The key was used for other payments. Find out which, then pay these under a new key
KeyReused The key was used for other payments. Find out which, then pay these under a new key
['DONE', 'TO_CHECK', 'TO_CHECK', 'TO_CHECK', 'ERROR']
`;

/** A status with HTML, JSON with a status, or a 200 with this JSON. */
type Answer = number | [status: number, body: object] | object;

/** Gives these answers in their order, in place of the service. */
async function startProxy(answers: readonly Answer[]) {
	const left = [...answers];
	const server = createServer((_, response) => {
		const next = left.shift() ?? 500;
		const isHtml = typeof next === "number";
		const [status, body] = isHtml
			? [next, "<html>"]
			: Array.isArray(next)
				? [next[0], JSON.stringify(next[1])]
				: [200, JSON.stringify(next)];
		response.writeHead(status, {
			"content-type": isHtml ? "text/html" : "application/json",
		});
		response.end(body);
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
