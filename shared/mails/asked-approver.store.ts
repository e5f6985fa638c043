import {
	approvalKey,
	organizationKey,
	paymentRequestKey,
	stageHoldKey,
	userKey,
} from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import type { User } from "../organizations/organization.ts";
import {
	toOrganization,
	toUser,
} from "../organizations/organizations.store.ts";
import { isSuspended } from "../organizations/stage-hold.store.ts";
import { asAdvanceItem } from "../payment-requests/payment-requests.store.ts";
import { toApprovalStage } from "../payment-requests/stages/approval-items.store.ts";
import {
	type Approval,
	type ApprovalStage,
	findApproval,
} from "../payment-requests/stages/approval-stage.ts";
import { type ApprovalClaims, toUserMark } from "./approval-token.ts";

/** An approver who can follow their link. */
export interface AskedApprover {
	organizationName: string;
	/** The time zone of the organization. */
	timezone: string;
	/** The operator has suspended the organization, or holds the stage: no decision is taken. */
	isSuspended: boolean;
	user: User;
}

/** Why a link with a valid MAC leads nowhere. */
export type DeadLink = "GONE" | "REPLACED" | "INACTIVE";

/**
 * Finds the approver whose link it is, in one call, or in two for a user with a long id.
 *
 * @returns Why there is none, unless the claims are those of the latest request to an active approver.
 */
export async function findAskedApprover(
	table: Table,
	claims: ApprovalClaims,
): Promise<AskedApprover | DeadLink> {
	const { organizationId, paymentRequestId, userMark } = claims;
	const [organization, request, stage, marked, hold] = await batchGet(table, [
		organizationKey(organizationId),
		paymentRequestKey(organizationId, paymentRequestId),
		approvalKey(organizationId, paymentRequestId, claims),
		// This finds nobody for a long id: no user's id equals its mark.
		userKey(organizationId, userMark),
		stageHoldKey,
	]);
	if (!organization || !request || !stage) return "GONE";
	const approval = findAsked(request, stage, claims);
	if (!approval) return "REPLACED";
	const { userId } = approval;
	const [item] =
		userId === userMark
			? [marked]
			: await batchGet(table, [userKey(organizationId, userId)]);
	const user = item && toUser(item);
	if (!user?.active) return "INACTIVE";
	const { name: organizationName, timezone } = toOrganization(organization);
	return {
		organizationName,
		timezone,
		isSuspended: isSuspended(organization, hold),
		user,
	};
}

function findAsked(
	request: Item,
	stage: Item,
	claims: ApprovalClaims,
): Approval | undefined {
	const advance = asAdvanceItem(request);
	if (advance.type === "IMPORTED_ADVANCE") return undefined;
	return latestAsked(toApprovalStage(stage), claims);
}

/** The approval that the claims name; undefined when another approver is there, or this one was asked again. */
export function latestAsked(
	stage: ApprovalStage | undefined,
	{ userMark, askedAt }: Pick<ApprovalClaims, "userMark" | "askedAt">,
): Approval | undefined {
	const userId = stage?.approvals.find(
		(one) => toUserMark(one.userId) === userMark,
	)?.userId;
	const approval =
		userId === undefined ? undefined : findApproval(stage, userId);
	return approval?.askedAt && Date.parse(approval.askedAt) === askedAt
		? approval
		: undefined;
}
