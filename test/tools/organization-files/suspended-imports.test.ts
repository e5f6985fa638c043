import { describe, expect, it, vi } from "vitest";
import {
	changeText,
	toChanges,
} from "../../../tools/organization-files/import/import-changes.ts";
import { importOrganization } from "../../../tools/organization-files/import-organization.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import {
	acmeWithVendors,
	createInvoices,
	newInvoice,
} from "../../support/created-invoices.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { exported } from "../operator/exported.ts";
import {
	importsIn,
	invoiced,
	jump,
	loseLease,
	org,
	suspendedImport,
	taxed,
	twice,
	withoutTimer,
} from "./concurrent-imports.ts";

const world = useWorld(acmeWithVendors);
const { storedTax, beforeCall, storeLease } = importsIn(world);

describe("an import that is suspended until others have ended is as if it had run after them", () => {
	it("R5: an invoice's number that was replaced is free again", async () => {
		await world.import(invoiced("N-1"));
		await suspendedImport(world, invoiced("N-3"), () =>
			world.import(invoiced("N-2")),
		);
		const { invoices } = await exported(world);
		expect(invoices).toMatchObject([{ invoiceNumber: "N-3" }]);
		const { body } = await createInvoices(world, [
			newInvoice({ invoiceNumber: "N-1" }),
			newInvoice({ invoiceNumber: "N-2" }),
		]);
		expect(body.data.failed).toEqual([]);
	});

	it("guarantee 4: an order's link leads to an advance that names the order", async () => {
		const purchaseOrders = ["po-1", "po-2"].map((id) => ({
			id,
			poNumber: id,
			vendorId: "v-1",
			state: "APPROVED" as const,
			amount: 1_000,
		}));
		const advanceOn = (purchaseOrderLinkId: string): OrganizationFile => ({
			org,
			purchaseOrders,
			advances: [
				{ id: "adv-1", vendorId: "v-1", state: "PENDING", purchaseOrderLinkId },
			],
		});
		await world.import({ org, purchaseOrders });
		await expect(
			suspendedImport(world, advanceOn("po-1"), () =>
				world.import(advanceOn("po-2")),
			),
		).rejects.toThrow(
			'/advances/0/purchaseOrderLinkId must be "po-2", which the advance holds until it is imported REJECTED',
		);
		const { body } = await world.get("/v1.0/procurement/purchase-order");
		const links = body.data.items.map(
			(order: { poId: string; linkedPaymentRequestId: string | null }) => [
				order.poId,
				order.linkedPaymentRequestId,
			],
		);
		expect(links.toSorted()).toEqual([
			["po-1", null],
			["po-2", "adv-1"],
		]);
	});

	it("a tax is as one of the files describes it", async () => {
		await world.import(taxed(18));
		await suspendedImport(world, taxed(5), () =>
			world.import(taxed(18, "ABSOLUTE")),
		);
		expect(await storedTax()).toMatchObject({
			rate: 5,
			rateType: "PERCENTAGE",
		});
	});

	it("a user who is inactive in the one file is not active with the role of the other", async () => {
		const user = (role: "MEMBER" | "ADMIN", active: boolean) => ({
			org,
			users: [{ id: "u-2", name: "Two", role, active }],
		});
		await world.import(user("MEMBER", false));
		await suspendedImport(world, user("ADMIN", false), () =>
			world.import(user("MEMBER", true)),
		);
		const { users } = await exported(world);
		expect(users).toContainEqual(
			expect.objectContaining({ id: "u-2", role: "ADMIN", active: false }),
		);
	});

	it("R3: no name leads to a SKU that does not have it", async () => {
		const sku = (name: string) => ({ org, skus: [{ name, itemCode: "C-1" }] });
		await world.import(sku("Rod"));
		await suspendedImport(world, sku("Bar"), () => world.import(sku("Pole")));
		await world.post("/v1.0/inventory/skus/bulk", {
			skus: [{ name: "Pole", itemCode: "C-2" }],
		});
		const { body } = await world.get("/v1.0/inventory/skus", { name: "Pole" });
		expect(body.data.items).toMatchObject([{ name: "Pole", itemCode: "C-2" }]);
	});

	it("what it had written before is written again", async () => {
		const file = (rate: number, number: string) => ({
			...taxed(rate),
			...invoiced(number),
		});
		await world.import(file(18, "N-1"));
		await suspendedImport(
			world,
			file(5, "N-3"),
			() => world.import(file(12, "N-2")),
			1,
		);
		expect(await storedTax()).toMatchObject({ rate: 5 });
		const { invoices } = await exported(world);
		expect(invoices).toMatchObject([{ invoiceNumber: "N-3" }]);
	});

	it("even if none of its writes was refused", async () => {
		const renamed = { ...taxed(5), org: { id: "acme", name: "Renamed" } };
		await suspendedImport(world, renamed, () => world.import(taxed(12)), 1);
		expect(await storedTax()).toMatchObject({ rate: 5 });
		expect((await exported(world)).org).toMatchObject({ name: "Renamed" });
	});

	it("its changes are those since it began", async () => {
		await world.import(taxed(18));
		beforeCall("BatchExecuteStatement", async () => {
			await loseLease(world, "acme");
			await world.import(taxed(12));
		});
		const file = taxed(5);
		const plan = await importOrganization(world.table, file, world.time.now);
		expect(toChanges(file, plan).changes.map(changeText)).toEqual([
			expect.stringMatching(/: rate 18 → 5$/),
		]);
	});

	it("it sends no further call of its old plan", async () => {
		await world.import(taxed(18));
		const calls: string[] = [];
		await suspendedImport(
			world,
			{ ...taxed(5), ...invoiced("N-1") },
			async () => {
				await world.import(taxed(12));
				jump(4_000);
				world.gateway.faults.add({
					accessKeyId: "test",
					effect: (call, forward) => {
						calls.push(call.operation);
						return forward(call);
					},
				});
			},
		);
		vi.restoreAllMocks();
		// It asks for its lease, gives it up, and takes a new one.
		expect(calls.slice(0, 3)).toEqual(["UpdateItem", "DeleteItem", "PutItem"]);
		expect(await storedTax()).toMatchObject({ rate: 5 });
	});

	it("it begins no further transaction of its old plan", async () => {
		withoutTimer();
		const sent: string[] = [];
		const lose = () => {
			jump(4_000);
			return loseLease(world, "acme");
		};
		let losing: Promise<unknown> | undefined;
		world.gateway.faults.add({
			accessKeyId: "test",
			async effect(call, forward) {
				const { operation } = call;
				if (operation === "PutItem") sent.push(operation);
				if (operation !== "ExecuteTransaction") return forward(call);
				sent.push(operation);
				losing ??= lose();
				await losing;
				return forward(call);
			},
		});
		const numbers = Array.from({ length: 12 }, (_, index) => `N-${index}`);
		const invoices = numbers.flatMap((number) =>
			(invoiced(number).invoices ?? []).map((one) => {
				return { ...one, slug: number };
			}),
		);
		await world.import({ org, invoices });
		// Ten are on their way at a time; then it takes a new lease.
		expect(sent.slice(0, 12)).toEqual([
			"PutItem",
			...Array<string>(10).fill("ExecuteTransaction"),
			"PutItem",
		]);
	});

	it("when it has written nothing before, a file with an error changes nothing", async () => {
		withoutTimer();
		const invoice = { slug: "own-slug", vendorId: "v-1", amount: 1_000 };
		const state = "APPROVED" as const;
		await world.import({ org, invoices: [{ ...invoice, state }] });
		beforeCall("BatchGetItem", () => jump(4_000));
		beforeCall("UpdateItem", async () => {
			await loseLease(world, "acme");
			await pay(world, [{ slug: "own-slug", amount: 600 }]);
		});
		const invoices = [{ ...invoice, state, due: 500 }];
		await expect(world.import({ ...taxed(5), invoices })).rejects.toThrow(
			/^\/invoices\/0\/due must be >= 600, which has been paid here$/,
		);
		expect(await storedTax()).toBeUndefined();
	});

	it("when it has written parts before, an entry that is refused by then does not keep the rest from being imported", async () => {
		withoutTimer();
		const invoice = { slug: "own-slug", vendorId: "v-1", amount: 1_000 };
		const state = "APPROVED" as const;
		await world.import({ org, invoices: [{ ...invoice, state }] });
		const file = {
			org: { id: "acme", name: "Renamed" },
			invoices: [{ ...invoice, state, due: 500 }],
		};
		const imported = suspendedImport(world, file, async () => {
			await pay(world, [{ slug: "own-slug", amount: 600 }]);
			jump(4_000);
		});
		await expect(imported).rejects.toThrow(
			/which has been paid here\. What changed meanwhile .*; the rest of the file is imported$/,
		);
		expect((await exported(world)).org).toMatchObject({ name: "Renamed" });
	});

	it("it leaves the lease to the import that has taken it over, and waits for that import, which renews it", async () => {
		beforeCall("GetItem", () => storeLease(2));
		const end = () => loseLease(world, "acme");
		const secondRead = beforeCall("GetItem", end, { skip: 1 });
		await suspendedImport(world, taxed(5), () => storeLease(1));
		expect(secondRead.hits).toBe(1);
	});

	it("an import to which that happens again and again ends with an error", async () => {
		// Whenever it gives its lease back, it learns that it does not have it any more.
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: "DeleteItem",
			effect: twice,
		});
		await expect(world.import(taxed(5))).rejects.toThrow(
			"Other imports of the organization kept taking over. Try again.",
		);
	});
});
