import type { Target } from "../../step.ts";
import type { Before, PlainRecord } from "../before.ts";
import { answered, type Expected } from "../expected.ts";
import {
	toInvoiceRecord,
	toOrderRecord,
	toRequestRecord,
	toTagRecord,
	toVendorRecord,
} from "./records.ts";

/** @returns undefined when there is no such record. */
export function expectedDetails(
	before: Before,
	{ path, id }: Target,
): Expected | undefined {
	const find = details[path];
	if (!find) throw new Error(`The model knows nothing of ${path}`);
	const record = find(before, id);
	return record && answered(record);
}

type Find = (before: Before, id: string) => object | undefined;

const details: Record<string, Find> = {
	"/v1.0/organization": ({ plain }) => plain.org,
	"/v1.0/key": ({ plain: { org } }) => ({
		organizationId: org.id,
		organizationName: org.name,
		userId: "u-admin",
		active: true,
	}),
	"/v1.0/invoice/{id}": (before, id) => {
		const found = before.records.invoices.find(({ slug }) => slug === id);
		return found && toInvoiceRecord(found, before);
	},
	"/v1.0/procurement/purchase-order/{poId}": (before, id) => {
		const found = before.records.purchaseOrders.find(
			(order) => order.id === id,
		);
		return found && toOrderRecord(found, before);
	},
	"/v1.0/vendor/{vendorId}": ({ plain }, id) =>
		toRecord(plain.vendors, "id", id, toVendorRecord),
	"/v1.0/tag/{id}": ({ plain }, id) =>
		toRecord(plain.tags, "slug", id, (tag) => ({
			options: null,
			...toTagRecord(tag),
		})),
	"/v1.0/payment/request/{paymentRequestId}": ({ plain }, id) =>
		toRecord(plain.paymentRequests, "id", id, toRequestRecord) ??
		toRecord(plain.advances, "id", id, toRequestRecord),
	"/v1.0/payment/run/{runId}": ({ plain }, id) =>
		toRecord(plain.paymentRuns, "runId", id, (run) => run),
	"/v1.0/payment/mark-as-paid/{bulkActionSlug}": ({ plain }, id) =>
		toRecord(
			plain.batches,
			"bulkActionSlug",
			id,
			({ status, total, counts }) => ({
				bulkActionSlug: id,
				status,
				total,
				counts,
			}),
		),
};

function toRecord(
	records: readonly PlainRecord[] | undefined,
	idName: string,
	id: string,
	toShown: (record: PlainRecord) => object,
): object | undefined {
	const found = records?.find((record) => record[idName] === id);
	return found && toShown(found);
}
