import {
	approvalPrefix,
	isKeyText,
	paymentRequestKey,
} from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import { queryPage } from "../dynamodb/reads/query.ts";
import { readWhole } from "../dynamodb/reads/read-whole.ts";
import {
	fromStoredInteger,
	type StoredNumber,
} from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import type {
	ImportedPaymentRequest,
	PaymentRequest,
} from "./payment-request.ts";
import {
	asAdvanceItem,
	toAnyPaymentRequest,
} from "./payment-requests.store.ts";
import {
	toApprovalStage,
	versionOfStage,
} from "./stages/approval-items.store.ts";
import { type ApprovalStage, stagesMax } from "./stages/approval-stage.ts";

/** A payment request as it is stored, with the stages of its present round. */
export interface StoredAdvance {
	item: Item;
	stageItems: readonly Item[];
	request: PaymentRequest;
	stages: readonly ApprovalStage[];
}

/** An advance of an organization file. */
export interface StoredImportedAdvance {
	item: Item;
	imported: ImportedPaymentRequest;
}

/**
 * Reads a payment request with the stages of its present round, consistently, in one call (unless they exceed 1 MB).
 *
 * @returns undefined when there is none.
 * @throws When a part of the transaction that wrote it last stays invisible (ADR 20).
 */
export async function findAdvance(
	table: Table,
	organizationId: string,
	paymentRequestId: string,
): Promise<StoredAdvance | StoredImportedAdvance | undefined> {
	if (!isKeyText(paymentRequestId)) return undefined;
	const key = paymentRequestKey(organizationId, paymentRequestId);
	const items = await readWhole(table, () => readItems(table, key), isWhole);
	if (!isWhole(items))
		throw new Error("The payment request could not be read as a whole");
	const [item, ...others] = items;
	if (!item) return undefined;
	const request = toAnyPaymentRequest(item);
	if (request.type === "IMPORTED_ADVANCE") return { item, imported: request };
	const stageItems = stagesOfRound(request.round, others);
	const stages = stageItems.map(toApprovalStage);
	return { item, stageItems, request, stages };
}

/** The payment request, then the stages of the latest rounds, last first: in descending order of the keys. */
async function readItems(
	table: Table,
	{ pk, sk }: { pk: string; sk: string },
): Promise<Item[]> {
	const items: Item[] = [];
	let ExclusiveStartKey: Item | undefined;
	do {
		const page = await queryPage(table, {
			KeyConditionExpression: "pk = :pk AND sk <= :sk",
			ExpressionAttributeValues: { ":pk": pk, ":sk": sk },
			ScanIndexForward: false,
			ConsistentRead: true,
			Limit: 1 + stagesMax - items.length,
			...(ExclusiveStartKey && { ExclusiveStartKey }),
		});
		items.push(...(page.Items ?? []));
		ExclusiveStartKey = page.LastEvaluatedKey;
	} while (ExclusiveStartKey && items.length <= stagesMax);
	return items;
}

/** In order. */
const stagesOfRound = (round: number, items: readonly Item[]): Item[] =>
	items
		.filter(({ sk }) => `${sk}`.startsWith(approvalPrefix(round)))
		.sort((one, other) => (`${one.sk}` < `${other.sk}` ? -1 : 1));

/** Are the items as one write left them? Items of a transaction may become visible one after the other. */
function isWhole([item, ...others]: readonly Item[]): boolean {
	if (!item) return true;
	if (item.sk !== "PR") return false;
	const advance = asAdvanceItem(item);
	if (advance.type === "IMPORTED_ADVANCE") return true;
	const { stageVersions, round } = advance;
	const stages = stagesOfRound(fromStoredInteger(round), others);
	return (
		stages.length === stageVersions.length &&
		stageVersions.every((version, index) => isAt(version, stages[index]))
	);
}

const isAt = (version: StoredNumber, stage: Item | undefined): boolean =>
	stage !== undefined && versionOfStage(stage) === fromStoredInteger(version);

export async function hasPaymentRequest(
	table: Table,
	organizationId: string,
	paymentRequestId: string,
): Promise<boolean> {
	const key = paymentRequestKey(organizationId, paymentRequestId);
	const [item] = await batchGet(table, [key]);
	return item !== undefined;
}
