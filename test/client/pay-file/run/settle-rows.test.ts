import { expect, it } from "vitest";
import type { ClientContext } from "../../../../client/src/client-context.ts";
import { NoAnswerError } from "../../../../client/src/http/errors.ts";
import type { ApiAnswer } from "../../../../client/src/http/send-once.ts";
import { ServiceError } from "../../../../client/src/pay-file/errors.ts";
import { payRows } from "../../../../client/src/pay-file/run/pay-rows.ts";
import { settleRows } from "../../../../client/src/pay-file/run/settle-rows.ts";
import { startPatience } from "../../../../client/src/pay-file/task.ts";
import { now, payment, runOf, serviceOf } from "./scripted-run.ts";

/** The outcome of each row of a batch B1, which was sent under the key k1. */
async function settleB1(
	csv: string,
	client: ClientContext,
	patience = startPatience(client.timing),
) {
	const run = await runOf(csv, client, patience);
	const { journal, rows } = run;
	const at = new Date(now).toISOString();
	const sent: [number, number][] = [[0, rows.length - 1]];
	journal.append({ type: "sending", at, key: "k1", rows: sent });
	journal.append({ type: "batch", key: "k1", bulkActionSlug: "B1" });
	const [request] = journal.state.open.values();
	if (!request) throw new Error("The journal has an open request");
	await settleRows(run, request, { isNew: false });
	const outcomes = [...journal.state.rows.values()].map(
		({ status, reason }) => ({ status, reason }),
	);
	return { outcomes, said: run.said };
}

