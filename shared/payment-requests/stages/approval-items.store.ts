import { approvalKey, type Key } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import { getItem } from "../../dynamodb/reads/get-item.ts";
import {
	fromStoredInteger,
	type StoredNumber,
	toStoredInteger,
} from "../../dynamodb/stored-values.ts";
import type { Table } from "../../dynamodb/table.ts";
import {
	type Approval,
	type ApprovalDecision,
	type ApprovalStage,
	stagesMax,
} from "./approval-stage.ts";

/** The item of one stage's approvals. */
export interface ApprovalItem extends Key {
	stage: StoredNumber;
	/** In the policy's order. */
	approvers: StoredApproval[];
	round: StoredNumber;
	requires: ApprovalStage["requires"];
	/** That of the payment request whose write wrote the item last. */
	version: StoredNumber;
}

/** What is absent is null. */
interface StoredApproval
	extends Pick<Approval, "userId" | "state">,
		Partial<ApprovalDecision> {
	openedAt?: string;
	/** Absent when equal to `openedAt`. */
	askedAt?: string;
}

export function toApprovalItem(
	organizationId: string,
	paymentRequestId: string,
	stage: ApprovalStage,
	version: number,
): ApprovalItem {
	const { round, requires } = stage;
	return {
		...approvalKey(organizationId, paymentRequestId, stage),
		stage: toStoredInteger(stage.stage),
		approvers: toStoredApprovals(stage),
		round: toStoredInteger(round),
		requires,
		version: toStoredInteger(version),
	};
}

const toStoredApprovals = ({ approvals }: ApprovalStage) =>
	approvals.map(
		({ userId, state, openedAt, askedAt, decided }): StoredApproval => ({
			userId,
			state,
			...(openedAt !== null && { openedAt }),
			...(askedAt !== null && askedAt !== openedAt && { askedAt }),
			...decided,
		}),
	);

/** The version that a stage's item was written with. */
export const versionOfStage = (item: Item): number =>
	fromStoredInteger(asApprovalItem(item).version);

/** The approvals of a stage. */
export function toApprovalStage(item: Item): ApprovalStage {
	const { stage, approvers, round, requires } = asApprovalItem(item);
	return {
		round: fromStoredInteger(round),
		stage: fromStoredInteger(stage),
		requires,
		approvals: approvers.map(toApproval),
	};
}

function toApproval(stored: StoredApproval): Approval {
	const { userId, state, openedAt = null, askedAt = openedAt } = stored;
	const { note = null, at, by, channel } = stored;
	const decided = at && by && channel ? { note, at, by, channel } : null;
	return { userId, state, openedAt, askedAt, decided };
}

/** Unchecked cast: items under an approval's key have this shape. */
const asApprovalItem = (item: Item) => item as ApprovalItem & Item;

/** The approvals of a stage of any round as they are stored; undefined when there is no such stage. */
export async function findStage(
	table: Table,
	organizationId: string,
	paymentRequestId: string,
	at: { round: number; stage: number },
): Promise<ApprovalStage | undefined> {
	if (at.stage < 0 || at.stage >= stagesMax) return undefined;
	const key = approvalKey(organizationId, paymentRequestId, at);
	const item = await getItem(table, key);
	return item && toApprovalStage(item);
}
