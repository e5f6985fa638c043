import { expect, it } from "vitest";
import {
	approvalKey,
	approvalPrefix,
	historyKey,
	historyPartitionOf,
	inboxKey,
	isKeyText,
	paymentRequestKey,
	reversalKey,
	reversalPrefix,
	toOpenApprovalId,
} from "../../../shared/dynamodb/keys.ts";

it.each<[string, boolean]>([
	["", false],
	["a", true],
	["x".repeat(1_024), true],
	["x".repeat(1_025), false],
	["é".repeat(512), true],
	["é".repeat(513), false],
	["😀".repeat(256), true],
	["😀".repeat(257), false],
])(
	"conventions: a record may be stored under 1 to 1,024 bytes of UTF-8 (%#)",
	(text, expected) => {
		expect(isKeyText(text)).toBe(expected);
	},
);

it("C1: a prefix names the reversals of one payments page: page 1 has none of page 10", () => {
	const isOf = (prefixPage: number, page: number) =>
		reversalKey("acme", "inv-1", {
			page,
			paymentId: "01M7YRRT801SBRXJ1F8V4DQ035-0",
		}).sk.startsWith(reversalPrefix(prefixPage));
	expect([isOf(1, 1), isOf(10, 10), isOf(1, 10)]).toEqual([true, true, false]);
});

it("data model: a request follows its approvals, a later round an earlier one", () => {
	const at = [
		{ round: 1, stage: 0 },
		{ round: 1, stage: 1 },
		{ round: 2, stage: 0 },
		{ round: 10, stage: 0 },
	];
	const keys = at.map((one) => approvalKey("acme", "pr-1", one));
	const request = paymentRequestKey("acme", "pr-1");
	const { pk } = request;
	const sortKeys = [...keys, request].map(({ sk }) => sk);
	expect(sortKeys.toSorted()).toEqual(sortKeys);
	expect(new Set(sortKeys).size).toBe(5);
	expect([...keys, request]).toEqual(sortKeys.map((sk) => ({ pk, sk })));
	expect(sortKeys[0]).toBe(`${approvalPrefix(1)}0`);
});

it("data model: the history of a request has a partition of its own, in the order of its versions", () => {
	const keys = [9, 10].map((version) => historyKey("acme", "pr-1", version));
	const request = paymentRequestKey("acme", "pr-1");
	const partition = historyPartitionOf(request);
	expect(partition).not.toBe(request.pk);
	expect(keys.map(({ pk }) => pk)).toEqual([partition, partition]);
	expect(keys.map(({ sk }) => sk)).toEqual([
		"HISTORY#0000000009",
		"HISTORY#0000000010",
	]);
});

it("data model: the key of an inbox names the open approval, and no other key does", () => {
	const approval = { paymentRequestId: "01ABC", round: 12, stage: 10 };
	const key = inboxKey("acme", "u-1", approval);
	expect(key.pk).toBe("ORG#acme#INBOX#u-1");
	expect(toOpenApprovalId(key)).toEqual(approval);
	for (const sk of [`x${key.sk}`, `${key.sk}x`, "OPEN#01ABC#1", "OPEN#a#b#1"])
		expect(() => toOpenApprovalId({ ...key, sk })).toThrow(
			`Not the key of an inbox: ${sk}`,
		);
});
