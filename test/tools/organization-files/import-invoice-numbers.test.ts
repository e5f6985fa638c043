import { describe, expect, it } from "vitest";
import { importLeaseKey } from "../../../shared/dynamodb/keys.ts";
import { batchPut } from "../../../shared/dynamodb/writes/batch-put.ts";
import { toInvoiceId } from "../../../shared/invoices/invoice-id.ts";
import { toNumberPointerItem } from "../../../shared/invoices/item/number-pointers.store.ts";
import { lockInvoice } from "../../../tools/operator/invoices/lock-invoice.ts";
import { importOrganization } from "../../../tools/organization-files/import-organization.ts";
import { checkOrganizationFile } from "../../../tools/organization-files/read-organization-file.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import {
	drop,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import { tearTransactions } from "../../support/aws-gateway/faults/torn-transactions.ts";
import {
	acmeWithVendors,
	createInvoice,
	createInvoices,
	newInvoice,
	patchInvoice,
	payInvoice,
	storedInvoice,
} from "../../support/created-invoices.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { startProcess } from "../../support/service-process.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { exported } from "../operator/exported.ts";

const world = useWorld(acmeWithVendors);

type Entry = NonNullable<OrganizationFile["invoices"]>[number];

const entry = (more: Partial<Entry> = {}): Entry => ({
	slug: "own-slug",
	vendorId: "v-1",
	invoiceNumber: "N-1",
	state: "APPROVED",
	amount: 100,
	...more,
});
const file = (...invoices: Entry[]) => acmeWithVendors({ invoices });
const importing = (...invoices: Entry[]) => world.import(file(...invoices));

/** What becomes of the creation of an invoice with this number of v-1. */
async function creationOf(invoiceNumber: string) {
	const { body } = await createInvoices(world, [newInvoice({ invoiceNumber })]);
	const [failed] = body.data.failed;
	return failed ? `${failed.code} ${failed.id}` : "created";
}

/** That an import is refused so, and changes nothing. */
async function expectRefusal(invoices: Entry[], message: string) {
	const before = await tableContents(world);
	await expect(importing(...invoices)).rejects.toThrow(message);
	expect(await tableContents(world)).toEqual(before);
}

const numberId = toInvoiceId("v-1", "N-1");

const withoutDigests = (contents: Awaited<ReturnType<typeof tableContents>>) =>
	[...contents].map(([key, { importDigest: _, ...item }]) => [key, item]);
const contentsWithoutDigests = async () =>
	withoutDigests(await tableContents(world));

describe("R5: an organization file's invoices may carry number, currency, dates and description", () => {
	const facts = {
		invoiceNumber: "N-1",
		currency: "USD",
		invoiceDate: "2026-11-01",
		dueDate: "2026-12-01",
		description: "Steel",
	};

	it("which are stored and exported; who did it is null", async () => {
		await importing(entry(facts));
		expect(await storedInvoice(world, "own-slug")).toMatchObject({
			...facts,
			createdAt: testNow.toISOString(),
			createdBy: null,
			updatedAt: testNow.toISOString(),
			updatedBy: null,
		});
		expect((await exported(world)).invoices).toEqual([
			expect.objectContaining({ slug: "own-slug", ...facts }),
		]);
	});

	it("absent, they leave what is there, and an unchanged entry changes nothing", async () => {
		await importing(entry(facts));
		const before = await tableContents(world);
		world.time.now = new Date(testNow.getTime() + 1_000);
		await importing(entry(facts));
		expect(await tableContents(world)).toEqual(before);
		await importing({ slug: "own-slug", state: "APPROVED", amount: 100 });
		expect(await contentsWithoutDigests()).toEqual(withoutDigests(before));
		await importing(entry({ description: "Paper" }));
		expect(await storedInvoice(world, "own-slug")).toMatchObject({
			...facts,
			description: "Paper",
			createdAt: testNow.toISOString(),
			updatedAt: world.time.now.toISOString(),
			updatedBy: null,
			version: 2,
		});
	});

	it("of an invoice without any, none is exported", async () => {
		await importing({ slug: "plain", state: "APPROVED", amount: 1 });
		const { invoices } = await exported(world);
		expect(Object.keys(invoices[0])).not.toContain("currency");
	});

	it("a created invoice is exported with them, and its export can be imported", async () => {
		const id = await createInvoice(world, { description: "Steel" });
		const [shown] = (await exported(world)).invoices;
		const { payments, createdBy, updatedBy, ...others } = shown;
		const { approvedAt, approvedBy, ...invoice } = others;
		expect({ payments, ...invoice }).toMatchObject({
			slug: id,
			invoiceNumber: "N-1",
			currency: "INR",
			invoiceDate: "2026-11-01",
			description: "Steel",
			payments: [],
		});
		const before = await tableContents(world);
		await importing(invoice);
		expect(await contentsWithoutDigests()).toEqual(withoutDigests(before));
	});

	it("a created invoice's state can be imported, whether or not the vendor is named", async () => {
		const id = await createInvoice(world);
		await importing({
			slug: id,
			state: "APPROVED",
			amount: 100,
			platformPaymentInFlight: true,
		});
		expect(await storedInvoice(world, id)).toMatchObject({
			vendorId: "v-1",
			invoiceNumber: "N-1",
			state: "APPROVED",
			updatedBy: null,
		});
		expect(await payInvoice(world, id, 1)).toMatchObject({
			reason: "PLATFORM_PAYMENT_IN_FLIGHT",
		});
	});
});

