import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { itemBytes } from "../../../shared/dynamodb/item-size.ts";
import { lockInvoice } from "../../../tools/operator/invoices/lock-invoice.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { create, order } from "../../functions/purchase-order/orders.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	before as actBefore,
	failBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import { pay } from "../../support/pay.ts";
import { paymentsOf, reverse } from "../../support/reversals.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { byFile, exported } from "../operator/exported.ts";
import { contractExample } from "./contract-example.ts";
import { interruptedImport } from "./interrupted-import.ts";

const world = useWorld();

const writing = "BatchExecuteStatement";

const invoice = (more: object = {}) => ({
	slug: "inv-1",
	state: "APPROVED",
	amount: 1000,
	...more,
});
const withInvoice = (more: object = {}) => acme({ invoices: [invoice(more)] });

async function exportedInvoice() {
	const { invoices } = await exported(world);
	return invoices[0];
}

describe("contract 2: importing is an upsert", () => {
	it("takes in everything that the contract's example says", async () => {
		await world.import(contractExample());
		const { apiKeys, ...document } = await exported(world);
		const { apiKeys: _, ...example } = contractExample();
		expect(document).toMatchObject(example);
		expect(apiKeys).toHaveLength(1);
	});

	it("an import that is interrupted leaves no policy with an approver who does not exist", async () => {
		const file = acme({
			approvalPolicies: [{ name: "All", stages: [{ approvers: ["u-new"] }] }],
		});
		const approver = {
			id: "u-new",
			name: "N",
			role: "MEMBER" as const,
			active: true,
		};
		const changed = { ...file, users: [...(file.users ?? []), approver] };
		for (let calls = 0, isInterrupted = true; isInterrupted; calls++) {
			await world.reopen();
			await world.import(acme());
			const at = { calls, written: 0 };
			isInterrupted = await interruptedImport(world, changed, at);
			const { approvalPolicies, users } = await exported(world);
			const ids = users.map(({ id }: { id: string }) => id);
			if (approvalPolicies.length > 0) expect(ids).toContain("u-new");
		}
	});

	it("writes nothing when nothing has changed", async () => {
		await world.import(contractExample());
		const before = await tableContents(world);
		world.gateway.meter.reset();
		await world.import(contractExample());
		expect(world.gateway.meter.read().operations).not.toContain(writing);
		expect(await tableContents(world)).toEqual(before);
	});

	it("leaves alone what the file does not name", async () => {
		await world.import(contractExample());
		const before = await exported(world);
		const { org } = contractExample();
		await world.import({ org, vendors: [{ id: "v-2", name: "Paper" }] });
		expect(await exported(world)).toEqual({
			...before,
			vendors: [...before.vendors, { id: "v-2", name: "Paper", ...byFile }],
		});
	});

	it("replaces an entry, absent properties taking their defaults", async () => {
		const user = { id: "u-1", name: "One", role: "MEMBER" as const };
		await world.import({
			...contractExample(),
			users: [{ ...user, active: false }],
			apiKeys: [],
		});
		const { id } = contractExample().org;
		await world.import({
			org: { id, name: "Renamed" },
			users: [{ ...user, role: "ADMIN" }],
			tags: [{ slug: "cost-centre", name: "Cost", type: "VARCHAR" }],
			purchaseOrders: [
				{ id: "po-1", poNumber: "PO-2", state: "DRAFTED", amount: 5 },
			],
		});
		const document = await exported(world);
		expect(document.org).toEqual({ ...contractExample().org, name: "Renamed" });
		expect(document.users).toEqual([
			{ ...user, role: "ADMIN", active: true, ...byFile },
		]);
		expect(document.tags[0]).toEqual({
			slug: "cost-centre",
			name: "Cost",
			type: "VARCHAR",
			...byFile,
		});
		expect(document.purchaseOrders).toEqual([
			{
				id: "po-1",
				poNumber: "PO-2",
				state: "DRAFTED",
				matchingState: "UNMATCHED",
				amount: 5,
				externalId: null,
				createdAt: expect.any(String),
				...byFile,
			},
		]);
	});

	it("an invoice without a number loses the vendor that the file leaves out", async () => {
		await world.import(withInvoice({ vendorId: "v-1" }));
		await world.import(withInvoice({ amount: 2000 }));
		const { body } = await world.get("/v1.0/invoice/inv-1");
		expect(body.data).toMatchObject({ vendorId: null, amount: 2000 });
	});

	it.each([
		["a change", [0, 5, 3]],
		["the creation", [5, 3]],
	])(
		"R1: updatedAt of an order or advance is not before %s, with an import of a machine whose clock is behind; createdAt stays",
		async (_, minutes) => {
			const at = (minute = 0) => new Date(testNow.getTime() + minute * 60_000);
			const createdAt = at(minutes[0]).toISOString();
			for (const [index, minute] of minutes.entries()) {
				world.time.now = at(minute);
				const state = index % 2 === 0 ? "APPROVED" : "REJECTED";
				await world.import({
					...acme({ vendors: [{ id: "v-1", name: `${index}` }] }),
					purchaseOrders: [
						{ id: "po-1", poNumber: `${index}`, state: "DRAFTED", amount: 5 },
					],
					advances: [{ id: "adv-1", vendorId: "v-1", state }],
				});
			}
			const updatedAt = at(5).toISOString();
			const version = minutes.length;
			for (const path of [
				"procurement/purchase-order/po-1",
				"payment/request/adv-1",
			]) {
				const { body } = await world.get(`/v1.0/${path}`);
				expect(body.data).toMatchObject({ version, createdAt, updatedAt });
			}
			const { body } = await world.get("/v1.0/vendor/v-1");
			expect(body.data).toMatchObject({ createdAt });
		},
	);

	it("a new organization takes defaults for the properties that are absent", async () => {
		await world.import({ org: { id: "acme" } });
		expect((await exported(world)).org).toEqual({
			id: "acme",
			name: "",
			baseCurrency: "INR",
			currencies: ["INR"],
			timezone: "Asia/Kolkata",
			features: { vendorAdvances: false },
		});
	});

	it.each<[string, Omit<OrganizationFile["org"], "id">, object]>([
		["none is there", {}, {}],
		["features without a property", { features: {} }, {}],
		["one feature", { features: { vendorAdvances: false } }, {}],
		["the name", { name: "" }, {}],
		["the time zone", { timezone: "UTC" }, {}],
		[
			"currencies, which are replaced as a whole",
			{ currencies: ["EUR"] },
			{ currencies: ["INR", "EUR"] },
		],
		[
			"the base currency, which is always active",
			{ baseCurrency: "EUR" },
			{ currencies: ["EUR", "INR", "USD"] },
		],
	])(
		"properties of `org` that are absent stay as they are: %s",
		async (_, changes, others) => {
			const { org } = contractExample();
			await world.import({ org });
			await world.import({ org: { id: org.id, ...changes } });
			const after = { ...org, ...changes, ...others };
			const features = { ...org.features, ...changes.features };
			expect((await exported(world)).org).toEqual({ ...after, features });
		},
	);

	it("a file with the organization's id and an advance's new state changes nothing else", async () => {
		await world.import(contractExample());
		const before = await exported(world);
		const advances = [
			{ id: "adv-1", vendorId: "v-1", state: "APPROVED" as const },
		];
		await world.import({ org: { id: "acme" }, advances });
		expect(await exported(world)).toEqual({
			...before,
			advances: [{ ...before.advances[0], state: "APPROVED" }],
		});
	});

	it("an import that is interrupted leaves no new key with which records of the file are missing", async () => {
		const permissions = ["vendors:read" as const];
		const changed = acme({
			vendors: [{ id: "v-new", name: "New" }],
			approvalPolicies: [{ name: "All", stages: [] }],
			apiKeys: [
				{ key: "new-key", name: "New", userId: "u-admin", permissions },
			],
		});
		const key = "new-key";
		// In the call in which the import ends, only the writes of keys take effect.
		const isOfKey = (statement: string) => statement.includes('"KEY#');
		for (let calls = 0, isInterrupted = true; isInterrupted; calls++) {
			await world.reopen();
			await world.import(acme());
			const at = { calls, written: isOfKey };
			isInterrupted = await interruptedImport(world, changed, at);
			const { status } = await world.get("/v1.0/vendor/v-new", {}, { key });
			expect(status).toBeOneOf(isInterrupted ? [200, 401] : [200]);
			if (status !== 200) continue;
			const { approvalPolicies } = await exported(world);
			expect(approvalPolicies).toHaveLength(1);
		}
	});

	it("entities are merged by id and keep their order, the default one first", async () => {
		const { org } = contractExample();
		const entities = [
			{ id: 11, name: "Mumbai" },
			{ id: 12, name: "Pune", gstin: "27AAPFU0939F1ZV" },
		];
		await world.import({ org, entities });
		await world.import({
			org,
			entities: [
				{ id: 13, name: "Delhi" },
				{ id: 12, name: "Poona" },
			],
		});
		expect((await exported(world)).entities).toEqual([
			{ id: 11, name: "Mumbai" },
			{ id: 12, name: "Poona" },
			{ id: 13, name: "Delhi" },
		]);
	});

	it("policies are replaced as a whole list, and stay when the file has none", async () => {
		await world.import(contractExample());
		const { org } = contractExample();
		const approvalPolicies = [{ name: "Only", stages: [] }];
		await world.import({ org, approvalPolicies });
		const document = await exported(world);
		expect(document.approvalPolicies).toEqual(approvalPolicies);
		expect(document.submissionPolicies).toEqual(
			contractExample().submissionPolicies,
		);
		expect(document.procurementPolicy).toEqual({ payers: ["u-admin"] });
	});

	it("a slug may be any text, in keys and in policies", async () => {
		const tags = JSON.parse('{"__proto__":["a"],"constructor":[1]}');
		const file = acme({
			invoices: [
				invoice({ slug: "a/#b\u0000" }),
				invoice({ slug: "__proto__" }),
			],
			tags: [{ slug: "ü".repeat(512), name: "Long", type: "VARCHAR" }],
			approvalPolicies: [{ name: "Odd", when: { tags }, stages: [] }],
		});
		await world.import(file);
		expect(await exported(world)).toMatchObject({
			tags: file.tags,
			approvalPolicies: file.approvalPolicies,
		});
		expect((await pay(world, [{ slug: "a/#b\u0000", amount: 1 }])).status).toBe(
			200,
		);
	});

	it.each(["acme2", "acme-2"])(
		"two organizations share ids without meeting: acme and %s",
		async (id) => {
			const other = {
				...contractExample(),
				org: { id, name: "Other" },
				gstTaxes: [
					{ id: 7, name: "Other", rate: 7, rateType: "ABSOLUTE" as const },
				],
				apiKeys: [],
				vendors: [{ id: "v-1", name: "Other vendor" }],
			};
			await world.import(contractExample());
			const before = await exported(world);
			await world.import(other);
			expect(await exported(world)).toEqual(before);
			expect((await exported(world, id)).vendors).toMatchObject(other.vendors);
		},
	);
});

