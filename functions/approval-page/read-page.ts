import type { Table } from "../../shared/dynamodb/table.ts";
import { toExactJson } from "../../shared/json/exact-json.ts";
import { answerMaxBytes, jsonBytes } from "../../shared/json/response-size.ts";
import type { ListEntry } from "../../shared/lists/record-list.store.ts";
import type { ApprovalClaims } from "../../shared/mails/approval-token.ts";
import {
	findNames,
	findPeople,
} from "../../shared/mails/named-requests.store.ts";
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
	type toHistoryRecord,
	toPaymentRequestRecord,
} from "../../shared/payment-requests/payment-request.record.ts";
import type { ApprovalStage } from "../../shared/payment-requests/stages/approval-stage.ts";
import { findFormerRound } from "../../shared/payment-requests/stages/find-round.store.ts";
import { linkInvalid } from "./errors.ts";
import type { OpenedLink } from "./open-link.ts";
import { resubmitted, suspended, whyNotDecidable } from "./standing.ts";

const entriesShown = 50;

/** A9: what the page shows, as JSON with exact amounts. */
export async function readPage(
	table: Table,
	{ claims, organizationName, timezone, isSuspended, user }: OpenedLink,
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
		timezone,
		approver: { userId: user.id, name: user.name },
		...shown,
		canDecide: reason === null,
		reason,
	};
	return toExactJson({ ...answer, history: latestThatFit(answer) });
}

/** The latest entries for which the answer has room. An entry may be large: it can have the tags of two rounds. */
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
	{ item, request, stages }: StoredAdvance,
) {
	const [entries, named] = await Promise.all([
		historyOf(table, organizationId, item).read(null, entriesShown),
		findNames(table, organizationId, {
			request,
			userIds: stages.flatMap(toUserIds),
		}),
	]);
	const history = recordsOf(entries.entries);
	const { people, vendorName, gstName, tdsName, order, tags } = named;
	const others = await findPeople(
		table,
		organizationId,
		namedIn(history).filter((id) => !people.has(id)),
	);
	const { approvals, ...record } = toPaymentRequestRecord(request, stages);
	return {
		people: toPeople(new Map([...people, ...others])),
		request: { ...record, vendorName },
		order,
		tags,
		gstName,
		tdsName,
		approvals,
		history,
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
	const entries = await historyOf(table, organizationId, item).read(
		positionAfter(version),
		entriesShown,
	);
	const isOfRound = (record: object) =>
		"round" in record && record.round === round;
	const history = recordsOf(entries.entries).filter(isOfRound);
	const userIds = [...stages.flatMap(toUserIds), ...namedIn(history)];
	const people = await findPeople(table, organizationId, userIds);
	return {
		people: toPeople(people),
		request: null,
		order: null,
		tags: [],
		gstName: null,
		tdsName: null,
		approvals: stages.flatMap(toApprovalRecords),
		history,
	};
}

/** As JSON: an id may be `__proto__`. */
const toPeople = (people: ReadonlyMap<string, string>) =>
	[...people].map(([userId, name]) => ({ userId, name }));

const toUserIds = ({ approvals }: ApprovalStage): string[] =>
	approvals.map(({ userId }) => userId);

/** The user ids in entries of the history. */
const namedIn = (history: readonly HistoryRecord[]): string[] =>
	history.flatMap(({ by, action, changes }) => {
		const { from, to } =
			action === "APPROVER_CHANGED" ? toApproverChange(changes) : {};
		return [by?.userId, from, to].filter((id) => typeof id === "string");
	});

/** Unchecked cast: entries of this action have such changes. */
const toApproverChange = (changes: HistoryRecord["changes"]) =>
	(changes?.approver ?? {}) as { from?: string | null; to?: string };

type HistoryRecord = ReturnType<typeof toHistoryRecord>;

/** Unchecked cast: `historyOf` makes its records with `toHistoryRecord`. */
const recordsOf = (entries: Iterable<ListEntry>): HistoryRecord[] =>
	[...entries].flatMap(
		({ record }) => (record as HistoryRecord | undefined) ?? [],
	);
