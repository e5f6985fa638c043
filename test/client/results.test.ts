import { describe, expect, it, vi } from "vitest";
import {
	type AttemptKey,
	checkAttemptKey,
} from "../../client/src/attempts/attempt-key.ts";
import { IdempotencyKeyReusedError } from "../../client/src/attempts/errors.ts";
import type { Attempt } from "../../client/src/generated/openapi.ts";
import {
	type PaymentResource,
	PaymentsIncompleteError,
	ProcurementPaymentsClient,
} from "../../client/src/index.ts";
import { splitResources } from "../../client/src/payments/split-resources.ts";
import {
	attemptToResults,
	recordedToResults,
	toResults,
} from "../../client/src/payments/to-results.ts";
import { batchMin } from "../support/batches.ts";
import { instantClient } from "./support/instant-client.ts";

const attempt = { idempotencyKey: "key", firstSentAt: null };
const sentOf = (...resources: PaymentResource[]) => ({ resources, attempt });

describe("results are under the slugs that were sent", () => {
	it("a slug that the service shortened", () => {
		const slug = "é".repeat(2_000);
		const amount = 0.1 + 0.2;
		const shortened = { slug: "é…é", status: "DONE" } as const;
		const sent = sentOf({ slug, amount });
		expect(toResults(sent, [shortened], null)).toMatchObject([{ slug }]);
		const shown = [...slug].slice(0, 100).join("");
		const results = attemptToResults(sent, {
			operation: "mark-as-paid",
			attemptedAt: "2026-11-21T10:00:00.000Z",
			status: "SETTLED",
			bulkActionSlug: null,
			paymentRequestId: null,
			results: [
				{ slug: shown, amount: 0.3, status: "RECORDED", paymentId: "1-0" },
			],
		});
		expect(results).toMatchObject([{ slug, status: "DONE" }]);
	});
});

describe("results of other resources are not taken for those that were sent", () => {
	const sent = sentOf({ slug: "a", amount: 5 });
	const done = { slug: "a", status: "DONE" } as const;
	const recorded = {
		...done,
		amount: 5,
		status: "RECORDED",
		paymentId: "1",
	} as const;
	const attempted: Attempt = {
		...{ operation: "mark-as-paid", attemptedAt: "2026-11-21T10:00:00.000Z" },
		...{ status: "SETTLED", bulkActionSlug: null, paymentRequestId: null },
		results: [recorded],
	};
	const found = { state: "RECORDED", bulkActionSlug: null } as const;

	it.each<[string, () => unknown]>([
		["another slug", () => toResults(sent, [{ ...done, slug: "b" }], "B")],
		[
			"another slug of the greatest length that an attempt shows",
			() => {
				const slug = "a".repeat(100);
				return toResults(sentOf({ slug, amount: 5 }), [done], "B");
			},
		],
		["more results", () => toResults(sent, [done, done], "B")],
		[
			"an attempt of more results",
			() =>
				attemptToResults(sent, { ...attempted, results: [recorded, recorded] }),
		],
		[
			"an attempt of another slug",
			() =>
				attemptToResults(sent, {
					...attempted,
					results: [{ ...recorded, slug: "b" }],
				}),
		],
		["no result", () => toResults(sent, [], "B")],
		[
			"a batch",
			() => attemptToResults(sent, { ...attempted, bulkActionSlug: "B" }),
		],
		[
			"another amount",
			() =>
				attemptToResults(sent, {
					...attempted,
					results: [{ ...recorded, amount: 5.00001 }],
				}),
		],
		[
			"another payment of the key",
			() => recordedToResults(sent, [{ ...found, state: "UNCLEAR" }]),
		],
		["nothing in the records", () => recordedToResults(sent, [])],
	])("%s", (_, read) => {
		expect(read).toThrow(IdempotencyKeyReusedError);
	});

	it("but those of its own are: an attempt that was refused as invalid has paid nothing", () => {
		const status = (results: { status: string }[]) =>
			results.map((one) => one.status);
		expect(status(toResults(sent, [done], "B"))).toEqual(["DONE"]);
		expect(status(attemptToResults(sent, attempted))).toEqual(["DONE"]);
		expect(
			status(attemptToResults(sent, { ...attempted, results: null })),
		).toEqual(["NOT_RECORDED"]);
		expect(status(recordedToResults(sent, [found]))).toEqual(["DONE"]);
		const not = { status: "NOT_RECORDED", paymentId: null } as const;
		const results = [{ ...recorded, ...not }];
		const notRecorded = {
			...{ slug: "a", status: "NOT_RECORDED", reason: null },
			...{ idempotencyKey: "key", bulkActionSlug: null },
		};
		expect(attemptToResults(sent, { ...attempted, results })).toEqual([
			notRecorded,
		]);
		expect(
			recordedToResults(sent, [{ ...found, state: "NOT_RECORDED" }]),
		).toEqual([notRecorded]);
	});
});

