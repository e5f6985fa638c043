import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
	before,
	killBefore,
} from "../../support/aws-gateway/faults/effects.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { testKey } from "../../support/world.ts";
import {
	acmeWithStages,
	actions,
	advance,
	cancel,
	changeApprover,
	decide,
	giveBack,
	history,
	importLater,
	inbox,
	inboxSize,
	order,
	raised,
	refusal,
	reject,
	resubmit,
	show,
	states,
} from "./workflow.ts";

const stages = [{ approvers: ["u-1"] }, { approvers: ["u-2"] }];
const taxes = {
	entities: [11, 12].map((id) => ({ id, name: `Entity ${id}` })),
	gstTaxes: [{ id: 1, name: "GST", rate: 18, rateType: "PERCENTAGE" as const }],
	tdsTaxes: [{ id: 2, name: "TDS", rate: 10, rateType: "PERCENTAGE" as const }],
	tags: [
		{ slug: "project", name: "Project", type: "VARCHAR" as const },
		{ slug: "__proto__", name: "Odd", type: "VARCHAR" as const },
		{ slug: "floor", name: "Floor", type: "NUMBER" as const },
		{ slug: "wing", name: "Wing", type: "VARCHAR" as const },
	],
};
const organization = acmeWithStages(stages, taxes);

const world = useWorld(() => organization);

const linked = { ...advance, purchaseOrderLinkId: "po-1" };

/** Raised and returned: its version is 2. */
async function returned(body: object = advance): Promise<string> {
	const id = await raised(world, body);
	expect((await decide(world, id, "u-1", { body: giveBack })).status).toBe(200);
	return id;
}

