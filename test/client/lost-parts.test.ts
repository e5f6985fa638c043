import { describe, expect, it, vi } from "vitest";
import {
	type PaymentResource,
	PaymentsIncompleteError,
} from "../../client/src/index.ts";
import { batchMin } from "../support/batches.ts";
import { instantClient } from "./support/instant-client.ts";

const incomplete = "Not all resources have a final result";
const lost = { status: "ERROR", reason: "PROCESSING_FAILED" } as const;
const resources = Array.from({ length: batchMin }, (_, index) => ({
	slug: `inv-${index}`,
	amount: 1,
}));

interface Service {
	/** What differs from the results of a batch in which all is paid, by position. */
	results: Record<
		number,
		{ slug?: string; status: string; reason?: string; paymentId?: string }
	>;
	/** The amounts of the payments that an invoice has under the key. */
	payments: Record<string, number[]>;
	sent?: readonly PaymentResource[];
	mayRead?: boolean;
	/** Called before a payment is read. */
	onRead?: () => void;
}

/** A service whose batch has ended, and what was asked of it. */
function serviceOf({ sent = resources, mayRead = true, ...service }: Service) {
	const bulkActionSlug = "batch";
	const asked: string[] = [];
	let idempotencyKey = "";
	const results = sent.map(({ slug }, position) => ({
		...{ slug, status: "DONE" },
		...service.results[position],
	}));
	const answerTo = (path: string): object => {
		const [, slug] = /invoice\/(.*)\/payments/.exec(path) ?? [];
		const total = sent.length;
		if (slug === undefined)
			return {
				...{ status: "DONE", bulkActionSlug, results },
				...{ total, processed: total, counts: { done: total } },
			};
		const amounts = service.payments[slug] ?? [];
		const items = amounts.map((amount, index) => ({
			...{ id: `${slug}-${index}`, amount, utr: null },
			...{ idempotencyKey, bulkActionSlug },
		}));
		return { items, nextCursor: null };
	};
	const { client } = instantClient(async (url, { method, headers } = {}) => {
		const { pathname } = new URL(String(url));
		asked.push(`${method} ${pathname}`);
		if (pathname.includes("/invoice/")) service.onRead?.();
		if (method === "POST") {
			idempotencyKey = new Headers(headers).get("x-idempotency-key") ?? "";
			const data = { status: "PENDING", bulkActionSlug };
			return Response.json({ ok: true, data });
		}
		if (!mayRead && pathname.includes("/invoice/")) {
			const error = { code: "INSUFFICIENT_PERMISSIONS", message: "No" };
			return Response.json({ ok: false, error }, { status: 403 });
		}
		return Response.json({ ok: true, data: answerTo(pathname) });
	});
	return { client, asked };
}

/** What `payOnce` tells of a batch of which one resource is lost. */
async function tell(service: Omit<Service, "results">, slug: string) {
	const results = { 1: { ...lost, slug } };
	const { client } = serviceOf({ ...service, results });
	return (await client.payOnce(resources)).status;
}

