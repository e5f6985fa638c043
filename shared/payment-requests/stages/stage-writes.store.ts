import { isDeepStrictEqual } from "node:util";
import type { Key } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import type { Table } from "../../dynamodb/table.ts";
import type { TransactionParts } from "../../dynamodb/writes/transact.ts";
import type { StoredAdvance } from "../find-advance.store.ts";
import type { Advance } from "../workflow/transition.ts";
import {
	type ApprovalItem,
	toApprovalItem,
	versionOfStage,
} from "./approval-items.store.ts";

/** The stages that a transition changes or begins. */
export interface StageChanges {
	changed: {
		/** As it is stored; undefined: the transition begins its round. */
		stored: Item | undefined;
		/** As it is afterwards. */
		item: ApprovalItem;
	}[];
	/** For each stage of the present round, the version of the write that wrote it last. */
	versions: number[];
}

export function toStageChanges(
	organizationId: string,
	before: StoredAdvance,
	{ request, stages }: Advance,
): StageChanges {
	const changes: StageChanges = { changed: [], versions: [] };
	const { id, version } = request;
	const isNewRound = request.round > before.request.round;
	stages.forEach((stage, index) => {
		const stored = isNewRound ? undefined : before.stageItems[index];
		if (!isNewRound && !stored) throw new Error(`Stage ${index} was not read`);
		if (stored && isDeepStrictEqual(before.stages[index], stage)) {
			changes.versions.push(versionOfStage(stored));
			return;
		}
		const item = toApprovalItem(organizationId, id, stage, version);
		changes.changed.push({ stored, item });
		changes.versions.push(version);
	});
	return changes;
}

/** The writes of these changes, each on the condition that its item is as it was read. */
export const toStageParts = (
	{ name: TableName }: Table,
	{ changed }: StageChanges,
): TransactionParts =>
	changed.map(({ stored, item }) =>
		stored
			? { Update: { TableName, ...stageUpdate(stored, item) } }
			: {
					Put: {
						TableName,
						Item: item,
						ConditionExpression: "attribute_not_exists(pk)",
					},
				},
	);

function stageUpdate(stored: Item, item: ApprovalItem) {
	// Unchecked cast: every item has keys.
	const { pk, sk } = stored as Item & Key;
	return {
		Key: { pk, sk },
		UpdateExpression: "SET approvers = :approvers, #version = :version",
		ConditionExpression: "#version = :before",
		ExpressionAttributeNames: { "#version": "version" },
		ExpressionAttributeValues: {
			":before": versionOfStage(stored),
			":approvers": item.approvers,
			":version": item.version,
		},
	};
}
