import { expect } from "vitest";
import type { PaymentResult } from "../../../shared/payments/payment-result.ts";
import { propertySeed } from "../../support/property-seed.ts";
import type { Answer } from "../../support/world.ts";
import { randomNumbers } from "../../tools/local/batches/random-numbers.ts";
import { expectInvariants } from "../invariants.ts";
import { type Resource, reportedImport } from "../reported.ts";
import { auditedLoad } from "./audited-stack.ts";
import type { LoadedStack } from "./loaded-stack.ts";
import { organizationOf } from "./organizations.ts";
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

/** Each key was carried out once, and the records have exactly the payments that were answered. */
export async function expectExactCounts(
	stack: Pick<LoadedStack, "url" | "table">,
	requests: readonly HammerRequest[],
) {
	const keys = [...new Set(requests)];
	const repeats = Math.floor(requests.length / oneInRepeats);
	expect(keys.length).toBe(requests.length - repeats);
	for (const request of keys) expectOneCarriedOut(request);
	const byOrganization = Map.groupBy(keys, (own) => own.organizationId);
	expect(byOrganization.size).toBe(hammeredOrganizations);
	for (const [organizationId, own] of byOrganization) {
		const reported = reportedImport(
			organizationOf(organizationId, invoicesEach),
		);
		for (const { idempotencyKey, resources, answers } of own) {
			const sent = answers.length;
			reported.payments.set(idempotencyKey, { resources, sent, answers });
		}
		await expectInvariants(auditedLoad(stack, organizationId, reported));
	}
	return countResults(keys);
}

function countResults(requests: readonly HammerRequest[]) {
	const results: PaymentResult[] = requests.flatMap(
		({ answers }) =>
			answers.find(({ status }) => status !== 409)?.body.data.results,
	);
	const refusals = results.flatMap(({ reason }) => reason ?? []);
	for (const reason of refusals) expect(reason).toBe("LOCK_HELD");
	return {
		keys: requests.length,
		done: results.length - refusals.length,
		lockHeld: refusals.length,
	};
}

/** Exactly one request under a key is carried out; the others are a 409. */
function expectOneCarriedOut({ answers, idempotencyKey }: HammerRequest) {
	const statuses = answers.map(({ status }) => status);
	const carriedOut = statuses.filter((status) => status !== 409);
	expect({ idempotencyKey, carriedOut }).toEqual({
		idempotencyKey,
		carriedOut: [expect.toBeOneOf([200, 422])],
	});
}
