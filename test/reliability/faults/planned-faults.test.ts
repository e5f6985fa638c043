import { expect, it } from "vitest";
import { allFaults, faultName } from "./planned-faults.ts";
import type { SeenCall } from "./seen-call.ts";

const planned = (...calls: SeenCall[]) => allFaults(calls).map(faultName);
const statements = (size: number) => ({
	operation: "BatchExecuteStatement",
	size,
});

it("a fault of every second element is planned for calls with two elements or more, one of all elements for any", () => {
	const names = planned(statements(1), statements(2), statements(3));
	expect(names.filter((name) => /^STATEMENTS_THROTTLED/.test(name))).toEqual([
		"STATEMENTS_THROTTLED@1",
		"STATEMENTS_THROTTLED@1+",
		"STATEMENTS_THROTTLED@2",
		"STATEMENTS_THROTTLED@2+",
		"STATEMENTS_THROTTLED@3",
		"STATEMENTS_THROTTLED@3+",
		"STATEMENTS_THROTTLED_SOME@1",
		"STATEMENTS_THROTTLED_SOME@1+",
		"STATEMENTS_THROTTLED_SOME@2",
		"STATEMENTS_THROTTLED_SOME@2+",
	]);
});

it("a fault is numbered by the calls that it can happen to, with any calls between", () => {
	const names = planned({ operation: "PutItem", size: 1 }, statements(2), {
		operation: "PutItem",
		size: 1,
	});
	expect(names).toContain("CONFLICT@2");
	expect(names).not.toContain("CONFLICT@3");
	expect(names).toContain("REFUSED@3");
});

it("a page is shortened where it has two items, a transaction torn where it was carried out", () => {
	const names = planned(
		{ operation: "Query", size: 1, readItems: 1 },
		{ operation: "Query", size: 1, readItems: 2 },
		{ operation: "TransactWriteItems", size: 2, isRefused: true },
		{ operation: "TransactWriteItems", size: 2, isRefused: false },
	);
	expect(names.filter((name) => /^PAGE_SHORT|^TORN@/.test(name))).toEqual([
		"PAGE_SHORT@2",
		"PAGE_SHORT@2+",
		"TORN@2",
		"TORN@2+",
	]);
});