describe("R5: an imported invoice's number is taken", () => {
	it("a creation with it is INVOICE_EXISTS, with the slug as id, each time that it names it", async () => {
		await importing(entry());
		const twice = ["n-1", "N-1"].map((invoiceNumber) =>
			newInvoice({ invoiceNumber }),
		);
		const { body } = await createInvoices(world, twice);
		const exists = { code: "INVOICE_EXISTS", id: "own-slug" };
		expect(body.data.failed).toMatchObject([exists, exists]);
	});

	it("the item that reserves the number is not an invoice: it cannot be paid, patched or locked, and is not exported", async () => {
		await importing(entry());
		expect(await payInvoice(world, numberId, 1)).toMatchObject({
			reason: "NOT_FOUND",
		});
		expect(await patchInvoice(world, numberId, {})).toMatchObject({
			status: 404,
		});
		const invoice = { organizationId: "acme", slug: numberId };
		const lock = { milliseconds: 1_000, now: testNow };
		await expect(lockInvoice(world.table, invoice, lock)).rejects.toThrow(
			"There is no invoice",
		);
		const { invoices } = await exported(world);
		expect(invoices.map(({ slug }: Entry) => slug)).toEqual(["own-slug"]);
	});

	it("a number that is changed is free again, and the new one is taken", async () => {
		await importing(entry());
		await importing(entry({ invoiceNumber: "N-2" }));
		expect(await creationOf("N-2")).toBe("INVOICE_EXISTS own-slug");
		expect(await creationOf("N-1")).toBe("created");
	});

	it.each(["N-1", "N-2"])(
		"the number of an invoice that moves to another vendor, where it is %s, is free again",
		async (invoiceNumber) => {
			await importing(entry());
			await importing(entry({ vendorId: "v-2", invoiceNumber }));
			expect(await storedInvoice(world, "own-slug")).toMatchObject({
				vendorId: "v-2",
				invoiceNumber,
			});
			expect(await creationOf("N-1")).toBe("created");
		},
	);

	it("another case of the letters is the same number", async () => {
		await importing(entry());
		await importing(entry({ invoiceNumber: "n-1" }));
		expect(await creationOf("N-1")).toBe("INVOICE_EXISTS own-slug");
		expect((await storedInvoice(world, "own-slug")).invoiceNumber).toBe("n-1");
	});

	it("an invoice whose slug is the id of its number reserves the number without another item", async () => {
		await importing(entry({ slug: numberId }));
		expect(await creationOf("N-1")).toBe(`INVOICE_EXISTS ${numberId}`);
		expect(await payInvoice(world, numberId, 1)).toMatchObject({
			status: "DONE",
		});
	});
});

