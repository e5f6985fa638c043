import { once } from "node:events";
import { truncateSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { toContext } from "../../../client/src/client-options.ts";
import { NoAnswerError } from "../../../client/src/http/errors.ts";
import { toApiError } from "../../../client/src/http/to-api-error.ts";
import {
	announcingOutages,
	announcingStop,
	connect,
	limitingReads,
	openOrganization,
	stoppingOnFailure,
} from "../../../client/src/pay-file/connection.ts";
import {
	describeFailure,
	describeSystemError,
	opening,
	ServiceError,
	withExitCode,
} from "../../../client/src/pay-file/errors.ts";
import { emptyState } from "../../../client/src/pay-file/journal/entries.ts";
import { refuseTarget } from "../../../client/src/pay-file/journal/journal.ts";
import {
	openInvoicesCommand,
	openInvoicesHelp,
} from "../../../client/src/pay-file/open-invoices.ts";
import { help as payHelp } from "../../../client/src/pay-file/options.ts";
import { toNotDone } from "../../../client/src/pay-file/output/results.ts";
import { payCommand } from "../../../client/src/pay-file/pay.ts";
import {
	reverseCommand,
	reverseHelp,
} from "../../../client/src/pay-file/reverse.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";
import { runPay } from "./support/pay-process.ts";

const world = useSharedWorld(() => acme({ invoices: payableInvoices(2) }));
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

const noConnection =
	"nothing answers there; check the address after --url, or the service is down";
const noName =
	"its name is not known; check the address after --url and your internet connection";
const noTls =
	"it does not speak https; check whether the address begins with http://";
const noTrust =
	"its certificate is not trusted on this machine; ask the administrator of your network";
const noAnswer = "it did not answer in time, or the connection broke off";
const checkThere =
	"check the address after --url, also whether it begins with http:// or https://";
const checkStart =
	"check it after --url, also whether it begins with http:// or https://";

it.each([
	["ECONNREFUSED", noConnection],
	["EHOSTUNREACH", noConnection],
	["ENETUNREACH", noConnection],
	["ENOTFOUND", noName],
	["EAI_AGAIN", noName],
	["EPROTO", noTls],
	["ERR_SSL_WRONG_VERSION_NUMBER", noTls],
	["DEPTH_ZERO_SELF_SIGNED_CERT", noTrust],
	["CERT_HAS_EXPIRED", noTrust],
	["UNABLE_TO_VERIFY_LEAF_SIGNATURE", noTrust],
	["ETIMEDOUT", noAnswer],
	...[
		...["XECONNREFUSED", "ECONNREFUSEDX", "XENOTFOUND", "ENOTFOUNDX"],
		...["XEPROTO", "EPROTOX", ""],
	].map((code): [string, string] => [code, noAnswer]),
	[
		"",
		`the address leads to another one; ${checkStart}`,
		"unexpected redirect",
	],
	[
		"",
		`something else answers there; ${checkThere}`,
		"The answer is not one of the service",
	],
])("11.4: %s is said in words: %s", (code, words, message?: string) => {
	const text = `The service at ${url} cannot be reached: ${words}`;
	expect(describeFailure(failure(code, message), url)).toBe(text);
});

it("11.4: of several addresses, the first failure is said; one that is no error of the system is none of the network", () => {
	const first = Object.assign(new Error("a"), { code: "ENOTFOUND" });
	const second = Object.assign(new Error("b"), { code: "EPROTO" });
	for (const [cause, words] of [
		[new AggregateError([first, second]), noName],
		["ENOTFOUND", noAnswer],
	] as const)
		expect(describeFailure(new TypeError("x", { cause }), url)).toBe(
			`The service at ${url} cannot be reached: ${words}`,
		);
});

it.each([
	[
		401,
		"The API key is unknown",
		"The API key is unknown. Check the key, or ask the person who gave it to you",
	],
	[
		403,
		"Forbidden",
		"The service does not allow this with your API key (Forbidden): ask the person who gave it to you",
	],
	[
		429,
		"Too Many Requests",
		"The service has too much to do (Too Many Requests). Run the same command again in a few minutes",
	],
	[
		500,
		"Internal server error",
		"The service has a problem (Internal server error). Run the same command again later; if that does not help, ask the people who run the service",
	],
	[
		400,
		"Is 1. or 2.",
		"The service refuses this (Is 1. or 2): ask the people who run it",
	],
	[
		404,
		"Not Found",
		`At ${url} is no procurement and payments service: check the address after --url`,
	],
])("11.4: what to do after the answer %s is said", (status, message, words) => {
	const answer = { status, body: { message }, headers: new Headers() };
	const error = toApiError(
		{ ...answer, requestId: null, retryAfterMs: null },
		false,
	);
	expect(describeFailure(error, url)).toBe(words);
});

describe("11.4: an error that stops a run", () => {
	const systemError = (code: string) =>
		Object.assign(new Error(`Of ${code}`), { code, syscall: "open" });

	it.each([
		["ENOENT", "there is no such file or folder"],
		["ENOTDIR", "there is no such folder"],
		["EISDIR", "it is a folder"],
		["EACCES", "you have no right to"],
		["EPERM", "you have no right to, or another program has it open"],
		["EBUSY", "another program has it open: close it there"],
		["EROFS", "the disk can only be read"],
		["ENOSPC", "the disk is full"],
		["EDQUOT", "your space on the disk is used up"],
		["EMFILE", "too many files are open"],
		["ENAMETOOLONG", "its name is too long"],
		["EIO", "the disk is faulty"],
		["ENEW", "Of ENEW"],
	])("%s of the system is said in words", (code, words) => {
		expect(describeSystemError(systemError(code))).toBe(words);
	});

	it.each([
		["x".repeat(500), "x".repeat(500)],
		[
			`${"a".repeat(251)}${"b".repeat(250)}\nc`,
			`${"a".repeat(250)}…${"b".repeat(250)}\nc`,
		],
	])("is said in lines that are not too long: %s", async (text, said) => {
		expect(await stoppedBy(new ServiceError(text))).toEqual([4, said]);
	});

	it("is said with what to do", async () => {
		expect(await stoppedBy(systemError("EIO"))).toEqual([
			4,
			"A file of this run cannot be read or written: the disk is faulty. Run the same command again to continue",
		]);
		const send =
			"An error of this program has stopped the run. Run the same command again to continue; if that does not help, send this to the people who run the service:\n";
		expect(await stoppedBy("a text")).toEqual([4, `${send}a text`]);
		const error = new Error("A bug");
		error.stack = "Where it is";
		expect(await stoppedBy(error)).toEqual([4, `${send}Where it is`]);
		expect(describeSystemError("a text")).toBe("a text");
	});

	it("is none of a file that is opened, unless it has a code", () => {
		for (const error of [new Error("A bug"), { code: "EIO" }])
			expect(() =>
				opening("x", () => {
					throw error;
				}),
			).toThrow(expect.toSatisfy((thrown) => thrown === error));
	});
});

/** @returns The exit code and what is printed; the progress bar ends before. */
async function stoppedBy(error: unknown) {
	const ended: unknown[] = [];
	const code = await withExitCode(
		{
			progress: { stop: () => ended.push("stop") },
			printError: (text) => ended.push(text),
		},
		() => Promise.reject(error),
	);
	expect(ended.shift()).toBe("stop");
	return [code, ...ended];
}

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
	await expect(read).rejects.toMatchObject({
		cause: {
			message: "/v1.0/organization was not answered in time",
			...{ mayHaveArrived: true, isRetryable: true },
		},
	});
});

