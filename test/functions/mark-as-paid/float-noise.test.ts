import { expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import { invoiceState } from "../../support/invoices.ts";
import { openWorld } from "../../support/world.ts";

it("conventions: 0.1 + 0.2 from JavaScript pays 0.3, and the rest can be paid", async () => {
	await using world = await openWorld();
	const invoice = { slug: "inv-0", state: "APPROVED", amount: 100.1 };
	await world.import(acme({ invoices: [invoice] }));
	for (const amount of [0.1 + 0.2, 99.8]) {
		const { body } = await world.post("/v1.0/payment/mark-as-paid", {
			resourceType: "INVOICE",
			resources: [{ slug: "inv-0", amount }],
		});
		expect(body.data.results).toEqual([{ slug: "inv-0", status: "DONE" }]);
	}
	const { due, payments } = await invoiceState(world, "inv-0");
	expect(due).toBe("0");
	expect(payments.map(({ amount }) => amount.toFixed())).toEqual([
		"0.3",
		"99.8",
	]);
});
