import { describe, expect, it } from "vitest";
import { toInvoiceId } from "../../../shared/invoices/invoice-id.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { passSeconds } from "../../support/pass-time.ts";
import {
	checkRun,
	createRun,
	discardRun,
	getRun,
	releaseRun,
	sendRun,
} from "../../support/runs.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";

const world = useWorld(() =>
	acme({
		vendors: [{ id: "v-1", name: "Steel Traders" }],
		invoices: [
			...payableInvoices(3),
			{
				slug: "own-slug",
				vendorId: "v-1",
				invoiceNumber: "ST/7",
				state: "APPROVED",
				amount: 100,
			},
		],
	}),
);

const entry = { slug: "inv-0", amount: 10 };

describe("200", () => {
	it("P1: answers the record of a draft", async () => {
		const { status, body } = await sendRun(
			world,
			[entry, { slug: "inv-1", amount: 0.2 }, { slug: "inv-1", amount: 0.1 }],
			{ name: "Vendors, November", leaveOut: ["REPEATED"] },
		);
		const createdBy = { userId: "u-admin", keyId: expect.any(String) };
		expect({ status, body }).toEqual({
			status: 200,
			body: {
				ok: true,
				data: {
					runId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
					name: "Vendors, November",
					state: "DRAFT",
					total: 3,
					amount: 10.3,
					leaveOut: ["REPEATED"],
					repeatOf: null,
					createdAt: testNow.toISOString(),
					createdBy,
					releasedAt: null,
					releasedBy: null,
					discardedAt: null,
					discardedBy: null,
					expiresAt: "2026-12-21T10:00:00.000Z",
					version: 1,
				},
			},
		});
		expect((await getRun(world, body.data.runId)).body).toEqual(body);
	});

	it("P2: an invoice that is named by vendor and number is the one that has that number now", async () => {
		const body = {
			invoices: [
				{
					invoiceNumber: "St-9",
					vendorId: "v-1",
					amount: 5,
					invoiceDate: "2026-11-01",
				},
			],
		};
		await world.post("/v1.0/invoice/bulk", body);
		const { runId } = await createRun(world, [
			{ vendorId: "v-1", invoiceNumber: "st/7", amount: 1 },
			{ vendorId: "v-1", invoiceNumber: "sT-9", amount: 1 },
			{ vendorId: "v-1", invoiceNumber: "none", amount: 1 },
			{ vendorId: "v-x", invoiceNumber: "none", amount: 1 },
		]);
		expect(await checkRun(world, runId)).toMatchObject([
			{ slug: "own-slug", invoiceNumber: "ST/7", reason: null },
			{
				slug: toInvoiceId("v-1", "st-9"),
				invoiceNumber: "St-9",
				reason: "INVALID_STATE",
			},
			{
				slug: toInvoiceId("v-1", "none"),
				vendorId: "v-1",
				invoiceNumber: "none",
				vendorName: null,
				reason: "NOT_FOUND",
			},
			{ slug: toInvoiceId("v-x", "none"), vendorId: "v-x" },
		]);
	});

	it("P2: an invoice that is created later under its number is found, one that a file brings under an id of its own is not", async () => {
		const { runId } = await createRun(world, [
			{ vendorId: "v-1", invoiceNumber: "later", amount: 1 },
			{ vendorId: "v-1", invoiceNumber: "imported", amount: 1 },
		]);
		const created = {
			invoiceNumber: "Later",
			vendorId: "v-1",
			amount: 5,
			invoiceDate: "2026-11-01",
			state: "APPROVED",
		};
		await world.post("/v1.0/invoice/bulk", { invoices: [created] });
		await world.import({
			org: { id: "acme" },
			invoices: [
				{
					slug: "i-1",
					vendorId: "v-1",
					invoiceNumber: "imported",
					state: "APPROVED",
					amount: 5,
				},
			],
		});
		expect((await checkRun(world, runId)).map(({ reason }) => reason)).toEqual([
			null,
			"NOT_FOUND",
		]);
	});

	it("P2: the sum is exact, whatever the order and size of the amounts", async () => {
		const { amount } = (
			await world.post("/v1.0/payment/run", {
				name: "n",
				resourceType: "INVOICE",
				resources: [0.1, 0.2, 999_999_999_999_999, 1e-15].map((one) => ({
					slug: "inv-0",
					amount: one,
				})),
			})
		).body.data;
		expect(amount).toBeDefined();
		const [run] = (await world.get("/v1.0/payment/run")).text.match(
			/"amount":[0-9.]+/,
		) ?? [""];
		expect(run).toBe('"amount":999999999999999.300000000000001');
	});

	it("P2: a long list is one run", async () => {
		const { runId, total } = await createRun(
			world,
			Array.from({ length: 2_345 }, (_, index) => ({
				slug: `inv-${index}`,
				amount: 1,
			})),
		);
		expect(total).toBe(2_345);
		expect((await checkRun(world, runId)).map(({ slug }) => slug)).toEqual(
			Array.from({ length: 2_345 }, (_, index) => `inv-${index}`),
		);
	});
});

