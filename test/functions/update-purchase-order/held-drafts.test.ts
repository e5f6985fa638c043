import { describe, expect, it } from "vitest";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { before } from "../../support/aws-gateway/faults/effects.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithOrders,
	activatable,
	lineItem,
	order,
	patch,
} from "../purchase-order/orders.ts";

const file = (additions: Partial<OrganizationFile> = {}): OrganizationFile => ({
	...acmeWithOrders(),
	vendors: [
		{ id: "v-1", name: "Steel Traders" },
		{ id: "v-2", name: "Paper Traders" },
	],
	...additions,
});
const world = useWorld(file);

const poId = "po-1";
const importOrder = (
	state: "APPROVED" | "DRAFTED",
	additions: Partial<OrganizationFile> = {},
) =>
	world.import(
		file({
			purchaseOrders: [
				{ id: poId, poNumber: "PO-1", vendorId: "v-1", state, amount: 1180 },
			],
			...additions,
		}),
	);

/** An approved order takes an advance of 1,000 over the API; then a file makes it a draft. */
async function holdDraft(
	body: object = {},
	additions: Partial<OrganizationFile> = {},
): Promise<string> {
	await importOrder("APPROVED", additions);
	const answer = await world.post("/v1.0/payment/request/vendor-advance", {
		amount: 1000,
		vendorId: "v-1",
		purchaseOrderLinkId: poId,
		...body,
	});
	await importOrder("DRAFTED", additions);
	return answer.body.data.paymentRequestId;
}

const advanceOf = (id: string, state: "PENDING_RESUBMISSION" | "REJECTED") => ({
	advances: [{ id, vendorId: "v-1", purchaseOrderLinkId: poId, state }],
});

/** All that a file's draft lacks, for so much money. */
const complete = (amount: number, changes: object = {}) => ({
	...order(),
	...activatable,
	lineItems: [lineItem({ quantity: 1, rate: amount })],
	...changes,
});

async function expectRefused(body: object, broken: string) {
	const contents = await tableContents(world);
	const answer = await patch(world, poId, body);
	expect(answer).toMatchObject({
		status: 409,
		body: { error: { code: "INVALID_STATE_TRANSITION" } },
	});
	expect(answer.body.error.message).toContain(broken);
	expect(await tableContents(world)).toEqual(contents);
}

const vendorStays = "its vendor must be that of the advance, v-1";
const amountStays =
	"its amount must be at least the advance's net payable, 1000";

describe("R2: a draft that an advance holds", () => {
	it.each([
		["another vendor", { vendorId: "v-2" }, vendorStays],
		["no vendor", { vendorId: null }, vendorStays],
		[
			"another vendor, as a draft",
			{ vendorId: "v-2", state: "DRAFTED" },
			vendorStays,
		],
		[
			"a smaller amount",
			{ lineItems: [lineItem({ quantity: 1, rate: 999.99 })] },
			amountStays,
		],
		[
			"a smaller amount, as a draft",
			{ lineItems: [lineItem({ quantity: 1, rate: 1 })], state: "DRAFTED" },
			amountStays,
		],
	])("is not given %s", async (_, changes, broken) => {
		const advanceId = await holdDraft();
		await expectRefused(complete(1180, changes), broken);
		await expectRefused(complete(1180, changes), advanceId);
	});

	it("does not get them while the advance awaits resubmission either", async () => {
		const id = await holdDraft();
		await importOrder("DRAFTED", advanceOf(id, "PENDING_RESUBMISSION"));
		await expectRefused(complete(1180, { vendorId: "v-2" }), vendorStays);
		await expectRefused(complete(999.99), amountStays);
	});

	it.each([1000, 1180, 5000])("is activated for %d", async (amount) => {
		await holdDraft();
		expect(await patch(world, poId, complete(amount))).toMatchObject({
			status: 200,
			body: { data: { state: "ACTIVE" } },
		});
	});

	it.each([
		["GST", { gstId: 1, gstAmount: 180 }, { enough: 1180, less: 1179.99 }],
		["TDS", { tdsId: 1, tdsAmount: 100 }, { enough: 900, less: 899.99 }],
	])(
		"is activated for its advance's net payable, which has the taxes in it, and for no less: %s",
		async (_, tax, { enough, less }) => {
			const tds = { id: 1, name: "TDS 10%", rate: 10 };
			await holdDraft(tax, { tdsTaxes: [{ ...tds, rateType: "PERCENTAGE" }] });
			await expectRefused(
				complete(less),
				`its amount must be at least the advance's net payable, ${enough}`,
			);
			expect((await patch(world, poId, complete(enough))).status).toBe(200);
		},
	);

	it("can be changed in any way once the advance is rejected", async () => {
		const id = await holdDraft();
		await importOrder("DRAFTED", advanceOf(id, "REJECTED"));
		const answer = await patch(world, poId, complete(1, { vendorId: "v-2" }));
		expect(answer.status).toBe(200);
	});

	it("keeps what a file has set, and may go back to the advance's vendor", async () => {
		await holdDraft();
		await importOrder("DRAFTED", {
			purchaseOrders: [
				{
					id: poId,
					poNumber: "PO-1",
					vendorId: "v-2",
					state: "DRAFTED",
					amount: 10,
				},
			],
		});
		await expectRefused(complete(11, { vendorId: "v-2" }), amountStays);
		for (const vendorId of ["v-2", "v-1"])
			expect(
				await patch(world, poId, complete(10, { vendorId, state: "DRAFTED" })),
			).toMatchObject({ status: 200 });
		await expectRefused({ vendorId: "v-2" }, vendorStays);
	});

	it("keeps its vendor for an imported advance, whose amount is not known", async () => {
		await importOrder("DRAFTED", {
			advances: [
				{
					id: "adv-1",
					vendorId: "v-1",
					purchaseOrderLinkId: poId,
					state: "APPROVED",
				},
			],
		});
		await expectRefused(complete(1180, { vendorId: "v-2" }), vendorStays);
		expect((await patch(world, poId, complete(1))).status).toBe(200);
	});

	it("does not become an order in INR for an advance in another currency", async () => {
		const org = { ...file().org, baseCurrency: "EUR" };
		await holdDraft({}, { org });
		await expectRefused(
			complete(1180),
			"its currency must stay that of the advance, EUR",
		);
	});

	it("is not changed by a patch that an import of the advance overtakes", async () => {
		await importOrder("DRAFTED");
		world.addFault({
			operation: "UpdateItem",
			times: 1,
			effect: before(() =>
				importOrder("DRAFTED", {
					advances: [
						{
							id: "adv-1",
							vendorId: "v-1",
							purchaseOrderLinkId: poId,
							state: "PENDING_RESUBMISSION",
						},
					],
				}),
			),
		});
		const answer = await patch(world, poId, complete(1, { vendorId: "v-2" }));
		expect(answer).toMatchObject({ status: 409 });
		expect(answer.body.error.message).toContain("adv-1");
	});
});