describe("a batch that does not end", () => {
	const code = "MAP_BATCH_IN_PROGRESS";
	const running = { ok: false, error: { code, message: "Another one" } };
	const one = [{ slug: "i-1", amount: 1 }];

	it.each([
		// The next pause would last until the end of the time.
		[59_000, 44_000, 6],
		[undefined, 0, 1],
	])(
		"is waited for waitForRunningBatchMs if it is another one, however often the request is refused: %s ms",
		async (waitForRunningBatchMs, waited, count) => {
			let posts = 0;
			const { client, now } = instantClient(async (_, { method } = {}) => {
				if (method === "POST") posts += 1;
				const status = method === "POST" ? 409 : 403;
				return Response.json(running, { status });
			});
			const options = waitForRunningBatchMs ? { waitForRunningBatchMs } : {};
			await expect(client.markAsPaid(one, options)).rejects.toThrow(
				"Another one",
			);
			// The look-up of the batch fails: only another request shows that it has ended.
			expect([now(), posts]).toEqual([waited, count]);
		},
	);

	it.each([false, true])(
		"is asked about as long as it is listed, and nothing is sent after a signal: %s",
		async (isStopped) => {
			const stop = new AbortController();
			const asked: string[] = [];
			const statuses = ["PENDING", "PENDING", "DONE"];
			const { client } = instantClient(async (_, { method = "" } = {}) => {
				asked.push(method);
				if (method === "GET") {
					const items = [{ status: statuses.shift(), bulkActionSlug: "B" }];
					return Response.json({ ok: true, data: { items } });
				}
				if (isStopped) stop.abort(new Error("Stopped"));
				return statuses.length > 0
					? Response.json(running, { status: 409 })
					: Response.json({
							...{ ok: true },
							data: { results: [{ slug: "i-1", status: "DONE" }] },
						});
			});
			const outcome = client.markAsPaid(one, {
				...{ signal: stop.signal, waitForRunningBatchMs: 50_000 },
			});
			if (isStopped) await expect(outcome).rejects.toThrow("Another one");
			else expect(await outcome).toMatchObject([{ status: "DONE" }]);
			expect(asked).toEqual(
				isStopped ? ["POST"] : ["POST", "GET", "GET", "GET", "POST"],
			);
		},
	);

	it("is followed for followBatchForMs, however often its status is read", async () => {
		const { client, now } = instantClient(async () =>
			Response.json({ ok: true, data: { status: "PENDING", results: [] } }),
		);
		// The next pause would last until the end of the time.
		await expect(
			client.followBatch("batch", { followBatchForMs: 55_000 }),
		).rejects.toMatchObject({
			...{ name: "BatchNotFinishedError", bulkActionSlug: "batch" },
			...{ message: "The batch batch is still running", isRetryable: true },
		});
		expect(now()).toBe(45_000);
	});

	it("is followed for an hour by default, and is not read again when it is not found", async () => {
		let reads = 0;
		const code = "BATCH_NOT_FOUND";
		const { client, now } = instantClient(async (url) => {
			reads += 1;
			return String(url).includes("/known")
				? Response.json({ ok: true, data: { status: "PENDING" } })
				: Response.json({ ok: false, error: { code } }, { status: 404 });
		});
		await expect(client.followBatch("unknown")).rejects.toMatchObject({ code });
		expect(reads).toBe(1);
		await expect(client.followBatch("known")).rejects.toThrow("still running");
		expect(now()).toBe(3_595_000);
	});

	it("is followed for followBatchForMs even if reads fail", async () => {
		let failures = 8;
		const { client, now } = instantClient(async () =>
			failures-- > 0
				? Response.json({ message: "Service Unavailable" }, { status: 503 })
				: Response.json({ ok: true, data: { status: "DONE", results: [] } }),
		);
		const options = { followBatchForMs: 27_000 };
		expect(await client.followBatch("batch", options)).toEqual([]);
		failures = Number.POSITIVE_INFINITY;
		const begun = now();
		await expect(client.followBatch("batch", options)).rejects.toThrow(
			"Service Unavailable",
		);
		// Four reads of 3 s each, after pauses of 1, 2 and 4 s; another one of 8 s would end too late.
		expect(now() - begun).toBe(19_000);
	});

	it("ends payOnce as UNKNOWN, with its id, after followBatchForMs and when the signal is aborted", async () => {
		const data = { status: "PENDING", bulkActionSlug: "batch", results: [] };
		const { client } = instantClient(async () =>
			Response.json({ ok: true, data }),
		);
		const stop = new AbortController();
		const onProgress = () => stop.abort(new Error("Stopped"));
		const resources = Array(batchMin).fill({ slug: "i-1", amount: 1 });
		for (const [options, message] of [
			[{ followBatchForMs: 30_000 }, "The batch batch is still running"],
			[{ signal: stop.signal, onProgress }, "Stopped"],
		] as const)
			expect(await client.payOnce(resources, options)).toMatchObject({
				...{ status: "UNKNOWN", bulkActionSlug: "batch" },
				cause: { message },
			});
	});
});