describe("400", () => {
	it.each([
		["no name", { name: undefined }, "/ must have required property 'name'"],
		["an empty name", { name: "" }, "/name must NOT have fewer than 1"],
		["a long name", { name: "n".repeat(129) }, "/name must NOT have more than"],
		["another resource type", { resourceType: "X" }, "/resourceType must be"],
		["no entries", { resources: [] }, "/resources must NOT have fewer than 1"],
		["an unknown property", { x: 1 }, "/ must NOT have additional properties"],
		["an unknown warning", { leaveOut: ["X"] }, "/leaveOut/0 must be equal to"],
		[
			"a warning twice",
			{ leaveOut: ["REPEATED", "REPEATED"] },
			"/leaveOut must NOT have duplicate items",
		],
		["an empty repeatOf", { repeatOf: "" }, "/repeatOf must NOT have fewer"],
		[
			"a long repeatOf",
			{ repeatOf: "r".repeat(65) },
			"/repeatOf must NOT have more",
		],
	])("P2: %s is refused", async (_, more, reason) => {
		const { status, body } = await sendRun(world, [entry], more);
		expect([status, body.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
		expect(body.error.message).toContain(`Validation failed: ${reason}`);
		expect((await world.get("/v1.0/payment/run")).body.data.items).toEqual([]);
	});

	it.each([
		["an unknown property", { ...entry, Utr: "x" }, "must NOT have additional"],
		["no amount", { slug: "inv-0" }, "must have required property 'amount'"],
		["neither slug nor number", { amount: 1 }, "must have a slug, or"],
		["only a vendor", { vendorId: "v-1", amount: 1 }, "must have a slug, or"],
		[
			"only a number",
			{ invoiceNumber: "1", amount: 1 },
			"must have a slug, or",
		],
		[
			"a slug and a number",
			{ ...entry, vendorId: "v-1", invoiceNumber: "1" },
			"must NOT have both",
		],
		[
			"a slug and a vendor",
			{ ...entry, vendorId: "v-1" },
			"must NOT have both",
		],
	])("P2: an entry with %s is refused", async (_, wrong, reason) => {
		const { status, body } = await sendRun(world, [entry, wrong]);
		expect([status, body.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
		expect(body.error.message).toContain(`/resources/1 ${reason}`);
	});

	it.each([
		["slug", 1],
		["slug", null],
		["amount", 0],
		["amount", "1"],
		["utr", "u".repeat(65)],
		["utr", null],
		["narration", "n".repeat(501)],
		["paymentDate", "2026-02-30"],
		["ref", ""],
		["ref", "r".repeat(65)],
		["vendorId", ""],
		["invoiceNumber", ""],
		["invoiceNumber", "n".repeat(129)],
	])("P2: an entry with %s %j is refused", async (name, value) => {
		const named =
			name === "vendorId" || name === "invoiceNumber"
				? { vendorId: "v-1", invoiceNumber: "1", amount: 1 }
				: entry;
		const { status, body } = await sendRun(world, [
			{ ...named, [name]: value },
		]);
		expect([status, body.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
		expect(body.error.message).toContain(`/resources/0/${name} must`);
	});

	it("P2: a sum of more than 38 digits is refused", async () => {
		const resources = [
			...Array.from({ length: 1_112 }, () => ({
				slug: "inv-0",
				amount: 900_000_000_000_000,
			})),
			{ slug: "inv-1", amount: 1e-20 },
		].map((one, index) => ({ ...one, slug: `inv-${index}` }));
		const { status, body } = await sendRun(world, resources);
		expect([status, body.error?.message]).toEqual([
			400,
			"Validation failed: /resources must NOT have amounts whose sum has more than 38 digits",
		]);
		expect((await sendRun(world, resources.slice(1))).status).toBe(200);
	});

	it("P2: payments of one invoice that no item could hold are refused, counted with the longest user id", async () => {
		const payments = (count: number) =>
			Array.from({ length: count }, () => ({
				vendorId: "v-1",
				invoiceNumber: "ST/7",
				amount: 0.01,
			}));
		expect((await sendRun(world, payments(200))).status).toBe(200);
		const { status, body } = await sendRun(world, payments(500));
		expect(status).toBe(400);
		expect(body.error.message).toMatch(
			/^Validation failed: \/resources\/2\d\d must NOT bring the payments of one invoice/,
		);
	});
});

describe("403", () => {
	it("P2: needs payments:prepare", async () => {
		await world.import(
			acme({
				apiKeys: [
					{
						key: "k-release",
						name: "",
						userId: "u-admin",
						permissions: ["payments:release", "payments:mark-paid"],
					},
				],
			}),
		);
		const { status, body } = await sendRun(
			world,
			[entry],
			{},
			{
				key: "k-release",
			},
		);
		expect([status, body.error.code]).toEqual([
			403,
			"INSUFFICIENT_PERMISSIONS",
		]);
	});
});

describe("409", () => {
	const first = {
		slug: "inv-0",
		amount: 10.5,
		utr: "U1",
		narration: "n",
		paymentDate: "2026-11-20",
		ref: "row 1",
	};
	const numbered = { vendorId: "v-1", invoiceNumber: "ST/7", amount: 1 };
	const list = [first, numbered];

	it("P2: the same list twice is RUN_EXISTS, with the id of the run, and stores nothing", async () => {
		const { runId } = await createRun(world, list);
		const { status, body } = await sendRun(world, list);
		expect({ status, body }).toEqual({
			status: 409,
			body: {
				ok: false,
				error: { code: "RUN_EXISTS", message: expect.any(String), runId },
			},
		});
		const { items } = (await world.get("/v1.0/payment/run")).body.data;
		expect(items).toHaveLength(1);
	});

	it.each([
		["another name", list, { name: "Other" }],
		["other refs", [{ ...first, ref: "x" }, numbered], {}],
		["another notation of an amount", list, {}],
		[
			"another case of a number",
			[first, { ...numbered, invoiceNumber: "st/7" }],
			{},
		],
		["an empty leaveOut", list, { leaveOut: [] }],
	])("P2: with %s it is the same list", async (_, resources, more) => {
		const { runId } = await createRun(world, list);
		const text = JSON.stringify({
			name: "n",
			resourceType: "INVOICE",
			resources,
			...more,
		}).replace('"amount":10.5', '"amount":1.050e1');
		const { status, body } = await world.post("/v1.0/payment/run", text);
		expect([status, body.error?.runId]).toEqual([409, runId]);
	});

	it.each([
		["another order", [numbered, first], {}],
		["another amount", [{ ...first, amount: 10.51 }, numbered], {}],
		["an empty UTR in place of none", [first, { ...numbered, utr: "" }], {}],
		["another narration", [{ ...first, narration: "N" }, numbered], {}],
		["without a date", [{ ...first, paymentDate: undefined }, numbered], {}],
		["another case of a vendor", [first, { ...numbered, vendorId: "V-1" }], {}],
		[
			"the slug in place of a number",
			[first, { slug: "own-slug", amount: 1 }],
			{},
		],
		["a repeatOf", list, { repeatOf: "x" }],
		["a leaveOut", list, { leaveOut: ["REPEATED"] }],
		["one entry more", [...list, first], {}],
	])("P2: with %s it is another list", async (_, resources, more) => {
		await createRun(world, list);
		expect((await sendRun(world, resources, more)).status).toBe(200);
	});

	it("P2: leaveOut is compared as a set", async () => {
		await createRun(world, list, {
			leaveOut: ["REPEATED", "ALREADY_RECORDED"],
		});
		const { status } = await sendRun(world, list, {
			leaveOut: ["ALREADY_RECORDED", "REPEATED"],
		});
		expect(status).toBe(409);
	});

	it("P2: two lists whose texts are the same but divided differently are two runs", async () => {
		await createRun(world, [{ ...first, utr: "ab", narration: "c" }]);
		const other = [{ ...first, utr: "a", narration: "bc" }];
		expect((await sendRun(world, other)).status).toBe(200);
	});

	it("P2: discarding a run frees its list", async () => {
		const { runId } = await createRun(world, list);
		await discardRun(world, runId);
		const again = await createRun(world, list);
		expect(again.runId).not.toBe(runId);
		expect((await sendRun(world, list)).body.error.runId).toBe(again.runId);
	});

	it("P1, P2: a draft holds its list for 30 days from its creation, to the millisecond", async () => {
		const { runId } = await createRun(world, list);
		passSeconds(world, 30 * 86_400 - 0.001);
		expect((await sendRun(world, list)).body.error?.runId).toBe(runId);
		passSeconds(world, 0.001);
		expect((await createRun(world, list)).runId).not.toBe(runId);
	});

	it("P1, P2: a released run holds its list for 90 days from its release", async () => {
		const { runId } = await createRun(world, list);
		passSeconds(world, 29 * 86_400);
		expect((await releaseRun(world, runId)).status).toBe(200);
		passSeconds(world, 90 * 86_400 - 0.001);
		expect((await sendRun(world, list)).body.error?.runId).toBe(runId);
		passSeconds(world, 0.001);
		expect((await sendRun(world, list)).status).toBe(200);
	});

	it("P2: lists of other organizations do not count", async () => {
		await world.import({
			...acme(),
			org: { id: "other", name: "Other" },
			apiKeys: [
				{
					key: "other-key",
					name: "",
					userId: "u-admin",
					permissions: ["payments:prepare"],
				},
			],
		});
		await createRun(world, list);
		const { status } = await sendRun(world, list, {}, { key: "other-key" });
		expect(status).toBe(200);
	});
});
