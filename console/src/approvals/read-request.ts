import { may, type Session } from "../service/session.ts";
import { readTaxName, tagReader } from "../service/tags.ts";
import type { ShownRequest } from "./request.ts";

/** More of the history is not shown. */
const entriesMax = 50;

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
		takeAll(
			client.listPaymentRequestHistory(id, { limit: entriesMax }, options),
		),
	]);
	const { approvals, ...request } = record;
	const orderId = request.purchaseOrderLinkId;
	// What is missing is shown by its id: it never keeps anybody from deciding.
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
		request: { ...request, ...(vendor && { vendorName: vendor.name }) },
		approvals: approvals ?? [],
		history,
		order,
		tags,
		gstName: gst,
		tdsName: tds,
	};
}

const nothing = () => undefined;

async function takeAll<Listed>(
	list: AsyncGenerator<Listed, void, undefined>,
): Promise<Listed[]> {
	const items: Listed[] = [];
	for await (const item of list) if (items.push(item) >= entriesMax) break;
	return items;
}
