import { describe, expect, it } from "vitest";
import { permissions } from "../../../shared/organizations/organization.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme } from "../../support/acme.ts";
import {
	acmeWithVendors,
	createInvoice,
	patchInvoice,
	payInvoice,
	storedInvoice,
} from "../../support/created-invoices.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";

const world = useWorld(acmeWithVendors);

const patch = (
	id: string,
	body: unknown,
	headers: Record<string, string> = {},
) => patchInvoice(world, id, body, { headers });

type ImportedInvoice = NonNullable<OrganizationFile["invoices"]>[number];

/** @returns The id of an invoice of an organization file. */
async function imported(more: Partial<ImportedInvoice> = {}) {
	const slug = "inv-1";
	const entry = { slug, vendorId: "v-1", state: "APPROVED", amount: 100 };
	await world.import(acme({ invoices: [{ ...entry, ...more }] }));
	return slug;
}

async function createdIn(state: string, more: object = {}): Promise<string> {
	const id = await createInvoice(world, more);
	if (state !== "DRAFTED") await patch(id, { state });
	return id;
}

/** That a patch is refused so, and changes nothing. */
async function expectRefusal(
	id: string,
	body: unknown,
	status: number,
	error: unknown,
	headers?: Record<string, string>,
) {
	const before = await tableContents(world);
	const answer = await patch(id, body, headers);
	expect(answer).toMatchObject({ status, body: { ok: false, error } });
	expect(await tableContents(world)).toEqual(before);
}

const conflict = (message: unknown = expect.any(String)) => ({
	code: "INVALID_STATE_TRANSITION",
	message,
});

