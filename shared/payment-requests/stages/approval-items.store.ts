import { approvalKey, type Key } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import {
	fromStoredInteger,
	type StoredNumber,
	toStoredInteger,
} from "../../dynamodb/stored-values.ts";
import type { PaymentRequest } from "../payment-request.ts";
import type {
	Approval,
	ApprovalDecision,
	ApprovalStage,
} from "./approval-stage.ts";
import { skipUndecided } from "./approval-stage.ts";

/** The item of one stage's approvals. */
export interface ApprovalItem extends Key {
	stage: StoredNumber;
	/** In the policy's order. */
	approvers: StoredApproval[];
	/** These are absent in items stored before there were transitions: the first round, `ALL`, version 1. */
	round?: StoredNumber;
	requires?: ApprovalStage["requires"];
	/** That of the payment request whose write wrote the item last. */
	version?: StoredNumber;
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

/** The version of a stage's item; undefined in items stored before there were versions. */
export const versionOfStage = (item: Item): StoredNumber | undefined =>
	asApprovalItem(item).version;

/** The version that a stage's item was written with. Items stored before there were versions are of version 1. */
export function writtenVersionOf(item: Item): number {
	const version = versionOfStage(item);
	return version ? fromStoredInteger(version) : 1;
}

/** The approvals of a stage as they are stored. */
export function toApprovalStage(item: Item): ApprovalStage {
	const { stage, approvers, round, requires = "ALL" } = asApprovalItem(item);
	return {
		round: round ? fromStoredInteger(round) : 1,
		stage: fromStoredInteger(stage),
		requires,
		approvals: approvers.map(toApproval),
	};
}

/**
 * The approvals of a stage of a payment request. Items stored before there were transitions lack the instant at which
 * their approvals opened, and an organization file may have ended their request since.
 */
export function toStageOf(request: PaymentRequest, item: Item): ApprovalStage {
	const stage = toApprovalStage(item);
	const isOver = request.state !== "PENDING" || stage.round < request.round;
	if (isOver) return skipUndecided(stage);
	const { createdAt } = request;
	return {
		...stage,
		approvals: stage.approvals.map((approval) =>
			approval.state === "OPEN" && approval.openedAt === null
				? { ...approval, openedAt: createdAt, askedAt: createdAt }
				: approval,
		),
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
