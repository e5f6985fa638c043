import { describe, expect, it } from "vitest";
import { skuByCodeKey } from "../../../shared/dynamodb/keys.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme } from "../../support/acme.ts";
import {
	after,
	before,
	drop,
} from "../../support/aws-gateway/faults/effects.ts";
import { endPageEarly } from "../../support/aws-gateway/faults/short-pages.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { stripAttributes } from "../../support/strip-attributes.ts";
import { useWorld } from "../../support/use-world.ts";
import { admin, exported } from "../operator/exported.ts";
import { interruptedImport } from "./interrupted-import.ts";

type Sku = NonNullable<OrganizationFile["skus"]>[number];

const world = useWorld(acme);

const importSkus = (...skus: Sku[]) => world.import({ org: acme().org, skus });

const createSkus = (...skus: Sku[]) =>
	world.post("/v1.0/inventory/skus/bulk", { skus });

const exportedSkus = async () => (await exported(world)).skus;

/** Does a line of a THREE_WAY order find a SKU of this name (spec 2.5)? */
async function isNameKnown(skuName: string): Promise<boolean> {
	const { status } = await world.post("/v1.0/procurement/purchase-order", {
		poNumber: "PO-1",
		poType: "GOODS",
		matchingType: "THREE_WAY",
		poDate: "2026-11-21",
		gstin: "27AAPFU0939F1ZV",
		lineItems: [{ identifier: "one", quantity: 1, rate: 1, skuName }],
	});
	return status === 200;
}

async function isNameFound(name: string): Promise<boolean> {
	const { body } = await world.get("/v1.0/inventory/skus", { name });
	return body.data.items.length === 1;
}

describe("contract 2: an import of SKUs that was interrupted can be repeated", () => {
	it.each([0, 1, 2])(
		"at any of its calls, of which statement %i takes effect: no name leads to a SKU without it",
		async (written) => {
			const skus = [
				{ name: "Bar", itemCode: "A" },
				{ name: "Rod", itemCode: "B" },
				{ name: "Nut", itemCode: "C" },
				{ name: "Nut", itemCode: "D" },
			];
			const file = { org: acme().org, skus };
			for (let calls = 0, isInterrupted = true; isInterrupted; calls++) {
				await world.reopen();
				await importSkus(
					{ name: "Rod", itemCode: "A" },
					{ name: "Bolt", itemCode: "D" },
				);
				await createSkus({ name: "Bolt", itemCode: "E" });
				const at = { calls, written };
				isInterrupted = await interruptedImport(world, file, at);
				const names = ["Bar", "Rod", "Nut", "Bolt"];
				for (const name of names)
					expect(await isNameKnown(name)).toBe(await isNameFound(name));
				await importSkus(...skus);
				for (const name of names) expect(await isNameFound(name)).toBe(true);
			}
		},
	);
});

describe("contract 2: SKUs are identified by item code", () => {
	it("without regard to case; what the file leaves out is gone", async () => {
		await createSkus({ name: "Rod", itemCode: "rod-1", unit: "kg", rate: 5 });
		await importSkus({ name: "Rod", itemCode: "ROD-1", rate: 80.5 });
		expect(await exportedSkus()).toEqual([
			{
				name: "Rod",
				itemCode: "ROD-1",
				rate: 80.5,
				createdBy: admin,
				updatedBy: null,
			},
		]);
	});

	it("two with the same name are two, and the name leads to the first of the file", async () => {
		await importSkus(
			{ name: "Rod", itemCode: "A" },
			{ name: "Rod", itemCode: "B" },
			{ name: "Rod" },
		);
		expect(await exportedSkus()).toHaveLength(3);
		const { body } = await world.get("/v1.0/inventory/skus", { name: "Rod" });
		expect(body.data.items).toMatchObject([{ itemCode: "A" }]);
	});
});

describe("contract 2: SKUs without code are identified by exact name", () => {
	it("one created over the API is found", async () => {
		await createSkus({ name: "Visit", unit: "day" });
		await importSkus({ name: "Visit", unit: "hour" });
		expect(await exportedSkus()).toMatchObject([
			{ name: "Visit", unit: "hour" },
		]);
	});

	it("an imported one is found again, also when its name leads to another", async () => {
		await createSkus({ name: "Visit", itemCode: "V" });
		await importSkus({ name: "Visit", unit: "hour" });
		await importSkus({ name: "Visit", unit: "day" });
		expect(await exportedSkus()).toMatchObject([
			{ name: "Visit", itemCode: "V" },
			{ name: "Visit", unit: "day" },
		]);
	});

	it("one created over the API is found, also when its name leads to another", async () => {
		await createSkus({ name: "Visit", itemCode: "V" });
		await createSkus({ name: "Visit", unit: "day" });
		// A large table is searched page by page.
		const accessKeyId = "test";
		const effect = endPageEarly();
		world.gateway.faults.add({ accessKeyId, operation: "Scan", effect });
		await importSkus({ name: "Visit", unit: "hour" });
		world.gateway.faults.clear();
		expect(await exportedSkus()).toMatchObject([
			{ name: "Visit", itemCode: "V" },
			{ name: "Visit", unit: "hour" },
		]);
	});

	it("one created over the API while an import creates its own is left alone, also by the next ones", async () => {
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: "BatchExecuteStatement",
			times: 1,
			effect: before(() => createSkus({ name: "Visit", unit: "day" })),
		});
		const units = async () =>
			(await exportedSkus()).map(({ unit }: Sku) => unit).sort();
		for (const unit of ["hour", "hour", "week"]) {
			await importSkus({ name: "Visit", unit });
			expect(await units()).toEqual(["day", unit]);
		}
	});

	it("names that differ in case are two SKUs", async () => {
		await importSkus({ name: "Visit" }, { name: "VISIT" });
		await importSkus({ name: "VISIT", unit: "day" });
		expect(await exportedSkus()).toHaveLength(2);
		await createSkus({ name: "Round" });
		await importSkus({ name: "ROUND" });
		expect(await exportedSkus()).toHaveLength(4);
	});
});

