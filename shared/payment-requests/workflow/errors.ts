import {
	ApiError,
	invalidStateTransition,
	validationFailed,
} from "../../errors/api-error.ts";
import type { User } from "../../organizations/organization.ts";
import { shorten } from "../../text/shorten.ts";
import type { AdvanceState, PaymentRequest } from "../payment-request.ts";
import { approversMax } from "../stages/approval-stage.ts";

// The errors of the transitions of a payment request, in the order of `approvals.md`.

/** Advances of organization files have no workflow (A1). */
export const withoutWorkflow = (state: AdvanceState) =>
	invalidStateTransition(
		`The payment request is ${state} and came with an organization file: only another file can change it`,
	);

/** @param wanted The states from which the transition is possible. */
export const wrongState = (
	state: AdvanceState,
	wanted: readonly AdvanceState[],
) =>
	invalidStateTransition(
		`The payment request is ${state}: this is possible only while it is ${wanted.join(" or ")}`,
	);

export const stageNotOpen = (request: PaymentRequest) =>
	invalidStateTransition(
		`${describeOpen(request)}: only its approvals can be decided`,
	);

export const stageClosed = (request: PaymentRequest) =>
	invalidStateTransition(
		`${describeOpen(request)}: only its approvers, and those of later stages of this round, can be changed`,
	);

function describeOpen({ state, openStage, round }: PaymentRequest): string {
	const stage = openStage === null ? "no stage" : `stage ${openStage}`;
	return `The payment request is ${state}, and ${stage} of round ${round} is open`;
}

/** Only an approver who was asked can be asked again (A5). */
export const notAskedYet = () =>
	invalidStateTransition(
		"The payment request is PENDING, and the approver's stage is not open yet: they will be asked when it opens",
	);

/** @param askableAt When the approver can be asked again (A5). */
export const askedTooRecently = (askableAt: Date) =>
	invalidStateTransition(
		`The payment request is PENDING, and this approver was asked less than five minutes ago: this is possible again at ${askableAt.toISOString()}`,
	);

export const alreadyDecided = () =>
	new ApiError(
		409,
		"ALREADY_DECIDED",
		"You have decided this approval otherwise: a decision cannot be changed",
	);

const accessDenied = (reason: string) =>
	new ApiError(403, "ACCESS_DENIED", reason);

const namedMax = 5;
const nameMaxLength = 40;

/** @param able The users who can decide the open stage now. */
export function notAnApprover(able: readonly User[], isRequester: boolean) {
	const reason = isRequester
		? "Requesters do not decide their own payment requests under this approval policy"
		: "You have no open approval of this stage";
	return accessDenied(`${reason}: ${describeAble(able)}`);
}

function describeAble(able: readonly User[]): string {
	if (able.length === 0)
		return "no user can decide it now, and an ADMIN can add an approver";
	const named = able
		.slice(0, namedMax)
		.map(({ name, id }) => `${short(name)} (${short(id)})`.trim());
	const more = able.length - named.length;
	return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""} can decide it now`;
}

const short = (text: string) => shorten(text, nameMaxLength);

export const notAnAdmin = () =>
	accessDenied("Only users with the role ADMIN may do this");

/** A7 */
export const requesterChangesApprovers = () =>
	accessDenied(
		"Requesters do not choose who decides their own payment requests under this approval policy: they can only ask an approver again",
	);

/** A4 */
export const approvedNeedsAdmin = () =>
	accessDenied(
		"The payment request is APPROVED: only users with the role ADMIN may cancel it",
	);

/** A3 */
export const anotherVendor = (vendorId: string) =>
	validationFailed(
		"/vendorId",
		`must be the vendor of the payment request, ${JSON.stringify(shorten(vendorId))}`,
	);

const invalidTo = (reason: string) => validationFailed("/to", reason);

export const notAnActiveUser = () =>
	invalidTo("must be an active user of the organization");

export const requesterAsApprover = () =>
	invalidTo(
		"must NOT be a requester of the payment request: its approval policy forbids self-approval",
	);

export const approverHasDecided = () =>
	invalidTo("must NOT be an approver who has decided in this stage already");

export const approverIsThere = () =>
	invalidTo("must NOT be another approver of this stage");

export const tooManyApprovers = () =>
	invalidTo(
		`must NOT be more than the ${approversMax} approvers that a stage may have: replace one`,
	);

export const notAnUndecidedApprover = () =>
	validationFailed(
		"/from",
		"must be an approver of this stage who has not decided",
	);