describe("200", () => {
	it("R5: answers id, state and version, the version as ETag too", async () => {
		const id = await createInvoice(world);
		const answer = await patch(id, { state: "APPROVED" });
		expect(answer).toMatchObject({
			status: 200,
			headers: { etag: '"2"' },
			body: { ok: true, data: { id, state: "APPROVED", version: 2 } },
		});
		expect(Object.keys(answer.body.data)).toEqual(["id", "state", "version"]);
	});

	it.each([
		["DRAFTED", "APPROVED"],
		["DRAFTED", "VOID"],
		["APPROVED", "VOID"],
		["VOID", "DRAFTED"],
	])("R5: %s → %s", async (from, to) => {
		const id = await createdIn(from);
		const { status, body } = await patch(id, { state: to });
		expect({ status, state: body.data.state }).toEqual({
			status: 200,
			state: to,
		});
		expect(await storedInvoice(world, id)).toMatchObject({ state: to });
	});

	it("R5: changes what it names, null removes dueDate and description, and says who did it", async () => {
		const id = await createInvoice(world, {
			dueDate: "2026-12-01",
			description: "Steel",
		});
		world.time.now = new Date(testNow.getTime() + 1_000);
		await patch(id, {
			amount: 7.25,
			invoiceDate: "2026-12-02",
			dueDate: null,
			currency: "USD",
			description: null,
		});
		const by = { userId: "u-admin", keyId: expect.any(String) };
		expect(await storedInvoice(world, id)).toEqual({
			invoiceNumber: "N-1",
			vendorId: "v-1",
			state: "DRAFTED",
			amount: "7.25",
			due: "7.25",
			paid: "0",
			currency: "USD",
			invoiceDate: "2026-12-02",
			dueDate: null,
			description: null,
			createdAt: testNow.toISOString(),
			createdBy: by,
			updatedAt: world.time.now.toISOString(),
			updatedBy: by,
			approvedAt: null,
			approvedBy: null,
			version: 2,
			payments: 0,
		});
		await patch(id, { dueDate: "2026-12-02", description: "Paper" });
		expect(await storedInvoice(world, id)).toMatchObject({
			amount: "7.25",
			dueDate: "2026-12-02",
			description: "Paper",
			version: 3,
		});
	});

	it("R1: updatedAt never goes back", async () => {
		const id = await createInvoice(world);
		const later = new Date(testNow.getTime() + 2);
		world.time.now = later;
		await patch(id, { description: "Steel" });
		world.time.now = new Date(testNow.getTime() + 1);
		await patch(id, { description: "Paper" });
		expect(await storedInvoice(world, id)).toMatchObject({
			description: "Paper",
			updatedAt: later.toISOString(),
			version: 3,
		});
	});

	it.each([
		["DRAFTED", "APPROVED"],
		["DRAFTED", "VOID"],
		["VOID", "DRAFTED"],
	])("R5: one patch changes state %s → %s and properties", async (from, to) => {
		const id = await createdIn(from);
		const { body } = await patch(id, { state: to, amount: 5, currency: "USD" });
		expect(body.data.state).toBe(to);
		expect(await storedInvoice(world, id)).toMatchObject({
			state: to,
			amount: "5",
			due: "5",
			currency: "USD",
		});
	});

	it("R5: the new amount can be paid, and not more", async () => {
		const id = await createInvoice(world);
		await patch(id, { state: "APPROVED", amount: 40 });
		expect(await payInvoice(world, id, 41)).toMatchObject({
			reason: "AMOUNT_EXCEEDS",
		});
		expect(await payInvoice(world, id, 40)).toMatchObject({ status: "DONE" });
	});

	it.each<[string, object]>([
		["an empty patch", {}],
		["the state that it has", { state: "APPROVED" }],
		[
			"equal values",
			{
				amount: 100.0,
				invoiceDate: "2026-11-01",
				dueDate: null,
				currency: "INR",
				description: null,
			},
		],
		["unknown properties", { due: 7, slug: "x", version: 9, paid: 1 }],
	])("R5: %s changes nothing, and nothing is written", async (_, body) => {
		const id = await createdIn("APPROVED");
		await payInvoice(world, id, 1);
		const before = await tableContents(world);
		const answer = await patch(id, body);
		expect(answer).toMatchObject({
			status: 200,
			headers: { etag: '"3"' },
			body: { data: { id, state: "APPROVED", version: 3 } },
		});
		expect(await tableContents(world)).toEqual(before);
	});

	it("R5: a currency or date that came to be wrong stays allowed while it is not changed", async () => {
		const id = await createInvoice(world, { currency: "USD" });
		const { org } = acme();
		await world.import(acme({ org: { ...org, currencies: ["INR"] } }));
		world.time.now = new Date(testNow.getTime() + 10_000);
		const { status } = await patch(id, { currency: "USD", amount: 3 });
		expect(status).toBe(200);
		const dates = { invoiceDate: "2026-11-02", dueDate: "2026-11-01" };
		const slug = await imported({ state: "DRAFTED", ...dates });
		for (const body of [{ amount: 3 }, dates, { state: "APPROVED" }])
			expect((await patch(slug, body)).status).toBe(200);
	});

	it("R1: an invoice of an organization file without number and dates can be changed too", async () => {
		const slug = await imported({ state: "DRAFTED" });
		await patch(slug, { currency: "USD", dueDate: "2026-12-01" });
		expect(await storedInvoice(world, slug)).toMatchObject({
			invoiceNumber: null,
			currency: "USD",
			invoiceDate: null,
			dueDate: "2026-12-01",
			updatedBy: { userId: "u-admin" },
		});
	});

	it("R1: a merge patch's own content type works too", async () => {
		const id = await createInvoice(world);
		const { status } = await patch(
			id,
			{ amount: 2 },
			{ "content-type": "application/merge-patch+json" },
		);
		expect(status).toBe(200);
	});
});