describe("R5: an organization file is refused, with the JSON pointer", () => {
	const check = (...invoices: object[]) => {
		try {
			checkOrganizationFile({ org: { id: "acme" }, invoices });
			return "accepted";
		} catch (error) {
			return String(error).replace("OrganizationFileError: ", "");
		}
	};

	it.each<[string, object[], string]>([
		[
			"a number without a vendor",
			[{ ...entry(), vendorId: undefined }].map((one) =>
				JSON.parse(JSON.stringify(one)),
			),
			"/invoices/0 must have property vendorId when property invoiceNumber is present",
		],
		[
			"a vendor's number on a second slug",
			[entry(), entry({ slug: "other", invoiceNumber: "n-1" })],
			"/invoices/1/invoiceNumber must NOT be the same as in /invoices/0",
		],
		[
			"a slug that is the id of another number",
			[entry(), { slug: numberId, state: "APPROVED", amount: 1 }],
			"/invoices/1/slug must NOT be the id of another number: that of /invoices/0",
		],
		[
			"a number that is too long",
			[entry({ invoiceNumber: "x".repeat(129) })],
			"/invoices/0/invoiceNumber must NOT have more than 128 characters",
		],
		[
			"a date that does not exist",
			[entry({ dueDate: "2026-02-29" })],
			"/invoices/0/dueDate must be a date, YYYY-MM-DD",
		],
	])("%s, in the file", (_, invoices, message) => {
		expect(check(...invoices)).toBe(message);
	});

	it("the same number of two vendors is no mistake", () => {
		expect(check(entry(), entry({ slug: "b", vendorId: "v-2" }))).toBe(
			"accepted",
		);
	});

	it("a vendor's number on a second slug, in the store: imported or created", async () => {
		await importing(entry());
		await createInvoice(world, { invoiceNumber: "N-2" });
		await expectRefusal(
			[entry({ slug: "other", state: "VOID" })],
			"/invoices/0/invoiceNumber must NOT be the number of another invoice of the vendor: own-slug",
		);
		await expectRefusal(
			[entry({ slug: "other", invoiceNumber: "N-2" })],
			`/invoices/0/invoiceNumber must NOT be the number of another invoice of the vendor: ${toInvoiceId("v-1", "N-2")}`,
		);
	});

	it("a slug that is the id of another number", async () => {
		await importing(entry());
		await expectRefusal(
			[{ slug: numberId, state: "APPROVED", amount: 1 }],
			"/invoices/0/slug must NOT be the id of another invoice number: choose a slug of your own",
		);
		await expectRefusal(
			[entry({ slug: toInvoiceId("v-1", "N-3"), invoiceNumber: "N-4" })],
			"/invoices/0/slug must NOT be the id of another invoice number: choose a slug of your own",
		);
	});

	it("another number or vendor for an invoice that was created over the API", async () => {
		const slug = await createInvoice(world);
		await expectRefusal(
			[entry({ slug, invoiceNumber: "N-2" })],
			"/invoices/0/invoiceNumber must NOT change",
		);
		await expectRefusal(
			[entry({ slug, vendorId: "v-2" })],
			"/invoices/0/vendorId must NOT change",
		);
		await expectRefusal(
			[{ slug, vendorId: "v-2", state: "APPROVED", amount: 100 }],
			"/invoices/0/vendorId must NOT change",
		);
		// No other number.
		await importing(entry({ slug, invoiceNumber: "n-1" }));
		expect((await storedInvoice(world, slug)).invoiceNumber).toBe("n-1");
	});

	it("another vendor without a number of its own", async () => {
		await importing(entry());
		await expectRefusal(
			[{ slug: "own-slug", vendorId: "v-2", state: "APPROVED", amount: 100 }],
			"/invoices/0/vendorId must NOT change without an invoiceNumber",
		);
	});
});