it("11.4: rows of a lost part of a batch are paid if the records say so; those without a result are else never sent again", async () => {
	// The chunk of b and c is lost, and the decision on e and f; b and e are paid.
	const results = [
		{ slug: "a", status: "DONE" },
		{ slug: "", status: "ERROR", reason: "PROCESSING_FAILED" },
		{ slug: "", status: "ERROR", reason: "PROCESSING_FAILED" },
		{ slug: "d", status: "ERROR", reason: "AMOUNT_EXCEEDS" },
		{ slug: "e", status: "ERROR", reason: "PROCESSING_FAILED" },
		{ slug: "f", status: "ERROR", reason: "PROCESSING_FAILED" },
	];
	const { context } = serviceOf((path) =>
		path.endsWith("/B1")
			? { status: "DONE", processed: 6, results }
			: {
					items: [
						payment("another"),
						...(/\/[be]\//.test(path) ? [payment("k1")] : []),
					],
					nextCursor: null,
				},
	);
	const csv = "slug,amount\na,5\nb,5\nc,5\nd,5\ne,5\nf,5\n";
	expect((await settleB1(csv, context)).outcomes).toEqual([
		{ status: "DONE", reason: undefined },
		{ status: "DONE", reason: undefined },
		{ status: "UNKNOWN", reason: "PROCESSING_FAILED" },
		{ status: "ERROR", reason: "AMOUNT_EXCEEDS" },
		{ status: "DONE", reason: undefined },
		{ status: "ERROR", reason: "PROCESSING_FAILED" },
	]);
});

it.each([
	["is not kept any more", undefined],
	[
		"is one of other rows",
		{ status: "DONE", processed: 1, results: [{ slug: "z", status: "DONE" }] },
	],
])(
	"11.4: a batch that %s: the records tell, once no copy of the request can be carried out",
	async (_, batch) => {
		// a is recorded; b is while a copy may be on its way; c is not.
		const { context, pauses } = serviceOf((path) => {
			if (path.endsWith("/B1")) return batch;
			const isRecorded =
				path.includes("/a/") || (path.includes("/b/") && hasWaited());
			return { items: isRecorded ? [payment("k1")] : [], nextCursor: null };
		});
		const hasWaited = () => pauses.includes(330_000);
		const csv = "slug,amount\nb,5\na,5\nc,5\n";
		const { outcomes, said } = await settleB1(csv, context);
		expect(outcomes).toEqual([
			{ status: "DONE", reason: undefined },
			{ status: "DONE", reason: undefined },
			{ status: "NOT_TAKEN", reason: "NOT_RECORDED" },
		]);
		expect(said).toEqual([
			"Reading the payments of the invoices of the last request",
			"Waiting: a copy of the request could still be carried out",
			"Reading the payments of the invoices of the last request",
		]);
	},
);

it.each([
	[100, []],
	[101, ["Waiting for the batch B0, which is running"]],
])(
	"11.4: the records of %i rows, all of which are paid, are read once, and not while another batch may be recording them",
	async (count, waits) => {
		const isFree = () => pauses.some((pause) => pause > 20);
		const { context, pauses } = serviceOf((path) => {
			if (path.endsWith("/B1")) return undefined;
			if (path.includes("/invoice/"))
				return { items: [payment("k1")], nextCursor: null };
			const other = {
				...{ bulkActionSlug: "B0", results: [], processed: 0 },
				status: isFree() ? "DONE" : "PENDING",
			};
			return path.endsWith("/B0") ? other : { items: [other] };
		});
		const slugs = Array.from({ length: count }, (_, index) => `a${index}`);
		const csv = `slug,amount\n${slugs.join(",5\n")},5\n`;
		const { outcomes, said } = await settleB1(csv, context);
		expect(new Set(outcomes.map(({ status }) => status))).toEqual(
			new Set(["DONE"]),
		);
		expect(said).toEqual([
			...waits,
			"Reading the payments of the invoices of the last request",
		]);
		expect(pauses).not.toContain(330_000);
	},
);

const refused = (status: number, code: string): ApiAnswer => ({
	...{ status, body: { ok: false, error: { code, message: "No" } } },
	...{ headers: new Headers(), requestId: null, retryAfterMs: null },
});

it("11.4: a run waits for two hours for another batch, though meanwhile none of its rows is settled", async () => {
	const { context, pauses } = serviceOf(() => undefined);
	const keys: unknown[] = [];
	const sendOnce: typeof context.sendOnce = async ({ headers }) => {
		keys.push(headers?.["x-idempotency-key"]);
		return refused(409, "MAP_BATCH_IN_PROGRESS");
	};
	const run = await runOf("slug,amount\na,5\n", { ...context, sendOnce });
	await expect(payRows(run, [0])).rejects.toThrow(
		"A batch of the organization is running",
	);
	const waited = pauses.reduce((sum, pause) => sum + pause, 0);
	expect(waited).toBeGreaterThanOrEqual(2 * 3_600_000);
	expect(waited).toBeLessThan(2 * 3_600_000 + 60_000);
	// The first is only for the user to stop the run in.
	expect(pauses.slice(0, 7)).toEqual([
		...[0, 1_000, 2_000, 5_000, 15_000, 30_000, 30_000],
	]);
	expect(run.said).toEqual([
		"Waiting for a batch of the organization that is running",
	]);
	// A refusal has used its key up.
	expect(new Set(keys).size).toBe(keys.length);
});

it("11.4: a batch is sent when another one has ended, also after more than half an hour", async () => {
	const slugs = Array.from({ length: 101 }, (_, index) => `a${index}`);
	const isFree = () => context.timing.now() > now + 35 * 60_000;
	const { context } = serviceOf((path) => {
		const results = slugs.map((slug) => ({ slug, status: "DONE" }));
		if (path.endsWith("/B1")) return { status: "DONE", results };
		const status = isFree() ? "DONE" : "PENDING";
		const other = { bulkActionSlug: "B0", status };
		return path.endsWith("/B0") ? other : { items: [other] };
	});
	const sendOnce = async () => {
		expect(isFree()).toBe(true);
		return answered({ status: "PENDING", bulkActionSlug: "B1" });
	};
	const csv = `slug,amount\n${slugs.join(",5\n")},5\n`;
	const run = await runOf(csv, { ...context, sendOnce });
	await payRows(run, [...slugs.keys()]);
	expect(run.journal.state.rows.get(100)?.status).toBe("DONE");
});

const noConnection = new NoAnswerError("No connection", {
	mayHaveArrived: false,
	isRetryable: true,
});
it.each([
	[
		...["that the API key may not send", refused(403, "NOT_ALLOWED")],
		...["The service does not allow this", "NOT_TAKEN"],
	],
	[
		...["that the service refuses", refused(400, "VALIDATION_ERROR")],
		...[undefined, "ERROR", "REFUSED: No"],
	],
	[
		...["for which there is no connection", noConnection],
		...[
			/^A request to pay was not taken \(The service at u .*\)\. Run the same command again to continue$/,
			"NOT_TAKEN",
		],
	],
] as const)(
	"11.4: the run ends within a minute after a request %s",
	async (_, answer, message, status, reason?: string) => {
		const { context, pauses } = serviceOf(() => undefined);
		let posts = 0;
		const sendOnce = async () => {
			expect(++posts).toBeLessThan(100);
			if (answer instanceof Error) throw answer;
			return answer;
		};
		const run = await runOf("slug,amount\na,5\n", { ...context, sendOnce });
		const ended = payRows(run, [0]);
		if (message) await expect(ended).rejects.toThrow(message);
		else await ended;
		expect(run.journal.state.rows.get(0)).toMatchObject({
			...{ status, ...(reason && { reason }) },
		});
		const waited = pauses.reduce((sum, pause) => sum + pause, 0);
		expect(waited).toBeLessThan(61_000);
	},
);

it("11.4: a request of which nothing is recorded does not renew the patience of the run", async () => {
	const { context } = serviceOf((path) =>
		path.endsWith("/B1") ? undefined : { items: [], nextCursor: null },
	);
	const patience = startPatience(context.timing);
	const before = patience.leftMs();
	await settleB1("slug,amount\na,5\n", context, patience);
	expect(patience.leftMs()).toBeLessThanOrEqual(before - 330_000);
});

const answered = (data: object): ApiAnswer => ({
	...{ status: 200, body: { ok: true, data }, headers: new Headers() },
	...{ requestId: null, retryAfterMs: null },
});

const lost = new NoAnswerError("Lost", {
	mayHaveArrived: true,
	isRetryable: false,
});
const paidA = { status: "DONE", results: [{ slug: "a", status: "DONE" }] };
/** Pays the row a; each request has the next answer. */
async function payA(answers: (ApiAnswer | Error)[]) {
	const { context } = serviceOf(() => undefined);
	const sent: string[] = [];
	const sendOnce: ClientContext["sendOnce"] = async ({ method, headers }) => {
		sent.push(`${method} ${headers?.["x-idempotency-key"]}`);
		const answer = answers.shift();
		if (!answer || answer instanceof Error) throw answer;
		return answer;
	};
	const run = await runOf("slug,amount\na,5\n", { ...context, sendOnce });
	const error = await payRows(run, [0]).catch((reason: unknown) => reason);
	const { status } = run.journal.state.rows.get(0) ?? {};
	return { run, sent, error, status };
}

it("11.4: a lost request is asked about, which is said once, and sent again under its own key", async () => {
	const running = answered({ status: "RUNNING" });
	const notFound = refused(404, "ATTEMPT_NOT_FOUND");
	const { run, sent, status } = await payA([
		...[lost, running, running, notFound, answered(paidA)],
	]);
	expect(sent).toEqual(
		["POST", "GET", "GET", "GET", "POST"].map((method) => `${method} k2`),
	);
	expect(run.said).toEqual([
		"Waiting for the outcome of a request, for up to six minutes",
	]);
	expect(status).toBe("DONE");
});

it("11.4: the run ends, and the row stays open, when the service may not be asked about a lost request", async () => {
	const { sent, error, status } = await payA([lost, refused(403, "DENIED")]);
	expect(error).toEqual(
		new ServiceError(
			"The outcome of a request to pay is not known (No). Run the same command again to continue",
		),
	);
	expect([sent.length, status]).toEqual([2, "OPEN"]);
});

it.each([
	[
		[
			{ vendorId: "v", currency: "INR" },
			{ vendorId: null, currency: "USD", vendorName: "Steel" },
		],
		[
			[0, ["a", "v", "INR"]],
			[1, ["b", null, "USD", "Steel"]],
		],
	],
	// One is not known: the places of the others would be wrong.
	[[{ vendorId: "v", currency: "INR" }], []],
])(
	"11.4: a request is noted with the invoices of its rows before it is sent: %j",
	async (records, expected) => {
		const { context } = serviceOf(() => undefined);
		const noted: unknown[] = [];
		const sendOnce = async () => {
			noted.push(...run.journal.state.invoices);
			const results = ["a", "b"].map((slug) => ({ slug, status: "DONE" }));
			return answered({ status: "DONE", results });
		};
		const csv = "slug,amount\na,5\nb,5\n";
		const run = await runOf(csv, { ...context, sendOnce });
		for (const [index, record] of records.entries()) {
			const row = run.rows[index];
			if (row) row.record = record;
		}
		await payRows(run, [0, 1]);
		expect(noted).toEqual(expected);
	},
);

it("C4: nothing is sent after a batch that was stopped", async () => {
	// A request has 100 rows of an invoice at most: the last row is in another one.
	const rows = Array.from({ length: 101 }, (_, index) => `a,5,U${index}`);
	const stopped = { slug: "a", status: "SKIPPED", reason: "BATCH_STOPPED" };
	const { context } = serviceOf(() => ({
		...{ status: "DONE", processed: 100 },
		results: Array(100).fill(stopped),
	}));
	let posts = 0;
	const sendOnce = async () => {
		posts++;
		return answered({ status: "PENDING", bulkActionSlug: "B1" });
	};
	const csv = `slug,amount,utr\n${rows.join("\n")}\n`;
	const run = await runOf(csv, { ...context, sendOnce });
	await expect(payRows(run, [...rows.keys()])).rejects.toThrow(
		"The batch B1 was stopped",
	);
	expect(posts).toBe(1);
	const { rows: known } = run.journal.state;
	expect([known.get(99)?.reason, known.get(100)]).toEqual([
		"BATCH_STOPPED",
		undefined,
	]);
});

it("11.4: a run ends after half an hour in which no request settles a row", async () => {
	const { context, pauses } = serviceOf(() => undefined);
	const { sleep } = context.timing;
	const notRecorded = { slug: "a", amount: 5, status: "NOT_RECORDED" };
	let posts = 0;
	const sendOnce: ClientContext["sendOnce"] = async ({ method }) => {
		if (method === "GET") {
			await sleep(60_000);
			const results = [notRecorded];
			return answered({ status: "SETTLED", bulkActionSlug: null, results });
		}
		if (++posts > 50) throw new Error("It goes on for ever");
		throw new NoAnswerError("Lost", {
			mayHaveArrived: true,
			isRetryable: false,
		});
	};
	const run = await runOf("slug,amount\na,5\n", { ...context, sendOnce });
	await expect(payRows(run, [0])).rejects.toThrow(
		"For half an hour no request had an answer that settles a row",
	);
	const waited = pauses.reduce((sum, pause) => sum + pause, 0);
	expect(waited / 60_000).toBeCloseTo(30, 0);
});
