import { expect, it } from "vitest";
import { payableInvoices } from "../../support/acme.ts";
import { endPageEarly } from "../../support/aws-gateway/faults/short-pages.ts";
import {
	batchMin,
	resourcesOf,
	startBatch,
	workOff,
} from "../../support/batches.ts";
import { useWorld } from "../../support/use-world.ts";
import { acmeWithRecords, page, walk } from "./records.ts";

const world = useWorld(() =>
	acmeWithRecords({
		invoices: payableInvoices(batchMin),
		skus: ["A", "B", "C"].map((itemCode) => ({ name: itemCode, itemCode })),
	}),
);

it.each([
	["/v1.0/inventory/skus", 3],
	["/v1.0/invoice", batchMin],
	["/v1.0/tag", 2],
	["/v1.0/tax/gst", 2],
	["/v1.0/payment/mark-as-paid", 2],
])(
	"R1: a page of the store that ends early does not end the list: %s",
	async (path, count) => {
		for (let batch = 0; batch < 2; batch++) {
			await startBatch(world, resourcesOf(batchMin, 1));
			await workOff(world);
		}
		const query = { limit: "30" };
		const whole = await page(world, path, query);
		const all = await walk(world, path, query);
		expect(all).toHaveLength(count);
		const shortened = world.addFault({
			operation: "Query",
			effect: endPageEarly(),
		});
		expect(await page(world, path, query)).toEqual(whole);
		expect(await walk(world, path, query)).toEqual(all);
		expect(shortened.hits).toBeGreaterThan(1);
	},
);