describe("splitResources", () => {
	const positioned = Array.from({ length: 10 }, (_, position) => ({
		position,
		resource: { slug: `inv-${position}`, amount: 1, narration: "₹".repeat(30) },
	}));
	const split = (bounds: { resourcesMax: number; bytesMax: number }) =>
		splitResources(positioned, bounds).map((part) =>
			part.map(({ position }) => position),
		);

	it("fills a part to its last byte", () => {
		const { resource } = positioned[0] ?? {};
		const size = Buffer.byteLength(JSON.stringify(resource)) + 1;
		for (const [bytesMax, length] of [
			[2 * size, 2],
			[2 * size - 1, 1],
			[size, 1],
		] as const)
			expect(split({ resourcesMax: 100, bytesMax })[0]).toHaveLength(length);
	});

	it("keeps the order and fills each part", () => {
		expect(split({ resourcesMax: 4, bytesMax: 1e6 })).toEqual([
			[0, 1, 2, 3],
			[4, 5, 6, 7],
			[8, 9],
		]);
	});

	it("counts bytes, not characters", () => {
		for (const part of split({ resourcesMax: 100, bytesMax: 300 }))
			expect(part).toHaveLength(2);
	});

	it("a resource that is too large for any request is a part of its own, which the service refuses", () => {
		expect(split({ resourcesMax: 100, bytesMax: 1 })).toEqual(
			positioned.map(({ position }) => [position]),
		);
	});
});