describe("400 VALIDATION_ERROR", () => {
	const invalid = (message: string) => ({
		code: "VALIDATION_ERROR",
		message: `Validation failed: ${message}`,
	});

	it.each([
		"3",
		"",
		'""',
		'W/"3"',
		'"1", "2"',
		'"1""2"',
		"*",
		'"1',
		"'1'",
		'""1""',
	])("R1: If-Match that is not one quoted text: %s", async (header) => {
		await expectRefusal(
			"no-such-invoice",
			{},
			400,
			{ message: expect.stringContaining("Validation failed: /if-match ") },
			{ "if-match": header },
		);
	});

	it.each(["", "{", "null", "[]", "7", '"x"'])(
		"R1: a body that is no JSON object (%s), with any id",
		async (body) => {
			await expectRefusal("no-such-invoice", body, 400, {
				code: "VALIDATION_ERROR",
			});
		},
	);

	const text = (name: string, max: number): [string, unknown, string][] => [
		[name, 7, "must be string"],
		[name, "", "must NOT have fewer than 1 characters"],
		[name, "x".repeat(max + 1), `must NOT have more than ${max} characters`],
		[name, "\udfff", "must be well-formed Unicode"],
	];
	const dates = (name: string): [string, unknown, string][] =>
		["2026-02-30", "", "tomorrow", "2026-1-1"].map((date) => [
			name,
			date,
			"must be a date, YYYY-MM-DD",
		]);

	it.each<[string, unknown, string]>([
		["state", null, "must be string"],
		[
			"state",
			"PAID",
			"must be equal to one of the allowed values: DRAFTED, APPROVED, VOID",
		],
		[
			"state",
			"void",
			"must be equal to one of the allowed values: DRAFTED, APPROVED, VOID",
		],
		["state", 1, "must be string"],
		["amount", null, "must be number"],
		["amount", 0, "must be > 0"],
		["amount", -5, "must be > 0"],
		["amount", "5", "must be number"],
		["amount", 1e15, "must be a number of magnitude below 1e15"],
		["amount", 1e-21, "must NOT have more than 20 decimal places"],
		["invoiceDate", null, "must be string"],
		...dates("invoiceDate"),
		...dates("dueDate"),
		["dueDate", 7, "must be string"],
		["currency", null, "must be string"],
		["currency", "EUR", "must be an active currency of the organization"],
		...text("currency", 8),
		...text("description", 255),
		["dueDate", "2026-10-31", "must NOT be before invoiceDate"],
		[
			"invoiceNumber",
			"N-2",
			"cannot be changed: void the invoice and create another one",
		],
		[
			"invoiceNumber",
			null,
			"cannot be changed: void the invoice and create another one",
		],
		[
			"invoiceNumber",
			"N-1",
			"cannot be changed: void the invoice and create another one",
		],
		[
			"vendorId",
			"v-2",
			"cannot be changed: void the invoice and create another one",
		],
		[
			"vendorId",
			null,
			"cannot be changed: void the invoice and create another one",
		],
	])("R5: $0 $1", async (name, value, reason) => {
		const id = await createInvoice(world);
		await expectRefusal(
			id,
			{ [name]: value },
			400,
			invalid(`/${name} ${reason}`),
		);
	});

	it("R5: dates are judged as they would be", async () => {
		const id = await createInvoice(world, { dueDate: "2026-11-10" });
		await expectRefusal(
			id,
			{ invoiceDate: "2026-11-11" },
			400,
			invalid("/invoiceDate must NOT be after dueDate"),
		);
		await expectRefusal(
			id,
			{ invoiceDate: "2026-11-21", dueDate: "2026-11-20" },
			400,
			invalid("/dueDate must NOT be before invoiceDate"),
		);
		const both = { invoiceDate: "2026-11-11", dueDate: "2026-11-11" };
		expect((await patch(id, both)).status).toBe(200);
		const noEnd = { invoiceDate: "2026-11-12", dueDate: null };
		expect((await patch(id, noEnd)).status).toBe(200);
	});
});

describe("403", () => {
	const keys = () =>
		acmeWithVendors({
			apiKeys: [
				key("writes", ["invoices:write"]),
				key(
					"others",
					permissions.filter((one) => one !== "invoices:write"),
				),
				key("both", ["invoices:write", "invoices:approve"]),
			],
		});
	const key = (name: string, granted: (typeof permissions)[number][]) => ({
		key: name,
		name,
		userId: "u-admin",
		permissions: granted,
	});
	const denied = {
		status: 403,
		body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
	};

	it("R5: needs invoices:write, and for the state APPROVED invoices:approve too", async () => {
		await world.import(keys());
		const id = await createInvoice(world);
		const send = (key: string, body: object) =>
			patchInvoice(world, id, body, { key });
		expect(await send("others", { amount: 5 })).toMatchObject(denied);
		expect(await send("others", { state: "APPROVED" })).toMatchObject(denied);
		expect(await send("writes", { amount: 5 })).toMatchObject({ status: 200 });
		expect(await send("writes", { state: "APPROVED" })).toMatchObject(denied);
		expect(await send("both", { state: "APPROVED" })).toMatchObject({
			status: 200,
		});
		// A caller who may not approve may not say so either, though it would change nothing.
		expect(await send("writes", { state: "APPROVED" })).toMatchObject(denied);
		expect(await send("writes", { state: "VOID" })).toMatchObject({
			status: 200,
		});
	});

	it("R5: after the schema check, before anything else", async () => {
		await world.import(keys());
		const send = (body: object, headers = {}) =>
			patchInvoice(world, "no-such-invoice", body, { key: "writes", headers });
		const approval = { state: "APPROVED" };
		expect(await send(approval)).toMatchObject(denied);
		expect(await send(approval, { "if-match": "7" })).toMatchObject({
			status: 400,
		});
		const id = await createInvoice(world);
		expect(
			await patchInvoice(
				world,
				id,
				{ state: "APPROVED", amount: 0 },
				{ key: "writes" },
			),
		).toMatchObject({ status: 400 });
	});

	it("R1: a key of an inactive user is INSUFFICIENT_PERMISSIONS", async () => {
		const users = [
			{ id: "u-admin", name: "A", role: "ADMIN" as const, active: false },
		];
		await world.import(acmeWithVendors({ users }));
		expect(await patch("x", {})).toMatchObject(denied);
	});
});

