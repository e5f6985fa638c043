import { beforeAll, describe, expect, it } from "vitest";
import { toCursor } from "../../../functions/read-records/cursor.ts";
import { advanceStates } from "../../../shared/payment-requests/payment-request.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import {
	acmeWithRecords,
	invalid,
	lists,
	otherOrganization,
	page,
	refused,
} from "./records.ts";

const world = useSharedWorld(() =>
	acmeWithRecords({
		skus: [
			{ name: "Rod & nut", itemCode: "A+B" },
			{ name: "Glue", itemCode: "a b" },
			{ name: "Größe", itemCode: "ü=1" },
		],
		invoices: [
			{ slug: "inv-1", vendorId: "v-1", state: "APPROVED", amount: 100 },
			{ slug: "inv-2", vendorId: "v-2", state: "In Review", amount: 100 },
			{ slug: "inv-3", vendorId: "v-2", state: "APPROVED", amount: 100 },
		],
	}),
);
beforeAll(async () => {
	await world.import(otherOrganization());
	const resources = ["inv-1", "inv-1", "inv-1", "inv-3", "inv-3"].map(
		(slug) => ({ slug, amount: 1 }),
	);
	await world.post("/v1.0/payment/mark-as-paid", {
		resourceType: "INVOICE",
		resources,
	});
});

describe.each(lists)("GET %s", (path) => {
	it.each([
		"0",
		"01",
		"101",
		"-1",
		"+1",
		"1.0",
		"1e1",
		" 1",
		"1 ",
		"x",
		"999999999999",
	])("R1: refuses the limit %j", async (limit) => {
		expect(await world.get(path, { limit })).toMatchObject(
			invalid("/limit must be an integer from 1 to 100"),
		);
	});

	it.each(["1", "9", "10", "99", "100"])(
		"R1: takes the limit %s",
		async (limit) => {
			expect((await world.get(path, { limit })).status).toBe(200);
		},
	);

	it("R1: refuses an unknown parameter, also one that other lists have", async () => {
		for (const name of ["foo", "Limit", "limit[]", "__proto__", "constructor"])
			expect(await world.get(path, `${name}=1`)).toMatchObject(
				invalid(`/${name} must NOT have additional properties`),
			);
		if (path !== "/v1.0/procurement/purchase-order")
			expect(await world.get(path, "poNumber=1")).toMatchObject(
				invalid("/poNumber must NOT have additional properties"),
			);
	});

	it("R1: names at most 100 characters of an unknown parameter", async () => {
		expect(await world.get(path, { ["😀".repeat(101)]: "1" })).toMatchObject(
			invalid(`/${"😀".repeat(100)} must NOT have additional properties`),
		);
	});

	it("R1: refuses a parameter that is given twice or is empty", async () => {
		for (const query of ["limit=5&limit=5", "limit=5&%6Cimit=6"])
			expect(await world.get(path, query)).toMatchObject(
				invalid("/limit must NOT be given twice"),
			);
		for (const query of ["limit=", "limit"])
			expect(await world.get(path, query)).toMatchObject(
				invalid("/limit must NOT have fewer than 1 characters"),
			);
		expect(await world.get(path, "cursor=")).toMatchObject(
			invalid("/cursor must NOT have fewer than 1 characters"),
		);
	});

	it("R1: refuses values that are not percent-encoded", async () => {
		for (const value of ["%", "%zz", "%FF", "%ED%A0%80"])
			expect(await world.get(path, `cursor=${value}`)).toMatchObject(
				invalid("/cursor must be percent-encoded UTF-8"),
			);
	});

	it("R1: a second question mark belongs to a name", async () => {
		expect(await world.get(path, "?limit=1")).toMatchObject(
			invalid("/?limit must NOT have additional properties"),
		);
	});

	it("R1: an empty query counts as no query", async () => {
		expect((await world.get(path, "&&")).status).toBe(200);
	});
});

const orderStates = "DRAFTED, ACTIVE, APPROVED";
const requestStates =
	"PENDING, APPROVED, REJECTED, PENDING_RESUBMISSION, CANCELLED";