describe("what is sent", () => {
	/** A client whose service pays everything, and the bodies that it was sent. */
	function payingClient(onRequest: (count: number) => void = () => {}) {
		const bodies: string[] = [];
		const pauses: number[] = [];
		const client = new ProcurementPaymentsClient({
			...{ url: "https://service", apiKey: "secret" },
			timing: {
				...{ now: () => 0, random: () => 0 },
				sleep: async (milliseconds) => void pauses.push(milliseconds),
			},
			fetch: async (_, { method, body } = {}) => {
				if (method === "GET") {
					const error = { code: "ATTEMPT_NOT_FOUND", message: "No request" };
					return Response.json({ ok: false, error }, { status: 404 });
				}
				onRequest(bodies.push(String(body)));
				const { resources } = JSON.parse(String(body));
				const results = resources.map(({ slug }: PaymentResource) => ({
					...{ slug, status: "DONE" },
				}));
				return Response.json({ ok: true, data: { status: "DONE", results } });
			},
		});
		return { client, bodies, pauses };
	}

	it("is announced with its positions in the caller's list, also in a later request", async () => {
		const { client, bodies, pauses } = payingClient();
		const announced: (readonly number[])[] = [];
		const resources = ["a", "b", "c"].map((slug) => ({ slug, amount: 1 }));
		const onProgress = vi.fn();
		await client.markAsPaid(resources, {
			resourcesPerRequestMax: 2,
			beforeSend: ({ positions }) => {
				announced.push(positions);
			},
			onProgress,
		});
		expect([announced, pauses]).toEqual([[[0, 1], [2]], []]);
		expect(bodies.map((body) => JSON.parse(body))).toEqual([
			{ resourceType: "INVOICE", resources: resources.slice(0, 2) },
			{ resourceType: "INVOICE", resources: resources.slice(2) },
		]);
		const rest = { total: 3, bulkActionSlug: null, counts: null };
		expect(onProgress.mock.calls).toEqual([
			[{ ...rest, processed: 2 }],
			[{ ...rest, processed: 3 }],
		]);
	});

	it("has 10,000 resources and 5 MB at most", async () => {
		const lengthsOf = async (count: number, narration?: string) => {
			const { client } = payingClient();
			const lengths: number[] = [];
			await client.markAsPaid(
				Array.from({ length: count }, (_, index) => ({
					...{ slug: `i-${index}`, amount: 1, ...(narration && { narration }) },
				})),
				{ beforeSend: ({ positions }) => void lengths.push(positions.length) },
			);
			return lengths;
		};
		expect(await lengthsOf(10_001)).toEqual([10_000, 1]);
		expect(await lengthsOf(6, "n".repeat(1_000_000))).toEqual([4, 2]);
	});

	it.each([
		[undefined, 25_000, 6],
		// The next pause would last until the end of the time.
		[15_000, 7_000, 4],
	])(
		"again is only what was locked, for retryLockedForMs: %s",
		async (retryLockedForMs, waited, count) => {
			const bodies: unknown[] = [];
			const lock = { status: "SKIPPED", reason: "LOCK_HELD" };
			const { client, now } = instantClient(async (_, { body } = {}) => {
				const { resources } = JSON.parse(String(body));
				bodies.push(resources.map(({ slug }: PaymentResource) => slug));
				const results = resources.map(({ slug }: PaymentResource) => ({
					...{ slug, ...(slug === "a" ? { status: "DONE" } : lock) },
				}));
				return Response.json({ ok: true, data: { results } });
			});
			const resources = ["a", "b"].map((slug) => ({ slug, amount: 1 }));
			const onProgress = vi.fn();
			const options = retryLockedForMs ? { retryLockedForMs } : {};
			expect(
				await client.markAsPaid(resources, { ...options, onProgress }),
			).toMatchObject([{ status: "DONE" }, lock]);
			expect(now()).toBe(waited);
			expect(bodies).toEqual([
				["a", "b"],
				...Array.from({ length: count - 1 }, () => ["b"]),
			]);
			for (const [progress] of onProgress.mock.calls)
				expect(progress).toMatchObject({ total: 2, processed: 2 });
		},
	);

	it("by payOnce is sent again as it was, even if the caller changes it meanwhile", async () => {
		const own = { slug: "a", amount: 5 };
		const { client, bodies } = payingClient((count) => {
			own.amount += 1;
			if (count === 1) throw new TypeError("fetch failed");
		});
		const { status } = await client.payOnce([own]);
		expect(status).toBe("SETTLED");
		expect(bodies).toHaveLength(2);
		expect(bodies[1]).toBe(bodies[0]);
	});
});