describe("A3: a new round", () => {
	it("A3: begins with new approvals; createdAt and createdBy stay", async () => {
		const id = await returned();
		world.time.now = new Date("2026-11-21T11:00:00.000Z");
		const answer = await resubmit(world, id, { key: "u-book" });
		expect(answer).toMatchObject({ status: 200, headers: { etag: '"3"' } });
		expect(answer.body.data).toEqual(await show(world, id));
		expect(answer.body.data).toMatchObject({
			state: "PENDING",
			round: 2,
			version: 3,
			createdAt: "2026-11-21T10:00:00.000Z",
			createdBy: { userId: "u-admin" },
			resubmittedAt: "2026-11-21T11:00:00.000Z",
			resubmittedBy: { userId: "u-book" },
			updatedAt: "2026-11-21T11:00:00.000Z",
			updatedBy: { userId: "u-book" },
			approvals: [
				{ round: 2, stage: 0, userId: "u-1", state: "OPEN" },
				{ round: 2, stage: 1, userId: "u-2", state: "WAITING" },
			],
		});
		expect(await inbox(world, "u-1")).toEqual([`${id} 0 2`]);
		expect(await inboxSize(world)).toBe(1);
		const old = await decide(world, id, "u-2", { body: { stage: 1 } });
		expect(old).toMatchObject(refusal(409, "INVALID_STATE_TRANSITION"));
		await decide(world, id, "u-1", { body: { round: 2 } });
		await decide(world, id, "u-2", { body: { stage: 1, round: 2 } });
		expect(await actions(world, id)).toEqual([
			...["CREATED", "STAGE_OPENED 0", "RETURNED 0"],
			...["RESUBMITTED", "STAGE_OPENED 0", "APPROVED 0", "STAGE_OPENED 1"],
			...["APPROVED 1", "COMPLETED"],
		]);
	});

	it("A1, A3: many rounds are distinguished; resubmittedAt and resubmittedBy are of the latest resubmission", async () => {
		const id = await returned();
		for (let round = 2; round <= 12; round++) {
			passSeconds(world, 1);
			const { version } = await show(world, id);
			const key = round < 12 ? "u-book" : testKey;
			expect(
				(await resubmit(world, id, { key, ifMatch: version })).status,
			).toBe(200);
			expect(await states(world, id)).toEqual([["OPEN"], ["WAITING"]]);
			const body = { ...giveBack, round };
			expect((await decide(world, id, "u-1", { body })).status).toBe(200);
			expect(await states(world, id)).toEqual([["RETURNED"], ["SKIPPED"]]);
		}
		expect(await show(world, id)).toMatchObject({
			round: 12,
			version: 24,
			resubmittedAt: world.time.now.toISOString(),
			resubmittedBy: { userId: "u-admin" },
		});
		expect(await history(world, id)).toHaveLength(2 + 12 + 2 * 11);
	});

	it("A1: APPROVED if the policy that now applies has no stages; the order is active again", async () => {
		const id = await returned(linked);
		await importLater(world, acmeWithStages([], taxes));
		const answer = await resubmit(world, id, { body: linked });
		expect(answer.body.data).toMatchObject({
			state: "APPROVED",
			round: 2,
			approvals: [],
		});
		expect(await order(world)).toEqual({
			link: { advanceId: id, state: "ACTIVE" },
			version: 4,
			updatedBy: "u-admin",
		});
		expect((await actions(world, id)).slice(-2)).toEqual([
			"RESUBMITTED",
			"COMPLETED",
		]);
	});

	it("A3, A7: the policy that now applies is shown as policyUsed, and says whether a requester may be approver", async () => {
		const id = await returned();
		const policy = { name: "Strict", selfApproval: false };
		await importLater(world, acmeWithStages(stages, { ...taxes, policy }));
		const { body } = await resubmit(world, id);
		expect(body.data).toMatchObject({ policyUsed: "Strict", round: 2 });
		const named = { round: 2, to: "u-admin" };
		expect(
			await changeApprover(world, id, {
				body: named,
				ifMatch: 3,
				key: "u-chief",
			}),
		).toMatchObject(refusal(400, "VALIDATION_ERROR", /\/to .*self-approval/));
	});

	it("A1: the order's link is freed, moved or taken as the new body says", async () => {
		const id = await returned(linked);
		expect((await resubmit(world, id)).status).toBe(200);
		expect(await order(world)).toMatchObject({ link: null, version: 4 });
		await decide(world, id, "u-1", { body: { ...giveBack, round: 2 } });
		expect(
			(await resubmit(world, id, { body: linked, ifMatch: 4 })).status,
		).toBe(200);
		const active = { advanceId: id, state: "ACTIVE" };
		expect(await order(world)).toMatchObject({ link: active, version: 5 });
		await decide(world, id, "u-1", { body: { ...giveBack, round: 3 } });
		const body = { ...advance, purchaseOrderLinkId: "po-2" };
		const moved = await resubmit(world, id, { body, ifMatch: 6 });
		expect(moved.body.data).toMatchObject({ purchaseOrderLinkId: "po-2" });
		expect(await order(world)).toMatchObject({ link: null, version: 7 });
		expect(await order(world, "po-2")).toMatchObject({
			link: active,
			version: 2,
		});
	});

	it("A3: an order that another advance holds is refused as in a creation", async () => {
		const holder = await raised(world, linked);
		const id = await returned();
		const { status, body } = await resubmit(world, id, { body: linked });
		expect({ status, message: body.error.message }).toEqual({
			status: 400,
			message: "Purchase order is already linked to another advance",
		});
		expect(await order(world)).toMatchObject({ link: { advanceId: holder } });
		const tooMuch = { ...linked, amount: 10_000.01 };
		await decide(world, holder, "u-1", { body: giveBack });
		const refused = await resubmit(world, holder, { body: tooMuch });
		expect(refused.body.error.message).toBe(
			"Advance net payable cannot exceed the linked purchase order amount",
		);
	});
});

