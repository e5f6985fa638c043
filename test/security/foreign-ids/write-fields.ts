import { transitions } from "../../support/every-endpoint.ts";
import {
	advances,
	type IdField,
	type Ids,
	ids,
	inBody,
	inKey,
	inPath,
	inTransition,
	unknownUlid,
} from "./id-field.ts";
import { withOption, withTag } from "./order-fields.ts";

const advance = { amount: 1000, vendorId: "v-1" };
const change = { stage: 0, round: 1, reason: "Away" };
const request = ["paymentRequest", unknownUlid] as const;

/** The path of each transition of a payment request, and what their bodies name. */
const transitionFields: readonly IdField[] = [
	...transitions.map(({ routeKey, body }) => inPath(routeKey, request, body)),
	inTransition("approver", "to", ids.user, (to) => ({ ...change, to })),
	inTransition("approver", "from", ids.user, (from) => ({
		...{ ...change, from },
		to: "u-other",
	})),
	...(
		[
			["vendorId", ids.vendor, (vendorId) => ({ vendorId })],
			["gstId", ids.gstTax, (gstId) => ({ gstId, gstAmount: 180 })],
			["tdsId", ids.tdsTax, (tdsId) => ({ tdsId, tdsAmount: 100 })],
			["orgEntity", ids.entity, (orgEntity) => ({ orgEntity })],
			[
				"purchaseOrderLinkId",
				ids.order,
				(purchaseOrderLinkId) => ({ purchaseOrderLinkId }),
			],
			["tags.*", ids.tag, (slug) => ({ tags: withTag(slug) })],
			["tags.*.value", ids.tagOption, (id) => ({ tags: withOption(id) })],
		] as [string, Ids, (id: string | number) => object][]
	).map(([property, named, toMembers]) =>
		inTransition("resubmission", property, named, (id) => ({
			...advance,
			...toMembers(id),
		})),
	),
];

const inAdvance = (
	name: string,
	named: Ids,
	toMembers: (id: string | number) => object,
) =>
	inBody(`POST ${advances}`, name, named, (id) => ({
		amount: 1000,
		vendorId: "v-1",
		...toMembers(id),
	}));

const inInvoice = (name: "vendorId" | "invoiceNumber", named: Ids) =>
	inBody("POST /v1.0/invoice/bulk", `invoices.${name}`, named, (id) => ({
		invoices: [
			{
				vendorId: "v-1",
				invoiceNumber: "N-1",
				amount: 1,
				invoiceDate: "2026-11-01",
				[name]: id,
			},
		],
	}));

const inSku = (name: "itemCode" | "name", named: Ids) =>
	inBody("POST /v1.0/inventory/skus/bulk", `skus.${name}`, named, (id) => ({
		skus: [{ name: "Own", [name]: id }],
	}));

const reversal = "/v1.0/invoice/{id}/payments/{paymentId}/reversal";

const inReversal = (
	name: "id" | "paymentId",
	[foreign, unknown]: Ids,
	toIds: (id: string | number) => [string | number, string | number],
): IdField => ({
	field: `POST ${reversal} ${name}`,
	foreign,
	unknown,
	request: (id) => {
		const [slug, paymentId] = toIds(id);
		return {
			method: "POST",
			url: `/v1.0/invoice/${slug}/payments/${paymentId}/reversal`,
			body: { reason: "Not theirs" },
		};
	},
});

/** Every place of a POST or PATCH that may name a record; orders are in `order-fields.ts`. */
export const writeFields: readonly IdField[] = [
	...transitionFields,
	inPath("PATCH /v1.0/invoice/{id}", ids.invoice, {
		description: "taken over",
	}),
	inReversal("id", ids.invoice, (id) => [id, "x"]),
	// Both organizations have an invoice of this slug, with payments.
	inReversal("paymentId", ["payment", `${unknownUlid}-0`], (id) => [
		"inv-2",
		id,
	]),
	inAdvance("vendorId", ids.vendor, (vendorId) => ({ vendorId })),
	inAdvance("gstId", ids.gstTax, (gstId) => ({ gstId, gstAmount: 180 })),
	inAdvance("tdsId", ids.tdsTax, (tdsId) => ({ tdsId, tdsAmount: 100 })),
	inAdvance("orgEntity", ids.entity, (orgEntity) => ({ orgEntity })),
	inAdvance("purchaseOrderLinkId", ids.order, (purchaseOrderLinkId) => ({
		purchaseOrderLinkId,
	})),
	inAdvance("tags.*", ids.tag, (slug) => ({ tags: withTag(slug) })),
	inAdvance("tags.*.value", ids.tagOption, (id) => ({ tags: withOption(id) })),
	inKey(`POST ${advances}`),
	inKey("POST /v1.0/payment/mark-as-paid"),
	inBody(
		"POST /v1.0/payment/mark-as-paid",
		"resources.slug",
		ids.invoice,
		(slug) => ({ resourceType: "INVOICE", resources: [{ slug, amount: 1 }] }),
	),
	inPath(
		"POST /v1.0/payment/mark-as-paid/{bulkActionSlug}/stop",
		["batch", unknownUlid],
		{ reason: "taken over" },
	),
	inInvoice("vendorId", ids.vendor),
	// An organization chooses these itself: another's may be the same.
	inInvoice("invoiceNumber", ids.invoiceNumber),
	inSku("itemCode", ids.skuCode),
	inSku("name", ids.skuName),
	inBody("POST /v1.0/vendor", "vendorId", ids.vendor, (vendorId) => ({
		name: "Own",
		vendorId,
	})),
];
