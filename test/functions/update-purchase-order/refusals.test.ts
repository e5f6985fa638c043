import { beforeAll, describe, expect, it } from "vitest";
import { tableContents } from "../../support/table-contents.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import {
	acmeWithOrders,
	activatable,
	createdOrder,
	createSkus,
	patch,
	storedOrder,
} from "../purchase-order/orders.ts";
import { refusals } from "../purchase-order/refusals.ts";

const world = useSharedWorld();
let draft: string;
beforeAll(async () => {
	const { users, ...file } = acmeWithOrders();
	await world.import({
		...file,
		users: [
			...users,
			{ id: "u-off", name: "Off", role: "ADMIN", active: false },
		],
		purchaseOrders: [
			{ id: "po-active", poNumber: "P", state: "ACTIVE", amount: 1 },
			{ id: "po-approved", poNumber: "P", state: "APPROVED", amount: 1 },
		],
		apiKeys: [
			...file.apiKeys,
			{
				key: "reader",
				name: "R",
				userId: "u-admin",
				permissions: ["procurement:read"],
			},
			{
				key: "off",
				name: "Off",
				userId: "u-off",
				permissions: ["procurement:write"],
			},
		],
	});
	await world.import({
		org: { ...file.org, id: "rival" },
		users,
		apiKeys: [
			{
				key: "rival-key",
				name: "ERP",
				userId: "u-admin",
				permissions: ["procurement:write"],
			},
		],
		purchaseOrders: [
			{ id: "po-rival", poNumber: "P", state: "DRAFTED", amount: 1 },
		],
	});
	await createSkus(world);
	draft = await createdOrder(world);
});

/** Sends a patch that must be refused and must change nothing. */
async function refusalOf(...args: [poId: string, body: unknown, key?: string]) {
	const [poId, body, key] = args;
	const before = await tableContents(world);
	const options = key === undefined ? {} : { key };
	const answer = await patch(world, poId, body, options);
	expect(await tableContents(world)).toEqual(before);
	return answer;
}

/** The patch that turns a draft into the order that such a body would create. */
const toPatch = (body: unknown) =>
	typeof body === "string"
		? body
		: JSON.stringify(body, (_, value) => (value === undefined ? null : value));

describe("R2: the order as it would be is checked exactly as a creation", () => {
	it.each(refusals.filter(([, , given]) => given !== "no rate"))(
		"R2: %s: status %i for %s",
		async (row, status, _, body, message) => {
			const [code] = row.split(" ");
			expect(await refusalOf(draft, toPatch(body))).toMatchObject({
				status,
				body: {
					ok: false,
					error: {
						code,
						message:
							typeof message === "string"
								? message
								: expect.stringMatching(message),
					},
				},
			});
		},
	);

	it("R2: 400 MISSING_REQUIRED_FIELD for a line item without rate", async () => {
		const lineItems = [{ identifier: "a", quantity: 1 }];
		expect(await refusalOf(draft, { lineItems })).toMatchObject({
			status: 400,
			body: { error: { code: "MISSING_REQUIRED_FIELD" } },
		});
	});

	it.each([
		["a number that the store cannot hold", '{"lineItems": [{"rate": 1e300}]}'],
		["text that is no Unicode", '{"description": "\\ud800"}'],
		["too many levels", `{"x": ${"[".repeat(9)}${"]".repeat(9)}}`],
		["such a number in an unknown property", '{"x": 1e400}'],
	])("R2: 400 VALIDATION_ERROR for %s", async (_, text) => {
		expect(await refusalOf(draft, text)).toMatchObject({
			status: 400,
			body: { error: { code: "VALIDATION_ERROR" } },
		});
	});

	it.each(["", "x", "[]", "null", '"x"', "7", "{"])(
		"R1: 400 VALIDATION_ERROR for the body %j, which is no JSON object",
		async (text) => {
			expect(await refusalOf(draft, text)).toMatchObject({
				status: 400,
				body: {
					error: {
						code: "VALIDATION_ERROR",
						message: expect.stringMatching(/^Validation failed: \/ must be/),
					},
				},
			});
		},
	);
});

