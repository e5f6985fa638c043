import { newInvoice } from "../../support/created-invoices.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";

const order = (more: object = {}) => ({
	poNumber: "PO-NEW",
	lineItems: [{ identifier: "line-1", quantity: 10, rate: 100 }],
	poType: "GOODS",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
	...more,
});

const orders = "/v1.0/procurement/purchase-order";
const createOrder = (user: User, more?: object) =>
	user.send("POST", orders, order(more));

/** Orders have no natural key: whoever had no answer looks the order up before creating it once more. */
const createOrderUnlessListed =
	(more?: object) =>
	async (user: User): Promise<unknown> => {
		const { body } = await user.send("GET", `${orders}?poNumber=PO-NEW`);
		return body.data.items.length === 0 ? createOrder(user, more) : undefined;
	};

const orderScenario = (name: string, more?: object) =>
	scenario({
		name,
		act: (user) => createOrder(user, more),
		again: createOrderUnlessListed(more),
	});

const createSkus = (user: User, skus: object[]) =>
	user.send("POST", "/v1.0/inventory/skus/bulk", { skus });
const createInvoices = (user: User, invoices: object[]) =>
	user.send("POST", "/v1.0/invoice/bulk", { invoices });
const createVendor = (user: User, body: object) =>
	user.send("POST", "/v1.0/vendor", body);

const patchInvoice = (user: User, id: string, patch: object) =>
	user.send("PATCH", `/v1.0/invoice/${id}`, patch);

const preparedInvoice =
	(more: object = {}) =>
	async (user: User): Promise<string> => {
		const { body } = await createInvoices(user, [newInvoice(more)]);
		return body.data.created[0].id;
	};

const preparedOrder = async (user: User): Promise<string> => {
	const { body } = await createOrder(user);
	return body.data.poId;
};

const patchOrder = (user: User, id: string, patch: object) =>
	user.send("PATCH", `${orders}/${id}`, patch);

const completed = {
	vendorId: "v-1",
	currency: "INR",
	description: "Steel",
	paymentTerms: "30 days",
	deliveryDate: "2026-12-21",
	termsAndConditions: "None",
	additionalNotes: "None",
	state: "ACTIVE",
};

export const recordScenarios: Scenario[] = [
	scenario({
		name: "a SKU with a code is created",
		act: (user) => createSkus(user, [{ name: "Rod", itemCode: "ROD-1" }]),
	}),
	scenario({
		name: "60 SKUs with codes are created",
		act: (user) =>
			createSkus(
				user,
				Array.from({ length: 60 }, (_, index) => ({
					name: `Rod ${index}`,
					itemCode: `ROD-${index}`,
				})),
			),
	}),
	scenario({
		name: "SKUs of one name and one code are created",
		act: (user) =>
			createSkus(user, [
				{ name: "Rod", itemCode: "ROD-1" },
				{ name: "Rod", itemCode: "ROD-2" },
				{ name: "Other", itemCode: "rod-1" },
			]),
	}),
	scenario({
		name: "two requests create one SKU at once",
		act: (user) =>
			Promise.all(
				["Rod", "Bar"].map((name) =>
					createSkus(user, [{ name: "Same", itemCode: name }]),
				),
			),
	}),
	scenario({
		name: "a vendor is created",
		act: (user) => createVendor(user, { name: "Paper", vendorId: "v-new" }),
	}),
	scenario({
		name: "a vendor that exists is refused",
		act: (user) => createVendor(user, { name: "Paper", vendorId: "v-1" }),
	}),
	orderScenario("an order is created"),
	orderScenario("an order with vendor, taxes and tags is created", {
		vendorId: "v-1",
		lineItems: [
			{
				identifier: "line-1",
				quantity: 10,
				rate: 100,
				taxId: 1,
				taxAmount: 180,
				tags: { project: { value: "Roof" } },
			},
		],
	}),
	orderScenario("an order is created and activated", completed),
	scenario({
		name: "an order of an unknown vendor is refused",
		act: (user) => createOrder(user, { vendorId: "v-none" }),
	}),
	scenario({
		name: "an order is changed",
		prepare: preparedOrder,
		act: (user, id) => patchOrder(user, id, { description: "Steel" }),
	}),
	scenario({
		name: "an order is activated",
		prepare: preparedOrder,
		act: (user, id) => patchOrder(user, id, completed),
	}),
	scenario({
		name: "two requests change an order at once",
		prepare: preparedOrder,
		act: (user, id) =>
			Promise.all([
				patchOrder(user, id, { description: "Steel" }),
				patchOrder(user, id, { paymentTerms: "30 days" }),
			]),
	}),
	scenario({
		name: "an invoice is created",
		act: (user) => createInvoices(user, [newInvoice()]),
	}),
	scenario({
		name: "60 invoices are created",
		act: (user) =>
			createInvoices(
				user,
				Array.from({ length: 60 }, (_, index) =>
					newInvoice({ invoiceNumber: `N-${index}` }),
				),
			),
	}),
	scenario({
		name: "an invoice whose number exists is refused",
		prepare: preparedInvoice(),
		act: (user) =>
			createInvoices(user, [
				newInvoice({ amount: 7 }),
				newInvoice({ invoiceNumber: "N-2" }),
			]),
	}),
	scenario({
		name: "two requests create one invoice at once",
		act: (user) =>
			Promise.all([
				createInvoices(user, [newInvoice()]),
				createInvoices(user, [newInvoice()]),
			]),
	}),
	scenario({
		name: "an invoice is approved",
		prepare: preparedInvoice(),
		act: (user, id) => patchInvoice(user, id, { state: "APPROVED" }),
	}),
	scenario({
		name: "an invoice is voided",
		prepare: preparedInvoice({ state: "APPROVED" }),
		act: (user, id) => patchInvoice(user, id, { state: "VOID" }),
	}),
	scenario({
		name: "the amount of an invoice is changed",
		prepare: preparedInvoice(),
		act: (user, id) => patchInvoice(user, id, { amount: 250 }),
	}),
	scenario({
		name: "two requests pay an invoice that was created over the API",
		prepare: preparedInvoice({ state: "APPROVED" }),
		act: (user, id) =>
			Promise.all([
				user.pay("k", [{ slug: id, amount: 40 }]),
				user.pay("k2", [{ slug: id, amount: 60 }]),
			]),
	}),
];