it.each([
	["just before the write", before],
	["before a lost write is sent again", killBefore],
])(
	"A3: an order that the request keeps, and that is matched %s, is refused as in a creation",
	async (_, toEffect) => {
		const id = await returned(linked);
		const matched = {
			...{ id: "po-1", poNumber: "PO-po-1", vendorId: "v-1", amount: 10_000 },
			state: "APPROVED" as const,
			matchingState: "MATCHED" as const,
		};
		world.skipPauses();
		world.addFault({
			operation: "TransactWriteItems",
			times: 1,
			effect: toEffect(() =>
				world.import({ org: { id: "acme" }, purchaseOrders: [matched] }),
			),
		});
		expect(await resubmit(world, id, { body: linked })).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /^Purchase order is already matched$/),
		);
		expect(await order(world)).toMatchObject({
			link: { advanceId: id, state: "PENDING_RESUBMISSION" },
		});
	},
);

describe("A3: checks", () => {
	it("A3: the common checks come first, in their order, then the vendor, then those of a creation", async () => {
		const id = await returned();
		const typo = { amount: 1, typo: 1 };
		const noMatch = { ifMatch: null, body: typo };
		expect(await resubmit(world, "x", noMatch)).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /^Validation failed: \/if-match /),
		);
		expect(await resubmit(world, "x", { body: typo })).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /vendorId|typo/),
		);
		const other = { amount: 1, vendorId: "v-9" };
		expect(await resubmit(world, "x", { body: other })).toMatchObject(
			refusal(404, "PAYMENT_REQUEST_NOT_FOUND"),
		);
		expect(
			await resubmit(world, id, { body: other, ifMatch: 1 }),
		).toMatchObject(refusal(412, "VERSION_MISMATCH"));
		expect(await resubmit(world, id, { body: other })).toMatchObject(
			refusal(
				400,
				"VALIDATION_ERROR",
				/^Validation failed: \/vendorId .*"v-1"/,
			),
		);
		const wrongTax = { ...advance, gstId: 1, gstAmount: 1 };
		expect(await resubmit(world, id, { body: wrongTax })).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /computed 180, supplied 1$/),
		);
		expect(await show(world, id)).toMatchObject({ version: 2, round: 1 });
	});

	it("A3: additional properties are refused, as in 2.8", async () => {
		const id = await returned();
		const body = { ...advance, reason: "x" };
		expect(await resubmit(world, id, { body })).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /additional properties: 'reason'/),
		);
	});

	it("A3: a repetition is 412; the record shows the new round", async () => {
		const id = await returned();
		await resubmit(world, id);
		expect(await resubmit(world, id)).toMatchObject(
			refusal(412, "VERSION_MISMATCH"),
		);
		expect(await show(world, id)).toMatchObject({ round: 2 });
	});

	it.each([
		["PENDING", async () => {}],
		[
			"APPROVED",
			async (id: string) => {
				await decide(world, id, "u-1");
				await decide(world, id, "u-2", { body: { stage: 1 } });
			},
		],
		["REJECTED", (id: string) => decide(world, id, "u-1", { body: reject })],
		["CANCELLED", (id: string) => cancel(world, id)],
	])(
		"A3: of a request that is %s is 409, naming the state, before the vendor is checked",
		async (state, act) => {
			const id = await raised(world);
			await act(id);
			const { version } = await show(world, id);
			const other = { amount: 1, vendorId: "v-9" };
			const sent = { body: other, ifMatch: version };
			const message = new RegExp(` ${state}: .* PENDING_RESUBMISSION$`);
			expect(await resubmit(world, id, sent)).toMatchObject(
				refusal(409, "INVALID_STATE_TRANSITION", message),
			);
		},
	);

	it("A3, 4.3 rule 10: is for admins and bookkeepers of an organization with advances", async () => {
		const id = await returned();
		expect(await resubmit(world, id, { key: "u-1" })).toMatchObject(
			refusal(403, "ACCESS_DENIED"),
		);
		const { org } = organization;
		const features = { vendorAdvances: false };
		await importLater(world, { ...organization, org: { ...org, features } });
		expect(await resubmit(world, id)).toMatchObject(
			refusal(403, "ACCESS_DENIED"),
		);
	});
});