describe("R5: no crash of an import, and no creation meanwhile, lets a number have two invoices", () => {
	it.each([
		["a new invoice", [], 1],
		["an invoice, which keeps its former one", [entry()], 2],
	])(
		"a number that an invoice gets over the API while a file gives it to %s: the import is refused",
		async (_, before, count) => {
			await importing(...before);
			world.gateway.faults.add({
				accessKeyId: "test",
				operation: "ExecuteTransaction",
				times: 1,
				effect: async (call, forward) => {
					expect(await creationOf("N-2")).toBe("created");
					return forward(call);
				},
			});
			await expect(importing(entry({ invoiceNumber: "N-2" }))).rejects.toThrow(
				"/invoices/0/invoiceNumber",
			);
			expect((await exported(world)).invoices).toHaveLength(count);
			for (const { invoiceNumber } of before)
				expect(await creationOf(`${invoiceNumber}`)).toBe(
					"INVOICE_EXISTS own-slug",
				);
		},
	);

	it("a former number that another invoice has taken meanwhile stays taken", async () => {
		await importing(entry());
		const theirs = { vendorId: "v-1", invoiceNumber: "N-1", slug: "theirs" };
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: "ExecuteTransaction",
			matches: (body) => JSON.stringify(body).includes("DELETE"),
			times: 1,
			effect: async (call, forward) => {
				await batchPut(world.connect("other"), [
					toNumberPointerItem("acme", theirs),
				]);
				return forward(call);
			},
		});
		await importing(entry({ invoiceNumber: "N-2" }));
		expect(await creationOf("N-1")).toBe("INVOICE_EXISTS theirs");
	});

	it.each([
		["lost", loseAnswer()],
		["refused for load", throttle()],
	])("a write that is %s is repeated", async (_, effect) => {
		const fault = world.gateway.faults.add({
			accessKeyId: "test",
			operation: "ExecuteTransaction",
			times: 1,
			effect,
		});
		await importing(entry());
		expect(fault.hits).toBe(1);
		expect(await creationOf("N-1")).toBe("INVOICE_EXISTS own-slug");
	});

	it.each(["before", "after"] as const)(
		"an import that dies at any call, %s it: a number is taken by an invoice that exists",
		async (when) => {
			for (let call = 1; ; call++) {
				await world.reopen();
				const process = startProcess(world, { call, when, what: "die" });
				const numbers = ["N-1", "N-2"];
				const created = file(
					...numbers.map((invoiceNumber) =>
						entry({ slug: `slug-${invoiceNumber}`, invoiceNumber }),
					),
				);
				const dying = importOrganization(process.table, created, testNow);
				await Promise.allSettled([dying]);
				for (const number of numbers) {
					const slug = `slug-${number}`;
					const outcome = await creationOf(number);
					const { status } = await world.get(`/v1.0/invoice/${slug}`);
					expect(outcome).toBe(
						status === 200 ? `INVOICE_EXISTS ${slug}` : "created",
					);
				}
				if (!process.isDead()) break;
			}
		},
	);

	it.each(["before", "after"] as const)(
		"an import that dies at any call, %s it: a number that its invoice has is taken, and no other",
		async (when) => {
			for (let call = 1; ; call++) {
				await world.reopen();
				await importing(entry());
				const process = startProcess(world, { call, when, what: "die" });
				const renumbered = file(entry({ invoiceNumber: "N-2" }));
				const dying = importOrganization(process.table, renumbered, testNow);
				await Promise.allSettled([dying]);
				const { invoiceNumber } = await storedInvoice(world, "own-slug");
				expect(await creationOf(`${invoiceNumber}`)).toBe(
					"INVOICE_EXISTS own-slug",
				);
				if (!process.isDead()) break;
				// Importing again is safe at any point.
				await world.import(renumbered);
				expect(await creationOf("N-2")).toBe("INVOICE_EXISTS own-slug");
				expect(await creationOf("N-1")).toBe("created");
			}
		},
	);

	/**
	 * An import dies as its transaction commits. Another one begins while some items are not visible.
	 *
	 * @param isHidden Default: all but the first item.
	 */
	async function importAfterTorn(
		torn: Entry,
		next: readonly Entry[],
		isHidden = (index: number) => index > 0,
	) {
		const { accessKeyId, table } = startProcess(world);
		const tear = tearTransactions(world.gateway.faults, {
			accessKeyId,
			operation: "ExecuteTransaction",
			times: 1,
			isHidden,
			meanwhile: async () => {
				world.gateway.faults.add({ accessKeyId, effect: drop() });
				await deleteItem(world, importLeaseKey("acme"));
				await importing(...next);
			},
		});
		await Promise.allSettled([importOrganization(table, file(torn), testNow)]);
		expect(tear.tornReads).toBe(1);
	}

	it.each([
		["its change", (index: number) => index > 0],
		// The invoice and the pointer of its new number come before it.
		["the end of its pointer", (index: number) => index === 2],
	])(
		"ADR 20: a number that is given back while %s, by an import that died, becomes visible is taken",
		async (_, isHidden) => {
			await importing(entry());
			const renumbered = entry({ invoiceNumber: "N-2" });
			await importAfterTorn(renumbered, [entry()], isHidden);
			expect(await storedInvoice(world, "own-slug")).toMatchObject({
				invoiceNumber: "N-1",
			});
			expect(await creationOf("N-1")).toBe("INVOICE_EXISTS own-slug");
			expect(await creationOf("N-2")).toBe("created");
		},
	);

	it.each([
		["alone", []],
		["in a file with another", [entry({ slug: "b", invoiceNumber: "N-9" })]],
	])(
		"ADR 20: a number that is changed while its invoice, by an import that died, becomes visible is free: %s",
		async (_, others) => {
			const renumbered = entry({ invoiceNumber: "N-2" });
			await importAfterTorn(entry(), [renumbered, ...others]);
			expect(await storedInvoice(world, "own-slug")).toMatchObject({
				invoiceNumber: "N-2",
			});
			expect(await creationOf("N-1")).toBe("created");
			expect(await creationOf("N-2")).toBe("INVOICE_EXISTS own-slug");
		},
	);
});
