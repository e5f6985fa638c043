import { expect } from "vitest";
import { exportOrganization } from "../../../operator/export/export-organization.ts";
import { forEachConcurrently } from "../../../shared/runtime/concurrently.ts";
import { randomNumbers } from "../../local/batches/random-numbers.ts";
import { propertySeed } from "../../support/property-seed.ts";
import type { Answer } from "../../support/world.ts";
import type { Books } from "../books.ts";
import {
	expectBalancedInvoices,
	expectResultsAsRecorded,
} from "../invariants.ts";
import type { Resource } from "../told.ts";
import { type LoadedStack, startLoadedStack } from "./loaded-stack.ts";
import { organizationsOf } from "./organizations.ts";
import { payPath, send } from "./send.ts";

const organizations = organizationsOf(5, 2);
const atOnce = 64;
/** One request in so many has the key of another one. */
const oneInRepeats = 10;

interface Request {
	organizationId: string;
	idempotencyKey: string;
	resources: Resource[];
	answers: Answer[];
}

/**
 * Sends so many requests to ten invoices of five organizations, 64 at a time, a tenth of them under the key of another
 * one. Each key must be carried out once, and the books must have exactly the payments that were answered.
 */
export async function hammer(count: number) {
	await using stack = await startLoadedStack(organizations);
	const requests = plan(count);
	await forEachConcurrently(requests, atOnce, async (request) => {
		const { organizationId, idempotencyKey, resources } = request;
		const body = { resourceType: "INVOICE", resources };
		const options = { body, idempotencyKey };
		request.answers.push(
			await send(stack.url, organizationId, payPath, options),
		);
	});
	const told = new Set(requests);
	expect(requests.length).toBe(count);
	expect(told.size).toBe(count - count / oneInRepeats);
	for (const request of told) expectOneCarriedOut(request);
	await expectBooksAsTold(stack, [...told]);
}

/** The same requests for the same count. A repeated one stands beside its first, or up to 64 later. */
function plan(count: number): Request[] {
	const random = randomNumbers(propertySeed);
	const below = (limit: number) => Math.floor(random() * limit);
	const requests: Request[] = [];
	for (let index = 0; index < count; index++) {
		const isRepeat = index % oneInRepeats === oneInRepeats - 1;
		const earlier = requests.at(-1 - below(oneInRepeats - 1));
		requests.push(
			isRepeat && earlier
				? earlier
				: {
						organizationId: `org-${below(organizations.length)}`,
						idempotencyKey: `key-${index}`,
						resources: Array.from({ length: 1 + below(3) }, () => ({
							slug: `hot-${below(2)}`,
							amount: (1 + below(500)) / 100,
						})),
						answers: [],
					},
		);
	}
	return requests;
}

/** Of all requests under one key one is carried out; the others are a 409. */
function expectOneCarriedOut({ answers, idempotencyKey }: Request) {
	const statuses = answers.map(({ status }) => status);
	const carriedOut = statuses.filter((status) => status !== 409);
	expect({ idempotencyKey, carriedOut }).toEqual({
		idempotencyKey,
		carriedOut: [expect.toBeOneOf([200, 422])],
	});
}

async function expectBooksAsTold(
	{ table }: LoadedStack,
	requests: readonly Request[],
) {
	const byOrganization = Map.groupBy(requests, (own) => own.organizationId);
	expect(byOrganization.size).toBe(organizations.length);
	let recorded = 0;
	let done = 0;
	for (const [organizationId, own] of byOrganization) {
		// Unchecked cast: contract 4 gives the export this shape.
		const books = (await exportOrganization(
			table,
			organizationId,
		)) as unknown as Books;
		expectBalancedInvoices(books);
		const payments = Map.groupBy(
			books.invoices.flatMap(({ payments }) => payments),
			({ idempotencyKey }) => idempotencyKey,
		);
		for (const { idempotencyKey, resources, answers } of own) {
			const answer = answers.find(({ status }) => status !== 409);
			const { results } = answer?.body.data ?? {};
			const paid = payments.get(idempotencyKey) ?? [];
			expectResultsAsRecorded(results, resources, paid);
			recorded += paid.length;
			done += resources.filter((_, at) => results[at].status === "DONE").length;
			payments.delete(idempotencyKey);
		}
		// Nothing else was paid.
		expect([...payments.keys()]).toEqual([]);
	}
	expect(recorded).toBe(done);
	console.log(
		`${requests.length} keys, ${done} payments told and recorded, in ${byOrganization.size} organizations`,
	);
}
