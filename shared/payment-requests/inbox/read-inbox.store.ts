import { toWho } from "../../actors/actor.ts";
import { itemBytes } from "../../dynamodb/item-size.ts";
import {
	isKeyText,
	paymentRequestKey,
	toOpenApprovalId,
} from "../../dynamodb/keys.ts";
import { batchGet } from "../../dynamodb/reads/batch-get.ts";
import type { Table } from "../../dynamodb/table.ts";
import { queryListIndex } from "../../lists/creation-list.store.ts";
import type { ListedKey } from "../../lists/key-list.store.ts";
import {
	inboxListPartition,
	isListSortKey,
} from "../../lists/list-index.store.ts";
import { numberedList } from "../../lists/numbered-list.store.ts";
import type { ListEntry, RecordList } from "../../lists/record-list.store.ts";
import { findVendorNames } from "../../vendors/vendors.store.ts";
import { openRequestAttributes, toOpenRequest } from "./open-request.store.ts";

/**
 * A6: the open approvals of a user, the latest opened first. The keys of an inbox entry name its approval;
 * all else is read from the request and its vendor.
 */
export function openApprovalList(
	table: Table,
	organizationId: string,
	userId: string,
): RecordList {
	// No user has such an id.
	if (!isKeyText(userId)) return numberedList([]);
	const partition = inboxListPartition(organizationId, userId);
	return {
		isFiltered: false,
		isPosition: isListSortKey,
		async read(after, count) {
			const range = { after, count };
			const { keys, isEnd } = await queryListIndex(table, partition, range);
			return { entries: await toEntries(table, organizationId, keys), isEnd };
		},
	};
}

async function toEntries(
	table: Table,
	organizationId: string,
	keys: readonly ListedKey[],
): Promise<ListEntry[]> {
	const listed = keys.map(({ key, position }) => ({
		...toOpenApprovalId(key),
		position,
	}));
	const items = await batchGet(
		table,
		listed.map((one) =>
			paymentRequestKey(organizationId, one.paymentRequestId),
		),
		openRequestAttributes,
	);
	const requests = items.map((item) => (item ? toOpenRequest(item) : null));
	const vendorNames = await findVendorNames(
		table,
		organizationId,
		requests.flatMap((request) => request?.vendorId ?? []),
	);
	return listed.map(({ position, round, stage }, index) => {
		const request = requests[index];
		const bytes = itemBytes(items[index]);
		// The index may be a second behind.
		const isOpen = request?.round === round && request.openStage === stage;
		if (!request || !isOpen) return { position, bytes, record: undefined };
		const [requestedAt] = position.split("#");
		const record = {
			paymentRequestId: request.id,
			stage,
			round,
			requestedAt,
			vendorId: request.vendorId,
			vendorName: vendorNames.get(request.vendorId) ?? null,
			currency: request.currency,
			netPayable: request.netPayable,
			narration: request.narration,
			requestedBy: toWho(request.requestedBy),
		};
		return { position, bytes, record };
	});
}
