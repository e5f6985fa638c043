import {
	findAdvance,
	type StoredAdvance,
} from "../../shared/advances/find-advance.store.ts";
import {
	toApprovalRecords,
	toPaymentRequestRecord,
} from "../../shared/advances/payment-request.record.ts";
import { findFormerRound } from "../../shared/approvals/find-round.store.ts";
import {
	historyOf,
	positionAfter,
} from "../../shared/approvals/history/read-history.store.ts";
import { batchGet } from "../../shared/dynamodb/batch-get.ts";
import { vendorKey } from "../../shared/dynamodb/keys.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import { toExactJson } from "../../shared/json/exact-json.ts";
import type { ApprovalClaims } from "../../shared/mails/approval-token.ts";
import { toVendor } from "../../shared/vendors/vendors.store.ts";
import { linkInvalid } from "./errors.ts";
import type { OpenedLink } from "./open-link.ts";
import { resubmitted, suspended, whyNotDecidable } from "./standing.ts";

const entriesShown = 50;

/** Approvals A9: what the page shows, as JSON with exact amounts. */
export async function readPage(
	table: Table,
	{ claims, organizationName, isSuspended, user }: OpenedLink,
): Promise<string> {
	const { organizationId, paymentRequestId, round } = claims;
	const advance = await findAdvance(table, organizationId, paymentRequestId);
	if (!advance || "imported" in advance) throw linkInvalid();
	const shown =
		round < advance.request.round
			? await readFormerRound(table, claims, advance)
			: await readPresentRound(table, organizationId, advance);
	const whyNot = () =>
		shown.request === null
			? resubmitted
			: whyNotDecidable(advance, { stage: claims.stage, userId: user.id });
	const reason = isSuspended ? suspended : whyNot();
	return toExactJson({
		organizationName,
		approver: { userId: user.id, name: user.name },
		...shown,
		canDecide: reason === null,
		reason,
	});
}

async function readPresentRound(
	table: Table,
	organizationId: string,
	advance: StoredAdvance,
) {
	const [history, [vendor]] = await Promise.all([
		historyOf(table, organizationId, advance.item).read(null, entriesShown),
		batchGet(table, [vendorKey(organizationId, advance.request.vendorId)]),
	]);
	const { approvals, ...record } = toPaymentRequestRecord(
		advance.request,
		advance.stages,
	);
	return {
		request: { ...record, vendorName: vendor ? toVendor(vendor).name : null },
		approvals,
		history: [...history.entries].map((entry) => entry.record),
	};
}

/** The request of another round is not what the approver was asked for. */
async function readFormerRound(
	table: Table,
	{ organizationId, round }: ApprovalClaims,
	{ item, request }: StoredAdvance,
) {
	const { stages, version } = await findFormerRound(
		table,
		organizationId,
		request,
		round,
	);
	const history = await historyOf(table, organizationId, item).read(
		positionAfter(version),
		entriesShown,
	);
	const isOfRound = (record: object | undefined) =>
		record !== undefined && "round" in record && record.round === round;
	return {
		request: null,
		approvals: stages.flatMap(toApprovalRecords),
		history: [...history.entries]
			.map((entry) => entry.record)
			.filter(isOfRound),
	};
}
