import { beforeEach, describe, expect, it } from "vitest";
import { toExactJson } from "../../../shared/json/exact-json.ts";
import { noMarks } from "../../../shared/payment-requests/payment-request.ts";
import { exportOrganization } from "../../support/export-organization.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithAdvances,
	fullAdvance,
	plainAdvance,
	raise,
} from "../vendor-advance/advances.ts";
import { page, walk } from "./records.ts";

const path = "/v1.0/payment/request";

const world = useWorld(acmeWithAdvances);
beforeEach(() => {
	world.time.now = new Date("2026-11-21T10:00:01.000Z");
});

const raised = async (body: object): Promise<string> => {
	const answer = await raise(world, body);
	expect(answer.status).toBe(200);
	return answer.body.data.paymentRequestId;
};

const show = async (id: string) => {
	const { status, body, headers } = await world.get(`${path}/${id}`);
	expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
	expect(headers.etag).toBe(`"${body.data.version}"`);
	return body.data;
};

const createdBy = {
	userId: "u-admin",
	keyId: expect.stringMatching(/^key_/),
};

const undecided = {
	round: 1,
	requires: "ALL",
	note: null,
	decidedAt: null,
	decidedBy: null,
	channel: null,
};

describe("GET by id", () => {
	it("R6: an advance with taxes, order, tags and approvals", async () => {
		const paymentRequestId = await raised({ ...fullAdvance, amount: 100_000 });
		expect(await show(paymentRequestId)).toEqual({
			paymentRequestId,
			type: "VENDOR_ADVANCE",
			state: "PENDING",
			policyUsed: "Large advances",
			vendorId: "v-1",
			currency: "INR",
			orgEntity: 12,
			purchaseOrderLinkId: "po-1",
			narration: "Half of the steel",
			tags: { "cost-centre": { value: 7 }, project: { value: "Roof" } },
			tax: {
				subTotal: 100_000,
				gstId: 1,
				gstAmount: 18_000,
				tdsId: 1,
				tdsAmount: 10_000,
				roundOff: 0,
				netPayable: 108_000,
			},
			payers: ["u-cfo"],
			approvals: [
				{ ...undecided, stage: 0, userId: "u-cfo", state: "OPEN" },
				{ ...undecided, stage: 0, userId: "u-admin", state: "OPEN" },
				{ ...undecided, stage: 1, userId: "u-cfo", state: "WAITING" },
			],
			createdAt: "2026-11-21T10:00:01.000Z",
			createdBy,
			round: 1,
			version: 1,
			updatedAt: "2026-11-21T10:00:01.000Z",
			updatedBy: createdBy,
			...noMarks,
		});
	});

	it("R6: an advance with nothing that is optional, its figures exact", async () => {
		const id = await raised({ amount: 999_999_999_999_999.9, vendorId: "v-2" });
		expect(await show(id)).toMatchObject({
			state: "PENDING",
			currency: "INR",
			orgEntity: 11,
			purchaseOrderLinkId: null,
			narration: null,
			tags: {},
			tax: { gstId: null, gstAmount: null, tdsId: null, tdsAmount: null },
		});
		const { text } = await world.get(`${path}/${id}`);
		expect(text).toContain('"netPayable":999999999999999.9}');
	});

	it("R6: equals the record in the export, with paymentRequestId in place of id", async () => {
		const id = await raised(fullAdvance);
		const document = JSON.parse(
			toExactJson(await exportOrganization(world.table, "acme")),
		);
		const [{ id: exportedId, ...exported }] = document.paymentRequests;
		expect(exportedId).toBe(id);
		const { paymentRequestId, createdBy: _, ...record } = await show(id);
		expect(exported).toMatchObject(record);
	});

	it("R6: an advance of an organization file, with null for what the file does not say", async () => {
		expect(await show("adv-2")).toEqual({
			paymentRequestId: "adv-2",
			type: "VENDOR_ADVANCE",
			state: "PENDING_RESUBMISSION",
			policyUsed: null,
			vendorId: "v-1",
			currency: null,
			orgEntity: null,
			purchaseOrderLinkId: "po-resubmitted",
			narration: null,
			tags: null,
			tax: null,
			payers: null,
			approvals: null,
			createdAt: "2026-11-21T10:00:00.000Z",
			createdBy: null,
			round: null,
			version: 1,
			updatedAt: "2026-11-21T10:00:00.000Z",
			updatedBy: null,
			...noMarks,
		});
	});

	it("R6: shows a state that was imported later", async () => {
		const id = await raised(plainAdvance);
		expect(await show(id)).toMatchObject({ state: "APPROVED", approvals: [] });
		await world.import(
			acmeWithAdvances({
				advances: [{ id, vendorId: "v-1", state: "REJECTED" }],
			}),
		);
		expect(await show(id)).toMatchObject({
			state: "REJECTED",
			policyUsed: "Default",
		});
	});
});

describe("list", () => {
	it("R6: an item is the record without tags, payers and approvals", async () => {
		const id = await raised(fullAdvance);
		const expected = [];
		for (const one of [id, "adv-1", "adv-2"]) {
			const { tags, payers, approvals, ...listed } = await show(one);
			expected.push(listed);
		}
		const { items } = await page(world, path);
		expect(items[0]).toEqual(expected[0]);
		expect(items).toHaveLength(3);
		expect(items).toEqual(expect.arrayContaining(expected));
	});

	it("R6: filters by state and vendor", async () => {
		const approved = await raised(plainAdvance);
		const pending = await raised({ amount: 100_000, vendorId: "v-2" });
		const found = async (query: Record<string, string>) =>
			(await walk(world, path, { limit: "1", ...query }))
				.map(({ paymentRequestId }) => paymentRequestId)
				.sort();
		expect(await found({ state: "APPROVED" })).toEqual(
			[approved, "adv-1"].sort(),
		);
		expect(await found({ state: "PENDING" })).toEqual([pending]);
		expect(await found({ state: "PENDING_RESUBMISSION" })).toEqual(["adv-2"]);
		expect(await found({ state: "REJECTED" })).toEqual([]);
		expect(await found({ vendorId: "v-2" })).toEqual([pending]);
		expect(await found({ vendorId: "v-1", state: "APPROVED" })).toEqual(
			[approved, "adv-1"].sort(),
		);
	});
});
