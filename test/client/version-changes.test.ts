import { describe, expect, it } from "vitest";
import type {
	HistoryEntry,
	PaymentRequestRecord,
} from "../../client/src/advances/change-version.ts";
import { isResubmissionOf } from "../../client/src/advances/is-resubmission-of.ts";
import { ProcurementPaymentsClient } from "../../client/src/index.ts";

const own = { userId: "u", keyId: "own", channel: "API" } as const;
const entryOf = (
	action: HistoryEntry["action"],
	rest: Partial<HistoryEntry> = {},
): HistoryEntry => ({
	...{ id: "e", action, at: `at ${action}`, by: own, stage: null, round: 1 },
	...{ note: null, changes: null },
	...rest,
});

const body = { amount: 0.1 + 0.2, vendorId: "v", narration: "n" };
/** Unchecked cast: it has what a resubmission is compared with. */
const recordOf = (changes: object = {}) =>
	({
		...{ vendorId: "v", narration: "n", purchaseOrderLinkId: null, round: 2 },
		...{ currency: "INR", orgEntity: 7, tags: {} },
		tax: { subTotal: 0.3, gstId: null, gstAmount: null, tdsId: null },
		...changes,
	}) as PaymentRequestRecord;

/** A service that refuses a change with 412, or `refusal`, and what was asked of it. */
function refusingClient(
	entries: readonly HistoryEntry[],
	refusal = { status: 412, code: "VERSION_MISMATCH" },
) {
	const asked: unknown[] = [];
	const answers: Record<string, object> = {
		"/v1.0/payment/request/r": recordOf(),
		"/v1.0/key": { userId: "u", keyId: "own" },
		"/v1.0/payment/request/r/history": { items: entries, nextCursor: null },
	};
	const client = new ProcurementPaymentsClient({
		...{ url: "https://service", apiKey: "secret" },
		fetch: async (url, { method, headers } = {}) => {
			const { pathname, search } = new URL(String(url));
			const ifMatch = new Headers(headers).get("if-match");
			asked.push([method, `${pathname}${search}`, ifMatch]);
			if (method === "GET")
				return Response.json({ ok: true, data: answers[pathname] });
			const { status, code } = refusal;
			const error = { code, message: "Refused" };
			return Response.json({ ok: false, error }, { status });
		},
	});
	return { client, asked };
}

const isSettled = (change: Promise<unknown>) =>
	change.then(
		(record) => {
			expect(record).toEqual(recordOf());
			return true;
		},
		(error: Error) => {
			expect(error.name).toBe("VersionMismatchError");
			return false;
		},
	);

describe("A3: a 412 is settled by the entry that made the version", () => {
	const created = entryOf("CREATED");
	const returned = entryOf("RETURNED");
	const changes = { narration: { from: "x", to: "n" } };
	const resubmitted = entryOf("RESUBMITTED", { round: 2, changes });
	const opened = entryOf("STAGE_OPENED", { by: null });
	const completed = (at: HistoryEntry, by: HistoryEntry["by"] = null) =>
		entryOf("COMPLETED", { at: at.at, by });
	const approved = entryOf("APPROVED");

	/** Oldest first. */
	it.each<[string, boolean, number, HistoryEntry[]]>([
		["the second", true, 2, [created, returned, resubmitted]],
		["the first of a later history", true, 1, [resubmitted]],
		["the second of a later history", true, 2, [returned, resubmitted]],
		["one before", false, 3, [created, returned, resubmitted]],
		["one after", false, 1, [created, returned, resubmitted]],
		["one that does not exist", false, 9, [created, resubmitted, returned]],
		["none", false, 1, []],
		[
			"the one behind a change without an author at the instant of creation",
			true,
			2,
			[created, { ...returned, at: created.at, by: null }, resubmitted],
		],
		[
			"the one behind a completion with which a later history begins",
			true,
			2,
			[completed(created), resubmitted],
		],
		["a return", false, 1, [created, returned]],
		[
			"the one behind opened stages",
			true,
			2,
			[created, opened, returned, resubmitted, opened],
		],
		[
			"the one behind a completion at creation",
			true,
			2,
			[created, completed(created), returned, resubmitted],
		],
		[
			"the one behind a completion by an approval",
			true,
			3,
			[created, approved, completed(approved), returned, resubmitted],
		],
		[
			"the one behind a completion at resubmission",
			true,
			4,
			[
				...[created, returned, entryOf("RESUBMITTED", { at: "first" })],
				...[entryOf("COMPLETED", { at: "first", by: null })],
				...[returned, resubmitted],
			],
		],
		[
			"the one behind a completion by a file, at another instant",
			true,
			3,
			[created, completed(approved), returned, resubmitted],
		],
		[
			"the one behind a completion by a user, at the same instant",
			true,
			3,
			[created, completed(created, own), returned, resubmitted],
		],
		[
			"the one behind a completion at the instant of another change",
			true,
			3,
			[created, returned, completed(returned), resubmitted],
		],
		[
			"another key's",
			false,
			2,
			[created, returned, { ...resubmitted, by: { ...own, keyId: "other" } }],
		],
		[
			"another person's, of a session as this one",
			false,
			2,
			[created, returned, { ...resubmitted, by: { ...own, userId: "v" } }],
		],
		[
			"one without an author",
			false,
			2,
			[created, returned, { ...resubmitted, by: null }],
		],
		[
			"one before other changes",
			true,
			2,
			[
				...[created, returned, resubmitted, returned],
				entryOf("RESUBMITTED", { round: 3, changes: { amount: { from: 9 } } }),
			],
		],
	])(
		"%s, which is the caller's own: %s",
		async (_, isOwn, ifVersion, entries) => {
			const { client, asked } = refusingClient(entries.toReversed());
			const change = client.resubmitPaymentRequest("r", body, { ifVersion });
			expect(await isSettled(change)).toBe(isOwn);
			expect(asked).toEqual([
				["POST", "/v1.0/payment/request/r/resubmission", `"${ifVersion}"`],
				["GET", "/v1.0/payment/request/r", null],
				["GET", "/v1.0/key", null],
				["GET", "/v1.0/payment/request/r/history?limit=100", null],
			]);
		},
	);

	it("another refusal is not", async () => {
		const refusal = { status: 409, code: "INVALID_STATE_TRANSITION" };
		const { client, asked } = refusingClient([], refusal);
		await expect(
			client.resubmitPaymentRequest("r", body, { ifVersion: 2 }),
		).rejects.toMatchObject(refusal);
		expect(asked).toHaveLength(1);
	});
});