describe("2.5: the name of an imported SKU leads to it", () => {
	it.each<Sku>([{ name: "Rod" }, { name: "Rod", itemCode: "R" }])(
		"%j",
		async (sku) => {
			await importSkus(sku);
			expect(await isNameKnown("ROD")).toBe(true);
		},
	);

	it("its former name does not", async () => {
		await importSkus({ name: "Rod", itemCode: "R" });
		await importSkus({ name: "Bar", itemCode: "R" });
		expect([await isNameKnown("Rod"), await isNameKnown("Bar")]).toEqual([
			false,
			true,
		]);
	});

	it.each([undefined, 0, 1])(
		"its former name leads to the oldest of the others that have it, also when the import died after %s calls",
		async (calls) => {
			for (const itemCode of ["A", "B", "C"]) {
				await createSkus({ name: "Rod", itemCode });
				passSeconds(world, 1);
			}
			const skus = [{ name: "Bar", itemCode: "A" }];
			const file = { org: acme().org, skus };
			if (calls !== undefined)
				await interruptedImport(world, file, { calls, written: 0 });
			await importSkus(...skus);
			const { body } = await world.get("/v1.0/inventory/skus", { name: "rod" });
			expect(body.data.items).toMatchObject([{ itemCode: "B" }]);
		},
	);

	it("R3: its former name leads to another SKU that has it and that the list index does not show yet", async () => {
		await importSkus({ name: "Rod", itemCode: "A" });
		await createSkus({ name: "Rod", itemCode: "B" });
		const { pk } = skuByCodeKey("acme", "B");
		await stripAttributes(
			world,
			["listPk", "listSk"],
			(item) => item.pk === pk,
		);
		await importSkus({ name: "Bar", itemCode: "A" });
		const { body } = await world.get("/v1.0/inventory/skus", { name: "Rod" });
		expect(body.data.items).toMatchObject([{ itemCode: "B" }]);
	});

	it("R3: its former name leads to a SKU that is created with it while the import searches for one", async () => {
		await importSkus({ name: "Rod", itemCode: "A" });
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: "Scan",
			times: 1,
			effect: after(() => createSkus({ name: "Rod", itemCode: "B" })),
		});
		await importSkus({ name: "Bar", itemCode: "A" });
		const { body } = await world.get("/v1.0/inventory/skus", { name: "Rod" });
		expect(body.data.items).toMatchObject([{ itemCode: "B" }]);
	});

	it("its former name finds another SKU that has it, even if the first attempt to release it is lost", async () => {
		await importSkus({ name: "Rod", itemCode: "A" });
		await createSkus({ name: "Rod", itemCode: "B" });
		const release = world.gateway.faults.add({
			accessKeyId: "test",
			operation: "ExecuteTransaction",
			times: 1,
			effect: drop(),
		});
		await importSkus({ name: "Bar", itemCode: "A" });
		expect(release.hits).toBe(1);
		const { body } = await world.get("/v1.0/inventory/skus", { name: "Rod" });
		expect(body.data.items).toMatchObject([{ itemCode: "B" }]);
	});

	it("the table is scanned only for names that no SKU of the file takes over", async () => {
		await importSkus(
			{ name: "Rod", itemCode: "A" },
			{ name: "Nut", itemCode: "C" },
		);
		await createSkus({ name: "Nut", itemCode: "D" });
		world.gateway.meter.reset();
		await importSkus(
			{ name: "Bar", itemCode: "A" },
			{ name: "Rod", itemCode: "B" },
			{ name: "Nut", itemCode: "D", rate: 1 },
		);
		expect(world.gateway.meter.read().operations).not.toContain("Scan");
	});

	it("its former name goes to another SKU, even if a request writes it again before it is renamed", async () => {
		await importSkus({ name: "Rod", itemCode: "A" });
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: "BatchExecuteStatement",
			skip: 1,
			times: 1,
			effect: before(() => createSkus({ name: "Any", itemCode: "A" })),
		});
		await importSkus(
			{ name: "Bar", itemCode: "A" },
			{ name: "Rod", itemCode: "B" },
		);
		const { body } = await world.get("/v1.0/inventory/skus", { name: "Rod" });
		expect(body.data.items).toMatchObject([{ itemCode: "B" }]);
	});

	it("two may change names", async () => {
		await importSkus(
			{ name: "A", itemCode: "1" },
			{ name: "B", itemCode: "2" },
		);
		await importSkus(
			{ name: "B", itemCode: "1" },
			{ name: "A", itemCode: "2" },
		);
		expect([await isNameKnown("A"), await isNameKnown("B")]).toEqual([
			true,
			true,
		]);
	});

	it("a name in other case goes on leading to it", async () => {
		await importSkus({ name: "Rod", itemCode: "R" });
		await importSkus({ name: "ROD", itemCode: "R" });
		expect(await isNameKnown("rod")).toBe(true);
	});
});
