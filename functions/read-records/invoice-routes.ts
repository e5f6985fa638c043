import { invoiceNotFound } from "../../shared/domain/records/not-found.ts";
import { invoiceKey } from "../../shared/store/keys.ts";
import { lookUpList } from "../../shared/store/lists/numbered-list.ts";
import { invoicePaymentList } from "../../shared/store/records/invoice-payments.ts";
import {
	findInvoice,
	findInvoiceByNumber,
	invoiceList,
} from "../../shared/store/records/invoices.ts";
import { type ListRequest, listRoute } from "./list-route.ts";
import { anyText, invalidParameter, oneOf } from "./query.ts";
import { recordRoute } from "./record-route.ts";

const permission = "invoices:read";

/** Records R5 */
export const invoiceRoutes = {
	"GET /v1.0/invoice": listRoute({
		name: "invoice-list",
		permission,
		filters: {
			state: anyText,
			vendorId: anyText,
			open: oneOf(["true", "false"]),
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
	"GET /v1.0/invoice/{id}": recordRoute({
		name: "invoice-details",
		permission,
		find: ({ table, ids, ...reader }) => findInvoice(table, reader, ids),
		notFound: invoiceNotFound,
	}),
	"GET /v1.0/invoice/{id}/payments": listRoute({
		name: "invoice-payment-list",
		permission,
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
};

async function openInvoices({
	table,
	organizationId,
	now,
	filters,
}: ListRequest) {
	const { state, vendorId, invoiceNumber, open } = filters;
	const isOpen = open === undefined ? undefined : open === "true";
	const reader = { organizationId, now };
	if (vendorId === undefined || invoiceNumber === undefined)
		return invoiceList(table, reader, { state, vendorId, isOpen });
	return lookUpList(
		await findInvoiceByNumber(table, reader, {
			state,
			vendorId,
			isOpen,
			invoiceNumber,
		}),
	);
}