it("11.4: only reads are left after a minute, and at once when their caller asks for it", async () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	const signals: (AbortSignal | undefined)[] = [];
	const answer = {
		...{ status: 200, body: { ok: true } },
		headers: new Headers(),
	};
	const { sendRepeatedly } = limitingReads({
		...toContext({ url, apiKey: "k" }),
		async sendRepeatedly(_, signal) {
			signals.push(signal);
			return { ...answer, requestId: null, retryAfterMs: null };
		},
	});
	const caller = new AbortController();
	const path = "/v1.0/organization";
	await sendRepeatedly({ method: "GET", path }, caller.signal);
	await sendRepeatedly({ method: "GET", path });
	await sendRepeatedly({ method: "POST", path }, caller.signal);
	expect(vi.getTimerCount()).toBe(0);
	caller.abort();
	expect(signals[2]).toBe(caller.signal);
	expect(signals.map((signal) => signal?.aborted)).toEqual([true, false, true]);
});

it("11.4: a run has the key of its file, says what it waits for, and ends its pauses when the user stops it", async () => {
	const keys: unknown[] = [];
	const server = await serverOf((response) => {
		keys.push(response.req.headers.authorization);
		response.writeHead(200, { "content-type": "text/html" }).end("<html>");
	});
	const { path } = paymentsFileIn(world, "the-key\n");
	const said: unknown[] = [];
	const user = new AbortController();
	const stderr = vi
		.spyOn(process.stderr, "write")
		.mockImplementation((text) => {
			said.push(text);
			user.abort(new Error("The user has stopped the run"));
			return true;
		});
	onTestFinished(() => stderr.mockRestore());
	const options = { url: server, apiKeyFile: path };
	const { sendRepeatedly, timing } = connect(options, user.signal);
	await timing.sleep(0);
	await timing.sleep(3_600_000, AbortSignal.abort());
	await expect(
		sendRepeatedly({ method: "GET", path: "/v1.0/organization" }),
	).rejects.toThrow("The user has stopped the run");
	expect(keys).toEqual(["Api-Key the-key"]);
	expect(said).toEqual([
		`The service at ${server} cannot be reached: something else answers there; ${checkThere}. Trying again for up to a minute; nothing is paid twice\n`,
		"Stopping as soon as the request under way is answered; press Ctrl-C once more to stop at once. Nothing is paid twice\n",
	]);
});

