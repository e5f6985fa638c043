import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { toContext } from "../../../client/src/client-options.ts";
import { NoAnswerError } from "../../../client/src/http/errors.ts";
import { toApiError } from "../../../client/src/http/to-api-error.ts";
import {
	announcingOutages,
	announcingStop,
	limitingReads,
	stoppingOnFailure,
} from "../../../client/src/pay-file/connection.ts";
import {
	describeFailure,
	ServiceError,
} from "../../../client/src/pay-file/errors.ts";
import { emptyState } from "../../../client/src/pay-file/journal/entries.ts";
import { refuseTarget } from "../../../client/src/pay-file/journal/journal.ts";
import { openInvoicesHelp } from "../../../client/src/pay-file/open-invoices.ts";
import { help } from "../../../client/src/pay-file/options.ts";
import { toNotDone } from "../../../client/src/pay-file/output/results.ts";
import { reverseHelp } from "../../../client/src/pay-file/reverse.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { useWorld } from "../../support/use-world.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";
import { runPay } from "./support/pay-process.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(1) }));
const url = "http://127.0.0.1:1";

/** @returns The URL of a server that answers so. */
async function serverOf(answer: (response: ServerResponse) => void) {
	const server = createServer((_, response) => answer(response));
	server.listen(0, "127.0.0.1");
	onTestFinished(() => void server.close());
	await once(server, "listening");
	// Unchecked cast: a server that listens on a port has this address.
	const { port } = server.address() as AddressInfo;
	return `http://127.0.0.1:${port}`;
}

const failure = (code: string, message = "fetch failed") =>
	new NoAnswerError("GET /v1.0/organization was not answered", {
		mayHaveArrived: false,
		isRetryable: true,
		cause: new TypeError(message, {
			cause: Object.assign(new Error(message), { code }),
		}),
	});

it.each([
	["ECONNREFUSED", "nothing answers there"],
	["ENOTFOUND", "its name is not known"],
	["EPROTO", "it does not speak https"],
	["ERR_SSL_WRONG_VERSION_NUMBER", "it does not speak https"],
	["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate is not trusted"],
	["ETIMEDOUT", "it did not answer in time"],
	["", "the address leads to another one", "unexpected redirect"],
])("11.4: %s is said in words", (code, words, message?: string) => {
	const text = describeFailure(failure(code, message), url);
	expect(text).toContain(`The service at ${url} cannot be reached: ${words}`);
	expect(text).not.toMatch(/fetch|SSL|E[A-Z]{4}/);
});

it.each([
	[401, "The API key is unknown", "Check the key, or ask the person who gave"],
	[403, "Forbidden", "does not allow this with your API key (Forbidden): ask"],
	[429, "Too Many Requests", "Run the same command again in a few minutes"],
	[500, "Internal server error", "ask the people who run the service"],
	[400, "Validation failed.", "refuses this (Validation failed): ask"],
])("11.4: what to do after the answer %s is said", (status, message, words) => {
	const answer = { status, body: { message }, headers: new Headers() };
	const error = toApiError(
		{ ...answer, requestId: null, retryAfterMs: null },
		false,
	);
	const text = describeFailure(error, url);
	expect(text).toContain(message.replace(".", ""));
	expect(text).toContain(words);
});

describe("11.4: something else that answers at the address", () => {
	const page = (response: ServerResponse) => {
		response.writeHead(200, { "content-type": "text/html" });
		response.end("<html>Sign in</html>");
	};
	const redirect = (response: ServerResponse) => {
		response.writeHead(301, { location: "https://example.com/" }).end();
	};

	it.each([
		["a page", page, "something else answers there"],
		["a redirect", redirect, "the address leads to another one"],
	])(
		"%s: is said at once, and what is tried meanwhile",
		async (_, answer, words) => {
			const server = await serverOf(answer);
			const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
			const run = runPay([file.path, "--url", server]);
			await expect
				.poll(run.output, { timeout: 20_000 })
				.toContain(
					`The service at ${server} cannot be reached: ${words}; check`,
				);
			expect(run.output()).toContain("Trying again for up to a minute");
			run.kill("SIGINT");
			expect((await run.ended).exitCode).toBe(130);
		},
	);
});

