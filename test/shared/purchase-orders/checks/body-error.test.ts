import { describe, expect, it } from "vitest";
import type { ApiError } from "../../../../shared/errors/api-error.ts";
import { jsonBody } from "../../../../shared/http/json-body.ts";
import { toBodyError } from "../../../../shared/purchase-orders/checks/body-error.ts";
import { validate } from "../../../../shared/purchase-orders/schema.validator.js";
import {
	activatable,
	lineItem,
	order,
} from "../../../functions/purchase-order/orders.ts";
import { toApiEvent } from "../../../support/api-event.ts";

const read = jsonBody(validate, toBodyError);
const readBody = (body: object) =>
	read(
		toApiEvent({
			method: "POST",
			path: "/v1.0/procurement/purchase-order",
			headers: {},
			body: JSON.stringify(body),
		}),
	);

function refusalOf(body: object): ApiError | null {
	try {
		readBody(body);
		return null;
	} catch (error) {
		return error as ApiError;
	}
}

/** Returns an order with one property changed, in the order or in its second line item; undefined leaves it out. */
const orderWith = (field: string, value: unknown) => ({
	...order(),
	[field]: value,
});
const lineWith = (field: string, value: unknown) => ({
	...order(),
	lineItems: [lineItem(), { ...lineItem(), [field]: value }],
});

const complete = order({
	...activatable,
	currency: "INR",
	deliveryDate: "2028-02-29",
	termsAndConditions: "t",
	additionalNotes: "n",
	tags: { project: { value: "x" }, weight: {} },
	lineItems: [
		lineItem({
			skuCode: "",
			skuName: "",
			taxId: 1,
			taxAmount: 180,
			tags: { project: { value: null } },
		}),
		lineItem({ quantity: 0, rate: -1 }),
	],
});

describe("2.4, 2.5: a body that is right", () => {
	it("has everything that is required and nothing more", () => {
		expect(readBody(order())).toEqual(order());
	});

	it("has everything", () => {
		expect(readBody(complete)).toEqual(complete);
	});

	it.each([
		["poType", "SERVICES"],
		["matchingType", "THREE_WAY"],
		["state", "DRAFTED"],
		["description", "😀".repeat(255)],
		["poNumber", " "],
	])("has $0 $1", (field, value) => {
		expect(refusalOf(orderWith(field, value))).toBeNull();
	});

	it("purchase orders: has properties that the spec does not list", () => {
		expect(refusalOf(orderWith("colour", "red"))).toBeNull();
		expect(refusalOf(lineWith("colour", { of: "rod" }))).toBeNull();
		expect(
			refusalOf(orderWith("tags", { project: { value: "x", by: 1 } })),
		).toBeNull();
	});
});

describe("7.2 MISSING_REQUIRED_FIELD: names the field", () => {
	it.each([
		"poNumber",
		"lineItems",
		"poType",
		"matchingType",
		"poDate",
		"gstin",
	])("%s", (field) => {
		expect(refusalOf(orderWith(field, undefined))).toMatchObject({
			status: 400,
			code: "MISSING_REQUIRED_FIELD",
			message: `Validation failed: /${field} is required`,
		});
	});

	it.each(["quantity", "rate", "identifier"])("%s of a line item", (field) => {
		expect(refusalOf(lineWith(field, undefined))).toMatchObject({
			status: 400,
			code: "MISSING_REQUIRED_FIELD",
			message: `Validation failed: /lineItems/1/${field} is required`,
		});
	});

	it("purchase orders: missing properties come before wrong ones, in the order of 2.4", () => {
		const missing = [];
		let body: object = {
			...order(),
			poNumber: "",
			poType: 1,
			lineItems: [7, { quantity: "1" }, {}],
		};
		for (const field of ["poNumber", "poType", "gstin"]) {
			const { [field as keyof typeof body]: _, ...rest } = body;
			body = rest;
		}
		const repairs = [
			{ poNumber: "" },
			{ poType: 1 },
			{ gstin: "" },
			{ lineItems: [7, { quantity: "1", rate: 1 }, {}] },
			{ lineItems: [7, lineItem(), { rate: 1, identifier: "" }] },
			{ lineItems: [7, lineItem(), lineItem()] },
			{ poNumber: "PO-1" },
			{ lineItems: [lineItem({ identifier: "" })] },
			{ lineItems: [lineItem()] },
			{ poType: "GOODS" },
			{ gstin: "27AAPFU0939F1ZV" },
		];
		for (const repair of repairs) {
			missing.push(refusalOf(body)?.message.replace("Validation failed: ", ""));
			body = { ...body, ...repair };
		}
		expect(refusalOf(body)).toBeNull();
		expect(missing).toEqual([
			"/poNumber is required",
			"/poType is required",
			"/gstin is required",
			"/lineItems/1/rate is required",
			"/lineItems/1/identifier is required",
			"/lineItems/2/quantity is required",
			"/poNumber must NOT have fewer than 1 characters",
			"/lineItems/0 must be object",
			"/lineItems/0/identifier must NOT have fewer than 1 characters",
			"/poType must be GOODS or SERVICES",
			expect.stringContaining("/gstin must be a GSTIN"),
		]);
	});

	it.each([[[]], [{}], ["x"], [null]])(
		"purchase orders: lineItems %j is wrong, but not missing",
		(lineItems) => {
			expect(refusalOf(orderWith("lineItems", lineItems))).toMatchObject({
				code: "VALIDATION_ERROR",
			});
		},
	);
});