describe("filters", () => {
	it.each([
		[
			"/v1.0/procurement/purchase-order",
			"state",
			["APPROVED", "DRAFTED", "ACTIVE"],
		],
		["/v1.0/payment/request", "state", advanceStates],
		["/v1.0/invoice", "state", ["APPROVED", "VOID", "anything", "__proto__"]],
		["/v1.0/invoice", "open", ["true", "false"]],
		["/v1.0/invoice", "vendorId", ["v-1", "v-9", "x".repeat(3_000)]],
		["/v1.0/invoice", "dueBefore", ["2026-12-01", "2028-02-29", "0001-01-01"]],
		["/v1.0/payment/request", "vendorId", ["v-1", "v-9"]],
		["/v1.0/procurement/purchase-order", "vendorId", ["v-1", "v-9"]],
		["/v1.0/procurement/purchase-order", "poNumber", ["PO-0001", "PO-9"]],
		["/v1.0/inventory/skus", "itemCode", ["ROD-1", "x".repeat(3_000)]],
		["/v1.0/inventory/skus", "name", ["Rod", "x".repeat(3_000)]],
	])("R1: GET %s takes %s", async (path, name, values) => {
		for (const value of values)
			expect((await world.get(path, { [name]: value })).status).toBe(200);
		expect(await world.get(path, { [name]: "" })).toMatchObject(
			invalid(`/${name} must NOT have fewer than 1 characters`),
		);
	});

	it.each([
		["/v1.0/procurement/purchase-order", "state=approved", orderStates],
		["/v1.0/procurement/purchase-order", "state=PENDING", orderStates],
		["/v1.0/payment/request", "state=DRAFTED", requestStates],
		["/v1.0/payment/request", "state=pending", requestStates],
		["/v1.0/invoice", "open=1", "true, false"],
		["/v1.0/invoice", "open=TRUE", "true, false"],
	])("R1: GET %s refuses %s", async (path, query, allowed) => {
		const [name] = query.split("=");
		expect(await world.get(path, query)).toMatchObject(
			invalid(
				`/${name} must be equal to one of the allowed values: ${allowed}`,
			),
		);
	});

	it.each(["2026-02-29", "2026-12-1", "01.12.2026", "2026-12-01T00:00:00Z"])(
		"R10: a day before which invoices are due must be a date: %s",
		async (dueBefore) => {
			expect(await world.get("/v1.0/invoice", { dueBefore })).toMatchObject(
				invalid("/dueBefore must be a date, YYYY-MM-DD"),
			);
		},
	);

	it.each([
		["itemCode=A%2BB", "Rod & nut"],
		["itemCode=a+b", "Glue"],
		["itemCode=a%20b", "Glue"],
		["itemCode=%C3%BC=1", "Größe"],
		["%69temCode=%C3%9C%3D1", "Größe"],
		["name=Rod+%26+nut", "Rod & nut"],
	])(
		"R1: a query is percent-decoded, + is a space: %s",
		async (query, name) => {
			const { body } = await world.get("/v1.0/inventory/skus", query);
			expect(body.data.items).toMatchObject([{ name }]);
		},
	);

	it("R1: an encoded + stays a +, and any other + is a space", async () => {
		const { items } = await page(world, "/v1.0/invoice", {
			state: "In Review",
		});
		expect(items).toMatchObject([{ id: "inv-2" }]);
		const { body } = await world.get("/v1.0/invoice", "state=In%2BReview");
		expect(body.data.items).toEqual([]);
	});
});

