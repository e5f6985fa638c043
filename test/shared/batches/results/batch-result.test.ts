import { expect, it } from "vitest";
import { toBatchResults } from "../../../../shared/batches/results/batch-result.ts";

const bulkActionSlug = "01M7YRRT801SBRXJ1F8V4DQ035";

it("C2: a resource has the id of its payment if it was paid, and is not of a lost chunk, whose position may be a guess", () => {
	const results = toBatchResults(
		bulkActionSlug,
		[
			{ position: 3, slug: "inv-0", amount: 1.5 },
			{ position: 4, slug: "inv-1", amount: 2 },
			{ position: 5, slug: "", amount: null },
		],
		{
			decidedAt: "2026-11-21T10:00:00.000Z",
			refusals: [null, "INVALID_STATE", null],
			planned: [],
			unpaid: null,
		},
	);
	expect(results).toEqual([
		{
			position: 3,
			slug: "inv-0",
			amount: 1.5,
			status: "DONE",
			paymentId: `${bulkActionSlug}-3`,
		},
		{
			position: 4,
			slug: "inv-1",
			amount: 2,
			status: "ERROR",
			reason: "INVALID_STATE",
			paymentId: null,
		},
		{ position: 5, slug: "", amount: null, status: "DONE", paymentId: null },
	]);
});