describe("a call that ends before all is paid says what is left", () => {
	const [paid, refused, lost] = ["paid", "refused", "lost"];
	const unpaid = { state: "NOT_PAID", attempt: null, bulkActionSlug: null };
	const unknown = {
		...{ state: "UNKNOWN", bulkActionSlug: null },
		attempt: {
			...{ idempotencyKey: expect.any(String), firstSentAt: new Date(0) },
		},
	};
	const of = (part: object, ...positions: number[]) => ({ ...part, positions });

	it.each<[(string | undefined)[], object[], string, string]>([
		[[paid, refused], [of(unpaid, 1, 2)], "0 with an unknown outcome, 2", "No"],
		[
			[lost],
			[of(unknown, 0), of(unpaid, 1, 2)],
			...(["1 with an unknown outcome, 2", "POST lost"] as const),
		],
		[
			[paid, lost],
			[of(unknown, 1), of(unpaid, 2)],
			...(["1 with an unknown outcome, 1", "POST lost"] as const),
		],
		[
			[paid, paid, lost],
			[of(unknown, 2)],
			...(["1 with an unknown outcome, 0", "POST lost"] as const),
		],
	])("after the answers %j", async (answers, unfinished, counts, cause) => {
		const results = ["a", "b", "c"].map((slug) => ({ slug, status: "DONE" }));
		let posts = 0;
		const { client, now } = instantClient(async (_, { method } = {}) => {
			const answer = method === "POST" ? answers[posts] : lost;
			if (answer === lost) throw new TypeError(`${method} lost`);
			posts += 1;
			const error = { code: "SOME_CODE", message: "No" };
			return answer === paid
				? Response.json({
						...{ ok: true, data: { results: [results[posts - 1]] } },
					})
				: Response.json({ ok: false, error }, { status: 409 });
		});
		const resources = results.map(({ slug }) => ({ slug, amount: 1 }));
		const bounds = {
			...{ resourcesPerRequestMax: 1, settleWithinMs: 0 },
			// Only a batch that is running is waited for.
			waitForRunningBatchMs: 60_000,
		};
		const error = await client
			.markAsPaid(resources, bounds)
			.catch((reason: unknown) => reason);
		if (!(error instanceof PaymentsIncompleteError)) throw error;
		const paidCount = answers.filter((one) => one === paid).length;
		expect({ ...error, message: error.message }).toEqual({
			...{ name: "PaymentsIncompleteError", isRetryable: false, unfinished },
			message: `Not all resources have a final result: ${counts} not paid`,
			results: results.map((result, index) =>
				index < paidCount
					? {
							...{ ...result, reason: null, bulkActionSlug: null },
							idempotencyKey: expect.any(String),
						}
					: undefined,
			),
		});
		expect(String(error.cause)).toContain(cause);
		expect(now()).toBe(0);
	});
});

