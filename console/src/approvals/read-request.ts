import type { Item } from "../../../client/src/operations/operation-types.ts";
import { may, type Session } from "../service/session.ts";
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
		readTags(session, request.tags),
		nameOf(session, "listGstTaxes", request.tax?.gstId),
		nameOf(session, "listTdsTaxes", request.tax?.tdsId),
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

async function nameOf(
	session: Session,
	list: "listGstTaxes" | "listTdsTaxes",
	id: number | null | undefined,
): Promise<string | undefined> {
	if (id === null || id === undefined || !may(session, "organization:read"))
		return undefined;
	try {
		for await (const tax of session.client[list]({ limit: 100 }))
			if (tax.id === id) return tax.name;
	} catch {
		// Shown without its name.
	}
	return undefined;
}

/** Tags by their names, and what was chosen of a list by its name. */
async function readTags(
	session: Session,
	values: ShownRequest["request"]["tags"],
): Promise<{ name: string; value: string }[]> {
	const entries = Object.entries(values ?? {});
	if (entries.length === 0) return [];
	const known = new Map<string, Item<"listTags">>();
	if (may(session, "organization:read"))
		try {
			for await (const tag of session.client.listTags({ limit: 100 }))
				known.set(tag.id, tag);
		} catch {
			// Shown by their ids.
		}
	return Promise.all(
		entries.map(async ([slug, { value }]) => ({
			name: known.get(slug)?.name ?? slug,
			value: await toTagText(session, known.get(slug), value),
		})),
	);
}

async function toTagText(
	{ client }: Session,
	tag: Item<"listTags"> | undefined,
	value: unknown,
): Promise<string> {
	const text = String(value);
	if (tag?.type !== "DROPDOWN") return text;
	const record = await client.getTag(tag.id).catch(nothing);
	const option = record?.options?.find(({ id }) => String(id) === text);
	return option?.name ?? text;
}
