import type { Actor } from "../../actors/actor.ts";
import type {
	ApprovalPolicy,
	StageRequirement,
} from "../../organizations/organization.ts";

/** Limits of a policy (A1). */
export const stagesMax = 10;
export const approversMax = 20;
/** Characters of a note or a reason (A2, A4). */
export const noteLengthMax = 1_000;

export const approvalStates = [
	"WAITING",
	"OPEN",
	"APPROVED",
	"REJECTED",
	"RETURNED",
	"SKIPPED",
] as const;
export type ApprovalState = (typeof approvalStates)[number];

export const channels = ["API", "MAIL", "CONSOLE"] as const;
/** How a decision reached the service. */
export type Channel = (typeof channels)[number];

/** The approvals of one stage of one round. */
export interface ApprovalStage {
	round: number;
	/** Stages are counted from 0. */
	stage: number;
	requires: StageRequirement;
	/** In the policy's order. */
	approvals: readonly Approval[];
}

/** The approval of one approver. */
export interface Approval {
	userId: string;
	state: ApprovalState;
	/** RFC 3339; null if it never opened. */
	openedAt: string | null;
	/** RFC 3339: when the approver was asked last; null as `openedAt`. */
	askedAt: string | null;
	/** null until it is decided. */
	decided: ApprovalDecision | null;
}

export interface ApprovalDecision {
	note: string | null;
	/** RFC 3339 */
	at: string;
	by: Actor;
	channel: Channel;
}

/**
 * The stages of a round that begins, the first one open. A policy that forbids self-approval skips the approvals of the
 * requesters (A7).
 */
export function toStages(
	{ stages, selfApproval = true }: ApprovalPolicy,
	round: { round: number; requesters: readonly string[]; at: string },
): ApprovalStage[] {
	return stages.map(({ approvers, requires = "ALL" }, stage) => {
		const waiting: ApprovalStage = {
			round: round.round,
			stage,
			requires,
			approvals: [...new Set(approvers)].map((userId) =>
				!selfApproval && round.requesters.includes(userId)
					? { ...toWaiting(userId), state: "SKIPPED" }
					: toWaiting(userId),
			),
		};
		return stage === 0 ? open(waiting, round.at) : waiting;
	});
}

/** Spec 3.2: the state of a request whose round begins with these stages. */
export const toOpening = (stages: readonly ApprovalStage[]) =>
	stages.length > 0
		? ({ state: "PENDING", openStage: 0 } as const)
		: ({ state: "APPROVED", openStage: null } as const);

export const toWaiting = (userId: string): Approval => ({
	userId,
	state: "WAITING",
	openedAt: null,
	askedAt: null,
	decided: null,
});

export const toOpen = (approval: Approval, at: string): Approval => ({
	...approval,
	state: "OPEN",
	openedAt: at,
	askedAt: at,
});

/** Opens the approvals of a stage. */
export const open = (stage: ApprovalStage, at: string): ApprovalStage => ({
	...stage,
	approvals: stage.approvals.map((approval) =>
		approval.state === "WAITING" ? toOpen(approval, at) : approval,
	),
});

/** Closes a stage: what is undecided is not needed any more. Returns the stage itself if nothing is. */
export function skipUndecided(stage: ApprovalStage): ApprovalStage {
	if (!stage.approvals.some(isUndecided)) return stage;
	return {
		...stage,
		approvals: stage.approvals.map((approval) =>
			isUndecided(approval) ? { ...approval, state: "SKIPPED" } : approval,
		),
	};
}

export const isUndecided = ({ state }: Approval): boolean =>
	state === "WAITING" || state === "OPEN";

/** A stage without an approver who has to decide is never complete (A5). */
export function isComplete({ requires, approvals }: ApprovalStage): boolean {
	const needed = approvals.filter(({ state }) => state !== "SKIPPED");
	const isApproved = ({ state }: Approval) => state === "APPROVED";
	if (requires === "ANY") return needed.some(isApproved);
	return needed.length > 0 && needed.every(isApproved);
}

export const findApproval = (
	stage: ApprovalStage | undefined,
	userId: string,
): Approval | undefined =>
	stage?.approvals.find((approval) => approval.userId === userId);
