import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { PaymentResult } from "../../../../shared/payments/payment-result.ts";
import type { TestResource } from "../../../support/batches.ts";

const projectRoot = join(import.meta.dirname, "../../../..");

/** What `npm run org -- export` says of an organization's invoices and batches. */
export interface Records {
	invoices: ExportedInvoice[];
	batches: { bulkActionSlug: string; status: string; total: number }[];
}

interface ExportedInvoice {
	slug: string;
	amount: number;
	due: number;
	payments: { id: string; amount: number; batch: string | null }[];
}

export const readRecords = (dataDirectory: string) =>
	readRecordsOf(["--data-dir", dataDirectory]);

/**
 * @param store The options that say where the organization is.
 * @param env Added to the environment.
 */
export async function readRecordsOf(
	store: readonly string[],
	env: Record<string, string> = {},
): Promise<Records> {
	const { stdout } = await promisify(execFile)(
		process.execPath,
		["bin/org.ts", "export", "acme", ...store],
		{
			cwd: projectRoot,
			maxBuffer: 2 ** 28,
			env: { ...process.env, ...env },
		},
	);
	return JSON.parse(stdout);
}

/**
 * Guarantees 1 and 2: every resource has one result, in request order; a result that is `DONE` has exactly one payment, any
 * other none; and for every invoice due at first is due now and what was paid.
 */
export function expectPaidAsReported(
	{ invoices }: Records,
	batch: string,
	resources: readonly TestResource[],
	results: readonly PaymentResult[],
) {
	expect(results.map(({ slug }) => slug)).toEqual(
		resources.map(({ slug }) => slug),
	);
	const expected = resources.flatMap(({ amount }, position) =>
		results[position]?.status === "DONE"
			? [`${batch}-${position} ${amount}`]
			: [],
	);
	const recorded = invoices.flatMap(({ payments }) =>
		payments
			.filter((payment) => payment.batch === batch)
			.map(({ id, amount }) => `${id} ${amount}`),
	);
	expect(recorded.sort()).toEqual(expected.sort());
	for (const { slug, amount, due, payments } of invoices) {
		const paid = payments.reduce((sum, payment) => sum + payment.amount, 0);
		expect({ slug, sum: paid + due }).toEqual({ slug, sum: amount });
		expect(due).toBeGreaterThanOrEqual(0);
	}
}