const notText = [null, 7, true, [], {}];
const noDate = [...notText, "", "2026-02-29", "21-11-2026", "2026-11-21T00:00"];

describe("7.2: a wrong value, or one of a wrong type, has the code of its field", () => {
	it.each<[string, string, unknown[]]>([
		["INVALID_PROCUREMENT_TYPE", "poType", [...notText, "", "goods", "BOTH"]],
		["INVALID_MATCHING_TYPE", "matchingType", [...notText, "", "FOUR_WAY"]],
		["INVALID_DATE", "poDate", noDate],
		["INVALID_EXPECTED_DELIVERY_DATE", "deliveryDate", noDate],
		["INVALID_CURRENCY", "currency", [...notText, "", "USD", "inr", "INR "]],
		["INVALID_GSTIN", "gstin", [...notText, "", "27aapfu0939f1zv", "27AAP"]],
		["INVALID_STATE", "state", [...notText, "", "APPROVED", "active"]],
	])("%s for %s", (code, field, values) => {
		for (const value of values) {
			expect(refusalOf(orderWith(field, value))).toMatchObject({
				status: 400,
				code,
				message: expect.stringContaining(
					`Validation failed: /${field} must be`,
				),
			});
		}
	});
});

describe("7.2 VALIDATION_ERROR: a wrong value of a field without code of its own", () => {
	const text = [
		...notText.map((value): [unknown, string] => [value, "must be string"]),
		["", "must NOT have fewer than 1 characters"] as const,
	];
	const number = ["1", null, true, [], {}].map((value): [unknown, string] => [
		value,
		"must be number",
	]);
	const object = ["1", null, true, [], 7].map((value): [unknown, string] => [
		value,
		"must be object",
	]);

	it.each<[string, readonly (readonly [unknown, string])[]]>([
		["poNumber", text],
		["lineItems", [[[], "must NOT have fewer than 1 items"]]],
		["lineItems", [[{}, "must be array"]]],
		["vendorId", text],
		[
			"description",
			[...text, ["d".repeat(256), "must NOT have more than 255 characters"]],
		],
		["paymentTerms", text],
		["termsAndConditions", text],
		["additionalNotes", text],
		["tags", object],
	])("%s", (field, wrong) => {
		for (const [value, reason] of wrong) {
			expect(refusalOf(orderWith(field, value))).toMatchObject({
				status: 400,
				code: "VALIDATION_ERROR",
				message: `Validation failed: /${field} ${reason}`,
			});
		}
	});

	it.each<[string, readonly (readonly [unknown, string])[]]>([
		["quantity", number],
		["rate", number],
		["identifier", text],
		["skuCode", text.slice(0, -1)],
		["skuName", text.slice(0, -1)],
		["taxId", ["1", null, 1.5].map((value) => [value, "must be integer"])],
		["taxAmount", number],
		["tags", object],
	])("%s of a line item", (field, wrong) => {
		for (const [value, reason] of wrong) {
			expect(refusalOf(lineWith(field, value))).toMatchObject({
				status: 400,
				code: "VALIDATION_ERROR",
				message: `Validation failed: /lineItems/1/${field} ${reason}`,
			});
		}
	});

	it("a tag that is no object", () => {
		expect(refusalOf(orderWith("tags", { "a/b": 7 }))).toMatchObject({
			code: "VALIDATION_ERROR",
			message: "Validation failed: /tags/a~1b must be object",
		});
	});
});
