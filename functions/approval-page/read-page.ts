import { vendorKey } from "../../shared/dynamodb/keys.ts";
import { batchGet } from "../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import { toExactJson } from "../../shared/json/exact-json.ts";
import { answerMaxBytes, jsonBytes } from "../../shared/json/response-size.ts";
import type { ListEntry } from "../../shared/lists/record-list.store.ts";
import type { ApprovalClaims } from "../../shared/mails/approval-token.ts";
import {
	findAdvance,
	type StoredAdvance,
} from "../../shared/payment-requests/find-advance.store.ts";
import {
	historyOf,
	positionAfter,
} from "../../shared/payment-requests/history/read-history.store.ts";
import {
	toApprovalRecords,
	toPaymentRequestRecord,
} from "../../shared/payment-requests/payment-request.record.ts";
import { findFormerRound } from "../../shared/payment-requests/stages/find-round.store.ts";
import { toVendor } from "../../shared/vendors/vendors.store.ts";
import { linkInvalid } from "./errors.ts";
import type { OpenedLink } from "./open-link.ts";
import { resubmitted, suspended, whyNotDecidable } from "./standing.ts";

const entriesShown = 50;

/** A9: what the page shows, as JSON with exact amounts. */
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
	const answer = {
		organizationName,
		approver: { userId: user.id, name: user.name },
		...shown,
		canDecide: reason === null,
		reason,
	};
	return toExactJson({ ...answer, history: latestThatFit(answer) });
}

/** The latest entries that the answer has room for: one may have the tags of two rounds. */
function latestThatFit(answer: { history: readonly object[] }) {
	const { history } = answer;
	let bytes = jsonBytes(toExactJson({ ...answer, history: [] }));
	const firstWithoutRoom = history.findIndex((entry) => {
		bytes += jsonBytes(toExactJson(entry));
		return bytes > answerMaxBytes;
	});
	return firstWithoutRoom < 0 ? history : history.slice(0, firstWithoutRoom);
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
		history: recordsOf(history.entries),
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
	const isOfRound = (record: object) =>
		"round" in record && record.round === round;
	return {
		request: null,
		approvals: stages.flatMap(toApprovalRecords),
		history: recordsOf(history.entries).filter(isOfRound),
	};
}

const recordsOf = (entries: Iterable<ListEntry>): object[] =>
	[...entries].flatMap(({ record }) => record ?? []);
