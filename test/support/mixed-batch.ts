import { chunkResourcesMax } from "../../shared/batches/chunks/to-chunks.store.ts";
import { acme, payableInvoices } from "./acme.ts";
import type { TestResource } from "./batches.ts";

/** Few invoices, many resources: two chunks with every kind of result, cheap to run very often. */
export const mixedOrganization = () =>
	acme({
		invoices: payableInvoices(6).map((invoice) =>
			invoice.slug === "inv-3"
				? {
						...invoice,
						lock: { holder: "web", expiresAt: "2030-01-01T00:00:00Z" },
					}
				: invoice,
		),
	});

const groups = [
	{ slug: "inv-0", amount: 1, times: 60 },
	{ slug: "inv-1", amount: 3.5, times: 30 },
	{ slug: "missing", amount: 1, times: 2 },
	{ slug: "inv-2", amount: 101, times: 1 },
	{ slug: "inv-3", amount: 1, times: 1 },
	// The second chunk begins here.
	{ slug: "inv-4", amount: 0.01, times: chunkResourcesMax - 80 },
	{ slug: "inv-5", amount: 100, times: 2 },
];

/** The resources of each invoice stand apart from each other. */
export const mixedResources: TestResource[] = groups
	.flatMap(({ times, ...resource }, group) =>
		Array.from({ length: times }, (_, index) => ({
			order: index * groups.length + group,
			resource,
		})),
	)
	.sort((a, b) => a.order - b.order)
	.map(({ resource }) => resource);

/** How many of the resources are in the first chunk. */
export const mixedFirstChunk = groups
	.slice(0, 5)
	.reduce((sum, { times }) => sum + times, 0);

/** What each resource comes to when nothing goes wrong but what the invoices themselves bring about. */
export const mixedOutcomes: string[] = outcomes();

function outcomes(): string[] {
	const paid = new Map<string, number>();
	return mixedResources.map(({ slug, amount }) => {
		if (slug === "missing") return "NOT_FOUND";
		if (slug === "inv-3") return "LOCK_HELD";
		const before = paid.get(slug) ?? 0;
		if (before + amount > 100) return "AMOUNT_EXCEEDS";
		paid.set(slug, before + amount);
		return "DONE";
	});
}
