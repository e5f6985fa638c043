import { describe, expect, it } from "vitest";
import { invoiceKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { toInvoiceId } from "../../../shared/invoices/invoice-id.ts";
import { toListKey } from "../../../shared/lists/list-index.store.ts";
import {
	type Permission,
	permissions,
} from "../../../shared/organizations/organization.ts";
import { acme } from "../../support/acme.ts";
import { allResults, startBatch, workOff } from "../../support/batches.ts";
import {
	acmeWithVendors,
	createInvoice,
	createInvoices,
	newInvoice,
	patchInvoice,
	payInvoice,
	storedInvoice,
} from "../../support/created-invoices.ts";
import { rivals } from "../../support/rivals.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";

const world = useWorld(acmeWithVendors);

const create = (...invoices: object[]) => createInvoices(world, invoices);

describe("200", () => {
	it("R5: creates each invoice, and answers in request order", async () => {
		const { status, body } = await create(
			newInvoice({ invoiceNumber: "N-2", state: "APPROVED" }),
			newInvoice({ vendorId: "v-none" }),
			newInvoice({ vendorId: "v-2" }),
			newInvoice({ currency: "EUR" }),
		);
		expect({ status, body }).toEqual({
			status: 200,
			body: {
				ok: true,
				data: {
					total: 4,
					successCount: 2,
					failureCount: 2,
					created: [
						{
							id: toInvoiceId("v-1", "N-2"),
							invoiceNumber: "N-2",
							vendorId: "v-1",
							state: "APPROVED",
							version: 1,
						},
						{
							id: toInvoiceId("v-2", "N-1"),
							invoiceNumber: "N-1",
							vendorId: "v-2",
							state: "DRAFTED",
							version: 1,
						},
					],
					failed: [
						{
							invoiceNumber: "N-1",
							vendorId: "v-none",
							code: "VENDOR_NOT_FOUND",
							error: expect.any(String),
							id: null,
						},
						{
							invoiceNumber: "N-1",
							vendorId: "v-1",
							code: "CURRENCY_NOT_ACTIVE",
							error: expect.any(String),
							id: null,
						},
					],
				},
			},
		});
	});

	it("R5, R1: stores everything that was sent, with defaults such as the base currency, and who sent it", async () => {
		const org = { ...acme().org, baseCurrency: "USD" };
		await world.import(acmeWithVendors({ org }));
		const full = await createInvoice(world, {
			amount: 100.1,
			dueDate: "2026-11-01",
			currency: "INR",
			description: "Steel rods",
			state: "APPROVED",
		});
		const plain = await createInvoice(world, { vendorId: "v-2" });
		const who = { userId: "u-admin", keyId: expect.any(String) };
		const common = {
			invoiceNumber: "N-1",
			invoiceDate: "2026-11-01",
			createdAt: testNow.toISOString(),
			createdBy: who,
			updatedAt: testNow.toISOString(),
			updatedBy: who,
			version: 1,
			paid: "0",
			payments: 0,
		};
		expect(await storedInvoice(world, full)).toEqual({
			...common,
			vendorId: "v-1",
			amount: "100.1",
			due: "100.1",
			dueDate: "2026-11-01",
			currency: "INR",
			description: "Steel rods",
			state: "APPROVED",
			approvedAt: testNow.toISOString(),
			approvedBy: who,
		});
		expect(await storedInvoice(world, plain)).toEqual({
			...common,
			vendorId: "v-2",
			amount: "100",
			due: "100",
			dueDate: null,
			currency: "USD",
			description: null,
			state: "DRAFTED",
			approvedAt: null,
			approvedBy: null,
		});
	});

	it("R1: an invoice is in the list index by its creation", async () => {
		const id = await createInvoice(world);
		const key = invoiceKey("acme", id);
		const [item] = await batchGet(world.table, [key]);
		const createdAt = testNow.toISOString();
		expect(item).toMatchObject(
			toListKey("acme", "INVOICE", { pk: key.pk, createdAt }),
		);
	});

	it("R5: unknown properties are ignored, `__proto__` and the like too", async () => {
		const { body } = await world.post(
			"/v1.0/invoice/bulk",
			`{"invoices":[${JSON.stringify(newInvoice({ more: { x: 1 } })).slice(0, -1)},"__proto__":{"state":"APPROVED"}}],"more":1}`,
		);
		expect(body.data.created[0].state).toBe("DRAFTED");
	});
});

describe("R5: an entry that fails has the first of its reasons", () => {
	it("VENDOR_NOT_FOUND, CURRENCY_NOT_ACTIVE, INVALID_DUE_DATE, INVOICE_EXISTS", async () => {
		const id = await createInvoice(world);
		const wrong = {
			vendorId: "v-none",
			currency: "EUR",
			dueDate: "2026-10-31",
		};
		const { body } = await create(
			newInvoice(wrong),
			newInvoice({ ...wrong, vendorId: "v-1" }),
			newInvoice({ ...wrong, vendorId: "v-1", currency: "USD" }),
			newInvoice(),
		);
		expect(
			body.data.failed.map(({ code, id }: { code: string; id: unknown }) => ({
				code,
				id,
			})),
		).toEqual([
			{ code: "VENDOR_NOT_FOUND", id: null },
			{ code: "CURRENCY_NOT_ACTIVE", id: null },
			{ code: "INVALID_DUE_DATE", id: null },
			{ code: "INVOICE_EXISTS", id },
		]);
	});

	it.each(["", "v".repeat(3_000), "V-1", "v-1 ", "v-1#INVOICE"])(
		"VENDOR_NOT_FOUND: with any form of the vendorId (%#)",
		async (vendorId) => {
			const { status, body } = await create(newInvoice({ vendorId }));
			expect(status).toBe(200);
			expect(body.data.failed).toMatchObject([
				{ vendorId, code: "VENDOR_NOT_FOUND", id: null },
			]);
		},
	);

	it("VENDOR_NOT_FOUND: another organization's vendor is unknown", async () => {
		await world.import(otherOrganization);
		const { body } = await create(newInvoice({ vendorId: "v-9" }));
		expect(body.data.failed[0].code).toBe("VENDOR_NOT_FOUND");
	});

	it("INVALID_DUE_DATE: the invoice may be due on its own date", async () => {
		await createInvoice(world, { dueDate: "2026-11-01" });
	});
});

describe("R5: INVOICE_EXISTS, so that no invoice is entered twice", () => {
	it.each([
		["the same", "N-1"],
		["in another case", "n-1"],
	])("%s number, with the id of the existing invoice", async (_, number) => {
		const id = await createInvoice(world);
		const before = await storedInvoice(world, id);
		const { body } = await create(
			newInvoice({ invoiceNumber: number, amount: 7, state: "APPROVED" }),
		);
		expect(body.data.failed).toEqual([
			{
				invoiceNumber: number,
				vendorId: "v-1",
				code: "INVOICE_EXISTS",
				error:
					"An invoice with this number of the vendor exists already: id names it",
				id,
			},
		]);
		expect(await storedInvoice(world, id)).toEqual(before);
	});

	it("equal after toLowerCase(), nothing trimmed: a space makes another number, 'ß' and 'SS' differ", async () => {
		const numbers = ["N-1", "N-1 ", " N-1", "N-ß", "N-SS", "N-é", "N-e\u0301"];
		const { body } = await create(
			...numbers.map((invoiceNumber) => newInvoice({ invoiceNumber })),
			newInvoice({ invoiceNumber: "N-É" }),
		);
		expect(body.data.successCount).toBe(numbers.length);
		expect(body.data.failed).toMatchObject([
			{ invoiceNumber: "N-É", id: toInvoiceId("v-1", "N-é") },
		]);
	});

	it("a VOID one included", async () => {
		const id = await createInvoice(world);
		await patchInvoice(world, id, { state: "VOID" });
		const { body } = await create(newInvoice());
		expect(body.data.failed).toMatchObject([{ code: "INVOICE_EXISTS", id }]);
	});

	it("an earlier entry of the request that was created", async () => {
		const { body } = await create(
			newInvoice({ amount: 1 }),
			newInvoice({ amount: 2 }),
			newInvoice({ vendorId: "v-2" }),
			newInvoice({ invoiceNumber: "n-1", amount: 3 }),
		);
		const id = toInvoiceId("v-1", "N-1");
		expect(body.data.created).toHaveLength(2);
		expect(body.data.failed).toMatchObject([
			{ invoiceNumber: "N-1", code: "INVOICE_EXISTS", id },
			{ invoiceNumber: "n-1", code: "INVOICE_EXISTS", id },
		]);
		expect(await storedInvoice(world, id)).toMatchObject({ amount: "1" });
	});

	it("an earlier entry that was not created does not count", async () => {
		const { body } = await create(
			newInvoice({ currency: "EUR" }),
			newInvoice({ amount: 2 }),
		);
		expect(body.data.created).toHaveLength(1);
		expect(body.data.failed).toMatchObject([{ code: "CURRENCY_NOT_ACTIVE" }]);
	});

	it("repeating a request is safe: nothing is created or changed", async () => {
		const invoices = [newInvoice(), newInvoice({ invoiceNumber: "N-2" })];
		const { body: first } = await createInvoices(world, invoices);
		const before = await tableContents(world);
		const { body: second } = await createInvoices(world, invoices);
		expect(second.data.created).toEqual([]);
		expect(second.data.failed.map(({ id }: { id: string }) => id)).toEqual(
			first.data.created.map(({ id }: { id: string }) => id),
		);
		expect(await tableContents(world)).toEqual(before);
	});

	it("64 concurrent creations of one invoice leave one", async () => {
		const answers = await rivals(64, (index) =>
			createInvoices(world, [newInvoice({ amount: index + 1 })]),
		);
		const created = answers.flatMap(({ body }) => body.data.created);
		const failed = answers.flatMap(({ body }) => body.data.failed);
		const id = toInvoiceId("v-1", "N-1");
		expect(created).toEqual([expect.objectContaining({ id })]);
		expect(failed).toHaveLength(63);
		for (const failure of failed)
			expect(failure).toMatchObject({ code: "INVOICE_EXISTS", id });
		const winner = answers.findIndex(({ body }) => body.data.successCount);
		expect(await storedInvoice(world, id)).toMatchObject({
			amount: `${winner + 1}`,
			version: 1,
		});
	});

	it("another organization's invoice with the same vendor id and number does not count", async () => {
		await createInvoice(world);
		await world.import({
			...otherOrganization,
			vendors: [{ id: "v-1", name: "" }],
		});
		const { body } = await createInvoices(world, [newInvoice()], {
			key: "other-key",
		});
		expect(body.data.successCount).toBe(1);
	});
});

describe("400 VALIDATION_ERROR: a schema error refuses the whole request", () => {
	const text = (name: string, max: number): [string, unknown, string][] => [
		[name, 7, "must be string"],
		[name, null, "must be string"],
		[name, "", "must NOT have fewer than 1 characters"],
		[name, "x".repeat(max + 1), `must NOT have more than ${max} characters`],
		[name, "\ud800", "must be well-formed Unicode"],
	];
	const dates = [
		"2026-02-29",
		"2026-13-01",
		"01-11-2026",
		"",
		"2026-11-01T00:00:00Z",
	];
	const noDates = (name: string): [string, unknown, string][] => [
		...dates.map((date): [string, unknown, string] => [
			name,
			date,
			"must be a date, YYYY-MM-DD",
		]),
		[name, null, "must be string"],
		[name, 20261101, "must be string"],
	];
	it.each<[string, unknown, string]>([
		...text("invoiceNumber", 128),
		...text("currency", 8),
		...text("description", 255),
		["vendorId", 7, "must be string"],
		["vendorId", null, "must be string"],
		["amount", "1", "must be number"],
		["amount", null, "must be number"],
		["amount", 0, "must be > 0"],
		["amount", -1, "must be > 0"],
		["amount", 1e15, "must be a number of magnitude below 1e15"],
		["amount", 1e-21, "must NOT have more than 20 decimal places"],
		...noDates("invoiceDate"),
		...noDates("dueDate"),
		[
			"state",
			"VOID",
			"must be equal to one of the allowed values: DRAFTED, APPROVED",
		],
		[
			"state",
			"approved",
			"must be equal to one of the allowed values: DRAFTED, APPROVED",
		],
		["state", null, "must be string"],
	])("R5: $0 $1", async (name, value, reason) => {
		const before = await tableContents(world);
		const { status, body } = await create(
			newInvoice(),
			newInvoice({ invoiceNumber: "N-2", [name]: value }),
		);
		expect({ status, body }).toEqual({
			status: 400,
			body: {
				ok: false,
				error: {
					code: "VALIDATION_ERROR",
					message: `Validation failed: /invoices/1/${name} ${reason}`,
				},
			},
		});
		expect(await tableContents(world)).toEqual(before);
	});

	it.each(["invoiceNumber", "vendorId", "amount", "invoiceDate"])(
		"R5: %s is required",
		async (name) => {
			const { status, body } = await create(newInvoice({ [name]: undefined }));
			expect(status).toBe(400);
			expect(body.error.message).toBe(
				`Validation failed: /invoices/0 must have required property '${name}'`,
			);
		},
	);

	it.each<[string, unknown, string]>([
		["none", [], "/invoices must NOT have fewer than 1 items"],
		[
			"101",
			Array(101).fill(newInvoice()),
			"/invoices must NOT have more than 100 items",
		],
		["no list", {}, "/invoices must be array"],
		["no object", [7], "/invoices/0 must be object"],
		["absent", undefined, "/ must have required property 'invoices'"],
	])("R5: 1 to 100 invoices: %s", async (_, invoices, reason) => {
		const { status, body } = await createInvoices(world, invoices);
		expect(status).toBe(400);
		expect(body.error).toEqual({
			code: "VALIDATION_ERROR",
			message: `Validation failed: ${reason}`,
		});
	});

	it("R5: accepts the longest and the smallest values that are allowed", async () => {
		await createInvoice(world, {
			invoiceNumber: "😀".repeat(128),
			description: "😀".repeat(255),
			amount: 999999999999999.9,
		});
		await createInvoice(world, { amount: 1e-20, currency: "USD" });
	});
});

describe("401, 403", () => {
	const key = (name: string, granted: Permission[]) => ({
		key: name,
		name,
		userId: "u-admin",
		permissions: granted,
	});
	const withKeys = () =>
		acmeWithVendors({
			apiKeys: [
				key("writes", ["invoices:write"]),
				key(
					"others",
					permissions.filter((one) => one !== "invoices:write"),
				),
			],
		});
	const denied = {
		status: 403,
		body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
	};

	it("R5: invoices:write creates drafts, and no other permission does", async () => {
		await world.import(withKeys());
		expect(
			(await createInvoices(world, [newInvoice()], { key: "writes" })).body
				.data,
		).toMatchObject({ successCount: 1 });
		expect(
			await createInvoices(world, [newInvoice()], { key: "others" }),
		).toMatchObject(denied);
	});

	it("R5: any entry that is APPROVED needs invoices:approve; otherwise nothing is created", async () => {
		await world.import(withKeys());
		const before = await tableContents(world);
		const approved = newInvoice({ vendorId: "v-none", state: "APPROVED" });
		const invoices = [newInvoice(), approved];
		expect(
			await createInvoices(world, invoices, { key: "writes" }),
		).toMatchObject(denied);
		expect(await tableContents(world)).toEqual(before);
	});

	it("R5: a schema error is reported before that", async () => {
		await world.import(withKeys());
		const approved = newInvoice({ amount: 0, state: "APPROVED" });
		expect(
			await createInvoices(world, [approved], { key: "writes" }),
		).toMatchObject({ status: 400 });
	});

	it("R1: a key of an inactive user is INSUFFICIENT_PERMISSIONS", async () => {
		const users = [
			{ id: "u-admin", name: "A", role: "ADMIN" as const, active: false },
		];
		await world.import(acmeWithVendors({ users }));
		expect(await create(newInvoice())).toMatchObject(denied);
	});

	it("R1: without a key, 401", async () => {
		expect(
			await createInvoices(world, [newInvoice()], { key: null }),
		).toMatchObject({ status: 401 });
	});

	it("R1: the idempotency key is not looked at", async () => {
		const options = { idempotencyKey: "same" };
		await createInvoices(world, [newInvoice()], options);
		expect(await createInvoices(world, [newInvoice()], options)).toMatchObject({
			status: 200,
		});
	});
});

describe("4.4: an invoice that was created is paid like an imported one", () => {
	it("when it is APPROVED", async () => {
		const id = await createInvoice(world, { state: "APPROVED", amount: 100.1 });
		expect(await payInvoice(world, id, 0.3)).toEqual({
			slug: id,
			status: "DONE",
		});
		expect(await payInvoice(world, id, 99.9)).toMatchObject({
			reason: "AMOUNT_EXCEEDS",
		});
		expect(await storedInvoice(world, id)).toMatchObject({
			due: "99.8",
			amount: "100.1",
			version: 2,
			payments: 1,
		});
	});

	it.each(["DRAFTED", "VOID"])(
		"3.3: while %s it is INVALID_STATE",
		async (state) => {
			const id = await createInvoice(world);
			await patchInvoice(world, id, { state });
			expect(await payInvoice(world, id, 1)).toMatchObject({
				status: "ERROR",
				reason: "INVALID_STATE",
			});
		},
	);

	it("in a batch too: only APPROVED is paid", async () => {
		const [approved, drafted, voided] = await Promise.all([
			createInvoice(world, { state: "APPROVED" }),
			createInvoice(world, { invoiceNumber: "N-2" }),
			createInvoice(world, { invoiceNumber: "N-3" }),
		]);
		await patchInvoice(world, voided, { state: "VOID" });
		const slugs = [approved, drafted, voided, ...Array(98).fill("none")];
		const batch = await startBatch(
			world,
			slugs.map((slug) => ({ slug, amount: 40 })),
		);
		await workOff(world);
		const unpaid = { amount: 40, paymentId: null, status: "ERROR" };
		const invalid = { ...unpaid, reason: "INVALID_STATE" };
		expect((await allResults(world, batch)).slice(0, 4)).toEqual([
			{
				position: 0,
				slug: approved,
				amount: 40,
				status: "DONE",
				paymentId: `${batch}-0`,
			},
			{ ...invalid, position: 1, slug: drafted },
			{ ...invalid, position: 2, slug: voided },
			{ ...unpaid, position: 3, slug: "none", reason: "NOT_FOUND" },
		]);
		expect(await storedInvoice(world, approved)).toMatchObject({ due: "60" });
	});

	it("R1: a payment counts as the last change of the invoice, made by its payer", async () => {
		const id = await createInvoice(world, { state: "APPROVED" });
		world.time.now = new Date(testNow.getTime() + 60_000);
		await payInvoice(world, id, 1);
		expect(await storedInvoice(world, id)).toMatchObject({
			createdAt: testNow.toISOString(),
			updatedAt: world.time.now.toISOString(),
			updatedBy: { userId: "u-admin" },
		});
	});
});

const otherOrganization = {
	...acme(),
	org: { ...acme().org, id: "other" },
	vendors: [{ id: "v-9", name: "Nine" }],
	apiKeys: [
		{
			key: "other-key",
			name: "Other",
			userId: "u-admin",
			permissions: [...permissions],
		},
	],
};
