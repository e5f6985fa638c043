import { invoiceKey } from "../../shared/dynamodb/keys.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { invoiceNotFound } from "../../shared/invoices/errors.ts";
import { isBefore } from "../../shared/invoices/new-invoice.ts";
import {
	findInvoice,
	findInvoiceByNumber,
	invoiceList,
} from "../../shared/invoices/read-invoices.store.ts";
import { lookUpList } from "../../shared/lists/numbered-list.store.ts";
import { invoicePaymentList } from "../../shared/payments/read-payments.store.ts";
import { type ListRequest, listRoute } from "./list-route.ts";
import { anyText, calendarDate, invalidParameter, oneOf } from "./query.ts";
import { recordRoute } from "./record-route.ts";

/** R5 */
export const invoiceRoutes = [
	listRoute(endpoints.listInvoices, {
		filters: {
			state: anyText,
			vendorId: anyText,
			open: oneOf(["true", "false"]),
			dueBefore: calendarDate,
			invoiceNumber: anyText,
		},
		requireFilters({ vendorId, invoiceNumber }) {
			if (invoiceNumber !== undefined && vendorId === undefined)
				throw invalidParameter(
					"invoiceNumber",
					"must be given together with vendorId",
				);
		},
		open: openInvoices,
	}),
	recordRoute(endpoints.getInvoice, {
		find: ({ table, ids, ...reader }) => findInvoice(table, reader, ids),
		notFound: invoiceNotFound,
	}),
	listRoute(endpoints.listInvoicePayments, {
		record: { parameter: "id", toKey: invoiceKey },
		async open({ table, organizationId, recordId }) {
			const list = await invoicePaymentList(
				table,
				organizationId,
				recordId ?? "",
			);
			if (!list) throw invoiceNotFound();
			return list;
		},
	}),
];

async function openInvoices({
	table,
	organizationId,
	now,
	filters,
}: ListRequest) {
	const { vendorId, invoiceNumber, open, dueBefore } = filters;
	const wanted = {
		state: filters.state,
		isOpen: open === undefined ? undefined : open === "true",
		dueDate:
			dueBefore === undefined
				? undefined
				: (dueDate: string | null) => isBefore(dueDate, dueBefore),
	};
	const reader = { organizationId, now };
	if (vendorId === undefined || invoiceNumber === undefined)
		return invoiceList(table, reader, { ...wanted, vendorId });
	return lookUpList(
		await findInvoiceByNumber(table, reader, {
			...wanted,
			vendorId,
			invoiceNumber,
		}),
	);
}
