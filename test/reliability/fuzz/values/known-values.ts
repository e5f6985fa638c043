/** Values of properties and parameters that records have: with made-up ones alone, hardly a request would get past the look-ups. */
export const knownValues: Readonly<Record<string, readonly unknown[]>> = {
	vendorId: ["v-1", "v-2"],
	slug: Array.from({ length: 40 }, (_, index) => `inv-${index}`),
	skuCode: ["ROD-1", "rod-1", ""],
	skuName: ["Steel rod", "glue"],
	itemCode: ["ROD-1", "NUT-1", "nut-1"],
	taxId: [1, 2],
	gstId: [1, 2],
	tdsId: [1],
	gstAmount: [180, 50],
	tdsAmount: [100],
	orgEntity: [11, 12],
	currency: ["INR", "USD"],
	purchaseOrderLinkId: ["po-1", "po-2", "po-small", "po-held"],
	invoiceNumber: ["A", "a", "B", "C"],
	amount: [1000, 1, 0.01, 99.99],
	invoiceDate: ["2026-11-01", "2026-12-01"],
	dueDate: ["2026-12-31"],
	email: ["a@example.com"],
	gstin: ["27AAPFU0939F1ZV"],
	state: ["DRAFTED", "APPROVED"],
	open: ["true", "false"],
	limit: [1, 2, 100],
	stage: [0],
	round: [1],
	from: ["u-cfo"],
	to: ["u-cfo", "u-admin"],
	"If-Match": ['"1"', '"2"'],
};

/** A value of each tag of the organization. */
export const knownTags: Readonly<Record<string, unknown>> = {
	"cost-centre": { value: 7 },
	project: { value: "Roof" },
	"needed-by": { value: "2026-12-01" },
	weight: { value: 1.5 },
	"old-code": { value: 17 },
};
