import type { RecordExamples } from "./recording.ts";

const skus = { method: "POST", url: "/v1.0/inventory/skus/bulk" } as const;
const vendors = { method: "POST", url: "/v1.0/vendor" } as const;

export const newSkus = {
	...skus,
	body: {
		skus: [
			{ name: "Steel rod", itemCode: "ROD-1", unit: "kg", rate: 80.5 },
			{ name: "Steel rod, long", itemCode: "rod-1" },
		],
	},
};

const vendor = { vendorId: "v-steel", name: "Steel Traders" };

export const newVendor = {
	...vendors,
	body: { ...vendor, gstin: "27AAPFU0939F1ZV", email: "ap@steel.example" },
};

export const referenceExamples = {
	async createSkus({ example }) {
		await example("created", "One created, one code repeated", newSkus);
		await example("invalid", "No SKUs", { ...skus, body: { skus: [] } });
	},
	async listSkus({ prepare, example }) {
		await prepare(newSkus);
		const url = "/v1.0/inventory/skus";
		await example("found", "One SKU", { url });
		await example("invalid", "An unknown parameter", {
			url: `${url}?code=ROD-1`,
		});
	},
	async createVendor({ example }) {
		await example("created", "With an id of the caller's", newVendor);
		await example("taken", "Another vendor has the id", {
			...vendors,
			body: { ...vendor, name: "Steel & Sons" },
		});
	},
} satisfies { [operationId: string]: RecordExamples };
