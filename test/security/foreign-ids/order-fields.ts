import {
	type IdField,
	type Ids,
	ids,
	inBody,
	inPath,
	orders,
} from "./id-field.ts";

const line = { identifier: "line-1", quantity: 1, rate: 1 };

export const plainOrder = {
	poNumber: "PO-0001",
	lineItems: [line],
	poType: "GOODS",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
};

export const withTag = (slug: string | number) => ({ [slug]: { value: "x" } });
export const withOption = (value: string | number) => ({
	"cost-centre": { value },
});

/** Every place of a body, and of the path, that may name a record. */
export const orderFields: readonly IdField[] = [
	inPath(`PATCH ${orders}/{poId}`, ids.order, { description: "taken over" }),
	...bodyFields(`POST ${orders}`, plainOrder),
	...bodyFields(`PATCH ${orders}/{poId}`, {}),
];

/** What an order may name; of a draft, a patch may name the same. */
function bodyFields(route: string, whole: object): IdField[] {
	const inOrder = (
		name: string,
		named: Ids,
		toMembers: (id: string | number) => object,
	) => inBody(route, name, named, (id) => ({ ...whole, ...toMembers(id) }));
	const inLine = (
		name: string,
		named: Ids,
		toMembers: (id: string | number) => object,
		matchingType = "TWO_WAY",
	) =>
		inOrder(`lineItems.${name}`, named, (id) => ({
			matchingType,
			lineItems: [{ ...line, ...toMembers(id) }],
		}));
	return [
		inOrder("vendorId", ids.vendor, (vendorId) => ({ vendorId })),
		// An organization chooses it itself: another's may be the same.
		inOrder("poNumber", ids.orderNumber, (poNumber) => ({ poNumber })),
		inOrder("tags.*", ids.tag, (slug) => ({ tags: withTag(slug) })),
		inOrder("tags.*.value", ids.tagOption, (id) => ({ tags: withOption(id) })),
		inLine("taxId", ids.gstTax, (taxId) => ({ taxId })),
		inLine("skuCode", ids.skuCode, (skuCode) => ({ skuCode }), "THREE_WAY"),
		inLine("skuName", ids.skuName, (skuName) => ({ skuName }), "THREE_WAY"),
		inLine("tags.*", ids.tag, (slug) => ({ tags: withTag(slug) })),
		inLine("tags.*.value", ids.tagOption, (id) => ({ tags: withOption(id) })),
	];
}
