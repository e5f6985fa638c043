import { expect } from "vitest";
import { path } from "../../client/src/http/path.ts";
import { invoiceKey } from "../../shared/dynamodb/keys.ts";
import { batchGet, type Item } from "../../shared/dynamodb/reads/batch-get.ts";
import { toInvoiceDetails } from "../../shared/invoices/invoices.store.ts";
import { toInvoiceHistory } from "../../shared/invoices/item/invoice-history.store.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import { acme } from "./acme.ts";
import type { SendOptions, World } from "./world.ts";

/** The file of acme with two vendors. */
export const acmeWithVendors = (additions: Partial<OrganizationFile> = {}) =>
	acme({
		vendors: [
			{ id: "v-1", name: "Steel" },
			{ id: "v-2", name: "Paper" },
		],
		...additions,
	});

/** An entry of a creation that nothing is wrong with. */
export const newInvoice = (more: object = {}) => ({
	invoiceNumber: "N-1",
	vendorId: "v-1",
	amount: 100,
	invoiceDate: "2026-11-01",
	...more,
});

export const createInvoices = (
	world: World,
	invoices: unknown,
	options: SendOptions = {},
) => world.post("/v1.0/invoice/bulk", { invoices }, options);

/** @returns The id of an invoice that is created for the test. */
export async function createInvoice(
	world: World,
	more: object = {},
): Promise<string> {
	const { body } = await createInvoices(world, [newInvoice(more)]);
	expect(body.data.failed).toEqual([]);
	return body.data.created[0].id;
}

export const patchInvoice = (
	world: World,
	id: string,
	patch: unknown,
	options: SendOptions = {},
) => world.patch(path`/v1.0/invoice/${id}`, patch, options);

/** What the store says of an invoice of acme's: all that a patch may change, with amounts as texts. */
export async function storedInvoice(world: World, id: string) {
	const [invoice] = await storedInvoices(world, [id]);
	if (!invoice) throw new Error(`No invoice ${id}`);
	return invoice;
}

/** `storedInvoice` of each id; undefined where there is no invoice. */
export async function storedInvoices({ table }: World, ids: readonly string[]) {
	const keys = ids.map((id) => invoiceKey("acme", id));
	const items = await batchGet(table, keys);
	return items.map((item) => item && toStored(item));
}

function toStored(item: Item) {
	const { facts, amount, due, paid, state, vendorId, version, payments } =
		toInvoiceDetails(item);
	return {
		...facts,
		...toInvoiceHistory(item),
		state,
		vendorId,
		version,
		amount: amount.toFixed(),
		due: due.toFixed(),
		paid: paid.toFixed(),
		payments: payments.length,
	};
}

/** The result of one payment of an invoice. */
export async function payInvoice(
	world: World,
	slug: string,
	amount: number,
	more: object = {},
) {
	const { body } = await world.post("/v1.0/payment/mark-as-paid", {
		resourceType: "INVOICE",
		resources: [{ slug, amount, ...more }],
	});
	return body.data.results[0];
}
