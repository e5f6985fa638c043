import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { isRefused, succeeds } from "./expected.ts";

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
export const createOrder = (user: User, more?: object) =>
	user.send("POST", orders, order(more));

/** Orders have no natural key: a caller without an answer looks the order up before creating it once more. */
const createOrderUnlessListed =
	(more?: object) =>
	async (user: User): Promise<unknown> => {
		const { body } = await user.send("GET", `${orders}?poNumber=PO-NEW`);
		return body.data.items.length === 0 ? createOrder(user, more) : undefined;
	};

const orderScenario = (
	name: string,
	{ state, more }: { state: string; more?: object },
) =>
	scenario({
		name,
		act: (user) => createOrder(user, more),
		expected: succeeds({ state }),
		again: createOrderUnlessListed(more),
	});

/** With an id of the caller's own, an order can simply be sent again. */
const repeatableOrder = (name: string, more: object = {}) =>
	scenario({
		name,
		act: (user) => createOrder(user, { externalId: "ERP-1", ...more }),
		expected: succeeds({ state: "DRAFTED" }),
	});

const preparedOrder = async (user: User): Promise<string> => {
	const { body } = await createOrder(user);
	return body.data.poId;
};

const patchOrder = (user: User, id: string, patch: object) =>
	user.send("PATCH", `${orders}/${id}`, patch);

/** Everything that an active order needs. */
export const completed = {
	vendorId: "v-1",
	currency: "INR",
	description: "Steel",
	paymentTerms: "30 days",
	deliveryDate: "2026-12-21",
	termsAndConditions: "None",
	additionalNotes: "None",
	state: "ACTIVE",
};

export const orderScenarios: Scenario[] = [
	orderScenario("an order is created", { state: "DRAFTED" }),
	orderScenario("an order with vendor, taxes and tags is created", {
		state: "DRAFTED",
		more: {
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
		},
	}),
	orderScenario("an order is created and activated", {
		state: "ACTIVE",
		more: completed,
	}),
	repeatableOrder("an order with an externalId is created"),
	repeatableOrder("an order with an externalId and a vendor is created", {
		vendorId: "v-1",
	}),
	scenario({
		name: "two equal requests with an externalId create an order at once",
		act: (user) =>
			Promise.all([1, 2].map(() => createOrder(user, { externalId: "ERP-1" }))),
		expected: (answers) => answers.forEach(succeeds({ state: "DRAFTED" })),
	}),
	scenario({
		name: "an order is refused whose externalId another request has taken",
		prepare: (user) => createOrder(user, { externalId: "ERP-1" }),
		act: (user) =>
			createOrder(user, { externalId: "ERP-1", description: "Other" }),
		expected: isRefused(409, "PURCHASE_ORDER_EXISTS"),
	}),
	scenario({
		name: "an order of an unknown vendor is refused",
		act: (user) => createOrder(user, { vendorId: "v-none" }),
		expected: isRefused(404, "VENDOR_NOT_FOUND"),
	}),
	scenario({
		name: "an order is changed",
		prepare: preparedOrder,
		act: (user, id) => patchOrder(user, id, { description: "Steel" }),
		expected: succeeds({ state: "DRAFTED", version: 2 }),
	}),
	scenario({
		name: "an order is activated",
		prepare: preparedOrder,
		act: (user, id) => patchOrder(user, id, completed),
		expected: succeeds({ state: "ACTIVE", version: 2 }),
	}),
	scenario({
		name: "two requests change an order at once",
		prepare: preparedOrder,
		act: (user, id) =>
			Promise.all([
				patchOrder(user, id, { description: "Steel" }),
				patchOrder(user, id, { paymentTerms: "30 days" }),
			]),
		expected: (answers) => answers.forEach(succeeds({ state: "DRAFTED" })),
	}),
];
