import { describe, expect, it } from "vitest";
import type { User } from "../../../../shared/organizations/organization.ts";
import { requirePayers } from "../../../../shared/payment-requests/raise/policies.ts";

const none = { email: null, permissions: [] };
const users = new Map<string, User>([
	["u-1", { id: "u-1", name: "One", role: "MEMBER", active: true, ...none }],
	["u-2", { id: "u-2", name: "Two", role: "ADMIN", active: true, ...none }],
	[
		"u-off",
		{ id: "u-off", name: "Off", role: "ADMIN", active: false, ...none },
	],
]);
const payersOf = (...payers: string[]) => requirePayers({ payers }, users);

describe("7.3 VALIDATION_ERROR 7: payers of the procurement policy", () => {
	it("are its active users, in its order, each once", () => {
		expect(payersOf("u-2", "u-1", "u-2")).toEqual(["u-2", "u-1"]);
	});

	it("without payers, the message is: no valid payer resolved", () => {
		expect(() => payersOf()).toThrow(
			expect.objectContaining({
				status: 400,
				code: "VALIDATION_ERROR",
				message:
					"No valid payer resolved from the applicable procurement policy: the organization needs at least one",
			}),
		);
	});

	it("unknown and inactive payers are named", () => {
		expect(() => payersOf("u-1", "u-off", "u-9", "")).toThrow(
			expect.objectContaining({
				status: 400,
				code: "VALIDATION_ERROR",
				message:
					"Invalid payer users in the applicable procurement policy: u-off, u-9, ; each must be an active user",
			}),
		);
	});
});