it("11.4: a service that takes connections and is silent is left after a minute, with code 4", async () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	const context = toContext({
		...{ url, apiKey: "k", timeoutMs: 40_000, maxRetries: 10 },
		fetch: (_, init) =>
			new Promise((_resolve, reject) => {
				init?.signal?.addEventListener("abort", () =>
					reject(init.signal?.reason),
				);
			}),
	});
	const { sendRepeatedly } = stoppingOnFailure(limitingReads(context), url);
	const read = sendRepeatedly({ method: "GET", path: "/v1.0/organization" });
	const ended = vi.fn();
	read.catch(ended);
	await vi.advanceTimersByTimeAsync(59_000);
	expect(ended).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(1_000);
	expect(ended).toHaveBeenCalled();
	await expect(read).rejects.toThrow(ServiceError);
	await expect(read).rejects.toThrow("it did not answer in time");
});

it("11.4: Ctrl-C is answered at once while a request is under way, and only then", async () => {
	const said: string[] = [];
	const stopping = async (fetch: typeof globalThis.fetch, waits: boolean) => {
		const user = new AbortController();
		const say = (text: string) => said.push(text);
		const asked = announcingStop(fetch, user.signal, say)("x");
		if (waits) await asked;
		user.abort();
	};
	await stopping(async () => Response.json({}), true);
	expect(said).toEqual([]);
	await stopping(() => new Promise(() => {}), false);
	expect(said).toEqual([
		expect.stringContaining("press Ctrl-C once more to stop at once"),
	]);
});

it("11.4: an outage is said at once, what is tried meanwhile, and its end", async () => {
	const said: string[] = [];
	const outcomes = [false, false, true];
	const fetch = announcingOutages(
		async () => {
			if (outcomes.shift()) return Response.json({});
			throw failure("ECONNREFUSED").cause;
		},
		url,
		(text) => said.push(text),
	);
	await expect(fetch("x")).rejects.toThrow();
	expect(said).toEqual([
		expect.stringMatching(
			/cannot be reached: nothing answers there.*Trying again for up to a minute/,
		),
	]);
	await expect(fetch("x")).rejects.toThrow();
	await fetch("x");
	expect(said.slice(1)).toEqual(["The service answers again"]);
});

describe("11.4: a service that does not answer, or fails", () => {
	const announced = (answer: () => Promise<Response>) => {
		vi.useFakeTimers();
		onTestFinished(() => void vi.useRealTimers());
		const said: string[] = [];
		const fetch = announcingOutages(answer, url, (text) => said.push(text));
		return { said, fetch };
	};
	const never = () => new Promise<Response>(() => {});
	const ok = async () => Response.json({});
	const silent = `The service at ${url} has not answered yet. Still trying; nothing is paid twice`;

	it("is said within 3 seconds, before its first answer", () => {
		const { said, fetch } = announced(never);
		void fetch("x");
		vi.advanceTimersByTime(2_000);
		expect(said).toEqual([]);
		vi.advanceTimersByTime(999);
		expect(said).toEqual([silent]);
	});

	it.each([
		["GET", 2_000, 2_999],
		["POST", 9_000, 10_999],
	])("is said after other answers too: %s", async (method, not, by) => {
		const answers = [ok, never, ok];
		const { said, fetch } = announced(() => (answers.shift() ?? ok)());
		await fetch("x");
		void fetch("x", { method });
		vi.advanceTimersByTime(not);
		expect(said).toEqual([]);
		vi.advanceTimersByTime(by - not);
		expect(said).toEqual([silent]);
		await fetch("x");
		expect(said.slice(1)).toEqual(["The service answers again"]);
	});

	it("is not said of one answer while others come", async () => {
		const answers = [ok, never, ok];
		const { said, fetch } = announced(() => (answers.shift() ?? ok)());
		await fetch("x");
		void fetch("x");
		await fetch("x");
		vi.advanceTimersByTime(60_000);
		expect(said).toEqual([]);
	});

	it.each([429, 500, 503])(
		"is said while %s is tried again, and not when the next try mends it",
		async (status) => {
			const fails = async () => Response.json({}, { status });
			const answers = [ok, fails, ok, fails, fails, ok];
			const { said, fetch } = announced(() => (answers.shift() ?? ok)());
			for (let count = 0; count < 3; count++) await fetch("x");
			vi.advanceTimersByTime(60_000);
			expect(said).toEqual([]);
			await fetch("x");
			vi.advanceTimersByTime(2_000);
			await fetch("x");
			vi.advanceTimersByTime(999);
			await fetch("x");
			expect(said).toEqual([
				`The service at ${url} has a problem. Trying again; nothing is paid twice`,
				"The service answers again",
			]);
		},
	);
});

