import { exhibits } from "../../../../tools/exhibits/exhibits.ts";
import type { RecordKind } from "../../../../tools/exhibits/names.ts";
import { demoOrganization } from "../../../support/demo-organization.ts";

const demo = demoOrganization();
const { vendors = [], users = [], entities = [], skus = [] } = demo;
const { gstTaxes = [], tdsTaxes = [], tags = [] } = demo;
const { purchaseOrders = [], invoices = [], advances = [] } = demo;

/** The records of the demo organization, by what names them. */
export const knownRecords: Readonly<
	Partial<Record<RecordKind, readonly (string | number)[]>>
> = {
	vendor: vendors.map(({ id }) => id),
	user: users.map(({ id }) => id),
	entity: entities.map(({ id }) => id),
	gstTax: gstTaxes.map(({ id }) => id),
	tdsTax: tdsTaxes.map(({ id }) => id),
	tag: tags.map(({ slug }) => slug),
	purchaseOrder: purchaseOrders.map(({ id }) => id),
	poNumber: purchaseOrders.map(({ poNumber }) => poNumber),
	invoice: invoices.map(({ slug }) => slug),
	invoiceNumber: ["STEEL/2026/1001", "steel/2026/1001", "A", "a", "B", "C"],
	paymentRequest: advances.map(({ id }) => id),
	skuCode: [...skus.flatMap(({ itemCode = [] }) => itemCode), "rod-1", "NUT-1"],
	skuName: [...skus.map(({ name }) => name), "steel rod"],
};

/** The last name of each place that names a record: the value of such a property, or parameter, often is a known one. */
const named = exhibits.flatMap(({ names = {} }) =>
	Object.entries(names).flatMap(([place, one]) => {
		if (one === null) return [];
		const kind = typeof one === "string" ? one : one.kind;
		return [[place.split(".").at(-1) ?? "", knownRecords[kind]] as const];
	}),
);

/** With made-up values alone, hardly a request would get past the look-ups. */
export const knownValues: Readonly<
	Record<string, readonly unknown[] | undefined>
> = {
	...Object.fromEntries(named),
	skuCode: [...(knownRecords.skuCode ?? []), ""],
	gstAmount: [180, 50],
	tdsAmount: [100],
	currency: ["INR", "USD"],
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
	"If-Match": ['"1"', '"2"'],
};

/** A value of each tag of the organization. */
export const knownTags: Readonly<Record<string, unknown>> = {
	"cost-centre": { value: 7 },
	project: { value: "Roof" },
	"needed-by": { value: "2026-12-01" },
	headcount: { value: 1.5 },
	"legacy-code": { value: 17 },
};
