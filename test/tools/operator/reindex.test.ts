import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { invoiceKey } from "../../../shared/dynamodb/keys.ts";
import { listKinds } from "../../../shared/lists/list-index.store.ts";
import { CommandError } from "../../../tools/operator/command-error.ts";
import { reindex } from "../../../tools/operator/organizations/reindex.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	before as actBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import { invoiceState } from "../../support/invoices.ts";
import { listed } from "../../support/listed.ts";
import { pay } from "../../support/pay.ts";
import { stripAttributes } from "../../support/strip-attributes.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { contractExample } from "../organization-files/contract-example.ts";

const world = useWorld();

const listKeys = ["listPk", "listSk", "listVersion"] as const;
const writing = "BatchExecuteStatement";
const run = () => reindex(world.table, "acme");
const pkOf = (slug: string) => `ORG#acme#INVOICE#${slug}`;

async function allListed() {
	const lists = listKinds.map((kind) => listed(world.table, kind));
	return Promise.all(lists);
}

describe("R1: records stored before the index existed", () => {
	it("are listed after reindex as they would be had they been listed at once", async () => {
		await world.import(contractExample());
		await world.post("/v1.0/inventory/skus/bulk", {
			skus: [{ name: "Nut" }, { name: "Bolt", itemCode: "B" }],
		});
		const before = await tableContents(world);
		const lists = await allListed();
		expect(lists.map(({ length }) => length)).toEqual([1, 1, 1, 3, 2, 1, 1]);

		await stripAttributes(world, listKeys);
		expect((await allListed()).flat()).toEqual([]);
		expect(await run()).toEqual({ listed: 10, alreadyListed: 0 });
		expect(await allListed()).toEqual(lists);
		expect(await tableContents(world)).toEqual(before);
	});

	it("come last when their createdAt was never stored", async () => {
		await world.import(acme({ invoices: payableInvoices(1) }));
		await stripAttributes(world, [...listKeys, "facts"]);
		const invoices = [{ slug: "new", state: "APPROVED", amount: 1 }];
		await world.import({ org: acme().org, invoices });
		await run();
		expect(await listed(world.table, "INVOICE")).toEqual([
			pkOf("new"),
			pkOf("inv-0"),
		]);
	});

	it("are listed by an import that changes them, too", async () => {
		await world.import(acme({ invoices: payableInvoices(2) }));
		await stripAttributes(world, [...listKeys, "facts", "importDigest"]);
		await world.import(acme({ invoices: payableInvoices(1, 50) }));
		expect(await listed(world.table, "INVOICE")).toEqual([pkOf("inv-0")]);
	});

	it("are listed after reindex, though an import has changed their organization since", async () => {
		await world.import(acme({ invoices: payableInvoices(2) }));
		await stripAttributes(world, listKeys);
		await world.import({ org: { id: "acme", name: "Renamed" } });
		// Two invoices and the user.
		expect(await run()).toEqual({ listed: 3, alreadyListed: 0 });
	});

	it("of other organizations are left alone", async () => {
		await world.import(acme({ invoices: payableInvoices(1) }));
		const other = { id: "acme-2", name: "Other" };
		await world.import({ org: other, vendors: [{ id: "v", name: "V" }] });
		await stripAttributes(world, listKeys);
		await world.import({ org: other, vendors: [{ id: "w", name: "W" }] });
		expect(await run()).toEqual({ listed: 2, alreadyListed: 0 });
		await expect(reindex(world.table, "acm")).rejects.toThrow(CommandError);
	});
});

describe("R1: reindex", () => {
	beforeEach(async () => {
		await world.import(acme({ invoices: payableInvoices(60) }));
		await stripAttributes(world, listKeys);
	});

	it("may be repeated, and then writes nothing", async () => {
		expect(await run()).toEqual({ listed: 61, alreadyListed: 0 });
		const before = await tableContents(world);
		world.gateway.meter.reset();
		expect(await run()).toEqual({ listed: 0, alreadyListed: 61 });
		expect(world.gateway.meter.read().operations).not.toContain(writing);
		expect(await tableContents(world)).toEqual(before);
	});

	it("goes on where it was cut short", async () => {
		const { faults } = world.gateway;
		const drop = faults.add({
			operation: writing,
			skip: 1,
			effect: throttle(),
		});
		world.table.pause = async () => {};
		await expect(run()).rejects.toThrow("overloaded");
		drop.remove();
		const { listed: listedNow, alreadyListed } = await run();
		expect([listedNow, alreadyListed]).toEqual([36, 25]);
	});

	it("goes through a busy store and lost answers", async () => {
		const { faults } = world.gateway;
		faults.add({ operation: writing, times: 2, effect: throttle() });
		faults.add({ operation: writing, times: 2, effect: loseAnswer() });
		expect(await run()).toEqual({ listed: 61, alreadyListed: 0 });
		expect(await listed(world.table, "INVOICE")).toHaveLength(60);
	});

	it("leaves an entry that another process gave a record meanwhile", async () => {
		const listKey = { listPk: "acme#INVOICE", listSk: "its place" };
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: writing,
			times: 1,
			effect: actBefore(() =>
				world.table.documents.send(
					new UpdateCommand({
						TableName: world.table.name,
						Key: invoiceKey("acme", "inv-0"),
						UpdateExpression: "SET listPk = :listPk, listSk = :listSk",
						ExpressionAttributeValues: {
							":listPk": listKey.listPk,
							":listSk": listKey.listSk,
						},
					}),
				),
			),
		});
		await run();
		const contents = await tableContents(world);
		expect(contents.get(`${pkOf("inv-0")} INVOICE`)).toMatchObject(listKey);
	});

	it("undoes no payment made meanwhile, and refuses none", async () => {
		const statuses: number[] = [];
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: writing,
			times: 1,
			effect: actBefore(async () => {
				statuses.push(
					(await pay(world, [{ slug: "inv-0", amount: 30 }])).status,
				);
			}),
		});
		await run();
		expect(statuses).toEqual([200]);
		expect((await invoiceState(world, "inv-0")).due).toBe("70");
		expect(await listed(world.table, "INVOICE")).toHaveLength(60);
	});
});