it.each([
	[undefined, "Not sent: run the same command again"],
	[{ status: "NOT_TAKEN" }, "Not sent: run the same command again"],
	[{ status: "NOT_TAKEN", reason: "KNOWN" }, "In words"],
	[{ status: "ERROR", reason: "KNOWN" }, "In words"],
	[{ status: "SKIPPED", reason: "NEW" }, "ask the people who run the service"],
	[{ status: "ERROR" }, "ask the people who run the service"],
	[
		{
			status: "ERROR",
			reason:
				"REFUSED: Validation failed: /resources/3/utr must have 1 to 64 characters",
		},
		"Validation failed: utr must have 1 to 64 characters; ask the people who run the service",
	],
])("11.4: a row that is not done: %j has the message %s", (state, expected) => {
	const { message, reason } = toNotDone(state, { KNOWN: "In words" });
	expect(message).toContain(expected);
	expect(message + reason).not.toContain("/resources");
});

it.each([
	[{ file: "other" }, "The file has changed"],
	[{ file: "other", rows: 1 }, "were reversed in the run"],
	[{ url: "http://other" }, "To reverse it there as well"],
])(
	"11.4: a file that is refused, %j, is reported in the words of its task",
	(difference, expected) => {
		const target = {
			...{ url, organization: "acme", file: "f", payments: "p", rows: 2 },
			...("rows" in difference && { rows: difference.rows }),
		};
		const at = "2026-11-21T10:00:00.000Z";
		const state = emptyState();
		state.run = { ...target, type: "run", format: 1, at };
		state.rows.set(0, { status: "DONE", key: "k" });
		const refuse = () =>
			refuseTarget(state, { ...target, ...difference }, () => false, {
				verb: "reverse",
				done: "reversed",
			});
		expect(refuse).toThrow(expected);
		expect(refuse).not.toThrow(/\bpaid|\bpay\b/);
	},
);

it("11.4: another server at the address", async () => {
	const server = await serverOf((response) => {
		response.writeHead(404, { "content-type": "application/json" });
		response.end(JSON.stringify({ message: "Not Found" }));
	});
	const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
	const { exitCode, output } = await runPay([...[file.path, "--url", server]])
		.ended;
	expect(exitCode).toBe(4);
	expect(output).toContain(
		"is no procurement and payments service: check the address after --url",
	);
});

it.each([
	["nofile.csv", "nofile.csv cannot be opened: there is no such file"],
	["/", "/ is not a file"],
])("11.4: the file %s", async (path, message) => {
	const { exitCode, output } = await runPay([path, "--url", url]).ended;
	expect(exitCode).toBe(2);
	expect(output).toContain(message);
	expect(output).not.toContain("ENOENT");
});

it("11.4: no word of programmers is in the help, in any message of a bad file, or in the result file", async () => {
	const bad = [
		"a,b\n1,2\n",
		"Invoice ID,Amount,utr\n",
		"Invoice ID,Amount,UTR,Date,Remarks\n,x,1.23E+15,03/04/2026,\nunknown,1,U,,\ninv-0,500,U,,\ninv-0,1,V,,\ninv-0,1,V,,\n",
		"Invoice number,Amount,Remarks\nA-1,1,a\tb\nB-2,#REF!,\nC-3,1\n",
		"Invoice,Amount\nA-1,1\n",
	];
	const texts = [help, openInvoicesHelp, reverseHelp];
	for (const csv of bad) {
		const file = paymentsFileIn(world, csv);
		const { output, errors } = await file.run();
		expect(errors).not.toBe("");
		texts.push(output, errors);
	}
	const file = paymentsFileIn(world, "Invoice ID,Amount,utr\ninv-0,10,\n");
	texts.push(
		(await file.run()).output,
		...Object.keys(file.results()[0] ?? {}),
	);
	for (const text of texts)
		expect(text).not.toMatch(
			/slug|ENOENT|fetch failed|undefined|GET |OpenSSL/i,
		);
});

it("11.4: columns of version 1.0 are still read: slug names the invoice, and its result file is none of payments", async () => {
	const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
	const { exitCode } = await file.run(["--columns", "slug=slug"]);
	expect(exitCode).toBe(0);
	file.write(
		"slug,amount,line,slug,amount,utr,paymentDate,status,reason,message,idempotencyKey,bulkActionSlug\ninv-0,10,2,inv-0,10,,,DONE,,,k,\n",
	);
	expect((await file.run()).errors).toContain("This is a result file");
});