describe("contract 2: an invoice's due is the file's, less what was paid here", () => {
	it("the due defaults to the amount", async () => {
		await world.import(withInvoice());
		expect(await exportedInvoice()).toMatchObject({ amount: 1000, due: 1000 });
	});

	it("importing the same file again undoes no payment", async () => {
		await world.import(withInvoice({ amount: 100.1 }));
		await pay(world, [{ slug: "inv-1", amount: 0.3 }]);
		await world.import(withInvoice({ amount: 100.1 }));
		expect(await exportedInvoice()).toMatchObject({
			due: 99.8,
			payments: [{ amount: 0.3 }],
		});
	});

	it("a new due is reduced by all payments since the first import", async () => {
		await world.import(withInvoice());
		await pay(world, [{ slug: "inv-1", amount: 300 }]);
		await world.import(withInvoice({ amount: 2000, due: 1500 }));
		await pay(world, [{ slug: "inv-1", amount: 200 }]);
		await world.import(withInvoice({ amount: 2000, due: 500 }));
		expect(await exportedInvoice()).toMatchObject({ amount: 2000, due: 0 });
	});

	it("C1: reversed payments do not lessen it", async () => {
		await world.import(withInvoice());
		await pay(world, [{ slug: "inv-1", amount: 300 }]);
		await pay(world, [{ slug: "inv-1", amount: 200 }]);
		const [{ id: paymentId }] = await paymentsOf(world, "inv-1");
		await reverse(world, { slug: "inv-1", paymentId });
		await world.import(withInvoice({ due: 400 }));
		expect(await exportedInvoice()).toMatchObject({ due: 100 });
	});

	it("negative: an error, and nothing of the file is imported", async () => {
		await world.import(withInvoice());
		await pay(world, [{ slug: "inv-1", amount: 300 }]);
		const before = await tableContents(world);
		const file = {
			...acme({ vendors: [{ id: "v-9", name: "New" }] }),
			invoices: [invoice({ slug: "inv-0" }), invoice({ due: 299.99 })],
		};
		await expect(world.import(file)).rejects.toThrow(
			"/invoices/1/due must be >= 300, which has been paid here",
		);
		expect(await tableContents(world)).toEqual(before);
	});

	it("a payment made while importing is neither lost nor undone", async () => {
		await world.import(withInvoice());
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: writing,
			times: 1,
			effect: actBefore(() => pay(world, [{ slug: "inv-1", amount: 300 }])),
		});
		await world.import(withInvoice({ due: 500 }));
		expect(await exportedInvoice()).toMatchObject({
			due: 200,
			payments: [{ amount: 300 }],
		});
	});

	it("a payment planned before an import is not recorded after it", async () => {
		await world.import(withInvoice());
		world.gateway.faults.add({
			accessKeyId: "service",
			operation: writing,
			times: 1,
			effect: actBefore(() => world.import(withInvoice({ state: "ON_HOLD" }))),
		});
		const { body } = await pay(world, [{ slug: "inv-1", amount: 300 }]);
		expect(body.data.results).toEqual([
			{ slug: "inv-1", status: "SKIPPED", reason: "LOCK_HELD" },
		]);
		expect(await exportedInvoice()).toMatchObject({ due: 1000, payments: [] });
	});
});

