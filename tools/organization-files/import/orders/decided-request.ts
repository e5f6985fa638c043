import {
	asRead,
	type ItemWrite,
	keyOf,
} from "../../../../shared/dynamodb/writes/item-write.ts";
import { newUlid } from "../../../../shared/environment/ids.ts";
import type { StoredAdvance } from "../../../../shared/payment-requests/find-advance.store.ts";
import { toHistoryItem } from "../../../../shared/payment-requests/history/history-items.store.ts";
import { inboxChanges } from "../../../../shared/payment-requests/inbox/inbox-items.store.ts";
import { toPaymentRequestItem } from "../../../../shared/payment-requests/payment-requests.store.ts";
import { toStageChanges } from "../../../../shared/payment-requests/stages/stage-writes.store.ts";
import {
	applyImportedState,
	isImportedState,
} from "../../../../shared/payment-requests/workflow/imported-state.ts";
import { changedAttributes } from "../../../../shared/payment-requests/workflow/transition-items.store.ts";
import type { EntryUnit, ImportContext } from "../file-entry.ts";
import type { FileAdvance } from "./file-advance.ts";

/**
 * The writes that give an advance raised over the API the state of the file, whose decision was made elsewhere
 * (A1): the request, its undecided approvals, their inbox entries and the history. The order's link is
 * another write of the same unit.
 */
export function decidedRequestWrites(
	{ organizationId, now }: ImportContext,
	before: StoredAdvance,
	{ pointer, importDigest, state, purchaseOrderLinkId }: FileAdvance,
): EntryUnit {
	if (!isImportedState(state)) return [];
	const { entries, ...decided } = applyImportedState(before, state, now);
	const request = { ...decided.request, purchaseOrderLinkId };
	const stages = toStageChanges(organizationId, before, decided);
	const { closed } = inboxChanges(organizationId, before, decided);
	const item = toPaymentRequestItem(organizationId, request, stages.versions);
	return [
		{
			kind: "UPDATE",
			key: keyOf(before.item),
			set: {
				...changedAttributes(before.item, item),
				importDigest,
			},
			ifAsRead: asRead(before.item, ["version", "importDigest", "state"]),
			record: { pointer, existing: before.item },
		},
		...stages.changed.map(({ stored, item }) =>
			stageWrite(stored ?? item, item),
		),
		...closed.map(
			({ pk, sk }): ItemWrite => ({
				kind: "DELETE",
				key: { pk, sk },
				ifAsRead: {},
			}),
		),
		{
			kind: "INSERT",
			item: toHistoryItem(organizationId, request, entries, newUlid(now)),
		},
	];
}

const stageWrite = (
	stored: { pk?: unknown; sk?: unknown; version?: unknown },
	{
		pk,
		sk,
		approvers,
		version,
	}: { pk: string; sk: string; approvers: unknown; version?: unknown },
): ItemWrite => ({
	kind: "UPDATE",
	key: { pk, sk },
	set: { approvers, version },
	ifAsRead: { version: stored.version },
});
