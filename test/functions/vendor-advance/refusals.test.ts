import { describe, expect, it } from "vitest";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { acmeWithAdvances, raise } from "./advances.ts";
import { linked, refusals } from "./refusals.ts";

const world = useWorld(acmeWithAdvances);

describe("4.3: a refused advance leaves nothing behind", () => {
	it.each(refusals.map((refusal) => [refusal.title, refusal] as const))(
		"%s",
		async (_, { body, message, additions, ...expected }) => {
			const { status = 400, code = "VALIDATION_ERROR" } = expected;
			if (additions) await world.import(acmeWithAdvances(additions));
			const before = await tableContents(world);
			const answer = await raise(world, body);
			expect(answer).toMatchObject({ status });
			expect(answer.body).toEqual({ ok: false, error: { code, message } });
			expect(await tableContents(world)).toEqual(before);
		},
	);

	it("4.3 rule 5: an order holds one advance: the second is refused", async () => {
		expect((await raise(world, linked("po-1"))).status).toBe(200);
		const before = await tableContents(world);
		expect(await raise(world, linked("po-1"))).toMatchObject({
			status: 400,
			body: {
				error: {
					message: "Purchase order is already linked to another advance",
				},
			},
		});
		expect(await tableContents(world)).toEqual(before);
	});
});

describe("advances: the first failure in the order of checks is reported", () => {
	const everythingWrong = {
		amount: 1000,
		vendorId: "v-9",
		gstId: 1,
		gstAmount: 1,
		tdsId: 9,
		tdsAmount: 1,
		currency: "EUR",
		orgEntity: 13,
		tags: { colour: { value: 1 } },
		purchaseOrderLinkId: "po-9",
	};
	const corrections: [string, object][] = [
		[
			"Vendor not found: GET /v1.0/vendor lists the vendors",
			{ vendorId: "v-1" },
		],
		["gstAmount does not match", { gstAmount: 180 }],
		["tdsId 9 is not", { tdsId: 1, tdsAmount: 100 }],
		["currency 'EUR' is not", { currency: "USD" }],
		["orgEntity 13 is not", { orgEntity: 11 }],
		["/tags/colour", { tags: { project: { value: "x" } } }],
		["Purchase order not found", { purchaseOrderLinkId: "po-1" }],
		[
			"Advance currency must be the currency of the linked purchase order",
			{ currency: "INR" },
		],
		["Missing required fields: description", { narration: "Steel" }],
		[
			"No approval policy applies: the organization needs a default one, or one whose conditions the advance meets",
			{ amount: 2000, gstAmount: 360, tdsAmount: 200 },
		],
		[
			"Approval policy 'Two' has no approver besides the requester in stage 1",
			{ amount: 3000, gstAmount: 540, tdsAmount: 300 },
		],
	];

	it("vendor, taxes, currency, entity, tags, order, submission, approval, approvers (A7), payers", async () => {
		await world.import(
			acmeWithAdvances({
				submissionPolicies: [
					{ requiredFields: [{ slug: "description", kind: "DESCRIPTION" }] },
				],
				approvalPolicies: [
					{ name: "Three", when: { minAmount: 3000 }, stages: [] },
					{
						name: "Two",
						when: { minAmount: 2000 },
						selfApproval: false,
						stages: [{ approvers: ["u-admin"] }],
					},
				],
				procurementPolicy: { payers: [] },
			}),
		);
		let body = everythingWrong;
		for (const [message, correction] of corrections) {
			const answer = await raise(world, body);
			expect(answer.body.error.message).toContain(message);
			body = { ...body, ...correction };
		}
		const answer = await raise(world, body);
		expect(answer.body.error.message).toContain("No valid payer");
	});
});
