import { describe, expect, it } from "vitest";
import type { ClientContext } from "../../client/src/client-context.ts";
import type { Payment } from "../../client/src/generated/openapi.ts";
import { NotFoundError } from "../../client/src/http/errors.ts";
import {
	findRecorded,
	pacingReads,
} from "../../client/src/payments/find-recorded.ts";
import { toPaymentRequest } from "../../client/src/payments/payment-request.ts";

const attempt = { idempotencyKey: "k", firstSentAt: null };
const payment = (amount: number, utr: string | null = null, key = "k") => ({
	...{ amount, utr, bulkActionSlug: null },
	idempotencyKey: key,
});

/** A service with one invoice, whose payments come one to a page. */
function contextOf(payments: readonly Partial<Payment>[]) {
	let now = 0;
	const readAt: number[] = [];
	const reads: unknown[][] = [];
	const context: ClientContext = {
		sendOnce: () => Promise.reject(new Error("Nothing is to be sent")),
		sendRepeatedly: async ({ query, ...request }, signal) => {
			readAt.push(now);
			reads.push([{ ...request, query }, signal]);
			const cursor = Number(
				new URLSearchParams({ ...query }).get("cursor") ?? 0,
			);
			const isLast = cursor >= payments.length - 1;
			const data = {
				items: payments.slice(cursor, cursor + 1),
				nextCursor: isLast ? null : String(cursor + 1),
			};
			return {
				...{ status: 200, body: { ok: true, data }, headers: new Headers() },
				...{ requestId: null, retryAfterMs: null },
			};
		},
		timing: {
			now: () => now,
			random: () => 1,
			async sleep(milliseconds) {
				now += milliseconds;
			},
		},
		unusedSince: new Map(),
	};
	return { context, readAt, reads };
}

const find = async (
	resources: { slug: string; amount: number; utr?: string }[],
	payments: readonly Partial<Payment>[],
) => {
	const { context } = contextOf(payments);
	const found = await findRecorded(context, { resources, attempt });
	return found.map(({ state }) => state);
};