describe("A3: a resubmission is recognised by its content", () => {
	const later = (changes: object | null, round = 2) =>
		// A resubmission's changes have this shape.
		entryOf("RESUBMITTED", { round, changes } as Partial<HistoryEntry>);
	const project = { value: "Bridge" };

	it.each<[string, boolean, object, object, HistoryEntry[]]>([
		["the same", true, {}, {}, []],
		["null for absent", true, { narration: null }, { narration: null }, []],
		["another amount", false, { amount: 0.30001 }, {}, []],
		["another vendor", false, { vendorId: "w" }, {}, []],
		["no narration", false, { narration: undefined }, {}, []],
		["an order", false, { purchaseOrderLinkId: "po" }, {}, []],
		["no order", false, {}, { purchaseOrderLinkId: "po" }, []],
		["a GST", false, { gstId: 1 }, {}, []],
		["amounts of taxes", true, { gstAmount: 1, tdsAmount: 2 }, {}, []],
		["a TDS", false, { tdsId: 1 }, {}, []],
		["no tax", false, {}, { tax: null }, []],
		["the currency", true, { currency: "INR" }, {}, []],
		["another currency", false, { currency: "USD" }, {}, []],
		["the entity", true, { orgEntity: 7 }, {}, []],
		["another entity", false, { orgEntity: 8 }, {}, []],
		["the tag", true, { tags: { project } }, { tags: { project } }, []],
		[
			"another first tag",
			false,
			{ tags: { project, site: project } },
			{ tags: { project: { value: "Road" }, site: project } },
			[],
		],
		["no tag", false, {}, { tags: { project } }, []],
		["a tag", false, { tags: { project } }, {}, []],
		[
			"a change",
			true,
			{},
			{ narration: "x" },
			[later({ narration: { from: "n" } })],
		],
		[
			"two changes, the latest first",
			true,
			{},
			{ narration: "y" },
			[
				...[later({ narration: { from: "x" } }), later(null)],
				later({ narration: { from: "n" } }),
			],
		],
		[
			"a change of a tag",
			true,
			{ tags: { project } },
			{},
			[later({ tags: { project: { from: project } } })],
		],
		[
			"a change after the record was read",
			true,
			{},
			{},
			[later({ narration: { from: "x" } }, 3)],
		],
		[
			"a change of a record without a round",
			true,
			{},
			{ narration: "x", round: null },
			[later({ narration: { from: "n" } }, 2)],
		],
		[
			"another action",
			true,
			{},
			{},
			[entryOf("APPROVER_CHANGED", { changes: { approver: { from: "u" } } })],
		],
	])("%s, which is recognised: %s", (_, isOwn, sent, record, entries) => {
		const isSame = isResubmissionOf({ ...body, ...sent });
		const entry = entryOf("RESUBMITTED", { round: 2 });
		expect(isSame(entry, recordOf(record), entries)).toBe(isOwn);
	});
});

describe("A5: a change of an approver is recognised by its content", () => {
	const change = { stage: 1, round: 2, from: "u-1", to: "u-2", reason: "Away" };
	const approver = { from: "u-1", to: "u-2" };
	const entry = entryOf("APPROVER_CHANGED", {
		...{ stage: 1, round: 2, note: "Away", changes: { approver } },
	});

	it.each<[string, boolean, object, Partial<HistoryEntry>]>([
		["the same", true, {}, {}],
		["another stage", false, {}, { stage: 0 }],
		["another round", false, {}, { round: 1 }],
		["another reason", false, {}, { note: "Ill" }],
		["another action", false, {}, { action: "RESUBMITTED" }],
		["no change", false, {}, { changes: null }],
		[
			"another former",
			false,
			{},
			{ changes: { approver: { ...approver, from: "u-3" } } },
		],
		[
			"another new one",
			false,
			{},
			{ changes: { approver: { ...approver, to: "u-3" } } },
		],
		[
			"an added one",
			true,
			{ from: undefined },
			{ changes: { approver: { ...approver, from: null } } },
		],
		["a replaced one", false, { from: undefined }, {}],
	])("%s, which is recognised: %s", async (_, isOwn, sent, made) => {
		const history = [{ ...entry, ...made }, entryOf("CREATED")];
		const { client, asked } = refusingClient(history);
		const changed = client.changeApprover(
			"r",
			{ ...change, ...sent },
			{ ifVersion: 1 },
		);
		expect(await isSettled(changed)).toBe(isOwn);
		expect(asked[0]).toEqual([
			...["POST", "/v1.0/payment/request/r/approver", '"1"'],
		]);
	});
});