describe("the outcome of a request of another process", () => {
	const foreign = {
		status: "UNKNOWN",
		cause: {
			...{ name: "IdempotencyKeyReusedError", isRetryable: false },
			message: "The idempotency key was used for a request with other content",
		},
	};
	const settled = { status: "SETTLED", bulkActionSlug: "batch" };

	it.each<[string, number, string | null, object]>([
		["a batch", batchMin, "batch", settled],
		["a batch of another request", batchMin - 1, "batch", foreign],
		["a batch that was not accepted", batchMin, null, { status: "SETTLED" }],
		["what the service has forgotten", 1, "forgotten", settled],
	])("is read from %s", async (_, count, bulkActionSlug, outcome) => {
		const attempt = { idempotencyKey: "k", firstSentAt: new Date(5) };
		const asked: string[] = [];
		const { client } = instantClient(async (url, { method, headers } = {}) => {
			const { pathname } = new URL(String(url));
			const key = new Headers(headers).get("x-idempotency-key");
			asked.push(`${method} ${pathname} ${key}`);
			if (pathname.endsWith("/payments")) {
				const payment = { ...attempt, amount: 1, utr: null, id: "p" };
				const items = [{ ...payment, bulkActionSlug: "batch" }];
				return Response.json({ ok: true, data: { items } });
			}
			if (pathname.endsWith("/batch")) {
				const result = { slug: "i", status: "DONE" };
				const results = Array(count).fill(result);
				return Response.json({ ok: true, data: { status: "DONE", results } });
			}
			const error = { code: "ATTEMPT_NOT_FOUND", message: "None" };
			if (bulkActionSlug === "forgotten")
				return Response.json({ ok: false, error }, { status: 404 });
			const data = { status: "SETTLED", bulkActionSlug, results: null };
			return Response.json({ ok: true, data });
		});
		const resources = Array(count).fill({ slug: "i", amount: 1 });
		const learned = await client.settlePayments(resources, attempt);
		expect(learned).toMatchObject({ attempt, ...outcome });
		expect(asked[0]).toBe("GET /v1.0/attempt/mark-as-paid k");
		if (learned.status !== "SETTLED") return;
		const isPaid = bulkActionSlug !== null;
		expect(learned.results).toEqual(
			Array(count).fill({
				...{ slug: "i", reason: null, idempotencyKey: "k" },
				status: isPaid ? "DONE" : "NOT_RECORDED",
				bulkActionSlug: isPaid ? "batch" : null,
			}),
		);
	});
});

const noBlanks =
	"attempt.idempotencyKey must be ASCII without blanks at its ends";
const noDate =
	"attempt.firstSentAt must be a valid Date, or null if nothing was sent under the key before";
const yesterday = new Date("yesterday");
it.each<[unknown, unknown, string | undefined]>([
	["", null, undefined],
	["a", new Date(0), undefined],
	["!~", null, undefined],
	["a  b c", null, undefined],
	[" a", null, noBlanks],
	["a ", null, noBlanks],
	["ab\n", null, noBlanks],
	["a\nb", null, noBlanks],
	["ä", null, noBlanks],
	[undefined, null, "attempt.idempotencyKey must be a string"],
	["a", undefined, noDate],
	["a", "2026-11-21", noDate],
	["a", yesterday, noDate],
])("the key %j, first sent at %s, is refused with: %s", (key, at, message) => {
	// Unchecked cast: a caller in JavaScript can pass anything.
	const attempt = { idempotencyKey: key, firstSentAt: at } as AttemptKey;
	const check = () => checkAttemptKey(attempt);
	if (message) expect(check).toThrow(new TypeError(message));
	else expect(check).not.toThrow();
});

it("a misspelt property of a payment is refused before anything is sent", async () => {
	const fetch = vi.fn<typeof globalThis.fetch>();
	const client = new ProcurementPaymentsClient({
		url: "http://127.0.0.1:1",
		apiKey: "key",
		fetch,
	});
	const misspelt = { slug: "b", amount: 1, utrr: "HDFC0001" };
	const resources = [{ slug: "a", amount: 1 }, misspelt];
	const refusal = new TypeError(
		'resources[1] has an unknown property "utrr": a payment has slug, amount, utr, narration, paymentDate',
	);
	await expect(client.markAsPaid(resources)).rejects.toThrow(refusal);
	await expect(client.payOnce(resources)).rejects.toThrow(refusal);
	const run = { name: "Vendors", resourceType: "INVOICE" as const, resources };
	await expect(client.createPaymentRun(run)).rejects.toThrow(
		'resources[1] has an unknown property "utrr": a payment has slug, amount, utr, narration, paymentDate, vendorId, invoiceNumber, ref',
	);
	expect(fetch).not.toHaveBeenCalled();
});
