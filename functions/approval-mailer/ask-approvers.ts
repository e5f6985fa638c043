import type { AskedApprovals } from "../../shared/events/change-events.store.ts";
import {
	type ApprovalClaims,
	expiryOf,
	toLink,
	toMessage,
	toToken,
	toUserMark,
} from "../../shared/mails/approval-token.ts";
import { toApprovalMail } from "../../shared/mails/content/approval-mail.ts";
import { findNames } from "../../shared/mails/named-requests.store.ts";
import { findActiveUsers } from "../../shared/organizations/active-users.store.ts";
import {
	findAdvance,
	type StoredAdvance,
} from "../../shared/payment-requests/find-advance.store.ts";
import {
	type Approval,
	findApproval,
} from "../../shared/payment-requests/stages/approval-stage.ts";
import type { Mailing } from "./dependencies.ts";
import { requireDeleted } from "./require-deleted.ts";
import { sendMails } from "./send-mails.ts";

/**
 * A8: sends one mail to each approver whose approval a write opened, or who is asked again. It sends none to those who
 * have since decided, were replaced, or were asked once more: that later write has its own mail.
 *
 * @throws When the request could not be read as a whole (ADR 20), or a mail could not be sent or recorded.
 */
export async function askApprovers(
	mailing: Mailing,
	organizationId: string,
	asked: AskedApprovals,
) {
	const { table, log } = mailing;
	const { paymentRequestId, stage, approvals } = asked;
	if (approvals.length === 0) return;
	log.organization = organizationId;
	log.paymentRequest = paymentRequestId;
	const advance = await findAdvance(table, organizationId, paymentRequestId);
	if (!advance) return requireDeleted(table, organizationId);
	if ("imported" in advance) return;
	// The write that began the round is not visible yet.
	if (stage.round > advance.request.round)
		throw new Error("The payment request could not be read as a whole");
	const open = approvals.flatMap((one) => stillAsked(advance, asked, one));
	const users = await findActiveUsers(
		table,
		organizationId,
		open.map(({ userId }) => userId),
	);
	const mails = users.flatMap((user) =>
		open
			.filter(({ userId }) => userId === user.id)
			.map(({ askedAt }) => {
				const occasion = `ASKED#${stage.round}#${stage.stage}#${askedAt}`;
				return { user, paymentRequestId, occasion, askedAt };
			}),
	);
	await sendMails(mailing, organizationId, mails, async () => {
		const { request, stages } = advance;
		const userIds = stages.flatMap(({ approvals }) =>
			approvals.map(({ userId }) => userId),
		);
		const named = await findNames(table, organizationId, { request, userIds });
		const mailed = { ...named, paymentRequest: request };
		return async ({ user, askedAt }) => {
			const claims = {
				organizationId,
				paymentRequestId,
				round: stage.round,
				stage: stage.stage,
				userMark: toUserMark(user.id),
				askedAt: Date.parse(askedAt),
			};
			const link = {
				url: await makeLink(mailing, claims),
				expiresAt: expiryOf(claims),
				approverName: user.name,
			};
			return toApprovalMail({ ...mailed, stage: stage.stage, stages }, link);
		};
	});
}

interface OpenApproval {
	userId: string;
	/** RFC 3339 */
	askedAt: string;
}

/** The approval as it is now, if it is open because of the same request to its approver. */
function stillAsked(
	{ request, stages }: StoredAdvance,
	{ stage: { round, stage } }: AskedApprovals,
	{ userId, askedAt }: Approval,
): OpenApproval[] {
	const now = round === request.round ? stages[stage] : undefined;
	const approval = findApproval(now, userId);
	const isStillAsked =
		approval?.state === "OPEN" && approval.askedAt === askedAt;
	return isStillAsked && askedAt !== null ? [{ userId, askedAt }] : [];
}

/** The link is the same however often a mail is sent: the only instant in it is that of the request to the approver. */
async function makeLink(
	{ generateMac, approvalUrl }: Mailing,
	claims: ApprovalClaims,
): Promise<string> {
	const message = toMessage(claims);
	return toLink(approvalUrl, toToken(message, await generateMac(message)));
}
