import type { RecordExamples } from "./recording.ts";

const skus = { method: "POST", url: "/v1.0/inventory/skus/bulk" } as const;

export const newSkus = {
	...skus,
	body: {
		skus: [
			{ name: "Steel rod", itemCode: "ROD-1", unit: "kg", rate: 80.5 },
			{ name: "Steel rod, long", itemCode: "rod-1" },
		],
	},
};

export const newVendor = {
	method: "POST",
	url: "/v1.0/vendor",
	body: {
		...{ vendorId: "v-steel", name: "Steel Traders" },
		...{ gstin: "27AAPFU0939F1ZV", email: "ap@steel.example" },
	},
} as const;

export const referenceExamples = {
	async createSkus({ example }) {
		await example("created", "One created, one code repeated", newSkus);
		await example("invalid", "No SKUs", { ...skus, body: { skus: [] } });
	},
} satisfies { [operationId: string]: RecordExamples };
