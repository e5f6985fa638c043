import type { Table } from "../../../shared/dynamodb/table.ts";
import { newUlid } from "../../../shared/environment/ids.ts";
import { readAll } from "../../../shared/lists/read-page.store.ts";
import { findActiveUsers } from "../../../shared/organizations/active-users.store.ts";
import {
	findAdvance,
	type StoredAdvance,
} from "../../../shared/payment-requests/find-advance.store.ts";
import { paymentRequestList } from "../../../shared/payment-requests/read-payment-requests.store.ts";
import {
	type Approval,
	findApproval,
} from "../../../shared/payment-requests/stages/approval-stage.ts";
import { changeAdvance } from "../../../shared/payment-requests/workflow/change-advance.store.ts";
import { changeApprover } from "../../../shared/payment-requests/workflow/change-approver.ts";
import { CommandError } from "../command-error.ts";
import { requireOrganization } from "../organizations/require-organization.ts";

/** The pause stays below the rate of mails that SES allows a new account. */
const pauseMilliseconds = 100;

/** An open approval whose approver is asked again. */
export interface AskedAgain {
	paymentRequestId: string;
	round: number;
	stage: number;
	userId: string;
}

export interface AskingAgain {
	organizationId: string;
	/** Approvers who were asked at or after this instant (RFC 3339) are left out, so that the command may be repeated. */
	askedBefore: string;
	now: Date;
}

const reason = "Asked again by the operator";

/**
 * Asks the approvers of open approvals again (A5), each with a new mail and link, when a new key or address has made the
 * links invalid. Only active approvers are asked, since no one else can follow a link.
 *
 * @throws CommandError when the organization does not exist, or `askedBefore` is in the future.
 */
export async function* askAgain(
	table: Table,
	asking: AskingAgain,
	onAsked: (count: number) => void = () => {},
): AsyncGenerator<AskedAgain> {
	let count = 0;
	for await (const asked of openApprovals(table, asking)) {
		if (!(await askOne(table, asking, asked))) continue;
		count += 1;
		onAsked(count);
		yield asked;
		await table.pause(pauseMilliseconds);
	}
}

/** The approvals whose approvers `askAgain` would ask. */
export async function* openApprovals(
	table: Table,
	asking: AskingAgain,
): AsyncGenerator<AskedAgain> {
	const { organizationId, askedBefore, now } = asking;
	await requireOrganization(table, organizationId);
	if (Date.parse(askedBefore) > now.getTime())
		throw new CommandError(
			`${askedBefore} is in the future: each repetition would ask all approvers again`,
		);
	const list = paymentRequestList(table, organizationId, { state: "PENDING" });
	for await (const record of readAll(list)) {
		// Unchecked cast: records of this list have an id.
		const { paymentRequestId } = record as { paymentRequestId: string };
		const found = await findAdvance(table, organizationId, paymentRequestId);
		if (!found || "imported" in found) continue;
		const { openStage: stage, round } = found.request;
		const waiting = waitingOf(found, askedBefore);
		if (stage === null) continue;
		const active = await findActiveUsers(table, organizationId, waiting);
		for (const { id: userId } of active)
			yield { paymentRequestId, round, stage, userId };
	}
}

/** The approvers whose approval is open and who were asked before. */
function waitingOf(
	{ request: { openStage }, stages }: StoredAdvance,
	askedBefore: string,
): string[] {
	if (openStage === null) return [];
	return (stages[openStage]?.approvals ?? [])
		.filter((approval) => isWaiting(approval, askedBefore))
		.map(({ userId }) => userId);
}

const isWaiting = ({ state, askedAt }: Approval, askedBefore: string) =>
	state === "OPEN" &&
	askedAt !== null &&
	Date.parse(askedAt) < Date.parse(askedBefore);

/** @returns False when the approval was decided, or its approver was asked again, since it was read. */
async function askOne(
	table: Table,
	{ organizationId, askedBefore, now }: AskingAgain,
	{ paymentRequestId, round, stage, userId }: AskedAgain,
): Promise<boolean> {
	const changed = await changeAdvance(table, {
		organizationId,
		paymentRequestId,
		writeId: newUlid(now),
		async plan(advance) {
			const approval = findApproval(advance.stages[stage], userId);
			const isSameRound = advance.request.round === round;
			if (!isSameRound || !approval || !isWaiting(approval, askedBefore))
				return null;
			const change = { round, stage, from: userId, to: userId, reason };
			const author = { by: null, now };
			return { transition: changeApprover(advance, change, author) };
		},
		refuseImported() {
			throw new Error("An advance of a file has no approvals");
		},
	});
	return changed !== "NOT_FOUND" && changed.transition !== null;
}
