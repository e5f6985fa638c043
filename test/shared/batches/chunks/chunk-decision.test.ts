import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	findUnpaid,
	findUnverifiable,
	toDecision,
	toPostings,
	toResults,
	toUnpaidDecision,
} from "../../../../shared/batches/chunks/chunk-decision.ts";
import { toRequestedPayments } from "../../../../shared/batches/payment-batch.ts";
import type { Invoice } from "../../../../shared/invoices/invoice.ts";
import { toDecimal } from "../../../../shared/money/decimal.ts";
import {
	type PostingOutcome,
	planPayments,
	resultsAfter,
} from "../../../../shared/payments/payment-plan.ts";
import { propertySeed } from "../../../support/property-seed.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const decidedAt = now.toISOString();

const batch = {
	organizationId: "acme",
	bulkActionSlug: "01M7YRRT801SBRXJ1F8V4DQ035",
	userId: "u-1",
	idempotencyKey: "k",
	defaultPaymentDate: "2026-11-20",
} as Parameters<typeof toRequestedPayments>[0];

const slugs = ["a", "b", "c", "__proto__", "missing"];

const chunk = fc
	.array(
		fc.record({
			slug: fc.constantFrom(...slugs),
			amount: fc.integer({ min: 1, max: 60 }),
		}),
		{ minLength: 1, maxLength: 30 },
	)
	.map((resources) =>
		resources.map((resource, index) => ({ ...resource, position: index * 3 })),
	);

const invoices = fc
	.array(
		fc.record({
			state: fc.constantFrom("APPROVED", "APPROVED", "APPROVED", "DRAFT"),
			due: fc.integer({ min: 0, max: 150 }),
			version: fc.integer({ min: 1, max: 9 }),
			paymentPages: fc.integer({ min: 0, max: 2 }),
		}),
		{ minLength: 4, maxLength: 4 },
	)
	.map(
		(all) =>
			new Map(
				all.map(({ due, ...rest }, index) => {
					const slug = slugs[index] ?? "";
					const invoice: Invoice = {
						slug,
						platformPaymentInFlight: false,
						lock: null,
						payments: [],
						due: toDecimal(due),
						...rest,
					};
					return [slug, invoice] as const;
				}),
			),
	);

const property = (check: (...args: ReturnType<typeof decide>) => void) =>
	fc.assert(
		fc.property(chunk, invoices, (resources, known) =>
			check(...decide(resources, known)),
		),
		{ seed: propertySeed, numRuns: 200 },
	);

type Resources = typeof chunk extends fc.Arbitrary<infer T> ? T : never;

function decide(resources: Resources, known: Map<string, Invoice>) {
	const requests = toRequestedPayments(batch, resources, decidedAt);
	const plan = planPayments(requests, known, now);
	// As it comes back from the store.
	const decision = JSON.parse(JSON.stringify(toDecision(plan, decidedAt)));
	return [resources, plan, decision] as const;
}

describe("a decision, written down and read again with its chunk", () => {
	it("gives back the postings of the plan, to the byte", () => {
		property((resources, plan, decision) => {
			const again = toRequestedPayments(batch, resources, decision.decidedAt);
			expect(toPostings(again, decision)).toEqual(plan.postings);
		});
	});

	it("gives the results of the plan when all was recorded", () => {
		property((resources, plan, decision) => {
			expect(toResults(resources, decision)).toEqual(plan.results);
		});
	});

	it("gives the results of the synchronous path when some was not", () => {
		property((resources, plan, decision) => {
			const outcomes = plan.postings.map(
				(_, index): PostingOutcome => (index % 2 ? "RECORDED" : "CHANGED"),
			);
			const unpaid = findUnpaid(plan.postings, outcomes, "LOCK_HELD");
			expect(toResults(resources, { ...decision, unpaid })).toEqual(
				resultsAfter(plan, outcomes),
			);
		});
	});

	it("names exactly the payments that were not recorded, and is null when all were", () => {
		property((_, plan, decision) => {
			const [changed = [], ...others] = plan.postings.map(
				({ positions }) => positions,
			);
			const outcomes = plan.postings.map(
				(__, index): PostingOutcome => (index === 0 ? "CHANGED" : "RECORDED"),
			);
			const unpaid = findUnpaid(plan.postings, outcomes, "LOCK_HELD");
			expect(unpaid).toEqual(
				changed.length > 0 ? { reason: "LOCK_HELD", indexes: changed } : null,
			);
			const decided = [...changed, ...others.flat()];
			expect(findUnverifiable(decision)).toEqual(
				decided.toSorted((a, b) => a - b),
			);
			if (unpaid) expect(findUnverifiable({ ...decision, unpaid })).toEqual([]);
		});
	});

	it("belongs to its chunk alone: with another one, nothing is paid", () => {
		const resources = [{ slug: "a", amount: 1, position: 0 }];
		const requests = toRequestedPayments(batch, resources, decidedAt);
		const decision = { decidedAt, refusals: [null], planned: [], unpaid: null };
		expect(() => toPostings(requests, decision)).toThrow(
			"The decision does not belong to this chunk",
		);
	});

	it("payment ids are made of the batch and the position in the whole request", () => {
		const [, second] = toRequestedPayments(
			batch,
			[
				{ slug: "a", amount: 1, position: 7 },
				{ slug: "b", amount: 1, position: 4711 },
			],
			decidedAt,
		);
		expect(second?.payment).toMatchObject({
			id: "01M7YRRT801SBRXJ1F8V4DQ035-4711",
			batch: "01M7YRRT801SBRXJ1F8V4DQ035",
			paymentDate: "2026-11-20",
			createdAt: decidedAt,
		});
	});
});

it("contract 3: an abandoned chunk has PROCESSING_FAILED for each resource, and pays nothing", () => {
	const resources = [{ slug: "a" }, { slug: "b" }];
	const decision = toUnpaidDecision(2, "PROCESSING_FAILED", decidedAt);
	expect(toResults(resources, decision)).toEqual([
		{ slug: "a", status: "ERROR", reason: "PROCESSING_FAILED" },
		{ slug: "b", status: "ERROR", reason: "PROCESSING_FAILED" },
	]);
	expect(decision.planned).toEqual([]);
});

it("contract 3: a resource on which nothing was decided is never DONE", () => {
	const decision = toUnpaidDecision(1, "NOT_FOUND", decidedAt);
	expect(toResults([{ slug: "a" }, { slug: "b" }], decision)).toEqual([
		{ slug: "a", status: "ERROR", reason: "NOT_FOUND" },
		{ slug: "b", status: "ERROR", reason: "PROCESSING_FAILED" },
	]);
});
