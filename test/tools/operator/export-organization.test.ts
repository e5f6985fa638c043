import { describe, expect, it } from "vitest";
import { noMarks } from "../../../shared/payment-requests/payment-request.ts";
import { CommandError } from "../../../tools/operator/command-error.ts";
import { checkOrganizationFile } from "../../../tools/organization-files/read-organization-file.ts";
import { acme } from "../../support/acme.ts";
import { invoiceState } from "../../support/invoices.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { contractExample } from "../organization-files/contract-example.ts";
import { admin, byAdmin, byFile, exported, exportedText } from "./exported.ts";

const world = useWorld();

const createdAt = "2026-11-21T10:00:00.000Z";

describe("contract 4: the shape of an export", () => {
	it("is that of the organization file, except for the secrets of API keys", async () => {
		await world.import(contractExample());
		const file = contractExample();
		const [order] = file.purchaseOrders ?? [];
		const [invoice] = file.invoices ?? [];
		const [apiKey] = file.apiKeys ?? [];
		const { key: _, ...shownKey } = apiKey ?? {};
		const attributed = (entries: object[] = []) =>
			entries.map((entry) => ({ ...entry, ...byFile }));
		expect(await exported(world)).toEqual({
			...file,
			users: attributed(file.users),
			vendors: attributed(file.vendors),
			gstTaxes: attributed(file.gstTaxes),
			tdsTaxes: attributed(file.tdsTaxes),
			tags: attributed(file.tags),
			skus: attributed(file.skus),
			advances: attributed(file.advances),
			apiKeys: attributed([
				{ ...shownKey, id: expect.any(String), keyPrefix: "acme" },
			]),
			purchaseOrders: attributed([{ ...order, externalId: null, createdAt }]),
			invoices: attributed([
				{
					...invoice,
					approvedAt: createdAt,
					approvedBy: null,
					payments: [],
				},
			]),
			paymentRequests: [],
			paymentRuns: [],
			batches: [],
			audit: [],
		});
	});

	it("has nothing of an organization whose id begins with the same letters", async () => {
		await world.import(contractExample());
		const before = await exportedText(world);
		const { apiKeys: _, ...other } = contractExample();
		await world.import({ ...other, org: { ...other.org, id: "acme2" } });
		expect(await exportedText(world)).toBe(before);
	});

	it("is no organization file", async () => {
		await world.import(contractExample());
		const document = await exported(world);
		expect(() => checkOrganizationFile(document)).toThrow(
			"must NOT have additional properties",
		);
	});

	it("is the same text each time, lists in the order of ids and slugs", async () => {
		const slugs = ["inv-b", "inv-10", "INV", "inv-9", "é", "\u{1F600}"];
		const tax = { name: "T", rate: 1, rateType: "ABSOLUTE" as const };
		await world.import(
			acme({
				invoices: slugs.map((slug) => ({ slug, state: "X", amount: 1 })),
				gstTaxes: [10, 9, 1].map((id) => ({ id, ...tax })),
			}),
		);
		const { invoices, gstTaxes } = await exported(world);
		expect(invoices.map(({ slug }: { slug: string }) => slug)).toEqual([
			"INV",
			"inv-10",
			"inv-9",
			"inv-b",
			"é",
			"\u{1F600}",
		]);
		expect(gstTaxes.map(({ id }: { id: number }) => id)).toEqual([1, 9, 10]);
		expect(await exportedText(world)).toBe(await exportedText(world));
	});

	it("refuses an unknown organization", async () => {
		await world.import(acme());
		for (const unknown of ["acm", "acme#VENDOR", "", "a".repeat(5_000)])
			await expect(exported(world, unknown)).rejects.toThrow(CommandError);
	});
});

