import { type Check, created, mustBe, type SmokeContext } from "./check.ts";

const organizationPath = "/v1.0/organization";
const skuPath = "/v1.0/inventory/skus";
const orderPath = "/v1.0/procurement/purchase-order";

/** The organization, which was imported, and the records that payments refer to. */
export const vendorId = "v-smoke";

export const organizationChecks = ({
	client,
	signal,
	mustList,
}: SmokeContext): Check[] => [
	{
		name: `GET ${organizationPath}`,
		async run() {
			const { name } = await client.getOrganization({ signal });
			mustBe("the beginning of its name", name.slice(0, 10), "Smoke test");
		},
	},
	{
		name: `GET ${organizationPath}/entities`,
		run: () => mustList(1, () => client.listEntities({}, { signal })),
	},
	{
		name: "GET /v1.0/tax/gst",
		run: () => mustList(1, () => client.listGstTaxes({}, { signal })),
	},
	{
		name: "GET /v1.0/tax/tds",
		run: () => mustList(1, () => client.listTdsTaxes({}, { signal })),
	},
	{
		name: "GET /v1.0/tag",
		run: () => mustList(1, () => client.listTags({}, { signal })),
	},
	{
		name: "GET /v1.0/tag/{id}",
		async run() {
			const { type } = await client.getTag("project", { signal });
			mustBe("type", type, "VARCHAR");
		},
	},
	{
		name: "GET /v1.0/key",
		async run() {
			const { active } = await client.getKey({ signal });
			mustBe("active", active, true);
		},
	},
];

export const vendorAndSkuChecks = ({
	client,
	signal,
	mustList,
}: SmokeContext): Check[] => [
	{
		name: "POST /v1.0/vendor",
		async run() {
			const vendor = { vendorId, name: "Steel Traders" };
			const answer = await client.createVendor(vendor, { signal });
			mustBe("vendorId", answer.vendorId, vendorId);
		},
	},
	{
		name: "GET /v1.0/vendor",
		run: () => mustList(2, () => client.listVendors({}, { signal })),
	},
	{
		name: "GET /v1.0/vendor/{vendorId}",
		async run() {
			const { name } = await client.getVendor(vendorId, { signal });
			mustBe("name", name, "Steel Traders");
		},
	},
	{
		name: `POST ${skuPath}/bulk`,
		async run() {
			const skus = [{ name: "Rod", itemCode: "ROD-1" }, { name: "Wire" }];
			const { successCount } = await client.createSkus({ skus }, { signal });
			mustBe("successCount", successCount, 2);
		},
	},
	{
		name: `GET ${skuPath}`,
		run: () => mustList(2, () => client.listSkus({}, { signal })),
	},
];

export function orderChecks({
	client,
	signal,
	today,
	mustList,
}: SmokeContext): Check[] {
	let poId: string | undefined;
	return [
		{
			name: `POST ${orderPath}`,
			async run() {
				const answer = await client.createPurchaseOrder(
					{
						poNumber: "PO-SMOKE",
						poType: "GOODS",
						matchingType: "THREE_WAY",
						poDate: today,
						gstin: "27AAPFU0939F1ZV",
						vendorId,
						lineItems: [
							{ identifier: "rod", quantity: 2, rate: 50, skuCode: "ROD-1" },
						],
					},
					{ signal },
				);
				poId = answer.poId;
				mustBe("state", answer.state, "DRAFTED");
			},
		},
		{
			name: `PATCH ${orderPath}/{poId}`,
			async run() {
				const id = created(poId, "purchase order");
				const patch = { description: "Rods" };
				const { version } = await client.updatePurchaseOrder(id, patch, {
					signal,
				});
				mustBe("version", version, 2);
			},
		},
		{
			name: `GET ${orderPath}/{poId}`,
			async run() {
				const id = created(poId, "purchase order");
				const { description } = await client.getPurchaseOrder(id, { signal });
				mustBe("description", description, "Rods");
			},
		},
		{
			name: `GET ${orderPath}`,
			run: () => mustList(2, () => client.listPurchaseOrders({}, { signal })),
		},
	];
}
