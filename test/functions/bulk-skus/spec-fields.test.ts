import { describe, expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import { completeSku } from "../../support/skus.ts";
import { useSharedWorld } from "../../support/use-world.ts";

const world = useSharedWorld(acme);

const create = (...skus: object[]) =>
	world.post("/v1.0/inventory/skus/bulk", { skus });

async function expectAccepted(values: object) {
	const { status, body } = await create({ name: "Rod", ...values });
	expect(status).toBe(200);
	expect(body.data).toMatchObject({ failed: [], created: [values] });
}

async function expectRefused(values: object, reason: string) {
	const answer = await create({ name: "Rod", ...values });
	expect(answer).toMatchObject({
		status: 400,
		body: {
			error: {
				code: "VALIDATION_ERROR",
				message: `Validation failed: /skus/0${reason}`,
			},
		},
	});
}

describe("request", () => {
	it("2.1 name, 8 SKU name: required, 1 to 128 characters", async () => {
		await expectAccepted({ name: "n" });
		await expectAccepted({ name: "n".repeat(128) });
		await expectRefused(
			{ name: "" },
			"/name must NOT have fewer than 1 characters",
		);
		await expectRefused(
			{ name: "n".repeat(129) },
			"/name must NOT have more than 128 characters",
		);
		await expectRefused(
			{ name: undefined },
			" must have required property 'name'",
		);
	});

	it("2.1 itemCode, 8 itemCode: optional, 1 to 256 characters", async () => {
		await expectAccepted({});
		await expectAccepted({ itemCode: "c" });
		await expectAccepted({ itemCode: "c".repeat(256) });
		await expectRefused(
			{ itemCode: "" },
			"/itemCode must NOT have fewer than 1 characters",
		);
		await expectRefused(
			{ itemCode: "c".repeat(257) },
			"/itemCode must NOT have more than 256 characters",
		);
	});

	it.each([
		["2.1 unit, 8 unit", "unit", 32],
		["2.1 hsnSac, 8 hsnSac", "hsnSac", 16],
	])(
		"%s: optional; %s has at most %d characters",
		async (_, field, maximum) => {
			await expectAccepted({ [field]: "" });
			await expectAccepted({ [field]: "x".repeat(maximum) });
			await expectRefused(
				{ [field]: "x".repeat(maximum + 1) },
				`/${field} must NOT have more than ${maximum} characters`,
			);
		},
	);

	it("2.1 rate: optional, a number", async () => {
		await expectAccepted({ rate: 80.1 });
		await expectRefused({ rate: "80" }, "/rate must be number");
	});

	it("8 SKUs per request: 1 to 100", async () => {
		const skus = Array.from({ length: 101 }, () => ({ name: "Rod" }));
		expect((await create({ name: "Rod" })).status).toBe(200);
		expect((await create(...skus.slice(1))).body.data.total).toBe(100);
		expect((await create()).body.error.message).toBe(
			"Validation failed: /skus must NOT have fewer than 1 items",
		);
		expect((await create(...skus)).body.error.message).toBe(
			"Validation failed: /skus must NOT have more than 100 items",
		);
	});
});

describe("response", () => {
	it("2.2 name: as it was sent", async () => {
		const { body } = await create({ name: " Röd 😀 " });
		expect(body.data.created[0].name).toBe(" Röd 😀 ");
	});

	it.each(["itemCode", "unit", "rate", "hsnSac"] as const)(
		"2.2 %s: as it was sent, null if not provided",
		async (field) => {
			const sent = { ...completeSku, itemCode: `OF-${field}` };
			const { body } = await create(sent, { name: "Rod" });
			const [given, absent] = body.data.created;
			expect(given[field]).toBe(sent[field]);
			expect(absent[field]).toBeNull();
		},
	);

	it("2.3 name, 2.3 itemCode, 2.3 error: the SKU that failed, and why", async () => {
		const sku = { name: "Nut", itemCode: "NUT" };
		const { body } = await create(sku, { ...sku, name: "Other nut" });
		expect(body.data.failed).toEqual([
			{
				name: "Other nut",
				itemCode: "NUT",
				error:
					"An earlier SKU of this request has the item code 'NUT': an item code exists once",
			},
		]);
	});
});
