import { isDeepStrictEqual } from "node:util";
import type { Advance } from "../../domain/advances/transition.ts";
import type { Item } from "../dynamodb/batch-get.ts";
import { fromStoredInteger } from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import type { TransactionParts } from "../dynamodb/transact.ts";
import type { Key } from "../keys.ts";
import {
	type ApprovalItem,
	toApprovalItem,
	versionOfStage,
} from "./approval-items.ts";
import type { StoredAdvance } from "./find-advance.ts";
import { isAtVersion } from "./version-condition.ts";

/** The writes of the stages that a transition changes or begins. */
export interface StageWrites {
	parts: TransactionParts;
	/** The items as they are afterwards. */
	items: ApprovalItem[];
	/** For each stage of the present round, the version of the write that wrote it last. */
	versions: number[];
}

export function toStageWrites(
	{ name: TableName }: Table,
	organizationId: string,
	before: StoredAdvance,
	{ request, stages }: Advance,
): StageWrites {
	const writes: StageWrites = { parts: [], items: [], versions: [] };
	const { id, version } = request;
	const isNewRound = request.round > before.request.round;
	stages.forEach((stage, index) => {
		const item = toApprovalItem(organizationId, id, stage, version);
		if (isNewRound) {
			const ConditionExpression = "attribute_not_exists(pk)";
			writes.parts.push({
				Put: { TableName, Item: item, ConditionExpression },
			});
		} else {
			const stored = before.stageItems[index];
			if (!stored) throw new Error(`Stage ${index} was not read`);
			if (isDeepStrictEqual(before.stages[index], stage)) {
				writes.versions.push(storedVersion(stored));
				return;
			}
			writes.parts.push({
				Update: { TableName, ...stageUpdate(stored, item) },
			});
		}
		writes.items.push(item);
		writes.versions.push(version);
	});
	return writes;
}

/** The first write of an item stored before there were versions is that of version 1. */
function storedVersion(item: Item): number {
	const version = versionOfStage(item);
	return version ? fromStoredInteger(version) : 1;
}

function stageUpdate(stored: Item, item: ApprovalItem) {
	// Unchecked cast: every item has keys.
	const { pk, sk } = stored as Item & Key;
	const expected = isAtVersion(versionOfStage(stored));
	return {
		Key: { pk, sk },
		UpdateExpression: "SET approvers = :approvers, #version = :version",
		ConditionExpression: `attribute_exists(pk) AND ${expected.condition}`,
		ExpressionAttributeNames: { ...expected.names, "#version": "version" },
		ExpressionAttributeValues: {
			...expected.values,
			":approvers": item.approvers,
			":version": item.version,
		},
	};
}