describe("a payment of a lost part of a batch", () => {
	it("is DONE when it is recorded, with a slug or without, and is not sent again", async () => {
		const { client, asked } = serviceOf({
			results: { 0: { ...lost, slug: "" }, 2: lost },
			payments: { "inv-0": [1], "inv-2": [1] },
		});
		const onProgress = vi.fn();
		const reported = await client.markAsPaid(resources, { onProgress });
		expect(reported).toEqual(
			resources.map(({ slug }) => ({
				...{ slug, status: "DONE", reason: null, bulkActionSlug: "batch" },
				idempotencyKey: reported[0]?.idempotencyKey,
			})),
		);
		const all = { total: batchMin, processed: batchMin };
		const done = { bulkActionSlug: "batch", counts: { done: batchMin } };
		expect(onProgress.mock.calls).toEqual([
			[{ ...all, ...done }],
			[{ ...all, bulkActionSlug: null, counts: null }],
		]);
		expect(asked.filter((one) => one.startsWith("POST"))).toHaveLength(1);
		expect(asked.filter((one) => one.includes("/invoice/"))).toEqual([
			"GET /v1.0/invoice/inv-0/payments",
			"GET /v1.0/invoice/inv-2/payments",
		]);
	});

	it.each([
		{ status: "DONE" },
		{ status: "SKIPPED", reason: "LOCK_HELD" },
		{ status: "ERROR", reason: "AMOUNT_EXCEEDS" },
	])(
		"is looked up when it has no slug, also if its result is %j",
		async (result) => {
			const results = { 1: { ...result, slug: "" } };
			const unpaid = serviceOf({ results, payments: {} });
			const { status } = await unpaid.client.payOnce(resources);
			expect(status).toBe("UNKNOWN");
			const paid = serviceOf({ results, payments: { "inv-1": [1] } });
			const reported = await paid.client.markAsPaid(resources);
			const done = { slug: "inv-1", status: "DONE", reason: null };
			expect(reported[1]).toMatchObject(done);
			expect(paid.asked.filter((one) => !one.includes("mark-as-paid"))).toEqual(
				["GET /v1.0/invoice/inv-1/payments"],
			);
		},
	);

	it("is not known when it has no slug and is not recorded, and the error is not retryable", async () => {
		expect(await tell({ payments: {} }, "")).toBe("UNKNOWN");
		const results = { 0: { ...lost, slug: "" } };
		const { client, asked } = serviceOf({ results, payments: {} });
		const error = await client.markAsPaid(resources).catch((thrown) => thrown);
		expect(error).toBeInstanceOf(PaymentsIncompleteError);
		expect({ ...error, message: error.message }).toEqual({
			...{ name: "PaymentsIncompleteError", isRetryable: false },
			message: `${incomplete}: ${batchMin} with an unknown outcome, 0 not paid`,
			results: resources.map(() => undefined),
			unfinished: [
				{
					...{ state: "UNKNOWN", positions: [...resources.keys()] },
					attempt: {
						idempotencyKey: expect.any(String),
						firstSentAt: new Date(0),
					},
					bulkActionSlug: "batch",
				},
			],
		});
		expect({ ...error.cause, message: error.cause.message }).toEqual({
			...{ name: "ProcurementPaymentsError", isRetryable: false },
			message: [
				"A part of the batch batch is lost: some of its resources may be paid. ",
				"Compare the payments of their invoices before you pay any of them again",
			].join(""),
		});
		expect(asked.filter((one) => one.startsWith("POST"))).toHaveLength(1);
	});

	it("is not paid, and not sent again, when its result names it and it is not recorded", async () => {
		const refused = { status: "ERROR", reason: "AMOUNT_EXCEEDS" };
		const results = { 1: lost, 2: refused };
		const { client, asked } = serviceOf({ results, payments: {} });
		const reported = await client.markAsPaid(resources);
		expect(reported[1]).toMatchObject({ ...lost, slug: "inv-1" });
		// What is refused is not looked up.
		expect(asked.filter((one) => one.includes("/invoice/"))).toEqual([
			"GET /v1.0/invoice/inv-1/payments",
		]);
		expect(asked.filter((one) => one.startsWith("POST"))).toHaveLength(1);
	});

	it.each([
		["the same amount", 1],
		["another amount", 2],
	])(
		"is not paid by the payment of another resource of its invoice, with %s",
		async (_, amount) => {
			const slug = "inv-0";
			const sent = [{ slug, amount: 1 }, { slug, amount }, ...resources];
			const { client } = serviceOf({
				...{ sent, payments: { "inv-0": [1] } },
				results: { 0: { status: "DONE", paymentId: "inv-0-0" }, 1: lost },
			});
			const reported = await client.payOnce(sent);
			expect(reported).toMatchObject({
				status: "SETTLED",
				results: { 0: { status: "DONE" }, 1: lost },
			});
		},
	);

	it("is not known when its invoice has another payment of the key, or cannot be read", async () => {
		const payments = { "inv-1": [2] };
		expect(await tell({ payments }, "inv-1")).toBe("UNKNOWN");
		expect(await tell({ payments: {}, mayRead: false }, "inv-1")).toBe(
			"UNKNOWN",
		);
	});
});

it("a lost payment is not known when the signal is aborted before it is looked up", async () => {
	const stop = new AbortController();
	const { client, asked } = serviceOf({
		...{ results: { 0: lost, 1: lost }, payments: {} },
		onRead: () => stop.abort(new Error("Stopped")),
	});
	const { signal } = stop;
	expect(await client.payOnce(resources, { signal })).toMatchObject({
		...{ status: "UNKNOWN", bulkActionSlug: "batch" },
		cause: { message: "Stopped" },
	});
	expect(asked.filter((one) => one.includes("/invoice/"))).toHaveLength(1);
});

it("a resource that was sent with an empty slug is not taken for a lost one", async () => {
	const sent = [{ slug: "", amount: 1 }, ...resources.slice(1)];
	const { client, asked } = serviceOf({
		...{ sent, payments: {}, mayRead: false },
		results: { 0: { status: "ERROR", reason: "NOT_FOUND" } },
	});
	const [first] = await client.markAsPaid(sent);
	expect(first).toMatchObject({ slug: "", reason: "NOT_FOUND" });
	expect(asked.some((one) => one.includes("/invoice/"))).toBe(false);
});

it("C4: nothing is sent after a batch that was stopped", async () => {
	const stopped = { status: "SKIPPED", reason: "BATCH_STOPPED" } as const;
	const { client, asked } = serviceOf({
		results: { 1: stopped },
		payments: {},
	});
	const sent = [...resources, { slug: "inv-0", amount: 2 }];
	const error = await client
		.markAsPaid(sent, { resourcesPerRequestMax: resources.length })
		.catch((thrown) => thrown);
	expect(error).toBeInstanceOf(PaymentsIncompleteError);
	expect({ ...error.cause, message: error.cause.message }).toEqual({
		...{ name: "BatchStoppedError", isRetryable: false },
		...{ message: "The batch batch was stopped", bulkActionSlug: "batch" },
	});
	expect(error.results[1]).toMatchObject(stopped);
	expect(error.message).toBe(
		`${incomplete}: 0 with an unknown outcome, 1 not paid`,
	);
	expect(error.unfinished).toEqual([
		{
			...{ state: "NOT_PAID", positions: [resources.length] },
			...{ attempt: null, bulkActionSlug: null },
		},
	]);
	expect(asked.filter((one) => one.startsWith("POST"))).toHaveLength(1);
});