describe("cursors", () => {
	const path = "/v1.0/invoice";
	const cursorOf = async (query: Record<string, string> = {}, from = path) => {
		const { nextCursor } = await page(world, from, { limit: "1", ...query });
		expect(nextCursor).toEqual(expect.any(String));
		return nextCursor ?? "";
	};
	const foreign = invalid(
		"/cursor must be a nextCursor of this list and its filters",
	);

	it("R1: continue with another limit, with another key and after a long time", async () => {
		const cursor = await cursorOf();
		const { now } = world.time;
		world.time.now = new Date(now.getTime() + 1_000 * 86_400_000);
		const { items, nextCursor } = await page(world, path, {
			limit: "2",
			cursor,
		});
		expect(items).toHaveLength(2);
		expect(nextCursor).toBeNull();
		world.time.now = now;
		await world.import({
			...acmeWithRecords(),
			apiKeys: [
				{
					key: "second-key",
					name: "Second",
					userId: "u-admin",
					permissions: ["invoices:read"],
				},
			],
		});
		expect(
			(await page(world, path, { cursor }, { key: "second-key" })).items,
		).toEqual(items);
	});

	it("R1: are refused in every place but their own", async () => {
		const cursor = await cursorOf();
		const filtered = await cursorOf({ vendorId: "v-2" });
		const payments = await cursorOf({}, "/v1.0/invoice/inv-1/payments");
		const refusals: [string, Record<string, string>][] = [
			["/v1.0/vendor", { cursor }],
			["/v1.0/inventory/skus", { cursor }],
			["/v1.0/invoice/inv-1/payments", { cursor }],
			[path, { cursor: payments }],
			["/v1.0/invoice/inv-3/payments", { cursor: payments }],
			[path, { cursor: filtered }],
			[path, { cursor: filtered, vendorId: "v-1" }],
			[path, { cursor: filtered, vendorId: "v-2", open: "true" }],
			[path, { cursor, vendorId: "v-2" }],
			[path, { cursor, dueBefore: "2026-12-01" }],
			[path, { cursor, vendorId: "v-2", invoiceNumber: "1" }],
		];
		for (const [elsewhere, query] of refusals)
			expect(await world.get(elsewhere, query)).toMatchObject(foreign);
		await page(world, path, { vendorId: "v-2", cursor: filtered });
	});

	it("R1: are refused in another organization, whatever its list contains", async () => {
		expect(
			await world.get(path, { cursor: await cursorOf() }, { key: "other-key" }),
		).toMatchObject(foreign);
	});

	it("R1: do not depend on the order of the filters", async () => {
		const { body } = await world.get(path, "open=true&vendorId=v-2&limit=1");
		const cursor = body.data.nextCursor;
		const answer = await world.get(
			path,
			`cursor=${cursor}&vendorId=v-2&open=true`,
		);
		expect(answer).toMatchObject({
			status: 200,
			body: { data: { items: [{ vendorId: "v-2" }], nextCursor: null } },
		});
	});

	it("R1: are refused when anything in them was changed", async () => {
		const cursor = await cursorOf();
		for (let place = 0; place < cursor.length; place++) {
			const other = cursor[place] === "A" ? "B" : "A";
			const changed = `${cursor.slice(0, place)}${other}${cursor.slice(place + 1)}`;
			expect(await world.get(path, { cursor: changed }), changed).toMatchObject(
				foreign,
			);
		}
		// Some of these differ in bits alone that base64 does not use.
		const alphabet =
			"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
		const others = [...alphabet].filter((last) => last !== cursor.at(-1));
		for (const changed of [
			...others.map((last) => cursor.slice(0, -1) + last),
			"x",
			cursor.slice(1),
			cursor.slice(0, -1),
			`${cursor}A`,
			`${cursor}=`,
			`${cursor} `,
			cursor.toLowerCase(),
			"A".repeat(8_000),
		])
			expect(await world.get(path, { cursor: changed })).toMatchObject(foreign);
	});

	describe.each([
		["invoice-payment-list", "/v1.0/invoice/inv-1/payments", "inv-1"],
		["vendor-list", "/v1.0/vendor", null],
		["batch-list", "/v1.0/payment/mark-as-paid", null],
	])(
		"R1: of %s with a position of the caller's own",
		(list, ofList, recordId) => {
			const identity = { organizationId: "acme", list, recordId, filters: {} };
			it.each([
				"",
				"x",
				"-1.0",
				"1e-1.0",
				"x0.0",
				"0.x",
				"0.0x",
				"0.",
				"#",
				"0\u0000",
				`-${"0".repeat(26)}`,
				`${"0".repeat(26)}-`,
			])("is refused: %j", (position) => expectRefused(position));

			it("is refused: longer than a key", () =>
				expectRefused("9".repeat(2_000)));

			async function expectRefused(position: string) {
				const cursor = toCursor(identity, position);
				expect(await world.get(ofList, { cursor })).toMatchObject(foreign);
			}
		},
	);

	it("R1: of invoice-payment-list are accepted with any page and place", async () => {
		const list = "invoice-payment-list";
		const ofInvoice = { organizationId: "acme", list, recordId: "inv-1" };
		const cursor = toCursor({ ...ofInvoice, filters: {} }, "10.12");
		await page(world, "/v1.0/invoice/inv-1/payments", { cursor });
	});

	it("R1: are checked before the invoice that the list belongs to", async () => {
		const cursor = await cursorOf({}, "/v1.0/invoice/inv-1/payments");
		expect(
			await world.get("/v1.0/invoice/no-such/payments", { cursor }),
		).toMatchObject(refused(400, "VALIDATION_ERROR"));
	});
});