it("contract 2: a platform payment that is not in flight any more does not keep an invoice from being paid", async () => {
	await world.import(withInvoice({ platformPaymentInFlight: true }));
	const paid = () => pay(world, [{ slug: "inv-1", amount: 1 }]);
	expect((await paid()).body.message).toBe("PLATFORM_PAYMENT_IN_FLIGHT");
	await world.import(withInvoice({ platformPaymentInFlight: false }));
	expect((await paid()).status).toBe(200);
	await world.import(withInvoice({ platformPaymentInFlight: true }));
	// Absent is false.
	await world.import(withInvoice());
	expect((await paid()).status).toBe(200);
});

describe("contract 2: an invoice's lock", () => {
	const lock = { holder: "web", expiresAt: "2030-01-01T00:00:00Z" };

	it("is taken in", async () => {
		await world.import(withInvoice({ lock }));
		expect(
			(await pay(world, [{ slug: "inv-1", amount: 1 }])).body.message,
		).toBe("LOCK_HELD");
	});

	it("stays when the file has none", async () => {
		await world.import(withInvoice({ lock }));
		await world.import(withInvoice({ state: "PENDING" }));
		expect(await exportedInvoice()).toMatchObject({ state: "PENDING", lock });
	});

	it("is replaced when the file has another", async () => {
		await world.import(withInvoice({ lock }));
		const expired = { ...lock, expiresAt: "2020-01-01T00:00:00Z" };
		await world.import(withInvoice({ lock: expired }));
		expect((await pay(world, [{ slug: "inv-1", amount: 1 }])).status).toBe(200);
	});
});