describe("404 INVOICE_NOT_FOUND", () => {
	it.each(["no-such-invoice", "bulk", "x".repeat(3_000), "INV-1", "%00", "#"])(
		"R5: with an id of any form and length (%#)",
		async (id) => {
			await expectRefusal(
				id,
				{ state: "VOID", amount: "wrong" },
				404,
				{ code: "INVOICE_NOT_FOUND" },
				{ "if-match": '"7"' },
			);
		},
	);

	it("R1: an invoice of another organization looks like a missing one", async () => {
		const id = await createInvoice(world);
		await world.import({
			...acme(),
			org: { ...acme().org, id: "other" },
			apiKeys: [
				{
					key: "other-key",
					name: "Other",
					userId: "u-admin",
					permissions: [...permissions],
				},
			],
		});
		const before = await tableContents(world);
		for (const body of [{ state: "VOID" }, {}, { amount: "x" }])
			expect(
				await patchInvoice(world, id, body, { key: "other-key" }),
			).toMatchObject({
				status: 404,
				body: {
					error: {
						code: "INVOICE_NOT_FOUND",
						message: "Invoice not found: GET /v1.0/invoice lists the invoices",
					},
				},
			});
		expect(await tableContents(world)).toEqual(before);
	});
});

describe("412 VERSION_MISMATCH", () => {
	it.each(['"2"', '"0"', '"01"', '"1.0"', '"x"', '" 1"'])(
		"R1: If-Match %s is not version 1",
		async (header) => {
			const id = await createInvoice(world);
			await expectRefusal(
				id,
				{ amount: "wrong" },
				412,
				{ code: "VERSION_MISMATCH" },
				{ "if-match": header },
			);
		},
	);

	it("R1: comes before the 409, and before wrong values", async () => {
		const slug = await imported({ state: "PAID" });
		await expectRefusal(
			slug,
			{},
			412,
			{ code: "VERSION_MISMATCH" },
			{
				"if-match": '"9"',
			},
		);
		await expectRefusal(slug, {}, 409, conflict(), { "if-match": '"1"' });
	});

	it("R1: a version matches once: the second patch with it is refused", async () => {
		const id = await createInvoice(world);
		const header = { "if-match": '"1"' };
		expect(await patch(id, { amount: 5 }, header)).toMatchObject({
			headers: { etag: '"2"' },
		});
		await expectRefusal(
			id,
			{ amount: 5 },
			412,
			{ code: "VERSION_MISMATCH" },
			header,
		);
	});
});