describe("contract 4: payments", () => {
	const payment = {
		slug: "inv-1",
		amount: 0.3,
		utr: "UTR1",
		narration: "half",
		paymentDate: "2026-11-20",
	};
	const send = (...resources: object[]) =>
		world.post(
			"/v1.0/payment/mark-as-paid",
			{ resourceType: "INVOICE", resources },
			{
				idempotencyKey: null,
				headers: { "x-idempotency-key": crypto.randomUUID() },
			},
		);

	it("each has all its values, absent ones null", async () => {
		await world.import(
			acme({ invoices: [{ slug: "inv-1", state: "APPROVED", amount: 100.1 }] }),
		);
		await send(payment, { slug: "inv-1", amount: 1 });
		const { invoices } = await exported(world);
		const common = {
			id: expect.any(String),
			accountingSyncState: "SKIPPED",
			createdAt,
			batch: null,
			...admin,
			idempotencyKey: expect.any(String),
			reversedAt: null,
			reversedBy: null,
			reversalReason: null,
		};
		expect(invoices[0]).toMatchObject({ amount: 100.1, due: 98.8 });
		expect(invoices[0].payments).toEqual([
			{
				...common,
				amount: 0.3,
				utr: "UTR1",
				narration: "half",
				paymentDate: "2026-11-20",
			},
			{
				...common,
				amount: 1,
				utr: null,
				narration: null,
				paymentDate: "2026-11-21",
			},
		]);
	});

	it("100.10 less 0.30 is 99.8, and longer decimals stay whole", async () => {
		const amount = 123456789012345.67;
		await world.import(
			acme({
				invoices: [
					{ slug: "inv-1", state: "APPROVED", amount: 100.1 },
					{ slug: "inv-2", state: "APPROVED", amount },
				],
			}),
		);
		await pay(world, [{ slug: "inv-1", amount: 0.3 }]);
		await pay(world, [{ slug: "inv-2", amount: 0.00000000000000000001 }]);
		const text = await exportedText(world);
		expect(text).toContain('"due":99.8,');
		expect(text).toContain(
			'"due":123456789012345.66999999999999999999,"platform',
		);
		expect(text).toContain('"amount":0.00000000000000000001,');
	});

	it("those moved out of an invoice stand before the others, in order", async () => {
		await world.import(
			acme({ invoices: [{ slug: "inv-1", state: "APPROVED", amount: 1000 }] }),
		);
		const narration = "\u{1F600}".repeat(500);
		for (const round of [0, 1, 2])
			await send(
				...Array.from({ length: 20 }, (_, index) => ({
					slug: "inv-1",
					amount: 1,
					narration,
					utr: `${round * 20 + index}`,
				})),
			);
		const { invoices } = await exported(world);
		const utrs = invoices[0].payments.map(({ utr }: { utr: string }) => utr);
		expect(utrs).toEqual(Array.from({ length: 60 }, (_, index) => `${index}`));
		expect(invoices[0].due).toBe(940);
		expect(await invoiceState(world, "inv-1")).toMatchObject({
			paymentPages: 2,
		});
	});
});

describe("contract 4: what was created over the API", () => {
	const undecided = {
		...{ round: 1, requires: "ALL", note: null, channel: null },
		...{ decidedAt: null, decidedBy: null },
	};
	const entry = { at: createdAt, round: 1, note: null, changes: null };

	it("payment requests have all of the contract's properties", async () => {
		const { advances: _, ...file } = contractExample();
		await world.import({
			...file,
			users: [...(file.users ?? []), { id: "u-2", name: "Two", role: "ADMIN" }],
			approvalPolicies: [
				{
					name: "Asks",
					stages: [{ approvers: ["u-2", "u-admin"] }, { approvers: ["u-2"] }],
				},
			],
		});
		const { body } = await world.post("/v1.0/payment/request/vendor-advance", {
			amount: 1000,
			vendorId: "v-1",
			gstId: 1,
			gstAmount: 180,
			purchaseOrderLinkId: "po-1",
			tags: { "cost-centre": { value: 7 } },
		});
		const { paymentRequests, advances } = await exported(world);
		expect(paymentRequests).toEqual([
			{
				id: body.data.paymentRequestId,
				type: "VENDOR_ADVANCE",
				state: "PENDING",
				policyUsed: "Asks",
				vendorId: "v-1",
				currency: "INR",
				orgEntity: 11,
				purchaseOrderLinkId: "po-1",
				narration: null,
				tags: { "cost-centre": { value: 7 } },
				tax: {
					subTotal: 1000,
					gstId: 1,
					gstAmount: 180,
					tdsId: null,
					tdsAmount: null,
					roundOff: 0,
					netPayable: 1180,
				},
				payers: ["u-admin"],
				approvals: [
					{ ...undecided, stage: 0, userId: "u-2", state: "OPEN" },
					{ ...undecided, stage: 0, userId: "u-admin", state: "OPEN" },
					{ ...undecided, stage: 1, userId: "u-2", state: "WAITING" },
				],
				createdAt,
				...byAdmin,
				round: 1,
				version: 1,
				updatedAt: createdAt,
				...noMarks,
				history: [
					{
						...entry,
						id: body.data.paymentRequestId,
						action: "CREATED",
						by: { ...byAdmin.createdBy, channel: "API" },
						stage: null,
					},
					{
						...entry,
						id: `${body.data.paymentRequestId}-1`,
						action: "STAGE_OPENED",
						by: null,
						stage: 0,
					},
				],
			},
		]);
		expect(advances).toEqual([]);
	});
});
