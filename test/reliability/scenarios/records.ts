import { expect } from "vitest";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { isRefused, succeeds } from "./expected.ts";

export const createSkus = (user: User, skus: object[]) =>
	user.send("POST", "/v1.0/inventory/skus/bulk", { skus });
const createVendor = (user: User, body: object) =>
	user.send("POST", "/v1.0/vendor", body);

const updateVendor = (user: User, patch: object) =>
	user.send("PATCH", "/v1.0/vendor/v-1", patch);

/** SKUs and vendors. */
export const recordScenarios: Scenario[] = [
	scenario({
		name: "a SKU with a code is created",
		act: (user) => createSkus(user, [{ name: "Rod", itemCode: "ROD-1" }]),
		expected: succeeds({ created: [{ itemCode: "ROD-1" }], failed: [] }),
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
		expected: succeeds({ successCount: 60, failureCount: 0 }),
	}),
	scenario({
		name: "SKUs of one name and one code are created",
		act: (user) =>
			createSkus(user, [
				{ name: "Rod", itemCode: "ROD-1" },
				{ name: "Rod", itemCode: "ROD-2" },
				{ name: "Other", itemCode: "rod-1" },
			]),
		expected: succeeds({ successCount: 2, failed: [{ itemCode: "rod-1" }] }),
	}),
	scenario({
		name: "two requests create one SKU at once",
		act: (user) =>
			Promise.all(
				["Rod", "Bar"].map((name) =>
					createSkus(user, [{ name: "Same", itemCode: name }]),
				),
			),
		expected: (answers) => answers.forEach(succeeds({ successCount: 1 })),
	}),
	scenario({
		name: "two requests create one item code at once",
		act: (user) =>
			Promise.all(
				["Rod", "Bar"].map((name) =>
					createSkus(user, [{ name, itemCode: "SAME-1" }]),
				),
			),
		expected(answers) {
			const counts = answers.map(({ body }) => body.data.successCount);
			expect(counts.toSorted()).toEqual([0, 1]);
		},
		isRace: true,
	}),
	scenario({
		name: "a vendor is created",
		act: (user) => createVendor(user, { name: "Paper", vendorId: "v-new" }),
		expected: succeeds({ vendorId: "v-new" }),
	}),
	scenario({
		name: "a vendor that exists is refused",
		act: (user) => createVendor(user, { name: "Paper", vendorId: "v-1" }),
		expected: isRefused(409, "VENDOR_EXISTS"),
	}),
	scenario({
		name: "a vendor is changed",
		act: (user) => updateVendor(user, { name: "Steel & Co", email: "a@b" }),
		expected: succeeds({ vendorId: "v-1", version: 2 }),
	}),
	scenario({
		name: "two requests change one vendor at once",
		act: (user) =>
			Promise.all(
				["Steel & Co", "Steel & Sons"].map((name) =>
					updateVendor(user, { name }),
				),
			),
		expected(answers) {
			const versions = answers.map(({ body }) => body.data.version);
			expect(versions.toSorted()).toEqual([2, 3]);
		},
		isRace: true,
	}),
];
