import type { Mutant } from "./mutant.ts";

/** Figures, texts and positions at their limits. */
export const figureMutants: readonly Mutant[] = [
	{
		id: "line-in-floats",
		what: "quantity x rate is multiplied in floating point",
		file: "shared/purchase-orders/line-tax.ts",
		search: "toDecimal(quantity).times(toDecimal(rate))",
		replace: "toDecimal(quantity * rate)",
		test: "test/shared/purchase-orders/line-tax.test.ts",
	},
	{
		id: "float-noise",
		what: "0.1 + 0.2 leaves a debt of 0.00000000000000004",
		file: "shared/json/float-noise.ts",
		search: "return noise.lte(noiseMax) ? nearest : figure;",
		replace: "return noise.gte(noiseMax) ? nearest : figure;",
		test: "test/shared/json/float-noise.test.ts",
	},
	{
		id: "key-characters",
		what: "a key's length is counted in characters, not in bytes",
		file: "shared/dynamodb/keys.ts",
		search: "Buffer.byteLength(text) <= keyTextMaxBytes",
		replace: "text.length <= keyTextMaxBytes",
		test: "test/shared/dynamodb/keys.test.ts",
	},
	{
		id: "sku-code-case",
		what: "codes that differ in case are two SKUs",
		file: "shared/dynamodb/keys.ts",
		search: "#SKU#${itemCode.toLowerCase()}",
		replace: "#SKU#${itemCode}",
		test: "test/functions/bulk-skus/bulk-skus.test.ts",
	},
	{
		id: "layout-one-page-more",
		what: "a page of results reads a layout page that is not there",
		file: "shared/batches/batch-layout.store.ts",
		search: "page * positionsPerPage < end;",
		replace: "page * positionsPerPage <= end;",
		test: "test/shared/batches/batch-layout.test.ts",
	},
	{
		id: "layout-offset",
		what: "results beyond 10,000 are those of other resources",
		file: "shared/batches/batch-layout.store.ts",
		search: "readable.flat().slice(start - offset, end - offset);",
		replace: "readable.flat().slice(start, end);",
		test: "test/shared/batches/batch-layout.test.ts",
	},
	{
		id: "chunk-too-large",
		what: "a chunk is larger than its item may be",
		file: "functions/mark-as-paid/to-chunks.ts",
		search: "lastBytes += bytes;",
		replace: "lastBytes = bytes;",
		test: "test/functions/mark-as-paid/to-chunks.test.ts",
	},
];
