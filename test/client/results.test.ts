import { beforeEach, describe, expect, it } from "vitest";
import { IdempotencyKeyReusedError } from "../../client/src/attempts/errors.ts";
import type { Attempt } from "../../client/src/generated/openapi.ts";
import {
	type PaymentResource,
	ProcurementPaymentsClient,
} from "../../client/src/index.ts";
import { splitResources } from "../../client/src/payments/split-resources.ts";
import {
	attemptToResults,
	recordedToResults,
	toResults,
} from "../../client/src/payments/to-results.ts";
import { batchMin } from "../support/batches.ts";

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
	let now = 0;
	beforeEach(() => {
		now = 0;
	});

	/** A client whose pauses take no time, and that may not wait for a minute. */
	const clientOf = (fetch: typeof globalThis.fetch) =>
		new ProcurementPaymentsClient({
			...{ url: "http://service", apiKey: "secret", fetch },
			timing: {
				now: () => now,
				random: () => 1,
				async sleep(milliseconds) {
					now += milliseconds;
					expect(now).toBeLessThan(60_000);
				},
			},
		});

	it("is waited for waitForRunningBatchMs if it is another one, however often the request is refused", async () => {
		let posts = 0;
		const client = clientOf(async (_, { method } = {}) => {
			if (method === "POST") posts += 1;
			const code = "MAP_BATCH_IN_PROGRESS";
			const body = { ok: false, error: { code, message: "Another one" } };
			return Response.json(body, { status: method === "POST" ? 409 : 403 });
		});
		await expect(
			client.markAsPaid([{ slug: "i-1", amount: 1 }], {
				waitForRunningBatchMs: 60_000,
			}),
		).rejects.toThrow("Another one");
		expect(now).toBeGreaterThan(40_000);
		// The look-up of the batch fails: only another request shows that it has ended.
		expect(posts).toBeGreaterThan(2);
	});

	it("is followed for followBatchForMs, however often its status is read", async () => {
		const client = clientOf(async () =>
			Response.json({ ok: true, data: { status: "PENDING", results: [] } }),
		);
		await expect(
			client.followBatch("batch", { followBatchForMs: 60_000 }),
		).rejects.toThrow("The batch batch is still running");
	});

	it("is followed in spite of reads that fail, these too for followBatchForMs", async () => {
		let failures = 8;
		const client = clientOf(async () =>
			failures-- > 0
				? Response.json({ message: "Service Unavailable" }, { status: 503 })
				: Response.json({ ok: true, data: { status: "DONE", results: [] } }),
		);
		const options = { followBatchForMs: 30_000 };
		expect(await client.followBatch("batch", options)).toEqual([]);
		failures = Number.POSITIVE_INFINITY;
		await expect(client.followBatch("batch", options)).rejects.toThrow(
			"Service Unavailable",
		);
	});

	it("ends payOnce as UNKNOWN, with its id, after followBatchForMs and when the signal is aborted", async () => {
		const data = { status: "PENDING", bulkActionSlug: "batch", results: [] };
		const client = clientOf(async () => Response.json({ ok: true, data }));
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
		expect(split({ resourcesMax: 100, bytesMax: 1 })).toHaveLength(10);
	});
});

describe("what is sent", () => {
	/** A client whose service pays everything, and the bodies that it was sent. */
	function payingClient(onRequest: (count: number) => void = () => {}) {
		const bodies: string[] = [];
		const client = new ProcurementPaymentsClient({
			...{ url: "http://service", apiKey: "secret" },
			timing: { now: () => 0, random: () => 0, sleep: async () => {} },
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
		return { client, bodies };
	}

	it("is announced with its positions in the caller's list, also in a later request", async () => {
		const { client } = payingClient();
		const announced: (readonly number[])[] = [];
		const resources = ["a", "b", "c"].map((slug) => ({ slug, amount: 1 }));
		await client.markAsPaid(resources, {
			resourcesPerRequestMax: 2,
			beforeSend: ({ positions }) => {
				announced.push(positions);
			},
		});
		expect(announced).toEqual([[0, 1], [2]]);
	});

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