describe("a request is looked up in the payments of its invoices", () => {
	const resource = { slug: "i", amount: 0.1 + 0.2 };

	it("by key, amount and UTR", async () => {
		expect(await find([resource], [payment(0.3)])).toEqual(["RECORDED"]);
		expect(
			await find([{ ...resource, utr: "U" }], [payment(0.3, "U")]),
		).toEqual(["RECORDED"]);
		expect(await find([resource], [payment(0.3, null, "other")])).toEqual([
			"NOT_RECORDED",
		]);
	});

	it("even if it was reversed since, because whoever reversed it did not want it paid again", async () => {
		const reversed = { reversedAt: "2026-11-21T10:00:00.000Z" };
		expect(await find([resource], [{ ...payment(0.3), ...reversed }])).toEqual([
			"RECORDED",
		]);
	});

	it("records each payment once, even if two resources are the same object", async () => {
		expect(await find([resource, resource], [payment(0.3)])).toEqual([
			"RECORDED",
			"NOT_RECORDED",
		]);
	});

	it("finds its own payment among equal ones: the oldest is that of the first resource", async () => {
		const alike = ["latest", "second", "first"].map((id) => ({
			...{ ...payment(0.3), bulkActionSlug: `B ${id}` },
			id,
		}));
		const { context } = contextOf(alike);
		const resources = [resource, resource, resource];
		const found = await findRecorded(context, { resources, attempt });
		expect(found).toEqual(
			["first", "second", "latest"].map((paymentId) => ({
				...{ state: "RECORDED", paymentId },
				bulkActionSlug: `B ${paymentId}`,
			})),
		);
	});

	it("unclear if a payment of its key has another amount or UTR", async () => {
		const unclear = { state: "UNCLEAR", bulkActionSlug: null };
		const resources = [resource, resource];
		for (const other of [payment(0.30001), payment(0.3, "U")]) {
			const { context } = contextOf([payment(0.3), other]);
			expect(await findRecorded(context, { resources, attempt })).toEqual([
				...[unclear, unclear],
			]);
		}
	});

	it("without a read for an empty slug: no invoice has it, and its path is another one", async () => {
		const { context, readAt } = contextOf([payment(1)]);
		const resources = [{ slug: "", amount: 1 }];
		expect(await findRecorded(context, { resources, attempt })).toEqual([
			{ state: "NOT_RECORDED", bulkActionSlug: null },
		]);
		expect(readAt).toEqual([]);
	});

	it.each([
		["INVOICE_NOT_FOUND" as const, ["NOT_RECORDED"]],
		[null, "No such path"],
	])(
		"with none if there is no such invoice; %s as the code of a 404",
		async (code, expected) => {
			const { context } = contextOf([]);
			const error = new NotFoundError({
				...{ status: 404, code, message: "No such path" },
				...{ requestId: null, isRetryable: false, retryAfterMs: null },
			});
			const sendRepeatedly = () => Promise.reject(error);
			const found = findRecorded(
				{ ...context, sendRepeatedly },
				{ resources: [resource], attempt },
			).then(
				(all) => all.map(({ state }) => state),
				({ message }) => message,
			);
			expect(await found).toEqual(expected);
		},
	);

	it.each([
		["PENDING", 100, []],
		["DONE", 101, []],
		["PENDING", 101, ["A batch of the organization is running", true]],
	])(
		"a batch, only when none is at work: one is %s, of %i resources",
		async (status, count, expected) => {
			const { context } = contextOf([]);
			const sent = { resources: Array(count).fill(resource), attempt };
			const { search } = toPaymentRequest(
				{
					...context,
					async sendRepeatedly(request) {
						const answer = await context.sendRepeatedly(request);
						if (request.path.includes("/invoice/")) return answer;
						expect(request).toEqual({
							...{ method: "GET", path: "/v1.0/payment/mark-as-paid" },
							query: { limit: 10 },
						});
						const items = [{ status, bulkActionSlug: "B" }];
						return { ...answer, body: { ok: true, data: { items } } };
					},
				},
				sent,
			);
			const found = search().then(
				(all) => all.filter(({ state }) => state !== "NOT_RECORDED"),
				({ message, isRetryable }) => [message, isRetryable],
			);
			expect(await found).toEqual(expected);
		},
	);

	it("with at most 50 reads a second, pages included", async () => {
		const { context, readAt, reads } = contextOf(
			[1, 2, 3].map((one) => payment(one)),
		);
		const resources = ["i", "j", "i"].map((slug) => ({ slug, amount: 1 }));
		const { signal } = new AbortController();
		const counts: number[] = [];
		const onRead = (count: number) => void counts.push(count);
		const options = { signal, onRead };
		await findRecorded(context, { resources, attempt }, options);
		expect(readAt).toEqual([0, 20, 40, 60, 80, 100]);
		expect(counts).toEqual([2, 3]);
		expect(reads).toEqual(
			["i", "j"].flatMap((slug) =>
				[{}, { cursor: "1" }, { cursor: "2" }].map((page) => [
					{
						...{ method: "GET", path: `/v1.0/invoice/${slug}/payments` },
						query: { limit: 100, ...page },
					},
					signal,
				]),
			),
		);
	});

	it("without a pause when the last read is as long ago", async () => {
		const { context } = contextOf([]);
		const { timing } = context;
		const sleeps: unknown[] = [];
		const paced = pacingReads({
			...context,
			timing: {
				...timing,
				sleep(milliseconds, signal) {
					sleeps.push([milliseconds, signal]);
					return timing.sleep(milliseconds);
				},
			},
		});
		const { signal } = new AbortController();
		const request = { method: "GET", path: "/v1.0/key" } as const;
		for (const passed of [0, 20, 21, 5]) {
			await timing.sleep(passed);
			await paced.sendRepeatedly(request, signal);
		}
		expect(sleeps).toEqual([[15, signal]]);
	});
});