describe("an import from a store that is busy or fails", () => {
	it("is completed though the store is busy", async () => {
		const effect = throttle();
		world.gateway.faults.add({ operation: "BatchGetItem", times: 2, effect });
		world.gateway.faults.add({ operation: writing, times: 8, effect });
		await world.import(contractExample());
		expect((await exported(world)).invoices).toHaveLength(1);
	});

	describe.each(["BatchExecuteStatement", "ExecuteTransaction"])(
		"%s",
		(operation) => {
			beforeEach(() => {
				world.table.pause = async () => {};
			});

			it.each([
				["does not answer, or answers with server errors", failBefore()],
				["is overloaded", throttle()],
			])(
				"that fails for good is explained: the store %s",
				async (reason, effect) => {
					world.gateway.faults.add({ operation, effect });
					const importing = world.import(contractExample());
					await expect(importing).rejects.toThrow(
						RegExp(
							`^Not all could be written \\(entries left: \\d+\\): the store ${reason}. Try again.$`,
						),
					);
				},
			);
		},
	);

	/** Another writer is faster, so often. */
	function overtake(times = Number.POSITIVE_INFINITY) {
		const invoice = { organizationId: "acme", slug: "inv-1" };
		let milliseconds = 1_000;
		world.gateway.faults.add({
			operation: "BatchExecuteStatement",
			accessKeyId: "test",
			times,
			effect: actBefore(async () => {
				const { now } = world.time;
				const other = world.connect("other");
				await lockInvoice(other, invoice, { milliseconds, now });
				milliseconds += 1_000;
			}),
		});
	}

	it("a write that others overtake seven times is repeated, each time after a pause", async () => {
		await world.import(withInvoice({}));
		let pauses = 0;
		world.table.pause = async () => void pauses++;
		overtake(7);
		await world.import(withInvoice({ amount: 2 }));
		expect(pauses).toBe(7);
	});

	it("a write that others always overtake is explained", async () => {
		await world.import(withInvoice({}));
		world.table.pause = async () => {};
		overtake();
		await expect(world.import(withInvoice({ amount: 2 }))).rejects.toThrow(
			"Not all could be written (entries left: 1): other writers keep changing the same records. Try again.",
		);
	});

	it("writes that conflict are repeated as long as one of them succeeds each time", async () => {
		await world.import(acme({ invoices: payableInvoices(10) }));
		world.table.pause = async () => {};
		const other = world.connect("other");
		let calls = 0;
		world.gateway.faults.add({
			operation: writing,
			accessKeyId: "test",
			effect: actBefore(async () => {
				const lock = { milliseconds: ++calls, now: world.time.now };
				for (const { slug } of payableInvoices(10).slice(calls))
					await lockInvoice(other, { organizationId: "acme", slug }, lock);
			}),
		});
		await world.import(acme({ invoices: payableInvoices(10, 2) }));
		expect(calls).toBe(10);
	});

	it("a lost answer leaves every entry there once, as the file says", async () => {
		world.gateway.faults.add({
			operation: writing,
			times: 2,
			effect: loseAnswer(),
		});
		await world.import(contractExample());
		expect(await exported(world)).toMatchObject({
			invoices: [{ slug: "inv-1", due: 1000 }],
			skus: contractExample().skus,
		});
	});

	it("lists that fit no item are refused before anything is written", async () => {
		const options = Array.from({ length: 10_000 }, (_, id) => ({
			id,
			name: "An option with a name of its own",
		}));
		const tags = [{ slug: "t", name: "T", type: "DROPDOWN" as const, options }];
		await expect(world.import(acme({ tags }))).rejects.toThrow(
			"/tags/0 must NOT be larger than 399 KB",
		);
		expect(await tableContents(world)).toEqual(new Map());
	});

	it("contract 5: a change for which a stored record has no room is refused before anything is written", async () => {
		await world.import(acme());
		const paymentTerms = randomBytes(403_000).toString("base64");
		const { body } = await create(world, order({ paymentTerms }));
		const key = `ORG#acme#PO#${body.data.poId} PO`;
		const before = await tableContents(world);
		const room = 400 * 1024 - itemBytes(before.get(key) ?? {});
		const importNumber = (bytes: number) =>
			world.import(
				acme({
					vendors: [{ id: "v-1", name: "Steel" }],
					purchaseOrders: [
						{
							id: body.data.poId,
							poNumber: "\u{1F600}".repeat(bytes / 4),
							state: "DRAFTED",
							amount: 1,
						},
					],
				}),
			);
		await expect(importNumber(room + 400)).rejects.toThrow(
			"/purchaseOrders/0 must NOT be larger than 399 KB",
		);
		expect(await tableContents(world)).toEqual(before);
		// It may use the room that is left for updates.
		await importNumber(room - 400);
	});

	it("the longest texts leave room for an invoice's payments", async () => {
		const text = "\u{1F600}".repeat(2_000);
		await world.import(
			withInvoice({
				state: text,
				lock: { holder: text, expiresAt: "2020-01-01T00:00:00Z" },
			}),
		);
		await world.import(withInvoice({ vendorId: text }));
		expect((await pay(world, [{ slug: "inv-1", amount: 1 }])).status).toBe(200);
	});
});
