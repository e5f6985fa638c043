import { expect, it } from "vitest";
import {
	isInvoiceId,
	toInvoiceId,
} from "../../../shared/invoices/invoice-id.ts";

it("R5: the id follows from vendor and number, in upper or lower case, and never changes", () => {
	expect(toInvoiceId("v-1", "INV-1")).toBe(toInvoiceId("v-1", "inv-1"));
	// Stored invoices are found by it: another form would let a second invoice of a number in.
	expect(toInvoiceId("v-1", "INV-1")).toBe(
		"inv-0o6ubh638g3c08fs1id7q0i3a7op7c0d",
	);
});

it("R5: no two vendors and numbers share an id by the way they are joined", () => {
	const pairs = [
		["v", "1#2"],
		["v#1", "2"],
		["v", "1"],
		["V", "1"],
		["v", "1 "],
		['v","1', ""],
		["v", '","1'],
	] as const;
	const ids = pairs.map(([vendorId, number]) => toInvoiceId(vendorId, number));
	expect(new Set(ids).size).toBe(pairs.length);
	for (const id of ids) expect(isInvoiceId(id)).toBe(true);
});