it.each([
	[{}, 7_000],
	[{ date: "Sat, 21 Nov 2026 10:00:00 GMT" }, Date.parse("2026-11-21T10:00Z")],
])(
	"11.4: the time is that of the service, or with %j of the machine",
	async (headers, startMs) => {
		const organization = { id: "acme", baseCurrency: "INR", timezone: "UTC" };
		let passed = 1_000;
		const opened = await openOrganization(
			{
				...toContext({ url, apiKey: "k" }),
				timing: { now: () => passed, random: () => 0, sleep: async () => {} },
				sendRepeatedly: async () => ({
					...{ status: 200, body: { ok: true, data: organization } },
					...{
						headers: new Headers(headers),
						requestId: null,
						retryAfterMs: null,
					},
				}),
			},
			() => 7_000,
		);
		passed += 500;
		expect(opened).toEqual({ ...organization, now: expect.any(Function) });
		expect(opened.now()).toBe(startMs + 500);
	},
);

it("11.4: an error that is not of the service, and a record that does not exist, are no failures of the service", async () => {
	const answer = { status: 404, headers: new Headers(), requestId: null };
	const errorOf = (body: Record<string, unknown>) =>
		toApiError({ ...answer, body, retryAfterMs: null }, false);
	const absent = errorOf({
		error: { message: "Absent.", code: "INVOICE_NOT_FOUND" },
	});
	const sending = (error: Error) =>
		stoppingOnFailure(
			{
				...toContext({ url, apiKey: "k" }),
				sendRepeatedly: () => Promise.reject(error),
			},
			url,
		).sendRepeatedly({ method: "GET", path: "/x" });
	for (const error of [new Error("A bug"), absent])
		await expect(sending(error)).rejects.toBe(error);
	const noService = errorOf({ message: "Not Found" });
	await expect(sending(noService)).rejects.toThrow(ServiceError);
	expect(describeFailure(absent, url)).toBe(
		"The service refuses this (Absent): ask the people who run it",
	);
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
		"Stopping as soon as the request under way is answered; press Ctrl-C once more to stop at once. Nothing is paid twice",
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
		`The service at ${url} cannot be reached: ${noConnection}. Trying again for up to a minute; nothing is paid twice`,
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

	it.each(["GET", "POST"])(
		"is said within 3 seconds, before its first answer: %s",
		(method) => {
			const { said, fetch } = announced(never);
			void fetch("x", { method });
			vi.advanceTimersByTime(2_000);
			expect(said).toEqual([]);
			vi.advanceTimersByTime(999);
			expect(said).toEqual([silent]);
		},
	);

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

	it("is said of an answer without a type, too", async () => {
		const { said, fetch } = announced(async () => new Response(null));
		await fetch("x");
		expect(said).toHaveLength(1);
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
	[{ url: "https://other" }, "To reverse it there as well"],
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
	[
		"nofile.csv",
		"nofile.csv cannot be opened: there is no such file or folder",
	],
	["/", "/ is not a file"],
])("11.4: the file %s", async (path, message) => {
	const run = await paymentsFileIn(world).runCommand(payCommand, [path]);
	expect(run).toMatchObject({ exitCode: 2, output: "", errors: message });
});

it("11.4: a file that no month of payments can have is not read", async () => {
	const file = paymentsFileIn(world);
	// The disk has no byte of it.
	truncateSync(file.path, 200_000_001);
	expect((await file.run()).errors).toBe(
		`${file.path} has more than 200000000 bytes`,
	);
});

it("11.4: no word of programmers is in the help, in any message of a bad file, or in the result file", async () => {
	const bad = [
		"a,b\n1,2\n",
		"Invoice ID,Amount,utr\n",
		"Invoice ID,Amount,UTR,Date,Remarks\n,x,1.23E+15,03/04/2026,\nunknown,1,U,,\ninv-0,500,U,,\ninv-0,1,V,,\ninv-0,1,V,,\n",
		"Invoice number,Amount,Remarks\nA-1,1,a\tb\nB-2,#REF!,\nC-3,1\n",
		"Invoice,Amount\nA-1,1\n",
	];
	const texts: string[] = [];
	for (const [command, help] of [
		[payCommand, payHelp],
		[openInvoicesCommand, openInvoicesHelp],
		[reverseCommand, reverseHelp],
	] as const) {
		const shown = await paymentsFileIn(world).runCommand(command, ["--help"]);
		expect(shown).toMatchObject({ exitCode: 0, output: help, errors: "" });
		texts.push(help);
	}
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
