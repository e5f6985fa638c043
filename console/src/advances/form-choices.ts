import type {
	Entity,
	ListedPurchaseOrder,
} from "../../../client/src/generated/openapi.ts";
import { may, type Session } from "../service/session.ts";
import type { KnownValues } from "./advance-draft.ts";

/** What the form of an advance offers to choose from, as far as this person may read it. */
export interface FormChoices extends KnownValues {
	entities: readonly Entity[];
	/** Orders of the vendor that can take an advance. */
	orders: readonly ListedPurchaseOrder[];
	/** Whether the vendor has more orders than were looked at. */
	hasMoreOrders: boolean;
}

/** It would take too long to look through more orders, or to list more of anything else. */
const entriesMax = 500;

/** @param ownOrderId The order that the advance itself holds, which counts as free. */
export async function readChoices(
	session: Session,
	{ vendorId, ownOrderId }: { vendorId: string; ownOrderId: string | null },
): Promise<FormChoices> {
	const { client } = session;
	const limit = 100;
	const mayReadOrganization = may(session, "organization:read");
	const own = <Listed>(list: () => AsyncGenerator<Listed, void, undefined>) =>
		mayReadOrganization ? takeSome(list()) : [];
	const [gst, tds, tags, entities, all] = await Promise.all([
		own(() => client.listGstTaxes({ limit })),
		own(() => client.listTdsTaxes({ limit })),
		own(() => client.listTags({ limit })),
		own(() => client.listEntities({ limit })),
		may(session, "procurement:read")
			? takeSome(
					client.listPurchaseOrders({ vendorId, state: "APPROVED", limit }),
				)
			: [],
	]);
	const orders = all.filter(
		({ poId, matchingState, linkedPaymentRequestId }) =>
			poId === ownOrderId ||
			(matchingState === "UNMATCHED" && linkedPaymentRequestId === null),
	);
	return {
		gst,
		tds,
		tags,
		entities,
		orders,
		hasMoreOrders: all.length >= entriesMax,
	};
}

async function takeSome<Listed>(
	list: AsyncGenerator<Listed, void, undefined>,
): Promise<Listed[]> {
	const items: Listed[] = [];
	for await (const item of list) if (items.push(item) >= entriesMax) break;
	return items;
}
