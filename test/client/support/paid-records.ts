import { expect } from "vitest";
import type { ResourceResult } from "../../../client/src/index.ts";
import { invoiceStates } from "../../support/invoices.ts";
import type { World } from "../../support/world.ts";

interface Sent {
	slug: string;
	amount: number;
}

/** `slug amount key` of each payment that the results tell of. */
const reportedPayments = (
	resources: readonly Sent[],
	results: readonly (ResourceResult | undefined)[],
) =>
	resources.flatMap(({ slug, amount }, position) => {
		const result = results[position];
		return result?.status === "DONE"
			? [`${slug} ${amount} ${result.idempotencyKey}`]
			: [];
	});

/** The results and the records of the invoices agree exactly: each `DONE` is one payment under its key, and there is no other. */
export async function expectRecordsAsReported(
	world: World,
	slugs: readonly string[],
	resources: readonly Sent[],
	results: readonly (ResourceResult | undefined)[],
) {
	expect(results.map((result) => result?.slug)).toEqual(
		resources.map(({ slug }) => slug),
	);
	expect(await recordedPayments(world, slugs)).toEqual(
		reportedPayments(resources, results).toSorted(),
	);
}

/** `slug amount key` of every payment. */
export async function recordedPayments(
	world: World,
	slugs: readonly string[],
): Promise<string[]> {
	const states = await invoiceStates(world, slugs);
	expect([...states.keys()]).toEqual(slugs);
	const recorded: string[] = [];
	for (const [slug, { payments }] of states) {
		for (const { amount, idempotencyKey } of payments)
			recorded.push(`${slug} ${amount} ${idempotencyKey}`);
	}
	return recorded.toSorted();
}
