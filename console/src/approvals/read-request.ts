import type { ListPart } from "../service/list-types.ts";
import { may, type Session } from "../service/session.ts";
import { readTaxName, tagReader } from "../service/tags.ts";
import type { HistoryEntry, ShownRequest } from "./request.ts";

/** The number of entries of the history that are read with the request. */
const entriesFirst = 50;

/** A part of the history of a payment request, from a cursor on. */
export const readHistory = (
	{ client }: Session,
	id: string,
	query: { limit: number; cursor?: string },
	signal?: AbortSignal,
): Promise<ListPart<HistoryEntry>> =>
	client.readPage("/v1.0/payment/request/{paymentRequestId}/history", query, {
		id,
		...(signal && { signal }),
	});

/** Reads a payment request with what belongs to it, as far as this person may see it. */
export async function readRequest(
	session: Session,
	id: string,
	signal: AbortSignal,
): Promise<ShownRequest> {
	const { client } = session;
	const options = { signal };
	const [record, history] = await Promise.all([
		client.getPaymentRequest(id, options),
		readHistory(session, id, { limit: entriesFirst }, signal),
	]);
	const { approvals, ...request } = record;
	const orderId = request.purchaseOrderLinkId;
	// What cannot be read is shown by its id, so that it never keeps anybody from deciding.
	const [vendor, order, tags, gst, tds] = await Promise.all([
		may(session, "vendors:read")
			? client.getVendor(request.vendorId, options).catch(nothing)
			: undefined,
		orderId !== null && may(session, "procurement:read")
			? client.getPurchaseOrder(orderId, options).catch(nothing)
			: undefined,
		tagReader(session)(request.tags),
		readTaxName(session, "listGstTaxes", request.tax?.gstId),
		readTaxName(session, "listTdsTaxes", request.tax?.tdsId),
	]);
	return {
		request: {
			...request,
			// An advance from an organization file names no currency.
			currency:
				request.currency ??
				order?.currency ??
				session.organization.baseCurrency,
			...(vendor && { vendorName: vendor.name }),
		},
		approvals: approvals ?? [],
		history: history.items,
		historyCursor: history.nextCursor,
		order,
		tags,
		gstName: gst,
		tdsName: tds,
	};
}

const nothing = () => undefined;
