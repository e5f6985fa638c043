import { expect } from "vitest";
import type { Item } from "../../shared/dynamodb/reads/batch-get.ts";
import { tableContents } from "../support/table-contents.ts";
import type { Audited } from "./audited.ts";
import { expectAdvancesAsReported } from "./invariants/advances-as-reported.ts";
import { expectConsistentRecords } from "./invariants/consistent-records.ts";
import { expectConsistentRuns } from "./invariants/consistent-runs.ts";
import { expectFreeKeys } from "./invariants/free-keys.ts";
import { expectInboxes } from "./invariants/left-over/inboxes.ts";
import { expectLinkedOrders } from "./invariants/left-over/order-links.ts";
import { OwnItems } from "./invariants/left-over/own-items.ts";
import { expectResolvedPointers } from "./invariants/left-over/pointers.ts";
import { expectNothingRuns } from "./invariants/left-over/running.ts";
import { expectListedSessions } from "./invariants/left-over/sessions.ts";
import { expectPaymentsAsReported } from "./invariants/payments-as-reported.ts";
import { expectRunsAsReported } from "./invariants/runs-as-reported.ts";
import { expectSettledForGood } from "./invariants/settled-for-good.ts";
import { expectStopsAsReported } from "./invariants/stops-as-reported.ts";
import { expectTransitionsAsReported } from "./invariants/transitions-as-reported.ts";
import { expectTrueRefusals } from "./invariants/true-refusals.ts";
import { expectWritesAsReported } from "./invariants/writes-as-reported.ts";
import { expectNotifications } from "./notifications.ts";
import { type Records, readRecords } from "./records.ts";
import { snapshotOf } from "./snapshot.ts";

export interface Moment {
	/** Batches, messages and attempts are left over: only what holds whenever no one works is checked. */
	isWorkLeft?: boolean;
}

/**
 * What holds in every organization when no request, message or sweep is left over, even if something failed on the way: in its
 * records alone, between them and what was reported, and in other organizations.
 *
 * @returns The records.
 */
export async function expectInvariants(
	audited: Audited,
	{ isWorkLeft = false }: Moment = {},
): Promise<Records> {
	const { reported, others, outbox, organizationId } = audited;
	const items = [...(await tableContents(audited)).values()];
	const table = snapshotOf(audited.table, items);
	const records = await readRecords({ table, organizationId });
	expectConsistentRecords(records);
	const own = new OwnItems(items, organizationId);
	expectLinkedOrders(own);
	expectInboxes(own, records);
	expectConsistentRuns(own);
	expectListedSessions(items, { isWorkLeft });
	if (others) expect(othersOf(items)).toEqual(others);
	if (reported) {
		expect(reported.unanswered).toEqual([]);
		expectWritesAsReported(records, reported);
		expectTrueRefusals(reported);
		expectStopsAsReported(records, reported);
		expectTransitionsAsReported(records, reported);
		await expectPaymentsAsReported(audited, { records, reported, isWorkLeft });
		await expectRunsAsReported(audited, { records, reported, isWorkLeft });
		await expectAdvancesAsReported(audited, { records, reported, isWorkLeft });
		await expectSettledForGood(audited, reported);
	}
	if (isWorkLeft) return records;
	expectResolvedPointers(own, items);
	expectNothingRuns(items, records, organizationId);
	if (reported && outbox) expectNotifications(outbox, reported);
	if (reported) await expectFreeKeys(audited, reported);
	return records;
}

/** The items of the other organization. */
export const othersOf = (items: readonly Item[]): Item[] =>
	items.filter(isOthers);

export const isOthers = ({ pk, organizationId: owner }: Item): boolean =>
	`${pk}`.startsWith("ORG#globex") || owner === "globex";