describe("409 INVALID_STATE_TRANSITION", () => {
	it.each([
		["APPROVED", "DRAFTED", "VOID"],
		["VOID", "APPROVED", "DRAFTED"],
	])("R5: not from %s to %s", async (from, to, between) => {
		const id = await createdIn(from);
		await expectRefusal(
			id,
			{ state: to },
			409,
			conflict(
				`An invoice cannot go from ${from} to ${to}: set it to ${between} first`,
			),
		);
	});

	it.each(["PAID", "drafted", "", "x".repeat(4_000)])(
		"R5: in a state that is none of the three, with any patch (%#)",
		async (state) => {
			const slug = await imported({ state });
			const bodies = [{}, { state: "VOID" }, { amount: "x" }, { vendorId: 1 }];
			for (const body of bodies)
				await expectRefusal(slug, body, 409, conflict());
			const { message } = (await patch(slug, {})).body.error;
			expect(message.length).toBeLessThan(200);
		},
	);

	it.each<[string, object]>([
		["amount", { amount: 5 }],
		["currency", { currency: "USD" }],
		["invoiceDate", { invoiceDate: "2026-11-02" }],
		["dueDate", { dueDate: "2026-12-01" }],
		["description", { description: "x" }],
	])("R5: %s changes only in a draft", async (name, body) => {
		for (const state of ["APPROVED", "VOID"]) {
			const id = await createdIn(state, { invoiceNumber: state });
			await expectRefusal(
				id,
				body,
				409,
				conflict(
					`The ${name} of an invoice that is ${state} cannot be changed: it must be DRAFTED`,
				),
			);
		}
	});

	it("R5: a patch that voids an approved invoice cannot change other properties, even by way of a draft", async () => {
		const id = await createdIn("APPROVED");
		await expectRefusal(id, { state: "VOID", amount: 5 }, 409, conflict());
	});

	it("R5: a wrong value is reported first", async () => {
		const id = await createdIn("APPROVED");
		await expectRefusal(id, { state: "DRAFTED", amount: 0 }, 400, {
			code: "VALIDATION_ERROR",
		});
		await expectRefusal(id, { state: "DRAFTED", currency: "EUR" }, 400, {
			code: "VALIDATION_ERROR",
		});
	});

	it("R5: no VOID once something was paid", async () => {
		const id = await createdIn("APPROVED");
		await payInvoice(world, id, 1);
		await expectRefusal(
			id,
			{ state: "VOID" },
			409,
			conflict(
				"The invoice cannot be voided: the due is not the amount; only an unpaid invoice can be",
			),
		);
	});

	it("R5: neither VOID nor another amount while a payment is recorded, even if a file has raised the due to the amount", async () => {
		const slug = await imported({ amount: 1_000 });
		await payInvoice(world, slug, 300);
		const payments = "payments of 300 are recorded that are not reversed";
		for (const state of ["APPROVED", "DRAFTED"]) {
			await imported({ amount: 700, due: 1_000, state });
			expect(await storedInvoice(world, slug)).toMatchObject({
				amount: "700",
				due: "700",
			});
			await expectRefusal(
				slug,
				{ state: "VOID" },
				409,
				conflict(`The invoice cannot be voided: ${payments}`),
			);
		}
		await expectRefusal(
			slug,
			{ amount: 5 },
			409,
			conflict(`The amount cannot be changed: ${payments}`),
		);
		expect((await patch(slug, { amount: 700, description: "x" })).status).toBe(
			200,
		);
	});

	it("R5: no VOID while a platform payment is in flight", async () => {
		const slug = await imported({ platformPaymentInFlight: true });
		await expectRefusal(
			slug,
			{ state: "VOID" },
			409,
			conflict(
				"The invoice cannot be voided: a platform payment is in flight; wait until it has settled",
			),
		);
	});

	it("R5: no VOID while a lock is held; after its expiry, yes", async () => {
		const expiresAt = new Date(testNow.getTime() + 60_000).toISOString();
		const slug = await imported({ lock: { holder: "web", expiresAt } });
		await expectRefusal(
			slug,
			{ state: "VOID" },
			409,
			conflict(
				"The invoice cannot be voided: its lock is held; wait until it is released",
			),
		);
		world.time.now = new Date(expiresAt);
		expect((await patch(slug, { state: "VOID" })).status).toBe(200);
	});

	it.each([40, 140])(
		"R5: the amount of an invoice of 100 can be changed, and the invoice voided, only while its due is 100, not %d; an equal amount is not a change",
		async (due) => {
			const slug = await imported({ state: "DRAFTED", due });
			const reason = "the due is not the amount; only an unpaid invoice can be";
			await expectRefusal(
				slug,
				{ amount: 50 },
				409,
				conflict(`The amount cannot be changed: ${reason}`),
			);
			await expectRefusal(
				slug,
				{ state: "VOID" },
				409,
				conflict(`The invoice cannot be voided: ${reason}`),
			);
			const same = { amount: 100, state: "APPROVED" };
			expect((await patch(slug, same)).status).toBe(200);
			expect(await storedInvoice(world, slug)).toMatchObject({
				amount: "100",
				due: `${due}`,
			});
		},
	);
});
