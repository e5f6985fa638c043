import { describe, expect, it } from "vitest";
import { disconnected } from "../../../tools/local/aws-gateway/aws-call.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { before, heldBack } from "../../support/aws-gateway/faults/effects.ts";
import { acmeWithVendors } from "../../support/created-invoices.ts";
import { pay } from "../../support/pay.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { exported } from "../operator/exported.ts";
import { org } from "./concurrent-imports.ts";

const world = useWorld(acmeWithVendors);

/** A file in which every entry differs from that of another number. */
const everything = (number: number): OrganizationFile => {
	const name = `Name ${number}`;
	const rate = { rate: number, rateType: "PERCENTAGE" as const };
	const state = "APPROVED" as const;
	const invoice = { vendorId: "v-1", state, amount: 100 + number };
	return {
		org: { id: "acme", name },
		entities: [{ id: 1, name }],
		users: [
			{
				...{ id: "u-2", name, role: "MEMBER" as const },
				email: `${number}@acme.example`,
				permissions: number % 2 === 0 ? ["vendors:read"] : [],
			},
		],
		apiKeys: [
			{ key: "late-key", name, userId: "u-2", permissions: ["vendors:read"] },
		],
		vendors: [{ id: "v-1", name }],
		gstTaxes: [{ id: 1, name, ...rate }],
		tags: [{ slug: "t", name, type: "VARCHAR" }],
		skus: [
			{ name, itemCode: "C-1" },
			{ name: "Same", itemCode: "C-2", unit: name },
		],
		purchaseOrders: [
			{ id: "po-1", poNumber: name, vendorId: "v-1", state, amount: number },
		],
		advances: [
			{
				id: "adv-1",
				vendorId: "v-1",
				state: number % 2 === 0 ? "PENDING" : "APPROVED",
				purchaseOrderLinkId: "po-1",
			},
			{ id: "adv-2", vendorId: name, state: "REJECTED" },
		],
		invoices: [
			{ ...invoice, slug: "own-slug", invoiceNumber: `N-${number}` },
			{ ...invoice, slug: "plain" },
		],
	};
};

/**
 * An import that dies while a call that writes is on the way.
 *
 * @param calls How many such calls are carried out before that one.
 * @returns Lets the call arrive; undefined: the import ended before it.
 */
async function diedOnTheWay(file: OrganizationFile, calls: number) {
	world.skipPauses();
	const late = heldBack();
	let number = 0;
	const death = world.gateway.faults.add({
		accessKeyId: "test",
		effect: async (call, forward) => {
			const isWrite = /^(BatchExecuteStatement|ExecuteTransaction)$/;
			if (number > calls) return disconnected;
			if (!isWrite.test(call.operation)) return forward(call);
			return number++ < calls ? forward(call) : late.effect(call, forward);
		},
	});
	const died = await world.import(file).then(
		() => false,
		() => true,
	);
	death.remove();
	return died ? late.land : undefined;
}

describe("contract 2: a call of an import that died changes nothing when it arrives after another import", () => {
	it("of any kind", async () => {
		let died = true;
		for (let calls = 0; died; calls++) {
			await world.reopen();
			await world.import(everything(1));
			const land = await diedOnTheWay(everything(2), calls);
			await world.import(everything(3));
			const before = await tableContents(world);
			expect(await land?.()).toBe(land && 1);
			expect(await tableContents(world)).toEqual(before);
			const { invoices, skus } = await exported(world);
			expect(invoices).toMatchObject([
				{ invoiceNumber: "N-3" },
				{ amount: 103 },
			]);
			expect(skus).toMatchObject([{ name: "Name 3" }, { unit: "Name 3" }]);
			died = land !== undefined;
		}
	});

	const renamed = (name: string, unit?: string) => ({
		org,
		skus: [{ name, itemCode: "C-1", ...(unit && { unit }) }],
	});

	async function expectNames(names: Record<string, string[]>) {
		for (const [name, itemCodes] of Object.entries(names)) {
			const { body } = await world.get("/v1.0/inventory/skus", { name });
			const found = body.data.items.map(
				({ itemCode }: { itemCode: string }) => itemCode,
			);
			expect({ name, found }).toEqual({ name, found: itemCodes });
		}
	}

	it("R3: a SKU does not lose a name that the other import has left", async () => {
		await world.import(renamed("Rod"));
		const land = await diedOnTheWay(renamed("Bar"), 0);
		await world.import(renamed("Rod", "kg"));
		await land?.();
		await expectNames({ Rod: ["C-1"], Bar: [] });
	});

	it("R3: a SKU keeps a name that it got meanwhile, even if the former owner has the name again", async () => {
		await world.import(renamed("Rod"));
		const skus = [{ name: "Rod", itemCode: "C-2" }];
		await world.post("/v1.0/inventory/skus/bulk", { skus });
		const land = await diedOnTheWay(renamed("Bar"), 0);
		await world.import(renamed("Bar"));
		await world.import(renamed("Rod"));
		expect(await land?.()).toBe(1);
		await expectNames({ Rod: ["C-2"], Bar: [] });
	});

	it.each([
		["that was created over the API", false],
		["that the file had left as it was", true],
	])(
		"R3: a SKU %s does not get a name after it was renamed",
		async (_, isInFile) => {
			const skus = [{ name: "Rod", itemCode: "C-2" }];
			const left = isInFile ? skus : [];
			await world.import({ org, skus: [...renamed("Rod").skus, ...left] });
			if (!isInFile) await world.post("/v1.0/inventory/skus/bulk", { skus });
			const file = { org, skus: [...left, ...renamed("Bar").skus] };
			const land = await diedOnTheWay(file, 1);
			const pole = { name: "Pole", itemCode: "C-2" };
			await world.import({ org, skus: [...renamed("Bar").skus, pole] });
			expect(await land?.()).toBe(1);
			await expectNames({ Rod: [], Bar: ["C-1"], Pole: ["C-2"] });
			const names = [...(await tableContents(world)).keys()];
			expect(names.filter((key) => key.includes("#SKUNAME#"))).toHaveLength(2);
		},
	);
});

describe("contract 2: a payment arrives during an import", () => {
	it("the invoice that it refuses is unchanged, the rest is imported, and the error says so", async () => {
		const invoice = { slug: "own-slug", vendorId: "v-1", amount: 1_000 };
		const state = "APPROVED" as const;
		await world.import({ org, invoices: [{ ...invoice, state }] });
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: "BatchExecuteStatement",
			times: 1,
			effect: before(() => pay(world, [{ slug: "own-slug", amount: 600 }])),
		});
		const imported = world.import({
			org: { id: "acme", name: "Renamed" },
			users: [{ id: "u-2", name: "Two", role: "MEMBER" }],
			apiKeys: [{ key: "k-2", name: "New", userId: "u-2", permissions: [] }],
			skus: [{ name: "New" }],
			invoices: [{ ...invoice, state, due: 500 }],
		});
		await expect(imported).rejects.toThrow(
			/^\/invoices\/0\/due must be >= 600, which has been paid here\. What changed meanwhile refuses this; the rest of the file is imported$/,
		);
		const { org: renamed, apiKeys, invoices } = await exported(world);
		expect(renamed.name).toBe("Renamed");
		expect(apiKeys).toContainEqual(expect.objectContaining({ name: "New" }));
		expect(invoices).toMatchObject([{ amount: 1_000, due: 400 }]);
		const { body } = await world.get("/v1.0/inventory/skus", { name: "New" });
		expect(body.data.items).toMatchObject([{ name: "New" }]);
	});
});
