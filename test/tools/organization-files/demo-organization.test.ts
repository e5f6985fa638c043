import { join } from "node:path";
import { expect, it } from "vitest";
import { readOrganizationFile } from "../../../tools/organization-files/read-organization-file.ts";
import { pay } from "../../support/pay.ts";
import { openWorld } from "../../support/world.ts";
import { exported } from "../operator/exported.ts";

const path = join(
	import.meta.dirname,
	"../../../tools/organization-files/demo-organization.json",
);

it("contract 1: the demo organization can be imported, and tried", async () => {
	await using world = await openWorld();
	const file = readOrganizationFile(path);
	await world.import(file);
	const { invoices } = await exported(world, file.org.id);
	expect(invoices).toHaveLength(file.invoices?.length ?? 0);
	const { status } = await pay(world, [{ slug: "inv-1001", amount: 1 }], {
		key: "demo-admin-key",
	});
	expect(status).toBe(200);
});

it("contract 2: it has every kind of thing that there is", () => {
	const file = readOrganizationFile(path);
	const kinds = <T>(entries: readonly T[] = [], kind: (entry: T) => unknown) =>
		new Set(entries.map(kind)).size;
	expect({
		roles: kinds(file.users, ({ role }) => role),
		tagTypes: kinds(file.tags, ({ type }) => type),
		gstRates: kinds(file.gstTaxes, ({ rateType }) => rateType),
		tdsRates: kinds(file.tdsTaxes, ({ rateType }) => rateType),
		orderStates: kinds(file.purchaseOrders, ({ state }) => state),
		matching: kinds(
			file.purchaseOrders,
			(order) => order.matchingState ?? "UNMATCHED",
		),
		locks: kinds(file.invoices, ({ lock }) => lock?.holder),
		inFlight: kinds(
			file.invoices,
			(invoice) => invoice.platformPaymentInFlight,
		),
	}).toEqual({
		roles: 3,
		tagTypes: 5,
		gstRates: 2,
		tdsRates: 2,
		orderStates: 3,
		matching: 3,
		locks: 2,
		inFlight: 2,
	});
});
