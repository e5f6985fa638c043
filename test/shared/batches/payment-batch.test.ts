import { describe, expect, it } from "vitest";
import {
	isBulkActionSlug,
	type PaymentBatch,
	uncountedChunks,
} from "../../../shared/batches/payment-batch.ts";

const bulkActionSlug = "01M7YRRT801SBRXJ1F8V4DQ035";

describe("contract 3: a batch's id", () => {
	it("has the form of a ULID", () => {
		expect(isBulkActionSlug(bulkActionSlug)).toBe(true);
	});

	it.each([
		`${bulkActionSlug}#0`,
		`0${bulkActionSlug}`,
		bulkActionSlug.slice(1),
		bulkActionSlug.replace("R", "U"),
		bulkActionSlug.toLowerCase(),
	])("has no other form: %s", (text) => {
		expect(isBulkActionSlug(text)).toBe(false);
	});
});

describe("batches: the chunks without final results", () => {
	it.each<[number[], number[]]>([
		[[], [0, 1, 2]],
		[[1], [0, 2]],
		[[2, 0, 1], []],
	])("of three, when %j are counted, are %j", (numbers, expected) => {
		const counted: ReadonlySet<number> = new Set(numbers);
		// Nothing else of a batch matters here.
		const batch = { chunks: 3, counted } as PaymentBatch;
		expect(uncountedChunks(batch)).toEqual(expected);
	});
});