describe("A6: changes of a resubmission", () => {
	it("A6: each property of 2.8 that changed, tags by slug", async () => {
		const before = JSON.parse(
			'{"amount":1000,"vendorId":"v-1","currency":"USD","narration":"Steel","tags":{"project":{"value":"Roof"},"__proto__":{"value":"x"},"floor":{"value":7}}}',
		);
		const id = await returned(before);
		const body = {
			...{ amount: 1000.1, vendorId: "v-1", gstId: 1, gstAmount: 180.018 },
			...{ tdsId: 2, tdsAmount: 100.01 },
			...{ orgEntity: 12, purchaseOrderLinkId: "po-1" },
			tags: {
				...{ project: { value: "Hall" }, floor: { value: 7 } },
				wing: { value: "East" },
			},
		};
		expect((await resubmit(world, id, { body })).status).toBe(200);
		const [, entry] = await history(world, id);
		expect(entry).toMatchObject({
			action: "RESUBMITTED",
			stage: null,
			round: 2,
		});
		expect(Object.entries(entry.changes.tags)).toEqual([
			["project", { from: { value: "Roof" }, to: { value: "Hall" } }],
			["__proto__", { from: { value: "x" }, to: null }],
			["wing", { from: null, to: { value: "East" } }],
		]);
		const { tags, ...properties } = entry.changes;
		expect(properties).toEqual({
			amount: { from: 1000, to: 1000.1 },
			gstId: { from: null, to: 1 },
			gstAmount: { from: null, to: 180.02 },
			tdsId: { from: null, to: 2 },
			tdsAmount: { from: null, to: 100.01 },
			currency: { from: "USD", to: "INR" },
			orgEntity: { from: 11, to: 12 },
			purchaseOrderLinkId: { from: null, to: "po-1" },
			narration: { from: "Steel", to: null },
		});
	});

	it("A6: none when nothing changed; null for other entries", async () => {
		const id = await returned();
		await resubmit(world, id);
		const [opened, entry, cause] = await history(world, id);
		expect(entry.changes).toEqual({});
		expect([opened.changes, cause.changes]).toEqual([null, null]);
	});

	it("A3: the largest request that is accepted can be returned and cancelled", async () => {
		const tags = [{ slug: "t", name: "T", type: "VARCHAR" as const }];
		await importLater(world, acmeWithStages(stages, { tags }));
		const resubmitted = async (length: number) => {
			const id = await returned();
			const body = { ...advance, tags: { t: { value: "x".repeat(length) } } };
			return { id, status: (await resubmit(world, id, { body })).status };
		};
		let [fits, tooLong] = [380_000, 420_000];
		while (tooLong - fits > 1) {
			const length = Math.floor((fits + tooLong) / 2);
			const { status } = await resubmitted(length);
			if (status === 200) fits = length;
			else tooLong = length;
		}
		const { id } = await resubmitted(fits);
		const body = { ...giveBack, round: 2 };
		expect((await decide(world, id, "u-1", { body })).status).toBe(200);
		expect((await cancel(world, id)).status).toBe(200);
	});

	it("A6: a resubmission whose history entry cannot be stored is 400 at /tags", async () => {
		const slugs = (from: number) =>
			Array.from({ length: 3_000 }, (_, index) => `t-${from + index}`);
		const tags = slugs(0).map((slug) => ({
			...{ slug, name: "T", type: "VARCHAR" as const },
		}));
		await importLater(world, acmeWithStages(stages, { tags }));
		// Not compressible.
		const noise = () => randomBytes(90).toString("base64");
		const noisy = (count: number) =>
			Object.fromEntries(
				slugs(0)
					.slice(0, count)
					.map((slug) => [slug, { value: noise() }]),
			);
		const id = await returned({ ...advance, tags: noisy(2_700) });
		const body = { ...advance, tags: noisy(2_700) };
		expect(await resubmit(world, id, { body })).toMatchObject(
			refusal(400, "VALIDATION_ERROR", /^Validation failed: \/tags /),
		);
		expect(await show(world, id)).toMatchObject({ version: 2 });
		const fewer = { ...advance, tags: noisy(100) };
		expect((await resubmit(world, id, { body: fewer })).status).toBe(200);
	});
});
