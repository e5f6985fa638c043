import { expect } from "vitest";
import { exportOrganization } from "../../../operator/export/export-organization.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import { randomNumbers } from "../../local/batches/random-numbers.ts";
import { propertySeed } from "../../support/property-seed.ts";
import type { Answer } from "../../support/world.ts";
import type { Books } from "../books.ts";
import {
	expectBalancedInvoices,
	expectResultsAsRecorded,
} from "../invariants.ts";
import type { Resource } from "../told.ts";
import { payPath, send } from "./send.ts";

export const hammeredOrganizations = 5;
export const invoicesEach = 2;
export const atOnce = 64;
/** One request in so many has the key of another one. */
const oneInRepeats = 10;

/** A payment under one idempotency key, and every answer to it. */
export interface HammerRequest {
	organizationId: string;
	idempotencyKey: string;
	resources: Resource[];
	answers: Answer[];
}

/** So many requests, the same ones for the same count. A repeated one stands at most nine places after another one. */
export function planRequests(count: number): HammerRequest[] {
	const random = randomNumbers(propertySeed);
	const below = (limit: number) => Math.floor(random() * limit);
	const requests: HammerRequest[] = [];
	for (let index = 0; index < count; index++) {
		const isRepeat = index % oneInRepeats === oneInRepeats - 1;
		const earlier = requests.at(-1 - below(oneInRepeats - 1));
		requests.push(
			isRepeat && earlier
				? earlier
				: {
						organizationId: `org-${below(hammeredOrganizations)}`,
						idempotencyKey: `key-${index}`,
						resources: Array.from({ length: 1 + below(3) }, () => ({
							slug: `hot-${below(invoicesEach)}`,
							amount: (1 + below(500)) / 100,
						})),
						answers: [],
					},
		);
	}
	return requests;
}

export async function sendRequest(url: string, request: HammerRequest) {
	const { organizationId, idempotencyKey, resources, answers } = request;
	const body = { resourceType: "INVOICE", resources };
	answers.push(
		await send(url, organizationId, payPath, { body, idempotencyKey }),
	);
}

/** Each key was carried out once, and the books have exactly the payments that were answered. */
export async function expectExactCounts(
	table: Table,
	requests: readonly HammerRequest[],
) {
	const told = [...new Set(requests)];
	expect(told.length).toBe(requests.length - requests.length / oneInRepeats);
	for (const request of told) expectOneCarriedOut(request);
	const counts = { keys: told.length, done: 0, lockHeld: 0 };
	const byOrganization = Map.groupBy(told, (own) => own.organizationId);
	expect(byOrganization.size).toBe(hammeredOrganizations);
	for (const [organizationId, own] of byOrganization) {
		const payments = await readPayments(table, organizationId);
		for (const { idempotencyKey, resources, answers } of own) {
			const answer = answers.find(({ status }) => status !== 409);
			const results: { status: string; reason?: string }[] =
				answer?.body.data.results;
			const paid = payments.get(idempotencyKey) ?? [];
			expectResultsAsRecorded(answer?.body.data.results, resources, paid);
			counts.done += results.filter(({ status }) => status === "DONE").length;
			for (const { reason } of results.filter((one) => one.reason)) {
				expect(reason).toBe("LOCK_HELD");
				counts.lockHeld += 1;
			}
			payments.delete(idempotencyKey);
		}
		// Nothing else was paid.
		expect([...payments.keys()]).toEqual([]);
	}
	return counts;
}

/** Of all requests under one key one is carried out; the others are a 409. */
function expectOneCarriedOut({ answers, idempotencyKey }: HammerRequest) {
	const statuses = answers.map(({ status }) => status);
	const carriedOut = statuses.filter((status) => status !== 409);
	expect({ idempotencyKey, carriedOut }).toEqual({
		idempotencyKey,
		carriedOut: [expect.toBeOneOf([200, 422])],
	});
}

/** The payments of an organization by their idempotency keys, after a look at its invoices. */
export async function readPayments(table: Table, organizationId: string) {
	const exported = await exportOrganization(table, organizationId);
	// Unchecked cast: contract 4 gives the export this shape.
	const books = exported as unknown as Books;
	expectBalancedInvoices(books);
	return Map.groupBy(
		books.invoices.flatMap(({ payments }) => payments),
		({ idempotencyKey }) => idempotencyKey,
	);
}
