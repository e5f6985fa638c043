import type { Answer } from "../../../../support/world.ts";
import type { Target } from "../../step.ts";
import type { Before, PlainRecord } from "../before.ts";
import type { Expected } from "../expected.ts";
import { expectPage, type Listed } from "./expect-page.ts";
import {
	toBatchRecord,
	toInvoiceRecord,
	toOrderRecord,
	toRequestRecord,
	toSkuRecord,
	toTagRecord,
	toTaxRecord,
	toVendorRecord,
} from "./records.ts";

/** @returns undefined when there is no record whose list this is. */
export function expectedList(
	before: Before,
	{ path, id, limit }: Target,
): Expected | undefined {
	const toListed = lists[path];
	if (!toListed) throw new Error(`The model knows nothing of ${path}`);
	const listed = toListed(before, id);
	if (!listed) return undefined;
	const check = (data: Answer["body"]) => expectPage(data, listed, limit);
	return { answer: { status: 200, check } };
}

const lists: Record<
	string,
	(before: Before, id: string) => Listed | undefined
> = {
	"/v1.0/invoice": (before) => ({
		idName: "id",
		records: before.records.invoices.map((one) => toInvoiceRecord(one, before)),
	}),
	"/v1.0/procurement/purchase-order": (before) => ({
		idName: "poId",
		records: before.records.purchaseOrders.map((one) =>
			toOrderRecord(one, before),
		),
	}),
	"/v1.0/vendor": ({ plain }) => ({
		idName: "vendorId",
		records: plain.vendors?.map(toVendorRecord) ?? [],
	}),
	"/v1.0/inventory/skus": ({ plain }) => ({
		idName: "itemCode",
		records: plain.skus?.map(toSkuRecord) ?? [],
	}),
	"/v1.0/payment/request": ({ plain }) => ({
		idName: "paymentRequestId",
		records: [...(plain.advances ?? []), ...(plain.paymentRequests ?? [])].map(
			(request) => {
				const { tags, payers, approvals, ...shown } = toRequestRecord(request);
				return shown;
			},
		),
	}),
	"/v1.0/payment/request/{paymentRequestId}/history": ({ plain }, id) => {
		const requests = [
			...(plain.advances ?? []),
			...(plain.paymentRequests ?? []),
		];
		const request = requests.find((one) => one.id === id);
		// Unchecked cast: contract 4 gives the export this shape. Advances of organization files have no history.
		const history = (request?.history ?? []) as PlainRecord[];
		return (
			request && {
				idName: "id",
				records: history.toReversed(),
				isOrdered: true,
			}
		);
	},
	"/v1.0/approval": ({ plain }) => ({
		idName: "paymentRequestId",
		records: (plain.paymentRequests ?? [])
			.filter(isOpenToAdmin)
			.map(({ id, vendorId }) => ({ paymentRequestId: id, vendorId })),
	}),
	"/v1.0/payment/mark-as-paid": ({ plain }) => ({
		idName: "bulkActionSlug",
		records: plain.batches?.map(toBatchRecord) ?? [],
		isOrdered: true,
	}),
	"/v1.0/payment/run": ({ plain }) => ({
		idName: "runId",
		records: plain.paymentRuns ?? [],
	}),
	"/v1.0/invoice/{id}/payments": ({ plain }, id) => {
		const invoice = plain.invoices?.find(({ slug }) => slug === id);
		// Unchecked cast: contract 4 gives the export this shape.
		const payments = invoice?.payments as PlainRecord[] | undefined;
		return (
			payments && {
				idName: "id",
				records: payments.toReversed().map(({ batch, ...payment }) => ({
					...payment,
					bulkActionSlug: batch,
				})),
				isOrdered: true,
			}
		);
	},
	"/v1.0/organization/entities": ({ plain }) => ({
		idName: "id",
		records: plain.entities ?? [],
		isOrdered: true,
	}),
	"/v1.0/organization/users": ({ plain }) => ({
		idName: "id",
		// The export has them in this order.
		records:
			plain.users?.map(({ id, name, active }) => ({ id, name, active })) ?? [],
		isOrdered: true,
	}),
	"/v1.0/tax/gst": ({ plain }) => ({
		idName: "id",
		records: plain.gstTaxes?.map(toTaxRecord) ?? [],
		isOrdered: true,
	}),
	"/v1.0/tax/tds": ({ plain }) => ({
		idName: "id",
		records: plain.tdsTaxes?.map(toTaxRecord) ?? [],
		isOrdered: true,
	}),
	"/v1.0/tag": ({ plain }) => ({
		idName: "id",
		records:
			plain.tags?.map((tag) => {
				const { options: _, ...shown } = toTagRecord(tag);
				return shown;
			}) ?? [],
		isOrdered: true,
	}),
};

/** Does the request wait for the user of the histories' key? */
function isOpenToAdmin({ approvals }: PlainRecord): boolean {
	// Unchecked cast: contract 4 gives the export this shape.
	const all = (approvals ?? []) as { userId: string; state: string }[];
	return all.some(
		({ userId, state }) => userId === "u-admin" && state === "OPEN",
	);
}