describe("R2: 409 INVALID_STATE_TRANSITION names the state", () => {
	it.each([
		["po-active", "ACTIVE"],
		["po-approved", "APPROVED"],
	])("R2: for %s, an empty patch included", async (poId, state) => {
		for (const body of [{}, { state: "DRAFTED" }, { poNumber: "" }]) {
			expect(await refusalOf(poId, body)).toMatchObject({
				status: 409,
				body: {
					error: {
						code: "INVALID_STATE_TRANSITION",
						message: `The purchase order is ${state}: only a DRAFTED one can be changed`,
					},
				},
			});
		}
	});

	it("R2: for an order that was answered ACTIVE: it reads APPROVED", async () => {
		const poId = await createdOrder(world, activatable);
		const { body } = await refusalOf(poId, { state: "ACTIVE" });
		expect(body.error).toMatchObject({
			code: "INVALID_STATE_TRANSITION",
			message: expect.stringContaining((await storedOrder(world, poId)).state),
		});
	});
});

describe("R1: 404 PURCHASE_ORDER_NOT_FOUND for an id that does not exist", () => {
	it.each([
		["an ordinary one", "po-none"],
		["one of strange characters", "é/ü#?%20"],
		["the longest that a key takes", "x".repeat(1_024)],
		["one too long for a key", "x".repeat(1_025)],
		["a very long one", "x".repeat(5_000)],
		["one with a separator of keys", "po-1#PO"],
		["a relative path", "../po-active"],
		["a space", " "],
	])("R1: %s", async (_, poId) => {
		expect(await refusalOf(poId, {})).toMatchObject({
			status: 404,
			body: { error: { code: "PURCHASE_ORDER_NOT_FOUND" } },
		});
	});

	it("R1: orders of another organization look exactly like missing ones", async () => {
		const missing = await refusalOf("po-none", {}, "rival-key");
		expect(await refusalOf(draft, {}, "rival-key")).toEqual(missing);
		expect(await refusalOf("po-rival", {})).toEqual(missing);
	});
});

describe("R1: 401 and 403 come first", () => {
	it.each([
		["reader", 403, "INSUFFICIENT_PERMISSIONS"],
		["off", 403, "INSUFFICIENT_PERMISSIONS"],
		["unknown", 401, "INVALID_API_KEY"],
	])("R1: for the key %s: %i %s", async (key, status, code) => {
		expect(await refusalOf("po-none", "[", key)).toMatchObject({
			status,
			body: { error: { code } },
		});
	});
});

it("R2: vendors, taxes, tags and SKUs of another organization are unknown", async () => {
	const codes = [];
	for (const changes of [
		{ vendorId: "v-1" },
		{ tags: { project: { value: "x" } } },
		{ lineItems: [{ identifier: "a", quantity: 1, rate: 1, taxId: 1 }] },
		{
			matchingType: "THREE_WAY",
			lineItems: [{ identifier: "a", quantity: 1, rate: 1, skuCode: "ROD-1" }],
		},
	]) {
		const complete = {
			poNumber: "P",
			poType: "GOODS",
			matchingType: "TWO_WAY",
			poDate: "2026-11-21",
			gstin: "27AAPFU0939F1ZV",
			lineItems: [{ identifier: "a", quantity: 1, rate: 1 }],
		};
		const { body } = await refusalOf(
			"po-rival",
			{ ...complete, ...changes },
			"rival-key",
		);
		codes.push(body.error.code);
	}
	expect(codes).toEqual([
		"VENDOR_NOT_FOUND",
		"VALIDATION_ERROR",
		"INTERNAL_ERROR",
		"SKU_NOT_FOUND",
	]);
});
