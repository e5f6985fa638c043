import { expect, it, vi } from "vitest";
import type { ClientContext } from "../../../../client/src/client-context.ts";
import { ServiceError } from "../../../../client/src/pay-file/errors.ts";
import type { OutcomeGroup } from "../../../../client/src/pay-file/journal/entries.ts";
import { findPaymentIds } from "../../../../client/src/pay-file/run/pay-rows.ts";
import { now, payment, runOf, serviceOf } from "./scripted-run.ts";

const ownResults = [
	{ slug: "a", paymentId: "1-0" },
	{ slug: "a", paymentId: "1-1" },
	{ slug: "b", paymentId: "1-2" },
	{ slug: "c", paymentId: null },
];
/** The third is another invoice's: it says nothing of the row. */
const withAnother = ownResults.with(2, { slug: "z", paymentId: "1-9" });
const attempt = "/v1.0/attempt/mark-as-paid";
const batch = "/v1.0/payment/mark-as-paid/B1";
const [ofA, ofB] = ["/v1.0/invoice/a/payments", "/v1.0/invoice/b/payments"];
/** Rows a, a and b are paid under the key k1; before, nothing was taken under k0. The first row is not sent. */
async function runWithoutIds(client: ClientContext, batches: string[] = []) {
	const run = await runOf(
		"slug,amount,utr\ny,5,\na,5,\na,5,U\nb,5,\nc,5,\n",
		client,
	);
	const at = new Date(now).toISOString();
	const paid: OutcomeGroup[] = [
		{ status: "DONE", rows: [[1, 3]] },
		{ status: "ERROR", reason: "NOT_FOUND", rows: [[4, 4]] },
	];
	const notTaken: OutcomeGroup[] = [{ status: "NOT_TAKEN", rows: [[1, 4]] }];
	for (const [key, results] of [
		["k0", notTaken],
		["k1", paid],
	] as const) {
		run.journal.append({ type: "sending", at, key, rows: [[1, 4]] });
		for (const bulkActionSlug of key === "k1" ? batches : [])
			run.journal.append({ type: "batch", key, bulkActionSlug });
		run.journal.append({ type: "outcome", at, key, results });
	}
	return run;
}

it.each([
	[
		...["by the place in its request", [], ownResults],
		...[["1-0", "1-1", "1-2"], [attempt], []],
	],
	[
		...["by the place in its batch", ["B1"], ownResults],
		...[["1-0", "1-1", "1-2"], [batch], []],
	],
	[
		...["not by a place with another invoice", [], withAnother],
		...[["1-0", "1-1", "b-1"], [attempt, ofB], []],
	],
	[
		...["not by a place where a result is missing", [], ownResults.slice(1)],
		...[
			[undefined, undefined, "b-1"],
			[attempt, ofA, ofB],
			[attempt, ofA],
		],
	],
	[
		...["not by a batch that is not kept any more", ["B1"], undefined],
		...[
			[undefined, undefined, "b-1"],
			[batch, ofA, ofB],
			[batch, ofA],
		],
	],
	[
		...["not by a request that is forgotten", [], undefined],
		...[
			[undefined, undefined, "b-1"],
			[attempt, ofA, ofB],
			[attempt, ofA],
		],
	],
] as const)(
	"11.4: each row has the id of its own payment: %s, or else by the records of its invoice; what is missing is read again",
	async (_, batches, results, ids, reads, readsOfNextRun) => {
		const paths: string[] = [];
		const { context } = serviceOf((path) => {
			paths.push(path);
			if (path === attempt || path === batch) return results && { results };
			const items = [payment("another"), { ...payment("k1"), id: "b-1" }];
			return { items: path === ofB ? items : [], nextCursor: null };
		});
		const run = await runWithoutIds(context, [...batches]);
		const append = vi.spyOn(run.journal, "append");
		await findPaymentIds(run);
		expect(
			[...run.journal.state.rows.values()].map(({ paymentId }) => paymentId),
		).toEqual([...ids, undefined]);
		expect(paths.splice(0)).toEqual(reads);
		expect(run.said).toEqual(
			reads.length > 1
				? ["Reading the ids of the payments from the invoices"]
				: [],
		);
		await findPaymentIds(run);
		expect(paths).toEqual(readsOfNextRun);
		const noted = append.mock.calls.map(([entry]) =>
			entry.type === "payments" ? entry.ids : [],
		);
		expect(noted).not.toContainEqual([]);
		expect(noted.flat()).toEqual(ids.filter((id) => id !== undefined));
	},
);

it.each([
	["11.4: ids that the service does not tell are said to be missing", true],
	["11.4: an error of the program ends the search for ids", false],
])("%s", async (_, isOfService) => {
	const { context } = serviceOf(() => {
		throw isOfService ? new ServiceError("No answer") : new TypeError("A bug");
	});
	const run = await runWithoutIds(context, ["B1"]);
	const found = findPaymentIds(run);
	if (isOfService) await found;
	else await expect(found).rejects.toThrow("A bug");
	expect(run.said).toEqual(
		isOfService
			? [
					"The ids of some payments could not be read (No answer). They are needed to reverse the payments: run the same command again to have them in the result file",
				]
			: [],
	);
});
